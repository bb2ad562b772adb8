"""Ones in blocks: their number, and their longest runs."""

import numpy as np

from fairfelt.stats.bits.answer import Bits, Tested, chi_square, chi_square_of
from fairfelt.stats.bits.blocks_kernel import longest_runs, squared_excess
from fairfelt.stats.bits.constants import LONGEST_RUN_CLASSES, longest_run_law
from fairfelt.stats.bits.settings import Settings, length_lacking


def examine(bits: Bits, settings: Settings) -> Tested:
    """Ask both tests."""
    return block_frequency(bits, settings) + longest_run(bits, settings)


def block_frequency(bits: Bits, settings: Settings) -> Tested:
    """Test whether blocks have as many ones as zeros."""
    id_, title = "bits.block-frequency", "frequency of ones in blocks"
    length = settings.block_length
    blocks = len(bits) // length
    lacking = length_lacking(settings, len(bits), 100) or ("" if blocks else f"has no block of {length:,} bits")
    return chi_square(id_, title, blocks, lacking, blocks, lambda: squared_excess(bits, length) / length)


def longest_run(bits: Bits, settings: Settings) -> Tested:
    """Test the longest run of ones in each block; the length of blocks follows from that of the sequence."""
    id_, title = "bits.longest-run", "longest run of ones in blocks"
    size = len(bits)
    length = settings.longest_run_block or (8 if size < 6272 else 128 if size < 750_000 else 10_000)
    blocks = size // length
    least = {8: 128, 128: 6272, 10_000: 750_000}[length]
    lacking = length_lacking(settings, size, least) or ("" if blocks else f"has no block of {length:,} bits")
    low, high = LONGEST_RUN_CLASSES[length]

    def statistic() -> float:
        counts = np.zeros(length + 1, np.int64)
        longest_runs(bits, length, counts)
        observed = np.array([counts[: low + 1].sum(), *counts[low + 1 : high], counts[high:].sum()])
        return chi_square_of(observed, blocks * longest_run_law(length, settings.constants))

    return chi_square(id_, title, blocks, lacking, high - low, statistic)
