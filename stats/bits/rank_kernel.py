"""Ranks of square binary matrices, a row a word."""

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled


@compiled
def ranks(bits: NDArray[np.uint8], size: int, counts: NDArray[np.int64]) -> None:
    """Count by rank the matrices that the bits fill row by row; `counts` has size + 1 places."""
    rows = np.zeros(size, np.uint64)
    for matrix in range(len(bits) // (size * size)):
        at = matrix * size * size
        for row in range(size):
            word = np.uint64(0)
            for _ in range(size):
                word = (word << np.uint64(1)) | np.uint64(bits[at])
                at += 1
            rows[row] = word
        rank = 0
        for row in range(size):
            pivot = rows[row]
            if pivot:
                rank += 1
                lowest = pivot & (~pivot + np.uint64(1))
                for below in range(row + 1, size):
                    rows[below] ^= pivot if rows[below] & lowest else np.uint64(0)
        counts[rank] += 1
