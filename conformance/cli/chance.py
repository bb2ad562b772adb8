"""`fairfelt chance`: are shuffles, random numbers and rounds what chance gives?"""

import json
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fairfelt.conformance.cli.choices import timeout_choice
from fairfelt.conformance.cli.rules_choices import say
from fairfelt.conformance.profiles import PROFILES

if TYPE_CHECKING:
    from fairfelt.conformance.chance.files import Judgeable
    from fairfelt.stats.decision.rule import Level
    from fairfelt.stats.shuffles.packs import Pack

    Choices = tuple[str | None, tuple[str, ...], tuple[str, ...]]

REPORT, DATA = "chance.html", "chance.json"
FILE = click.Path(path_type=Path)


@click.command()
@click.argument("engine", required=False)
@click.option("--game", metavar="GAME", help="A game of `fairfelt rules list`, or a ruleset file.")
@click.option("--variant", metavar="V", help="A named bundle of readings.")
@click.option("--option", "options", multiple=True, metavar="K=V", help="One reading of an option.")
@click.option("--pay-table", "pay_tables", multiple=True, metavar="WAGER=TABLE", help="The pay table of a wager.")
@click.option("--decks", type=FILE, metavar="FILE", help="Judge a file of one deck a line, such as AsKd...")
@click.option("--numbers", type=FILE, metavar="FILE", help="Judge a file of whole numbers; say --below what.")
@click.option("--below", type=click.IntRange(2, 2**64), metavar="N", help="With --numbers: they go from 0 to N - 1.")
@click.option("--bits", type=FILE, metavar="FILE", help="Judge a file of raw random bytes.")
@click.option("--nist-legacy", is_flag=True, help="With --bits: with NIST's own constants, the wrong ones too.")
@click.option("--rounds", type=FILE, metavar="FILE", help="Judge a log of rounds, as `audit` reads it; say --game.")
@click.option("--mapping", type=FILE, metavar="FILE", help="With --rounds: how foreign columns map to ours.")
@click.option("--packs", type=click.IntRange(1, 32), default=1, metavar="N", help="With --decks: packs a shoe (1).")
@click.option("--jokers", type=click.IntRange(0, 64), default=0, metavar="N", help="With --decks: jokers in all (0).")
@click.option("--order", metavar="CARDS", help="With --decks: the pack before each shuffle, top card first.")
@click.option(
    "--profile",
    type=click.Choice([name for name, profile in PROFILES.items() if profile.shuffles]),
    default="lab",
    show_default=True,
    help="How much is registered to be drawn.",
)
@click.option("--jurisdiction", metavar="J", help="Take the level from a jurisdiction, such as pennsylvania (95 %).")
@click.option("--calibrate", is_flag=True, help="Judge good and bad sources of the suite's own catalogue instead.")
@click.option(
    "--samples", type=click.IntRange(min=20), default=1000, metavar="N", help="With --calibrate: samples each (1000)."
)
@click.option("--workers", type=click.IntRange(1, 256), default=1, metavar="N", help="With --calibrate: processes (1).")
@click.option("--scheduler", metavar="URL", help="With --calibrate: a Dask cluster, as in tcp://host:8786.")
@click.option("--seed", type=click.IntRange(min=0), default=0, metavar="N", help="With --calibrate: the root seed (0).")
@click.option("--out", type=FILE, metavar="DIR", help=f"Write {REPORT} and {DATA} there.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON and nothing else.")
@timeout_choice
def chance(
    engine: str | None,
    game: str | None,
    variant: str | None,
    options: tuple[str, ...],
    pay_tables: tuple[str, ...],
    decks: Path | None,
    numbers: Path | None,
    below: int | None,
    bits: Path | None,
    nist_legacy: bool,
    rounds: Path | None,
    mapping: Path | None,
    packs: int,
    jokers: int,
    order: str | None,
    profile: str,
    jurisdiction: str | None,
    calibrate: bool,
    samples: int,
    workers: int,
    scheduler: str | None,
    seed: int,
    out: Path | None,
    as_json: bool,
    timeout: float | None,
) -> int:
    """Judge the chance of ENGINE, or of what files hold: is it fair, and how small a bias could have hidden?

    A battery of tests is registered before anything is drawn and judged as one: a fair source fails one time in 100
    as a whole. What an engine is rejected for is drawn once more, four times as large, and judged on that alone. A
    file is judged once. A known bad shuffle is named.

    With --calibrate the suite judges itself: over many samples of good sources its false alarms come as rarely as
    the level says, and over a catalogue of bad ones it tells how often each is found. With --out, a calibration that
    was stopped goes on where it was.

    \b
    Examples:
      fairfelt chance --decks decks.txt
      fairfelt chance --decks shoes.txt --packs 6 --jurisdiction pennsylvania --out chance-report
      fairfelt chance --numbers rolls.txt --below 52 --bits raw.bin
      fairfelt chance --rounds rounds.jsonl --game six-card-poker
      fairfelt chance "cmd:node engine.js" --game six-card-poker
      fairfelt chance --calibrate --workers 2 --out calibration
      fairfelt chance python:mygame:Engine --game casino-holdem --pay-table ante=100-20-10-3-2-1 --profile certificate

    \b
    Exit codes: 0 no bias shown, by as much as was registered, or every bias ruled out up to its limit;
    1 bias shown, or packs that are not whole; 2 not decided, with what it would take;
    10 wrong usage, or a file that holds nothing to judge; 11 engine not reachable; 12 error of the suite.
    """
    from fairfelt.conformance.chance.level import chosen_level

    level, size = chosen_level(jurisdiction), PROFILES[profile]
    files: list[Judgeable] = []
    if decks is not None:
        files.append(_deck_file(decks, packs, jokers, order, size.shuffles))
    if numbers is not None:
        files.append(_number_file(numbers, below, size.numbers))
    if bits is not None:
        files.append(_bit_file(bits, size.bits, nist_legacy))
    if rounds is not None:
        files.append(_round_file(rounds, mapping, game, (variant, options, pay_tables), size.played))
    if calibrate:
        if engine is not None or files:
            raise click.UsageError("--calibrate judges the suite; leave out the engine and the files")
        from fairfelt.conformance.cli.chance_calibration import run_calibration

        return run_calibration(level, samples, seed, workers, scheduler, out, as_json)
    if engine is None and not files:
        raise click.UsageError("name an engine with --game, or a file: --decks, --numbers, --bits or --rounds")
    if engine is not None and files:
        raise click.UsageError("judge an engine or files, one at a time")
    if files:
        data = judge_files(files, level, game, as_json)
    else:
        if game is None:
            raise click.UsageError("an engine is judged at a game; name it with --game")
        data = _judge_engine(str(engine), game, variant, options, pay_tables, profile, level, as_json, timeout)
    _tell(data, out, as_json)
    return int(data["exit_code"])


