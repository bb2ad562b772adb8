"""The fifteen tests on a sequence of bits, and on a stream of many sequences.

A sequence answers by named p-values, as NIST reports them. A stream answers by one `Measure` a test, or two, so that a
family-wise rule can weigh them with everything else that was measured. What a sequence gives to its stream is an array
of whole numbers for each measure, which adds up cell by cell in any order: `sequence_sums` for each sequence, add,
`measures` at the end.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.bits import blocks, complexity, entropy, rank, spectral, templates, universal, walk
from fairfelt.stats.bits.answer import Answer, Bits, BitsError, Tested
from fairfelt.stats.bits.settings import Constants, make_settings
from fairfelt.stats.bits.stream import Sums, measures, sums_of, unasked_measures

__all__ = [
    "Answer",
    "Bits",
    "BitsError",
    "Sums",
    "measures",
    "sequence_sums",
    "test_sequence",
    "unasked_measures",
    "unpacked",
]

GROUPS = (walk, blocks, rank, spectral, templates, universal, entropy, complexity)


def unpacked(packed: bytes | NDArray[np.uint8], count: int | None = None) -> Bits:
    """Unpack bytes, the most significant bit first, to one bit a byte; `count` keeps so many of them."""
    return np.unpackbits(np.frombuffer(packed, np.uint8), count=count)


def test_sequence(bits: Bits, constants: Constants = "exact", **params: int | bool | None) -> tuple[Answer, ...]:
    """Ask all fifteen tests of one sequence: 188 answers with NIST's parameters, each with a p-value or a reason.

    `bits` holds 0 and 1, one a byte. `params` are those of `Settings`. Raise BitsError for anything else.
    """
    return examine(bits, constants, params).answers


def sequence_sums(bits: Bits, constants: Constants = "exact", **params: int | bool | None) -> Sums:
    """Count what one sequence gives to its stream. Names and shapes depend on nothing but constants and parameters."""
    return sums_of(examine(bits, constants, params).shares)


def examine(bits: Bits, constants: Constants, params: Mapping[str, int | bool | None]) -> Tested:
    """Ask every group of tests. Raise BitsError."""
    settings = make_settings(constants, dict(params))
    checked = _checked(bits)
    found = Tested((), ())
    for group in GROUPS:
        found += group.examine(checked, settings)
    return found


def _checked(bits: Bits) -> Bits:
    array = np.asarray(bits)
    if array.ndim != 1 or array.dtype != np.uint8:
        raise BitsError(f"bits have type {array.dtype} and shape {array.shape}; give a flat array of uint8, one a bit")
    if not len(array):
        raise BitsError("there are no bits; give at least one")
    if array.max() > 1:
        at = int(np.argmax(array > 1))
        raise BitsError(f"bit {at:,} is {array[at]}; give 0 and 1, one a byte, or use unpacked() on packed bytes")
    return np.ascontiguousarray(array)
