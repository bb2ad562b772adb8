"""Known failures: what an engine is known to get wrong, by exact requirement id, each with an issue and a reason.

Listed and failing is known, and never certified. Listed and passing is stale and fails, so that the list can't rot.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from difflib import get_close_matches
from pathlib import Path

from fairfelt.conformance.certify import Outcome
from fairfelt.rulesets.document import read_document
from fairfelt.rulesets.errors import Flaw, RulesetError


@dataclass(frozen=True)
class Known:
    issue: str
    reason: str
    expires: date | None = None


def read_known(path: Path, ids: Sequence[str]) -> Mapping[str, Known]:
    """Read a YAML file of `id: {issue, reason, expires?}`; raise RulesetError for anything unclear.

    Ids must be among `ids`, the requirements of the game under test.
    """
    document = read_document(path)
    if not isinstance(document.data, dict):
        raise document.locate(
            Flaw((), "is no list of known failures", "write `REQUIREMENT: {issue: …, reason: …}`")
        )
    found: dict[str, Known] = {}
    for name, entry in document.data.items():
        if not isinstance(entry, dict) or not {"issue", "reason"} <= set(entry) <= {
            "issue",
            "reason",
            "expires",
        }:
            raise document.locate(
                Flaw(
                    (name,),
                    "is not written as a known failure",
                    'write `{issue: …, reason: …}`, with `expires: "2027-01-31"` if it should end',
                )
            )
        if not all(isinstance(entry[key], str | int) for key in ("issue", "reason")):
            raise document.locate(Flaw((name,), "issue and reason are words", "write each as one line of text"))
        if name not in ids:
            close = get_close_matches(name, ids, n=1)
            hint = f"did you mean {close[0]}?" if close else "see `fairfelt explain` for the ids of the game"
            raise document.locate(Flaw((name,), f"{name} is no requirement of this game", hint))
        found[name] = Known(
            str(entry["issue"]), str(entry["reason"]), _expiry(document.locate, name, entry.get("expires"))
        )
    return found


def _expiry(locate: object, name: str, text: object) -> date | None:
    if text is None:
        return None
    try:
        return date.fromisoformat(str(text))
    except ValueError:
        raise locate(
            Flaw((name, "expires"), f"{text!r} is no date", 'write it as "2027-01-31", in quotes')
        ) from None  # type: ignore[operator]


def apply_known(outcomes: Sequence[Outcome], known: Mapping[str, Known], today: date) -> list[Outcome]:
    """Mark known failures; fail what is listed and passes, and what is listed and has expired."""
    marked = []
    for outcome in outcomes:
        entry = known.get(outcome.requirement.id)
        if entry is not None:
            outcome = _mark(outcome, entry, today)
        marked.append(outcome)
    return marked


def _mark(outcome: Outcome, entry: Known, today: date) -> Outcome:
    if outcome.verdict in ("pass", "warning", "not-applicable"):
        return replace(
            outcome,
            verdict="fail",
            reason=f"listed as a known failure ({entry.issue}) but it passes: take it off the list",
        )
    if entry.expires is not None and entry.expires < today:
        return replace(outcome, reason=f"known ({entry.issue}), but the entry expired on {entry.expires}")
    if outcome.verdict in ("fail", "engine-fault"):
        return replace(outcome, verdict="known-failure", reason=f"known: {entry.issue}, {entry.reason}")
    return outcome


__all__ = ["Known", "RulesetError", "apply_known", "read_known"]
