"""Judge numbers from any source: count, test, draw again what is doubtful, and say all of it as plain data."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.decision.data import judgement_data
from fairfelt.stats.decision.rule import Battery, Judgement, Level
from fairfelt.stats.decision.twice import Seen, judge_twice
from fairfelt.stats.numbers.counting import Sums, chunk_sums
from fairfelt.stats.numbers.errors import NumbersError
from fairfelt.stats.numbers.judging import measures
from fairfelt.stats.numbers.named import SOURCES
from fairfelt.stats.numbers.plan import Plan, not_asked, registered
from fairfelt.stats.streams.sums import digest, merge

Numbers = NDArray[np.uint64]
Draw = Callable[[int], Iterable[Numbers]]
"""Draws so many numbers, in arrays of any size."""


def numbers_battery(plan: Plan, size: int, level: Level, share: float = 1.0) -> Battery:
    """Register the tests that the plan and the level ask."""
    return Battery("random numbers", "numbers", level.of(dict(registered(plan))), size, share)


def judge_numbers(
    battery: Battery, level: Level, plan: Plan, numbers: Iterable[Numbers], again: Draw | None = None
) -> tuple[Judgement, dict[str, Any]]:
    """Judge numbers as they come; raise NumbersError for numbers out of range, and for none at all."""
    first, sums = _seen(plan, numbers)
    judged, _ = judge_twice(battery, level, first, (lambda size: _seen(plan, again(size))[0]) if again else None)
    notes = [f"Numbers from 0 to {plan.below - 1:,}, counted {plan.chunk:,} at a time; a rest is not tested."]
    notes += [f"Not asked: {id_.partition('.')[2]}, since {reason}." for id_, reason in not_asked(plan)]
    names = {id_: list(SOURCES[id_]) for id_ in battery.tests}
    beside = {"notes": notes, "named_by": names, "digest": digest(sums)}
    return judged, judgement_data(judged, level) | beside


def _seen(plan: Plan, numbers: Iterable[Numbers]) -> tuple[Seen, Sums]:
    sums: Sums = {}
    held = np.empty(0, np.uint64)
    drawn = 0
    for block in numbers:
        held = np.concatenate([held, np.asarray(block, np.uint64)])
        whole = len(held) // plan.chunk * plan.chunk
        for chunk in held[:whole].reshape(-1, plan.chunk):
            sums = merge(sums, chunk_sums(chunk, plan))
        drawn += whole
        held = held[whole:]
    if not drawn:
        raise NumbersError(f"{len(held):,} numbers are fewer than one chunk of {plan.chunk:,}; draw more of them")
    return Seen(tuple(measures(sums, plan)), drawn, unused=len(held) * 10_000 // (drawn + len(held))), sums
