"""Settle rows in bulk: rows of one shape become columns, and columns are looked up in the tables."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from fairfelt.conformance.audit.rows import Row
from fairfelt.conformance.audit.tables import rounds_of
from fairfelt.rulesets.bank import bank_pass
from fairfelt.rulesets.batch import Columns, Paid, settle_columns
from fairfelt.rulesets.batch_bank import pay_from_banks
from fairfelt.rulesets.batch_facts import Part, answers_to
from fairfelt.rulesets.cards import Card
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.evaluate import CARD
from fairfelt.rulesets.paying import dues_of, policies_of
from fairfelt.rulesets.rules import NOT_ASKED, NOT_STAKED
from fairfelt.rulesets.settle import Settled, settle_seat
from fairfelt.rulesets.ways import seat_walks

Units = NDArray[np.int64]

NEVER_ASKED = "with these cards nobody is asked that"
TRIED = 8
"""Rows of a group that are tried alone before a fault is taken for that of the whole group."""


@dataclass(frozen=True)
class _Shape:
    """What rows have in common that are settled together."""

    sizes: tuple[tuple[str, int], ...]
    choices: tuple[tuple[str, str], ...]
    dark: bool
    anyone: tuple[bool, ...]
    """For each fact about what anyone did, in the order of the game: whether somebody did."""


@dataclass(frozen=True)
class Due:
    """What the rules give for some rows: for each wager what comes back and by which row and line, -1 where none."""

    stakes: Mapping[str, NDArray[np.int64]]
    returned: Mapping[str, NDArray[np.int64]]
    row: Mapping[str, NDArray[np.int16]]
    line: Mapping[str, NDArray[np.int8]]
    faults: Mapping[int, str]
    """Rows that can't be settled, and why."""


def settle_rows(rules: Rules, rows: Sequence[Row]) -> Due:
    """Settle rows, whole rounds of them, by the tables and, where a player banks, by the bank's money."""
    wagers = list(rules.ruleset.wagers)
    count = len(rows)
    stakes = {wager: np.array([row.stakes.get(wager, 0) for row in rows], np.int64) for wager in wagers}
    due = {wager: np.zeros(count, np.int64) for wager in wagers}
    row_of = {wager: np.full(count, -1, np.int16) for wager in wagers}
    line_of = {wager: np.full(count, -1, np.int8) for wager in wagers}
    outcome = {wager: np.full(count, -1, np.int8) for wager in wagers}
    faults: dict[int, str] = {}
    for shape, places in _by_shape(rules, rows).items():
        for part, paid in _settled(rules, rows, shape, places, faults):
            for wager, one in paid.items():
                due[wager][part], row_of[wager][part] = one.returned, one.row
                line_of[wager][part], outcome[wager][part] = one.line, one.outcome
    if rules.policies and rows:
        due = _from_banks(rules, rows, stakes, due, row_of, line_of, outcome, faults)
    return Due(stakes, due, row_of, line_of, faults)


def settle_alone(rules: Rules, rows: Sequence[Row], anyone: Sequence[bool]) -> list[dict[str, int]]:
    """Settle the rows of one round by the oracle of single rounds: what comes back for each row, by wager."""
    settled: list[Settled] = []
    for at, row in enumerate(rows):
        known = {**rules.known, **_told(rules, row, anyone)}
        for fact in rules.ruleset.facts.values():
            if fact.kind == "staked":
                known[fact.name] = fact.values[fact.wager in row.stakes]
            elif fact.kind == "against" and fact.wager and fact.wager not in row.stakes:
                known[fact.name] = NOT_STAKED
        paid = settle_seat(rules, known, row.stakes, lambda place, row=row: _cards(row, place))  # type: ignore[misc]
        settled.extend(replace(one, seat=at) for one in paid)
    returned: list[dict[str, int]] = [{} for _ in rows]
    amount = rows[0].bank
    if rules.ruleset.bank is None or amount is None:
        for one in settled:
            returned[one.seat][one.wager] = one.returned
        return returned
    dues = dues_of(sorted(settled, key=lambda one: one.seat, reverse=rules.ruleset.order.from_right))
    for entry in bank_pass(dues, rules.ruleset.order.wagers, amount, policies_of(rules.policies))[0]:
        returned[entry.due.seat][entry.due.wager] = entry.returned
    return returned


def anyone_did(rules: Rules, rows: Sequence[Row]) -> list[tuple[bool, ...]]:
    """Say for each row which facts about what anyone did hold in its round."""
    facts = [fact for fact in rules.ruleset.facts.values() if fact.kind == "anyone"]
    if not facts:
        return [()] * len(rows)
    found: list[tuple[bool, ...]] = []
    for start, end in rounds_of(rows):
        did = {step for row in rows[start:end] for step in row.choices.items()}
        found += [tuple((fact.question, fact.action) in did for fact in facts)] * (end - start)
    return found


def _cards(row: Row, place: str) -> tuple[Card, ...]:
    return tuple(CARD[card] for card in row.cards.get(place, b""))


