"""A round as the rules play it, step by step: what is dealt, who is asked what, who sees which card, what is paid.

The reference engine plays by it and the checks judge by it. A round is a frozen value; every step gives a new one,
and a refused step leaves the old one as it was.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from fairfelt.rulesets.cards import HIDDEN, Card
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.rules import NOT_ASKED, AskStep, DealStep, Guard, Question
from fairfelt.rulesets.settle import Settled, fact_value, settle_seat

Reason = Literal[
    "illegal-action",
    "wrong-seat",
    "seat-limit",
    "limits",
    "relation",
    "insufficient-stack",
    "unknown-wager",
    "card-not-held",
    "duplicate-card",
    "bank",
    "round-over",
]


class Refused(Exception):
    """A rule refuses a step. `reason` is the protocol's word for it; `reasons` are all that would do as well."""

    def __init__(self, reason: Reason, message: str, also: tuple[Reason, ...] = ()) -> None:
        super().__init__(message)
        self.reason: Reason = reason
        self.reasons: frozenset[str] = frozenset((reason, *also))


@dataclass(frozen=True)
class Limits:
    """Limits of one wager in units; a most of None is no limit."""

    least: int = 1
    most: int | None = None
    step: int = 1

    def allow(self, amount: int) -> bool:
        return (
            self.least <= amount
            and (self.most is None or amount <= self.most)
            and (amount - self.least) % self.step == 0
        )


@dataclass(frozen=True)
class Seat:
    """A seat's wagers as placed before the deal, and its stack if the client named one."""

    number: int
    wagers: Mapping[str, int]
    stack: int | None = None


@dataclass(frozen=True)
class Cards:
    """Where the next card comes from: the whole deck in dealing order, or what each place is to get."""

    deck: tuple[Card, ...] = ()
    places: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)

    def next(self, place: str, dealt: tuple["Dealt", ...]) -> Card:
        if self.deck:
            return self.deck[len(dealt)]
        had = sum(card.to == place for card in dealt)
        card = self.places[place][had]
        if card == HIDDEN:
            raise KeyError(f"the card {had + 1} at {place} is not known")
        return card


@dataclass(frozen=True)
class Dealt:
    to: str
    card: Card
    up: bool
    step: str


@dataclass(frozen=True)
class LegalAction:
    """An action that a seat may take, with the least, most and step of every wager that it places."""

    action: str
    wagers: Mapping[str, tuple[int, int, int]]


@dataclass(frozen=True)
class Awaiting:
    seat: int
    question: Question
    legal: tuple[LegalAction, ...]


@dataclass(frozen=True)
class Round:
    """A round at one moment. `at` is the step, seat and question that comes next."""

    rules: Rules
    seats: tuple[Seat, ...]
    cards: Cards
    dealt: tuple[Dealt, ...] = ()
    shown: frozenset[str] = frozenset()
    choices: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    placed: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    at: tuple[int, int, int] = (0, 0, 0)

    @property
    def settled(self) -> bool:
        return self.at[0] == len(self.rules.ruleset.steps)


def open_round(rules: Rules, seats: tuple[Seat, ...], cards: Cards, limits: Mapping[str, Limits]) -> Round:
    """Take the wagers and deal up to the first decision; raise Refused."""
    _check_seats(rules, seats, limits)
    for held in (cards.deck, [card for place in cards.places.values() for card in place]):
        if max(Counter(held).values(), default=0) > rules.ruleset.packs:
            raise Refused("duplicate-card", "a card stands in the deck more often than its packs hold it")
    placed = {seat.number: dict(seat.wagers) for seat in seats}
    in_order = tuple(sorted(seats, key=lambda seat: seat.number))
    return _advance(Round(rules, in_order, cards, placed=placed, choices={seat.number: {} for seat in seats}))


def awaiting(state: Round) -> Awaiting | None:
    """Say who is asked what now, or None when the round is settled."""
    if state.settled:
        return None
    step_at, seat_at, question_at = state.at
    step = state.rules.ruleset.steps[step_at]
    assert isinstance(step, AskStep)
    seat, question = state.seats[seat_at].number, step.questions[question_at]
    legal = []
    for action in question.actions.values():
        wagers = {}
        for wager, (of, times) in action.places.items():
            base = state.placed[seat][of]
            apart = (times[1] - times[0]) * base if len(times) > 1 else base
            wagers[wager] = (times[0] * base, times[-1] * base, apart)
        legal.append(LegalAction(action.name, wagers))
    return Awaiting(seat, question, tuple(legal))


