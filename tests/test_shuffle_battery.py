"""The battery of shuffle tests: fair decks are rejected as rarely as promised, known bad shuffles are caught in few.

A sample is caught where the whole rule says fail: tests judged together at 1 %, what is doubtful drawn again.
"""

from collections.abc import Collection, Sequence
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from fairfelt.stats.catalogue import Decks, find
from fairfelt.stats.decision.measure import Measure, by_chi_square
from fairfelt.stats.decision.rule import Battery, Judgement, Level, judge
from fairfelt.stats.shuffles import battery
from fairfelt.stats.shuffles.battery import measures, registered
from fairfelt.stats.shuffles.count import count_shuffles
from fairfelt.stats.shuffles.packs import standard_pack

PACK = standard_pack()
LEVEL = Level(0.01)
NAIVE_DEGREES = 51 * 51


def measured(decks: Decks) -> dict[str, Measure]:
    found = measures(count_shuffles(decks, PACK), PACK)
    return {measure.id.removeprefix("shuffle."): measure for measure in found}


def of_size(decks: int) -> Battery:
    return Battery("shuffles", "decks", registered(PACK), decks)


def judged(id_: str, size: int, root: int, number: int = 0) -> Judgement:
    """Judge a shuffler of the catalogue by so many decks, and where it is in doubt by four times as many fresh ones."""
    make = find(id_).make

    def confirm(ids: Collection[str], decks: int) -> Sequence[Measure]:
        again = measures(count_shuffles(make(root + 1, number, decks), PACK), PACK)
        return [measure for measure in again if measure.id in ids]

    first = measures(count_shuffles(make(root, number, size), PACK), PACK)
    return judge(of_size(size), LEVEL, first, size, confirm)


def shown(judgement: Judgement) -> set[str]:
    return {test.id.removeprefix("shuffle.") for test in judgement.tests if test.outcome == "bias shown"}


# Fair decks


@cache
def fair_samples(decks: int, times: int, root: int = 77) -> tuple[dict[str, Measure], ...]:
    make = find("xoshiro256").make
    return tuple(measured(make(root, number, decks)) for number in range(times))


@cache
def fair_tables(decks: int, times: int) -> tuple[NDArray[np.int64], ...]:
    """Count card by position, and nothing else, in many fair samples."""
    make, tables = find("xoshiro256").make, []
    for number in range(times):
        cells = make(78, number, decks).astype(np.int64) * 52 + np.arange(52)
        tables.append(np.bincount(cells.ravel(), minlength=52 * 52).reshape(52, 52))
    return tuple(tables)


def naive_pearson(table: NDArray[np.int64], decks: int) -> Measure:
    """The textbook's way, which forgets that each deck fills every row and every column."""
    expected = decks / 52
    return by_chi_square("", "", decks, float(((table - expected) ** 2 / expected).sum()), NAIVE_DEGREES)


def middle(measure: Measure) -> float:
    """Give the chance of more than was seen and half of that of as much: on average a half, whatever the law."""
    return (measure.high + 1 - measure.low) / 2


def five_errors(times: int, chance: float) -> float:
    """Give the most that binomial luck lets happen: five standard errors more than expected, and one."""
    return float(times * chance + 5 * np.sqrt(times * chance * (1 - chance)) + 1)


def check_calibrated(found: Sequence[Measure]) -> None:
    times = len(found)
    for level in (0.1, 0.01):
        assert sum(measure.p < level for measure in found) <= five_errors(times, level)
    chances = np.array([middle(measure) for measure in found])
    # A uniform number has variance 1/12, and its squared distance from the middle 1/180.
    assert abs(chances.mean() - 1 / 2) < 5 * (1 / 12 / times) ** 0.5
    assert chances.var() < 1 / 12 + 5 * (1 / 180 / times) ** 0.5


def check_every_test(decks: int, times: int) -> None:
    samples = fair_samples(decks, times)
    asked = samples[0].keys() - {"duplicates", "unshuffled"}
    assert len(asked) > 12
    for name in sorted(asked):
        check_calibrated([sample[name] for sample in samples])
    for name in ("duplicates", "unshuffled"):
        assert all(sample[name].statistic == 0 and sample[name].p == 1 for sample in samples)


