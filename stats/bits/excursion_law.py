"""How often one cycle of a fair walk visits several levels: the exact covariances.

A cycle reaches the level x > 0 with chance 1/2x. Each visit but the last is followed by a way up or down that comes
back; the last goes down for good.
"""

from functools import lru_cache
from math import sqrt

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]
STATES, FAR, CLASSES = 4, 9, 6
VISITS_RANK = 37
VISITS_FOURTH, LEVELS_FOURTH = 2485.0, 3245.0
"""What the heavy tails of one cycle add to the variance of a chi-square of J cycles, times J; measured on 10 and 40
million cycles. The mean needs nothing added."""
SHORT = 1000
"""Steps of the longest cycle that a stream's measure of levels counts."""
MOST = 400
"""Visits to one of the four states beyond which no chance is left that a float could hold."""


def visit_law(level: int, classes: int = CLASSES) -> Matrix:
    """Give the chances that a cycle visits a level 0, 1, 2 ... times, the last class taking all above it."""
    reach = 1 / (2 * level)
    law = np.concatenate([[1 - reach], reach**2 * (1 - reach) ** np.arange(classes - 1)])
    law[-1] = reach * (1 - reach) ** (classes - 2)
    return law


@lru_cache
def joint_visits() -> tuple[Matrix, Matrix]:
    """Give, for classes 1 to 5 of visits to -4 ... -1, 1 ... 4, their chances and the inverse of their covariance.

    The classes 0 are what the others leave. Shapes 40 and 40 x 40. Three combinations of the 40 never vary: a cycle
    visits just one of -1 and 1, and it visits 2 just where it visits 1 twice or more, likewise -2. So the inverse is
    that of Moore and Penrose, of rank 37.
    """
    kept = CLASSES - 1
    levels = [level for level in range(-STATES, STATES + 1) if level]
    chance = np.concatenate([visit_law(abs(level))[1:] for level in levels])
    both = np.zeros((len(chance), len(chance)))
    for row, one in enumerate(levels):
        for column, other in enumerate(levels):
            if one * other > 0:  # A cycle stays on one side.
                cells = _both_visited(*sorted((abs(one), abs(other))))[1:, 1:]
                block = cells if abs(one) <= abs(other) else cells.T
                both[row * kept : (row + 1) * kept, column * kept : (column + 1) * kept] = block
    covariance = both - np.outer(chance, chance)
    return chance, np.asarray(np.linalg.pinv(covariance, rcond=1e-12, hermitian=True), np.float64)


def _both_visited(near: int, far: int) -> Matrix:
    """Give the joint law of the classes of visits to two levels on one side, near <= far. Shape 6 x 6."""
    joint = np.zeros((CLASSES, CLASSES))
    visits = visit_law(near, MOST + 1)
    if near == far:
        return np.diag(visit_law(near))
    # Of the ways from the nearer level that come back to it, so many go up and reach the farther one.
    reaching = near / (2 * near - 1) / (far - near)
    again = 1 / (2 * (far - near))
    way = np.concatenate([[1 - reaching], reaching * again * (1 - again) ** np.arange(CLASSES - 2)])
    so_far = np.zeros(CLASSES)
    so_far[0] = 1.0
    joint[0, 0] = visits[0]
    for count in range(1, MOST + 1):
        joint[min(count, CLASSES - 1)] += visits[count] * so_far
        so_far = np.convolve(so_far[:-1], way)[: CLASSES - 1]
        so_far = np.append(so_far, 1 - so_far.sum())
    return joint


def steadied(statistic: float, degrees: int, fourth: float, cycles: int) -> float:
    """Draw a chi-square of few cycles towards its mean, so that it has the variance that its degrees promise."""
    return max(0.0, degrees + (statistic - degrees) / sqrt(1 + fourth / (2 * degrees * max(1, cycles))))


@lru_cache
def joint_levels() -> tuple[Matrix, Matrix]:
    """Give, for cycles of at most SHORT steps, the mean visits to -9 ... -1, 1 ... 9 and their inverse covariance."""
    mean, covariance = level_moments(SHORT)
    return mean, np.asarray(np.linalg.inv(covariance), np.float64)


def level_moments(longest: int) -> tuple[Matrix, Matrix]:
    """Give mean and covariance of the visits to -9 ... -1, 1 ... 9 in a cycle of at most so many steps.

    Shapes 18 and 18 x 18. Reckoned backwards from the end of a cycle, for every height from which 0 can be reached in
    the steps left: the chance to return in time, and with it the mean visits to each level, and their mean products.
    """
    tall = max(longest // 2, FAR) + 2
    back, visits, products = np.zeros(tall), np.zeros((tall, FAR)), np.zeros((tall, FAR, FAR))
    back[0] = 1.0
    levels = np.arange(1, FAR + 1)
    for _ in range(longest - 1):
        back, visits, products = (_stepped(array) for array in (back, visits, products))
        products[levels, levels - 1, :] += visits[levels]
        products[levels, :, levels - 1] += visits[levels]
        products[levels, levels - 1, levels - 1] += back[levels]
        visits[levels, levels - 1] += back[levels]
        back[0] = 1.0
    one, two = visits[1] / back[1] / 2, products[1] / back[1] / 2
    mean = np.concatenate([one[::-1], one])
    products_of_both = np.zeros((2 * FAR, 2 * FAR))
    products_of_both[FAR:, FAR:] = two
    products_of_both[:FAR, :FAR] = two[::-1, ::-1]
    return mean, products_of_both - np.outer(mean, mean)


def _stepped(array: Matrix) -> Matrix:
    """Average over a step up and a step down, along the first axis; nothing comes from either end of it."""
    after = np.zeros_like(array)
    after[1:-1] = (array[:-2] + array[2:]) / 2
    return after
