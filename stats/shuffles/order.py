"""In which order did the pack lie before the shuffle?

A bad shuffle shows most where its start is known, and nobody may have told. So the order is guessed from the first
decks, among those that packs come in, and those decks are not tested: what is tested knows nothing of the guess.
"""

from collections.abc import Iterator
from itertools import permutations

import numpy as np

from fairfelt.rulesets.cards import RANKS, SUITS, Card
from fairfelt.stats.decision.histograms import mean_z
from fairfelt.stats.shuffles.battery import HISTOGRAMS
from fairfelt.stats.shuffles.count import Decks, count_shuffles
from fairfelt.stats.shuffles.packs import JOKER, Pack, in_order
from fairfelt.stats.streams.sums import Sums

PILOT = 1000
"""Decks that are spent on the guess."""
_ACE_LOW = RANKS[-1] + RANKS[:-1]
_TOLD = ("fixed", "cycles", "rising", "inversions")


def usual_orders() -> Iterator[tuple[str, tuple[Card, ...]]]:
    """List orders of 52 cards with their names: all that go by suits and ranks, and that of a new pack of cards."""
    ways = {"2 to A": RANKS, "A to 2": RANKS[::-1], "A to K": _ACE_LOW, "K to A": _ACE_LOW[::-1]}
    for suits in permutations(SUITS):
        for words, ranks in ways.items():
            yield f"suit by suit ({' '.join(suits)}), {words}", tuple(rank + suit for suit in suits for rank in ranks)
            yield f"rank by rank ({words}), {' '.join(suits)}", tuple(rank + suit for rank in ranks for suit in suits)
    sides = [(suit, _ACE_LOW) for suit in "sd"] + [(suit, _ACE_LOW[::-1]) for suit in "ch"]
    yield "a new pack of cards", tuple(rank + suit for suit, ranks in sides for rank in ranks)


def possible_orders(pack: Pack) -> list[tuple[str, Pack]]:
    """List the usual orders of a pack. Jokers, and further packs of a shoe, are thought to lie behind each other."""
    jokers = pack.cards.count(JOKER)
    packs, left = divmod(len(pack.cards) - jokers, len(SUITS) * len(RANKS))
    if left or len(pack.kinds) - (jokers > 0) != len(SUITS) * len(RANKS):
        return [("as the pack is listed", pack)]
    return [(name, in_order(pack, order * packs + (JOKER,) * jokers)) for name, order in usual_orders()]


def guess_order(decks: Decks, pack: Pack) -> tuple[str, Pack]:
    """Give the usual order from which these decks look least shuffled, with its name."""
    orders = possible_orders(pack)
    tried = [(name, order, count_shuffles(renumbered(decks, pack, order), order)) for name, order in orders]
    name, order, _ = max(tried, key=lambda entry: distance(entry[2], entry[1]))
    return name, order


def renumbered(decks: Decks, old: Pack, new: Pack) -> Decks:
    """Number the kinds of cards as another order of the same pack does."""
    number = {kind: at for at, kind in enumerate(new.kinds)}
    return np.array([number[kind] for kind in old.kinds], np.uint8)[decks]


def distance(sums: Sums, pack: Pack) -> float:
    """Tell how far from shuffled decks look, seen from an order: squared distances of means, added up.

    A reversed pack has some of them in common with its opposite, but not all.
    """
    if not sums["decks"][0]:
        return 0.0
    return sum(mean_z(sums[name], HISTOGRAMS[name][1](len(pack.cards))) ** 2 for name in _TOLD)
