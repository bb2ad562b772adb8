"""Checks in rarer rounds: behind a seat, in the middle of a round, with cards of several steps, halves of units."""

from typing import Any

import pytest

from fairfelt.conformance.checks import judge
from fairfelt.conformance.checks.questions import questions
from fairfelt.conformance.connections import Refusal, Result
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.record import Exchange, Record
from fairfelt.conformance.replay import Moment, Trace
from fairfelt.rulesets.cards import HIDDEN
from fairfelt.rulesets.choose import Rules, choose
from fairfelt.rulesets.loader import load_file
from fairfelt.rulesets.play import open_round
from fairfelt.rulesets.rotation import Turns
from fairfelt.rulesets.seating import Seat
from tests.checked_rounds import (
    BANKED,
    CALL,
    DRAW,
    FOLD,
    PLAY,
    THREE_HANDS,
    answered,
    found,
    holdem,
    played,
    six,
    spoilt,
)
from tests.edited_games import changed, compiled, game
from tests.helpers import HOLDEM, SIX, rules_of
from tests.rulesets.samples import TINY, places

LAST = -1
SIX_DECK = "As Ac 9d 7s 4h 2c Ad Ks 9h 8c 7d 3c 2d 2h"
HOLDEM_DECK = "Ah 8c 3h Ad 2h 7h 9h Jc 5d"


def dealing_in(record: Record, rules: Rules | str) -> list[tuple[str, str]]:
    return [(finding.rule, finding.actual) for finding in found(record, rules) if finding.kind == "dealing"]


# Behind a seat


def behind(*acts: dict[str, Any], **options: str) -> tuple[Record, Rules]:
    seat = {"seat": 1, "wagers": {"ante": 10}, "backline": [{"bettor": "ann", "wagers": {"ante": 20}}]}
    cards = {"seat.1": "Ks Kd 2c", "dealer": "Ah Jd 9c"}
    written = tuple((name.replace("_", "-"), reading) for name, reading in options.items())
    bank = {"seat": 8, "amount": 1000}
    return played(BANKED, [seat], cards, *acts, options=written, bank=bank), rules_of(BANKED, None, written)


SEAT_PLAYS = {"seat": 1, "action": "play", "wagers": {"play": 10}}
ANN_PLAYS = {"seat": 1, "bettor": "ann", "action": "play", "wagers": {"play": 20}}


def test_who_stands_behind_a_seat_is_asked_by_name() -> None:
    record, rules = behind(SEAT_PLAYS, ANN_PLAYS, backline_decides="asked")
    assert found(record, rules) == ()
    seat_again = spoilt(record, 1, lambda state: state["awaiting"].pop("bettor"))
    assert found(seat_again, rules)[0] == Finding(
        "ask.decide", "legal-actions", "ann behind seat 1 is asked “decide”", "seat 1 is asked “decide”", 1
    )


def test_who_is_asked_behind_a_seat_against_the_rules_and_answers_is_one_finding() -> None:
    record, rules = behind(SEAT_PLAYS, ANN_PLAYS)
    legal = [{"action": "play", "wagers": {"play": {"min": 20, "max": 20}}}, {"action": "fold"}]
    asked: dict[str, Any] = {"seat": 1, "bettor": "ann", "decision": "decide", "legal": legal}
    settled = record.exchanges[1].answer
    record = spoilt(record, 1, lambda state: state.update(phase="decision", awaiting=asked))
    record = answered(record, 2, settled)
    assert [(finding.rule, finding.kind) for finding in found(record, rules)] == [("ask.decide", "legal-actions")]


def test_a_step_that_nobody_was_asked_for_is_a_finding_of_its_own() -> None:
    """The engine puts no question, or offers nothing, and takes a forbidden step all the same."""
    record = answered(six({**PLAY, "wagers": {"play": 11}}), 1, six().exchanges[1].answer)
    for spoil in (
        lambda state: state.pop("awaiting"),
        lambda state: state["awaiting"].update(decision="claim", legal=[]),
        lambda state: (state["awaiting"].update(decision="claim"), state["awaiting"].pop("legal")),
    ):
        rules = [finding.rule for finding in found(spoilt(record, 0, spoil), SIX)]
        assert rules == ["refuse", "ask.decide"]


