"""Count words, orders and repeats in a chunk of numbers."""

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled

Numbers = NDArray[np.uint64]
Cells = NDArray[np.uint16]
Counts = NDArray[np.int64]


@compiled
def find_places(numbers: Numbers, width: int, wider: int, into: Cells) -> None:
    """Put numbers in places, of which the first few are one number wider than the rest."""
    narrow, wide, many = np.uint64(width), np.uint64(width + 1), np.uint64(wider)
    turn = wide * many
    for at in range(len(numbers)):
        number = numbers[at]
        into[at] = number // wide if number < turn else many + (number - turn) // narrow


@compiled
def differences(numbers: Numbers, below: np.uint64, into: Numbers) -> None:
    """Take each number from the next, modulo `below`, whose own 2**64 is told as zero."""
    for at in range(len(numbers) - 1):
        step = numbers[at + 1] - numbers[at]
        into[at] = step if numbers[at + 1] >= numbers[at] else step + below


@compiled
def count_cells(cells: Cells, into: Counts) -> None:
    """Count each cell."""
    for at in range(len(cells)):
        into[cells[at]] += 1


@compiled
def count_pairs(cells: Cells, letters: int, into: Counts) -> None:
    """Count pairs that don't overlap."""
    for at in range(0, len(cells) - 1, 2):
        into[np.int64(cells[at]) * letters + np.int64(cells[at + 1])] += 1


@compiled
def count_triples(cells: Cells, letters: int, into: Counts) -> None:
    """Count triples that don't overlap."""
    for at in range(0, len(cells) - 2, 3):
        pair = np.int64(cells[at]) * letters + np.int64(cells[at + 1])
        into[pair * letters + np.int64(cells[at + 2])] += 1


@compiled
def count_overlapping(cells: Cells, letters: int, length: int, into: Counts) -> None:
    """Count the words that begin at each cell, the chunk closed to a ring."""
    size = len(cells)
    leading, code = np.int64(1), np.int64(0)
    for at in range(length):
        code = code * letters + np.int64(cells[at])
        leading *= letters
    leading //= letters
    for at in range(size):
        into[code] += 1
        after = at + length
        if after >= size:
            after -= size
        code = (code - np.int64(cells[at]) * leading) * letters + np.int64(cells[after])


@compiled
def count_strided(cells: Cells, strides: NDArray[np.int64], letters: int, into: Counts) -> None:
    """Count cells by their place in each stride, each stride over a part of the chunk of its own."""
    part, first = len(cells) // len(strides), 0
    for which in range(len(strides)):
        phase = 0
        for at in range(which * part, (which + 1) * part):
            into[(first + phase) * letters + np.int64(cells[at])] += 1
            phase += 1
            if phase == strides[which]:
                phase = 0
        first += strides[which]


@compiled
def count_orders(numbers: Numbers, into: Counts) -> None:
    """Count the orders of four numbers: how many are smaller than the first, the second, ..., in digits of base 4."""
    for at in range(0, len(numbers) - 3, 4):
        one, two, three, four = numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]
        code = int(two < one) + int(three < one) + int(four < one)
        code += 4 * (int(one < two) + int(three < two) + int(four < two))
        code += 16 * (int(one < three) + int(two < three) + int(four < three))
        code += 64 * (int(one < four) + int(two < four) + int(three < four))
        into[code] += 1


@compiled
def count_repeats(numbers: Numbers, block: int, into: Counts) -> None:
    """Count blocks by how many of their numbers came before in them; what is told apart is kept by hashing."""
    bits = 3
    while (1 << bits) < 2 * block:
        bits += 1
    size, shift = 1 << bits, np.uint64(64 - bits)
    kept, stamps = np.zeros(size, np.uint64), np.full(size, -1, np.int64)
    for which in range(len(numbers) // block):
        found = 0
        for at in range(which * block, (which + 1) * block):
            number = numbers[at]
            slot = np.int64((number * np.uint64(0x9E3779B97F4A7C15)) >> shift)
            while stamps[slot] == which and kept[slot] != number:
                slot = (slot + 1) & (size - 1)
            if stamps[slot] == which:
                found += 1
            stamps[slot], kept[slot] = which, number
        into[min(found, len(into) - 1)] += 1
