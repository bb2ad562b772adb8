"""Checks before answers that leave parts out, say the right in other words, or say too much: neither deaf nor jumpy."""

from typing import Any

import pytest

from fairfelt.conformance.checks import judge
from fairfelt.conformance.connections import Fault
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.record import Record
from fairfelt.rulesets.cards import HIDDEN
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.rotation import Turns
from tests.checked_rounds import (
    BANKED,
    BUY,
    CALL,
    DRAW,
    FOLD,
    PLAY,
    THREE_HANDS,
    answered,
    banked,
    draw,
    found,
    holdem,
    played,
    six,
    spoilt,
)
from tests.helpers import HOLDEM, SIX, rules_of

LAST = -1
SIX_DECK = "As Ac 9d 7s 4h 2c Ad Ks 9h 8c 7d 3c 2d 2h"
DECLINE = {"seat": 2, "action": "decline"}


def paid(record: Record, at: int, returned: int, word: str | None = None) -> Record:
    def spoil(state: dict[str, Any]) -> None:
        row = state["ledger"][at]
        row.update(returned=returned, outcome=word or row["outcome"])

    return spoilt(record, LAST, spoil)


def money_in(record: Record, rules: Rules | str) -> list[tuple[str | None, str | None]]:
    """Give the wager and the explanation of each finding about money."""
    return [(one.wager, one.looks_like) for one in found(record, rules) if one.kind in ("settlement", "bank")]


def six_with(player: str, *acts: dict[str, Any], dealer: str = "Ad Ks 9h 8c 7d 3c", **wagers: int) -> Record:
    seat = {"seat": 2, "wagers": {"ante": 10, **wagers}}
    return played(SIX, [seat], {"seat.2": player, "dealer": dealer}, *(acts or (PLAY,)))


# What is left out


def test_a_banked_round_without_a_ledger_is_one_finding() -> None:
    record = spoilt(banked(), LAST, lambda state: state.pop("ledger"))
    assert [finding.rule for finding in found(record, BANKED)] == ["money.ledger"]


def test_a_question_without_choices_is_told() -> None:
    record = spoilt(six(), 0, lambda state: state["awaiting"].pop("legal"))
    (finding,) = found(record, SIX)
    assert (finding.rule, finding.actual) == ("ask.decide", "choices none")


def test_a_recall_that_breaks_down_is_a_breakdown_alone() -> None:
    record = answered(six({"method": "round.replay"}, PLAY), 1, Fault("hang", "no answer"))
    assert [finding.kind for finding in found(record, SIX)] == ["engine-fault"]


def test_a_recall_is_held_against_answers_that_deal_nothing() -> None:
    record = six(PLAY, {"method": "round.replay"})
    assert found(spoilt(record, 1, lambda state: state.pop("dealt")), SIX) == ()


def test_a_recall_tells_what_was_told() -> None:
    record = six({"method": "round.replay"}, PLAY)
    (finding,) = found(spoilt(record, 1, lambda state: state.update(phase="void")), SIX)
    assert (finding.expected, finding.actual) == ("phase as it was told in the round: decision", "void")


def test_a_round_that_was_forced_by_its_deck_alone_is_judged_by_what_was_dealt() -> None:
    record = six(deck=SIX_DECK)
    record.exchanges[0].params.pop("places")  # type: ignore[attr-defined]
    assert found(record, SIX) == ()


def test_what_was_dealt_counts_and_not_what_was_meant() -> None:
    record = six()
    record.exchanges[0].params["places"]["seat.2"] = ["Ks", "Kc", "9d", "7s", "4h", "2c"]
    assert found(record, SIX) == ()


def test_a_hidden_card_that_nobody_forced_stays_hidden() -> None:
    options = (("burn", "before-flop-and-river"),)
    record = holdem(options=options, deck="Ah 8c 3h Ad 2s 2h 7h 9h 3s Jc 5d")
    hidden = spoilt(record, 0, lambda state: state["dealt"][4].update(card=HIDDEN))
    hidden = spoilt(hidden, 1, lambda state: state["dealt"][0].update(card=HIDDEN))
    assert [finding.kind for finding in found(hidden, rules_of(HOLDEM, None, options))] == []


