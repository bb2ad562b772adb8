"""A pay table sent over the protocol and read back pays the same for every hand."""

from fractions import Fraction
from typing import Any

import pytest

from fairfelt.rulesets.choose import Rules, choose, every_variant, fitting_tables
from fairfelt.rulesets.loader import load
from fairfelt.rulesets.rankings import Ranking
from fairfelt.rulesets.rules import PayTable
from fairfelt.rulesets.wire import named_rows, with_rows
from tests.rulesets.samples import GAMES


def every_table() -> list[Any]:
    found = {}
    for game in GAMES:
        ruleset = load(game)
        for variant, options in every_variant(ruleset):
            rules = choose(ruleset, variant, options, first_table=True)
            for wager in ruleset.pay_tables:
                for table in fitting_tables(ruleset, wager, rules.readings):
                    chosen = choose(ruleset, variant, options, {wager: table.id}, first_table=True)
                    found.setdefault(f"{game} {wager} {table.id}", (chosen, wager))
    return [pytest.param(rules, wager, id=name) for name, (rules, wager) in found.items()]


def ranking_of(rules: Rules, wager: str) -> Ranking:
    return rules.ruleset.hands[rules.pay_tables[wager].hand].ranking


def paid(table: PayTable, ranking: Ranking) -> list[tuple[str, Fraction]]:
    """Say what each class of hands is paid, lowest first."""
    lines = [table.line(hand_class.strength) for hand_class in ranking.classes]
    return [(line.result.outcome, line.result.odds) for line in lines]


@pytest.mark.parametrize(("rules", "wager"), every_table())
def test_a_table_sent_and_read_back_pays_every_class_alike(rules: Rules, wager: str) -> None:
    ranking, table = ranking_of(rules, wager), rules.pay_tables[wager]
    rows = named_rows(table, ranking)
    back = with_rows(rules, {wager: rows}).pay_tables[wager]
    assert paid(back, ranking) == paid(table, ranking)
    assert named_rows(back, ranking) == rows


@pytest.mark.parametrize(("rules", "wager"), every_table())
def test_a_table_whose_lowest_odds_are_changed_pays_some_class_otherwise(rules: Rules, wager: str) -> None:
    ranking, table = ranking_of(rules, wager), rules.pay_tables[wager]
    rows = named_rows(table, ranking)
    last = list(rows)[-1]
    changed = with_rows(rules, {wager: {**rows, last: "77:1"}}).pay_tables[wager]
    without = with_rows(rules, {wager: {name: odds for name, odds in rows.items() if name != last}}).pay_tables[wager]
    assert paid(changed, ranking) != paid(table, ranking)
    assert paid(without, ranking) != paid(table, ranking)


def six_card() -> Rules:
    return choose(load("six-card-poker"))


def test_the_printed_table_is_sent_by_category_highest_first() -> None:
    rules = six_card()
    assert named_rows(rules.pay_tables["aces-up"], ranking_of(rules, "aces-up")) == {
        "royal-flush": "500:1",
        "straight-flush": "100:1",
        "four-of-a-kind": "30:1",
        "full-house": "10:1",
        "flush": "8:1",
        "straight": "6:1",
        "three-of-a-kind": "4:1",
        "two-pair": "2:1",
        "pair-of-aces": "1:1",
    }


def test_a_table_that_pays_every_hand_is_sent_down_to_the_high_card() -> None:
    rules = choose(load("casino-holdem"), first_table=True)
    rows = named_rows(rules.pay_tables["ante"], ranking_of(rules, "ante"))
    assert list(rows)[-1] == "high-card"
    assert "pair-of-aces" not in rows
    assert rows["high-card"] == "1:1"


def test_what_the_rows_do_not_name_loses() -> None:
    rules = with_rows(six_card(), {"aces-up": {"flush": "5:1"}})
    ranking = ranking_of(rules, "aces-up")
    by_category = {
        ranking.category(hand.strength): result
        for hand, result in zip(ranking.classes, paid(rules.pay_tables["aces-up"], ranking), strict=True)
    }
    assert by_category["flush"] == ("win", Fraction(5))
    assert {by_category[name] for name in by_category if name != "flush"} == {("lose", Fraction(0))}


def test_a_royal_flush_that_the_rows_do_not_name_is_paid_as_a_straight_flush() -> None:
    rules = with_rows(six_card(), {"aces-up": {"straight-flush": "50:1"}})
    ranking = ranking_of(rules, "aces-up")
    assert rules.pay_tables["aces-up"].line(ranking.named["royal-flush"]).result.odds == 50
    named = with_rows(six_card(), {"aces-up": {"straight-flush": "50:1", "royal-flush": "500:1"}})
    assert named.pay_tables["aces-up"].line(ranking.named["royal-flush"]).result.odds == 500


def test_a_bonus_that_the_rows_do_not_name_adds_nothing_and_does_not_lose() -> None:
    rules = choose(load("casino-holdem"), options={"antewin": "adds"}, first_table=True)
    ranking = ranking_of(rules, "ante")
    table = with_rows(rules, {"ante": {"flush": "1:1"}}).pay_tables["ante"]
    assert table.line(ranking.classes[0].strength).result.outcome == "win"
    assert table.line(ranking.classes[0].strength).result.odds == 0


def test_rows_of_another_wager_change_nothing() -> None:
    rules = six_card()
    assert with_rows(rules, {"ante": {"flush": "5:1"}}).pay_tables == rules.pay_tables
