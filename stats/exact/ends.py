"""All ends of a duel from what a seat sees: how often each cell comes up, and what each choice is worth."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.cards import Card
from fairfelt.rulesets.evaluate import MOST_CARDS, Codes, codes, evaluate
from fairfelt.stats.exact.duel import Duel
from fairfelt.stats.exact.figures import Condition

MOST_ENDS = 5_000_000
"""Ends that are counted in seconds."""


def conditions(duel: Duel) -> list[Condition]:
    """Say what counting all ends asks of a duel, and what of it holds."""
    shape = duel.shape
    board = shape.board + shape.board_later
    sizes = (shape.own + board, shape.dealer + board)
    return [
        Condition(
            f"hands are made from {duel.ranking.size} to {MOST_CARDS} cards",
            all(duel.ranking.size <= size <= MOST_CARDS for size in sizes),
        ),
        Condition(f"what a seat sees leaves at most {MOST_ENDS:,} ends to count", ends_left(duel) <= MOST_ENDS),
    ]


def ends_left(duel: Duel) -> int:
    """Count the ends of a round from what a seat sees when it decides."""
    shape = duel.shape
    left = 52 - shape.own - shape.exposed - shape.board
    return comb(left, shape.board_later) * comb(left - shape.board_later, shape.dealer - shape.exposed)


def values(duel: Duel, own: Sequence[Card], seen: Sequence[Card]) -> tuple[Fraction, ...]:
    """Give what each choice is worth, in units, for a seat's cards and what it sees: of the dealer, then the board."""
    known = codes([*own, *seen])
    ways = count_ends(duel, np.concatenate([known, np.setdiff1d(np.arange(52, dtype=np.uint8), known)]))
    return tuple(Fraction(int((ways * net).sum()), int(ways.sum()) * duel.scale) for net in duel.net)


def count_ends(duel: Duel, deck: Codes) -> NDArray[np.int64]:
    """Count the ends of a round by band of the seat, band of the dealer and showdown. The first cards of the deck are
    the seat's own, then what it sees of the dealer's and of the board."""
    shape = duel.shape
    own, deck = deck[: shape.own], deck[shape.own :]
    exposed, deck = deck[: shape.exposed], deck[shape.exposed :]
    board, left = deck[: shape.board], deck[shape.board :]
    ways = np.zeros(duel.net.shape[1:], np.int64)
    picks = _picks(len(left) - shape.board_later, shape.dealer - shape.exposed)
    for later in combinations(range(len(left)), shape.board_later):
        whole = np.concatenate([board, left[list(later)]])
        free = np.delete(left, later)
        mine = int(evaluate(duel.ranking, np.concatenate([own, whole])[None])[0])
        known = np.broadcast_to(np.concatenate([exposed, whole]), (len(picks), shape.exposed + len(whole)))
        theirs = evaluate(duel.ranking, np.hstack([known, free[picks]]))
        showdown = np.sign(mine - theirs.astype(np.int64)) + 1
        cells = duel.dealer_band[theirs] * 3 + showdown
        ways[duel.seat_band[mine]] += np.bincount(cells, minlength=ways[0].size).reshape(ways.shape[1:])
    return ways


def _picks(left: int, hidden: int) -> NDArray[np.int64]:
    found = np.fromiter((card for pick in combinations(range(left), hidden) for card in pick), np.int64)
    return found.reshape(-1, hidden)
