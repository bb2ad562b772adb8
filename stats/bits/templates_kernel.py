"""Patterns in blocks: every window counted at once, and windows of ones alone."""

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled


@compiled
def windows(bits: NDArray[np.uint8], length: int, counts: NDArray[np.int32]) -> None:
    """Count the windows of `length` bits in each block by their value; `counts`, shape blocks x 2**length, starts at 0.

    Blocks are as long as their number allows; windows don't reach over their ends.
    """
    blocks, mask = counts.shape[0], counts.shape[1] - 1
    size = len(bits) // blocks
    for block in range(blocks):
        value = 0
        for at in range(block * size, (block + 1) * size):
            value = (value << 1 | bits[at]) & mask
            if at - block * size >= length - 1:
                counts[block, value] += 1


@compiled
def windows_of_ones(bits: NDArray[np.uint8], length: int, block_length: int, counts: NDArray[np.int64]) -> None:
    """Count the blocks by how many windows, overlapping or not, hold ones alone; the last class takes all above it."""
    for block in range(len(bits) // block_length):
        found = run = 0
        for at in range(block * block_length, (block + 1) * block_length):
            run = (run + 1) * bits[at]
            found += run >= length
        counts[min(found, len(counts) - 1)] += 1
