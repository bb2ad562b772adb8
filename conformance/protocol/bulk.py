"""The messages that carry much at a time: many rounds, many hands, shuffled decks, random numbers."""

from typing import Annotated, Any

from pydantic import Discriminator, Tag

from fairfelt.conformance.protocol.fields import (
    Card,
    Count,
    Deck,
    DottedName,
    Hex,
    Maybe,
    Message,
    Name,
    Says,
    Seed,
    Text,
    Whole,
)
from fairfelt.conformance.protocol.messages import SeatParams


class RoundsPlayParams(Message):
    """Play many rounds by a fixed policy."""

    count: Count
    seats: list[SeatParams]
    policy: dict[Name, Name]
    seed: Maybe[Seed] = None


Cell = Annotated[int | str | None, Says("a cell must be a whole number, a text or null")]


class RoundsPlayResult(Message):
    """Give many rounds as one table, a row for each."""

    columns: list[DottedName]
    rows: list[list[Cell]]


class HandsRankParams(Message):
    """Put hands in order by a named ranking."""

    ranking: DottedName
    hands: list[list[Card]]


class HandsRankResult(Message):
    """Give the classes of equal hands, the best first."""

    categories: list[Name]
    classes: list[list[Whole]]


class ShuffleParams(Message):
    """Ask for shuffled decks."""

    count: Count
    packs: Maybe[Count] = None


class ShuffleResult(Message):
    """Give shuffled decks, the first card of each first."""

    decks: list[Deck]
    source: Maybe[Text] = None


class RngBytesParams(Message):
    """Ask for raw random bytes."""

    bytes: Count


class RngBelowParams(Message):
    """Ask for random whole numbers from 0 up to, and without, a bound."""

    count: Count
    below: Count


class RngBytesResult(Message):
    """Give random bytes."""

    hex: Hex
    source: Maybe[Text] = None


class RngBelowResult(Message):
    """Give random numbers."""

    values: list[Whole]
    source: Maybe[Text] = None


def _which(field: str) -> Any:
    def tag(value: Any) -> str:
        return "Bytes" if isinstance(value, dict) and field in value else "Below"

    return Discriminator(tag)


RngParams = Annotated[
    Annotated[RngBytesParams, Tag("Bytes")] | Annotated[RngBelowParams, Tag("Below")], _which("bytes")
]
RngResult = Annotated[
    Annotated[RngBytesResult, Tag("Bytes")] | Annotated[RngBelowResult, Tag("Below")], _which("hex")
]