def act(state: Round, seat: int, action: str, wagers: Mapping[str, int]) -> Round:
    """Take a seat's decision and go on to the next; raise Refused."""
    asked = awaiting(state)
    if asked is None:
        raise Refused("round-over", "the round is settled")
    if seat != asked.seat:
        raise Refused("wrong-seat", f"seat {asked.seat} is to act, not seat {seat}")
    legal = {entry.action: entry for entry in asked.legal}
    if action not in legal:
        raise Refused("illegal-action", f"{action!r} is not offered; choose {' or '.join(legal)}")
    _check_action(state, seat, legal[action], wagers)
    choices = {**state.choices, seat: {**state.choices[seat], asked.question.id: action}}
    placed = {**state.placed, seat: {**state.placed[seat], **wagers}}
    step_at, seat_at, question_at = state.at
    return _advance(replace(state, choices=choices, placed=placed, at=(step_at, seat_at, question_at + 1)))


def known_facts(state: Round, seat: int) -> dict[str, str]:
    """Give the facts of a seat that need no cards: options, stakes and choices so far."""
    known = state.rules.known | dict(state.choices[seat])
    initial = next(entry.wagers for entry in state.seats if entry.number == seat)
    for fact in state.rules.ruleset.facts.values():
        if fact.kind == "staked":
            known[fact.name] = fact.values[fact.wager in initial or fact.wager in state.placed[seat]]
    return known


def cards_at(state: Round, place: str) -> tuple[Card, ...]:
    return tuple(dealt.card for dealt in state.dealt if dealt.to == place)


def seat_cards(state: Round, seat: int, place: str) -> tuple[Card, ...]:
    """Give the cards at a place as a seat's hands name it: `seat` is its own."""
    return cards_at(state, f"seat.{seat}" if place == "seat" else place)


def cards_for(state: Round, seat: int) -> Callable[[str], tuple[Card, ...]]:
    """Give the cards by place as one seat's hands name the places."""
    return lambda place: seat_cards(state, seat, place)


def settlement(state: Round) -> dict[int, tuple[Settled, ...]]:
    """Settle every seat, in the order in which the rules settle seats."""
    order = [seat.number for seat in state.seats]
    if state.rules.ruleset.order.from_right:
        order.reverse()
    return {
        seat: settle_seat(
            state.rules,
            known_facts(state, seat),
            state.placed[seat],
            cards_for(state, seat),
        )
        for seat in order
    }


def views(state: Round) -> dict[str, dict[str, tuple[Card, ...]]]:
    """Say what each seat may see now: its own cards, what lies face up, and what was turned up."""
    places = list(dict.fromkeys(dealt.to for dealt in state.dealt))
    return {
        f"seat.{seat.number}": {
            place: tuple(
                dealt.card if dealt.up or place == f"seat.{seat.number}" or place in state.shown else HIDDEN
                for dealt in state.dealt
                if dealt.to == place
            )
            for place in places
        }
        for seat in state.seats
    }


def _check_seats(rules: Rules, seats: tuple[Seat, ...], limits: Mapping[str, Limits]) -> None:
    numbers = [seat.number for seat in seats]
    if not seats or len(set(numbers)) != len(numbers):
        raise Refused("seat-limit", "a round needs at least one seat, each number once")
    if len(seats) > rules.ruleset.most_seats or max(numbers) > rules.ruleset.most_seats or min(numbers) < 1:
        raise Refused("seat-limit", f"the table has seats 1 to {rules.ruleset.most_seats}")
    for seat in seats:
        _check_wagers(rules, seat, limits)


