"""The pack that is shuffled: which cards, how often each, and in which order they lay before."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.cards import RANK_VALUE, SUITS, Card, full_deck

JOKER: Card = "Xj"


@dataclass(frozen=True)
class Pack:
    """`cards` stand in the order of the pack before the shuffle; in a shoe a card stands there more than once."""

    cards: tuple[Card, ...]

    @cached_property
    def kinds(self) -> tuple[Card, ...]:
        """List each different card once, in the order of the pack; a card's number is its place here."""
        return tuple(dict.fromkeys(self.cards))

    @cached_property
    def copies(self) -> NDArray[np.int64]:
        """Tell how often each kind stands in the pack."""
        return np.array([self.cards.count(kind) for kind in self.kinds], np.int64)

    @cached_property
    def suits(self) -> NDArray[np.int64]:
        """Number the suit of each kind; jokers share one of their own."""
        return np.array([SUITS.find(kind[1]) if kind[1] in SUITS else len(SUITS) for kind in self.kinds], np.int64)

    @cached_property
    def ranks(self) -> NDArray[np.int64]:
        """Number the rank of each kind from 0; jokers stand above the ace."""
        return np.array([RANK_VALUE.get(kind[0], 15) - 2 for kind in self.kinds], np.int64)


def standard_pack(packs: int = 1, jokers: int = 0) -> Pack:
    """Make a pack, or a shoe of several, with so many jokers in all; the plainest card lies first."""
    return Pack(full_deck(packs) + (JOKER,) * jokers)


def in_order(pack: Pack, order: Sequence[Card]) -> Pack:
    """Give the same pack with another order before the shuffle; raise ValueError where the cards differ."""
    if sorted(order) != sorted(pack.cards):
        raise ValueError("the order before the shuffle holds other cards than the pack")
    return Pack(tuple(order))
