"""What a measurement rules out: the largest bias that could still hide, the smallest that shows, what it would take.

All by the noncentral chi-square and the Poisson law. Sizes are those of `measure.Effect`.
"""

from math import ceil, inf, isinf, log, sqrt
from typing import Final

from fairfelt.stats.decision.measure import Effect, Measure

CONFIDENCE = 0.99
"""Of a bound: a source with a larger bias shows a smaller statistic at most one time in a hundred."""
POWER = 0.99
RARE: Final = frozenset({"rate", "coincidence"})
_BRACKET = 60
TOO_MANY = 2
"""Events that show a rate: one alone may come by chance in a large sample."""


def upper_bound(measure: Measure, confidence: float = CONFIDENCE) -> float:
    """Give the largest effect that this outcome leaves possible, one-sided at the given confidence."""
    if measure.effect == "unmeasured" or isinf(measure.statistic):
        return inf
    if measure.effect in RARE:
        from scipy.special import gammaincinv

        return float(gammaincinv(measure.statistic + 1, confidence)) / measure.units
    if measure.effect == "distance":
        return measure.statistic + sqrt(-log((1 - confidence) / 2) / (2 * measure.units))
    from scipy.special import chndtr

    square = measure.statistic if measure.effect == "spread" else measure.statistic**2
    # A sample that fits better than chance has it rules out no more than one that fits well: the chance is taken
    # relative to that of a fair source (Read, 2002).
    chance = (1 - confidence) * float(chndtr(square, measure.degrees, 0.0))
    seen = max(0.0, square - measure.degrees)
    return sqrt(max(seen, _most_noncentral(square, measure.degrees, chance)) / measure.units)


def detectable(effect: Effect, degrees: int, units: float, level: float, power: float = POWER) -> float:
    """Give the smallest effect that so many units show at a level, two-sided, with the given power."""
    if effect == "unmeasured":
        return inf
    if effect == "rate":
        from scipy.special import gammaincinv

        return float(gammaincinv(TOO_MANY, power)) / units
    if effect == "coincidence":
        return -log(1 - power) / units
    if effect == "distance":
        return sqrt(-log(level / 2) / (2 * units)) + sqrt(-log(1 - power) / (2 * units))
    return sqrt(_noncentrality(degrees, level, power) / units)


def units_needed(effect: Effect, degrees: int, size: float, level: float, power: float = POWER) -> int:
    """Give the units after which a bias of this size shows with the given power, and one without is bounded by it."""
    if effect == "unmeasured":
        raise ValueError("no sample bounds what has no size")
    per_unit = detectable(effect, degrees, 1.0, level, power)
    return ceil(per_unit / size if effect in RARE else (per_unit / size) ** 2)


def chance_of_missing(degrees: int, noncentrality: float, level: float) -> float:
    """Give the chance that a bias of this noncentrality does not show at a level, two-sided."""
    from scipy.special import chdtri, chndtr

    return float(chndtr(chdtri(degrees, level / 2), degrees, noncentrality))


def _noncentrality(degrees: int, level: float, power: float) -> float:
    from scipy.special import chdtri

    critical = float(chdtri(degrees, level / 2))
    return _most_noncentral(critical, degrees, 1 - power)


def _most_noncentral(statistic: float, degrees: int, chance: float) -> float:
    """Find the noncentrality at which a statistic of at most this has the given chance; 0 where none has."""
    from scipy.special import chndtr

    if float(chndtr(statistic, degrees, 0.0)) <= chance:
        return 0.0
    low, high = 0.0, 1.0
    while float(chndtr(statistic, degrees, high)) > chance:
        low, high = high, high * 2
    for _ in range(_BRACKET):
        middle = (low + high) / 2
        if float(chndtr(statistic, degrees, middle)) > chance:
            low = middle
        else:
            high = middle
    return high
