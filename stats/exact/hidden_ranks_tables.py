"""What the rank-first method prepares once for a game: hands told by ranks alone, and where suited hands stand."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb
from typing import Any, NamedTuple

import numpy as np

from fairfelt.stats.exact.duel import Duel
from fairfelt.stats.exact.hidden_tables import Array, Hands, hands_of

RANKS, SUITS = 13, 4
NO_LEVEL = -1
FIRST_CUT = 2
"""Columns of the counts by ranks: how many of the dealer's hands lie below the seat's, how many not above, and then how
many lie below each cut."""


TOTAL, BELOW, UPTO, FIRST_FLOOR = range(4)
"""What is known of a state: how many hands the dealer may have, how many lie below the seat's and how many not above
it, and then how many lie below each floor of his bands but the first. Each cell of the duel is a difference of two."""


class Game(NamedTuple):
    """A duel for the kernels.

    `cuts` are classes below which the dealer's hands are counted: the floors of his bands, and one class for each place
    that suited hands have among the others. `level` gives a suited class its cut, `floors` and `floor_cuts` those of
    the bands but the first. What a choice is worth to a class of hands is `worths[class, choice]` times what is known.
    """

    own: Hands
    dealer: Hands
    size: int
    own_cards: int
    total: int
    cuts: Array
    level: Array
    floors: Array
    floor_cuts: Array
    worths: Array
    choose: Array


class Suited(NamedTuple):
    """The sets of ranks that one suit lifts, as bits, with what they add to a look-up and how many they are."""

    bits: Array
    words: Array
    cards: Array


class Sets(NamedTuple):
    """Multisets of ranks, sorted by how many cards they have: those of n cards start at `starts[n]`.

    `words` is how a hand's look-up adds them up; `flat` holds the ranks as bits if none repeats, or else 0.
    """

    starts: Array
    ranks: Array
    words: Array
    flat: Array


class Seen(NamedTuple):
    """What lies open: `free` are the ranks of the suit that may lift the dealer's hand and aren't exposed, `off` the
    exposed ranks of every other suit, as bits, `room` how many of their cards of each rank aren't; `counts` the
    dealer's hands by ranks; `table` and `place` what his suit changes; `weights` and `left` go with sets of ranks."""

    free: Array
    off: Array
    room: Array
    counts: Array
    table: Array
    place: Array
    weights: Array
    left: Array


@dataclass(frozen=True)
class Prepared:
    """What every task reads. `rows` gives the ranks of the hand at each place of the seat's `by_rank`; what is known of
    a state times `cells[band of the seat's hand as the dealer's, band of his, showdown]` is the count of that cell."""

    game: Game
    cells: Array
    rows: Array
    sets: Sets
    suited: Suited
    hidden: Array
    dealer_words: Array


def prepare(duel: Duel) -> Prepared:
    """Prepare a duel for all that may be exposed."""
    shape = duel.shape
    own, dealer = hands_of(duel.ranking, shape.own), hands_of(duel.ranking, shape.dealer)
    suited = suited_classes(own) | suited_classes(dealer)
    ordinary = np.unique(dealer.by_rank)
    places = {at: int(np.searchsorted(ordinary, at)) for at in sorted(suited)}
    first = {place: min(at for at in suited if places[at] == place) for place in set(places.values())}
    cuts = sorted({*duel.dealer_floors[1:], *first.values()})
    level = np.full(len(duel.ranking.classes), NO_LEVEL, np.int64)
    for at in suited:
        level[at] = cuts.index(first[places[at]])
    sets = _sets(own, shape.own)
    cells = _cells(len(duel.dealer_floors))
    worths = np.einsum("ckbs,kbsv->kcv", duel.net[:, duel.seat_band], cells[duel.dealer_band])
    whole = slice(sets.starts[shape.own], sets.starts[shape.own + 1])
    rows = np.zeros((len(own.by_rank), RANKS), np.int64)
    rows[places_of(own, sets.words[whole])] = sets.ranks[whole]
    hidden = _multisets(shape.dealer - shape.exposed)
    return Prepared(
        game=Game(
            own=own,
            dealer=dealer,
            size=duel.ranking.size,
            own_cards=shape.own,
            total=comb(52 - shape.own - shape.exposed, shape.dealer - shape.exposed),
            cuts=np.array(cuts, np.int64),
            level=level,
            floors=np.array(duel.dealer_floors[1:], np.int64),
            floor_cuts=np.array([cuts.index(floor) for floor in duel.dealer_floors[1:]], np.int64),
            worths=worths,
            choose=np.array(list(_pascal())),
        ),
        cells=cells,
        rows=rows,
        sets=sets,
        suited=_suited(own, duel.ranking.size, shape.own),
        hidden=hidden,
        dealer_words=hidden @ rank_words(dealer),
    )


