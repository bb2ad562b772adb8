"""A run is a function of its order: the same seed finds the same things, small things first."""

import json
import re
import time
from typing import Any

import pytest
from hypothesis import strategies as st

import fairfelt.conformance.run as running
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.plans.plan import Trial
from fairfelt.conformance.record import Record
from fairfelt.conformance.scenario import Scenario, SeatPlan
from fairfelt.conformance.search import search
from fairfelt.reports.shape import checked
from tests.helpers import HOLDEM, SIX, Summary, certify, order_for

SOME = ("ask.decide", "settle.ante.player-wins/lower", "settle.call.dealer-wins", "seats.each", "symmetry.suits")
MONEY = "python:tests.engines.vices.money"


def decks(**order: Any) -> list[tuple[str, ...]]:
    kept: list[Record] = []
    running.run(order_for("reference", HOLDEM, *SOME, **order), keep=kept.append)
    return [tuple(record.exchanges[0].params["deck"]) for record in kept]


def test_two_runs_of_one_seed_give_the_same_summary() -> None:
    order = order_for(f"{MONEY}:pushes_a_lost_call", HOLDEM, *SOME, seed=3)
    assert running.run(order) == running.run(order)


def test_rounds_kept_from_an_earlier_run_change_nothing() -> None:
    order = order_for(f"{MONEY}:pushes_a_lost_call", HOLDEM, *SOME)
    assert certify(order) == running.run(order)


def test_another_seed_deals_other_rounds() -> None:
    first, again, other = decks(seed=1), decks(seed=1), decks(seed=2)
    assert first == again
    assert len(set(first) & set(other)) < len(set(first)) / 4


def test_nothing_in_a_summary_depends_on_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    order = order_for(f"{MONEY}:pushes_a_lost_call", HOLDEM, *SOME)
    today = certify(order)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 40_000_000)
    assert certify(order) == today
    assert not re.search(r"20\d\d-\d\d-\d\d|\d\d:\d\d:\d\d", json.dumps(today))


@pytest.mark.parametrize(
    ("vice", "game", "name"),
    [
        ("money:keeps_a_claimed_aces_up", SIX, "settle.aces-up.fold-claimed/lower"),
        ("money:loses_a_chip_above_500", HOLDEM, "settle.ante.player-wins/lower"),
        ("reading:knows_no_wheel", HOLDEM, "compare.showdown/straight"),
        ("talk:dies_in_every_round", HOLDEM, "ask.decide"),
        ("talk:uses_another_pay_table", HOLDEM, "ask.decide"),
        ("talk:sets_no_limits", HOLDEM, "limit.ante/min"),
        ("table:deals_from_the_bottom", HOLDEM, "deal.hole"),
        ("table:shows_hidden_cards", HOLDEM, "view.hidden"),
        ("table:accepts_a_card_twice", HOLDEM, "deal.duplicate-card"),
    ],
)
def test_a_summary_has_its_shape_whatever_was_found(vice: str, game: str, name: str) -> None:
    summary = certify(order_for(f"python:tests.engines.vices.{vice}", game, name))
    checked(summary)
    assert json.loads(json.dumps(summary)) == summary
    assert summary["partial"]


def test_a_partial_run_judges_what_it_was_asked_and_says_that_it_is_partial() -> None:
    summary = certify(order_for("reference", HOLDEM, "settle.ante.fold"))
    assert [entry["id"] for entry in summary["requirements"]] == ["casino-holdem.settle.ante.fold"]
    assert summary["partial"]
    assert not certify(order_for("reference", HOLDEM))["partial"]


def first_expectation(summary: Summary) -> str:
    return str(summary["requirements"][0]["findings"][0]["expected"])


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("settle.ante.player-wins/lower", "ante of 505 "),
        ("settle.ante.tie", "ante of 505 "),
        ("settle.call.player-wins", "call of 510 "),
    ],
)
def test_a_vice_of_large_wagers_is_reported_at_the_least_wager_that_shows_it(name: str, least: str) -> None:
    summary = certify(order_for(f"{MONEY}:loses_a_chip_above_500", HOLDEM, name))
    assert first_expectation(summary).startswith(least)
    assert summary["requirements"][0]["failing"] == 1


def trial(amount: int) -> Trial:
    return (Scenario((SeatPlan(1, {"ante": amount}, {}),), (), {}),)


def ante(trial: Trial) -> int:
    return trial[0].seats[0].wagers["ante"]


AMOUNTS = st.integers(0, 10_000).map(trial)


def search_of_a_sound_engine(count: int, seed: str) -> tuple[tuple[Finding, ...], list[int]]:
    """Give what was found, and the amounts that were played."""
    played: list[int] = []

    def play(trial: Trial) -> list[Finding]:
        played.append(ante(trial))
        return []

    return search(AMOUNTS, play, count, seed), played


def test_the_smallest_trial_that_fails_is_found() -> None:
    def play(trial: Trial) -> list[Finding]:
        return [Finding("x", "settlement", "right", f"wrong at {ante(trial)}")] if ante(trial) >= 137 else []

    (found,) = search(AMOUNTS, play, 50, "seed")
    assert found.actual == "wrong at 137"


def test_a_search_that_meets_nothing_finds_nothing_and_plays_what_it_may() -> None:
    found, played = search_of_a_sound_engine(25, "seed")
    assert found == ()
    assert 0 < len(played) <= 25


def test_a_search_follows_from_its_seed() -> None:
    first, again, other = (search_of_a_sound_engine(20, seed)[1] for seed in ("a", "a", "b"))
    assert first == again != other


def test_an_engine_that_answers_the_same_round_differently_is_unsteady() -> None:
    answers = iter([True] + [False] * 1000)

    def play(trial: Trial) -> list[Finding]:
        wrong = ante(trial) > 0 and next(answers)
        return [Finding("x", "settlement", "right", "wrong")] if wrong else []

    (found,) = search(AMOUNTS, play, 50, "seed")
    assert (found.rule, found.kind) == ("x", "unsteady")
