"""Inner loops over what a seat may hold, as far as it matters. Importing this module imports numba.

A state is the ranks of the hand, which of its cards lie in the one suit that may lift the dealer's hand, and the hand's
class, which a suit may have lifted too.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled
from fairfelt.stats.exact.hidden_ranks_tables import (
    BELOW,
    FIRST_CUT,
    FIRST_FLOOR,
    TOTAL,
    UPTO,
    Game,
    Seen,
    Sets,
    Suited,
)

Array = NDArray[Any]

LEAST = np.iinfo(np.int64).min


class States(NamedTuple):
    """A list of states: the places of their ranks in `by_rank`, their classes, what of the suit is left to the dealer,
    how many hands each stands for, and which row of `left` holds how many other cards of each rank there are."""

    rows: Array
    mine: Array
    masks: Array
    weights: Array
    left_at: Array


@compiled
def room_for(most: int) -> States:
    return States(
        np.empty(most, np.int64),
        np.empty(most, np.int64),
        np.empty(most, np.int64),
        np.empty(most, np.int64),
        np.empty(most, np.int64),
    )


@compiled
def moved(table: Array, mask: int, place: int, left: Array, others: int) -> int:
    """Give how many of the dealer's hands fewer lie below a class than ranks alone say; at most 0."""
    slots = table.shape[2]
    found: int = np.int64(table[mask, place, slots - 1])  # type: ignore[assignment]  # compiled, it is a number
    if slots > 1:
        for slot in range(slots - 1):
            found += table[mask, place, slot] * left[others, slot]
    return found


@compiled
def play_list(game: Game, seen: Seen, states: States, many: int, left: Array, found: Array) -> None:
    """Play the first `many` of a list of states, each as best it can be, and add what is known of it, times its weight,
    to `found[class, choice]`."""
    rows, mine, masks, weights, left_at = states.rows, states.mine, states.masks, states.weights, states.left_at
    counts, table, place, floor_cuts = seen.counts, seen.table, seen.place, game.floor_cuts
    worths, level, floors, choices, total = game.worths, game.level, game.floors, game.worths.shape[1], game.total
    ends = np.empty(len(floors), np.int64)
    for at in range(many):
        row, hand, mask, others = rows[at], mine[at], masks[at], left_at[at]
        if level[hand] < 0:
            below, upto = np.int64(counts[row, 0]), np.int64(counts[row, 1])
        else:
            below = upto = np.int64(counts[row, FIRST_CUT + level[hand]])
        below += moved(table, mask, place[hand], left, others)
        upto += moved(table, mask, place[hand + 1], left, others)
        for band in range(len(ends)):
            ends[band] = counts[row, FIRST_CUT + floor_cuts[band]]
            ends[band] += moved(table, mask, place[floors[band]], left, others)
        best, most = 0, LEAST
        for choice in range(choices):
            worth = worths[hand, choice, TOTAL] * total
            worth += worths[hand, choice, BELOW] * below + worths[hand, choice, UPTO] * upto
            for band in range(len(ends)):
                worth += worths[hand, choice, FIRST_FLOOR + band] * ends[band]
            best = choice if worth > most else best  # no branch, which could not be foretold
            most = max(worth, most)
        weight = weights[at]
        found[hand, best, TOTAL] += weight * total
        found[hand, best, BELOW] += weight * below
        found[hand, best, UPTO] += weight * upto
        for band in range(len(ends)):
            found[hand, best, FIRST_FLOOR + band] += weight * ends[band]


@compiled
def play_suited_off(
    game: Game, seen: Seen, suited: Suited, rank_words: Array, removed: Array, removed_flat: Array, found: Array
) -> None:
    """Play the hands that another suit than the dealer's may lift, and note how many they are.

    `removed` counts them by their ranks where no card lies in the dealer's suit, and `removed_flat` by the ranks of the
    suited cards where these are as many as the ranking ranks.
    """
    slots, off, free, room, all_free = seen.left.shape[1], seen.off, seen.free, seen.room, (1 << len(seen.free)) - 1
    by_rank, by_suit = game.own.by_rank, game.own.by_suit
    high, low, shift = game.own.high, game.own.low, game.own.high_shift
    states = room_for(len(suited.bits) * (len(free) + 13))
    left = np.ones((len(states.rows) if slots > 1 else 1, slots), np.int16)
    for suit in range(len(off)):
        alike, first = 0, True
        for other in range(len(off)):
            if off[other] == off[suit]:
                alike += 1
                first = first and other >= suit
        many = 0
        for at in range(len(suited.bits) if first else 0):
            bits = suited.bits[at]
            if bits & off[suit]:
                continue
            whole = suited.cards[at] == game.own_cards
            if suited.cards[at] == game.size:
                removed_flat[bits] += alike
            for rank in range(1 if whole else len(free) + 13):
                weight, mask, word = alike, all_free, suited.words[at]
                extra = -1
                if not whole and rank < len(free):
                    mask ^= 1 << rank
                    word += rank_words[free[rank]]
                elif not whole:
                    extra = rank - len(free)
                    weight *= room[extra] - 1 + (off[suit] >> extra & 1)
                    word += rank_words[extra]
                if weight == 0:
                    continue
                row = high[word >> shift] + low[word & ((1 << shift) - 1)]
                if extra >= 0 or suited.cards[at] > game.size:
                    removed[row] += weight
                states.rows[many], states.masks[many], states.weights[many] = row, mask, weight
                states.mine[many] = max(by_suit[bits], by_rank[row])
                states.left_at[many] = many if slots > 1 else 0
                for column in range(slots - 1):
                    left[many, column] = room[column] - (bits >> column & 1) - (column == extra)
                many += 1
        play_list(game, seen, states, many, left, found)


@compiled
def play_others(
    game: Game, seen: Seen, sets: Sets, rank_words: Array, removed: Array, removed_flat: Array, found: Array
) -> None:
    """Play all other states: the cards in the dealer's suit, and the ranks of those off it."""
    size, all_free = game.size, (1 << len(seen.free)) - 1
    by_rank, high, low, shift = game.own.by_rank, game.own.high, game.own.low, game.own.high_shift
    states = room_for(len(sets.words))
    for held in range(all_free + 1):
        word, bits, cards = 0, 0, 0
        for at in range(len(seen.free)):
            if held >> at & 1:
                word += rank_words[seen.free[at]]
                bits |= 1 << seen.free[at]
                cards += 1
        rest = game.own_cards - cards
        if rest < 0:
            continue
        many = 0
        suited = game.own.by_suit[bits] if cards >= size else np.int16(0)
        for at in range(sets.starts[rest], sets.starts[rest + 1]):
            weight = seen.weights[at]
            if weight == 0:
                continue
            both = word + sets.words[at]
            row = high[both >> shift] + low[both & ((1 << shift) - 1)]
            if rest == size:
                weight -= removed_flat[sets.flat[at]]
            elif rest > size:
                weight -= removed[row]
            if weight:
                states.rows[many], states.masks[many], states.weights[many] = row, all_free ^ held, weight
                states.mine[many] = max(suited, by_rank[row])
                states.left_at[many] = at
                many += 1
        play_list(game, seen, states, many, seen.left, found)
