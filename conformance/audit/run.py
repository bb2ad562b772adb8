"""Stream a log: read, settle and add up slice by slice, in memory that does not grow with the log."""

import gzip
import json
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from fairfelt.conformance.audit.errors import AuditError, Unreadable
from fairfelt.conformance.audit.lines import Line, parquet_lines, table_lines
from fairfelt.conformance.audit.looks import look_over
from fairfelt.conformance.audit.mapping import Mapped
from fairfelt.conformance.audit.recorded import cards_move, rows_by_replay, rows_of_record
from fairfelt.conformance.audit.rows import Names, Row, names_of, read_row
from fairfelt.conformance.audit.settle import anyone_did, settle_alone, settle_rows
from fairfelt.conformance.audit.tables import rounds_of
from fairfelt.conformance.audit.tally import Example, Tally, add
from fairfelt.conformance.checks import judge
from fairfelt.conformance.connections.answers import Result
from fairfelt.conformance.protocol.methods import check_params, check_result
from fairfelt.conformance.record import Record, read_record
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
MOST_TOGETHER = 2
"""Slices that the rows of one round may fill before they are taken apart all the same."""
SAMPLED = 1_000
"""One row in so many is settled again by the oracle of single rounds, whatever came of it; the line decides which."""
GOLDEN = 0x9E3779B1
UNREADABLE, CUT = "unreadable", "cut"
CUT_HERE = "the file ends in the middle of a line"
ALTERED = "the file was altered"

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
    end, recorded, whole = start, False, False
    for line in _lines(path, mapping, start, tally.lines):
        if mapping is None and line.data is not None:
            recorded = _is_recorded(rules, line.data, recorded)
            whole = line.data.get("end") == line.number - 2
        fresh, fault = _read(rules, names, mapping, line)
        together = bool(rows and fresh) and fresh[0].round == rows[-1].round
        if rows and len(rows) >= slice_rows * (MOST_TOGETHER if together else 1):
            _judge(rules, rows, tally)
            saved(tally, end)
            rows = []
        tally.lines, end = line.number, line.end
        rows.extend(fresh)
        if mapping is None and line.data and "exchanges" in line.data and line.number % every == 0 and fault is None:
            _check(rules, line, tally)
        if fault is not None:
            kind = CUT if fault.what == CUT_HERE else UNREADABLE
            tally.note(kind, Example(line.number, "", fault.what, fault.mend))
            _stop_if_nothing_fits(names, tally, rows)
    if rows:
        _judge(rules, rows, tally)
    if recorded and not whole:
        what = "the footer is missing or counts other records"
        tally.note(CUT, Example(tally.lines, "", what, "the file was cut or altered; get the whole file"))
    saved(tally, end)
    return tally


def readable_rows(rules: Rules, path: Path, mapping: Mapped | None) -> Iterator[Row]:
    """Read every row of a log; raise AuditError for a line that can't be read."""
    names = names_of(rules)
    for line in _lines(path, mapping, 0, 0):
        if mapping is None and line.data is not None and ("records" in line.data or "exchanges" in line.data):
            raise AuditError(f"{path.name} holds records of a certification, whose rounds were dealt on purpose")
        rows, fault = _read(rules, names, mapping, line)
        if fault is not None:
            raise AuditError(f"{path.name}, line {line.number}: {fault}")
        yield from rows


def _is_recorded(rules: Rules, data: Mapping[str, Any], before: bool) -> bool:
    """Say whether a line, or one before it, is of a certification's records; refuse those of another game."""
    game = data.get("game", rules.ruleset.game) if "records" in data else rules.ruleset.game
    if game != rules.ruleset.game:
        raise AuditError(f"these are records of {game!r}, not of {rules.ruleset.game}; name that game")
    return before or "exchanges" in data or "records" in data


def _read(
    rules: Rules, names: Names, mapping: Mapped | None, line: Line
) -> tuple[list[Row], Unreadable | None]:
    if line.fault is not None:
        return [], line.fault
    try:
        return list(_rows(rules, names, mapping, line)), None
    except Unreadable as error:
        return [], error


