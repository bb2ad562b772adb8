"""Correct shuffles whose generator is seeded badly, and one famous whole. Importing this module imports numba.

A linear generator is told by its multiplier, increment and modulus. If `scaled`, a number below a bound is the state as
a fraction of the modulus times the bound; else it is the remainder of 15 of the state's upper bits.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled
from fairfelt.stats.catalogue.words_kernel import fresh
from fairfelt.stats.streams.xoshiro import below, shuffle

Words = NDArray[np.uint64]
Decks = NDArray[np.uint8]


@compiled
def expand(seed: int, state: Words) -> None:
    """Fill a generator's state from one number: SplitMix64, of Steele, Lea and Flood (2014)."""
    step = np.uint64(seed)
    for at in range(len(state)):
        step += np.uint64(0x9E3779B97F4A7C15)
        word = (step ^ (step >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        state[at] = word ^ (word >> np.uint64(31))


@compiled
def few_seeds(state: Words, decks: Decks, seeds: int) -> None:
    """Seed a good generator anew for each deck, with one of only so many seeds."""
    own = np.empty(4, np.uint64)
    for row in range(len(decks)):
        expand(below(state, seeds), own)
        fresh(decks[row])
        shuffle(own, decks[row])


@compiled
def number_below(step: Any, bound: int, modulus: int, scaled: bool) -> int:
    """Make a number below a bound from the state of a linear generator."""
    if scaled:
        return int(step * np.uint64(bound) // np.uint64(modulus))
    return int(((step >> np.uint64(16)) & np.uint64(0x7FFF)) % np.uint64(bound))


@compiled
def next_step(step: Any, multiplier: int, increment: int, modulus: int) -> Any:
    """Step a linear generator, whose state is below 2**32."""
    return (step * np.uint64(multiplier) + np.uint64(increment)) % np.uint64(modulus)


@compiled
def reseeded(state: Words, decks: Decks, multiplier: int, increment: int, modulus: int, scaled: bool) -> None:
    """Seed a linear generator anew for each deck, each time with the next whole number, as a clock's seconds are."""
    first = below(state, modulus - 1)
    for row in range(len(decks)):
        step = np.uint64(1 + (first + row) % (modulus - 1))
        deck = decks[row]
        fresh(deck)
        for at in range(len(deck) - 1, 0, -1):
            step = next_step(step, multiplier, increment, modulus)
            other = number_below(step, at + 1, modulus, scaled)
            deck[at], deck[other] = deck[other], deck[at]


@compiled
def clocked_naive(
    state: Words, decks: Decks, seeds: int, multiplier: int, increment: int, modulus: int, scaled: bool
) -> None:
    """Seed a linear generator by one of so many readings of a clock; swap each card with any other but the last."""
    for row in range(len(decks)):
        step = np.uint64(below(state, seeds))
        deck = decks[row]
        fresh(deck)
        for at in range(len(deck)):
            step = next_step(step, multiplier, increment, modulus)
            other = number_below(step, len(deck) - 1, modulus, scaled)
            deck[at], deck[other] = deck[other], deck[at]
