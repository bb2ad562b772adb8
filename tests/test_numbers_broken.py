"""Each test of numbers catches a source that is broken in the way that it looks for."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from fairfelt.stats.numbers.counting import Sums, chunk_sums
from fairfelt.stats.numbers.judging import measures
from fairfelt.stats.numbers.named import TITLES
from fairfelt.stats.numbers.plan import Plan
from fairfelt.stats.streams.sums import merge

Numbers = NDArray[np.int64]
CHUNK, CHUNKS = 1 << 14, 4
BEYOND_DOUBT = 1e-6


def good(rng: np.random.Generator, below: int, count: int) -> Numbers:
    return rng.integers(0, below, count)


def biased_die(rng: np.random.Generator, below: int, count: int) -> Numbers:
    """Turn every twentieth throw into the highest number."""
    return np.where(rng.random(count) < 0.05, below - 1, good(rng, below, count))


def modulo_of_8_bits(rng: np.random.Generator, below: int, count: int) -> Numbers:
    return rng.integers(0, 256, count) % below


def low_bits(rng: np.random.Generator, below: int, count: int) -> Numbers:
    """Take the low bits of a linear congruential generator, whose period is `below`."""
    words, state = np.empty(count, np.int64), int(rng.integers(1 << 31))
    for at in range(count):
        state = (1103515245 * state + 12345) % (1 << 31)
        words[at] = state % below
    return words


def whole_words(rng: np.random.Generator, below: int, count: int) -> Numbers:
    """Take all 32 bits of a linear congruential generator: high bits good, low bits bad."""
    words, state = np.empty(count, np.int64), int(rng.integers(1 << 32))
    for at in range(count):
        state = (1664525 * state + 1013904223) % (1 << 32)
        words[at] = state
    return words % below


def without_repeats(rng: np.random.Generator, below: int, count: int) -> Numbers:
    """Never give the number that came just before."""
    return (np.cumsum(rng.integers(1, below, count)) + int(rng.integers(below))) % below


def from_a_bag(rng: np.random.Generator, below: int, count: int) -> Numbers:
    """Give each number once before any comes again: too even."""
    bags = [rng.permutation(below) for _ in range(-(-count // below))]
    return np.concatenate(bags)[:count]


def sorted_in_lots(rng: np.random.Generator, below: int, count: int) -> Numbers:
    return np.sort(good(rng, below, count).reshape(-1, 16), axis=1).ravel()


def alternating(rng: np.random.Generator, below: int, count: int) -> Numbers:
    """Give a low number, then a high one."""
    return good(rng, below // 2, count) + np.arange(count) % 2 * (below - below // 2)


def stuck_every_eighth(rng: np.random.Generator, below: int, count: int) -> Numbers:
    return np.where(np.arange(count) % 8 == 3, below // 2, good(rng, below, count))


def counter(rng: np.random.Generator, below: int, count: int) -> Numbers:
    return (np.arange(count) + int(rng.integers(below))) % below


def short_period(rng: np.random.Generator, below: int, count: int) -> Numbers:
    return np.resize(good(rng, below, 1000), count)


def sticky(rng: np.random.Generator, below: int, count: int) -> Numbers:
    """Give the number before once more, one time in ten."""
    numbers = good(rng, below, count)
    for at in np.flatnonzero(rng.random(count) < 0.1)[1:]:
        numbers[at] = numbers[at - 1]
    return numbers


def second_follows_first(rng: np.random.Generator, below: int, count: int) -> Numbers:
    """Let the second number of some plays of five copy the first."""
    plays = good(rng, below, count - count % 5).reshape(-1, 5)
    copies = rng.random(len(plays)) < 0.15
    plays[copies, 1] = plays[copies, 0]
    return np.append(plays.ravel(), good(rng, below, count % 5))


def weak_wave(rng: np.random.Generator, below: int, count: int) -> Numbers:
    """Lift and lower the numbers slightly, in a period of 32."""
    wave = 0.06 * below * np.sin(2 * np.pi * np.arange(count) / 32)
    return np.clip(np.round(good(rng, below, count) + wave), 0, below - 1).astype(np.int64)


def moody(rng: np.random.Generator, below: int, count: int) -> Numbers:
    """Prefer one number for a while, then another."""
    liked = np.repeat(good(rng, below, -(-count // 100)), 100)[:count]
    return np.where(rng.random(count) < 0.2, liked, good(rng, below, count))


def weak_bit(rng: np.random.Generator, below: int, count: int) -> Numbers:
    return good(rng, below, count) | ((rng.random(count) < 0.05).astype(np.int64) << 7)


Source = Callable[[np.random.Generator, int, int], Numbers]
CAUGHT: list[tuple[Source, int, tuple[str, ...]]] = [
    (biased_die, 6, ("chi-square", "kolmogorov-smirnov", "order-statistic", "mono-bit")),
    (modulo_of_8_bits, 52, ("chi-square", "kolmogorov-smirnov", "order-statistic")),
    (low_bits, 16, ("serial-correlation", "spectral", "poker", "poisson", "overlaps", "chi-square")),
    (whole_words, 1 << 32, ("poker", "gap", "spectral", "coupon-collector", "poisson", "subsequences")),
    (without_repeats, 52, ("gap", "duplicates", "adjacency", "overlaps")),
    (without_repeats, 6, ("gap", "duplicates", "adjacency", "poker", "coupon-collector")),
    (from_a_bag, 52, ("chi-square", "coupon-collector", "poisson", "duplicates", "gap")),
    (sorted_in_lots, 52, ("runs", "permutation", "adjacency", "serial-correlation")),
    (alternating, 52, ("spectral", "serial-correlation", "runs", "equidistribution", "interplay-correlation")),
    (stuck_every_eighth, 52, ("subsequences",)),
    (counter, 1000, ("permutation", "adjacency", "runs")),
    (short_period, 1 << 32, ("duplicates", "overlaps", "chi-square")),
    (sticky, 52, ("adjacency", "serial-correlation", "gap", "duplicates")),
    (sticky, 2, ("adjacency", "serial-correlation", "runs", "overlaps")),
    (second_follows_first, 52, ("interplay-correlation",)),
    (weak_wave, 1000, ("spectral",)),
    (moody, 52, ("poisson",)),
    (weak_bit, 1 << 16, ("mono-bit",)),
]


def p_values(source: Source, below: int, seed: int) -> dict[str, float]:
    plan = Plan(below, CHUNK)
    numbers = source(np.random.default_rng(seed), below, CHUNK * CHUNKS)
    sums: Sums = {}
    for part in numbers.reshape(CHUNKS, CHUNK):
        sums = merge(sums, chunk_sums(part, plan))
    return {measure.id: measure.p for measure in measures(sums, plan)}


@pytest.mark.parametrize(
    ("source", "below", "named"), [pytest.param(*row, id=f"{row[0].__name__}-{row[1]}") for row in CAUGHT]
)
def test_a_broken_source_is_caught_by_the_tests_that_look_for_it(
    source: Source, below: int, named: tuple[str, ...]
) -> None:
    found, fair = p_values(source, below, 1), p_values(good, below, 1)
    asked = {f"numbers.{name}" for name in named}
    assert {id_: p for id_, p in found.items() if id_ in asked and p > BEYOND_DOUBT} == {}
    assert {id_: p for id_, p in fair.items() if p < 1e-4} == {}


def test_every_test_catches_something() -> None:
    assert {f"numbers.{name}" for _, _, named in CAUGHT for name in named} == set(TITLES)


def test_a_linear_generator_is_not_seen_where_its_low_bits_are_scaled_away() -> None:
    """What black-box tests can't see, so that no report may claim it."""

    def scaled(rng: np.random.Generator, below: int, count: int) -> Numbers:
        return whole_words(rng, 1 << 32, count) * below >> 32

    assert min(p_values(scaled, 52, 1).values()) > 1e-4
