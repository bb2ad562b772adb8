"""Add up products, bits and dequantised numbers of a chunk, in whole numbers."""

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled
from fairfelt.stats.streams.xoshiro import Words, uniform

Numbers = NDArray[np.uint64]
Scores = NDArray[np.int32]
Counts = NDArray[np.int64]


@compiled
def sum_lagged(scores: Scores, into: Counts) -> None:
    """Add up products of scores 1, 2, ... apart, the chunk closed to a ring; the last cell adds up the scores."""
    size = len(scores)
    for lag in range(1, len(into)):
        total = np.int64(0)
        for at in range(size - lag):
            total += np.int64(scores[at]) * np.int64(scores[at + lag])
        for at in range(lag):
            total += np.int64(scores[size - lag + at]) * np.int64(scores[at])
        into[lag - 1] += total
    alone = np.int64(0)
    for at in range(size):
        alone += np.int64(scores[at])
    into[len(into) - 1] += alone


@compiled
def sum_plays(scores: Scores, play: int, into: Counts) -> None:
    """Add up the scores of each position of a play, then the products of each two positions."""
    for at in range(0, len(scores) - play + 1, play):
        cell = play
        for one in range(play):
            score = np.int64(scores[at + one])
            into[one] += score
            for other in range(one + 1, play):
                into[cell] += score * np.int64(scores[at + other])
                cell += 1


@compiled
def count_bits(numbers: Numbers, into: Counts) -> None:
    """Count how often each bit is set."""
    for bit in range(len(into)):
        shift, total = np.uint64(bit), np.uint64(0)
        for at in range(len(numbers)):
            total += (numbers[at] >> shift) & np.uint64(1)
        into[bit] += np.int64(total)


@compiled
def count_dequantised(numbers: Numbers, below: float, stream: Words, into: Counts) -> None:
    """Count numbers in even cells between 0 and 1, after adding a random fraction to each."""
    factor = len(into) / below
    for at in range(len(numbers)):
        cell = int((float(numbers[at]) + uniform(stream)) * factor)
        into[min(cell, len(into) - 1)] += 1
