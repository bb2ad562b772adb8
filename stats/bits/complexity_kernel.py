"""Linear complexity by Euclid's algorithm on words of 64 bits.

Berlekamp and Massey find the shortest register bit by bit. The same length comes from the continued fraction of the
sequence, read as a power series in 1/x (Mills 1975; Niederreiter 1988): divide x**n by the sequence as polynomials, and
stop where the degrees of two remainders together fall below n. Only degrees are wanted, so no register is kept.
"""

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled

DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)


def places() -> NDArray[np.int64]:
    """Tell the place of a single one in a word from the top six bits of its product with a de Bruijn number."""
    table = np.zeros(64, np.int64)
    for place in range(64):
        table[(int(DE_BRUIJN) << place & 0xFFFFFFFFFFFFFFFF) >> 58] = place
    return table


PLACES = places()


@compiled
def stripped(poly: NDArray[np.uint64], words: int) -> int:
    """Shift a polynomial until its first coefficient is 1, and tell by how many; -1 where all are 0.

    The first coefficient, that of the highest degree, is the lowest bit of the first word.
    """
    gone, first = 0, 0
    while first < words and poly[first] == 0:
        first += 1
    if first == words:
        return -1
    if first:
        for word in range(words):
            poly[word] = poly[word + first] if word + first < words else np.uint64(0)
        gone = 64 * first
    lowest = poly[0] & (~poly[0] + np.uint64(1))
    shift = PLACES[(lowest * DE_BRUIJN) >> np.uint64(58)]
    if shift:
        down, up = np.uint64(shift), np.uint64(64 - shift)
        for word in range(words - 1):
            poly[word] = (poly[word] >> down) | (poly[word + 1] << up)
        poly[words - 1] >>= down
    return gone + int(shift)


@compiled
def complexities(bits: NDArray[np.uint8], length: int, found: NDArray[np.int64]) -> None:
    """Find the linear complexity of each whole block of `length` bits; `found` has a place for each block."""
    size = length // 64 + 1
    one, other = np.zeros(size, np.uint64), np.zeros(size, np.uint64)
    for block in range(len(bits) // length):
        one[:] = 0
        other[:] = 0
        one[0] = 1
        for at in range(length):
            other[at >> 6] |= np.uint64(bits[block * length + at]) << np.uint64(at & 63)
        high = length
        gone = stripped(other, size)
        low = length - 1 - gone if gone >= 0 else -length - 1
        while high + low >= length:
            words = (high >> 6) + 1
            while high >= low:
                for word in range(words):
                    one[word] ^= other[word]
                gone = stripped(one, words)
                if gone < 0:
                    high = -length - 1
                    break
                high -= gone
                words = (max(high, low) >> 6) + 1
            one, other = other, one
            high, low = low, high
        found[block] = length - high
