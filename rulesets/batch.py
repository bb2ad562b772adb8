"""Settle columns of rounds: what the oracle says of one bettor, for millions, with nothing in Python for each.

Facts become numbers, a combination of them a place in the dense table that the compiler proved, and the row found
there a payment in parts of a unit. No money is ever a float.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.batch_facts import Columns, Part, answers_to, classes_of, is_unread
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.evaluate import CODE
from fairfelt.rulesets.rules import Outcome, PayTable, Result, Table

__all__ = ["OUTCOMES", "Columns", "Paid", "settle_columns"]

OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
SLICE = 1 << 14
"""Rows at a time, so that what is in the works stays in the processor's cache."""


@dataclass(frozen=True)
class Paid:
    """What became of one wager in each row; `returned` includes the stake.

    `row` is a place in the table's rows and `line` one in the pay table's lines, -1 where none decided. `outcome` is
    a place in OUTCOMES, -1 where the wager is not placed.
    """

    returned: NDArray[np.int64]
    row: NDArray[np.int16]
    line: NDArray[np.int8]
    outcome: NDArray[np.int8]


@dataclass(frozen=True)
class _Terms:
    """What a wager gets, by row of its table and, in each, without a pay line and with each line of the pay table.

    `gives` counts what comes back for a unit in parts, of which `per` make a unit. An outcome of -1 can't occur.
    """

    hand: str
    width: int
    line_of: NDArray[np.int8]
    """By class of the hand, 1 more than the place of the line."""
    gives: NDArray[np.int64]
    per: int
    line: NDArray[np.int8]
    outcome: NDArray[np.int8]


def settle_columns(rules: Rules, columns: Columns) -> dict[str, Paid]:
    """Settle every wager of every row by the tables, as `settle_seat` does for one bettor.

    Raise ValueError for columns that don't fit each other or the game, LookupError for a row that can't occur by the
    rules, ArithmeticError for a part of a unit without a rounding rule and for stakes too large to count with.
    """
    count = _count(rules, columns)
    paid = {wager: _unpaid(count) for wager in columns.stakes}
    used = [table for table in rules.ruleset.tables if any(wager in paid for wager in table.wagers)]
    cells = {table.block: np.array(table.cells, np.int16) for table in used}
    terms = {wager: _terms(rules, table, wager) for table in used for wager in table.wagers if wager in paid}
    for wager, units in columns.stakes.items():
        if rules.ruleset.wagers[wager].fee:
            paid[wager].outcome[units > 0] = OUTCOMES.index("paid")
        elif count and int(units.max()) * int(terms[wager].gives.max()) >= 1 << 62:
            raise OverflowError(f"a stake of {units.max()} units on {wager} is too large to settle in bulk")
    for start in range(0, count, SLICE):
        part = Part(rules, _cut(columns, slice(start, start + SLICE)), start, min(SLICE, count - start))
        for table in used:
            _settle(part, table, cells[table.block], terms, paid)
    return paid


def _count(rules: Rules, columns: Columns) -> int:
    """Count the rows, and refuse what does not fit."""
    parts: list[Mapping[str, NDArray[np.generic]]] = [columns.cards, columns.facts, columns.stakes]
    lengths = [(name, len(column)) for part in parts for name, column in part.items()]
    for name, length in lengths:
        if length != lengths[0][1]:
            raise ValueError(f"column {name!r} has {length} rows, and {lengths[0][0]!r} has {lengths[0][1]}")
    for place, cards in columns.cards.items():
        if cards.size and cards.max() >= len(CODE):
            raise ValueError(f"{cards.max()} at {place!r} is no card: cards are numbers from 0 to {len(CODE) - 1}")
    for wager in columns.stakes:
        if wager not in rules.ruleset.wagers:
            raise ValueError(f"{wager!r} is no wager of {rules.ruleset.game}: {', '.join(rules.ruleset.wagers)}")
    return lengths[0][1] if lengths else 0


def _unpaid(count: int) -> Paid:
    return Paid(
        returned=np.zeros(count, np.int64),
        row=np.full(count, -1, np.int16),
        line=np.full(count, -1, np.int8),
        outcome=np.full(count, -1, np.int8),
    )


def _cut(columns: Columns, rows: slice) -> Columns:
    return Columns(
        {place: cards[rows] for place, cards in columns.cards.items()},
        {name: answers[rows] for name, answers in columns.facts.items()},
        {wager: units[rows] for wager, units in columns.stakes.items()},
    )


