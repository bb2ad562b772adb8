"""Money is conserved: a stack changes by exactly what the ledger says was won or lost."""

from collections.abc import Iterator

from fairfelt.conformance.finding import Finding
from fairfelt.conformance.replay import Trace
from fairfelt.rulesets.round import Bettor, stack_of

RULE = "money.stacks"


def stacks(trace: Trace) -> Iterator[Finding]:
    if trace.settled is None:
        return
    moment, state = trace.settled
    answer = moment.exchange.answer.value  # type: ignore[union-attr]
    told = answer.get("stacks")
    if told is None:
        return
    net: dict[Bettor, int] = {}
    rows: dict[Bettor, list[str]] = {}
    for row in answer.get("ledger", ()):
        bettor = row["seat"], row.get("bettor", "")
        net[bettor] = net.get(bettor, 0) + row["returned"] - row["staked"]
        rows.setdefault(bettor, []).append(row["wager"])
    # a ledger with rows missing or twice is found by itself, and no measure for a stack
    whole = {bettor for bettor in state.bettors if sorted(rows.get(bettor, ())) == sorted(state.placed[bettor])}
    for bettor in state.bettors:
        stack = stack_of(state, bettor)
        if stack is None or bettor not in whole:
            continue
        name = f"seat.{bettor[0]}" + (f".{bettor[1]}" if bettor[1] else "")
        yield from _compare(name, stack, net.get(bettor, 0), told.get(name), bettor)
    if state.bank is not None and state.bank.stack is not None and whole == {*state.bettors}:
        won = -sum(net.values())
        yield from _compare("bank", state.bank.stack, won, told.get("bank"), (state.bank.seat, ""))


def _compare(name: str, stack: int, won: int, told: int | None, bettor: Bettor) -> Iterator[Finding]:
    if told != stack + won:
        expected = f"{name} had {stack} and the ledger says {won:+d}, so {stack + won}"
        yield Finding(RULE, "stacks", expected, f"the stack is {told}", bettor[0], bettor=bettor[1])