def test_a_drawn_card_that_is_not_told_is_taken_from_those_that_were_to_come() -> None:
    record = draw(BUY)
    untold = spoilt(record, 1, lambda state: state.update(dealt=[]))
    untold = spoilt(untold, 1, lambda state: state["awaiting"]["legal"].pop())
    assert [finding.rule for finding in found(untold, DRAW) if finding.kind == "legal-actions"] == ["ask.after-buy"]


# What is tried in between


def between(spoil_at: int, *acts: dict[str, Any]) -> tuple[Finding, ...]:
    record = spoilt(six(*acts), spoil_at, lambda state: state["awaiting"].update(seat=7))
    return tuple(finding for finding in found(record, SIX) if finding.kind == "legal-actions")


def test_a_question_is_judged_after_a_recall_and_after_another_round() -> None:
    other = {"method": "round.start", "round": "r2", "seats": [{"seat": 1, "wagers": {"ante": 10}}]}
    other["places"] = {"seat.1": SIX_DECK.split()[:6], "dealer": SIX_DECK.split()[6:12]}
    for aside in ({"method": "round.replay"}, other):
        assert found(six(aside, FOLD, DECLINE), SIX) == ()
        assert [finding.rule for finding in between(2, aside, FOLD, DECLINE)] == ["ask.claim"]


def test_a_record_is_judged_by_who_banked_before() -> None:
    """Seat 8 has banked twice, so a third round of its is refused by the rules, and whatever follows is no matter."""
    record = banked()
    record.exchanges[0].params["deck"] = ["Ks", "Kd", "2c", "Ah", "Jd", "9c"]  # type: ignore[index]
    wrong = spoilt(record, 0, lambda state: state["dealt"][0].update(card="3d"))
    rules = rules_of(BANKED)
    assert [finding.rule for finding in judge(rules, {}, record).findings] == []
    judged = judge(rules, {}, wrong, Turns(8, 2))
    assert [finding.rule for finding in judged.findings] == ["refuse"]
    assert {finding.record for finding in judged.findings} == {"r1"}
    assert judged.record is wrong and judged.trace.record is wrong


# Money in other words


def test_the_right_money_is_not_explained() -> None:
    """Where the dealer fails, the ante is paid whoever has the better hand; by another word it is a warning."""
    assert money_in(paid(holdem(), 0, 30, "push"), HOLDEM) == [("ante", None)]
    rules = rules_of(THREE_HANDS, None, (("multiples", "for-one"), ("base-wagers", "any")))
    cards = {"seat.1": "As Ad Kc 9d 4s 2s", "dealer": "Qs Qd 9h 8c 7d 3d", "burn": "5c", "board": "2d 3h 4c 5s Jh"}
    act = {"seat": 1, "action": "set", "cards": {"1x": ["As", "Ad"], "3x": ["9d", "2s"], "6x": ["Kc", "4s"]}}
    options = (("multiples", "for-one"), ("base-wagers", "any"))
    record = played(THREE_HANDS, [{"seat": 1, "wagers": {"1x": 10}}], cards, act, options=options)
    assert found(record, rules) == ()
    assert money_in(paid(record, 0, 10, "push"), rules) == [("1x", None)]


def test_money_is_explained_where_every_row_is_wrong() -> None:
    record = six_with("As Ac 9d 7s 4h 2c")
    lost = "as if showdown were “lose” where the cards say “win”"
    assert money_in(paid(paid(record, 0, 0), 1, 0), SIX) == [("ante", lost), ("play", lost)]


def test_money_is_judged_though_a_row_before_it_is_missing() -> None:
    record = spoilt(paid(six(), 1, 19), LAST, lambda state: state["ledger"].pop(0))
    assert [wager for wager, _ in money_in(record, SIX)] == ["play"]


def test_a_lost_wager_that_comes_back_looks_like_a_push() -> None:
    pushed = "as if the wager had pushed"
    lost = six_with("Kc Kd 9d 7s 4h 2c", **{"aces-up": 5})
    assert found(lost, SIX) == ()
    assert money_in(paid(lost, 2, 5, "push"), SIX) == [("aces-up", pushed)]
    folded = six_with("Kc Kd 9d 7s 4h 2c", FOLD, DECLINE, **{"aces-up": 5})
    assert found(folded, SIX) == ()
    assert money_in(paid(folded, 1, 5, "returned"), SIX) == [("aces-up", pushed)]


