"""Rounds as sessions draw them: who takes which way with how much, which deal, and who banks."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fairfelt.conformance.checks import Judged
from fairfelt.conformance.plans.plan import amounts, deals_on, one_seat, walk_seats
from fairfelt.conformance.scenario import AMPLE_BANK, Scenario, SeatPlan, scenario, seat_plan
from fairfelt.conformance.table_machine import House, Sitting, renew, sit, told
from fairfelt.rulesets.rotation import due
from fairfelt.rulesets.rules import TURNS
from fairfelt.rulesets.seating import BankSeat
from fairfelt.rulesets.ways import choices_of
from fairfelt.rulesets.witness import Deal

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

MOST_SEATS = 3
"""Seats in a round of a session: enough for a neighbour on each side."""
DEALS = 4
STEPS = 20

Choice = tuple[tuple[int, ...], int, int]
"""The way of each seat by number, how far above the least the wagers are, and which deal."""


def some_round(house: House) -> "SearchStrategy[Choice]":
    """Draw a round of one seat or some."""
    return _rounds_on(house, range(len(house.ways)))


def some_decided_round(house: House) -> "SearchStrategy[Choice]":
    """Draw a round in which the first seat has something to decide."""
    return _rounds_on(house, _decided(house))


def _decided(house: House) -> list[int]:
    return [at for at, walk in enumerate(house.ways) if choices_of(house.bench.rules, walk)]


def _rounds_on(house: House, ways: Sequence[int]) -> "SearchStrategy[Choice]":
    from hypothesis import strategies as st

    most = min(MOST_SEATS, house.table.seats, house.bench.seats)
    others = st.lists(some_way(house), max_size=most - 1).map(tuple)
    seats = st.tuples(st.sampled_from(ways), others).map(lambda drawn: (drawn[0], *drawn[1]))
    return st.tuples(seats, st.integers(0, STEPS), st.integers(0, DEALS - 1))


def some_way(house: House) -> "SearchStrategy[int]":
    """Draw the way of one seat."""
    from hypothesis import strategies as st

    return st.sampled_from(range(len(house.ways)))


def round_and_moment(house: House) -> "SearchStrategy[tuple[Choice, int]]":
    """Draw a round and one of its moments."""
    from hypothesis import strategies as st

    return st.tuples(some_decided_round(house), st.integers(0, 7))


def round_after_another(house: House) -> "SearchStrategy[tuple[Choice | None, Choice]]":
    """Draw a round, and perhaps another that is abandoned before it."""
    from hypothesis import strategies as st

    abandoned = st.none() | some_decided_round(house) if _decided(house) else st.none()
    return st.tuples(abandoned, some_round(house))


def lay(house: House, choice: Choice, bank: BankSeat | None = None) -> Scenario:
    """Lay the cards of a drawn round, with ample money of whoever banks."""
    bench, (numbers, steps, _) = house.bench, choice
    walks = [house.ways[number] for number in numbers]
    deal = deal_of(house, choice)
    seats = walk_seats(bench, walks, steps) if len(walks) > 1 else one_seat(bench, walks[0], deal, steps).seats
    return scenario(bench.rules, seats, deal, bank=bank)


def deal_of(house: House, choice: Choice) -> Deal:
    """Give the cards that the first seat's way asks for."""
    found = deals_on(house.bench, house.ways[choice[0][0]], DEALS)
    return found[choice[2] % len(found)]


def seat_on(house: House, way: int, steps: int, number: int) -> SeatPlan:
    """Seat somebody on a way through the round."""
    return seat_plan(house.bench.rules, house.ways[way], amounts(house.bench, steps), number)


def in_session(sitting: Sitting, choice: Choice) -> Scenario:
    """Lay a drawn round so that whoever banks is due, whichever rounds counted as turns."""
    house = sitting.house
    planned = lay(house, choice)
    if not house.has_bank:
        return planned
    occupied = [seat.number for seat in planned.seats]
    free = [number for number in range(house.bench.rules.ruleset.most_seats, 0, -1) if number not in occupied]
    fits = [number for number in free if all_due(sitting, number, occupied) == {True}]
    if not fits:
        renew(sitting)
        return planned
    return lay(house, choice, BankSeat(fits[0], AMPLE_BANK))


def all_due(sitting: Sitting, bank: int, occupied: list[int], declined: tuple[int, ...] = ()) -> set[bool]:
    """Say whether a seat may bank: both, where that hangs on whether an abandoned round counts."""
    allowed = TURNS[sitting.house.bench.rules.policies["turns"]]
    return {due(turns, allowed, bank, occupied, declined) is None for turns in sitting.turns}


def as_calm(sitting: Sitting, choice: Choice, judged: Judged) -> bool:
    """Say whether a round went as it goes when nothing is tried beside it."""
    calm = calm_round(sitting, choice)
    if told(judged.record) == told(calm.record):
        return True
    renew(sitting)
    return told(sit(sitting, lay(sitting.house, choice)).record) != told(calm.record)  # an unsteady engine


def calm_round(sitting: Sitting, choice: Choice) -> Judged:
    """Play a round in which nothing is tried, once for all sessions."""
    house = sitting.house
    if choice not in house.calm:
        renew(sitting)
        house.calm[choice] = sit(sitting, lay(house, choice))
        renew(sitting)
    return house.calm[choice]


def decisions(judged: Judged) -> int:
    """Count the decisions that an engine asked for in a round."""
    return sum("awaiting" in state for state in told(judged.record))


def with_stacks(planned: Scenario, stacks: dict[int, int], most: int) -> Scenario:
    """Give everybody what they have left; who is new has `most`."""
    seats = tuple(replace(seat, stack=stacks.get(seat.number, most)) for seat in planned.seats)
    bank = planned.bank and replace(planned.bank, stack=stacks.get(planned.bank.seat, most))
    return replace(planned, seats=seats, bank=bank)


def short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 160 else text[:160] + "…"

