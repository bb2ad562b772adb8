"""Laws of tables whose cells depend on each other: exact covariances give scale and degrees of freedom."""

from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.shuffles.counts import CORRELATED
from fairfelt.stats.shuffles.packs import Pack

Matrix = NDArray[np.float64]


def neighbours_expected(pack: Pack) -> Matrix:
    """Give how often, in a deck, a kind is followed by a kind: pairs of cards over the size of the pack."""
    copies = pack.copies.astype(np.float64)
    pairs = np.outer(copies, copies)
    np.fill_diagonal(pairs, copies * (copies - 1))
    return pairs / len(pack.cards)


def neighbours_law(pack: Pack) -> tuple[float, float]:
    """Give scale and degrees of Pearson's statistic over ordered neighbours, by its exact mean and variance.

    The statistic is a sum of chi-squares weighted by the eigenvalues of the covariance of scaled counts; one chi-square
    with the same two moments stands for it (Satterthwaite, 1946). For n cards that all differ the eigenvalues are 1,
    (n + 1) / (n - 1) and 1 / (n - 1), in n(n - 3)/2, (n - 1)(n - 2)/2 and 2(n - 1) dimensions.
    """
    copies = pack.copies.tolist()
    if set(copies) != {1}:
        return _neighbours_of_kinds(tuple(copies))
    n = len(copies)
    eigenvalues = np.array([1.0, (n + 1) / (n - 1), 1 / (n - 1)])
    dimensions = np.array([n * (n - 3) / 2, (n - 1) * (n - 2) / 2, 2 * (n - 1)])
    return _two_moments(float(dimensions @ eigenvalues), float(dimensions @ eigenvalues**2))


def _two_moments(trace: float, square: float) -> tuple[float, float]:
    return square / trace, trace**2 / square


@lru_cache
def _neighbours_of_kinds(copies: tuple[int, ...]) -> tuple[float, float]:
    """The same for kinds of several cards: covariances of kinds are sums of those of cards.

    Two ordered pairs of different places, (t, t + 1) and (u, u + 1), are the same, or one goes on where the other ends,
    or they are apart; of each of these ways the cards are any cards that differ.
    """
    c = np.array(copies, np.float64)
    n, kinds = c.sum(), len(c)
    same, apart = 1 / n, 1 / (n * (n - 1))
    first, second = np.divmod(np.arange(kinds**2), kinds)
    expected = (c[first] * (c[second] - (first == second))) / n
    cells = np.flatnonzero(expected > 0)
    first, second, expected = first[cells], second[cells], expected[cells]
    equal = np.equal.outer
    a, b = first[:, None], second[:, None]
    third, fourth = first[None, :], second[None, :]
    # Ways to choose four cards that all differ, one of each kind named: the places are taken one by one.
    left_third = c[third] - (third == a) - (third == b)
    left_fourth = c[fourth] - (fourth == a) - (fourth == b) - (fourth == third)
    pairs = c[a] * (c[b] - (a == b))
    moment = pairs * left_third * left_fourth * apart
    moment += (b == third) * pairs * (c[fourth] - (fourth == a) - (fourth == b)) * apart
    moment += (a == fourth) * pairs * (c[third] - (third == a) - (third == b)) * apart
    moment += equal(first, first) * equal(second, second) * pairs * same
    covariance = moment - np.outer(expected, expected)
    scaled = covariance / np.sqrt(np.outer(expected, expected))
    return _two_moments(float(np.trace(scaled)), float((scaled**2).sum()))


def whitened_pairs(sums: NDArray[np.int64], centred: NDArray[np.int64], pack: Pack, decks: int) -> Matrix:
    """Give what products of centred ranks at two positions show, as independent standard normal numbers.

    `sums` holds the products above its diagonal. Ranks at different positions are a sample without replacement from the
    pack, so that the covariance of two products depends only on how many positions they share: two, one or none.
    """
    second, fourth = (float((pack.copies * centred.astype(np.float64) ** power).sum()) for power in (2, 4))
    n = float(len(pack.cards))
    mean = -second / (n * (n - 1))
    two = (second**2 - fourth) / (n * (n - 1)) - mean**2
    one = (2 * fourth - second**2) / (n * (n - 1) * (n - 2)) - mean**2
    none = (3 * second**2 - 6 * fourth) / (n * (n - 1) * (n - 2) * (n - 3)) - mean**2
    above = np.triu_indices(CORRELATED, 1)
    positions = np.stack(above, axis=1)
    shared = (positions[:, None, :, None] == positions[None, :, None, :]).sum(axis=(2, 3))
    covariance = np.choose(shared, [none, one, two]) * decks
    deviation = sums[above] - decks * mean
    assert len(deviation) == comb(CORRELATED, 2)
    factor = np.linalg.cholesky(covariance)
    return np.asarray(np.linalg.solve(factor, deviation))
