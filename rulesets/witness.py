"""Deal on purpose: find cards that make given facts true and give given hands.

A royal flush comes once in 649,740 deals, so the cards of a wanted class are planted at the places of the hand,
those of the other hand beside them, and the rest is filled from the remaining deck. What the planting of one hand
can spoil for another is tried again with another choice; `rng` decides every choice, so a seed gives the same deals.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from random import Random

from fairfelt.rulesets.bounds import Interval, class_bounds
from fairfelt.rulesets.cards import RANK_VALUE, RANKS, SUITS, Card, full_deck, plainness
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.paths import place_of
from fairfelt.rulesets.rankings import HandClass, Ranking
from fairfelt.rulesets.rules import DealStep, Fact, Hand
from fairfelt.rulesets.settle import fact_value, hand_cards

Deal = Mapping[str, tuple[Card, ...]]
"""The cards of one seat's round by place: `seat`, `dealer`, `board`."""

ATTEMPTS = 4000


@dataclass(frozen=True)
class Goal:
    """What a deal must show: values of facts about cards, and intervals of classes for hands."""

    facts: Mapping[str, str] = field(default_factory=dict)
    hands: Mapping[str, Interval] = field(default_factory=dict)


def deals(rules: Rules, goal: Goal, count: int, seed: object, attempts: int = ATTEMPTS) -> tuple[Deal, ...]:
    """Find up to `count` different deals that meet the goal, plainest first; none if it seems out of reach."""
    rng = Random(f"{rules.ruleset.game} {sorted(goal.facts.items())} {sorted(goal.hands.items())} {seed}")
    found: dict[tuple[tuple[str, tuple[Card, ...]], ...], Deal] = {}
    for deal in _attempts(rules, goal, rng, attempts):
        if deal is not None:
            found[tuple(sorted(deal.items()))] = deal
        if len(found) == count:
            break
    return tuple(
        sorted(found.values(), key=lambda deal: plainness(card for cards in deal.values() for card in cards))
    )


def place_sizes(rules: Rules) -> dict[str, int]:
    """Count the cards that a place can hold in all."""
    sizes: dict[str, int] = {}
    for step in rules.ruleset.steps:
        if isinstance(step, DealStep):
            for place in step.places:
                sizes[place_of(place)] = sizes.get(place_of(place), 0) + step.count
    sizes.pop("burn", None)
    return sizes


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
    sizes = place_sizes(rules)
    for attempt in range(attempts):
        deal = _plant_all(rules, given, bounds, sizes, rng, tempting=attempt % 2 == 1)
        yield deal if deal is not None and meets(rules, goal, deal) else None


def _strength(hand: Hand, at: int) -> tuple[int, ...] | None:
    classes = hand.ranking.classes
    return classes[at].strength if 0 < at < len(classes) else None


def _plant_all(
    rules: Rules,
    given: Mapping[Fact, str],
    bounds: Mapping[str, Interval],
    sizes: Mapping[str, int],
    rng: Random,
    tempting: bool,
) -> Deal | None:
    table: dict[str, list[Card]] = {place: [] for place in sizes}
    intervals = dict(bounds)
    tied = {hand for fact, value in given.items() if value == "tie" for hand in (fact.hand, fact.other)}
    for name in sorted(intervals, key=lambda name: (intervals[name][1] - intervals[name][0], name)):
        hand = rules.ruleset.hands[name]
        low, high = intervals[name]
        if high - low > len(hand.ranking.classes) * 0.6 and name not in tied:
            continue  # chance fills such a hand as well as a plan would
        chosen = _choose_class(hand, low, high, rng)
        if not _plant(table, sizes, hand, hand.ranking.classes[chosen], rng, rules.ruleset.packs):
            return None
        intervals[name] = (chosen, chosen + 1)
        narrowed = class_bounds(
            rules.ruleset.hands,
            given,
            [
                (n, _strength(rules.ruleset.hands[n], a), _strength(rules.ruleset.hands[n], b))
                for n, (a, b) in intervals.items()
            ],
        )
        if narrowed is None:
            return None
        intervals.update(narrowed)
    if tempting and bounds:
        _tempt(table, sizes, rules.ruleset.hands[next(iter(bounds))], rng)
    return _fill(table, sizes, rng, rules.ruleset.packs)


