"""The strength of the checks, arranged for reading: a proof by families of rules, and requirements by check."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fairfelt.reports.proof import STATUSES, in_words, verdict_line
from fairfelt.reports.view import Link, anchor, killed_by_any, link_to, short_check
from fairfelt.reports.words import tally

Raw = Mapping[str, Any]
TONES = {"proved": "pass", "in-part": "warning", "not-proved": "fail"}


@dataclass(frozen=True)
class MutantRow:
    """`killers` are the requirements that named it, `tried` those that passed it."""

    raw: Raw
    anchor: str
    killers: tuple[Link, ...]
    tried: tuple[Link, ...]


@dataclass(frozen=True)
class Rules:
    """Rules of one kind that were broken, by the first part of their ids."""

    name: str
    anchor: str
    rules: int
    counts: Mapping[str, int]
    mutants: tuple[MutantRow, ...]


@dataclass(frozen=True)
class Strength:
    raw: Raw
    words: str
    tone: str
    counts: str
    families: tuple[Rules, ...]
    survivors: tuple[MutantRow, ...]
    failing: tuple[Link, ...]


@dataclass(frozen=True)
class CheckRow:
    """A function that finds what breaks requirements, and those that it judges. Their rounds are added up."""

    name: str
    anchor: str
    counts: tuple[tuple[str, int], ...]
    links: tuple[Link, ...]
    rounds: int
    killed: int | None


def strength(summary: Raw) -> Strength | None:
    """Arrange the proof of a run; nothing where none is attached."""
    proof = summary.get("proof")
    if proof is None:
        return None
    index, game = {one["id"]: one for one in summary["requirements"]}, summary["game"]
    gathered: dict[str, list[MutantRow]] = {}
    for raw in proof["mutants"]:
        row = MutantRow(
            raw,
            anchor("mutant", raw["id"]),
            tuple(link_to(name, index, game) for name in raw["killed_by"]),
            tuple(link_to(name, index, game) for name in raw.get("tried", ())),
        )
        gathered.setdefault(raw["rule"].partition(".")[0], []).append(row)
    rows = [row for members in gathered.values() for row in members]
    return Strength(
        raw=proof,
        words=verdict_line(proof),
        tone=TONES[proof["verdict"]],
        counts=in_words(proof["counts"]),
        families=tuple(_rules(name, members) for name, members in gathered.items()),
        survivors=tuple(row for row in rows if row.raw["status"] == "survived"),
        failing=tuple(link_to(name, index, game) for name in proof["reference_fails"]),
    )


def checks(summary: Raw) -> tuple[CheckRow, ...]:
    """Turn the matrix to the checks: each with the requirements that it judges."""
    gathered: dict[str, list[Raw]] = {}
    for one in summary["requirements"]:
        for name in one.get("checks", ()):
            gathered.setdefault(name, []).append(one)
    return tuple(_check(name, judged, summary["game"]) for name, judged in sorted(gathered.items()))


def _rules(name: str, members: list[MutantRow]) -> Rules:
    statuses = [row.raw["status"] for row in members]
    counts = {status: statuses.count(status) for status in STATUSES}
    rules = {row.raw["rule"] for row in members}
    return Rules(name, anchor("mutants", name), len(rules), counts, tuple(members))


def _check(name: str, judged: list[Raw], game: str) -> CheckRow:
    links = tuple(link_to(one["id"], {one["id"]: one}, game) for one in judged)
    rounds = sum(one["rounds"] for one in judged)
    return CheckRow(short_check(name), anchor("check", name), tally(judged), links, rounds, killed_by_any(judged))
