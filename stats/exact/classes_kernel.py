"""The inner loop over all sets of cards. Importing this module imports numba."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled

Array = NDArray[Any]


@compiled
def count_sets(
    size: int,
    words: Array,
    start: int,
    high_shift: int,
    suit_shift: int,
    low: Array,
    high: Array,
    by_rank: Array,
    by_suit: Array,
    full_suits: int,
    counts: Array,
) -> None:
    """Add up in `counts` how many sets of so many cards are of each class."""
    low_mask = (1 << high_shift) - 1
    high_mask = (1 << (suit_shift - high_shift)) - 1
    fixed = np.arange(size - 1)  # all cards but the lowest, from the lowest up, one above where it may begin
    for at in range(size - 1):
        fixed[at] += 1
    suits = np.zeros(4, np.int64)
    while True:
        word = start
        suits[:] = 0
        for card in fixed:
            word += words[card]
            suits[card & 3] |= 1 << (card >> 2)
        top = int(fixed[0]) if size > 1 else 52
        for last in range(top):
            whole = word + words[last]
            best = by_rank[high[(whole >> high_shift) & high_mask] + low[whole & low_mask]]
            if whole & full_suits:
                for suit in range(4):
                    best = max(best, by_suit[suits[suit] | (last & 3 == suit) << (last >> 2)])
            counts[best] += 1
        at = 0
        while at < size - 2 and fixed[at] + 1 == fixed[at + 1]:
            fixed[at] = at + 1
            at += 1
        if size == 1:
            return
        fixed[at] += 1
        if fixed[at] == 52:
            return
