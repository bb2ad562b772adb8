"""Decks become sums: each falls where plain counting puts it, and sums of chunks are those of all decks at once."""

from collections import Counter
from itertools import combinations, pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairfelt.rulesets.cards import RANK_VALUE
from fairfelt.stats.decision.rule import Battery, Judgement, Level, judge
from fairfelt.stats.shuffles.battery import measures, registered
from fairfelt.stats.shuffles.count import PRINTS, Decks, centred_ranks, count_shuffles
from fairfelt.stats.shuffles.counts import CORRELATED
from fairfelt.stats.shuffles.counts_kernel import tell_apart
from fairfelt.stats.shuffles.packs import JOKER, Pack, in_order, standard_pack
from fairfelt.stats.streams.sums import Sums, merge
from fairfelt.stats.streams.xoshiro import seeded
from tests.test_shuffle_laws import (
    count_cycles,
    count_inversions,
    descents,
    fixed_points,
    longest_increase,
    rising_sequences,
    successions,
)

PACK = standard_pack()
SPANNING = ("decks", "repeats", "relative_rising", "products")
"""What is counted of decks that follow each other, and so not of the last of a chunk and the first of the next."""
FACES = ("positions", "neighbours", "first_two", "suits", "ranks", "pairs", PRINTS)
"""What hangs on the faces of the cards alone, and so on no lot."""


def fair(pack: Pack, count: int, seed: int) -> Decks:
    lying = np.array([pack.kinds.index(card) for card in pack.cards], np.uint8)
    return np.random.default_rng(seed).permuted(np.tile(lying, (count, 1)), axis=1)


def judged(decks: Decks, pack: Pack) -> Judgement:
    battery = Battery("shuffles", "decks", registered(pack), len(decks))
    return judge(battery, Level(0.01), measures(count_shuffles(decks, pack), pack), len(decks))


def shown(judgement: Judgement) -> set[str]:
    return {test.id.removeprefix("shuffle.") for test in judgement.tests if test.outcome == "bias shown"}


# One deck


def only(table: np.ndarray) -> int:
    """Give the one value that a histogram of one deck holds."""
    assert table.sum() == 1
    return int(table.argmax())


@settings(deadline=None, max_examples=60)
@given(st.permutations(range(52)))
def test_a_deck_falls_where_plain_counting_puts_it(order: list[int]) -> None:
    sums = count_shuffles(np.array([order], np.uint8), PACK)
    assert only(sums["fixed"]) == fixed_points(order)
    assert only(sums["cycles"]) == count_cycles(order)
    assert only(sums["descents"]) == descents(order)
    assert only(sums["rising"]) == rising_sequences(order)
    assert only(sums["inversions"]) == count_inversions(order)
    assert only(sums["increasing"]) == longest_increase(order)
    assert only(sums["successions"]) == successions(order)
    cards = [PACK.cards[at] for at in order]
    assert only(sums["suits"]) == sum(a[1] == b[1] for a, b in pairwise(cards))
    assert only(sums["ranks"]) == sum(a[0] == b[0] for a, b in pairwise(cards))
    assert {(int(card), int(at)) for card, at in np.argwhere(sums["positions"])} == {
        (card, at) for at, card in enumerate(order)
    }
    assert {tuple(map(int, pair)) for pair in np.argwhere(sums["neighbours"])} == set(pairwise(order))
    assert np.argwhere(sums["first_two"]).tolist() == [order[:2]]
    ranks = [RANK_VALUE[card[0]] - 8 for card in cards[:CORRELATED]]
    for (a, one), (b, other) in combinations(enumerate(ranks), 2):
        assert sums["pairs"][a, b] == one * other
    assert sums["decks"].tolist() == [1, 0, 0]


