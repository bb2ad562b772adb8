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
    told = Counter((row["seat"], row.get("bettor", ""), row["wager"]) for row in rows)
    placed = {
        (*bettor, wager): amount for bettor, wagers in state.placed.items() for wager, amount in wagers.items()
    }
    for key, amount in placed.items():
        if not told[key]:
            yield _wrong(f"a row for {key[2]} of {amount} at {_who(key)}", "no such row", key)
        elif told[key] > 1:
            yield _wrong(f"one row for {key[2]} at {_who(key)}", f"{told[key]} rows", key)
    for row in rows:
        key = row["seat"], row.get("bettor", ""), row["wager"]
        if key not in placed:
            what = f"staked {row['staked']}, returned {row['returned']}"
            yield _wrong(f"no row for {row['wager']} at {_who(key)}: nothing was placed there", what, key)
        elif row["staked"] != placed[key]:
            yield _wrong(f"{row['wager']} staked {placed[key]}", f"staked {row['staked']}", key)


Key = tuple[int, str, str]


def _who(key: Key) -> str:
    return f"{key[1]} behind seat {key[0]}" if key[1] else f"seat {key[0]}"


def _wrong(expected: str, actual: str, key: Key) -> Finding:
    return Finding(RULE, "ledger", expected, actual, key[0], key[2], bettor=key[1])