def test_a_push_that_is_kept_looks_lost_and_a_win_that_is_kept_does_not() -> None:
    tie = six_with("As Kc 9d 8s 7h 3d")
    assert found(tie, SIX) == ()
    assert money_in(paid(tie, 0, 0), SIX) == [("ante", "as if the wager had lost")]
    assert money_in(paid(six_with("As Ac 9d 7s 4h 2c"), 0, 0), SIX) == [("ante", None)]


@pytest.mark.parametrize(
    ("held", "money", "words"),
    [
        ("Ks Qs 2s", 5 + 15, "as if the wager were paid by its table all the same"),
        ("Ks Kd 2s", 5 + 5, "as if the wager were paid by its table all the same"),
        ("Ks Kd 2s", 5 + 6, None),
        ("Ks Td 2s", 5, None),
    ],
)
def test_a_folded_wager_that_is_paid_by_its_table_is_told(held: str, money: int, words: str | None) -> None:
    seat = {"seat": 1, "wagers": {"ante": 10, "pair-plus": 5}}
    fold = {"seat": 1, "action": "fold"}
    record = played(BANKED, [seat], {"seat.1": held, "dealer": "Ah Jd 9c"}, fold, bank={"seat": 8, "amount": 10**6})
    assert found(record, BANKED) == ()
    assert ("pair-plus", words) in money_in(paid(record, 1, money, "win"), BANKED)


# Hands


def named(record: Record, who: str, name: str, **told: Any) -> Record:
    return spoilt(record, LAST, lambda state: state["hands"][who][name].update(told))


def hands_in(record: Record, rules: Rules | str) -> list[str]:
    return [finding.rule for finding in found(record, rules) if finding.kind == "hands"]


@pytest.mark.parametrize(("who", "name"), [("seat.2", "player-hand"), ("dealer", "dealer-hand")])
def test_a_hand_is_not_judged_where_a_card_too_many_lies(who: str, name: str) -> None:
    wrong = named(six(), who, name, category="flush")
    assert hands_in(wrong, SIX) == [f"hands.{name}"]
    extra = spoilt(wrong, 1, lambda state: state["dealt"].append({"to": who, "card": "2d"}))
    assert hands_in(extra, SIX) == []


def test_only_the_hand_with_a_bar_qualifies() -> None:
    for says in (True, False):
        told = named(banked(), "seat.1", "player-hand", qualifies=says)
        assert hands_in(told, BANKED) == []
    seat = {"seat": 1, "wagers": {"ante": 10, "six-card-bonus": 5}}
    act = {"seat": 1, "action": "play", "wagers": {"play": 10}}
    cards = {"seat.1": "Ks Kd 2c", "dealer": "Ah Jd 9c"}
    bonus = played(BANKED, [seat], cards, act, bank={"seat": 8, "amount": 10**6})
    for says in (True, False):
        assert hands_in(named(bonus, "seat.1", "six-cards", qualifies=says), BANKED) == []


def exchanged() -> Record:
    """The dealer fails, and its lowest card is exchanged for a two."""
    cards = {"seat.1": "As Ad 9c 7h 4s", "dealer": "Qs Td 9h 8c 7d", "dealer-after": "2c", "stub": "2c"}
    acts = [
        {"seat": 1, "action": "raise", "wagers": {"raise": 20}},
        {"seat": 1, "action": "exchange-dealer", "wagers": {"exchange-dealer": 10}},
    ]
    deck = "As Ad 9c 7h 4s Qs Td 9h 8c 7d 2c"
    return played(DRAW, [{"seat": 1, "wagers": {"ante": 10}}], cards, *acts, deck=deck)


def test_the_hand_after_an_exchange_is_judged_by_itself() -> None:
    record = exchanged()
    assert found(record, DRAW) == ()
    wrong = named(record, "dealer", "exchanged-hand", category="flush")
    assert hands_in(wrong, DRAW) == ["hands.exchanged-hand"]
    extra = spoilt(wrong, 1, lambda state: state["dealt"].append({"to": "dealer", "card": "3d"}))
    both = named(extra, "dealer", "dealer-hand", category="flush")
    assert hands_in(both, DRAW) == ["hands.exchanged-hand"]


def test_a_seats_hand_is_judged_though_a_card_of_the_dealer_was_replaced() -> None:
    assert hands_in(named(exchanged(), "seat.1", "player-hand", category="flush"), DRAW) == ["hands.player-hand"]


