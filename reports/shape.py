"""The summary's shape, checked before anything is drawn: half a certificate is worse than none."""

from collections.abc import Mapping
from typing import Any

from fairfelt.conformance.verdict import ORDER
from fairfelt.reports import shape_proof
from fairfelt.reports.words import tally, worst

Shape = Any
"""A type, a tuple of which one fits, `[shape]`, or `{key: shape}` (`key?`: optional, `*`: any)."""

_NONE = type(None)
_VERDICT = frozenset(ORDER)
_CLAUSE = {"id": str, "title": str, "section": str, "says": str}
_SHOWN = {
    "places": {"*": [str]},
    "gone?": {"*": [{"card": str, "how": str}]},
    "boxes?": {"*": {"guest?": str, "dark?": bool, "backline?": [str]}},
    "hands?": {"*": {"*": {"cards": [str], "category?": (str, _NONE), "from?": {"*": [str]}}}},
    "actions?": [
        {
            "seat": int,
            "bettor?": str,
            "decision": str,
            "action": str,
            "wagers?": ({"*": int}, _NONE),
            "cards?": ([str], {"*": [str]}),
        }
    ],
    "bank?": (
        {
            "seat": int,
            "staked": int,
            "expected": (int, _NONE),
            "actual": (int, _NONE),
            "declined?": [int],
        },
        _NONE,
    ),
    "ledger?": [
        {
            "seat": int,
            "bettor?": str,
            "wager": str,
            "staked": (int, _NONE),
            "expected": (int, _NONE),
            "actual": (int, _NONE),
            "row?": (str, _NONE),
            "expected_outcome?": (str, _NONE),
            "actual_outcome?": (str, _NONE),
            "covered?": int,
            "actual_covered?": int,
        }
    ],
    "transcript?": ([str], _NONE),
}
_FINDING = {
    "requirement": str,
    "kind": str,
    "expected": str,
    "actual": str,
    "looks_like?": (str, _NONE),
    "record?": (str, _NONE),
    "reproduce?": (str, _NONE),
    "shown?": (_SHOWN, _NONE),
}
_SUMMARY = {
    "format": int,
    "suite": {"name": str, "version": str},
    "verdict": _VERDICT,
    "exit_code": int,
    "game": str,
    "title": str,
    "source": {"id": str, "title": str},
    "variant": (str, _NONE),
    "options": [
        {
            "name": str,
            "asks": str,
            "reading": str,
            "says": str,
            "default": bool,
            "unconfirmed?": bool,
            "clauses": [_CLAUSE],
        }
    ],
    "pay_tables": [
        {
            "wager": str,
            "table": str,
            "lines": [{"name": str, "pays": str}],
            "printed": bool,
            "clauses": [_CLAUSE],
        }
    ],
    "ruleset_digest": str,
    "profile": str,
    "partial?": bool,
    "not_judged?": [str],
    "chance?": {"rule": [str], "batteries": [object], "calibration?": object},
    "seed": int,
    "unit": str,
    "limits": {"*": {"*": object}},
    "command": str,
    "engine": {
        "spec": str,
        "name": str,
        "version": str,
        "vendor?": (str, _NONE),
        "language?": (str, _NONE),
        "build_digest?": (str, _NONE),
        "capabilities": {"*": object},
    },
    "counts": {"*": int},
    "rounds": int,
    "faults": [
        {
            "title": str,
            "verdict": _VERDICT,
            "requirements": [str],
            "findings": int,
            "looks_like?": (str, _NONE),
            "worst": _FINDING,
            "first": _FINDING,
            "last": _FINDING,
        }
    ],
    "requirements": [
        {
            "id": str,
            "family": str,
            "title": str,
            "verdict": _VERDICT,
            "reason?": (str, _NONE),
            "clauses": [_CLAUSE],
            "provoked_by?": [str],
            "checks?": [str],
            "mutants_killed?": [str],
            "rounds": int,
            "findings": [_FINDING],
            "known?": ({"issue": str, "reason": str, "expires?": (str, _NONE)}, _NONE),
        }
    ],
    "untested": [{"clause": _CLAUSE, "reason": str}],
    "read_as": [{"clause": _CLAUSE, "reading": str}],
    "absent": [{"what": str, "says": str}],
    "proof?": shape_proof.PROOF,
}


def checked(summary: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the summary; raise ValueError naming the place where it is malformed or contradicts itself."""
    flaw = _flaw(summary, _SUMMARY, "summary") or _contradiction(summary)
    if flaw:
        raise ValueError(f"{flaw}; write the summary again by running the suite")
    return summary


def _contradiction(summary: Mapping[str, Any]) -> str:
    requirements = summary["requirements"]
    if summary["format"] != 1:
        return f"summary.format is {summary['format']}, this edition reads format 1"
    if len({one["id"] for one in requirements}) < len(requirements):
        return "summary.requirements names a requirement twice"
    if {name: number for name, number in summary["counts"].items() if number} != dict(tally(requirements)):
        return "summary.counts disagrees with the requirements listed"
    below = worst([one["verdict"] for one in [*requirements, *summary["faults"]]])
    if ORDER.index(below) > ORDER.index(summary["verdict"]):
        return f"summary.verdict is {summary['verdict']!r}, better than the {below!r} that it sums up"
    return shape_proof.contradiction(summary)


def _flaw(value: object, shape: Shape, where: str) -> str:
    if isinstance(shape, tuple):
        flaws = [_flaw(value, one, where) for one in shape]
        return "" if "" in flaws else flaws[0]
    if isinstance(shape, frozenset):
        return "" if value in shape else f"{where} is {value!r}, not one of {_words(shape)}"
    if isinstance(shape, list):
        if not isinstance(value, list | tuple):
            return f"{where} is no list"
        return next(filter(None, (_flaw(one, shape[0], f"{where}[{i}]") for i, one in enumerate(value))), "")
    if isinstance(shape, dict):
        return _mapping_flaw(value, shape, where)
    return "" if isinstance(value, shape) else f"{where} is {type(value).__name__}, not {shape.__name__}"


def _words(shape: frozenset[str]) -> str:
    return ", ".join(ORDER if shape is _VERDICT else sorted(shape))


def _mapping_flaw(value: object, shape: Mapping[str, Shape], where: str) -> str:
    if not isinstance(value, Mapping):
        return f"{where} is no object"
    if "*" in shape:
        return next(
            filter(None, (_flaw(one, shape["*"], f"{where}.{name}") for name, one in value.items())), ""
        )
    for key, inner in shape.items():
        name = key.removesuffix("?")
        if name in value:
            if flaw := _flaw(value[name], inner, f"{where}.{name}"):
                return flaw
        elif name == key:
            return f"{where}.{name} is missing"
    return ""
