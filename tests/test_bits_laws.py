"""The laws that the tests compare with, counted through where that is possible and simulated where it isn't."""

from collections.abc import Callable
from itertools import product
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairfelt.stats.bits import constants, excursion_law
from fairfelt.stats.bits.answer import Bits
from fairfelt.stats.bits.blocks_kernel import longest_runs
from fairfelt.stats.bits.complexity_kernel import complexities
from fairfelt.stats.bits.rank_kernel import ranks
from fairfelt.stats.bits.spectral import below_threshold
from fairfelt.stats.bits.templates import aperiodic
from fairfelt.stats.bits.templates_kernel import windows_of_ones
from fairfelt.stats.bits.universal import mean_logarithm
from fairfelt.stats.bits.walk import sum_tail, walked

FAIR = np.random.Generator(np.random.PCG64(2024))


def fair(count: int) -> Bits:
    return FAIR.integers(0, 2, count, np.uint8)


def every(length: int) -> Bits:
    """Put all sequences of one length behind each other."""
    return np.array(list(product((0, 1), repeat=length)), np.uint8).ravel()


def register(bits: Bits) -> int:
    """Find the length of the shortest shift register bit by bit: Berlekamp and Massey."""
    size = len(bits)
    now, before = np.zeros(size + 1, np.uint8), np.zeros(size + 1, np.uint8)
    now[0] = before[0] = 1
    length, last = 0, -1
    for at in range(size):
        if int(now[: length + 1] @ bits[at - length : at + 1][::-1]) % 2:
            kept, shift = now.copy(), at - last
            now[shift:] ^= before[: size + 1 - shift]
            if 2 * length <= at:
                length, last, before = at + 1 - length, at, kept
    return length


def complexity_of(bits: Bits) -> int:
    found = np.zeros(1, np.int64)
    complexities(bits, len(bits), found)
    return int(found[0])


def test_complexity_of_the_example_is_4() -> None:
    assert complexity_of(np.array(list("1101011110001"), np.uint8)) == 4


@given(st.lists(st.integers(0, 1), min_size=4, max_size=300))
@settings(max_examples=150, deadline=None)
def test_euclid_finds_the_register_of_berlekamp_and_massey(listed: list[int]) -> None:
    bits = np.array(listed, np.uint8)
    assert complexity_of(bits) == register(bits)


@pytest.mark.parametrize("length", [63, 64, 65, 127, 128, 500, 1000])
def test_complexity_does_not_mind_where_words_end(length: int) -> None:
    for zeros in (0, 1, 70, length - 1, length):
        bits = fair(length)
        bits[:zeros] = 0
        assert complexity_of(bits) == register(bits)


@pytest.mark.parametrize("block", [9, 12])
def test_the_law_of_complexity_counts_every_sequence(block: int) -> None:
    found = np.zeros(2**block, np.int64)
    complexities(every(block), block, found)
    counted = np.bincount(constants.complexity_class(found, block), minlength=7)
    assert counted / 2**block == pytest.approx(constants.complexity_law(block, "exact"), abs=1e-12)


@pytest.mark.parametrize("block", [500, 501, 1000])
def test_the_law_of_complexity_of_long_blocks(block: int) -> None:
    assert constants.complexity_law(block, "exact") * 96 == pytest.approx([1, 3, 12, 48, 24, 6, 2], abs=1e-9)


def test_the_law_of_longest_runs_counts_every_byte() -> None:
    counts = np.zeros(9, np.int64)
    longest_runs(every(8), 8, counts)
    assert [sum(counts[:2]), counts[2], counts[3], sum(counts[4:])] == [55, 94, 59, 48]
    assert constants.longest_run_law(8, "exact") * 256 == pytest.approx([55, 94, 59, 48])


def test_the_law_of_longest_runs_in_ten_thousand_bits_is_not_the_published_one() -> None:
    exact = constants.longest_run_law(10_000, "exact")
    listed = [0.08663231, 0.20820065, 0.24841858, 0.19391279, 0.12145849, 0.06801109, 0.07336610]
    assert exact == pytest.approx(listed, abs=6e-9)
    assert max(abs(exact - constants.longest_run_law(10_000, "nist-legacy"))) > 1e-3


def test_the_law_of_windows_of_ones_counts_every_sequence() -> None:
    counts = np.zeros(6, np.int64)
    windows_of_ones(every(12), 2, 12, counts)
    assert counts / 4096 == pytest.approx(constants.overlapping_law(2, 12, "exact"))
    assert counts / 4096 != pytest.approx(constants.overlapping_law(2, 12, "nist-legacy"), abs=1e-2)


def test_the_law_of_windows_of_nine_ones() -> None:
    listed = [0.36409105, 0.18565890, 0.13938113, 0.10057114, 0.07043233, 0.13986545]
    assert constants.overlapping_law(9, 1032, "exact") == pytest.approx(listed, abs=6e-9)
    legacy = [0.367879, 0.183940, 0.137955, 0.099634, 0.069935, 0.140657]
    assert constants.overlapping_law(9, 1032, "nist-legacy") == pytest.approx(legacy, abs=6e-7)


