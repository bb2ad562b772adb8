"""Pay columns of rounds from the money of banks: the bank pass as one loop over the wagers of all rounds.

What a bank still has depends on every wager before, so nothing here can be done column by column. The loop holds to
`bank.bank_pass` line by line, and its tests hold it to that.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.batch import OUTCOMES, Columns, Paid, settle_columns
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.kernels import compiled

Units = NDArray[np.int64]


@dataclass(frozen=True)
class Banked:
    """What became of every wager, by wager and row, and what the bank won in each round (negative: lost).

    `covered` is the part of the stake that played: all of it where the bank's money sufficed.
    """

    paid: Mapping[str, Paid]
    covered: Mapping[str, Units]
    won: Units


def settle_banked(rules: Rules, columns: Columns, starts: NDArray[np.int64], amounts: Units) -> Banked:
    """Settle rounds by the tables, then by the money of their banks; raise as `settle_columns` and `pay_from_banks`."""
    return pay_from_banks(rules, columns.stakes, settle_columns(rules, columns), starts, amounts)


def pay_from_banks(
    rules: Rules, stakes: Mapping[str, Units], paid: Mapping[str, Paid], starts: NDArray[np.int64], amounts: Units
) -> Banked:
    """Pay what the tables give from banks of these amounts, one for each round, as `bank_pass` does.

    A round's rows stand together, its bettors in the order of action: round `i` has the rows from `starts[i]` up to
    `starts[i + 1]`. Raise ValueError for an amount below 1 unit, for rounds that leave rows out, and for a game whose
    house banks.
    """
    _check(rules, stakes, starts, amounts)
    policies = rules.policies
    order = [wager for wager in stakes if rules.ruleset.wagers[wager].fee]
    order += [wager for wager in rules.ruleset.order.wagers if wager in stakes]
    staked = np.stack([stakes[wager] for wager in order])
    returned = np.stack([paid[wager].returned for wager in order])
    forfeited = np.stack([paid[wager].outcome == OUTCOMES.index("forfeit") for wager in order])
    covered, action = staked.copy(), np.ones(staked.shape, np.bool_)
    won = np.zeros(len(amounts), np.int64)
    _kernel()(
        np.ascontiguousarray(starts, np.int64),
        np.ascontiguousarray(amounts, np.int64),
        staked,
        forfeited,
        rules.ruleset.order.from_right,
        policies["order"] == "wager",
        policies["cap"] == "net",
        policies["cap"] == "gross",
        policies["at-winning-cap"] == "stops",
        policies["cover"] == "whole",
        policies["folded"] == "at-once",
        policies["pool"] == "each-wager",
        returned,
        covered,
        action,
        won,
    )
    settled = {
        wager: replace(
            paid[wager],
            returned=returned[at],
            outcome=np.where(action[at], paid[wager].outcome, np.int8(OUTCOMES.index("returned"))),
        )
        for at, wager in enumerate(order)
    }
    return Banked(settled, {wager: covered[at] for at, wager in enumerate(order)}, won)


def _check(rules: Rules, stakes: Mapping[str, Units], starts: NDArray[np.int64], amounts: Units) -> None:
    rows = len(next(iter(stakes.values()), ()))
    if rules.ruleset.bank is None:
        raise ValueError(f"the house banks {rules.ruleset.game}; settle it by the tables alone")
    if len(starts) != len(amounts) + 1:
        raise ValueError(f"{len(amounts)} banks need {len(amounts) + 1} starts, of which the last is the end")
    if starts[0] != 0 or starts[-1] != rows or (np.diff(starts) < 0).any():
        raise ValueError(f"rounds must start at row 0, rise and end at row {rows}")
    if len(amounts) and amounts.min() < 1:
        at = int(np.flatnonzero(amounts < 1)[0])
        raise ValueError(f"round {at}: a bank of {amounts[at]} units can't cover a wager; bank at least 1")


def _pay_rounds(
    starts: NDArray[np.int64],
    amounts: Units,
    staked: Units,
    forfeited: NDArray[np.bool_],
    from_right: bool,
    by_wager: bool,
    net_cap: bool,
    gross_cap: bool,
    stops: bool,
    whole: bool,
    at_once: bool,
    each_wager: bool,
    returned: Units,
    covered: Units,
    action: NDArray[np.bool_],
    won: Units,
) -> None:
    wagers = staked.shape[0]
    balance, used = np.zeros(wagers, np.int64), np.zeros(wagers, np.int64)
    done = np.zeros(wagers, np.bool_)
    for at in range(amounts.shape[0]):
        first, amount = starts[at], amounts[at]
        rows = starts[at + 1] - first
        balance[:], used[:], done[:] = 0, 0, False
        for taking in range(2):  # what folding lost, and then the rest, where the one is taken at once
            if taking == 0 and not at_once:
                continue
            wager_first = by_wager and taking == 1
            outer, inner = (wagers, rows) if wager_first else (rows, wagers)
            for slow in range(outer):
                for fast in range(inner):
                    wager, bettor = (slow, fast) if wager_first else (fast, slow)
                    row = first + (rows - 1 - bettor if from_right else bettor)
                    stake = staked[wager, row]
                    if stake == 0 or (at_once and forfeited[wager, row] != (taking == 0)):
                        continue
                    pool = wager if each_wager else 0
                    net = returned[wager, row] - stake
                    size, moved, room = abs(net), np.int64(0), abs(net)
                    shut = done[pool] and not forfeited[wager, row]
                    if gross_cap:
                        room = amount - used[pool]
                    elif net > 0:
                        room = amount + balance[pool]
                    elif net_cap:
                        room = amount - balance[pool]
                    if not shut:
                        moved = size if size <= room else np.int64(0) if whole else room
                    change = moved if net > 0 else -moved
                    balance[pool] -= change
                    used[pool] += moved
                    if gross_cap:
                        ran_out = used[pool] == amount
                    else:
                        ran_out = balance[pool] == -amount or (net_cap and stops and balance[pool] == amount)
                    done[pool] = done[pool] or ran_out
                    returned[wager, row] = stake + change
                    if moved < size:
                        part, rest = np.int64(0), np.int64(0)  # stake * moved // size, bit by bit lest it overflow
                        for bit in range(62 if moved else -1, -1, -1):
                            rest = 2 * rest + (moved if stake >> bit & 1 else 0)
                            part = 2 * part + rest // size
                            rest %= size
                        covered[wager, row] = part
                        action[wager, row] = moved > 0
        won[at] = balance.sum()


@cache
def _kernel() -> Callable[..., None]:
    return compiled(_pay_rounds)
