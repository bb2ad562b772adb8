"""Exact laws of what a fair shuffle shows: the probabilities of 0, 1, 2 and so on, counted in whole numbers."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

Law = NDArray[np.float64]


def _shares(counts: Sequence[int]) -> Law:
    total = sum(counts)
    return np.array([count / total for count in counts])


@lru_cache
def fixed_points(size: int) -> Law:
    """Give the law of how many cards stay where they were: the rencontres numbers."""
    still = [1, 0]
    for cards in range(2, size + 1):
        still.append((cards - 1) * (still[-1] + still[-2]))
    return _shares([comb(size, fixed) * still[size - fixed] for fixed in range(size + 1)])


@lru_cache
def descents(size: int) -> Law:
    """Give the law of how often a card is followed by one that lay before it: the Eulerian numbers."""
    row = [1]
    for cards in range(2, size + 1):
        padded = [0, *row, 0]
        row = [(at + 1) * padded[at + 1] + (cards - at) * padded[at] for at in range(cards)]
    return _shares(row)


@lru_cache
def rising_sequences(size: int) -> Law:
    """Give the law of the rising sequences: one more than the descents of the inverse (Bayer and Diaconis, 1992)."""
    return np.concatenate([[0.0], descents(size)])


@lru_cache
def cycles(size: int) -> Law:
    """Give the law of the number of cycles: Stirling numbers of the first kind."""
    row = [1]
    for cards in range(size):
        padded = [0, *row, 0]
        row = [padded[at] + cards * padded[at + 1] for at in range(len(row) + 1)]
    return _shares(row)


@lru_cache
def inversions(size: int) -> Law:
    """Give the law of the pairs in the wrong order: the Mahonian numbers.

    In floating point: all terms are positive, and a convolution with equal shares adds no more than rounding.
    """
    law = np.ones(1)
    for cards in range(2, size + 1):
        sums = np.concatenate([[0.0], np.cumsum(law), np.full(cards - 1, law.sum())])
        law = (sums[1:] - np.concatenate([np.zeros(cards), sums[1:-cards]])) / cards
        law = np.maximum(law, 0.0)
    return np.asarray(law / law.sum())


@lru_cache
def successions(size: int) -> Law:
    """Give the law of how often a card is followed by the one that lay next: like the rencontres numbers."""
    still = [1, 0]
    for cards in range(2, size + 1):
        still.append((cards - 1) * (still[-1] + still[-2]))
    counts = [
        comb(size - 1, found) * (still[size - found] + still[size - found - 1]) for found in range(size)
    ]
    return _shares(counts)


@lru_cache
def increasing(size: int) -> Law:
    """Give the law of the longest increasing subsequence: squares of the tableaux of each shape (Schensted, 1961)."""
    from fairfelt.stats.shuffles.laws_kernel import squares_by_first_row

    return squares_by_first_row(size)


def equal_neighbours(groups: Iterable[int]) -> Law:
    """Give the law of how many neighbours are of one group, for groups of so many cards.

    Cut each group into runs: with k runs of all groups there are k! orders, less those in which runs of one group meet.
    The count of orders with exactly j meetings is read off the polynomial in (t - 1).
    """
    return _equal_neighbours(tuple(sorted(groups)))


@lru_cache
def _equal_neighbours(groups: tuple[int, ...]) -> Law:
    size = sum(groups)
    by_runs = {0: 1}
    for cards in groups:
        grown: dict[int, int] = {}
        for runs, ways in by_runs.items():
            for own in range(1, cards + 1):
                # cards! / own! ordered cuts of the group into `own` unordered runs, and comb places to cut.
                cuts = comb(cards - 1, own - 1) * (factorial(cards) // factorial(own))
                grown[runs + own] = grown.get(runs + own, 0) + ways * cuts
        by_runs = grown
    joined = [by_runs.get(size - meetings, 0) * factorial(size - meetings) for meetings in range(size)]
    counts = [
        sum((-1) ** (more - met) * comb(more, met) * joined[more] for more in range(met, size)) for met in range(size)
    ]
    return _shares(counts)
