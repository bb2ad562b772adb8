"""`fairfelt certify`: play an engine, judge it, and write the report."""

import json
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fairfelt.conformance.cli.choices import chosen_rules, game_choices, timeout_choice, timeouts
from fairfelt.conformance.profiles import PROFILES

if TYPE_CHECKING:
    from fairfelt.conformance.record import Record
    from fairfelt.rulesets.choose import Rules

PART = "records.jsonl.part"


@click.command()
@click.argument("engine")
@game_choices
@click.option(
    "--profile",
    type=click.Choice(list(PROFILES)),
    default="ci",
    show_default=True,
    help="How much is asked and played.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("fairfelt-report"),
    show_default=True,
    help="Folder for report, summary, records and JUnit.",
)
@click.option(
    "--known-failures",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="YAML: requirement ids with issue and reason.",
)
@click.option(
    "--requirement",
    "only",
    multiple=True,
    metavar="ID",
    help="Judge only this requirement; certifies nothing.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Changes which rounds are dealt and drawn.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON and nothing else.")
@timeout_choice
def certify(
    engine: str,
    game: str,
    variant: str | None,
    options: tuple[str, ...],
    pay_tables: tuple[str, ...],
    profile: str,
    out: Path,
    known_failures: Path | None,
    only: tuple[str, ...],
    seed: int,
    as_json: bool,
    timeout: float | None,
) -> int:
    """Play ENGINE by the rules of GAME, judge every round, and write a report.

    ENGINE is `reference`, `python:MODULE:NAME` or `cmd:COMMAND`.

    \b
    Examples:
      fairfelt certify reference --game six-card-poker
      fairfelt certify "cmd:node engine.js" --game casino-holdem --pay-table ante=100-20-10-3-2-1
      fairfelt certify python:mygame:Engine --game six-card-poker --variant electronic --profile lab

    \b
    OUT gets report.html, summary.json, records.jsonl and junit.xml.
    Exit codes: 0 conforms, or fails only as known (which certifies nothing); 1 does not conform;
    2 not decided; 10 usage or ruleset error; 11 engine not reachable; 12 error of the suite.
    """
    from fairfelt.conformance.known import read_known
    from fairfelt.conformance.run import Order, requirement_ids, run

    rules = chosen_rules(game, variant, options, pay_tables)
    ids = requirement_ids(rules, PROFILES[profile]) if only or known_failures else ()
    _check_known_ids(only, ids)
    known = read_known(known_failures, ids) if known_failures else {}
    _prepare(out)
    order = Order(
        spec=engine,
        rules=rules,
        profile=PROFILES[profile],
        seed=seed,
        only=only,
        known=known,
        today=datetime.now(UTC).date(),
        command=f"fairfelt {shlex.join(_arguments())}",
        timeouts=timeouts(timeout),
    )
    with show_progress(quiet=as_json) as advance, _record_file(out, rules, order.spec, seed) as keep:
        summary = run(order, advance, keep)
    _write(out, summary)
    _tell(summary, out, as_json)
    return int(summary["exit_code"])


def _arguments() -> list[str]:
    return [argument.encode("utf-8", "backslashreplace").decode() for argument in sys.argv[1:]]


def _check_known_ids(only: tuple[str, ...], ids: tuple[str, ...]) -> None:
    from fairfelt.conformance.run import unknown_id

    for name in only:
        if name not in ids:
            raise click.UsageError(f"--requirement {unknown_id(name, ids)}")


def _prepare(out: Path) -> None:
    """Make the folder, or say why it can't be had. A folder with other things in it is left alone."""
    ours = {"report.html", "summary.json", "records.jsonl", "junit.xml", PART}
    try:
        if out.exists() and not out.is_dir():
            raise click.UsageError(f"--out {out} is a file; name a folder")
        if out.is_dir() and any(entry.name not in ours for entry in out.iterdir()):
            raise click.UsageError(f"--out {out} holds other files than a report; name a new or empty folder")
        out.mkdir(parents=True, exist_ok=True)
        folder = next((name for name in ours if (out / name).is_dir()), None)
        if folder is not None:
            raise click.UsageError(f"--out {out} holds a folder named {folder}; name a new or empty folder")
        (out / PART).touch()
    except OSError as error:
        raise click.UsageError(
            f"--out {out} can't be written ({error.strerror}); name a folder that you may write"
        ) from None


@contextmanager
def _record_file(out: Path, rules: "Rules", spec: str, seed: int) -> "Iterator[Callable[[Record], None]]":
    """Write records as they are played, beside an older report, which stays until the run is complete.

    The footer comes last, so that a run that was cut off shows.
    """
    from fairfelt.conformance.record import footer_line, header_line, record_line

    header = {"game": rules.ruleset.game, "ruleset_digest": rules.digest, "engine": spec, "seed": seed}
    count = 0
    with (out / PART).open("w", encoding="utf-8") as file:

        def keep(record: "Record") -> None:
            nonlocal count
            count += 1
            file.write(record_line(record))

        file.write(header_line(header))
        yield keep
        file.write(footer_line(count))


@contextmanager
def show_progress(quiet: bool) -> Iterator[Callable[[int, int, str], None]]:
    """Show a bar on a terminal; elsewhere stay silent."""
    if quiet or not sys.stderr.isatty():
        from fairfelt.conformance.run import silent

        yield silent
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("judging"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, of, what: bar.update(task, completed=done, total=of, description=what)


def _write(out: Path, summary: dict[str, Any]) -> None:
    """Put the whole report in place of an older one."""
    from fairfelt.reports.html import render_report
    from fairfelt.reports.junit import junit_xml

    (out / PART).replace(out / "records.jsonl")
    (out / "summary.json").write_text(
        json.dumps(summary, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    (out / "junit.xml").write_text(junit_xml(summary), encoding="utf-8")
    (out / "report.html").write_text(render_report(summary), encoding="utf-8")


def _tell(summary: dict[str, Any], out: Path, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(summary, ensure_ascii=False))
        return
    from rich.console import Console

    from fairfelt.reports.terminal import print_summary

    print_summary(summary, Console())
    click.echo(f"report: {out / 'report.html'}")
