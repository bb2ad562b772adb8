"""What came of a proof, as plain data for programs and reports."""

from collections import Counter
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

from fairfelt.conformance.proving.bench import Proving, proving
from fairfelt.conformance.proving.catalogue import every_mutant
from fairfelt.conformance.proving.prove import Fate, Progress, Used, prove, reference_fails
from fairfelt.conformance.proving.terms import Mutant
from fairfelt.rulesets.choose import Rules

FORMAT = 1
Choose = Callable[[tuple[Mutant, ...]], tuple[Mutant, ...]]


def run_proof(rules: Rules, quick: bool, seed: int, progress: Progress, chosen: Choose = tuple) -> dict[str, Any]:
    """Prove a game under its choices; `chosen` picks the mutants, all of them if it is left out."""
    began = monotonic()
    held, used = proving(rules, seed), Used()
    fates = tuple(prove(held, chosen(every_mutant(held.terms)), quick, used, progress))
    failing = reference_fails(held, used)
    return {**_about(held, quick, seed), **_told(fates, failing), "seconds": round(monotonic() - began, 1)}


def _about(held: Proving, quick: bool, seed: int) -> dict[str, Any]:
    rules = held.bench.rules
    return {
        "format": FORMAT,
        "game": rules.ruleset.game,
        "variant": rules.variant,
        "options": dict(rules.readings),
        "pay_tables": {wager: table.id for wager, table in rules.pay_tables.items()},
        "quick": quick,
        "seed": seed,
    }


def _told(fates: Sequence[Fate], failing: tuple[str, ...]) -> dict[str, Any]:
    counts = Counter(fate.status for fate in fates)
    return {
        "counts": {status: counts[status] for status in ("killed", "equivalent", "survived")},
        "reference_fails": list(failing),
        "mutants": [_mutant(fate) for fate in fates],
    }


def _mutant(fate: Fate) -> dict[str, Any]:
    mutant = fate.mutant
    told: dict[str, Any] = {
        "id": mutant.id,
        "edit": mutant.edit,
        "rule": mutant.rule,
        "words": mutant.words,
        "status": fate.status,
        "killed_by": list(fate.killed_by),
    }
    if fate.reason:
        told["reason"] = fate.reason
    if fate.status == "survived":
        told |= {"tried": list(fate.tried), "noticed_by": list(fate.noticed_by)}
    return told


def all_runs(game: str, runs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Gather the proofs of a game under several choices."""
    counts = {status: sum(run["counts"][status] for run in runs) for status in ("killed", "equivalent", "survived")}
    seconds = round(sum(run["seconds"] for run in runs), 1)
    return {"format": FORMAT, "game": game, "counts": counts, "runs": list(runs), "seconds": seconds}


def is_proved(run: dict[str, Any]) -> bool:
    """Say whether nothing survived and the reference passed all that judged the mutants."""
    return not run["counts"]["survived"] and not run["reference_fails"]
