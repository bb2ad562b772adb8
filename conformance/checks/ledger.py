"""The ledger has one row for each wager on the table, with the stake that was placed, and none besides."""

from collections import Counter
from collections.abc import Iterator

from fairfelt.conformance.finding import Finding
from fairfelt.conformance.replay import Trace

RULE = "money.ledger"


def ledger(trace: Trace) -> Iterator[Finding]:
    if trace.settled is None:
        return
    moment, state = trace.settled
    rows = moment.exchange.answer.value.get("ledger")  # type: ignore[union-attr]
    if rows is None:
        yield Finding(RULE, "ledger", "a settled round carries its ledger", "no ledger")
        return
    told = Counter((row["seat"], row["wager"]) for row in rows)
    placed = {
        (seat, wager): amount for seat, wagers in state.placed.items() for wager, amount in wagers.items()
    }
    for (seat, wager), amount in placed.items():
        if not told[seat, wager]:
            yield Finding(
                RULE, "ledger", f"a row for {wager} of {amount} at seat {seat}", "no such row", seat, wager
            )
        elif told[seat, wager] > 1:
            yield Finding(
                RULE,
                "ledger",
                f"one row for {wager} at seat {seat}",
                f"{told[seat, wager]} rows",
                seat,
                wager,
            )
    for row in rows:
        key = row["seat"], row["wager"]
        if key not in placed:
            yield Finding(
                RULE,
                "ledger",
                f"no row for {row['wager']} at seat {row['seat']}: nothing was placed there",
                f"staked {row['staked']}, returned {row['returned']}",
                *key,
            )
        elif row["staked"] != placed[key]:
            yield Finding(
                RULE, "ledger", f"{row['wager']} staked {placed[key]}", f"staked {row['staked']}", *key
            )
