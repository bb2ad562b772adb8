"""Compiled steps of the laws that take many of them."""

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled


@compiled
def repeats(below: float, block: int, law: NDArray[np.float64]) -> None:
    """Fill in the chances of 0, 1, ... repeats among so many numbers; the last class holds all that are more."""
    most = len(law) - 1
    law[:] = 0.0
    law[0] = 1.0
    for drawn in range(block):
        for before in range(min(most - 1, drawn), -1, -1):
            moved = law[before] * (drawn - before) / below
            law[before] -= moved
            law[before + 1] += moved
