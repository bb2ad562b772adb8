"""Gather findings at their root: one fault is one thing for a vendor to mend.

A wrong reading of hands shows in every row that it leads to, and a wrong row at every pay line. Each group is told
once, with a count, and with its simplest, its worst and its last finding.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from fairfelt.conformance.certify import Outcome
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.verdict import Verdict, worst

Key = tuple[str, ...]


@dataclass(frozen=True)
class FaultGroup:
    title: str
    verdict: Verdict
    requirements: tuple[str, ...]
    findings: int
    looks_like: tuple[str, ...]
    first: Finding
    worst: Finding
    last: Finding


def gather(outcomes: Iterable[Outcome]) -> list[FaultGroup]:
    """Group the findings of everything that did not pass, the most telling groups first."""
    groups: dict[Key, list[tuple[Outcome, Finding]]] = {}
    for outcome in outcomes:
        if outcome.verdict in ("fail", "engine-fault", "known-failure", "warning"):
            for finding in outcome.findings:
                groups.setdefault(_root(outcome, finding), []).append((outcome, finding))
    found = [_group(key, members) for key, members in groups.items()]
    return sorted(found, key=lambda group: (group.verdict == "warning", group.verdict == "known-failure"))


def _root(outcome: Outcome, finding: Finding) -> Key:
    """Say what a finding is about: a reading, a pay line, a row, a limit, a way of failing to answer."""
    suffix = outcome.requirement.id.split(".", 1)[1]
    kind = suffix.split(".")[0]
    if finding.kind == "engine-fault":
        return ("engine", finding.actual.split(":")[0])
    if finding.warning:
        return ("warning", finding.kind, finding.expected if finding.kind == "dealing" else kind)
    if finding.suspects and kind in ("settle", "compare", "floor"):
        return ("reading", *finding.suspects)
    if kind == "settle":
        if finding.looks_like is not None and "by the line" in finding.looks_like:
            paid, due = finding.looks_like.split("“")[1:]
            return ("line", suffix.split(".")[1], f"{due.split('”')[0]} as {paid.split('”')[0]}")
        return ("row", suffix.split(".")[2].split("/")[0])
    if kind in ("limit", "refuse", "relation", "view", "hands"):
        return (kind, suffix.split("/")[0].split(".")[1] if kind != "refuse" else suffix)
    return (kind, suffix)


def _group(key: Key, members: list[tuple[Outcome, Finding]]) -> FaultGroup:
    findings = [finding for _, finding in members]
    ids = tuple(dict.fromkeys(outcome.requirement.id for outcome, _ in members))
    looks = tuple(dict.fromkeys(finding.looks_like for finding in findings if finding.looks_like))
    return FaultGroup(
        title=_title(key, members),
        verdict=worst({outcome.verdict for outcome, _ in members}),
        requirements=ids,
        findings=len(findings),
        looks_like=looks[:3],
        first=findings[0],
        worst=max(findings, key=_money_apart),
        last=findings[-1],
    )


def _money_apart(finding: Finding) -> int:
    """Measure how far apart expected and actual money lie."""
    numbers = [
        [int(word) for word in text.replace(",", " ").split() if word.isdecimal()]
        for text in (finding.expected, finding.actual)
    ]
    return abs(numbers[0][-1] - numbers[1][-1]) if all(numbers) else 0


def _title(key: Key, members: list[tuple[Outcome, Finding]]) -> str:
    kind, *rest = key
    requirement = members[0][0].requirement
    wagers = sorted({finding.wager for _, finding in members if finding.wager})
    if kind == "engine":
        return {
            "crash": "The engine dies",
            "hang": "The engine does not answer in time",
            "garbled": "The engine prints what is no message",
        }.get(rest[0], f"The engine breaks the protocol ({rest[0]})")
    if kind == "reading":
        floors = any(outcome.requirement.family == "floor" for outcome, _ in members)
        what = "A bar for hands is read wrongly" if floors else "Hands are compared wrongly"
        return f"{what}: {rest[0].replace('-', ' ')}"
    if kind == "line":
        return f"Paid by the wrong line of the pay table: {rest[0]}, {rest[1]}"
    if kind == "deal":
        return f"Dealt wrongly: {requirement.title}"
    if kind == "row":
        return f"Settled wrongly: {rest[0].replace('-', ' ')} ({', '.join(wagers)})"
    if kind == "limit":
        return f"Limits of the {rest[0].replace('-', ' ')} are not kept"
    if kind == "warning":
        return {
            "dealing": "Another order of dealing, every place getting its cards",
            "refusal": "Refused for another reason than the rules give",
            "settlement": "Right money under another word",
        }.get(rest[0], "A difference that touches neither money nor rules")
    return requirement.title
