"""Good numbers are rejected as often as the level says, for every test and range; wrong laws are not."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from fairfelt.stats.decision.measure import Measure, by_chi_square
from fairfelt.stats.numbers.counting import Sums, chunk_sums
from fairfelt.stats.numbers.judging import measures
from fairfelt.stats.numbers.plan import Plan
from fairfelt.stats.streams.sums import merge

Draw = Callable[[np.random.Generator, Plan], NDArray[np.uint64]]
COARSE = {"numbers.duplicates"}
"""Tests that have few values in one short chunk; they may be rejected more seldom, never more often."""


def good(rng: np.random.Generator, plan: Plan) -> NDArray[np.uint64]:
    return rng.integers(0, plan.below - 1, plan.chunk, dtype=np.uint64, endpoint=True)


def slightly_biased(rng: np.random.Generator, plan: Plan) -> NDArray[np.uint64]:
    """Turn one number in a hundred into 0."""
    return np.where(rng.random(plan.chunk) < 0.01, np.uint64(0), good(rng, plan))


def judged(plan: Plan, draw: Draw, times: int, chunks: int = 1, seed: int = 5) -> list[list[Measure]]:
    rng, found = np.random.default_rng(seed), []
    for _ in range(times):
        sums: Sums = {}
        for _ in range(chunks):
            sums = merge(sums, chunk_sums(draw(rng, plan), plan))
        found.append(measures(sums, plan))
    return found


def off_level(found: list[list[Measure]], level: float, unlikely: float) -> dict[str, float]:
    """List the tests that reject more or less often than a level, or whose tails aren't uniform."""
    from scipy.stats import binom, kstest

    by_id: dict[str, list[Measure]] = {}
    for several in found:
        for measure in several:
            by_id.setdefault(measure.id, []).append(measure)
    off: dict[str, float] = {}
    for id_, several in by_id.items():
        rejected = sum(measure.p < level for measure in several)
        chances = [float(binom.sf(rejected - 1, len(several), level))]
        if id_ not in COARSE:
            chances.append(float(binom.cdf(rejected, len(several), level)))
            chances.append(float(kstest([measure.high for measure in several], "uniform").pvalue))
        if min(chances) < unlikely:
            off[id_] = min(chances)
    return off


@pytest.mark.parametrize("below", [2, 6, 13, 52, 1000, 1 << 16, 1 << 32])
def test_good_numbers_are_rejected_at_the_nominal_rate(below: int) -> None:
    assert off_level(judged(Plan(below, 8192), good, 120), 0.05, 1e-5) == {}


def test_a_slight_bias_is_seen_by_the_same_measure_of_calibration() -> None:
    off = off_level(judged(Plan(6, 8192), slightly_biased, 120), 0.05, 1e-5)
    assert {"numbers.chi-square", "numbers.kolmogorov-smirnov"} <= off.keys()


def test_one_psi_square_alone_would_reject_good_numbers() -> None:
    """Overlapping words aren't independent; the naive chi-square of them is off, their difference isn't."""
    plan, naive = Plan(2, 8192), []
    rng = np.random.default_rng(9)
    for _ in range(120):
        counts = chunk_sums(good(rng, plan), plan)["overlaps"]
        expected = plan.chunk / len(counts)
        statistic = float(((counts - expected) ** 2 / expected).sum())
        naive.append([by_chi_square("naive", "naive", plan.chunk, statistic, len(counts) - 1)])
    assert off_level(naive, 0.05, 1e-5).keys() == {"naive"}


@pytest.mark.parametrize("below", [6, 52, 1 << 32])
def test_many_chunks_together_are_as_calibrated_as_one(below: int) -> None:
    """A small error of a law would add up over chunks."""
    found = judged(Plan(below, 1 << 16), good, 1, chunks=40, seed=3)[0]
    assert {measure.id: measure.p for measure in found if measure.p < 1e-4} == {}
    assert len(found) == 18


@pytest.mark.parametrize(("below", "name"), [(2, "chi-square"), (3, "chi-square"), (4, "mono-bit")])
def test_a_perfect_fit_is_as_likely_as_whole_numbers_make_it(below: int, name: str) -> None:
    """A smooth law gives exactly equal counts the chance zero, and would fail a good source for them."""
    plan = Plan(below, 12_000)
    even = np.random.default_rng(4).permutation(np.arange(plan.chunk) % below)
    found = {measure.id: measure for measure in measures(chunk_sums(even, plan), plan)}[f"numbers.{name}"]
    assert found.p > 1e-5
    assert found.low < 0.6


def test_a_fit_that_is_perfect_in_every_cell_is_too_good() -> None:
    plan = Plan(52, 52_000)
    even = np.random.default_rng(4).permutation(np.arange(plan.chunk) % 52)
    found = {measure.id: measure for measure in measures(chunk_sums(even, plan), plan)}["numbers.chi-square"]
    assert found.low < 1e-20


@pytest.mark.long
@pytest.mark.parametrize("below", [2, 3, 6, 13, 52, 65, 1000, 5000, 1 << 16, 1 << 32, 1 << 64])
@pytest.mark.parametrize("chunk", [4096, 1 << 16])
def test_good_numbers_are_rejected_at_the_nominal_rate_over_thousands_of_chunks(below: int, chunk: int) -> None:
    found = judged(Plan(below, chunk), good, 2000, seed=below % 1009)
    assert off_level(found, 0.01, 1e-6) == {}


@pytest.mark.long
@pytest.mark.parametrize("below", [2, 6, 52, 1000, 1 << 32])
def test_two_hundred_million_numbers_show_no_error_of_a_law(below: int) -> None:
    found = judged(Plan(below), good, 1, chunks=3000, seed=8)[0]
    assert {measure.id: measure.p for measure in found if measure.p < 1e-5} == {}
