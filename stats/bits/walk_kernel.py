"""One pass over the bits, read as steps of a walk, for the five tests that need nothing else."""

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled
from fairfelt.stats.bits.excursion_law import CLASSES, FAR, STATES


@compiled
def add(within: NDArray[np.int64], levels: NDArray[np.int64]) -> None:
    """Add the visits of one cycle, but for those of 0."""
    for place in range(FAR):
        levels[place] += within[place]
        levels[FAR + place] += within[FAR + 1 + place]


@compiled
def close(within: NDArray[np.int64], visits: NDArray[np.int64], levels: NDArray[np.int64]) -> None:
    """Book the visits of one cycle, and begin the next."""
    for state in range(2 * STATES):
        level = state - STATES if state < STATES else state - STATES + 1
        visits[state, min(within[level + FAR], CLASSES - 1)] += 1
    add(within, levels)
    within[:] = 0


@compiled
def walk(
    bits: NDArray[np.uint8],
    facts: NDArray[np.int64],
    visits: NDArray[np.int64],
    levels: NDArray[np.int64],
    short_levels: NDArray[np.int64],
    longest: int,
) -> None:
    """Fill `facts` with ones, runs, highest and lowest point, end, cycles and short cycles of the walk from 0.

    `visits[state, k]`, shape 8 x 6, counts the cycles that visit a state k times, the last class being five or more;
    `levels`, 18, counts all visits. States run from the lowest to the highest without 0. A cycle that the end cuts off
    counts as one. A short cycle has at most `longest` steps, and begins where so many are left; `short_levels`, 18,
    counts the visits of those.
    """
    ones = runs = highest = lowest = at = cycles = short = began = 0
    before = 2
    within = np.zeros(2 * FAR + 1, np.int64)
    for step in range(len(bits)):
        bit = bits[step]
        ones += bit
        runs += bit != before
        before = bit
        at += 2 * int(bit) - 1
        highest = max(highest, at)
        lowest = min(lowest, at)
        if -FAR <= at <= FAR:
            if at == 0:
                cycles += 1
                if step + 1 - began <= longest and began <= len(bits) - longest:
                    short += 1
                    add(within, short_levels)
                close(within, visits, levels)
                began = step + 1
            else:
                within[at + FAR] += 1
    if at != 0:
        cycles += 1
        close(within, visits, levels)
    facts[0], facts[1], facts[2], facts[3], facts[4] = ones, runs, highest, lowest, at
    facts[5], facts[6] = cycles, short
