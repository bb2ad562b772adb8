"""What the kernels of hidden duels read: named arrays, since compiled loops know tuples and no dataclasses."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import cache
from itertools import permutations
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.evaluate import lookup
from fairfelt.rulesets.rankings import Ranking
from fairfelt.stats.exact.duel import Duel
from fairfelt.stats.exact.figures import Progress

Array = NDArray[Any]
T = TypeVar("T")


class Hands(NamedTuple):
    """How a hand of one number of cards is looked up; see `Lookup`."""

    words: Array
    start: int
    high_shift: int
    suit_shift: int
    low: Array
    high: Array
    by_rank: Array
    by_suit: Array
    full_suits: int


class Money(NamedTuple):
    """What a duel pays; see `Duel`."""

    seat_band: Array
    dealer_band: Array
    net: Array


class Played(NamedTuple):
    """How often each cell came up, and by class of the seat's hand how often each choice was taken."""

    ways: Array
    plays: Array


def hands_of(ranking: Ranking, cards: int) -> Hands:
    """Give the tables for hands of so many cards."""
    found = lookup(ranking, cards)
    return Hands(
        words=found.words[:52],
        start=found.start,
        high_shift=found.high_shift,
        suit_shift=found.suit_shift,
        low=found.low,
        high=found.high,
        by_rank=found.by_rank,
        by_suit=found.by_suit,
        full_suits=found.full_suits,
    )


def money_of(duel: Duel) -> Money:
    return Money(duel.seat_band, duel.dealer_band, duel.net)


def nothing_played(duel: Duel) -> Played:
    choices, classes = len(duel.choices), len(duel.ranking.classes)
    return Played(np.zeros(duel.net.shape, np.int64), np.zeros((choices, classes), np.int64))


@cache
def suit_turns() -> Array:
    """List what becomes of each card when the suits change places, in each of 24 ways."""
    return np.array([[card // 4 * 4 + order[card % 4] for card in range(52)] for order in permutations(range(4))])


def turns_keeping(cards: Iterable[int]) -> Array:
    """List the turns of the suits that leave a set of cards as it is."""
    kept = set(cards)
    return np.array([turn for turn in suit_turns() if {int(turn[card]) for card in kept} == kept])


def on_all_cores(work: Callable[..., T], tasks: Iterable[tuple[Any, ...]], progress: Progress) -> Iterator[T]:
    """Do each task, as many at once as there are cores; give what they find in any order."""
    pool = ThreadPoolExecutor(os.cpu_count() or 1)
    try:
        waiting = [pool.submit(work, *task) for task in tasks]
        many, finished = len(waiting), as_completed(waiting)
        del waiting  # what a task found is let go of once it is given
        for done, future in enumerate(finished, 1):
            yield future.result()
            progress(done / many)
    finally:
        pool.shutdown(cancel_futures=True)  # an interrupted search ends with the tasks that have begun
