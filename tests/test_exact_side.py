"""Wagers that a pay table decides: each line is counted over all sets of cards."""

from fractions import Fraction

import pytest

from fairfelt.rulesets.choose import choose, fitting_tables
from fairfelt.rulesets.loader import load
from fairfelt.rulesets.rules import PayTable
from fairfelt.stats.exact import side
from fairfelt.stats.exact.figures import WagerFigures

THREE, SIX, HOLDEM = "three-card-poker-6-card-bonus", "six-card-poker", "holdem-1-3-6"
PAIR_PLUS = {  # pay table: house edge in percent, standard deviation
    "40-30-6-4-1": (2.3167, 2.911),
    "mini-50-40-30-6-4-1": (2.1357, 2.939),
    "35-33-6-4-1": (2.6968, 2.846),
    "35-30-6-4-1": (3.4027, 2.767),
    "40-25-6-4-1": (3.4932, 2.797),
    "mini-200-40-30-6-3-1": (4.3801, 3.882),
    "35-25-6-4-1": (4.5792, 2.647),
    "mini-50-40-30-5-4-1": (5.3937, 2.876),
    "40-30-5-4-1": (5.5747, 2.848),
    "mini-100-40-30-6-3-1": (6.1900, 3.105),
    "mini-50-40-30-6-3-1": (7.0950, 2.878),
    "40-30-6-3-1": (7.2760, 2.850),
    "35-25-5-4-1": (7.8371, 2.578),
    "35-30-6-3-1": (8.3620, 2.703),
}
SIX_CARD_BONUS = {
    "1000-200-100-20-15-9-8": (6.7413, 5.467),
    "1000-200-50-25-15-10-7": (8.0863, 5.111),
    "1000-200-100-20-15-10-7": (8.5614, 5.448),
    "1000-200-50-25-20-10-5": (10.2248, 5.198),
    "1000-200-50-25-15-10-5": (15.2790, 5.024),
    "1000-200-50-20-15-10-5": (19.36, 4.836),
}
ACES_UP = {
    "500-100-40-12-8-6-4-2-1": 0.9464,
    "500-100-30-10-8-7-4-2-1": 1.5211,
    "500-100-30-12-8-6-4-2-1": 1.6667,
    "500-100-50-10-8-6-4-2-1": 1.8568,
    "500-100-40-10-8-6-4-2-1": 2.5770,
    "500-100-30-10-8-6-4-2-1": 3.2973,
    "250-75-35-10-8-6-4-2-1": 3.3714,
    "500-100-25-10-8-6-4-2-1": 3.6575,
    "100-50-30-10-8-6-4-2-1": 4.0734,
    "500-100-30-9-8-6-4-2-1": 4.1126,
    "500-100-30-10-7-6-4-2-1": 4.3082,
    "500-100-30-10-8-5-4-2-1": 5.0736,
}


def figures(game: str, wager: str, table: str) -> WagerFigures:
    rules = choose(load(game), first_table=True)
    return side.figures(rules, wager, _table(game, wager, table), None, None)


def _table(game: str, wager: str, table: str) -> PayTable:
    rules = choose(load(game), first_table=True)
    return next(one for one in fitting_tables(rules.ruleset, wager, rules.readings) if one.id == table)


@pytest.mark.parametrize(
    ("game", "wager", "tables"),
    [
        (THREE, "pair-plus", PAIR_PLUS),
        (THREE, "six-card-bonus", SIX_CARD_BONUS),
        (HOLDEM, "six-card-bonus", SIX_CARD_BONUS),
        (SIX, "aces-up", ACES_UP),
    ],
)
def test_each_pay_table_that_ships_has_a_known_edge(game: str, wager: str, tables: dict[str, object]) -> None:
    rules = choose(load(game), first_table=True)
    assert {one.id for one in fitting_tables(rules.ruleset, wager, rules.readings)} == set(tables)


@pytest.mark.parametrize(("table", "known"), PAIR_PLUS.items())
def test_pair_plus_has_the_edge_and_spread_that_are_known(table: str, known: tuple[float, float]) -> None:
    found = figures(THREE, "pair-plus", table)
    assert round(float(found.house_edge) * 100, 4) == known[0]
    assert found.standard_deviation == pytest.approx(known[1], abs=0.0005)
    assert round(float(found.hit_frequency), 4) == 0.2561


@pytest.mark.parametrize(("table", "known"), SIX_CARD_BONUS.items())
@pytest.mark.parametrize("game", [THREE, HOLDEM])
def test_six_card_bonus_has_the_same_edge_wherever_its_cards_lie(
    game: str, table: str, known: tuple[float, float]
) -> None:
    found = figures(game, "six-card-bonus", table)
    assert float(found.house_edge) * 100 == pytest.approx(known[0], abs=0.00005 if known[0] != 19.36 else 0.005)
    assert found.standard_deviation == pytest.approx(known[1], abs=0.0005)


@pytest.mark.parametrize(("table", "edge"), ACES_UP.items())
def test_aces_up_has_the_edge_that_is_known(table: str, edge: float) -> None:
    assert round(float(figures(SIX, "aces-up", table).house_edge) * 100, 4) == edge


def test_lines_of_the_bonus_come_up_as_often_as_six_cards_make_them() -> None:
    rows = figures(THREE, "six-card-bonus", "1000-200-100-20-15-10-7").rows
    assert rows["royal-flush"] == Fraction(188, 20_358_520)
    assert rows["straight-flush"] == Fraction(1_656, 20_358_520)
    assert rows["three-of-a-kind"] == Fraction(732_160, 20_358_520)
    assert sum(rows.values()) == 1


def test_a_pair_that_pays_is_never_folded_by_best_play_is_said_only_with_a_tally() -> None:
    assert figures(THREE, "pair-plus", "40-30-6-3-1").checked == ()


def test_a_wager_that_a_showdown_decides_is_no_matter_of_its_pay_table() -> None:
    rules = choose(load("casino-holdem"), first_table=True)
    assert side.side_wagers(rules) == []
