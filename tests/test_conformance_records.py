"""Records outlive the run: what was written is read back, judged again alike, and refused where it was altered."""

import json
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from fairfelt.conformance.checks import judge
from fairfelt.conformance.connections import Fault, Refusal, Result
from fairfelt.conformance.record import (
    Exchange,
    Record,
    RecordError,
    footer_line,
    header_line,
    read_records,
    record_line,
)
from fairfelt.conformance.scenario import house_limits
from tests.helpers import HOLDEM, certify, order_for, rules_of

PUSHES = "python:tests.engines.vices.money:pushes_a_lost_call"


def whole_file(header: dict[str, str], records: Iterable[Record]) -> str:
    lines = [record_line(record) for record in records]
    return "".join([header_line(header), *lines, footer_line(len(lines))])


@cache
def played() -> tuple[Record, ...]:
    kept: list[Record] = []
    certify(order_for(PUSHES, HOLDEM, "settle.call.dealer-wins", "limit.ante/below-min"), keep=kept.append)
    return tuple(kept)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "rounds.jsonl"
    path.write_text(whole_file({"game": HOLDEM}, played()), encoding="utf-8")
    return path


def test_what_was_written_is_read_back(file: Path) -> None:
    header, records = read_records(file)
    assert header["game"] == HOLDEM
    assert records == played()


def test_every_kind_of_answer_makes_the_round_trip(tmp_path: Path) -> None:
    answers = (
        Result({"phase": "void"}),
        Refusal(-32001, "limits", "no", {"reason": "limits"}),
        Fault("crash", "dead", "core"),
    )
    record = Record("r1", "x.y", tuple(Exchange("round.start", {"round": "r1"}, answer) for answer in answers))
    path = tmp_path / "one.jsonl"
    path.write_text(whole_file({}, [record]), encoding="utf-8")
    assert read_records(path)[1] == (record,)


def test_a_record_judged_again_gives_the_same_findings(file: Path) -> None:
    rules = rules_of(HOLDEM)
    limits = house_limits(rules)
    before = [judge(rules, limits, record).findings for record in played()]
    assert any(before)
    assert [judge(rules, limits, record).findings for record in read_records(file)[1]] == before


def test_an_altered_amount_is_found_when_a_record_is_judged_again() -> None:
    rules = rules_of(HOLDEM)
    kept: list[Record] = []
    certify(order_for("reference", HOLDEM, "settle.ante.fold"), keep=kept.append)
    honest = kept[0]
    assert judge(rules, house_limits(rules), honest).findings == ()
    last = honest.exchanges[-1]
    assert isinstance(last.answer, Result)
    answer = json.loads(json.dumps(last.answer.value))
    answer["ledger"][0]["returned"] += 5
    altered = replace(honest, exchanges=(*honest.exchanges[:-1], replace(last, answer=Result(answer))))
    assert [finding.rule for finding in judge(rules, house_limits(rules), altered).findings] == ["settle.ante.fold"]


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines(keepends=True)


def test_a_file_without_its_footer_is_refused(file: Path) -> None:
    kept = lines(file)[:-1]
    file.write_text("".join(kept), encoding="utf-8")
    with pytest.raises(RecordError, match=rf"rounds\.jsonl:{len(kept)}: .*footer"):
        read_records(file)


def test_a_file_cut_in_mid_line_is_refused_with_the_line(file: Path) -> None:
    kept = lines(file)[:3]
    file.write_text("".join(kept)[:-40], encoding="utf-8")
    with pytest.raises(RecordError, match=r"rounds\.jsonl:3: .*cut"):
        read_records(file)


@pytest.mark.parametrize("footer", ['{"end":1}\n', '{"end":"all"}\n', "{}\n", "[]\n"])
def test_an_altered_footer_is_refused(file: Path, footer: str) -> None:
    file.write_text("".join([*lines(file)[:-1], footer]), encoding="utf-8")
    with pytest.raises(RecordError, match=rf"rounds\.jsonl:{len(played()) + 2}"):
        read_records(file)


def test_a_record_taken_out_is_missed_by_the_footer(file: Path) -> None:
    kept = lines(file)
    file.write_text("".join([kept[0], *kept[2:]]), encoding="utf-8")
    with pytest.raises(RecordError, match="does not count"):
        read_records(file)


@pytest.mark.parametrize(
    "line",
    [
        '{"record":"r1"}\n',
        '{"record":"r1","requirement":"x","exchanges":[{}]}\n',
        '{"record":"r1","requirement":"x","exchanges":[7]}\n',
    ],
)
def test_a_line_that_is_no_record_is_refused(file: Path, line: str) -> None:
    kept = lines(file)
    file.write_text("".join([kept[0], line, *kept[2:]]), encoding="utf-8")
    with pytest.raises(RecordError, match="altered"):
        read_records(file)


@pytest.mark.parametrize("content", [b"", b"{}\n", b'{"records":2}\n{"end":0}\n', b"\xff\xfe\n", b"hello\n"])
def test_a_file_of_something_else_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other.jsonl"
    path.write_bytes(content)
    with pytest.raises(RecordError, match=r"other\.jsonl"):
        read_records(path)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"none\.jsonl: can't be read"):
        read_records(tmp_path / "none.jsonl")
