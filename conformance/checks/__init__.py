"""Checks: pure functions from the rules and a record to findings. A check that raises is an error of the suite."""

from collections.abc import Mapping
from dataclasses import dataclass

from fairfelt.conformance.checks.bank import bank
from fairfelt.conformance.checks.dealing import dealing, stated
from fairfelt.conformance.checks.hands import hands
from fairfelt.conformance.checks.interruption import interruption
from fairfelt.conformance.checks.ledger import ledger
from fairfelt.conformance.checks.questions import questions
from fairfelt.conformance.checks.refusals import faults, refusals
from fairfelt.conformance.checks.settlement import settlements
from fairfelt.conformance.checks.stacks import stacks
from fairfelt.conformance.checks.views import views
from fairfelt.conformance.connections.answers import Refusal
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.record import Record
from fairfelt.conformance.replay import ToldCards, Trace, forced_cards, observed_cards, replay
from fairfelt.rulesets.cards import HIDDEN, Card
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.rotation import Turns
from fairfelt.rulesets.seating import Limits

BY_OBSERVED_CARDS = (
    faults,
    refusals,
    questions,
    settlements,
    ledger,
    stacks,
    views,
    hands,
    interruption,
    stated,
    bank,
)


@dataclass(frozen=True)
class Judged:
    """A record beside the rules, and everything that the checks found in it."""

    record: Record
    trace: Trace
    findings: tuple[Finding, ...]


def judge(rules: Rules, limits: Mapping[str, Limits], record: Record, turns: Turns | None = None) -> Judged:
    """Judge one round by every check. `turns` says who banked the rounds before."""
    trace = observed_trace(rules, limits, record, turns)
    found = [finding for check in BY_OBSERVED_CARDS for finding in check(trace)]
    forced = forced_cards(record)
    if forced is not None:
        found.extend(dealing(replay(rules, limits, record, forced, turns)))
    return Judged(record, trace, tuple(finding.at(record.id) for finding in found))


def observed_trace(
    rules: Rules, limits: Mapping[str, Limits], record: Record, turns: Turns | None = None
) -> Trace:
    """Replay a record by the cards that the engine dealt, completed by those that were forced.

    An engine that refuses a round has dealt nothing: what the rules make of that round lies in the forced deck.
    """
    forced = forced_cards(record)
    if forced is not None and isinstance(record.exchanges[0].answer, Refusal):
        return replay(rules, limits, record, forced, turns)
    observed = observed_cards(record)
    meant = record.exchanges[0].params.get("places", {})
    places = {
        place: _completed(observed.get(place, ()), tuple(meant.get(place, ())))
        for place in {*observed, *meant}
    }
    later = tuple(places.pop("stub", ()))
    return replay(rules, limits, record, ToldCards(told=places, later=later), turns)


def _completed(told: tuple[Card, ...], meant: tuple[Card, ...]) -> tuple[Card, ...]:
    """Put the forced card where the engine told none or a hidden one."""
    known = tuple(meant[at] if card == HIDDEN and at < len(meant) else card for at, card in enumerate(told))
    return known + meant[len(told) :]
