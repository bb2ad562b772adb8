"""Patterns: the aperiodic ones in blocks, and windows of ones that may overlap."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.bits.answer import (
    Answer,
    Bits,
    Share,
    Tested,
    chi_square,
    chi_square_of,
    law_of,
    unasked,
)
from fairfelt.stats.bits.constants import overlapping_law
from fairfelt.stats.bits.settings import Settings
from fairfelt.stats.bits.templates_kernel import windows, windows_of_ones

FEWEST_EXPECTED = 100
"""Of a pattern in a block. With a quarter of it, the least of 148 came out below 1 % in 1.6 % of fair sequences."""


def examine(bits: Bits, settings: Settings) -> Tested:
    """Ask both tests."""
    return non_overlapping(bits, settings) + overlapping(bits, settings)


@lru_cache
def aperiodic(length: int) -> tuple[str, ...]:
    """List the patterns no beginning of which is also their end; they can't overlap themselves. Of nine bits, 148."""
    patterns = (f"{value:0{length}b}" for value in range(2**length))
    return tuple(word for word in patterns if not any(word[:size] == word[-size:] for size in range(1, length)))


@lru_cache
def values(length: int) -> NDArray[np.int64]:
    """Give the aperiodic patterns as numbers."""
    return np.array([int(word, 2) for word in aperiodic(length)])


def non_overlapping(bits: Bits, settings: Settings) -> Tested:
    """Test each pattern's number in each block. A pattern that can't overlap itself needs no search of its own.

    For the stream each pattern's chi-squares add up, and the least likely of them counts.
    """
    from scipy.special import chdtrc

    length, blocks = settings.template_length, settings.template_blocks
    words = aperiodic(length)
    size = len(bits) // blocks
    expected = max(0, size - length + 1) / 2**length
    lacking = settings.needs(
        expected >= FEWEST_EXPECTED, f"expects {expected:.1f} of each pattern in a block, needs {FEWEST_EXPECTED}"
    ) or ("" if expected else f"has no block of {length} bits")
    ids = [f"bits.non-overlapping.{word}" for word in words]
    titles = [f"{word} in blocks" for word in words]
    if lacking:
        answers = tuple(unasked(id_, title, blocks, lacking) for id_, title in zip(ids, titles, strict=True))
        none = Share("bits.non-overlapping", "least", False, blocks, blocks, (0.0,) * len(words))
        return Tested(answers, (none,))
    counts = np.zeros((blocks, 2**length), np.int32)
    windows(bits, length, counts)
    variance = size * (0.5**length - (2 * length - 1) * 0.25**length)
    statistics = ((counts[:, values(length)] - expected) ** 2).sum(0) / variance
    law = law_of(blocks)
    answers = tuple(
        Answer(id_, title, law, blocks, float(statistic), blocks, float(p))
        for id_, title, statistic, p in zip(ids, titles, statistics, chdtrc(blocks, statistics), strict=True)
    )
    return Tested(answers, (Share("bits.non-overlapping", "least", True, blocks, blocks, tuple(statistics.tolist())),))


def overlapping(bits: Bits, settings: Settings) -> Tested:
    """Test in how many windows of a block all bits are ones."""
    id_, title = "bits.overlapping", "windows of ones in blocks"
    length, block = settings.overlapping_length, settings.overlapping_block
    blocks = len(bits) // block
    law = overlapping_law(length, block, settings.constants)
    fewest = blocks * float(law.min())
    lacking = settings.needs(fewest >= 5, f"expects {fewest:.1f} blocks in the rarest class, needs 5") or (
        "" if blocks else f"has no block of {block:,} bits"
    )

    def statistic() -> float:
        counts = np.zeros(len(law), np.int64)
        windows_of_ones(bits, length, block, counts)
        return chi_square_of(counts, blocks * law)

    return chi_square(id_, title, blocks, lacking, len(law) - 1, statistic)
