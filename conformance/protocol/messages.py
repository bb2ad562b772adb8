"""The messages of the protocol, one type for the parameters and one for the result of each method.

These types *are* the protocol: the published JSON Schema is made from them, and each message is held against
them once in each direction. What a round looks like stands in `state`.
"""

from typing import Annotated, Literal

from pydantic import Field

from fairfelt.conformance.protocol.fields import (
    Card,
    Count,
    DottedName,
    ForcedPlace,
    Maybe,
    Message,
    Money,
    Name,
    Odds,
    RoundId,
    Says,
    Seat,
    Seed,
    Text,
    Unit,
)

PROTOCOL_VERSION = 1

# Bounds and not a literal: `true` equals 1 in Python, and a literal would let it pass.
Version = Annotated[
    int,
    Field(ge=PROTOCOL_VERSION, le=PROTOCOL_VERSION),
    Says("the protocol must be 1, the only version that this suite speaks"),
]


class Suite(Message):
    """Name the suite that asks."""

    name: Text
    version: Text


class HelloParams(Message):
    """Open the conversation."""

    protocol: Version
    suite: Suite


class Engine(Message):
    """Name the engine under test."""

    name: Text
    version: Text
    vendor: Maybe[Text] = None
    language: Maybe[Text] = None
    build_digest: Maybe[Text] = None
    issues: Maybe[Text] = None


class Game(Message):
    """Name a game that the engine plays, and its variants."""

    game: Name
    variants: Maybe[list[Name]] = None


class Capabilities(Message):
    """Say what the engine can do; what is absent it can't."""

    forced_deck: Maybe[bool] = None
    stepwise: Maybe[bool] = None
    rounds_play: Maybe[bool] = None
    hands_rank: Maybe[bool] = None
    shuffle: Maybe[bool] = None
    rng: Maybe[Literal["bytes", "below"]] = None
    seed: Maybe[bool] = None
    views: Maybe[bool] = None
    hands: Maybe[bool] = None
    stacks: Maybe[bool] = None
    multi_seat: Maybe[Count] = None
    bank: Maybe[bool] = None
    rotation: Maybe[bool] = None
    backline: Maybe[bool] = None
    recall: Maybe[bool] = None


class HelloResult(Message):
    """Answer with the engine's name, its games and what it can do."""

    protocol: Version
    engine: Engine
    games: list[Game]
    capabilities: Capabilities


class PayTable(Message):
    """Give the net odds of each category that is paid; a category that is not named loses."""

    table: Text
    rows: dict[Name, Odds]


class WagerLimit(Message):
    """Bound a wager in smallest units; absent, the least is 1, the step 1, and there is no most."""

    min: Maybe[Money] = None
    max: Maybe[Money] = None
    step: Maybe[Money] = None


class PositionLimit(Message):
    """Bound what may stand on one position, seat and backline together."""

    max: Money


class RoundLimit(Message):
    """Bound what one round may hand back in all."""

    max_returned: Money


class Limits(Message, extra="allow"):
    """Bound the wagers by name, the position and the round."""

    __pydantic_extra__: dict[str, WagerLimit]
    position: Maybe[PositionLimit] = None
    round: Maybe[RoundLimit] = None


class ConfigureParams(Message):
    """Open a table session of one game under named rules."""

    game: Name
    variant: Maybe[Name] = None
    options: Maybe[dict[DottedName, DottedName]] = None
    pay_tables: Maybe[dict[Name, PayTable]] = None
    limits: Maybe[Limits] = None
    unit: Unit
    ruleset_digest: Maybe[Text] = None


class Effective(Message):
    """Say which rules the engine really uses."""

    options: Maybe[dict[DottedName, DottedName]] = None
    pay_tables: Maybe[dict[Name, PayTable]] = None
    limits: Maybe[Limits] = None


class ConfigureResult(Message):
    """Accept a configuration."""

    effective: Maybe[Effective] = None


class BacklineBettor(Message):
    """Let someone who stands behind a seat wager on its hand."""

    bettor: Name
    stack: Maybe[Money] = None
    wagers: dict[Name, Money]


class SeatParams(Message):
    """Occupy a seat and stake its wagers."""

    seat: Seat
    guest: Maybe[Text] = None
    dark: Maybe[bool] = None
    stack: Maybe[Money] = None
    wagers: dict[Name, Money]
    backline: Maybe[list[BacklineBettor]] = None


class BankParams(Message):
    """Name the player who banks the round, and those who passed."""

    seat: Seat
    amount: Money
    stack: Maybe[Money] = None
    declined: Maybe[list[Seat]] = None


class RoundStartParams(Message):
    """Start a round, with a forced deck where one is sent."""

    round: RoundId
    seats: list[SeatParams]
    bank: Maybe[BankParams] = None
    deck: Maybe[list[Card]] = None
    places: Maybe[dict[ForcedPlace, list[Card]]] = None
    seed: Maybe[Seed] = None


ActionCards = Annotated[
    list[Card] | dict[Name, list[Card]], Says("cards must be a list of cards, or such lists by spot")
]


class RoundActParams(Message):
    """Take one of the legal actions."""

    round: RoundId
    seat: Seat
    bettor: Maybe[Name] = None
    action: Name
    wagers: Maybe[dict[Name, Money]] = None
    cards: Maybe[ActionCards] = None


class RoundParams(Message):
    """Name the round to abandon or to replay."""

    round: RoundId


class Nothing(Message):
    """Say nothing more: `{}`."""
