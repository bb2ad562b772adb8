"""What is tried beside a round, or between its steps, and must not change it: each is a move of a session."""

from collections.abc import Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from fairfelt.conformance.checks.refusals import in_words
from fairfelt.conformance.connections.answers import Answer, Fault, Refusal, Result
from fairfelt.conformance.driver import Ask, act_params
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.plans.table_rounds import (
    Choice,
    as_calm,
    calm_round,
    decisions,
    lay,
    short,
    with_stacks,
)
from fairfelt.conformance.record import Exchange, Record
from fairfelt.conformance.replay import named_cards
from fairfelt.conformance.scenario import start_params
from fairfelt.conformance.table_machine import Found, House, Sitting, configure, renew, sit, state_of, told
from fairfelt.rulesets.play import act
from fairfelt.rulesets.round import Round
from fairfelt.rulesets.seating import Refused

if TYPE_CHECKING:
    from fairfelt.conformance.checks import Judged

AMPLE = 2_000_000_000
AS_IF_NOT = "the round goes on as if nothing had been tried"


def twice(sitting: Sitting, choice: Choice) -> None:
    """Send each action again right after it was accepted, and the last of the round before."""
    house = sitting.house
    calm_round(sitting, choice)
    renew(sitting)
    last: dict[str, Any] = {}

    def trick(ask: Ask, exchanges: list[Exchange]) -> Finding | bool:
        taken = [entry for entry in exchanges if entry.method == "round.act" and isinstance(entry.answer, Result)]
        if not taken:
            return _again(house, ask, sitting.last, "a round later") if sitting.last else True
        last.update(taken[-1].params)
        if _legal(state_of(house, exchanges), last):
            return True
        settled = exchanges[-1].answer if is_settled(exchanges[-1].answer) else None
        before = _recalled(house, ask) if settled else None
        went = _again(house, ask, last, "once more")
        if went is not True or before is None:
            return went
        after = _recalled(house, ask)
        if before != after:
            return Finding(house.rule, "difference", f"money as it was settled: {short(before)}", short(after))
        return True

    judged = sit(sitting, lay(house, choice), trick)
    sitting.last = last if judged.trace.settled is not None else {}
    _unchanged(sitting, choice, judged)


def _again(house: House, ask: Ask, params: Mapping[str, Any], when: str) -> Finding | bool:
    house.reached += 1
    if isinstance(ask("round.act", params), Result):
        expected = f"{in_words('round.act', params)}, sent {when}, is refused"
        return Finding(house.rule, "refusal", expected, "it was accepted", params["seat"])
    return True


def _legal(state: Round | None, params: Mapping[str, Any]) -> bool:
    """Say whether the same request answers the next question as well, or whether that is not known."""
    if state is None:
        return True
    wagers, cards = params.get("wagers", {}), named_cards(params)
    try:
        act(state, params["seat"], params["action"], wagers, cards, params.get("bettor", ""))
    except Refused:
        return False
    return True


def is_settled(answer: Answer) -> bool:
    """Say whether an answer is the end of a round."""
    return isinstance(answer, Result) and answer.value["phase"] == "settled"


def _recalled(house: House, ask: Ask) -> dict[str, Any] | None:
    """Give the money of a settled round as it is told again, where the engine can."""
    answer = ask("round.replay", {}) if house.table.can("recall") else None
    if not isinstance(answer, Result):
        return None
    return {name: answer.value.get(name) for name in ("ledger", "stacks", "bank")}


def late(sitting: Sitting, choice: Choice) -> None:
    """Place more on an open round, and open another beside it."""
    house = sitting.house
    calm_round(sitting, choice)
    renew(sitting)
    numbers, steps, at = choice
    raised, other = lay(house, (numbers, steps + 1, at)), lay(house, ((0,), steps, at))

    def trick(ask: Ask, exchanges: list[Exchange]) -> Finding | bool:
        if is_settled(exchanges[-1].answer):
            return True
        house.reached += 1
        more = start_params(raised, exchanges[0].params["round"])
        if more["seats"] != exchanges[0].params["seats"] and isinstance(ask("round.start", more), Result):
            expected = "more wagers on a round whose cards are dealt are refused"
            return Finding(house.rule, "refusal", expected, "the round was opened again with them")
        _beside(house, start_params(other, house.name()), exchanges)
        return True

    _unchanged(sitting, choice, sit(sitting, lay(house, choice), trick))


def _beside(house: House, params: dict[str, Any], exchanges: list[Exchange]) -> None:
    """Open another round. An engine may take several; it is abandoned at once."""
    answer = house.connection.ask("round.start", params)
    exchanges.append(Exchange("round.start", params, answer))
    if isinstance(answer, Result) and answer.value["phase"] == "decision":
        name = {"round": params["round"]}
        exchanges.append(Exchange("round.abandon", name, house.connection.ask("round.abandon", name)))


