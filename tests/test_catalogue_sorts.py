"""Sorts by a random comparator give each order as often as all tosses of its coins do."""

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import chdtrc

from fairfelt.stats.catalogue.shuffler import by_kernel

Counts = NDArray[np.int64]
PLACES = 5 ** np.arange(5)


def follows(counts: Counts, law: list[float]) -> bool:
    """Hold counts against a law by chi-square, with the cells that expect fewer than 5 thrown together."""
    expected = np.array(law) * counts.sum()
    if counts[expected == 0].any():
        return False
    rare = expected < 5
    seen, wanted = [*counts[~rare], counts[rare].sum()], [*expected[~rare], expected[rare].sum()]
    if wanted[-1] < 5:
        seen, wanted = seen[:-1], wanted[:-1]
    statistic = float(((np.array(seen) - wanted) ** 2 / wanted).sum())
    return bool(chdtrc(len(wanted) - 1, statistic) > 1e-6)


class NoCoinLeft(Exception):
    pass


Coin = Callable[[], bool]
Sort = Callable[[list[int], Coin], list[int]]


def law_of_sort(sort: Sort, size: int) -> dict[tuple[int, ...], float]:
    """Toss all sequences of coins that a sort asks for."""
    chances: dict[tuple[int, ...], float] = {}
    waiting: list[tuple[bool, ...]] = [()]
    while waiting:
        coins = waiting.pop()
        left = list(reversed(coins))

        def coin(left: list[bool] = left) -> bool:
            if not left:
                raise NoCoinLeft
            return left.pop()

        try:
            order = tuple(sort(list(range(size)), coin))
        except NoCoinLeft:
            waiting += [(*coins, False), (*coins, True)]
        else:
            chances[order] = chances.get(order, 0.0) + 0.5 ** len(coins)
    return chances


def halved(into: list[int], card: int, coin: Coin) -> None:
    part, begin = into[:], 0
    while part:
        middle = len(part) // 2
        if coin():
            part = part[:middle]
        else:
            part, begin = part[middle + 1 :], begin + middle + 1
    into.insert(begin, card)


def sorted_by_halving(cards: list[int], coin: Coin) -> list[int]:
    result: list[int] = []
    for card in cards:
        halved(result, card, coin)
    return result


def sorted_by_timsort(cards: list[int], coin: Coin) -> list[int]:
    falls, run = coin(), 2
    while run < len(cards) and coin() == falls:
        run += 1
    result = cards[:run][::-1] if falls else cards[:run]
    for card in cards[run:]:
        halved(result, card, coin)
    return result


def sorted_by_insertion(cards: list[int], coin: Coin) -> list[int]:
    result: list[int] = []
    for card in cards:
        at = len(result)
        while at and coin():
            at -= 1
        result.insert(at, card)
    return result


def sorted_by_merging(cards: list[int], coin: Coin) -> list[int]:
    runs = [[card] for card in cards]
    while len(runs) > 1:
        merged = []
        for left, right in zip(runs[::2], [*runs[1::2], []], strict=False):
            run = []
            while left and right:
                source = left if coin() else right
                run.append(source.pop(0))
            merged.append(run + left + right)
        runs = merged
    return runs[0]


def sorted_by_quicksort(cards: list[int], coin: Coin) -> list[int]:
    if len(cards) < 2:
        return cards
    *rest, last = cards
    border = 0
    for at in range(len(rest)):
        if coin():
            rest[at], rest[border] = rest[border], rest[at]
            border += 1
    whole = [*rest, last]
    whole[border], whole[-1] = whole[-1], whole[border]
    return [
        *sorted_by_quicksort(whole[:border], coin),
        last,
        *sorted_by_quicksort(whole[border + 1 :], coin),
    ]


SORTS: dict[str, Sort] = {
    "comparator-binary-insertion": sorted_by_halving,
    "comparator-timsort": sorted_by_timsort,
    "comparator-insertion": sorted_by_insertion,
    "comparator-merge": sorted_by_merging,
    "comparator-quicksort": sorted_by_quicksort,
}


@cache
def law_of(id_: str) -> dict[tuple[int, ...], float]:
    return law_of_sort(SORTS[id_], 5)


@cache
def counts_of(kernel: str) -> Counts:
    """Count the orders of five cards, each read as a number of five digits."""
    decks = by_kernel(kernel, 29, 0, 100_000, size=5)
    return np.bincount(decks @ PLACES, minlength=5**5)


def sorts_like(id_: str, kernel: str) -> bool:
    """Hold how often each order of five cards comes up against the sort's exact law."""
    law = np.zeros(5**5)
    for order, chance in law_of(id_).items():
        law[np.array(order) @ PLACES] = chance
    return follows(counts_of(kernel), law.tolist())


def kernel_of(id_: str) -> str:
    return f"sorts_kernel.{id_.removeprefix('comparator-').replace('-', '_')}"


@pytest.mark.parametrize("id_", SORTS)
def test_five_cards_are_sorted_as_often_into_each_order_as_the_coins_say(id_: str) -> None:
    assert sorts_like(id_, kernel_of(id_))


@pytest.mark.parametrize("id_", SORTS)
def test_fair_decks_and_those_of_other_sorts_are_told_apart(id_: str) -> None:
    others = [kernel_of(other) for other in SORTS if other != id_]
    assert [kernel for kernel in ("words_kernel.xoshiro", *others) if sorts_like(id_, kernel)] == []


def test_the_laws_are_whole() -> None:
    assert all(abs(sum(law_of(id_).values()) - 1) < 1e-12 for id_ in SORTS)
