"""Tests of sums: correlations, frequencies, overlapping words, bits, and the distribution function."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.decision.histograms import FEWEST
from fairfelt.stats.decision.measure import Measure, by_chi_square, by_distance, by_least, by_normal, by_tails
from fairfelt.stats.numbers.cells import places
from fairfelt.stats.numbers.counting import POWER_SCALE
from fairfelt.stats.numbers.laws import words
from fairfelt.stats.numbers.pearson import binomial_tails, in_steps
from fairfelt.stats.numbers.plan import GRID, LAGS, Plan

Counts = NDArray[np.int64]
Judge = Callable[[str, str, Counts, Plan, int], Measure | str]
FEWEST_PLAYS = 100
"""Plays that a correlation must add up to be as good as normal."""
GRID_CORRECTION = 0.5826
"""How much further a random walk strays between the points where it is looked at, in root mean square steps:
-zeta(1/2) / sqrt(2 pi), Broadie, Glasserman and Kou (1997)."""


def overlaps(id_: str, title: str, sums: Counts, plan: Plan, numbers: int) -> Measure | str:
    """Hold words and shorter words, all overlapping, against chance: psi-square of the one less that of the other.

    Each psi-square alone follows no chi-square, for the words overlap; their difference does. Good (1953), and
    Billingsley (1956) for letters that aren't equally likely.
    """
    letters, length = plan.overlap_cells, plan.overlap_length
    rarest = min(letters.weights) / plan.below
    counts = sums.reshape((letters.count,) * length)
    while length >= 2 and numbers * rarest**length < FEWEST:
        counts, length = counts.sum(axis=-1), length - 1
    if length < 2:
        return f"not every pair of letters expects {FEWEST:g} counts"
    longer = _psi(counts, words(letters.chances, length), numbers)
    shorter = _psi(counts.sum(axis=-1), words(letters.chances, length - 1), numbers)
    degrees = letters.count**length - letters.count ** (length - 1)
    detail = f"words of {length} letters out of {letters.count}"
    measure = by_chi_square(id_, title, numbers, max(0.0, longer - shorter), degrees, detail)
    measure = in_steps(measure, 2 / (numbers * rarest**length))
    return replace(measure, law=f"{measure.law}, for the difference of two psi-squares")


def _psi(counts: Counts, law: NDArray[np.float64], numbers: int) -> float:
    expected = law * numbers
    return float(((counts.ravel() - expected) ** 2 / expected).sum())


def _correlated(id_: str, title: str, scores: NDArray[np.float64], units: int, names: list[str]) -> Measure:
    worst = int(np.abs(scores).argmax())
    detail = f"furthest off: {names[worst]}, correlation {scores[worst] / units**0.5:+.2g}"
    if len(scores) == 1:
        return by_normal(id_, title, units, float(scores[0]), "normal, by the exact mean and variance", detail)
    return in_steps(by_chi_square(id_, title, units, float((scores**2).sum()), len(scores), detail), 4 / units)


def interplay(id_: str, title: str, sums: Counts, plan: Plan, numbers: int) -> Measure | str:
    """Add up the squared correlations between each two positions of a play, each with its exact mean and variance."""
    plays = numbers // plan.chunk * (plan.chunk // plan.play)
    if plays < FEWEST_PLAYS:
        return f"{plays} plays are fewer than {FEWEST_PLAYS}"
    mean, variance = places(plan.below).moments
    alone, together = sums[: plan.play].astype(float), sums[plan.play :].astype(float)
    pairs = list(combinations(range(plan.play), 2))
    apart = np.array([alone[one] + alone[other] for one, other in pairs])
    scores = (together - mean * apart + plays * mean**2) / (variance * plays**0.5)
    names = [f"positions {one + 1} and {other + 1} of a play of {plan.play}" for one, other in pairs]
    return _correlated(id_, title, scores, plays, names)


def serial(id_: str, title: str, sums: Counts, plan: Plan, numbers: int) -> Measure:
    """Add up the squared serial correlations, each chunk closed to a ring: exact means and variances."""
    mean, variance = places(plan.below).moments
    centred = sums[:LAGS].astype(float) - 2 * mean * float(sums[LAGS]) + numbers * mean**2
    names = [f"numbers {lag} apart" for lag in range(1, LAGS + 1)]
    return _correlated(id_, title, centred / (variance * numbers**0.5), numbers, names)


def spectral(id_: str, title: str, sums: Counts, plan: Plan, numbers: int) -> Measure:
    """Ask how unlikely the largest peak of the periodogram is: Fisher's test with the variance known.

    The power at a frequency, added up over segments, follows a gamma law; frequencies don't depend on each other. Half
    of each chunk is looked at by size, half by last digits.
    """
    from scipy.special import gammaincc

    chunks, middle = numbers // plan.chunk, plan.chunk // 2
    segments = [chunks * (size // plan.segment) for size in (middle, plan.chunk - middle)]
    power = sums.reshape(2, -1) / POWER_SCALE
    tails = np.stack([gammaincc(several, each) for several, each in zip(segments, power, strict=True)])
    smallest, many = float(tails.min()), tails.size
    below = many * np.log1p(-smallest) if smallest < 1 else -np.inf
    half, frequency = divmod(int(tails.argmin()), power.shape[1])
    period = plan.segment / (frequency + 1)
    detail = f"largest peak of {('the numbers', 'their last digits')[half]} at a period of {period:.4g} numbers"
    law, units = f"largest of {many:,} gamma variables", sum(segments) * plan.segment
    return by_least(id_, title, units, float(np.exp(below)), float(-np.expm1(below)), law, detail)


def distance(id_: str, title: str, sums: Counts, plan: Plan, numbers: int) -> Measure:
    """Take the largest distance of the distribution function, each number spread over its width by lot.

    It is looked at on a grid; how far it strays between the points is added as expected.
    """
    off = np.cumsum(sums) / numbers - np.arange(1, GRID + 1) / GRID
    worst = int(np.abs(off).argmax())
    largest = min(1.0, float(abs(off[worst])) + GRID_CORRECTION / (numbers * GRID) ** 0.5)
    detail = f"furthest off below {(worst + 1) / GRID * plan.below:.6g}"
    return by_distance(id_, title, numbers, largest, detail)


def bits(id_: str, title: str, sums: Counts, plan: Plan, numbers: int) -> Measure:
    """Hold the bits against one half, or the lowest alone against the exact share of odd numbers."""
    if plan.bits == 1:
        low, high = binomial_tails(int(sums[0]), numbers, (plan.below // 2) / plan.below)
        return by_tails(id_, title, numbers, low, high, "binomial, exact", "the lowest bit")
    scores = (2 * sums - numbers) / numbers**0.5
    worst = int(np.abs(scores).argmax())
    detail = f"furthest off: bit {worst}, set in {sums[worst] / numbers:.2%}"
    return in_steps(by_chi_square(id_, title, numbers, float((scores**2).sum()), plan.bits, detail), 4 / numbers)


MOMENTS: Mapping[str, Judge] = {
    "overlaps": overlaps,
    "interplay-correlation": interplay,
    "serial-correlation": serial,
    "spectral": spectral,
    "kolmogorov-smirnov": distance,
    "mono-bit": bits,
}
