"""The laws that numbers are held against are exact: whole enumerations of small cases agree with them."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from fairfelt.stats.numbers import laws
from fairfelt.stats.numbers.cells import Cells, digits, grouped, places
from fairfelt.stats.numbers.counting import chunk_sums
from fairfelt.stats.numbers.laws import tables
from fairfelt.stats.numbers.plan import ORDERED, Plan

UNEVEN = Cells(7, (3, 2, 2))
"""Seven numbers in three cells."""


def cell_of(number: int) -> int:
    return [0, 0, 0, 1, 1, 2, 2][number]


def all_words(below: int, length: int) -> Iterator[tuple[int, ...]]:
    return product(range(below), repeat=length)


def law_of(statistic: Callable[[tuple[int, ...]], int], below: int, length: int, size: int) -> NDArray[np.float64]:
    counts = Counter(statistic(word) for word in all_words(below, length))
    return np.array([counts[value] for value in range(size)]) / below**length


def test_a_gap_ends_as_soon_as_the_cell_comes_back() -> None:
    def gap(word: tuple[int, ...]) -> int:
        cells = [cell_of(number) for number in word]
        return next((at for at, cell in enumerate(cells[1:]) if cell == cells[0]), 4)

    assert laws.gap_law(UNEVEN, 4) == pytest.approx(law_of(gap, 7, 5, 5))


def test_a_set_is_full_when_the_last_cell_comes() -> None:
    def drawn(word: tuple[int, ...]) -> int:
        cells = [cell_of(number) for number in word]
        return next((size - 3 for size in range(3, 7) if len(set(cells[:size])) == 3), 4)

    assert laws.coupon_law(UNEVEN, 6) == pytest.approx(law_of(drawn, 7, 6, 5))


def test_a_hand_holds_pairs_of_equal_cells() -> None:
    def pairs(word: tuple[int, ...]) -> int:
        held = Counter(cell_of(number) for number in word)
        return sum(count * (count - 1) // 2 for count in held.values())

    assert laws.hand_law(UNEVEN) == pytest.approx(law_of(pairs, 7, 5, 11))


@pytest.mark.parametrize("below", [2, 3, 5])
def test_a_run_rises_strictly_so_a_tie_ends_it(below: int) -> None:
    def length(word: tuple[int, ...]) -> int:
        return next((at for at in range(1, 8) if word[at] <= word[at - 1]), 8) - 1

    assert laws.run_law(below) == pytest.approx(law_of(length, below, 8, 8))


@pytest.mark.parametrize("below", [2, 4, 9])
def test_orders_with_ties_have_chances_of_their_own(below: int) -> None:
    def code(word: tuple[int, ...]) -> int:
        return sum(sum(other < number for other in word) * ORDERED**at for at, number in enumerate(word))

    assert laws.order_law(below) == pytest.approx(law_of(code, below, 4, 256))


def test_the_largest_of_several_numbers() -> None:
    def reached(word: tuple[int, ...]) -> int:
        return sum(max(word) >= edge for edge in (2, 5))

    assert laws.largest_law(7, 3, (2, 5)) == pytest.approx(law_of(reached, 7, 3, 3))


def test_repeats_in_a_block() -> None:
    assert laws.repeat_law(5, 6)[:7] == pytest.approx(law_of(lambda word: 6 - len(set(word)), 5, 6, 7))


@pytest.mark.parametrize("below", [2, 6, 13, 52, 65, 1000, 5000, 1 << 16, 1 << 32, (1 << 63) + 1, 1 << 64])
def test_every_law_is_a_law_and_cells_hold_every_number(below: int) -> None:
    for name, several in tables(Plan(below)).items():
        for law in several:
            assert law.min() >= 0, name
            assert law.sum() == pytest.approx(1.0, abs=1e-9), name
    for cells in (places(below), grouped(below, 16), digits(below)):
        assert sum(cells.weights) == below
        assert max(cells.weights) - min(cells.weights) <= max(1, below // 4096 + 1) * 256


@pytest.mark.parametrize("below", [5, 65, 5000])
def test_numbers_fall_into_cells_as_often_as_the_weights_say(below: int) -> None:
    """Count each number once, and the weights come out; a chunk with one number twice shows it."""
    each = np.arange(below)
    sums = chunk_sums(each, Plan(below, below))
    assert sums["chi-square"].tolist() == list(places(below).weights)
    doubled = chunk_sums(np.append(each[:-1], 0), Plan(below, below))
    assert doubled["chi-square"].tolist() != list(places(below).weights)
