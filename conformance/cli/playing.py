"""Play the rounds of a requirement outside a run: a bank moves on over a session, so each bank round has its own."""

from collections.abc import Iterator

from fairfelt.conformance.connections.answers import Connection
from fairfelt.conformance.driver import play
from fairfelt.conformance.plans import Bench, Plan
from fairfelt.conformance.plans.plan import Trial
from fairfelt.conformance.record import Record
from fairfelt.conformance.session import configuration


def play_trial(engine: Connection, bench: Bench, plan: Plan, trial: Trial, first: int = 1) -> Iterator[Record]:
    """Play the rounds of a trial, the first of which has this number."""
    for number, planned in enumerate(trial, start=first):
        if planned.bank is not None and number > 1:
            engine.ask("configure", configuration(bench.rules, bench.limits))
        yield play(engine, bench.rules, planned, f"r{number:06}", plan.requirement.id)
