"""What a mathematics report says of a game, whichever method found it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

Progress = Callable[[float], None]
"""Told how much of the work is done, from 0 to 1."""


@dataclass(frozen=True)
class Condition:
    """Something that a method asks of a compiled ruleset."""

    says: str
    holds: bool


@dataclass(frozen=True)
class Estimate:
    """A figure from a sample, with its standard error."""

    value: float
    standard_error: float


Figure = Fraction | Estimate


@dataclass(frozen=True)
class MainFigures:
    """The main game under best play.

    Money is counted in the wagers of `per` together: an edge of 1/50 is a fiftieth of what they hold. `rows` gives the
    probability of each settlement row, as `wager.row` or `wager.row/line`; `strategy` the best play in words.
    """

    per: tuple[str, ...]
    house_edge: Figure
    standard_deviation: float | Estimate
    fold_frequency: Figure | None
    average_wager: Figure
    element_of_risk: Figure
    rows: Mapping[str, Figure]
    method: str
    held: tuple[str, ...]
    checked: tuple[str, ...]
    seconds: float
    ties: str = ""
    """Which choice is counted where two are worth the same."""
    strategy: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class WagerFigures:
    """A wager by one pay table: `rows` gives the probability of each pay line."""

    wager: str
    table: str
    house_edge: Figure
    hit_frequency: Figure
    standard_deviation: float | Estimate
    rows: Mapping[str, Figure]
    paid: tuple[str, ...]
    """The lines that win."""
    method: str
    checked: tuple[str, ...] = ()


@dataclass(frozen=True)
class Mathematics:
    """The PAR sheet of a game with its choices made."""

    game: str
    title: str
    variant: str | None
    options: Mapping[str, str]
    tables: Mapping[str, str]
    """The pay tables of the wagers of the main game."""
    main: MainFigures
    wagers: tuple[WagerFigures, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class EdgeAt:
    """The edge of the main game (`main`), or of a wager by a pay table, when so many units are staked."""

    of: str
    amount: int
    edge: Fraction
