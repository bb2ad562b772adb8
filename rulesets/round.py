"""A round at one moment: who sits there, what was dealt, chosen and placed, and who may see what.

A round is a frozen value; `play` makes the next one from it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from fairfelt.rulesets.cards import HIDDEN, Card
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.rules import NOT_STAKED, Guard
from fairfelt.rulesets.seating import BankSeat, Seat
from fairfelt.rulesets.settle import fact_value

Bettor = tuple[int, str]
"""A seat, and who bets there: "" for the one who sits there, or a name behind it."""


@dataclass(frozen=True)
class Cards:
    """Where the next card comes from: the whole deck in dealing order, or what each place is to get.

    `stub` holds what is drawn when a place has got all of its own.
    """

    deck: tuple[Card, ...] = ()
    places: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    stub: tuple[Card, ...] = ()

    def next(self, place: str, dealt: tuple["Dealt", ...]) -> Card:
        if self.deck:
            return self.deck[len(dealt)]
        had = sum(card.to == place for card in dealt)
        own = self.places.get(place, ())
        card = own[had] if had < len(own) else self.stub[self._drawn(dealt)]
        if card == HIDDEN:
            raise KeyError(f"the card {had + 1} at {place} is not known")
        return card

    def _drawn(self, dealt: tuple["Dealt", ...]) -> int:
        """Count the cards that came from the stub."""
        got: dict[str, int] = {}
        for card in dealt:
            got[card.to] = got.get(card.to, 0) + 1
        return sum(max(0, count - len(self.places.get(place, ()))) for place, count in got.items())


@dataclass(frozen=True)
class Dealt:
    """A card as it was dealt. `known_as` names the place as it is once this card has taken another's place there."""

    to: str
    card: Card
    up: bool
    step: str
    replaces: Card | None = None
    known_as: str = ""


@dataclass(frozen=True)
class Round:
    """A round at one moment. `at` is the step, bettor and question that comes next."""

    rules: Rules
    seats: tuple[Seat, ...]
    cards: Cards
    bank: BankSeat | None = None
    dealt: tuple[Dealt, ...] = ()
    shown: frozenset[str] = frozenset()
    choices: Mapping[Bettor, Mapping[str, str]] = field(default_factory=dict)
    placed: Mapping[Bettor, Mapping[str, int]] = field(default_factory=dict)
    given_up: Mapping[int, tuple[Card, ...]] = field(default_factory=dict)
    arranged: Mapping[int, Mapping[str, tuple[Card, ...]]] = field(default_factory=dict)
    at: tuple[int, int, int] = (0, 0, 0)

    @property
    def settled(self) -> bool:
        return self.at[0] == len(self.rules.ruleset.steps)

    @property
    def bettors(self) -> tuple[Bettor, ...]:
        """Everyone with wagers, in the order of action: each seat, then those behind it, the nearest first."""
        return tuple(
            (seat.number, name) for seat in self.seats for name in ("", *(backer.name for backer in seat.backline))
        )


def seat_at(state: Round, number: int) -> Seat:
    return next(seat for seat in state.seats if seat.number == number)


def initial_wagers(state: Round, bettor: Bettor) -> Mapping[str, int]:
    """Give what a bettor placed before the deal."""
    seat = seat_at(state, bettor[0])
    return next((backer.wagers for backer in seat.backline if backer.name == bettor[1]), seat.wagers)


def stack_of(state: Round, bettor: Bettor) -> int | None:
    seat = seat_at(state, bettor[0])
    return next((backer.stack for backer in seat.backline if backer.name == bettor[1]), seat.stack)


def known_facts(state: Round, bettor: Bettor) -> dict[str, str]:
    """Give the facts of a bettor that need no cards: options, stakes, choices so far, and what anyone did."""
    known = state.rules.known | dict(state.choices[bettor])
    initial, placed = initial_wagers(state, bettor), state.placed[bettor]
    for fact in state.rules.ruleset.facts.values():
        if fact.kind == "staked":
            known[fact.name] = fact.values[fact.wager in initial or fact.wager in placed]
        elif fact.kind == "dark":
            known[fact.name] = fact.values[seat_at(state, bettor[0]).dark]
        elif fact.kind == "anyone":
            done = any(choices.get(fact.question) == fact.action for choices in state.choices.values())
            known[fact.name] = fact.values[done]
        elif fact.kind == "against" and fact.wager and fact.wager not in initial:
            known[fact.name] = NOT_STAKED
    return known


def cards_at(state: Round, place: str) -> tuple[Card, ...]:
    """Give the cards that lie at a place: a seat's without those given up; the dealer's as they were dealt at first,
    and under the name that the place has after an exchange, as they lie then."""
    changed = next((dealt for dealt in state.dealt if dealt.known_as == place), None)
    if changed is not None:
        return tuple(changed.card if card == changed.replaces else card for card in cards_at(state, changed.to))
    cards = [dealt.card for dealt in state.dealt if dealt.to == place and not dealt.known_as]
    if place.startswith("seat."):
        for gone in state.given_up.get(int(place.removeprefix("seat.")), ()):
            cards.remove(gone)
    return tuple(cards)


def seat_cards(state: Round, seat: int, place: str) -> tuple[Card, ...]:
    """Give the cards at a place as a seat's hands name it: `seat` is its own, and so are the spots that it set."""
    spots = state.arranged.get(seat, {})
    return spots[place] if place in spots else cards_at(state, f"seat.{seat}" if place == "seat" else place)


def cards_for(state: Round, seat: int) -> Callable[[str], tuple[Card, ...]]:
    """Give the cards by place as one seat's hands name the places."""
    return lambda place: seat_cards(state, seat, place)


def holds_for(state: Round, bettor: Bettor, guard: Guard) -> bool:
    """Say whether a guard holds for a bettor at this moment."""
    if not guard:
        return True
    known = known_facts(state, bettor)
    facts = state.rules.ruleset.facts
    for condition in guard:
        for name, values in condition.items():
            if name not in known and facts[name].reads_cards:
                known[name] = fact_value(state.rules, facts[name], known, cards_for(state, bettor[0]))
            if known.get(name) not in values:
                break
        else:
            return True
    return False


def views(state: Round) -> dict[str, dict[str, tuple[Card, ...]]]:
    """Say what each seat may see now: its own cards unless the box is dark, what lies face up, what was turned up."""
    places = list(dict.fromkeys(dealt.to for dealt in state.dealt))
    return {
        f"seat.{seat.number}": {place: _seen(state, seat, place) for place in places} for seat in state.seats
    }


def _seen(state: Round, seat: Seat, place: str) -> tuple[Card, ...]:
    own = place == f"seat.{seat.number}" and not seat.dark
    return tuple(
        dealt.card if dealt.up or own or place in state.shown else HIDDEN
        for dealt in state.dealt
        if dealt.to == place
    )