def _choose_class(hand: Hand, low: int, high: int, rng: Random) -> int:
    """Choose a category first, so that rare ones come as often as common ones; then its ends more than its middle."""
    classes = hand.ranking.classes
    category = rng.choice(sorted({classes[at].category for at in range(low, high)}))
    inside = [at for at in range(low, high) if classes[at].category == category]
    return rng.choice([inside[0], inside[-1], rng.choice(inside), rng.choice(inside)])


def _plant(
    table: dict[str, list[Card]], sizes: Mapping[str, int], hand: Hand, wanted: HandClass, rng: Random, packs: int
) -> bool:
    """Put the cards of a class at the hand's places, using cards that lie there already where they fit."""
    used = Counter(card for cards in table.values() for card in cards)
    lying = [card for place in hand.places for card in table[place]]
    suit = _common_suit(lying, wanted, rng)
    needed: list[str] = []
    for value in wanted.ranks:
        rank = RANKS[value - 2]
        match = next((card for card in lying if card[0] == rank and suit in (None, card[1])), None)
        if match is not None:
            lying.remove(match)
            continue
        free = [s for s in ([suit] if suit else SUITS) if used[rank + s] < packs]
        if not free:
            return False
        card = rank + rng.choice(free)
        used[card] += 1
        needed.append(card)
    slots = [place for place in hand.places for _ in range(sizes[place] - len(table[place]))]
    if len(slots) < len(needed):
        return False
    rng.shuffle(slots)
    for card, place in zip(needed, slots, strict=False):
        table[place].append(card)
    return True


def _common_suit(lying: list[Card], wanted: HandClass, rng: Random) -> str | None:
    """Choose the suit of a suited class: the one of which most cards lie already."""
    if not wanted.suited:
        return None
    values = set(wanted.ranks)
    fitting = {
        suit: sum(card[1] == suit and RANK_VALUE[card[0]] in values for card in lying) for suit in SUITS
    }
    most = max(fitting.values())
    return rng.choice([suit for suit, count in fitting.items() if count == most])


def _tempt(table: dict[str, list[Card]], sizes: Mapping[str, int], hand: Hand, rng: Random) -> None:
    """Complete a run of mixed suits beside the planted hand, where the free slots allow it: a flush above a straight
    is no straight flush, and some engines think that it is."""
    slots = [place for place in hand.places for _ in range(sizes[place] - len(table[place]))]
    held = [card for place in hand.places for card in table[place]]
    used = {card for cards in table.values() for card in cards}
    ranks, suits = {card[0] for card in held}, [card[1] for card in held]
    windows = [
        ("A" + RANKS)[low : low + hand.ranking.size] for low in range(len(RANKS) - hand.ranking.size + 2)
    ]
    rng.shuffle(windows)
    for window in windows:
        missing = [rank for rank in window if rank not in ranks]
        if 0 < len(missing) <= len(slots):
            rng.shuffle(slots)
            for rank, place in zip(missing, slots, strict=False):
                free = sorted((suit for suit in SUITS if rank + suit not in used), key=suits.count)
                if free:
                    table[place].append(rank + free[0])
            return


def _fill(table: dict[str, list[Card]], sizes: Mapping[str, int], rng: Random, packs: int) -> Deal:
    """Fill the free slots from the rest of the deck."""
    left = Counter(full_deck(packs)) - Counter(card for cards in table.values() for card in cards)
    rest = [card for card in full_deck() for _ in range(left[card])]
    rng.shuffle(rest)
    drawn = iter(rest)
    for place, cards in table.items():
        cards.extend(next(drawn) for _ in range(sizes[place] - len(cards)))
        rng.shuffle(cards)
    return {place: tuple(cards) for place, cards in table.items()}
