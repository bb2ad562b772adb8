"""What an engine says at the table, check by check: an honest round, and the same round spoilt in one place."""

from typing import Any

import pytest

from fairfelt.conformance.connections import Fault, Refusal
from fairfelt.conformance.finding import Finding, Kind
from fairfelt.conformance.record import Record
from tests.checked_rounds import (
    BANKED,
    BUY,
    CHANGE,
    DRAW,
    PLAY,
    THREE_HANDS,
    answered,
    banked,
    draw,
    found,
    one,
    played,
    six,
    spoilt,
)
from tests.helpers import SIX, rules_of

LAST = -1


# Refusals and faults


def test_an_allowed_step_that_is_refused_is_told_in_words() -> None:
    refusal = Refusal(-32001, "limits", "too much", {"reason": "limits"})
    assert found(answered(six(), 1, refusal), SIX) == one(
        "accept", "refusal", "seat 2: play with play 10 is accepted", "refused: limits too much"
    )
    bare = Refusal(-32001, None, "", None)
    assert found(answered(six(), 1, bare), SIX)[0].actual == "refused: -32001"


@pytest.mark.parametrize(
    ("refusal", "kind"),
    [
        (Refusal(-32002, None, "not built", None), "gap"),
        (Refusal(-32001, "unknown-wager", "no", None), "gap"),
        (Refusal(-32001, "relation", "no", None), "refusal"),
    ],
)
def test_what_an_engine_can_not_do_is_a_gap_and_what_it_will_not_a_refusal(refusal: Refusal, kind: Kind) -> None:
    assert [(finding.rule, finding.kind) for finding in found(answered(six(), 0, refusal), SIX)] == [("accept", kind)]


def forbidden() -> Record:
    """Seat 2 plays with the wrong amount, and is refused for it."""
    return six({**PLAY, "wagers": {"play": 11}})


def test_a_forbidden_step_that_is_accepted_is_told_with_the_reason() -> None:
    accepted = six().exchanges[1].answer
    (finding,) = found(answered(forbidden(), 1, accepted), SIX)
    assert (finding.rule, finding.kind, finding.warning) == ("refuse", "refusal", False)
    assert finding.actual == "it was accepted"
    assert finding.expected.startswith("seat 2: play with play 11 is refused with relation: ")


def test_a_forbidden_step_that_is_refused_for_another_reason_is_a_warning() -> None:
    assert found(forbidden(), SIX) == ()
    assert found(answered(forbidden(), 1, Refusal(-32001, "limits", "no", None)), SIX) == one(
        "refuse", "refusal", "seat 2: play with play 11 is refused with relation", "refused with limits", warning=True
    )
    assert found(answered(forbidden(), 1, Refusal(-32001, None, "no", None)), SIX)[0].actual == "refused with -32001"


def test_a_forbidden_step_that_the_engine_can_not_be_asked_is_a_gap_and_a_warning() -> None:
    assert found(answered(forbidden(), 1, Refusal(-32002, None, "no such thing", None)), SIX) == one(
        "refuse",
        "gap",
        "seat 2: play with play 11 is refused with relation",
        "the engine can't be asked: no such thing",
        warning=True,
    )
    bare = found(answered(forbidden(), 1, Refusal(-32002, None, "", None)), SIX)
    assert bare[0].actual == "the engine can't be asked: -32002"


