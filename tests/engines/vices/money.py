"""Engines that pay wrong money."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from fairfelt.rulesets.cards import Card
from fairfelt.rulesets.rankings import Ranking, best_cards
from fairfelt.rulesets.round import Round, seat_cards
from fairfelt.rulesets.rules import Result, Ruleset
from tests.engines.vices.making import HOLDEM, SIX, Json, configured, paying, ruled, settled

EVEN = Result("win", Fraction(1))


@configured
def pays_a_flush_as_a_straight_flush(params: Json) -> None:
    rows = params["pay_tables"]["ante"]["rows"]
    rows["flush"] = rows["straight-flush"]


@configured
def pays_three_of_a_kind_short(params: Json) -> None:
    params["pay_tables"]["aces-up"]["rows"]["three-of-a-kind"] = "3:1"


@settled
def pays_the_call_for_one(row: Json, _: Round) -> int:
    """One for one is nothing won: the stake is the prize."""
    won = row["wager"] == "call" and row["outcome"] == "win"
    return int(row["returned"]) - (row["staked"] if won else 0)


@settled
def pays_aces_up_for_one(row: Json, _: Round) -> int:
    won = row["wager"] == "aces-up" and row["outcome"] == "win"
    return int(row["returned"]) - (row["staked"] if won else 0)


@ruled(HOLDEM)
def pushes_a_lost_call(rules: Ruleset) -> Ruleset:
    return paying(rules, "call", Result("push"), "dealer-wins")


@ruled(HOLDEM)
def pays_a_tied_ante(rules: Ruleset) -> Ruleset:
    return paying(rules, "ante", EVEN, "tie")


@ruled(HOLDEM)
def returns_the_call_that_should_be_paid(rules: Ruleset) -> Ruleset:
    return paying(rules, "call", Result("returned"), "dealer-fails-paid")


@ruled(HOLDEM)
def pays_the_call_that_should_be_returned(rules: Ruleset) -> Ruleset:
    return paying(rules, "call", EVEN, "dealer-fails")


@settled
def loses_a_chip_above_500(row: Json, _: Round) -> int:
    return int(row["returned"] - (row["staked"] > 500 and row["returned"] > 0))


@settled
def loses_the_odd_chip(row: Json, _: Round) -> int:
    """Half of an odd wager is rounded down when it wins, and the chip is gone."""
    return int(row["returned"] - (row["returned"] > row["staked"]) * (row["staked"] % 2))


@settled
def pays_the_maximum_as_one_step_less(row: Json, _: Round) -> int:
    greatest = row["wager"] == "ante" and row["staked"] == 1000 and row["returned"] > 0
    return int(row["returned"] - 5 * greatest)


@settled
def pushes_the_ante_beside_aces_up(row: Json, round_: Round) -> int:
    beside = row["wager"] == "ante" and "aces-up" in round_.placed[row["seat"], ""]
    return int(row["staked"] if beside and row["outcome"] == "win" else row["returned"])


@settled
def shorts_the_third_seat(row: Json, _: Round) -> int:
    return int(row["returned"] - (row["seat"] == 3 and row["returned"] > 0))


@ruled(SIX)
def pays_an_unclaimed_aces_up(rules: Ruleset) -> Ruleset:
    return paying(rules, "aces-up", Result("win", by_table=True), "fold-unclaimed")


@ruled(SIX)
def keeps_a_claimed_aces_up(rules: Ruleset) -> Ruleset:
    return paying(rules, "aces-up", Result("forfeit"), "fold-claimed")


def _made_of(ranking: Ranking, pick: Sequence[Card]) -> set[Card]:
    """Give the cards that make a hand what it is: all of a run or a flush, and the equal ones of any other."""
    alike = Counter(rank for rank, _ in pick)
    run_or_flush = len(alike) == ranking.size and ranking.strength(pick)[0] > 0
    return set(pick) if run_or_flush else {card for card in pick if alike[card[0]] > 1}


def _hand(round_: Round, seat: int) -> tuple[Ranking, tuple[Card, ...]]:
    return round_.rules.ruleset.hands["player-hand"].ranking, seat_cards(round_, seat, "seat")


@settled
def pays_a_second_combination(row: Json, round_: Round) -> int:
    """The best hand is paid, and so is the best one that needs the card which it leaves over."""
    table = round_.rules.pay_tables.get(row["wager"])
    if table is None or row["outcome"] != "win":
        return int(row["returned"])
    ranking, cards = _hand(round_, row["seat"])
    over = {*cards} - {*best_cards(ranking, cards)}
    others = [pick for pick in combinations(cards, ranking.size) if _made_of(ranking, pick) & over]
    paid = [table.line(ranking.strength(pick)).result for pick in others]
    return int(row["returned"] + row["staked"] * max((line.odds for line in paid if line.outcome == "win"), default=0))


@settled
def pays_ace_and_king_beside_equal_cards(row: Json, round_: Round) -> int:
    """Kickers are paid as a hand of their own, once the stake."""
    ranking, cards = _hand(round_, row["seat"])
    best = best_cards(ranking, cards)
    equal = _made_of(ranking, best)
    beside = equal and {"A", "K"} <= {rank for rank, _ in {*best} - equal}
    won = row["outcome"] == "win" and row["wager"] in round_.rules.pay_tables
    return int(row["returned"] + (row["staked"] if beside and won else 0))