def _check(rules: Rules, line: Line, tally: Tally) -> None:
    """Hold a record of one round against every check of a certification but those of money, which is settled anyway."""
    assert line.data is not None
    try:
        record = read_record(line.data)
        broken = next(_broken_messages(record), None)
    except (LookupError, TypeError, AttributeError) as error:
        tally.note(UNREADABLE, Example(line.number, "", f"no record ({error})", ALTERED))
        return
    if broken is not None:
        tally.note(UNREADABLE, Example(line.number, str(record.id), broken, ALTERED))
        return
    if [exchange.method for exchange in record.exchanges].count("round.start") != 1:
        return
    tally.checked += 1
    # Whose turn it is to bank depends on the rounds before, which a record does not tell: no refusal is judged then.
    elsewhere = {"settlement", "bank", *(("refusal",) if rules.ruleset.bank else ())}
    for finding in judge(rules, house_limits(rules), record).findings:
        if finding.kind not in elsewhere and not finding.warning:
            tally.note(finding.rule, Example(line.number, record.id, finding.actual, finding.expected))


def _broken_messages(record: Record) -> Iterator[str]:
    """Find what is no message of the protocol: checks read what a connection has let through, and nothing else."""
    for exchange in record.exchanges:
        problem = check_params(exchange.method, exchange.params, allow_unknown=True)
        if problem is None and isinstance(exchange.answer, Result):
            problem = check_result(exchange.method, exchange.answer.value)
        if problem is not None:
            yield f"{exchange.method}: {problem}"


def _judge(rules: Rules, rows: list[Row], tally: Tally) -> None:
    for row, (kind, told, allowed) in look_over(rules, rows):
        tally.note(kind, Example(row.line, row.round, told, allowed))
    due = settle_rows(rules, rows)
    wrong = add(rules, tally, rows, due)
    drawn = [at for at, row in enumerate(rows) if at not in due.faults and _drawn(row.line)]
    tally.resettled += len(drawn)
    again = dict.fromkeys([*drawn, *(at for at, _ in wrong[:CONFIRMED])])
    others = anyone_did(rules, rows) if again else []
    spans = list(rounds_of(rows)) if again and rules.policies else []
    for at in again:
        start, end = next((span for span in spans if span[0] <= at < span[1]), (at, at + 1))
        alone = settle_alone(rules, rows[start:end], others[at])[at - start]
        for wager, units in alone.items():
            if units != due.returned[wager][at]:
                in_bulk = f"{due.returned[wager][at]} in bulk"
                raise AssertionError(f"line {rows[at].line}: {wager} is {units} alone and {in_bulk}")


def _drawn(line: int) -> bool:
    """Say whether a line is in the sample, which is spread evenly over the log: multiples of the golden ratio are."""
    return line * GOLDEN % (1 << 32) < (1 << 32) // SAMPLED


def _rows(rules: Rules, names: Names, mapping: Mapped | None, line: Line) -> Iterator[Row]:
    assert line.data is not None
    data = line.data if mapping is None else {"round": f"line {line.number}", **mapping.row(line.data)}
    if mapping is None and "exchanges" in data:
        try:
            if cards_move(rules.ruleset):
                yield from rows_by_replay(rules, names, data, line.number)
            else:
                yield from rows_of_record(names, data, line.number)
        except (LookupError, TypeError, AttributeError, ValueError) as error:
            raise Unreadable(f"no record ({type(error).__name__}: {error})", "the file was altered") from None
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
    last: Line | None = None
    try:
        with _opened(path) as file:
            for last in _lines_of(file, path.suffix, mapping, start, number):
                yield last
    except (OSError, EOFError, zlib.error) as error:
        if last is None:
            raise AuditError(f"{path.name} can't be read: {error}; name a log of rounds") from None
        yield Line(last.number + 1, None, Unreadable(CUT_HERE, f"{error}; get the whole file"), last.end)


def _lines_of(file: IO[bytes], suffix: str, mapping: Mapped | None, start: int, number: int) -> Iterator[Line]:
    if suffix == ".parquet":
        return parquet_lines(file, number)
    if mapping is not None and mapping.table:
        return table_lines(file, mapping, number)
    return _json_lines(file, start, number)


def _json_lines(file: IO[bytes], start: int, number: int) -> Iterator[Line]:
    file.seek(start)
    end = start
    for raw in file:
        number, end = number + 1, end + len(raw)
        if raw.strip():
            yield _json_line(raw, number, end)


def _opened(path: Path) -> IO[bytes]:
    return gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb")  # type: ignore[return-value]


def _json_line(raw: bytes, number: int, end: int) -> Line:
    try:
        data = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        whole = raw.endswith(b"\n")
        what = f"no JSON ({error})" if whole else CUT_HERE
        mend = "write one JSON object a line" if whole else "the log was cut; get the whole file"
        return Line(number, None, Unreadable(what, mend), end)
    if not isinstance(data, dict):
        return Line(number, None, Unreadable("no JSON object", "write one object a line"), end)
    return Line(number, data, None, end)
