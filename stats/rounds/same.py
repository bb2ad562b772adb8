"""Compare two runs from one seed: whatever is staked, the same cards must be dealt."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.decision.measure import Measure, by_count
from fairfelt.stats.rounds.columns import Rounds, RoundsError


def same_cards(first: Rounds, second: Rounds) -> Measure:
    """Count the rounds in which two runs from one seed differ in a card; only their stakes may differ.

    Raise RoundsError where they are no runs of as many rounds at the same seats and places.
    """
    differs: NDArray[np.bool_] | None = None
    where: list[tuple[int, str]] = []
    for place, mine, theirs in _places(first, second):
        if mine.shape != theirs.shape:
            told = f"{mine.shape} and {theirs.shape} cards"
            raise RoundsError(f"{place}: {told}; play both runs alike but for the stakes")
        here = (mine != theirs).any(axis=1)
        where += [(int(np.flatnonzero(here)[0]), place)] if here.any() else []
        differs = here if differs is None else differs | here
    if differs is None:
        raise RoundsError("neither run has any cards to compare")
    at, place = min(where, default=(0, ""))
    detail = f"first in round {at + 1}, at {place}" if where else ""
    title = "One seed deals the same cards, whatever is staked"
    return by_count("rounds.same-cards", title, len(differs), int(differs.sum()), 0.0, detail)


def _places(first: Rounds, second: Rounds) -> Iterator[tuple[str, NDArray[np.uint8], NDArray[np.uint8]]]:
    if first.seats.keys() != second.seats.keys() or first.shared.keys() != second.shared.keys():
        raise RoundsError("the runs differ in their seats or places; play both alike but for the stakes")
    for seat, columns in first.seats.items():
        yield f"seat {seat}", columns.cards, second.seats[seat].cards
    for place, cards in first.shared.items():
        yield place, cards, second.shared[place]
