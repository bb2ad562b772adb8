"""Tails, bounds and sizes at their edges: what is exact is held exactly, what is searched for to its law."""

from math import inf, log, sqrt
from typing import Any

import numpy as np
import pytest

from fairfelt.stats.decision import histograms
from fairfelt.stats.decision.bounds import chance_of_missing, detectable, units_needed, upper_bound
from fairfelt.stats.decision.histograms import by_mean, by_shape, mean_z, pooled, tail_bound
from fairfelt.stats.decision.measure import (
    Measure,
    by_chi_square,
    by_count,
    by_distance,
    by_least,
    by_normal,
    by_tails,
)
from fairfelt.stats.decision.resolves import NEVER, _until_alike, _words

FAIR = [1 / 6] * 6


# Measures


def test_a_measure_keeps_what_it_is_given() -> None:
    """Each maker hands on id, title, units and detail, and names its law and its effect."""
    made = [
        by_chi_square("i", "t", 70, 3.0, 4, "d"),
        by_normal("i", "t", 70, 1.0, "l", "d"),
        by_tails("i", "t", 70, 0.2, 0.9, "l", "d"),
        by_least("i", "t", 70, 0.2, 0.9, "l", "d"),
        by_count("i", "t", 70, 2, 1.5, "d"),
        by_count("i", "t", 70, 2, 1.5, "d", "coincidence"),
        by_distance("i", "t", 70, 0.1, "d"),
    ]
    assert {(one.id, one.title, one.units, one.detail, one.looks) for one in made} == {("i", "t", 70, "d", 1)}
    assert [one.effect for one in made] == ["spread", "shift", "shift", "unmeasured", "rate", "coincidence", "distance"]
    assert [one.degrees for one in made] == [4, 1, 1, 1, 1, 1, 1]
    assert [one.law for one in made[1:4]] == ["l", "l", "l"]
    assert made[-1].law == "Kolmogorov-Smirnov, exact for 70"
    assert [one.statistic for one in (made[0], made[4], made[6])] == [3.0, 2.0, 0.1]
    assert all(one.detail == "" for one in (by_chi_square("i", "t", 70, 3.0, 4), by_normal("i", "t", 70, 1.0, "l")))
    assert by_tails("i", "t", 70, 0.2, 0.9, "l").detail == by_least("i", "t", 70, 0.2, 0.9, "l").detail == ""
    assert by_count("i", "t", 70, 2, 1.5).detail == by_distance("i", "t", 70, 0.1).detail == ""


def test_nothing_of_what_can_not_come_is_as_expected() -> None:
    assert by_count("", "", 70, 0, 0.0).p == 1


@pytest.mark.parametrize("make", [by_tails, by_least])
def test_tails_of_nothing_are_forty_standard_errors_to_their_own_side(make: Any) -> None:
    assert [make("", "", 5, *tails, "l").statistic for tails in [(0.0, 1.0), (1.0, 0.0)]] == [-40, 40]
    assert make("", "", 5, 0.001, 0.9995, "l").statistic == pytest.approx(-3.0902, abs=1e-4)
    assert make("", "", 5, 0.9995, 0.001, "l").statistic == pytest.approx(3.0902, abs=1e-4)
    even = make("", "", 5, 0.6, 0.6, "l")
    assert (even.statistic, even.low, even.high) == (pytest.approx(0.2533, abs=1e-4), 0.6, 0.6)


@pytest.mark.parametrize(("low", "high"), [(-0.1, 0.5), (0.5, -0.1), (1.1, 0.5), (0.5, 1.1), (float("nan"), 0.5)])
def test_a_chance_lies_between_nothing_and_one(low: float, high: float) -> None:
    with pytest.raises(ValueError, match="measures nothing"):
        Measure("a", "", "", 5, 1.0, low, high, "rate")
    assert Measure("a", "", "", 5, 1.0, 0.0, 1.0, "rate").p == Measure("a", "", "", 5, 1.0, 1.0, 0.0, "rate").p == 0


# Histograms


def test_a_shape_hands_on_its_name_its_total_and_its_detail() -> None:
    counts = np.array([10, 10, 10, 10, 10, 10])
    found = by_shape("i", "t", counts, np.array(FAIR), "d")
    assert found and (found.id, found.title, found.units, found.detail, found.degrees) == ("i", "t", 60, "d", 5)
    plain = by_shape("i", "t", counts, np.array(FAIR))
    assert plain and plain.detail == ""


def test_five_cells_are_a_shape_and_four_are_none() -> None:
    assert by_shape("", "", np.array([10] * 5), np.array([0.2] * 5)) is not None
    assert by_shape("", "", np.array([10] * 4), np.array([0.25] * 4)) is None


