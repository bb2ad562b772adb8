"""Judge the chance of an engine: the same requirements as in a certification, and nothing else."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import replace
from typing import Any

import numpy as np

from fairfelt.conformance.certify import Outcome, Tally, execute
from fairfelt.conformance.chance.declared import Declaration, Part, search_seeds
from fairfelt.conformance.chance.draws import engine_decks
from fairfelt.conformance.chance.summary import chance_summary
from fairfelt.conformance.run import Order, Seating, forget, silent, take_seat
from fairfelt.stats.generators.source import DECKS
from fairfelt.stats.shuffles.packs import standard_pack

FAMILY = "chance"


Advance = AbstractContextManager[Callable[[float], None]]


@contextmanager
def unseen() -> Iterator[Callable[[float], None]]:
    """Show nothing of how much is done."""
    yield lambda _: None


def judge_engine(
    order: Order,
    progress: Callable[[int, int, str], None] = silent,
    declared: Declaration | None = None,
    scan: bool = False,
    searching: Callable[[], Advance] = unseen,
) -> dict[str, Any]:
    """Draw and judge; with `scan`, search seeds too. Raise EngineUnreachable if nobody answers."""
    start = time.perf_counter()
    seating = take_seat(replace(order, profile=replace(order.profile, law_of_play=True)))
    plans = [plan for plan in seating.plans if plan.requirement.family == FAMILY]
    outcomes = []
    with closing(seating.connection):
        for at, plan in enumerate(plans):
            progress(at, len(plans), plan.requirement.id)
            outcomes.append(execute(plan, seating.bench, seating.table, seating.connection, Tally(), forget))
        parts = [] if declared is None else [declared.judge()]
        if scan and seating.table.can("shuffle"):
            with searching() as advance:
                parts.append(_seeds(seating, advance))
        seating.connection.ask("bye", {})
    judged = [outcome for outcome in outcomes if outcome.verdict != "not-applicable"]
    notes = [_note(outcome) for outcome in outcomes if outcome.shows is None]
    return chance_summary(
        str(seating.table.engine.get("name", order.spec)),
        order.rules.ruleset.game,
        order.level,
        [*(outcome.shows for outcome in outcomes if outcome.shows is not None), *(data for _, data in parts)],
        [*(outcome.verdict for outcome in judged), *(verdict for verdict, _ in parts)],
        True,
        order.command,
        time.perf_counter() - start,
        notes,
    )


def _seeds(seating: Seating, advance: Callable[[float], None]) -> Part:
    packs = seating.bench.rules.ruleset.packs
    pack = standard_pack(packs)
    blocks = engine_decks(seating.connection, pack, packs, DECKS, "chance.seeds")
    return search_seeds(np.concatenate([block.decks for block in blocks]), pack, False, advance)


def _note(outcome: Outcome) -> str:
    why = outcome.reason or (outcome.findings[0].actual if outcome.findings else "")
    return ", ".join(part for part in (f"{outcome.requirement.title}: {outcome.verdict}", why) if part)

