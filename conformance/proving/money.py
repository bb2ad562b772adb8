"""Wrong money: rows that settle otherwise, or reach too far or not far enough, rounding turned, fees given back."""

from collections.abc import Iterator
from dataclasses import replace

from fairfelt.conformance.plans.plan import odds_in_words, plain_words
from fairfelt.conformance.proving.pay_lines import LOST, PUSHED, begun_elsewhere, paid_otherwise
from fairfelt.conformance.proving.reach import EVEN, Reach, money_differs, net, settled_as
from fairfelt.conformance.proving.terms import (
    Edit,
    Mutant,
    Terms,
    on_ruleset,
    with_result,
    with_table,
)
from fairfelt.rulesets.rules import Fact, Result, Row, Table

NOT_REACHED = "no round under these options comes to it"
ALIKE = "every wager that a round can reach is settled alike"


def mutants(terms: Terms, reach: Reach) -> Iterator[Mutant]:
    for pays in terms.rules.pay_tables.values():
        yield from _marked(terms, reach, paid_otherwise(terms, pays))
        yield from begun_elsewhere(terms, pays)
    for table in terms.rules.ruleset.tables:
        yield from _marked(terms, reach, _rows(terms, table))
        yield from _marked(terms, reach, _cells(terms, reach, table))
    yield from _fees(terms, reach)
    yield from _rounding(terms, reach)


def _marked(terms: Terms, reach: Reach, found: Iterator[Mutant]) -> Iterator[Mutant]:
    """Compute for each mutant whether it pays anything otherwise."""
    for mutant in found:
        changed = mutant.apply(terms)
        if not money_differs(reach, terms, changed):
            yield replace(mutant, same=_why(terms, reach, mutant))
        elif money_differs(reach, terms, changed, bank_counts=False):
            yield mutant
        else:  # what is taken at once shows where the bank's money ends
            yield replace(mutant, expects=(*mutant.expects, "bank.*", "backline.bank"))


def _why(terms: Terms, reach: Reach, mutant: Mutant) -> str:
    for table in terms.rules.ruleset.tables:
        rows = {at for at, row in enumerate(table.rows) for w in row.results if mutant.rule == f"settle.{w}.{row.name}"}
        if rows and not rows & reach.rows(table):
            return NOT_REACHED
    return ALIKE


def _rows(terms: Terms, table: Table) -> Iterator[Mutant]:
    """Settle each wager of each row in every other way that pays something else."""
    for row in table.rows:
        for wager, due in row.results.items():
            tried = [due]
            for edit, words, result in _other_results(due, wager in terms.rules.pay_tables):
                if not any(_alike(terms, result, other, wager) for other in tried):
                    tried.append(result)
                    said = f"{plain_words(wager)}, {plain_words(row.name)}: {words}"
                    yield Mutant(
                        f"settle.{wager}.{row.name}",
                        edit,
                        said,
                        with_result(table, row, wager, result),
                        _settles(wager, row),
                    )


def _settles(wager: str, row: Row) -> tuple[str, ...]:
    return f"settle.{wager}.{row.name}", f"settle.{wager}.{row.name}/*"


def _other_results(due: Result, has_table: bool) -> Iterator[tuple[str, str, Result]]:
    if due.by_table:
        yield "on-top", "even money is paid beside the table", replace(due, odds=due.odds + 1)
        yield "even-money", "even money is paid in place of the table", EVEN
    elif due.outcome == "win":
        yield "up", f"{odds_in_words(due.odds + 1)} is paid, a step more", replace(due, odds=due.odds + 1)
        if due.odds >= 1:
            yield "for-one", "a win is paid for one: the stake does not come back", replace(due, odds=due.odds - 1)
    if due.outcome != "win":
        yield "paid", "even money is paid", EVEN
    yield "pushed", "the stake goes back", PUSHED
    yield "lost", "the stake is lost", LOST
    yield "forfeited", "the stake is lost as by folding", Result("forfeit")
    if has_table and not due.by_table:
        yield "by-table", "the pay table is paid", Result("win", by_table=True)


def _alike(terms: Terms, one: Result, other: Result, wager: str) -> bool:
    pays = terms.rules.pay_tables.get(wager)
    lowest = terms.rules.ruleset.hands[pays.hand].ranking.classes[0].strength if pays else None
    held = [line.floor or lowest for line in pays.lines] if pays else [lowest]
    return all(settled_as(terms, one, wager, at) == settled_as(terms, other, wager, at) for at in held)