@settings(deadline=None, max_examples=40)
@given(st.permutations(range(66)))
def test_a_deck_of_more_cards_than_a_word_has_bits_falls_where_plain_counting_puts_it(order: list[int]) -> None:
    pack = Pack(tuple(a + b for a in "abcdefghijk" for b in "uvwxyz"))
    sums = count_shuffles(np.array([order], np.uint8), pack)
    assert only(sums["cycles"]) == count_cycles(order)
    assert only(sums["inversions"]) == count_inversions(order)
    assert only(sums["rising"]) == rising_sequences(order)
    assert not sums["increasing"].any()


# Decks that follow each other


@settings(deadline=None, max_examples=30)
@given(st.lists(st.permutations(range(52)), min_size=3, max_size=6))
def test_a_deck_is_held_against_the_two_before_it(orders: list[list[int]]) -> None:
    sums = count_shuffles(np.array(orders, np.uint8), PACK)
    for distance in (1, 2):
        pairs = [(orders[at], orders[at + distance]) for at in range(len(orders) - distance)]
        same = Counter(sum(a == b for a, b in zip(before, after, strict=True)) for before, after in pairs)
        assert {at: n for at, n in enumerate(sums["repeats"][distance - 1]) if n} == same
        rising = Counter(rising_sequences([before.index(card) for card in after]) for before, after in pairs)
        assert {at: n for at, n in enumerate(sums["relative_rising"][distance - 1]) if n} == rising
        # Places from -51 to 51 about the middle, in steps of two: the mean of their product is 0 for a fair shuffle.
        products = sum(
            (2 * before.index(card) - 51) * (2 * after.index(card) - 51)
            for before, after in pairs
            for card in range(52)
        )
        assert sums["products"][distance - 1] == products
        assert sums["decks"][distance] == len(pairs)


# Chunks


def chunks_of(decks: Decks, pack: Pack, *cuts: int) -> tuple[Sums, Sums]:
    """Count all at once, and in chunks that are merged."""
    merged: Sums = {}
    for number, part in enumerate(np.split(decks, cuts)):
        merged = merge(merged, count_shuffles(part, pack, number))
    return count_shuffles(decks, pack), merged


@settings(deadline=None, max_examples=30)
@given(st.sets(st.integers(0, 40), max_size=4), st.integers(0, 2**32))
def test_chunks_merge_to_what_all_decks_give_at_once(cuts: set[int], seed: int) -> None:
    whole, merged = chunks_of(fair(PACK, 40, seed), PACK, *sorted(cuts))
    for name in whole.keys() - {*SPANNING}:
        assert np.array_equal(whole[name], merged[name]), name
    assert whole["decks"][0] == merged["decks"][0] == 40


def test_pairs_of_decks_are_not_counted_across_the_cut_of_two_chunks() -> None:
    whole, merged = chunks_of(fair(PACK, 40, 1), PACK, 15)
    assert (whole["decks"].tolist(), merged["decks"].tolist()) == ([40, 39, 38], [40, 38, 36])
    assert not np.array_equal(whole["products"], merged["products"])


def test_chunks_of_a_shoe_merge_in_all_that_its_faces_show() -> None:
    pack = standard_pack(2)
    whole, merged = chunks_of(fair(pack, 40, 2), pack, 15)
    for name in FACES:
        assert np.array_equal(whole[name], merged[name]), name


def test_the_same_chunk_of_a_shoe_draws_the_same_lots_and_another_chunk_others() -> None:
    pack = standard_pack(6)
    decks = fair(pack, 30, 3)
    once, again, other = (count_shuffles(decks, pack, chunk) for chunk in (4, 4, 5))
    assert all(np.array_equal(once[name], again[name]) for name in once)
    assert not np.array_equal(once["inversions"], other["inversions"])


# Equal cards


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers(1, 4), min_size=1, max_size=8), st.randoms(use_true_random=False), st.integers(0, 2**32))
def test_equal_cards_are_told_apart_each_with_a_place_of_its_kind(copies: list[int], rng: Random, seed: int) -> None:
    kinds = [kind for kind, count in enumerate(copies) for _ in range(count)]
    rng.shuffle(kinds)
    firsts = np.concatenate([[0], np.cumsum(copies)]).astype(np.int64)
    order = np.empty(len(kinds), np.int64)
    tell_apart(np.array(kinds, np.uint8), np.arange(len(kinds)), firsts, seeded(seed), order)
    assert sorted(order) == list(range(len(kinds)))
    assert [int(np.searchsorted(firsts, place, side="right")) - 1 for place in order] == kinds


