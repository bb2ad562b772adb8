"""Execute plans against an engine: the one function behind the command line, the pytest plugin and the reports."""

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from fairfelt.conformance.checks import Judged, judge
from fairfelt.conformance.checks.refusals import gap_or
from fairfelt.conformance.connections.answers import Connection, Fault, Refusal, Result
from fairfelt.conformance.driver import play
from fairfelt.conformance.finding import Chapter, Finding
from fairfelt.conformance.live import live_rounds
from fairfelt.conformance.plans import Bench, Plan
from fairfelt.conformance.plans.plan import Trial
from fairfelt.conformance.record import Record
from fairfelt.conformance.requirement import Requirement
from fairfelt.conformance.search import search
from fairfelt.conformance.session import Table
from fairfelt.conformance.table_machine import House
from fairfelt.conformance.verdict import Verdict
from fairfelt.rulesets.cards import plainness

GIVE_UP_AFTER = 20
"""Rounds that end in a fault of the engine before the rest is left unplayed: starting it again tells no more."""
AMOUNTS = "as if the amount mattered: the least wagers are settled right, and the first that are not are these"
ALWAYS_NEEDED = ("stepwise", "forced_deck", "limits")


@dataclass(frozen=True)
class Outcome:
    """What came of one requirement. `rounds` counts the rounds that reached it, `failing` the trials that failed."""

    requirement: Requirement
    verdict: Verdict
    reason: str = ""
    rounds: int = 0
    failing: int = 0
    findings: tuple[Finding, ...] = ()
    shows: Mapping[str, Any] | None = None
    """A chapter for the report."""


@dataclass
class Tally:
    """What a run remembers from one requirement to the next."""

    rounds: int = 0
    faults: int = 0
    live: list[Judged] = field(default_factory=list)
    """Rounds that the engine dealt by itself, where it can't be dealt to; played once for all requirements."""
    elsewhere: list[Finding] = field(default_factory=list)
    """Findings in rounds that were played for something else."""
    taken: set[str] = field(default_factory=set)
    """Wagers that the engine took before the deal."""
    declined: set[frozenset[str]] = field(default_factory=set)
    """Wagers of rounds that it said it can't open."""

    @property
    def lacking(self) -> frozenset[str]:
        """Name the wagers that the engine never took, and can't open a round with."""
        return frozenset(wager for stakes in self.declined for wager in stakes - self.taken)

    def learn(self, record: Record) -> None:
        """Remember which wagers a round was opened with, or could not be."""
        opening = record.exchanges[0]
        stakes = stakes_in(opening.params)
        if isinstance(opening.answer, Result):
            self.taken |= stakes
        elif isinstance(opening.answer, Refusal) and gap_or("refusal", opening.answer) == "gap":
            self.declined.add(stakes)


@dataclass(frozen=True)
class _Gap:
    """A trial that the engine can't play, and the wagers in it."""

    stakes: frozenset[str]
    findings: tuple[Finding, ...]


def execute(
    plan: Plan,
    bench: Bench,
    table: Table,
    connection: Connection,
    tally: Tally,
    keep: Callable[[Record], None],
) -> Outcome:
    """Judge one requirement. An exception in a check is an error of the suite and never a pass."""
    if plan.opening:
        return opened(plan.requirement, table)
    lacking = standing(plan.requirement, table, bench)
    if lacking is not None:
        return lacking
    if tally.faults >= GIVE_UP_AFTER:
        return Outcome(
            plan.requirement,
            "blocked",
            f"the engine broke down {tally.faults} times before, so nothing more was played",
        )
    try:
        if plan.bulk is not None:
            return _in_bulk(plan, tuple(plan.bulk(connection)), table)
        if not table.can("forced_deck"):
            return observed(plan, bench, connection, tally, keep)
        if plan.sessions is not None:
            return _play_sessions(plan, bench, connection, tally, keep, table)
        return _play_out(plan, bench, connection, tally, keep, table)
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        reason = f"{type(error).__name__}: {error} (in {where.name}, line {where.lineno}); please report this"
        return Outcome(plan.requirement, "suite-error", reason)


