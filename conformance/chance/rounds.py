"""Rounds that an engine plays by itself, or that a log holds, as the columns that `stats` judges."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from fairfelt.conformance.audit.errors import Unreadable
from fairfelt.conformance.audit.mapping import Mapped
from fairfelt.conformance.audit.rows import Row, names_of, read_row
from fairfelt.conformance.audit.run import readable_rows
from fairfelt.conformance.audit.settle import settle_rows
from fairfelt.conformance.chance.draws import NoDraws
from fairfelt.conformance.connections.answers import Connection, Result
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.plans.bulk import no_answer
from fairfelt.rulesets.choose import Rules
from fairfelt.stats.rounds.columns import Rounds, Seat

AT_ONCE = 500
"""Rounds that are asked for together."""
FROM_LOG = 20_000
"""Rounds of a log that are counted together."""
SHARED = ("dealer", "board")


def engine_rounds(
    connection: Connection,
    rules: Rules,
    stakes: Sequence[Mapping[str, int]],
    policy: Mapping[str, str],
    count: int,
    rule: str,
    seed: int | None = None,
) -> Iterator[Rounds]:
    """Have one seat play so many rounds, the stakes changing in turn; `seed` goes with each request.

    Raise NoDraws where the engine stops, or tells too little of a round.
    """
    played = 0
    names = names_of(rules)
    questions = [question.id for question in rules.ruleset.questions]
    while played < count:
        wanted = min(AT_ONCE, count - played)
        wagers = dict(stakes[played // AT_ONCE % len(stakes)])
        params: dict[str, Any] = {"count": wanted, "seats": [{"seat": 1, "wagers": wagers}], "policy": dict(policy)}
        if seed is not None:
            params["seed"] = seed
        answer = connection.ask("rounds.play", params)
        if not isinstance(answer, Result):
            raise NoDraws(no_answer(rule, "rounds.play", answer))
        told = [dict(zip(answer.value["columns"], row, strict=False)) for row in answer.value["rows"]]
        if len(told) != wanted:
            raise NoDraws(Finding(rule, "ledger", f"{wanted} rounds, as asked", f"{len(told)} rounds"))
        try:
            rows = [read_row(names, _data(row, names.wagers, questions), at) for at, row in enumerate(told, 1)]
        except Unreadable as error:
            what = "rows from which cards and money can be read"
            raise NoDraws(Finding(rule, "ledger", what, str(error))) from None
        yield as_rounds(rules, rows, played)
        played += wanted


def log_rounds(rules: Rules, path: Path, mapping: Mapped | None) -> Iterator[Rounds]:
    """Read the rounds of a log, of each the first row: seats of one round share the dealer's cards.

    Raise AuditError for a line that can't be read.
    """
    held: list[Row] = []
    last, count = "", 0
    for row in readable_rows(rules, path, mapping):
        if row.round == last:
            continue
        last = row.round
        held.append(row)
        if len(held) == FROM_LOG:
            yield as_rounds(rules, held, count)
            held, count = [], count + FROM_LOG
    if held:
        yield as_rounds(rules, held, count)


def _data(row: Mapping[str, Any], wagers: frozenset[str], questions: Sequence[str]) -> dict[str, Any]:
    """Write a row of the protocol as a row of a log."""
    stakes = {wager: row.get(f"seat.1.{wager}.staked") or 0 for wager in wagers}
    cards = {"seat": row.get("seat.1") or "", **{place: row[place] for place in SHARED if row.get(place)}}
    choices = {question: row[f"seat.1.{question}"] for question in questions if row.get(f"seat.1.{question}")}
    returned = {wager: row.get(f"seat.1.{wager}.returned") or 0 for wager in stakes}
    return {"round": str(row.get("round")), "cards": cards, "choices": choices, "stakes": stakes, "returned": returned}


def as_rounds(rules: Rules, rows: Sequence[Row], first: int) -> Rounds:
    """Put rows of one seat into columns, each with the settlement row and pay line that the rules find for it."""
    due = settle_rows(rules, rows)
    wagers = list(due.stakes)
    seat = Seat(
        cards=_codes(rows, "seat"),
        staked=due.stakes,
        returned={wager: np.array([row.returned.get(wager, 0) for row in rows], np.int64) for wager in wagers},
        row=due.row,
        line=due.line,
    )
    there = [place for place in SHARED if any(row.cards.get(place) for row in rows)]
    return Rounds({1: seat}, {place: _codes(rows, place) for place in there}, first)


def _codes(rows: Sequence[Row], place: str) -> Any:
    """Give the cards of a place; rounds of fewer cards than others leave the end of theirs out."""
    fewest = min(len(row.cards.get(place, b"")) for row in rows)
    joined = b"".join(row.cards.get(place, b"")[:fewest] for row in rows)
    return np.frombuffer(joined, np.uint8).reshape(len(rows), fewest).copy()