def test_a_cell_that_expects_just_enough_is_pooled_with_none() -> None:
    assert pooled(np.array([3, 4, 5]), np.array([10.0, 10.0, 10.0]))[0].tolist() == [3, 4, 5]
    assert pooled(np.array([3, 4, 5]), np.array([9.9, 0.1, 10.0]))[0].tolist() == [7, 5]
    assert pooled(np.array([3]), np.array([2.0]))[1].tolist() == [2]
    with pytest.raises(ValueError):
        pooled(np.array([3, 4]), np.array([10.0]))


def test_a_mean_hands_on_its_name_its_total_and_both_means() -> None:
    found = by_mean("i", "t", np.array([0, 0, 1, 0, 0, 2]), np.array(FAIR))
    assert (found.id, found.title, found.units, found.effect) == ("i", "t", 3, "shift")
    assert found.detail == "mean 4.0000 where 2.5000 is expected"


def test_a_mean_whose_least_value_is_not_nothing_is_exact() -> None:
    """Values 2 and 3 with even chances: that both of two draws are 3 has one chance in four."""
    found = by_mean("", "", np.array([0, 0, 0, 2, 0]), np.array([0, 0, 0.5, 0.5, 0]))
    assert (found.low, found.high) == (pytest.approx(1), pytest.approx(0.25))


def test_a_sum_that_the_law_forbids_is_as_far_out_as_the_law_goes() -> None:
    law = np.array([0, 0.5, 0.5, 0])
    below, above = (by_mean("", "", np.array(counts), law) for counts in ([2, 0, 0, 0], [0, 0, 0, 2]))
    assert (below.low, below.high) == (pytest.approx(0.25), pytest.approx(1))
    assert (above.low, above.high) == (pytest.approx(1), pytest.approx(0.25))


@pytest.mark.parametrize("law", [[0.5, 0.5], [0.5, 0.5, 0], [0, 0, 0.5, 0.5, 0]])
def test_a_tail_too_thin_for_a_transform_is_told_exactly_at_its_end(law: list[float]) -> None:
    """Forty draws that are all the least, or all the most: two to the power of minus forty."""
    first = next(at for at, chance in enumerate(law) if chance)
    for at, side in ((first, "low"), (first + 1, "high")):
        counts = np.zeros(len(law), np.int64)
        counts[at] = 40
        found = by_mean("", "", counts, np.array(law))
        assert getattr(found, side) / 0.5**40 == pytest.approx(1, rel=1e-12)


def test_a_tail_too_thin_for_a_transform_is_bounded_alike_from_both_sides() -> None:
    """One of sixty draws is the other: 61 of 2**60 ways, and no more than Chernoff allows."""
    law = np.array([0.3, 0.7])
    most, least = by_mean("", "", np.array([1, 119]), law), by_mean("", "", np.array([119, 1]), law[::-1])
    assert most.high / least.low == pytest.approx(1, rel=1e-6)
    assert 0.7**120 * (1 + 120 * 3 / 7) <= most.high <= histograms.NOISE
    assert most.high / tail_bound(law, 120, 119 / 120) == pytest.approx(1, rel=1e-6)


def test_no_tail_is_more_than_everything() -> None:
    """What a transform rounds up beyond one would be no chance."""
    for total in range(1, 200):
        assert by_mean("", "", np.array([0, total, 0, 0, 0, 0, 0]), np.array([0, *FAIR])).high <= 1
        assert by_mean("", "", np.array([0, 0, 0, 0, 0, 0, total]), np.array([0, *FAIR])).low <= 1


