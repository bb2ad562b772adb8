"""Bits as a walk: frequency, runs, cumulative sums, random excursions and their variant."""

from dataclasses import dataclass
from math import inf, sqrt

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.bits.answer import (
    NORMAL,
    Answer,
    Bits,
    Share,
    Tested,
    by_chi_square,
    by_z,
    chi_square_of,
    normal,
    share,
    unasked,
)
from fairfelt.stats.bits.excursion_law import (
    CLASSES,
    FAR,
    LEVELS_FOURTH,
    SHORT,
    STATES,
    VISITS_FOURTH,
    VISITS_RANK,
    joint_levels,
    joint_visits,
    steadied,
    visit_law,
)
from fairfelt.stats.bits.settings import Constants, Settings, length_lacking
from fairfelt.stats.bits.walk_kernel import walk

Table = NDArray[np.int64]


@dataclass(frozen=True)
class Walk:
    """What one pass counts."""

    bits: int
    ones: int
    runs: int
    highest: int
    lowest: int
    end: int
    cycles: int
    visits: Table
    """Shape 8 x 6: cycles by state and by visits to it, five or more together."""
    levels: Table
    """Visits to -9 ... -1, 1 ... 9."""
    short_cycles: int
    short_levels: Table
    """The same within cycles of at most SHORT steps that begin so many before the end."""


def walked(bits: Bits) -> Walk:
    """Walk up for a one and down for a zero."""
    facts, visits = np.zeros(7, np.int64), np.zeros((2 * STATES, CLASSES), np.int64)
    levels, short_levels = np.zeros(2 * FAR, np.int64), np.zeros(2 * FAR, np.int64)
    walk(bits, facts, visits, levels, short_levels, SHORT)
    ones, runs, highest, lowest, end, cycles, short = map(int, facts)
    return Walk(len(bits), ones, runs, highest, lowest, end, cycles, visits, levels, short, short_levels)


def examine(bits: Bits, settings: Settings) -> Tested:
    """Ask the five tests."""
    found = walked(bits)
    short = length_lacking(settings, found.bits, 100)
    return (
        normal("bits.frequency", "frequency of ones", found.bits, short, lambda: found.end / sqrt(found.bits))
        + runs(found, settings, short)
        + sums(found, settings, short)
        + cycles(found, settings)
    )


def runs(found: Walk, settings: Settings, short: str) -> Tested:
    """Test the number of runs, given the number of ones.

    NIST gives p = 0 without a look where the share of ones is 2 / sqrt(n) or more from a half. The exact set needs no
    such condition, for the law is that given the ones; only bits all alike have no law.
    """
    id_, title = "bits.runs", "number of runs"
    ones = found.ones / found.bits
    if not short and settings.constants == "nist-legacy" and abs(ones - 0.5) >= 2 / sqrt(found.bits):
        refused = Answer(id_, title, NORMAL, found.bits, inf, 0, 0.0)
        return Tested((refused,), (share(refused, "normal", 0),))
    alike = "" if 0 < ones < 1 else f"all bits are {ones:.0f}"
    mean = 2 * found.bits * ones * (1 - ones)
    return normal(id_, title, found.bits, short or alike, lambda: (found.runs - mean) * sqrt(found.bits) / mean)


def sums(found: Walk, settings: Settings, short: str) -> Tested:
    """Test the largest partial sum from either end.

    For the stream it becomes a normal score, by the p-value in the middle of its step: sums are whole numbers.
    """
    from scipy.special import ndtri

    largest = {
        "forward": max(found.highest, -found.lowest),
        "backward": max(found.end - found.lowest, found.highest - found.end),
    }
    total = Tested((), ())
    for way, size in largest.items():
        id_, title = f"bits.cusum.{way}", f"largest partial sum, {way}"
        if short:
            answer, score = unasked(id_, title, found.bits, short), 0.0
        else:
            p = sum_tail(size, found.bits, settings.constants)
            answer = Answer(id_, title, "largest partial sum of a walk", found.bits, float(size), 0, p)
            middle = (sum_tail(size, found.bits, "exact") + sum_tail(size + 1, found.bits, "exact")) / 2
            score = -float(ndtri(max(middle, 1e-300)))
        total += Tested((answer,), (Share(id_, "score", not short, found.bits, 0, (score,)),))
    return total


