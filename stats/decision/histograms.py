"""Hold a histogram of a whole-number statistic against its exact law: its shape, and its mean."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.decision.measure import Measure, by_chi_square, by_normal, by_tails

Table = NDArray[np.int64]
Law = NDArray[np.float64]
FEWEST = 10.0
"""Expected count that a cell has at least, after neighbours are pooled: with fewer, chi-square promises too much where
levels are small."""
POOLED = f"cells pooled with their neighbours until each expects {FEWEST:g}"
CELLS = 5
"""Cells that a shape needs: with fewer, a statistic of whole numbers is too good by chance too often."""
EXACT_UP_TO = 1 << 17
"""Values that the sum of a sample may have for its law to be computed exactly; larger samples follow the normal law."""
NOISE = 1e-11
"""Tails below this are rounding in a Fourier transform; they are bounded otherwise."""
_NIL = 1e-17
"""A value rarer than this is left out of sums: it changes no chance that floating point can tell."""


def pooled(counts: Table, expected: Law, fewest: float = FEWEST) -> tuple[NDArray[np.float64], Law]:
    """Pool neighbouring cells, from the first on, until each expects at least `fewest`; the rest joins the last."""
    observed, wanted = [0.0], [0.0]
    for count, mean in zip(counts, expected, strict=True):
        if wanted[-1] >= fewest:
            observed.append(0.0)
            wanted.append(0.0)
        observed[-1] += float(count)
        wanted[-1] += float(mean)
    if len(wanted) > 1 and wanted[-1] < fewest:
        last, mean = observed.pop(), wanted.pop()
        observed[-1] += last
        wanted[-1] += mean
    return np.array(observed), np.array(wanted)


def by_shape(id_: str, title: str, counts: Table, law: Law, detail: str = "") -> Measure | None:
    """Test the whole histogram; None where the sample fills too few cells."""
    total = int(counts.sum())
    observed, wanted = pooled(counts, law * total)
    if len(wanted) < CELLS:
        return None
    statistic = float(((observed - wanted) ** 2 / wanted).sum())
    return by_chi_square(id_, title, total, statistic, len(wanted) - 1, detail)


def by_mean(id_: str, title: str, counts: Table, law: Law) -> Measure:
    """Test the mean: exactly where the sum can have few values, by the normal law where the sample is large."""
    total, values = int(counts.sum()), np.arange(len(law), dtype=np.float64)
    mean = float((values * law).sum())
    found = float((values * counts).sum()) / total
    detail = f"mean {found:.4f} where {mean:.4f} is expected"
    least, most = np.flatnonzero(law > _NIL)[[0, -1]]
    size = int(most - least) * total + 1
    if size <= EXACT_UP_TO:
        at = int((values * counts).sum()) - int(least) * total
        low, high = _sum_tails(law[least : most + 1], total, size, at)
        return by_tails(id_, title, total, low, high, "the exact law of a sum", detail)
    z = mean_z(counts, law)
    return by_normal(id_, title, total, z, "normal, by the exact mean and variance", detail)


def mean_z(counts: Table, law: Law) -> float:
    """Give the distance of the mean from the expected one, in its standard errors."""
    total, values = int(counts.sum()), np.arange(len(law), dtype=np.float64)
    mean = (values * law).sum()
    spread = np.sqrt(((values - mean) ** 2 * law).sum())
    return float((values * counts).sum() / total - mean) / float(spread) * float(total**0.5)


def _sum_tails(law: Law, total: int, size: int, at: int) -> tuple[float, float]:
    """Give the chances of at most and at least this sum."""
    sums = _sum_law(law.tobytes(), total, size)
    at = min(max(at, 0), size - 1)
    low, high = min(1.0, float(sums[: at + 1].sum())), min(1.0, float(sums[at:].sum()))
    if low < NOISE:
        low = min(NOISE, tail_bound(law[::-1], total, (len(law) - 1) - at / total))
    if high < NOISE:
        high = min(NOISE, tail_bound(law, total, at / total))
    return low, high


def tail_bound(law: Law, total: int, mean: float) -> float:
    """Bound the chance that the mean of a sample is at least this, by the best exponential tilt (Chernoff, 1952)."""
    values = np.arange(len(law), dtype=np.float64)
    logs = np.log(np.maximum(law, np.finfo(float).tiny))
    if mean >= len(law) - 1:
        return float(np.exp(max(-745.0, total * logs[-1])))
    low, high = 0.0, 1.0
    while _tilted_mean(logs, values, high) < mean and high < 1e6:
        low, high = high, high * 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _tilted_mean(logs, values, middle) < mean else (low, middle)
    top = (logs + high * values).max()
    norm = top + np.log(np.exp(logs + high * values - top).sum())
    return float(np.exp(max(-745.0, min(0.0, total * (norm - high * mean)))))


def _tilted_mean(logs: Law, values: Law, tilt: float) -> float:
    weights = np.exp(logs + tilt * values - (logs + tilt * values).max())
    return float((weights * values).sum() / weights.sum())


@lru_cache(maxsize=32)
def _sum_law(law: bytes, total: int, size: int) -> Law:
    """Give the law of a sum by powers of the Fourier transform of one term's; a calibration asks for it again."""
    length = 1 << (size - 1).bit_length()
    sums = np.fft.irfft(np.fft.rfft(np.frombuffer(law), length) ** total, length)[:size]
    return np.where(sums < np.finfo(float).eps, 0.0, sums)
