"""The summary of a run as plain data: what the report, the terminal, JUnit and other programs read."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fairfelt import __version__
from fairfelt.conformance.certify import Outcome
from fairfelt.conformance.faults import FaultGroup, gather
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.known import Known
from fairfelt.conformance.plans import Bench, Plan
from fairfelt.conformance.record import Record
from fairfelt.conformance.session import UNIT, Table, limits_json
from fairfelt.conformance.shown import shown
from fairfelt.conformance.tracing.origin import Origin, origin_of
from fairfelt.conformance.verdict import exit_code, worst
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.rules import Clause, PayLine, PayTable
from fairfelt.stats.calibration.measured import attached, measured
from fairfelt.stats.decision.data import rule_sentences

KEPT = 3
"""Findings that are told in full for each requirement."""


def summarise(
    bench: Bench,
    table: Table,
    spec: str,
    outcomes: Sequence[Outcome],
    rounds: int,
    records: Mapping[str, Record],
    command: str,
    known: Mapping[str, Known],
    partial: bool = False,
    plans: Sequence[Plan] = (),
) -> dict[str, Any]:
    """Gather everything that a reader needs; `records` holds at least the rounds that findings point at.

    `plans` are those of the run: they tell which code judged each requirement.
    """
    rules = bench.rules
    origins = {plan.requirement.id: origin_of(plan, rules.ruleset) for plan in plans}
    verdict = worst(outcome.verdict for outcome in outcomes if outcome.verdict != "not-applicable")

    def tell(finding: Finding) -> dict[str, Any]:
        return _finding(finding, bench, spec, records)

    return {
        "format": 1,
        "suite": {"name": "fairfelt", "version": __version__},
        "verdict": verdict,
        "exit_code": exit_code(verdict),
        "partial": partial,
        "game": bench.game,
        "title": rules.ruleset.title,
        "source": {"id": rules.ruleset.source, "title": next(iter(rules.ruleset.clauses.values())).title},
        "variant": rules.variant,
        "options": _options(rules),
        "pay_tables": [_pay_table(pay_table) for pay_table in rules.pay_tables.values()],
        "ruleset_digest": rules.digest,
        "profile": bench.profile.name,
        "not_judged": list(bench.profile.not_judged),
        "seed": bench.seed,
        "unit": UNIT,
        "limits": {wager: limits_json(limits) for wager, limits in bench.limits.items()}
        if table.limits_set
        else {},
        "command": command,
        "engine": {"spec": spec, **table.engine, "capabilities": dict(table.capabilities)},
        "counts": dict(Counter(outcome.verdict for outcome in outcomes)),
        "rounds": rounds,
        "faults": [_fault(group, tell) for group in gather(outcomes)],
        "requirements": [_requirement(outcome, tell, known, origins) for outcome in outcomes],
        "untested": [
            {"clause": _clause(rules.ruleset.clauses[f"{rules.ruleset.source}/{name}"]), "reason": reason}
            for name, reason in rules.ruleset.untested.items()
        ],
        "read_as": [
            {"clause": _clause(rules.ruleset.clauses[f"{rules.ruleset.source}/{name}"]), "reading": text}
            for name, text in rules.ruleset.read_as.items()
        ],
        "absent": [{"what": what, "says": says} for what, says in rules.ruleset.absent.items()],
        **_chance(bench, outcomes),
    }


def _chance(bench: Bench, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Add what was judged of chance, if anything, with the decision rule."""
    judged = [outcome.shows for outcome in outcomes if outcome.shows is not None]
    if not judged:
        return {}
    rule = rule_sentences(bench.level, judged, True)
    return {"chance": {"rule": rule, "batteries": judged, "calibration": attached(measured())}}


def choice_arguments(rules: Rules) -> str:
    """Write the choices of a run as command-line arguments."""
    parts = [f"--game {_quoted(rules.ruleset.origin or rules.ruleset.game)}"]
    if rules.variant is not None:
        parts.append(f"--variant {rules.variant}")
    bundle = rules.ruleset.variants.get(rules.variant or "", {})
    for name, reading in rules.readings.items():
        if reading != bundle.get(name, rules.ruleset.options[name].default):
            parts.append(f"--option {name}={reading}")
    parts.extend(f"--pay-table {wager}={pay_table.id}" for wager, pay_table in rules.pay_tables.items())
    return " ".join(parts)


