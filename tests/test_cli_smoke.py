"""`fairfelt smoke` walks an engine through a round and stops at the first thing that is wrong."""

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from fairfelt.conformance.reference import ReferenceEngine
from fairfelt.rulesets.loader import list_games
from tests.cli_running import Ran, run

Json = dict[str, Any]
Ask = Callable[[str, Json], Any]
Spoil = Callable[[str, Json], Any]
GAME = ("--game", "six-card-poker")


def smoke_ask(capsys: pytest.CaptureFixture[str], ask: Ask, *arguments: str) -> Ran:
    """Smoke an engine that is one function."""
    with pytest.MonkeyPatch.context() as patch:
        module = ModuleType("spoilt_engine")
        module.ask = ask  # type: ignore[attr-defined]
        patch.setitem(sys.modules, "spoilt_engine", module)
        return run(capsys, "smoke", "python:spoilt_engine:ask", *(arguments or GAME))


def smoke(capsys: pytest.CaptureFixture[str], spoil: Spoil, *arguments: str) -> Ran:
    """Smoke an engine that answers as the reference does, each answer spoilt on its way."""
    engine = ReferenceEngine()

    def ask(method: str, params: Json) -> Any:
        return spoil(method, engine.ask(method, params))

    return smoke_ask(capsys, ask, *arguments)


def unspoilt(_: str, answer: Json) -> Json:
    return answer


def last_step(ran: Ran) -> str:
    """Give the step at which it stopped."""
    return next(line for line in ran.out.splitlines() if line.endswith("WRONG"))


def test_a_right_engine_goes_all_the_way_from_hello_to_bye(capsys: pytest.CaptureFixture[str]) -> None:
    ran = smoke(capsys, unspoilt)
    assert ran.code == 0
    for step in ("1. hello: ok", "2. configure: ok", "3. round.start", "must be refused: ok", "6. bye: ok"):
        assert step in ran.out
    assert "WRONG" not in ran.out
    assert "Next: fairfelt certify python:spoilt_engine:ask --game six-card-poker" in ran.out


@pytest.mark.parametrize("game", list_games())
def test_the_reference_engine_plays_a_round_of_every_game_that_ships(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = run(capsys, "smoke", "reference", "--game", game)
    assert ran.code == 0
    assert "round.act" in ran.out and "is settled" in ran.out


def test_a_table_that_nobody_chose_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "smoke", "reference", "--game", "casino-holdem")
    assert "pay table of ante: 100-20-10-3-2-1 (the first; the document prints none)" in ran.out


def test_the_bank_and_what_it_gets_back_are_expected(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "smoke", "reference", "--game", "three-card-poker-6-card-bonus")
    assert "the bank of seat 8, 1000000000, gets " in ran.out


def test_cards_that_an_action_takes_are_expected(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "smoke", "reference", "--game", "holdem-1-3-6")
    assert "set (cards: 2 at 1x, 2 at 3x, 2 at 6x)" in ran.out


def test_each_step_shows_what_was_sent_answered_and_expected(capsys: pytest.CaptureFixture[str]) -> None:
    ran = smoke(capsys, unspoilt)
    steps = ran.out.count("\n  sent ")
    assert steps == 6 == ran.out.count("\n  answered ")
    assert "seat 1 is asked “decide”: fold or play (play 10)" in ran.out


def test_the_deck_is_abbreviated_unless_it_is_asked_for_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    assert "… 46 more" in smoke(capsys, unspoilt).out
    assert "more" not in smoke(capsys, unspoilt, *GAME, "--full").out.split("3. round.start")[1].split("4. ")[0]