def check_the_family(decks: int, times: int) -> None:
    rejected = alone = 0
    for sample in fair_samples(decks, times):
        found = list(sample.values())
        # Holm's order begins with the smallest p-value: where that one isn't rejected, none is.
        if min(measure.p for measure in found) < LEVEL.alpha / len(registered(PACK)):
            rejected += judge(of_size(decks), LEVEL, found, decks).verdict == "fail"
        alone += any(measure.p < LEVEL.alpha for measure in found)
    assert rejected <= five_errors(times, LEVEL.alpha)
    # The twin: with each test at 1 % for itself, a fair source fails about one time in six.
    assert alone > times / 10


@pytest.mark.parametrize(("decks", "times"), [(20, 300), (400, 100)])
def test_every_test_rejects_fair_decks_as_rarely_as_its_level_says(decks: int, times: int) -> None:
    check_every_test(decks, times)


@pytest.mark.parametrize(("decks", "times"), [(20, 300), (400, 100)])
def test_all_tests_together_reject_fair_decks_as_rarely_as_the_level_says(decks: int, times: int) -> None:
    check_the_family(decks, times)


@pytest.mark.long
@pytest.mark.parametrize(("decks", "times"), [(20, 10_000), (400, 4_000), (3_000, 1_000)])
def test_every_test_and_all_together_reject_fair_decks_as_rarely_as_promised(decks: int, times: int) -> None:
    check_every_test(decks, times)
    check_the_family(decks, times)
    fair_samples.cache_clear()


def test_a_card_by_position_table_is_rejected_one_time_in_a_hundred_and_the_textbooks_five_times_as_often() -> None:
    times, decks = 3000, 400
    ours = [next(battery._placed("", table, PACK.copies, PACK.kinds, decks)) for table in fair_tables(decks, times)]
    check_calibrated(ours)
    naive = [naive_pearson(table, decks) for table in fair_tables(decks, times)]
    # Five standard errors about 5.3 %.
    assert abs(sum(measure.high < 0.01 for measure in naive) - 0.053 * times) < 5 * 12.3
    with pytest.raises(AssertionError):
        check_calibrated(naive)


# Known bad shuffles

GOALS = [
    ("naive-swap", 500, "inversions-mean"),
    ("planet-poker", 500, "inversions-mean"),
    ("sattolo", 20, "fixed-mean"),
    ("stops-one-early", 600, "cycles-mean"),
    ("riffle-7", 100, "rising-mean"),
    ("comparator-timsort", 400, "inversions-mean"),
    ("comparator-binary-insertion", 400, "inversions-mean"),
    ("stuck-top-0.1", 400, "top"),
    ("clumped-pair-0.1", 2_000, "neighbours"),
    ("seeds-clock", 35_000, "duplicates"),
    ("reseeded-minstd", 10_000, "repeats-1"),
    ("reseeded-delphi", 10_000, "repeats-1"),
    ("reseeded-msvc", 10_000, "repeats-1"),
]
"""Shufflers of the catalogue, decks that are enough, and the test that is there for such a vice."""
OTHERS = [
    ("leaves-last-card", 100, "positions"),
    ("riffle-8", 300, "rising-mean"),
    ("comparator-merge", 100, "inversions-mean"),
    ("comparator-insertion", 100, "successions-mean"),
    ("transpositions-100", 100, "fixed-mean"),
    ("overhand-10", 20, "successions-mean"),
    ("modulo-8", 5_000, "inversions-mean"),
    ("riffled-on", 20, "rising-1"),
    ("first-two-0.1", 20_000, "order"),
    ("unshuffled-0.001", 10_000, "unshuffled"),
    ("seeds-16-bit", 2_000, "duplicates"),
    ("repeated-decks", 10_000, "duplicates"),
    ("too-even", 1_040, "positions"),
]


@pytest.mark.parametrize(("id_", "decks", "test"), GOALS + OTHERS, ids=[id_ for id_, _, _ in GOALS + OTHERS])
def test_a_known_bad_shuffle_is_caught_by_the_test_that_is_there_for_it(id_: str, decks: int, test: str) -> None:
    for number in range(3):
        judgement = judged(id_, decks, 9, number)
        assert judgement.verdict == "fail"
        assert test in shown(judgement)


@pytest.mark.parametrize("id_", ["xoshiro256", "pcg64"])
@pytest.mark.parametrize("decks", [20, 500, 10_000])
def test_a_fair_shuffle_passes_where_bad_ones_are_caught(id_: str, decks: int) -> None:
    for number in range(3):
        assert judged(id_, decks, 9, number).verdict != "fail"


