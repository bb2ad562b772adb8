"""Checks of wagers: how often each pay line and settlement row comes, what is won, and how wagers go together."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.rules import PayTable
from fairfelt.stats.decision.measure import Measure
from fairfelt.stats.rounds.checks import Check
from fairfelt.stats.rounds.columns import Chunk, Counts
from fairfelt.stats.rounds.fixed import RowLaw, line_counts, line_of_class
from fairfelt.stats.rounds.hands import judge_shares, rare_checks
from fairfelt.stats.rounds.joint import Joint
from fairfelt.stats.rounds.lying import HandLaw
from fairfelt.stats.rounds.money import Odds, count_money, judge_money
from fairfelt.stats.rounds.tables import goodness

Where = NDArray[np.bool_]


def line_checks(name: str, law: HandLaw, table: PayTable, seat: int, rounds: int) -> Iterator[Check]:
    """Give the checks of the lines that a wager's hand lands on while it is placed, whether it is paid or given up."""
    counts = line_counts(law, table)
    shares = tuple(count / law.total for count in counts)
    names = tuple(line.name for line in table.lines)
    count = partial(count_lines, law, table, seat)
    title = f"Every line of {table.wager} {table.id} comes up as often as all {law.total:,} sets of cards have it"
    yield Check(f"{name}.lines", title, count, partial(judge_shares, shares, names))
    yield from rare_checks(f"{name}.lines", table.wager, count, shares, names, rounds)


def count_lines(law: HandLaw, table: PayTable, seat: int, chunk: Chunk) -> Counts:
    """Count rounds in which the wager is placed by the line of its hand, the highest first."""
    codes, placed = line_codes(law, table, seat, chunk)
    return np.bincount(codes[placed], minlength=len(table.lines)).astype(np.int64)


def line_codes(law: HandLaw, table: PayTable, seat: int, chunk: Chunk) -> tuple[Counts, Where]:
    """Give the line of each round, and where the wager is placed."""
    lines = line_of_class(law, table)[chunk.classes(law.hand.name, seat)]
    return lines, chunk.money(seat, table.wager)[0] > 0


def row_checks(name: str, law: RowLaw, seat: int, rounds: int) -> Iterator[Check]:
    """Give the checks of the settlement rows of a block."""
    if len(law.places) < 2:
        return
    count = partial(count_rows, law, seat)
    shares = (*(float(share) for share in law.shares), 0.0)
    names = (*law.names, "a row that can't settle it")
    title = f"Every row of {law.block} settles as often as all deals have it under the policy"
    yield Check(f"{name}.rows", title, count, partial(judge_rows, shares, names))
    yield from rare_checks(f"{name}.rows", law.block, count, shares, names, rounds)


def count_rows(law: RowLaw, seat: int, chunk: Chunk) -> Counts:
    """Count rounds by outcome; the last counts what the law does not know."""
    codes, placed = row_codes(law, seat, chunk)
    return np.bincount(codes[placed], minlength=len(law.places) + 1).astype(np.int64)


def judge_rows(
    shares: tuple[float, ...], names: tuple[str, ...], id_: str, title: str, counts: Counts
) -> Measure | str:
    """Judge the rows of rounds under a policy."""
    return goodness(id_, title, counts, shares, names) if counts.any() else "it is never placed"


def row_codes(law: RowLaw, seat: int, chunk: Chunk) -> tuple[Counts, Where]:
    """Give the place of each round's outcome in the law, and where the wager that tells it is placed."""
    columns = chunk.seat(seat)
    nowhere = np.full(chunk.count, -1, np.int16)
    row, line = columns.row.get(law.read, nowhere), columns.line.get(law.read, nowhere)
    codes = np.full(chunk.count, len(law.places), np.int64)
    for at, place in enumerate(law.places):
        codes[(row == place[0]) & (line == place[1])] = at
    return codes, chunk.money(seat, law.read)[0] > 0


def money_check(name: str, wager: str, law: Odds, seat: int, rounds: int) -> Check:
    """Give the check of what a wager wins."""
    title = f"{wager} wins {float(law.mean):+.4%} of its stake on average"
    return Check(name, title, partial(count_money, seat, wager, law.scale, rounds), partial(judge_money, law))


