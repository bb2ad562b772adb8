"""The shape of a ruleset file. The published JSON Schema is made from these models.

Shape only: what names refer to, and whether the tables are complete, is the compiler's business.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, StringConstraints, Tag

NAME, RANK, ODDS = r"^[a-z0-9][a-z0-9-]*$", r"^[2-9TJQKA]$", r"^[0-9]+ to [1-9][0-9]*$"
POLICY = r"^(option\.)?[a-z0-9][a-z0-9-]*$"

Name = Annotated[str, StringConstraints(pattern=NAME, max_length=60)]
Text = Annotated[str, StringConstraints(min_length=1)]
Rank = Annotated[str, StringConstraints(pattern=RANK)]
Odds = Annotated[str, StringConstraints(pattern=ODDS)]
Policy = Annotated[str, StringConstraints(pattern=POLICY)]


def _as_list(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


Cites = Annotated[list[Text], BeforeValidator(_as_list, json_schema_input_type=Text | list[Text])]
Values = Annotated[
    list[Name],
    Field(min_length=1),
    BeforeValidator(_as_list, json_schema_input_type=Name | Annotated[list[Name], Field(min_length=1)]),
]
Condition = dict[str, Values]
"""Every fact named has one of the values given. Options are written `option.NAME`."""
Guard = Annotated[
    list[Condition], BeforeValidator(_as_list, json_schema_input_type=Condition | list[Condition])
]
"""At least one of the conditions holds."""


class Part(BaseModel):
    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        frozen=True,
        alias_generator=lambda name: name.rstrip("_").replace("_", "-"),
    )


class Clause(Part):
    section: Text
    says: Text


class SourceFile(Part):
    """A document, clause by clause, in our own words."""

    source: Name
    title: Text
    kind: Text
    clauses: dict[Name, Clause]


class CategoryPart(Part):
    groups: list[int] = []
    run: bool = False
    suited: bool = False


class RankingFile(Part):
    """A hand ranking: categories from the top."""

    ranking: Name
    cards: Annotated[int, Field(ge=1, le=7)]
    wheel: Literal["lowest", "second", "none"]
    categories: Annotated[dict[Name, CategoryPart], Field(min_length=1)]
    named: dict[Name, dict[Name, list[Rank]]] = {}


class Deck(Part):
    packs: Annotated[int, Field(ge=1, le=8)]
    cite: Cites = []


class Seats(Part):
    most: Annotated[int, Field(ge=1, le=20)]
    cite: Cites = []


class Option(Part):
    """A point that the source leaves open. The first reading is the recommended one and the default.

    `unconfirmed` where it matters that no regulator has confirmed a reading yet.
    """

    asks: Text
    readings: Annotated[dict[Name, Text], Field(min_length=2)]
    unconfirmed: bool = False
    cite: Cites


class Variant(Part):
    says: Text
    options: dict[Name, Name]


class Wager(Part):
    """A betting spot of a seat. Exactly those without `by-action` are placed before the deal.

    A `fee` is placed by an action, gone whatever follows, and settled by no row. `set-amount` says when the house
    takes one amount only.
    """

    needed: bool = False
    by_action: bool = False
    fee: bool = False
    set_amount: Guard | None = None
    needs: Name | None = None
    equals: Name | None = None
    at_most: Name | None = None
    multiple_of: Name | None = None
    cite: Cites


class Group(Part):
    """Wagers that go together: of one amount, and, where `whole` holds, all of them or none."""

    wagers: Annotated[list[Name], Field(min_length=2)]
    equal: bool = False
    whole: bool | Guard = False
    cite: Cites


class Boxes(Part):
    """What binds the boxes of one guest: wagers of one amount on each, and how many he may look at."""

    equal: list[Name] = []
    light: Annotated[int, Field(ge=1)] | None = None
    cite: Cites


class Deal(Part):
    """Deal cards to places, in table order. `up`: all of them, or by place which of its cards, counted from 1.

    `every-position` deals to empty seats too, whose cards are discarded. A card dealt `instead-of` a hand of one card
    takes that card's place, and the place so changed is known `as` a name of its own.
    """

    id: Name
    deal: Annotated[int, Field(ge=1, le=52)]
    to: Annotated[list[Literal["seats", "every-position", "dealer", "board", "burn"]], Field(min_length=1)]
    each: Literal["one-by-one", "packet"] = "packet"
    instead_of: Name | None = None
    as_: Name | None = None
    up: bool | dict[Literal["seats", "dealer", "board", "burn"], list[int]] = False
    if_: Guard | None = None
    cite: Cites


class Show(Part):
    """Turn up what lies face down at these places."""

    id: Name
    show: Annotated[list[Literal["seats", "dealer", "board", "burn"]], Field(min_length=1)]
    if_: Guard | None = None
    cite: Cites


class Multiple(Part):
    of: Name
    times: Annotated[list[Annotated[int, Field(ge=1)]], Field(min_length=1)]


class Action(Part):
    """What a seat may do: place wagers and pay fees, give cards up, draw others, arrange its cards by spot."""

    places: dict[Name, Multiple] = {}
    gives_up: Annotated[int, Field(ge=1)] | None = None
    draws: Annotated[int, Field(ge=1)] | None = None
    arranges: dict[Name, Annotated[int, Field(ge=1)]] = {}
    if_: Guard | None = None
    cite: Cites


class Ask(Part):
    id: Name
    ask: Annotated[dict[Name, Action], Field(min_length=1)]
    if_: Guard | None = None
    cite: Cites = []


class EachSeat(Part):
    """Questions that are all put to one seat before the next seat is asked."""

    each_seat: Annotated[list[Ask], Field(min_length=1)]


def _step_kind(step: Any) -> str | None:
    return next(
        (key for key in ("deal", "show", "ask", "each-seat") if isinstance(step, dict) and key in step), None
    )


Step = Annotated[
    Annotated[Deal, Tag("deal")]
    | Annotated[Show, Tag("show")]
    | Annotated[Ask, Tag("ask")]
    | Annotated[EachSeat, Tag("each-seat")],
    Discriminator(
        _step_kind,
        custom_error_type="step",
        custom_error_message="a step has one of the keys deal, show, ask or each-seat",
    ),
]


class Hand(Part):
    """The best or the worst by a ranking of the cards at some places, or of other hands and places together.

    `suits`, highest first, chooses between cards that the ranking holds for equal: a house way.
    """

    of: Annotated[list[Name], Field(min_length=1)]
    best: Name | None = None
    worst: Name | None = None
    suits: list[Literal["s", "h", "d", "c"]] = []
    cite: Cites = []


class Fact(Part):
    """One question with a finite set of answers. Its kind follows from the keys that it has."""

    hand: Name | None = None
    at_least: dict[Name, list[Rank]] | None = None
    bands: Annotated[dict[Name, dict[Name, list[Rank]]], Field(min_length=2)] | None = None
    against: Name | None = None
    staked: Name | None = None
    dark: bool = False
    anyone: Name | None = None
    did: Name | None = None
    values: list[Name] | None = None
    cite: Cites = []


class PayTable(Part):
    """Lines from the top; each reaches from its floor up to the line above. `lower` is everything below."""

    printed: bool = False
    only: dict[Name, Values] = {}
    lines: Annotated[dict[Name, Odds | Literal["lose", "push", "nothing"]], Field(min_length=1)]
    cite: Cites


class Pays(Part):
    hand: Name
    tables: Annotated[dict[Name, PayTable], Field(min_length=1)]


class Order(Part):
    by: Literal["seat", "wager"]
    from_: Literal["dealers-left", "dealers-right", "left-of-bank"]
    wagers: list[Name]
    cite: Cites = []


class Rounding(Part):
    """What happens to the part of a payout below one unit."""

    direction: Literal["down", "up"]
    cite: Cites


class Published(Part):
    """A figure that a document prints. `only` and `pay-tables` say for which readings and tables."""

    of: Name
    figure: Literal[
        "house-edge", "hit-frequency", "standard-deviation", "fold-frequency", "average-wager", "element-of-risk"
    ]
    says: Annotated[str, Field(pattern=r"^-?[0-9]+(\.[0-9]+)?( %)?$")]
    only: dict[Name, Values] = {}
    pay_tables: dict[Name, Name] = {}
    cite: Cites


class Mathematics(Part):
    """The wagers in which the house edge of the main game is counted, whether fees belong in it, printed figures."""

    per: Annotated[list[Name], Field(min_length=1)]
    fees: Literal["counted", "left-out"] = "counted"
    published: list[Published] = []


class Bank(Part):
    """A player banks the round. Each policy is a reading of its own, or `option.NAME` where an option decides."""

    order: Policy
    cap: Policy
    at_winning_cap: Policy
    cover: Policy
    folded: Policy
    pool: Policy
    backline: Policy
    turns: Policy
    cite: Cites


class GameFile(Part):
    """A game, complete: what is staked, dealt, asked and paid, and the clause that demands each."""

    fairfelt: Literal[1]
    game: Name
    title: Text
    source: Name
    deck: Deck
    seats: Seats
    options: dict[Name, Option] = {}
    variants: dict[Name, Variant] = {}
    wagers: Annotated[dict[Name, Wager], Field(min_length=1)]
    groups: dict[Name, Group] = {}
    boxes: Boxes | None = None
    bank: Bank | None = None
    round: Annotated[list[Step], Field(min_length=1)]
    hands: dict[Name, Hand] = {}
    facts: dict[Name, Fact] = {}
    pays: dict[Name, Pays] = {}
    settle: Annotated[dict[Name, Annotated[dict[Name, dict[str, Any]], Field(min_length=1)]], Field(min_length=1)]
    """Block, row, then `when` (a condition), `cite`, and for each wager of the block its result."""
    order: Order
    rounding: Rounding | None = None
    mathematics: Mathematics | None = None
    read_as: dict[Name, Text] = {}
    evidence: dict[Name, Annotated[list[Text], Field(min_length=1)]] = {}
    """Procedures of the table that no row obeys, and the requirements in which a record shows them."""
    untested: dict[Name, Text] = {}
    absent: dict[str, Text] = {}
