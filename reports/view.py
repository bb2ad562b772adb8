"""The summary arranged for reading: faults with rows, families with counts, clauses with their tests."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from fairfelt.reports.bars import stacked_bar
from fairfelt.reports.rounds import Round, read_round
from fairfelt.reports.words import tally, worst

Raw = Mapping[str, Any]
PACKAGE = "conformance."


@dataclass(frozen=True)
class Link:
    """A requirement spoken of: `anchor` is empty where the matrix has no such row, `killed` counts mutants."""

    id: str
    anchor: str
    verdict: str
    short: str
    killed: int = 0


@dataclass(frozen=True)
class Fault:
    raw: Raw
    number: int
    anchor: str
    requirements: tuple[Link, ...]
    lead: Raw
    round: Round | None
    clauses: tuple[Raw, ...]
    others: tuple[Raw, ...]


@dataclass(frozen=True)
class Undecided:
    reason: str
    verdict: str
    links: tuple[Link, ...]

    @property
    def size(self) -> int:
        return len(self.links)


@dataclass(frozen=True)
class Row:
    """One requirement of the matrix, the numbers of the faults that break it, and its mutants: id and anchor."""

    raw: Raw
    anchor: str
    faults: tuple[int, ...]
    checks: tuple[tuple[str, str], ...]
    mutants: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Family:
    name: str
    anchor: str
    counts: tuple[tuple[str, int], ...]
    bar: Markup
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class ClauseRow:
    clause: Raw
    anchor: str
    verdict: str
    counts: tuple[tuple[str, int], ...]
    notable: tuple[Link, ...]
    passed: tuple[Link, ...]
    killed: int | None


def anchor(kind: str, name: str) -> str:
    """Make an id that is a valid fragment as it stands; different names never share one."""
    return f"{kind}-" + re.sub(r"[^A-Za-z0-9._/-]", lambda found: f"~{ord(found[0]):x}~", name)


def faults(summary: Raw) -> tuple[Fault, ...]:
    """Arrange the faults in the summary's order, each with its worst round and the clauses that it breaks."""
    index = {one["id"]: one for one in summary["requirements"]}
    return tuple(
        _fault(raw, number, index, summary["game"]) for number, raw in enumerate(summary["faults"], 1)
    )


def undecided(summary: Raw) -> tuple[Undecided, ...]:
    """Gather the blocked and inconclusive requirements by what kept them so, the commonest first."""
    gathered: dict[tuple[str, str], list[Link]] = {}
    for one in summary["requirements"]:
        if one["verdict"] in ("blocked", "inconclusive"):
            key = (one["verdict"], one.get("reason") or "")
            gathered.setdefault(key, []).append(link_to(one["id"], {one["id"]: one}, summary["game"]))
    groups = (Undecided(reason, verdict, tuple(links)) for (verdict, reason), links in gathered.items())
    return tuple(sorted(groups, key=lambda group: -group.size))


def families(summary: Raw) -> tuple[Family, ...]:
    """Gather the requirements by family, in the order in which the families first appear."""
    broken: dict[str, list[int]] = {}
    for number, fault in enumerate(summary["faults"], 1):
        for name in fault["requirements"]:
            broken.setdefault(name, []).append(number)
    gathered: dict[str, list[Raw]] = {}
    for one in summary["requirements"]:
        gathered.setdefault(one["family"], []).append(one)
    return tuple(_family(name, members, broken) for name, members in gathered.items())


def clauses(summary: Raw) -> tuple[ClauseRow, ...]:
    """Turn the matrix round: each clause that a requirement cites, with those requirements."""
    cited: dict[str, tuple[Raw, list[Raw]]] = {}
    for one in summary["requirements"]:
        for clause in one["clauses"]:
            citing = cited.setdefault(clause["id"], (clause, []))[1]
            if one not in citing[-1:]:
                citing.append(one)
    by_document = sorted(cited.values(), key=lambda held: held[0]["title"])
    return tuple(_clause_row(clause, citing, summary["game"]) for clause, citing in by_document)


def _fault(raw: Raw, number: int, index: Mapping[str, Raw], game: str) -> Fault:
    told = (raw["worst"], raw["first"], raw["last"])
    lead = next((one for one in told if one.get("shown")), raw["worst"])
    others: list[Raw] = []
    for one in told:
        if one != lead and one not in others:
            others.append(one)
    # The clause of the round that is drawn; where that requirement cites none, those of the whole fault.
    names = [lead["requirement"], *raw["requirements"]]
    demanded = next(
        (index[name]["clauses"] for name in names if name in index and index[name]["clauses"]), ()
    )
    return Fault(
        raw=raw,
        number=number,
        anchor=f"fault-{number}",
        requirements=tuple(link_to(name, index, game) for name in raw["requirements"]),
        lead=lead,
        round=read_round(lead["shown"]) if lead.get("shown") else None,
        clauses=tuple(demanded),
        others=tuple(others),
    )


def _family(name: str, members: Iterable[Raw], broken: Mapping[str, list[int]]) -> Family:
    held = tuple(members)
    rows = tuple(_row(one, broken) for one in held)
    counts = tally(held)
    return Family(name, anchor("family", name), counts, stacked_bar(counts), rows)


def _row(one: Raw, broken: Mapping[str, list[int]]) -> Row:
    return Row(
        raw=one,
        anchor=anchor("req", one["id"]),
        faults=tuple(broken.get(one["id"], ())),
        checks=tuple((short_check(name), anchor("check", name)) for name in one.get("checks", ())),
        mutants=tuple((name, anchor("mutant", name)) for name in one.get("mutants_killed", ())),
    )


def _clause_row(clause: Raw, citing: list[Raw], game: str) -> ClauseRow:
    links = [link_to(one["id"], {one["id"]: one}, game) for one in citing]
    return ClauseRow(
        clause=clause,
        anchor=anchor("clause", clause["id"]),
        verdict=worst(link.verdict for link in links),
        counts=tally(citing),
        notable=tuple(link for link in links if link.verdict != "pass"),
        passed=tuple(link for link in links if link.verdict == "pass"),
        killed=killed_by_any(citing),
    )


def link_to(name: str, index: Mapping[str, Raw], game: str) -> Link:
    """Speak of a requirement by its id within the game."""
    known, short = index.get(name), name.removeprefix(f"{game}.")
    if known is None:
        return Link(name, "", "", short)
    return Link(name, anchor("req", name), known["verdict"], short, len(known.get("mutants_killed", ())))


def short_check(name: str) -> str:
    """Write a function without the package that holds all of them."""
    return name.removeprefix(PACKAGE)


def killed_by_any(requirements: Iterable[Raw]) -> int | None:
    """Count the mutants that these requirements killed, each once; nothing where no proof is attached."""
    held = [one["mutants_killed"] for one in requirements if "mutants_killed" in one]
    return len({name for names in held for name in names}) if held else None
