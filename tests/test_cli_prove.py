"""`fairfelt prove`: what it prints, its data, its exit codes, and wrong input."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import fairfelt.conformance.checks as checks
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.replay import Trace
from fairfelt.reports.proof import print_proof
from tests.cli_running import run

HOLDEM = "casino-holdem"
TIE, LINE, IDLE = "settle.call.tie~paid", "pays.ante/flush~up", "settle.call.tie-lost~paid"


def some(capsys: pytest.CaptureFixture[str], *more: str) -> Any:
    names = [word for name in (TIE, LINE, IDLE) for word in ("--mutant", name)]
    return run(capsys, "prove", HOLDEM, "--quick", *names, *more)


def test_the_data_of_a_proof(capsys: pytest.CaptureFixture[str]) -> None:
    done = some(capsys, "--json")
    data = json.loads(done.out)
    assert done.code == 0
    assert (data["format"], data["game"], data["variant"]) == (1, HOLDEM, None)
    assert data["pay_tables"] == {"ante": "100-20-10-3-2-1"} and data["options"]["tie"] == "both-push"
    assert data["counts"] == {"killed": 2, "equivalent": 1, "survived": 0}
    assert data["seconds"] > 0 and data["reference_fails"] == []
    by_id = {entry["id"]: entry for entry in data["mutants"]}
    assert by_id[TIE] == {
        "id": TIE,
        "edit": "paid",
        "rule": "settle.call.tie",
        "words": "call, tie: even money is paid",
        "status": "killed",
        "killed_by": [f"{HOLDEM}.settle.call.tie"],
    }
    assert by_id[IDLE]["status"] == "equivalent" and by_id[IDLE]["reason"] and by_id[IDLE]["killed_by"] == []


def test_the_first_pay_table_is_taken_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    done = some(capsys)
    assert "pay table of ante: 100-20-10-3-2-1 (the first; the document prints none)" in done.err
    assert done.out.startswith("PROVED IN PART: only 3 of the game's")
    assert "settle.call.tie" in done.out and "no round under these options comes to it" in done.out


def test_the_files_of_a_proof(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert some(capsys, "--json", "--out", str(tmp_path / "proof")).code == 0
    assert json.loads((tmp_path / "proof" / "proof.json").read_text())["counts"]["killed"] == 2
    assert (tmp_path / "proof" / "proof.txt").read_text().startswith("PROVED IN PART")


def test_a_folder_that_can_not_be_written_is_told_before_the_proof(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairfelt.conformance.proving.data.run_proof", lambda *_: pytest.fail("proved in vain"))
    (tmp_path / "file").write_text("mine")
    (tmp_path / "folder" / "proof.json").mkdir(parents=True)
    for out, words in (("file", "is a file"), ("file/below", "can't be written"), ("folder", "can't be written")):
        done = run(capsys, "prove", HOLDEM, "--quick", "--out", str(tmp_path / out))
        assert done.code == 10 and words in done.err and "Traceback" not in done.err
    assert (tmp_path / "file").read_text() == "mine"


def test_every_variant_is_proved_once(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("--quick", "--every-variant", "--json", "--mutant", "settle.play.tie~lost")
    done = run(capsys, "prove", "six-card-poker", *asked)
    data = json.loads(done.out)
    assert done.code == 0
    assert [entry["options"]["claim"] for entry in data["runs"]] == ["announced", "automatic"]
    assert [entry["counts"]["killed"] for entry in data["runs"]] == [1, 1]
    assert data["counts"] == {"killed": 1, "equivalent": 0, "survived": 0}
    assert [(entry["id"], entry["status"]) for entry in data["mutants"]] == [("settle.play.tie~lost", "killed")]


def test_one_process_proves_what_several_do(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("prove", "six-card-poker", "--every-variant", "--json", "--mutant", "settle.play.tie~lost")
    alone, together = (json.loads(run(capsys, *asked, "--workers", many).out) for many in "12")
    for told in (alone, together, *alone["runs"], *together["runs"]):
        told.pop("seconds")
    assert alone == together


def test_a_survivor_stands_first_and_the_exit_code_tells(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def blind(_: Trace) -> Iterator[Finding]:
        return iter(())

    seeing = [blind if check.__name__ == "settlements" else check for check in checks.BY_OBSERVED_CARDS]
    monkeypatch.setattr(checks, "BY_OBSERVED_CARDS", tuple(seeing))
    done = some(capsys)
    lines = [line for line in done.out.splitlines() if line]
    assert done.code == 1
    assert lines[0] == "NOT PROVED: 2 of 3 broken rules went unnamed"
    assert lines[2:4] == [f"survived {LINE}", "   ante: pays flush 3 to 1, which is a step more"]
    assert "tried: casino-holdem.settle.ante.dealer-fails/flush" in done.out


def test_words_are_printed_as_they_are() -> None:
    mutant = {"id": "a~b", "edit": "b", "rule": "a", "words": "[red]x", "status": "killed", "killed_by": ["g.a"]}
    counts = {"killed": 1, "equivalent": 0, "survived": 0}
    data = {"game": "g", "variant": None, "quick": False, "seconds": 1.0, "counts": counts, "mutants": [mutant]}
    console = Console(record=True, width=100)
    print_proof({**data, "reference_fails": ["g.a"]}, console)
    assert "the reference engine fails what killed the mutants" in console.export_text()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("no-such-game",), "no-such-game"),
        ((HOLDEM, "--mutant", "settle.call.tie~payd"), "did you mean 'settle.call.tie~paid'?"),
        ((HOLDEM, "--every-variant", "--option", "tie=both-push"), "leave --variant and --option out"),
        ((HOLDEM, "--option", "tie"), "is not written K=V"),
        ((HOLDEM, "--pay-table", "ante=none"), "is no pay table of ante"),
        ((HOLDEM, "--seed", "-1"), "--seed"),
    ],
)
def test_wrong_input_is_told_in_one_message(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    done = run(capsys, "prove", *arguments)
    assert done.code == 10 and words in done.err and "Traceback" not in done.err
    assert done.out == ""