def test_a_fault_is_told_with_what_was_asked_and_its_detail() -> None:
    assert found(answered(six(), 1, Fault("crash", "it died", "core")), SIX) == one(
        "protocol.conversation", "engine-fault", "an answer to seat 2: play with play 10", "crash: it died\ncore"
    )
    assert found(answered(six(), 1, Fault("hang", "no answer")), SIX)[0].actual == "hang: no answer"


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (six(), "a round of seat 2 with ante 10, aces-up 5"),
        (banked(), "a round of seat 1 with ante 10, ann behind it with ante 20; seat 8 banks 1000"),
        (
            played(DRAW, [{"seat": 1, "dark": True, "wagers": {}}, {"seat": 2, "wagers": {"ante": 5}}], {}),
            "a round of dark seat 1 with nothing; seat 2 with ante 5",
        ),
    ],
)
def test_an_opening_is_told_as_at_the_table(record: Record, words: str) -> None:
    (finding,) = found(answered(record, 0, Fault("hang", "no answer")), SIX)
    assert finding.expected == f"an answer to {words}"


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ({"seat": 2, "action": "fold"}, "seat 2: fold"),
        ({"seat": 2, "action": "play", "bettor": "ann", "wagers": {"play": 1}}, "ann behind seat 2: play with play 1"),
        ({"seat": 2, "action": "swap", "cards": ["As", "Ac"]}, "seat 2: swap, cards As Ac"),
        (
            {"seat": 2, "action": "set", "cards": {"1x": ["As"], "3x": ["Kd", "Kc"]}},
            "seat 2: set, cards 1x As; 3x Kd Kc",
        ),
        ({"method": "round.abandon"}, "round.abandon"),
    ],
)
def test_a_step_is_told_as_at_the_table(act: dict[str, Any], words: str) -> None:
    (finding,) = found(answered(six(act), 1, Fault("hang", "no answer")), SIX)
    assert finding.expected == f"an answer to {words}"


# Questions


def test_a_round_that_goes_on_though_every_decision_was_made_is_told() -> None:
    asked: dict[str, Any] = {"seat": 2, "decision": "claim", "legal": [{"action": "claim"}, {"action": "decline"}]}
    wanted = "the round is settled: every decision was made"
    for told, words, seat in (
        (asked, "seat 2 is asked “claim”", 2),
        ({**asked, "decision": "decide"}, "seat 2 is asked “decide”", 2),
        ({**asked, "bettor": "ann"}, "ann behind seat 2 is asked “claim”", None),
        ({**asked, "seat": 3}, "seat 3 is asked “claim”", None),
        (None, "nobody is asked anything", None),
    ):
        record = spoilt(six(), 1, lambda state, told=told: state.update(phase="decision", awaiting=told))
        rule = "ask.decide" if told and told["decision"] == "decide" else "ask.claim"
        assert found(record, SIX)[0] == Finding(rule, "legal-actions", wanted, words, seat)


def test_a_question_put_a_second_time_is_charged_to_itself() -> None:
    """The seat has folded, and is asked for its decision once more in place of its claim."""
    record = spoilt(six({"seat": 2, "action": "fold"}), 1, lambda state: state["awaiting"].update(decision="decide"))
    assert found(record, SIX) == one(
        "ask.decide", "legal-actions", "seat 2 is asked “claim”", "seat 2 is asked “decide”", 2
    )


def test_a_question_that_these_options_never_ask_is_charged_to_the_last_that_they_do() -> None:
    record = spoilt(six(options=(("claim", "automatic"),)), 1, lambda state: state.update(phase="decision"))
    assert found(record, rules_of(SIX, None, (("claim", "automatic"),)))[0].rule == "ask.decide"


def test_a_round_that_ends_before_its_decisions_is_told() -> None:
    record = spoilt(six(), 0, lambda state: state.update(phase="settled"))
    assert found(record, SIX)[0] == Finding(
        "ask.decide", "legal-actions", "seat 2 is asked “decide”", "the round is settled", 2
    )


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"seat": 1}, "seat 1 is asked “decide”"),
        ({"bettor": "ann"}, "ann behind seat 2 is asked “decide”"),
        ({"decision": "claim"}, "seat 2 is asked “claim”"),
    ],
)
def test_another_who_is_asked_or_something_else_is_told(told: dict[str, Any], words: str) -> None:
    record = spoilt(six(), 0, lambda state: state["awaiting"].update(told))
    assert found(record, SIX)[0] == Finding("ask.decide", "legal-actions", "seat 2 is asked “decide”", words, 2)


def test_nobody_who_is_asked_is_told() -> None:
    record = spoilt(six(), 0, lambda state: state.pop("awaiting"))
    assert found(record, SIX)[0].actual == "nobody is asked anything"


def test_choices_too_many_or_too_few_are_told_by_alphabet() -> None:
    more = spoilt(six(), 0, lambda state: state["awaiting"]["legal"].append({"action": "check"}))
    assert found(more, SIX) == one(
        "ask.decide", "legal-actions", "choices fold or play", "choices check or fold or play", 2
    )
    none = spoilt(six(), 0, lambda state: state["awaiting"].update(legal=[]))
    assert found(none, SIX)[0].actual == "choices none"


