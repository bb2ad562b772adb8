"""Judge the chance of an engine: the same requirements as in a certification, and nothing else."""

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from typing import Any

from fairfelt.conformance.certify import Outcome, Tally, execute
from fairfelt.conformance.chance.summary import chance_summary
from fairfelt.conformance.run import Order, forget, silent, take_seat

FAMILY = "chance"


def judge_engine(order: Order, progress: Callable[[int, int, str], None] = silent) -> dict[str, Any]:
    """Draw and judge; raise EngineUnreachable if nobody answers."""
    start = time.perf_counter()
    seating = take_seat(replace(order, profile=replace(order.profile, law_of_play=True)))
    plans = [plan for plan in seating.plans if plan.requirement.family == FAMILY]
    outcomes = []
    with closing(seating.connection):
        for at, plan in enumerate(plans):
            progress(at, len(plans), plan.requirement.id)
            outcomes.append(execute(plan, seating.bench, seating.table, seating.connection, Tally(), forget))
        seating.connection.ask("bye", {})
    judged = [outcome for outcome in outcomes if outcome.verdict != "not-applicable"]
    notes = [_note(outcome) for outcome in outcomes if outcome.shows is None]
    return chance_summary(
        str(seating.table.engine.get("name", order.spec)),
        order.rules.ruleset.game,
        order.level,
        [outcome.shows for outcome in outcomes if outcome.shows is not None],
        [outcome.verdict for outcome in judged],
        True,
        order.command,
        time.perf_counter() - start,
        notes,
    )


def _note(outcome: Outcome) -> str:
    why = outcome.reason or (outcome.findings[0].actual if outcome.findings else "")
    return ", ".join(part for part in (f"{outcome.requirement.title}: {outcome.verdict}", why) if part)

