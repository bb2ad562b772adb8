"""How many sets of cards make each class of hands."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.evaluate import lookup
from fairfelt.rulesets.rankings import Ranking


def class_counts(ranking: Ranking, cards: int) -> NDArray[Any]:
    """Count, for each class of a ranking, the sets of so many cards of one pack whose best hand it is.

    Raise ValueError as `lookup` does.
    """
    from fairfelt.stats.exact.classes_kernel import count_sets

    found = lookup(ranking, cards)
    counts = np.zeros(len(ranking.classes), np.int64)
    words = (found.words, found.start, found.high_shift, found.suit_shift, found.low, found.high)
    count_sets(cards, *words, found.by_rank, found.by_suit, found.full_suits, counts)
    return counts
