"""All windows of a sequence that is closed to a ring."""

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled


@compiled
def ring(bits: NDArray[np.uint8], length: int, counts: NDArray[np.int32]) -> None:
    """Count the windows of `length` bits by their value, those that reach over the end too; `counts` starts at 0."""
    mask, value = len(counts) - 1, 0
    for at in range(length - 1):
        value = value << 1 | bits[at % len(bits)]
    for at in range(length - 1, len(bits)):
        value = (value << 1 | bits[at]) & mask
        counts[value] += 1
    for at in range(max(len(bits), length - 1), len(bits) + length - 1):
        value = (value << 1 | bits[at % len(bits)]) & mask
        counts[value] += 1
