"""What an audit has added up so far: whole numbers only, so that a run that was interrupted goes on to the same end."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from fairfelt.conformance.audit.rows import Row
from fairfelt.conformance.audit.settle import Due
from fairfelt.rulesets.choose import Rules


@dataclass(frozen=True)
class Example:
    """One finding of a kind: where it stands in the log, what the log says, and what is due."""

    line: int
    round: str
    told: str
    due: str
    apart: int = 0


@dataclass
class Group:
    """All findings of one kind: how many, the first, the worst and the last."""

    count: int
    first: Example
    worst: Example
    last: Example


@dataclass
class Money:
    """What one wager staked, gave back and won, over all rows that were settled."""

    placed: int = 0
    staked: int = 0
    returned: int = 0
    due: int = 0
    square: int = 0
    """The sum of squares of what each wager won or lost."""
    staked_square: int = 0
    mixed: int = 0
    """The sum of stake times result, for the spread of the result in units of the stake."""
    rows: dict[str, int] = field(default_factory=dict)
    """How often each settlement row and pay line settled it."""


@dataclass
class Tally:
    """All that an audit has found so far."""

    lines: int = 0
    rows: int = 0
    settled: int = 0
    checked: int = 0
    """Records that were held against every check."""
    resettled: int = 0
    """Rows that the oracle of single rounds settled again as a sample."""
    groups: dict[str, Group] = field(default_factory=dict)
    money: dict[str, Money] = field(default_factory=dict)

    def note(self, kind: str, example: Example) -> None:
        """Add a finding to its group."""
        group = self.groups.get(kind)
        if group is None:
            self.groups[kind] = Group(1, example, example, example)
            return
        group.count += 1
        group.last = example
        if example.apart > group.worst.apart:
            group.worst = example


def add(rules: Rules, tally: Tally, rows: Sequence[Row], due: Due) -> list[tuple[int, str]]:
    """Hold what rows say against what is due; give the rows whose money differs, with the kind of finding."""
    good = np.ones(len(rows), np.bool_)
    good[list(due.faults)] = False
    tally.rows += len(rows)
    tally.settled += int(good.sum())
    for place, words in due.faults.items():
        tally.note("impossible", Example(rows[place].line, rows[place].round, "can't be settled", words))
    wrong: list[tuple[int, str]] = []
    for wager, staked in due.stakes.items():
        here = good & (staked > 0)
        if not here.any():
            continue
        told = np.array([row.returned.get(wager, 0) for row in rows], np.int64)
        _add_money(tally.money.setdefault(wager, Money()), staked[here], told[here], due.returned[wager][here])
        names = _names(rules, wager, due)
        for name, count in zip(*np.unique(names[here], return_counts=True), strict=True):
            counts = tally.money[wager].rows
            counts[str(name)] = counts.get(str(name), 0) + int(count)
        for at in map(int, np.flatnonzero(here & (told != due.returned[wager]))):
            kind = f"settle.{wager}.{names[at]}"
            apart = abs(int(told[at]) - int(due.returned[wager][at]))
            words = f"{wager} of {staked[at]}: {told[at]} came back"
            example = Example(rows[at].line, rows[at].round, words, f"{due.returned[wager][at]} is due", apart)
            tally.note(kind, example)
            wrong.append((at, wager))
    return wrong


def _add_money(money: Money, staked: Any, told: Any, due: Any) -> None:
    won = told - staked
    money.placed += len(staked)
    money.staked += int(staked.sum())
    money.returned += int(told.sum())
    money.due += int(due.sum())
    if max(int(abs(won).max()), int(staked.max())) > 1 << 20:
        won, staked = won.astype(object), staked.astype(object)  # whole numbers of any size
    money.square += int((won * won).sum())
    money.staked_square += int((staked * staked).sum())
    money.mixed += int((staked * won).sum())


def _names(rules: Rules, wager: str, due: Due) -> Any:
    table = next((table for table in rules.ruleset.tables if wager in table.wagers), None)
    if table is None:
        return np.full(len(due.row[wager]), "fee", object)
    lines = [line.name for line in rules.pay_tables[wager].lines] if wager in rules.pay_tables else []
    rows = np.array([*(row.name for row in table.rows), ""], object)[due.row[wager]]
    tails = np.array([*(f"/{line}" for line in lines), ""], object)[due.line[wager]]
    return rows + tails


def tally_data(tally: Tally) -> dict[str, Any]:
    """Write a tally as plain data."""
    return asdict(tally)


def tally_from(data: Mapping[str, Any]) -> Tally:
    """Read a tally that `tally_data` wrote."""
    groups = {
        kind: Group(one["count"], *(Example(**one[which]) for which in ("first", "worst", "last")))
        for kind, one in data["groups"].items()
    }
    money = {wager: Money(**one) for wager, one in data["money"].items()}
    return Tally(data["lines"], data["rows"], data["settled"], data["checked"], data["resettled"], groups, money)
