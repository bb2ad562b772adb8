"""Count gaps, sets, runs, hands, largest numbers and windows in a chunk of numbers.

A pattern begins only where the longest that is told apart would still end within the chunk.
"""

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled

Numbers = NDArray[np.uint64]
Cells = NDArray[np.uint16]
Counts = NDArray[np.int64]


@compiled
def count_gaps(cells: Cells, into: Counts) -> None:
    """Count the gaps until a number's cell comes back; the number after it begins the next gap."""
    cap, at = len(into) - 1, 0
    while at + 1 + cap <= len(cells):
        mark, gap = cells[at], 0
        while gap < cap and cells[at + 1 + gap] != mark:
            gap += 1
        into[gap] += 1
        at += gap + 1 + int(gap < cap)


@compiled
def count_recent(numbers: Numbers, cells: Cells, last: np.uint64, into: Counts) -> None:
    """Count how many different cells came since a number's cell came last; numbers beyond the last are passed over.

    Cells that never came stand in the order that they began in, so every count is equally likely, each time.
    """
    order = np.arange(len(into)).astype(np.uint16)
    for at in range(len(cells)):
        if numbers[at] > last:
            continue
        cell, since = cells[at], 0
        moved = order[0]
        while moved != cell:
            since += 1
            order[since], moved = moved, order[since]
        order[0] = cell
        into[since] += 1


@compiled
def count_sets(cells: Cells, kinds: int, into: Counts) -> None:
    """Count the draws until each cell has come, from as many as there are cells."""
    cap = len(into) - 2 + kinds
    seen = np.full(kinds, -1, np.int64)
    at = 0
    while at + cap <= len(cells):
        first, missing, drawn = at, kinds, 0
        while missing > 0 and drawn < cap:
            cell = cells[first + drawn]
            if seen[cell] < first:
                missing -= 1
            seen[cell] = first
            drawn += 1
        into[drawn - kinds if missing == 0 else len(into) - 1] += 1
        at += drawn


@compiled
def count_rises(numbers: Numbers, falling: bool, into: Counts) -> None:
    """Count strictly rising, or falling, runs; the number that ends one is left out, which makes them independent."""
    cap, at = len(into), 0
    while at + cap <= len(numbers):
        length = 1
        while length < cap:
            before, after = numbers[at + length - 1], numbers[at + length]
            if (before <= after) if falling else (before >= after):
                break
            length += 1
        into[length - 1] += 1
        at += length + int(length < cap)


@compiled
def count_sides(numbers: Numbers, middle: np.uint64, low: Counts, high: Counts) -> None:
    """Count runs of numbers below the middle, and of the others."""
    cap, at = len(low), 0
    while at + cap <= len(numbers):
        side, length = numbers[at] < middle, 1
        while length < cap and (numbers[at + length] < middle) == side:
            length += 1
        if side:
            low[length - 1] += 1
        else:
            high[length - 1] += 1
        at += length


@compiled
def count_hands(cells: Cells, into: Counts) -> None:
    """Count hands of five by how many of their ten pairs are equal."""
    for at in range(0, len(cells) - 4, 5):
        one, two, three, four, five = cells[at], cells[at + 1], cells[at + 2], cells[at + 3], cells[at + 4]
        equal = int(one == two) + int(one == three) + int(one == four) + int(one == five) + int(two == three)
        equal += int(two == four) + int(two == five) + int(three == four) + int(three == five) + int(four == five)
        into[equal] += 1


@compiled
def count_largest(numbers: Numbers, several: int, edges: Numbers, into: Counts) -> None:
    """Count the largest of several numbers by the edges that it reaches."""
    for at in range(0, len(numbers) - several + 1, several):
        largest = numbers[at]
        for other in range(at + 1, at + several):
            largest = max(largest, numbers[other])
        low, high = 0, len(edges)
        while low < high:
            middle = (low + high) // 2
            if edges[middle] <= largest:
                low = middle + 1
            else:
                high = middle
        into[low] += 1


@compiled
def count_windows(cells: Cells, window: int, kind: NDArray[np.int64], into: Counts) -> None:
    """Count windows by how often one cell comes in them; each window asks for the next cell.

    `kind` says in which of the tables, one for each weight of cells, a cell is counted.
    """
    asked = 0
    for at in range(0, len(cells) - window + 1, window):
        found = 0
        for each in range(at, at + window):
            found += int(cells[each] == asked)
        into[kind[asked] * (window + 1) + found] += 1
        asked = asked + 1 if asked + 1 < len(kind) else 0
