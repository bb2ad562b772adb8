"""The whole-number sums that all tests of shuffles are made from: one pass over decks fills them, and sums add up."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.shuffles.packs import Pack
from fairfelt.stats.streams.sums import Sums

Table = NDArray[np.int64]
CORRELATED = 12
"""Positions whose ranks are compared pair by pair: the first cards of a round."""
WORD = 64
"""Cards that fit in one machine word."""


class Counts(NamedTuple):
    """Histograms over decks unless said otherwise. A NamedTuple, since compiled loops take it whole."""

    decks: Table
    """One number: the decks counted; then the pairs of consecutive decks at distance 1 and 2."""
    positions: Table
    """Kind of card by position."""
    neighbours: Table
    """Kind of card by kind of the card after it."""
    first_two: Table
    pattern: Table
    """Relative order of the first five cards."""
    descents: Table
    rising: Table
    fixed: Table
    cycles: Table
    inversions: Table
    increasing: Table
    """Longest increasing subsequence; not counted for more than 64 cards."""
    successions: Table
    suits: Table
    """Neighbours of one suit."""
    ranks: Table
    """Neighbours of one rank."""
    pairs: Table
    """Sums of products of centred ranks, position by position."""
    repeats: Table
    """Row d - 1: positions that hold the card that they held d decks before."""
    relative_rising: Table
    """Row d - 1: rising sequences of a deck seen from the deck d before."""
    products: Table
    """Entry d - 1: sum over cards of position times position d decks before, less its mean, times 4."""


def room(pack: Pack) -> Counts:
    """Make empty sums for a pack."""
    size, kinds = len(pack.cards), len(pack.kinds)

    def table(*shape: int) -> Table:
        return np.zeros(shape, np.int64)

    return Counts(
        decks=table(3),
        positions=table(kinds, size),
        neighbours=table(kinds, kinds),
        first_two=table(kinds, kinds),
        pattern=table(120),
        descents=table(size),
        rising=table(size + 1),
        fixed=table(size + 1),
        cycles=table(size + 1),
        inversions=table(size * (size - 1) // 2 + 1),
        increasing=table(size + 1),
        successions=table(size),
        suits=table(size),
        ranks=table(size),
        pairs=table(CORRELATED, CORRELATED),
        repeats=table(2, size + 1),
        relative_rising=table(2, size + 1),
        products=table(2),
    )


def as_sums(counts: Counts) -> dict[str, Table]:
    """Name the sums, for merging and for keeping."""
    return dict(zip(Counts._fields, counts, strict=True))


def as_counts(sums: Sums) -> Counts:
    """Take the counts of decks out of named sums."""
    return Counts(*(sums[name] for name in Counts._fields))