def _from_banks(
    rules: Rules,
    rows: Sequence[Row],
    stakes: Mapping[str, Units],
    due: Mapping[str, Units],
    row_of: Mapping[str, NDArray[np.int16]],
    line_of: Mapping[str, NDArray[np.int8]],
    outcome: Mapping[str, NDArray[np.int8]],
    faults: dict[int, str],
) -> dict[str, Units]:
    """Pay each round from its bank. A round of which a row or the bank is not known can't be settled at all."""
    whole: list[tuple[int, int]] = []
    for start, end in rounds_of(rows):
        why = _why_not(rows[start:end], any(at in faults for at in range(start, end)))
        faults.update({at: faults.get(at, why) for at in range(start, end) if why})
        if not why:
            whole.append((start, end))
    paid = {wager: units.copy() for wager, units in due.items()}
    if not whole:
        return paid
    here = np.concatenate([np.arange(start, end) for start, end in whole])
    starts = np.cumsum([0, *(end - start for start, end in whole)])
    amounts = np.array([rows[start].bank for start, _ in whole], np.int64)
    some = {w: Paid(due[w][here], row_of[w][here], line_of[w][here], outcome[w][here]) for w in due}
    banked = pay_from_banks(rules, {w: units[here] for w, units in stakes.items()}, some, starts, amounts)
    for wager, one in banked.paid.items():
        paid[wager][here] = one.returned
    return paid


def _why_not(rows: Sequence[Row], spoiled: bool) -> str:
    banks = {row.bank for row in rows}
    if None in banks:
        return "says not what the player-dealer banks, on which payouts depend"
    if len(banks) > 1:
        return "the rows of the round differ in what the player-dealer banks"
    return "another row of the round can't be settled, and all are paid from one bank" if spoiled else ""


def _by_shape(rules: Rules, rows: Sequence[Row]) -> dict[_Shape, list[int]]:
    """Group rows that hold as many cards at each place and answer every question alike."""
    groups: dict[_Shape, list[int]] = {}
    for at, (row, others) in enumerate(zip(rows, anyone_did(rules, rows), strict=True)):
        sizes = tuple((place, len(cards)) for place, cards in row.cards.items())
        groups.setdefault(_Shape(sizes, tuple(row.choices.items()), row.dark, others), []).append(at)
    return groups


def _settled(
    rules: Rules, rows: Sequence[Row], shape: _Shape, places: Sequence[int], faults: dict[int, str]
) -> Iterator[tuple[NDArray[np.int64], dict[str, Paid]]]:
    """Settle rows of one shape; a row that can't be settled is found by halving."""
    try:
        columns = _columns(rules, rows, shape, places)
        paid = settle_columns(rules, columns)
        unasked = _unasked(rules, rows[places[0]], columns, len(places))
        faults.update({places[int(at)]: NEVER_ASKED for at in np.flatnonzero(unasked)})
        yield np.array(places), paid
    except (LookupError, ValueError, ArithmeticError) as error:
        tried = places[:: max(1, len(places) // TRIED)]
        if len(places) == 1 or all(_fails(rules, rows, shape, at) for at in tried):
            faults.update(dict.fromkeys(places, re.sub(r"^row \d+: ", "", str(error))))
            return
        half = len(places) // 2
        yield from _settled(rules, rows, shape, places[:half], faults)
        yield from _settled(rules, rows, shape, places[half:], faults)


def _unasked(rules: Rules, row: Row, columns: Columns, count: int) -> NDArray[np.bool_]:
    """Find rows whose cards never bring about what was asked there; a guard reads cards as facts do."""
    facts = rules.ruleset.facts
    told = {question.id: row.choices.get(question.id, NOT_ASKED) for question in rules.ruleset.questions}
    told |= {fact.name: fact.values[row.dark] for fact in facts.values() if fact.kind == "dark"}
    ways = [way for way in seat_walks(rules) if all(way.known[name] == value for name, value in told.items())]
    assumed = [way.assumed(facts) for way in ways]
    if not assumed or not all(assumed):
        return np.zeros(count, np.bool_)
    part, fits = Part(rules, columns, 0, count), np.zeros(count, np.bool_)
    for needed in {tuple(sorted(one.items())) for one in assumed}:
        these = [answers_to(part, facts[name]) == facts[name].values.index(value) for name, value in needed]
        fits |= np.logical_and.reduce(these)
    return ~fits


def _fails(rules: Rules, rows: Sequence[Row], shape: _Shape, at: int) -> bool:
    try:
        settle_columns(rules, _columns(rules, rows, shape, [at]))
    except (LookupError, ValueError, ArithmeticError):
        return True
    return False


def _columns(rules: Rules, rows: Sequence[Row], shape: _Shape, places: Sequence[int]) -> Columns:
    first, count = rows[places[0]], len(places)
    cards = {
        place: np.frombuffer(b"".join(rows[at].cards[place] for at in places), np.uint8).reshape(count, -1)
        for place in first.cards
        if len(first.cards[place])
    }
    facts = rules.ruleset.facts
    known = _told(rules, first, shape.anyone)
    answers = {name: np.full(count, facts[name].values.index(value), np.int8) for name, value in known.items()}
    staked = {wager for at in places for wager in rows[at].stakes}
    stakes = {
        wager: np.array([rows[at].stakes.get(wager, 0) for at in places], np.int64)
        for wager in rules.ruleset.wagers
        if wager in staked
    }
    return Columns(cards, answers, stakes)


def _told(rules: Rules, row: Row, anyone: Sequence[bool]) -> dict[str, str]:
    """Give what a row says beside its cards and stakes: choices, the light, and what anyone did."""
    known: dict[str, str] = {}
    flags = iter(anyone)
    for fact in rules.ruleset.facts.values():
        if fact.kind == "decision":
            known[fact.name] = row.choices.get(fact.name, NOT_ASKED)
        elif fact.kind == "dark":
            known[fact.name] = fact.values[row.dark]
        elif fact.kind == "anyone":
            known[fact.name] = fact.values[next(flags)]
    return known
