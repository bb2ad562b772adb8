"""Checks of the cards of a place, whatever hands they make: each card and rank as often as any, none carried over."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import comb

import numpy as np

from fairfelt.rulesets.cards import RANKS
from fairfelt.rulesets.evaluate import CARD
from fairfelt.stats.decision.measure import Measure, by_chi_square
from fairfelt.stats.rounds.checks import Check
from fairfelt.stats.rounds.columns import Chunk, Counts
from fairfelt.stats.rounds.tables import LEAST, TOO_FEW, binomial, goodness

DECK = 52


@dataclass(frozen=True)
class Spot:
    """A place whose cards are judged: one seat's, all seats', the dealer's or the board's. `size` counts its cards."""

    name: str
    words: str
    place: str
    seats: tuple[int, ...]
    size: int

    @property
    def held_by(self) -> tuple[int, ...]:
        """The seats to look at for its cards: shared ones are the same at each."""
        return self.seats if self.place == "seat" else self.seats[:1]


def card_checks(spot: Spot) -> Iterator[Check]:
    """Give the checks of one place."""
    name, words = f"rounds.{spot.name}", spot.words
    count = partial(count_cards, spot)
    yield Check(f"{name}.cards", f"Every card comes to {words} as often", count, partial(judge_dealt, spot.size, CARD))
    ranks = partial(count_ranks, spot)
    yield Check(f"{name}.ranks", f"Every rank comes to {words} as often", ranks, partial(judge_dealt, spot.size, RANKS))
    if len(spot.held_by) > 1:
        return
    title = f"{words.capitalize()} shares as many cards with the round before as chance has it"
    overlap = partial(count_overlaps, spot)
    yield Check(f"{name}.overlap", title, overlap, partial(judge_overlaps, spot.size))
    title = f"{words.capitalize()} hardly ever holds the very cards of the round before"
    yield Check(f"{name}.repeats", title, overlap, partial(judge_repeats, spot.size))


def count_cards(spot: Spot, chunk: Chunk) -> Counts:
    """Count each card."""
    found = np.zeros(DECK, np.int64)
    for seat in spot.held_by:
        found += np.bincount(chunk.cards(spot.place, seat).ravel(), minlength=DECK)[:DECK]
    return found


def count_ranks(spot: Spot, chunk: Chunk) -> Counts:
    """Count each rank."""
    by_card = count_cards(spot, chunk).reshape(len(RANKS), -1)
    found: Counts = by_card.sum(axis=1)
    return found


def judge_dealt(size: int, names: Sequence[str], id_: str, title: str, counts: Counts) -> Measure | str:
    """Judge counts of cards or ranks, `size` cards a round dealt without replacement.

    Of k cards dealt from n, counts spread (n - k)/(n - 1) as much as those of independent draws, so Pearson's statistic
    is divided by that. The covariance is that of the multivariate hypergeometric law; `units` are the independent draws
    that would tell as much.
    """
    number = int(counts.sum())
    expected = number / len(counts)
    if expected < LEAST:
        return TOO_FEW
    factor = (DECK - size) / (DECK - 1)
    statistic = float(((counts - expected) ** 2).sum() / expected) / factor
    worst = int(np.abs(counts - expected).argmax())
    detail = f"furthest off: {names[worst]}, {counts[worst]:,} times where {expected:,.1f} are expected"
    measure = by_chi_square(id_, title, int(number / factor), statistic, len(counts) - 1, detail)
    dealt = f"divided by {factor:.4f}, as {size} cards are dealt without replacement"
    return replace(measure, law=f"{measure.law}; {dealt}")


def count_overlaps(spot: Spot, chunk: Chunk) -> Counts:
    """Count rounds by how many cards they share with the round before, which the first of a chunk lacks."""
    cards = chunk.cards(spot.place, spot.held_by[0])
    shared = np.zeros(max(0, len(cards) - 1), np.int64)
    for card in cards.T:
        shared += (card[1:, None] == cards[:-1]).any(axis=1)
    return np.bincount(np.minimum(shared, spot.size), minlength=spot.size + 1).astype(np.int64)


def judge_overlaps(size: int, id_: str, title: str, counts: Counts) -> Measure | str:
    """Judge how many cards rounds share with the one before.

    Whatever the round before held, that is hypergeometric, and so it is independent from round to round.
    """
    shares = [comb(size, at) * comb(DECK - size, size - at) / comb(DECK, size) for at in range(size + 1)]
    return goodness(id_, title, counts, shares, [f"{at} cards" for at in range(size + 1)])


def judge_repeats(size: int, id_: str, title: str, counts: Counts) -> Measure | str:
    """Judge how often all cards are those of the round before."""
    number = int(counts.sum())
    return binomial(id_, title, int(counts[size]), number, 1 / comb(DECK, size)) if number else TOO_FEW