def test_a_round_without_questions_that_goes_on_is_charged_to_the_round() -> None:
    rules = choose(load_file(TINY / "two-packs.yaml"))
    cards = places({"seat.1": "As Kd 9c 7h 4s", "dealer": "Qs Qd 9h 8c 7d"})
    state = open_round(rules, (Seat(1, {"ante": 10}),), cards, {})
    exchange = Exchange("round.start", {}, Result({"phase": "decision"}))
    trace = Trace(Record("r1", "", (exchange,)), rules, (Moment(exchange, None, state),))
    assert [finding.rule for finding in questions(trace)] == ["ask.round"]


# What explains the money


def paid(record: Record, at: int, returned: int) -> Record:
    return spoilt(record, LAST, lambda state: state["ledger"][at].update(returned=returned))


def looks(record: Record, rules: Rules | str) -> list[str | None]:
    return [finding.looks_like for finding in found(record, rules) if finding.kind == "settlement"]


def test_money_is_explained_where_no_card_lies_for_a_fact() -> None:
    """The dealer qualifies, and no card replaces any: what a replaced card would give is no explanation."""
    cards = {"seat.1": "As Ad 9c 7h 4s", "dealer": "Qs Qd 9h 8c 7d"}
    raises = {"seat": 1, "action": "raise", "wagers": {"raise": 20}}
    record = played(DRAW, [{"seat": 1, "wagers": {"ante": 10}}], cards, raises)
    assert found(record, DRAW) == ()
    tied = paid(paid(record, 0, 10), 1, 20)
    assert looks(tied, DRAW) == ["as if showdown were “tie” where the cards say “win”"] * 2
    assert looks(paid(record, 0, 17), DRAW) == [None]


def test_money_is_explained_by_a_comparison_though_an_earlier_one_was_not_staked() -> None:
    options = (("base-wagers", "any"),)
    rules = rules_of(THREE_HANDS, None, options)
    cards = {"seat.1": "As Ad Kc 9d 4s 2s", "dealer": "Qs Qd 9h 8c 7d 3d", "burn": "5c", "board": "2d 3h 4c 5s Jh"}
    spots = {"1x": ["9d", "2s"], "3x": ["As", "Ad"], "6x": ["Kc", "4s"]}
    act = {"seat": 1, "action": "set", "cards": spots}
    record = played(THREE_HANDS, [{"seat": 1, "wagers": {"3x": 10}}], cards, act, options=options)
    assert found(record, rules) == ()
    assert looks(paid(record, 0, 0), rules) == ["as if showdown-3x were “lose” where the cards say “win”"]


def test_money_is_not_explained_where_another_row_is_missing() -> None:
    assert looks(paid(holdem(), 0, 40), HOLDEM) == ["as if the hand were paid by the line “full-house” and not “flush”"]
    record = spoilt(paid(holdem(), 0, 40), LAST, lambda state: state["ledger"].pop(1))
    assert looks(record, HOLDEM) == [None]


def forms(side: str, amount: int = 10) -> tuple[Record, Rules]:
    """Fold, and keep the side wager, which is paid by its table: straight 3 to 2, pair push, lower lose."""
    ruleset = load_file(TINY / "many-forms.yaml")
    seat = {"seat": 1, "wagers": {"ante": amount, "blind": amount, "side": amount}}
    cards = {"seat.1": side, "dealer": "Qh 9h 5c"}
    return played("many-forms", [seat], cards, {"seat": 1, "action": "fold"}, own=ruleset), choose(ruleset)


@pytest.mark.parametrize(
    ("held", "amount", "money", "line", "true"),
    [
        ("Ks Qd Jc", 10, 10, "pair", "straight"),
        ("Ks Qd Jc", 10, 0, "lower", "straight"),
        ("7s 7d 2c", 10, 25, "straight", "pair"),
        ("7s 7d 2c", 5, 13, "straight", "pair"),
        ("Js 8d 4c", 10, 10, "pair", "lower"),
    ],
)
def test_money_of_another_line_is_told_by_both_lines(held: str, amount: int, money: int, line: str, true: str) -> None:
    record, rules = forms(held, amount)
    assert found(record, rules) == ()
    assert looks(paid(record, 2, money), rules) == [f"as if the hand were paid by the line “{line}” and not “{true}”"]
    assert looks(paid(paid(record, 2, money), 0, 3), rules) == [None, None], "two wagers are no matter of one line"


# Voids and recalls


