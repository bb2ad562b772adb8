"""What one test of a battery measured, in a form that any test can be brought to."""

from dataclasses import dataclass
from math import isnan
from typing import Literal

Effect = Literal["spread", "shift", "rate", "coincidence", "distance", "unmeasured"]
"""How far from fair a source can be told to be.

spread: the root mean square deviation of a table's cells, relative to what is expected of them. `statistic` is a
chi-square on `degrees` whose excess is `units` times the square of it.
shift: standard deviations by which a mean is off. `statistic` is the standard normal z, its size `shift` times the root
of `units`.
rate: how often in a unit something happens that should hardly ever happen. `statistic` counts it.
coincidence: the same, where the units are pairs of things: how often two are alike.
distance: the largest distance between two distribution functions. `statistic` is that distance.
unmeasured: only a chance is known, as of the least likely of many, and no size that could be bounded.
"""


@dataclass(frozen=True)
class Measure:
    """`low` and `high` are the chances that a fair source gives at most, and at least, this statistic."""

    id: str
    title: str
    law: str
    """The law that a fair source follows, in words: `Eulerian, exact`, `chi-square, 51 degrees of freedom`."""
    units: int
    """How many independent things went in: decks, numbers, blocks or rounds."""
    statistic: float
    low: float
    high: float
    effect: Effect
    degrees: int = 1
    detail: str = ""
    """Where it is worst, for a reader: `furthest off: As at position 3`."""
    looks: int = 1
    """Of how many statistics like it this is the farthest; `low` and `high` pay for them."""

    def __post_init__(self) -> None:
        if isnan(self.statistic) or not (0 <= self.low <= 1 and 0 <= self.high <= 1):
            raise ValueError(f"{self.id}: {self.statistic} with chances {self.low} and {self.high} measures nothing")

    @property
    def p(self) -> float:
        """Give the two-sided p-value: too good is as suspicious as too bad."""
        return min(1.0, 2 * min(self.low, self.high))


def by_chi_square(id_: str, title: str, units: int, statistic: float, degrees: int, detail: str = "") -> Measure:
    """Make a measure of a statistic that follows chi-square where the source is fair."""
    from scipy.special import chdtr, chdtrc

    law = f"chi-square, {degrees:,} degree{'s' if degrees != 1 else ''} of freedom"
    low, high = float(chdtr(degrees, statistic)), float(chdtrc(degrees, statistic))
    return Measure(id_, title, law, units, statistic, low, high, "spread", degrees, detail)


def by_normal(id_: str, title: str, units: int, z: float, law: str, detail: str = "") -> Measure:
    """Make a measure of a mean, by its distance from the expected one in standard errors."""
    from scipy.special import ndtr

    return Measure(id_, title, law, units, z, float(ndtr(z)), float(ndtr(-z)), "shift", 1, detail)


def by_tails(id_: str, title: str, units: int, low: float, high: float, law: str, detail: str = "") -> Measure:
    """Make a measure of exact tail probabilities; its effect is that of the z which is as unlikely."""
    from scipy.special import ndtri

    z = float(ndtri(low)) if low <= high else -float(ndtri(high))
    return Measure(id_, title, law, units, max(-40.0, min(40.0, z)), low, high, "shift", 1, detail)


def by_least(id_: str, title: str, units: int, low: float, high: float, law: str, detail: str = "") -> Measure:
    """Make a measure of the least likely of many statistics: its chance is known, and no size."""
    from scipy.special import ndtri

    z = float(ndtri(low)) if low <= high else -float(ndtri(high))
    return Measure(id_, title, law, units, max(-40.0, min(40.0, z)), low, high, "unmeasured", 1, detail)


def by_count(
    id_: str, title: str, units: int, count: int, expected: float, detail: str = "", effect: Effect = "rate"
) -> Measure:
    """Make a measure of something rare, whose count is Poisson with mean `expected` where the source is fair."""
    from scipy.special import gammainc, gammaincc

    high = float(gammainc(count, expected)) if count else 1.0
    low = float(gammaincc(count + 1, expected))
    law = f"Poisson, {expected:.3g} expected"
    return Measure(id_, title, law, units, float(count), low, high, effect, 1, detail)


def by_distance(id_: str, title: str, units: int, distance: float, detail: str = "") -> Measure:
    """Make a measure of the two-sided Kolmogorov-Smirnov distance from a continuous law, by its exact law."""
    from scipy.stats import kstwo

    low, high = float(kstwo.cdf(distance, units)), float(kstwo.sf(distance, units))
    law = f"Kolmogorov-Smirnov, exact for {units:,}"
    return Measure(id_, title, law, units, distance, low, high, "distance", 1, detail)
