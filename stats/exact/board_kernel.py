"""Inner loops for hands of two own cards and a shared board. Importing this module imports numba.

Cards are the codes of `evaluate`, sets of cards are 52 bits. A pair of cards i > j stands at i(i-1)/2 + j.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled

Array = NDArray[Any]
PAIRS = 1326
RADIX = 128


@compiled
def sorted_by_class(classes: Array, pairs: int) -> Array:
    """Sort by class: two passes over seven bits each."""
    order, other = np.empty(pairs, np.int32), np.empty(pairs, np.int32)
    for shift in (0, 7):
        places = np.zeros(RADIX + 1, np.int32)
        for pair in range(pairs):
            places[((classes[pair] >> shift) & (RADIX - 1)) + 1] += 1
        for digit in range(RADIX):
            places[digit + 1] += places[digit]
        for at in range(pairs):
            pair = at if shift == 0 else order[at]
            digit = (classes[pair] >> shift) & (RADIX - 1)
            other[places[digit]] = pair
            places[digit] += 1
        order, other = other, order
    return order


@compiled
def sweep(
    board: Array,
    first: Array,
    second: Array,
    classes: Array,
    counts: Array,
    words: Array,
    start: int,
    high_shift: int,
    suit_shift: int,
    low: Array,
    high: Array,
    by_rank: Array,
    by_suit: Array,
    full_suits: int,
    dealer_band: Array,
    bands: int,
) -> int:
    """Hold every pair of cards against every other that shares no card with it.

    Fill, for each pair, its `first` and `second` card, its class and `counts[pair, dealer band, showdown]`; give how
    many pairs there are. All hands are sorted; then one sweep upwards knows how many lie below, in all and with a given
    card, and hence how many of them hold neither of a pair's two cards.
    """
    on_board = np.zeros(52, np.bool_)
    board_word = start
    for card in board:
        on_board[card] = True
        board_word += words[card]
    low_mask = (1 << high_shift) - 1
    high_mask = (1 << (suit_shift - high_shift)) - 1
    total = np.zeros(bands, np.int32)
    with_card = np.zeros((bands, 52), np.int32)
    pairs = 0
    for one in range(52):
        if on_board[one]:
            continue
        for other in range(one):
            if on_board[other]:
                continue
            word = board_word + words[one] + words[other]
            best = by_rank[high[(word >> high_shift) & high_mask] + low[word & low_mask]]
            if word & full_suits:
                for suit in range(4):
                    bits = 0
                    for card in board:
                        bits |= (card & 3 == suit) << (card >> 2)
                    bits |= (one & 3 == suit) << (one >> 2)
                    bits |= (other & 3 == suit) << (other >> 2)
                    best = max(best, by_suit[bits])
            first[pairs], second[pairs], classes[pairs] = one, other, best
            band = dealer_band[best]
            total[band] += 1
            with_card[band, one] += 1
            with_card[band, other] += 1
            pairs += 1
    order = sorted_by_class(classes, pairs)
    below = 0
    below_with = np.zeros(52, np.int32)
    equal_with = np.zeros(52, np.int32)
    at, last_band = 0, -1
    while at < pairs:
        here = classes[order[at]]
        band = dealer_band[here]
        if band != last_band:
            below, last_band = 0, band
            below_with[:] = 0
        end = at
        while end < pairs and classes[order[end]] == here:
            equal_with[first[order[end]]] += 1
            equal_with[second[order[end]]] += 1
            end += 1
        for place in range(at, end):
            pair = order[place]
            one, other = first[pair], second[pair]
            for theirs in range(bands):
                apart = total[theirs] - with_card[theirs, one] - with_card[theirs, other]
                counts[pair, theirs, 0] = apart if theirs > band else 0
                counts[pair, theirs, 1] = 0
                counts[pair, theirs, 2] = apart if theirs < band else 0
            won = below - below_with[one] - below_with[other]
            tied = end - at - equal_with[one] - equal_with[other] + 1
            apart = total[band] - with_card[band, one] - with_card[band, other] + 1
            counts[pair, band, 0] = apart - won - tied
            counts[pair, band, 1] = tied
            counts[pair, band, 2] = won
        for place in range(at, end):
            one, other = first[order[place]], second[order[place]]
            below_with[one] += 1
            below_with[other] += 1
            equal_with[one] = equal_with[other] = 0
        below += end - at
        at = end
    return pairs


@compiled
def place_of_set(cards: Array, binomials: Array) -> int:
    """Number a set of cards, given from the lowest up, among all sets of its size."""
    place: int = 0
    for at in range(len(cards)):
        place += int(binomials[cards[at], at + 1])
    return place


@compiled
def canonical_sets(size: int, turns: Array, binomials: Array) -> tuple[Array, Array, Array]:
    """Turn the suits of each set of cards so that it becomes the least of its kind.

    Give the least sets as bits, which of `turns` led there, and by how many turns a set is its own image.
    """
    many = binomials[52, size]
    least, turn, same = np.empty(many, np.int64), np.empty(many, np.int8), np.empty(many, np.int8)
    cards = np.arange(size)
    for _ in range(many):
        place = place_of_set(cards, binomials)
        itself = 0
        for card in cards:
            itself |= 1 << int(card)
        best, best_turn, count = itself, 0, 0
        for at in range(len(turns)):
            turned = 0
            for card in cards:
                turned |= 1 << turns[at, card]
            count += turned == itself
            if turned < best:
                best, best_turn = turned, at
        least[place], turn[place], same[place] = best, best_turn, count
        at = 0
        while at < size - 1 and cards[at] + 1 == cards[at + 1]:
            cards[at] = at
            at += 1
        cards[at] += 1
    return least, turn, same


@compiled
def play_boards(
    boards: Array,
    weights: Array,
    splits: Array,
    seen_ids: Array,
    seen_turns: Array,
    pair_turns: Array,
    binomials: Array,
    seat_band: Array,
    net: Array,
    best: Array,
    worth: Array,
    ways: Array,
    words: Array,
    start: int,
    high_shift: int,
    suit_shift: int,
    low: Array,
    high: Array,
    by_rank: Array,
    by_suit: Array,
    full_suits: int,
    dealer_band: Array,
    bands: int,
) -> None:
    """Play all pairs on each board, for each part of it that may have been seen before the rest.

    Without `best`, add to `worth[choice, cards seen, pair]` what each choice wins. With `best[cards seen, pair]`, add
    to `ways` how often each cell comes up.
    """
    choices = net.shape[0]
    first, second, classes = np.empty(PAIRS, np.int64), np.empty(PAIRS, np.int64), np.empty(PAIRS, np.int16)
    counts = np.empty((PAIRS, bands, 3), np.int64)
    won = np.empty(choices, np.int64)
    ids, turns = np.empty(len(splits), np.int64), np.empty(len(splits), np.int64)
    seen = np.empty(splits.shape[1], np.int64)
    for at in range(len(boards)):
        pairs = sweep(
            boards[at],
            first,
            second,
            classes,
            counts,
            words,
            start,
            high_shift,
            suit_shift,
            low,
            high,
            by_rank,
            by_suit,
            full_suits,
            dealer_band,
            bands,
        )
        for split in range(len(splits)):
            for card in range(len(seen)):
                seen[card] = boards[at, splits[split, card]]
            place = place_of_set(seen, binomials)
            ids[split], turns[split] = seen_ids[place], seen_turns[place]
        for pair in range(pairs):
            number = first[pair] * (first[pair] - 1) // 2 + second[pair]
            band = seat_band[classes[pair]]
            if len(best) == 0:
                for choice in range(choices):
                    won[choice] = 0
                    for theirs in range(bands):
                        for showdown in range(3):
                            won[choice] += counts[pair, theirs, showdown] * net[choice, band, theirs, showdown]
                for split in range(len(splits)):
                    turned = pair_turns[turns[split], number]
                    for choice in range(choices):
                        worth[choice, ids[split], turned] += weights[at] * won[choice]
            else:
                won[:] = 0
                for split in range(len(splits)):
                    won[best[ids[split], pair_turns[turns[split], number]]] += weights[at]
                for choice in range(choices):
                    if won[choice]:
                        for theirs in range(bands):
                            for showdown in range(3):
                                ways[choice, band, theirs, showdown] += won[choice] * counts[pair, theirs, showdown]
