"""Stream a log: read, settle and add up slice by slice, in memory that does not grow with the log."""

import gzip
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import IO, Any

from fairfelt.conformance.audit.errors import AuditError, Unreadable
from fairfelt.conformance.audit.looks import look
from fairfelt.conformance.audit.mapping import Mapped
from fairfelt.conformance.audit.recorded import cards_move, rows_by_replay, rows_of_record
from fairfelt.conformance.audit.rows import Names, Row, names_of, read_row
from fairfelt.conformance.audit.settle import anyone_did, settle_alone, settle_rows
from fairfelt.conformance.audit.tally import Example, Tally, add
from fairfelt.rulesets.choose import Rules

SLICE = 1 << 15
"""Rows that are settled together."""
CONFIRMED = 5
"""Differences of a slice that the oracle of single rounds settles again."""
TRIED = 100
"""Unreadable lines after which an audit asks itself whether the log is of this game at all."""
UNREADABLE, CUT = "unreadable", "cut"

Saved = Callable[[Tally, int], None]
"""Told, after each slice, what has been added up and how many bytes of the log are done."""


@dataclass(frozen=True)
class Line:
    """A line of the log: its number, its data, and where the next line begins."""

    number: int
    data: Mapping[str, Any] | None
    fault: Unreadable | None
    end: int


def audit(
    rules: Rules, path: Path, mapping: Mapped | None, tally: Tally, start: int, saved: Saved, slice_rows: int = SLICE
) -> Tally:
    """Audit a log from a byte on, adding to `tally`.

    Raise AuditError for a file that can't be read, and for one of which nothing at all fits the game.
    """
    names = names_of(rules)
    rows: list[Row] = []
    end = start
    for line in _lines(path, mapping, start, tally.lines):
        if len(rows) >= slice_rows:
            fresh = line.data is not None and str(line.data.get("round", line.data.get("record"))) != rows[-1].round
            if fresh:
                _judge(rules, rows, tally)
                saved(tally, end)
                rows = []
        tally.lines, end = line.number, line.end
        try:
            if line.fault is not None:
                raise line.fault
            rows.extend(_rows(rules, names, mapping, line))
        except Unreadable as error:
            kind = CUT if error.what.startswith("the file ends") else UNREADABLE
            tally.note(kind, Example(line.number, "", error.what, error.mend))
            _stop_if_nothing_fits(names, tally, rows)
    if rows:
        _judge(rules, rows, tally)
    saved(tally, end)
    return tally


def _judge(rules: Rules, rows: list[Row], tally: Tally) -> None:
    for row in rows:
        for kind, told, allowed in look(rules, row):
            tally.note(kind, Example(row.line, row.round, told, allowed))
    due = settle_rows(rules, rows)
    wrong = add(rules, tally, rows, due)
    others = anyone_did(rules, rows) if wrong else []
    for at, wager in wrong[:CONFIRMED] if not rules.policies else ():
        alone = settle_alone(rules, rows[at], others[at]).get(wager, 0)
        if alone != due.returned[wager][at]:
            in_bulk = due.returned[wager][at]
            raise AssertionError(f"line {rows[at].line}: {wager} is {alone} alone and {in_bulk} in bulk")


def _rows(rules: Rules, names: Names, mapping: Mapped | None, line: Line) -> Iterator[Row]:
    assert line.data is not None
    data = line.data if mapping is None else {"round": f"line {line.number}", **mapping.row(line.data)}
    if mapping is None and "exchanges" in data:
        try:
            if cards_move(rules.ruleset):
                yield from rows_by_replay(rules, names, data, line.number)
            else:
                yield from rows_of_record(names, data, line.number)
        except (KeyError, TypeError, AttributeError) as error:
            raise Unreadable(f"a record lacks {error}", "the file was altered") from None
    elif not (mapping is None and ("records" in data or "end" in data)):
        yield read_row(names, data, line.number)


def _stop_if_nothing_fits(names: Names, tally: Tally, rows: list[Row]) -> None:
    """Give up on a file of which hardly a line can be read: it is another game's, or needs a mapping."""
    bad = tally.groups[UNREADABLE].count if UNREADABLE in tally.groups else 0
    good = tally.rows + len(rows)
    if bad == TRIED and bad > 3 * good:
        first = tally.groups[UNREADABLE].first
        mend = f"are these rounds of {names.game}? Foreign columns need --mapping"
        told = f"line {first.line}: {first.told} ({first.due})"
        raise AuditError(f"of the first {bad + good} rounds {bad} can't be read; {told}; {mend}")


def _lines(path: Path, mapping: Mapped | None, start: int, number: int) -> Iterator[Line]:
    try:
        with _opened(path) as file:
            if mapping is not None and mapping.table:
                yield from _table_lines(file, mapping, number)
                return
            file.seek(start)
            end = start
            for raw in file:
                number, end = number + 1, end + len(raw)
                if not raw.strip():
                    continue
                yield _json_line(raw, number, end)
    except (OSError, EOFError) as error:
        raise AuditError(f"{path.name} can't be read: {error}") from None


def _opened(path: Path) -> IO[bytes]:
    return gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb")  # type: ignore[return-value]


def _json_line(raw: bytes, number: int, end: int) -> Line:
    try:
        data = json.loads(raw.removeprefix(b"\xef\xbb\xbf"))
    except (ValueError, RecursionError) as error:
        whole = raw.endswith(b"\n")
        what = f"no JSON ({error})" if whole else "the file ends in the middle of a line"
        mend = "write one JSON object a line" if whole else "the log was cut; get the whole file"
        return Line(number, None, Unreadable(what, mend), end)
    if not isinstance(data, dict):
        return Line(number, None, Unreadable("no JSON object", "write one object a line"), end)
    return Line(number, data, None, end)


def _table_lines(file: IO[bytes], mapping: Mapped, number: int) -> Iterator[Line]:
    """Read a table with a header; a resumed run reads past what is done."""
    import csv
    import io

    text = io.TextIOWrapper(file, encoding="utf-8-sig", errors="backslashreplace", newline="")
    rows = csv.reader(text, delimiter=mapping.delimiter)
    header = next(rows, [])
    twice = sorted({name for name in header if header.count(name) > 1})
    if twice:
        raise AuditError(f"the header names {twice[0]!r} twice")
    for at, cells in enumerate(chain(rows), start=2):
        if at <= number:
            continue
        if len(cells) != len(header):
            what, mend = f"{len(cells)} cells under {len(header)} headings", "quote cells that hold the delimiter"
            yield Line(at, None, Unreadable(what, mend), at)
        else:
            yield Line(at, dict(zip(header, cells, strict=True)), None, at)
