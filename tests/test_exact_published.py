"""Figures that are published, or were counted elsewhere, for these games and their relatives."""

from fractions import Fraction
from math import comb

import pytest

from fairfelt.rulesets.loader import load
from fairfelt.rulesets.rankings import Ranking, floor
from fairfelt.stats.exact.classes import class_counts

POKER = load("six-card-poker").hands["player-hand"].ranking
THREE = load("three-card-poker-6-card-bonus").hands["player-hand"].ranking
TWO = load("holdem-1-3-6").hands["house"].ranking


def at_least(ranking: Ranking, cards: int, category: str, *ranks: str) -> Fraction:
    counts = class_counts(ranking, cards)
    return Fraction(int(counts[ranking.index[floor(ranking, category, ranks)] :].sum()), comb(52, cards))


@pytest.mark.parametrize(
    ("what", "share", "known"),
    [
        ("three cards hold queen high or better", at_least(THREE, 3, "high-card", "Q"), Fraction(15_380, 22_100)),
        ("three cards hold Q-6-4 or better", at_least(THREE, 3, "high-card", "Q", "6", "4"), Fraction(14_900, 22_100)),
        ("five cards hold a pair or better", at_least(POKER, 5, "pair"), Fraction(1_296_420, 2_598_960)),
    ],
)
def test_hands_reach_a_bar_as_often_as_is_known(what: str, share: Fraction, known: Fraction) -> None:
    assert share == known, what


@pytest.mark.parametrize(
    ("what", "share", "known"),
    [
        ("five cards hold ace-king or better", at_least(POKER, 5, "high-card", "A", "K"), 0.563187),
        ("a dealer of six cards qualifies with ace-king", at_least(POKER, 6, "high-card", "A", "K"), 0.738563),
        ("seven cards hold a pair of fours or better", at_least(POKER, 7, "pair", "4"), 0.757772),
    ],
)
def test_hands_reach_a_bar_as_often_as_is_printed(what: str, share: Fraction, known: float) -> None:
    assert round(float(share), 6) == known, what


def test_six_cards_hold_a_pair_to_select_in_65_of_100_hands() -> None:
    assert round(1 - comb(13, 6) * 4**6 / comb(52, 6), 6) == 0.654752
    assert at_least(TWO, 2, "pair") == Fraction(13 * 6, 1_326)


def test_the_aa_bonus_on_five_cards_has_its_printed_edge() -> None:
    """Hole cards and flop: 100, 50, 40, 30, 20 to 1, and 7 to 1 from a straight down to a pair of aces."""
    pays = {"royal-flush": 100, "straight-flush": 50, "four-of-a-kind": 40, "full-house": 30, "flush": 20}
    counts = class_counts(POKER, 5)
    returned, above = 0, len(counts)
    for line, odds in [*pays.items(), ("pair-of-aces", 7)]:
        at = POKER.index[floor(POKER, line)]
        returned += int(counts[at:above].sum()) * (odds + 1)
        above = at
    assert round(float(1 - Fraction(returned, comb(52, 5))) * 100, 3) == 6.258
