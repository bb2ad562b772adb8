"""Shuffles by hand, too few of them. Importing this module imports numba."""

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled
from fairfelt.stats.catalogue.words_kernel import fresh
from fairfelt.stats.streams.xoshiro import next_word, shuffle, uniform

Words = NDArray[np.uint64]
Deck = NDArray[np.uint8]
Decks = NDArray[np.uint8]


@compiled
def riffle(state: Words, before: Deck, after: Deck) -> None:
    """Riffle once by the model of Gilbert, Shannon and Reeds.

    A coin for each place says whether its card comes from the left half or the right; so many as come from the left is
    where the pack was cut. That is the same as a binomial cut and cards falling in proportion to what a half holds.
    """
    word, left = np.uint64(0), 0
    for at in range(len(before)):
        if at % 64 == 0:
            word = next_word(state)
        after[at] = word & np.uint64(1)
        word >>= np.uint64(1)
        left += 1 - after[at]
    right, left = left, 0
    for at in range(len(before)):  # without a branch, which no processor could foretell
        from_right = int(after[at])
        after[at] = before[left + (right - left) * from_right]
        right += from_right
        left += 1 - from_right


@compiled
def riffle_often(state: Words, deck: Deck, room: Deck, times: int) -> None:
    """Riffle in place so many times."""
    for _ in range(times):
        riffle(state, deck, room)
        deck[:] = room


@compiled
def riffles(state: Words, decks: Decks, times: int) -> None:
    """Riffle a fresh pack so many times."""
    room = np.empty(decks.shape[1], np.uint8)
    for row in range(len(decks)):
        fresh(decks[row])
        riffle_often(state, decks[row], room, times)


@compiled
def riffled_on(state: Words, decks: Decks, times: int) -> None:
    """Riffle the deck before so many times; the first is shuffled fairly."""
    room = np.empty(decks.shape[1], np.uint8)
    for row in range(len(decks)):
        if row == 0:
            fresh(decks[row])
            shuffle(state, decks[row])
        else:
            decks[row] = decks[row - 1]
            riffle_often(state, decks[row], room, times)


@compiled
def overhands(state: Words, decks: Decks, times: int, chance: float) -> None:
    """Cut a fresh pack into packets, each gap with this chance, and lay them down in reverse order, so many times."""
    size = decks.shape[1]
    room = np.empty(size, np.uint8)
    for row in range(len(decks)):
        deck = decks[row]
        fresh(deck)
        for _ in range(times):
            begin, place = 0, size
            for at in range(size):
                if at == size - 1 or uniform(state) < chance:
                    place -= at + 1 - begin
                    for card in range(begin, at + 1):
                        room[place + card - begin] = deck[card]
                    begin = at + 1
            deck[:] = room
