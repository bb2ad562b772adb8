"""What one order of a pack shows: statistics of a permutation whose exact laws are known.

`order[at]` is the place that the card now at `at` had before the shuffle; both count from 0. Up to 64 cards a set of
cards is one word, and counting in it is a single instruction; larger shoes take the longer way.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled

Order = NDArray[np.int64]
ONE, FIVES = np.uint64(1), np.uint64(0x5555555555555555)
THREES, FIFTEENS = np.uint64(0x3333333333333333), np.uint64(0x0F0F0F0F0F0F0F0F)
BYTES = np.uint64(0x0101010101010101)


@compiled
def ones(word: Any) -> Any:
    """Count the bits of a word that are set."""
    word = word - ((word >> ONE) & FIVES)
    word = (word & THREES) + ((word >> np.uint64(2)) & THREES)
    word = (word + (word >> np.uint64(4))) & FIFTEENS
    return np.int64((word * BYTES) >> np.uint64(56))


@compiled
def cycles(order: Order, seen: NDArray[np.bool_]) -> int:
    """Count the cycles. `seen` is room for a mark each card."""
    seen[:] = False
    found = 0
    for start in range(len(order)):
        if not seen[start]:
            found += 1
            at = start
            while not seen[at]:
                seen[at] = True
                at = order[at]
    return found


@compiled
def cycles_in_word(order: Order) -> int:
    """Count the cycles of at most 64 cards."""
    seen, found = np.uint64(0), 0
    for start in range(len(order)):
        if not (seen >> np.uint64(start)) & ONE:
            found += 1
            at = start
            while not (seen >> np.uint64(at)) & ONE:
                seen |= ONE << np.uint64(at)
                at = order[at]
    return found


@compiled
def inversions_and_increase(order: Order) -> tuple[int, int]:
    """Count the pairs in the wrong order, and the longest increasing subsequence, of at most 64 cards.

    Patience sorting holds the tops of its piles in one word: a card replaces the next higher top.
    """
    seen, tops, inverted = np.uint64(0), np.uint64(0), 0
    for at in range(len(order)):
        card = np.uint64(order[at])
        inverted += ones(seen >> card)
        seen |= ONE << card
        higher = (tops >> card) << card
        tops ^= higher & (~higher + ONE)
        tops |= ONE << card
    return inverted, ones(tops)


@compiled
def inversions(order: Order, tree: Order) -> int:
    """Count the pairs in the wrong order with a Fenwick tree. `tree` is room for one number a card and one more."""
    tree[:] = 0
    inverted = 0
    for at in range(len(order)):
        below = 0
        node = order[at] + 1
        while node > 0:
            below += tree[node]
            node -= node & -node
        inverted += at - below
        node = order[at] + 1
        while node < len(tree):
            tree[node] += 1
            node += node & -node
    return inverted


@compiled
def pattern(order: Order) -> int:
    """Number the relative order of the first five cards, from 0 to 119."""
    code = 0
    for at in range(5):
        smaller = 0
        for later in range(at + 1, 5):
            if order[later] < order[at]:
                smaller += 1
        code = code * (5 - at) + smaller
    return code


@compiled
def fingerprint(kinds: NDArray[np.uint8]) -> Any:
    """Give 64 bits that differ for different decks but for one chance in 2**64: multiply and mix, card by card."""
    word = np.uint64(0x9E3779B97F4A7C15)
    for kind in kinds:
        word = (word ^ np.uint64(kind + 1)) * np.uint64(0xFF51AFD7ED558CCD)
        word ^= word >> np.uint64(32)
    return word
