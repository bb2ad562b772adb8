"""Scenarios: who sits where with which wagers, what they will choose, which cards come, and what is tried in between.

A scenario is decided before the engine is asked anything. The driver follows it and judges nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from fairfelt.conformance.layout import Hold, cards_of_seat, initial_sizes, replacements
from fairfelt.rulesets.cards import Card, full_deck
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.paths import Walk
from fairfelt.rulesets.play import act, awaiting, open_round
from fairfelt.rulesets.round import Bettor, Cards, Round
from fairfelt.rulesets.seating import POSITION, Backer, BankSeat, Limits, Refused, Seat
from fairfelt.rulesets.ways import choices_of, stakes_of
from fairfelt.rulesets.witness import Deal

END = "end"
AMPLE_BANK = 10**9
"""Units that no round of the suite exhausts: where the bank's money is not the point, it must not matter."""
POSITION_MOST = 1200
"""Units that one spot of a position takes, seat and backline together: more than a seat alone may place."""
SET_AMOUNT = 25
"""Units of a wager of which the house takes one amount only."""


@dataclass(frozen=True)
class BackerPlan:
    """A backline bettor behind a seat; `choices` are asked for only where bettors decide for themselves."""

    name: str
    wagers: Mapping[str, int]
    choices: Mapping[str, str] = field(default_factory=dict)
    stack: int | None = None


@dataclass(frozen=True)
class SeatPlan:
    """A seat's wagers before the deal and its choices by question, with the cards that go with them."""

    number: int
    wagers: Mapping[str, int]
    choices: Mapping[str, str]
    stack: int | None = None
    multiple: int = 0
    """Which multiple its actions place where the rules allow several, counted from the least."""
    guest: str | None = None
    dark: bool = False
    backline: tuple[BackerPlan, ...] = ()
    cards: Mapping[str, Hold] = field(default_factory=dict)


@dataclass(frozen=True)
class Probe:
    """A forbidden request, made when `seat` is asked `question`, or at the end of the round."""

    when: tuple[int, str] | str
    method: str
    params: Mapping[str, Any]


@dataclass(frozen=True)
class Scenario:
    """A round to be played. `watched` is the seat that the cards were chosen for.

    `places` is what each place gets at first, and `stub` what is drawn later; `deals` keeps, by seat, what the cards
    were chosen to show.
    """

    seats: tuple[SeatPlan, ...]
    deck: tuple[Card, ...]
    places: Mapping[str, tuple[Card, ...]]
    watched: int = 1
    probes: tuple[Probe, ...] = ()
    abandon_at: str | None = None
    recall: bool = False
    seed: int | None = None
    free: bool = field(default=False)
    """Let the engine deal by itself: the round is judged as it was dealt."""
    stub: tuple[Card, ...] = ()
    deals: Mapping[int, Deal] = field(default_factory=dict)
    bank: BankSeat | None = None


def seat_plan(rules: Rules, walk: Walk, amounts: Mapping[str, int], number: int = 1) -> SeatPlan:
    """Turn a way through the round into a seat with these amounts."""
    dark = [fact for fact in rules.ruleset.facts.values() if fact.kind == "dark"]
    return SeatPlan(
        number,
        {wager: amounts[wager] for wager in stakes_of(rules, walk)},
        choices_of(rules, walk),
        dark=any(walk.known[fact.name] == fact.values[1] for fact in dark),
    )


def scenario(
    rules: Rules,
    seats: tuple[SeatPlan, ...],
    deal: Deal,
    watched: int = 1,
    filler: int = 0,
    bank: BankSeat | None = None,
) -> Scenario:
    """Lay out a whole deck: the deal for the watched seat, plain cards for everyone else, the rest behind.

    `filler` chooses how the other cards are mixed; 0 leaves them in plain order. In a game with a player-dealer
    another player banks with ample money unless a bank is named.
    """
    taken = {card for cards in deal.values() for card in cards}
    rest = [card for card in full_deck(rules.ruleset.packs) if card not in taken]
    if filler:
        Random(filler).shuffle(rest)
    supply = iter(rest)
    sizes = initial_sizes(rules, [seat.number for seat in seats])
    come: dict[str, tuple[Card, ...]] = {}
    shared = {
        place: (*deal.get(place, ()), *(next(supply) for _ in range(size - len(deal.get(place, ())))))
        for place, size in sizes.items()
        if not place.startswith("seat.")
    }
    changed, drawn = replacements(rules, {**deal, **shared}, supply)
    planned, deals = [], {}
    for seat in seats:
        size = sizes[f"seat.{seat.number}"]
        own = deal if seat.number == watched else {}
        come[f"seat.{seat.number}"], cards, held = cards_of_seat(rules, seat.choices, own, size, supply)
        planned.append(replace(seat, cards=cards))
        lying = {place: cards for place, cards in shared.items() if place != "discard"}
        deals[seat.number] = {**lying, **changed, **held}
    come.update({place: cards + drawn.get(place, ()) for place, cards in shared.items()})
    bank = bank or any_bank(rules, [seat.number for seat in seats])
    ended = _played(rules, tuple(planned), come, bank)
    dealt = ended.dealt if ended else ()
    front = tuple(entry.card for entry in dealt)
    deck = front + tuple(card for card in full_deck(rules.ruleset.packs) if card not in set(front))
    at_first = {place: cards[: sizes.get(place, 0)] for place, cards in come.items()}
    asked = {question.id for question in rules.ruleset.questions}
    stub = tuple(entry.card for entry in dealt if entry.step in asked or entry.known_as)
    return Scenario(tuple(planned), deck, at_first, watched, stub=stub, deals=deals, bank=bank)


