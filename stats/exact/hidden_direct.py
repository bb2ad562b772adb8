"""Hidden duels of few cards: every hand and what it sees, up to the names of suits, against all that may be hidden."""

from collections.abc import Iterator
from math import comb

import numpy as np

from fairfelt.stats.exact.duel import Duel
from fairfelt.stats.exact.figures import Progress
from fairfelt.stats.exact.hidden_tables import (
    Array,
    Played,
    hands_of,
    money_of,
    nothing_played,
    on_all_cores,
    turns_keeping,
)

CHUNK = 2_000_000
"""Dealer's hands in one task, of a fraction of a second."""
TURNS = 24
LOOK_UP = 15e-9
"""Seconds to look one hand up."""


def seconds(duel: Duel) -> float:
    """Estimate what one core takes."""
    shape = duel.shape
    hands = comb(52, shape.exposed) * comb(52 - shape.exposed, shape.own) / TURNS
    return hands * _completions(duel) * LOOK_UP


def play(duel: Duel, progress: Progress) -> Iterator[tuple[tuple[int, ...], Played]]:
    """Play all deals; give parts that add up to all, each with the ranks that were exposed."""

    def work(exposed: Array, own: Array, weights: Array) -> tuple[tuple[int, ...], Played]:
        return tuple(int(card) // 4 for card in exposed), play_hands(duel, exposed, own, weights)

    return on_all_cores(work, _tasks(duel), progress)


def play_hands(duel: Duel, exposed: Array, own: Array, weights: Array) -> Played:
    """Play hands against exposed cards, each as often as its weight says."""
    from fairfelt.stats.exact import hidden_kernel as kernel

    found = nothing_played(duel)
    hands = hands_of(duel.ranking, duel.shape.own), hands_of(duel.ranking, duel.shape.dealer)
    room = np.zeros(duel.shape.dealer, np.int64)
    kernel.play_hands(exposed, own, weights, *hands, money_of(duel), room, found.ways, found.plays)
    return found


def _tasks(duel: Duel) -> Iterator[tuple[Array, Array, Array]]:
    from fairfelt.stats.exact.hidden_kernel import least_sets

    step = max(1, CHUNK // _completions(duel))
    for exposed, weight in zip(*least_sets(duel.shape.exposed, 0, turns_keeping(())), strict=True):
        bits = sum(1 << int(card) for card in exposed)
        own, weights = least_sets(duel.shape.own, bits, turns_keeping(exposed.tolist()))
        for start in range(0, len(own), step):
            yield exposed, own[start : start + step], weight * weights[start : start + step]


def _completions(duel: Duel) -> int:
    shape = duel.shape
    return comb(52 - shape.exposed - shape.own, shape.dealer - shape.exposed)
