"""Inner loops that count the dealer's hands by ranks, and put right what one suit changes.

Importing this module imports numba.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled
from fairfelt.stats.exact.hidden_ranks_tables import FIRST_CUT, Game, Sets

Array = NDArray[Any]
BLOCK = 128
"""Hands of the seat that are counted side by side, so that what they share stays in the processor's nearest cache."""


@compiled
def count_by_ranks(game: Game, exposed: Array, rows: Array, hidden: Array, hidden_classes: Array, out: Array) -> None:
    """Count, for each hand of the seat by its ranks, the dealer's hands as if there were no suits.

    `exposed` holds how often each rank is seen, `hidden` the same for each set of hidden cards; see `FIRST_CUT` for the
    columns of `out`. Hands that the exposed cards make impossible get any counts.
    """
    cuts = len(game.cuts)
    many, ranks = hidden.shape
    factors = np.empty((many, ranks + 1), np.int64)
    segment = np.empty(many, np.int64)
    for at in range(many):
        used = 0
        for rank in range(ranks):
            if hidden[at, rank]:
                used += 1
                factors[at, used] = 4 * rank + hidden[at, rank] - 1
        factors[at, 0] = used
        segment[at] = np.searchsorted(game.cuts, hidden_classes[at], side="right")
    ways = np.zeros((4 * ranks, BLOCK), np.int32)
    mine = np.zeros(BLOCK, np.int32)
    product, below, upto = np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32)
    parts = np.empty((cuts + 1, BLOCK), np.int32)
    for start in range(0, len(rows), BLOCK):
        length = min(BLOCK, len(rows) - start)
        for at in range(length):
            mine[at] = game.own.by_rank[start + at]
            for rank in range(ranks):
                left = max(0, 4 - exposed[rank] - rows[start + at, rank])
                for times in range(4):
                    ways[4 * rank + times, at] = game.choose[left, times + 1]
        below[:], upto[:], parts[:] = 0, 0, 0
        for at in range(many):
            theirs = np.int32(hidden_classes[at])
            product[:] = 1
            for factor in range(1, factors[at, 0] + 1):
                by = ways[factors[at, factor]]
                for seat in range(BLOCK):
                    product[seat] *= by[seat]
            part = parts[segment[at]]
            for seat in range(BLOCK):
                here = product[seat]
                below[seat] += here if theirs < mine[seat] else np.int32(0)
                upto[seat] += here if theirs <= mine[seat] else np.int32(0)
                part[seat] += here
        for at in range(length):
            out[start + at, 0], out[start + at, 1] = below[at], upto[at]
            counted = 0
            for cut in range(cuts):
                counted += parts[cut, at]
                out[start + at, FIRST_CUT + cut] = counted


@compiled
def suit_table(
    game: Game, exposed_word: int, exposed_bits: int, free: Array, rank_words: Array, hidden: int
) -> tuple[Array, Array]:
    """Count how the dealer's suited hands move up, by which cards of the suit are left.

    A hidden hand moves from the class of its ranks to that of its suit, so it leaves the hands below any class between.
    Give `table[left cards of the suit as bits of free, place of a class, rank]` and the `place` of each class. At most
    one hidden card lies off the suit: the table counts ways without it at its last index, and else one by its rank.
    """
    many = len(free)
    in_suit = 0
    while exposed_bits >> in_suit:
        in_suit += 1
    exposed_here = 0
    for rank in range(in_suit):
        exposed_here += exposed_bits >> rank & 1
    least = max(0, game.size - exposed_here)
    slots = 1 if least == hidden else 14
    high_mask = (1 << game.dealer.high_shift) - 1
    masks = []
    slot_of = []
    lower = []
    upper = []
    for mask in range(1 << many):
        bits, word, cards = exposed_bits, exposed_word, 0
        for at in range(many):
            if mask >> at & 1:
                bits |= 1 << free[at]
                word += rank_words[free[at]]
                cards += 1
        if cards < least or cards > hidden:
            continue
        suited = game.dealer.by_suit[bits]
        for rank in range(1 if cards == hidden else 13):
            other = word if cards == hidden else word + rank_words[rank]
            place = game.dealer.high[other >> game.dealer.high_shift] + game.dealer.low[other & high_mask]
            by_rank = game.dealer.by_rank[place]
            if suited > by_rank:
                masks.append(mask)
                slot_of.append(slots - 1 if cards == hidden else rank)
                lower.append(by_rank)
                upper.append(suited)
    classes = np.unique(np.array(lower + upper))
    place = np.searchsorted(classes, np.arange(len(game.level) + 1)).astype(np.int64)
    table = np.zeros((1 << many, (len(classes) + 1) * slots), np.int16)
    for at in range(len(masks)):
        for between in range(place[lower[at]] + 1, place[upper[at]] + 1):
            table[masks[at], between * slots + slot_of[at]] -= 1
    flat, width = table.reshape(-1), table.shape[1]
    for at in range(many):
        step = width << at
        for start in range(0, len(flat), 2 * step):
            without, with_it = flat[start : start + step], flat[start + step : start + 2 * step]
            for column in range(step):
                with_it[column] += without[column]
    return table.reshape(1 << many, len(classes) + 1, slots), place


@compiled
def weigh_sets(game: Game, sets: Sets, room: Array, slots: int, weights: Array, left: Array) -> None:
    """Count the ways to hold each set of ranks off the suit, and what is left there of each rank.

    `room` holds how many such cards of each rank aren't exposed.
    """
    for at in range(len(weights)):
        ways = 1
        for rank in range(13):
            ways *= game.choose[room[rank], sets.ranks[at, rank]]
        weights[at] = ways
        if ways:
            for rank in range(slots - 1):
                left[at, rank] = room[rank] - sets.ranks[at, rank]
            left[at, slots - 1] = 1
