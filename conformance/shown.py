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
from fairfelt.rulesets.paying import bank_won, settlement
from fairfelt.rulesets.rankings import best_cards, kept_cards, named_category
from fairfelt.rulesets.round import Round, cards_for
from fairfelt.rulesets.seating import Limits
from fairfelt.rulesets.settle import hand_cards


def shown(rules: Rules, limits: Mapping[str, Limits], record: Record) -> dict[str, Any]:
    """Describe a record as plain data; what the engine never told is left out."""
    trace = observed_trace(rules, limits, record)
    told = trace.settled
    state = next((moment.agreed for moment in reversed(trace.moments) if moment.agreed), None)
    places = {place: list(cards) for place, cards in observed_cards(record).items()}
    answer = told[0].exchange.answer.value if told and isinstance(told[0].exchange.answer, Result) else {}
    return {
        "places": places,
        "gone": _gone(state) if state else {},
        "boxes": _boxes(record),
        "hands": _hands(told[1], places) if told else {},
        "actions": _actions(record),
        "ledger": _ledger(told[1], answer) if told else [],
        "bank": _bank(record, told[1] if told else None, answer),
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


def _gone(state: Round) -> dict[str, list[dict[str, str]]]:
    """List by place the cards that no longer count there."""
    gone: dict[str, list[dict[str, str]]] = {}
    for seat, cards in state.given_up.items():
        gone[f"seat.{seat}"] = [{"card": card, "how": "given up"} for card in cards]
    for dealt in state.dealt:
        if dealt.known_as and dealt.replaces:
            gone[dealt.known_as] = [{"card": dealt.replaces, "how": "replaced"}]
    return gone


def _boxes(record: Record) -> dict[str, dict[str, Any]]:
    """Tell of each seat what its number does not: who owns it, whether it is dark, who stands behind it."""
    boxes = {}
    for seat in record.exchanges[0].params.get("seats", ()):
        behind = [backer["bettor"] for backer in seat.get("backline") or ()]
        box = {"guest": seat.get("guest"), "dark": seat.get("dark"), "backline": behind}
        kept = {key: value for key, value in box.items() if value}
        if kept:
            boxes[f"seat.{seat['seat']}"] = kept
    return boxes


def _actions(record: Record) -> list[dict[str, Any]]:
    actions, awaiting = [], None
    for exchange in record.exchanges:
        if exchange.method == "round.act" and isinstance(exchange.answer, Result):
            params = exchange.params
            optional = {key: params[key] for key in ("bettor", "cards") if params.get(key)}
            actions.append(
                {
                    "seat": params["seat"],
                    "decision": awaiting["decision"] if awaiting else "",
                    "action": params["action"],
                    "wagers": params.get("wagers", {}),
                    **optional,
                }
            )
        if isinstance(exchange.answer, Result):
            awaiting = exchange.answer.value.get("awaiting")
    return actions


def _hands(state: Round, places: Mapping[str, list[str]]) -> dict[str, Any]:
    named: dict[str, Any] = {}
    for name, hand in state.rules.ruleset.hands.items():
        for seat in state.seats:
            held = hand_cards(state.rules, name, cards_for(state, seat.number))
            own = not set(hand.places) <= {"dealer", "board", *changed_places(state)}
            place = f"seat.{seat.number}" if own else "dealer"
            if whole(state, name, seat.number) and len(held) >= hand.ranking.size and HIDDEN not in held:
                best = kept_cards(hand.ranking, held, hand.worst, hand.suits)
                named.setdefault(place, {})[name] = {
                    "cards": list(best_cards(hand.ranking, best)),
                    "category": named_category(hand.ranking, hand.ranking.strength(held)),
                    "from": _sources(state, name, seat.number, places),
                }
    return named


def _sources(state: Round, hand: str, seat: int, places: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Give, by place or hand within the hand, all cards that a hand is made from, and those that gave way there."""
    cards, hands = cards_for(state, seat), state.rules.ruleset.hands
    changed = {dealt.known_as: dealt.to for dealt in state.dealt if dealt.known_as}
    found: dict[str, list[str]] = {}
    for part in hands[hand].parts:
        if part in hands:
            inner = hands[part]
            held = hand_cards(state.rules, part, cards)
            found[part] = list(kept_cards(inner.ranking, held, inner.worst, inner.suits))
        elif part == "seat" or part in changed:
            found[f"seat.{seat}" if part == "seat" else part] = places.get(changed.get(part, f"seat.{seat}"), [])
        else:
            found[part] = list(cards(part))
    return found


def _ledger(state: Round, answer: Mapping[str, Any]) -> list[dict[str, Any]]:
    told = ledger_rows(answer)
    covers = {_spot(row): row.get("covered") for row in answer.get("ledger", ())}
    rows = []
    for row in settlement(state):
        key = row.seat, row.bettor, row.wager
        money, outcome = told.get(key, (None, None))
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
                **({} if row.covered is None else {"covered": row.covered}),
                **({} if covers.get(key) is None else {"actual_covered": covers[key]}),
            }
        )
    due = {_spot(row) for row in rows}
    return rows + [_not_due(row) for row in answer.get("ledger", ()) if _spot(row) not in due]


def _spot(row: Mapping[str, Any]) -> tuple[int, str, str]:
    return row["seat"], row.get("bettor", ""), row["wager"]


def _not_due(row: Mapping[str, Any]) -> dict[str, Any]:
    """Tell a row of the engine's ledger for a wager that nobody placed."""
    return {
        "seat": row["seat"],
        **({"bettor": row["bettor"]} if row.get("bettor") else {}),
        "wager": row["wager"],
        "staked": row["staked"],
        "expected": None,
        "actual": row["returned"],
        "actual_outcome": row["outcome"],
    }


def _bank(record: Record, settled: Round | None, answer: Mapping[str, Any]) -> dict[str, Any] | None:
    """Tell who banked and with how much; once settled, what came back to the bank."""
    bank = record.exchanges[0].params.get("bank")
    if not bank:
        return None
    told = answer.get("bank") or {}
    return {
        "seat": bank["seat"],
        "staked": bank["amount"],
        "expected": bank["amount"] + bank_won(settled) if settled else None,
        "actual": told.get("returned"),
        "declined": list(bank.get("declined") or ()),
    }
