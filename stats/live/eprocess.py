"""Evidence that may be looked at at any time: e-values, the alarm that they ring, and how several are put together.

An e-process starts at 1 and is not expected to grow while the source is fair, whenever one stops. By Ville's inequality
(Ville, Étude critique de la notion de collectif, 1939) a fair source ever brings it to 1 / alpha with a chance of at
most alpha. So an alarm at 1 / alpha is false with at most that chance, however often it is looked at and however long.
All values here are natural logarithms of e-values: those of a bad source soon outgrow floats.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, fsum, inf, log

import numpy as np
from numpy.typing import ArrayLike, NDArray


class WatchError(Exception):
    """A stream that can't be watched so: where, what, and how to mend it."""


@dataclass(frozen=True)
class Alarm:
    """`alpha` is the chance that a fair source ever rings it; `rung_at` is after how many units it first rang."""

    alpha: float = 0.01
    rung_at: int | None = None

    def __post_init__(self) -> None:
        if not 0 < self.alpha < 1:
            raise WatchError(f"an alarm can't be false with a chance of {self.alpha}; give one between 0 and 1")


def look(alarm: Alarm, log_e: float, units: int) -> Alarm:
    """Ring if the evidence has reached 1 / alpha. What has rung stays so, whatever comes after."""
    rings = alarm.rung_at is None and log_e >= -log(alarm.alpha)
    return replace(alarm, rung_at=units) if rings else alarm


def log_mean(log_values: ArrayLike) -> NDArray[np.float64]:
    """Give the logarithm of the mean over the last axis, without leaving logarithms."""
    values = np.asarray(log_values, np.float64)
    highest = np.max(values, axis=-1, keepdims=True)
    base = np.where(np.isfinite(highest), highest, 0.0)
    with np.errstate(divide="ignore"):
        mean = np.log(np.mean(np.exp(values - base), axis=-1)) + base[..., 0]
    return np.asarray(mean)


def of_independent(log_values: Sequence[float]) -> float:
    """Put e-processes of independent streams together: their product is one again."""
    return -inf if -inf in log_values else fsum(log_values)


def of_any(log_values: Sequence[float]) -> float:
    """Put e-processes together that may depend on each other, as of the positions of one deck: their mean is one again.

    All must have been taken at the same moment. Raise WatchError where there is none.
    """
    if not log_values:
        raise WatchError("evidence of no stream has no mean; give at least one stream")
    return float(log_mean(log_values))


def discoveries(log_values: Sequence[float], alpha: float) -> list[int]:
    """Say which streams of a family are bad, such that on average at most a share of `alpha` of those named are good.

    The streams may depend on each other in any way. The e-BH procedure: Wang and Ramdas, False discovery rate control
    with e-values (2022). The k largest are named, for the largest k whose k-th is at least n / (alpha k).
    """
    order = sorted(range(len(log_values)), key=lambda at: -log_values[at])
    enough = [k for k, at in enumerate(order, 1) if log_values[at] >= log(len(order) / (alpha * k))]
    return sorted(order[: max(enough, default=0)])


def e_value(log_e: float) -> float:
    """Give the e-value itself, infinite where it outgrows a float."""
    return exp(log_e) if log_e < 709.0 else inf
