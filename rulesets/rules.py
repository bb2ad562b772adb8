"""The compiled form of a game: frozen values that oracle, generator, reference engine and report share."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Literal

from fairfelt.rulesets.rankings import Ranking, Strength

NOT_ASKED = "not-asked"
NOT_STAKED = "not-staked"
OPTION = "option."

Condition = Mapping[str, frozenset[str]]
Guard = tuple[Condition, ...]
"""Holds when at least one condition holds; the empty guard always holds."""

Outcome = Literal["win", "lose", "push", "forfeit", "returned", "paid"]

POLICIES: Mapping[str, tuple[str, ...]] = {
    "order": ("seat", "wager"),
    "cap": ("net", "losses", "gross"),
    "at-winning-cap": ("pays-on", "stops"),
    "cover": ("partial", "whole"),
    "folded": ("at-once", "in-turn"),
    "pool": ("one", "each-wager"),
    "backline": ("follows", "asked"),
    "turns": ("two", "one", "three"),
}
"""What a game with a player-dealer must say, and the words for it."""
TURNS = {"one": 1, "two": 2, "three": 3}


@dataclass(frozen=True)
class Clause:
    """A clause of a source document, in our own words."""

    id: str
    title: str
    section: str
    says: str

    def __str__(self) -> str:
        return f"{self.title}, section “{self.section}”"


@dataclass(frozen=True)
class Option:
    name: str
    asks: str
    readings: Mapping[str, str]
    clauses: tuple[Clause, ...]
    unconfirmed: bool = False
    """No regulator has confirmed a reading."""

    @property
    def default(self) -> str:
        return next(iter(self.readings))


@dataclass(frozen=True)
class Wager:
    name: str
    needed: bool
    by_action: bool
    needs: str | None
    equals: str | None
    at_most: str | None
    multiple_of: str | None
    clauses: tuple[Clause, ...]
    fee: bool = False
    set_amount: Guard | None = None
    """When the house takes one amount only; None is never."""

    @property
    def partners(self) -> tuple[str, ...]:
        """Name the wagers without which this one can't stand."""
        return tuple(name for name in (self.needs, self.equals, self.at_most, self.multiple_of) if name)


@dataclass(frozen=True)
class Group:
    """Wagers of one amount, where `equal`; all of them or none, where the guard `whole` holds (None: never)."""

    name: str
    wagers: tuple[str, ...]
    equal: bool
    whole: Guard | None
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class Boxes:
    """What binds the boxes of one guest."""

    equal: tuple[str, ...]
    light: int | None
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class Bank:
    """A player banks. `policies` maps each of POLICIES to a reading, or to `option.NAME`."""

    policies: Mapping[str, str]
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class DealStep:
    """Deal `count` cards to each place; `up` holds the card numbers, from 1, that lie face up, or None for all.

    `instead_of` names the hand whose one card gives way, `known_as` the place as it is then.
    """

    id: str
    count: int
    places: tuple[str, ...]
    one_by_one: bool
    up: Mapping[str, frozenset[int] | None]
    guard: Guard
    clauses: tuple[Clause, ...]
    instead_of: str = ""
    known_as: str = ""


@dataclass(frozen=True)
class ShowStep:
    id: str
    places: tuple[str, ...]
    guard: Guard
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class Action:
    """What a seat may do; `places` maps a wager to the wager that it is a multiple of, and the multiples.

    Cards given up are chosen by the seat, before it draws; `arranges` counts cards by spot.
    """

    name: str
    places: Mapping[str, tuple[str, tuple[int, ...]]]
    clauses: tuple[Clause, ...]
    gives_up: int = 0
    draws: int = 0
    arranges: Mapping[str, int] = field(default_factory=dict)
    guard: Guard = ()


@dataclass(frozen=True)
class Question:
    id: str
    actions: Mapping[str, Action]
    guard: Guard
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class AskStep:
    """Questions put to one seat after the other, all of a seat's before the next seat's."""

    questions: tuple[Question, ...]


Step = DealStep | ShowStep | AskStep


@dataclass(frozen=True)
class Hand:
    """The best cards by a ranking, or the worst; `parts` are places and names of other hands, `places` where the
    cards lie in the end. `suits`, lowest first, chooses between equal cards."""

    name: str
    parts: tuple[str, ...]
    ranking: Ranking
    places: tuple[str, ...] = ()
    worst: bool = False
    suits: str = ""
    clauses: tuple[Clause, ...] = ()


@dataclass(frozen=True)
class Fact:
    """A question with finitely many answers. `floors` rise with `values` from the second value on."""

    name: str
    kind: Literal["option", "decision", "staked", "dark", "anyone", "floors", "against"]
    values: tuple[str, ...]
    hand: str = ""
    other: str = ""
    wager: str = ""
    """The wager that is staked; for a comparison, the one without which it is not made."""
    question: str = ""
    action: str = ""
    """What anyone did, and where it was asked."""
    floors: tuple[Strength, ...] = ()
    clauses: tuple[Clause, ...] = ()

    @property
    def reads_cards(self) -> bool:
        return self.kind in ("floors", "against")

    @property
    def answers(self) -> tuple[str, ...]:
        """The values that cards can give: a comparison of what was not staked is no matter of cards."""
        return tuple(value for value in self.values if self.kind != "against" or value != NOT_STAKED)