def _check_wagers(rules: Rules, seat: Seat, limits: Mapping[str, Limits]) -> None:
    ruleset, placed = rules.ruleset, seat.wagers
    for name, amount in placed.items():
        wager = ruleset.wagers.get(name)
        if wager is None:
            raise Refused("unknown-wager", f"this game has no wager {name!r}")
        if wager.by_action:
            message = f"{name!r} is placed by an action, not before the deal"
            raise Refused("relation", message, also=("illegal-action",))
        if not limits.get(name, Limits()).allow(amount):
            raise Refused("limits", f"{name} of {amount} is outside the limits of the table")
    for wager in ruleset.wagers.values():
        if wager.name not in placed:
            if wager.needed:
                raise Refused("relation", f"a seat needs the wager {wager.name!r}")
            continue
        amount = placed[wager.name]
        for partner in (wager.needs, wager.equals, wager.at_most, wager.multiple_of):
            if partner and partner not in placed:
                raise Refused("relation", f"{wager.name!r} needs {partner!r}")
        if (
            (wager.equals and amount != placed[wager.equals])
            or (wager.at_most and amount > placed[wager.at_most])
            or (wager.multiple_of and amount % placed[wager.multiple_of])
        ):
            raise Refused("relation", f"{wager.name} of {amount} does not fit the other wagers")
    if seat.stack is not None and sum(placed.values()) > seat.stack:
        raise Refused("insufficient-stack", f"seat {seat.number} has {seat.stack}")


def _check_action(state: Round, seat: int, legal: LegalAction, wagers: Mapping[str, int]) -> None:
    for name in wagers:
        if name not in legal.wagers:
            known = name in state.rules.ruleset.wagers
            raise Refused("relation" if known else "unknown-wager", f"{legal.action!r} places no {name!r}")
    for name, (least, most, step) in legal.wagers.items():
        amount = wagers.get(name)
        if amount is None or not least <= amount <= most or (amount - least) % step:
            raise Refused(
                "relation",
                f"{name} must be {least}" + (f" to {most} in steps of {step}" if most > least else ""),
            )
    stack = next(entry.stack for entry in state.seats if entry.number == seat)
    if stack is not None and sum(state.placed[seat].values()) + sum(wagers.values()) > stack:
        raise Refused("insufficient-stack", f"seat {seat} can't cover {sum(wagers.values())} more")


def _advance(state: Round) -> Round:
    """Deal, show and skip questions until a seat must decide or the round is over."""
    steps = state.rules.ruleset.steps
    while not state.settled:
        step_at, seat_at, question_at = state.at
        step = steps[step_at]
        if isinstance(step, AskStep):
            if seat_at == len(state.seats):
                state = replace(state, at=(step_at + 1, 0, 0))
            elif question_at == len(step.questions):
                state = replace(state, at=(step_at, seat_at + 1, 0))
            elif holds_for(state, state.seats[seat_at].number, step.questions[question_at].guard):
                return state
            else:
                state = _skip(state, state.seats[seat_at].number, step.questions[question_at])
            continue
        if any(holds_for(state, seat.number, step.guard) for seat in state.seats):
            state = (
                _deal(state, step)
                if isinstance(step, DealStep)
                else replace(state, shown=state.shown | _targets(state, step.places))
            )
        state = replace(state, at=(step_at + 1, 0, 0))
    return state


def _skip(state: Round, seat: int, question: Question) -> Round:
    step_at, seat_at, question_at = state.at
    choices = {**state.choices, seat: {**state.choices[seat], question.id: NOT_ASKED}}
    return replace(state, choices=choices, at=(step_at, seat_at, question_at + 1))


def holds_for(state: Round, seat: int, guard: Guard) -> bool:
    """Say whether a guard holds for a seat at this moment."""
    if not guard:
        return True
    known = known_facts(state, seat)
    facts = state.rules.ruleset.facts
    for condition in guard:
        for name, values in condition.items():
            if name not in known and facts[name].reads_cards:
                known[name] = fact_value(
                    state.rules, facts[name], known, cards_for(state, seat)
                )
            if known.get(name) not in values:
                break
        else:
            return True
    return False


def _targets(state: Round, places: tuple[str, ...]) -> frozenset[str]:
    seats = [f"seat.{seat.number}" for seat in state.seats]
    return frozenset(target for place in places for target in (seats if place == "seats" else [place]))


def _deal(state: Round, step: DealStep) -> Round:
    targets = [
        (place, target)
        for place in step.places
        for target in ([f"seat.{seat.number}" for seat in state.seats] if place == "seats" else [place])
    ]
    numbers = range(1, step.count + 1)
    if step.one_by_one:
        order = [(number, place, target) for number in numbers for place, target in targets]
    else:
        order = [(number, place, target) for place, target in targets for number in numbers]
    dealt = state.dealt
    for number, place, target in order:
        faces = step.up.get(place, frozenset())
        up = faces is None or number in faces
        dealt = (*dealt, Dealt(target, state.cards.next(target, dealt), up, step.id))
    return replace(state, dealt=dealt)
