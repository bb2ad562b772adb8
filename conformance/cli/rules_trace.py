"""`fairfelt rules trace`: which requirement judges which clause, by what code, in how many rounds, and what is left."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import click

from fairfelt.conformance.cli.explain_ids import all_plans, bench_of, find_plan, full_id
from fairfelt.conformance.cli.rules_choices import aligned
from fairfelt.conformance.plans import Bench, Plan
from fairfelt.conformance.tracing.origin import Origin, origin_of
from fairfelt.conformance.tracing.trace import ClauseEntry, Entry, Tracing, of_requirements, trace
from fairfelt.rulesets.choose import Rules

LEFT_OUT = {
    "untested": "Untested: the rules declare it, and no requirement judges it",
    "excluded": "Excluded, with the reason",
}


@dataclass(frozen=True)
class View:
    """What is shown: a whole game, one clause of it, or one requirement. `counted` deals rounds to count them."""

    bench: Bench
    plans: Mapping[str, Plan]
    tracing: Tracing
    clause: str = ""
    requirement: str = ""
    counted: bool = False

    @property
    def rules(self) -> Rules:
        return self.bench.rules


def view_of(rules: Rules, clause: str | None, requirement: str | None, counted: bool) -> View:
    """Trace a game; raise UsageError for a clause or requirement that it does not have."""
    bench = bench_of(rules)
    plans = all_plans(bench)
    tracing = trace(rules, of_requirements(plan.requirement for plan in plans.values()))
    whole = _known_clause(rules, tracing, clause) if clause else ""
    named = _known_part(rules, plans, tracing, requirement) if requirement else ""
    return View(bench, plans, tracing, whole, named, counted or bool(whole or named))


def _known_clause(rules: Rules, tracing: Tracing, name: str) -> str:
    clauses = [entry.clause.id for entry in tracing.clauses]
    for wanted in (name, f"{rules.ruleset.source}/{name}"):
        if wanted in clauses:
            return wanted
    close = get_close_matches(name.rpartition("/")[2], [each.rpartition("/")[2] for each in clauses], n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"`fairfelt rules trace {rules.ruleset.game}` lists them"
    raise click.UsageError(f"{name!r} is no clause that {rules.ruleset.game} draws on; {hint}")


def _known_part(rules: Rules, plans: Mapping[str, Plan], tracing: Tracing, name: str) -> str:
    wanted = full_id(rules.ruleset.game, name)
    if any(full_id(tracing.game, entry.declared.id) == wanted for entry in tracing.entries):
        return wanted
    return find_plan(rules, dict(plans), name).requirement.id


def trace_lines(view: View) -> Iterator[str]:
    """Tell what a view shows, line by line."""
    if view.clause:
        yield from _clause_lines(view, next(e for e in view.tracing.clauses if e.clause.id == view.clause))
    elif view.requirement:
        yield from _part_lines(view, view.requirement)
    else:
        yield from _game_lines(view)


def _game_lines(view: View) -> Iterator[str]:
    tracing = view.tracing
    yield f"{tracing.game} — {_counts(tracing)}"
    yield ""
    yield "Clauses, and the requirements that judge them"
    for clause in tracing.clauses:
        if clause.status == "tested":
            yield f"  {clause.clause.id}"
            yield f"    {', '.join(_short(view, name) for name in clause.judged_by)}"
    yield ""
    rounds = ", and the rounds that are always played" if view.counted else ""
    yield f"Requirements, the code that judges them{rounds}"
    rows: list[tuple[str, ...]] = [(_short(view, name), *_by(view, plan)) for name, plan in view.plans.items()]
    yield from aligned(rows)
    for status, head in LEFT_OUT.items():
        left: list[tuple[str, ...]] = [(e.declared.id, e.reason) for e in tracing.entries if e.status == status]
        left += [(e.clause.id, e.reason) for e in tracing.clauses if e.status == status]
        if left:
            yield ""
            yield head
            yield from aligned(left)
    if tracing.unknown:
        yield ""
        yield "Unknown: judged, and nothing in the rules declares it"
        yield from (f"  {name}" for name in tracing.unknown)


def _counts(tracing: Tracing) -> str:
    parts, clauses = ([entry.status for entry in entries] for entries in (tracing.entries, tracing.clauses))
    told = [f"{parts.count(status)} {status}" for status in ("tested", "excluded", "untested")]
    judged = f"{clauses.count('tested')} clauses judged, {clauses.count('excluded')} set aside"
    return f"{len(parts)} parts: {', '.join(told)}, {len(tracing.unknown)} unknown; {judged}"


def _by(view: View, plan: Plan) -> tuple[str, ...]:
    origin = origin_of(plan, view.rules.ruleset)
    by = " -> ".join(dict.fromkeys((_words(origin.plan), _words(origin.checks))))
    return (by, _rounds_in_words(view, plan)) if view.counted else (by,)


def _words(names: tuple[str, ...]) -> str:
    return ", ".join(name.removeprefix("conformance.") for name in names)


def _clause_lines(view: View, entry: ClauseEntry) -> Iterator[str]:
    yield entry.clause.id
    yield f"  {entry.clause}"
    yield f"  {entry.clause.says}"
    yield f"  {entry.status}" + (f": {entry.reason}" if entry.reason else "")
    for name in entry.judged_by:
        yield ""
        yield from _plan_lines(view, name)


def _part_lines(view: View, wanted: str) -> Iterator[str]:
    entry = _entry(view, wanted)
    judges = entry.judged_by if entry else (wanted,)
    if entry is not None:
        yield f"{wanted} ({entry.declared.part}) is {entry.status}" + (f": {entry.reason}" if entry.reason else "")
    else:
        yield f"{wanted} is unknown: nothing in the rules declares it"
    for name in judges:
        yield ""
        yield from _plan_lines(view, name)
    clauses = {clause.id: clause for clause in (entry.declared.clauses if entry else ())}
    clauses |= {clause.id: clause for name in judges for clause in view.plans[name].requirement.clauses}
    if clauses:
        yield ""
        yield "Clauses"
        for clause in clauses.values():
            yield f"  {clause.id}: {clause}"
            yield f"    {clause.says}"


def _plan_lines(view: View, name: str) -> Iterator[str]:
    plan = view.plans[name]
    origin = origin_of(plan, view.rules.ruleset)
    yield f"{name}: {plan.requirement.title}"
    yield f"  provoked by  {', '.join(origin.plan)}"
    yield f"  judged by    {', '.join(origin.checks)}"
    yield f"  rounds       {_rounds_in_words(view, plan)}"


def _entry(view: View, wanted: str) -> Entry | None:
    game = view.tracing.game
    return next((e for e in view.tracing.entries if full_id(game, e.declared.id) == wanted), None)


def _short(view: View, name: str) -> str:
    return name.removeprefix(f"{view.tracing.game}.")


def _rounds(plan: Plan) -> tuple[int, int]:
    """Count the trials that are always played, and their rounds."""
    trials = plan.essentials()
    return len(trials), sum(map(len, trials))


def _rounds_in_words(view: View, plan: Plan) -> str:
    if plan.opening:
        return "by how the table is opened"
    if plan.bulk is not None:
        return "by answers in bulk"
    if plan.sessions is not None:
        return f"{view.bench.profile.sessions} sessions of {view.bench.profile.moves} moves"
    trials, rounds = _rounds(plan)
    of = f" in {trials} comparisons" if rounds > trials else ""
    return f"{rounds} always{of}" + (", and more are drawn" if plan.more else "")


def trace_data(view: View) -> dict[str, Any]:
    """Give what a view shows as plain data; rounds are null where they were not counted."""
    tracing = view.tracing
    entry = _entry(view, view.requirement) if view.requirement else None
    clauses = [e for e in tracing.clauses if view.clause in ("", e.clause.id)]
    names = list(view.plans)
    if view.clause:
        names = [name for e in clauses for name in e.judged_by]
    elif view.requirement:
        names = list(entry.judged_by) if entry else [view.requirement]
        clauses = [e for e in clauses if set(e.judged_by) & set(names)]
    parts = [e for e in tracing.entries if not (view.clause or view.requirement) or set(e.judged_by) & set(names)]
    if entry is not None and entry not in parts:
        parts.append(entry)
    return {
        "game": tracing.game,
        "digest": view.rules.digest,
        "whole": tracing.whole,
        "untested": list(tracing.untested),
        "unknown": list(tracing.unknown),
        "parts": [_part_data(tracing.game, e) for e in parts],
        "clauses": [_clause_data(e) for e in clauses],
        "requirements": [_plan_data(view, view.plans[name]) for name in names],
    }


def _part_data(game: str, entry: Entry) -> dict[str, Any]:
    return {
        "id": full_id(game, entry.declared.id),
        "part": entry.declared.part,
        "status": entry.status,
        "reason": entry.reason,
        "requirements": list(entry.judged_by),
    }


def _clause_data(entry: ClauseEntry) -> dict[str, Any]:
    clause = entry.clause
    return {
        "id": clause.id,
        "title": clause.title,
        "section": clause.section,
        "says": clause.says,
        "status": entry.status,
        "reason": entry.reason,
        "requirements": list(entry.judged_by),
    }


def _plan_data(view: View, plan: Plan) -> dict[str, Any]:
    origin: Origin = origin_of(plan, view.rules.ruleset)
    by_rounds = not plan.opening and plan.bulk is None and plan.sessions is None
    trials, rounds = _rounds(plan) if view.counted and by_rounds else (None, None)
    return {
        "id": plan.requirement.id,
        "title": plan.requirement.title,
        "clauses": [clause.id for clause in plan.requirement.clauses],
        "plan": list(origin.plan),
        "checks": list(origin.checks),
        "trials": trials,
        "rounds": rounds,
    }
