"""Hands made of a seat's cards and the dealer's together, counted deal by deal beside the two hands themselves."""

from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.evaluate import Codes, evaluate
from fairfelt.rulesets.rankings import Ranking
from fairfelt.stats.exact.hidden_tables import turns_keeping
from fairfelt.stats.rounds.lying import HandLaw

DECK, TURNS = 52, 24
MOST_DEALS = 50_000_000
"""Deals, up to the names of suits, that are counted in seconds."""


def within_reach(own: int, theirs: int) -> bool:
    """Say whether all deals of so many cards can be counted one by one."""
    return comb(DECK, own) * comb(DECK - own, theirs) / TURNS <= MOST_DEALS


def spanning_ways(
    ranking: Ranking,
    cards: tuple[int, int],
    bands: tuple[NDArray[np.int64], NDArray[np.int64]],
    law: HandLaw,
    span_bands: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Count deals by band of the seat's hand, band of the dealer's, showdown, and band of the hand of both.

    `cards` counts the seat's and the dealer's; `bands` and `span_bands` give the band of each class. Showdowns count
    from the seat's loss. Hands of the seat are taken up to the names of suits.
    """
    from fairfelt.stats.exact.hidden_kernel import least_sets

    seat_bands, dealer_bands = bands
    shape = (int(dealer_bands.max()) + 1, 3, int(span_bands.max()) + 1)
    found = np.zeros((int(seat_bands.max()) + 1, *shape), np.int64)
    picks = np.array(list(combinations(range(DECK - cards[0]), cards[1])))
    whole = np.empty((len(picks), sum(cards)), np.uint8)
    for held, weight in zip(*least_sets(cards[0], 0, turns_keeping(())), strict=True):
        left: Codes = np.setdiff1d(np.arange(DECK, dtype=np.uint8), held.astype(np.uint8))
        whole[:, : cards[0]] = held
        whole[:, cards[0] :] = left[picks]
        mine = int(evaluate(ranking, held[None].astype(np.uint8))[0])
        theirs = evaluate(ranking, whole[:, cards[0] :]).astype(np.int64)
        both = span_bands[evaluate(law.hand.ranking, whole)]
        cells = (dealer_bands[theirs] * 3 + np.sign(mine - theirs) + 1) * shape[2] + both
        counted = np.bincount(cells, minlength=shape[0] * shape[1] * shape[2]).reshape(shape)
        found[seat_bands[mine]] += weight * counted
    return found