@pytest.mark.long
@pytest.mark.parametrize(("id_", "decks", "test"), GOALS, ids=[id_ for id_, _, _ in GOALS])
def test_a_known_bad_shuffle_is_caught_999_times_in_1000(id_: str, decks: int, test: str) -> None:
    """By one sample, as in a file. Of 1,000 one may slip through; more than five do with one chance in 1,700."""
    caught = 0
    for number in range(1000):
        found = measures(count_shuffles(find(id_).make(1009, number, decks), PACK), PACK)
        caught += judge(of_size(decks), LEVEL, found, decks).verdict == "fail"
    print(f"\n{id_}: {caught} of 1,000 samples of {decks:,} decks caught")
    assert caught >= 995


# What is told


def test_card_by_position_has_51_squared_degrees_of_freedom() -> None:
    assert measured(find("pcg64").make(1, 0, 100))["positions"].degrees == 2601


@pytest.mark.parametrize("packs", [2, 6])
def test_a_shoe_of_several_packs_is_tested_by_kinds_of_cards(packs: int) -> None:
    shoe = standard_pack(packs)
    decks = np.random.default_rng(7).permuted(np.tile(np.arange(52, dtype=np.uint8), (300, packs)), axis=1)
    found = {measure.id: measure for measure in measures(count_shuffles(decks, shoe), shoe)}
    assert found["shuffle.positions"].degrees == 51 * (52 * packs - 1)
    assert found["shuffle.suits"].degrees == 3 * (52 * packs - 1)
    assert found["shuffle.positions"].p > 0.001


def test_a_deck_that_never_moves_is_named_by_card_and_position() -> None:
    never = measured(np.tile(np.arange(52, dtype=np.uint8), (104, 1)))
    assert never["positions"].p == 0
    assert "2c at position 1, 104 times where 2.0 are expected" in never["positions"].detail
    assert never["unshuffled"].statistic == 104
    assert never["duplicates"].statistic == 104 * 103 / 2
    assert never["fixed-mean"].p < 1e-9 and never["fixed-mean"].low == 1


def test_a_clumped_pair_is_named() -> None:
    detail = measured(find("clumped-pair-0.1").make(3, 0, 5000))["neighbours"].detail
    assert detail == f"furthest off: {PACK.cards[26]} after {PACK.cards[0]}"


def test_decks_too_even_to_be_true_show_at_the_other_end() -> None:
    rotated = np.array([np.roll(np.arange(52, dtype=np.uint8), -at) for at in range(52)] * 20)
    even = measured(rotated)["positions"]
    assert even.statistic == 0
    assert even.low < 1e-9 and even.high == 1 and even.p < 1e-9


def test_each_deck_may_be_fair_while_it_tells_of_the_one_before() -> None:
    """Fair decks, each dealt twice: what one deck shows is fine, what it shares with the deck before isn't."""
    twice = measured(np.repeat(find("xoshiro256").make(5, 0, 300), 2, axis=0))
    assert all(twice[name].p < 1e-9 for name in ("repeats-1", "rising-1", "correlation-1", "duplicates"))
    assert all(twice[name].p > 1e-4 for name in ("repeats-2", "rising-2", "correlation-2", "descents-mean"))


# What is asked


@pytest.mark.parametrize("decks", [1, 2, 3, 20, 400, 3000])
def test_nothing_is_measured_that_was_not_registered(decks: int) -> None:
    found = measures(count_shuffles(find("xoshiro256").make(6, 0, decks), PACK), PACK)
    ids = [measure.id for measure in found]
    assert len(ids) == len(set(ids))
    assert set(ids) <= registered(PACK).keys()
    assert all(measure.title == registered(PACK)[measure.id] for measure in found)
    assert all(0 <= measure.low <= 1 and 0 <= measure.high <= 1 for measure in found)
    assert (len(ids) == len(registered(PACK))) == (decks == 3000)


def test_of_no_decks_nothing_is_asked() -> None:
    assert measures(count_shuffles(np.empty((0, 52), np.uint8), PACK), PACK) == []


def test_tables_wait_until_their_cells_expect_enough() -> None:
    sizes = {"suits": 20, "ranks": 65, "positions": 52, "top": 260, "order": 600, "neighbours": 52, "first-two": 2652}
    for name, enough in sizes.items():
        assert name not in measured(find("xoshiro256").make(8, 0, enough - 1)), name
        assert name in measured(find("xoshiro256").make(8, 0, enough)), name
