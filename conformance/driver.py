"""Play a scenario on an engine and write down what happened. The driver judges nothing.

It follows the engine: whoever the engine says is to act, acts as the scenario plans. Whether the engine asked the
right seat the right thing is for the checks to say.
"""

from collections.abc import Mapping
from typing import Any

from fairfelt.conformance.connections.answers import Answer, Connection, Refusal, Result
from fairfelt.conformance.record import Exchange, Record
from fairfelt.conformance.scenario import END, Scenario, action_wagers, start_params
from fairfelt.rulesets.choose import Rules

MOST_STEPS = 400


def play(connection: Connection, rules: Rules, planned: Scenario, record_id: str, requirement: str) -> Record:
    """Play one round from start to settlement, to the first thing that ends it, or to the planned interruption."""
    exchanges: list[Exchange] = []

    def ask(method: str, params: Mapping[str, Any]) -> Answer:
        params = {"round": record_id, **params}
        answer = connection.ask(method, params)
        exchanges.append(Exchange(method, params, answer))
        return answer

    answer = ask("round.start", start_params(planned, record_id))
    placed = {seat.number: dict(seat.wagers) for seat in planned.seats}
    multiples = {seat.number: seat.multiple for seat in planned.seats}
    going = _phase(answer) is not None
    for _ in range(MOST_STEPS):
        if (
            not isinstance(answer, Result)
            or answer.value["phase"] != "decision"
            or "awaiting" not in answer.value
        ):
            break
        asked = answer.value["awaiting"]
        seat, question = asked["seat"], asked["decision"]
        if planned.abandon_at == question:
            break
        if not _probe(planned, (seat, question), ask):
            break
        if planned.recall:
            ask("round.replay", {})
        action = _action(planned, seat, question, asked)
        wagers = action_wagers(rules, question, action, placed.get(seat, {}), multiples.get(seat, 0))
        answer = ask("round.act", _act_params(seat, action, wagers))
        if isinstance(answer, Result):
            placed.setdefault(seat, {}).update(wagers)
    if _phase(answer) == "settled":
        _probe(planned, END, ask)
        if planned.recall:
            ask("round.replay", {})
    elif going and isinstance(exchanges[-1].answer, Result | Refusal) and not _over(exchanges):
        ask("round.abandon", {})
    return Record(record_id, requirement, tuple(exchanges))


def _act_params(seat: int, action: str, wagers: Mapping[str, int]) -> dict[str, Any]:
    params: dict[str, Any] = {"seat": seat, "action": action}
    if wagers:
        params["wagers"] = dict(wagers)
    return params


def _phase(answer: Answer) -> str | None:
    return answer.value.get("phase") if isinstance(answer, Result) else None


def _over(exchanges: list[Exchange]) -> bool:
    return any(_phase(exchange.answer) in ("settled", "void") for exchange in exchanges)


def _action(planned: Scenario, seat: int, question: str, asked: Mapping[str, Any]) -> str:
    plan = next((entry for entry in planned.seats if entry.number == seat), None)
    if plan is not None and question in plan.choices:
        return plan.choices[question]
    legal = asked.get("legal") or [{"action": "fold"}]
    return str(legal[0]["action"])


def _probe(planned: Scenario, moment: tuple[int, str] | str, ask: Any) -> bool:
    """Make the forbidden requests of this moment; stop at the first that was not refused."""
    for probe in planned.probes:
        if probe.when == moment and not isinstance(ask(probe.method, probe.params), Refusal):
            return False
    return True
