"""What is observed of a round in order to see whether anything depends on something it must not depend on.

A trait of a round is the category of a hand, or how many cards of each rank lie at a place. It may depend neither on
what was staked, nor on when the round was played, nor on how the one before ended.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.cards import RANKS
from fairfelt.stats.decision.measure import Measure
from fairfelt.stats.rounds.cards import DECK, Spot
from fairfelt.stats.rounds.checks import Check
from fairfelt.stats.rounds.columns import Chunk, Counts
from fairfelt.stats.rounds.lying import HandLaw
from fairfelt.stats.rounds.tables import contingency

PARTS = 8
LEVELS = 64
STAKE_LEVELS = tuple("nothing" if at == 0 else f"{2 ** ((at - 1) / 2):,.0f} units or more" for at in range(LEVELS))
TIMES = tuple(f"eighth {at + 1} of the time" for at in range(PARTS))
ENDS = ("a loss", "no change", "a win")
Groups = NDArray[np.int64]


@dataclass(frozen=True)
class Trait:
    """The category of a hand (`law`), or else the ranks at a place (`spot`); `id` and `words` name it. `seats` are
    those whose money might matter.
    """

    id: str
    words: str
    seats: tuple[int, ...]
    spot: Spot | None = None
    law: HandLaw | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return self.law.categories if self.law else tuple(RANKS)

    @property
    def factor(self) -> float:
        """How much counts spread, relative to independent draws."""
        return (DECK - self.spot.size) / (DECK - 1) if self.spot else 1.0

    def seen(self, chunk: Chunk) -> tuple[NDArray[np.int64], int]:
        """Give the places of names, round after round, and how many each round has."""
        if self.law is not None:
            return categories(self.law, chunk, self.seats[0]), 1
        assert self.spot is not None
        cards = np.concatenate([chunk.cards(self.spot.place, seat) for seat in self.spot.held_by], axis=1)
        return (cards >> 2).astype(np.int64).ravel(), cards.shape[1]


def categories(law: HandLaw, chunk: Chunk, seat: int) -> NDArray[np.int64]:
    """Give the category of a hand in each round, lowest first."""
    found: NDArray[np.int64] = law.category_of[chunk.classes(law.hand.name, seat)]
    return found


def dependence_checks(trait: Trait, rounds: int) -> Iterator[Check]:
    """Give the checks that a trait depends on no stake, no time and no result before."""
    kinds: tuple[tuple[Literal["stake", "time", "result"], str, Sequence[str]], ...] = (
        ("stake", "whatever is staked", STAKE_LEVELS),
        ("time", "at all times", TIMES),
        ("result", "whatever the round before won or lost", ENDS),
    )
    for kind, words, names in kinds:
        count = partial(count_by, trait, kind, rounds, len(names))
        judge = partial(judge_by, trait, tuple(names))
        yield Check(f"{trait.id}-by-{kind}", f"{trait.words} alike {words}", count, judge)


def count_by(trait: Trait, kind: str, rounds: int, many: int, chunk: Chunk) -> Counts:
    """Count the trait by level of stake, by eighth of the time, or by the result of the round before."""
    places, each = trait.seen(chunk)
    groups = _groups(trait, kind, rounds, chunk)
    if kind == "result":
        places = places[each:]
    cells = np.repeat(groups, each) * len(trait.names) + places
    return np.bincount(cells, minlength=many * len(trait.names)).reshape(many, -1).astype(np.int64)


def judge_by(trait: Trait, rows: Sequence[str], id_: str, title: str, counts: Counts) -> Measure | str:
    """Judge a table of a trait by groups of rounds, which chance must not know."""
    return contingency(id_, title, counts, rows, trait.names, trait.factor)


def _groups(trait: Trait, kind: str, rounds: int, chunk: Chunk) -> Groups:
    if kind == "stake":
        return stake_levels(chunk.placed_before(trait.seats))
    if kind == "time":
        return np.minimum((chunk.rounds.first + np.arange(chunk.count)) * PARTS // rounds, PARTS - 1)
    return np.sign(chunk.won(trait.seats))[:-1] + 1


def stake_levels(units: NDArray[np.int64]) -> Groups:
    """Sort stakes into levels, each of which begins at the root of 2 times the one below; 0 is a level of its own."""
    level = 1 + np.floor(2 * np.log2(np.maximum(units, 1)) + 1e-9).astype(np.int64)
    return np.where(units > 0, np.minimum(level, LEVELS - 1), 0)
