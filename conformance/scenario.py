"""Scenarios: who sits where with which wagers, what they will choose, which cards come, and what is tried in between.

A scenario is decided before the engine is asked anything. The driver follows it and judges nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from fairfelt.rulesets.cards import Card, full_deck
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.paths import Walk
from fairfelt.rulesets.play import act, awaiting, open_round
from fairfelt.rulesets.round import Cards, Round
from fairfelt.rulesets.seating import Limits, Refused, Seat
from fairfelt.rulesets.rules import DealStep
from fairfelt.rulesets.ways import can_happen, choices_of, stakes_of
from fairfelt.rulesets.witness import Deal

END = "end"


@dataclass(frozen=True)
class SeatPlan:
    """A seat's wagers before the deal and its choices by question."""

    number: int
    wagers: Mapping[str, int]
    choices: Mapping[str, str]
    stack: int | None = None
    multiple: int = 0
    """Which multiple its actions place where the rules allow several, counted from the least."""


@dataclass(frozen=True)
class Probe:
    """A forbidden request, made when `seat` is asked `question`, or at the end of the round."""

    when: tuple[int, str] | str
    method: str
    params: Mapping[str, Any]


@dataclass(frozen=True)
class Scenario:
    """A round to be played. `watched` is the seat that the cards were chosen for."""

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


def seat_plan(rules: Rules, walk: Walk, amounts: Mapping[str, int], number: int = 1) -> SeatPlan:
    """Turn a way through the round into a seat with these amounts."""
    return SeatPlan(
        number, {wager: amounts[wager] for wager in stakes_of(rules, walk)}, choices_of(rules, walk)
    )


def scenario(
    rules: Rules, seats: tuple[SeatPlan, ...], deal: Deal, watched: int = 1, filler: int = 0
) -> Scenario:
    """Lay out a whole deck: the deal for the watched seat, plain cards for everyone else, the rest behind.

    `filler` chooses how the other cards are mixed; 0 leaves them in plain order.
    """
    taken = {card for cards in deal.values() for card in cards}
    rest = [card for card in full_deck(rules.ruleset.packs) if card not in taken]
    if filler:
        Random(filler).shuffle(rest)
    supply = iter(rest)
    places: dict[str, tuple[Card, ...]] = {}
    for place, size in _sizes(rules, seats).items():
        given = deal.get("seat" if place == f"seat.{watched}" else place, ())
        places[place] = (
            given if place == f"seat.{watched}" or given else tuple(next(supply) for _ in range(size))
        )
    front = tuple(dealt.card for dealt in _dealt(rules, seats, places))
    deck = front + tuple(card for card in full_deck(rules.ruleset.packs) if card not in set(front))
    return Scenario(seats, deck, places, watched)


def with_wagers(planned: Scenario, wagers: Mapping[str, int]) -> Scenario:
    """Change the watched seat's wagers and nothing else."""
    seats = tuple(
        replace(seat, wagers=wagers) if seat.number == planned.watched else seat for seat in planned.seats
    )
    return replace(planned, seats=seats)


def start_params(planned: Scenario, round_id: str) -> dict[str, Any]:
    """Write the request that starts the round."""
    seats = []
    for seat in planned.seats:
        entry: dict[str, Any] = {"seat": seat.number, "wagers": dict(seat.wagers)}
        if seat.stack is not None:
            entry["stack"] = seat.stack
        seats.append(entry)
    params: dict[str, Any] = {"round": round_id, "seats": seats}
    if not planned.free:
        params["deck"] = list(planned.deck)
        params["places"] = {place: list(cards) for place, cards in planned.places.items() if cards}
    return params


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


def _sizes(rules: Rules, seats: tuple[SeatPlan, ...]) -> dict[str, int]:
    sizes: dict[str, int] = {}
    for step in rules.ruleset.steps:
        if isinstance(step, DealStep) and can_happen(rules, step):
            for place in step.places:
                for target in [f"seat.{seat.number}" for seat in seats] if place == "seats" else [place]:
                    sizes[target] = sizes.get(target, 0) + step.count
    return sizes


def _dealt(rules: Rules, seats: tuple[SeatPlan, ...], places: Mapping[str, tuple[Card, ...]]) -> Any:
    """Play the round by the rules with ample wagers, to learn in which order the places get their cards."""
    at_table = tuple(Seat(seat.number, seat.wagers) for seat in seats)
    try:
        state = open_round(rules, at_table, Cards(places=places), {})
        while (asked := awaiting(state)) is not None:
            state = _choose(rules, state, seats, asked.seat, asked.question.id, asked.legal[0].action)
        return state.dealt
    except Refused:
        return ()


def _choose(
    rules: Rules, state: Round, seats: tuple[SeatPlan, ...], seat: int, question: str, first: str
) -> Round:
    plan = next(entry for entry in seats if entry.number == seat)
    action = plan.choices.get(question, first)
    return act(state, seat, action, action_wagers(rules, question, action, state.placed[seat], plan.multiple))


def house_limits(rules: Rules) -> dict[str, Limits]:
    """The limits of the tables that the suite opens: wide enough to scale, narrow enough to have edges near."""
    return {name: Limits(10, 1000, 5) for name, wager in rules.ruleset.wagers.items() if not wager.by_action}
