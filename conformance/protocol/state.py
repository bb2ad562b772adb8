"""A round as the engine tells it: what was dealt, who is asked, and at the end what each wager came to."""

from typing import Annotated, Literal

from pydantic import Field

from fairfelt.conformance.protocol.fields import (
    Card,
    DealtPlace,
    HiddenCard,
    Holder,
    Maybe,
    Message,
    Money,
    Name,
    RoundId,
    Says,
    Seat,
    SeatPlace,
    StackHolder,
    Text,
    Whole,
)
from fairfelt.conformance.protocol.messages import WagerLimit

CardCounts = Annotated[
    int | dict[Name, Whole], Says("cards must be a number of cards, or such numbers by spot")
]


class Legal(Message):
    """Name an action that would be accepted, with the wagers and the number of cards it takes."""

    action: Name
    wagers: Maybe[dict[Name, WagerLimit]] = None
    cards: Maybe[CardCounts] = None


class Awaiting(Message):
    """Say who must decide, and what may be done."""

    seat: Seat
    bettor: Maybe[Name] = None
    decision: Name
    legal: Annotated[list[Legal], Field(min_length=1)]


class Dealt(Message):
    """Record one card as it was dealt, with its true face where the engine can tell it."""

    to: DealtPlace
    card: HiddenCard
    replaces: Maybe[Card] = None


class LedgerRow(Message):
    """Close one wager: `returned` is everything handed back, the stake included."""

    seat: Seat
    bettor: Maybe[Name] = None
    wager: Name
    staked: Money
    returned: Money
    covered: Maybe[Money] = None
    outcome: Text


class BankRow(Message):
    """Close the bank's side of the round."""

    seat: Seat
    staked: Money
    returned: Money


class Hand(Message):
    """Say which cards make a hand, and what it is."""

    cards: list[Card]
    category: Name
    qualifies: Maybe[bool] = None


class _AnyState(Message):
    round: RoundId
    dealt: list[Dealt]
    views: Maybe[dict[SeatPlace, dict[DealtPlace, list[HiddenCard]]]] = None
    bank: Maybe[BankRow] = None
    stacks: Maybe[dict[StackHolder, Money]] = None
    hands: Maybe[dict[Holder, dict[Name, Hand]]] = None


class OpenState(_AnyState):
    """Tell a round that waits for a decision."""

    phase: Literal["decision"]
    awaiting: Awaiting
    ledger: Maybe[list[LedgerRow]] = None


class ClosedState(_AnyState):
    """Tell a round that is over, with the whole ledger."""

    phase: Literal["settled", "void"]
    ledger: list[LedgerRow]


State = Annotated[OpenState | ClosedState, Field(discriminator="phase")]
