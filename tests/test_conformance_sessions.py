"""What holds from round to round is judged by sessions: right engines pass, and each wrong one fails what it breaks."""

import shlex
import subprocess
import sys

import pytest

from fairfelt.conformance.profiles import PROFILES
from fairfelt.conformance.record import Record
from fairfelt.conformance.run import requirement_ids
from tests.helpers import HOLDEM, SIX, Summary, certify, order_for, rules_of, verdicts

BANKED, DRAWN, SET = "three-card-poker-6-card-bonus", "six-card-draw", "holdem-1-3-6"
GAMES = (HOLDEM, SIX, BANKED, DRAWN, SET)


def sessions_of(game: str) -> list[str]:
    """Name the requirements across rounds, within the game."""
    ids = requirement_ids(rules_of(game), PROFILES["ci"])
    return [name.removeprefix(f"{game}.") for name in ids if name.startswith(f"{game}.session.")]


def judged(spec: str, game: str, *only: str, **more: object) -> Summary:
    return certify(order_for(spec, game, *(only or sessions_of(game)), **more))


def failing(vice: str, game: str, *only: str) -> dict[str, str]:
    return verdicts(judged(f"python:tests.engines.vices.sessions:{vice}", game, *only))


@pytest.mark.parametrize("game", GAMES)
def test_the_reference_engine_keeps_what_holds_from_round_to_round(game: str) -> None:
    summary = judged("reference", game)
    assert verdicts(summary) == {}
    assert all(entry["rounds"] for entry in summary["requirements"])


@pytest.mark.parametrize(
    ("game", "spec"),
    [
        (HOLDEM, "python:tests.engines.casino_holdem_by_hand:Engine"),
        (HOLDEM, "python:fairfelt.conformance.examples.python_engine:Engine"),
        (SIX, "python:tests.engines.six_card_poker_by_hand:Engine"),
        (BANKED, "python:tests.engines.three_card_poker_by_hand:Engine"),
        (SET, "python:tests.engines.holdem_1_3_6_by_hand:Engine"),
    ],
)
def test_an_engine_that_keeps_its_rounds_otherwise_passes_as_well(game: str, spec: str) -> None:
    assert set(verdicts(judged(spec, game)).values()) <= {"not-applicable"}


VICES = [
    ("counts_a_carried_stack_one_short", "money", HOLDEM),
    ("counts_the_bank_from_its_first_round", "money", BANKED),
    ("takes_an_action_twice", "second-action", SIX),
    ("pays_again_after_refusing", "second-action", HOLDEM),
    ("opens_a_round_again", "no-late-wager", HOLDEM),
    ("drops_the_open_round", "no-late-wager", SIX),
    ("settles_by_the_latest_table", "configure", HOLDEM),
    ("keeps_tables_that_it_refused", "configure", HOLDEM),
    ("mixes_the_rest_after_an_interruption", "resume", HOLDEM),
    ("takes_actions_after_abandoning", "abandon", HOLDEM),
    ("forgets_the_round_before", "recall", HOLDEM),
    ("tells_the_round_before_as_lost", "recall", HOLDEM),
    ("pays_less_beside_a_fold", "apart", HOLDEM),
    ("never_moves_the_bank", "rotation", BANKED),
]


@pytest.mark.parametrize(("vice", "breaks", "game"), VICES)
def test_a_vice_from_round_to_round_fails_what_it_breaks(vice: str, breaks: str, game: str) -> None:
    assert failing(vice, game, f"session.{breaks}") == {f"session.{breaks}": "fail"}


@pytest.mark.long
@pytest.mark.parametrize(("vice", "breaks", "game"), VICES)
def test_a_vice_from_round_to_round_fails_nothing_else_across_rounds(vice: str, breaks: str, game: str) -> None:
    assert failing(vice, game) == {f"session.{breaks}": "fail"}


@pytest.mark.parametrize(
    ("vice", "breaks", "game"),
    [("moves_the_bank_too_soon", "rotation", BANKED), ("pays_more_after_an_abandoned_round", "abandon", HOLDEM)],
)
def test_a_vice_that_touches_other_sessions_too_fails_what_it_breaks(vice: str, breaks: str, game: str) -> None:
    """Other sessions are banked by turns, and abandon rounds as well."""
    assert failing(vice, game)[f"session.{breaks}"] == "fail"


def records_of(vice: str, name: str) -> tuple[Summary, list[Record]]:
    kept: list[Record] = []
    spec = f"python:tests.engines.vices.sessions:{vice}"
    return certify(order_for(spec, HOLDEM, f"session.{name}"), keep=kept.append), kept


def test_the_round_that_fails_is_recorded_with_what_was_tried_in_it() -> None:
    summary, kept = records_of("takes_an_action_twice", "second-action")
    (finding,) = summary["requirements"][0]["findings"]
    record = next(record for record in kept if record.id == finding["record"])
    *_, last, again = [dict(exchange.params) for exchange in record.exchanges if exchange.method == "round.act"]
    assert last == again


def test_the_session_that_is_shown_is_the_shortest() -> None:
    summary, kept = records_of("takes_an_action_twice", "second-action")
    (finding,) = summary["requirements"][0]["findings"]
    record = next(record for record in kept if record.id == finding["record"])
    assert record.exchanges[0].params["seats"] == [{"seat": 1, "wagers": {"ante": 10}}]
    assert [exchange.method for exchange in record.exchanges].count("round.act") == 2


def test_the_same_run_finds_the_same_session() -> None:
    (first, _), (second, _) = (records_of("forgets_the_round_before", "recall") for _ in range(2))
    assert first["requirements"] == second["requirements"]


def test_a_breakdown_ends_the_sessions_at_once() -> None:
    command = f"cmd:{shlex.join([sys.executable, '-m', 'tests.engines.vices.process', 'crash'])}"
    summary = judged(command, HOLDEM, "session.money")
    assert verdicts(summary) == {"session.money": "engine-fault"}
    assert summary["rounds"] == 3


def test_nothing_heavy_is_loaded_before_a_session_is_played() -> None:
    code = "import sys, fairfelt.conformance.plans.sessions; print([n for n in sys.modules if n in HEAVY])"
    heavy = '{"hypothesis", "numpy", "scipy", "numba"}'
    done = subprocess.run([sys.executable, "-c", code.replace("HEAVY", heavy)], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr
