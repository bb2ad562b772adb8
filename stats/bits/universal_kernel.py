"""How long ago each block of bits was last seen."""

from math import log2

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled


@compiled
def distances(
    bits: NDArray[np.uint8], length: int, learnt: int, tested: int, logarithms: NDArray[np.float64]
) -> float:
    """Add up the binary logarithms of the distances to the last block alike, after `learnt` blocks that count nothing.

    `logarithms[d]` is that of d, as far as it reaches.
    """
    seen = np.zeros(1 << length, np.int64)
    total, at = 0.0, 0
    for block in range(1, learnt + tested + 1):
        value = 0
        for _ in range(length):
            value = value << 1 | bits[at]
            at += 1
        if block > learnt:
            distance = block - seen[value]
            total += logarithms[distance] if distance < len(logarithms) else log2(distance)
        seen[value] = block
    return total
