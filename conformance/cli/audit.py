"""`fairfelt audit`: an operator's recorded rounds, settled again by the rules."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fairfelt.conformance.cli.choices import chosen_rules
from fairfelt.conformance.cli.rules_choices import say
from fairfelt.conformance.verdict import exit_code

if TYPE_CHECKING:
    from fairfelt.conformance.audit.tally import Tally


@click.command()
@click.argument("game")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--variant", metavar="V", help="A named bundle of readings.")
@click.option("--option", "options", multiple=True, metavar="K=V", help="One reading of an option.")
@click.option("--pay-table", "pay_tables", multiple=True, metavar="WAGER=TABLE", help="The pay table of a wager.")
@click.option(
    "--mapping",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="What the columns of a foreign log mean.",
)
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Write audit.json there; needed to resume.")
@click.option("--resume", is_flag=True, help="Go on with the audit in --out that was interrupted.")
@click.option(
    "--every",
    type=click.IntRange(min=1),
    default=100,
    metavar="N",
    help="Hold one record in N against all checks (100); a log of rows has no messages to check.",
)
@click.option("--json", "as_json", is_flag=True, help="Write the result as JSON.")
def audit(
    game: str,
    file: Path,
    variant: str | None,
    options: tuple[str, ...],
    pay_tables: tuple[str, ...],
    mapping: Path | None,
    out: Path | None,
    resume: bool,
    every: int,
    as_json: bool,
) -> int:
    """Settle the recorded rounds in FILE again, and tell every wager that came back as it should not.

    FILE holds a round of one bettor in each line, as JSON, or is the records.jsonl of a certification, or a Parquet
    file. Foreign logs need a mapping file that says what their columns mean; nothing is guessed. A name ending in .gz
    is unpacked.

    \b
    Examples:
      fairfelt audit six-card-poker november.jsonl
      fairfelt audit casino-holdem fairfelt-report/records.jsonl --pay-table ante=100-20-10-3-2-1
      fairfelt audit three-card-poker-6-card-bonus rounds.csv --mapping columns.yaml --out audit \\
        --pay-table pair-plus=40-30-6-3-1 --pay-table six-card-bonus=1000-200-100-20-15-10-7

    \b
    Exit codes: 0 all settled as due; 1 findings; 2 nothing to settle; 10 usage, or a log that can't be read at all.
    """
    from hashlib import sha256

    from fairfelt.conformance.audit.errors import AuditError
    from fairfelt.conformance.audit.mapping import load_mapping
    from fairfelt.conformance.audit.run import audit as run_audit
    from fairfelt.conformance.audit.state import STATE, load_state, save_state
    from fairfelt.conformance.audit.summary import verdict
    from fairfelt.conformance.audit.tally import Tally

    rules = chosen_rules(game, variant, options, pay_tables)
    if resume and out is None:
        raise click.UsageError("--resume goes on with the audit in a folder; name it with --out")
    mapped = load_mapping(mapping) if mapping else None
    digest = rules.digest + (sha256(mapping.read_bytes()).hexdigest() if mapping else "")
    try:
        tally, start = load_state(out, file, digest) if resume and out else (Tally(), 0)
        if out:
            out.mkdir(parents=True, exist_ok=True)
            save_state(out, file, digest, tally, start)
        with _progress(file) as tell:

            def saved(so_far: "Tally", done: int) -> None:
                tell(done)
                if out:
                    save_state(out, file, digest, so_far, done)

            run_audit(rules, file, mapped, tally, start, saved, every=every)
    except AuditError as error:
        raise click.ClickException(str(error)) from None
    except KeyboardInterrupt:
        if out:
            say(f"stopped; go on with the same command and --resume ({out / STATE} says how far it is)", err=True)
        else:
            say("stopped; with --out DIR an audit can be gone on with", err=True)
        raise
    _tell(rules, tally, out, as_json)
    return exit_code(verdict(tally))  # type: ignore[arg-type]


def _tell(rules: object, tally: "Tally", out: Path | None, as_json: bool) -> None:
    import json

    from rich.console import Console

    from fairfelt.conformance.audit.state import STATE
    from fairfelt.conformance.audit.summary import summarise
    from fairfelt.reports.audit import print_audit

    summary = summarise(rules, tally)  # type: ignore[arg-type]
    text = json.dumps(summary, indent=1, ensure_ascii=False)
    if out:
        (out / "audit.json").write_text(text + "\n", encoding="utf-8")
        (out / STATE).unlink(missing_ok=True)
    if as_json:
        say(text)
    else:
        print_audit(summary, Console())


@contextmanager
def _progress(file: Path) -> Iterator[Callable[[int], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    columns = (TextColumn("auditing"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=file.stat().st_size if file.suffix != ".gz" else None)
        yield lambda done: bar.update(task, completed=done)
