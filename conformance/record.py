"""Records: what was asked of an engine and what came back, round by round, and nothing that judges it.

A file of records is JSON Lines: a header, a line a round, a footer. Without its footer it is cut off and refused.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairfelt.conformance.connections.answers import Answer, Fault, Refusal, Result

FORMAT = 1


class RecordError(Exception):
    """A record file that can't be read, with the line and the mend."""


@dataclass(frozen=True)
class Exchange:
    method: str
    params: Mapping[str, Any]
    answer: Answer


@dataclass(frozen=True)
class Record:
    """One round. `requirement` is what it was played for."""

    id: str
    requirement: str
    exchanges: tuple[Exchange, ...]


def header_line(header: Mapping[str, Any]) -> str:
    """Write the first line of a file."""
    return _line({"records": FORMAT, **header})


def record_line(record: Record) -> str:
    """Write one round."""
    return _line(record_json(record))


def footer_line(count: int) -> str:
    """Write the last line, which says that the file is whole."""
    return _line({"end": count})


def read_records(path: Path) -> tuple[dict[str, Any], tuple[Record, ...]]:
    """Read a file; raise RecordError if it is cut off or garbled."""
    parsed = []
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RecordError(
            f"{path.name}: can't be read ({error}); check the name and that it is UTF-8 text"
        ) from None
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            parsed.append(json.loads(line))
            if not isinstance(parsed[-1], dict):
                raise ValueError("not an object")
        except (ValueError, RecursionError) as error:
            raise RecordError(
                f"{path.name}:{number}: no record ({error}); the file was altered or cut here"
            ) from None
    if not parsed or parsed[0].get("records") != FORMAT:
        raise RecordError(f"{path.name}:1: no header of format {FORMAT}; is this a file of records?")
    if parsed[-1].get("end") != len(parsed) - 2:
        raise RecordError(
            f"{path.name}:{len(parsed)}: the footer is missing or does not count {len(parsed) - 2} records; "
            "the file was cut off"
        )
    try:
        return parsed[0], tuple(read_record(data) for data in parsed[1:-1])
    except (KeyError, TypeError, AttributeError) as error:
        raise RecordError(f"{path.name}: a record lacks {error}; the file was altered") from None


def record_json(record: Record) -> dict[str, Any]:
    exchanges = [
        {"method": ex.method, "params": ex.params, **answer_json(ex.answer)} for ex in record.exchanges
    ]
    return {"record": record.id, "requirement": record.requirement, "exchanges": exchanges}


def answer_json(answer: Answer) -> dict[str, Any]:
    if isinstance(answer, Result):
        return {"result": answer.value}
    if isinstance(answer, Refusal):
        return {
            "refusal": {
                "code": answer.code,
                "reason": answer.reason,
                "message": answer.message,
                "data": answer.data,
            }
        }
    return {"fault": {"kind": answer.kind, "message": answer.message, "detail": answer.detail}}


def read_record(data: Mapping[str, Any]) -> Record:
    """Read one round; raise KeyError or TypeError for what it lacks."""
    exchanges = tuple(
        Exchange(entry["method"], entry["params"], _answer(entry)) for entry in data["exchanges"]
    )
    return Record(data["record"], data["requirement"], exchanges)


def _answer(entry: Mapping[str, Any]) -> Answer:
    if "result" in entry:
        return Result(entry["result"])
    if "refusal" in entry:
        return Refusal(**entry["refusal"])
    return Fault(**entry["fault"])


def _line(data: Mapping[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False) + "\n"
