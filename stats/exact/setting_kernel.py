"""Inner loops for hands that a seat sets in spots. Importing this module imports numba.

Cards are the codes of `evaluate`. A deck begins with the seat's cards; the dealer's follow, and then the board's.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled

Array = NDArray[Any]


@compiled
def made(
    word: int,
    held: int,
    high_shift: int,
    suit_shift: int,
    low: Array,
    high: Array,
    by_rank: Array,
    by_suit: Array,
    full_suits: int,
) -> int:
    """Give the class of a hand from the sum of its cards' words, and from its cards as bits, suit after suit."""
    ranks = (word >> high_shift) & ((1 << (suit_shift - high_shift)) - 1)
    best = by_rank[high[ranks] + low[word & ((1 << high_shift) - 1)]]
    if word & full_suits:
        for suit in range(4):
            best = max(best, by_suit[(held >> (13 * suit)) & 8191])
    return int(best)


@compiled
def meet(
    deck: Array,
    own: int,
    dealer: int,
    board: int,
    subsets: Array,
    shown: Array,
    house: Array,
    keys: Array,
    bits: Array,
    words: Array,
    start: int,
    high_shift: int,
    suit_shift: int,
    low: Array,
    high: Array,
    by_rank: Array,
    by_suit: Array,
    full_suits: int,
) -> None:
    """Hold the hand of each subset of the seat's cards against the dealer's; 0 is a loss, 1 a tie, 2 a win.

    The dealer keeps those of `house`, places among his cards, whose key is the highest, of equal ones the first.
    """
    board_word, board_held = start, 0
    for at in range(own + dealer, own + dealer + board):
        board_word += words[deck[at]]
        board_held += bits[deck[at]]
    kept = 0
    if len(house) > 1:
        best = 0
        for pick in range(len(house)):
            place = 0
            for at in house[pick]:
                place = 52 * place + deck[own + at]
            if pick == 0 or keys[place] > best:
                best, kept = keys[place], pick
    word, held = board_word, board_held
    for at in house[kept]:
        word += words[deck[own + at]]
        held += bits[deck[own + at]]
    theirs = made(word, held, high_shift, suit_shift, low, high, by_rank, by_suit, full_suits)
    for subset in range(len(subsets)):
        word, held = board_word, board_held
        for at in subsets[subset]:
            word += words[deck[at]]
            held += bits[deck[at]]
        mine = made(word, held, high_shift, suit_shift, low, high, by_rank, by_suit, full_suits)
        shown[subset] = 1 + (mine > theirs) - (mine < theirs)


@compiled
def play_hands(
    seeds: Array,
    choosing: int,
    judging: int,
    settings: Array,
    net: Array,
    counts: Array,
    own: int,
    dealer: int,
    board: int,
    subsets: Array,
    house: Array,
    keys: Array,
    bits: Array,
    words: Array,
    start: int,
    high_shift: int,
    suit_shift: int,
    low: Array,
    high: Array,
    by_rank: Array,
    by_suit: Array,
    full_suits: int,
) -> None:
    """Deal a hand by each seed, set it the way that wins most over `choosing` ends of the round, all ways meeting the
    same ends, and count in `counts[hand]` how often each combination of showdowns then comes up over `judging` others.

    `settings` gives the subset in each spot; without ends to choose by, the first is taken.
    """
    ways, spots = settings.shape
    shown = np.empty(len(subsets), np.int64)
    won = np.empty(ways, np.int64)
    set_so = np.empty((spots, subsets.shape[1]), subsets.dtype)
    deck = np.empty(52, np.int64)
    for hand in range(len(seeds)):
        np.random.seed(seeds[hand])
        won[:] = 0
        for at in range(52):
            deck[at] = at
        for at in range(own):
            other = np.random.randint(at, 52)
            deck[at], deck[other] = deck[other], deck[at]
        for end in range(choosing + judging):
            for at in range(own, own + dealer + board):
                other = np.random.randint(at, 52)
                deck[at], deck[other] = deck[other], deck[at]
            if end == choosing:
                best = won.argmax()
                for spot in range(spots):
                    set_so[spot] = subsets[settings[best, spot]]
            meet(
                deck,
                own,
                dealer,
                board,
                subsets if end < choosing else set_so,
                shown,
                house,
                keys,
                bits,
                words,
                start,
                high_shift,
                suit_shift,
                low,
                high,
                by_rank,
                by_suit,
                full_suits,
            )
            if end < choosing:
                for way in range(ways):
                    cell = 0
                    for spot in range(spots):
                        cell = 3 * cell + shown[settings[way, spot]]
                    won[way] += net[cell]
            else:
                cell = 0
                for spot in range(spots):
                    cell = 3 * cell + shown[spot]
                counts[hand, cell] += 1
