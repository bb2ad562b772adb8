"""One seat's choices, wagers and presence never change another's result where the same cards lie."""

from typing import TYPE_CHECKING, Any

from fairfelt.conformance.finding import Finding
from fairfelt.conformance.plans.table_rounds import DEALS, STEPS, deal_of, seat_on, some_way
from fairfelt.conformance.record import Record
from fairfelt.conformance.scenario import scenario
from fairfelt.conformance.table_machine import Found, House, Sitting, renew, sit, told
from fairfelt.rulesets.round import Round, cards_for, known_facts

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from fairfelt.conformance.checks import Judged


def two_seats(house: House) -> "SearchStrategy[tuple[int, int, int | None, int, int, bool]]":
    """Draw a seat's way, its neighbour's, and what the neighbour does instead: another way, or not to play."""
    from hypothesis import strategies as st

    way = some_way(house)
    return st.tuples(way, way, st.none() | way, st.integers(0, STEPS), st.integers(0, DEALS - 1), st.booleans())


def neighbours(sitting: Sitting, drawn: tuple[int, int, int | None, int, int, bool]) -> None:
    """Play a round again with other choices and wagers of a neighbour, or without it.

    Where that touches what decides about the seat itself, only the wagers of the neighbour are other ones.
    """
    house, (own, beside, instead, steps, at, first) = sitting.house, drawn
    number, other = (1, 2) if first else (2, 1)
    deal, seat = deal_of(house, ((own,), steps, at)), seat_on(house, own, steps, number)

    def beside_it(way: int | None, more: int) -> "Judged":
        next_to = () if way is None else (seat_on(house, way, steps + more, other),)
        renew(sitting)
        seats = (seat, *next_to) if first else (*next_to, seat)
        return sit(sitting, scenario(house.bench.rules, seats, deal, number))

    before = beside_it(beside, 1)
    words = {instead: "left" if instead is None else "chose and wagered otherwise", beside: "wagered otherwise"}
    for way, did in words.items():
        after = beside_it(way, 4)
        if _all_the_same(before, after, number):
            _same_result(house, before, after, number, f"seat {other} {did}")
            return


def _same_result(house: House, before: "Judged", after: "Judged", number: int, did: str) -> None:
    house.reached += 1
    here, there = _money(before.record, number), _money(after.record, number)
    for wager, returned in here.items():
        if there.get(wager) != returned:
            expected = f"{wager} returns {returned}, as it did before {did}"
            actual, record = f"returned {there.get(wager)}", after.record.id
            raise Found(Finding(house.rule, "difference", expected, actual, number, wager, record=record))


def _all_the_same(before: "Judged", after: "Judged", number: int) -> bool:
    """Say whether everything that decides about a seat is the same: its cards and the dealer's, what it placed and
    chose, and what anyone did that touches all."""
    if before.trace.settled is None or after.trace.settled is None:
        return False
    states = [entry[1] for entry in (before.trace.settled, after.trace.settled)]
    places = {place for hand in states[0].rules.ruleset.hands.values() for place in hand.places}
    first, second = (
        (
            known_facts(state, (number, "")),
            state.placed[number, ""],
            {place: _lying(state, number, place) for place in places},
        )
        for state in states
    )
    return first == second


def _lying(state: Round, number: int, place: str) -> Any:
    try:
        return cards_for(state, number)(place)
    except KeyError:
        return None


def _money(record: Record, number: int) -> dict[str, int]:
    ledger = told(record)[-1].get("ledger", ())
    return {row["wager"]: row["returned"] for row in ledger if row["seat"] == number}
