"""Show a round to a reader: cards by place, best hands, decisions, and the ledger expected beside the ledger told."""

from collections.abc import Mapping
from typing import Any

from fairfelt.conformance.checks import observed_trace
from fairfelt.conformance.checks.settlement import ledger_rows
from fairfelt.conformance.connections.answers import Result
from fairfelt.conformance.record import Record, answer_json
from fairfelt.conformance.replay import observed_cards
from fairfelt.conformance.telling import changed_places, whole
from fairfelt.rulesets.cards import HIDDEN
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.paying import settlement
from fairfelt.rulesets.rankings import best_cards, named_category
from fairfelt.rulesets.round import Round, cards_for
from fairfelt.rulesets.seating import Limits
from fairfelt.rulesets.settle import hand_cards


def shown(rules: Rules, limits: Mapping[str, Limits], record: Record) -> dict[str, Any]:
    """Describe a record as plain data; what the engine never told is left out."""
    trace = observed_trace(rules, limits, record)
    told = trace.settled
    return {
        "places": {place: list(cards) for place, cards in observed_cards(record).items()},
        "hands": _hands(told[1]) if told else {},
        "actions": _actions(record),
        "ledger": _ledger(told[1], told[0].exchange.answer.value)
        if told and isinstance(told[0].exchange.answer, Result)
        else [],
        "transcript": transcript(record),
    }


def transcript(record: Record) -> list[str]:
    """Write the exchanges as lines, ours with an arrow to the right."""
    import json

    lines = []
    for exchange in record.exchanges:
        lines.append(f"-> {exchange.method} {json.dumps(exchange.params, separators=(',', ':'))}")
        lines.append(f"<- {json.dumps(answer_json(exchange.answer), separators=(',', ':'))}")
    return lines


def _actions(record: Record) -> list[dict[str, Any]]:
    actions, awaiting = [], None
    for exchange in record.exchanges:
        if exchange.method == "round.act" and isinstance(exchange.answer, Result):
            params = exchange.params
            decision = awaiting["decision"] if awaiting else ""
            actions.append(
                {
                    "seat": params["seat"],
                    "decision": decision,
                    "action": params["action"],
                    "wagers": params.get("wagers", {}),
                }
            )
        if isinstance(exchange.answer, Result):
            awaiting = exchange.answer.value.get("awaiting")
    return actions


def _hands(state: Round) -> dict[str, Any]:
    named: dict[str, Any] = {}
    for name, hand in state.rules.ruleset.hands.items():
        for seat in state.seats:
            held = hand_cards(state.rules, name, cards_for(state, seat.number))
            own = not set(hand.places) <= {"dealer", "board", *changed_places(state)}
            place = f"seat.{seat.number}" if own else "dealer"
            if whole(state, name, seat.number) and len(held) >= hand.ranking.size and HIDDEN not in held:
                best = {
                    "cards": list(best_cards(hand.ranking, held)),
                    "category": named_category(hand.ranking, hand.ranking.strength(held)),
                }
                named.setdefault(place, {})[name] = best
    return named


def _ledger(state: Round, answer: Mapping[str, Any]) -> list[dict[str, Any]]:
    told = ledger_rows(answer)
    rows = []
    for row in settlement(state):
        money, outcome = told.get((row.seat, row.bettor, row.wager), (0, "no row"))
        rows.append(
            {
                "seat": row.seat,
                **({"bettor": row.bettor} if row.bettor else {}),
                "wager": row.wager,
                "staked": row.staked,
                "expected": row.returned,
                "actual": money,
                "row": row.requirement,
                "expected_outcome": row.outcome,
                "actual_outcome": outcome,
            }
        )
    return rows
