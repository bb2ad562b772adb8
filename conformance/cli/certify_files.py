"""The folder that `fairfelt certify` writes: report, summary, records and JUnit."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from fairfelt.conformance.record import Record
    from fairfelt.rulesets.choose import Rules

PART = "records.jsonl.part"


def prepare(out: Path) -> None:
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
def record_file(out: Path, rules: "Rules", spec: str, seed: int) -> "Iterator[Callable[[Record], None]]":
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


def write_report(out: Path, summary: dict[str, Any]) -> None:
    """Put the whole report in place of an older one. It may be written once more, with a proof."""
    from fairfelt.reports.html import render_report
    from fairfelt.reports.junit import junit_xml

    if (out / PART).exists():
        (out / PART).replace(out / "records.jsonl")
    (out / "summary.json").write_text(
        json.dumps(summary, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    (out / "junit.xml").write_text(junit_xml(summary), encoding="utf-8")
    (out / "report.html").write_text(render_report(summary), encoding="utf-8")
