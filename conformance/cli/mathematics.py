"""`fairfelt math`: the PAR sheet of a game, exact where a method is within reach."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from fairfelt.conformance.cli.choices import chosen_rules, pairs
from fairfelt.conformance.cli.rules_choices import say, tables_taken
from fairfelt.conformance.verdict import exit_code

if TYPE_CHECKING:
    from fairfelt.rulesets.cards import Card
    from fairfelt.rulesets.choose import Rules
    from fairfelt.stats.exact.sheet import Sheet


@click.command(name="math")
@click.argument("game")
@click.option("--variant", metavar="V", help="A named bundle of readings.")
@click.option("--option", "options", multiple=True, metavar="K=V", help="One reading of an option.")
@click.option("--pay-table", "pay_tables", multiple=True, metavar="WAGER=TABLE", help="The pay table of a wager.")
@click.option("--json", "as_json", is_flag=True, help="Write the sheet as JSON, with exact fractions.")
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Write math.html and math.json there.")
@click.option("--states", type=click.IntRange(min=2), metavar="N", help="Estimate from so many drawn situations.")
@click.option("--hand", metavar="CARDS", help="Tell what each choice is worth with these cards in hand.")
@click.option("--dealer", metavar="CARDS", default="", help="With --hand: the dealer's cards that are face up.")
@click.option("--board", metavar="CARDS", default="", help="With --hand: the shared cards that lie.")
@click.option("--least", type=click.IntRange(min=1), metavar="UNITS", help="Tell the edge at this wager too.")
@click.option("--most", type=click.IntRange(min=1), metavar="UNITS", help="And at this one.")
@click.option(
    "--jurisdiction",
    "jurisdictions",
    multiple=True,
    metavar="J",
    help="Hold the figures against what a regulator demands; `all` for every one that ships.",
)
@click.option("--seed", type=int, default=0, help="Seed of checks and estimates that draw rounds (0).")
def mathematics(
    game: str,
    variant: str | None,
    options: tuple[str, ...],
    pay_tables: tuple[str, ...],
    as_json: bool,
    out: Path | None,
    states: int | None,
    hand: str | None,
    dealer: str,
    board: str,
    least: int | None,
    most: int | None,
    jurisdictions: tuple[str, ...],
    seed: int,
) -> int:
    """Compute probabilities, house edge and best play of GAME from its rules alone.

    The main game is played in the best way there is; every wager beside it is reported by all its pay tables, or by
    the one that --pay-table names. Figures are fractions, exact to the last digit, unless the sheet calls them
    estimates. Where the main game needs a pay table that nobody chose, the first is taken.

    \b
    Examples:
      fairfelt math casino-holdem
      fairfelt math three-card-poker-6-card-bonus --option third-card=hidden --json
      fairfelt math six-card-poker --hand "Ks 9d 7c 5h 3s 2d" --dealer "Ah Jc 4s"
      fairfelt math casino-holdem --hand "7s 2d" --board "Kc 9h 4c"
      fairfelt math six-card-poker --jurisdiction new-jersey --least 5 --most 500

    \b
    Exit codes: 0 computed; 1 a printed figure is denied, a limit is not met, or a wager returns 100 % or more;
    10 usage or ruleset error, and a game that no method fits.
    """
    rules = chosen_rules(game, variant, options, pay_tables, first_table=True)
    from fairfelt.stats.exact.side import side_wagers

    chosen = pairs(pay_tables, "--pay-table", "WAGER=TABLE")
    for note in tables_taken(rules, chosen | dict.fromkeys(side_wagers(rules), "")):
        say(note, err=True)
    if hand is not None:
        _tell_hand(rules, hand, dealer, board)
        return exit_code("pass")
    if dealer or board:
        raise click.UsageError("--dealer and --board go with --hand; name your own cards too")
    amounts = tuple(amount for amount in (least, most) if amount is not None)
    sheet = _computed(rules, chosen, _named(jurisdictions), amounts, seed, states)
    _tell_sheet(sheet, as_json, out)
    return exit_code("pass" if sheet.sound else "fail")


def _named(jurisdictions: tuple[str, ...]) -> tuple[str, ...]:
    from fairfelt.rulesets.jurisdictions import list_jurisdictions

    return list_jurisdictions() if "all" in jurisdictions else jurisdictions


def _computed(
    rules: "Rules",
    chosen: dict[str, str],
    jurisdictions: tuple[str, ...],
    amounts: tuple[int, ...],
    seed: int,
    states: int | None,
) -> "Sheet":
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    from fairfelt.rulesets.jurisdictions import load_jurisdiction
    from fairfelt.stats.exact.par import NoMethodError
    from fairfelt.stats.exact.sheet import make_sheet

    limits = [limit for name in jurisdictions for limit in load_jurisdiction(name)]
    columns = (TextColumn("computing"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=1.0)
        try:
            return make_sheet(
                rules, chosen, limits, amounts, lambda done: bar.update(task, completed=done), seed, states
            )
        except NoMethodError as error:
            raise click.ClickException(str(error)) from None


def _tell_sheet(sheet: "Sheet", as_json: bool, out: Path | None) -> None:
    import json

    from rich.console import Console

    from fairfelt.reports.par import par_data, print_par

    data = json.dumps(par_data(sheet), indent=1, ensure_ascii=False)
    if as_json:
        say(data)
    else:
        print_par(sheet, Console())
    if out is not None:
        from fairfelt.reports.par_html import render_par

        out.mkdir(parents=True, exist_ok=True)
        (out / "math.json").write_text(data + "\n", encoding="utf-8")
        (out / "math.html").write_text(render_par(sheet), encoding="utf-8")
        say(f"sheet: {out / 'math.html'}", err=True)


def _tell_hand(rules: "Rules", hand: str, dealer: str, board: str) -> None:
    from fairfelt.stats.exact.hand import hand_values
    from fairfelt.stats.exact.par import NoMethodError

    try:
        cards = tuple(_cards(text, name) for name, text in (("--hand", hand), ("--dealer", dealer), ("--board", board)))
        found = hand_values(rules, *cards)
    except (ValueError, NoMethodError) as error:
        raise click.UsageError(str(error)) from None
    best = max(found.values())
    for action, value in found.items():
        exact = f" = {value.numerator:,}/{value.denominator:,}"
        say(f"{action:<20}{float(value):+.6f}{exact}{'   best' if value == best else ''}")


def _cards(text: str, name: str) -> tuple["Card", ...]:
    from fairfelt.rulesets.cards import parse_cards

    try:
        return parse_cards(text)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