def _cells(terms: Terms, reach: Reach, table: Table) -> Iterator[Mutant]:
    """Give the cells that one row has at one value of a fact to the row that stands beside them at another."""
    for at, row in enumerate(table.rows):
        reached = {spot.cell for spot in reach.spots if spot.block == table.block and table.cells[spot.cell] == at}
        met = {table.cells}
        for fact in table.axes:
            for value in fact.values:
                for other in fact.values:
                    changed = _given_away(table, at, fact, value, other)
                    if changed.cells in met or all(table.cells[cell] == changed.cells[cell] for cell in reached):
                        continue
                    met.add(changed.cells)
                    wagers = _paid_otherwise(terms, reach, table, changed) or tuple(row.results)
                    words = f"{plain_words(row.name)}: {fact.name} “{value}” is settled like “{other}”"
                    yield Mutant(
                        f"settle.{wagers[0]}.{row.name}",
                        f"{fact.name}-{value}-as-{other}",
                        words,
                        with_table(changed),
                        tuple(name for wager in wagers for name in _settles(wager, row)),
                    )


def _given_away(table: Table, at: int, fact: Fact, value: str, other: str) -> Table:
    """Move cells; a row that takes them knows what its own wagers get, and leaves others as they were."""
    position = table.axes.index(fact)
    block = 1
    for axis in table.axes[position + 1 :]:
        block *= len(axis.values)
    apart = (fact.values.index(other) - fact.values.index(value)) * block
    rows, cells, merged = list(table.rows), list(table.cells), dict[int, int]()
    for cell, row in enumerate(table.cells):
        if row != at or cell // block % len(fact.values) != fact.values.index(value):
            continue
        taker = table.cells[cell + apart]
        if taker in (at, -1):
            continue
        if taker not in merged:
            merged[taker] = len(rows)
            rows.append(replace(rows[taker], results={**rows[at].results, **rows[taker].results}))
        cells[cell] = merged[taker]
    return replace(table, rows=tuple(rows), cells=tuple(cells))


def _paid_otherwise(terms: Terms, reach: Reach, table: Table, changed: Table) -> tuple[str, ...]:
    """Name the wagers that the moved cells pay otherwise."""
    found: dict[str, None] = {}
    for spot in reach.spots:
        if spot.block == table.block and table.cells[spot.cell] != changed.cells[spot.cell]:
            due, paid = (t.rows[t.cells[spot.cell]].results[spot.wager] for t in (table, changed))
            if not _alike(terms, due, paid, spot.wager):
                found[spot.wager] = None
    return tuple(found)


def _fees(terms: Terms, reach: Reach) -> Iterator[Mutant]:
    """Give each fee back."""
    for name, wager in terms.rules.ruleset.wagers.items():
        if wager.fee:
            paid = any(name in walk.placed for walk in reach.walks)
            yield Mutant(
                f"settle.{name}.fee",
                "returned",
                f"{plain_words(name)}: the fee comes back when the round is settled",
                _fee_back(name),
                (f"settle.{name}.fee",),
                "" if paid else NOT_REACHED,
            )


def _fee_back(name: str) -> Edit:
    row = Row(f"fee-{name}", "fee", {}, {name: Result("returned")}, ())

    def apply(terms: Terms) -> Terms:
        ruleset = terms.rules.ruleset
        block = Table(f"fee-{name}", (name,), (), (row,), (0,))
        return on_ruleset(
            terms,
            wagers={**ruleset.wagers, name: replace(ruleset.wagers[name], fee=False)},
            tables=(*ruleset.tables, block),
            order=replace(ruleset.order, wagers=(*ruleset.order.wagers, name)),
        )

    return apply


def _rounding(terms: Terms, reach: Reach) -> Iterator[Mutant]:
    """Round to the other side, where there is a part of a unit to round."""
    rounding = terms.rules.ruleset.rounding
    if rounding is None:
        return
    other = "up" if rounding == "down" else "down"
    tables = {table.block: table for table in terms.rules.ruleset.tables}
    parts: dict[str, None] = {}
    for spot in reach.spots:
        row = tables[spot.block].rows[tables[spot.block].cells[spot.cell]]
        if any(net(terms, row.results[spot.wager], spot.wager, held).denominator > 1 for held in spot.hands):
            parts.update(dict.fromkeys(_settles(spot.wager, row)))
    yield Mutant(
        "rounding",
        f"turned-{other}",
        f"a part of a unit is rounded {other}",
        lambda terms: on_ruleset(terms, rounding=other),
        tuple(parts),
        "" if parts else "no odds that a round can reach leave a part of a unit",
    )
