"""Stream a log: read, settle and add up slice by slice, in memory that does not grow with the log."""

import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from fairfelt.conformance.audit.errors import AuditError, Unreadable
from fairfelt.conformance.audit.lines import Line, parquet_lines, table_lines
from fairfelt.conformance.audit.looks import look
from fairfelt.conformance.audit.mapping import Mapped
from fairfelt.conformance.audit.recorded import cards_move, rows_by_replay, rows_of_record
from fairfelt.conformance.audit.rows import Names, Row, names_of, read_row
from fairfelt.conformance.audit.settle import anyone_did, settle_alone, settle_rows
from fairfelt.conformance.audit.tally import Example, Tally, add
from fairfelt.conformance.checks import judge
from fairfelt.conformance.record import read_record
from fairfelt.conformance.scenario import house_limits
from fairfelt.rulesets.choose import Rules

EVERY = 100
"""Records are held against all checks one in so many."""
SLICE = 1 << 15
"""Rows that are settled together."""
CONFIRMED = 5
"""Differences of a slice that the oracle of single rounds settles again."""
TRIED = 100
"""Unreadable lines after which an audit asks itself whether the log is of this game at all."""
UNREADABLE, CUT = "unreadable", "cut"

Saved = Callable[[Tally, int], None]
"""Told, after each slice, what has been added up and how many bytes of the log are done."""


def audit(
    rules: Rules,
    path: Path,
    mapping: Mapped | None,
    tally: Tally,
    start: int,
    saved: Saved,
    slice_rows: int = SLICE,
    every: int = EVERY,
) -> Tally:
    """Audit a log from a byte on, adding to `tally`. One line in `every` is held against all checks, where the log has
    the messages of each round.

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
            if mapping is None and line.data and "exchanges" in line.data and line.number % every == 0:
                _check(rules, line, tally)
        except Unreadable as error:
            kind = CUT if error.what.startswith("the file ends") else UNREADABLE
            tally.note(kind, Example(line.number, "", error.what, error.mend))
            _stop_if_nothing_fits(names, tally, rows)
    if rows:
        _judge(rules, rows, tally)
    saved(tally, end)
    return tally


def _check(rules: Rules, line: Line, tally: Tally) -> None:
    """Hold a record of one round against every check of a certification but those of money, which is settled anyway."""
    assert line.data is not None
    record = read_record(line.data)
    if [exchange.method for exchange in record.exchanges].count("round.start") != 1:
        return
    tally.checked += 1
    for finding in judge(rules, house_limits(rules), record).findings:
        if finding.kind not in ("settlement", "bank") and not finding.warning:
            tally.note(finding.rule, Example(line.number, record.id, finding.actual, finding.expected))


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
            if path.suffix == ".parquet":
                yield from parquet_lines(file, number)
                return
            if mapping is not None and mapping.table:
                yield from table_lines(file, mapping, number)
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
