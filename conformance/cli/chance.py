"""`fairfelt chance`: are shuffles, random numbers and rounds what chance gives?"""

import json
import shlex
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fairfelt.conformance.cli.choices import timeout_choice
from fairfelt.conformance.cli.rules_choices import say
from fairfelt.conformance.profiles import PROFILES
from fairfelt.conformance.verdict import exit_code

if TYPE_CHECKING:
    from fairfelt.conformance.cli.chance_files import Given
    from fairfelt.rulesets.choose import Rules
    from fairfelt.stats.decision.rule import Level
    from fairfelt.stats.shuffles.packs import Pack

REPORT, DATA = "chance.html", "chance.json"
FILE = click.Path(path_type=Path)
METHODS = ("modulo", "multiply", "float32", "float64", "rejection")


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
@click.option("--scan", is_flag=True, help="Search the seeds of known generators behind the first decks; minutes.")
@click.option("--watch", type=FILE, metavar="STATE", help="With --decks: go on with a watch that never has to end.")
@click.option("--scaling", type=click.Choice(METHODS), help="How the vendor says that random bits become numbers.")
@click.option("--source-bits", type=click.IntRange(1, 4096), metavar="N", help="With --scaling: the bits it takes.")
@click.option("--state-bits", type=click.IntRange(1), metavar="N", help="Bits of the generator's state, as declared.")
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
    scan: bool,
    watch: Path | None,
    scaling: str | None,
    source_bits: int | None,
    state_bits: int | None,
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

    With --watch, each call adds decks to a watch and tells one line. Its alarm is false one time in 100 however often
    and however long it is looked at.

    \b
    Examples:
      fairfelt chance --decks decks.txt
      fairfelt chance --decks shoes.txt --packs 6 --jurisdiction pennsylvania --out chance-report
      fairfelt chance --numbers rolls.txt --below 52 --bits raw.bin
      fairfelt chance --decks today.txt --watch table-7.json
      fairfelt chance --scaling modulo --source-bits 32 --below 52 --state-bits 64
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
    from fairfelt.conformance.cli.chance_files import (
        Given,
        chosen_pack,
        declaration,
        judge_given,
        number_file,
        round_file,
    )

    level, size = chosen_level(jurisdiction), PROFILES[profile]
    if out is not None and out.exists() and not out.is_dir():
        raise click.UsageError(f"--out {out} is a file; name a folder")
    if calibrate:
        if engine is not None or any((decks, numbers, bits, rounds, scaling, state_bits)):
            raise click.UsageError("--calibrate judges the suite; leave out the engine and the files")
        from fairfelt.conformance.cli.chance_calibration import run_calibration

        return run_calibration(level, samples, seed, workers, scheduler, out, as_json)
    pack = chosen_pack(packs, jokers, order)
    if watch is not None:
        return _watch(decks, watch, pack, level)
    from fairfelt.conformance.chance.files import BitFile, DeckFile, Judgeable
    from fairfelt.conformance.cli.choices import chosen_rules

    files: list[Judgeable] = []
    if decks is not None:
        files.append(DeckFile(decks, pack, size.shuffles, order and "as --order says"))
    if numbers is not None:
        files.append(number_file(numbers, below, size.numbers))
    if bits is not None:
        files.append(BitFile(bits, size.bits, nist_legacy))
    if rounds is not None:
        rules = None if game is None else chosen_rules(game, variant, options, pay_tables)
        files.append(round_file(rounds, mapping, rules, size.played))
    declared = declaration(scaling, source_bits, below, state_bits, packs, jokers)
    given = Given(tuple(files), declared, scan)
    if engine is None and not given:
        raise click.UsageError("name an engine with --game, or a file: --decks, --numbers, --bits or --rounds")
    if engine is not None and files:
        raise click.UsageError("judge an engine or files, one at a time")
    _check_flags(
        {
            "--below": (below, numbers or scaling),
            "--nist-legacy": (nist_legacy, bits),
            "--mapping": (mapping, rounds),
            "--scan": (scan, decks or engine),
            "--order": (order, decks),
            "--source-bits": (source_bits, scaling),
            "--scheduler": (scheduler, calibrate),
        }
    )
    if engine is None:
        data = judge_given(given, level, game, _command(), as_json)
    elif game is None:
        raise click.UsageError("an engine is judged at a game; name it with --game")
    else:
        rules = chosen_rules(game, variant, options, pay_tables)
        data = _judge_engine(engine, rules, profile, level, given, as_json, timeout)
    _tell(data, out, as_json)
    return int(data["exit_code"])


def _check_flags(flags: dict[str, tuple[object, object]]) -> None:
    """Refuse a flag that nothing here would heed."""
    for flag, (given, heeded) in flags.items():
        if given and not heeded:
            raise click.UsageError(f"{flag} goes with something that is not asked for here; see --help")


def _watch(decks: Path | None, state: Path, pack: "Pack", level: "Level") -> int:
    from fairfelt.conformance.cli.chance_files import watch_decks

    if decks is None:
        raise click.UsageError("--watch needs --decks: the decks that came since it was last called")
    words, alarm = watch_decks(decks, state, pack, level)
    say(words)
    return exit_code("fail" if alarm else "pass")


def _judge_engine(
    engine: str, rules: "Rules", profile: str, level: "Level", given: "Given", quiet: bool, timeout: float | None
) -> dict[str, Any]:
    from fairfelt.conformance.chance.engine import judge_engine
    from fairfelt.conformance.cli.certify import show_progress
    from fairfelt.conformance.cli.chance_files import shares_done
    from fairfelt.conformance.cli.choices import timeouts
    from fairfelt.conformance.run import Order

    order = Order(engine, rules, PROFILES[profile], command=_command(), timeouts=timeouts(timeout), level=level)
    searching = partial(shares_done, "searching seeds", quiet)
    with show_progress(quiet=quiet) as advance:
        return judge_engine(order, advance, given.declaration, given.scan, searching)


def _command() -> str:
    return f"fairfelt {shlex.join(argument.encode('utf-8', 'backslashreplace').decode() for argument in sys.argv[1:])}"


def _tell(data: dict[str, Any], out: Path | None, as_json: bool) -> None:
    text = json.dumps(data, indent=1, ensure_ascii=False)
    if out is not None:
        from fairfelt.reports.chance_html import render_chance

        out.mkdir(parents=True, exist_ok=True)
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
