"""Exact laws of what a fair shuffle shows: against all orders of a small pack, and known figures for 52 cards."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise, permutations
from math import factorial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from fairfelt.stats.shuffles import joint, laws
from fairfelt.stats.shuffles.battery import order_bits
from fairfelt.stats.shuffles.count import centred_ranks
from fairfelt.stats.shuffles.counts_kernel import invert, rises
from fairfelt.stats.shuffles.joint import neighbours_expected, neighbours_law, whitened_pairs
from fairfelt.stats.shuffles.packs import Pack, standard_pack
from fairfelt.stats.shuffles.permutation_kernel import (
    cycles,
    cycles_in_word,
    fingerprint,
    inversions,
    inversions_and_increase,
    ones,
    pattern,
)

Order = Sequence[int]
Matrix = NDArray[np.float64]


# What an order shows, counted the plain way


def fixed_points(order: Order) -> int:
    return sum(card == at for at, card in enumerate(order))


def count_cycles(order: Order) -> int:
    left, found = set(range(len(order))), 0
    while left:
        at = left.pop()
        found += 1
        while order[at] in left:
            at = order[at]
            left.remove(at)
    return found


def descents(order: Order) -> int:
    return sum(after < before for before, after in pairwise(order))


def rising_sequences(order: Order) -> int:
    """Deal card 0, then the next one further down, as far as it goes; begin again until all are dealt."""
    dealt, rounds = 0, 0
    while dealt < len(order):
        rounds += 1
        for card in order:
            dealt += card == dealt
    return rounds


def count_inversions(order: Order) -> int:
    return sum(earlier > later for earlier, later in combinations(order, 2))


def successions(order: Order) -> int:
    return sum(after == before + 1 for before, after in pairwise(order))


def longest_increase(order: Order) -> int:
    best: list[int] = []
    for at, card in enumerate(order):
        best.append(1 + max((best[before] for before in range(at) if order[before] < card), default=0))
    return max(best)


SHOWN: dict[str, tuple[Callable[[int], laws.Law], Callable[[Order], int]]] = {
    "fixed points": (laws.fixed_points, fixed_points),
    "cycles": (laws.cycles, count_cycles),
    "descents": (laws.descents, descents),
    "rising sequences": (laws.rising_sequences, rising_sequences),
    "inversions": (laws.inversions, count_inversions),
    "successions": (laws.successions, successions),
    "longest increase": (laws.increasing, longest_increase),
}


# Laws


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("name", SHOWN)
def test_a_law_is_the_share_of_all_orders_of_a_small_pack(name: str, size: int) -> None:
    law, count = SHOWN[name]
    found = Counter(count(order) for order in permutations(range(size)))
    wanted = [found[value] / factorial(size) for value in range(len(law(size)))]
    assert sum(wanted) == pytest.approx(1)
    assert law(size) == pytest.approx(np.array(wanted), abs=1e-14)


# Mean, variance, and probabilities from the first value given on. Figures of exact computations, other than ours.
FIGURES: dict[str, tuple[float, float, int, list[float]]] = {
    "fixed points": (1, 1, 0, [0.3678794412, 0.3678794412, 0.1839397206, 0.0613132402, 0.0153283100, 0.0030656620]),
    "descents": (25.5, 53 / 12, 20, [0.00612920, 0.01924044, 0.04770277, 0.09386622, 0.14711341, 0.18406709]),
    "rising sequences": (26.5, 53 / 12, 26, [0.18406709, 0.18406709, 0.14711341, 0.09386622]),
    "cycles": (
        4.538043951,
        2.912156927,
        1,
        [0.01923077, 0.08690025, 0.18071303, 0.23282114, 0.21048798, 0.14315627, 0.07658675, 0.03324860],
    ),
    "inversions": (663, 24089 / 6, 0, []),
    "successions": (
        51 / 52,
        2651 / 2704,
        0,
        [0.37495405, 0.36787944, 0.18040242, 0.05895504, 0.01444398, 0.00282984],
    ),
    "longest increase": (
        11.566371133,
        1.978825994,
        8,
        [
            0.00502012,
            0.04909784,
            0.17160603,
            0.27961388,
            0.25637937,
            0.15089962,
            0.06236687,
            0.01923170,
            0.00461297,
        ],
    ),
}


@pytest.mark.parametrize("name", SHOWN)
def test_a_law_has_the_known_figures_for_52_cards(name: str) -> None:
    law = SHOWN[name][0](52)
    mean, variance, first, chances = FIGURES[name]
    values = np.arange(len(law))
    assert law.sum() == pytest.approx(1, abs=1e-12)
    assert values @ law == pytest.approx(mean, abs=1e-8)
    assert (values - mean) ** 2 @ law == pytest.approx(variance, abs=1e-8)
    assert law[first : first + len(chances)] == pytest.approx(np.array(chances), abs=6e-9)


@pytest.mark.parametrize("name", ["descents", "inversions"])
def test_laws_that_are_even_about_their_middle_are_so(name: str) -> None:
    law = SHOWN[name][0](52)
    assert law == pytest.approx(law[::-1], abs=1e-15)


def test_the_longest_increase_of_a_fair_shuffle_is_hardly_ever_24_cards() -> None:
    law = laws.increasing(52)
    assert law[24:].sum() == pytest.approx(7.0e-11, rel=0.01)
    assert law[30:].sum() == pytest.approx(2.4e-19, rel=0.03)


@pytest.mark.parametrize("groups", [(1, 1, 1, 1, 1), (2, 2, 2), (3, 2, 1), (4, 3), (1, 2, 4), (5, 1), (7,)])
def test_neighbours_of_one_group_are_as_many_as_in_all_orders(groups: tuple[int, ...]) -> None:
    member = [group for group, cards in enumerate(groups) for _ in range(cards)]
    found = Counter(sum(a == b for a, b in pairwise(order)) for order in permutations(member))
    wanted = [found[value] / factorial(len(member)) for value in range(len(member))]
    assert laws.equal_neighbours(groups) == pytest.approx(np.array(wanted), abs=1e-14)


@pytest.mark.parametrize(("groups", "mean"), [([13] * 4, 12.0), ([4] * 13, 3.0), ([24] * 13, 23.0)])
def test_each_of_the_neighbours_is_alike_as_often_as_two_cards_are(groups: list[int], mean: float) -> None:
    law = laws.equal_neighbours(groups)
    assert law.sum() == pytest.approx(1, abs=1e-12)
    assert np.arange(len(law)) @ law == pytest.approx(mean, abs=1e-9)


# Kernels


def shuffled(least: int, most: int) -> st.SearchStrategy[list[int]]:
    return st.integers(least, most).flatmap(lambda size: st.permutations(range(size)))


def array(order: Order) -> NDArray[np.int64]:
    return np.array(order, np.int64)


@settings(deadline=None)
@given(shuffled(1, 64))
def test_what_is_counted_in_a_word_is_what_plain_counting_finds(order: list[int]) -> None:
    assert cycles_in_word(array(order)) == count_cycles(order)
    assert inversions_and_increase(array(order)) == (count_inversions(order), longest_increase(order))


@settings(deadline=None)
@given(shuffled(1, 130))
def test_what_is_counted_the_longer_way_is_what_plain_counting_finds(order: list[int]) -> None:
    size = len(order)
    assert cycles(array(order), np.ones(size, np.bool_)) == count_cycles(order)
    assert inversions(array(order), np.ones(size + 1, np.int64)) == count_inversions(order)
    inverse = np.empty(size, np.int64)
    invert(array(order), inverse)
    assert [order[at] for at in inverse] == list(range(size))
    assert rises(inverse) == rising_sequences(order)


@settings(deadline=None)
@given(st.integers(0, 2**64 - 1))
def test_bits_are_counted(word: int) -> None:
    assert ones(np.uint64(word)) == word.bit_count()


@settings(deadline=None)
@given(shuffled(5, 80))
def test_the_number_of_a_pattern_is_its_place_among_all_of_five_cards(order: list[int]) -> None:
    ranked = sorted(order[:5])
    relative = tuple(ranked.index(card) for card in order[:5])
    assert pattern(array(order)) == list(permutations(range(5))).index(relative)


def print_of(kinds: Order) -> int:
    word = 0x9E3779B97F4A7C15
    for kind in kinds:
        word = (word ^ (kind + 1)) * 0xFF51AFD7ED558CCD % 2**64
        word ^= word >> 32
    return word


@settings(deadline=None)
@given(shuffled(2, 104), st.data())
def test_a_fingerprint_differs_where_two_cards_change_places(order: list[int], data: st.DataObject) -> None:
    at, other = data.draw(st.lists(st.integers(0, len(order) - 1), min_size=2, max_size=2, unique=True))
    found = int(fingerprint(np.array(order, np.uint8)))
    assert found == print_of(order)
    order[at], order[other] = order[other], order[at]
    assert int(fingerprint(np.array(order, np.uint8))) != found


def test_a_kernel_that_misses_one_pair_would_be_seen() -> None:
    """The largest of all orders: one pair less is another number."""
    backwards = list(range(64))[::-1]
    assert inversions_and_increase(array(backwards)) == (64 * 63 // 2, 1)
    backwards[0], backwards[1] = backwards[1], backwards[0]
    assert inversions_and_increase(array(backwards)) == (64 * 63 // 2 - 1, 2)


# Tables whose cells depend on each other


def small_pack(copies: Sequence[int]) -> Pack:
    kinds = ["2c", "3d", "4h", "5s", "6c", "7d", "9h", "Ks"][: len(copies)]
    return Pack(tuple(kind for kind, count in zip(kinds, copies, strict=True) for _ in range(count)))


def dealt(pack: Pack) -> list[tuple[int, ...]]:
    return list(permutations([pack.kinds.index(card) for card in pack.cards]))


def neighbour_tables(pack: Pack) -> Matrix:
    """Give, for each order of the pack, which kind follows which, laid out in one row."""
    kinds = len(pack.kinds)
    decks = dealt(pack)
    tables = np.zeros((len(decks), kinds, kinds))
    for table, deck in zip(tables, decks, strict=True):
        for before, after in pairwise(deck):
            table[before, after] += 1
    return tables.reshape(len(decks), -1)


COPIES = [(1, 1, 1, 1, 1), (1,) * 6, (2, 2, 1), (3, 2, 1), (2, 2, 2), (4, 3), (1, 1, 1, 2, 2)]


@pytest.mark.parametrize("copies", COPIES, ids=str)
def test_the_law_of_neighbours_has_the_moments_of_all_orders(copies: tuple[int, ...]) -> None:
    pack = small_pack(copies)
    tables, expected = neighbour_tables(pack), neighbours_expected(pack).ravel()
    assert tables.mean(axis=0) == pytest.approx(expected)
    here = expected > 0
    scaled = (tables - expected)[:, here] / np.sqrt(expected[here])
    covariance = scaled.T @ scaled / len(scaled)
    scale, degrees = neighbours_law(pack)
    assert scale * degrees == pytest.approx((scaled**2).sum(axis=1).mean())
    assert scale**2 * degrees == pytest.approx((covariance**2).sum())


@pytest.mark.parametrize("size", [4, 5, 13, 52, 54])
def test_the_formula_for_cards_that_all_differ_is_the_general_one(size: int) -> None:
    pack = Pack(tuple(standard_pack().cards[:size]) if size <= 52 else (*standard_pack().cards, "Xj", "Yj"))
    assert neighbours_law(pack) == pytest.approx(joint._neighbours_of_kinds((1,) * size))


def test_the_neighbours_of_52_cards_spread_as_simulations_found() -> None:
    scale, degrees = neighbours_law(standard_pack())
    assert scale * degrees == pytest.approx(2601)
    assert 2 * scale**2 * degrees == pytest.approx(5300, abs=10)
    assert degrees == pytest.approx(2560, abs=15)


@pytest.mark.parametrize("copies", [(1,) * 6, (1,) * 7, (2, 2, 2), (2, 1, 1, 3)], ids=str)
def test_products_of_ranks_come_out_independent_and_of_variance_one(
    copies: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joint, "CORRELATED", 4)
    pack = small_pack(copies)
    centred = centred_ranks(pack)
    found = []
    for deck in dealt(pack):
        ranks = centred[list(deck[:4])]
        found.append(whitened_pairs(np.triu(np.outer(ranks, ranks), 1), centred, pack, 1))
    normal = np.array(found)
    assert normal.mean(axis=0) == pytest.approx(np.zeros(6), abs=1e-9)
    assert normal.T @ normal / len(normal) == pytest.approx(np.eye(6), abs=1e-9)


def test_products_that_are_not_whitened_are_not_independent() -> None:
    """The twin: only divided by their own deviation, products that share a place hang together."""
    centred = centred_ranks(small_pack((1,) * 6))
    ranks = np.array([centred[list(deck[:3])] for deck in dealt(small_pack((1,) * 6))])
    together = np.corrcoef(ranks[:, 0] * ranks[:, 1], ranks[:, 0] * ranks[:, 2])[0, 1]
    assert abs(together) > 0.1


@pytest.mark.parametrize(("packs", "jokers", "bits"), [(1, 0, 225.58), (8, 0, 2229.3), (1, 1, 231.31)])
def test_the_orders_of_a_pack_are_counted_in_bits(packs: int, jokers: int, bits: float) -> None:
    assert order_bits(standard_pack(packs, jokers)) == pytest.approx(bits, abs=0.06 if packs > 1 else 0.006)
