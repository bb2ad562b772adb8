"""The shape of a proof inside a summary, and how it could contradict itself or the run."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

VERDICTS = frozenset({"proved", "not-proved", "in-part"})
STATUSES = frozenset({"killed", "equivalent", "survived"})
PROOF = {
    "verdict": VERDICTS,
    "made": frozenset({"before", "by-this-run"}),
    "of": int,
    "quick": bool,
    "seed": int,
    "seconds": (int, float),
    "counts": {"killed": int, "equivalent": int, "survived": int},
    "reference_fails": [str],
    "mutants": [
        {
            "id": str,
            "rule": str,
            "words": str,
            "status": STATUSES,
            "killed_by": [str],
            "reason?": str,
            "tried?": [str],
        }
    ],
}


def contradiction(summary: Mapping[str, Any]) -> str:
    """Say where the proof of a summary says two things at once; nothing where there is none."""
    proof = summary.get("proof")
    if proof is None:
        return ""
    mutants = proof["mutants"]
    found = Counter(one["status"] for one in mutants)
    if any(found[status] != proof["counts"][status] for status in STATUSES):
        return "summary.proof.counts disagrees with the mutants listed"
    if proof["verdict"] != _verdict(proof):
        return f"summary.proof.verdict is {proof['verdict']!r}, where its mutants come to {_verdict(proof)!r}"
    for one in summary["requirements"]:
        killed = [mutant["id"] for mutant in mutants if one["id"] in mutant["killed_by"]]
        if sorted(one.get("mutants_killed", ())) != sorted(killed):
            return f"summary.requirements and summary.proof disagree on what {one['id']} killed"
    return ""


def _verdict(proof: Mapping[str, Any]) -> str:
    if proof["counts"]["survived"] or proof["reference_fails"]:
        return "not-proved"
    return "proved" if len(proof["mutants"]) == proof["of"] else "in-part"
