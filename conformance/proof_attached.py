"""A proof attached to the summary of a run: how strong the checks are that judged it.

It says nothing about the engine, so that no verdict changes.
"""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

from fairfelt.conformance.profiles import STRENGTH
from fairfelt.conformance.proof_file import NAME, ProofError, flawed, read_proof
from fairfelt.rulesets.choose import Rules

Made = Literal["before", "by-this-run"]
Proof = dict[str, Any]
TOLD = ("quick", "seed", "seconds", "counts", "reference_fails", "mutants")


def proof_from(path: Path, rules: Rules) -> Proof:
    """Read a proof from a file or its folder; raise ProofError if it is no proof of these rules.

    It is held against all mutants of the game, which takes a few seconds: only so does a proof of chosen mutants show
    as one in part.
    """
    from fairfelt.conformance.proving.data import mutants_of

    file = path / NAME if path.is_dir() else path
    run, known = read_proof(file, rules), mutants_of(rules)
    for mutant in run["mutants"]:
        if mutant["id"] not in known:
            close = get_close_matches(mutant["id"], known, n=1)
            like = f" (it has {close[0]!r})" if close else ""
            what = f"names {mutant['id']!r}, which is no mutant of this game{like}"
            raise ProofError(flawed(file, what, "make it again", rules, run["quick"]))
        if known[mutant["id"]] != (mutant["status"] == "equivalent"):
            what = f"has {mutant['id']!r} as {mutant['status']}, and the rules say otherwise"
            raise ProofError(flawed(file, what, "make it again", rules, run["quick"]))
        foreign = [name for name in mutant["killed_by"] if not name.startswith(f"{rules.ruleset.game}.")]
        if foreign:
            what = f"has {mutant['id']!r} killed by {foreign[0]!r}, which is no requirement of this game"
            raise ProofError(flawed(file, what, "make it again", rules, run["quick"]))
    return _told(run, len(known), "before")


def proof_by_this_run(rules: Rules, seed: int, progress: Callable[[int, int, str], None]) -> Proof:
    """Make a quick proof; it takes a fraction of a minute."""
    from fairfelt.conformance.proving.data import run_proof

    run = run_proof(rules, True, seed, progress)
    return _told(run, len(run["mutants"]), "by-this-run")


def with_proof(summary: Mapping[str, Any], proof: Proof) -> dict[str, Any]:
    """Add a proof to a summary, and to each requirement the mutants that it killed."""
    killed: dict[str, list[str]] = {}
    for mutant in proof["mutants"]:
        for name in mutant["killed_by"]:
            killed.setdefault(name, []).append(mutant["id"])
    judged = proof["verdict"] != "in-part"
    return {
        **summary,
        "not_judged": [what for what in summary["not_judged"] if not (judged and what == STRENGTH)],
        "requirements": [{**one, "mutants_killed": killed.get(one["id"], [])} for one in summary["requirements"]],
        "proof": proof,
    }


def _told(run: Mapping[str, Any], known: int, made: Made) -> Proof:
    from fairfelt.conformance.proving.data import is_proved

    whole = len(run["mutants"]) == known
    verdict = "not-proved" if not is_proved(dict(run)) else "proved" if whole else "in-part"
    return {"verdict": verdict, "made": made, "of": known, **{name: run[name] for name in TOLD}}
