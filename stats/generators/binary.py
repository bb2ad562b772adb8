"""Linear algebra over single bits: systems of equations, and recurrences that foretell a row of bits."""

from collections.abc import Iterable
from math import log2

import numpy as np
from numpy.typing import NDArray


def solutions(equations: Iterable[tuple[int, int]], unknowns: int, most: int = 256) -> list[int] | None:
    """Solve equations between bits: each says of which unknowns, as a mask, the sum is odd or even.

    Give every solution, the unknowns as one whole number: none of them where the equations contradict each other.
    None where they leave room for more than `most`.
    """
    rows: dict[int, int] = {}
    inside = (1 << unknowns) - 1
    for mask, value in equations:
        row = mask | (value & 1) << unknowns
        while row & inside:
            top = (row & inside).bit_length() - 1
            if top not in rows:
                rows[top] = row
                break
            row ^= rows[top]
        else:
            if row:
                return []
    free = [at for at in range(unknowns) if at not in rows]
    if 1 << len(free) > most:
        return None
    found = []
    for choice in range(1 << len(free)):
        solved = sum(1 << at for which, at in enumerate(free) if choice >> which & 1)
        for top in sorted(rows):
            row = rows[top]
            odd = (row & solved & inside).bit_count() + (row >> unknowns)
            solved |= (odd & 1) << top
        found.append(solved)
    return found


def masks(outputs: NDArray[np.uint64], bit: int) -> int:
    """Say on which bits of the start one bit of an output depends, from what each bit alone would make of it."""
    alone = ((outputs >> np.uint64(bit)) & np.uint64(1)).astype(np.uint8)
    return int.from_bytes(np.packbits(alone, bitorder="little").tobytes(), "little")


def linear_complexity(bits: NDArray[np.uint8]) -> int:
    """Give the length of the shortest linear recurrence over bits that makes this row of zeros and ones."""
    from fairfelt.stats.generators.complexity_kernel import shortest_recurrence

    return int(shortest_recurrence(np.ascontiguousarray(bits, np.uint8)))


def surprise(length: int, complexity: int) -> float:
    """Give -log2 of the chance that `length` fair bits have at most this complexity, which is not above half of it.

    By Rueppel's count (1986): 2**(2c - 1) rows have the complexity c, for c from 1 to half the length, and one has 0.
    """
    return length - (2 * complexity + log2((2 + 4.0**-complexity) / 3))
