"""What a rule forbids is refused, what it allows is accepted, and the engine stays in the conversation."""

from collections.abc import Iterator, Mapping
from typing import Any

from fairfelt.conformance.connections.answers import Fault, Refusal, Result
from fairfelt.conformance.finding import Finding, Kind
from fairfelt.conformance.protocol.errors import UNSUPPORTED
from fairfelt.conformance.replay import Moment, Trace
from fairfelt.rulesets.play import awaiting
from fairfelt.rulesets.round import Round
from fairfelt.rulesets.seating import Refused


def refusals(trace: Trace) -> Iterator[Finding]:
    awaited: Mapping[str, Any] | None = None
    for moment in trace.moments:
        answer, expected = moment.exchange.answer, moment.expected
        asked = in_words(moment.exchange.method, moment.exchange.params)
        unasked = isinstance(expected, Refused) and _answers_what_rules_do_not_ask(moment, awaited)
        awaited = answer.value.get("awaiting") if isinstance(answer, Result) else awaited
        if unasked:
            continue  # the engine put the question; that it did is the finding
        if isinstance(expected, Refused) and isinstance(answer, Result):
            yield Finding(
                "refuse",
                "refusal",
                f"{asked} is refused with {expected.reason}: {expected}",
                "it was accepted",
            )
        elif isinstance(expected, Refused) and isinstance(answer, Refusal) and answer.code == UNSUPPORTED:
            yield Finding(
                "refuse",
                "gap",
                f"{asked} is refused with {expected.reason}",
                f"the engine can't be asked: {answer.message or answer.code}",
                warning=True,
            )
        elif (
            isinstance(expected, Refused) and isinstance(answer, Refusal) and answer.reason not in expected.reasons
        ):
            yield Finding(
                "refuse",
                "refusal",
                f"{asked} is refused with {expected.reason}",
                f"refused with {answer.reason or answer.code}",
                warning=True,
            )
        elif isinstance(expected, Round) and isinstance(answer, Refusal):
            yield Finding(
                "accept",
                gap_or("refusal", answer),
                f"{asked} is accepted",
                f"refused: {answer.reason or answer.code} {answer.message}".rstrip(),
            )


def _answers_what_rules_do_not_ask(moment: Moment, awaited: Mapping[str, Any] | None) -> bool:
    """Say whether a request answers a question that the engine put and the rules don't ask."""
    params = moment.exchange.params
    if awaited is None or moment.exchange.method != "round.act":
        return False
    put = awaited["seat"], awaited.get("bettor", ""), awaited["decision"]
    due = awaiting(moment.before) if moment.before is not None else None
    asked = (due.seat, due.bettor, due.question.id) if due else None
    offered = {entry["action"] for entry in awaited.get("legal", ())}
    return put != asked and put[:2] == (params["seat"], params.get("bettor", "")) and params["action"] in offered


def faults(trace: Trace) -> Iterator[Finding]:
    for exchange in trace.record.exchanges:
        if isinstance(exchange.answer, Fault):
            asked = in_words(exchange.method, exchange.params)
            detail = f"\n{exchange.answer.detail}" if exchange.answer.detail else ""
            yield Finding(
                "protocol.conversation",
                "engine-fault",
                f"an answer to {asked}",
                f"{exchange.answer.kind}: {exchange.answer.message}{detail}",
            )


def gap_or(kind: Kind, refusal: Refusal) -> Kind:
    """Tell a gap that the engine admits from a refusal that it gives for a reason.

    Not to know a wager of the game is a gap by another word.
    """
    return "gap" if refusal.code == UNSUPPORTED or refusal.reason == "unknown-wager" else kind


def in_words(method: str, params: Mapping[str, Any]) -> str:
    """Say a request as one would at the table."""
    if method == "round.start":
        seats = "; ".join(
            f"{'dark ' if seat.get('dark') else ''}seat {seat['seat']} with {_wagers(seat['wagers'])}"
            + "".join(f", {backer['bettor']} behind it with {_wagers(backer['wagers'])}" for backer in behind(seat))
            for seat in params["seats"]
        )
        bank = params.get("bank")
        return f"a round of {seats}" + (f"; seat {bank['seat']} banks {bank['amount']}" if bank else "")
    if method == "round.act":
        who = f"{params['bettor']} behind seat {params['seat']}" if params.get("bettor") else f"seat {params['seat']}"
        wagers, cards = params.get("wagers"), params.get("cards")
        with_cards = f", cards {_cards(cards)}" if cards else ""
        return f"{who}: {params['action']}" + (f" with {_wagers(wagers)}" if wagers else "") + with_cards
    return method


def behind(seat: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return list(seat.get("backline") or ())


def _wagers(wagers: Mapping[str, int]) -> str:
    return ", ".join(f"{wager} {amount}" for wager, amount in wagers.items()) or "nothing"


def _cards(cards: Any) -> str:
    if isinstance(cards, Mapping):
        return "; ".join(f"{spot} {' '.join(part)}" for spot, part in cards.items())
    return " ".join(cards)
