"""What the language offers and no shipped game uses yet, on games made for it, each with a damage beside it."""

from fractions import Fraction
from pathlib import Path

import pytest

from fairfelt.rulesets.choose import Rules, choose
from fairfelt.rulesets.errors import RulesetError
from fairfelt.rulesets.loader import load_file
from fairfelt.rulesets.play import act, awaiting, open_round
from fairfelt.rulesets.round import known_facts, views
from fairfelt.rulesets.seating import Limits, Refused, Seat
from tests.rulesets.samples import (
    TINY,
    assert_refused,
    edited,
    line_of,
    load_text,
    nets,
    places,
    play_on,
    settle_one,
    tiny_text,
)

TEXT = tiny_text("many-forms")
PAIR, LOW, WHEEL = "7s 7d 2c", "Js 8d 4c", "As 2d 3c"
CARDS = places({"seat.1": PAIR, "seat.2": LOW, "dealer": "Qh 9h 5c"})


def many_forms() -> Rules:
    return choose(load_file(TINY / "many-forms.yaml"))


def refusal(text: str, folder: Path = TINY) -> RulesetError:
    with pytest.raises(RulesetError) as refused:
        load_text(text, folder)
    return refused.value


def refused_at_once(**wagers: int) -> str:
    with pytest.raises(Refused) as refused:
        open_round(many_forms(), (Seat(1, wagers),), CARDS, {})
    return refused.value.reason


# Wagers that depend on each other


def test_a_wager_that_equals_another_may_be_neither_more_nor_less() -> None:
    assert open_round(many_forms(), (Seat(1, {"ante": 5, "blind": 5}),), CARDS, {})
    assert refused_at_once(ante=5, blind=6) == "relation"
    assert refused_at_once(ante=5, blind=4) == "relation"
    assert refused_at_once(ante=5) == "relation"


def test_a_wager_at_most_another_may_be_less() -> None:
    for side in (1, 4, 5):
        assert open_round(many_forms(), (Seat(1, {"ante": 5, "blind": 5, "side": side}),), CARDS, {})
    assert refused_at_once(ante=5, blind=5, side=6) == "relation"


def test_a_wager_that_is_a_multiple_fits_without_a_rest() -> None:
    for jackpot in (5, 10, 50):
        assert open_round(many_forms(), (Seat(1, {"ante": 5, "blind": 5, "jackpot": jackpot}),), CARDS, {})
    assert refused_at_once(ante=5, blind=5, jackpot=7) == "relation"
    assert refused_at_once(ante=5, blind=5, jackpot=4) == "relation"


def test_limits_hold_beside_relations() -> None:
    with pytest.raises(Refused, match="outside the limits"):
        open_round(many_forms(), (Seat(1, {"ante": 5, "blind": 5, "side": 2}),), CARDS, {"side": Limits(3, 5)})


# Decisions of several sizes


def test_a_decision_offers_each_multiple_and_nothing_between() -> None:
    state = open_round(many_forms(), (Seat(1, {"ante": 5, "blind": 5}),), CARDS, {})
    asked = awaiting(state)
    assert asked is not None
    assert {entry.action: entry.wagers for entry in asked.legal}["raise"] == {"raise": (15, 20, 5)}
    for amount in (15, 20):
        assert act(state, 1, "raise", {"raise": amount}).placed[1, ""]["raise"] == amount
    for amount in (0, 5, 10, 16, 18, 25):
        with pytest.raises(Refused, match="15 to 20 in steps of 5"):
            act(state, 1, "raise", {"raise": amount})


@pytest.mark.parametrize("times", ["[4, 3]", "[3, 3]", "[1, 3, 6]"])
def test_multiples_rise_in_equal_steps(times: str) -> None:
    damaged = edited(TEXT, "times: [3, 4]", f"times: {times}")
    assert_refused(refusal(damaged), line_of(damaged, times), "equal steps")
    assert load_text(edited(TEXT, "times: [3, 4]", "times: [2, 4, 6]"), TINY)


