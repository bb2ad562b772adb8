"""Ranks of binary matrices: linear dependence of short stretches."""

import numpy as np

from fairfelt.stats.bits.answer import Bits, Tested, chi_square, chi_square_of
from fairfelt.stats.bits.constants import rank_law
from fairfelt.stats.bits.rank_kernel import ranks
from fairfelt.stats.bits.settings import Settings, length_lacking

FEWEST_MATRICES = 38


def examine(bits: Bits, settings: Settings) -> Tested:
    """Test how many matrices have full rank, one less, or lower."""
    id_, title = "bits.rank", "rank of binary matrices"
    size = settings.rank_size
    matrices = len(bits) // size**2
    lacking = length_lacking(settings, len(bits), FEWEST_MATRICES * size**2) or ("" if matrices else "has no matrix")

    def statistic() -> float:
        counts = np.zeros(size + 1, np.int64)
        ranks(bits, size, counts)
        observed = np.array([counts[size], counts[size - 1], counts[: size - 1].sum()])
        return chi_square_of(observed, matrices * rank_law(size, settings.constants))

    return chi_square(id_, title, matrices, lacking, 2, statistic)
