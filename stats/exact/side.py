"""Exact figures of a wager that its own pay table decides: how often each line comes up, over all sets of cards."""

from collections.abc import Iterator
from fractions import Fraction
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.choose import Rules, fitting_tables
from fairfelt.rulesets.paths import Layout, Walk, cards_in, walks
from fairfelt.rulesets.rules import PayTable, Row, Table
from fairfelt.stats.exact.classes import class_counts
from fairfelt.stats.exact.duel import Duel, Tally, main_wagers, rounded
from fairfelt.stats.exact.figures import Condition, WagerFigures


def side_wagers(rules: Rules) -> list[str]:
    """Name the wagers beside the main game that have a pay table."""
    main = set(main_wagers(rules))
    wagers = rules.ruleset.wagers
    return [name for name in rules.ruleset.pay_tables if name not in main and not wagers[name].by_action]


def conditions(rules: Rules, wager: str) -> list[Condition]:
    """Say what an enumeration of pay lines asks of a wager, and what of it holds."""
    table = _table_of(rules, wager)
    ways = _walks_with(rules, wager)
    hand = rules.ruleset.hands[rules.ruleset.pay_tables[wager][0].hand]
    sizes = {cards_in(rules.ruleset.hands, hand.name, walk.sure) for walk in ways if _paying(table, walk, wager)}
    plain = not any(part in rules.ruleset.hands for part in hand.parts) and not hand.worst
    return [
        Condition("one pack is dealt from", rules.ruleset.packs == 1),
        Condition("no card but those of its own hand decides the wager", not any(f.reads_cards for f in table.axes)),
        Condition("its hand is the best of all cards at its places, always as many", plain and len(sizes) == 1),
        Condition("nobody draws or gives up cards", not any(_moves(rules))),
    ]


def figures(
    rules: Rules, wager: str, table: PayTable, duel: Duel | None, tally: Tally | None, amount: int | None = None
) -> WagerFigures:
    """Give the figures of one wager by one pay table; raise ValueError unless all `conditions` hold.

    Whoever holds a hand of a line that pays makes the choices that let it pay. With a tally of the main game the result
    says whether best play of that agrees. With an `amount` so many units are staked, and winnings are rounded.
    """
    unmet = [condition.says for condition in conditions(rules, wager) if not condition.holds]
    if unmet:
        raise ValueError("; ".join(unmet))
    hand = rules.ruleset.hands[table.hand]
    rows = [row for row in (_row(_table_of(rules, wager), walk) for walk in _walks_with(rules, wager)) if row]
    walk = next(walk for walk in _walks_with(rules, wager) if _paying(_table_of(rules, wager), walk, wager))
    cards = cards_in(rules.ruleset.hands, hand.name, walk.sure)
    counts = class_counts(hand.ranking, cards)
    total = int(counts.sum())
    lines = dict(_line_counts(table, counts, hand.ranking.index))
    odds = {line.name: max(_odds(row, wager, table, line.name) for row in rows) for line in table.lines}
    if amount is not None:
        odds = {name: rounded(rules, one, amount) / amount for name, one in odds.items()}
    mean = sum((Fraction(lines[name], total) * odds[name] for name in lines), Fraction(0))
    square = sum((Fraction(lines[name], total) * odds[name] ** 2 for name in lines), Fraction(0))
    given_up = _given_up(rules, wager, table, duel, tally)
    return WagerFigures(
        wager=wager,
        table=table.id,
        house_edge=-mean,
        hit_frequency=Fraction(sum(lines[name] for name in lines if odds[name] > 0), total),
        standard_deviation=sqrt(square - mean**2),
        rows={name: Fraction(count, total) for name, count in lines.items()},
        paid=tuple(name for name in lines if odds[name] > 0),
        method=f"all {total:,} sets of {cards} cards, enumerated",
        checked=given_up,
    )


def depends_on_play(rules: Rules, wager: str) -> bool:
    """Say whether a choice of its seat can keep the wager from being paid by its table."""
    return not all(_paying(_table_of(rules, wager), walk, wager) for walk in _walks_with(rules, wager))


def _moves(rules: Rules) -> Iterator[bool]:
    for question in rules.ruleset.questions:
        yield from (bool(action.draws or action.gives_up) for action in question.actions.values())


def _table_of(rules: Rules, wager: str) -> Table:
    return next(table for table in rules.ruleset.tables if wager in table.wagers)


def _walks_with(rules: Rules, wager: str) -> list[Walk]:
    """List the ways of a seat with this wager and as few others as can be."""
    ruleset = rules.ruleset
    layout = Layout(ruleset.steps, ruleset.facts, ruleset.hands, ruleset.wagers, ruleset.groups)
    found = [walk for walk in walks(layout, rules.readings) if wager in walk.placed]
    before = {name: len([w for w in walk.placed if not ruleset.wagers[w].by_action]) for name, walk in enumerate(found)}
    fewest = min(before.values())
    return [walk for at, walk in enumerate(found) if before[at] == fewest]


def _row(table: Table, walk: Walk) -> Row | None:
    try:
        return table.row(walk.known)
    except (LookupError, KeyError):
        return None


def _paying(table: Table, walk: Walk, wager: str) -> bool:
    row = _row(table, walk)
    return row is not None and row.results[wager].by_table


def _odds(row: Row, wager: str, table: PayTable, line_name: str) -> Fraction:
    """Give the net odds of a row for a hand on a pay line."""
    result = row.results[wager]
    line = next(line for line in table.lines if line.name == line_name)
    outcome, odds = result.outcome, result.odds
    if result.by_table:
        if line.result.outcome == "win":
            odds += line.result.odds
        elif odds == 0:
            outcome = line.result.outcome
    return {"win": odds, "push": Fraction(0), "returned": Fraction(0)}.get(outcome, Fraction(-1))


def _line_counts(
    table: PayTable, counts: NDArray[np.int64], index: dict[tuple[int, ...], int]
) -> Iterator[tuple[str, int]]:
    above = len(counts)
    for line in table.lines:
        floor = 0 if line.floor is None else index[line.floor]
        yield line.name, int(counts[floor:above].sum())
        above = floor


def _given_up(
    rules: Rules, wager: str, table: PayTable, duel: Duel | None, tally: Tally | None
) -> tuple[str, ...]:
    """Say how often best play of the main game gives up a hand that this wager would be paid for."""
    if duel is None or tally is None or rules.ruleset.hands[table.hand].parts != ("seat",):
        return ()
    block = _table_of(rules, wager)
    kept = {
        walk.known[duel.question] for walk in _walks_with(rules, wager) if _paying(block, walk, wager)
    }
    if all(choice.action in kept for choice in duel.choices):
        return ("its result does not depend on how the main game is played",)
    lost = 0
    for at, choice in enumerate(duel.choices):
        for band, floor in enumerate(duel.seat_floors):
            line = table.line(duel.ranking.classes[floor].strength)
            if choice.action not in kept and line.result.outcome == "win" and not line.pays_nothing:
                lost += int(tally.ways[at, band].sum())
    if lost:
        share = float(Fraction(lost, tally.total))
        return (f"best play of the main game gives up a hand that this wager pays in {share:.4%} of all rounds",)
    return ("best play of the main game never gives up a hand that this wager pays",)


def tables_for(rules: Rules, wager: str, chosen: bool) -> tuple[PayTable, ...]:
    """List the pay tables to report: the chosen one, or all that these readings allow."""
    return (rules.pay_tables[wager],) if chosen else fitting_tables(rules.ruleset, wager, rules.readings)