def other_table(sitting: Sitting, drawn: tuple[Choice, int]) -> None:
    """Send other limits and pay tables while a round is open, and the right ones after it."""
    house, (choice, at) = sitting.house, drawn
    moments = decisions(calm_round(sitting, choice))
    if not moments:
        return
    renew(sitting)
    changed, answers = _changed(house), list[Answer]()

    def trick(_: Ask, exchanges: list[Exchange]) -> bool:
        if not answers and len(told(Record(exchanges[0].params["round"], "", tuple(exchanges)))) > at % moments:
            answers.append(house.connection.ask("configure", changed))
            exchanges.append(Exchange("configure", changed, answers[0]))
            house.reached += 1
        return True

    right: Answer | None = None
    try:
        judged = sit(sitting, lay(house, choice), trick)
    finally:
        taken = bool(answers) and not isinstance(answers[0], Refusal)
        if taken:
            right = configure(house)
    if not (taken and _is_gone(judged.record)):
        _unchanged(sitting, choice, judged, "the round goes on by what the table was opened with")
    if taken and not isinstance(right, Result | Fault):
        expected = "between rounds a table can be opened anew"
        raise Found(Finding(house.rule, "refusal", expected, "refused", record=judged.record.id))
    renew(sitting)
    next_round = sit(sitting, lay(house, choice))
    _unchanged(sitting, choice, next_round, "the next round goes by what the table was opened with")


def _changed(house: House) -> dict[str, Any]:
    """Write a configuration with better odds and with limits that what is staked does not keep."""
    sent = deepcopy(dict(house.table.sent))
    for span in sent.get("limits", {}).values():
        if "min" in span and "max" in span:
            span["min"], span["max"] = 2 * span["max"], 4 * span["max"]
    for table in sent.get("pay_tables", {}).values():
        table["table"] = "other"
        table["rows"] = {name: _better(odds) for name, odds in table["rows"].items()}
    return sent


def _better(odds: str) -> str:
    gain, stake = odds.split(":")
    return f"{int(gain) + 2 * int(stake)}:{stake}"


def _is_gone(record: Record) -> bool:
    """Say whether a round took no action after the table was configured anew."""
    at = next(at for at, exchange in enumerate(record.exchanges) if exchange.method == "configure")
    acts = [exchange for exchange in record.exchanges[at:] if exchange.method == "round.act"]
    return bool(acts) and isinstance(acts[0].answer, Refusal)


def told_again(sitting: Sitting, choice: Choice) -> None:
    """Ask for the round at each of its steps, as one does after an interruption, and go on."""
    calm_round(sitting, choice)
    renew(sitting)

    def trick(ask: Ask, _: list[Exchange]) -> bool:
        sitting.house.reached += isinstance(ask("round.replay", {}), Result)
        return True

    _unchanged(sitting, choice, sit(sitting, lay(sitting.house, choice), trick))


def given_up(sitting: Sitting, drawn: tuple[Choice, int]) -> None:
    """Abandon a round at one of its steps, act on it all the same, and play the next."""
    house, (choice, at) = sitting.house, drawn
    moments = decisions(calm_round(sitting, choice))
    if not moments:
        return
    renew(sitting)
    planned = with_stacks(lay(house, choice), {}, AMPLE)

    def trick(ask: Ask, exchanges: list[Exchange]) -> Finding | bool:
        if sum(isinstance(exchange.answer, Result) for exchange in exchanges) <= at % moments:
            return True
        asked, answer = exchanges[-1].answer, ask("round.abandon", {})
        if not isinstance(answer, Result) or not isinstance(asked, Result):
            return False
        house.reached += 1
        whole = all(row["returned"] == row["staked"] for row in answer.value.get("ledger", ()))
        for name, stack in (answer.value.get("stacks") or {}).items():
            if whole and stack != AMPLE:
                return Finding(house.rule, "stacks", f"{name} has {AMPLE} as before the round", f"it has {stack}")
        due = asked.value["awaiting"]
        action = due["legal"][0]
        wagers = {wager: span["min"] for wager, span in (action.get("wagers") or {}).items()}
        params = act_params((due["seat"], due.get("bettor", "")), action["action"], wagers)
        if isinstance(ask("round.act", params), Result):
            return Finding(house.rule, "refusal", "an abandoned round takes no action", "it took one")
        return False

    sit(sitting, planned, trick)
    renew(sitting)
    next_round = sit(sitting, lay(house, choice))
    _unchanged(sitting, choice, next_round, "the round after an abandoned one goes as if that had not been")


def _unchanged(sitting: Sitting, choice: Choice, judged: "Judged", expected: str = AS_IF_NOT) -> None:
    if not as_calm(sitting, choice, judged):
        calm = calm_round(sitting, choice).record
        actual = f"it went otherwise than {calm.id}: {_difference(calm, judged.record)}"
        raise Found(Finding(sitting.house.rule, "difference", expected, actual, record=judged.record.id))


def _difference(calm: Record, record: Record) -> str:
    for mine, other in zip(told(calm), told(record), strict=False):
        name = next((name for name in mine if mine.get(name) != other.get(name)), None)
        if name is not None:
            return f"{name} was {short(mine[name])} and is {short(other.get(name))}"
    return f"{len(told(calm))} answers, and then {len(told(record))}"
