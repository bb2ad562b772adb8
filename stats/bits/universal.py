"""Maurer's universal test: how well the sequence could be compressed."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.bits.answer import Bits, Tested, normal
from fairfelt.stats.bits.constants import universal_law
from fairfelt.stats.bits.settings import Settings
from fairfelt.stats.bits.universal_kernel import distances

LEARNT, TESTED = 10, 1000
"""Blocks to begin with, and to test at least, for each of the values that a block can have."""


def examine(bits: Bits, settings: Settings) -> Tested:
    """Test the mean logarithm of the distance between blocks alike."""
    id_, title = "bits.universal", "distances between blocks alike"
    length = settings.universal_length or fitting(len(bits))
    learnt = LEARNT << length
    tested = len(bits) // length - learnt
    needed = (LEARNT + TESTED << length) * length
    lacking = settings.needs(len(bits) >= needed, f"has {len(bits):,} bits, needs {needed:,}") or (
        "" if tested > 0 else f"has no block left after {learnt:,} to begin with"
    )

    def z() -> float:
        mean, deviation = universal_law(length, tested, settings.constants)
        return (mean_logarithm(bits, length, learnt, tested) - mean) / deviation

    return normal(id_, title, max(0, tested), lacking, z)


def fitting(bits: int) -> int:
    """Choose the longest blocks that leave enough to test: 6 to 16 bits."""
    return max([6, *(length for length in range(7, 17) if bits >= (LEARNT + TESTED << length) * length)])


def mean_logarithm(bits: Bits, length: int, learnt: int, tested: int) -> float:
    """Compute the mean binary logarithm of distances, the test's statistic."""
    return distances(bits, length, learnt, tested, logarithms(64 << length)) / tested


@lru_cache
def logarithms(count: int) -> NDArray[np.float64]:
    """Give the binary logarithms of 1 to below `count`, each at its own place."""
    return np.log2(np.maximum(np.arange(count), 1))