def suited_classes(hands: Hands) -> set[int]:
    """List the classes that only cards of one suit make."""
    return set(hands.by_suit.tolist()) - set(hands.by_rank.tolist()) if hands.full_suits else set()


def rank_words(hands: Hands) -> Array:
    """Give what a card of each rank adds to a look-up, its suit aside."""
    return hands.words[::SUITS] & ((1 << hands.suit_shift) - 1)


def places_of(hands: Hands, words: Array) -> Array:
    """Find sums of `rank_words` in `by_rank`."""
    found: Array = hands.high[words >> hands.high_shift] + hands.low[words & ((1 << hands.high_shift) - 1)]
    return found


def classes_of(hands: Hands, words: Array) -> Array:
    """Give the classes that ranks alone make."""
    return hands.by_rank[places_of(hands, words)]


def _multisets(cards: int) -> Array:
    """List the multisets of ranks of so many cards, none more often than there are suits."""
    found = [
        [held.count(rank) for rank in range(RANKS)]
        for held in combinations_with_replacement(range(RANKS), cards)
        if not held or max(Counter(held).values()) <= SUITS
    ]
    return np.array(found, np.int64)


def _sets(own: Hands, cards: int) -> Sets:
    parts = [_multisets(many) for many in range(cards + 1)]
    ranks = np.concatenate(parts)
    flat = np.where(ranks.max(axis=1) == 1, ranks @ (1 << np.arange(RANKS)), 0)
    starts = np.cumsum([0, *(len(part) for part in parts)])
    return Sets(starts, ranks, ranks @ rank_words(own), flat)


def _suited(own: Hands, size: int, cards: int) -> Suited:
    all_bits = [bits for bits in range(1 << RANKS if own.full_suits else 0) if size <= bits.bit_count() <= cards]
    bits = np.array(all_bits, np.int64)
    held = bits[:, None] >> np.arange(RANKS) & 1
    return Suited(bits, held @ rank_words(own), held.sum(axis=1))


def _cells(bands: int) -> Array:
    """Say how each cell is counted from what is known, for each band of the dealer's that the seat's hand has."""
    known = np.eye(FIRST_FLOOR + bands - 1, dtype=np.int64)
    ends = [0 * known[TOTAL], *known[FIRST_FLOOR:], known[TOTAL]]
    cells = np.zeros((bands, bands, 3, len(known)), np.int64)
    for mine in range(bands):
        for theirs in range(bands):
            start, end = ends[theirs], ends[theirs + 1]
            won = end if theirs < mine else known[BELOW] if theirs == mine else start
            not_lost = known[UPTO] if theirs == mine else won
            cells[mine, theirs] = end - not_lost, not_lost - won, won - start
    return cells


def _pascal() -> Iterator[list[Any]]:
    row = [1, 0, 0, 0, 0]
    for _ in range(SUITS + 1):
        yield row
        row = [1, *(row[at] + row[at + 1] for at in range(SUITS))]
