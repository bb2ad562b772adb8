"""What a bank costs: a table of seven seats with two bettors behind each, settled with ample money and with too little.

Both are set beside the same wagers without a bank pass. With `-s` the ratios are printed, and they are always kept in
`extra_info`. Nothing fails by speed.
"""

import statistics
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from fairfelt.conformance.scenario import BackerPlan, Scenario, SeatPlan, played, scenario
from fairfelt.rulesets.choose import Rules, choose
from fairfelt.rulesets.loader import load
from fairfelt.rulesets.paying import due_by_the_tables, settlement
from fairfelt.rulesets.round import Round

GAME, SEATS, BEHIND = "three-card-poker-6-card-bonus", 7, 2
STAKES = {"ante": 20, "pair-plus": 15, "six-card-bonus": 10}


def rules() -> Rules:
    return choose(load(GAME), first_table=True)


def full_table(chosen: Rules, amount: int) -> Round:
    """Seat seven players with two bettors behind each; the bank at the eighth seat has this amount."""
    choices = {"decide": "play"}
    behind = tuple(BackerPlan(f"b{at}", STAKES, choices) for at in range(1, BEHIND + 1))
    seats = tuple(SeatPlan(number, STAKES, choices, backline=behind) for number in range(1, SEATS + 1))
    planned: Scenario = scenario(chosen, seats, {}, filler=7)
    assert planned.bank is not None
    state = played(chosen, replace(planned, bank=replace(planned.bank, amount=amount)))
    assert state is not None
    return state


def seconds(settle: Callable[[Round], object], state: Round, times: int = 40) -> float:
    """Measure one call: the middle of several."""
    found = []
    for _ in range(times):
        start = time.process_time()
        settle(state)
        found.append(time.process_time() - start)
    return statistics.median(found)


@pytest.mark.parametrize("amount", [10**9, 60], ids=["ample", "runs-out"])
def test_a_bank_settles_a_full_table_in_the_order_of_time_of_its_tables(
    benchmark: pytest.FixtureRequest, amount: int
) -> None:
    state = full_table(rules(), amount)
    assert len(settlement(state)) == SEATS * (1 + BEHIND) * (len(STAKES) + 1)
    ratio = seconds(settlement, state) / seconds(due_by_the_tables, state)
    benchmark.extra_info["ratio to the tables alone"] = round(ratio, 2)  # type: ignore[attr-defined]
    print(f"\n{GAME}, {amount}: {ratio:.2f} times the tables alone")
    benchmark(settlement, state)  # type: ignore[operator]


def test_a_round_with_a_full_backline_costs_in_proportion_to_its_bettors(benchmark: pytest.FixtureRequest) -> None:
    chosen = rules()
    with_backline = full_table(chosen, 10**9)
    bare = replace(with_backline, seats=tuple(replace(seat, backline=()) for seat in with_backline.seats))
    ratio = seconds(settlement, with_backline) / seconds(settlement, bare)
    benchmark.extra_info["ratio to no backline"] = round(ratio, 2)  # type: ignore[attr-defined]
    print(f"\n{GAME}: {ratio:.2f} times a table without backline, with {1 + BEHIND} times the bettors")
    benchmark(settlement, with_backline)  # type: ignore[operator]
