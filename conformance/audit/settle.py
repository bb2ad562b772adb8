"""Settle rows in bulk: rows of one shape become columns, and columns are looked up in the tables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fairfelt.conformance.audit.rows import Row
from fairfelt.rulesets.batch import Columns, Paid, settle_columns
from fairfelt.rulesets.batch_bank import pay_from_banks
from fairfelt.rulesets.cards import Card
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.evaluate import CARD
from fairfelt.rulesets.rules import NOT_ASKED, NOT_STAKED
from fairfelt.rulesets.settle import settle_seat

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


def settle_alone(rules: Rules, row: Row, anyone: Sequence[bool]) -> dict[str, int]:
    """Settle one row by the oracle of single rounds, as if no bank's money ended."""
    known = {**rules.known, **_told(rules, row, anyone)}
    for fact in rules.ruleset.facts.values():
        if fact.kind == "staked":
            known[fact.name] = fact.values[fact.wager in row.stakes]
        elif fact.kind == "against" and fact.wager and fact.wager not in row.stakes:
            known[fact.name] = NOT_STAKED
    settled = settle_seat(rules, known, row.stakes, lambda place: _cards(row, place))
    return {one.wager: one.returned for one in settled}


def anyone_did(rules: Rules, rows: Sequence[Row]) -> list[tuple[bool, ...]]:
    """Say for each row which facts about what anyone did hold in its round."""
    did = {(row.round, question, action) for row in rows for question, action in row.choices.items()}
    facts = [fact for fact in rules.ruleset.facts.values() if fact.kind == "anyone"]
    return [tuple((row.round, fact.question, fact.action) in did for fact in facts) for row in rows]


def _cards(row: Row, place: str) -> tuple[Card, ...]:
    return tuple(CARD[card] for card in row.cards.get(place, b""))


def _from_banks(
    rules: Rules,
    rows: Sequence[Row],
    stakes: Mapping[str, NDArray[np.int64]],
    due: dict[str, NDArray[np.int64]],
    row_of: Mapping[str, NDArray[np.int16]],
    line_of: Mapping[str, NDArray[np.int8]],
    outcome: Mapping[str, NDArray[np.int8]],
    faults: dict[int, str],
) -> dict[str, NDArray[np.int64]]:
    starts = [at for at, row in enumerate(rows) if at == 0 or rows[at - 1].round != row.round]
    lacking = [at for at in starts if rows[at].bank is None]
    if lacking:
        faults.update(dict.fromkeys(lacking, "says not what the player-dealer banks, on which payouts depend"))
        return due
    amounts = np.array([rows[at].bank for at in starts], np.int64)
    paid = {wager: Paid(due[wager], row_of[wager], line_of[wager], outcome[wager]) for wager in due}
    banked = pay_from_banks(rules, stakes, paid, np.array([*starts, len(rows)], np.int64), amounts)
    return {wager: one.returned for wager, one in banked.paid.items()}


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
        yield np.array(places), settle_columns(rules, _columns(rules, rows, shape, places))
    except (LookupError, ValueError, ArithmeticError) as error:
        tried = places[:: max(1, len(places) // TRIED)]
        if len(places) == 1 or all(_fails(rules, rows, shape, at) for at in tried):
            faults.update(dict.fromkeys(places, str(error)))
            return
        half = len(places) // 2
        yield from _settled(rules, rows, shape, places[:half], faults)
        yield from _settled(rules, rows, shape, places[half:], faults)


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
