"""Evaluate hands in bulk: arrays of cards in, classes of the ranking out.

A hand's class is its place in `Ranking.classes`, lowest first, so classes compare as hands do. Tables are made from the
ranking itself. What ranks alone decide is looked up by how often each rank is held, split in two halves so that the
index has no gaps; what a common suit decides is looked up by the ranks held in that suit. The better of the two counts.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.cards import RANK_VALUE, RANKS, SUITS, Card
from fairfelt.rulesets.kernels import compiled
from fairfelt.rulesets.rankings import Category, Ranking, rank_hand

Codes = NDArray[np.uint8]
"""Cards as numbers from 0 to 51: four times the rank, counted from the deuce, plus the suit in the order of SUITS."""
Classes = NDArray[np.int16]

CODE: dict[Card, int] = {rank + suit: 4 * r + s for r, rank in enumerate(RANKS) for s, suit in enumerate(SUITS)}
CARD: tuple[Card, ...] = tuple(CODE)
LOW_RANKS = 7
COUNTER = 4
FULL = 1 << COUNTER - 1
"""Bits of a suit's counter, which starts so that its highest bit is set once a hand can lie in that suit."""
MOST_CARDS = 7
CODES = 256
ALL_RANKS = (1 << len(RANKS)) - 1
SLICE = 1 << 16


@dataclass(frozen=True)
class Lookup:
    """Tables for hands of one number of cards. The sum of the cards' `words`, and `start`, holds three numbers: how
    often each low rank is held, how often each high rank is held, and how many cards each suit has.

    `low` and `high` turn the first two into an index of `by_rank`; `by_suit` is indexed by a suit's ranks as bits.
    Whatever a sum may hold, its parts lie within the tables.
    """

    words: NDArray[np.int64]
    start: int
    high_shift: int
    suit_shift: int
    low: NDArray[np.uint16]
    high: NDArray[np.int32]
    by_rank: Classes
    by_suit: Classes
    full_suits: int
    """The counters' highest bits, in their place in a word; 0 where suits don't matter."""


def codes(cards: Sequence[Card]) -> Codes:
    """Number cards."""
    return np.array([CODE[card] for card in cards], np.uint8)


def evaluate(ranking: Ranking, cards: Codes, how: Literal["compiled", "numpy"] = "compiled") -> Classes:
    """Give the class of each hand, the best of all its cards.

    `cards` has a hand in each row; a number that is no card's, or a card more often than the packs hold it, gives any
    class. Raise ValueError for fewer cards than the ranking ranks, and for more than seven.
    """
    found = lookup(ranking, cards.shape[1])
    out = _by_numpy(cards, found) if how == "numpy" else _by_kernel(cards, found)
    if ranking.packs > 1 and found.full_suits:
        _look_at_suits(ranking, cards, found, out)
    return out


def _by_kernel(cards: Codes, found: Lookup) -> Classes:
    out = np.empty(len(cards), np.int16)
    _kernel()(
        np.ascontiguousarray(cards, np.uint8),
        found.words,
        found.start,
        found.high_shift,
        found.suit_shift,
        found.low,
        found.high,
        found.by_rank,
        found.by_suit,
        found.full_suits,
        out,
    )
    return out


def categories_of(ranking: Ranking, classes: Classes) -> NDArray[np.int8]:
    """Give the category of each class, as a place in `ranking.categories`."""
    names = [category.name for category in ranking.categories]
    return np.array([names.index(entry.category) for entry in ranking.classes], np.int8)[classes]


def lookup(ranking: Ranking, cards: int) -> Lookup:
    """Make the tables for hands of so many cards, once; raise ValueError as `evaluate` does."""
    if not ranking.size <= cards <= MOST_CARDS:
        raise ValueError(f"{ranking.name} hands are made from {ranking.size} to {MOST_CARDS} cards, not from {cards}")
    return _lookup(ranking.size, ranking.categories, ranking.wheel, ranking.packs, cards)


@cache
def _lookup(
    size: int, categories: tuple[Category, ...], wheel: Literal["lowest", "second", "none"], packs: int, cards: int
) -> Lookup:
    ranking = Ranking("", size, categories, wheel, packs=packs)
    base = min(len(SUITS) * packs, cards) + 1
    high_ranks = len(RANKS) - LOW_RANKS
    high_shift = (base**LOW_RANKS).bit_length()
    suit_shift = high_shift + (base**high_ranks).bit_length()
    suited = any(category.suited for category in categories)
    low, high, by_rank = _by_rank(ranking, cards, base)
    words = [_word(r, s if suited else 0, base, high_shift, suit_shift) for r in range(13) for s in range(4)]
    words += [0] * (CODES - len(words))
    starts = (FULL - size << suit_shift + COUNTER * suit for suit in range(len(SUITS)))
    full = sum(FULL << suit_shift + COUNTER * suit for suit in range(len(SUITS)))
    return Lookup(
        words=np.array(words, np.int64),
        start=sum(starts),
        high_shift=high_shift,
        suit_shift=suit_shift,
        low=low,
        high=high,
        by_rank=by_rank,
        by_suit=_by_suit(ranking, cards) if suited and packs == 1 else np.zeros(1 << len(RANKS), np.int16),
        full_suits=full if suited else 0,
    )


def _word(rank: int, suit: int, base: int, high_shift: int, suit_shift: int) -> int:
    by_rank: int = base**rank if rank < LOW_RANKS else base ** (rank - LOW_RANKS) << high_shift
    return by_rank + (1 << suit_shift + COUNTER * suit)


