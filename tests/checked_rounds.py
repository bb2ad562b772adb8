"""Rounds of the reference engine, written down, spoilt in one place, and judged."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from fairfelt.conformance.checks import judge
from fairfelt.conformance.connections import Fault, Refusal, Result
from fairfelt.conformance.connections.rejected import Rejected
from fairfelt.conformance.finding import Finding, Kind
from fairfelt.conformance.record import Exchange, Record
from fairfelt.conformance.reference import ReferenceEngine
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.rules import Ruleset
from fairfelt.rulesets.seating import Limits
from tests.helpers import HOLDEM, SIX, rules_of

Answer = Result | Refusal | Fault
Spoil = Callable[[dict[str, Any]], object]
Options = tuple[tuple[str, str], ...]

BANKED, DRAW, THREE_HANDS = "three-card-poker-6-card-bonus", "six-card-draw", "holdem-1-3-6"
PLAY = {"seat": 2, "action": "play", "wagers": {"play": 10}}
FOLD = {"seat": 2, "action": "fold"}
CALL = {"seat": 1, "action": "call", "wagers": {"call": 20}}
BUY = {"seat": 1, "action": "buy", "wagers": {"buy": 10}}
CHANGE = {"seat": 1, "action": "exchange", "wagers": {"exchange": 20}, "cards": ["4s"]}


def played(
    game: str,
    seats: Sequence[Mapping[str, Any]],
    cards: Mapping[str, str],
    *acts: Mapping[str, Any],
    options: Options = (),
    deck: str = "",
    own: Ruleset | None = None,
    **start: Any,
) -> Record:
    """Play a round on the reference engine, honestly; an act with a `method` asks something else than a decision.

    Cards are forced by place, or by `deck`, which deals to the places that `cards` names. `own` is a game that does
    not ship.
    """
    engine = ReferenceEngine({game: own} if own else {})
    engine.ask("configure", {"game": game, "options": dict(options)})
    opening: dict[str, Any] = {"round": "r1", "seats": list(seats), **start}
    opening["places"] = {place: text.split() for place, text in cards.items()}
    if deck:
        opening["deck"] = deck.split()
    requests = [("round.start", opening)]
    for act in acts:
        params = {"round": "r1", **act}
        requests.append((params.pop("method", "round.act"), params))
    return Record("r1", "", tuple(Exchange(name, params, asked(engine, name, params)) for name, params in requests))


def asked(engine: ReferenceEngine, method: str, params: dict[str, Any]) -> Answer:
    try:
        return Result(json.loads(json.dumps(engine.ask(method, params))))
    except Rejected as rejected:
        return Refusal(-32001, rejected.reason, rejected.message, {"reason": rejected.reason})


def spoilt(record: Record, at: int, spoil: Spoil) -> Record:
    """Change one answer in place."""
    exchange = record.exchanges[at]
    assert isinstance(exchange.answer, Result)
    value = json.loads(json.dumps(exchange.answer.value))
    spoil(value)
    return answered(record, at, Result(value))


def answered(record: Record, at: int, answer: Answer) -> Record:
    """Put another answer in the place of one."""
    exchanges = list(record.exchanges)
    exchanges[at] = replace(exchanges[at], answer=answer)
    return replace(record, exchanges=tuple(exchanges))


def found(record: Record, rules: Rules | str, limits: Mapping[str, Limits] | None = None) -> tuple[Finding, ...]:
    """Judge by every check, and leave out in which record it was found."""
    chosen = rules_of(rules) if isinstance(rules, str) else rules
    return tuple(replace(finding, record=None) for finding in judge(chosen, limits or {}, record).findings)


def one(rule: str, kind: Kind, expected: str, actual: str, seat: int | None = None, **more: Any) -> tuple[Finding, ...]:
    return (Finding(rule, kind, expected, actual, seat, **more),)


def six(*acts: dict[str, Any], **more: Any) -> Record:
    """Seat 2 has a pair of aces and the dealer ace-king: ante 10, aces up 5, and a stack of 100."""
    seat = {"seat": 2, "wagers": {"ante": 10, "aces-up": 5}, "stack": 100}
    cards = {"seat.2": "As Ac 9d 7s 4h 2c", "dealer": "Ad Ks 9h 8c 7d 3c"}
    return played(SIX, [seat], cards, *(acts or (PLAY,)), **more)


def holdem(*acts: dict[str, Any], options: tuple[tuple[str, str], ...] = (), **more: Any) -> Record:
    """Seat 1 has a flush against ace-high: the dealer fails, and the ante is paid by its line."""
    cards = {"seat.1": "Ah 3h", "dealer": "8c Ad", "board": "2h 7h 9h Jc 5d"}
    return played(HOLDEM, [{"seat": 1, "wagers": {"ante": 10}}], cards, *(acts or (CALL,)), options=options, **more)


def banked(amount: int = 1000, **more: Any) -> Record:
    """Kings at seat 1, with ann behind it, win against ace-high that qualifies."""
    seat = {"seat": 1, "wagers": {"ante": 10}, "backline": [{"bettor": "ann", "wagers": {"ante": 20}, "stack": 50}]}
    cards = {"seat.1": "Ks Kd 2c", "dealer": "Ah Jd 9c"}
    bank = {"seat": 8, "amount": amount, "stack": 2000}
    act = {"seat": 1, "action": "play", "wagers": {"play": 10}}
    return played(BANKED, [seat], cards, act, bank=bank, **more)


def draw(*acts: dict[str, Any]) -> Record:
    cards = {"seat.1": "As Kd 9c 7h 4s", "dealer": "Qs Qd 9h 8c 7d", "stub": "2c 3c"}
    return played(DRAW, [{"seat": 1, "wagers": {"ante": 10}}], cards, *acts)
