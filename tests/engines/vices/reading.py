"""Engines that read hands wrongly."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from fairfelt.rulesets.cards import RANK_VALUE, SUITS, Card
from fairfelt.rulesets.rankings import Ranking, Strength, best_cards, floor
from fairfelt.rulesets.rules import Ruleset
from tests.engines.vices.making import HOLDEM, SIX, reading, ruled, seen_as

STRAIGHT, STRAIGHT_FLUSH, TWO_PAIR = 4, 8, 2
WHEEL_TOP, ACE_HIGH_TOP = 5, RANK_VALUE["A"]


def _bar(rules: Ruleset, change: Callable[[Strength], Strength]) -> Ruleset:
    fact = rules.facts["dealer"]
    bar = replace(fact, floors=tuple(change(at) for at in fact.floors))
    facts = {**rules.facts, "dealer": bar}
    tables = tuple(replace(t, axes=tuple(facts[axis.name] for axis in t.axes)) for t in rules.tables)
    return replace(rules, facts=facts, tables=tables)


@ruled(HOLDEM)
def qualifies_from_fives(rules: Ruleset) -> Ruleset:
    return _bar(rules, lambda _: floor(rules.hands["dealer-hand"].ranking, "pair", ["5"]))


@ruled(HOLDEM)
def qualifies_from_threes(rules: Ruleset) -> Ruleset:
    return _bar(rules, lambda _: floor(rules.hands["dealer-hand"].ranking, "pair", ["3"]))


@ruled(SIX)
def qualifies_from_a_pair(rules: Ruleset) -> Ruleset:
    return _bar(rules, lambda _: floor(rules.hands["dealer-hand"].ranking, "pair"))


@ruled(SIX)
def qualifies_from_ace_queen(rules: Ruleset) -> Ruleset:
    return _bar(rules, lambda _: floor(rules.hands["dealer-hand"].ranking, "high-card", ["A", "Q"]))


@ruled(HOLDEM)
def qualifies_strictly_above_the_lowest_fours(rules: Ruleset) -> Ruleset:
    """Seven cards with fours and no better hand hold at least an eight, a seven and a five beside them."""
    lowest = tuple(RANK_VALUE[rank] for rank in "4875")
    return _bar(rules, lambda bar: (bar[0], *lowest[:-1], lowest[-1] + 1))


@ruled(HOLDEM, SIX)
def knows_no_wheel(rules: Ruleset) -> Ruleset:
    return reading(rules, lambda ranking: replace(ranking, wheel="none"))


@ruled(HOLDEM, SIX)
def takes_the_wheel_for_ace_high(rules: Ruleset) -> Ruleset:
    def change(strength: Strength) -> Strength:
        wheel = strength[0] in (STRAIGHT, STRAIGHT_FLUSH) and strength[1] == WHEEL_TOP
        return (strength[0], ACE_HIGH_TOP) if wheel else strength

    return reading(rules, lambda ranking: seen_as(ranking, change))


@ruled(HOLDEM, SIX)
def ignores_the_last_kicker(rules: Ruleset) -> Ruleset:
    """Of a high card, a pair, or trips; runs have no kickers and full houses use all five cards."""

    def change(strength: Strength) -> Strength:
        return (*strength[:-1], 0) if strength[0] in (0, 1, 3) else strength

    return reading(rules, lambda ranking: seen_as(ranking, change))


@ruled(HOLDEM, SIX)
def ignores_the_second_pair(rules: Ruleset) -> Ruleset:
    def change(strength: Strength) -> Strength:
        return (strength[0], strength[1], 0, strength[3]) if strength[0] == TWO_PAIR else strength

    return reading(rules, lambda ranking: seen_as(ranking, change))


@ruled(HOLDEM, SIX)
def breaks_ties_by_suit(rules: Ruleset) -> Ruleset:
    """Suits rank spades, hearts, diamonds, clubs; that of the hand's first card decides."""

    def change(ranking: Ranking) -> Ranking:
        changed, right = replace(ranking), ranking.strength

        def strength(cards: Sequence[Card]) -> Strength:
            suit = best_cards(ranking, cards)[0][1] if cards else SUITS[-1]
            return (*right(cards), -SUITS.index(suit))

        object.__setattr__(changed, "strength", strength)
        return changed

    return reading(rules, change)
