"""Compiled search through the states of small generators.

A deck tells the whole numbers drawn for it, and the draw with the largest bound, the *pivot*, is met by one state in
some fifty. Those states can be written down without a search. Each of them is stepped away from the pivot, forward
where bounds fall from draw to draw and back where they rise, until a draw differs.

Whether an output r gives the index that was drawn is asked without a division: r * factor - low < width, modulo 2**64.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled

Numbers = NDArray[np.uint64]


@compiled
def congruential_matches(
    progression: Numbers, shift: Any, step: Numbers, prime: bool, tests: NDArray[np.uint64], found: Numbers
) -> int:
    """Find the states of a progression whose successors pass all tests, and give how many there are.

    `progression` holds base, stride, begin, end and inner: the states are base + (t >> inner) * stride + the lowest
    `inner` bits of t, for t from begin up to end. `step` holds multiplier, increment and modulus - 1. A row of `tests`
    holds factor, low and width for the next state of the walk. `found` takes the first of the states.
    """
    base, stride, begin, end, inner = progression[0], progression[1], progression[2], progression[3], progression[4]
    multiplier, increment, mask = step[0], step[1], step[2]
    factor, low, width = tests[0, 0], tests[0, 1], tests[0, 2]
    inside = (np.uint64(1) << inner) - np.uint64(1)
    count = 0
    for t in range(begin, end):
        state = base + (t >> inner) * stride + (t & inside)
        following = _next(state, multiplier, increment, mask, prime)
        if (following >> shift) * factor - low < width:
            at = 1
            while at < len(tests):
                following = _next(following, multiplier, increment, mask, prime)
                if (following >> shift) * tests[at, 0] - tests[at, 1] >= tests[at, 2]:
                    break
                at += 1
            if at == len(tests):
                if count < len(found):
                    found[count] = state
                count += 1
    return count


@compiled
def _next(state: Any, multiplier: Any, increment: Any, mask: Any, prime: bool) -> Any:
    following = state * multiplier + increment
    if prime:
        # Modulo 2**31 - 1, two halves of 31 bits are added.
        following = (following & mask) + (following >> np.uint64(31))
        return following - mask if following >= mask else following
    return following & mask


@compiled
def xorshift_matches(progression: Numbers, back: bool, tests: NDArray[np.uint64], found: Numbers) -> int:
    """Do the same for the 32-bit xorshift of 13, 17 and 5, whose output is its state; `back` walks backwards."""
    base, stride, begin, end = progression[0], progression[1], progression[2], progression[3]
    count = 0
    for t in range(begin, end):
        state = base + t * stride
        following = _xorshift(np.uint32(state), back)
        at = 0
        while at < len(tests) and np.uint64(following) * tests[at, 0] - tests[at, 1] < tests[at, 2]:
            following = _xorshift(following, back)
            at += 1
        if at == len(tests):
            if count < len(found):
                found[count] = state
            count += 1
    return count


@compiled
def _xorshift(state: Any, back: bool) -> Any:
    x = np.uint32(state)
    if back:
        x ^= np.uint32(x << np.uint32(5))
        x ^= np.uint32(x << np.uint32(10))
        x ^= np.uint32(x << np.uint32(20))
        x ^= np.uint32(x >> np.uint32(17))
        x ^= np.uint32(x << np.uint32(13))
        x ^= np.uint32(x << np.uint32(26))
        return x
    x ^= np.uint32(x << np.uint32(13))
    x ^= np.uint32(x >> np.uint32(17))
    x ^= np.uint32(x << np.uint32(5))
    return x


@compiled
def low_matches(bits: int, shift: Any, step: Numbers, indices: Numbers, masks: Numbers, found: Numbers) -> int:
    """Find the low parts of states, of so many bits, whose successors have the low bits that the draws tell.

    A remainder by an even bound keeps the output's lowest bit, one by a multiple of four its two lowest, and so on;
    and the low bits of such a generator depend on nothing above them. `masks` says which bits of an index are so known.
    """
    count, inside = 0, (np.uint64(1) << np.uint64(bits)) - np.uint64(1)
    for low in range(np.uint64(0), inside + np.uint64(1)):
        state = low
        at = 0
        while at < len(indices):
            state = (state * step[0] + step[1]) & inside
            if ((state >> shift) ^ indices[at]) & masks[at] != np.uint64(0):
                break
            at += 1
        if at == len(indices):
            if count < len(found):
                found[count] = low
            count += 1
    return count
