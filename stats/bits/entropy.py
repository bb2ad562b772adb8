"""All windows of a few lengths: the serial tests and approximate entropy, from one count."""

from collections.abc import Callable
from math import log

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.bits.answer import Bits, Tested, chi_square
from fairfelt.stats.bits.constants import entropy_excess
from fairfelt.stats.bits.entropy_kernel import ring
from fairfelt.stats.bits.settings import Settings

Counts = Callable[[int], NDArray[np.int32]]


def examine(bits: Bits, settings: Settings) -> Tested:
    """Ask the three tests."""
    longest = max(settings.serial_length, settings.entropy_length + 1)
    counts = np.zeros(2**longest, np.int32)
    if len(bits):
        ring(bits, longest, counts)

    def by_length(length: int) -> NDArray[np.int32]:
        return np.asarray(counts.reshape(2**length, -1).sum(1, dtype=np.int32))

    return serial(len(bits), by_length, settings) + entropy(len(bits), by_length, settings)


def serial(size: int, counts: Counts, settings: Settings) -> Tested:
    """Test whether all windows of `serial_length` bits come as often, beyond what shorter ones say."""
    length = settings.serial_length
    most = size.bit_length() - 4
    lacking = settings.needs(length <= most, f"counts windows of {length} bits, has bits for {most}")
    psi = [unevenness(counts(part), size) if size and part else 0.0 for part in (length, length - 1, length - 2)]
    first, second = psi[0] - psi[1], psi[0] - 2 * psi[1] + psi[2]
    title = f"windows of {length} bits"
    return chi_square(
        "bits.serial.1", title, size, lacking, 2 ** (length - 1), lambda: max(0.0, first)
    ) + chi_square(
        "bits.serial.2", f"{title}, second difference", size, lacking, 2 ** (length - 2), lambda: max(0.0, second)
    )


def unevenness(counts: NDArray[np.int32], size: int) -> float:
    """Compute psi squared: the sum of squares against that of even counts."""
    squares = int((counts.astype(np.int64) ** 2).sum())
    return (squares * len(counts) - size * size) / size


def entropy(size: int, counts: Counts, settings: Settings) -> Tested:
    """Test how well the next bit could be told from the `entropy_length` before it."""
    id_, title = "bits.entropy", "approximate entropy"
    length = settings.entropy_length
    most = size.bit_length() - 7
    lacking = settings.needs(length <= most, f"counts windows of {length + 1} bits, has bits for {most + 1}")

    def statistic() -> float:
        approximate = mean_logarithm(counts(length), size) - mean_logarithm(counts(length + 1), size)
        return max(0.0, 2 * size * (log(2) - approximate) - entropy_excess(length, size, settings.constants))

    return chi_square(id_, title, size, lacking, 2**length, statistic)


def mean_logarithm(counts: NDArray[np.int32], size: int) -> float:
    """Compute the mean natural logarithm of the share that a window's value has."""
    share = counts[counts > 0] / size
    return float((share * np.log(share)).sum())
