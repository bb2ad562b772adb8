"""The leaves of every message: money, cards, places and names.

Each leaf carries the sentence that a reader gets when it is wrong, so that an implementer is told what the
protocol wants and not how the validator works. The sentence lives in the validator's own core: no Python runs
for a value that is right.
"""

from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

T = TypeVar("T")


@dataclass(frozen=True)
class Says:
    """Replace the validator's words about a leaf by one sentence of ours."""

    sentence: str

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.custom_error_schema(
            handler(source), custom_error_type="said", custom_error_message=self.sentence
        )


@dataclass(frozen=True)
class NeverNull:
    """Let a field be absent, but not null: the protocol has one way to say nothing."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        schema: Any = handler(source)
        inner: CoreSchema = schema["schema"] if schema["type"] == "nullable" else schema
        return inner


Maybe = Annotated[T | None, NeverNull()]


class Message(BaseModel):
    """Hold what all messages share: exact types, no unknown field, no change after the check."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


NAME = "[a-z0-9]+(?:-[a-z0-9]+)*"
FACE = "[AKQJT98765432][shdc]|Xj"
SEAT = r"seat\.[1-9][0-9]*"

Money = Annotated[int, Says("money must be a whole number")]
Whole = Annotated[int, Says("must be a whole number")]
Count = Annotated[int, Field(ge=1), Says("must be a whole number of at least 1")]
Seat = Annotated[int, Field(ge=1), Says("a seat must be a whole number of at least 1")]
Text = Annotated[str, Field(min_length=1), Says("must be a text that is not empty")]
RoundId = Annotated[int | str, Says("a round must be named by a whole number or a text")]
Seed = Annotated[int | str, Says("a seed must be a whole number or a text")]

Name = Annotated[
    str,
    Field(pattern=f"^{NAME}$"),
    Says("a name must be lower-case letters and digits joined by hyphens, such as `pair-plus`"),
]
DottedName = Annotated[
    str,
    Field(pattern=rf"^{NAME}(?:\.{NAME})*$"),
    Says("a name must be lower-case words joined by hyphens and dots, such as `settlement.order`"),
]
Odds = Annotated[
    str, Field(pattern="^[0-9]+:[1-9][0-9]*$"), Says("odds must be two whole numbers as text, such as `3:2`")
]
Unit = Annotated[
    str,
    Field(pattern=r"^[0-9]+(?:\.[0-9]+)?$"),
    Says("a unit must be a decimal number in a text, such as `0.01`"),
]
Hex = Annotated[
    str, Field(pattern="^(?:[0-9a-fA-F]{2})*$"), Says("must be hexadecimal text, two digits for each byte")
]

Card = Annotated[
    str,
    Field(pattern=f"^(?:{FACE})$"),
    Says("a card must be a rank (AKQJT98765432) and a suit (shdc), such as `Ts`, or `Xj`"),
]
HiddenCard = Annotated[
    str,
    Field(pattern=rf"^(?:{FACE}|\?\?)$"),
    Says("a card must be a rank (AKQJT98765432) and a suit (shdc), such as `Ts`, or `Xj`, or `??`"),
]
Deck = Annotated[
    str,
    Field(pattern=f"^(?:{FACE})*$"),
    Says("a deck must be cards written one after the other, such as `AsKdTh`"),
]
SeatPlace = Annotated[str, Field(pattern=f"^{SEAT}$"), Says("a place must be a seat, such as `seat.1`")]
Holder = Annotated[str, Field(pattern=f"^(?:{SEAT}|dealer)$"), Says("a place must be `seat.N` or `dealer`")]
DealtPlace = Annotated[
    str,
    Field(pattern=f"^(?:{SEAT}|dealer|board|burn|discard)$"),
    Says("a place must be `seat.N`, `dealer`, `board`, `burn` or `discard`"),
]
ForcedPlace = Annotated[
    str,
    Field(pattern=f"^(?:{SEAT}|dealer|board|burn|stub)$"),
    Says("a place must be `seat.N`, `dealer`, `board`, `burn` or `stub`"),
]
StackHolder = Annotated[
    str,
    Field(pattern=rf"^(?:{SEAT}(?:\.{NAME})?|bank)$"),
    Says("a stack must belong to `seat.N`, `seat.N.BETTOR` or `bank`"),
]