def test_a_hand_of_which_cards_were_given_up_and_drawn_is_judged() -> None:
    change = {"seat": 1, "action": "exchange", "wagers": {"exchange": 20}, "cards": ["4s"]}
    acts = [BUY, change, {"seat": 1, "action": "raise", "wagers": {"raise": 20}}]
    record = draw(*acts)
    assert found(record, DRAW) == ()
    assert hands_in(named(record, "seat.1", "player-hand", category="flush"), DRAW) == ["hands.player-hand"]


def two_seats(*acts: dict[str, Any]) -> Record:
    seats = [{"seat": 2, "wagers": {"ante": 10}}, {"seat": 5, "wagers": {"ante": 20}}]
    cards = {"seat.2": "As Ac 9d 7s 4h 2c", "seat.5": "Js Jc 9c 7c 4d 2d", "dealer": "Ad Ks 9h 8c 7d 3c"}
    return played(SIX, seats, cards, *acts)


SECOND = {"seat": 5, "action": "play", "wagers": {"play": 20}}


def test_the_hand_of_each_seat_is_judged_by_its_own_cards() -> None:
    record = two_seats(PLAY, SECOND)
    assert found(record, SIX) == ()
    assert hands_in(named(record, "seat.5", "player-hand", category="flush"), SIX) == ["hands.player-hand"]


def test_a_hand_after_one_that_the_rules_do_not_name_is_judged() -> None:
    def spoil(state: dict[str, Any]) -> None:
        told = state["hands"]["seat.2"]
        state["hands"]["seat.2"] = {"bonus": {"category": "x", "cards": []}, **told}

    wrong = named(six(), "seat.2", "player-hand", category="flush")
    assert hands_in(spoilt(wrong, LAST, spoil), SIX) == ["hands.player-hand"]


def test_a_hand_of_exactly_as_many_cards_as_count_is_judged() -> None:
    assert hands_in(named(banked(), "dealer", "dealer-hand", qualifies=False), BANKED) == ["hands.dealer-hand"]
    assert hands_in(named(banked(), "seat.1", "player-hand", cards=["Ks", "Kd", "2d"]), BANKED) == ["hands.player-hand"]


def test_an_engine_that_lets_the_dealer_qualify_is_told_so() -> None:
    record = six_with("As Ac 9d 7s 4h 2c", dealer="Kh Qs 9h 8c 7d 3c")
    assert found(record, SIX) == ()
    (finding,) = found(named(record, "dealer", "dealer-hand", qualifies=True), SIX)
    assert finding.expected == "dealer: Kh Qs 9h 8c 7d 3c fails"
    assert finding.actual == "the engine says that it qualifies"


def test_a_straight_flush_is_no_royal_flush() -> None:
    cards = {"seat.1": "9h Kh", "dealer": "8c Ad", "board": "Qh Jh Th 2c 5d"}
    record = played(HOLDEM, [{"seat": 1, "wagers": {"ante": 10}}], cards, CALL)
    assert found(record, HOLDEM) == ()
    assert hands_in(named(record, "seat.1", "player-hand", category="royal-flush"), HOLDEM) == ["hands.player-hand"]


def test_a_hand_at_a_place_where_nothing_lies_can_not_be_named() -> None:
    cards = {"seat.1": "As Ad 9c 7h 4s", "dealer": "Qs Qd 9h 8c 7d"}
    raises = {"seat": 1, "action": "raise", "wagers": {"raise": 20}}
    record = played(DRAW, [{"seat": 1, "wagers": {"ante": 10}}], cards, raises)
    hand = {"cards": cards["dealer"].split(), "category": "pair"}
    told = spoilt(record, LAST, lambda state: state["hands"]["dealer"].update({"exchanged-hand": hand}))
    assert hands_in(told, DRAW) == ["hands.exchanged-hand"]


# Views


def views_in(record: Record, rules: Rules | str) -> list[tuple[str, str]]:
    return [(finding.rule, finding.actual) for finding in found(record, rules) if finding.kind == "view"]


def blind(at: int, record: Record, viewer: str = "seat.2", place: str = "seat.2") -> Record:
    return spoilt(record, at, lambda state: state["views"][viewer].pop(place))


def test_views_are_judged_after_a_recall_and_after_an_answer_without_any() -> None:
    seen = [("view.open", "seat.2 sees no card")]
    assert views_in(blind(2, six({"method": "round.replay"}, FOLD, DECLINE)), SIX) == seen
    without = spoilt(six(FOLD, DECLINE), 0, lambda state: state.pop("views"))
    assert views_in(blind(1, without), SIX) == seen