def test_the_law_of_ranks_counts_every_matrix() -> None:
    counts = np.zeros(4, np.int64)
    ranks(every(9), 3, counts)
    assert counts.tolist() == [1, 49, 294, 168]
    assert constants.rank_law(3, "exact") * 512 == pytest.approx([168, 294, 50])
    assert constants.rank_law(32, "exact") == pytest.approx([0.288788, 0.577576, 0.133636], abs=6e-7)


def test_148_patterns_of_nine_bits_do_not_overlap_themselves() -> None:
    assert len(aperiodic(9)) == 148
    assert aperiodic(3) == ("001", "011", "100", "110")
    assert {"101010101", "010000000", "111111111"}.isdisjoint(aperiodic(9))


@pytest.mark.parametrize(("length", "listed"), list(constants.LEGACY_UNIVERSAL.items())[:10])
def test_moments_of_distances_are_those_that_maurer_printed(length: int, listed: tuple[float, float]) -> None:
    mean, variance, _ = constants.universal_moments(length)
    assert (mean, variance) == pytest.approx(listed, abs=8e-4)


def test_the_factor_for_blocks_of_eight_bits_is_that_of_coron_and_naccache() -> None:
    tested = 1000 * 256
    _, deviation = constants.universal_law(8, tested, "exact")
    assert deviation**2 * tested / 3.238 == pytest.approx(0.3732189 + 0.3730195 / 1000, rel=3e-4)


def spread_of(measure: Callable[[], float], times: int) -> float:
    return float(np.var([measure() for _ in range(times)]))


def test_the_variance_of_the_mean_distance_is_the_exact_one() -> None:
    _, exact = constants.universal_law(4, 400, "exact")
    _, legacy = constants.universal_law(4, 400, "nist-legacy")
    found = spread_of(lambda: mean_logarithm(fair(4 * 560), 4, 160, 400), 6000)
    assert found == pytest.approx(exact**2, rel=0.07)
    assert found != pytest.approx(legacy**2, rel=0.15)


def test_the_variance_of_peaks_is_the_exact_one() -> None:
    found = spread_of(lambda: below_threshold(fair(1 << 12)), 4000)
    assert found == pytest.approx(constants.spectral_variance(1 << 12, "exact"), rel=0.08)
    assert constants.spectral_variance(1 << 12, "nist-legacy") / found < 0.99
    assert (1 << 12) * 0.95 * 0.05 / constants.spectral_variance(1 << 12, "exact") == pytest.approx(3.790, abs=5e-4)


@pytest.mark.parametrize("size", [10, 16, 25, 40])
def test_the_law_of_the_largest_sum_follows_the_walk_step_by_step(size: int) -> None:
    chance = np.zeros(2 * size + 1)
    chance[size] = 1.0
    for _ in range(400):
        chance[1:-1] = (chance[:-2] + chance[2:]) / 2
        chance[[0, -1]] = 0.0
    # The law of Brownian motion errs by a share of 1/n.
    assert sum_tail(size, 400, "exact") == pytest.approx(1 - chance.sum(), rel=0.01)
    assert sum_tail(size, 400, "nist-legacy") == pytest.approx(sum_tail(size, 400, "exact"), abs=1e-9)


def test_visits_of_cycles_have_the_law_of_the_walk() -> None:
    found = [walked(fair(1 << 17)) for _ in range(40)]
    cycles = sum(walk.cycles for walk in found)
    visits = sum((walk.visits for walk in found), np.zeros((8, 6), np.int64))
    for state, level in enumerate((4, 3, 2, 1, 1, 2, 3, 4)):
        expected = cycles * excursion_law.visit_law(level)
        assert (abs(visits[state] - expected) < 5 * np.sqrt(expected) + 60).all()


@pytest.mark.parametrize(("near", "far"), [(1, 2), (2, 4), (1, 4)])
def test_joint_visits_are_at_most_the_visits_of_each(near: int, far: int) -> None:
    joint = excursion_law._both_visited(near, far)
    assert joint.sum(1) == pytest.approx(excursion_law.visit_law(near), abs=1e-9)
    assert joint.sum(0) == pytest.approx(excursion_law.visit_law(far), abs=1e-9)


def short_cycles(steps: int) -> list[list[int]]:
    """List all walks that return to 0 for the first time within so many steps, by their heights."""
    return [
        list(heights)
        for length in range(2, steps + 1, 2)
        for signs in product((-1, 1), repeat=length)
        if 0 not in (heights := np.cumsum(signs))[:-1] and heights[-1] == 0
    ]


def test_the_mean_and_covariance_of_levels_count_every_short_cycle() -> None:
    mean, covariance = excursion_law.level_moments(12)
    cycles = short_cycles(12)
    weights = np.array([0.5 ** len(heights) for heights in cycles])
    weights /= weights.sum()
    levels = [level for level in range(-9, 10) if level]
    visits = np.array([[heights.count(level) for level in levels] for heights in cycles])
    assert weights @ visits == pytest.approx(mean)
    assert (visits * weights[:, None]).T @ visits - np.outer(mean, mean) == pytest.approx(covariance, abs=1e-12)


def test_a_chi_square_of_few_cycles_is_drawn_to_its_mean() -> None:
    assert excursion_law.steadied(37.0, 37, 2485.0, 500) == 37.0
    assert excursion_law.steadied(57.0, 37, 2485.0, 500) == pytest.approx(37 + 20 / sqrt(1 + 2485 / 37_000))
