"""Every wager is settled by the row of the rules that the cards and decisions reach."""

from collections.abc import Iterator, Mapping
from typing import Any

from fairfelt.conformance.finding import Finding
from fairfelt.conformance.replay import Trace
from fairfelt.rulesets.paying import settlement
from fairfelt.rulesets.round import Round, known_facts, seat_cards
from fairfelt.rulesets.settle import Cards, Settled, fact_value, settle_seat, whole_units

Returned = Mapping[tuple[int, str], tuple[int, str]]


def settlements(trace: Trace) -> Iterator[Finding]:
    if trace.settled is None:
        return
    moment, state = trace.settled
    returned = ledger_rows(moment.exchange.answer.value)  # type: ignore[union-attr]
    for seat, expected in settlement(state).items():
        wrong = [
            row
            for row in expected
            if (seat, row.wager) in returned and returned[seat, row.wager][0] != row.returned
        ]
        looks_like, suspects = explain(state, seat, expected, returned) if wrong else (None, ())
        for row in expected:
            if (seat, row.wager) not in returned:
                continue
            money, outcome = returned[seat, row.wager]
            if money != row.returned or outcome != row.outcome:
                yield Finding(
                    rule=row.requirement,
                    kind="settlement",
                    expected=f"{row.wager} of {row.staked} returns {row.returned} ({row.outcome})",
                    actual=f"returned {money} ({outcome})",
                    seat=seat,
                    wager=row.wager,
                    warning=money == row.returned,
                    looks_like=looks_like
                    or (_stake_slip(row, money, outcome) if money != row.returned else None),
                    suspects=suspects,
                )


def ledger_rows(state: Mapping[str, Any]) -> dict[tuple[int, str], tuple[int, str]]:
    """Read an engine's ledger as (seat, wager) to (returned, outcome)."""
    return {(row["seat"], row["wager"]): (row["returned"], row["outcome"]) for row in state.get("ledger", ())}


def explain(
    state: Round, seat: int, expected: tuple[Settled, ...], returned: Returned
) -> tuple[str | None, tuple[str, ...]]:
    """Find the one fact about the cards that, read wrongly, would give exactly this ledger.

    Gives a sentence, and the facts (or `line` for the pay line) under suspicion.
    """
    rules, stakes = state.rules, state.placed[seat]
    known = known_facts(state, seat)

    def cards(place: str) -> tuple[str, ...]:
        return seat_cards(state, seat, place)

    seen = {row.wager: returned.get((seat, row.wager), (None, ""))[0] for row in expected}
    for fact in rules.ruleset.facts.values():
        if not fact.reads_cards or not any(fact in table.axes for table in rules.ruleset.tables):
            continue
        truth = fact_value(rules, fact, known, cards)
        for value in fact.values:
            if value != truth and _pays(rules, {**known, fact.name: value}, stakes, cards) == seen:
                return f"as if {fact.name} were “{value}” where the cards say “{truth}”", (fact.name,)
    return _other_line(state, expected, seen)


def _pays(
    rules: Any, known: Mapping[str, str], stakes: Mapping[str, int], cards: Cards
) -> dict[str, int] | None:
    try:
        return {row.wager: row.returned for row in settle_seat(rules, known, stakes, cards)}
    except LookupError:
        return None


def _other_line(
    state: Round, expected: tuple[Settled, ...], seen: Mapping[str, int | None]
) -> tuple[str | None, tuple[str, ...]]:
    """See whether one wager was paid by another line of its pay table, everything else being right."""
    wrong = [row for row in expected if seen[row.wager] != row.returned]
    if len(wrong) != 1 or wrong[0].line is None:
        return None, ()
    row = wrong[0]
    fixed = row.row.results[row.wager].odds
    for line in state.rules.pay_tables[row.wager].lines:
        won = whole_units(state.rules, row.staked * (fixed + line.result.odds))
        pays = {"win": row.staked + won, "push": row.staked}.get(line.result.outcome, 0)
        if line.name != row.line and pays == seen[row.wager]:
            return f"as if the hand were paid by the line “{line.name}” and not “{row.line}”", ()
    return None, ()


def _stake_slip(row: Settled, money: int, told: str) -> str | None:
    if row.outcome in ("win", "lose", "forfeit") and money == row.staked and told in ("push", "returned"):
        return "as if the wager had pushed"
    if row.outcome == "win" and money == row.returned - row.staked:
        return "as if the odds were paid “for one”: the stake did not come back"
    if row.outcome in ("push", "returned") and money == 0:
        return "as if the wager had lost"
    return None
