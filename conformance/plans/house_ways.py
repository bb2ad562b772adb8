"""A house way: which of its cards a hand keeps, where the choice decides what is paid.

Cards are dealt so that another choice, of equal or nearly equal rank, would win, tie or lose otherwise.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import combinations, islice
from random import Random

from fairfelt.conformance.finding import Finding
from fairfelt.conformance.plans.plan import (
    Bench,
    Plan,
    Trial,
    came_as_dealt,
    once,
    one_seat,
    plain_words,
    requirement,
    ways,
)
from fairfelt.rulesets.cards import RANKS, SUITS, Card, full_deck
from fairfelt.rulesets.paths import Walk, readable
from fairfelt.rulesets.rankings import Strength, compare, kept_cards
from fairfelt.rulesets.rules import Fact, Hand
from fairfelt.rulesets.ways import layout_of
from fairfelt.rulesets.witness import Deal, place_sizes

ATTEMPTS = 20_000
"""Deals among which telling ones are looked for."""
FEWEST = 4
"""Choices between two ranks: a wrong one shows in those where the suits speak for the lower rank."""


def plans(bench: Bench) -> Iterator[Plan]:
    for hand in bench.rules.ruleset.hands.values():
        if hand.suits:
            facts = [fact for fact in _facts(bench) if hand.name in _inside(bench, fact)]
            yield Plan(
                requirement(
                    bench,
                    f"house-way.{hand.name}",
                    f"The {plain_words(hand.name)} keeps the cards that its rule names, of equal ones the higher suits",
                    hand.clauses,
                ),
                essentials=once(partial(_telling, bench, hand, facts)),
                concerns=partial(_misread, {fact.name for fact in facts[:1]}),
                reached=came_as_dealt,
            )


def _misread(facts: set[str], finding: Finding) -> bool:
    """Say whether money goes wrong as it does if a comparison with that hand is read wrongly."""
    return finding.kind == "settlement" and not finding.warning and bool(facts & set(finding.suspects))


def _facts(bench: Bench) -> list[Fact]:
    axes = {fact.name: fact for table in bench.rules.ruleset.tables for fact in table.axes}
    return [fact for fact in axes.values() if fact.kind == "against"]


def _inside(bench: Bench, fact: Fact) -> set[str]:
    hands = bench.rules.ruleset.hands
    return {part for name in (fact.hand, fact.other) for part in hands[name].parts if part in hands}


def _telling(bench: Bench, hand: Hand, facts: list[Fact]) -> Iterator[Trial]:
    """Deal a choice to the hand's place, and look for boards on which it decides: first between cards of one rank,
    then between two hands of one category."""
    walk = _walk(bench, facts)
    for kind, alike, wanted in (
        ("", _equal, bench.profile.deals),
        ("two ranks", _of_one_category, max(FEWEST, bench.profile.deals // 2)),
    ):
        rng = Random(f"house way {bench.seed} {hand.name} {kind}".strip())
        dealt = (_with_a_choice(bench, hand, rng, among=2 if kind else 1) for _ in range(ATTEMPTS))
        telling = (deal for deal in dealt if _decides(bench, hand, facts, deal, alike))
        yield from ((one_seat(bench, walk, deal),) for deal in islice(telling, wanted))


def _walk(bench: Bench, facts: list[Fact]) -> Walk:
    layout = layout_of(bench.rules)
    fitting = (walk for walk in ways(bench) if all(readable(layout, walk, fact) for fact in facts))
    return min(fitting, key=lambda walk: (sum(fact.name in walk.known for fact in facts), len(walk.placed)))


def _with_a_choice(bench: Bench, hand: Hand, rng: Random, among: int) -> Deal:
    """Deal three or four cards of one rank to the place of the hand, or two of each of two ranks, and the rest as it
    comes, often of one suit."""
    (place,) = hand.places
    sizes, ranks = place_sizes(bench.rules), rng.sample(RANKS, among)
    rank = min(ranks, key=RANKS.index)
    each = rng.choice((3, 3, 4)) if among == 1 else 2
    same = [card for one in ranks for card in rng.sample([one + suit for suit in SUITS], each)]
    favoured = rng.choice(same)[1]
    rest = [card for card in full_deck() if card not in same]
    rest.sort(key=lambda card: rng.random() - (0.4 if card[1] == favoured else 0))
    spots = dict.fromkeys(s for q in bench.rules.ruleset.questions for a in q.actions.values() for s in a.arranges)
    supply, deal = iter(rest), dict[str, tuple[Card, ...]]()
    for name in [name for name in sizes if name not in spots and name != place]:
        deal[name] = tuple(next(supply) for _ in range(sizes[name]))
    others = [card for card in supply if RANKS.index(card[0]) < RANKS.index(rank)] or list(rest[-9:])
    deal[place] = (*same, *rng.sample(others, sizes[place] - len(same))) if len(others) > 5 else tuple(rest[-6:])
    held = iter(deal.get("seat", ()))
    return {**deal, **{spot: tuple(next(held) for _ in range(sizes[spot])) for spot in spots}}


def _equal(one: Strength, other: Strength) -> bool:
    return one == other


def _of_one_category(one: Strength, other: Strength) -> bool:
    return one[0] == other[0] and one != other


def _decides(
    bench: Bench, hand: Hand, facts: list[Fact], deal: Deal, alike: Callable[[Strength, Strength], bool]
) -> bool:
    """Say whether keeping other cards that look alike would turn a comparison that is made first."""
    place = deal[hand.places[0]]
    kept = kept_cards(hand.ranking, place, hand.worst, hand.suits)
    strength = hand.ranking.strength(kept)
    for other in combinations(place, len(kept)):
        if frozenset(other) != frozenset(kept) and alike(strength, hand.ranking.strength(other)):
            return _words(bench, facts[:1], hand, deal, kept) != _words(bench, facts[:1], hand, deal, other)
    return False


def _words(
    bench: Bench, facts: list[Fact], hand: Hand, deal: Deal, kept: tuple[Card, ...]
) -> Mapping[str, str]:
    """Answer comparisons as if the hand kept these cards."""

    def cards(name: str) -> tuple[Card, ...]:
        found: list[Card] = []
        for part in bench.rules.ruleset.hands[name].parts:
            found.extend(kept if part == hand.name else deal[part])
        return tuple(found)

    return {
        fact.name: compare(bench.rules.ruleset.hands[fact.hand].ranking, cards(fact.hand), cards(fact.other))
        for fact in facts
    }
