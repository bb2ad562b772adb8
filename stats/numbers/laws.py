"""The exact laws of what is counted, where a fair source gives the numbers.

Three things make them exact. Numbers are whole, so ties have a chance of their own. A pattern begins only where the
longest that is told apart would still end within the chunk: whether it begins then depends on earlier numbers alone,
and its law is the law of a pattern without an end. And what ends a pattern tells nothing about the length of the next.
"""

from collections import Counter
from functools import cache
from itertools import product
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.numbers.cells import Cells, grouped, places
from fairfelt.stats.numbers.plan import (
    HAND,
    ORDERED,
    PAIR_CELLS,
    RUN_CAP,
    SIDE_CAP,
    STRIDES,
    TRIPLE_CELLS,
    Plan,
)

Law = NDArray[np.float64]
REPEATS = 32
"""The repeats in a block from which on all are one class."""


@cache
def tables(plan: Plan) -> dict[str, tuple[Law, ...]]:
    """Give, for each test that counts in cells, the chances of the cells: a law for each of its tables, in their order.

    Keys are the ends of test ids. Cells of chance zero stand where a code has no meaning.
    """
    fine, last = places(plan.below).chances, plan.digits
    pair, triple = grouped(plan.below, PAIR_CELLS).chances, grouped(plan.below, TRIPLE_CELLS).chances
    low_side = (plan.below // 2) / plan.below
    return {
        "chi-square": (fine,),
        "equidistribution": (words(pair, 2), words(triple, 3)),
        "coupon-collector": (coupon_law(last, plan.coupon_cap),),
        "runs": (*[run_law(plan.below)] * 2, side_law(low_side), side_law(1 - low_side)),
        "duplicates": (repeat_law(plan.below, plan.block),),
        "gap": (gap_law(last, plan.gap_cap), np.full(last.count, 1 / last.count)),
        "poker": (hand_law(last),),
        "permutation": (order_law(plan.below),),
        "subsequences": (plan.stride_cells.chances,) * sum(STRIDES),
        "adjacency": (fine,),
        "order-statistic": (largest_law(plan.below, plan.largest_of, plan.largest_edges),),
        "poisson": tuple(window_law(plan.window, weight / plan.below) for weight in kinds(last)),
    }


def kinds(cells: Cells) -> tuple[int, ...]:
    """List the different weights of cells, the heaviest first."""
    return tuple(sorted(set(cells.weights), reverse=True))


def words(chances: Law, length: int) -> Law:
    """Give the chances of words of so many letters, the first letter the most significant."""
    law = chances
    for _ in range(length - 1):
        law = np.multiply.outer(law, chances).ravel()
    return law


def gap_law(cells: Cells, cap: int) -> Law:
    """Give the chances that a number's cell comes back after 0, 1, ... other cells; `cap` or more is the last class."""
    chances, lengths = cells.chances, np.arange(cap)[:, None]
    ends = (chances**2 * (1 - chances) ** lengths).sum(axis=1)
    return np.append(ends, (chances * (1 - chances) ** cap).sum())


def _sets(cells: Cells, draws: int, until: float = 1.0) -> list[float]:
    """Give the chances that the last missing cell comes with draw 1, 2, ..., until their sum reaches a bound.

    Cells have at most two weights; what counts is how many of each have come.
    """
    weights = Counter(cells.weights)
    (heavy, many), (light, few) = (*((weight / cells.below, count) for weight, count in weights.items()), (0.0, 0))[:2]
    row, column = np.arange(many + 1)[:, None], np.arange(few + 1)[None, :]
    stays = row * heavy + column * light
    heavier, lighter = (many - row) * heavy, (few - column) * light
    held = np.zeros((many + 1, few + 1))
    held[0, 0] = 1.0
    found: list[float] = []
    while len(found) < draws and sum(found) < until:
        after = held * stays
        after[1:] += (held * heavier)[:-1]
        after[:, 1:] += (held * lighter)[:, :-1]
        found.append(float(after[many, few]))
        after[many, few] = 0.0
        held = after
    return found


def coupon_cap(cells: Cells, left_open: float) -> int:
    """Give the draws after which all but a share of sets are full."""
    return len(_sets(cells, 1 << 20, 1 - left_open))


def coupon_law(cells: Cells, cap: int) -> Law:
    """Give the chances that a set takes as many draws as there are cells, one more, ... `cap`; or more."""
    ends = _sets(cells, cap, 2.0)[cells.count - 1 :]
    return np.array([*ends, max(0.0, 1 - sum(ends))])


def run_law(below: int) -> Law:
    """Give the chances that a strictly rising run is 1, 2, ... long; RUN_CAP or more is the last class.

    So many numbers rise with the chance C(below, length) / below**length.
    """
    rises = np.array([comb(below, length) / below**length for length in range(1, RUN_CAP + 1)])
    return np.append(rises[:-1] - rises[1:], rises[-1])


def side_law(chance: float) -> Law:
    """Give the chances that a run on a side is 1, 2, ... long, where the next number stays with a chance."""
    stays = chance ** np.arange(SIDE_CAP)
    return np.append(stays[:-1] - stays[1:], stays[-1])


def hand_law(cells: Cells) -> Law:
    """Give the chances that 0, 1, ... 10 pairs of a hand of five are equal; each kind of hand has its own count."""
    most = HAND * (HAND - 1) // 2
    ways = np.zeros((HAND + 1, most + 1))
    ways[0, 0] = 1.0
    for chance in cells.chances:
        after = ways.copy()
        for several in range(1, HAND + 1):
            pairs = several * (several - 1) // 2
            factor = chance**several / factorial(several)
            after[several:, pairs:] += ways[: HAND + 1 - several, : most + 1 - pairs] * factor
        ways = after
    return np.asarray(ways[HAND] * factorial(HAND))


@cache
def order_law(below: int) -> Law:
    """Give the chances of the orders of four numbers, with ties, by the code that the kernel gives them.

    An order of so many different levels comes with the chance C(below, levels) / below**4.
    """
    law = np.zeros(ORDERED**ORDERED)
    for numbers in product(range(ORDERED), repeat=ORDERED):
        ranks = [sum(other < number for other in numbers) for number in numbers]
        code = sum(rank * ORDERED**at for at, rank in enumerate(ranks))
        law[code] = comb(below, len(set(numbers))) / below**ORDERED
    return law


def largest_law(below: int, several: int, edges: tuple[int, ...]) -> Law:
    """Give the chances that the largest of several numbers lies below the first edge, between it and the next, ..."""
    reached = [0.0, *((edge / below) ** several for edge in edges), 1.0]
    return np.diff(np.array(reached))


def window_law(window: int, chance: float) -> Law:
    """Give the binomial chances of 0, 1, ... numbers of a kind within a window."""
    counts = range(window + 1)
    return np.array([comb(window, count) * chance**count * (1 - chance) ** (window - count) for count in counts])


def repeat_law(below: int, block: int) -> Law:
    """Give the chances of 0, 1, ... repeats in a block: numbers that came before in it; REPEATS is the last class."""
    from fairfelt.stats.numbers.laws_kernel import repeats

    law = np.zeros(REPEATS + 1)
    repeats(float(below), block, law)
    return law
