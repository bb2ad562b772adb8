"""Options and small print that the commands about rules share."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from fairfelt.rulesets.choose import Rules

_Command = TypeVar("_Command", bound=Callable[..., Any])
_PLAIN = str.maketrans({"“": '"', "”": '"', "…": "...", "×": "x", "—": "-", "–": "-", "’": "'", "→": "->", "←": "<-"})
_SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def open_points(command: _Command) -> _Command:
    """Add --variant, --option and --pay-table."""
    for add in reversed(
        (
            click.option("--variant", metavar="V", help="A named bundle of readings."),
            click.option("--option", "options", multiple=True, metavar="K=V", help="One reading of an option."),
            click.option(
                "--pay-table", "pay_tables", multiple=True, metavar="WAGER=TABLE", help="The pay table of a wager."
            ),
        )
    ):
        command = add(command)
    return command


def tables_taken(rules: "Rules", chosen: Mapping[str, str]) -> Iterator[str]:
    """Say which pay tables nobody chose and which were taken."""
    for wager, table in rules.pay_tables.items():
        if wager not in chosen:
            why = "the one that the document prints" if table.printed else "the first; the document prints none"
            yield f"pay table of {wager}: {table.id} ({why})"


def choice_words(rules: "Rules", game: str) -> str:
    """Write the choices as arguments for another command."""
    import shlex

    from fairfelt.conformance.summary import choice_arguments

    return choice_arguments(rules).replace(f"--game {rules.ruleset.game}", f"--game {shlex.quote(game)}", 1)


def say(text: str = "", err: bool = False) -> None:
    """Print a line; where the terminal lacks a sign, print the nearest that it has."""
    stream = sys.stderr if err else sys.stdout
    encoding = getattr(stream, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = text.translate(_PLAIN).encode(encoding, "replace").decode(encoding)
    click.echo(text, err=err, color=False if os.environ.get("NO_COLOR") else None)


def shows_suits() -> bool:
    """Say whether standard output can carry the signs of the suits."""
    try:
        "♠♥♦♣".encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def cards_words(cards: tuple[str, ...] | list[str], plain: bool) -> str:
    """Write cards apart by spaces, `A♠ 10♥` or `As Th`."""
    if plain:
        return " ".join(cards)
    return " ".join(f"{'10' if card[0] == 'T' else card[0]}{_SIGNS.get(card[1], card[1])}" for card in cards)


def aligned(rows: list[tuple[str, ...]], indent: str = "  ") -> Iterator[str]:
    """Write rows as columns; the last column runs free."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]) - 1)] if rows else []
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        yield (indent + "  ".join([*cells, row[-1]])).rstrip()
