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

from fairfelt.conformance.cli.certify_files import prepare, record_file, write_report
from fairfelt.conformance.cli.choices import chosen_rules, game_choices, timeout_choice, timeouts
from fairfelt.conformance.profiles import PROFILES

if TYPE_CHECKING:
    from fairfelt.conformance.proof_attached import Proof
    from fairfelt.rulesets.choose import Rules


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
@click.option(
    "--proof",
    "proof_path",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Attach what `fairfelt prove GAME --out DIR` wrote: DIR, or its proof.json.",
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
    proof_path: Path | None,
    as_json: bool,
    timeout: float | None,
) -> int:
    """Play ENGINE by the rules of GAME, judge every round, and write a report.

    ENGINE is `reference`, `python:MODULE:NAME` or `cmd:COMMAND`.

    A proof shows how strong the checks are: each rule of the game is broken, and a check must name it. It never changes
    the verdict. Profile `certificate` ends with a quick one of its own, unless you attach one or name requirements.

    \b
    Examples:
      fairfelt certify reference --game six-card-poker
      fairfelt certify "cmd:node engine.js" --game casino-holdem --pay-table ante=100-20-10-3-2-1
      fairfelt certify python:mygame:Engine --game six-card-poker --variant electronic --profile lab
      fairfelt certify cmd:./engine --game six-card-poker --profile lab --proof proof

    \b
    OUT gets report.html, summary.json, records.jsonl and junit.xml.
    Exit codes: 0 conforms, or fails only as known (which certifies nothing); 1 does not conform;
    2 not decided; 10 usage or ruleset error; 11 engine not reachable; 12 error of the suite.
    """
    from fairfelt.conformance.known import read_known
    from fairfelt.conformance.proof_attached import proof_by_this_run, with_proof
    from fairfelt.conformance.run import Order, requirement_ids, run

    rules = chosen_rules(game, variant, options, pay_tables)
    ids = requirement_ids(rules, PROFILES[profile]) if only or known_failures else ()
    _check_known_ids(only, ids)
    known = read_known(known_failures, ids) if known_failures else {}
    proof = _proof_to_attach(proof_path, rules) if proof_path else None
    prepare(out)
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
    with show_progress(quiet=as_json) as advance, record_file(out, rules, order.spec, seed) as keep:
        summary = run(order, advance, keep)
    if proof is not None:
        summary = with_proof(summary, proof)
    write_report(out, summary)
    if proof is None and order.profile.proves and not only:
        # The report is there already: who has no patience for the proof keeps it.
        with show_progress(as_json, "proving that the checks can fail:") as advance:
            summary = with_proof(summary, proof_by_this_run(rules, seed, advance))
        write_report(out, summary)
    _tell(summary, out, as_json)
    return int(summary["exit_code"])


def _proof_to_attach(path: Path, rules: "Rules") -> "Proof":
    from fairfelt.conformance.proof_attached import proof_from
    from fairfelt.conformance.proof_file import ProofError

    try:
        return proof_from(path, rules)
    except ProofError as error:
        raise click.ClickException(str(error)) from None


def _arguments() -> list[str]:
    return [argument.encode("utf-8", "backslashreplace").decode() for argument in sys.argv[1:]]


def _check_known_ids(only: tuple[str, ...], ids: tuple[str, ...]) -> None:
    from fairfelt.conformance.run import unknown_id

    for name in only:
        if name not in ids:
            raise click.UsageError(f"--requirement {unknown_id(name, ids)}")


@contextmanager
def show_progress(quiet: bool, doing: str = "judging") -> Iterator[Callable[[int, int, str], None]]:
    """Show a bar on a terminal; elsewhere stay silent."""
    if quiet or not sys.stderr.isatty():
        from fairfelt.conformance.run import silent

        yield silent
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn(doing),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, of, what: bar.update(task, completed=done, total=of, description=what)


def _tell(summary: dict[str, Any], out: Path, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(summary, ensure_ascii=False))
        return
    from rich.console import Console

    from fairfelt.reports.terminal import print_summary

    print_summary(summary, Console())
    click.echo(f"report: {out / 'report.html'}")