def _settle(
    part: Part, table: Table, cells: NDArray[np.int16], terms: Mapping[str, _Terms], paid: Mapping[str, Paid]
) -> None:
    stakes = {wager: part.columns.stakes[wager] for wager in table.wagers if wager in part.columns.stakes}
    placed = {wager: units > 0 for wager, units in stakes.items()}
    if not any(where.any() for where in placed.values()):
        return
    cells = _without_unread(part, table, cells)
    at = np.zeros(part.rows, np.intp)
    for fact in table.axes:
        at *= len(fact.values)
        at += answers_to(part, fact)
    row, here = cells[at], slice(part.start, part.start + part.rows)
    for wager, units in stakes.items():
        term, to, where = terms[wager], paid[wager], placed[wager]
        place = row.astype(np.intp)
        classes = classes_of(part, term.hand) if term.hand else None
        place *= term.width
        if classes is not None:
            place += term.line_of[classes]
        outcome = term.outcome[place]
        if (where & ((row | outcome) < 0)).any():
            raise LookupError(_in_words(part, table, wager, term.hand, where & ((row | outcome) < 0)))
        np.copyto(to.row[here], row, where=where)
        np.copyto(to.line[here], term.line[place], where=where)
        np.copyto(to.outcome[here], outcome, where=where)
        to.returned[here] = _whole_units(part.rules, units * term.gives[place], term.per)


def _without_unread(part: Part, table: Table, cells: NDArray[np.int16]) -> NDArray[np.int16]:
    """Leave only cells that hold whatever the cards would say that don't lie: loading has proved it for what the rules
    allow, but columns may lack cards by mistake."""
    unread = [axis for axis, fact in enumerate(table.axes) if is_unread(part, fact)]
    if not unread:
        return cells
    depends = np.int16(-2)
    agreed = cells.reshape([len(fact.values) for fact in table.axes]).copy()
    for axis in unread:
        over = np.moveaxis(agreed, axis, 0)[: len(table.axes[axis].answers)]
        highest = over.max(axis=0)
        lowest = np.where(over == -1, highest, over).min(axis=0)
        over[:] = np.where(lowest == highest, highest, depends)
    return np.maximum(agreed, -1).ravel()


def _whole_units(rules: Rules, parts: NDArray[np.int64], per: int) -> NDArray[np.int64]:
    if per == 1:
        return parts
    if rules.ruleset.rounding == "up":
        return -(-parts // per)
    left = parts % per if rules.ruleset.rounding is None else np.zeros(0, np.int64)
    if left.any():
        winnings = Fraction(int(parts[np.flatnonzero(left)[0]]), per)
        raise ArithmeticError(f"a return of {winnings} units needs a rounding rule, and the ruleset has none")
    return parts // per


def _in_words(part: Part, table: Table, wager: str, hand: str, where: NDArray[np.bool_]) -> str:
    at = int(np.flatnonzero(where)[0])
    unread = [fact.name for fact in table.axes if is_unread(part, fact)]
    known = [f"{f.name} is {f.values[answers_to(part, f)[at]]}" for f in table.axes if f.name not in unread]
    unread += [hand] if hand and classes_of(part, hand) is None else []
    lacking = f", as the cards of {' and '.join(unread)} are missing" if unread else ""
    says = f"row {part.start + at}: {table.block}: no rule settles {wager}"
    return f"{says} where {', '.join(known) or 'it stands'}{lacking}"


def _terms(rules: Rules, table: Table, wager: str) -> _Terms:
    pays = rules.pay_tables.get(wager)
    places = range(1 + len(pays.lines) if pays else 1)
    found = [[_result(row.results.get(wager), pays, place) for place in places] for row in table.rows]
    flat = [entry for row in found for entry in row]
    per = lcm(*(gives.denominator for _, gives, _ in flat))
    return _Terms(
        hand=pays.hand if pays else "",
        width=len(places),
        line_of=_lines_by_class(rules, pays) if pays else np.zeros(0, np.int8),
        gives=np.array([int(gives * per) for _, gives, _ in flat], np.int64),
        per=per,
        line=np.array([line for _, _, line in flat], np.int8),
        outcome=np.array([outcome for outcome, _, _ in flat], np.int8),
    )


def _result(result: Result | None, pays: PayTable | None, place: int) -> tuple[int, Fraction, int]:
    """Give outcome, what comes back for a unit, and the line, which stands one before its place."""
    if result is None or (result.by_table and not place):
        return -1, Fraction(0), -1
    outcome, odds = result.outcome, result.odds
    if result.by_table and pays is not None:
        line = pays.lines[place - 1].result
        if line.outcome == "win":
            odds += line.odds
        elif odds == 0:
            outcome = line.outcome
    gives = {"win": 1 + odds, "push": Fraction(1), "returned": Fraction(1)}.get(outcome, Fraction(0))
    return OUTCOMES.index(outcome), gives, place - 1 if result.by_table else -1


def _lines_by_class(rules: Rules, pays: PayTable) -> NDArray[np.int8]:
    ranking = rules.ruleset.hands[pays.hand].ranking
    found = np.zeros(len(ranking.classes), np.int8)
    for at, line in reversed(list(enumerate(pays.lines))):
        found[ranking.index[line.floor] if line.floor else 0 :] = at + 1
    return found
