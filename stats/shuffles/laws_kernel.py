"""The one law whose counting takes a compiled loop: every shape of so many cells."""

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled


@compiled
def squares_by_first_row(size: int) -> NDArray[np.float64]:
    """Give, by length of the first row, the share of permutations whose tableaux have such a shape.

    The tableaux of a shape are size! over the product of its hooks (Frame, Robinson and Thrall, 1954); their squares
    add up to size!.
    """
    logs = np.zeros(size + 2)
    for number in range(2, size + 2):
        logs[number] = np.log(number)
    all_orders = logs.sum() - logs[size + 1]
    law = np.zeros(size + 1)
    parts, columns = np.zeros(size + 1, np.int64), np.zeros(size + 1, np.int64)
    parts[0] = size
    rows = 1
    while True:
        columns[:] = 0
        for row in range(rows):
            for column in range(parts[row]):
                columns[column] += 1
        hooks = 0.0
        for row in range(rows):
            for column in range(parts[row]):
                hooks += logs[parts[row] - column + columns[column] - row - 1]
        law[parts[0]] += np.exp(all_orders - 2 * hooks)
        ones = 0
        while rows and parts[rows - 1] == 1:
            rows -= 1
            ones += 1
        if not rows:
            return law
        parts[rows - 1] -= 1
        left, most = ones + 1, parts[rows - 1]
        while left:
            parts[rows] = min(left, most)
            left -= parts[rows]
            rows += 1
