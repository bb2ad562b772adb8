"""An abandoned round gives every stake back; a recalled round is told as it happened."""

from collections.abc import Iterator
from typing import Any

from fairfelt.conformance.checks.refusals import gap_or
from fairfelt.conformance.connections.answers import Refusal, Result
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.replay import Moment, Trace, turned_up
from fairfelt.rulesets.cards import HIDDEN
from fairfelt.rulesets.round import Round


def interruption(trace: Trace) -> Iterator[Finding]:
    state: Round | None = None
    told: list[dict[str, Any]] = []
    for moment in trace.moments:
        answer = moment.exchange.answer
        if moment.expected == "apart":
            continue
        if moment.exchange.method == "round.abandon" and state is not None and not state.settled:
            yield from _void(moment, state)
        elif moment.exchange.method == "round.replay" and state is not None:
            yield from _recall(moment, told)
        elif isinstance(answer, Result) and moment.agreed is not None:
            state = moment.agreed
            told.append(answer.value)


def _void(moment: Moment, state: Round) -> Iterator[Finding]:
    answer = moment.exchange.answer
    if isinstance(answer, Refusal):
        yield Finding(
            "round.abandon",
            gap_or("void", answer),
            "an open round can be abandoned",
            f"refused: {answer.reason or answer.code}",
        )
        return
    if not isinstance(answer, Result):
        return
    if answer.value["phase"] != "void":
        yield Finding("round.abandon", "void", "the round is void", f"the round is {answer.value['phase']}")
    back = {
        (row["seat"], row.get("bettor", ""), row["wager"]): row["returned"] for row in answer.value.get("ledger", ())
    }
    for bettor, wagers in state.placed.items():
        for wager, amount in wagers.items():
            if back.get((*bettor, wager)) != amount:
                yield Finding(
                    "round.abandon",
                    "void",
                    f"{wager} of {amount} at seat {bettor[0]} comes back",
                    f"returned {back.get((*bettor, wager), 'nothing')}",
                    bettor[0],
                    wager,
                    bettor=bettor[1],
                )
    bank = answer.value.get("bank")
    if state.bank is not None and bank is not None and bank["returned"] != bank["staked"]:
        what = f"returned {bank['returned']}"
        yield Finding("round.abandon", "void", f"the bank of {bank['staked']} comes back", what, state.bank.seat)


def _recall(moment: Moment, told: list[dict[str, Any]]) -> Iterator[Finding]:
    answer = moment.exchange.answer
    if isinstance(answer, Refusal):
        yield Finding(
            "round.recall",
            gap_or("recall", answer),
            "the round is told again",
            f"refused: {answer.reason or answer.code}",
        )
        return
    if not isinstance(answer, Result) or not told:
        return
    again = answer.value.get("dealt")
    dealt = [card for state in told for card in state.get("dealt", ())]
    known = turned_up(state.get("dealt", ()) for state in told)
    for name, wanted in (
        ("phase", told[-1]["phase"]),
        ("dealt", again if again == dealt or _same_cards(known, again) else known),
        ("ledger", told[-1].get("ledger")),
        ("awaiting", told[-1].get("awaiting")),
    ):
        if answer.value.get(name) != wanted:
            yield Finding(
                "round.recall",
                "recall",
                f"{name} as it was told in the round: {_short(wanted)}",
                f"{_short(answer.value.get(name))}",
            )


def _same_cards(known: list[dict[str, Any]], again: Any) -> bool:
    """Say whether a recall tells the cards as they are known; a card that lies hidden may be told."""
    if not isinstance(again, list) or len(again) != len(known):
        return False
    return all(
        card == old or (old["card"] == HIDDEN and {**card, "card": HIDDEN} == old)
        for card, old in zip(again, known, strict=True)
    )


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 160 else text[:160] + "…"
