"""Deals in which two hands are likely to be of one rare category, or to differ in their last cards only.

As cards come, two hands of four of a kind never meet. So most of a board is laid that two hands share, or the cards
that decide between them; the rest is dealt as it comes.
"""

from collections.abc import Mapping, Sequence
from random import Random

from fairfelt.rulesets.cards import RANKS, SUITS, Card
from fairfelt.rulesets.witness import Deal

FULL_BOARD = 4
"""Cards of a board on which two hands can share most of a hand."""


def shares_a_board(sizes: Mapping[str, int]) -> bool:
    """Say whether so much is shared that hands can be laid close to each other."""
    return sizes.get("board", 0) >= FULL_BOARD


def close_hands(sizes: Mapping[str, int], rng: Random) -> Deal:
    """Lay some of the cards of a board, a seat, and a dealer who hold so many."""
    return rng.choice((_busy_board, _busy_board, _low_hands, _pairs_beside, _run_beside_four))(sizes, rng)


def _busy_board(sizes: Mapping[str, int], rng: Random) -> Deal:
    """Lay three or four of a rank, two pairs, a full house, or most of a flush or of a suited run."""
    size, suits = sizes["board"], rng.sample(SUITS, len(SUITS))
    alike, other = ([rank + suit for suit in suits] for rank in rng.sample(RANKS, 2))
    suited = [rank + suits[0] for rank in rng.sample(RANKS, rng.choice((size - 1, size)))]
    start = rng.randrange(len(RANKS) - size + 2)
    run = [rank + suits[0] for rank in RANKS[start : start + size - 1]]
    full = [*alike[:3], *other[:2]][:size]
    return {"board": tuple(rng.choice((alike[:3], alike, [*alike[:2], *other[:2]], full, suited, run)))}


def _low_hands(sizes: Mapping[str, int], rng: Random) -> Deal:
    """Lay high cards on the board and low ones without a pair beside it, so that the last kickers decide."""
    suits = [rng.sample(SUITS, len(SUITS)) for _ in RANKS]

    def laid(ranks: str, count: int, suit: int) -> tuple[Card, ...]:
        return tuple(rank + suits[RANKS.index(rank)][suit] for rank in rng.sample(ranks, min(count, len(ranks))))

    half = len(RANKS) // 2
    held = {place: laid(RANKS[: half + 1], sizes.get(place, 0), at) for at, place in enumerate(("seat", "dealer"))}
    return {"board": laid(RANKS[half:], sizes["board"] - 1, 2), **held}


def _pairs_beside(sizes: Mapping[str, int], rng: Random) -> Deal:
    """Lay one or two cards of two ranks on the board, two of one with the seat and two of the other with the dealer."""
    mine, theirs = ([rank + suit for suit in rng.sample(SUITS, len(SUITS))] for rank in rng.sample(RANKS, 2))
    shared = rng.choice((1, 2))
    held = mine[shared : shared + 2], theirs[shared : shared + 2]
    return _two_each(sizes, [*mine[:shared], *theirs[:shared]], *held, rng)


def _run_beside_four(sizes: Mapping[str, int], rng: Random) -> Deal:
    """Let the seat complete a suited run, and the dealer four of a rank that is paired on the board."""
    suits, start = rng.sample(SUITS, len(SUITS)), rng.randrange(len(RANKS) - FULL_BOARD)
    run = [rank + suits[0] for rank in RANKS[start : start + FULL_BOARD + 1]]
    rng.shuffle(run)
    paired = [run[0][0] + suit for suit in suits[1:]]
    return _two_each(sizes, [*run[:3], paired[0]], run[3:], paired[1:], rng)


def _two_each(
    sizes: Mapping[str, int], board: Sequence[Card], mine: Sequence[Card], theirs: Sequence[Card], rng: Random
) -> Deal:
    """Lay a board, two cards that the seat holds together, at any of its spots, and two of the dealer's."""
    used = {*board, *mine, *theirs}
    others = [rank + suit for rank in RANKS for suit in SUITS if rank + suit not in used]
    before = rng.sample(others, rng.randrange(0, max(1, sizes.get("seat", 2) - 1), 2))
    seat = (*before, *mine)[: sizes.get("seat", 0)]
    return {"board": tuple(board), "seat": seat, "dealer": tuple(theirs)[: sizes.get("dealer", 0)]}