def sum_tail(size: int, bits: int, constants: Constants) -> float:
    """Compute the chance that a partial sum of `bits` steps is as far from 0 as `size`, by the law of Brownian motion.

    The exact set has the series of reflections, 4 * sum of (-1)**j times the normal tail at (2j+1) * size / sqrt(n).
    The legacy set has the document's two sums, which end early for few bits.
    """
    from scipy.special import ndtr

    away = size / sqrt(bits)
    if constants == "exact":
        odd = np.arange(1, 40 / away + 2, 2)
        signs = 1 - 2 * (np.arange(len(odd)) % 2)
        return min(1.0, 4 * float((signs * ndtr(-odd * away)).sum()))
    last = int((bits / size - 1) / 4)
    one = 4 * np.arange(int((-bits / size + 1) / 4), last + 1)
    other = 4 * np.arange(int((-bits / size - 3) / 4), last + 1)
    first = (ndtr((one + 1) * away) - ndtr((one - 1) * away)).sum()
    second = (ndtr((other + 3) * away) - ndtr((other + 1) * away)).sum()
    return min(1.0, max(0.0, float(1 - first + second)))


def cycles(found: Walk, settings: Settings) -> Tested:
    """Test the visits of states in the cycles between returns to 0, each state by itself.

    Visits to several states in one cycle hang together. So the stream takes no least p-value but one chi-square of all
    states, weighed by the exact covariance of a cycle.
    """
    least = max(settings.fewest_cycles, 0.005 * sqrt(found.bits))
    lacking = settings.needs(found.cycles >= least, f"has {found.cycles:,} cycles, needs {least:,.0f}")
    answers = []
    for state in range(2 * STATES):
        level = state - STATES + (state >= STATES)
        id_, title = f"bits.excursions.{level:+d}", f"visits of {level:+d} in a cycle"
        if lacking:
            answers.append(unasked(id_, title, found.cycles, lacking))
        else:
            statistic = chi_square_of(found.visits[state], found.cycles * visit_law(abs(level)))
            answers.append(by_chi_square(id_, title, found.cycles, statistic, CLASSES - 1))
    for place in range(2 * FAR):
        level = place - FAR + (place >= FAR)
        id_, title = f"bits.variant.{level:+d}", f"visits of {level:+d} in all"
        if lacking:
            answers.append(unasked(id_, title, found.cycles, lacking))
        else:
            z = (int(found.levels[place]) - found.cycles) / sqrt(found.cycles * (4 * abs(level) - 2))
            answers.append(by_z(id_, title, found.cycles, z))
    visits, levels = (0.0, 0.0) if lacking else (together_visits(found), together_levels(found))
    shares = (
        Share("bits.excursions", "chi-square", not lacking, found.cycles, VISITS_RANK, (visits,)),
        Share("bits.variant", "chi-square", not lacking, found.cycles, 2 * FAR, (levels,)),
    )
    return Tested(tuple(answers), shares)


def together_visits(found: Walk) -> float:
    """Compute one chi-square, with 37 degrees of freedom, of the visits to all eight states."""
    mean, inverse = joint_visits()
    off = (found.visits[:, 1:].ravel() - found.cycles * mean) / sqrt(found.cycles)
    return steadied(float(off @ inverse @ off), VISITS_RANK, VISITS_FOURTH, found.cycles)


def together_levels(found: Walk) -> float:
    """Compute one chi-square, with 18 degrees of freedom, of the visits to all eighteen levels in short cycles.

    Long cycles can't be weighed: which of them end within the sequence depends on its length, so that the document's z
    of far levels isn't centred. What begins SHORT steps before the end is counted if it ends in time, whatever else
    the walk does; that makes the mean exact.
    """
    mean, inverse = joint_levels()
    off = (found.short_levels - found.short_cycles * mean) / sqrt(max(1, found.short_cycles))
    return steadied(float(off @ inverse @ off), 2 * FAR, LEVELS_FOURTH, found.short_cycles)
