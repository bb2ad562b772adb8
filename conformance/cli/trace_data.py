"""What `fairfelt rules trace --json` prints."""

from typing import Any

from fairfelt.conformance.cli.explain_ids import full_id
from fairfelt.conformance.cli.trace_view import Expected, View
from fairfelt.conformance.plans import Plan
from fairfelt.conformance.tracing.origin import origin_of
from fairfelt.conformance.tracing.trace import ClauseEntry, Entry


def trace_data(view: View) -> dict[str, Any]:
    """Give what a view shows as plain data; rounds and mutants are null where nobody asked for them."""
    tracing, names = view.tracing, view.judges()
    judging = set(names)
    clauses = tracing.clauses
    if view.clause:
        clauses = (view.clause_entry(),)
    elif view.narrow:
        clauses = tuple(entry for entry in clauses if set(entry.judged_by) & judging)
    parts = [entry for entry in tracing.entries if not view.narrow or set(entry.judged_by) & judging]
    asked = view.entry(view.requirement) if view.requirement else None
    if asked is not None and asked not in parts:
        parts.append(asked)
    return {
        "game": tracing.game,
        "digest": view.rules.digest,
        "whole": tracing.whole,
        "untested": list(tracing.untested),
        "unknown": list(tracing.unknown),
        "parts": [_part(tracing.game, entry) for entry in parts],
        "clauses": [_clause(entry) for entry in clauses],
        "requirements": [_requirement(view, view.plans[name]) for name in names],
        "mutants": [_mutant(each) for each in _shown(view, judging)] if view.mutants else None,
    }


def _shown(view: View, judging: set[str]) -> tuple[Expected, ...]:
    """List the mutants of a view, those too that change nothing."""
    if view.mutant:
        return (view.chosen(),)
    return tuple(each for each in view.mutants if not view.narrow or judging & set(each.judges))


def _part(game: str, entry: Entry) -> dict[str, Any]:
    return {
        "id": full_id(game, entry.declared.id),
        "part": entry.declared.part,
        "status": entry.status,
        "reason": entry.reason,
        "requirements": list(entry.judged_by),
    }


def _clause(entry: ClauseEntry) -> dict[str, Any]:
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


def _requirement(view: View, plan: Plan) -> dict[str, Any]:
    origin, name = origin_of(plan, view.rules.ruleset), plan.requirement.id
    trials, rounds = rounds_of(plan) if view.counted and by_rounds(plan) else (None, None)
    return {
        "id": name,
        "title": plan.requirement.title,
        "clauses": [clause.id for clause in plan.requirement.clauses],
        "plan": list(origin.plan),
        "checks": list(origin.checks),
        "trials": trials,
        "rounds": rounds,
        "mutants": [each.mutant.id for each in view.named_by((name,))] if view.mutants else None,
    }


def _mutant(each: Expected) -> dict[str, Any]:
    mutant = each.mutant
    return {
        "id": mutant.id,
        "rule": mutant.rule,
        "edit": mutant.edit,
        "words": mutant.words,
        "equivalent": mutant.same or None,
        "requirements": list(each.judges),
    }


def by_rounds(plan: Plan) -> bool:
    """Say whether a plan has rounds that are always played."""
    return not plan.opening and plan.bulk is None and plan.sessions is None


def rounds_of(plan: Plan) -> tuple[int, int]:
    """Count the trials that are always played, and their rounds."""
    trials = tuple(plan.essentials())
    return len(trials), sum(map(len, trials))
