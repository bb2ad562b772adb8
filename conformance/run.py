"""A whole run: reach the engine, execute every plan, settle what was found elsewhere, and sum up."""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import date
from difflib import get_close_matches
from shutil import which
from typing import Any

from fairfelt.conformance.certify import Outcome, Tally, execute, settle_elsewhere
from fairfelt.conformance.connections import Connection, Timeouts, connect
from fairfelt.conformance.known import Known, apply_known
from fairfelt.conformance.plans import Bench, Plan, every_plan
from fairfelt.conformance.profiles import Profile
from fairfelt.conformance.record import Record
from fairfelt.conformance.scenario import house_limits
from fairfelt.conformance.session import Table, open_table
from fairfelt.conformance.summary import summarise
from fairfelt.rulesets.choose import Rules
from fairfelt.stats.decision.rule import Level


@dataclass(frozen=True)
class Order:
    """What a run is asked to do. `only` names the requirements of a partial run."""

    spec: str
    rules: Rules
    profile: Profile
    seed: int = 0
    only: tuple[str, ...] = ()
    known: Mapping[str, Known] = field(default_factory=dict)
    today: date = date.max
    command: str = ""
    timeouts: Timeouts = field(default_factory=Timeouts)
    level: Level = field(default_factory=Level)


@dataclass(frozen=True)
class Seating:
    """An engine at the table, and the plans that it is to be judged by."""

    connection: Connection
    table: Table
    bench: Bench
    plans: tuple[Plan, ...]


def silent(_done: int, _of: int, _what: str) -> None:
    """Show no progress."""


def forget(_record: Record) -> None:
    """Keep no record."""


def unknown_id(name: str, ids: Sequence[str]) -> str:
    """Say that a requirement is not known, and which one was probably meant."""
    close = get_close_matches(name, ids, n=1)
    hint = f"did you mean {close[0]!r}?" if close else "see `fairfelt explain --game GAME` for the ids"
    return f"{name!r} is no requirement of this game under these choices; {hint}"


def requirement_ids(rules: Rules, profile: Profile) -> tuple[str, ...]:
    """List the ids of every requirement of a game under these choices."""
    bench = Bench(rules, house_limits(rules), profile, seats=rules.ruleset.most_players)
    return tuple(plan.requirement.id for plan in every_plan(bench))


def take_seat(order: Order) -> Seating:
    """Connect and configure; raise EngineUnreachable if nobody answers."""
    from fairfelt.conformance.reference import ReferenceEngine

    ruleset = order.rules.ruleset

    def start(stopped: bool) -> Connection:
        spec = at_a_stopped_clock(order.spec) if stopped else order.spec
        return connect(spec, order.timeouts, reference=lambda: ReferenceEngine({ruleset.game: ruleset}))

    connection = start(False)
    limits = house_limits(order.rules)
    table = open_table(connection, order.rules, limits)
    seats = min(table.seats, ruleset.most_players)
    opened = table.sent if ruleset.bank is not None and table.can("bank") else {}
    bench = Bench(
        order.rules, table.limits or limits, order.profile, seats, order.seed, order.level, start, table.sent, opened
    )
    plans = tuple(plan for plan in every_plan(bench) if not order.only or plan.requirement.id in order.only)
    return Seating(connection, table, bench, plans)


def at_a_stopped_clock(spec: str) -> str:
    """Write how to start an engine for which time stands still; raise CannotStop where that can't be."""
    from fairfelt.conformance.chance.starts import CannotStop

    way, _, command = spec.partition(":")
    if way != "cmd":
        raise CannotStop("the engine runs in this process, whose clock goes on")
    if which("faketime") is None:
        raise CannotStop("the program faketime is not installed")
    return f"cmd:faketime -f '2026-01-01 00:00:00' {command}"


def run(
    order: Order,
    progress: Callable[[int, int, str], None] = silent,
    keep: Callable[[Record], None] = forget,
) -> dict[str, Any]:
    """Execute a whole run and give its summary. `keep` gets every record as it is played."""
    seating = take_seat(order)
    remembered: dict[str, Record] = {}

    def remember(record: Record) -> None:
        remembered[record.id] = record
        keep(record)

    tally = Tally()
    with closing(seating.connection):
        outcomes = list(_execute_all(seating, tally, remember, progress))
        seating.connection.ask("bye", {})
    outcomes = finish(order, seating, outcomes, tally)
    return summarise(
        seating.bench,
        seating.table,
        order.spec,
        outcomes,
        tally.rounds,
        remembered,
        order.command,
        order.known,
        bool(order.only),
        seating.plans,
    )


def finish(order: Order, seating: Seating, outcomes: Sequence[Outcome], tally: Tally) -> list[Outcome]:
    """Settle what was found elsewhere, and mark known failures."""
    settled = settle_elsewhere(outcomes, tally, seating.bench.game)
    return apply_known(settled, order.known, order.today)


def _execute_all(
    seating: Seating, tally: Tally, keep: Callable[[Record], None], progress: Callable[[int, int, str], None]
) -> Iterator[Outcome]:
    for at, plan in enumerate(seating.plans):
        progress(at, len(seating.plans), plan.requirement.id)
        yield execute(plan, seating.bench, seating.table, seating.connection, tally, keep)
        # What a run keeps only grows. To search all of it for garbage takes seconds in the end, and whichever step of
        # the engine is being timed just then would be charged with them.
        gc.freeze()
    progress(len(seating.plans), len(seating.plans), "done")


__all__ = ["Order", "Seating", "finish", "replace", "requirement_ids", "run", "take_seat"]