def _options(rules: Rules) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "asks": option.asks,
            "reading": rules.readings[name],
            "says": option.readings[rules.readings[name]],
            "default": rules.readings[name] == option.default,
            "unconfirmed": option.unconfirmed,
            "clauses": [_clause(clause) for clause in option.clauses],
        }
        for name, option in rules.ruleset.options.items()
    ]


def _pay_table(table: PayTable) -> dict[str, Any]:
    lines = [{"name": line.name, "pays": pays_in_words(line)} for line in table.lines]
    return {
        "wager": table.wager,
        "table": table.id,
        "lines": lines,
        "printed": table.printed,
        "clauses": [_clause(c) for c in table.clauses],
    }


def pays_in_words(line: PayLine) -> str:
    """Say what a pay line pays."""
    if line.result.outcome != "win":
        return line.result.outcome
    return (
        "nothing more"
        if line.pays_nothing
        else f"{line.result.odds.numerator} to {line.result.odds.denominator}"
    )


def _requirement(
    outcome: Outcome,
    tell: Callable[[Finding], dict[str, Any]],
    known: Mapping[str, Known],
    origins: Mapping[str, Origin],
) -> dict[str, Any]:
    requirement, entry = outcome.requirement, known.get(outcome.requirement.id)
    origin = origins.get(requirement.id, Origin((), ()))
    return {
        "id": requirement.id,
        "family": requirement.family,
        "title": requirement.title,
        "verdict": outcome.verdict,
        "reason": outcome.reason,
        "clauses": [_clause(clause) for clause in requirement.clauses],
        "provoked_by": list(origin.plan),
        "checks": list(origin.checks),
        "rounds": outcome.rounds,
        "failing": outcome.failing,
        "findings": [tell(finding) for finding in outcome.findings[:KEPT]],
        "known": {
            "issue": entry.issue,
            "reason": entry.reason,
            "expires": entry.expires.isoformat() if entry.expires else None,
        }
        if entry
        else None,
    }


def _fault(group: FaultGroup, tell: Callable[[Finding], dict[str, Any]]) -> dict[str, Any]:
    return {
        "title": group.title,
        "verdict": group.verdict,
        "requirements": list(group.requirements),
        "findings": group.findings,
        "looks_like": "; ".join(group.looks_like) or None,
        "first": _under(tell(group.first), group.requirements[0]),
        "worst": _under(tell(group.worst), group.requirements[0]),
        "last": _under(tell(group.last), group.requirements[-1]),
    }


def _under(finding: dict[str, Any], requirement: str) -> dict[str, Any]:
    return finding if finding["requirement"] else {**finding, "requirement": requirement}


def _finding(finding: Finding, bench: Bench, spec: str, records: Mapping[str, Record]) -> dict[str, Any]:
    record = records.get(finding.record or "")
    requirement = record.requirement if record else ""
    return {
        "requirement": requirement,
        "kind": finding.kind,
        "expected": finding.expected,
        "actual": finding.actual,
        "looks_like": finding.looks_like,
        "record": finding.record,
        "reproduce": f"fairfelt certify {_quoted(spec)} {choice_arguments(bench.rules)}{_more(bench)}"
        + (f" --requirement {requirement}" if requirement else ""),
        "shown": shown(bench.rules, bench.limits, record) if record else None,
    }


def _more(bench: Bench) -> str:
    """Write the profile and seed of a run where they are not the usual ones: they decide which rounds are dealt."""
    profile = "" if bench.profile.name == "ci" else f" --profile {bench.profile.name}"
    return profile + (f" --seed {bench.seed}" if bench.seed else "")


def _quoted(spec: str) -> str:
    import shlex

    return shlex.quote(spec)


def _clause(clause: Clause) -> dict[str, str]:
    return {"id": clause.id, "title": clause.title, "section": clause.section, "says": clause.says}
