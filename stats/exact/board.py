"""Exact best play of a duel over a shared board: two own cards each, some of the board seen before the decision.

Boards are taken up to the names of suits, 134,459 in place of 2,598,960 of five cards. On each board one sweep over all
pairs of cards, sorted by what they make, counts for every pair how many disjoint pairs it beats. The same board serves
each part of it that may have been what the seat saw. Two rounds over the boards: the first adds up what every choice is
worth for each pair and cards seen, the second counts how often each cell comes up when all choose best.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.evaluate import MOST_CARDS, lookup
from fairfelt.stats.exact.cores import share
from fairfelt.stats.exact.duel import Duel, Tally
from fairfelt.stats.exact.figures import Condition, Progress

Array = NDArray[Any]
OWN = 2
MOST_SEEN = 3
CHUNK = 256
PAIRS = comb(52, OWN)


def conditions(duel: Duel) -> list[Condition]:
    """Say what this method asks of a duel, and what of it holds."""
    shape = duel.shape
    cards = OWN + shape.board + shape.board_later
    return [
        Condition("two own cards each", (shape.own, shape.dealer) == (OWN, OWN)),
        Condition("none of the dealer's is seen", shape.exposed == 0),
        Condition(f"at most {MOST_SEEN} cards of a shared board lie when the seat decides", shape.board <= MOST_SEEN),
        Condition(
            f"hands are made from {duel.ranking.size} to {MOST_CARDS} cards", duel.ranking.size <= cards <= MOST_CARDS
        ),
    ]


def tally(duel: Duel, progress: Progress = lambda _: None) -> Tally:
    """Count how often each cell of the duel comes up under best play."""
    shape = duel.shape
    boards, weights = _boards(shape.board + shape.board_later)
    seen = _seen(shape.board)
    worth, _ = _play(duel, boards, weights, seen, None, lambda done: progress(done / 2))
    best = np.empty(worth.shape[1:], np.int8)
    for at, cards in enumerate(seen.least):
        best[at] = _alike_added(worth[:, at], int(cards)).argmax(axis=0)
    _, ways = _play(duel, boards, weights, seen, best, lambda done: progress(0.5 + done / 2))
    left = 52 - shape.board - shape.board_later
    deals = comb(52, shape.board) * comb(52 - shape.board, shape.board_later) * comb(left, OWN) * comb(left - OWN, OWN)
    return Tally(ways, deals)


@dataclass(frozen=True)
class _Seen:
    """What may be seen of the board: for each set of cards its kind up to suits, and the turn of suits that leads
    there; and the least set of each kind."""

    ids: Array
    turns: Array
    least: Array


def _play(
    duel: Duel, boards: Array, weights: Array, seen: _Seen, best: Array | None, progress: Progress
) -> tuple[Array, Array]:
    """Play every board, on all cores; give what choices are worth, or with `best` how often each cell comes up."""
    from fairfelt.stats.exact.board_kernel import play_boards

    splits = np.array(list(combinations(range(boards.shape[1]), duel.shape.board)))
    shape = (len(duel.choices), len(seen.least), PAIRS) if best is None else (0, 0, 0)
    taken = best if best is not None else np.empty((0, 0), np.int8)

    def room() -> tuple[Array, Array]:
        return np.zeros(shape, np.int64), np.zeros(duel.net.shape, np.int64)

    def work(part: slice, sums: tuple[Array, Array]) -> None:
        play_boards(
            boards[part],
            weights[part],
            splits,
            seen.ids,
            seen.turns,
            _pair_turns(),
            _binomials(),
            duel.seat_band,
            duel.net,
            taken,
            *sums,
            *tables(duel),
        )

    found = share(len(boards), CHUNK, room, work, progress)
    return sum(worth for worth, _ in found), sum(ways for _, ways in found)  # type: ignore[return-value]


def tables(duel: Duel) -> tuple[Any, ...]:
    """Give what the kernels look hands up in."""
    found = lookup(duel.ranking, OWN + duel.shape.board + duel.shape.board_later)
    hands = (found.words, found.start, found.high_shift, found.suit_shift, found.low, found.high)
    return (*hands, found.by_rank, found.by_suit, found.full_suits, duel.dealer_band, len(duel.dealer_floors))


def _boards(cards: int) -> tuple[Array, Array]:
    """List the boards up to the names of suits, and how many real ones each stands for."""
    least, _, same = _canonical(cards)
    kinds, at = np.unique(least, return_index=True)
    bits = kinds[:, None] >> np.arange(52) & 1
    boards = np.nonzero(bits)[1].reshape(len(kinds), cards)
    return boards, len(_turns()) // same[at].astype(np.int64)


def _seen(cards: int) -> _Seen:
    least, turns, _ = _canonical(cards)
    kinds, ids = np.unique(least, return_inverse=True)
    return _Seen(ids, turns, kinds)


def _alike_added(worth: Array, seen: int) -> Array:
    """Add up pairs that turn into each other by suits while the seen cards stay the same."""
    cards = [card for card in range(52) if seen >> card & 1]
    keeping = [at for at, turn in enumerate(_turns()) if {int(turn[card]) for card in cards} == set(cards)]
    return sum(worth[:, _pair_turns()[at]] for at in keeping)  # type: ignore[return-value]


@cache
def _canonical(cards: int) -> tuple[Array, Array, Array]:
    from fairfelt.stats.exact.board_kernel import canonical_sets

    if cards == 0:
        return np.zeros(1, np.int64), np.zeros(1, np.int8), np.full(1, len(_turns()), np.int8)
    return canonical_sets(cards, _turns(), _binomials())


@cache
def _turns() -> Array:
    """List what becomes of each card when the suits change places, in each of 24 ways."""
    return np.array([[card // 4 * 4 + order[card % 4] for card in range(52)] for order in permutations(range(4))])


@cache
def _pair_turns() -> Array:
    pairs = np.array([(high, low) for high in range(52) for low in range(high)])
    turned = np.sort(_turns()[:, pairs], axis=2)
    numbers: Array = turned[..., 1] * (turned[..., 1] - 1) // 2 + turned[..., 0]
    return numbers.astype(np.int16)


@cache
def _binomials() -> Array:
    return np.array([[comb(n, k) for k in range(8)] for n in range(53)])
