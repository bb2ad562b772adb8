"""A table over many rounds: moves that Hypothesis puts together to a session, and shrinks to the shortest that fails.

Whatever is tried, every round is judged by the usual checks and recorded. What they find belongs to the requirements
that it is about; a session's own requirement looks at what one round alone can't show.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from fairfelt.conformance.checks import Judged, judge
from fairfelt.conformance.connections.answers import Connection, Fault, Result
from fairfelt.conformance.driver import Aside, play
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.plans.plan import Bench, amounts, deals_on, one_seat, walk_seats, ways
from fairfelt.conformance.record import Record
from fairfelt.conformance.scenario import Scenario, scenario
from fairfelt.conformance.session import Table, configuration
from fairfelt.rulesets.paths import Walk
from fairfelt.rulesets.rotation import Turns, after, due
from fairfelt.rulesets.rules import TURNS
from fairfelt.rulesets.seating import BankSeat
from fairfelt.rulesets.ways import companion, stakes_of

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

WRONGLY_REFUSED = "accept"
MOST_SEATS = 3
"""Seats in a round of a session: enough for a neighbour on each side."""
MOST_SHRINKS = 60
"""Sessions that are played to find a shorter one that fails."""
DEALS = 4

Choice = tuple[tuple[int, ...], int, int]
"""A round: the way of each seat by number, how far above the least the wagers are, and which deal."""


@dataclass
class House:
    """What the sessions of one requirement share. `reached` counts the rounds that bear on it."""

    bench: Bench
    connection: Connection
    table: Table
    requirement: str
    name: Callable[[], str]
    """Gives the name of the next round."""
    keep: Callable[[Record], None]
    lacking: frozenset[str] = frozenset()
    """Wagers that the engine does not have."""
    reached: int = 0
    elsewhere: list[Finding] = field(default_factory=list)
    gaps: list[Finding] = field(default_factory=list)
    twins: dict[Scenario, Judged] = field(default_factory=dict)

    @property
    def rule(self) -> str:
        return self.requirement.removeprefix(f"{self.bench.game}.")

    @property
    def seats(self) -> int:
        return min(MOST_SEATS, self.table.seats, self.bench.seats)


@dataclass
class Sitting:
    """One session: whose turn the bank may be, what everybody has, and the rounds that may be asked for again."""

    house: House
    turns: frozenset[Turns] = frozenset({Turns()})
    """An abandoned round may count as a turn or not, so there may be several."""
    stacks: dict[int, int] = field(default_factory=dict)
    rounds: list[Record] = field(default_factory=list)
    over: bool = False


class Found(Exception):
    """A session that fails."""

    def __init__(self, *findings: Finding) -> None:
        super().__init__()
        self.findings = findings


class _Enough(BaseException):
    """Ends a search at once: Hypothesis takes anything less for a failure to be shrunk."""


@dataclass(frozen=True)
class Move:
    """What may be done at the table next; `draws` is asked for when Hypothesis is there."""

    name: str
    draws: "Callable[[House], SearchStrategy[Any]]"
    make: Callable[[Sitting, Any], None]


def configure(house: House) -> None:
    """Start a new session at the table that the run plays at."""
    limits = house.bench.limits if house.table.limits_set else {}
    house.connection.ask("configure", configuration(house.bench.rules, limits))


def explore(house: House, moves: Sequence[Move], sessions: int, steps: int) -> tuple[Finding, ...]:
    """Play sessions of moves until one fails; give the findings of its shortest form, or none."""
    import hypothesis
    from hypothesis import HealthCheck, Phase, Verbosity, settings
    from hypothesis.errors import Flaky
    from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

    smallest: list[tuple[Finding, ...]] = []
    after_it = [0]

    class Session(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            after_it[0] += bool(smallest)
            if after_it[0] > MOST_SHRINKS:
                raise _Enough
            self.sitting = Sitting(house)
            if house.bench.rules.ruleset.bank is not None:
                configure(house)

    def made(move: Move) -> Callable[[Any, Any], None]:
        def make(machine: Session, drawn: Any) -> None:
            try:
                if not machine.sitting.over:
                    move.make(machine.sitting, drawn)
            except Found as found:
                smallest[:] = [found.findings]
                if any(finding.kind == "engine-fault" for finding in found.findings):
                    raise _Enough from None
                raise

        make.__name__ = move.name
        return make

    rules = {move.name: rule(drawn=move.draws(house))(made(move)) for move in moves}
    machine = hypothesis.seed(_seed(house))(type("Session", (Session,), rules))
    how = settings(
        max_examples=sessions,
        stateful_step_count=steps,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
        verbosity=Verbosity.quiet,
    )
    try:
        run_state_machine_as_test(machine, settings=how)
    except (Found, _Enough):
        pass
    except Flaky:
        first = smallest[0][0]
        what = f"once, and not again: {first.actual}"
        return (Finding(first.rule, "unsteady", "the same session goes the same way", what, record=first.record),)
    return smallest[0] if smallest else ()


def _seed(house: House) -> int:
    text = f"{house.bench.seed} {house.requirement}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


def some_round(house: House) -> "SearchStrategy[Choice]":
    """Draw a round of one seat or some."""
    from hypothesis import strategies as st

    way = st.integers(0, len(table_ways(house)) - 1)
    seats = st.lists(way, min_size=1, max_size=house.seats).map(tuple)
    return st.tuples(seats, st.integers(0, 20), st.integers(0, DEALS - 1))


def table_ways(house: House) -> list[Walk]:
    """List the ways that the engine has seats and wagers for."""
    rules = house.bench.rules
    return [
        walk
        for walk in ways(house.bench)
        if (house.table.seats > 1 or companion(rules, walk) is None)
        and not house.lacking.intersection(stakes_of(rules, walk))
    ]


def planned(house: House, choice: Choice) -> Scenario:
    """Lay the cards of a drawn round."""
    bench, (numbers, steps, at) = house.bench, choice
    walks = [table_ways(house)[number] for number in numbers]
    found = deals_on(bench, walks[0], DEALS)
    if len(walks) == 1:
        return one_seat(bench, walks[0], found[at % len(found)], steps)
    return scenario(bench.rules, walk_seats(bench, walks, steps), found[at % len(found)])


def seated(sitting: Sitting, entry: Scenario) -> Scenario:
    """Give the bank to a player whose turn it is, in a game in which players bank."""
    rules = sitting.house.bench.rules
    if entry.bank is None:
        return entry
    occupied = [seat.number for seat in entry.seats]
    allowed = TURNS[rules.policies["turns"]]
    free = [number for number in range(rules.ruleset.most_seats, 0, -1) if number not in occupied]
    fits = (
        seat for seat in free if all(due(turns, allowed, seat, occupied, ()) is None for turns in sitting.turns)
    )
    banking = next(fits, None)
    if banking is None:
        renew(sitting)
        return entry
    cards = scenario(rules, entry.seats, entry.deals[entry.watched], entry.watched, bank=replace(entry.bank, seat=banking))
    return cards


def renew(sitting: Sitting) -> None:
    """Start a new session where turns are counted, so that nothing depends on them."""
    if sitting.house.bench.rules.ruleset.bank is not None:
        configure(sitting.house)
        sitting.turns = frozenset({Turns()})


def sit(sitting: Sitting, entry: Scenario, aside: Aside | None = None, keep: bool = True) -> Judged:
    """Play a round, record and judge it. What the rules allow and the engine refuses ends the session."""
    house = sitting.house
    record = play(house.connection, house.bench.rules, entry, house.name(), house.requirement, aside)
    if keep:
        house.keep(record)
    judged = judge(house.bench.rules, house.bench.limits, record, min(sitting.turns, key=lambda turns: turns.rounds))
    faults = tuple(finding for finding in judged.findings if finding.kind == "engine-fault")
    if faults:
        raise Found(*faults)
    if entry.bank is not None and isinstance(record.exchanges[0].answer, Result):
        counted = frozenset(after(turns, entry.bank.seat) for turns in sitting.turns)
        sitting.turns = counted if judged.trace.settled is not None else counted | sitting.turns
    return judged
