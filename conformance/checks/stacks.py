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
    for row in answer.get("ledger", ()):
        net[row["seat"]] = net.get(row["seat"], 0) + row["returned"] - row["staked"]
    for seat in state.seats:
        if seat.stack is None:
            continue
        wanted, actual = seat.stack + net.get(seat.number, 0), told.get(f"seat.{seat.number}")
        if actual != wanted:
            yield Finding(
                RULE,
                "stacks",
                f"seat {seat.number} had {seat.stack} and the ledger says {net.get(seat.number, 0):+d}, so {wanted}",
                f"the stack is {actual}",
                seat.number,
            )