def test_a_void_round_without_a_ledger_gives_nothing_back() -> None:
    record = spoilt(six({"method": "round.abandon"}), LAST, lambda state: state.pop("ledger"))
    assert [finding.actual for finding in found(record, SIX)] == ["returned nothing"] * 2


# Dealing


def test_what_is_told_again_or_tells_no_cards_deals_none() -> None:
    record = six({"method": "round.replay"}, PLAY, {"method": "round.replay"}, deck=SIX_DECK)
    assert found(record, SIX) == ()
    assert found(spoilt(record, 2, lambda state: state.pop("dealt")), SIX)[:-1] == ()


def test_what_is_dealt_after_a_recall_is_judged() -> None:
    record = holdem({"method": "round.replay"}, CALL, deck=HOLDEM_DECK)
    rules = rules_of(HOLDEM)
    assert found(record, rules) == ()
    wrong = spoilt(record, 2, lambda state: state["dealt"][0].update(card="2s"))
    assert dealing_in(wrong, rules) == [("deal.river", "board got 2s 5d")]


def test_a_refused_opening_deals_nothing() -> None:
    seat = {"seat": 9, "wagers": {"ante": 10}}
    record = played(SIX, [seat], {"seat.9": "As"}, deck=SIX_DECK)
    assert found(record, SIX) == ()


def test_a_place_is_judged_though_another_hides_a_card() -> None:
    def spoil(state: dict[str, Any]) -> None:
        state["dealt"][5]["card"], state["dealt"][6]["card"] = HIDDEN, "2s"

    assert ("deal.packets", "dealer got 2s Ks 9h 8c 7d 3c") in dealing_in(spoilt(six(deck=SIX_DECK), 0, spoil), SIX)


def test_cards_that_come_too_early_are_charged_to_the_step_that_deals_them() -> None:
    def spoil(state: dict[str, Any]) -> None:
        state["dealt"] += [{"to": "board", "card": card} for card in ("Jc", "5d")]

    rules, record = rules_of(HOLDEM), holdem(deck=HOLDEM_DECK)
    assert dealing_in(spoilt(record, 0, spoil), rules)[0] == ("deal.river", "board got 2h 7h 9h Jc 5d")
    wrong = spoilt(record, 0, lambda state: state["dealt"][4].update(card="2s"))
    assert dealing_in(wrong, rules)[0] == ("deal.flop", "board got 2s 7h 9h")


def test_a_single_card_that_is_wrong_is_charged_to_its_step() -> None:
    options = (("burn", "before-flop-and-river"),)
    record = holdem(options=options, deck="Ah 8c 3h Ad 2s 2h 7h 9h 3s Jc 5d")
    rules = rules_of(HOLDEM, None, options)
    assert found(record, rules) == ()
    wrong = spoilt(record, 0, lambda state: state["dealt"][4].update(card="4s"))
    assert dealing_in(wrong, rules)[0] == ("deal.burn-before-flop", "burn got 4s")
    second = spoilt(record, 1, lambda state: state["dealt"][0].update(card="4s"))
    assert dealing_in(second, rules)[0] == ("deal.burn-before-river", "burn got 4s")


def test_a_card_unasked_is_charged_to_the_step_in_force_that_deals_there_last() -> None:
    def spoil(place: str) -> Any:
        return lambda state: state["dealt"].append({"to": place, "card": "2d"})

    packets = spoilt(six(deck=SIX_DECK), 1, spoil("seat.2"))
    assert dealing_in(packets, SIX) == [("deal.packets", "seat.2 got 2d")]
    record, rules = behind(SEAT_PLAYS)
    start = record.exchanges[0]
    start.params["deck"] = ["Ks", "Kd", "2c", "Ah", "Jd", "9c"]  # type: ignore[index]
    assert found(record, rules) == ()
    assert dealing_in(spoilt(record, 1, spoil("seat.1")), rules) == [("deal.packets", "seat.1 got 2d")]
    hidden, by_hidden = behind(SEAT_PLAYS, third_card="hidden")
    hidden.exchanges[0].params["deck"] = start.params["deck"]  # type: ignore[index]
    assert dealing_in(spoilt(hidden, 1, spoil("seat.1")), by_hidden) == [("deal.packets-down", "seat.1 got 2d")]


