"""What a wager won over many rounds, against the exact law of its settlement rows: a test, an interval and a picture.

The test counts every round alike, as if one unit were staked: then the law of the sum is exact, whatever was staked,
and skewed by its rare large wins as it should be. The figures tell the real money.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm, sqrt

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.decision.measure import Measure, by_normal, by_tails
from fairfelt.stats.rounds.columns import Chunk, Counts

CHECKPOINTS = 200
PLACED, WON_PER_UNIT, STAKED, WON, SQUARES_HIGH, SQUARES_LOW = range(6)
"""What is added up of a wager, in each two hundredth of the time: rounds, results per unit in parts, units staked and
won, and squares of stakes in two parts, since together they would not fit in a number."""
HALF = 31
Z99 = 2.5758293035489004
WIDTH = 40
"""Standard deviations that the range of a law is wide, at least."""
MOST_PLACES = 1 << 22
FLOOR = 1e-10
"""Below this a tail found by Fourier inversion is noise."""


@dataclass(frozen=True)
class Odds:
    """What a unit of a wager wins, as whole numbers of 1/`scale`, and how likely each is."""

    won: tuple[int, ...]
    shares: tuple[Fraction, ...]
    scale: int

    @property
    def mean(self) -> Fraction:
        """What a unit wins on average, in units."""
        return sum((s * w for s, w in zip(self.shares, self.won, strict=True)), Fraction(0)) / self.scale

    @property
    def variance(self) -> Fraction:
        """The variance of what a unit wins."""
        square = sum((s * w * w for s, w in zip(self.shares, self.won, strict=True)), Fraction(0)) / self.scale**2
        return square - self.mean**2


@dataclass(frozen=True)
class Money:
    """What a wager won over all rounds in which it was placed, in units, and what was expected of it.

    `low` and `high` bound with 99 % certainty what a unit wins on average. `points` are for a picture: rounds, units
    won so far, expected, and the half width of the 99 % funnel around what is expected.
    """

    wager: str
    rounds: int
    staked: int
    won: int
    expected: float
    deviation: float
    """Standard deviation of `won`."""
    low: float
    high: float
    points: tuple[tuple[int, int, float, float], ...]


def odds_law(shares: Sequence[Fraction], odds: Sequence[Fraction]) -> Odds:
    """Gather outcomes that win the same."""
    scale = lcm(*(one.denominator for one in odds))
    by_result: dict[int, Fraction] = {}
    for share, one in zip(shares, odds, strict=True):
        by_result[int(one * scale)] = by_result.get(int(one * scale), Fraction(0)) + share
    return Odds(tuple(by_result), tuple(by_result.values()), scale)


def count_money(seat: int, wager: str, scale: int, rounds: int, chunk: Chunk) -> Counts:
    """Add up a wager's money in each two hundredth of the time: an array of checkpoints by sums.

    A result per unit is the nearest whole number of 1/`scale`, as rounding to whole units may have moved it.
    """
    staked, returned = chunk.money(seat, wager)
    won = returned - staked
    placed = staked > 0
    per_unit = np.zeros(chunk.count, np.int64)
    per_unit[placed] = (2 * won[placed] * scale + staked[placed]) // (2 * staked[placed])
    square = staked * staked
    parts = (placed, per_unit, staked, won * placed, square >> HALF, square & ((1 << HALF) - 1))
    times = np.minimum((chunk.rounds.first + np.arange(chunk.count)) * CHECKPOINTS // rounds, CHECKPOINTS - 1)
    found = np.zeros((CHECKPOINTS, len(parts)), np.int64)
    for at, part in enumerate(parts):
        np.add.at(found[:, at], times, part)
    return found


def judge_money(law: Odds, id_: str, title: str, counts: Counts) -> Measure | str:
    """Judge what all rounds won, a unit staked on each."""
    number, won = (int(total) for total in counts[:, [PLACED, WON_PER_UNIT]].sum(axis=0))
    if number == 0:
        return "it is never placed"
    mean, variance = float(law.mean), float(law.variance)
    if variance == 0:
        return "nothing is left to chance"
    z = (won / law.scale - number * mean) / sqrt(number * variance)
    detail = f"{won / law.scale / number:+.5f} a unit where {mean:+.5f} is expected, z = {z:+.2f}"
    tails = sum_tails(law, number, won)
    if tails is None:
        return by_normal(id_, title, number, z, "normal, by exact mean and variance", detail)
    return by_tails(id_, title, number, *tails, "the sum of independent results, exact by Fourier inversion", detail)


def sum_tails(law: Odds, number: int, total: int) -> tuple[float, float] | None:
    """Give the chances that a sum of results is at most, and at least, this; None where the sum has too wide a range,
    and is so long that it follows the normal law closely.

    The characteristic function of one result, to the power of their number, is inverted on a range of at least `WIDTH`
    standard deviations. Far out, where that is lost in noise, the normal tail counts.
    """
    from scipy.special import ndtr

    won = np.array(law.won, float)
    shares = np.array([float(share) for share in law.shares])
    step = gcd(*(result - law.won[0] for result in law.won)) or 1
    places = (won - law.won[0]) / step
    mean, spread = float(places @ shares), sqrt(float(law.variance)) * law.scale / step
    width = WIDTH * spread * sqrt(number) + 2 * float(np.abs(places).max())
    size = 1 << max(12, int(width).bit_length())
    if size > MOST_PLACES:
        return None
    start = round(number * mean) - size // 2
    chances = np.maximum(_chances(places, shares, number, start, size), 0)
    at = (total - number * law.won[0]) // step - start
    z = (total / law.scale - number * float(law.mean)) / sqrt(number * float(law.variance))
    low = float(chances[: max(0, at + 1)].sum()) if at < size else 1.0
    high = float(chances[max(0, at) :].sum()) if at < size else 0.0
    far_low, far_high = min(FLOOR, float(ndtr(z))), min(FLOOR, float(ndtr(-z)))
    return min(1.0, low if low > FLOOR else far_low), min(1.0, high if high > FLOOR else far_high)


def _chances(
    places: NDArray[np.float64], shares: NDArray[np.float64], number: int, start: int, size: int
) -> NDArray[np.float64]:
    """Give the chance of each sum from `start` on."""
    angle = 2 * np.pi * np.arange(size // 2 + 1) / size
    less_one = np.zeros(len(angle), np.complex128)
    for place, share in zip(places, shares, strict=True):
        less_one += share * (np.exp(1j * angle * place) - 1)
    power = number * np.log1p(less_one) - 1j * angle * start
    found: NDArray[np.float64] = np.fft.irfft(np.conj(np.exp(power)), size)
    return found


def figures(wager: str, law: Odds, counts: Counts) -> Money:
    """Give the real money of a wager with its interval, and the points of its picture."""
    steps = np.cumsum(counts, axis=0)
    rounds, staked, won = (int(steps[-1, at]) for at in (PLACED, STAKED, WON))
    squares = [(int(high) << HALF) + int(low) for high, low in steps[:, [SQUARES_HIGH, SQUARES_LOW]]]
    mean, spread = float(law.mean), sqrt(float(law.variance))
    deviation = spread * sqrt(squares[-1])
    half = Z99 * deviation / staked if staked else 0.0
    seen = [at for at in range(len(steps)) if counts[at, PLACED]]
    return Money(
        wager=wager,
        rounds=rounds,
        staked=staked,
        won=won,
        expected=mean * staked,
        deviation=deviation,
        low=(won / staked if staked else 0.0) - half,
        high=(won / staked if staked else 0.0) + half,
        points=tuple(
            (
                int(steps[at, PLACED]),
                int(steps[at, WON]),
                mean * int(steps[at, STAKED]),
                Z99 * spread * sqrt(squares[at]),
            )
            for at in seen
        ),
    )
