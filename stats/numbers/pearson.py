"""Chi-square over several tables whose counts don't depend on each other, and what becomes of it in whole numbers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.decision.histograms import FEWEST, pooled
from fairfelt.stats.decision.measure import Measure


@dataclass(frozen=True)
class Fit:
    """How well counts fit their laws. `degrees` is 0 where too few were counted for any two cells."""

    statistic: float
    degrees: int
    units: int
    worst: tuple[int, int]
    """Table and cell that are furthest off."""
    fewest: float
    """The least that any cell expects."""
    first: tuple[int, float]
    """What the first cell counts and its chance, which tell all where there are but two."""


def fit(counts: NDArray[np.int64], laws: Sequence[NDArray[np.float64]]) -> Fit:
    """Hold tables, one after the other in `counts`, against the chances of their cells.

    Neighbouring cells of a table are pooled until each expects at least FEWEST. A count in a cell of chance zero makes
    the statistic infinite.
    """
    statistic, degrees, units, worst, furthest, start = 0.0, 0, 0, (0, 0), -1.0, 0
    fewest, first = float("inf"), (0, 0.0)
    for table, law in enumerate(laws):
        own = counts[start : start + len(law)]
        start += len(law)
        total = int(own.sum())
        units += total
        possible = law > 0
        if int(own[~possible].sum()):
            statistic = float("inf")
        expected = law * total
        off = np.abs(own - expected) / np.sqrt(np.maximum(expected, FEWEST))
        if float(off.max()) > furthest:
            furthest, worst = float(off.max()), (table, int(off.argmax()))
        found, wanted = own[possible].astype(np.float64), expected[possible]
        if len(wanted) and float(wanted.min()) < FEWEST:
            found, wanted = pooled(own[possible], wanted)
        if len(wanted) > 1:
            statistic += float(((found - wanted) ** 2 / wanted).sum())
            degrees += len(wanted) - 1
            fewest, first = min(fewest, float(wanted.min())), (int(found[0]), float(wanted[0]) / total)
    return Fit(statistic, degrees, units, worst, fewest, first)


def in_steps(measure: Measure, step: float) -> Measure:
    """Judge how well a chi-square fits by the next larger value that it can have.

    Counts are whole, so a perfect fit isn't as unlikely as a smooth law says, which gives it no chance at all.
    """
    from scipy.special import chdtr

    return replace(measure, low=float(chdtr(measure.degrees, measure.statistic + step)))


def binomial_tails(found: int, numbers: int, chance: float) -> tuple[float, float]:
    """Give the chances that at most, and at least, so many of all numbers are of a kind."""
    from scipy.special import betainc

    low = float(betainc(numbers - found, found + 1, 1 - chance)) if found < numbers else 1.0
    high = float(betainc(found, numbers - found + 1, chance)) if found else 1.0
    return low, high