def _in_bulk(plan: Plan, told: Sequence[Finding | Chapter], table: Table) -> Outcome:
    findings = tuple(entry for entry in told if isinstance(entry, Finding))
    chapters = tuple(entry for entry in told if isinstance(entry, Chapter))
    outcome = _outcome(plan, 1, [findings] if findings else [], table)
    if not chapters:
        return outcome
    if outcome.verdict == "pass" and chapters[0].verdict != "pass":
        outcome = replace(outcome, verdict=chapters[0].verdict, reason=chapters[0].reason)
    return replace(outcome, shows=chapters[0].data)


def opened(requirement: Requirement, table: Table) -> Outcome:
    """Judge how the engine opened the table."""
    if table.fault:
        return Outcome(requirement, "engine-fault", table.trouble)
    if table.trouble:
        return Outcome(requirement, "fail" if table.broken_promise else "blocked", table.trouble)
    return Outcome(requirement, "fail", table.difference) if table.difference else Outcome(requirement, "pass")


def standing(requirement: Requirement, table: Table, bench: Bench) -> Outcome | None:
    """Say whether an engine can be judged by a requirement at all: None if so."""
    if table.trouble:
        return Outcome(requirement, "blocked", f"not played: {table.trouble}")
    if table.difference:
        return Outcome(
            requirement, "blocked", f"not played, since the engine plays by other rules: {table.difference}"
        )
    for need in requirement.needs:
        if table.can(need):
            continue
        if need == "position":
            return Outcome(requirement, "not-applicable", "the engine can't limit what stands on a position")
        if need in ("limits", "steps"):
            what = "limits" if need == "limits" else "steps of limits"
            return Outcome(requirement, "blocked", f"the engine can't set {what}")
        if need == "forced_deck" and table.can("stepwise"):
            continue  # judged by what the engine deals by itself
        asked = next((ask for ask in bench.profile.asks if need.partition("=")[0] in ask.split("|")), None)
        if need in ALWAYS_NEEDED or (asked is not None and not table.can(asked)):
            lacks = " or ".join((asked or need).split("|"))
            return Outcome(
                requirement,
                "blocked",
                f"the engine lacks the capability {lacks}, which profile {bench.profile.name} asks for",
            )
        return Outcome(
            requirement,
            "not-applicable",
            f"the engine does not offer {need}, and profile {bench.profile.name} does not ask for it",
        )
    return None


def _play_out(
    plan: Plan,
    bench: Bench,
    connection: Connection,
    tally: Tally,
    keep: Callable[[Record], None],
    table: Table,
) -> Outcome:
    reached = ended = 0
    failing: list[tuple[Finding, ...]] = []
    gaps: list[_Gap] = []

    def attempt(trial: Trial) -> tuple[Finding, ...]:
        nonlocal reached, ended
        judged = tuple(_rounds(plan, bench, connection, tally, keep, trial))
        mine = [f for entry in judged for f in entry.findings if plan.concerns(f) or f.rule == WRONGLY_REFUSED]
        if len(judged) == len(trial):
            mine.extend(plan.across(judged))
        if not any(not finding.warning and finding.kind != "gap" for finding in mine):
            tally.elsewhere.extend(f for entry in judged for f in entry.findings if not plan.concerns(f))
        faults = [finding for entry in judged for finding in entry.findings if finding.kind == "engine-fault"]
        if not faults and mine and all(finding.kind == "gap" for finding in mine):
            gaps.append(_Gap(stakes_in(judged[0].record.exchanges[0].params), tuple(mine)))
            return ()
        reached += sum(plan.reached(entry) for entry in judged)
        ended += sum(entry.trace.settled is not None for entry in judged)
        return tuple(faults or mine)

    shown: list[tuple[Trial, tuple[Finding, ...]]] = []
    for trial in plan.essentials():
        found = attempt(trial)
        if found:
            shown.append((trial, found))
        if _faulted(found):
            break
    failing.extend(found for _, found in sorted(shown, key=lambda entry: _size(entry[0])))
    if not failing and reached and plan.more is not None:
        broke_down: list[tuple[Finding, ...]] = []

        def draw(trial: Trial) -> tuple[Finding, ...]:
            """Play a drawn trial; a breakdown ends the search, since shrinking would start the engine over and over."""
            found = () if broke_down else attempt(trial)
            if _faulted(found):
                broke_down.append(found)
            return () if broke_down else found

        found = search(plan.more(), draw, bench.profile.draws, f"{bench.seed} {plan.requirement.id}")
        failing.extend(broke_down or ([_at_some_amounts(found)] if found else []))
    excused = [gap for gap in gaps if reached and gap.stakes & tally.lacking]
    failing.extend(gap.findings for gap in gaps if gap not in excused)
    without = sorted(tally.lacking.intersection(*(gap.stakes for gap in excused))) if excused else []
    outcome = _outcome(plan, reached, failing, table, shown=ended > 0)
    if outcome.verdict in ("pass", "warning") and excused:
        return replace(outcome, reason=f"by rounds without {' and '.join(without)}, which the engine does not have")
    return outcome


