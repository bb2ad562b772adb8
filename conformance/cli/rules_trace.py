"""`fairfelt rules trace`: which requirement judges which clause, by what code, in how many rounds, and what is left."""

from collections.abc import Iterable, Iterator, Sequence

from fairfelt.conformance.cli.rules_choices import aligned
from fairfelt.conformance.cli.trace_data import rounds_of
from fairfelt.conformance.cli.trace_view import Expected, View
from fairfelt.conformance.plans import Plan
from fairfelt.conformance.tracing.origin import origin_of
from fairfelt.conformance.tracing.trace import ClauseEntry, Tracing
from fairfelt.rulesets.rules import Clause

LEFT_OUT = {
    "untested": "Untested: the rules declare it, and no requirement judges it",
    "excluded": "Excluded, with the reason",
}
UNCITED = "cited nowhere: cite it where the game obeys it, or put it under `untested` with the reason"
MOST = 12
"""Mutants, and requirements of one mutant, that are written out."""


def trace_lines(view: View) -> Iterator[str]:
    """Tell what a view shows, line by line."""
    if view.clause:
        yield from _clause_lines(view, view.clause_entry())
    elif view.requirement:
        yield from _part_lines(view)
    elif view.mutant:
        yield from _mutant_lines(view, view.chosen())
    else:
        yield from _game_lines(view)


def _game_lines(view: View) -> Iterator[str]:
    tracing = view.tracing
    yield f"{tracing.game} — {_counts(tracing)}"
    if view.mutants:
        same = sum(bool(each.mutant.same) for each in view.mutants)
        yield f"{len(view.mutants)} mutants: {len(view.mutants) - same} can show, {same} change nothing"
    yield ""
    yield "Clauses, and the requirements that judge them"
    for clause in tracing.clauses:
        if clause.status == "tested":
            yield f"  {clause.clause.id}"
            yield f"    {', '.join(map(view.short, clause.judged_by))}"
    yield ""
    rounds = ", and the rounds that are always played" if view.counted else ""
    mutants = ", and how many mutants each may name" if view.mutants else ""
    yield f"Requirements, the code that judges them{rounds}{mutants}"
    yield from aligned([(view.short(name), *_by(view, plan)) for name, plan in view.plans.items()])
    yield from _left_out(view)


def _left_out(view: View) -> Iterator[str]:
    tracing = view.tracing
    for status, head in LEFT_OUT.items():
        left: list[tuple[str, ...]] = [(e.declared.id, e.reason) for e in tracing.entries if e.status == status]
        left += [(e.clause.id, e.reason or _uncited(tracing, e)) for e in tracing.clauses if e.status == status]
        if left:
            yield ""
            yield head
            yield from aligned(left)
    if tracing.unknown:
        yield ""
        yield "Unknown: judged, and nothing in the rules declares it"
        yield from (f"  {name}" for name in tracing.unknown)
    unnamed = [each for each in view.mutants if not each.judges and not each.mutant.same]
    if unnamed:
        yield ""
        yield "Mutants that no requirement can name"
        yield from _listed(unnamed)


def _uncited(tracing: Tracing, left: ClauseEntry) -> str:
    return "" if any(left.clause in entry.declared.clauses for entry in tracing.entries) else UNCITED


def _counts(tracing: Tracing) -> str:
    parts, clauses = ([entry.status for entry in entries] for entries in (tracing.entries, tracing.clauses))
    told = [f"{parts.count(status)} {status}" for status in ("tested", "excluded", "untested")]
    judged = f"{clauses.count('tested')} clauses judged, {clauses.count('excluded')} set aside"
    return f"{len(parts)} parts: {', '.join(told)}, {len(tracing.unknown)} unknown; {judged}"


def _by(view: View, plan: Plan) -> Iterator[str]:
    origin = origin_of(plan, view.rules.ruleset)
    yield " -> ".join(dict.fromkeys((_words(origin.plan), _words(origin.checks))))
    if view.counted:
        yield _rounds_in_words(view, plan)
    if view.mutants:
        yield f"{_many(len(view.named_by((plan.requirement.id,))), 'mutant')}"


