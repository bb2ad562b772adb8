"""The laws that the tests compare with, in two sets.

`exact` computes them here. `nist-legacy` has the figures of NIST's program, sts 2.1.2, for whoever must reproduce its
p-values: three of its tables are wrong in the second or third digit. They are given beside the exact ones, and each
function says which of the two differ.
"""

from functools import lru_cache
from math import exp, lgamma, log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.bits.settings import Constants

Law = NDArray[np.float64]

LONGEST_RUN_CLASSES = {8: (1, 4), 128: (4, 9), 10_000: (10, 16)}
"""Of each length of block, the longest run of the lowest and of the highest class."""
LEGACY_LONGEST_RUN = (0.0882, 0.2092, 0.2483, 0.1933, 0.1208, 0.0675, 0.0727)
LEGACY_COMPLEXITY = (0.01047, 0.03125, 0.125, 0.5, 0.25, 0.0625, 0.020833)
SPECTRAL_TAIL = 0.05
LEGACY_UNIVERSAL = {
    1: (0.7326495, 0.690), 2: (1.5374383, 1.338), 3: (2.4016068, 1.901), 4: (3.3112247, 2.358),
    5: (4.2534266, 2.705), 6: (5.2177052, 2.954), 7: (6.1962507, 3.125), 8: (7.1836656, 3.238),
    9: (8.1764248, 3.311), 10: (9.1723243, 3.356), 11: (10.170032, 3.384), 12: (11.168765, 3.401),
    13: (12.168070, 3.410), 14: (13.167693, 3.416), 15: (14.167488, 3.419), 16: (15.167379, 3.421),
}  # fmt: skip
"""By length of block: mean and variance of one logarithm of a distance, as the document prints them."""


@lru_cache
def longest_run_law(block: int, constants: Constants) -> Law:
    """Give the chance of each class of longest runs of ones in a block of 8, 128 or 10,000 bits.

    The sets differ for 10,000 bits. No run is longer than k in n bits with chance a(n) = a(n-1) - a(n-k-2) / 2**(k+2).
    """
    if constants == "nist-legacy" and block == 10_000:
        return np.array(LEGACY_LONGEST_RUN)
    low, high = LONGEST_RUN_CLASSES[block]
    at_most = [_no_longer_run(block, longest) for longest in range(low, high)]
    return np.diff([0.0, *at_most, 1.0])


def _no_longer_run(bits: int, longest: int) -> float:
    chance = [1.0] * (longest + 1) + [1.0 - 0.5 ** (longest + 1)]
    for at in range(longest + 2, bits + 1):
        chance.append(chance[at - 1] - chance[at - longest - 2] * 0.5 ** (longest + 2))
    return chance[bits]


@lru_cache
def rank_law(size: int, constants: Constants) -> Law:
    """Give the chances of full rank, of one less, and of any lower, of a square binary matrix.

    The legacy set uses those of 32 rows for every size.
    """
    rows = 32 if constants == "nist-legacy" else size
    full = float(np.prod(1 - 0.5 ** np.arange(1, rows + 1)))
    one_less = full * (1 - 0.5**rows) * 2
    return np.array([full, one_less, 1 - full - one_less])


@lru_cache
def overlapping_law(length: int, block: int, constants: Constants) -> Law:
    """Give the chances of 0 to 4 and of more windows of `length` ones in a block, windows overlapping.

    The exact law follows the run of ones at the end of what was read and the count, bit by bit. The legacy law is the
    compound Poisson law that NIST's program computes over its corrected table.
    """
    if constants == "nist-legacy":
        return _compound_poisson((block - length + 1) / 2**length / 2, 5)
    state = np.zeros((length + 1, 6))
    state[0, 0] = 1.0
    for _ in range(block):
        after = np.zeros_like(state)
        after[0] = state.sum(0) / 2
        after[1:length] = state[: length - 1] / 2
        whole = (state[length - 1] + state[length]) / 2
        after[length, 1:] = whole[:-1]
        after[length, -1] += whole[-1]
        state = after
    return np.asarray(state.sum(0))


def _compound_poisson(mean: float, classes: int) -> Law:
    """Give the law of a Poisson number of clumps, each of a geometric size with parameter 1/2."""
    found = [exp(-mean)]
    for count in range(1, classes):
        ways = (
            exp(clumps * log(mean) - lgamma(clumps + 1) + lgamma(count) - lgamma(clumps) - lgamma(count - clumps + 1))
            for clumps in range(1, count + 1)
        )
        found.append(exp(-mean) / 2**count * sum(ways))
    return np.array([*found, 1 - sum(found)])


