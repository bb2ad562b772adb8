"""Inner loops that hold one hand against all that the dealer may have. Importing this module imports numba.

Cards are the codes of `evaluate`. Counts are indexed by the dealer's band and the showdown.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled
from fairfelt.stats.exact.hidden_tables import Hands, Money

Array = NDArray[Any]


@compiled
def class_of(hands: Hands, cards: Array) -> int:
    """Give the class of a hand."""
    word = hands.start
    for card in cards:
        word += hands.words[card]
    high = (word >> hands.high_shift) & ((1 << hands.suit_shift - hands.high_shift) - 1)
    best: int = hands.by_rank[hands.high[high] + hands.low[word & ((1 << hands.high_shift) - 1)]]
    if word & hands.full_suits:
        for suit in range(4):
            bits = 0
            for card in cards:
                bits |= (card & 3 == suit) << (card >> 2)
            best = max(best, hands.by_suit[bits])
    return best


@compiled
def next_set(places: Array, many: int) -> bool:
    """Step to the next set of places below `many`, in rising order; say whether there is one."""
    size = len(places)
    at = size - 1
    while at >= 0 and places[at] == many - size + at:
        at -= 1
    if at < 0:
        return False
    places[at] += 1
    for later in range(at + 1, size):
        places[later] = places[later - 1] + 1
    return True


@compiled
def best_choice(counts: Array, net: Array, band: int) -> int:
    """Find the choice that wins most, the first of them."""
    best, most = 0, 0
    for choice in range(net.shape[0]):
        worth = 0
        for theirs in range(net.shape[2]):
            for showdown in range(3):
                worth += counts[theirs, showdown] * net[choice, band, theirs, showdown]
        if choice == 0 or worth > most:
            best, most = choice, worth
    return best


@compiled
def count_dealers(
    hands: Hands, dealer_band: Array, mine: int, taken: int, dealer: Array, seen: int, counts: Array
) -> None:
    """Count what the dealer may hold, given the cards taken, as bits, of which the first `seen` of `dealer` are his."""
    left = np.array([card for card in range(52) if not taken >> card & 1])
    places = np.arange(len(dealer) - seen)
    counts[:] = 0
    more = True
    while more:
        for at in range(len(places)):
            dealer[seen + at] = left[places[at]]
        theirs = class_of(hands, dealer)
        counts[dealer_band[theirs], 1 if theirs == mine else 2 if theirs < mine else 0] += 1
        more = next_set(places, len(left))


@compiled
def play_hands(
    exposed: Array,
    own: Array,
    weights: Array,
    own_hands: Hands,
    hands: Hands,
    money: Money,
    dealer: Array,
    ways: Array,
    plays: Array,
) -> None:
    """Play each hand as best it can be; add its weight to the cells that come up. `dealer` has room for his hand."""
    counts = np.zeros((money.net.shape[2], 3), np.int64)
    seen = 0
    for place in range(len(exposed)):
        dealer[place] = exposed[place]
        seen |= 1 << exposed[place]
    for at in range(len(own)):
        taken = seen
        for card in own[at]:
            taken |= 1 << card
        mine = class_of(own_hands, own[at])
        count_dealers(hands, money.dealer_band, mine, taken, dealer, len(exposed), counts)
        band = money.seat_band[mine]
        choice = best_choice(counts, money.net, band)
        ways[choice, band] += weights[at] * counts
        plays[choice, mine] += weights[at]


@compiled
def least_sets(size: int, without: int, turns: Array) -> tuple[Array, Array]:
    """List the sets of cards that no turn of the suits makes less, and how many sets each stands for.

    Cards of `without`, as bits, are left out; `turns` must keep them.
    """
    left = np.array([card for card in range(52) if not without >> card & 1])
    places = np.arange(size)
    found = []
    weights = []
    more = True
    while more:
        itself = 0
        for place in places:
            itself |= 1 << left[place]
        same, least = 0, True
        for turn in range(len(turns)):
            turned = 0
            for place in places:
                turned |= 1 << turns[turn, left[place]]
            same += turned == itself
            if turned < itself:
                least = False
                break
        if least:
            found.append(itself)
            weights.append(len(turns) // same)
        more = next_set(places, len(left))
    sets = np.empty((len(found), size), np.int64)
    for at in range(len(found)):
        filled = 0
        for card in range(52):
            if found[at] >> card & 1:
                sets[at, filled] = card
                filled += 1
    return sets, np.array(weights)
