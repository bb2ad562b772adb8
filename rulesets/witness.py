"""Deal on purpose: find cards that make given facts true and give given hands.

A royal flush comes once in 649,740 deals, so the cards of a wanted class are planted at the places of the hand,
those of the other hand beside them, and the rest is filled from the remaining deck. What the planting of one hand
can spoil for another is tried again with another choice; `rng` decides every choice, so a seed gives the same deals.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from random import Random

from fairfelt.rulesets.bounds import Interval, class_bounds
from fairfelt.rulesets.cards import RANKS, SUITS, Card, full_deck, plainness
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.paths import place_of
from fairfelt.rulesets.planting import plant_all
from fairfelt.rulesets.rankings import HandClass, Ranking, kept_cards
from fairfelt.rulesets.rules import DealStep, Hand, Question
from fairfelt.rulesets.settle import fact_value, hand_cards
from fairfelt.rulesets.slots import slots_for

Deal = Mapping[str, tuple[Card, ...]]
"""The cards of one seat's round by place: `seat` (in the order of its spots, where it arranges them), `dealer`,
`board`, the names of changed places, and under GIVEN what the seat gives up."""

ATTEMPTS = 4000


@dataclass(frozen=True)
class Goal:
    """What a deal must show: values of facts about cards, and intervals of classes for hands."""

    facts: Mapping[str, str] = field(default_factory=dict)
    hands: Mapping[str, Interval] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)
    """How many cards lie at each place, where it is not as many as the game can deal there."""


def deals(rules: Rules, goal: Goal, count: int, seed: object, attempts: int = ATTEMPTS) -> tuple[Deal, ...]:
    """Find up to `count` different deals that meet the goal, plainest first; none if it seems out of reach."""
    shape = f"{sorted(goal.facts.items())} {sorted(goal.hands.items())} {sorted(goal.sizes.items())}"
    rng = Random(f"{rules.ruleset.game} {shape} {seed}")
    found: dict[tuple[tuple[str, tuple[Card, ...]], ...], Deal] = {}
    for deal in _attempts(rules, goal, rng, attempts):
        if deal is not None:
            found[tuple(sorted(deal.items()))] = deal
        if len(found) == count:
            break
    return tuple(
        sorted(found.values(), key=lambda deal: plainness(card for cards in deal.values() for card in cards))
    )


Lay = Callable[[Random], Deal]
"""Lays some cards before the rest is dealt as it comes."""


def nothing_laid(_: Random) -> Deal:
    return {}


def random_deals(rules: Rules, count: int, seed: str, held: int, lay: Lay = nothing_laid) -> tuple[Deal, ...]:
    """Deal as cards come, to every place of the game, `held` to the seat; the same seed gives the same deals."""
    rng, pack = Random(f"{rules.ruleset.game} {seed} {held}"), full_deck(rules.ruleset.packs)
    sizes = {**place_sizes(rules), "seat": held}
    spots = dict.fromkeys(s for q in rules.ruleset.questions for a in q.actions.values() for s in a.arranges)
    steps = [step for step in rules.ruleset.steps if isinstance(step, DealStep) and can_happen(rules, step)]
    changed = {step.known_as: step for step in steps if step.known_as}
    found = []
    for _ in range(count):
        laid = lay(rng)
        rest = tuple((Counter(pack) - Counter(card for part in laid.values() for card in part)).elements())
        cards = iter(rng.sample(rest, min(len(rest), sum(sizes.values()))))
        own = {place: size for place, size in sizes.items() if place not in spots and place not in changed}
        deal = {
            place: (*laid.get(place, ()), *(next(cards) for _ in range(size - len(laid.get(place, ())))))
            for place, size in own.items()
        }
        seated = iter(deal.get("seat", ()))
        deal.update({spot: tuple(next(seated) for _ in range(sizes[spot])) for spot in spots})
        for name, step in changed.items():
            hand = rules.ruleset.hands[step.instead_of]
            before = deal[step.places[0]]
            (gone,) = kept_cards(hand.ranking, before, hand.worst, hand.suits)
            new = next(cards)
            deal[name] = tuple(new if card == gone else card for card in before)
        found.append(deal)
    return tuple(found)


def place_sizes(rules: Rules) -> dict[str, int]:
    """Count the cards that a place can hold in all, the spots that a seat arranges its cards in among them."""
    sizes: dict[str, int] = {}
    for step in rules.ruleset.steps:
        if isinstance(step, DealStep) and step.known_as:
            sizes[step.known_as] = sizes[place_of(step.places[0])]
        elif isinstance(step, DealStep) and can_happen(rules, step):
            for place in step.places:
                sizes[place_of(place)] = sizes.get(place_of(place), 0) + step.count
    for question in rules.ruleset.questions:
        for action in question.actions.values():
            sizes.update(action.arranges)
    sizes.pop("burn", None)
    return sizes


def can_happen(rules: Rules, step: DealStep | Question) -> bool:
    """Say whether a deal step or a question can happen at all under the chosen readings."""
    known = rules.known
    return not step.guard or any(
        all(known[name] in values for name, values in part.items() if name in known) for part in step.guard
    )


def meets(rules: Rules, goal: Goal, deal: Deal) -> bool:
    """Check that a deal shows what the goal asks for."""

    def cards(place: str) -> tuple[Card, ...]:
        return deal.get(place, ())

    for name, value in goal.facts.items():
        if fact_value(rules, rules.ruleset.facts[name], {}, cards) != value:
            return False
    for name, (low, high) in goal.hands.items():
        ranking = rules.ruleset.hands[name].ranking
        if not low <= ranking.index[ranking.strength(hand_cards(rules, name, cards))] < high:
            return False
    return True


def attainable(ranking: Ranking, hand_class: HandClass, cards: int) -> bool:
    """Say whether a class can be the best of so many cards: with few low ranks to choose from, better hands arise."""
    strength, extra = hand_class.strength, cards - ranking.size
    letters = [RANKS[value - 2] for value in hand_class.ranks]
    if extra <= 0:
        return True
    held = [rank + (SUITS[0] if hand_class.suited else SUITS[at % 4]) for at, rank in enumerate(letters)]
    for more in combinations_with_replacement(RANKS, extra):
        if max(map([*letters, *more].count, more)) <= len(SUITS) * ranking.packs:
            spare = [rank + SUITS[(at + 1) % 3 + 1] for at, rank in enumerate(more)]
            if ranking.strength([*held, *spare]) == strength:
                return True
    return False


def _attempts(rules: Rules, goal: Goal, rng: Random, attempts: int) -> Iterator[Deal | None]:
    ruleset = rules.ruleset
    given = {ruleset.facts[name]: value for name, value in goal.facts.items()}
    lines = [
        (name, _strength(ruleset.hands[name], low), _strength(ruleset.hands[name], high))
        for name, (low, high) in goal.hands.items()
    ]
    bounds = class_bounds(ruleset.hands, given, lines)
    if bounds is None:
        return
    steps = [step for step in ruleset.steps if not isinstance(step, DealStep) or can_happen(rules, step)]
    slots = slots_for(ruleset, steps, goal.sizes or place_sizes(rules))
    for attempt in range(attempts):
        deal = plant_all(rules, given, bounds, slots, rng, tempting=attempt % 2 == 1)
        yield deal if deal is not None and meets(rules, goal, deal) else None


def _strength(hand: Hand, at: int) -> tuple[int, ...] | None:
    classes = hand.ranking.classes
    return classes[at].strength if 0 < at < len(classes) else None
