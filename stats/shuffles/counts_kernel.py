"""One pass over decks that fills all sums. This loop is where the time of a battery goes."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled
from fairfelt.stats.shuffles.counts import CORRELATED, WORD, Counts
from fairfelt.stats.shuffles.permutation_kernel import (
    Order,
    cycles,
    cycles_in_word,
    fingerprint,
    inversions,
    inversions_and_increase,
    pattern,
)
from fairfelt.stats.streams.xoshiro import below

Kinds = NDArray[np.int64]


@compiled
def tell_apart(kinds: NDArray[np.uint8], places: Kinds, firsts: Kinds, lots: Any, order: Order) -> None:
    """Give each card of a deck its place before the shuffle; equal cards of a shoe are told apart by lot.

    `places[firsts[k]:firsts[k + 1]]` are the places of kind k, in an order that is drawn anew here. A fair shuffle of a
    shoe so becomes a fair permutation.
    """
    for kind in range(len(firsts) - 1):
        for at in range(firsts[kind + 1] - 1, firsts[kind], -1):
            other = firsts[kind] + below(lots, at - firsts[kind] + 1)
            places[at], places[other] = places[other], places[at]
    used = firsts.copy()
    for at in range(len(kinds)):
        kind = kinds[at]
        order[at] = places[used[kind]]
        used[kind] += 1


@compiled
def invert(order: Order, inverse: Order) -> None:
    for at in range(len(order)):
        inverse[order[at]] = at


@compiled
def rises(inverse: Order) -> int:
    """Count the rising sequences: one more than the descents of the inverse."""
    found = 1
    for card in range(1, len(inverse)):
        found += inverse[card] < inverse[card - 1]
    return found


@compiled
def count_cards(kinds: NDArray[np.uint8], suits: Kinds, ranks: Kinds, centred: Kinds, counts: Counts) -> None:
    """Count what the faces of one deck show."""
    same_suit = same_rank = 0
    last = kinds[0]
    counts.positions[last, 0] += 1
    for at in range(1, len(kinds)):
        kind = kinds[at]
        counts.positions[kind, at] += 1
        counts.neighbours[last, kind] += 1
        same_suit += suits[kind] == suits[last]
        same_rank += ranks[kind] == ranks[last]
        last = kind
    counts.first_two[kinds[0], kinds[1]] += 1
    counts.suits[same_suit] += 1
    counts.ranks[same_rank] += 1
    for at in range(CORRELATED):
        rank = centred[kinds[at]]
        for later in range(at + 1, CORRELATED):
            counts.pairs[at, later] += rank * centred[kinds[later]]


@compiled
def count_order(order: Order, inverse: Order, room: Any, counts: Counts) -> None:
    """Count what the permutation of one deck shows."""
    size = len(order)
    fixed = descents = successions = 0
    for at in range(size):
        fixed += order[at] == at
        if at:
            descents += order[at] < order[at - 1]
            successions += order[at] == order[at - 1] + 1
    counts.fixed[fixed] += 1
    counts.descents[descents] += 1
    counts.successions[successions] += 1
    counts.rising[rises(inverse)] += 1
    counts.pattern[pattern(order)] += 1
    if size <= WORD:
        inverted, increasing = inversions_and_increase(order)
        counts.increasing[increasing] += 1
        counts.inversions[inverted] += 1
        counts.cycles[cycles_in_word(order)] += 1
    else:
        seen, tree = room
        counts.inversions[inversions(order, tree)] += 1
        counts.cycles[cycles(order, seen)] += 1


@compiled
def count_against(inverse: Order, before: Order, distance: int, counts: Counts) -> None:
    """Count what a deck has in common with one before it. Both are given by where each card lies."""
    size = len(inverse)
    repeats = products = 0
    for card in range(size):
        repeats += inverse[card] == before[card]
        products += inverse[card] * before[card]
    counts.repeats[distance, repeats] += 1
    counts.products[distance] += 4 * products - size * (size - 1) * (size - 1)
    counts.decks[distance + 1] += 1


@compiled
def count_relative_rises(order: Order, before: Order, relative: Order, distance: int, counts: Counts) -> None:
    """Count the rising sequences of a deck seen from one before it. `order` is given by what lies at each place."""
    for at in range(len(order)):
        relative[before[order[at]]] = at
    counts.relative_rising[distance, rises(relative)] += 1


@compiled
def count_decks(
    decks: NDArray[np.uint8],
    places: Kinds,
    firsts: Kinds,
    suits: Kinds,
    ranks: Kinds,
    centred: Kinds,
    lots: Any,
    counts: Counts,
    prints: NDArray[np.uint64],
) -> None:
    """Fill `counts` from decks of kinds (count x size), and `prints` with a fingerprint each."""
    size = decks.shape[1]
    orders = np.empty((3, size), np.int64)
    inverses = np.empty((3, size), np.int64)
    relative, tree, seen = np.empty(size, np.int64), np.empty(size + 1, np.int64), np.empty(size, np.bool_)
    for at in range(len(decks)):
        order, inverse = orders[at % 3], inverses[at % 3]
        tell_apart(decks[at], places, firsts, lots, order)
        invert(order, inverse)
        count_cards(decks[at], suits, ranks, centred, counts)
        count_order(order, inverse, (seen, tree), counts)
        for distance in range(min(at, 2)):
            earlier = (at - distance - 1) % 3
            count_against(inverse, inverses[earlier], distance, counts)
            count_relative_rises(order, inverses[earlier], relative, distance, counts)
        prints[at] = fingerprint(decks[at])
    counts.decks[0] += len(decks)
