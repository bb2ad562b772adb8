"""An engine that is slow, dies at the nth action or answers another question is told as just that, and nothing more."""

import shlex
import sys
from pathlib import Path

from fairfelt.conformance.connections import Timeouts
from tests.helpers import HOLDEM, SIX, certify, fault_titles, order_for, verdicts

PROCESS = Path(__file__).parent / "engines" / "vices" / "process.py"
ASKED = ("deal.hole", "settle.ante.fold", "settle.ante.tie", "settle.call.player-wins", "money.ledger")


def talk(vice: str) -> str:
    return f"python:tests.engines.vices.talk:{vice}"


def test_an_engine_that_is_right_and_slow_passes() -> None:
    assert verdicts(certify(order_for(talk("is_right_and_slow"), HOLDEM, *ASKED))) == {}


def test_an_engine_that_is_slower_than_its_limit_is_at_fault() -> None:
    asked = ("protocol.configure", "deal.hole")
    order = order_for(talk("is_right_and_slow"), HOLDEM, *asked, timeouts=Timeouts(step=0.001))
    assert verdicts(certify(order)) == {"protocol.configure": "engine-fault", "deal.hole": "blocked"}


def test_an_engine_that_dies_at_the_seventh_action_fails_where_seven_are_taken() -> None:
    """Each process lives for six actions, and a requirement of two rounds may be judged in between."""
    summary = certify(order_for(talk("dies_at_the_seventh_action"), HOLDEM, *ASKED))
    assert verdicts(summary) == {
        "settle.ante.fold": "engine-fault",
        "settle.ante.tie": "engine-fault",
        "settle.call.player-wins": "engine-fault",
        "money.ledger": "engine-fault",
    }
    assert fault_titles(summary) == ["The engine reports a fault of its own"]


def test_an_answer_to_another_question_is_never_taken_for_the_right_one() -> None:
    command = f"cmd:{shlex.join([sys.executable, str(PROCESS), 'wrong-id'])}"
    summary = certify(order_for(command, HOLDEM, "settle.ante.tie", timeouts=Timeouts(step=3)))
    assert verdicts(summary) == {"settle.ante.tie": "engine-fault"}
    assert fault_titles(summary) == ["The engine breaks the protocol (wrong-id)"]


def test_cards_dealt_with_replacement_are_no_pack() -> None:
    spec = "python:tests.engines.vices.live:deals_with_replacement"
    asked = ("chance.pack", "settle.ante.fold", "deal.once")
    assert verdicts(certify(order_for(spec, SIX, *asked, profile="lab"))) == {"chance.pack": "fail"}
    assert verdicts(certify(order_for("reference", SIX, *asked, profile="lab"))) == {}


def test_a_chip_lost_in_rounding_is_shown_at_the_least_odd_wager() -> None:
    spec = "python:tests.engines.vices.money:loses_the_odd_chip"
    summary = certify(order_for(spec, HOLDEM, "settle.ante.player-wins/flush"))
    (entry,) = summary["requirements"]
    told = entry["findings"][0]
    assert "ante of 15 returns 45" in told["expected"] and "returned 44" in told["actual"]
