"""The turns of the bank: a player may bank only so long, and then it is offered around the table."""

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True)
class Turns:
    """Who banked last, and how many rounds in a row; nobody yet is seat 0."""

    seat: int = 0
    rounds: int = 0


def due(turns: Turns, allowed: int, bank: int, occupied: Collection[int], declined: Collection[int]) -> str | None:
    """Say why the bank is not due at this seat, or None.

    `allowed` is in rounds in a row. `occupied` are the seats that play; the bank's own may be missing.
    """
    if bank in declined:
        return f"seat {bank} declined the position and can't bank"
    if not turns.seat:
        return None
    if bank == turns.seat and turns.rounds >= allowed:
        return f"seat {bank} has banked {turns.rounds} of {allowed} rounds in a row; the position moves clockwise"
    first = next(seat for seat in _offers(turns, allowed, {*occupied, bank}) if seat not in declined)
    return None if first == bank else f"seat {first} is offered the position before seat {bank}"


def after(turns: Turns, bank: int) -> Turns:
    """Count a round that this seat banked."""
    return Turns(bank, turns.rounds + 1 if bank == turns.seat else 1)


def next_bank(
    turns: Turns, allowed: int, seats: int, free: Collection[int], occupied: Collection[int]
) -> tuple[int, tuple[int, ...]] | None:
    """Give the first seat among `free` that can be due, and the occupied seats before it that must have declined.

    `seats` is the number of seats at the table. None: no free seat can be due.
    """
    passed: list[int] = []
    for seat in _offers(turns, allowed, range(1, seats + 1)):
        if seat in free:
            return seat, tuple(passed)
        if seat in occupied and turns.seat:
            passed.append(seat)
    return None


def _offers(turns: Turns, allowed: int, seats: Collection[int]) -> list[int]:
    """Put seats in the order in which they are offered the position."""
    others = sorted((seat < turns.seat, seat) for seat in seats if seat != turns.seat)
    again = [turns.seat] if turns.seat in seats and turns.rounds < allowed else []
    return again + [seat for _, seat in others]