def _deck_file(path: Path, packs: int, jokers: int, order: str | None, size: int) -> "Judgeable":
    from fairfelt.conformance.chance.files import DeckFile
    from fairfelt.stats.shuffles.packs import standard_pack

    pack = standard_pack(packs, jokers)
    return DeckFile(path, pack if order is None else _ordered(pack, order), size, order and "as --order says")


def _ordered(pack: "Pack", order: str) -> "Pack":
    from fairfelt.stats.shuffles.packs import in_order

    joined = "".join(order.split())
    try:
        return in_order(pack, [joined[at : at + 2] for at in range(0, len(joined), 2)])
    except ValueError as error:
        raise click.UsageError(f"--order: {error}; write all its cards, as in AsKs...") from None


def _number_file(path: Path, below: int | None, size: int) -> "Judgeable":
    from fairfelt.conformance.chance.files import NumberFile

    if below is None:
        raise click.UsageError("--numbers needs --below: the bound that the numbers lie under, as in --below 52")
    return NumberFile(path, below, size)


def _bit_file(path: Path, size: int, legacy: bool) -> "Judgeable":
    from fairfelt.conformance.chance.files import BitFile

    return BitFile(path, size, legacy)


def _round_file(path: Path, mapping: Path | None, game: str | None, choices: "Choices", size: int) -> "Judgeable":
    from fairfelt.conformance.chance.files import RoundFile
    from fairfelt.conformance.cli.choices import chosen_rules

    if game is None:
        raise click.UsageError("--rounds needs --game: the rules that the rounds were played by")
    variant, options, pay_tables = choices
    return RoundFile(path, chosen_rules(game, variant, options, pay_tables), size, mapping)


def judge_files(files: "list[Judgeable]", level: "Level", game: str | None, quiet: bool) -> dict[str, Any]:
    """Judge files; what can't be judged at all is an error of usage."""
    from fairfelt.conformance.chance.files import FileError
    from fairfelt.conformance.chance.summary import chance_summary

    start = time.perf_counter()
    try:
        with _bytes_read([file.path for file in files], quiet) as tell:
            judged = [file.judge(level, 1 / len(files), tell) for file in files]
    except FileError as error:
        raise click.ClickException(str(error)) from None
    return chance_summary(
        ", ".join(str(file.path) for file in files),
        game,
        level,
        [data for _, data in judged],
        [judgement.verdict for judgement, _ in judged],
        False,
        _command(),
        time.perf_counter() - start,
    )


def _judge_engine(
    engine: str,
    game: str,
    variant: str | None,
    options: tuple[str, ...],
    pay_tables: tuple[str, ...],
    profile: str,
    level: "Level",
    quiet: bool,
    timeout: float | None,
) -> dict[str, Any]:
    from fairfelt.conformance.chance.engine import judge_engine
    from fairfelt.conformance.cli.certify import show_progress
    from fairfelt.conformance.cli.choices import chosen_rules, timeouts
    from fairfelt.conformance.run import Order

    rules = chosen_rules(game, variant, options, pay_tables)
    order = Order(engine, rules, PROFILES[profile], command=_command(), timeouts=timeouts(timeout), level=level)
    with show_progress(quiet=quiet) as advance:
        return judge_engine(order, advance)


def _command() -> str:
    return f"fairfelt {shlex.join(argument.encode('utf-8', 'backslashreplace').decode() for argument in sys.argv[1:])}"


@contextmanager
def _bytes_read(paths: list[Path], quiet: bool) -> Iterator[Callable[[int], None]]:
    if quiet or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    total = sum(path.stat().st_size for path in paths if path.is_file())
    columns = (TextColumn("counting"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total or None)
        yield lambda more: bar.update(task, advance=more)


def _tell(data: dict[str, Any], out: Path | None, as_json: bool) -> None:
    text = json.dumps(data, indent=1, ensure_ascii=False)
    if out is not None:
        from fairfelt.reports.chance_html import render_chance

        _folder(out)
        (out / DATA).write_text(text + "\n", encoding="utf-8")
        (out / REPORT).write_text(render_chance(data), encoding="utf-8")
    if as_json:
        say(text)
        return
    from rich.console import Console

    from fairfelt.reports.chance import print_chance

    print_chance(data, Console())
    if out is not None:
        click.echo(f"report: {out / REPORT}")


def _folder(out: Path) -> None:
    if out.exists() and not out.is_dir():
        raise click.UsageError(f"--out {out} is a file; name a folder")
    out.mkdir(parents=True, exist_ok=True)