def test_every_way_to_tell_three_equal_cards_apart_comes_equally_often() -> None:
    places, firsts, lots = np.arange(4), np.array([0, 3, 4]), seeded(5)
    order = np.empty(4, np.int64)
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        tell_apart(np.array([0, 1, 0, 0], np.uint8), places, firsts, lots, order)
        found[tuple(order.tolist())] += 1
    assert len(found) == 6
    # Six standard errors of a count of 1 in 6.
    assert all(abs(count - 1000) < 6 * 28.9 for count in found.values())


# Packs


@pytest.mark.parametrize(
    ("packs", "jokers", "decks"), [(1, 1, 4000), (1, 2, 4000), (2, 0, 6000), (2, 4, 6000), (6, 0, 3500), (8, 0, 3500)]
)
def test_fair_shuffles_of_every_pack_pass(packs: int, jokers: int, decks: int) -> None:
    pack = standard_pack(packs, jokers)
    judgement = judged(fair(pack, decks, 100 * packs + jokers), pack)
    assert judgement.verdict == "pass", judgement.says
    assert all(test.outcome != "not asked" for test in judgement.tests)


def test_a_shoe_whose_packs_are_shuffled_each_for_itself_is_caught() -> None:
    parts = [fair(PACK, 300, seed) for seed in range(6)]
    judgement = judged(np.concatenate(parts, axis=1), standard_pack(6))
    assert judgement.verdict == "fail"
    assert {"neighbours", "same-rank"} <= shown(judgement)


def test_a_joker_that_hardly_leaves_the_bottom_is_caught_and_named() -> None:
    pack = standard_pack(1, 1)
    decks = fair(pack, 600, 7)
    decks[::10] = np.sort(decks[::10], axis=1)
    decks[::10, :52] = fair(PACK, 60, 8)
    judgement = judged(decks, pack)
    assert "positions" in shown(judgement)
    told = next(test.measure for test in judgement.tests if test.id == "shuffle.positions")
    assert told and "Xj at position 53" in told.detail


@pytest.mark.parametrize(("packs", "jokers"), [(1, 0), (1, 2), (2, 0), (6, 4)])
def test_the_longest_increase_is_asked_of_no_more_cards_than_a_word_has_bits(packs: int, jokers: int) -> None:
    pack = standard_pack(packs, jokers)
    assert ("shuffle.increasing-mean" in registered(pack)) == (len(pack.cards) <= 64)


@pytest.mark.parametrize(("packs", "jokers"), [(1, 0), (1, 1), (1, 3), (6, 0), (2, 4)])
def test_ranks_are_centred_in_small_whole_numbers(packs: int, jokers: int) -> None:
    pack = standard_pack(packs, jokers)
    centred = centred_ranks(pack)
    assert int(centred @ pack.copies) == 0
    assert np.gcd.reduce(centred) == 1
    same_order = np.argsort(pack.ranks, kind="stable")
    assert np.all(np.diff(centred[same_order]) >= 0)


def test_a_pack_of_shoes_and_jokers_is_described() -> None:
    pack = standard_pack(2, 3)
    assert len(pack.cards) == 107
    assert pack.kinds[-1] == JOKER
    assert pack.copies.tolist() == [2] * 52 + [3]
    assert pack.suits[-1] not in pack.suits[:-1]
    assert pack.ranks[-1] > max(pack.ranks[:-1])


def test_another_order_of_the_pack_holds_the_same_cards() -> None:
    backwards = in_order(PACK, PACK.cards[::-1])
    assert backwards.kinds == PACK.kinds[::-1]
    with pytest.raises(ValueError, match="other cards"):
        in_order(PACK, PACK.cards[1:])
