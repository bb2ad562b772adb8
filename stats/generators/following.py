"""Confirm a seed by the whole deck, and tell how the decks after it came about."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.generators.orders import Draws, Way
from fairfelt.stats.generators.search import Source

Numbers = NDArray[np.uint64]
Relation = Literal[
    "one deck",
    "one stream",
    "consecutive seeds",
    "seeds at equal distances",
    "seeds that rise like a clock",
    "seeds without a pattern",
    "not explained",
]
STREAMED, RESEEDED = 16, 4
"""Decks after the first that are compared with its stream, and that are searched for seeds of their own."""
GAP = 208
"""Outputs that may lie between two decks of a stream, and go into something else."""
CLOCK = 1 / 1000
"""Seeds rise like a clock if they rise each time, over this part of all seeds together: five of them would by chance
less than once in 10**13, two once in a thousand."""


@dataclass(frozen=True)
class Seeded:
    """A seed that gives an observed deck to the last card."""

    generator: str
    scaling: str
    shuffle: str
    seed: int
    """A seed, or the state of a generator that had been running."""
    decks: int
    """Decks that were explained, the first among them."""
    relation: Relation
    """What the decks after the first have to do with it."""
    seeds: tuple[int, ...]
    """The seed of each deck, where each has its own."""
    gap: int
    """Outputs between two decks, where they are one stream."""
    bits: float
    """A well shuffled first deck would have a seed among those searched with a chance of at most 2**-bits."""

    @property
    def title(self) -> str:
        return f"{self.generator}; {self.scaling}; {self.shuffle}"

    @property
    def chance(self) -> float:
        return float(2.0**-self.bits)


def gives(source: Source, seed: int, draws: Draws) -> bool:
    """Say whether a seed gives all draws."""
    return _used(source, source.outputs(seed, 4 * len(draws.bounds)), 0, draws) is not None


def confirmed(
    source: Source, way: Way, seeds: Sequence[int], draws: Sequence[Draws], searched: float
) -> Seeded | None:
    """Keep the seed whose stream explains most of the decks, of those that give the first one to the last card.

    `searched` is the logarithm to base 2 of how many seeds were tried, in all searches together.
    """
    right = [seed for seed in seeds if gives(source, seed, draws[0])]
    if not right:
        return None
    streams = [(*_streamed(source, seed, draws[: 1 + STREAMED]), seed) for seed in right]
    decks, gap, seed = max(streams, key=lambda stream: stream[0])
    relation: Relation = "one stream" if decks > 1 else "one deck"
    own: tuple[int, ...] = ()
    if decks == 1 and len(draws) > 1:
        own = _reseeded(source, seed, draws[: 1 + RESEEDED])
        decks = len(own)
        relation = _pattern(own, 2.0**source.bits)
    bits = draws[0].bits - searched
    return Seeded(
        source.name, source.scaling.title, way.title, seed, decks, relation, own if decks > 1 else (), gap, bits
    )


def _reseeded(source: Source, seed: int, draws: Sequence[Draws]) -> tuple[int, ...]:
    """Search a seed for each of the decks, as far as they have one."""
    own = [seed]
    for each in draws[1:]:
        found = [other for other in source.search(each) or [] if gives(source, other, each)]
        if not found:
            break
        own.append(found[0])
    return tuple(own)


def _used(source: Source, words: Numbers, at: int, draws: Draws) -> int | None:
    """Give how many outputs went into the draws; None where they differ."""
    from fairfelt.stats.generators.draw_kernel import agreement

    method, span = source.scaling.method, np.uint64(source.span)
    agreed, used = agreement(method, words, at, span, draws.bounds, draws.indices)
    return int(used) if agreed == len(draws.bounds) else None


def _streamed(source: Source, seed: int, draws: Sequence[Draws]) -> tuple[int, int]:
    """Count the decks that follow from one another at equal gaps."""
    words = source.outputs(seed, sum(4 * len(each.bounds) + GAP for each in draws))
    at = _used(source, words, 0, draws[0]) or 0
    for gap in range(GAP + 1):
        explained, place = 1, at
        for each in draws[1:]:
            used = _used(source, words, place + gap, each)
            if used is None:
                break
            place += gap + used
            explained += 1
        if explained > 1:
            return explained, gap
    return 1, 0


def _pattern(seeds: Sequence[int], of: float) -> Relation:
    if len(seeds) == 1:
        return "not explained"
    steps = [after - before for before, after in pairwise(seeds)]
    if all(step == 1 for step in steps):
        return "consecutive seeds"
    if len(steps) > 1 and len(set(steps)) == 1:
        return "seeds at equal distances"
    if min(steps) > 0 and sum(steps) < of * CLOCK:
        return "seeds that rise like a clock"
    return "seeds without a pattern"
