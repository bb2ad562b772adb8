"""Shuffles by swaps, each wrong in one number. Importing this module imports numba."""

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled
from fairfelt.stats.catalogue.words_kernel import fresh
from fairfelt.stats.streams.xoshiro import below, next_word, uniform

Words = NDArray[np.uint64]
Decks = NDArray[np.uint8]


@compiled
def naive(state: Words, decks: Decks, short: int) -> None:
    """Swap each card in turn with any other; the last `short` places are never drawn."""
    for row in range(len(decks)):
        deck = decks[row]
        fresh(deck)
        for at in range(len(deck)):
            other = below(state, len(deck) - short)
            deck[at], deck[other] = deck[other], deck[at]


@compiled
def downward(state: Words, decks: Decks, untouched: int, stop: int, lowest: int, reach: int) -> None:
    """Shuffle as Fisher and Yates do from the last card down, but with ends that can be wrong.

    The last `untouched` cards have no turn, and `stop` is the last place that has one. The place at which a card is
    swapped lies between `lowest` and `reach` beyond its own. Right are 0, 1, 0 and 0.
    """
    for row in range(len(decks)):
        deck = decks[row]
        fresh(deck)
        for at in range(len(deck) - 1 - untouched, stop - 1, -1):
            highest = min(at + reach, len(deck) - 1)
            other = lowest + below(state, highest - lowest + 1)
            deck[at], deck[other] = deck[other], deck[at]


@compiled
def rounded(state: Words, decks: Decks) -> None:
    """Round to the nearest place in place of cutting off, so that the two ends come up half as often."""
    for row in range(len(decks)):
        deck = decks[row]
        fresh(deck)
        for at in range(len(deck) - 1, 0, -1):
            other = int(uniform(state) * at + 0.5)
            deck[at], deck[other] = deck[other], deck[at]


@compiled
def few_bits(state: Words, decks: Decks, bits: int, scaled: bool) -> None:
    """Draw places from words of a few bits: scaled to a range as fractions are, or as remainders."""
    for row in range(len(decks)):
        deck = decks[row]
        fresh(deck)
        for at in range(len(deck) - 1, 0, -1):
            word = np.int64(next_word(state) >> np.uint64(64 - bits))
            other = (word * (at + 1)) >> bits if scaled else word % (at + 1)
            deck[at], deck[other] = deck[other], deck[at]


@compiled
def transpositions(state: Words, decks: Decks, times: int) -> None:
    """Swap two places drawn at random, possibly the same, so many times."""
    for row in range(len(decks)):
        deck = decks[row]
        fresh(deck)
        for _ in range(times):
            one, other = below(state, len(deck)), below(state, len(deck))
            deck[one], deck[other] = deck[other], deck[one]
