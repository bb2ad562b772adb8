"""Shuffles by sorting: with a comparator that tosses a coin, or by keys too coarse. Importing it imports numba."""

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled
from fairfelt.stats.catalogue.words_kernel import fresh
from fairfelt.stats.streams.xoshiro import next_word

Words = NDArray[np.uint64]
Deck = NDArray[np.uint8]
Decks = NDArray[np.uint8]


@compiled
def coin(state: Words) -> bool:
    """Compare two cards without looking at them."""
    return bool(next_word(state) >> np.uint64(63))


@compiled
def insert_by_halving(state: Words, deck: Deck, begin: int) -> None:
    """Sort by binary insertion, the cards before `begin` being taken for sorted."""
    for at in range(begin, len(deck)):
        card, low, high = deck[at], 0, at
        while low < high:
            middle = (low + high) // 2
            if coin(state):
                high = middle
            else:
                low = middle + 1
        for place in range(at, low, -1):
            deck[place] = deck[place - 1]
        deck[low] = card


@compiled
def binary_insertion(state: Words, decks: Decks) -> None:
    """Sort by binary insertion, from the second card on."""
    for row in range(len(decks)):
        fresh(decks[row])
        insert_by_halving(state, decks[row], 1)


@compiled
def timsort(state: Words, decks: Decks) -> None:
    """Sort as Timsort does with fewer than 64 cards: find how far the first run goes, then insert by halving.

    CPython up to 3.12 and V8 sort such lists in the same way.
    """
    for row in range(len(decks)):
        deck = decks[row]
        fresh(deck)
        descending, run = coin(state), 2
        while run < len(deck) and coin(state) == descending:
            run += 1
        if descending:
            for at in range(run // 2):
                deck[at], deck[run - 1 - at] = deck[run - 1 - at], deck[at]
        insert_by_halving(state, deck, run)


@compiled
def insertion(state: Words, decks: Decks) -> None:
    """Sort by insertion: each card moves up for as long as the coin says so."""
    for row in range(len(decks)):
        deck = decks[row]
        fresh(deck)
        for begin in range(1, len(deck)):
            at = begin
            while at > 0 and coin(state):
                deck[at], deck[at - 1] = deck[at - 1], deck[at]
                at -= 1


@compiled
def merge(state: Words, decks: Decks) -> None:
    """Sort by merging runs of 1, 2, 4 and so on."""
    size = decks.shape[1]
    merged = np.empty(size, np.uint8)
    for row in range(len(decks)):
        deck = decks[row]
        fresh(deck)
        width = 1
        while width < size:
            for begin in range(0, size, 2 * width):
                middle, end = min(begin + width, size), min(begin + 2 * width, size)
                left, right = begin, middle
                for at in range(begin, end):
                    if right == end or (left < middle and coin(state)):
                        merged[at] = deck[left]
                        left += 1
                    else:
                        merged[at] = deck[right]
                        right += 1
            deck[:] = merged
            width *= 2


@compiled
def quicksort(state: Words, decks: Decks) -> None:
    """Sort by Lomuto's partition: the last card divides, and is swapped in behind those that the coin calls smaller."""
    size = decks.shape[1]
    waiting = np.empty((size, 2), np.int64)
    for row in range(len(decks)):
        deck = decks[row]
        fresh(deck)
        waiting[0, 0], waiting[0, 1], parts = 0, size - 1, 1
        while parts > 0:
            parts -= 1
            low, high = waiting[parts, 0], waiting[parts, 1]
            if low >= high:
                continue
            border = low
            for at in range(low, high):
                if coin(state):
                    deck[at], deck[border] = deck[border], deck[at]
                    border += 1
            deck[border], deck[high] = deck[high], deck[border]
            waiting[parts, 0], waiting[parts, 1] = low, border - 1
            waiting[parts + 1, 0], waiting[parts + 1, 1] = border + 1, high
            parts += 2


@compiled
def by_keys(state: Words, decks: Decks, bits: int) -> None:
    """Sort by random keys of so many bits, equal ones staying in their order from the factory."""
    size = decks.shape[1]
    keys = np.empty(size, np.int64)
    for row in range(len(decks)):
        for at in range(size):
            keys[at] = (np.int64(next_word(state) >> np.uint64(64 - bits)) << 8) | at
        keys.sort()
        for at in range(size):
            decks[row, at] = keys[at] & 255
