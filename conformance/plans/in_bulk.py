"""Rounds that an engine deals and plays by itself, many in one answer, are settled as it settles forced ones.

An engine that is right when it is watched and wrong on its own shows here. What it settles wrongly in both ways is
the business of the row that it breaks.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from fairfelt.conformance.connections.answers import Connection, Result
from fairfelt.conformance.driver import play
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.plans.bulk import bulk_plan, no_answer
from fairfelt.conformance.plans.plan import Bench, Plan, amounts, settled_money
from fairfelt.conformance.scenario import SeatPlan, scenario
from fairfelt.rulesets.cards import Card, parse_cards
from fairfelt.rulesets.rules import NOT_ASKED, Clause, DealStep
from fairfelt.rulesets.settle import Settled, settle_seat
from fairfelt.rulesets.ways import seat_walks, stakes_of
from fairfelt.rulesets.witness import place_sizes

RULE = "live.rounds-play"
Row = Mapping[str, Any]


def plans(bench: Bench) -> Iterator[Plan]:
    if not _tells_all(bench):
        return  # the columns of a bulk answer name no cards that were given up, arranged or exchanged
    clauses = tuple(clause for table in bench.rules.ruleset.tables for row in table.rows for clause in row.clauses)
    title = f"{bench.profile.live:,} rounds of the engine's own dealing are settled as it settles forced decks"
    yield bulk_plan(bench, RULE, title, "rounds_play", _settled_again(bench), _once(clauses))


def _tells_all(bench: Bench) -> bool:
    actions = [action for question in bench.rules.ruleset.questions for action in question.actions.values()]
    moves = any(action.draws or action.gives_up or action.arranges for action in actions)
    return not moves and not any(isinstance(s, DealStep) and s.known_as for s in bench.rules.ruleset.steps)


def _once(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    return tuple(dict.fromkeys(clauses))


def _settled_again(bench: Bench) -> Callable[[Connection], Iterator[Finding]]:
    def ask(connection: Connection) -> Iterator[Finding]:
        every_stake = max({stakes_of(bench.rules, walk) for walk in seat_walks(bench.rules)}, key=len)
        wagers = {name: amount for name, amount in amounts(bench, 2).items() if name in every_stake}
        policy = {question.id: "uniform" for question in bench.rules.ruleset.questions}
        params = {"count": bench.profile.live, "seats": [{"seat": 1, "wagers": wagers}], "policy": policy}
        answer = connection.ask("rounds.play", params)
        if not isinstance(answer, Result):
            yield no_answer(RULE, "rounds.play", answer)
            return
        rows = [dict(zip(answer.value["columns"], row, strict=False)) for row in answer.value["rows"]]
        if len(rows) != bench.profile.live:
            yield Finding(RULE, "ledger", f"{bench.profile.live} rounds, as asked", f"{len(rows)} rounds")
        for row in rows:
            yield from _judge(bench, row, connection)

    return ask


def _judge(bench: Bench, row: Row, connection: Connection) -> Iterator[Finding]:
    """Settle one row again; where it differs from the rules, see whether the engine does the same on a forced deck.

    A row that lacks what the rules need to know is a finding by itself.
    """
    told = {wager: row.get(f"seat.1.{wager}.staked") for wager in bench.rules.ruleset.wagers}
    stakes = {wager: amount for wager, amount in told.items() if amount}
    try:
        expected = settle_seat(bench.rules, _known(bench, row, stakes), stakes, lambda place: _cards(row, place))
    except (LookupError, ValueError) as error:
        what = f"round {row.get('round')}: {error}"
        yield Finding(RULE, "ledger", "a row from which the round can be settled again", what)
        return
    wrong = [settled for settled in expected if row.get(f"seat.1.{settled.wager}.returned") != settled.returned]
    forced = _forced(bench, row, stakes, connection) if wrong else {}
    for settled in wrong:
        returned = row.get(f"seat.1.{settled.wager}.returned")
        if forced.get((1, settled.wager)) != returned:
            yield Finding(RULE, "difference", _due(row, settled), f"returned {returned}", 1, settled.wager)


def _forced(bench: Bench, row: Row, stakes: Mapping[str, int], connection: Connection) -> dict[tuple[int, str], int]:
    """Play the same cards and decisions on a forced deck, and give what the engine returns there."""
    before = {name: amount for name, amount in stakes.items() if not bench.rules.ruleset.wagers[name].by_action}
    told = {question.id: row.get(f"seat.1.{question.id}") for question in bench.rules.ruleset.questions}
    choices = {question: action for question, action in told.items() if action}
    deal = {place: cards for place in place_sizes(bench.rules) if (cards := _cards(row, place))}
    planned = scenario(bench.rules, (SeatPlan(1, before, choices),), deal)
    if bench.opened:
        connection.ask("configure", bench.opened)  # or the bank's turns would run out
    record = play(connection, bench.rules, planned, f"forced-{row.get('round')}", bench.id(RULE))
    return settled_money(record) or {}


def _known(bench: Bench, row: Row, stakes: Mapping[str, int]) -> dict[str, str]:
    known = bench.rules.known
    for question in bench.rules.ruleset.questions:
        known[question.id] = row.get(f"seat.1.{question.id}") or NOT_ASKED
    for fact in bench.rules.ruleset.facts.values():
        if fact.kind == "staked":
            known[fact.name] = fact.values[fact.wager in stakes]
    return known


def _cards(row: Row, place: str) -> tuple[Card, ...]:
    return parse_cards(row.get("seat.1" if place == "seat" else place) or "")


def _due(row: Row, settled: Settled) -> str:
    cards = ", ".join(f"{place} {row[place]}" for place in ("seat.1", "dealer", "board") if row.get(place))
    return f"{settled.wager} of {settled.staked} returns {settled.returned} ({settled.requirement}) with {cards}"