@pytest.mark.parametrize(
    ("wagers", "words"),
    [
        ({"play": {"min": 10, "max": 20}}, "play 10 to 20"),
        ({"play": {"min": 9, "max": 10}}, "play 9 to 10"),
        ({"play": {"max": 10}}, "play 1 to 10"),
        ({"play": {"min": 10}}, "play 10 to None"),
        ({"play": {"min": 10, "max": 10}, "more": {"min": 5, "max": 5}}, "more 5, play 10"),
        (None, "nothing"),
    ],
)
def test_amounts_that_are_not_the_rules_are_told(wagers: dict[str, Any] | None, words: str) -> None:
    def spoil(state: dict[str, Any]) -> None:
        (play,) = [entry for entry in state["awaiting"]["legal"] if entry["action"] == "play"]
        play["wagers"] = wagers

    assert found(spoilt(six(), 0, spoil), SIX) == one(
        "ask.decide", "legal-actions", "play places play 10", f"play places {words}", 2
    )


def test_the_cards_that_a_choice_takes_are_told() -> None:
    def spoil(cards: Any) -> Any:
        def change(state: dict[str, Any]) -> None:
            (exchange,) = [entry for entry in state["awaiting"]["legal"] if entry["action"] == "exchange"]
            exchange["cards"] = cards

        return change

    assert found(draw(BUY), DRAW) == ()
    for cards, words in ((2, "2 cards"), (None, "no cards"), (0, "no cards"), ({"a": 2}, "2 cards at a")):
        assert found(spoilt(draw(BUY), 1, spoil(cards)), DRAW) == one(
            "ask.after-buy", "legal-actions", "exchange takes 1 cards", f"exchange takes {words}", 1
        )


def test_the_cards_that_are_set_are_told_by_their_spots() -> None:
    cards = {"seat.1": "As Kd 9c 7h 4s 2s", "dealer": "Qs Qd 9h 8c 7d 3d", "burn": "5c", "board": "2d 3h 4c 5s 6h"}
    record = played(THREE_HANDS, [{"seat": 1, "wagers": {"1x": 10, "3x": 10, "6x": 10}}], cards)
    assert found(record, THREE_HANDS) == ()

    def spoil(state: dict[str, Any]) -> None:
        state["awaiting"]["legal"][0]["cards"] = {"1x": 2, "3x": 4}

    assert found(spoilt(record, 0, spoil), THREE_HANDS) == one(
        "ask.set",
        "legal-actions",
        "set takes 2 cards at 1x, 2 cards at 3x, 2 cards at 6x",
        "set takes 2 cards at 1x, 4 cards at 3x",
        1,
    )


# Views


def test_a_card_that_a_seat_may_not_see_is_told() -> None:
    record = spoilt(six(), 0, lambda state: state["views"]["seat.2"]["dealer"].__setitem__(0, "Ad"))
    assert found(record, SIX) == one(
        "view.hidden", "view", "seat.2 sees ?? ?? ?? 8c 7d 3c at dealer", "seat.2 sees Ad ?? ?? 8c 7d 3c"
    )


def test_a_card_that_a_seat_sees_and_is_not_shown_is_told() -> None:
    record = spoilt(six(), 0, lambda state: state["views"]["seat.2"]["seat.2"].pop())
    assert found(record, SIX) == one(
        "view.open", "view", "seat.2 sees As Ac 9d 7s 4h 2c at seat.2", "seat.2 sees As Ac 9d 7s 4h"
    )
    nothing = spoilt(six(), 0, lambda state: state["views"]["seat.2"].pop("seat.2"))
    assert found(nothing, SIX)[0].actual == "seat.2 sees no card"


def test_a_view_that_is_missing_is_told_and_views_that_are_not_told_at_all_are_not_asked_for() -> None:
    record = spoilt(six(), 0, lambda state: state.update(views={}))
    assert found(record, SIX)[0] == Finding("view.open", "view", "a view for seat.2", "no view")
    assert found(spoilt(six(), 0, lambda state: state.pop("views")), SIX) == ()


def test_views_of_burnt_cards_and_of_settled_rounds_are_not_judged() -> None:
    def spoil(state: dict[str, Any]) -> None:
        for seen in state["views"].values():
            seen["burn"], seen["discard"] = ["2c"], ["3c"]

    assert found(spoilt(six(), 0, spoil), SIX) == ()
    assert found(spoilt(six(), 1, lambda state: state.update(views={})), SIX) == ()


