"""Four ways to spoil the reference engine, so that a vice is written in the few lines that are its own."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from fairfelt.conformance.connections import Rejected
from fairfelt.conformance.reference import ReferenceEngine
from fairfelt.rulesets.loader import load
from fairfelt.rulesets.rankings import Ranking, Strength
from fairfelt.rulesets.round import Round
from fairfelt.rulesets.rules import Result, Ruleset, Step

Json = dict[str, Any]
Ask = Callable[[str, Json], Json]
Engine = Callable[[], Ask]

HOLDEM, SIX = "casino-holdem", "six-card-poker"
STATES = ("round.start", "round.act", "round.abandon", "round.replay")


def vice(spoil: Callable[[ReferenceEngine], Ask]) -> Engine:
    """Stand between the suite and the engine."""
    return lambda: spoil(ReferenceEngine())


def ruled(*games: str) -> Callable[[Callable[[Ruleset], Ruleset]], Engine]:
    """Play by other rules: whatever follows from them follows."""

    def decorate(change: Callable[[Ruleset], Ruleset]) -> Engine:
        return lambda: ReferenceEngine({game: change(load(game)) for game in games}).ask

    return decorate


def told(change: Callable[[Json], object]) -> Engine:
    """Play right and tell every State otherwise."""

    @vice
    def engine(reference: ReferenceEngine) -> Ask:
        def ask(method: str, params: Json) -> Json:
            answer = reference.ask(method, params)
            if method in STATES and "error" not in answer:
                change(answer)
            return answer

        return ask

    return engine


def settled(change: Callable[[Json, Round], int]) -> Engine:
    """Pay other money: `change` gives what a row of the ledger returns, and the stacks follow the ledger."""

    @vice
    def engine(reference: ReferenceEngine) -> Ask:
        def ask(method: str, params: Json) -> Json:
            answer = reference.ask(method, params)
            if answer.get("phase") == "settled":
                for row in answer["ledger"]:
                    returned = change(row, book(reference, params))
                    move(answer, row["seat"], returned - row["returned"])
                    row["returned"] = returned
            return answer

        return ask

    return engine


def asked(change: Callable[[str, Json], Json]) -> Engine:
    """Hear another request than the one that was made."""

    @vice
    def engine(reference: ReferenceEngine) -> Ask:
        return lambda method, params: reference.ask(method, change(method, params))

    return engine


def configured(change: Callable[[Json], object]) -> Engine:
    """Take another configuration than the one that was sent, and claim to have taken that one."""

    @vice
    def engine(reference: ReferenceEngine) -> Ask:
        def ask(method: str, params: Json) -> Json:
            if method == "configure":
                change(params)
            answer = reference.ask(method, params)
            return {} if method == "configure" else answer

        return ask

    return engine


def book(reference: ReferenceEngine, params: Mapping[str, Any]) -> Round:
    """Look into the engine's books."""
    return reference._rounds[params["round"]].state


def rewrite(reference: ReferenceEngine, params: Mapping[str, Any], state: Round) -> None:
    """Falsify the engine's books."""
    entry = reference._rounds[params["round"]]
    reference._rounds[params["round"]] = replace(entry, state=state)


def move(answer: Json, seat: int, amount: int) -> None:
    """Move money on a seat's stack, if the engine tells stacks."""
    name = f"seat.{seat}"
    if name in answer.get("stacks", {}):
        answer["stacks"][name] += amount


def paying(ruleset: Ruleset, wager: str, result: Result, *rows: str) -> Ruleset:
    """Settle a wager otherwise in these rows."""
    tables = tuple(
        replace(
            table,
            rows=tuple(
                replace(row, results={**row.results, wager: result})
                if row.name in rows and wager in row.results
                else row
                for row in table.rows
            ),
        )
        for table in ruleset.tables
    )
    return replace(ruleset, tables=tables)


def stepping(ruleset: Ruleset, change: Callable[[Step], Step]) -> Ruleset:
    return replace(ruleset, steps=tuple(change(step) for step in ruleset.steps))


def reading(ruleset: Ruleset, change: Callable[[Ranking], Ranking]) -> Ruleset:
    """Read every hand by another ranking."""
    hands = {name: replace(hand, ranking=change(hand.ranking)) for name, hand in ruleset.hands.items()}
    return replace(ruleset, hands=hands)


def seen_as(ranking: Ranking, change: Callable[[Strength], Strength]) -> Ranking:
    """Take a hand for another."""
    changed, right = replace(ranking), ranking.strength
    object.__setattr__(changed, "strength", lambda cards: change(right(cards)))
    return changed


def refuse(reason: str, message: str = "") -> None:
    raise Rejected(reason, message)
