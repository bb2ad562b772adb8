"""What regulators demand of a game's mathematics and of its chance, as data."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from fairfelt.rulesets.document import Document, read_document
from fairfelt.rulesets.errors import RulesetError
from fairfelt.rulesets.loader import validated
from fairfelt.rulesets.model import Name, Part, Text

HOME = Path(__file__).parent / "jurisdictions"
Percent = Annotated[str, StringConstraints(pattern=r"^[0-9]+(\.[0-9]+)? %$")]


class LimitPart(Part):
    """One limit: on the `return` of a wager, on the `odds` against a line that pays, or on the `fall` of the return
    from the least wager to the most."""

    figure: Literal["return", "odds", "fall"]
    at_least: Percent | None = None
    at_most: Percent | Annotated[int, Field(ge=1)] | None = None
    below: Percent | None = None
    section: Text
    says: Text
    read: Literal["primary", "secondary"]
    """Whether the rule's own text was read, or what others say of it."""


class ChancePart(Part):
    """How sure tests of chance have to be, and whether `all` of them together or `each` alone."""

    level: Percent
    of: Literal["all", "each"]
    tests: Annotated[list[Name], Field(min_length=1)] | None = None
    """The tests of the suite that are asked, by the last part of their ids; without it all are."""
    section: Text
    says: Text
    read: Literal["primary", "secondary"]


class JurisdictionFile(Part):
    fairfelt: Literal[1]
    jurisdiction: Name
    title: Text
    limits: dict[Name, LimitPart] = Field(default_factory=dict)
    chance: ChancePart | None = None


@dataclass(frozen=True)
class Limit:
    """A limit; exactly one of the bounds is given. Returns and falls are shares of one."""

    id: str
    figure: Literal["return", "odds", "fall"]
    at_least: Fraction | None
    at_most: Fraction | None
    below: Fraction | None
    says: str
    source: str
    read: Literal["primary", "secondary"]


@dataclass(frozen=True)
class Chance:
    """The level of a battery: the share of fair sources that it may reject, all tests `together` or each alone."""

    alpha: Fraction
    together: bool
    tests: tuple[str, ...] | None
    says: str
    source: str
    read: Literal["primary", "secondary"]


def list_jurisdictions() -> tuple[str, ...]:
    """Name the jurisdictions that ship with the package."""
    return tuple(sorted(path.stem for path in HOME.glob("*.yaml")))


def load_jurisdiction(name: str) -> tuple[Limit, ...]:
    """Load the limits of a jurisdiction by name, or of a file of your own by its path (ending in .yaml).

    Raise RulesetError.
    """
    document, file = _file_of(name)
    return tuple(_limit(document.where(("limits", id_)), id_, part, file) for id_, part in file.limits.items())


def load_chance(name: str) -> Chance:
    """Load what a jurisdiction, named in the same way, demands of tests of chance; raise RulesetError."""
    document, file = _file_of(name)
    part = file.chance
    if part is None:
        known = ", ".join(one for one in list_jurisdictions() if _file_of(one)[1].chance)
        raise RulesetError(document.where(()), "says nothing of tests of chance", f"choose one of {known}")
    return Chance(
        alpha=1 - Fraction(part.level.removesuffix(" %")) / 100,
        together=part.of == "all",
        tests=None if part.tests is None else tuple(part.tests),
        says=part.says,
        source=f"{file.title}, {part.section}",
        read=part.read,
    )


def _file_of(name: str) -> tuple[Document, JurisdictionFile]:
    own = name.endswith((".yaml", ".yml"))
    if not own and name not in list_jurisdictions():
        known = ", ".join(list_jurisdictions())
        raise RulesetError(repr(name), "is no jurisdiction that ships with fairfelt", f"choose one of {known}")
    document = read_document(Path(name) if own else HOME / f"{name}.yaml")
    file = validated(document, JurisdictionFile)
    if not file.limits and file.chance is None:
        raise RulesetError(document.where(()), "demands nothing", "write limits, chance, or both")
    return document, file


def _limit(where: str, id_: str, part: LimitPart, file: JurisdictionFile) -> Limit:
    bounds: Mapping[str, str | int | None] = {
        "at-least": part.at_least,
        "at-most": part.at_most,
        "below": part.below,
    }
    given = {name: bound for name, bound in bounds.items() if bound is not None}
    if len(given) != 1:
        raise RulesetError(where, "a limit has one bound", "write one of at-least, at-most and below")
    if (part.figure == "odds") != isinstance(part.at_most, int):
        raise RulesetError(where, "odds are bounded by a number, returns by a percentage", "mend the bound")
    return Limit(
        id=f"{file.jurisdiction}.{id_}",
        figure=part.figure,
        at_least=_share(part.at_least),
        at_most=_share(part.at_most),
        below=_share(part.below),
        says=part.says,
        source=f"{file.title}, {part.section}",
        read=part.read,
    )


def _share(bound: str | int | None) -> Fraction | None:
    if bound is None or isinstance(bound, int):
        return None if bound is None else Fraction(bound)
    return Fraction(bound.removesuffix(" %")) / 100
