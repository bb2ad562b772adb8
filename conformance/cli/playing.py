"""Play the rounds of a requirement outside a run: a bank moves on over a session, so each bank round has its own."""

from collections.abc import Iterator

from fairfelt.conformance.connections.answers import Connection, Result
from fairfelt.conformance.driver import play
from fairfelt.conformance.plans import Bench, Plan
from fairfelt.conformance.plans.plan import Trial
from fairfelt.conformance.record import Record
from fairfelt.conformance.session import configuration
from fairfelt.rulesets.rotation import Turns, after


def play_trial(
    engine: Connection, bench: Bench, plan: Plan, trial: Trial, first: int = 1
) -> Iterator[tuple[Record, Turns]]:
    """Play the rounds of a trial, the first of which has this number; give records with the turns of the bank."""
    turns = Turns()
    for number, planned in enumerate(trial, start=first):
        if planned.bank is not None and number > 1 and (number == first or not plan.session):
            turns = Turns()
            engine.ask("configure", configuration(bench.rules, bench.limits))
        record = play(engine, bench.rules, planned, f"r{number:06}", plan.requirement.id)
        yield record, turns
        if planned.bank is not None and _settled(record):
            turns = after(turns, planned.bank.seat)


def _settled(record: Record) -> bool:
    return any(
        isinstance(exchange.answer, Result) and exchange.answer.value.get("phase") == "settled"
        for exchange in record.exchanges
    )
