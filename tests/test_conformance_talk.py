"""An engine that breaks down, or claims what it can't do, is told apart from one that pays wrongly."""

import shlex
import sys
from pathlib import Path

import pytest

from fairfelt.conformance.certify import GIVE_UP_AFTER
from fairfelt.conformance.connections import Timeouts
from fairfelt.rulesets.loader import list_games
from tests.helpers import HOLDEM, Summary, certify, fault_titles, ids, order_for, rules_of, verdicts

PROCESS = Path(__file__).parent / "engines" / "vices" / "process.py"
LIMITS = {f"limit.ante/{edge}" for edge in ("min", "below-min", "max", "above-max", "step")}


def spec(vice: str) -> str:
    return f"python:tests.engines.vices.talk:{vice}"


def reasons(summary: Summary) -> dict[str, str]:
    return {entry["id"].split(".", 1)[1]: entry["reason"] for entry in summary["requirements"]}


@pytest.mark.parametrize(
    ("act", "title"),
    [
        ("crash", "The engine dies"),
        ("noise", "The engine prints what is no message"),
        ("hang", "The engine does not answer in time"),
    ],
)
def test_a_process_that_breaks_down_is_a_fault_of_the_engine_and_named_for_how(act: str, title: str) -> None:
    command = f"cmd:{shlex.join([sys.executable, str(PROCESS), act])}"
    summary = certify(order_for(command, HOLDEM, "ask.decide", timeouts=Timeouts(step=3)))
    assert verdicts(summary) == {"ask.decide": "engine-fault"}
    assert fault_titles(summary) == [title]
    assert summary["exit_code"] == 1


def test_an_object_that_takes_too_long_does_not_answer_in_time() -> None:
    order = order_for(spec("hangs_in_the_third_round"), HOLDEM, "ask.decide", timeouts=Timeouts(step=1))
    summary = certify(order)
    assert verdicts(summary) == {"ask.decide": "engine-fault"}
    assert fault_titles(summary) == ["The engine does not answer in time"]


def test_a_breakdown_in_the_third_round_leaves_the_first_two_to_be_judged() -> None:
    summary = certify(order_for(spec("dies_in_the_third_round"), HOLDEM))
    assert summary["verdict"] == "engine-fault"
    assert fault_titles(summary) == ["The engine reports a fault of its own"]
    judged = {"protocol.configure", "deal.duplicate-card", "refuse.round-over"} - verdicts(summary).keys()
    assert judged, "requirements of one or two rounds are judged between two breakdowns"
    assert "fail" not in verdicts(summary).values()


def test_an_engine_that_always_breaks_down_is_given_up_and_what_is_left_is_blocked() -> None:
    summary = certify(order_for(spec("dies_in_every_round"), HOLDEM))
    assert len(ids(summary, "engine-fault")) == GIVE_UP_AFTER
    assert summary["counts"]["pass"] < 5
    assert {reasons(summary)[name] for name in ids(summary, "blocked")} == {
        f"the engine broke down {GIVE_UP_AFTER} times before, so nothing more was played"
    }


def test_half_a_cent_breaks_the_protocol() -> None:
    summary = certify(order_for(spec("answers_with_half_a_cent"), HOLDEM, "settle.ante.fold"))
    assert fault_titles(summary) == ["The engine breaks the protocol (bad-message)"]


def test_an_engine_without_the_game_is_blocked_and_told_what_it_offers() -> None:
    summary = certify(order_for(spec("offers_another_game"), HOLDEM))
    assert set(verdicts(summary).values()) == {"blocked"}
    assert summary["exit_code"] == 2
    assert "the engine offers three-card-brag, and not casino-holdem" in reasons(summary)["ask.decide"]


def test_an_engine_that_plays_by_another_pay_table_breaks_its_word_and_nothing_is_played() -> None:
    summary = certify(order_for(spec("uses_another_pay_table"), HOLDEM))
    assert ids(summary, "fail") == {"protocol.configure"}
    assert len(ids(summary, "blocked")) == len(summary["requirements"]) - 1
    assert summary["rounds"] == 0


def test_an_engine_that_can_not_set_limits_is_blocked_there_and_judged_elsewhere() -> None:
    assert verdicts(certify(order_for(spec("sets_no_limits"), HOLDEM))) == dict.fromkeys(LIMITS, "blocked")


def test_an_engine_that_can_not_abandon_a_round_and_says_so_is_blocked() -> None:
    summary = certify(order_for(spec("can_not_be_abandoned"), HOLDEM, "round.abandon", "settle.ante.fold"))
    assert verdicts(summary) == {"round.abandon": "blocked"}


@pytest.mark.parametrize(
    ("vice", "names"),
    [
        ("lacks_views", ("view.hidden", "view.open")),
        ("has_one_seat", ("seats.each", "seats.limit", "symmetry.seats")),
    ],
)
def test_a_capability_that_nobody_asks_for_may_be_lacking_and_one_that_is_asked_for_blocks(
    vice: str, names: tuple[str, ...]
) -> None:
    beside = (*names, "settle.ante.fold")
    in_ci = certify(order_for(spec(vice), HOLDEM, *beside))
    assert (verdicts(in_ci), in_ci["exit_code"]) == (dict.fromkeys(names, "not-applicable"), 0)
    in_a_lab = certify(order_for(spec(vice), HOLDEM, *beside, profile="lab"))
    assert (verdicts(in_a_lab), in_a_lab["exit_code"]) == (dict.fromkeys(names, "blocked"), 2)


@pytest.mark.parametrize(
    ("vice", "names"),
    [
        ("claims_views_and_shows_none", ("view.hidden", "view.open")),
        ("claims_stacks_and_tells_none", ("money.stacks",)),
        ("claims_hands_and_names_none", ("hands.player-hand", "hands.dealer-hand")),
        ("claims_recall_and_has_none", ("round.recall",)),
    ],
)
def test_a_capability_that_is_claimed_and_never_shown_fails(vice: str, names: tuple[str, ...]) -> None:
    summary = certify(order_for(spec(vice), HOLDEM, *names, "settle.ante.fold"))
    assert verdicts(summary) == dict.fromkeys(names, "fail")
    assert all("claims" in reasons(summary)[name] for name in names)


def test_an_engine_that_can_not_be_dealt_to_is_judged_by_what_it_deals_and_blocked_for_the_rest() -> None:
    summary = certify(order_for(spec("lacks_forced_decks"), HOLDEM))
    assert set(verdicts(summary).values()) == {"blocked"}
    assert verdicts(summary).keys() > LIMITS
    assert not {"ask.decide", "settle.ante.fold", "money.ledger"} & verdicts(summary).keys()


@pytest.mark.parametrize("game", list_games())
def test_rounds_that_an_engine_deals_by_itself_are_settled_in_every_game(game: str) -> None:
    wager = rules_of(game).ruleset.order.wagers[-1]
    summary = certify(order_for(spec("lacks_forced_decks"), game))
    judged = {entry["id"]: entry["verdict"] for entry in summary["requirements"]}
    rows = [name for name, verdict in judged.items() if f".settle.{wager}." in name and verdict == "pass"]
    assert rows, "no round reached any row"
    assert "fail" not in judged.values()
