"""Every wager is settled by the row of the rules that the cards and decisions reach."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from fairfelt.conformance.finding import Finding
from fairfelt.conformance.replay import Trace
from fairfelt.rulesets.paying import due_by_the_tables, settlement
from fairfelt.rulesets.round import Bettor, Round, cards_for, known_facts, seat_cards
from fairfelt.rulesets.settle import Cards, Settled, fact_value, hand_cards, settle_seat, whole_units

Returned = Mapping[tuple[int, str, str], tuple[int, str]]
"""By seat, bettor and wager: what came back, and the outcome told."""
BANK_RULE = "bank.settles"


def settlements(trace: Trace) -> Iterator[Finding]:
    """Compare the money of every wager. What the bank's money alone decides is the bank's requirement."""
    if trace.settled is None:
        return
    moment, state = trace.settled
    returned = ledger_rows(moment.exchange.answer.value)  # type: ignore[union-attr]
    capped = _may_run_out(state)
    everything = settlement(state)
    for bettor in state.bettors:
        expected = tuple(row for row in everything if (row.seat, row.bettor) == bettor)
        wrong = [
            row
            for row in expected
            if (*bettor, row.wager) in returned and returned[(*bettor, row.wager)][0] != row.returned
        ]
        looks_like, suspects = explain(state, bettor, expected, returned) if wrong else (None, ())
        for row in expected:
            if (*bettor, row.wager) not in returned:
                continue
            money, outcome = returned[(*bettor, row.wager)]
            if money != row.returned or (outcome != row.outcome and not _as_good(capped, outcome, row)):
                other = looks_like or _by_its_table(state, row, money) or _stake_slip(row, money, outcome)
                yield Finding(
                    rule=BANK_RULE if capped else row.requirement,
                    kind="bank" if capped else "settlement",
                    expected=_owed(row),
                    actual=f"returned {money} ({outcome})",
                    seat=row.seat,
                    wager=row.wager,
                    warning=money == row.returned,
                    looks_like=other if money != row.returned else looks_like,
                    suspects=suspects,
                    bettor=row.bettor,
                    bonus=_bonus(state, row, money),
                )


def _may_run_out(state: Round) -> bool:
    """Say whether the bank's money could decide anything in a round, under whatever reading of its rules."""
    if state.bank is None:
        return False
    moves = sum(abs(row.returned - row.staked) for row in due_by_the_tables(state))
    return state.bank.amount < moves


def _as_good(capped: bool, outcome: str, row: Settled) -> bool:
    """Say whether another word does as well: what a bank can't cover goes back under several names."""
    return capped and {outcome, row.outcome} <= {"push", "returned", "win", "lose", "forfeit"}


def _owed(row: Settled) -> str:
    who = f"{row.bettor}'s {row.wager}" if row.bettor else row.wager
    covered = "" if row.covered is None else f", of which the bank covers {row.covered}"
    return f"{who} of {row.staked} returns {row.returned} ({row.outcome}{covered})"


def ledger_rows(state: Mapping[str, Any]) -> dict[tuple[int, str, str], tuple[int, str]]:
    """Read an engine's ledger as (seat, bettor, wager) to (returned, outcome)."""
    return {
        (row["seat"], row.get("bettor", ""), row["wager"]): (row["returned"], row["outcome"])
        for row in state.get("ledger", ())
    }


def explain(
    state: Round, bettor: Bettor, expected: tuple[Settled, ...], returned: Returned
) -> tuple[str | None, tuple[str, ...]]:
    """Find the one fact about the cards that, read wrongly, would give exactly this ledger.

    Gives a sentence, and the facts (or `line` for the pay line) under suspicion.
    """
    rules, stakes = state.rules, state.placed[bettor]
    known = known_facts(state, bettor)

    def cards(place: str) -> tuple[str, ...]:
        return seat_cards(state, bettor[0], place)

    seen = {row.wager: returned.get((*bettor, row.wager), (None, ""))[0] for row in expected}
    for fact in rules.ruleset.facts.values():
        if not fact.reads_cards or not any(fact in table.axes for table in rules.ruleset.tables):
            continue
        if fact.name in known or any(not hand_cards(rules, hand, cards) for hand in (fact.hand, fact.other) if hand):
            continue
        truth = fact_value(rules, fact, known, cards)
        for value in fact.answers:
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
    if len(wrong) != 1 or wrong[0].line is None or wrong[0].row is None:
        return None, ()
    row = wrong[0]
    assert row.row is not None
    fixed = row.row.results[row.wager].odds
    for line in state.rules.pay_tables[row.wager].lines:
        won = whole_units(state.rules, row.staked * (fixed + line.result.odds))
        pays = {"win": row.staked + won, "push": row.staked}.get(line.result.outcome, 0)
        if line.name != row.line and pays == seen[row.wager]:
            return f"as if the hand were paid by the line “{line.name}” and not “{row.line}”", ()
    return None, ()


def _by_its_table(state: Round, row: Settled, money: int) -> str | None:
    """See whether a wager was paid by its pay table in a row that does not ask for it."""
    table = state.rules.pay_tables.get(row.wager)
    if row.line is not None or table is None or money <= row.staked:
        return None
    held = hand_cards(state.rules, table.hand, cards_for(state, row.seat))
    ranking = state.rules.ruleset.hands[table.hand].ranking
    if len(held) < ranking.size:
        return None
    line = table.line(ranking.strength(held)).result
    won = whole_units(state.rules, row.staked * line.odds)
    return "as if the wager were paid by its table all the same" if money == row.staked + won else None


def _bonus(state: Round, row: Settled, money: int) -> tuple[str, Fraction] | None:
    """Give what was paid beyond the rules for the seat's own hand, where cards are compared and no table is read."""
    if row.row is None or row.row.results[row.wager].by_table or money <= row.returned or not row.staked:
        return None
    ruleset = state.rules.ruleset
    axes = (fact for table in ruleset.tables if table.block == row.row.block for fact in table.axes)
    own = next((ruleset.hands[fact.hand] for fact in axes if fact.kind == "against"), None)
    held = hand_cards(state.rules, own.name, cards_for(state, row.seat)) if own else ()
    if own is None or len(held) < own.ranking.size:
        return None
    return own.ranking.category(own.ranking.strength(held)), Fraction(money - row.returned, row.staked)


def _stake_slip(row: Settled, money: int, told: str) -> str | None:
    if row.outcome in ("win", "lose", "forfeit") and money == row.staked and told in ("push", "returned"):
        return "as if the wager had pushed"
    if row.outcome == "win" and money == row.returned - row.staked:
        return "as if the odds were paid “for one”: the stake did not come back"
    if row.outcome in ("push", "returned") and money == 0:
        return "as if the wager had lost"
    return None
