"""Fair shuffles that something happens to: to one deck in a few, or between one deck and the next.

Importing this module imports numba.
"""

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled
from fairfelt.stats.catalogue.words_kernel import fresh
from fairfelt.stats.streams.xoshiro import below, shuffle, uniform

Words = NDArray[np.uint64]
Deck = NDArray[np.uint8]
Decks = NDArray[np.uint8]


@compiled
def place_of(deck: Deck, card: int) -> int:
    """Find a card."""
    at = 0
    while deck[at] != card:
        at += 1
    return at


@compiled
def stuck_top(state: Words, decks: Decks, chance: float) -> None:
    """Swap the pack's last card to the top with this chance."""
    for row in range(len(decks)):
        deck = decks[row]
        fresh(deck)
        shuffle(state, deck)
        if uniform(state) < chance:
            at = place_of(deck, len(deck) - 1)
            deck[0], deck[at] = deck[at], deck[0]


@compiled
def clumped_pair(state: Words, decks: Decks, chance: float) -> None:
    """Take the pack's middle card out and put it right behind the pack's first with this chance."""
    first, second = 0, decks.shape[1] // 2
    for row in range(len(decks)):
        deck = decks[row]
        fresh(deck)
        shuffle(state, deck)
        if uniform(state) < chance:
            behind, at = place_of(deck, first), place_of(deck, second)
            if at > behind:
                for place in range(at, behind + 1, -1):
                    deck[place] = deck[place - 1]
                deck[behind + 1] = second
            else:
                for place in range(at, behind):
                    deck[place] = deck[place + 1]
                deck[behind] = second


@compiled
def first_two(state: Words, decks: Decks, chance: float) -> None:
    """Put the first two cards in rising order with this chance."""
    for row in range(len(decks)):
        deck = decks[row]
        fresh(deck)
        shuffle(state, deck)
        if uniform(state) < chance and deck[0] > deck[1]:
            deck[0], deck[1] = deck[1], deck[0]


@compiled
def unshuffled(state: Words, decks: Decks, chance: float) -> None:
    """Leave a pack as it came from the factory with this chance."""
    for row in range(len(decks)):
        fresh(decks[row])
        if uniform(state) >= chance:
            shuffle(state, decks[row])


@compiled
def repeated(state: Words, decks: Decks, chance: float) -> None:
    """Deal one of the decks before again with this chance."""
    for row in range(len(decks)):
        if row > 0 and uniform(state) < chance:
            decks[row] = decks[below(state, row)]
        else:
            fresh(decks[row])
            shuffle(state, decks[row])


@compiled
def too_even(state: Words, decks: Decks) -> None:
    """Deal decks in sets of as many as there are cards, in which each card comes to each place exactly once.

    The places go round a wheel in one random order and the cards in another, and each deck turns the wheel by one. So
    each deck alone is fair, and no two of a set have a card at the same place.
    """
    size = decks.shape[1]
    places, cards = np.empty(size, np.uint8), np.empty(size, np.uint8)
    for row in range(len(decks)):
        turn = row % size
        if turn == 0:
            fresh(places)
            fresh(cards)
            shuffle(state, places)
            shuffle(state, cards)
        for at in range(size):
            decks[row, at] = cards[(np.int64(places[at]) + turn) % size]
