"""Engines that pay wrong money."""

from fractions import Fraction

from fairfelt.rulesets.round import Round
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
