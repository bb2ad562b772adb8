"""Gather findings at their root: one fault is one thing for a vendor to mend.

A wrong reading of hands shows in every row that it leads to, and a wrong row at every pay line. Each group is told
once, with a count, and with its simplest, its worst and its last finding.
"""

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from fairfelt.conformance.certify import AMOUNTS, Outcome
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.verdict import Verdict, worst

Key = tuple[str, ...]
READING = ("compare", "floor")
"""Families that judge how hands are read. Only where one fails is a suspicion about other money worth a word."""


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


Bonuses = Mapping[str, Mapping[str, Fraction]]
"""By wager and category, the odds of a bonus that the rules do not have."""


@dataclass(frozen=True)
class _Scene:
    """What failed beside a finding: the facts that hands are misread for, and by wager and row the lines that fail."""

    misread: Container[tuple[str, ...]]
    lines: Mapping[str, Mapping[str, frozenset[str]]]
    bonuses: Bonuses
    bank: str
    """The other reading of the bank's rules that explains all its wrong money, or nothing."""


SHOWN = ("fail", "engine-fault", "suite-error", "known-failure", "warning")


def gather(outcomes: Iterable[Outcome]) -> list[FaultGroup]:
    """Group the findings of everything that did not pass, the most telling groups first."""
    shown = [one for one in outcomes if one.verdict in SHOWN]
    scene = _scene(shown)
    groups: dict[Key, list[tuple[Outcome, Finding]]] = {}
    for outcome in shown:
        for finding in outcome.findings or _by_reason(outcome):
            groups.setdefault(_root(outcome, finding, scene), []).append((outcome, finding))
    _fold_into_ranking(groups)
    found = [_group(key, members, scene) for key, members in groups.items()]
    return sorted(found, key=lambda group: (group.verdict == "warning", group.verdict == "known-failure"))


def _fold_into_ranking(groups: dict[Key, list[tuple[Outcome, Finding]]]) -> None:
    """Where an engine orders hands wrongly when it is asked for nothing else, that is the root of wrong comparisons,
    bars, names and pay lines: they are told with it, and show what it costs."""
    root = next((key for key in groups if key[0] == "hands" and key[1].startswith("rank-")), None)
    if root is not None:
        for key in [key for key in groups if key != root and key[0] in ("hands", "reading", "line")]:
            groups[root].extend(groups.pop(key))


def _by_reason(outcome: Outcome) -> tuple[Finding, ...]:
    """Make a finding of what failed without a round: the reason stands for what happened."""
    return (Finding("", "protocol", outcome.requirement.title, outcome.reason),) if outcome.reason else ()


def _scene(outcomes: Iterable[Outcome]) -> _Scene:
    outcomes = list(outcomes)
    bonuses = _bonuses(outcomes)
    read = [f for one in outcomes if one.requirement.family in READING for f in one.findings if f.suspects]
    misread = {f.suspects for f in read if not _paid_as_bonus(f, bonuses)}
    lines: dict[str, dict[str, frozenset[str]]] = {}
    for outcome in outcomes:
        wager, row, line = _row_of(outcome)
        plain = [f for f in outcome.findings if f.suspects not in misread and not f.warning]
        if line and any(f.looks_like != AMOUNTS for f in plain):
            rows = lines.setdefault(wager, {})
            rows[row] = rows.get(row, frozenset()) | {line}
    return _Scene(misread, lines, bonuses, _bank_reading(outcomes))


def _bank_reading(outcomes: Iterable[Outcome]) -> str:
    """Name the other reading of the bank's rules that explains all its wrong money; all of them, where several do."""
    findings = [f for outcome in outcomes for f in outcome.findings if f.rule == "bank.covers"]
    told = Counter(reading for finding in findings for reading in finding.suspects)
    return ", or ".join(reading for reading in told if told[reading] == len(findings))


def _paid_as_bonus(finding: Finding, bonuses: Bonuses) -> str | None:
    """Name the wager whose bonus is all that is wrong, even where it looks like a misread hand."""
    if finding.bonus is None:
        return None
    hand, odds = finding.bonus
    wagers = [finding.wager] if finding.wager else list(bonuses)
    return next((wager for wager in wagers if wager and bonuses.get(wager, {}).get(hand) == odds), None)


def _bonuses(outcomes: Iterable[Outcome]) -> Bonuses:
    """Name the wagers that are paid too much in several rows, always by the same odds for the same hands."""
    wrong: dict[str, list[tuple[str, Finding]]] = {}
    for outcome in outcomes:
        wager, row, _ = _row_of(outcome)
        for finding in outcome.findings if wager else ():
            if not finding.warning:
                wrong.setdefault(wager, []).append((row, finding))
    told = {wager: _by_hand(found) for wager, found in wrong.items()}
    return {wager: by_hand for wager, by_hand in told.items() if by_hand}


def _by_hand(found: list[tuple[str, Finding]]) -> Mapping[str, Fraction]:
    """Give the odds of a bonus by hand; none where the payments are not those of one."""
    paid = {finding.bonus for _, finding in found}
    by_hand = {bonus[0]: bonus[1] for bonus in paid if bonus}
    several = len({row for row, _ in found}) > 1 and len(set(by_hand.values())) > 1
    return by_hand if None not in paid and len(by_hand) == len(paid) and several else {}


