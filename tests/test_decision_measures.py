"""How chances are given to what was measured: tails that are exact where they can be, and tables that hold enough."""

from functools import reduce
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from fairfelt.stats.decision import histograms
from fairfelt.stats.decision.histograms import CELLS, FEWEST, by_mean, by_shape, mean_z, pooled
from fairfelt.stats.decision.measure import (
    Measure,
    by_chi_square,
    by_count,
    by_distance,
    by_normal,
    by_tails,
)

DIE = np.array([0, 1, 1, 1, 1, 1, 1]) / 6
SKEW = np.array([0.5, 0.25, 0.0, 0.15, 0.1])


def table(values: list[int], size: int) -> NDArray[np.int64]:
    return np.bincount(values, minlength=size).astype(np.int64)


# Tails


@pytest.mark.parametrize(("low", "high", "p"), [(0.3, 0.7, 0.6), (0.7, 0.3, 0.6), (0.999, 0.001, 0.002), (0.6, 0.8, 1)])
def test_a_p_value_is_of_both_sides(low: float, high: float, p: float) -> None:
    assert Measure("", "", "", 1, 0.0, low, high, "rate").p == pytest.approx(p)


@pytest.mark.parametrize(("degrees", "critical"), [(1, 6.635), (51, 77.386), (100, 135.807)])
def test_chi_square_has_the_tabled_tails(degrees: int, critical: float) -> None:
    found = by_chi_square("", "", 100, critical, degrees)
    assert found.high == pytest.approx(0.01, rel=2e-3)
    assert found.low + found.high == pytest.approx(1)
    assert found.effect == "spread"


def test_a_law_is_told_in_words() -> None:
    assert by_chi_square("", "", 1, 1.0, 1).law == "chi-square, 1 degree of freedom"
    assert by_chi_square("", "", 1, 1.0, 2601).law == "chi-square, 2,601 degrees of freedom"
    assert by_count("", "", 1, 0, 0.00012345).law == "Poisson, 0.000123 expected"


def test_a_mean_is_too_small_on_one_side_and_too_large_on_the_other() -> None:
    up, down = (by_normal("", "", 100, z, "normal") for z in (2.576, -2.576))
    assert up.high == down.low == pytest.approx(0.005, rel=1e-3)
    assert up.p == down.p


@settings(deadline=None)
@given(st.integers(0, 60), st.floats(1e-9, 50))
def test_a_count_has_the_tails_of_poisson_each_with_the_count_itself(count: int, expected: float) -> None:
    from scipy.stats import poisson

    found = by_count("", "", 10, count, expected)
    assert found.low == pytest.approx(poisson.cdf(count, expected), rel=1e-9)
    assert found.high == pytest.approx(poisson.sf(count - 1, expected), rel=1e-9)


def test_one_of_what_should_never_happen_is_beyond_doubt_and_none_is_nothing() -> None:
    assert by_count("", "", 10**6, 1, 3e-11).p < 1e-9
    assert by_count("", "", 10**6, 0, 3e-11).p == 1


def test_a_distance_has_the_exact_law_of_kolmogorov_and_smirnov() -> None:
    from scipy.stats import kstest

    drawn = np.random.default_rng(1).random(37)
    result = kstest(drawn, "uniform", method="exact")
    found = by_distance("", "", 37, float(result.statistic))
    assert found.high == pytest.approx(result.pvalue)
    assert found.low == pytest.approx(1 - result.pvalue)


def test_exact_tails_become_a_normal_number_of_their_side() -> None:
    assert by_tails("", "", 5, 0.001, 0.9995, "exact").statistic == pytest.approx(-3.09, abs=0.01)
    assert by_tails("", "", 5, 0.9995, 0.001, "exact").statistic == pytest.approx(3.09, abs=0.01)
    assert by_tails("", "", 5, 0.0, 1.0, "exact").statistic == -40


# Means


@pytest.mark.parametrize(("law", "values"), [(DIE, [1, 6, 2]), (DIE, [6, 6, 6]), (SKEW, [0, 0, 1, 4]), (SKEW, [3, 3])])
def test_the_chances_of_a_mean_are_those_of_every_sum(law: NDArray[np.float64], values: list[int]) -> None:
    sums: dict[int, float] = {}
    for drawn in product(range(len(law)), repeat=len(values)):
        sums[sum(drawn)] = sums.get(sum(drawn), 0.0) + float(np.prod(law[list(drawn)]))
    found = by_mean("", "", table(values, len(law)), law)
    assert found.low == pytest.approx(sum(chance for total, chance in sums.items() if total <= sum(values)))
    assert found.high == pytest.approx(sum(chance for total, chance in sums.items() if total >= sum(values)))
    assert found.units == len(values)


