"""The turns of the bank: who may bank, who is offered it next, and how long one player may keep it."""

from collections.abc import Callable, Collection
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from fairfelt.rulesets.rotation import Turns, after, due, next_bank

Seats = Collection[int]
Due = Callable[[Turns, int, int, Seats, Seats], str | None]
Found = tuple[int, tuple[int, ...]] | None
Next = Callable[[Turns, int, int, Seats, Seats], Found]

ALL = range(1, 7)
ONCE, TWICE = Turns(3, 1), Turns(3, 2)


def test_anybody_may_bank_the_first_round() -> None:
    assert [due(Turns(), 2, seat, ALL, ()) for seat in ALL] == [None] * 6


def test_a_holder_with_rounds_left_is_due_again() -> None:
    assert due(ONCE, 2, 3, ALL, ()) is None
    assert due(ONCE, 2, 4, ALL, ()) == "seat 3 is offered the position before seat 4"


def test_a_holder_may_give_up_the_rounds_it_has_left() -> None:
    assert due(ONCE, 2, 4, ALL, {3}) is None
    assert due(ONCE, 2, 3, ALL, {3}) == "seat 3 declined the position and can't bank"


def test_a_holder_that_left_the_table_is_passed_over() -> None:
    assert due(ONCE, 2, 4, {1, 4}, ()) is None


def test_after_the_rounds_allowed_the_position_goes_to_the_left() -> None:
    assert due(TWICE, 2, 4, ALL, ()) is None
    assert due(TWICE, 2, 3, ALL, ()) == "seat 3 has banked 2 of 2 rounds in a row; the position moves clockwise"
    assert due(TWICE, 2, 5, ALL, ()) == "seat 4 is offered the position before seat 5"


def test_the_offer_goes_on_past_those_who_decline() -> None:
    assert due(TWICE, 2, 6, ALL, {4, 5}) is None
    assert due(TWICE, 2, 6, ALL, {4}) == "seat 5 is offered the position before seat 6"


def test_an_empty_seat_is_passed_over() -> None:
    assert due(TWICE, 2, 6, {1, 2, 3, 6}, ()) is None


def test_a_bank_is_at_the_table_without_playing() -> None:
    assert due(TWICE, 2, 6, {1, 2, 3}, ()) is None


def test_the_offer_goes_on_around_the_table() -> None:
    assert due(TWICE, 2, 1, {1, 2, 3}, ()) is None
    assert due(TWICE, 2, 2, {1, 2, 3}, ()) == "seat 1 is offered the position before seat 2"


def test_nobody_banks_too_long_even_when_all_others_decline() -> None:
    assert due(TWICE, 2, 3, ALL, {1, 2, 4, 5, 6}) is not None
    assert due(TWICE, 2, 3, {3}, ()) is not None


def test_rounds_in_a_row_begin_again_with_another_bank() -> None:
    assert after(Turns(), 3) == Turns(3, 1)
    assert after(ONCE, 3) == Turns(3, 2)
    assert after(TWICE, 4) == Turns(4, 1)


def test_the_next_bank_is_the_first_free_seat_and_those_before_it_declined() -> None:
    assert next_bank(Turns(), 2, 6, {4}, {1, 2}) == (4, ())
    assert next_bank(ONCE, 2, 6, {3, 5}, {4}) == (3, ())
    assert next_bank(ONCE, 2, 6, {6}, {3, 4, 1}) == (6, (3, 4))
    assert next_bank(TWICE, 2, 6, {2, 3}, {3, 4, 1}) == (2, (4, 1))


def test_there_is_no_next_bank_when_only_the_holder_is_free() -> None:
    assert next_bank(TWICE, 2, 6, {3}, {1, 2}) is None
    assert next_bank(TWICE, 2, 6, (), {1, 2}) is None


# A session of many rounds, against a dealer who walks around the table and remembers every bank


@st.composite
def rounds(draw: st.DrawFn) -> tuple[int, frozenset[int], frozenset[int]]:
    """Draw a bank, the seats that play, and those that declined."""
    seats = st.frozensets(st.integers(1, 5))
    return draw(st.integers(1, 5)), draw(seats), draw(seats)