def together_checks(
    prefix: str,
    laws: Mapping[str, RowLaw],
    beside: Mapping[str, tuple[HandLaw, PayTable]],
    joint: Joint,
    seat: int,
) -> Iterator[Check]:
    """Give a check of each two that cards of a round decide together: a block of the main game and a wager beside it,
    or two wagers beside it, of which one reads the seat's hand and the other the cards of both."""
    by_seat = {wager: one for wager, one in beside.items() if one[0].hand.name == joint.seat_hand}
    by_both = {wager: one for wager, one in beside.items() if one[0].hand.name in joint.spanning}
    for block, main in laws.items():
        if main.cells is None:
            continue
        names = (*main.names, "a row that can't settle it")
        rows = _Told(block, names, main.cells, partial(row_codes, main, seat))
        for law, table in by_seat.values():
            yield _together(prefix, rows, _by_seat(law, table, joint, seat), joint.ways)
        for law, table in by_both.values():
            yield _together(prefix, rows, *_by_both(law, table, joint, seat))
    for law, table in by_seat.values():
        for law_of_both, other in by_both.values():
            first = _by_seat(law, table, joint, seat)
            yield _together(prefix, first, *_by_both(law_of_both, other, joint, seat))


@dataclass(frozen=True)
class _Told:
    """Something that cards decide: its outcomes, the outcome of each cell of a joint law, and that of each round.

    `cells` are cut to the axes of a joint law, or have one more for the hand of both; -1 can't occur.
    """

    name: str
    outcomes: tuple[str, ...]
    cells: NDArray[np.int16]
    codes: Callable[[Chunk], tuple[Counts, Where]]


def _by_seat(law: HandLaw, table: PayTable, joint: Joint, seat: int) -> _Told:
    lines = line_of_class(law, table)[list(joint.seat_floors)].astype(np.int16)
    cells = np.broadcast_to(lines[:, None, None], joint.ways.shape)
    names = tuple(line.name for line in table.lines)
    return _Told(table.wager, names, cells, partial(line_codes, law, table, seat))


def _by_both(law: HandLaw, table: PayTable, joint: Joint, seat: int) -> tuple[_Told, Counts]:
    spanning = joint.spanning[law.hand.name]
    lines = line_of_class(law, table)[list(spanning.floors)].astype(np.int16)
    names = tuple(line.name for line in table.lines)
    cells = np.broadcast_to(lines, spanning.ways.shape)
    return _Told(table.wager, names, cells, partial(line_codes, law, table, seat)), spanning.ways


def _together(prefix: str, one: _Told, other: _Told, ways: Counts) -> Check:
    """Give the check of two that the cells of a joint law decide; `ways` has its counts."""
    mine = one.cells if one.cells.ndim == ways.ndim else np.broadcast_to(one.cells[..., None], ways.shape)
    cells = np.where(mine < 0, 0, mine).astype(np.int64) * len(other.outcomes) + other.cells
    many = len(one.outcomes) * len(other.outcomes)
    counted = np.bincount(cells.ravel(), weights=(ways * (mine >= 0)).ravel(), minlength=many)
    total = int(ways.sum())
    names = tuple(f"{first} with {second}" for first in one.outcomes for second in other.outcomes)
    title = f"Outcomes of {one.name} and of {other.name} come up together as often as all {total:,} deals have it"
    judge = partial(judge_rows, tuple((counted / total).tolist()), names)
    return Check(f"{prefix}.{one.name}.{other.name}", title, partial(count_both, one, other), judge)


def count_both(one: _Told, other: _Told, chunk: Chunk) -> Counts:
    """Count rounds in which both are placed by both outcomes."""
    (mine, here), (theirs, there) = one.codes(chunk), other.codes(chunk)
    cells = (mine * len(other.outcomes) + theirs)[here & there]
    return np.bincount(cells, minlength=len(one.outcomes) * len(other.outcomes)).astype(np.int64)
