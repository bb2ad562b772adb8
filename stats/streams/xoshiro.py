"""A fast source of random words inside compiled loops: xoshiro256**, seeded by NumPy's SeedSequence.

Blackman and Vigna, Scrambled linear pseudorandom number generators (2021). Numba can't call NumPy's generators as fast.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled

Words = NDArray[np.uint64]


def seeded(root: int, *key: int) -> Words:
    """Give the state of one stream; each key gives a stream of its own."""
    sequence = np.random.SeedSequence(root, spawn_key=key)
    return sequence.generate_state(4, np.uint64).astype(np.uint64)


@compiled
def next_word(state: Words) -> Any:
    """Step a stream and give 64 random bits."""
    middle = state[1] * np.uint64(5)
    result = ((middle << np.uint64(7)) | (middle >> np.uint64(57))) * np.uint64(9)
    shifted = state[1] << np.uint64(17)
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = (state[3] << np.uint64(45)) | (state[3] >> np.uint64(19))
    return result


@compiled
def below(state: Words, bound: int) -> int:
    """Give a whole number below a bound of at most 2**32, each exactly as likely: Lemire's method with rejection."""
    wide = np.uint64(bound)
    product = (next_word(state) >> np.uint64(32)) * wide
    part = product & np.uint64(0xFFFFFFFF)
    if part < wide:
        threshold = ((np.uint64(1) << np.uint64(32)) - wide) % wide
        while part < threshold:
            product = (next_word(state) >> np.uint64(32)) * wide
            part = product & np.uint64(0xFFFFFFFF)
    return int(product >> np.uint64(32))


@compiled
def uniform(state: Words) -> float:
    """Give a float in [0, 1) of 53 random bits."""
    return float(next_word(state) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@compiled
def shuffle(state: Words, deck: NDArray[np.uint8]) -> None:
    """Shuffle in place, every order exactly as likely: Fisher and Yates."""
    for at in range(len(deck) - 1, 0, -1):
        other = below(state, at + 1)
        deck[at], deck[other] = deck[other], deck[at]
