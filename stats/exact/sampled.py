"""Estimate a duel for which no exact method is within reach: states drawn at random, each decided exactly.

Given what a seat sees, every end of the round is counted, so the choice is the best one and its worth has no error.
Only the states are a sample.
"""

from math import sqrt
from time import monotonic

import numpy as np

from fairfelt.stats.exact.duel import Duel
from fairfelt.stats.exact.ends import count_ends
from fairfelt.stats.exact.figures import Estimate, Progress

LEAST_STATES = 200
SECONDS = 60.0


def estimate(
    duel: Duel, states: int | None, seed: int, progress: Progress = lambda _: None
) -> tuple[dict[tuple[int, int, int, int], Estimate], dict[str, Estimate], int]:
    """Estimate how often each cell comes up under best play, and the figures that follow.

    Without a number of states, draw for about a minute. Give the cells, the figures `net`, `square`, `staked`, `fold`
    by name, in units of the first wagers together, and how many states were drawn.
    """
    drawn = np.random.default_rng(seed)
    units = len(duel.per)
    staked = np.array([sum(choice.stakes.values()) / units for choice in duel.choices])
    folds = np.array([set(choice.stakes) == set(duel.per) for choice in duel.choices])
    net = duel.net / (duel.scale * units)
    sums, squares = np.zeros(4), np.zeros(4)
    cells, cell_squares = np.zeros(duel.net.shape), np.zeros(duel.net.shape)
    count, began = 0, monotonic()
    while count < (states or LEAST_STATES) or (states is None and monotonic() - began < SECONDS):
        ways = count_ends(duel, drawn.permutation(52).astype(np.uint8))
        worths = (ways * duel.net).sum(axis=(1, 2, 3))  # whole numbers: no two choices differ by rounding
        best = int(worths.argmax())
        share = ways / ways.sum()
        state = np.array(
            [(share * net[best]).sum(), (share * net[best] ** 2).sum(), staked[best], float(folds[best])]
        )
        sums += state
        squares += state**2
        cells[best] += share
        cell_squares[best] += share**2
        count += 1
        progress(count / states if states else min(1.0, (monotonic() - began) / SECONDS))
    names = ("net", "square", "staked", "fold")
    figures = {name: _estimate(sums[at], squares[at], count) for at, name in enumerate(names)}
    shares = {at: _estimate(cells[at], cell_squares[at], count) for at in duel.cells if cells[at]}
    return shares, figures, count


def _estimate(total: float, squares: float, count: int) -> Estimate:
    mean = total / count
    spread = max(0.0, squares / count - mean**2) * count / max(1, count - 1)
    return Estimate(float(mean), sqrt(spread / count))
