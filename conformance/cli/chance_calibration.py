"""`fairfelt chance --calibrate`: the suite judged by sources whose fairness is known."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fairfelt.conformance.cli.rules_choices import say
from fairfelt.conformance.verdict import exit_code

if TYPE_CHECKING:
    from fairfelt.stats.decision.rule import Level

DATA = "calibration.json"


def run_calibration(
    level: "Level", samples: int, seed: int, workers: int, scheduler: str | None, out: Path | None, as_json: bool
) -> int:
    """Calibrate, and write and tell what came of it."""
    from fairfelt.stats.calibration.run import calibrate
    from fairfelt.stats.catalogue import left_out
    from fairfelt.stats.streams.errors import RunError

    if out is not None and out.exists() and not out.is_dir():
        raise click.UsageError(f"--out {out} is a file; name a folder")
    kept = None if out is None else out / "parts"
    try:
        with _progress(as_json) as tell:
            data = calibrate(
                samples, seed, level=level, workers=workers, scheduler=scheduler, folder=kept, tell=tell
            )
    except RunError as error:
        raise click.ClickException(str(error)) from None
    except KeyboardInterrupt:
        how = "go on with the same command" if out else "with --out DIR a calibration can be gone on with"
        say(f"stopped; {how}", err=True)
        raise
    missing = left_out()
    if missing:
        data["notes"] = [missing]
    text = json.dumps(data, indent=1, ensure_ascii=False)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        (out / DATA).write_text(text + "\n", encoding="utf-8")
    if as_json:
        say(text)
    else:
        from rich.console import Console

        from fairfelt.reports.calibration import print_calibration

        print_calibration(data, Console())
        if out is not None:
            click.echo(f"calibration: {out / DATA}")
    return exit_code("pass" if data["sound"] else "fail")


@contextmanager
def _progress(quiet: bool) -> Iterator[Callable[[int, int, str], None]]:
    if quiet or not sys.stderr.isatty():
        yield lambda *_: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("calibrating"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, TextColumn("{task.description}"), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, of, what: bar.update(task, completed=done, total=of, description=what)
