"""Compiled search for the shortest linear recurrence of a row of bits, 64 of them at a time."""

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled


@compiled
def shortest_recurrence(bits: NDArray[np.uint8]) -> int:
    """Give the linear complexity: Massey, Shift-register synthesis and BCH decoding (1969), on packed words."""
    one, top = np.uint64(1), np.uint64(63)
    words = len(bits) // 64 + 2
    now, before = np.zeros(words, np.uint64), np.zeros(words, np.uint64)
    window, kept = np.zeros(words, np.uint64), np.zeros(words, np.uint64)
    now[0] = before[0] = one
    length = 0
    for at in range(len(bits)):
        # Neither polynomial nor the part of the window that meets one reaches further than `at` places.
        reach = min(at, len(bits)) // 64 + 2
        carry = np.uint64(bits[at])
        carried = np.uint64(0)
        difference = np.uint64(0)
        for word in range(reach):
            moved, shifted = window[word] >> top, before[word] >> top
            window[word] = (window[word] << one) | carry
            before[word] = (before[word] << one) | carried
            carry, carried = moved, shifted
            difference ^= window[word] & now[word]
        for half in (32, 16, 8, 4, 2, 1):
            difference ^= difference >> np.uint64(half)
        if difference & one == np.uint64(0):
            continue
        if 2 * length <= at:
            kept[:reach] = now[:reach]
            for word in range(reach):
                now[word] ^= before[word]
            before[:reach] = kept[:reach]
            length = at + 1 - length
        else:
            for word in range(reach):
                now[word] ^= before[word]
    return length