def test_odds_paid_for_one_are_told_as_such_with_the_rule_to_read(capsys: pytest.CaptureFixture[str]) -> None:
    def for_one(_: str, answer: Json) -> Json:
        for row in answer.get("ledger", ()):
            row["returned"] -= row["staked"]
        return answer

    ran = smoke(capsys, for_one)
    assert ran.code == 1
    assert last_step(ran).startswith("4. round.act")
    assert "wanted ante of 10 returns 20 (win); got returned 10 (win)" in ran.out
    assert "fairfelt explain six-card-poker.settle.ante." in ran.out
    assert "5." not in ran.out and "the rest was not tried" in ran.out


def test_a_deck_dealt_from_its_other_end_is_found_at_the_deal(capsys: pytest.CaptureFixture[str]) -> None:
    engine = ReferenceEngine()

    def from_behind(method: str, params: Json) -> Json:
        return engine.ask(method, {**params, "deck": params["deck"][::-1]} if "deck" in params else params)

    ran = smoke_ask(capsys, from_behind)
    assert ran.code == 1
    assert last_step(ran).startswith("3. round.start")
    assert "next      deal the cards of `deck` from the front" in ran.out


def test_what_is_accepted_and_should_be_refused_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    engine = ReferenceEngine()
    last: list[Json] = [{}]

    def yes_to_all(method: str, params: Json) -> Json:
        if not (method == "round.act" and last[0].get("phase") == "settled"):
            last[0] = engine.ask(method, params)
        return last[0]

    ran = smoke_ask(capsys, yes_to_all)
    assert ran.code == 1
    assert last_step(ran).startswith("5. something that must be refused")
    assert "round-over" in ran.out and "it was accepted" in ran.out


def test_a_question_with_wrong_amounts_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    def double(method: str, answer: Json) -> Json:
        if method == "round.start":
            answer["awaiting"]["legal"][1]["wagers"]["play"] = {"min": 20, "max": 20, "step": 10}
        return answer

    ran = smoke(capsys, double)
    assert ran.code == 1
    assert "wanted play places play 10; got play places play 20" in ran.out


def test_an_engine_without_the_game_is_told_at_hello(capsys: pytest.CaptureFixture[str]) -> None:
    def other_games(method: str, answer: Json) -> Json:
        return {**answer, "games": [{"game": "baccarat"}]} if method == "hello" else answer

    ran = smoke(capsys, other_games)
    assert ran.code == 1
    assert last_step(ran) == "1. hello: WRONG"
    assert "the engine offers baccarat, and not six-card-poker" in ran.out


def test_an_engine_that_claims_no_forced_deck_is_told_at_hello(capsys: pytest.CaptureFixture[str]) -> None:
    def no_deck(method: str, answer: Json) -> Json:
        return {**answer, "capabilities": {"stepwise": True}} if method == "hello" else answer

    ran = smoke(capsys, no_deck)
    assert ran.code == 1
    assert "forced_deck is not claimed" in ran.out


def test_another_reading_in_effect_is_told_at_configure(capsys: pytest.CaptureFixture[str]) -> None:
    def own_way(method: str, answer: Json) -> Json:
        return {"effective": {"options": {"claim": "automatic"}}} if method == "configure" else answer

    ran = smoke(capsys, own_way)
    assert ran.code == 1
    assert last_step(ran) == "2. configure: WRONG"


def test_an_exception_shows_its_last_line_and_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    def breaks(method: str, answer: Json) -> Json:
        if method == "round.start":
            raise ZeroDivisionError("no cards left")
        return answer

    ran = smoke(capsys, breaks)
    assert ran.code == 1
    assert "ZeroDivisionError: no cards left" in ran.out
    assert "next      mend what the traceback shows" in ran.out


def test_an_engine_that_is_not_there_is_not_reachable(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "smoke", "cmd:no-such-engine-anywhere", *GAME)
    assert ran.code == 11
    assert "no-such-engine-anywhere" in ran.out


def test_an_unknown_game_is_a_usage_error_with_the_games_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "smoke", "reference", "--game", "six-card-pocker")
    assert ran.code == 10
    assert "six-card-poker" in ran.err
