"""Rows from the records of our own driver, which hold every message of a round."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from fairfelt.conformance.audit.errors import Unreadable
from fairfelt.conformance.audit.rows import Names, Row, read_row
from fairfelt.conformance.checks import observed_trace
from fairfelt.conformance.connections.answers import Result
from fairfelt.conformance.record import Record, read_record
from fairfelt.conformance.scenario import house_limits
from fairfelt.rulesets.cards import HIDDEN
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.round import Round, cards_for
from fairfelt.rulesets.rules import NOT_ASKED, DealStep, Ruleset

Bettor = tuple[int, str]


@dataclass
class _Book:
    """One round as far as it has been read."""

    start: Mapping[str, Any]
    dealt: dict[str, list[str]] = field(default_factory=dict)
    choices: dict[Bettor, dict[str, str]] = field(default_factory=dict)
    asked: str = ""


def cards_move(ruleset: Ruleset) -> bool:
    """Say whether cards are drawn, given up, set or exchanged, so that what lies in the end is not what was dealt."""
    actions = [action for question in ruleset.questions for action in question.actions.values()]
    exchanged = any(isinstance(step, DealStep) and step.known_as for step in ruleset.steps)
    return exchanged or any(action.draws or action.gives_up or action.arranges for action in actions)


def rows_by_replay(rules: Rules, names: Names, data: Mapping[str, Any], line: int) -> Iterator[Row]:
    """Read a record as `rows_of_record` does, following every card to where it lies in the end.

    Raise Unreadable where the record and the rules part before the round is settled.
    """
    whole = read_record(data)
    numbers = dict.fromkeys(exchange.params.get("round", whole.id) for exchange in whole.exchanges)
    for number in numbers:
        exchanges = tuple(one for one in whole.exchanges if one.params.get("round", whole.id) == number)
        answers = [one.answer.value for one in exchanges if isinstance(one.answer, Result)]
        ledger = next((told.get("ledger", ()) for told in answers if told.get("phase") == "settled"), None)
        if ledger is None or exchanges[0].method != "round.start":
            continue
        settled = observed_trace(rules, house_limits(rules), Record(str(number), "", exchanges)).settled
        if settled is None:
            mend = "certify the engine to see where"
            raise Unreadable("the record leaves the rules before the round is settled", mend)
        name = whole.id if number == whole.id else f"{whole.id}/{number}"
        yield from _rows_of_state(names, settled[1], name, ledger, line)


def _rows_of_state(names: Names, state: Round, name: str, ledger: Any, line: int) -> Iterator[Row]:
    for seat, bettor in state.bettors:
        mine = [entry for entry in ledger if (entry["seat"], entry.get("bettor", "")) == (seat, bettor)]
        cards = {place: "".join(cards_for(state, seat)(place)) for place in names.places}
        row = {
            "round": name,
            "seat": seat,
            "bettor": bettor,
            "cards": {place: text for place, text in cards.items() if text},
            "choices": {asked: did for asked, did in state.choices[seat, bettor].items() if did != NOT_ASKED},
            "dark": next(one.dark for one in state.seats if one.number == seat),
            "stakes": {entry["wager"]: entry["staked"] for entry in mine},
            "returned": {entry["wager"]: entry["returned"] for entry in mine},
            **({"bank": state.bank.amount} if state.bank else {}),
        }
        yield read_row(names, row, line)


def rows_of_record(names: Names, data: Mapping[str, Any], line: int) -> Iterator[Row]:
    """Read the bettors' rows of all rounds in a record; a round that was not settled has none."""
    books: dict[Any, _Book] = {}
    for exchange in data["exchanges"]:
        params, answer = exchange["params"], exchange.get("result")
        if exchange["method"] not in ("round.start", "round.act") or not isinstance(answer, dict):
            continue
        number = params.get("round", data["record"])
        if exchange["method"] == "round.start":
            books[number] = _Book(params)
        book = books.get(number)
        if book is None:
            continue
        if exchange["method"] == "round.act" and book.asked:
            book.choices.setdefault((params["seat"], params.get("bettor", "")), {})[book.asked] = params["action"]
        for card in answer.get("dealt", ()):
            held = book.dealt.setdefault(card["to"], [])
            if HIDDEN in held and card["card"] != HIDDEN:
                held[held.index(HIDDEN)] = card["card"]
            else:
                held.append(card["card"])
        book.asked = (answer.get("awaiting") or {}).get("decision", "")
        if answer.get("phase") == "settled":
            name = data["record"] if number == data["record"] else f"{data['record']}/{number}"
            yield from _rows(names, books.pop(number), name, answer.get("ledger", ()), line)


def _rows(names: Names, book: _Book, name: str, ledger: Any, line: int) -> Iterator[Row]:
    money: dict[Bettor, dict[str, tuple[int, int]]] = {}
    for entry in ledger:
        spots = money.setdefault((entry["seat"], entry.get("bettor", "")), {})
        spots[entry["wager"]] = (entry["staked"], entry["returned"])
    bank = book.start.get("bank") or {}
    dark = {seat["seat"] for seat in book.start["seats"] if seat.get("dark")}
    shared = {place: "".join(held) for place, held in book.dealt.items() if "." not in place and HIDDEN not in held}
    # Action goes round from the player-dealer's left, where a player banks; a seat stands before those behind it.
    order = sorted({seat for seat, _ in money}, key=lambda seat: (bool(bank) and seat <= bank["seat"], seat))
    for seat in order:
        for bettor in (one for one in money if one[0] == seat):
            row = {
                "round": name,
                "seat": seat,
                "bettor": bettor[1],
                "cards": shared | {"seat": "".join(book.dealt.get(f"seat.{seat}", ()))},
                "choices": book.choices.get(bettor) or book.choices.get((seat, ""), {}),
                "dark": seat in dark,
                "stakes": {wager: staked for wager, (staked, _) in money[bettor].items()},
                "returned": {wager: returned for wager, (_, returned) in money[bettor].items()},
                **({"bank": bank["amount"]} if bank else {}),
            }
            yield read_row(names, row, line)