def _row_of(outcome: Outcome) -> tuple[str, str, str]:
    """Give wager, row and pay line of a requirement about settling; empty words for others."""
    _, family, *rest = outcome.requirement.id.split(".")
    if family != "settle":
        return "", "", ""
    row, _, line = rest[1].partition("/")
    return rest[0], row, line


def _root(outcome: Outcome, finding: Finding, scene: _Scene) -> Key:
    """Say what a finding is about: a reading, a pay line, a row, a limit, a way of failing to answer."""
    suffix = outcome.requirement.id.split(".", 1)[1]
    kind = suffix.split(".")[0]
    if finding.kind == "engine-fault":
        return ("engine", finding.actual.split(":")[0])
    if finding.rule == "accept":
        return ("accept", finding.actual)
    if finding.warning:
        return ("warning", finding.kind, finding.expected if finding.kind == "dealing" else "")
    bonus = _paid_as_bonus(finding, scene.bonuses) if kind in ("settle", *READING) else None
    if bonus is not None:
        return ("bonus", bonus)
    if finding.suspects in scene.misread and kind in ("settle", *READING):
        return ("reading", *finding.suspects)
    if finding.looks_like == AMOUNTS or (kind == "limit" and finding.kind == "difference"):
        return ("amounts",)
    if finding.rule == "bank.covers":
        return ("bank", scene.bank)
    if kind == "settle":
        return _settled_root(outcome, finding, scene)
    if kind == "deal" and finding.kind == "dealing":
        return ("deal",)
    if kind in ("limit", "refuse", "relation", "view", "hands"):
        return (kind, suffix.split("/")[0].split(".")[1] if kind != "refuse" else suffix)
    return (kind, suffix)


def _settled_root(outcome: Outcome, finding: Finding, scene: _Scene) -> Key:
    """Tell a row that goes wrong at every line from a line that goes wrong in every row."""
    wager, row, line = _row_of(outcome)
    rows = scene.lines.get(wager, {})
    if line in rows.get(row, ()) and len(rows[row]) == 1:
        if finding.looks_like is not None and "by the line" in finding.looks_like:
            paid, due = finding.looks_like.split("“")[1:]
            return ("line", wager, f"{due.split('”')[0]} as {paid.split('”')[0]}")
        if len(rows) > 1:
            return ("line", wager, line)
    elif line and len(rows) > 1 and len(set(rows.values())) == 1:
        return ("table", wager)
    return ("row", row)


def _group(key: Key, members: list[tuple[Outcome, Finding]], scene: _Scene) -> FaultGroup:
    findings = [finding for _, finding in members]
    ids = tuple(dict.fromkeys(outcome.requirement.id for outcome, _ in members))
    told = [f for f in findings if key[0] != "bonus" and (not f.suspects or f.suspects in scene.misread)]
    looks = tuple(dict.fromkeys(finding.looks_like for finding in told if finding.looks_like))
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
            "exception": "The engine reports a fault of its own",
            "garbled": "The engine prints what is no message",
        }.get(rest[0], f"The engine breaks the protocol ({rest[0]})")
    if kind == "accept":
        return "Refuses what the rules allow"
    if kind == "reading":
        floors = any(outcome.requirement.family == "floor" for outcome, _ in members)
        what = "A bar for hands is read wrongly" if floors else "Hands are compared wrongly"
        return f"{what}: {rest[0].replace('-', ' ')}"
    alone = len({outcome.requirement.id for outcome, _ in members}) == 1
    if kind == "bank" and not (alone and not rest[0]) and (not rest[0] or rest[0].startswith("as if")):
        return "The bank's money is used wrongly" + (f": {rest[0]}" if rest[0] else "")
    if kind == "amounts":
        return "Money goes wrong at some amounts only"
    if kind == "hands" and rest[0].startswith("rank-"):
        return f"Hands are ranked wrongly: {rest[0].removeprefix('rank-').replace('-', ' ')}"
    if kind == "line":
        how = "Paid by the wrong line" if " as " in rest[1] else "Wrong odds at one line"
        return f"{how} of the pay table: {rest[0]}, {rest[1]}"
    if kind == "table":
        return f"Several lines of the pay table are paid wrongly: {rest[0]}"
    if key == ("deal",):
        return f"Dealt wrongly: {'; '.join(dict.fromkeys(outcome.requirement.title for outcome, _ in members))}"
    if kind == "row":
        return f"Settled wrongly: {rest[0].replace('-', ' ')} ({', '.join(wagers)})"
    if kind == "bonus":
        paid = sorted({f.bonus for _, f in members if f.bonus}, key=lambda bonus: bonus[1], reverse=True)
        by_hand = ", ".join(f"{hand.replace('-', ' ')} {odds.numerator} to {odds.denominator}" for hand, odds in paid)
        return f"The {rest[0].replace('-', ' ')} is paid a bonus that the rules do not have: {by_hand}"
    if kind == "limit":
        return f"Limits of the {rest[0].replace('-', ' ')} are not kept"
    if kind == "warning":
        return {
            "dealing": "Another order of dealing, every place getting its cards",
            "refusal": "Refused for another reason than the rules give",
            "settlement": "Right money under another word",
        }.get(rest[0], "A difference that touches neither money nor rules")
    return requirement.title
