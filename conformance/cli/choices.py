"""The options that several commands share: game, variant, readings, pay tables, time limits."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from fairfelt.conformance.connections import Timeouts
    from fairfelt.rulesets.choose import Rules

_Command = TypeVar("_Command", bound=Callable[..., Any])


def game_choices(command: _Command) -> _Command:
    """Add --game, --variant, --option and --pay-table."""
    for add in reversed(
        (
            click.option(
                "--game",
                required=True,
                metavar="GAME",
                help="A game of `fairfelt rules list`, or a ruleset file.",
            ),
            click.option("--variant", metavar="V", help="A named bundle of readings."),
            click.option(
                "--option", "options", multiple=True, metavar="K=V", help="One reading of an option."
            ),
            click.option(
                "--pay-table",
                "pay_tables",
                multiple=True,
                metavar="WAGER=TABLE",
                help="The pay table of a wager.",
            ),
        )
    ):
        command = add(command)
    return command


def timeout_choice(command: _Command) -> _Command:
    """Add --timeout."""
    return click.option(
        "--timeout",
        type=click.FloatRange(min=0.01, max=86_400),
        callback=_a_number,
        metavar="SECONDS",
        help="Time limit of a step (2); hello gets at least 15 times, a bulk call 30 times as much.",
    )(command)


def _a_number(_context: click.Context, _parameter: click.Parameter, seconds: float | None) -> float | None:
    if seconds is not None and not math.isfinite(seconds):
        raise click.BadParameter("give a number of seconds")
    return seconds


def timeouts(seconds: float | None) -> "Timeouts":
    from fairfelt.conformance.connections import Timeouts

    return Timeouts() if seconds is None else Timeouts(hello=15 * seconds, step=seconds, bulk=30 * seconds)


def chosen_rules(
    game: str,
    variant: str | None,
    options: tuple[str, ...],
    pay_tables: tuple[str, ...],
    first_table: bool = False,
) -> "Rules":
    """Load a game with its choices; every error of choice is a usage error."""
    from fairfelt.rulesets.choose import choose
    from fairfelt.rulesets.loader import load

    readings, tables = pairs(options, "--option", "K=V"), pairs(pay_tables, "--pay-table", "WAGER=TABLE")
    return choose(load(game), variant, readings, tables, first_table)


def pairs(texts: tuple[str, ...], name: str, shape: str) -> dict[str, str]:
    """Read `K=V` arguments."""
    found: dict[str, str] = {}
    for text in texts:
        key, sign, value = text.partition("=")
        if not sign or not key or not value:
            raise click.UsageError(f"{name} {text!r} is not written {shape}")
        if key in found and found[key] != value:
            raise click.UsageError(f"{name} {key} is given twice, as {found[key]!r} and {value!r}")
        found[key] = value
    return found