def session(judge: Due, find: Next) -> type[RuleBasedStateMachine]:
    """Keep a session in which these say who may bank, and who banks next."""

    class Session(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.allowed = 0
            self.turns = Turns()
            self.banks: list[int] = []

        def in_a_row(self) -> int:
            return next(
                (back for back, seat in enumerate(reversed(self.banks)) if seat != self.banks[-1]), len(self.banks)
            )

        def walk(self, at_table: Seats, declined: Seats) -> int | None:
            """Ask one seat after the other."""
            asked = holder = self.banks[-1]
            if self.in_a_row() == self.allowed:
                asked = asked % 5 + 1
            for _ in range(5):
                spent = asked == holder and self.in_a_row() == self.allowed
                if asked in at_table and asked not in declined and not spent:
                    return asked
                asked = asked % 5 + 1
            return None

        @precondition(lambda self: not self.allowed)
        @rule(allowed=st.integers(1, 3))
        def open_the_table(self, allowed: int) -> None:
            self.allowed = allowed

        @precondition(lambda self: self.allowed)
        @rule(drawn=rounds())
        def somebody_banks(self, drawn: tuple[int, frozenset[int], frozenset[int]]) -> None:
            bank, occupied, declined = drawn
            refused = judge(self.turns, self.allowed, bank, occupied, declined)
            first = self.walk(occupied | {bank}, declined) if self.banks else bank
            assert (refused is None) == (first == bank and bank not in declined), refused
            if refused is None:
                self.bank_a_round(bank)

        @precondition(lambda self: self.allowed)
        @rule(drawn=rounds())
        def the_next_bank_is_found(self, drawn: tuple[int, frozenset[int], frozenset[int]]) -> None:
            _, occupied, free = drawn
            found = find(self.turns, self.allowed, 5, free, occupied)
            if found is None:
                assert all(judge(self.turns, self.allowed, seat, occupied, {*ALL} - {seat}) for seat in free)
                return
            bank, passed = found
            assert bank in free and occupied.issuperset(passed) and free.isdisjoint(passed)
            assert judge(self.turns, self.allowed, bank, occupied, passed) is None
            for seat in passed:
                assert judge(self.turns, self.allowed, bank, occupied, {*passed} - {seat}) is not None
            for seat in free - {bank} if self.banks else ():
                assert judge(self.turns, self.allowed, seat, occupied | {bank}, passed) is not None
            self.bank_a_round(bank)

        def bank_a_round(self, bank: int) -> None:
            self.turns = after(self.turns, bank)
            self.banks.append(bank)

        @invariant()
        def nobody_banks_more_than_allowed(self) -> None:
            assert self.in_a_row() <= self.allowed
            assert self.turns == (Turns(self.banks[-1], self.in_a_row()) if self.banks else Turns())

    return Session


def play_sessions(judge: Due = due, find: Next = next_bank, **how: Any) -> None:
    how |= {"max_examples": 60, "deadline": None, "database": None}
    run_state_machine_as_test(session(judge, find), settings=settings(**how))


def play_to_the_first_fault(judge: Due = due, find: Next = next_bank) -> None:
    play_sessions(judge, find, derandomize=True, phases=[Phase.generate], report_multiple_bugs=False)


def test_a_session_goes_as_a_dealer_walking_around_the_table_would_have_it() -> None:
    play_sessions()


def forgets_who_declined(turns: Turns, allowed: int, bank: int, occupied: Seats, _: Seats) -> str | None:
    return due(turns, allowed, bank, occupied, ())


def allows_one_more(turns: Turns, allowed: int, bank: int, occupied: Seats, no: Seats) -> str | None:
    return due(turns, allowed + 1, bank, occupied, no)


def asks_empty_seats(turns: Turns, allowed: int, bank: int, occupied: Seats, no: Seats) -> str | None:
    return due(turns, allowed, bank, ALL, no)


def asks_nobody(turns: Turns, allowed: int, bank: int, occupied: Seats, no: Seats) -> str | None:
    return due(Turns(), allowed, bank, occupied, no)


def goes_the_other_way(turns: Turns, allowed: int, bank: int, occupied: Seats, no: Seats) -> str | None:
    mirrored = Turns(turns.seat and 6 - turns.seat, turns.rounds)
    return due(mirrored, allowed, 6 - bank, [6 - seat for seat in occupied], [6 - seat for seat in no])


def moves_on_every_round(turns: Turns, allowed: int, bank: int, occupied: Seats, no: Seats) -> str | None:
    return due(turns, 1, bank, occupied, no)


def asks_the_holder_last(turns: Turns, allowed: int, bank: int, occupied: Seats, no: Seats) -> str | None:
    alone = bank == turns.seat and bank not in no and {*occupied} <= {bank, *no}
    return None if alone else due(turns, allowed, bank, occupied, no)


WRONG: tuple[Due, ...] = (
    *(forgets_who_declined, allows_one_more, asks_empty_seats, asks_nobody),
    *(goes_the_other_way, moves_on_every_round, asks_the_holder_last),
)


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.__name__)
def test_a_dealer_who_offers_the_bank_wrongly_is_caught(wrong: Due) -> None:
    with pytest.raises(AssertionError):
        play_to_the_first_fault(wrong)


def names_nobody_who_declined(turns: Turns, allowed: int, seats: int, free: Seats, occupied: Seats) -> Found:
    found = next_bank(turns, allowed, seats, free, occupied)
    return found and (found[0], ())


def names_empty_seats(turns: Turns, allowed: int, seats: int, free: Seats, occupied: Seats) -> Found:
    return next_bank(turns, allowed, seats, free, ALL)


def takes_the_lowest_seat(turns: Turns, allowed: int, seats: int, free: Seats, occupied: Seats) -> Found:
    return next_bank(turns, allowed, seats, sorted(free)[:1], occupied)


def gives_up(turns: Turns, allowed: int, seats: int, free: Seats, occupied: Seats) -> Found:
    return None


@pytest.mark.parametrize(
    "wrong",
    [names_nobody_who_declined, names_empty_seats, takes_the_lowest_seat, gives_up],
    ids=lambda wrong: wrong.__name__,
)
def test_a_wrong_next_bank_is_caught(wrong: Next) -> None:
    with pytest.raises(AssertionError):
        play_to_the_first_fault(find=wrong)
