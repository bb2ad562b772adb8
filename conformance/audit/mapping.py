"""A mapping file: which columns of a foreign log are what, and how it writes cards and money."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from fairfelt.conformance.audit.errors import Unreadable
from fairfelt.rulesets.document import read_document
from fairfelt.rulesets.errors import Flaw
from fairfelt.rulesets.loader import validated
from fairfelt.rulesets.model import Name, Part, Text

MONEY = ("stakes.", "returned.", "bank")
OURS = re.compile(r"round|seat|bettor|dark|bank|(cards|choices|stakes|returned)\.[^.]+")
NOWHERE = "write one of `from`, `value` and `sum`"


class Source(Part):
    """Where a value comes from: a column, a constant, or a sum of columns less others; `values` translates what stands
    there, and `when` says in which rows there is a value at all."""

    from_: Text | None = None
    value: str | int | bool | None = None
    sum_: Annotated[list[Text], Field(min_length=1)] | None = None
    minus: list[Text] = Field(default_factory=list)
    values: dict[str, str | int | bool] = Field(default_factory=dict)
    when: dict[str, Any] = Field(default_factory=dict)


class CardNotation(Part):
    """How cards are written: parts of a text, or keys of an object; ranks and suits in other words than ours, or whole
    cards, as numbers."""

    whole: dict[str, str] = Field(default_factory=dict)
    ranks: dict[str, str] = Field(default_factory=dict)
    suits: dict[str, str] = Field(default_factory=dict)
    rank: Text = "rank"
    suit: Text = "suit"
    separator: str = " "


def _as_source(value: Any) -> Any:
    return {"from": value} if isinstance(value, str) else value


class MappingFile(Part):
    """A mapping file."""

    mapping: Name
    format_: Literal["jsonl", "csv"] = "jsonl"
    delimiter: Annotated[str, Field(min_length=1, max_length=1)] = ","
    decimal: Literal[".", ","] = "."
    unit: Annotated[int, Field(ge=1)] = 1
    """Units of money in one of the log's: 100 for a log in euros and a table that counts in cents."""
    cards: CardNotation = CardNotation()
    columns: Annotated[dict[str, Annotated[Source, BeforeValidator(_as_source)]], Field(min_length=1)]
    set_aside: list[Text] = Field(default_factory=list)


@dataclass(frozen=True)
class Mapped:
    """A mapping, ready to turn foreign rows into ours."""

    file: MappingFile
    used: frozenset[str]

    @property
    def table(self) -> bool:
        return self.file.format_ == "csv"

    @property
    def delimiter(self) -> str:
        return self.file.delimiter

    def row(self, theirs: Mapping[str, Any]) -> dict[str, Any]:
        """Write a foreign row as ours; raise Unreadable for a column that is neither mapped nor set aside."""
        unknown = next(_unknown(self.used, theirs, ""), None)
        if unknown is not None:
            mend = "map it under `columns`, or name it under `set-aside`"
            raise Unreadable(f"unknown column {unknown!r}", mend)
        ours: dict[str, Any] = {"cards": {}, "choices": {}, "stakes": {}, "returned": {}}
        for target, source in self.file.columns.items():
            value = _value(self.file, target, source, theirs)
            if value is not None:
                part, _, name = target.partition(".")
                if name:
                    ours[part][name] = value
                else:
                    ours[part] = value
        return ours


def load_mapping(path: Path) -> Mapped:
    """Load a mapping file; raise RulesetError with the place of whatever is wrong."""
    document = read_document(path)
    file = validated(document, MappingFile)
    for target, source in file.columns.items():
        at = ("columns", target)
        if not OURS.fullmatch(target):
            mend = "write round, seat, bettor, dark, bank, or cards, choices, stakes or returned, a point and a name"
            raise document.locate(Flaw(at, f"{target!r} is no part of a round", mend))
        if (source.from_ is None) + (source.sum_ is None) + (source.value is None) != 2:
            raise document.locate(Flaw(at, f"{target!r} comes from nowhere, or from two", NOWHERE))
        if source.minus and source.sum_ is None:
            raise document.locate(Flaw(at, "`minus` takes something off a `sum`, and there is none", "write a `sum`"))
    named = [one for source in file.columns.values() for one in _columns(source)]
    return Mapped(file, frozenset((*named, *file.set_aside)))