@pytest.mark.parametrize(
    ("packets", "place", "step"),
    [
        ("occupied", "seat.1", "packets"),
        ("every-position", "seat.1", "packets-everywhere"),
        ("occupied", "dealer", "packets"),
        ("occupied", "discard", "order"),
        ("occupied", "burn", "burn"),
        ("occupied", "board", "board"),
    ],
)
def test_a_card_unasked_is_charged_by_place_and_option(packets: str, place: str, step: str) -> None:
    options = (("packets", packets),)
    seats = [{"seat": number, "wagers": {"1x": 10, "3x": 10, "6x": 10}} for number in range(1, 7)]
    deck = [rank + suit for suit in "shdc" for rank in "AKQJT98765432"]
    cards = {f"seat.{number}": "" for number in range(1, 7)}
    record = played(THREE_HANDS, seats, cards, options=options, deck=" ".join(deck))
    rules = rules_of(THREE_HANDS, None, options)
    record.exchanges[0].params["places"] = {}  # type: ignore[index]
    assert found(record, rules) == ()
    extra = spoilt(record, 0, lambda state: state["dealt"].append({"to": place, "card": "2c"}))
    assert dealing_in(extra, rules)[0][0] == f"deal.{step}"


def test_the_card_that_gives_way_need_not_be_told() -> None:
    record = spoilt(six(FOLD, deck=SIX_DECK), 1, lambda state: state.pop("dealt"))
    assert dealing_in(record, SIX) == []


def test_a_hidden_card_that_the_rules_never_turn_up_need_not_be_told() -> None:
    def hide(state: dict[str, Any]) -> None:
        state["dealt"][11]["card"] = HIDDEN

    for acts in ((FOLD, {"seat": 2, "action": "decline"}), ({"method": "round.abandon"},)):
        assert dealing_in(spoilt(six(*acts, deck=SIX_DECK), 0, hide), SIX) == []


def test_what_comes_after_a_question_too_many_is_not_due_yet() -> None:
    """The engine asks for the decision once more, and so deals no river."""
    record = holdem(deck=HOLDEM_DECK)
    first = record.exchanges[0].answer
    assert isinstance(first, Result)
    asked = first.value["awaiting"]
    again = spoilt(record, 1, lambda state: state.update(phase="decision", awaiting=asked, dealt=[]))
    assert dealing_in(again, HOLDEM) == []
    assert "ask.decide" in {finding.rule for finding in found(again, HOLDEM)}
    silent = spoilt(record, 1, lambda state: state.update(dealt=[]))
    assert dealing_in(silent, HOLDEM) == [("deal.river", "board got no card")]


# Refused rounds


def test_a_round_that_is_refused_is_judged_by_the_deck_that_was_forced() -> None:
    record = six(deck=SIX_DECK)
    record.exchanges[0].params.pop("places")  # type: ignore[attr-defined]
    refused = answered(record, 0, Refusal(-32001, "limits", "no", None))
    assert [(finding.rule, finding.kind) for finding in found(refused, SIX)] == [("accept", "refusal")]


def test_a_bank_that_is_refused_out_of_its_turn_is_refused_rightly() -> None:
    record, rules = behind()
    record.exchanges[0].params["deck"] = ["Ks", "Kd", "2c", "Ah", "Jd", "9c"]  # type: ignore[index]
    refused = answered(record, 0, Refusal(-32001, "bank", "no", None))
    assert judge(rules, {}, refused, Turns(8, 2)).findings == ()
    assert [finding.rule for finding in judge(rules, {}, refused).findings] == ["accept"]


# Halves of units


def test_a_wager_paid_by_its_table_in_a_row_that_does_not_ask_for_it_is_rounded() -> None:
    rows = {
        "fold": {"when": {"decide": "fold"}, "side": "forfeit", "cite": "side"},
        "stays": {"when": {"decide": "raise"}, "side": "pays", "cite": "side"},
    }
    ruleset = compiled(changed(game("many-forms"), {("settle", "side"): rows}))
    seat = {"seat": 1, "wagers": {"ante": 5, "blind": 5, "side": 5}}
    cards = {"seat.1": "Ks Qd Jc", "dealer": "Qh 9h 5c"}
    record = played("many-forms", [seat], cards, {"seat": 1, "action": "fold"}, own=ruleset)
    assert found(record, choose(ruleset)) == ()
    words = "as if the wager were paid by its table all the same"
    assert looks(paid(record, 2, 13), choose(ruleset)) == [words]

