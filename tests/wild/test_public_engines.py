"""Public engines that nobody here wrote, judged from checkouts that environment variables name.

Without its checkout a test is listed as not run, with what to set. What is asserted was found by the suite without
being told: a certify run of the profile `ci`, and nothing else.
"""

import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from fairfelt.conformance.profiles import PROFILES
from fairfelt.conformance.run import Order, run
from fairfelt.rulesets.choose import choose
from fairfelt.rulesets.loader import load

pytestmark = pytest.mark.wild

ADAPTERS = Path(__file__).parent / "adapters"
HAMNERBEN = "FAIRFELT_HAMNERBEN_CASINO_HOLDEM", "hamnerben_casino_holdem.py", "hamnerben/CasinoHoldem"
LUANKAT0 = "FAIRFELT_LUANKAT0_CASINO_HOLDEM", "luankat0_casino_holdem.py", "luankat0/casino-holdem"


def judged(engine: tuple[str, str, str]) -> dict[str, Any]:
    variable, adapter, repository = engine
    if not os.environ.get(variable):
        pytest.skip(f"not run: set {variable} to a checkout of {repository}")
    return certified(adapter)


@cache
def certified(adapter: str) -> dict[str, Any]:
    rules = choose(load("casino-holdem"), pay_tables={"ante": "100-20-10-3-2-1"})
    return run(Order(f'cmd:"{sys.executable}" "{ADAPTERS / adapter}"', rules, PROFILES["ci"]))


def failing(summary: dict[str, Any]) -> set[str]:
    failed = [entry["id"] for entry in summary["requirements"] if entry["verdict"] == "fail"]
    return {name.removeprefix("casino-holdem.") for name in failed}


def told(summary: dict[str, Any], title: str) -> dict[str, Any]:
    return next(fault for fault in summary["faults"] if title in fault["title"])


def findings(summary: dict[str, Any], requirement: str) -> Iterator[dict[str, Any]]:
    for entry in summary["requirements"]:
        if entry["id"] == f"casino-holdem.{requirement}":
            yield from entry["findings"]


def is_wheel(finding: dict[str, Any]) -> bool:
    """Say whether a best hand of the round that is shown runs from the ace to the five."""
    best = [hand["cards"] for hands in finding["shown"]["hands"].values() for hand in hands.values()]
    return any({card[0] for card in cards} == set("A2345") for cards in best)


ANTE_LINES = ("royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "lower")


def test_hamnerben_loses_every_comparison_inside_one_category() -> None:
    summary = judged(HAMNERBEN)
    fault = told(summary, "compared wrongly: showdown")
    assert "as if showdown were “lose” where the cards say “win”" in fault["looks_like"]
    categories = ("pair", "two-pair", "flush", "full-house")
    assert {f"compare.showdown/{category}" for category in categories} <= failing(summary)


def test_hamnerben_only_returns_the_ante_when_the_dealer_does_not_qualify() -> None:
    summary = judged(HAMNERBEN)
    assert {f"settle.ante.dealer-fails/{line}" for line in ANTE_LINES} <= failing(summary)
    assert told(summary, "Settled wrongly: dealer fails")["looks_like"] == "as if the wager had pushed"


def test_hamnerben_takes_two_low_pairs_for_no_qualifying_hand() -> None:
    summary = judged(HAMNERBEN)
    assert "floor.dealer" in failing(summary)
    assert "as if dealer were “fails” where the cards say “qualifies”" in told(summary, "bar for hands")["looks_like"]


def test_hamnerben_takes_the_suited_wheel_for_less_than_a_straight_flush() -> None:
    summary = judged(HAMNERBEN)
    assert any(is_wheel(finding) for finding in findings(summary, "settle.ante.player-wins/straight-flush"))


def test_hamnerben_pays_a_flush_above_a_straight_as_a_straight_flush() -> None:
    titles = [fault["title"] for fault in judged(HAMNERBEN)["faults"]]
    assert "Paid by the wrong line of the pay table: ante, flush as straight-flush" in titles


def test_luankat0_pays_every_win_two_antes_in_all() -> None:
    summary = judged(LUANKAT0)
    assert {f"settle.ante.player-wins/{line}" for line in ANTE_LINES} <= failing(summary)
    assert "settle.call.dealer-fails" in failing(summary)
    assert "settle.call.player-wins" not in failing(summary)


def test_luankat0_tests_the_highest_card_and_not_the_pair() -> None:
    summary = judged(LUANKAT0)
    assert "floor.dealer" in failing(summary)
    assert "as if dealer were “qualifies” where the cards say “fails”" in told(summary, "bar for hands")["looks_like"]


def test_luankat0_compares_sorted_cards_and_not_groups() -> None:
    assert {"compare.showdown/pair", "compare.showdown/two-pair"} <= failing(judged(LUANKAT0))


def test_luankat0_counts_the_wheel_ace_high() -> None:
    summary = judged(LUANKAT0)
    assert "compare.showdown/straight" in failing(summary)
    assert any(is_wheel(finding) for finding in findings(summary, "compare.showdown/straight"))


def test_an_engine_that_cannot_set_limits_is_not_judged_by_them() -> None:
    for engine in (HAMNERBEN, LUANKAT0):
        summary = judged(engine)
        limits = {entry["verdict"] for entry in summary["requirements"] if entry["family"] == "limit"}
        assert limits == {"blocked"}
