"""The form of every test of whole rounds: what it counts in some rounds, and how the sums are judged."""

from collections.abc import Callable
from dataclasses import dataclass

from fairfelt.stats.decision.measure import Measure
from fairfelt.stats.rounds.columns import Chunk, Counts

Count = Callable[[Chunk], Counts]
"""Count whole numbers of some rounds; what two chunks give is added up."""
Judge = Callable[[str, str, Counts], Measure | str]
"""Judge the sums, given id and title: a measure, or the reason why there is none."""


@dataclass(frozen=True)
class Check:
    """One test of a battery, registered before any round is seen."""

    id: str
    title: str
    count: Count
    judge: Judge
