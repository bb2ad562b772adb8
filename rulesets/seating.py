"""Who sits at the table with which wagers, and what the rules refuse before the first card."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.rotation import Turns, due
from fairfelt.rulesets.rules import TURNS

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

POSITION = "position"
"""The name of the limit that binds what stands on one spot of a position, seat and backline together."""


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
class Backer:
    """A backline bettor: someone who stands behind a seat and wagers on its hand."""

    name: str
    wagers: Mapping[str, int]
    stack: int | None = None


@dataclass(frozen=True)
class Seat:
    """A box and its wagers as placed before the deal, and its stack if the client named one.

    `guest` owns the box; a `dark` box is one whose cards its owner may not look at.
    """

    number: int
    wagers: Mapping[str, int]
    stack: int | None = None
    guest: str | None = None
    dark: bool = False
    backline: tuple[Backer, ...] = ()


@dataclass(frozen=True)
class BankSeat:
    """The player who banks the round, with how much, and the seats that were offered the position and passed."""

    seat: int
    amount: int
    stack: int | None = None
    declined: tuple[int, ...] = ()


def in_turn(seats: tuple[Seat, ...], bank: BankSeat | None) -> tuple[Seat, ...]:
    """Put seats in the order of dealing, action and settlement: clockwise from the bank's left."""
    first = bank.seat if bank else 0
    return tuple(sorted(seats, key=lambda seat: (seat.number < first, seat.number)))


def check_table(
    rules: Rules, seats: tuple[Seat, ...], bank: BankSeat | None, limits: Mapping[str, Limits], turns: Turns
) -> None:
    """Raise Refused for the first thing that the rules forbid."""
    ruleset, numbers = rules.ruleset, [seat.number for seat in seats]
    if not seats or len(set(numbers)) != len(numbers):
        raise Refused("seat-limit", "a round needs at least one seat, each number once")
    if len(seats) > ruleset.most_players or max(numbers) > ruleset.most_seats or min(numbers) < 1:
        raise Refused("seat-limit", f"the table has seats 1 to {ruleset.most_seats}")
    _check_bank(rules, seats, bank, turns)
    for seat in seats:
        check_wagers(rules, seat.wagers, seat.stack, limits, f"seat {seat.number}")
        _check_backline(rules, seat, limits)
    _check_guests(rules, seats)


def _check_bank(rules: Rules, seats: tuple[Seat, ...], bank: BankSeat | None, turns: Turns) -> None:
    if rules.ruleset.bank is None:
        if bank is not None:
            raise Refused("bank", "in this game the house banks")
        return
    if bank is None:
        raise Refused("bank", "a player must bank the round")
    if not 1 <= bank.seat <= rules.ruleset.most_seats:
        raise Refused("bank", f"the table has seats 1 to {rules.ruleset.most_seats}", also=("seat-limit",))
    occupied = [seat.number for seat in seats]
    if bank.seat in occupied:
        raise Refused("bank", f"seat {bank.seat} banks and places wagers at once", also=("relation", "wrong-seat"))
    if bank.amount < 1:
        raise Refused("bank", f"a bank of {bank.amount} covers nothing", also=("limits",))
    if bank.stack is not None and bank.stack < bank.amount:
        raise Refused("insufficient-stack", f"the bank has {bank.stack} and puts up {bank.amount}", also=("bank",))
    wrong = due(turns, TURNS[rules.policies["turns"]], bank.seat, occupied, bank.declined)
    if wrong is not None:
        raise Refused("bank", wrong, also=("wrong-seat",))


def _check_backline(rules: Rules, seat: Seat, limits: Mapping[str, Limits]) -> None:
    if seat.backline and rules.ruleset.bank is None:
        raise Refused("relation", "this game has no backline", also=("bank", "seat-limit"))
    names = [backer.name for backer in seat.backline]
    if len(set(names)) != len(names):
        raise Refused("relation", f"a bettor stands twice behind seat {seat.number}", also=("seat-limit",))
    for backer in seat.backline:
        check_wagers(rules, backer.wagers, backer.stack, limits, f"{backer.name} behind seat {seat.number}")
    most = limits[POSITION].most if POSITION in limits else None
    spots = Counter(seat.wagers)
    for backer in seat.backline:
        spots.update(backer.wagers)
    for wager, total in spots.items():
        if most is not None and total > most:
            raise Refused("limits", f"{total} of {wager} at seat {seat.number} is more than a position takes, {most}")


def check_wagers(
    rules: Rules, placed: Mapping[str, int], stack: int | None, limits: Mapping[str, Limits], who: str
) -> None:
    """Raise Refused for wagers before the deal that one bettor may not place."""
    ruleset = rules.ruleset
    for name, amount in placed.items():
        wager = ruleset.wagers.get(name)
        if wager is None:
            raise Refused("unknown-wager", f"this game has no wager {name!r}")
        if wager.by_action:
            message = f"{name!r} is placed by an action, not before the deal"
            raise Refused("relation", message, also=("illegal-action",))
        if not limits.get(name, Limits()).allow(amount):
            raise Refused("limits", f"{name} of {amount} is outside the limits of the table")
    if not placed:
        raise Refused("relation", f"{who} places no wager")
    for wager in ruleset.wagers.values():
        if wager.name not in placed:
            if wager.needed:
                raise Refused("relation", f"{who} needs the wager {wager.name!r}")
            continue
        amount = placed[wager.name]
        for partner in wager.partners:
            if partner not in placed:
                raise Refused("relation", f"{wager.name!r} needs {partner!r}")
        if (
            (wager.equals and amount != placed[wager.equals])
            or (wager.at_most and amount > placed[wager.at_most])
            or (wager.multiple_of and amount % placed[wager.multiple_of])
        ):
            raise Refused("relation", f"{wager.name} of {amount} does not fit the other wagers")
    _check_groups(rules, placed)
    if stack is not None and sum(placed.values()) > stack:
        raise Refused("insufficient-stack", f"{who} has {stack}")


def _check_groups(rules: Rules, placed: Mapping[str, int]) -> None:
    for group in rules.ruleset.groups:
        stands = {name: placed[name] for name in group.wagers if name in placed}
        names = ", ".join(group.wagers)
        if group.equal and len(set(stands.values())) > 1:
            raise Refused("relation", f"{names} are of one amount")
        whole = group.whole is not None and rules.holds(group.whole)
        if whole and stands and len(stands) < len(group.wagers):
            raise Refused("relation", f"{names} are placed together or not at all")


def _check_guests(rules: Rules, seats: tuple[Seat, ...]) -> None:
    boxes = rules.ruleset.boxes
    if boxes is None:
        if any(seat.dark for seat in seats):
            raise Refused("relation", "this game has no dark boxes", also=("seat-limit", "illegal-action"))
        return
    owners = {seat.guest for seat in seats if seat.guest is not None}
    for guest in sorted(owners):
        own = [seat for seat in seats if seat.guest == guest]
        for wager in boxes.equal:
            if len({seat.wagers.get(wager) for seat in own}) > 1:
                raise Refused("relation", f"the boxes of {guest} differ in their {wager}")
        light = [seat.number for seat in own if not seat.dark]
        if boxes.light is not None and len(light) > boxes.light:
            message = f"{guest} looks at {len(light)} boxes, and may look at {boxes.light}"
            raise Refused("seat-limit", message, also=("relation",))