def any_bank(rules: Rules, occupied: list[int]) -> BankSeat | None:
    """Let the highest free seat bank, with ample money, where a player banks."""
    free = [number for number in range(1, rules.ruleset.most_seats + 1) if number not in occupied]
    if rules.ruleset.bank is None:
        return None
    return BankSeat(max(free, default=rules.ruleset.most_seats), AMPLE_BANK)


def with_wagers(planned: Scenario, wagers: Mapping[str, int]) -> Scenario:
    """Change the watched seat's wagers and nothing else."""
    seats = tuple(
        replace(seat, wagers=wagers) if seat.number == planned.watched else seat for seat in planned.seats
    )
    return replace(planned, seats=seats)


def with_suits(planned: Scenario, suits: Mapping[int, int]) -> Scenario:
    """Exchange the suits of all cards by a table of `str.maketrans`: dealt, to come, and those that go with choices."""

    def changed(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(card[0] + card[1].translate(suits) for card in cards)

    def held(hold: Hold) -> Hold:
        return {spot: changed(part) for spot, part in hold.items()} if isinstance(hold, Mapping) else changed(hold)

    return replace(
        planned,
        deck=changed(planned.deck),
        places={place: changed(cards) for place, cards in planned.places.items()},
        stub=changed(planned.stub),
        seats=tuple(
            replace(seat, cards={name: held(hold) for name, hold in seat.cards.items()}) for seat in planned.seats
        ),
    )


def start_params(planned: Scenario, round_id: str) -> dict[str, Any]:
    """Write the request that starts the round."""
    params: dict[str, Any] = {"round": round_id, "seats": [_seat_params(seat) for seat in planned.seats]}
    if planned.bank is not None:
        bank = planned.bank
        params["bank"] = _without_none({"seat": bank.seat, "amount": bank.amount, "stack": bank.stack})
        if bank.declined:
            params["bank"]["declined"] = list(bank.declined)
    if not planned.free:
        params["deck"] = list(planned.deck)
        named = {place: list(cards) for place, cards in planned.places.items() if cards and place != "discard"}
        params["places"] = named
        if planned.stub:
            params["places"]["stub"] = list(planned.stub)
    return params


def _seat_params(seat: SeatPlan) -> dict[str, Any]:
    backline = [
        _without_none({"bettor": backer.name, "stack": backer.stack, "wagers": dict(backer.wagers)})
        for backer in seat.backline
    ]
    entry = {"seat": seat.number, "guest": seat.guest, "dark": seat.dark or None, "stack": seat.stack}
    return _without_none({**entry, "wagers": dict(seat.wagers), "backline": backline or None})


def _without_none(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if value is not None}


def seat_of(plan: SeatPlan) -> Seat:
    """Give the seat as the rules see it."""
    backline = tuple(Backer(backer.name, backer.wagers, backer.stack) for backer in plan.backline)
    return Seat(plan.number, plan.wagers, plan.stack, plan.guest, plan.dark, backline)


def action_wagers(
    rules: Rules, question: str, action: str, placed: Mapping[str, int], multiple: int = 0
) -> dict[str, int]:
    """Say what an action places, by the multiple so many above the least, or the highest there is."""
    known = next((q.actions.get(action) for q in rules.ruleset.questions if q.id == question), None)
    if known is None:
        return {}
    return {
        wager: times[min(multiple, len(times) - 1)] * placed.get(of, 0)
        for wager, (of, times) in known.places.items()
    }


def played(rules: Rules, planned: Scenario) -> Round | None:
    """Play a round by the rules to its end; None if the rules refuse it."""
    return _played(rules, planned.seats, planned.places, planned.bank, planned.stub)


def _played(
    rules: Rules,
    seats: tuple[SeatPlan, ...],
    come: Mapping[str, tuple[Card, ...]],
    bank: BankSeat | None,
    stub: tuple[Card, ...] = (),
) -> Round | None:
    """Play the round by the rules with stacks aside, to learn in which order the places get their cards."""
    at_table = tuple(replace(seat_of(seat), stack=None) for seat in seats)
    try:
        state = open_round(rules, at_table, Cards(places=come, stub=stub), {}, bank)
        while (asked := awaiting(state)) is not None:
            first = asked.legal[0].action
            state = _choose(rules, state, seats, (asked.seat, asked.bettor), asked.question.id, first)
        return state
    except Refused:
        return None


def _choose(
    rules: Rules, state: Round, seats: tuple[SeatPlan, ...], bettor: Bettor, question: str, first: str
) -> Round:
    plan = next(entry for entry in seats if entry.number == bettor[0])
    choices = next((backer.choices for backer in plan.backline if backer.name == bettor[1]), plan.choices)
    action = choices.get(question, first)
    wagers = action_wagers(rules, question, action, state.placed[bettor], plan.multiple)
    cards = plan.cards.get(question, ()) if not bettor[1] else ()
    return act(state, bettor[0], action, wagers, cards, bettor[1])


def house_limits(rules: Rules) -> dict[str, Limits]:
    """The limits of the tables that the suite opens: wide enough to scale, narrow enough to have edges near."""
    limits = {}
    for name, wager in rules.ruleset.wagers.items():
        if not wager.by_action:
            fixed = wager.set_amount is not None and rules.holds(wager.set_amount)
            limits[name] = Limits(SET_AMOUNT, SET_AMOUNT) if fixed else Limits(10, 1000, 5)
    if rules.ruleset.bank is not None:
        limits[POSITION] = Limits(most=POSITION_MOST)
    return limits