def _unknown(used: frozenset[str], theirs: Mapping[str, Any], above: str) -> Iterator[str]:
    """Name the columns of which nobody said what they are, those inside objects too."""
    for name, value in theirs.items():
        path = f"{above}{name}"
        if path not in used:
            if isinstance(value, Mapping) and any(one.startswith(f"{path}.") for one in used):
                yield from _unknown(used, value, f"{path}.")
            else:
                yield path


def _columns(source: Source) -> list[str]:
    return [*([source.from_] if source.from_ else []), *(source.sum_ or []), *source.minus, *source.when]


def _value(file: MappingFile, target: str, source: Source, theirs: Mapping[str, Any]) -> Any:
    if any(_text(_at(theirs, column)) != _text(wanted) for column, wanted in source.when.items()):
        return None
    if source.sum_ is not None:
        less = sum(_units(file, column, _at(theirs, column)) for column in source.minus)
        return sum(_units(file, column, _at(theirs, column)) for column in source.sum_) - less
    if source.from_ is None:
        return source.value
    found = _at(theirs, source.from_)
    if source.values:
        if _text(found) not in source.values:
            mend = f"give it a meaning under `values` of {target}"
            raise Unreadable(f"{source.from_} is {found!r}", mend)
        return source.values[_text(found)]
    if target.startswith("cards."):
        return _cards(file.cards, source.from_, found)
    if target.startswith(MONEY):
        return _units(file, source.from_, found)
    return int(found) if target == "seat" and str(found).isdecimal() else found


def _at(theirs: Any, column: str) -> Any:
    """Follow a path such as `player.hand`; raise Unreadable where it ends too early."""
    found = theirs
    for part in column.split("."):
        if not isinstance(found, Mapping) or part not in found:
            raise Unreadable(f"lacks {column!r}", "mend the mapping, or the log")
        found = found[part]
    return found


def _text(value: Any) -> str:
    """Write a value as JSON would, and a text as it stands."""
    return value if isinstance(value, str) else json.dumps(value, default=str)


def _units(file: MappingFile, column: str, value: Any) -> int:
    """Read an amount as whole units; nothing is rounded."""
    if type(value) is int:
        return value * file.unit
    text = "0" if value in (None, "") else str(value).strip()
    if not re.fullmatch(rf"-?[0-9]+(\{file.decimal}[0-9]+)?", text):
        mend = "say `decimal` for another decimal sign; signs of thousands and currencies can't be read"
        raise Unreadable(f"{column}: {value!r} is no amount", mend)
    units = Fraction(text.replace(",", ".")) * file.unit
    if units.denominator != 1:
        raise Unreadable(f"{column}: {value!r} is no whole number of units", "say `unit`, as 100 for cents")
    return int(units)


def _cards(notation: CardNotation, column: str, value: Any) -> str:
    if isinstance(value, str) and value.startswith("["):
        value = _parsed(column, value)  # a database keeps lists as text
    if value is None:
        return ""
    if isinstance(value, str):
        parts = value.split(notation.separator) if notation.separator else re.findall("..", value)
        value = [part.strip() for part in parts if part.strip()]
    if not isinstance(value, list):
        raise Unreadable(f"{column}: {value!r} are no cards", "a text, a list of texts or a list of objects is read")
    return "".join(_card(notation, column, card) for card in value)


def _card(notation: CardNotation, column: str, card: Any) -> str:
    if notation.whole:
        if _text(card) not in notation.whole:
            raise Unreadable(f"{column}: {card!r} is no card", "name it under `whole`")
        return notation.whole[_text(card)]
    if isinstance(card, Mapping):
        rank, suit = _text(card.get(notation.rank)), _text(card.get(notation.suit))
    elif isinstance(card, str):
        rank, suit = card[:-1], card[-1:]
    else:
        raise Unreadable(f"{column}: {card!r} is no card", "say under `cards` how cards are written")
    return notation.ranks.get(rank, rank) + notation.suits.get(suit, suit)


def _parsed(column: str, text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise Unreadable(f"{column}: {text!r} is no list", "mend the log") from None
