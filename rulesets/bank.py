"""The bank pass: what a player's bank really pays.

A table settles one wager as if money had no end. A bank of limited money ties the wagers of a round to each other,
and that depends on the order in which they are settled.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Policies:
    """How a player-dealer's money is used; each policy has a name, and each reading of it a name.

    `order`: all wagers of a seat before the next seat's, or a wager round the whole table before the next wager.
    `cap`: the amount bounds what the bank wins or loses, only what it loses, or all that changes hands.
    `at_winning_cap`: a bank that has won all it may (cap `net`) still pays winners, or is done.
    `cover`: a wager that the money reaches in part plays in part, or not at all.
    `folded`: wagers lost by folding are taken before all others, or at their place in the order.
    `pool`: one amount answers for all wagers, or the same amount for each wager by itself.
    """

    order: Literal["seat", "wager"]
    cap: Literal["net", "losses", "gross"]
    at_winning_cap: Literal["pays-on", "stops"]
    cover: Literal["partial", "whole"]
    folded: Literal["at-once", "in-turn"]
    pool: Literal["one", "each-wager"]


@dataclass(frozen=True)
class Due:
    """A wager as the tables settle it, before the bank's money is counted.

    `bettor` is empty for the seat itself. `returned` includes the stake. `forfeited` means lost by folding.
    """

    seat: int
    bettor: str
    wager: str
    staked: int
    returned: int
    forfeited: bool


@dataclass(frozen=True)
class Covered:
    """A wager as the bank's money settles it.

    `returned` includes the uncovered stake. `covered` is the part of the stake that played. Without `action` nothing
    played; a push has action.
    """

    due: Due
    returned: int
    covered: int
    action: bool


@dataclass(frozen=True)
class _Pool:
    """One bank's money so far: `won` is negative for a loss, `used` is all that changed hands."""

    won: int = 0
    used: int = 0
    done: bool = False


def bank_pass(
    dues: Sequence[Due], wager_order: Sequence[str], amount: int, policies: Policies
) -> tuple[tuple[Covered, ...], int]:
    """Give every wager in the order of settlement, and what the bank won (negative: lost).

    `dues` come seat by seat from the bank's left: a seat's own in `wager_order`, then those of its bettors, the
    nearest first. Raise ValueError for an amount below 1 unit.
    """
    if amount < 1:
        raise ValueError(f"a bank of {amount} units can't cover a wager; bank at least 1")
    pools: dict[str, _Pool] = {}
    settled = []
    for due in _in_order(dues, wager_order, policies):
        name = due.wager if policies.pool == "each-wager" else ""
        covered, pools[name] = _settle(due, pools.get(name, _Pool()), amount, policies)
        settled.append(covered)
    return tuple(settled), sum(pool.won for pool in pools.values())


def _in_order(dues: Sequence[Due], wager_order: Sequence[str], policies: Policies) -> list[Due]:
    # Hands are folded seat by seat, so what is taken at once never waits for the next wager round the table.
    first = [due for due in dues if due.forfeited and policies.folded == "at-once"]
    rest = [due for due in dues if not (due.forfeited and policies.folded == "at-once")]
    if policies.order == "wager":
        rest.sort(key=lambda due: wager_order.index(due.wager))
    return first + rest


def _settle(due: Due, pool: _Pool, amount: int, policies: Policies) -> tuple[Covered, _Pool]:
    net = due.returned - due.staked
    # A fold lost the wager before the bank's money was counted: no end of that money gives it back.
    shut = pool.done and not due.forfeited
    moved = 0 if shut else _fitting(abs(net), _room(net, pool, amount, policies), policies)
    change = moved if net > 0 else -moved
    action = moved > 0 or (net == 0 and not shut)
    part = due.staked * moved // abs(net) if net else due.staked
    won, used = pool.won - change, pool.used + moved
    done = pool.done or _ran_out(won, used, amount, policies)
    return Covered(due, due.staked + change, part if action else 0, action), _Pool(won, used, done)


def _room(net: int, pool: _Pool, amount: int, policies: Policies) -> int:
    if policies.cap == "gross":
        return amount - pool.used
    if net > 0:
        return amount + pool.won
    return amount - pool.won if policies.cap == "net" else -net


def _fitting(wanted: int, room: int, policies: Policies) -> int:
    if wanted <= room:
        return wanted
    return room if policies.cover == "partial" else 0


def _ran_out(won: int, used: int, amount: int, policies: Policies) -> bool:
    if policies.cap == "gross":
        return used == amount
    return won == -amount or (policies.cap == "net" and policies.at_winning_cap == "stops" and won == amount)