@dataclass(frozen=True)
class Result:
    """What a row does to a wager: fixed odds plus, with `by_table`, those of the pay table; odds are net."""

    outcome: Outcome
    odds: Fraction = Fraction(0)
    by_table: bool = False


@dataclass(frozen=True)
class Row:
    """One row of a settlement block."""

    block: str
    name: str
    when: Condition
    results: Mapping[str, Result]
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class Table:
    """A settlement block as a dense array: `cells[i]` is the row for the i-th combination of the axes' values, with
    the last axis running fastest, or -1 for a combination that can't occur."""

    block: str
    wagers: tuple[str, ...]
    axes: tuple[Fact, ...]
    rows: tuple[Row, ...]
    cells: tuple[int, ...]

    def row(self, values: Mapping[str, str]) -> Row:
        """Look up the row for these fact values."""
        at = 0
        for fact in self.axes:
            at = at * len(fact.values) + fact.values.index(values[fact.name])
        found = self.cells[at]
        if found < 0:
            raise LookupError(f"{self.block}: {dict(values)} can't occur by the rules")
        return self.rows[found]


@dataclass(frozen=True)
class PayLine:
    """Pays hands from `floor` up to the line above; the floor None stands below every hand."""

    name: str
    floor: Strength | None
    result: Result
    pays_nothing: bool = False


@dataclass(frozen=True)
class PayTable:
    id: str
    wager: str
    hand: str
    lines: tuple[PayLine, ...]
    only: Mapping[str, frozenset[str]]
    printed: bool
    clauses: tuple[Clause, ...]

    def line(self, strength: Strength) -> PayLine:
        """Give the line that pays this hand."""
        return next(line for line in self.lines if line.floor is None or strength >= line.floor)


@dataclass(frozen=True)
class Order:
    by: Literal["seat", "wager"]
    from_right: bool
    wagers: tuple[str, ...]


@dataclass(frozen=True)
class Published:
    """A figure that a document prints, as `2.16 %`, for these readings and pay tables."""

    of: str
    """`main`, or a wager."""
    figure: str
    says: str
    only: Mapping[str, frozenset[str]]
    pay_tables: Mapping[str, str]
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class Mathematics:
    """What the figures of the main game are counted in: the wagers `per`, and fees or not; and printed figures."""

    per: tuple[str, ...] = ()
    fees: bool = True
    published: tuple[Published, ...] = ()


@dataclass(frozen=True)
class Ruleset:
    """A game with all its options open. Every table is proved complete for every combination of readings."""

    game: str
    title: str
    source: str
    packs: int
    most_seats: int
    options: Mapping[str, Option]
    variants: Mapping[str, Mapping[str, str]]
    variant_says: Mapping[str, str]
    wagers: Mapping[str, Wager]
    groups: tuple[Group, ...]
    boxes: Boxes | None
    bank: Bank | None
    steps: tuple[Step, ...]
    hands: Mapping[str, Hand]
    facts: Mapping[str, Fact]
    pay_tables: Mapping[str, tuple[PayTable, ...]]
    tables: tuple[Table, ...]
    order: Order
    rounding: Literal["down", "up"] | None
    mathematics: Mathematics
    read_as: Mapping[str, str]
    evidence: Mapping[str, tuple[str, ...]]
    untested: Mapping[str, str]
    absent: Mapping[str, str]
    clauses: Mapping[str, Clause]
    seat_clauses: tuple[Clause, ...]
    canonical: str = field(repr=False)
    """The game, its rankings and its sources as canonical JSON, from which digests are made."""
    origin: str = ""
    """How the command line names the game: by its name, or by the path of its file."""

    def facts_about(self, hand: str) -> tuple[Clause, ...]:
        """Gather the clauses of the facts that look at a hand."""
        found = [fact.clauses for fact in self.facts.values() if hand in (fact.hand, fact.other)]
        return tuple(dict.fromkeys(clause for clauses in found for clause in clauses))

    @property
    def most_players(self) -> int:
        """Count the seats that can place wagers: all but the bank's."""
        return self.most_seats - (self.bank is not None)

    @property
    def questions(self) -> tuple[Question, ...]:
        return tuple(q for step in self.steps if isinstance(step, AskStep) for q in step.questions)


def every_reading(options: Mapping[str, Option]) -> list[dict[str, str]]:
    """List all combinations of readings."""
    return [
        dict(zip(options, readings, strict=True))
        for readings in product(*(option.readings for option in options.values()))
    ]
