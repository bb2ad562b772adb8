"""The draws behind a shuffled deck: each order of shuffling is turned around to the whole numbers that it drew."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.generators.found import GeneratorError

Deck = NDArray[np.uint8]
Order = Literal["downward", "forward", "upward", "taken"]
Dealt = Literal["from the front", "from the end"]


@dataclass(frozen=True)
class Way:
    """How a deck is shuffled and from which end it is dealt."""

    order: Order
    dealt: Dealt

    @property
    def title(self) -> str:
        return f"{TITLES[self.order]}, dealt {self.dealt}"


TITLES: Mapping[Order, str] = {
    "downward": "Fisher-Yates from the last place down, each swapped with one not above it",
    "forward": "Fisher-Yates from the first place up, each swapped with one not before it",
    "upward": "Fisher-Yates from the second place up, each swapped with one not above it (the same as inside-out)",
    "taken": "cards taken one by one out of the list of those that remain",
}
WAYS: tuple[Way, ...] = tuple(Way(order, dealt) for order in TITLES for dealt in ("from the front", "from the end"))
"""Taking a card and filling its gap with the last one is the same as `downward`, dealt from the end."""
SEEN_BY_PREFIX: frozenset[Way] = frozenset({
    Way("downward", "from the end"),
    Way("forward", "from the front"),
    Way("taken", "from the front"),
})  # fmt: skip
"""Ways by which the first cards dealt already tell the first draws."""


@dataclass(frozen=True)
class Draws:
    """Whole numbers in the order they were drawn: each of `indices` lies below its bound. Both are uint64."""

    bounds: NDArray[np.uint64]
    indices: NDArray[np.uint64]

    @property
    def bits(self) -> float:
        """Give the logarithm to base 2 of how many such rows of draws there are."""
        return float(np.log2(self.bounds.astype(np.float64)).sum())


def shuffled(way: Way, start: Sequence[int], below: Callable[[int], int]) -> list[int]:
    """Shuffle a deck in one way, as it would then be dealt; `below` gives a whole number below a bound."""
    deck, size = list(start), len(start)
    match way.order:
        case "downward":
            for at in range(size - 1, 0, -1):
                other = below(at + 1)
                deck[at], deck[other] = deck[other], deck[at]
        case "forward":
            for at in range(size - 1):
                other = at + below(size - at)
                deck[at], deck[other] = deck[other], deck[at]
        case "upward":
            for at in range(1, size):
                other = below(at + 1)
                deck[at], deck[other] = deck[other], deck[at]
        case "taken":
            deck = [deck.pop(below(len(deck)) if len(deck) > 1 else 0) for _ in range(size)]
    return deck if way.dealt == "from the front" else deck[::-1]


def draws_of(way: Way, deck: Sequence[int], start: Sequence[int]) -> Draws | None:
    """Find the draws that shuffle `start` to `deck`, or to a deck that begins with it.

    None where so few cards don't tell the draws of this way. Draws below 1 are left out: they say nothing.
    """
    if len(deck) < len(start) and way not in SEEN_BY_PREFIX:
        return None
    place = {card: at for at, card in enumerate(start)}
    dealt = [place[card] for card in deck]
    size = len(start)
    if way.dealt == "from the end":
        # What is dealt first stood last; of a deck seen in part, only the last places are known.
        dealt = [-1] * (size - len(dealt)) + dealt[::-1]
    found = _UNDO[way.order](dealt, size, len(deck))
    bounds, indices = zip(*[pair for pair in found if pair[0] > 1], strict=True)
    return Draws(np.array(bounds, np.uint64), np.array(indices, np.uint64))


def _downward(dealt: list[int], size: int, seen: int) -> list[tuple[int, int]]:
    return _swapped(dealt, size, [(at, 0, at + 1) for at in range(size - 1, size - 1 - seen, -1)])


def _forward(dealt: list[int], size: int, seen: int) -> list[tuple[int, int]]:
    return _swapped(dealt, size, [(at, at, size - at) for at in range(seen)])


def _swapped(dealt: list[int], size: int, places: list[tuple[int, int, int]]) -> list[tuple[int, int]]:
    """Replay swaps that each settle one place for good: which place, the lowest it is swapped with, and how many."""
    deck, where, found = list(range(size)), list(range(size)), []
    for at, lowest, bound in places:
        other = where[dealt[at]]
        found.append((bound, other - lowest))
        deck[at], deck[other] = deck[other], deck[at]
        where[deck[at]], where[deck[other]] = at, other
    return found


def _upward(dealt: list[int], size: int, _: int) -> list[tuple[int, int]]:
    """Take the swaps back, the last one first: before it, the card of that place had never moved."""
    deck, found = list(dealt), []
    for at in range(size - 1, 0, -1):
        other = deck.index(at)
        found.append((at + 1, other))
        deck[at], deck[other] = deck[other], deck[at]
    return found[::-1]


def _taken(dealt: list[int], size: int, seen: int) -> list[tuple[int, int]]:
    remaining, found = list(range(size)), []
    for card in dealt[:seen]:
        found.append((len(remaining), remaining.index(card)))
        remaining.remove(card)
    return found


_UNDO = {"downward": _downward, "forward": _forward, "upward": _upward, "taken": _taken}


def checked(decks: NDArray[np.uint8] | Sequence[Sequence[int]], start: Sequence[int]) -> list[list[int]]:
    """Take decks as lists of whole numbers. Raise GeneratorError unless each holds cards of `start`, none twice."""
    if len(set(start)) != len(start):
        raise GeneratorError(
            "the start order holds a card twice", "number the cards of a shoe so that each has its own number"
        )
    cards, rows = set(start), [[int(card) for card in deck] for deck in decks]
    if not rows:
        raise GeneratorError("there is no deck", "give at least one")
    for at, row in enumerate(rows):
        if len(set(row)) != len(row) or not set(row) <= cards:
            raise GeneratorError(
                f"deck {at + 1} doesn't hold the cards of the start order, each once",
                "leave out decks with missing or foreign cards, which need no search to be faulty",
            )
    return rows
