"""Numbers put in cells whose exact weights are known.

A number below 4,097 is its own *place*; larger ranges are cut into 4,096 places as even as can be. Tests that need
fewer cells put neighbouring places together. Weak last digits don't show in them, so other tests look at the *last
digit* instead: the number itself below 65, else the last four bits.
"""

from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

PLACES = 4096
FEW = 64
"""Up to as many numbers are each a cell of their own in the tests that count few cells."""
DIGITS = 16


@dataclass(frozen=True)
class Cells:
    """How many of the `below` numbers fall into each cell."""

    below: int
    weights: tuple[int, ...]

    @property
    def count(self) -> int:
        """Count the cells."""
        return len(self.weights)

    @cached_property
    def chances(self) -> NDArray[np.float64]:
        """Give the chance of each cell."""
        return np.array([weight / self.below for weight in self.weights])

    @cached_property
    def scores(self) -> NDArray[np.int32]:
        """Give each cell a score; neighbours are two apart, and scores are even about zero."""
        return (2 * np.arange(self.count) - (self.count - 1)).astype(np.int32)

    @cached_property
    def moments(self) -> tuple[float, float]:
        """Give the mean and the variance of the scores."""
        scores = self.scores.astype(np.float64)
        mean = float((scores * self.chances).sum())
        return mean, float(((scores - mean) ** 2 * self.chances).sum())


@cache
def places(below: int) -> Cells:
    """Cut the range into places."""
    count = min(below, PLACES)
    width, wider = divmod(below, count)
    return Cells(below, (width + 1,) * wider + (width,) * (count - wider))


@cache
def grouping(below: int, groups: int) -> NDArray[np.uint16]:
    """Give the group of each place, where places are put together into at most so many groups."""
    count = places(below).count
    table = np.arange(count) if count <= groups else np.arange(count) * groups // count
    return table.astype(np.uint16)


@cache
def grouped(below: int, groups: int) -> Cells:
    """Put neighbouring places together into at most so many cells."""
    table, weights = grouping(below, groups), places(below).weights
    totals = [0] * (int(table[-1]) + 1)
    for group, weight in zip(table.tolist(), weights, strict=True):
        totals[group] += weight
    return Cells(below, tuple(totals))


@cache
def digits(below: int, most: int = DIGITS) -> Cells:
    """Tell the last digits: `most` of them, or each number itself where there are at most FEW."""
    if below <= FEW:
        return places(below)
    return Cells(below, tuple(below // most + (digit < below % most) for digit in range(most)))