def _play_sessions(
    plan: Plan,
    bench: Bench,
    connection: Connection,
    tally: Tally,
    keep: Callable[[Record], None],
    table: Table,
) -> Outcome:
    """Play sessions of many rounds; what they find about other requirements goes there, unless they fail."""

    def name() -> str:
        tally.rounds += 1
        return f"r{tally.rounds:06}"

    house = House(bench, connection, table, plan.requirement.id, name, keep, tally.lacking)
    found = plan.sessions(house) if plan.sessions is not None else ()
    if not found:
        tally.elsewhere.extend(house.elsewhere)
    tally.faults += _faulted(found)
    return _outcome(plan, house.reached, [found] if found else [], table)


def stakes_in(params: Mapping[str, Any]) -> frozenset[str]:
    """Name the wagers that a round is opened with."""
    return frozenset(wager for seat in params["seats"] for wager in seat["wagers"])


def _at_some_amounts(found: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Say of wrong money what the search has shown: the same cards were settled right for less."""
    return tuple(replace(f, looks_like=f.looks_like or AMOUNTS) if f.kind == "settlement" else f for f in found)


def _size(trial: Trial) -> tuple[int, int, int, tuple[int, int]]:
    """Order trials for a reader: fewest rounds and seats first, then least wagers, then plainest cards."""
    last = trial[-1]
    staked = sum(amount for seat in last.seats for amount in seat.wagers.values())
    held = (card for place, cards in last.places.items() if place != "burn" for card in cards)
    return len(trial), len(last.seats), staked, plainness(held)


WRONGLY_REFUSED = "accept"
"""A refusal of what the rules allow counts wherever it is met: the round that it ends was needed."""
OBSERVABLE = ("settle", "ask", "money", "view", "hands")
"""Families that rounds as they come can be judged by. The others need cards or wagers of the suite's choice."""


def observed(
    plan: Plan, bench: Bench, connection: Connection, tally: Tally, keep: Callable[[Record], None]
) -> Outcome:
    """Judge a requirement by rounds that the engine dealt by itself. What no such round reached stays blocked."""
    if plan.requirement.family not in OBSERVABLE:
        return Outcome(plan.requirement, "blocked", "needs forced decks, which the engine does not take")
    if not tally.live:
        for planned in live_rounds(bench):
            tally.live.extend(_rounds(plan, bench, connection, tally, keep, (planned,)))
            if tally.faults >= GIVE_UP_AFTER:
                break
    rule = plan.requirement.id.split(".", 1)[1]
    reached = sum(plan.reached(entry) for entry in tally.live)
    findings = tuple(f for entry in tally.live for f in entry.findings if f.rule == rule and not f.warning)
    if findings:
        return Outcome(plan.requirement, "fail", "", reached, len(findings), findings)
    if not reached:
        return Outcome(
            plan.requirement, "blocked", f"none of {len(tally.live)} rounds, dealt as they came, reached it"
        )
    return Outcome(plan.requirement, "pass", "by rounds as the engine dealt them", reached)


def _rounds(
    plan: Plan,
    bench: Bench,
    connection: Connection,
    tally: Tally,
    keep: Callable[[Record], None],
    trial: Trial,
) -> Iterator[Judged]:
    for planned in trial:
        if bench.opened:
            connection.ask("configure", bench.opened)
        tally.rounds += 1
        record = play(connection, bench.rules, planned, f"r{tally.rounds:06}", plan.requirement.id)
        keep(record)
        tally.learn(record)
        faulted = any(isinstance(exchange.answer, Fault) for exchange in record.exchanges)
        tally.faults += faulted
        yield judge(bench.rules, bench.limits, record)
        if faulted:
            return


def _faulted(found: Sequence[Finding]) -> bool:
    return any(finding.kind == "engine-fault" for finding in found)


def _outcome(
    plan: Plan, reached: int, failing: list[tuple[Finding, ...]], table: Table, shown: bool = True
) -> Outcome:
    """Weigh findings. `shown` says whether some round came to its end, where all that an engine claims must show."""
    findings = tuple(finding for found in failing for finding in found)
    result = Outcome(plan.requirement, "pass", "", reached, len(failing), findings)
    hard = [finding for finding in findings if not finding.warning and finding.kind != "gap"]
    if _faulted(findings):
        return replace(result, verdict="engine-fault", reason=findings[0].actual.splitlines()[0])
    if hard:
        return replace(result, verdict="fail", findings=tuple(hard))
    unseen = (*ALWAYS_NEEDED, "steps", "position", "multi_seat")  # a table that takes several seats has shown them
    claimed = [need for need in plan.requirement.needs if need not in unseen and table.can(need)]
    if any(finding.kind == "gap" for finding in findings):
        if claimed and not all(finding.warning for finding in findings if finding.kind == "gap"):
            told = f"the engine claims {claimed[-1]} and then says that it can't"
            return replace(result, verdict="fail", reason=told)
        return replace(
            result, verdict="blocked", reason=f"the engine says that it can't: {findings[0].actual}"
        )
    if not reached:
        if claimed and shown:
            return replace(
                result, verdict="fail", reason=f"the engine claims {claimed[-1]} and never showed it"
            )
        return replace(result, verdict="blocked", reason="no round reached it")
    return replace(result, verdict="warning") if findings else result


BEHIND_A_SEAT, IN_TURN = "backline.settles", "bank.left"
"""Requirements whose fault shows in the money and questions of every round in which it can."""


def settle_elsewhere(outcomes: Sequence[Outcome], tally: Tally, game: str) -> list[Outcome]:
    """Charge what was found in rounds played for something else to the requirements that it belongs to.

    Wrong money counts there only while the engine reads every hand right and treats its seats alike, and those behind
    them: else its root may be the reading or the seat. A wrong question counts only while nobody is asked out of turn.
    """
    failed = {o.requirement.id.removeprefix(f"{game}.") for o in outcomes if o.verdict == "fail"}
    misread = any(name.split(".")[0] in ("compare", "floor", "seats") for name in failed)

    def has_its_root_elsewhere(finding: Finding) -> bool:
        if finding.kind == "settlement":
            return misread or (bool(finding.bettor) and BEHIND_A_SEAT in failed)
        return finding.kind == "legal-actions" and IN_TURN in failed

    by_rule: dict[str, list[Finding]] = {}
    for finding in tally.elsewhere:
        if not finding.warning and finding.kind != "gap" and not has_its_root_elsewhere(finding):
            by_rule.setdefault(f"{game}.{finding.rule}", []).append(finding)
    settled = []
    for outcome in outcomes:
        found = by_rule.get(outcome.requirement.id, ())
        if outcome.verdict in ("pass", "warning") and found:
            outcome = replace(
                outcome,
                verdict="fail",
                failing=len(found),
                findings=tuple(found),
                reason="found in rounds that were played for other requirements",
            )
        settled.append(outcome)
    return settled
