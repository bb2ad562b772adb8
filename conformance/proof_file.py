"""A proof that `fairfelt prove` wrote, read again: whole, of the same rules and choices, and of this version.

A proof of other rules says nothing about the checks of a run, however green. So nothing is attached by its name alone.
"""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError
from pydantic_core import from_json

from fairfelt import __version__
from fairfelt.conformance.protocol.methods import printable
from fairfelt.conformance.summary import choice_arguments
from fairfelt.rulesets.choose import Rules

NAME = "proof.json"
MOST_SAID = 300
"""Letters of a sentence that repeats what a file says."""
STATUSES = ("killed", "equivalent", "survived")
Run = dict[str, Any]


class ProofError(Exception):
    """A file that can't be attached: where, what is wrong, and the command that makes the right one."""


@dataclass(frozen=True)
class _Counts:
    killed: int
    equivalent: int
    survived: int


@dataclass(frozen=True)
class _Mutant:
    id: str
    edit: str
    rule: str
    words: str
    status: Literal["killed", "equivalent", "survived"]
    killed_by: list[str]
    reason: str = ""
    tried: tuple[str, ...] = ()
    noticed_by: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Run:
    format: Literal[1]
    fairfelt_version: str
    game: str
    digest: str
    variant: str | None
    options: dict[str, str]
    pay_tables: dict[str, str]
    quick: bool
    seed: int
    counts: _Counts
    reference_fails: list[str]
    mutants: list[_Mutant]
    seconds: float


@dataclass(frozen=True)
class _Several:
    runs: Annotated[list[_Run], Field(min_length=1)]


def read_proof(file: Path, rules: Rules) -> Run:
    """Read the proof of these rules from a file, one of several choices too; raise ProofError if it holds none."""
    try:
        text = file.read_bytes()
        data = from_json(text, allow_inf_nan=False)
    except OSError as error:
        why = f"can't be read ({error.strerror or error})"
        raise ProofError(flawed(file, why, "name what `fairfelt prove --out` wrote, or make it", rules)) from None
    except ValueError as error:
        raise ProofError(flawed(file, f"is no whole JSON ({error})", "make it again", rules)) from None
    runs = _runs(data, text, file, rules)
    found = min(runs, key=lambda run: len(list(differences(run, rules))))
    differs = list(differences(found, rules))
    if differs:
        among = f", nor is any other of its {len(runs)} runs of these choices" if len(runs) > 1 else ""
        what = f"has {'; '.join(differs)}{among}"
        raise ProofError(flawed(file, what, "make the one of this run", rules, bool(found["quick"])))
    return found


def differences(run: Mapping[str, Any], rules: Rules) -> Iterator[str]:
    """Say in which points a proof is of something else than these rules; nothing where it is of them.

    Variants are names for readings, so that two of one reading are the same.
    """
    if run["game"] != rules.ruleset.game:
        yield f"game {run['game']}, not {rules.ruleset.game}"
        return
    tables = {wager: table.id for wager, table in rules.pay_tables.items()}
    chosen = [*_other(run["options"], rules.readings, "reading"), *_other(run["pay_tables"], tables, "pay table")]
    yield from chosen
    if not chosen and run["digest"] != rules.digest:
        told = f"{run['digest'][:12]}, not {rules.digest[:12]}"
        yield f"another digest of the rules, {told}: a file of the game was changed in between"
    if run["fairfelt_version"] != __version__:
        yield f"fairfelt {run['fairfelt_version']}, not {__version__}"


def proving_command(rules: Rules, quick: bool, out: str) -> str:
    """Write the command that makes a proof of these rules."""
    arguments = choice_arguments(rules).removeprefix("--game ")
    return f"fairfelt prove {arguments}{' --quick' if quick else ''} --out {shlex.quote(out)}"


def _other(has: Mapping[str, str], wanted: Mapping[str, str], what: str) -> Iterator[str]:
    for name in sorted({*has, *wanted}):
        if has.get(name) != wanted.get(name):
            yield f"{what} {name}={has.get(name, 'none')}, not {wanted.get(name, 'none')}"


def _runs(data: object, text: bytes, file: Path, rules: Rules) -> Sequence[Run]:
    """List the proofs of a file; one that breaks off or contradicts itself is none."""
    several = isinstance(data, dict) and "runs" in data
    shape: TypeAdapter[Any] = TypeAdapter(_Several if several else _Run)
    try:
        shape.validate_json(text, strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "the whole"
        what = f"is no proof of this edition: {where}: {first['msg'][:1].lower()}{first['msg'][1:]}"
        raise ProofError(flawed(file, what, "make it again", rules)) from None
    assert isinstance(data, dict)
    runs: list[Run] = data["runs"] if several else [data]
    for run in runs:
        wrong = _contradiction(run)
        if wrong:
            raise ProofError(flawed(file, wrong, "make it again", rules))
    return runs


def _contradiction(run: Run) -> str:
    mutants = run["mutants"]
    statuses = [mutant["status"] for mutant in mutants]
    if any(statuses.count(status) != run["counts"][status] for status in STATUSES):
        return f"counts {run['counts']} and lists {len(mutants)} mutants that count up to something else"
    if len({mutant["id"] for mutant in mutants}) < len(mutants):
        return "lists a mutant twice"
    for mutant in mutants:
        if (mutant["status"] == "killed") != bool(mutant["killed_by"]):
            return f"has {mutant['id']!r} {mutant['status']} by {', '.join(mutant['killed_by']) or 'nobody'}"
    return ""


def flawed(file: Path, what: str, mend: str, rules: Rules, quick: bool = True) -> str:
    """Say what is wrong with a file, and the command that mends it."""
    folder = str(file.parent if file.name == NAME else "proof")
    told = printable(what, MOST_SAID)
    return f"--proof {file} {told}; {mend}:\n  {proving_command(rules, quick, folder)}"
