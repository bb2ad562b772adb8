"""What an engine does not have is blocked and said; what it does have is judged; what it adds is told as what it is."""

import pytest

from tests.helpers import HOLDEM, SIX, Summary, certify, fault_titles, order_for, verdicts


def judged(engine: str, game: str, *only: str) -> Summary:
    return certify(order_for(f"python:tests.engines.vices.lacking:{engine}", game, *only))


def reason(summary: Summary, requirement: str) -> str:
    return str(next(one["reason"] for one in summary["requirements"] if one["id"].endswith(f".{requirement}")))


@pytest.mark.parametrize("engine", ["has_no_aces_up", "knows_no_aces_up"])
def test_a_row_is_judged_by_the_rounds_without_a_wager_that_the_engine_lacks(engine: str) -> None:
    summary = judged(engine, SIX, "settle.ante.player-wins", "money.ledger")
    assert verdicts(summary) == {}
    assert reason(summary, "settle.ante.player-wins") == "by rounds without aces-up, which the engine does not have"


@pytest.mark.parametrize("engine", ["has_no_aces_up", "knows_no_aces_up"])
def test_what_only_the_lacking_wager_shows_is_blocked(engine: str) -> None:
    about = "limit.aces-up/max"
    assert verdicts(judged(engine, SIX, about)) == {about: "blocked"}


def test_an_engine_that_declines_by_the_cards_is_not_judged_by_the_rest() -> None:
    row = "settle.ante.player-wins"
    assert verdicts(judged("has_no_rounds_with_a_king", SIX, row)) == {row: "blocked"}


def test_limits_are_judged_without_steps_where_the_engine_has_none() -> None:
    summary = judged("has_no_steps", HOLDEM, "limit.ante/max", "limit.ante/below-min", "limit.ante/step")
    assert verdicts(summary) == {"limit.ante/step": "blocked"}
    assert reason(summary, "limit.ante/step") == "the engine can't set steps of limits"


def test_an_engine_that_ranks_nothing_of_what_it_claims_fails() -> None:
    assert verdicts(judged("ranks_nothing_that_it_claims", HOLDEM, "hands.rank-poker")) == {"hands.rank-poker": "fail"}


def test_tables_that_pay_the_same_are_the_same_however_they_are_written() -> None:
    assert verdicts(judged("writes_its_table_in_other_words", HOLDEM, "protocol.configure")) == {}


def test_a_bonus_by_hand_is_one_fault_and_told_as_what_it_is() -> None:
    rows = [f"settle.ante.{row}" for row in ("player-wins", "tie", "dealer-wins")]
    (title,) = fault_titles(judged("pays_an_ante_bonus", SIX, *rows))
    assert title.startswith("The ante is paid a bonus that the rules do not have: ")


def test_a_record_that_says_otherwise_of_the_dealer_s_bar_is_found() -> None:
    name = "hands.dealer-hand"
    assert verdicts(judged("says_that_the_dealer_never_qualifies", HOLDEM, name)) == {name: "fail"}
