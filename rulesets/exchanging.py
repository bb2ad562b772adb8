"""What one exchanged card can make of a hand: which classes lie within reach when a card gives way to another.

The order of hands does not know it: a hand without a pair can't become two pair by one card. Combinations that this
excludes are never asked for.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import cache

from fairfelt.rulesets.bounds import Interval
from fairfelt.rulesets.cards import RANKS, SUITS
from fairfelt.rulesets.rankings import HandClass, Ranking, kept_cards
from fairfelt.rulesets.rules import DealStep, Hand, Ruleset

Reach = Callable[[Interval], list[int]]
"""Gives, in order, the classes that the classes of an interval can become."""


def reach_of(ruleset: Ruleset) -> dict[str, tuple[str, Reach]]:
    """Give, for each hand of a changed place, the hand that the place makes before the change, and its reach."""
    found: dict[str, tuple[str, Reach]] = {}
    for step in ruleset.steps:
        if isinstance(step, DealStep) and step.known_as:
            for hand in ruleset.hands.values():
                before = _before(ruleset, step, hand)
                if before is not None and hand.parts == (step.known_as,):
                    found[hand.name] = (before.name, _reach(before.ranking, _giving_way(ruleset, step.known_as)))
    return found


def _giving_way(ruleset: Ruleset, known_as: str) -> list[Hand]:
    """List the hands whose card may give way to make the same place, under any reading."""
    steps = (step for step in ruleset.steps if isinstance(step, DealStep) and step.known_as == known_as)
    return [ruleset.hands[step.instead_of] for step in steps]


def _before(ruleset: Ruleset, step: DealStep, hand: Hand) -> Hand | None:
    same = (other for other in ruleset.hands.values() if other.parts == step.places)
    return next((other for other in same if other.ranking == hand.ranking and not other.worst), None)


def _reach(ranking: Ranking, gives_way: list[Hand]) -> Reach:
    @cache
    def after(at: int) -> frozenset[int]:
        return frozenset(_changed(ranking, ranking.classes[at], gives_way))

    @cache
    def reach(interval: Interval) -> list[int]:
        return sorted(frozenset().union(*(after(at) for at in range(*interval))))

    return reach


def _changed(ranking: Ranking, before: HandClass, gives_way: list[Hand]) -> Iterator[int]:
    """List the classes that one card in place of another can make; suits may fall as they like."""
    cards = [RANKS[value - 2] + SUITS[at % len(SUITS)] for at, value in enumerate(before.ranks)]
    for hand in gives_way:
        (gone,) = kept_cards(hand.ranking, cards, hand.worst, hand.suits)
        left = [card[0] for card in cards if card != gone]
        for rank in RANKS:
            ranks = [*left, rank]
            mixed = [letter + SUITS[at % len(SUITS)] for at, letter in enumerate(ranks)]
            for suited in (False, True) if len(set(ranks)) == len(ranks) else (False,):
                held = [letter + SUITS[0] for letter in ranks] if suited else mixed
                if max(map(ranks.count, ranks)) <= len(SUITS) * ranking.packs:
                    yield ranking.index[ranking.strength(held)]


def within_reach(reach: list[int], interval: Interval) -> bool:
    """Say whether a class of the interval is among those within reach."""
    at = bisect_left(reach, interval[0])
    return at < len(reach) and reach[at] < interval[1]