def test_a_mean_is_exact_far_out_too() -> None:
    """Forty sixes in a row: six to the power of minus forty is less than can be told from nothing."""
    sixes = by_mean("", "", table([6] * 40, 7), DIE)
    assert sixes.high < 1e-12 and sixes.low == 1
    convolved = reduce(np.convolve, [DIE] * 40)
    near = by_mean("", "", table([6] * 20 + [4] * 20, 7), DIE)
    assert near.high == pytest.approx(convolved[200:].sum(), rel=1e-6)


def test_the_normal_law_takes_over_where_it_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = np.random.default_rng(2).multinomial(5000, DIE)
    exact = by_mean("", "", counts, DIE)
    monkeypatch.setattr(histograms, "EXACT_UP_TO", 0)
    normal = by_mean("", "", counts, DIE)
    assert (exact.law, normal.law) == ("the exact law of a sum", "normal, by the exact mean and variance")
    assert normal.high == pytest.approx(exact.high, abs=0.01)
    assert normal.statistic == pytest.approx(mean_z(counts, DIE))


def test_a_die_with_a_weight_shows_in_its_mean() -> None:
    weighted = np.array([0, 1, 1, 1, 1, 1, 2]) / 7
    counts = np.random.default_rng(3).multinomial(2000, weighted)
    assert by_mean("", "", counts, DIE).p < 1e-6
    assert by_mean("", "", counts, weighted).p > 0.001


# Shapes


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 100), st.floats(0, 40)), min_size=1, max_size=40), st.floats(0.1, 60))
def test_pooling_loses_nothing_and_leaves_no_cell_that_expects_too_little(
    cells: list[tuple[int, float]], fewest: float
) -> None:
    counts, expected = np.array([count for count, _ in cells]), np.array([mean for _, mean in cells])
    observed, wanted = pooled(counts, expected, fewest)
    assert observed.sum() == counts.sum()
    assert wanted.sum() == pytest.approx(expected.sum())
    assert len(wanted) == 1 or wanted.min() >= fewest


def test_neighbours_are_pooled_and_no_more_than_is_needed() -> None:
    observed, wanted = pooled(np.array([1, 2, 9, 20, 3, 1]), np.array([4.0, 7.0, 12.0, 15.0, 6.0, 1.0]), 10)
    assert observed.tolist() == [3, 9, 24]
    assert wanted.tolist() == [11, 12, 22]


def test_a_shape_is_pearsons_statistic_of_pooled_cells() -> None:
    counts = np.array([0, 90, 110, 105, 95, 100, 100])
    found = by_shape("", "", counts, DIE)
    assert found and found.degrees == 5
    assert found.statistic == pytest.approx((10**2 + 10**2 + 5**2 + 5**2) / 100)


def test_a_shape_needs_some_cells() -> None:
    few = int(FEWEST * 6) - 6
    assert len(pooled(np.zeros(7, np.int64), DIE * few)[1]) < CELLS
    assert by_shape("", "", table([1] * few, 7), DIE) is None
    assert by_shape("", "", table([1] * int(FEWEST * 6), 7), DIE) is not None


def test_a_shape_rejects_fair_dice_as_rarely_as_its_level_says_and_a_die_without_a_mean_shift_always() -> None:
    rng = np.random.default_rng(4)
    found = [by_shape("", "", counts, DIE) for counts in rng.multinomial(300, DIE, 1000)]
    assert sum(measure is not None and measure.p < 0.01 for measure in found) <= 10 + 5 * 3.2
    # The ends come more often and the middle less: the mean stays.
    bent = np.array([0, 3, 1, 2, 2, 1, 3]) / 12
    for counts in rng.multinomial(1000, bent, 20):
        shape = by_shape("", "", counts, DIE)
        assert shape and shape.p < 1e-9
    assert sum(by_mean("", "", counts, DIE).p < 0.01 for counts in rng.multinomial(1000, bent, 20)) < 10