def test_a_later_decision_comes_only_to_those_whose_wagers_bring_it_about() -> None:
    with_jackpot = {"ante": 5, "blind": 5, "jackpot": 10}
    seats = (Seat(1, with_jackpot), Seat(2, {"ante": 5, "blind": 5}))
    state = play_on(open_round(many_forms(), seats, CARDS, {}), "raise")
    asked = awaiting(state)
    assert asked is not None
    assert (asked.seat, asked.question.id) == (1, "insure")
    after = awaiting(play_on(state, "decline"))
    assert after is not None
    assert (after.seat, after.question.id) == (2, "decide")
    assert play_on(state, "insure", "raise").settled


def test_a_wager_may_be_placed_by_one_decision_only() -> None:
    insure = "insure: {places: {insurance: {of: ante, times: [1]}}, cite: insure}"
    damaged = edited(TEXT, insure, "insure: {places: {raise: {of: ante, times: [1]}}, cite: insure}")
    assert_refused(refusal(damaged), line_of(damaged, "      - id: insure"), "'raise' a second time")


# Facts


@pytest.mark.parametrize(
    ("cards", "value"), [(LOW, "poor"), (PAIR, "paired"), (WHEEL, "strong"), ("As Ks 2s", "paired")]
)
def test_bands_divide_all_hands(cards: str, value: str) -> None:
    stakes = {"ante": 2, "blind": 2, "jackpot": 2}
    settled = settle_one(many_forms(), stakes, {"seat.1": cards, "dealer": "Kh 9h 5c"}, "fold")
    assert settled["jackpot"].row.name == value


@pytest.mark.parametrize(
    ("bands", "words"),
    [
        ('{paired: {pair: ["2"]}, poor: {high-card: []}, strong: {straight: ["4"]}}', "do not rise"),
        ('{poor: {high-card: [K]}, paired: {pair: ["2"]}, strong: {straight: ["4"]}}', "leaves out lower hands"),
        ('{poor: {high-card: []}, paired: {pair: ["2"]}, strong: {pair: ["2"]}}', "do not rise"),
        ("{poor: {high-card: []}}", "at least 2 items"),
    ],
)
def test_bands_rise_from_the_lowest_hand(bands: str, words: str) -> None:
    whole = '{poor: {high-card: []}, paired: {pair: ["2"]}, strong: {straight: ["4"]}}'
    damaged = edited(TEXT, whole, bands)
    assert_refused(refusal(damaged), line_of(damaged, bands), words)


def test_a_fact_about_a_wager_that_an_action_places_changes_with_the_action() -> None:
    rules, stakes = many_forms(), {"ante": 2, "blind": 2, "jackpot": 2}
    opened = open_round(rules, (Seat(1, stakes),), CARDS, {})
    assert known_facts(opened, (1, ""))["insured"] == "bare"
    assert known_facts(play_on(opened, "raise", "insure"), (1, ""))["insured"] == "insured"
    cards = {"seat.1": PAIR, "dealer": "Qh 9h 5c"}
    assert settle_one(rules, stakes, cards, "raise", "insure")["jackpot"].row.name == "paired-insured"
    assert settle_one(rules, stakes, cards, "raise", "decline")["jackpot"].row.name == "paired"


# Odds


def test_odds_with_halves_are_rounded_as_the_rule_says() -> None:
    cards, stakes = {"seat.1": PAIR, "dealer": "Qh 9h 5c"}, {"ante": 5, "blind": 5}
    assert nets(many_forms(), stakes, cards, "raise") == {"ante": 5, "blind": 8, "raise": 15}
    down = load_text(edited(TEXT, "direction: up", "direction: down"), TINY)
    assert nets(choose(down), stakes, cards, "raise") == {"ante": 5, "blind": 7, "raise": 15}


def test_an_even_stake_needs_no_rounding_in_either_direction() -> None:
    cards, stakes = {"seat.1": PAIR, "dealer": "Qh 9h 5c"}, {"ante": 6, "blind": 6}
    for direction in ("up", "down"):
        ruleset = load_text(edited(TEXT, "direction: up", f"direction: {direction}"), TINY)
        assert nets(choose(ruleset), stakes, cards, "raise")["blind"] == 9


def test_halves_without_a_rounding_rule_are_refused() -> None:
    damaged = edited(TEXT, "rounding: {direction: up, cite: parts}\n", "")
    assert_refused(refusal(damaged), line_of(damaged, "straight: 3 to 2"), "3 to 2", "rounding")
    misspelt = edited(TEXT, "direction: up, cite: parts", "direction: up, cite: part")
    assert_refused(refusal(misspelt), line_of(misspelt, "rounding:"), "clause", "parts")


