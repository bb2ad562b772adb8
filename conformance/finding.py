"""A finding: what the rules expected, what the engine did, and where in the record it stands."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

from fairfelt.conformance.verdict import Verdict

Kind = Literal[
    "settlement",
    "bank",
    "ledger",
    "legal-actions",
    "refusal",
    "dealing",
    "view",
    "stacks",
    "hands",
    "void",
    "recall",
    "difference",
    "unsteady",
    "protocol",
    "engine-fault",
    "gap",
]


@dataclass(frozen=True)
class Finding:
    """`rule` is the requirement that the finding belongs to by itself, within the game; the requirement under test
    may be another. `warning` marks a finding that leaves money and rules untouched. `suspects` name the facts about
    cards that, read wrongly, would explain the money."""

    rule: str
    kind: Kind
    expected: str
    actual: str
    seat: int | None = None
    wager: str | None = None
    warning: bool = False
    looks_like: str | None = None
    suspects: tuple[str, ...] = ()
    record: str | None = None
    bettor: str = ""
    bonus: tuple[str, Fraction] | None = None
    """The category of the seat's own hand, and the odds paid beyond the rules, where no pay table has a say."""

    def at(self, record: str) -> "Finding":
        return replace(self, record=record)


@dataclass(frozen=True)
class Chapter:
    """What a bulk question shows beyond findings: whether it decided anything, and plain data for the report."""

    verdict: Verdict
    reason: str
    data: Mapping[str, Any] | None = None
