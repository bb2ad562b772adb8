"""Hold what was judged against what the rules declare: tested, excluded with a reason, untested, or unknown."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from fairfelt.conformance.requirement import Requirement
from fairfelt.conformance.tracing.declared import Declared, of_the_rules
from fairfelt.conformance.tracing.laws import of_every_game
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.rules import Clause

Status = Literal["tested", "excluded", "untested"]
Judged = Mapping[str, Sequence[str]]
"""The ids of requirements that were judged, whole, with the ids of the clauses that each cites."""
NOT_JUDGED = frozenset({"blocked", "not-applicable", "suite-error", "engine-fault"})


@dataclass(frozen=True)
class Entry:
    """A declared part and the requirements, by whole ids, that judged it."""

    declared: Declared
    status: Status
    judged_by: tuple[str, ...]
    reason: str = ""


@dataclass(frozen=True)
class ClauseEntry:
    """A clause of a document, with the requirements that judged it, or why none does."""

    clause: Clause
    status: Status
    judged_by: tuple[str, ...]
    reason: str = ""


@dataclass(frozen=True)
class Tracing:
    """Rules and judgement side by side. `unknown` lists requirements that were judged and that nobody declared."""

    game: str
    entries: tuple[Entry, ...]
    clauses: tuple[ClauseEntry, ...]
    unknown: tuple[str, ...]

    @property
    def untested(self) -> tuple[str, ...]:
        """Name the parts and clauses that nothing judged and nothing excuses."""
        parts = [f"{self.game}.{entry.declared.id}" for entry in self.entries if entry.status == "untested"]
        return (*parts, *(entry.clause.id for entry in self.clauses if entry.status == "untested"))

    @property
    def whole(self) -> bool:
        """Say whether nothing is left over on either side."""
        return not self.untested and not self.unknown


def trace(rules: Rules, judged: Judged, aside: Mapping[str, str] | None = None, chance: bool = True) -> Tracing:
    """Hold requirements that were judged against those that the rules declare.

    `aside` gives a reason for each requirement that could not be asked of an engine; `chance` says whether the
    profile judges chance.
    """
    game = rules.ruleset.game
    declared = (*of_every_game(rules, chance), *of_the_rules(rules))
    reasons = {part.id: part.excluded for part in declared}
    entries = tuple(_entry(game, part, judged, aside or {}, reasons) for part in declared)
    known = {f"{game}.{part.id}" for part in declared}
    drawn_on = {clause.id: clause for part in declared for clause in part.clauses}
    clauses = tuple(
        _clause(rules, clause, entries, judged) for clause in {**rules.ruleset.clauses, **drawn_on}.values()
    )
    return Tracing(game, entries, clauses, tuple(name for name in judged if name not in known))


def of_requirements(requirements: Iterable[Requirement]) -> dict[str, tuple[str, ...]]:
    """Take requirements for judged, as those of the plans of a game."""
    return {each.id: tuple(clause.id for clause in each.clauses) for each in requirements}


def of_summary(summary: Mapping[str, Any]) -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
    """Read from the summary of a run what was judged, and why the rest of what could be asked was not applicable."""
    entries = summary["requirements"]
    judged = {
        entry["id"]: tuple(clause["id"] for clause in entry["clauses"])
        for entry in entries
        if entry["verdict"] not in NOT_JUDGED
    }
    return judged, {entry["id"]: entry["reason"] for entry in entries if entry["verdict"] == "not-applicable"}


def _entry(
    game: str, part: Declared, judged: Judged, aside: Mapping[str, str], reasons: Mapping[str, str]
) -> Entry:
    by = tuple(name for name in (f"{game}.{each}" for each in part.judges) if name in judged)
    if by:
        return Entry(part, "tested", by)
    excuses = [aside.get(f"{game}.{each}") or reasons[each] for each in part.judges if each in reasons]
    why = part.excluded or (excuses[0] if excuses and all(excuses) else "")
    return Entry(part, "excluded" if why else "untested", (), why)


def _clause(rules: Rules, clause: Clause, entries: tuple[Entry, ...], judged: Judged) -> ClauseEntry:
    by = [name for name, cited in judged.items() if clause.id in cited]
    shown_by = rules.ruleset.evidence.get(clause.id.removeprefix(f"{rules.ruleset.source}/"), ())
    citing = [e for e in entries if clause in e.declared.clauses or e.declared.id in shown_by]
    by += [name for entry in citing for name in entry.judged_by]
    if by:
        return ClauseEntry(clause, "tested", tuple(dict.fromkeys(by)))
    why = next((entry.reason for entry in citing if entry.reason), "") or next(_set_aside(rules, clause), "")
    return ClauseEntry(clause, "excluded" if why else "untested", (), why)


def _set_aside(rules: Rules, clause: Clause) -> Iterator[str]:
    """Give the reasons that a ruleset itself has for a clause that no requirement cites."""
    ruleset, name = rules.ruleset, clause.id.removeprefix(f"{rules.ruleset.source}/")
    if name in ruleset.untested:
        yield ruleset.untested[name]
    if name in ruleset.read_as:
        yield f"says nothing by itself; read as: {ruleset.read_as[name]}"
    for wager, tables in ruleset.pay_tables.items():
        for table in tables:
            if clause in table.clauses and table is not rules.pay_tables.get(wager):
                yield f"only under --pay-table {wager}={table.id}"
    if any(clause in figure.clauses for figure in ruleset.mathematics.published):
        yield "prints a figure, which `fairfelt math` holds against the exact one"
    if not clause.id.startswith(f"{ruleset.source}/"):
        yield "of a document that other games cite"
