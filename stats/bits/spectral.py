"""The discrete Fourier transform: too few or too many high peaks tell of periods."""

from math import log, sqrt

import numpy as np

from fairfelt.stats.bits.answer import Bits, Tested, normal
from fairfelt.stats.bits.constants import SPECTRAL_TAIL, spectral_variance
from fairfelt.stats.bits.settings import Settings, length_lacking


def examine(bits: Bits, settings: Settings) -> Tested:
    """Test how many of the first half of the frequencies stay below what 95 % should stay below."""
    id_, title = "bits.spectral", "peaks of the spectrum"
    size = len(bits)
    lacking = length_lacking(settings, size, 1000) or ("" if size > 1 else "has no frequency")

    def z() -> float:
        mean = size / 2 * (1 - SPECTRAL_TAIL)
        return (below_threshold(bits) - mean) / sqrt(spectral_variance(size, settings.constants))

    return normal(id_, title, size, lacking, z)


def below_threshold(bits: Bits) -> int:
    """Count the frequencies, from 0 to below n/2, whose power is less than n * ln 20."""
    from scipy.fft import rfft

    size = len(bits)
    peaks = rfft(2.0 * bits - 1)[: size // 2]
    power = peaks.real**2 + peaks.imag**2
    return int(np.count_nonzero(power < -log(SPECTRAL_TAIL) * size))
