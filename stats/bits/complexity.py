"""Linear complexity: how short a shift register could have made each block."""

import numpy as np

from fairfelt.stats.bits.answer import Bits, Tested, chi_square, chi_square_of
from fairfelt.stats.bits.complexity_kernel import complexities
from fairfelt.stats.bits.constants import complexity_class, complexity_law
from fairfelt.stats.bits.settings import Settings

FEWEST_BLOCKS, SHORTEST_BLOCK, LONGEST_BLOCK = 200, 500, 5000


def examine(bits: Bits, settings: Settings) -> Tested:
    """Test the complexities of blocks against the law of random bits."""
    id_, title = "bits.complexity", "linear complexity of blocks"
    length = settings.complexity_block
    blocks = len(bits) // length
    lacking = (
        settings.needs(blocks >= FEWEST_BLOCKS, f"has {blocks:,} blocks of {length} bits, needs {FEWEST_BLOCKS}")
        or settings.needs(SHORTEST_BLOCK <= length <= LONGEST_BLOCK,
                          f"has blocks of {length} bits, needs {SHORTEST_BLOCK} to {LONGEST_BLOCK:,}")
        or ("" if blocks else f"has no block of {length} bits")
    )  # fmt: skip

    def statistic() -> float:
        found = np.zeros(blocks, np.int64)
        complexities(bits, length, found)
        observed = np.bincount(complexity_class(found, length), minlength=7)
        return chi_square_of(observed, blocks * complexity_law(length, settings.constants))

    return chi_square(id_, title, blocks, lacking, 6, statistic)
