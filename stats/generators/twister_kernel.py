"""Compiled Mersenne Twister for many seeds at once: sixteen side by side, so that they share each instruction."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled

Words = NDArray[np.uint32]
SIZE, MIDDLE, LANES = 624, 397, 16


@compiled
def outputs_of_words(seeds: Words, count: int) -> NDArray[np.uint64]:
    """Give the first outputs for seeds of 32 bits: a row a seed. The state is started as the authors did in 2002."""
    rows = np.empty((len(seeds), count), np.uint64)
    # The first outputs need no more of the state than the words up to MIDDLE places after them.
    length = min(SIZE, MIDDLE + count + 1)
    state, made = np.empty((SIZE, LANES), np.uint32), np.empty((count, LANES), np.uint32)
    for begin in range(0, len(seeds), LANES):
        for lane in range(LANES):
            state[0, lane] = seeds[min(begin + lane, len(seeds) - 1)]
        for at in range(1, length):
            for lane in range(LANES):
                state[at, lane] = _mixed(state[at - 1, lane], np.uint32(1812433253)) + np.uint32(at)
        _run(state, made, rows, begin)
    return rows


@compiled
def outputs_of_keys(keys: NDArray[np.uint32], count: int) -> NDArray[np.uint64]:
    """Do the same for seeds that are rows of 32-bit words, as the authors start from an array of them."""
    rows = np.empty((len(keys), count), np.uint64)
    parts = keys.shape[1]
    base = np.empty(SIZE, np.uint32)
    base[0] = np.uint32(19650218)
    for at in range(1, SIZE):
        base[at] = _mixed(base[at - 1], np.uint32(1812433253)) + np.uint32(at)
    key = np.empty((parts, LANES), np.uint32)
    state, made = np.empty((SIZE, LANES), np.uint32), np.empty((count, LANES), np.uint32)
    for begin in range(0, len(keys), LANES):
        for lane in range(LANES):
            for part in range(parts):
                key[part, lane] = np.uint32(keys[min(begin + lane, len(keys) - 1), part] + np.uint32(part))
            for at in range(SIZE):
                state[at, lane] = base[at]
        place = 1
        for step in range(SIZE):
            part = step % parts
            for lane in range(LANES):
                mixed = state[place, lane] ^ _mixed(state[place - 1, lane], np.uint32(1664525))
                state[place, lane] = mixed + key[part, lane]
            place = _onward(state, place)
        for _ in range(SIZE - 1):
            for lane in range(LANES):
                mixed = state[place, lane] ^ _mixed(state[place - 1, lane], np.uint32(1566083941))
                state[place, lane] = mixed - np.uint32(place)
            place = _onward(state, place)
        for lane in range(LANES):
            state[0, lane] = np.uint32(0x80000000)
        _run(state, made, rows, begin)
    return rows


@compiled
def _mixed(word: Any, multiplier: Any) -> Any:
    return np.uint32(np.uint32(word ^ (word >> np.uint32(30))) * multiplier)


@compiled
def _onward(state: NDArray[np.uint32], place: int) -> int:
    if place < SIZE - 1:
        return place + 1
    for lane in range(LANES):
        state[0, lane] = state[SIZE - 1, lane]
    return 1


@compiled
def _run(state: NDArray[np.uint32], made: NDArray[np.uint32], rows: NDArray[np.uint64], begin: int) -> None:
    """Write the next outputs of all lanes; the state is left as it was."""
    count = len(made)
    for at in range(count):
        for lane in range(LANES):
            word = state[at, lane] if at < SIZE else made[at - SIZE, lane]
            following = state[at + 1, lane] if at + 1 < SIZE else made[at + 1 - SIZE, lane]
            middle = state[at + MIDDLE, lane] if at + MIDDLE < SIZE else made[at + MIDDLE - SIZE, lane]
            joined = (word & np.uint32(0x80000000)) | (following & np.uint32(0x7FFFFFFF))
            odd = np.uint32((joined & np.uint32(1)) * np.uint32(0x9908B0DF))
            made[at, lane] = middle ^ (joined >> np.uint32(1)) ^ odd
    for lane in range(min(LANES, len(rows) - begin)):
        for at in range(count):
            word = made[at, lane]
            word ^= word >> np.uint32(11)
            word ^= (word << np.uint32(7)) & np.uint32(0x9D2C5680)
            word ^= (word << np.uint32(15)) & np.uint32(0xEFC60000)
            rows[begin + lane, at] = np.uint64(np.uint32(word ^ (word >> np.uint32(18))))