def _words(names: tuple[str, ...]) -> str:
    return ", ".join(name.removeprefix("conformance.") for name in names)


def _clause_lines(view: View, entry: ClauseEntry) -> Iterator[str]:
    yield entry.clause.id
    yield f"  {entry.clause}"
    yield f"  {entry.clause.says}"
    yield f"  {entry.status}" + (f": {entry.reason}" if entry.reason else "")
    yield from _plans(view, entry.judged_by)
    yield from _mutants_of(view, entry.judged_by)


def _part_lines(view: View) -> Iterator[str]:
    wanted, judges = view.requirement, view.judges()
    entry = view.entry(wanted)
    if entry is not None:
        yield f"{wanted} ({entry.declared.part}) is {entry.status}" + (f": {entry.reason}" if entry.reason else "")
    else:
        yield f"{wanted} is unknown: nothing in the rules declares it"
    yield from _plans(view, judges)
    yield from _mutants_of(view, judges)
    declared = {clause.id: clause for clause in (entry.declared.clauses if entry else ())}
    yield from _clauses({**declared, **view.clauses_of(judges)}.values())


def _mutant_lines(view: View, each: Expected) -> Iterator[str]:
    mutant, judges = each.mutant, each.judges
    yield f"{mutant.id}: {mutant.words}"
    yield f"  rule      {mutant.rule}"
    if mutant.same:
        yield f"  expected  to change nothing: {mutant.same}"
    elif judges:
        first = ", the likeliest first" if len(judges) > 1 else ""
        yield f"  expected  to be named by {'one of ' if first else ''}{_many(len(judges), 'requirement')}{first}"
    else:
        yield "  expected  to survive: no requirement names this rule"
    yield from _plans(view, judges[:MOST])
    if len(judges) > MOST:
        yield ""
        yield f"and {len(judges) - MOST} more: {', '.join(map(view.short, judges[MOST:]))}"
    yield from _clauses(view.clauses_of(judges).values())


def _plans(view: View, names: Iterable[str]) -> Iterator[str]:
    for name in names:
        plan = view.plans[name]
        origin = origin_of(plan, view.rules.ruleset)
        yield ""
        yield f"{name}: {plan.requirement.title}"
        yield f"  provoked by  {', '.join(origin.plan)}"
        yield f"  judged by    {', '.join(origin.checks)}"
        yield f"  rounds       {_rounds_in_words(view, plan)}"
        yield f"  mutants      {len(view.named_by((name,)))} that it may name"


def _mutants_of(view: View, names: Sequence[str]) -> Iterator[str]:
    """List the mutants that requirements may name; those that change nothing are only counted."""
    found, wanted = view.named_by(names), set(names)
    same = sum(bool(each.mutant.same and wanted & set(each.judges)) for each in view.mutants)
    if found or same:
        yield ""
        yield f"Mutants that {'they' if len(names) > 1 else 'it'} may name, the likeliest first"
        yield from _listed(found)
    if same:
        yield f"  {same} more {'changes' if same == 1 else 'change'} nothing under these choices"


def _listed(found: Sequence[Expected]) -> Iterator[str]:
    yield from aligned([(each.mutant.id, each.mutant.words) for each in found[:MOST]])
    if len(found) > MOST:
        yield f"  and {len(found) - MOST} more; --json lists them all"


def _clauses(clauses: Iterable[Clause]) -> Iterator[str]:
    for at, clause in enumerate(clauses):
        if at == 0:
            yield ""
            yield "Clauses"
        yield f"  {clause.id}: {clause}"
        yield f"    {clause.says}"


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _rounds_in_words(view: View, plan: Plan) -> str:
    if plan.opening:
        return "by how the table is opened"
    if plan.bulk is not None:
        return "by answers in bulk"
    if plan.sessions is not None:
        return f"{view.bench.profile.sessions} sessions of {view.bench.profile.moves} moves"
    trials, rounds = rounds_of(plan)
    of = f" in {trials} comparisons" if rounds > trials else ""
    return f"{rounds} always{of}" + (", and more are drawn" if plan.more else "")
