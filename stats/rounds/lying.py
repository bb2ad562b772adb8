"""Which cards lie in every round, whatever is chosen, and which hands they make: these have laws of their own."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.evaluate import MOST_CARDS
from fairfelt.rulesets.paths import Walk, cards_in, place_of
from fairfelt.rulesets.rules import NOT_ASKED, OPTION, AskStep, DealStep, Hand
from fairfelt.rulesets.ways import seat_walks
from fairfelt.stats.exact.classes import class_counts
from fairfelt.stats.rounds.columns import RoundsError

PLACES = ("seat", "dealer", "board")
Policy = Mapping[str, str]
"""One action for each question, whatever the cards."""


@dataclass(frozen=True)
class Lying:
    """How many cards of each place lie in every round, as dealt at first, and the hands that they make.

    `unknown` says, by hand, why a hand has no law.
    """

    sizes: Mapping[str, int]
    hands: Mapping[str, "HandLaw"]
    unknown: Mapping[str, str]


@dataclass(frozen=True)
class HandLaw:
    """How many of all equally likely sets of cards make each class of a hand."""

    hand: Hand
    cards: int
    counts: NDArray[np.int64]

    @property
    def of_seat(self) -> bool:
        return "seat" in self.hand.places

    @property
    def total(self) -> int:
        return comb(52, self.cards)

    @property
    def categories(self) -> tuple[str, ...]:
        """The categories that can occur, lowest first."""
        return tuple(self.hand.ranking.spans)

    @cached_property
    def category_of(self) -> NDArray[np.int64]:
        """By class, the place of its category in `categories`."""
        names = list(self.categories)
        return np.array([names.index(entry.category) for entry in self.hand.ranking.classes], np.int64)

    @property
    def category_shares(self) -> tuple[float, ...]:
        found = np.bincount(self.category_of, weights=self.counts, minlength=len(self.categories))
        return tuple(float(share) for share in found / self.total)


def ways_under(rules: Rules, policy: Policy | None, wagers: Collection[str] | None = None) -> list[Walk]:
    """List the ways of a seat in a light box that answers as the policy says, with exactly these wagers before the
    deal where they are given. Raise RoundsError where there is none."""
    questions = {question.id: question for question in rules.ruleset.questions}
    for name, action in (policy or {}).items():
        if name not in questions or action not in questions[name].actions:
            offered = ", ".join(f"{key}: {' or '.join(one.actions)}" for key, one in questions.items())
            raise RoundsError(f"policy {name}: {action!r} is no answer of {rules.ruleset.game}; it asks {offered}")
    dark = {fact.name: fact.values[1] for fact in rules.ruleset.facts.values() if fact.kind == "dark"}
    found = [
        walk
        for walk in seat_walks(rules)
        if not any(walk.known[name] == value for name, value in dark.items())
        and all(walk.known[name] in (action, NOT_ASKED) for name, action in (policy or {}).items())
        and (wagers is None or {n for n in walk.placed if not rules.ruleset.wagers[n].by_action} == set(wagers))
    ]
    if not found:
        told = f"with {', '.join(sorted(wagers))} " if wagers else ""
        raise RoundsError(f"no round {told}can go as the policy says; name wagers and answers that go together")
    return found


def lying(rules: Rules, policy: Policy | None = None) -> Lying:
    """Find what lies in every round under a policy, or whatever is chosen, and count the hands that it makes.

    Raise RoundsError for a game of several packs, whose hands are not counted.
    """
    if rules.ruleset.packs != 1:
        raise RoundsError(f"{rules.ruleset.game} is dealt from {rules.ruleset.packs} packs; laws are known for one")
    sizes = _sizes(rules, ways_under(rules, policy))
    hands: dict[str, HandLaw] = {}
    unknown: dict[str, str] = {}
    for name, hand in rules.ruleset.hands.items():
        why = _why_unknown(hand, sizes)
        if why:
            unknown[name] = why
            continue
        cards = cards_in(rules.ruleset.hands, name, sizes)
        law = HandLaw(hand, cards, class_counts(hand.ranking, cards))
        if len(law.categories) > 1:
            hands[name] = law
        else:
            unknown[name] = "its ranking has one category"
    return Lying(sizes, hands, unknown)


def _sizes(rules: Rules, ways: Iterable[Walk]) -> dict[str, int]:
    """Count cards by place: those dealt before the first question, and later ones that no choice keeps away."""
    at_first: dict[str, int] = {}
    for step in rules.ruleset.steps:
        if isinstance(step, AskStep):
            break
        if isinstance(step, DealStep) and all(name.startswith(OPTION) for part in step.guard for name in part):
            for place in map(place_of, step.places if rules.holds(step.guard) else ()):
                at_first[place] = at_first.get(place, 0) + step.count
    moving = {
        *(("seat",) if any(a.draws or a.gives_up for q in rules.ruleset.questions for a in q.actions.values()) else ()),
        *(place_of(p) for s in rules.ruleset.steps if isinstance(s, DealStep) and s.known_as for p in s.places),
    }
    for place in PLACES:
        lie = {walk.sure.get(place, 0) if place not in walk.unsure else 0 for walk in ways}
        if place not in moving and len(lie) == 1:
            at_first[place] = max(at_first.get(place, 0), lie.pop())
    return {place: at_first[place] for place in PLACES if at_first.get(place)}


def _why_unknown(hand: Hand, sizes: Mapping[str, int]) -> str:
    if not set(hand.parts) <= set(PLACES):
        return "its cards are chosen, kept or changed during the round"
    if hand.worst:
        return "it is made of the worst cards"
    cards = sum(sizes.get(part, 0) for part in hand.parts)
    if not all(part in sizes for part in hand.parts) or cards < hand.ranking.size:
        return "its cards don't lie in every round"
    return f"more than {MOST_CARDS} cards make it" if cards > MOST_CARDS else ""
