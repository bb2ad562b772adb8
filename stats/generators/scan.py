"""Search whole generators for the state behind observed decks, and say what was searched."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log2

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.generators.following import Seeded, confirmed
from fairfelt.stats.generators.orders import WAYS, Way, checked, draws_of
from fairfelt.stats.generators.search import Source, sources

Decks = NDArray[np.uint8] | Sequence[Sequence[int]]
Progress = Callable[[float], None]


@dataclass(frozen=True)
class Searched:
    """One generator, one way of making whole numbers of it and one of shuffling, and the seeds that were tried."""

    generator: str
    scaling: str
    shuffle: str
    seeds: str
    """Which seeds, for a reader: `states of 31 bits: each of them tried`."""
    bits: float
    """The logarithm to base 2 of how many there are."""

    @property
    def title(self) -> str:
        return f"{self.generator}; {self.scaling}; {self.shuffle}"


@dataclass(frozen=True)
class Scan:
    """What was searched, and what of it was found; what isn't listed wasn't searched."""

    searched: tuple[Searched, ...]
    found: tuple[Seeded, ...]


def searched(source: Source, way: Way) -> Searched:
    """Tell what one search covers."""
    seeds = f"states of {source.bits} bits: {source.how}"
    return Searched(source.name, source.scaling.title, way.title, seeds, float(source.bits))


CATALOGUE: tuple[Searched, ...] = tuple(
    searched(source, way) for way in WAYS for source in sources()
)
"""What `scan` searches, given whole decks of 52; of fewer cards the scan itself says what it could search."""


def scan(
    decks: Decks,
    start: Sequence[int],
    progress: Progress = lambda _: None,
    chosen: Sequence[Source] | None = None,
    ways: Sequence[Way] = WAYS,
) -> Scan:
    """Search every state of every listed generator for the first deck; then tell how the other decks follow from it.

    `decks` holds rows of cards in the order they were dealt, from the first on: whole decks, or equally many cards of
    each. `start` is the order before the shuffle. `progress` is told the part that is done, from 0 to 1. Raise
    GeneratorError where a deck doesn't hold the cards of the start order.
    """
    rows = checked(decks, start)
    pairs = [(source, way) for way in ways for source in (sources() if chosen is None else chosen)]
    draws = {way: [draws_of(way, row, start) for row in rows] for way in ways}
    done, found = [], []
    for at, (source, way) in enumerate(pairs):
        progress(at / len(pairs))
        whole = [each for each in draws[way] if each is not None]
        if len(whole) < len(rows):
            continue
        seeds = source.search(whole[0])
        if seeds is None:
            continue
        done.append(searched(source, way))
        seeded = confirmed(source, way, seeds, whole, source.bits + log2(len(pairs)))
        found += [seeded] if seeded else []
    progress(1.0)
    return Scan(tuple(done), tuple(found))


