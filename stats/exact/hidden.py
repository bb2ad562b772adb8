"""Exact best play of a duel without a board: the seat's own cards against the dealer's, some of which are seen.

Where few enough hands exist, each is held against every hand that the dealer may have. Beyond that the ranks are
counted first, as if there were no suits, and put right where the dealer's suits matter.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import comb
from types import ModuleType

import numpy as np

from fairfelt.rulesets.cards import Card
from fairfelt.rulesets.evaluate import CODE, MOST_CARDS, codes
from fairfelt.stats.exact import hidden_direct, hidden_ranks
from fairfelt.stats.exact.duel import Duel, Tally
from fairfelt.stats.exact.figures import Condition, Progress
from fairfelt.stats.exact.hidden_tables import Array, hands_of
from fairfelt.stats.exact.hidden_words import strategy

REACH = 120.0
"""Seconds of one core that a search may be expected to take."""


def conditions(duel: Duel) -> list[Condition]:
    """Say what this method asks of a duel, and what of it holds."""
    shape = duel.shape
    fewest, most = min(shape.own, shape.dealer), max(shape.own, shape.dealer)
    asked = [
        Condition("no board is shared", shape.board + shape.board_later == 0),
        Condition(
            f"hands are made from {duel.ranking.size} to {MOST_CARDS} cards",
            duel.ranking.size <= fewest <= most <= MOST_CARDS,
        ),
    ]
    if not all(condition.holds for condition in asked):
        return asked
    if _method(duel) is hidden_direct and hidden_direct.seconds(duel) <= REACH:
        return [*asked, Condition("few enough hands exist to hold each against each", True)]
    feasible = hidden_ranks.seconds(duel) <= REACH
    enough = Condition("few enough hands exist once suits that don't matter are forgotten", feasible)
    return [*asked, *hidden_ranks.conditions(duel), enough]


def tally(duel: Duel, progress: Progress = lambda _: None) -> Tally:
    """Count how often each cell of the duel comes up under best play."""
    ways = np.zeros(duel.net.shape, np.int64)
    plays: dict[tuple[int, ...], Array] = {}
    for exposed, part in _method(duel).play(duel, progress):
        ways += part.ways
        plays[exposed] = plays.get(exposed, 0) + part.plays
    return Tally(ways, deals(duel), strategy(duel, plays))


def _method(duel: Duel) -> ModuleType:
    """Choose the quicker of the methods that can count a duel."""
    by_ranks = all(condition.holds for condition in hidden_ranks.conditions(duel))
    return hidden_ranks if by_ranks and hidden_ranks.seconds(duel) < hidden_direct.seconds(duel) else hidden_direct


def deals(duel: Duel) -> int:
    """Count the equally likely deals: own cards, seen cards of the dealer, and his others."""
    shape = duel.shape
    left = 52 - shape.own
    return comb(52, shape.own) * comb(left, shape.exposed) * comb(left - shape.exposed, shape.dealer - shape.exposed)


def values(duel: Duel, own: Sequence[Card], exposed: Sequence[Card]) -> tuple[Fraction, ...]:
    """Give what each choice is worth for one hand and the dealer's cards that are seen, in units.

    Raise ValueError for the wrong number of cards, and for a card named twice.
    """
    counts, band = count_dealers(duel, own, exposed)
    return tuple(Fraction(int((counts * net[band]).sum()), int(counts.sum()) * duel.scale) for net in duel.net)


def count_dealers(duel: Duel, own: Sequence[Card], exposed: Sequence[Card]) -> tuple[Array, int]:
    """Count what the dealer may hold, by his band and the showdown; give also the band of the seat.

    Raise ValueError as `values` does.
    """
    from fairfelt.stats.exact import hidden_kernel as kernel

    shape = duel.shape
    if (len(own), len(exposed)) != (shape.own, shape.exposed):
        wanted = f"{shape.own} cards of your own and {shape.exposed} of the dealer's"
        raise ValueError(f"{len(own)} own cards and {len(exposed)} of the dealer's were given; give {wanted}")
    twice = [card for card, times in Counter([*own, *exposed]).items() if times > 1]
    if twice:
        raise ValueError(f"{twice[0]} is named twice, and a pack has it once")
    mine = kernel.class_of(hands_of(duel.ranking, shape.own), codes(own).astype(np.int64))
    dealer = np.zeros(shape.dealer, np.int64)
    dealer[: shape.exposed] = codes(exposed)
    counts = np.zeros((len(duel.dealer_floors), 3), np.int64)
    taken = sum(1 << CODE[card] for card in (*own, *exposed))
    hands = hands_of(duel.ranking, shape.dealer)
    kernel.count_dealers(hands, duel.dealer_band, mine, taken, dealer, shape.exposed, counts)
    return counts, int(duel.seat_band[mine])
