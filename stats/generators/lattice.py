"""States of large congruential generators from the rough size of some outputs, by lattice reduction.

Frieze, Hastad, Kannan, Lagarias and Shamir, Reconstructing truncated integer variables satisfying linear congruences
(1988). The reduction is that of Lenstra, Lenstra and Lovasz (1982), in whole numbers after de Weger (1989).
"""

from collections.abc import Sequence
from functools import cache

import numpy as np

Vector = list[int]
Basis = tuple[tuple[int, ...], ...]


def state_between(
    multiplier: int, increment: int, modulus: int, ranges: Sequence[tuple[int, int, int]]
) -> int:
    """Find the state that comes before the first step, given ranges that states after so many steps lie in.

    `ranges` holds steps, lowest and end. The state is the likeliest one, and no more than that: it has to be tried.
    """
    steps = tuple(after for after, _, _ in ranges)
    weights = tuple((2 * modulus // (end - lowest) + 1) // 2 for _, lowest, end in ranges)
    offsets = _offsets(multiplier, increment, modulus, steps)
    # Differences to the middle of each range are weighted so that all of them are about equally large.
    target = [
        ((lowest + end) // 2 - offset) * weight
        for (_, lowest, end), offset, weight in zip(ranges, offsets, weights, strict=True)
    ]
    first = _nearest(_lattice(multiplier, modulus, steps, weights), target)[0] // weights[0] + offsets[0]
    back = pow(multiplier, -1, modulus)
    for _ in range(steps[0]):
        first = (first - increment) * back % modulus
    return first


def _offsets(multiplier: int, increment: int, modulus: int, steps: Sequence[int]) -> list[int]:
    """Give the states after so many steps of the one that starts at zero."""
    state, seen = 0, [0]
    for _ in range(max(steps)):
        state = (state * multiplier + increment) % modulus
        seen.append(state)
    return [seen[after] for after in steps]


@cache
def _lattice(multiplier: int, modulus: int, steps: tuple[int, ...], weights: tuple[int, ...]) -> Basis:
    """Reduce the lattice of states at some steps, without the increment; it is the same for every deck."""
    rows = [[pow(multiplier, after - steps[0], modulus) * weight for after, weight in zip(steps, weights, strict=True)]]
    for at, weight in enumerate(weights[1:], 1):
        rows.append([modulus * weight if other == at else 0 for other in range(len(steps))])
    return tuple(tuple(row) for row in reduced(rows))


def _nearest(basis: Basis, target: Vector) -> Vector:
    """Give a point of the lattice near the target: Babai's nearest plane."""
    # Weighted differences and a reduced basis are alike in size, so that floats are exact enough to round.
    scale = float(max(abs(entry) for row in basis for entry in row))
    small = np.array([[entry / scale for entry in row] for row in basis])
    orthogonal, _ = np.linalg.qr(small.T)
    left, point = list(target), [0] * len(target)
    for at in range(len(basis) - 1, -1, -1):
        direction = orthogonal[:, at]
        along = float(np.dot([entry / scale for entry in left], direction) / np.dot(small[at], direction))
        times = round(along)
        left = [entry - times * part for entry, part in zip(left, basis[at], strict=True)]
        point = [entry + times * part for entry, part in zip(point, basis[at], strict=True)]
    return point


def reduced(rows: Sequence[Vector]) -> list[Vector]:
    """Reduce a basis, given by independent rows of whole numbers, to short and nearly orthogonal rows."""
    basis, size = [list(row) for row in rows], len(rows)
    # volumes[i] is the squared volume of the first i rows, shares[k][j] the share of row k along the j-th direction,
    # times volumes[j + 1]: all whole numbers.
    volumes, shares = [1] + [0] * size, [[0] * size for _ in range(size)]

    def shorten(row: int, by: int) -> None:
        times = (2 * shares[row][by] + volumes[by + 1]) // (2 * volumes[by + 1])
        if times:
            basis[row] = [entry - times * part for entry, part in zip(basis[row], basis[by], strict=True)]
            shares[row][by] -= times * volumes[by + 1]
            for at in range(by):
                shares[row][at] -= times * shares[by][at]

    def exchange(row: int) -> None:
        basis[row - 1], basis[row] = basis[row], basis[row - 1]
        for at in range(row - 1):
            shares[row - 1][at], shares[row][at] = shares[row][at], shares[row - 1][at]
        share = shares[row][row - 1]
        volume = (volumes[row - 1] * volumes[row + 1] + share * share) // volumes[row]
        for later in range(row + 1, known):
            old = shares[later][row]
            shares[later][row] = (volumes[row + 1] * shares[later][row - 1] - share * old) // volumes[row]
            shares[later][row - 1] = (volume * old + share * shares[later][row]) // volumes[row + 1]
        volumes[row] = volume

    row, known = 0, 0
    while row < size:
        if row == known:
            known += 1
            for at in range(row + 1):
                product = sum(entry * part for entry, part in zip(basis[row], basis[at], strict=True))
                for earlier in range(at):
                    product = (
                        volumes[earlier + 1] * product - shares[row][earlier] * shares[at][earlier]
                    ) // volumes[earlier]
                if at < row:
                    shares[row][at] = product
                else:
                    volumes[row + 1] = product
        if row == 0:
            row = 1
            continue
        shorten(row, row - 1)
        low = 4 * volumes[row + 1] * volumes[row - 1]
        if low < 3 * volumes[row] ** 2 - 4 * shares[row][row - 1] ** 2:
            exchange(row)
            row = max(1, row - 1)
            continue
        for at in range(row - 2, -1, -1):
            shorten(row, at)
        row += 1
    return basis
