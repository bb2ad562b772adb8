"""What came of a proof, as plain data for programs and reports."""

from collections import Counter
from collections.abc import Collection, Sequence
from time import monotonic
from typing import Any

from fairfelt import __version__
from fairfelt.conformance.proving.bench import Proving, proving
from fairfelt.conformance.proving.catalogue import every_mutant
from fairfelt.conformance.proving.prove import Fate, Progress, Status, Used, prove, reference_fails
from fairfelt.conformance.proving.terms import Terms
from fairfelt.conformance.scenario import house_limits
from fairfelt.rulesets.choose import Rules

FORMAT = 1
WORST = ("survived", "killed", "equivalent")
STATUSES: tuple[Status, ...] = ("killed", "equivalent", "survived")


def run_proof(
    rules: Rules, quick: bool, seed: int, progress: Progress, only: Collection[str] = ()
) -> dict[str, Any]:
    """Prove a game under its choices, by all its mutants or `only` by those of these ids."""
    began = monotonic()
    held, used = proving(rules, seed), Used()
    mutants = every_mutant(held.terms)
    chosen = [mutant for mutant in mutants if not only or mutant.id in only]
    fates = tuple(prove(held, chosen, quick, used, progress))
    told = {"of": len(mutants), **_told(fates, reference_fails(held, used))}
    return {**_about(held, quick, seed), **told, "seconds": round(monotonic() - began, 1)}


def mutants_of(rules: Rules) -> dict[str, bool]:
    """List the ids of all mutants of a game under its choices, and whether it is computed that each changes nothing."""
    return {mutant.id: bool(mutant.same) for mutant in every_mutant(Terms(rules, house_limits(rules)))}


def _about(held: Proving, quick: bool, seed: int) -> dict[str, Any]:
    rules = held.bench.rules
    return {
        "format": FORMAT,
        "fairfelt_version": __version__,
        "game": rules.ruleset.game,
        "digest": rules.digest,
        "variant": rules.variant,
        "options": dict(rules.readings),
        "pay_tables": {wager: table.id for wager, table in rules.pay_tables.items()},
        "quick": quick,
        "seed": seed,
    }


def _told(fates: Sequence[Fate], failing: tuple[str, ...]) -> dict[str, Any]:
    counts = Counter(fate.status for fate in fates)
    return {
        "counts": {status: counts[status] for status in STATUSES},
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


def all_runs(runs: Sequence[dict[str, Any]], seconds: float) -> dict[str, Any]:
    """Gather the proofs of a game under several choices: a mutant that survives under one of them has survived, and
    one is equivalent if it is so under all that have it."""
    mutants: dict[str, dict[str, Any]] = {}
    for entry in (entry for run in runs for entry in run["mutants"]):
        known = mutants.get(entry["id"], entry)
        mutants[entry["id"]] = min(known, entry, key=lambda each: WORST.index(each["status"]))
    counts = Counter(str(entry["status"]) for entry in mutants.values())
    return {
        **{key: runs[0][key] for key in ("format", "fairfelt_version", "game", "quick", "seed")},
        "of": max(len(mutants), *(run["of"] for run in runs)),
        "counts": {status: counts[status] for status in STATUSES},
        "reference_fails": sorted({name for run in runs for name in run["reference_fails"]}),
        "mutants": list(mutants.values()),
        "runs": list(runs),
        "seconds": round(seconds, 1),
    }


def is_proved(run: dict[str, Any]) -> bool:
    """Say whether nothing survived and the reference passed all that judged the mutants."""
    return not run["counts"]["survived"] and not run["reference_fails"]