def test_a_card_that_was_given_up_need_not_be_shown_any_more() -> None:
    assert found(draw(BUY, CHANGE), DRAW) == ()


# Interruptions


def abandoned() -> Record:
    return six({"method": "round.abandon"})


def test_an_abandoned_round_gives_every_stake_back() -> None:
    assert found(abandoned(), SIX) == ()
    record = spoilt(abandoned(), 1, lambda state: state["ledger"][0].update(returned=9))
    assert found(record, SIX) == one(
        "round.abandon", "void", "ante of 10 at seat 2 comes back", "returned 9", 2, wager="ante"
    )
    missing = spoilt(abandoned(), 1, lambda state: state["ledger"].pop(0))
    assert found(missing, SIX)[0].actual == "returned nothing"
    assert found(spoilt(abandoned(), 1, lambda state: state.update(phase="settled")), SIX)[0] == Finding(
        "round.abandon", "void", "the round is void", "the round is settled"
    )


def test_an_abandoned_round_gives_back_the_bank_and_what_stands_behind() -> None:
    seat = {"seat": 1, "wagers": {"ante": 10}, "backline": [{"bettor": "ann", "wagers": {"ante": 20}}]}
    cards = {"seat.1": "Ks Kd 2c", "dealer": "Ah Jd 9c"}
    void = played(BANKED, [seat], cards, {"method": "round.abandon"}, bank={"seat": 8, "amount": 100})
    assert found(void, BANKED) == ()
    assert found(spoilt(void, 1, lambda state: state["bank"].update(returned=99)), BANKED) == one(
        "round.abandon", "void", "the bank of 100 comes back", "returned 99", 8
    )
    assert found(spoilt(void, 1, lambda state: state["ledger"][1].update(returned=0)), BANKED) == one(
        "round.abandon", "void", "ante of 20 at seat 1 comes back", "returned 0", 1, wager="ante", bettor="ann"
    )
    assert found(spoilt(void, 1, lambda state: state.pop("bank")), BANKED) == ()


@pytest.mark.parametrize(
    ("refusal", "kind", "words"),
    [
        (Refusal(-32001, "round-over", "no", None), "void", "refused: round-over"),
        (Refusal(-32002, None, "no", None), "gap", "refused: -32002"),
    ],
)
def test_an_open_round_that_can_not_be_abandoned_or_told_again_is_a_finding(
    refusal: Refusal, kind: Kind, words: str
) -> None:
    assert found(answered(abandoned(), 1, refusal), SIX) == one(
        "round.abandon", kind, "an open round can be abandoned", words
    )
    assert found(answered(recalled(), 1, refusal), SIX) == one(
        "round.recall", "recall" if kind == "void" else kind, "the round is told again", words
    )


def recalled() -> Record:
    return six({"method": "round.replay"}, PLAY, {"method": "round.replay"})


def test_a_settled_round_can_not_be_abandoned() -> None:
    assert found(six(PLAY, {"method": "round.abandon"}), SIX) == ()


@pytest.mark.parametrize(
    ("at", "name", "value", "words"),
    [
        (1, "phase", "settled", "settled"),
        (1, "dealt", [], "[]"),
        (1, "awaiting", None, "None"),
        (3, "ledger", [], "[]"),
        (3, "dealt", [], "[]"),
    ],
)
def test_a_round_is_told_again_as_it_was_told(at: int, name: str, value: Any, words: str) -> None:
    assert found(recalled(), SIX) == ()
    (finding,) = found(spoilt(recalled(), at, lambda state: state.update({name: value})), SIX)
    assert (finding.rule, finding.kind, finding.actual) == ("round.recall", "recall", words)
    assert finding.expected.startswith(f"{name} as it was told in the round: ")
    assert len(finding.expected) <= len(f"{name} as it was told in the round: ") + 161


def test_what_is_long_is_cut_after_160_letters() -> None:
    for length, cut in ((160, False), (161, True)):
        record = spoilt(recalled(), 1, lambda state, length=length: state.update(phase="x" * length))
        (finding,) = found(record, SIX)
        assert finding.actual == ("x" * 160 + "…" if cut else "x" * length)


