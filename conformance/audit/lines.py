"""Lines of a log that is a table: comma-separated values, or a Parquet file."""

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import IO, Any

from fairfelt.conformance.audit.errors import AuditError, Unreadable
from fairfelt.conformance.audit.mapping import Mapped


@dataclass(frozen=True)
class Line:
    """A line of the log: its number, its data, and where the next line begins."""

    number: int
    data: Mapping[str, Any] | None
    fault: Unreadable | None
    end: int


def table_lines(file: IO[bytes], mapping: Mapped, number: int) -> Iterator[Line]:
    """Read a table with a header; a resumed run reads past what is done."""
    text = io.TextIOWrapper(file, encoding="utf-8-sig", errors="backslashreplace", newline="")
    rows = csv.reader(text, delimiter=mapping.delimiter)
    header = next(rows, [])
    twice = sorted({name for name in header if header.count(name) > 1})
    if twice:
        raise AuditError(f"the header names {twice[0]!r} twice")
    while (cells := _next_row(rows)) is not None:
        if rows.line_num <= number:
            continue
        at, done = rows.line_num, file.tell()
        if isinstance(cells, Unreadable):
            yield Line(at, None, cells, done)
        elif len(cells) != len(header):
            what, mend = f"{len(cells)} cells under {len(header)} headings", "quote cells that hold the delimiter"
            yield Line(at, None, Unreadable(what, mend), done)
        else:
            yield Line(at, dict(zip(header, cells, strict=True)), None, done)


def _next_row(rows: Iterator[list[str]]) -> list[str] | Unreadable | None:
    """Give the next row of a table that is not empty, None at its end."""
    try:
        return next((cells for cells in rows if cells), None)
    except csv.Error as error:
        return Unreadable(f"no row of a table ({error})", "a quote that is not closed swallows what follows")


def parquet_lines(file: IO[bytes], number: int) -> Iterator[Line]:
    """Read the rows of a Parquet file, batch by batch; a resumed run reads past what is done."""
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError:
        raise AuditError("Parquet files need pyarrow: install `fairfelt[parquet]`") from None
    try:
        at = 0
        for batch in ParquetFile(file).iter_batches():
            for row in batch.to_pylist():
                at += 1
                if at > number:
                    yield Line(at, _without_gaps(row), None, at)
    except ArrowException as error:
        raise AuditError(f"no whole Parquet file: {error}") from None


def _without_gaps(row: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what is null: a Parquet file has every field in every row."""
    return {
        name: _without_gaps(value) if isinstance(value, Mapping) else value
        for name, value in row.items()
        if value is not None
    }
