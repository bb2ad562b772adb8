"""Tests of shuffles: does every card come to every position equally often?"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import chdtrc

from fairfelt.rulesets.cards import Card


@dataclass(frozen=True)
class PositionTest:
    """`p` is the chance of a statistic at least this large from a fair shuffle; positions count from 1."""

    statistic: float
    degrees: int
    p: float
    worst_card: Card
    worst_position: int


def position_test(decks: Sequence[Sequence[Card]]) -> PositionTest:
    """Test card by position over whole decks of n cards, n being the same in all.

    Rows and columns of the table both have fixed sums, so Pearson's statistic is (n / (n - 1)) times a chi-square on
    (n - 1)^2 degrees of freedom; it is scaled back here, else a fair shuffle fails five times too often. Raises
    ValueError for decks of different or no cards. Cards that stand more than once in a shoe count as one kind.
    """
    if not decks or len({len(deck) for deck in decks}) != 1:
        raise ValueError("position_test needs decks of one size")
    kinds = sorted(set(decks[0]))
    index = {card: at for at, card in enumerate(kinds)}
    size, copies = len(decks[0]), len(decks[0]) // len(kinds)
    numbers = np.array([[index[card] for card in deck] for deck in decks])
    table = np.stack(
        [np.bincount(numbers[:, position], minlength=len(kinds)) for position in range(size)], axis=1
    )
    expected = len(decks) * copies / size
    deviation = table - expected
    pearson = float((deviation**2).sum() / expected)
    statistic = pearson * (size - 1) / size
    degrees = (size - 1) * (len(kinds) - 1)
    card, position = np.unravel_index(int(np.abs(deviation).argmax()), table.shape)
    return PositionTest(
        statistic, degrees, float(chdtrc(degrees, statistic)), kinds[int(card)], int(position) + 1
    )
