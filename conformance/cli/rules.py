"""`fairfelt rules`: which games there are, what their rules say, and whether a ruleset file is sound."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fairfelt.conformance.cli.choices import pairs
from fairfelt.conformance.cli.rules_choices import open_points, say

if TYPE_CHECKING:
    from fairfelt.rulesets.choose import Rules

UNSOUND = 10


@click.group()
def rules() -> None:
    """List, show and check the rules of games."""


@rules.command(name="list")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list of objects.")
def list_(as_json: bool) -> None:
    """List the games with their options, variants and pay tables.

    \b
    Examples:
      fairfelt rules list
      fairfelt rules list --json
    """
    from fairfelt.conformance.cli.rules_list import game_data, game_lines
    from fairfelt.rulesets.loader import list_games, load

    games = [load(name) for name in list_games()]
    if as_json:
        click.echo(json.dumps([game_data(game) for game in games], indent=1))
        return
    for at, game in enumerate(games):
        if at:
            say()
        for line in game_lines(game):
            say(line)


@rules.command()
@click.argument("game")
@open_points
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def show(game: str, variant: str | None, options: tuple[str, ...], pay_tables: tuple[str, ...], as_json: bool) -> None:
    """Show the rules of GAME as a sheet in words.

    GAME is a game of `fairfelt rules list`, or a ruleset file. What a choice excludes is left out. The digest
    names exactly these rules, once every pay table is chosen.

    \b
    Examples:
      fairfelt rules show six-card-poker
      fairfelt rules show casino-holdem --option tie=ante-pushes --pay-table ante=100-20-10-3-2-1
      fairfelt rules show my-game.yaml --json
    """
    from fairfelt.conformance.cli.rules_show import sheet_data, sheet_lines

    chosen, unchosen = _as_far_as_chosen(
        game, variant, pairs(options, "--option", "K=V"), pairs(pay_tables, "--pay-table", "WAGER=TABLE")
    )
    if as_json:
        click.echo(json.dumps(sheet_data(chosen, unchosen), indent=1))
        return
    for line in sheet_lines(chosen, unchosen):
        say(line)


def _as_far_as_chosen(
    game: str, variant: str | None, options: dict[str, str], tables: dict[str, str]
) -> "tuple[Rules, tuple[str, ...]]":
    """Choose, taking first tables where there is no choice; name the wagers whose table is still open."""
    from fairfelt.rulesets.choose import choose
    from fairfelt.rulesets.loader import load

    chosen = choose(load(game), variant, options, tables, first_table=True)
    return chosen, tuple(
        wager for wager, table in chosen.pay_tables.items() if wager not in tables and not table.printed
    )


@rules.command()
@click.argument("files", nargs=-1, metavar="[FILE]...")
def check(files: tuple[str, ...]) -> int:
    """Prove each FILE, and look for what its author may not have meant; without FILE, check the games that ship.

    A file is read and its tables are proved complete and free of contradiction. Then every clause of the source must
    be cited or set aside with a reason, no condition may be idle, pay tables must bear the name of their odds,
    odds may not rise downwards, and every result must have a deal that reaches it.

    \b
    Examples:
      fairfelt rules check
      fairfelt rules check my-game.yaml
      fairfelt rules check six-card-poker

    \b
    Exit codes: 0 sound; 10 a problem was found.
    """
    from fairfelt.conformance.cli.rules_check import check_file
    from fairfelt.rulesets.loader import HOME, list_games

    unsound = 0
    shipped = {name: HOME / "games" / f"{name}.yaml" for name in list_games()}
    for path in [shipped.get(file, Path(file)) for file in files] or shipped.values():
        report = check_file(path)
        unsound += bool(report.problems)
        for problem in report.problems:
            say(str(problem))
        say(f"{path.name}: {report.summary}")
    return UNSOUND if unsound else 0


@rules.command()
@click.argument("game")
@open_points
@click.option("--clause", metavar="ID", help="Show only this clause, with the requirements that judge it.")
@click.option("--requirement", metavar="ID", help="Show only this requirement, with its clauses.")
@click.option("--mutant", metavar="ID", help="Show only this mutant: its rule, and who may name it.")
@click.option("--mutants", is_flag=True, help="Count the mutants that each requirement may name, which takes seconds.")
@click.option("--rounds", is_flag=True, help="Count the rounds of every requirement, which takes up to a minute.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def trace(
    game: str,
    variant: str | None,
    options: tuple[str, ...],
    pay_tables: tuple[str, ...],
    clause: str | None,
    requirement: str | None,
    mutant: str | None,
    mutants: bool,
    rounds: bool,
    as_json: bool,
) -> int:
    """Trace the rules of GAME: clause, requirement, the code that judges it, its rounds and mutants, both ways.

    What the rules declare is held against the requirements: tested, excluded with a reason, or untested. What is
    judged and declared nowhere is unknown. A mutant is one rule broken, as `fairfelt prove` breaks it. The first pay
    table is taken where none is chosen.

    \b
    Examples:
      fairfelt rules trace casino-holdem
      fairfelt rules trace casino-holdem --clause flop
      fairfelt rules trace casino-holdem --requirement settle.ante.tie
      fairfelt rules trace casino-holdem --mutant settle.call.tie~paid
      fairfelt rules trace my-game.yaml --rounds --mutants --json

    \b
    Exit codes: 0 nothing is left over; 10 something is untested or unknown, or an ID does not exist.
    """
    from fairfelt.conformance.cli.choices import chosen_rules
    from fairfelt.conformance.cli.rules_choices import tables_taken
    from fairfelt.conformance.cli.rules_trace import trace_lines
    from fairfelt.conformance.cli.trace_data import trace_data
    from fairfelt.conformance.cli.trace_view import view_of

    if "" in (clause, requirement, mutant):
        raise click.UsageError("name what is to be traced; an empty name is none")
    if sum(map(bool, (clause, requirement, mutant))) > 1:
        raise click.UsageError("name a clause, a requirement or a mutant, not more than one of them")
    chosen = chosen_rules(game, variant, options, pay_tables, first_table=True)
    for note in tables_taken(chosen, pairs(pay_tables, "--pay-table", "WAGER=TABLE")):
        say(note, err=True)
    view = view_of(chosen, clause, requirement, mutant, rounds, mutants)
    if as_json:
        click.echo(json.dumps(trace_data(view), indent=1))
    else:
        for line in trace_lines(view):
            say(line)
    return 0 if view.tracing.whole else UNSOUND


@rules.command()
def schema() -> None:
    """Print the JSON Schema of ruleset files, for editors and for readers without Python.

    \b
    Example:
      fairfelt rules schema > ruleset.schema.json
    """
    from fairfelt.rulesets.schema import schema_text

    click.echo(schema_text(), nl=False)