def _by_rank(ranking: Ranking, cards: int, base: int) -> tuple[NDArray[np.uint16], NDArray[np.int32], Classes]:
    """Lay out the classes of all counts of ranks: block by block of the high ranks, in each the low ranks."""
    low_at: dict[tuple[int, ...], int] = {}
    low = np.zeros(1 << (base**LOW_RANKS).bit_length(), np.uint16)
    for held in range(cards + 1):
        for at, ranks in enumerate(_held(range(LOW_RANKS), held, base)):
            low_at[ranks] = at
            low[sum(base**rank for rank in ranks)] = at
    best = _best_by_rank(ranking, cards, base)
    blocks: dict[tuple[int, ...], int] = {}
    high = np.zeros(1 << (base ** (len(RANKS) - LOW_RANKS)).bit_length(), np.int32)
    lows = {held: sum(len(ranks) == held for ranks in low_at) for held in range(cards + 1)}
    end = 0
    for held in range(cards + 1):
        for ranks in _held(range(LOW_RANKS, len(RANKS)), held, base):
            blocks[ranks] = high[sum(base ** (rank - LOW_RANKS) for rank in ranks)] = end
            end += lows[cards - held]
    by_rank = np.zeros(end + len(low_at), np.int16)
    for ranks, found in best.items():
        split = sum(rank < LOW_RANKS for rank in ranks)
        by_rank[blocks[ranks[split:]] + low_at[ranks[:split]]] = found
    return low, high, by_rank


def _held(ranks: range, cards: int, base: int) -> Iterator[tuple[int, ...]]:
    """List the ways to hold so many cards of these ranks, none more often than there are."""
    return (held for held in combinations_with_replacement(ranks, cards) if all(held.count(r) < base for r in held))


def _best_by_rank(ranking: Ranking, cards: int, base: int) -> dict[tuple[int, ...], int]:
    best = {held: _class(ranking, held, False) for held in _held(range(len(RANKS)), ranking.size, base)}
    for more in range(ranking.size + 1, cards + 1):
        best = {
            held: max(best[held[:at] + held[at + 1 :]] for at in range(more))
            for held in _held(range(len(RANKS)), more, base)
        }
    return best


def _by_suit(ranking: Ranking, cards: int) -> Classes:
    best = np.zeros(1 << len(RANKS), np.int16)
    for bits in range(1 << len(RANKS)):
        ranks = [rank for rank in range(len(RANKS)) if bits >> rank & 1]
        if len(ranks) == ranking.size:
            best[bits] = _class(ranking, ranks, True)
        elif ranking.size < len(ranks) <= cards:
            best[bits] = max(best[bits & ~(1 << rank)] for rank in ranks)
    return best


def _class(ranking: Ranking, ranks: Sequence[int], suited: bool) -> int:
    values = tuple(RANK_VALUE[RANKS[rank]] for rank in reversed(ranks))
    place: int = ranking.index[rank_hand(ranking, values, suited)]
    return place


def _look_at_suits(ranking: Ranking, cards: Codes, found: Lookup, out: Classes) -> None:
    """Evaluate one by one what lies in a suit: of several packs, a suit can hold a rank twice."""
    for hand in np.flatnonzero((found.words[cards].sum(axis=1) + found.start) & found.full_suits):
        out[hand] = ranking.index[ranking.strength([CARD[code] for code in cards[hand]])]


def _by_numpy(cards: Codes, found: Lookup) -> Classes:
    out = np.empty(len(cards), np.int16)
    for start in range(0, len(cards), SLICE):  # what is looked up stays in the processor's cache
        part = cards[start : start + SLICE]
        words = found.words[part[:, 0]] + found.start
        for column in range(1, cards.shape[1]):
            words += found.words[part[:, column]]
        high = (words >> found.high_shift) & ((1 << found.suit_shift - found.high_shift) - 1)
        best = found.by_rank[found.high[high] + found.low[words & ((1 << found.high_shift) - 1)]]
        full = np.flatnonzero(words & found.full_suits)
        for suit in range(len(SUITS)) if len(full) else ():
            bits = np.where(part[full] % 4 == suit, 1 << (part[full] >> 2).astype(np.int64), 0).sum(axis=1)
            best[full] = np.maximum(best[full], found.by_suit[bits & ALL_RANKS])
        out[start : start + SLICE] = best
    return out


def _evaluate_rows(
    cards: Codes,
    words: NDArray[np.int64],
    start: int,
    high_shift: int,
    suit_shift: int,
    low: NDArray[np.uint16],
    high: NDArray[np.int32],
    by_rank: Classes,
    by_suit: Classes,
    full_suits: int,
    out: Classes,
) -> None:
    low_mask = (1 << high_shift) - 1
    high_mask = (1 << (suit_shift - high_shift)) - 1
    for hand in range(cards.shape[0]):
        word = start
        for at in range(cards.shape[1]):
            word += words[cards[hand, at]]
        best = by_rank[high[(word >> high_shift) & high_mask] + low[word & low_mask]]
        full = word & full_suits
        if full:
            for suit in range(4):
                if full >> (suit_shift + COUNTER * suit) & FULL:
                    bits = 0
                    for at in range(cards.shape[1]):
                        bits |= (cards[hand, at] & 3 == suit) << (cards[hand, at] >> 2)
                    best = max(best, by_suit[bits & ALL_RANKS])
        out[hand] = best


@cache
def _kernel() -> Callable[..., None]:
    return compiled(_evaluate_rows)
