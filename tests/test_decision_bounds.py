"""What a measurement rules out: bounds that hold as often as they claim, and sample sizes that are known elsewhere."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairfelt.stats.decision.bounds import chance_of_missing, detectable, units_needed, upper_bound
from fairfelt.stats.decision.measure import (
    Effect,
    Measure,
    by_chi_square,
    by_count,
    by_distance,
    by_least,
    by_normal,
    by_tails,
)

ONE_SIDED = 0.02
"""A two-sided level whose upper end is a one-sided 1 %, at which figures are published."""
EFFECTS: tuple[Effect, ...] = ("spread", "shift", "rate", "coincidence", "distance")


# Known figures


@pytest.mark.parametrize(("degrees", "noncentrality"), [(1, 32.1), (8, 48.2), (51, 82.8), (119, 112), (2601, 421)])
def test_the_noncentrality_that_shows_with_power_999_is_the_known_one(degrees: int, noncentrality: float) -> None:
    found = detectable("spread", degrees, 1.0, ONE_SIDED, power=0.999) ** 2
    assert found == pytest.approx(noncentrality, abs=0.05 if noncentrality < 100 else 0.5)


@pytest.mark.parametrize(
    ("degrees", "spread", "units"),
    [(1, 0.1, 3_200), (8, 0.05, 19_000), (51, 0.02, 207_000), (119, 0.01, 1_100_000), (2601, 0.02, 1_050_000)],
)
def test_a_spread_takes_the_known_number_of_units(degrees: int, spread: float, units: int) -> None:
    assert units_needed("spread", degrees, spread, ONE_SIDED, power=0.999) == pytest.approx(units, rel=0.025)


def spread_of(chances: list[float]) -> float:
    return float(np.sqrt(np.mean((np.array(chances) * len(chances) - 1) ** 2)))


def one_too_likely(by: float) -> list[float]:
    chance = (1 + by) / 52
    return [chance, *[(1 - chance) / 51] * 51]


@pytest.mark.parametrize(
    ("chances", "decks"),
    [
        ([5 / 256] * 48 + [4 / 256] * 4, 22_900),
        (one_too_likely(0.20), 85_500),
        (one_too_likely(0.10), 342_000),
        (one_too_likely(0.05), 1_370_000),
        (one_too_likely(0.02), 8_550_000),
    ],
    ids=["remainders of 8 bits", "20 %", "10 %", "5 %", "2 %"],
)
def test_a_bias_of_the_top_card_takes_the_known_number_of_decks(chances: list[float], decks: int) -> None:
    assert sum(chances) == pytest.approx(1)
    assert units_needed("spread", 51, spread_of(chances), ONE_SIDED) == pytest.approx(decks, rel=0.002)


def test_a_level_of_both_sides_asks_for_more_than_one_of_one_side() -> None:
    """The twin: taken at two-sided 1 %, the known figures would not come out."""
    assert detectable("spread", 51, 1.0, 0.01, power=0.999) ** 2 > 85


def test_remainders_of_32_bits_take_more_decks_than_anyone_will_deal() -> None:
    few, many = 2**32 // 52, 2**32 // 52 + 1
    assert 48 * many + 4 * few == 2**32
    relative = sqrt((48 * (many * 52 / 2**32 - 1) ** 2 + 4 * (few * 52 / 2**32 - 1) ** 2) / 52)
    assert units_needed("spread", 51, relative, ONE_SIDED) > 1e18


# Bounds hold


ROUNDS = 4000
HOLDS = 3929
"""Of so many bounds at 99 % confidence, five standard errors less than are to hold."""


def held(measures: list[Measure], true: float) -> int:
    return sum(upper_bound(measure) >= true for measure in measures)


@pytest.mark.parametrize(("degrees", "spread"), [(1, 0.03), (51, 0.02), (51, 0.1), (2601, 0.05)])
def test_the_bound_of_a_spread_holds_99_times_in_100_and_is_not_idle(degrees: int, spread: float) -> None:
    statistics = np.random.default_rng(1).noncentral_chisquare(degrees, 10_000 * spread**2, 400)
    found = [by_chi_square("", "", 10_000, float(statistic), degrees) for statistic in statistics]
    # Of 400, five standard errors of 2.0 about 396.
    assert 386 <= held(found, spread) <= 400
    assert held(found, 2 * spread + 0.06) < 386


@pytest.mark.parametrize("shift", [0.05, -0.05])
def test_the_bound_of_a_shift_holds_99_times_in_100_to_either_side(shift: float) -> None:
    z = np.random.default_rng(2).normal(shift * sqrt(10_000), 1, 400)
    found = [by_normal("", "", 10_000, float(one), "normal") for one in z]
    assert 386 <= held(found, abs(shift)) <= 400


@pytest.mark.parametrize("mean", [0.5, 4.0, 60.0])
@pytest.mark.parametrize("effect", ["rate", "coincidence"])
def test_the_bound_of_a_rate_holds_at_least_99_times_in_100(mean: float, effect: Effect) -> None:
    counts = np.random.default_rng(3).poisson(mean, ROUNDS)
    found = {count: by_count("", "", 1000, count, 0.1, effect=effect) for count in map(int, set(counts))}
    assert held([found[int(count)] for count in counts], mean / 1000) >= HOLDS


def test_the_bound_of_a_distance_holds_at_least_99_times_in_100() -> None:
    # The distribution function x**1.5 is furthest from x where 1.5 sqrt(x) = 1: by 4/27.
    drawn = np.sort(np.random.default_rng(4).random((ROUNDS, 300)) ** (1 / 1.5), axis=1)
    steps = np.arange(301) / 300
    distances = np.maximum(steps[1:] - drawn, drawn - steps[:-1]).max(axis=1)
    bounds = [upper_bound(Measure("", "", "", 300, float(far), 0.5, 0.5, "distance")) for far in distances]
    assert sum(bound >= 4 / 27 for bound in bounds) >= HOLDS
    assert np.median(bounds) < 0.3


def test_the_bound_of_a_distance_is_the_tabled_width_of_its_band() -> None:
    """1.63 over the root of the sample, at 99 %."""
    assert upper_bound(Measure("", "", "", 10_000, 0.1, 0.5, 0.5, "distance")) == pytest.approx(0.1163, abs=1e-4)


def test_a_bound_of_less_confidence_does_not_hold_as_often() -> None:
    """The twin: the simulations above see a bound that is too low."""
    statistics = np.random.default_rng(1).noncentral_chisquare(51, 10_000 * 0.1**2, 400)
    found = [by_chi_square("", "", 10_000, float(statistic), 51) for statistic in statistics]
    assert sum(upper_bound(measure, confidence=0.9) >= 0.1 for measure in found) < 386


def test_nothing_seen_in_n_units_bounds_the_rate_by_four_point_six_over_n() -> None:
    assert upper_bound(by_count("", "", 10_000, 0, 1e-9)) == pytest.approx(-np.log(0.01) / 10_000)


def test_a_statistic_smaller_than_chance_allows_rules_out_no_more_than_a_good_one_does() -> None:
    too_good, good = (upper_bound(by_chi_square("", "", 1000, statistic, 51)) for statistic in (20.0, 51.0))
    assert 0.1 < too_good < good


@pytest.mark.parametrize("statistic", [1e6, 1e12, float("inf")])
def test_a_huge_statistic_leaves_at_least_the_bias_that_it_shows(statistic: float) -> None:
    assert upper_bound(by_chi_square("", "", 1000, statistic, 51)) >= ((statistic - 51) / 1000) ** 0.5


def test_what_has_no_size_is_never_bounded() -> None:
    assert upper_bound(by_least("", "", 1000, 0.5, 0.5, "least of many")) == float("inf")


def test_a_statistic_that_is_no_number_measures_nothing() -> None:
    with pytest.raises(ValueError, match="measures nothing"):
        by_chi_square("a", "", 1000, float("nan"), 51)


def test_exact_tails_are_bounded_like_the_normal_number_that_is_as_unlikely() -> None:
    far, near = by_tails("", "", 100, 0.999, 0.001, "exact"), by_tails("", "", 100, 0.5, 0.5, "exact")
    assert far.statistic == pytest.approx(3.0902, abs=1e-4)
    assert upper_bound(far) == pytest.approx(upper_bound(by_normal("", "", 100, 3.0902, "normal")), abs=1e-4)
    assert upper_bound(near) < upper_bound(far)
    assert np.isfinite(upper_bound(by_tails("", "", 100, 1.0, 0.0, "exact")))


# Properties

DEGREES = st.sampled_from([1, 2, 8, 51, 119, 2601])
LEVELS = st.floats(1e-6, 0.2)
POWERS = st.floats(0.5, 0.9999)


def plain(effect: Effect, degrees: int, units: int, statistic: float) -> Measure:
    return Measure("", "", "", units, statistic, 0.5, 0.5, effect, degrees)


@settings(deadline=None)
@given(st.sampled_from(EFFECTS), DEGREES, st.integers(1, 10**9), st.floats(0, 50), st.floats(0.1, 50))
def test_a_larger_statistic_has_a_larger_bound_and_more_units_a_smaller_one(
    effect: Effect, degrees: int, units: int, statistic: float, more: float
) -> None:
    bound = upper_bound(plain(effect, degrees, units, statistic))
    assert upper_bound(plain(effect, degrees, units, statistic + more)) >= bound
    assert upper_bound(plain(effect, degrees, 2 * units, statistic)) <= bound
    assert upper_bound(plain(effect, degrees, units, statistic), confidence=0.999) >= bound


@settings(deadline=None)
@given(st.sampled_from(EFFECTS), DEGREES, st.floats(1e2, 1e9), LEVELS, POWERS)
def test_more_units_show_smaller_effects_and_stricter_levels_larger_ones(
    effect: Effect, degrees: int, units: float, level: float, power: float
) -> None:
    found = detectable(effect, degrees, units, level, power)
    assert found > 0
    assert detectable(effect, degrees, 2 * units, level, power) < found
    assert detectable(effect, degrees, units, level / 2, power) >= found
    assert detectable(effect, degrees, units, level, (1 + power) / 2) > found


@settings(deadline=None)
@given(st.sampled_from(EFFECTS), DEGREES, st.floats(1e-3, 0.5), LEVELS, POWERS)
def test_the_units_needed_are_the_fewest_that_show_the_size(
    effect: Effect, degrees: int, size: float, level: float, power: float
) -> None:
    units = units_needed(effect, degrees, size, level, power)
    assert detectable(effect, degrees, units, level, power) <= size * (1 + 1e-9)
    if units > 1:
        assert detectable(effect, degrees, units - 1, level, power) > size * (1 - 1e-9)


@settings(deadline=None)
@given(DEGREES, st.floats(1e-6, 0.1), st.floats(0.6, 0.999))
def test_what_is_detectable_is_missed_as_rarely_as_the_power_says(degrees: int, level: float, power: float) -> None:
    noncentrality = detectable("spread", degrees, 1.0, level, power) ** 2
    assert chance_of_missing(degrees, noncentrality, level) == pytest.approx(1 - power, rel=1e-4)
    assert chance_of_missing(degrees, noncentrality / 2, level) > 1 - power


def test_a_distance_that_is_detectable_shows_by_its_exact_law() -> None:
    """A fair source is this far off less often than the level, by the exact law of Kolmogorov and Smirnov."""
    units = 1000
    far = detectable("distance", 1, units, 0.01, power=0.99)
    assert by_distance("", "", units, far).p < 0.01
    assert by_distance("", "", units, far / 3).p > 0.01
    # The tabled widths 1.63 of a two-sided level of 1 %, and 1.52 of a one-sided one.
    assert far == pytest.approx((1.6276 + 1.5174) / units**0.5, rel=1e-3)
