"""Inner loops for games in which the seat draws and a card of the dealer's may be exchanged. Importing this module
imports numba.

Unseen cards are numbered by their place among those that a seat can't see when it first decides. A set of the dealer's
hidden cards completes his hand; `tallies[c]` counts the completions of a class below c: all, those that hold a card,
and those that hold two. So what is left once one or two of these cards are drawn needs no count of its own.
"""

from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.evaluate import lookup
from fairfelt.rulesets.kernels import compiled
from fairfelt.rulesets.rankings import Ranking

Array = NDArray[Any]
NEVER = -(1 << 40)


@compiled
def class_of(
    cards: Array,
    word: int,
    words: Array,
    high_shift: int,
    suit_shift: int,
    low: Array,
    high: Array,
    by_rank: Array,
    by_suit: Array,
    full_suits: int,
) -> int:
    """Give the class of one hand; `word` is the start of its lookup."""
    for card in cards:
        word += words[card]
    best = by_rank[
        high[(word >> high_shift) & ((1 << (suit_shift - high_shift)) - 1)] + low[word & ((1 << high_shift) - 1)]
    ]
    if word & full_suits:
        for suit in range(4):
            bits = 0
            for card in cards:
                bits |= (int(card) & 3 == suit) << (int(card) >> 2)
            best = max(best, by_suit[bits])
    return int(best)


@compiled
def all_sets(items: int, size: int, out: Array) -> None:
    """List all sets of so many items, each from the lowest up."""
    held = np.arange(size)
    for row in range(len(out)):
        out[row] = held
        at = size - 1
        while at >= 0 and held[at] == items - size + at:
            at -= 1
        if at >= 0:
            held[at] += 1
            for later in range(at + 1, size):
                held[later] = held[later - 1] + 1


@compiled
def complete(
    sets: Array,
    unseen: Array,
    shown: Array,
    place: Array,
    offered: Array,
    tallies: Array,
    classes: Array,
    group: Array,
    gone: Array,
    kept: Array,
    remade: Array,
    start: int,
    words: Array,
    high_shift: int,
    suit_shift: int,
    low: Array,
    high: Array,
    by_rank: Array,
    by_suit: Array,
    full_suits: int,
) -> tuple[int, int]:
    """Complete the dealer's hand in every way; fill `tallies`.

    For each completion of which a card may be exchanged, as `offered` says by class, fill the next of `classes`, the
    `group` of those that keep the same cards, and the unseen card `gone`, or -1 for one of the cards shown: the card
    with the least `place` is exchanged. Of a group, `kept` holds the unseen cards that stay, as bits, and
    `remade[group, card]` the class that a replacement makes, -1 for cards that stay. Give the numbers of completions
    that may be changed, and of groups.
    """
    many, hidden = len(unseen), sets.shape[1]
    hand = np.empty(hidden + len(shown), np.uint8)
    hand[hidden:] = shown
    new = hand.copy()
    known = np.full((many + 1) ** (hidden - 1), -1, np.int32)
    low_mask, high_mask = (1 << high_shift) - 1, (1 << (suit_shift - high_shift)) - 1
    shown_word = start
    for card in shown:
        shown_word += words[card]
    every, starts = np.empty(len(sets), np.int16), np.zeros(len(tallies) + 1, np.int32)
    groups = count = 0
    for at in range(len(sets)):
        word = shown_word
        for spot in range(hidden):
            hand[spot] = unseen[sets[at, spot]]
            word += words[hand[spot]]
        found = int(by_rank[high[(word >> high_shift) & high_mask] + low[word & low_mask]])
        if word & full_suits:
            found = class_of(hand, start, words, high_shift, suit_shift, low, high, by_rank, by_suit, full_suits)
        every[at] = found
        starts[found + 1] += 1
        if not offered[found]:
            continue
        out = 0
        for spot in range(1, len(hand)):
            if place[hand[spot]] < place[hand[out]]:
                out = spot
        key, here = 0, -1
        if out < hidden:
            for spot in range(hidden):
                if spot != out:
                    key = key * (many + 1) + sets[at, spot]
            here = known[key]
        if here < 0:
            here = groups
            groups += 1
            if out < hidden:
                known[key] = here
            new[:] = hand
            base = word - words[hand[out]]
            for card in range(many):
                new[out] = unseen[card]
                word = base + words[new[out]]
                if word & full_suits:
                    remade[here, card] = class_of(
                        new, start, words, high_shift, suit_shift, low, high, by_rank, by_suit, full_suits
                    )
                else:
                    remade[here, card] = by_rank[high[(word >> high_shift) & high_mask] + low[word & low_mask]]
            kept[here] = 0
            for spot in range(hidden):
                if spot != out:
                    remade[here, sets[at, spot]] = -1
                    kept[here] |= 1 << int(sets[at, spot])
        classes[count], group[count] = found, here
        gone[count] = sets[at, out] if out < hidden else -1
        count += 1
    for found in range(1, len(starts)):
        starts[found] += starts[found - 1]
    order, filled = np.empty(len(sets), np.int32), starts.copy()
    for at in range(len(sets)):
        order[filled[every[at]]] = at
        filled[every[at]] += 1
    row = np.zeros(tallies.shape[1], np.int32)
    for found in range(len(tallies)):  # class by class, so that the counts in hand stay in the processor's cache
        tallies[found] = row
        for which in range(starts[found], starts[found + 1]):
            row[0] += 1
            for spot in range(hidden):
                one = int(sets[order[which], spot])
                row[1 + one] += 1
                for below in range(spot):
                    row[1 + many + (one * (one - 1) >> 1) + sets[order[which], below]] += 1
    return count, groups


