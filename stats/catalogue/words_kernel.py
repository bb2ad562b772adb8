"""Turn random words from anywhere into decks. Importing this module imports numba."""

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled
from fairfelt.stats.streams.xoshiro import shuffle

Decks = NDArray[np.uint8]


@compiled
def fresh(deck: NDArray[np.uint8]) -> None:
    """Put a pack in its order from the factory."""
    for at in range(len(deck)):
        deck[at] = at


@compiled
def deal(words: NDArray[np.uint32], decks: Decks) -> int:
    """Shuffle packs by Fisher and Yates, each number by Lemire's method with rejection; give how many got done.

    It ends early where the words run out. Whatever words are left over after the last whole deck are not used.
    """
    used = 0
    for row in range(len(decks)):
        deck = decks[row]
        fresh(deck)
        for at in range(len(deck) - 1, 0, -1):
            bound = np.uint64(at + 1)
            rejected = ((np.uint64(1) << np.uint64(32)) - bound) % bound
            product = np.uint64(0)
            part = np.uint64(0)
            while True:
                if used == len(words):
                    return row
                product = np.uint64(words[used]) * bound
                part = product & np.uint64(0xFFFFFFFF)
                used += 1
                if part >= rejected:
                    break
            other = np.int64(product >> np.uint64(32))
            deck[at], deck[other] = deck[other], deck[at]
    return len(decks)


@compiled
def xoshiro(state: NDArray[np.uint64], decks: Decks) -> None:
    """Shuffle every pack fairly."""
    for row in range(len(decks)):
        fresh(decks[row])
        shuffle(state, decks[row])
