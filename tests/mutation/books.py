"""The books of a mutation run: what survived, what is argued, and which arguments no longer hold."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

KILLED = ("killed", "caught by type check")
TIMED_OUT = "timeout"
HERE = Path(__file__).parent
ARGUED, MODULES = HERE / "argued.yaml", HERE / "modules.yaml"


@dataclass(frozen=True)
class Group:
    """Modules that are mutated together, and the tests that shall notice.

    `warm` where no module takes part in compiling a game, so that games may be compiled before anything is mutated.
    """

    modules: tuple[str, ...]
    tests: tuple[str, ...]
    warm: bool = False


Groups = Mapping[str, Group]


class BooksError(Exception):
    """A file of the books can't be read; the message says where and how to mend it."""


@dataclass(frozen=True)
class Change:
    """One mutant, named by what it does to which lines of which function, and not by a number that moves."""

    module: str
    function: str
    was: str
    becomes: str

    def __str__(self) -> str:
        return f"{self.module}::{self.function}\n    was:     {self.was}\n    becomes: {self.becomes}"


@dataclass(frozen=True)
class Mutant:
    """What became of a change: `fate` is the tool's word for it."""

    change: Change
    fate: str

    @property
    def killed(self) -> bool:
        """Say whether a test failed for it. One that ran out of time, or that no test reaches, has survived."""
        return self.fate in KILLED


@dataclass(frozen=True)
class Tally:
    """Of one module: all mutants, and those killed, survived, timed out and argued.

    Those that timed out are among those that survived.
    """

    mutants: int
    killed: int
    survived: int
    timed_out: int
    argued: int


@dataclass(frozen=True)
class Weighed:
    """What a run comes to. It is clean where nothing is unargued and no argument has gone stale."""

    tallies: Mapping[str, Tally]
    unargued: tuple[Mutant, ...]
    stale: tuple[str, ...]

    @property
    def clean(self) -> bool:
        return not self.unargued and not self.stale


def weigh(modules: Sequence[str], mutants: Sequence[Mutant], arguments: Mapping[Change, str]) -> Weighed:
    """Hold what was found in these modules against the arguments for them."""
    alive = [mutant for mutant in mutants if not mutant.killed]
    living = {mutant.change for mutant in alive}
    existing = {mutant.change for mutant in mutants}
    tallies = {}
    for module in modules:
        all_here = [mutant for mutant in mutants if mutant.change.module == module]
        here = [mutant for mutant in alive if mutant.change.module == module]
        tallies[module] = Tally(
            mutants=len(all_here),
            killed=len(all_here) - len(here),
            survived=len(here),
            timed_out=sum(mutant.fate == TIMED_OUT for mutant in here),
            argued=sum(mutant.change in arguments for mutant in here),
        )
    stale = [
        f"{change}\n    is argued, and " + ("is killed now" if change in existing else "no longer exists")
        for change in arguments
        if change.module in modules and change not in living
    ]
    return Weighed(tallies, tuple(mutant for mutant in alive if mutant.change not in arguments), tuple(stale))


def read_arguments(file: Path = ARGUED) -> dict[Change, str]:
    """Read the reason for each argued mutant; raise BooksError for an entry of another shape, or argued twice."""
    arguments: dict[Change, str] = {}
    for at, entry in enumerate(_read(file) or (), start=1):
        where = f"{file.name}, reason {at}"
        if not isinstance(entry, dict) or entry.keys() != {"why", "mutants"} or not isinstance(entry["why"], str):
            raise BooksError(f"{where}: is no reason with its mutants; write `why` and `mutants`")
        for place, changes in entry["mutants"].items():
            module, mark, function = place.partition("::")
            if not mark or not isinstance(changes, list):
                raise BooksError(f"{where}: {place!r} has no list of changes; write `module.py::function:` and a list")
            for change in changes:
                if not isinstance(change, dict) or change.keys() != {"was", "becomes"}:
                    raise BooksError(f"{where}, {place}: {change!r} is no change; write `was` and `becomes`")
                named = Change(module, function, str(change["was"]), str(change["becomes"]))
                if named in arguments:
                    raise BooksError(f"{where}: argued a second time, take one out:\n{named}")
                arguments[named] = entry["why"].strip()
    return arguments


def read_groups(file: Path = MODULES) -> Groups:
    """Read what is mutated, and by which tests it is held."""
    return {
        name: Group(tuple(entry["modules"]), tuple(entry["tests"]), entry.get("warm", False))
        for name, entry in _read(file).items()
    }


def _read(file: Path) -> Any:
    try:
        return YAML(typ="safe").load(file.read_text("utf-8"))
    except YAMLError as error:
        raise BooksError(f"{file.name}: is no YAML; mend this: {error}") from error
