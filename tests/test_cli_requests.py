"""`fairfelt requests` prints the suite's side of the conversation, and nothing else, on standard output."""

import json
from io import BytesIO
from typing import Any

import pytest

from fairfelt.conformance.connections.serve import serve
from fairfelt.conformance.reference import ReferenceEngine
from fairfelt.rulesets.loader import list_games
from tests.cli_running import run

Json = dict[str, Any]
GAME = ("--game", "six-card-poker")


def requests(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[Json]:
    ran = run(capsys, "requests", *arguments)
    assert ran.code == 0
    return [json.loads(line) for line in ran.out.splitlines()]


def test_a_session_is_hello_configure_rounds_and_bye_with_ids_from_one(capsys: pytest.CaptureFixture[str]) -> None:
    lines = requests(capsys, *GAME)
    methods = [line["method"] for line in lines]
    assert methods[:3] == ["hello", "configure", "round.start"]
    assert methods[-1] == "bye" and "bye" not in methods[:-1]
    assert [line["id"] for line in lines] == list(range(1, len(lines) + 1))
    assert {line["jsonrpc"] for line in lines} == {"2.0"}


def test_an_engine_can_read_every_line(capsys: pytest.CaptureFixture[str]) -> None:
    sent = run(capsys, "requests", *GAME, "--requirement", "refuse.decide/wrong-seat").out
    told = BytesIO()
    serve(ReferenceEngine, BytesIO(sent.encode()), told)
    answers = [json.loads(line) for line in told.getvalue().splitlines()]
    assert len(answers) == len(sent.splitlines())
    reasons = [answer["error"]["data"]["reason"] for answer in answers if "error" in answer]
    assert set(reasons) == {"wrong-seat"}


@pytest.mark.parametrize("game", list_games())
def test_the_first_requirement_of_every_game_is_played_as_it_was_written(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    sent = run(capsys, "requests", "--game", game).out
    told = BytesIO()
    serve(ReferenceEngine, BytesIO(sent.encode()), told)
    answers = [json.loads(line) for line in told.getvalue().splitlines()]
    assert [answer["error"] for answer in answers if "error" in answer] == []


def test_each_round_with_a_bank_has_a_table_session_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    lines = requests(capsys, "--game", "three-card-poker-6-card-bonus", "--rounds", "3")
    methods = [line["method"] for line in lines if line["method"] in ("configure", "round.start")]
    assert methods == ["configure", "round.start"] * 3


def test_the_rounds_are_those_of_the_requirement_that_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    lines = requests(capsys, *GAME, "--requirement", "settle.aces-up.fold-claimed/flush", "--rounds", "2")
    actions = [line["params"]["action"] for line in lines if line["method"] == "round.act"]
    assert actions == ["fold", "claim"] * 2


def test_rounds_limits_each_requirement(capsys: pytest.CaptureFixture[str]) -> None:
    names = ("--requirement", "settle.ante.fold", "--requirement", "settle.ante.tie")
    lines = requests(capsys, *GAME, *names, "--rounds", "1")
    assert [line["params"]["round"] for line in lines if line["method"] == "round.start"] == ["r000001", "r000002"]


def test_notes_go_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "requests", "--game", "casino-holdem", "--rounds", "1")
    assert "pay table of ante: 100-20-10-3-2-1 (the first; the document prints none)" in ran.err
    assert "1 round of casino-holdem.ask.decide" in ran.err
    chosen = run(capsys, "requests", "--game", "casino-holdem", "--rounds", "1", "--pay-table", "ante=100-20-10-3-2-1")
    assert "the first" not in chosen.err
    assert chosen.out == ran.out


def test_an_unknown_requirement_is_a_usage_error_with_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "requests", *GAME, "--requirement", "settle.ante.foldd")
    assert ran.code == 10
    assert "did you mean 'six-card-poker.settle.ante.fold'?" in ran.err
    assert ran.out == ""


def test_no_rounds_at_all_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "requests", *GAME, "--rounds", "0").code == 10