def test_the_normal_law_takes_over_beyond_so_many_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three dice there are sixteen sums."""
    counts, law = np.array([0, 0, 1, 0, 0, 2]), np.array(FAIR)
    monkeypatch.setattr(histograms, "EXACT_UP_TO", 16)
    assert by_mean("i", "t", counts, law).law == "the exact law of a sum"
    monkeypatch.setattr(histograms, "EXACT_UP_TO", 15)
    found = by_mean("i", "t", counts, law)
    assert (found.id, found.title, found.units) == ("i", "t", 3)
    assert found.law == "normal, by the exact mean and variance"
    assert found.detail == "mean 4.0000 where 2.5000 is expected"


def test_a_distance_of_means_is_in_standard_errors() -> None:
    """A die from 0 to 5 has mean 5/2 and variance 35/12; of nine throws the mean is 31/9."""
    assert mean_z(np.array([0, 1, 1, 2, 3, 2]), np.array(FAIR)) == pytest.approx(
        (31 / 9 - 5 / 2) / sqrt(35 / 12) * 3
    )


def test_a_tail_bound_is_chernoffs() -> None:
    """Of a coin thrown 100 times: heads 80 times at least, by exp(-n D), where D is the relative entropy."""
    entropy = 0.8 * log(0.8 / 0.5) + 0.2 * log(0.2 / 0.5)
    assert tail_bound(np.array([0.5, 0.5]), 100, 0.8) == pytest.approx(np.exp(-100 * entropy), rel=1e-6)
    assert tail_bound(np.array([0.5, 0.5]), 10, 1.0) == pytest.approx(0.5**10)
    assert tail_bound(np.array([0.5, 0.5]), 100, 0.2) == 1
    assert {tail_bound(np.array([0.5, 0.5]), 5000, mean) for mean in (1.0, 0.99999)} == {np.exp(-745)}
    assert tail_bound(np.array([0.2, 0.3, 0.5]), 10, 2.0) / 0.5**10 == pytest.approx(1, rel=1e-12)


@pytest.mark.parametrize("mean", [60.0, 98.9, 98.9999])
def test_a_tail_bound_is_the_best_of_all_tilts_however_steep(mean: float) -> None:
    from scipy.optimize import minimize_scalar
    from scipy.special import logsumexp

    law, values = np.full(100, 0.01), np.arange(100)

    def exponent(tilt: float) -> float:
        return float(logsumexp(np.log(law) + tilt * values) - tilt * mean)

    best = minimize_scalar(exponent, bounds=(0, 40), method="bounded", options={"xatol": 1e-10})
    assert np.log(tail_bound(law, 50, mean)) == pytest.approx(50 * best.fun, rel=1e-9)


# What a sample resolves


def test_a_defect_is_told_by_what_it_takes_here_and_alone() -> None:
    assert _words(10, 10, 10) == "would have shown"
    assert _words(9, 10, 10) == "takes 10 decks"
    assert _words(10, 10, 8) == "would have shown; one test alone, at 99 %, takes 8"
    assert _words(9, 10_000, 8_000) == "takes 10,000 decks; one test alone, at 99 %, takes 8,000"
    assert _words(1, NEVER, NEVER) == "no sample shows it: read the source"
    assert _words(1, NEVER, NEVER - 1).startswith("takes")


def test_repetitions_take_more_decks_only_where_not_all_are_kept() -> None:
    for states in range(1000, 1100):
        decks = _until_alike(states, 10**9)
        assert _until_alike(states, decks) == decks < _until_alike(states, decks // 2)


# Bounds


def test_the_bound_of_a_statistic_below_its_degrees_is_taken_relative_to_a_fair_source() -> None:
    """A bias of the bound shows a smaller statistic so much less often than a fair source does."""
    from scipy.special import chndtr

    for confidence in (0.99, 0.05):
        bound = upper_bound(by_chi_square("", "", 1000, 40.0, 51), confidence)
        chance = (1 - confidence) * chndtr(40.0, 51, 0)
        assert chndtr(40.0, 51, 1000 * bound**2) == pytest.approx(chance, rel=1e-6)


def test_a_rate_shows_by_two_events_and_a_coincidence_by_one() -> None:
    """With mean 6.638 fewer than two come in one per cent, with mean 4.605 none."""
    assert detectable("rate", 1, 1.0, 0.01) == pytest.approx(6.638352, abs=1e-5)
    assert detectable("coincidence", 1, 10.0, 0.01) == pytest.approx(-log(0.01) / 10)
    assert detectable("unmeasured", 1, 10.0, 0.01) == inf
    with pytest.raises(ValueError, match="no size"):
        units_needed("unmeasured", 1, 0.1, 0.01)


def test_power_is_99_per_cent_where_none_is_asked() -> None:
    noncentrality = detectable("spread", 51, 1.0, 0.01) ** 2
    assert chance_of_missing(51, noncentrality, 0.01) == pytest.approx(0.01, rel=1e-4)


def test_hardly_any_power_takes_hardly_any_bias_and_less_than_the_level_takes_none() -> None:
    """At a two-sided level of ten per cent a fair source shows five per cent on this side."""
    little = detectable("spread", 51, 1.0, 0.1, power=0.06)
    assert 0 < little < 1
    assert chance_of_missing(51, little**2, 0.1) == pytest.approx(0.94)
    assert detectable("spread", 51, 1.0, 0.1, power=0.04) == 0


def test_a_level_of_two_sides_gives_each_side_half() -> None:
    """With no bias at all, what exceeds the critical value of a level of ten per cent is five per cent."""
    assert chance_of_missing(51, 0.0, 0.1) == pytest.approx(0.95)


def test_a_shift_is_bounded_by_the_square_of_its_statistic_and_a_distance_by_its_band() -> None:
    one, two = (by_normal("", "", 100, z, "l") for z in (3.0, -3.0))
    assert upper_bound(one) == upper_bound(two) == upper_bound(by_chi_square("", "", 100, 9.0, 1))
    assert upper_bound(Measure("", "", "", 50, 0.1, 0.5, 0.5, "distance"), 0.9) == pytest.approx(
        0.1 + sqrt(-log(0.05) / 100)
    )
