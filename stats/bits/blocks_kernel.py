"""Ones, and their longest runs, block by block."""

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled


@compiled
def squared_excess(bits: NDArray[np.uint8], length: int) -> int:
    """Add up the square of ones less zeros over all whole blocks."""
    total = 0
    for block in range(len(bits) // length):
        ones = 0
        for at in range(block * length, (block + 1) * length):
            ones += bits[at]
        total += (2 * ones - length) ** 2
    return total


@compiled
def longest_runs(bits: NDArray[np.uint8], length: int, counts: NDArray[np.int64]) -> None:
    """Count the blocks by their longest run of ones; `counts` has a place for each length up to that of a block."""
    for block in range(len(bits) // length):
        longest = run = 0
        for at in range(block * length, (block + 1) * length):
            run = (run + 1) * bits[at]
            longest = max(longest, run)
        counts[longest] += 1
