"""Compiled draws: a whole number below a bound out of raw outputs, by every method that is searched for.

Each method stands here once, and both the search and the confirmation of what it found go through it.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled

Outputs = NDArray[np.uint64]
Wholes = NDArray[np.uint64]
MODULO, SCALED, JAVA, TOP_BITS, LOW_BITS = 0, 1, 2, 3, 4


@compiled
def draw(method: int, words: Outputs, at: int, span: Any, bound: Any) -> Any:
    """Give a whole number below `bound` from outputs below `span`, and how many outputs went into it.

    0 of them where the outputs end first. All numbers are uint64.
    """
    if at >= len(words):
        return np.uint64(0), 0
    word = words[at]
    if method == MODULO:
        return word % bound, 1
    if method == SCALED:
        return word * bound // span, 1
    one = np.uint64(1)
    if method == JAVA:
        # java.util.Random.nextInt(bound) by its documentation: 31 bits, the incomplete last round drawn again.
        if bound & (bound - one) == np.uint64(0):
            return (bound * word) >> np.uint64(31), 1
        for used in range(len(words) - at):
            word = words[at + used]
            if word - word % bound + (bound - one) < np.uint64(1 << 31):
                return word % bound, used + 1
        return np.uint64(0), 0
    # 32-bit outputs, of which just enough bits are looked at, drawn again until they fall below the bound.
    width, top = np.uint64(0), bound if method == TOP_BITS else bound - one
    while top >> width != np.uint64(0):
        width += one
    for used in range(len(words) - at):
        word = words[at + used]
        word = word >> (np.uint64(32) - width) if method == TOP_BITS else word & ((one << width) - one)
        if word < bound:
            return word, used + 1
    return np.uint64(0), 0


@compiled
def agreement(method: int, words: Outputs, at: int, span: Any, bounds: Wholes, indices: Wholes) -> Any:
    """Compare draws with outputs from one place on: how many agree, and how many outputs went into those.

    A draw for which the outputs don't suffice counts as no agreement.
    """
    start = at
    for step in range(len(bounds)):
        index, used = draw(method, words, at, span, bounds[step])
        if used == 0 or index != indices[step]:
            return step, at - start
        at += used
    return len(bounds), at - start


@compiled
def agreeing(method: int, rows: NDArray[np.uint64], span: Any, bounds: Wholes, indices: Wholes) -> NDArray[np.bool_]:
    """Say of each row of outputs whether it agrees with the draws, so far as it reaches."""
    kept = np.zeros(len(rows), np.bool_)
    for row in range(len(rows)):
        at, step = 0, 0
        while step < len(bounds):
            index, used = draw(method, rows[row], at, span, bounds[step])
            if used == 0 or index != indices[step]:
                kept[row] = used == 0
                break
            at += used
            step += 1
        kept[row] = kept[row] or step == len(bounds)
    return kept
