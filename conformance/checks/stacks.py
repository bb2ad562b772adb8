"""Money is conserved: a stack changes by exactly what the ledger says was won or lost."""

from collections.abc import Iterator

from fairfelt.conformance.finding import Finding
from fairfelt.conformance.replay import Trace

RULE = "money.stacks"


def stacks(trace: Trace) -> Iterator[Finding]:
    if trace.settled is None:
        return
    moment, state = trace.settled
    answer = moment.exchange.answer.value  # type: ignore[union-attr]
    told = answer.get("stacks")
    if told is None:
        return
    net: dict[int, int] = {}
    rows: dict[int, list[str]] = {}
    for row in answer.get("ledger", ()):
        net[row["seat"]] = net.get(row["seat"], 0) + row["returned"] - row["staked"]
        rows.setdefault(row["seat"], []).append(row["wager"])
    for seat in state.seats:
        if seat.stack is None or sorted(rows.get(seat.number, ())) != sorted(state.placed[seat.number]):
            continue  # a ledger with rows missing or twice is found by itself, and no measure for a stack
        wanted, actual = seat.stack + net.get(seat.number, 0), told.get(f"seat.{seat.number}")
        if actual != wanted:
            yield Finding(
                RULE,
                "stacks",
                f"seat {seat.number} had {seat.stack} and the ledger says {net.get(seat.number, 0):+d}, so {wanted}",
                f"the stack is {actual}",
                seat.number,
            )