@lru_cache
def complexity_law(block: int, constants: Constants) -> Law:
    """Give the chances of the seven classes of linear complexity.

    Of 2**n sequences of n bits, 2**min(2n - 2L, 2L - 1) have the complexity L > 0 (Rueppel 1986). For long blocks that
    is 1/96, 1/32, 1/8, 1/2, 1/4, 1/16, 1/48; the legacy set has 0.01047 first.
    """
    if constants == "nist-legacy":
        return np.array(LEGACY_COMPLEXITY)
    length = np.arange(1, block + 1)
    chance = 2.0 ** (np.minimum(2 * block - 2 * length, 2 * length - 1) - block)
    law = np.bincount(complexity_class(length, block), chance, 7)
    law[int(complexity_class(np.array([0]), block)[0])] += 2.0**-block
    return np.asarray(law)


def complexity_class(complexity: NDArray[np.int64], block: int) -> NDArray[np.int64]:
    """Sort complexities into classes 0 to 6, by the distance from the mean with the sign that the document gives it.

    The document's T lies within 2**-n * n of a whole number, never at the edge of a class.
    """
    away = complexity - block // 2 if block % 2 == 0 else (block + 1) // 2 - complexity
    return np.clip(away + 3, 0, 6)


def spectral_variance(bits: int, constants: Constants) -> float:
    """Give the variance of the number of peaks below the threshold, among half as many frequencies as bits.

    Were the frequencies independent, it were n/2 * pq with p = 0.05: the legacy figure. But a bit's square is no
    random number, so that the powers of any two frequencies, in units of n, have covariance -2/n. The chance that a
    power passes T is exp(-T) = p; that two do, changes from p * p by -2/n * (T * p)**2, the first term of Laguerre's
    expansion. Over all pairs that makes n/2 * (pq - (T * p)**2), which is 0.95 * 0.05 * n / 3.790. Simulations found
    3.8 (Kim, Umeno and Hasegawa 2004; Pareschi, Rovatti and Setti 2012).
    """
    tail = SPECTRAL_TAIL
    if constants == "nist-legacy":
        return bits * tail * (1 - tail) / 4
    return bits / 2 * (tail * (1 - tail) - (tail * log(tail)) ** 2)


@lru_cache
def universal_law(length: int, tested: int, constants: Constants) -> tuple[float, float]:
    """Give mean and standard deviation of the mean logarithm of `tested` distances between blocks of `length` bits.

    The exact law adds up the covariances of distances that are any number of blocks apart (the sum of Coron and
    Naccache 1998, computed directly). The legacy set has Maurer's approximation for them.
    """
    if constants == "nist-legacy":
        mean, variance = LEGACY_UNIVERSAL[length]
        factor = 0.7 - 0.8 / length + (4 + 32 / length) * tested ** (-3 / length) / 15
        return mean, factor * sqrt(variance / tested)
    mean, variance, covariance = universal_moments(length)
    apart = np.arange(1, min(tested, len(covariance) + 1))
    total = tested * variance + 2 * float(((tested - apart) * covariance[: len(apart)]).sum())
    return mean, sqrt(total) / tested


@lru_cache
def universal_moments(length: int) -> tuple[float, float, Any]:
    """Give mean, variance and covariances of the logarithms of distances, the latter by how many blocks they are apart.

    Let p = 2**-length. Two distances i and j, k blocks apart, hang together only where the later one reaches beyond
    the earlier block, to m = j - k before it. Then two unlike blocks were last seen at i and m, with chance
    (1-2p)**(min-1) * p * (1-p)**(|i-m|-1) * p.
    """
    from scipy.fft import next_fast_len

    p = 0.5**length
    q, r = 1 - p, 1 - 2 * p
    reach = int(45 / -log(q)) + 2
    at = np.arange(1, reach + 1)
    logarithm = np.log2(np.arange(1, 2 * reach + 1))
    own = logarithm[:reach]
    alone = p * q ** (at - 1)
    mean = float((alone * own).sum())
    variance = float((alone * own**2).sum()) - mean**2
    nearer = np.concatenate([[0.0], np.cumsum(own * r ** (at - 1.0) / q**at)[:-1]]) * q ** (at - 1)
    farther = np.concatenate([np.cumsum((own * q**at)[::-1])[::-1][1:], [0.0]]) / q ** (at + 1)
    joint = p * p * (nearer + r ** (at - 1.0) * farther)
    weight = joint - mean * alone
    # The sum over m of weight(m) * log2(m + k), for all k at once.
    size = next_fast_len(3 * reach, real=True)
    product = np.fft.irfft(np.fft.rfft(logarithm, size) * np.conj(np.fft.rfft(weight, size)), size)
    return mean, variance, q**at * product[1 : reach + 1]


def entropy_excess(length: int, bits: int, constants: Constants) -> float:
    """Give by how much the mean of the approximate-entropy statistic exceeds its degrees of freedom.

    It is a difference of two likelihood ratios, over 2**(m+1) and 2**m cells, and each of them has a mean larger by
    k**2 / 6n where k cells share n windows (Williams 1976). The legacy set takes no notice.
    """
    return 0.0 if constants == "nist-legacy" else (4.0 ** (length + 1) - 4.0**length) / (6 * bits)