def test_views_of_a_round_that_should_be_over_are_not_judged() -> None:
    asked: dict[str, Any] = {"seat": 2, "decision": "claim", "legal": [{"action": "claim"}]}
    record = spoilt(six(), 1, lambda state: state.update(phase="decision", awaiting=asked, views={}))
    assert views_in(record, SIX) == []


def test_each_view_is_judged_though_another_is_missing() -> None:
    one_blind = blind(0, two_seats(PLAY, SECOND), "seat.5", "seat.5")
    record = spoilt(one_blind, 0, lambda state: state["views"].pop("seat.2"))
    assert views_in(record, SIX) == [("view.open", "no view"), ("view.open", "seat.5 sees no card")]


def test_burnt_and_discarded_cards_are_nobodys_secret_and_hide_no_other_place() -> None:
    options = (("burn", "before-flop-and-river"),)
    rules = rules_of(HOLDEM, None, options)
    record = holdem(options=options, deck="Ah 8c 3h Ad 2s 2h 7h 9h 3s Jc 5d")
    shown = spoilt(record, 0, lambda state: state["views"]["seat.1"].update(burn=["2s"]))
    assert views_in(shown, rules) == []
    assert views_in(blind(0, shown, "seat.1", "board"), rules) == [("view.open", "seat.1 sees no card")]
    everywhere = (("packets", "every-position"),)
    cards = {"seat.1": "As Ad Kc 9d 4s 2s", "dealer": "Qs Qd 9h 8c 7d 3d", "burn": "5c", "board": "2d 3h 4c 5s Jh"}
    deck = [rank + suit for suit in "shdc" for rank in "AKQJT98765432"]
    seat = {"seat": 1, "wagers": {"1x": 10, "3x": 10, "6x": 10}}
    packets = played(THREE_HANDS, [seat], cards, options=everywhere, deck=" ".join(deck))
    packets.exchanges[0].params["places"] = {}  # type: ignore[index]
    by_packets = rules_of(THREE_HANDS, None, everywhere)
    open_ = spoilt(packets, 0, lambda state: state["views"]["seat.1"].update(discard=deck[6:36]))
    assert views_in(packets, by_packets) == views_in(open_, by_packets) == []


# Before a round and beside it


def test_a_round_that_was_refused_can_be_neither_played_nor_abandoned() -> None:
    seat = {"seat": 9, "wagers": {"ante": 10}}
    for act in ({"seat": 9, "action": "fold"}, {"method": "round.abandon"}, {"method": "round.replay"}):
        assert found(played(SIX, [seat], {"seat.9": "As"}, act), SIX) == ()


def test_another_round_is_abandoned_beside_this_one() -> None:
    aside = {"method": "round.abandon", "round": "r9"}
    assert found(six(aside, FOLD, DECLINE), SIX) == ()
    recalled = spoilt(six(aside, {"method": "round.replay"}), 2, lambda state: state.update(phase="void"))
    assert [finding.rule for finding in found(recalled, SIX)] == ["round.recall"]


def test_a_forbidden_step_after_an_answer_to_a_wrong_question_is_a_finding() -> None:
    """The engine asks for a claim that these options don't know, refuses it, and then takes a second decision."""
    options = (("claim", "automatic"),)
    asked: dict[str, Any] = {"seat": 2, "decision": "claim", "legal": [{"action": "claim"}, {"action": "decline"}]}
    record = six(FOLD, {"seat": 2, "action": "claim"}, PLAY, options=options)
    record = spoilt(record, 1, lambda state: state.update(phase="decision", awaiting=asked))
    record = answered(record, 3, six(FOLD, options=options).exchanges[1].answer)
    assert [finding.rule for finding in found(record, rules_of(SIX, None, options))] == ["refuse", "ask.decide"]


def test_all_who_stand_behind_a_seat_are_told() -> None:
    backline = [{"bettor": name, "wagers": {"ante": 5}} for name in ("ann", "bob")]
    record = played(BANKED, [{"seat": 1, "wagers": {"ante": 10}, "backline": backline}], {})
    (finding,) = found(answered(record, 0, Fault("hang", "no answer")), BANKED)
    words = "seat 1 with ante 10, ann behind it with ante 5, bob behind it with ante 5"
    assert finding.expected == f"an answer to a round of {words}"
