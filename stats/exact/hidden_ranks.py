"""Hidden duels of many cards: count by ranks, as if there were no suits, then put right what suits change.

The dealer's hand can be lifted by one suit at most, and only by few of his hidden cards. So of the seat's hand no more
matters than its ranks, which of its cards lie in that suit, and its class.
"""

from collections.abc import Iterator
from itertools import groupby
from math import comb

import numpy as np

from fairfelt.stats.exact.duel import Duel
from fairfelt.stats.exact.figures import Condition, Progress
from fairfelt.stats.exact.hidden_ranks_tables import (
    FIRST_CUT,
    RANKS,
    SUITS,
    TOTAL,
    Prepared,
    Seen,
    classes_of,
    prepare,
    rank_words,
)
from fairfelt.stats.exact.hidden_tables import Array, Played, nothing_played, on_all_cores, turns_keeping

STEP, STATE = 0.5e-9, 35e-9
"""Seconds to count one of the dealer's hands by ranks for one of the seat's, and to play one state."""
TURNS = 24


def conditions(duel: Duel) -> list[Condition]:
    """Say what this method asks of a duel beyond cards enough to make hands, and what of it holds."""
    shape, size = duel.shape, duel.ranking.size
    needed = size - (shape.dealer - shape.exposed)
    allowed = (size, size + 1)
    return [
        Condition(
            "each hand holds as many cards as its ranking ranks, or one more",
            shape.own in allowed and shape.dealer in allowed and size > 1,
        ),
        Condition(
            "once the dealer's face-up cards are seen, at most one suit can still make his hand",
            not _suits_matter(duel) or (needed > 0 and 2 * needed > shape.exposed),
        ),
    ]


def seconds(duel: Duel) -> float:
    """Estimate what one core takes."""
    shape = duel.shape
    hidden = shape.dealer - shape.exposed
    by_ranks = _multisets(shape.exposed) * _multisets(shape.own) * _multisets(hidden)
    free = RANKS - max(0, duel.ranking.size - hidden)
    states = sum(comb(free, held) * _multisets(shape.own - held) for held in range(shape.own + 1))
    return STEP * by_ranks + STATE * states * comb(52, shape.exposed) / TURNS


def play(duel: Duel, progress: Progress) -> Iterator[tuple[tuple[int, ...], Played]]:
    """Play all deals; give parts that add up to all, each with the ranks that were exposed."""
    from fairfelt.stats.exact.hidden_kernel import least_sets

    shape = duel.shape
    ready = prepare(duel)

    def work(ranks: tuple[int, ...], exposed: list[tuple[Array, int]]) -> tuple[tuple[int, ...], Played]:
        return ranks, play_ranks(duel, ready, ranks, exposed)

    sets, weights = least_sets(shape.exposed, 0, turns_keeping(()))
    kinds = sorted(zip(sets, weights.tolist(), strict=True), key=lambda kind: _ranks(kind[0]))
    tasks = ((ranks, list(exposed)) for ranks, exposed in groupby(kinds, key=lambda kind: _ranks(kind[0])))
    return on_all_cores(work, tasks, progress)


def play_ranks(duel: Duel, ready: Prepared, ranks: tuple[int, ...], exposed: list[tuple[Array, int]]) -> Played:
    """Play all hands against exposed cards of these ranks, given each with how many others its suits stand for."""
    counts = count_ranks(ready, ranks)
    known = np.zeros_like(ready.game.worths)
    for cards, weight in exposed:
        known += weight * play_exposed(ready, see(duel, ready, cards, counts))
    return _played(duel, ready, known)


def count_ranks(ready: Prepared, ranks: tuple[int, ...]) -> Array:
    """Count the dealer's hands by ranks alone, given the ranks of his exposed cards."""
    from fairfelt.stats.exact.hidden_ranks_kernel import count_by_ranks

    seen = np.bincount(np.array(ranks, np.int64), minlength=RANKS)
    fits = (ready.hidden + seen).max(axis=1) <= SUITS
    word = int(seen @ rank_words(ready.game.dealer))
    hidden_classes = classes_of(ready.game.dealer, ready.dealer_words[fits] + word).astype(np.int64)
    counts = np.empty((len(ready.rows), FIRST_CUT + len(ready.game.cuts)), np.int32)
    count_by_ranks(ready.game, seen, ready.rows, ready.hidden[fits], hidden_classes, counts)
    return counts


def see(duel: Duel, ready: Prepared, exposed: Array, counts: Array) -> Seen:
    """Work out what exposed cards leave open; `counts` are the dealer's hands by ranks."""
    from fairfelt.stats.exact.hidden_ranks_kernel import suit_table, weigh_sets

    game, hidden = ready.game, duel.shape.dealer - duel.shape.exposed
    bits = [sum(1 << int(card) // SUITS for card in exposed if card % SUITS == suit) for suit in range(SUITS)]
    suit = _lifting_suit(duel, bits)
    off = np.array([held for at, held in enumerate(bits) if at != suit])
    room = np.array([sum(not held >> rank & 1 for held in off.tolist()) for rank in range(RANKS)])
    if suit is None:
        free = np.zeros(0, np.int64)
        table, place = np.zeros((1, 1, 1), np.int16), np.zeros(len(game.level) + 1, np.int64)
    else:
        free = np.array([rank for rank in range(RANKS) if not bits[suit] >> rank & 1])
        words = rank_words(game.dealer)
        table, place = suit_table(game, int(words[exposed // SUITS].sum()), bits[suit], free, words, hidden)
    weights = np.zeros(len(ready.sets.words), np.int64)
    left = np.zeros((len(weights), table.shape[2]), np.int16)
    weigh_sets(game, ready.sets, room, table.shape[2], weights, left)
    return Seen(free, off, room, counts, table, place, weights, left)


def play_exposed(ready: Prepared, seen: Seen) -> Array:
    """Play all hands against exposed cards; give what is known of the hands, added up by class and choice."""
    from fairfelt.stats.exact.hidden_states_kernel import play_others, play_suited_off

    game, words = ready.game, rank_words(ready.game.own)
    removed, removed_flat = np.zeros(len(ready.rows), np.int64), np.zeros(1 << RANKS, np.int64)
    found = np.zeros_like(game.worths)
    play_suited_off(game, seen, ready.suited, words, removed, removed_flat, found)
    play_others(game, seen, ready.sets, words, removed, removed_flat, found)
    return found


def _played(duel: Duel, ready: Prepared, known: Array) -> Played:
    """Turn what is known of hands, added up by class and choice, into counts."""
    found = nothing_played(duel)
    by_class = np.einsum("kcv,kbsv->kcbs", known, ready.cells[duel.dealer_band])
    np.add.at(found.ways.swapaxes(0, 1), duel.seat_band, by_class)
    found.plays[:] = known[:, :, TOTAL].T // ready.game.total
    return found


def _lifting_suit(duel: Duel, bits: list[int]) -> int | None:
    """Find the suit that may make the dealer's hand."""
    needed = duel.ranking.size - (duel.shape.dealer - duel.shape.exposed)
    return next((suit for suit in range(SUITS) if _suits_matter(duel) and bits[suit].bit_count() >= needed), None)


def _suits_matter(duel: Duel) -> bool:
    return any(category.suited for category in duel.ranking.categories)


def _ranks(cards: Array) -> tuple[int, ...]:
    return tuple(int(card) // SUITS for card in cards)


def _multisets(cards: int) -> int:
    return comb(RANKS + cards - 1, cards)
