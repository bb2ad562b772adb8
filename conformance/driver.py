"""Play a scenario on an engine and write down what happened. The driver judges nothing.

It follows the engine: whoever the engine says is to act, acts as the scenario plans. Whether the engine asked the
right seat the right thing is for the checks to say.
"""

from collections.abc import Callable, Mapping
from typing import Any

from fairfelt.conformance.connections.answers import Answer, Connection, Refusal, Result
from fairfelt.conformance.layout import Hold
from fairfelt.conformance.record import Exchange, Record
from fairfelt.conformance.scenario import END, Scenario, action_wagers, start_params
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.round import Bettor

MOST_STEPS = 400
Ask = Callable[[str, Mapping[str, Any]], Answer]
Aside = Callable[[Ask, list[Exchange]], bool]
"""What is tried beside a round, before each decision and after the last, with the exchanges so far; False ends it."""


def play(
    connection: Connection,
    rules: Rules,
    planned: Scenario,
    record_id: str,
    requirement: str,
    aside: Aside | None = None,
) -> Record:
    """Play one round from start to settlement, to the first thing that ends it, or to the planned interruption."""
    exchanges: list[Exchange] = []

    def ask(method: str, params: Mapping[str, Any]) -> Answer:
        params = {"round": record_id, **params}
        answer = connection.ask(method, params)
        exchanges.append(Exchange(method, params, answer))
        return answer

    answer = ask("round.start", start_params(planned, record_id))
    placed: dict[Bettor, dict[str, int]] = {}
    for entry in planned.seats:
        placed[entry.number, ""] = dict(entry.wagers)
        placed.update({(entry.number, backer.name): dict(backer.wagers) for backer in entry.backline})
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
        bettor, question = (asked["seat"], asked.get("bettor", "")), asked["decision"]
        if planned.abandon_at == question:
            break
        if not _probe(planned, (bettor[0], question), ask):
            break
        if planned.recall:
            ask("round.replay", {})
        if aside is not None and not aside(ask, exchanges):
            break
        action = _action(planned, bettor, question, asked)
        wagers = action_wagers(rules, question, action, placed.get(bettor, {}), multiples.get(bettor[0], 0))
        cards = _cards(planned, bettor, question, action, asked, exchanges)
        answer = ask("round.act", act_params(bettor, action, wagers, cards))
        if isinstance(answer, Result):
            placed.setdefault(bettor, {}).update(wagers)
    if _phase(answer) == "settled":
        _probe(planned, END, ask)
        if planned.recall:
            ask("round.replay", {})
        if aside is not None:
            aside(ask, exchanges)
    elif going and isinstance(exchanges[-1].answer, Result | Refusal) and not _over(exchanges):
        ask("round.abandon", {})
    return Record(record_id, requirement, tuple(exchanges))


def act_params(bettor: Bettor, action: str, wagers: Mapping[str, int], cards: Hold = ()) -> dict[str, Any]:
    """Write the request of a decision."""
    params: dict[str, Any] = {"seat": bettor[0], "action": action}
    if bettor[1]:
        params["bettor"] = bettor[1]
    if wagers:
        params["wagers"] = dict(wagers)
    if isinstance(cards, Mapping):
        params["cards"] = {spot: list(part) for spot, part in cards.items()}
    elif cards:
        params["cards"] = list(cards)
    return params


def _cards(
    planned: Scenario,
    bettor: Bettor,
    question: str,
    action: str,
    asked: Mapping[str, Any],
    exchanges: list[Exchange],
) -> Hold:
    """Give the planned cards of an action; where the engine deals by itself, the first that the seat holds."""
    plan = next((entry for entry in planned.seats if entry.number == bettor[0]), None)
    if bettor[1] or plan is None or (question in plan.cards and plan.choices.get(question) == action):
        return plan.cards.get(question, ()) if plan and not bettor[1] else ()
    legal: Mapping[str, Any] = next((entry for entry in asked.get("legal", ()) if entry["action"] == action), {})
    wanted, held = legal.get("cards"), iter(held_cards(exchanges, bettor[0]))
    if isinstance(wanted, Mapping):
        return {spot: tuple(next(held, "") for _ in range(count)) for spot, count in wanted.items()}
    return tuple(next(held, "") for _ in range(wanted or 0))


def held_cards(exchanges: list[Exchange], seat: int) -> list[str]:
    """Gather what a seat was told to hold so far."""
    held: list[str] = []
    for exchange in exchanges:
        if isinstance(exchange.answer, Result) and exchange.method in ("round.start", "round.act"):
            for dealt in exchange.answer.value.get("dealt", ()):
                if dealt["to"] == f"seat.{seat}":
                    held.append(dealt["card"])
                    if dealt.get("replaces") in held:
                        held.remove(dealt["replaces"])
    return held


def _phase(answer: Answer) -> str | None:
    return answer.value.get("phase") if isinstance(answer, Result) else None


def _over(exchanges: list[Exchange]) -> bool:
    own = [exchange for exchange in exchanges if exchange.params.get("round") == exchanges[0].params["round"]]
    return any(_phase(exchange.answer) in ("settled", "void") for exchange in own)


def _action(planned: Scenario, bettor: Bettor, question: str, asked: Mapping[str, Any]) -> str:
    plan = next((entry for entry in planned.seats if entry.number == bettor[0]), None)
    if plan is not None:
        choices = next((backer.choices for backer in plan.backline if backer.name == bettor[1]), plan.choices)
        if question in choices:
            return choices[question]
    legal = asked.get("legal") or [{"action": "fold"}]
    return str(legal[0]["action"])


def _probe(planned: Scenario, moment: tuple[int, str] | str, ask: Any) -> bool:
    """Make the forbidden requests of this moment; stop at the first that was not refused."""
    for probe in planned.probes:
        if probe.when == moment and not isinstance(ask(probe.method, probe.params), Refusal):
            return False
    return True
