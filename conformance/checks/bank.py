"""A player's bank: its books, and that what the bettors win it loses, to the unit."""

from collections.abc import Iterator

from fairfelt.conformance.finding import Finding
from fairfelt.conformance.replay import Trace

SUM_RULE, BOOKS_RULE = "bank.zero-sum", "bank.books"


def bank(trace: Trace) -> Iterator[Finding]:
    """Compare what the engine says of the bank with the ledger that it told, and with who was to bank how much."""
    if trace.settled is None or trace.settled[1].bank is None:
        return
    moment, state = trace.settled
    answer = moment.exchange.answer.value  # type: ignore[union-attr]
    told = answer.get("bank")
    if told is None or state.bank is None:
        return
    rows = answer.get("ledger", ())
    placed = sum(len(wagers) for wagers in state.placed.values())
    if len(rows) != placed:
        return  # a ledger with rows missing or twice is found by itself, and no measure for a bank
    won = sum(row["staked"] - row["returned"] for row in rows)
    seat = state.bank.seat
    if told["returned"] - told["staked"] != won:
        yield Finding(
            SUM_RULE,
            "bank",
            f"the bettors' ledger says that the bank won {won:+d}",
            f"the bank staked {told['staked']} and got {told['returned']} back",
            seat,
        )
    if (told["seat"], told["staked"]) != (seat, state.bank.amount):
        yield Finding(
            BOOKS_RULE,
            "bank",
            f"seat {seat} banks {state.bank.amount}",
            f"seat {told['seat']} banked {told['staked']}",
            seat,
        )