def test_odds_are_exact() -> None:
    rows = {row.name: row for table in many_forms().ruleset.tables for row in table.rows}
    assert rows["win"].results["blind"].odds == Fraction(3, 2)
    assert rows["paired-insured"].results["jackpot"].odds == Fraction(1, 2)


def test_a_pay_line_may_push() -> None:
    stakes = {"ante": 2, "blind": 2, "side": 2}
    side = settle_one(many_forms(), stakes, {"seat.1": PAIR, "dealer": "Qh 9h 5c"}, "fold")["side"]
    assert (side.outcome, side.returned, side.line) == ("push", 2, "pair")
    lost = settle_one(many_forms(), stakes, {"seat.1": LOW, "dealer": "Qh 9h 5c"}, "fold")["side"]
    assert (lost.outcome, lost.returned, lost.line) == ("lose", 0, "lower")


@pytest.mark.parametrize(
    ("cards", "line", "returned"),
    [
        ("As Ks Qs", "top-run", 102),
        ("As 2s 3s", "wheel-run", 82),
        ("Ks Qs Js", "straight", 5),
        ("7s 7d 7c", "straight", 5),
    ],
)
def test_named_floors_of_an_own_ranking_are_pay_lines(cards: str, line: str, returned: int) -> None:
    stakes = {"ante": 2, "blind": 2, "side": 2}
    side = settle_one(many_forms(), stakes, {"seat.1": cards, "dealer": "Qh 9h 5c"}, "fold")["side"]
    assert (side.line, side.returned) == (line, returned)


# Several packs


def test_two_packs_deal_the_same_card_twice() -> None:
    stakes = {"ante": 1, "blind": 1}
    same = {"seat.1": "7s 7s 7d", "dealer": "7s 7d 7d"}
    with pytest.raises(Refused, match="more often than its packs"):
        nets(many_forms(), stakes, same, "raise")
    assert nets(many_forms(), stakes, {"seat.1": "7s 7s 7d", "dealer": "7c 7d 7h"}, "raise") == dict.fromkeys(
        ("ante", "blind", "raise"), 0
    )


def test_two_packs_need_a_ranking_that_knows_five_of_a_kind() -> None:
    text = tiny_text("two-packs")
    damaged = text.replace("five-alike", "poker")
    assert_refused(refusal(damaged), line_of(damaged, "  own: {of"), "5 cards of one rank", "groups: [5]")
    one_pack = edited(
        damaged.replace("{five-of-a-kind: 200 to 1, lower", "{straight-flush: 200 to 1, lower"), "packs: 2", "packs: 1"
    )
    assert load_text(one_pack, TINY)


def test_five_of_a_kind_is_no_line_of_a_single_pack() -> None:
    damaged = edited(tiny_text("two-packs"), "packs: 2", "packs: 1")
    assert_refused(refusal(damaged), line_of(damaged, "      200-1:"), "no hand shows five-of-a-kind")


def test_a_card_face_up_is_seen_before_the_decision_and_the_others_after() -> None:
    state = open_round(many_forms(), (Seat(1, {"ante": 2, "blind": 2}),), CARDS, {})
    assert views(state)["seat.1"]["dealer"] == ("Qh", "??", "??")
    assert views(play_on(state, "raise"))["seat.1"]["dealer"] == ("Qh", "9h", "5c")


# Own rankings and sources beside the game


def test_an_own_ranking_and_an_own_source_stand_beside_the_game() -> None:
    ruleset = load_file(TINY / "many-forms.yaml")
    assert ruleset.hands["own"].ranking.name == "second-wheel"
    assert {clause.title for clause in ruleset.clauses.values()} == {"Rules of the Felt House"}
    assert "six-card-poker-outline/fold" not in ruleset.clauses
    with pytest.raises(RulesetError, match="source 'felt-house' is not known"):
        load_text(TEXT)


def test_a_clause_of_another_source_is_cited_with_its_source() -> None:
    assert load_text(edited(TEXT, "cite: jackpot}\n  raise:", "cite: pay-tables-in-use/published}\n  raise:"), TINY)
    assert "pay-tables-in-use" in str(
        refusal(edited(TEXT, "cite: jackpot}\n  raise:", "cite: pay-tables-in-use/publish}\n  raise:"))
    )