@compiled
def count_left(row: Array, many: int, one: int, other: int) -> int:
    """Count the completions without one card or two; -1 stands for no card."""
    left = int(row[0])
    if one >= 0:
        left -= row[1 + one]
    if other >= 0:
        upper, lower = max(one, other), min(one, other)
        left -= row[1 + other]
        left += row[1 + many + upper * (upper - 1) // 2 + lower]
    return left


@compiled
def count_showdowns(tallies: Array, floors: Array, many: int, own: Array, drawn: Array, times: int, out: Array) -> None:
    """Hold each hand against the completions left; fill `out[hand, dealer's band, showdown]`, so many times each."""
    for hand in range(len(own)):
        one, other = drawn[hand, 0], drawn[hand, 1]
        for band in range(len(floors) - 1):
            start, end, mine = floors[band], floors[band + 1], own[hand]
            under = count_left(tallies[start], many, one, other)
            through = count_left(tallies[end], many, one, other)
            below = count_left(tallies[min(max(mine, start), end)], many, one, other)
            within = count_left(tallies[min(max(mine + 1, start), end)], many, one, other)
            out[hand, band, 0] = (through - within) * times
            out[hand, band, 1] = (within - below) * times
            out[hand, band, 2] = (below - under) * times


@compiled
def most_gained(remade: Array, gains: Array, removed: int) -> int:
    """Bound what an exchange can win more than none, over all replacement cards, when so many of them are gone."""
    least = 0
    most = -(1 << 62)
    for row in remade:
        gained = 0
        for made in row:
            if made >= 0:
                gained += gains[made]
                least = min(least, gains[made])
        most = max(most, gained)
    return int(most - removed * least)


@compiled
def exchange(
    kept: Array,
    remade: Array,
    first: Array,
    classes: Array,
    gone: Array,
    drawn: Array,
    declined: Array,
    declined_cell: Array,
    paid: Array,
    paid_cell: Array,
    out: Array,
) -> None:
    """Exchange the dealer's card wherever that is worth more; move the counts in `out[drawn cards, cell]`.

    Group by group, `kept` holds the dealer's unseen cards that stay, as bits, and `first` numbers the first of the
    completions, which have `classes` and the card `gone`. `declined` and `paid` say what a seat with this hand wins by
    the class of the dealer's hand as it is, and as the exchange leaves it; the cells are where such an end is counted,
    and ends of the same cell win the same.
    """
    counts = np.zeros(out.shape[1], np.int64)
    for group in range(len(remade)):
        worth, replacements = 0, 0
        counts[:] = 0
        for made in remade[group]:
            if made >= 0:
                worth += paid[made]
                replacements += 1
                counts[paid_cell[made]] += 1
        start, end, lost = first[group], first[group + 1], 0
        alike = gone[start] >= 0  # then what one of the group decides, all decide
        for which in range(start, end):
            alike &= gone[which] >= 0 and declined_cell[classes[which]] == declined_cell[classes[start]]
            if alike:
                alike &= paid_cell[remade[group, gone[which]]] == paid_cell[remade[group, gone[start]]]
                lost |= 1 << int(gone[which])
        for row in range(len(drawn)):
            one, other = drawn[row, 0], drawn[row, 1]
            if (one >= 0 and kept[group] >> one & 1) or (other >= 0 and kept[group] >> other & 1):
                continue
            here, rest = worth, replacements
            if one >= 0:
                here -= paid[remade[group, one]]
                rest -= 1
            if other >= 0:
                here -= paid[remade[group, other]]
                rest -= 1
            times = 0
            if alike:
                won, left = here - paid[remade[group, gone[start]]], rest - 1
                if won > declined[classes[start]] * left:
                    times = end - start
                    times -= (one >= 0 and lost >> one & 1) + (other >= 0 and lost >> other & 1)
                    out[row, declined_cell[classes[start]]] -= left * times
                    out[row, paid_cell[remade[group, gone[start]]]] -= times
            for which in range(start, start if alike else end):
                card = gone[which]
                if card >= 0 and card in (one, other):
                    continue
                won, left = here, rest
                if card >= 0:
                    won -= paid[remade[group, card]]
                    left -= 1
                if won > declined[classes[which]] * left:
                    times += 1
                    out[row, declined_cell[classes[which]]] -= left
                    if card >= 0:
                        out[row, paid_cell[remade[group, card]]] -= 1
            if times:
                for cell in range(len(counts)):
                    out[row, cell] += counts[cell] * times
                if one >= 0:
                    out[row, paid_cell[remade[group, one]]] -= times
                if other >= 0:
                    out[row, paid_cell[remade[group, other]]] -= times


@dataclass(frozen=True)
class State:
    """All completions of the dealer's hand from what one seat sees, `hidden` cards each."""

    unseen: Array
    hidden: int
    tallies: Array
    groups: tuple[Array, Array, Array, Array, Array]
    """Of those that may be changed, as `exchange` reads them: what stays, what it becomes, where each group begins; and
    then the classes, and the cards that go."""
    present: Array
    """The classes that those may have, changed or not. Hands of the seat with the same of them below fare alike."""


@cache
def sets_of(items: int, size: int) -> Array:
    """List all sets of so many items."""
    out = np.empty((comb(items, size), size), np.uint8)
    all_sets(items, size, out)
    return out


def look(own: Array, shown: Array, hidden: int, ranking: Ranking, place: Array, offered: Array) -> State:
    """Complete the dealer's hand in every way from the cards that are neither the seat's nor shown."""
    unseen = np.setdiff1d(np.arange(52), np.concatenate([own, shown])).astype(np.uint8)
    sets, many = sets_of(len(unseen), hidden), len(unseen)
    tallies = np.empty((len(offered) + 1, 1 + many + comb(many, 2)), np.int32)
    classes, group, gone = (np.empty(len(sets), kind) for kind in (np.int16, np.int32, np.int8))
    kept, remade = np.empty(len(sets), np.int64), np.empty((len(sets), many), np.int16)
    found = lookup(ranking, hidden + len(shown))
    shifts = found.high_shift, found.suit_shift
    tables = found.low, found.high, found.by_rank, found.by_suit
    filled = (tallies, classes, group, gone, kept, remade)
    count, groups = complete(
        sets, unseen, shown, place, offered, *filled, found.start, found.words, *shifts, *tables, found.full_suits
    )
    order = np.argsort(group[:count], kind="stable")
    first = np.searchsorted(group[order], np.arange(groups + 1))
    present = np.zeros(len(offered) + 1, np.bool_)  # one more, for -1
    present[remade[:groups]] = True
    present[classes[:count]] = True
    ordered = (kept[:groups], remade[:groups], first, classes[order], gone[order])
    return State(unseen, hidden, tallies, ordered, present[:-1])


def settle_all(
    state: State, own: Array, drawn: Array, net: Array, bands: tuple[Array, Array, Array], changes: bool
) -> Array:
    """Count how each hand fares against all that may come, as `[hand, cell]`.

    `own` holds classes, `drawn` the one or two unseen cards drawn for each, or -1; `net[seat's band, cell]` what the
    cells win: first those without an exchange, by the dealer's band and the showdown, then those after one. `bands`
    are floors: the seat's, the dealer's, the dealer's after an exchange; the last two end with the number of classes.
    """
    seat, dealer, then = bands
    many, taken, plain = len(state.unseen), int((drawn[0] >= 0).sum()), 3 * (len(dealer) - 1)
    showdowns = np.empty((len(own), len(dealer) - 1, 3), np.int64)
    count_showdowns(state.tallies, dealer, many, own, drawn, many - state.hidden - taken, showdowns)
    counts = np.zeros((len(own), net.shape[1]), np.int64)
    counts[:, :plain] = showdowns.reshape(len(own), -1)
    _, remade, _, may_change, _ = state.groups
    if not changes or not len(may_change):
        return counts
    classes = np.arange(len(state.present))
    as_it_is = 3 * (np.searchsorted(dealer, classes, side="right") - 1)
    changed = 3 * (np.searchsorted(then, classes, side="right") - 1) + plain
    band = np.searchsorted(seat, own, side="right") - 1
    alike = 2 * np.concatenate([[0], np.cumsum(state.present)])[own] + state.present[own]
    upper, lower = drawn.max(axis=1) + 1, drawn.min(axis=1) + 1
    keys = (alike * (many + 1) + upper) * (many + 1) + lower
    for here in np.unique(band):
        mine = np.flatnonzero(band == here)
        low, high = own[mine].min(), own[mine].max()
        can_be = np.stack([low < classes, (low <= classes) & (classes <= high), classes < high], axis=1)
        least = np.where(can_be, net[here][as_it_is[:, None] + np.arange(3)], -NEVER).min(axis=1)[may_change].min()
        most = np.where(can_be, net[here][changed[:, None] + np.arange(3)], NEVER).max(axis=1)
        if most_gained(remade, most - least, 1 + taken) <= 0:
            continue
        _, first, back = np.unique(keys[mine], return_index=True, return_inverse=True)
        first, moves = mine[first], np.zeros((len(first), net.shape[1]), np.int64)
        for position in np.unique(alike[first]):
            rows = np.flatnonzero(alike[first] == position)
            showdown = 1 + np.sign(own[first[rows[0]]] - classes)
            before, after = as_it_is + showdown, changed + showdown
            moved = np.zeros((len(rows), net.shape[1]), np.int64)
            exchange(*state.groups, drawn[first[rows]], net[here][before], before, net[here][after], after, moved)
            moves[rows] = moved
        counts[mine] += moves[back]
    return counts
