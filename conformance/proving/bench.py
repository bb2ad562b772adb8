"""What proving works with: the plans of the true rules, dealt once and found by id, and engines that play by others."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from fairfelt.conformance.certify import Outcome, Tally, execute
from fairfelt.conformance.connections import Connection, Timeouts, connect
from fairfelt.conformance.plans import Bench, Plan, every_plan
from fairfelt.conformance.plans.plan import once
from fairfelt.conformance.profiles import PROFILES
from fairfelt.conformance.proving.terms import Edit, Terms
from fairfelt.conformance.record import Record
from fairfelt.conformance.reference import ReferenceEngine
from fairfelt.conformance.scenario import house_limits
from fairfelt.conformance.session import Table, open_table
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.seating import Limits

PROFILE = PROFILES["ci"]
PATIENT = Timeouts(hello=600, step=600, bulk=600)
"""An engine inside this process is never late: a slow machine must not kill a mutant."""


@dataclass(frozen=True)
class Proving:
    """The true rules, the table, and every plan by the id of its requirement without the game."""

    terms: Terms
    bench: Bench
    plans: Mapping[str, Plan]

    def matching(self, patterns: Iterable[str]) -> tuple[str, ...]:
        """List the requirements that patterns name: first those of the first pattern, all in the order of a run."""
        found = [name for pattern in patterns for name in self.plans if fnmatchcase(name, pattern)]
        return tuple(dict.fromkeys(found))


@dataclass(frozen=True)
class Seated:
    """An engine that was opened, and what a run against it remembers."""

    connection: Connection
    table: Table
    bench: Bench
    tally: Tally


def proving(rules: Rules, seed: int = 0) -> Proving:
    """Make the plans of a game, each dealt when it is first played and never again."""
    limits = house_limits(rules)
    bench = Bench(rules, limits, PROFILE, rules.ruleset.most_players, seed)
    short = len(rules.ruleset.game) + 1
    plans = {
        plan.requirement.id[short:]: replace(plan, essentials=once(plan.essentials)) for plan in every_plan(bench)
    }
    return Proving(Terms(rules, limits), bench, plans)


@contextmanager
def seated(held: Proving, edit: Edit | None = None) -> Iterator[Seated]:
    """Open an engine that claims the game and plays by edited rules; without an edit, by the true ones."""
    rules = held.bench.rules

    def change(told: Rules, limits: Mapping[str, Limits]) -> tuple[Rules, Mapping[str, Limits]]:
        if edit is None:
            return told, limits
        played = edit(Terms(told, limits))
        return played.rules, played.limits

    def start() -> ReferenceEngine:
        return ReferenceEngine({rules.ruleset.game: rules.ruleset}, change)

    connection = connect("reference", PATIENT, reference=start)
    try:
        table = open_table(connection, rules, held.bench.limits)
        opened = table.sent if rules.ruleset.bank is not None else {}
        bench = replace(held.bench, sent=table.sent, opened=opened)
        yield Seated(connection, table, bench, Tally())
    finally:
        connection.close()


def judged(seat: Seated, plan: Plan) -> Outcome:
    """Judge an engine by one requirement."""
    return execute(plan, seat.bench, seat.table, seat.connection, seat.tally, _forget)


def _forget(_record: Record) -> None:
    return None
