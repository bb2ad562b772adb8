"""The house edge at a given wager, where a part of a unit is rounded."""

from collections.abc import Collection, Iterator
from fractions import Fraction

import numpy as np

from fairfelt.rulesets.choose import Rules
from fairfelt.stats.exact import side
from fairfelt.stats.exact.duel import Tally, make_duel
from fairfelt.stats.exact.figures import EdgeAt, Mathematics, Progress
from fairfelt.stats.exact.par import Found, exact_method


def edges_at(
    rules: Rules, found: Mathematics, amounts: Collection[int], progress: Progress = lambda _: None
) -> tuple[EdgeAt, ...]:
    """Compute the edges at these wagers after rounding; best play is found anew wherever rounding changes what is paid.

    Where every payout is a whole number of units, an edge is the same at any wager. A main game that was estimated has
    no entry.
    """
    return tuple(edge for amount in sorted(amounts) for edge in _at(rules, found, amount, progress))


def _at(rules: Rules, found: Mathematics, amount: int, progress: Progress) -> Iterator[EdgeAt]:
    if isinstance(found.main.house_edge, Fraction):
        yield EdgeAt("main", amount, _main_edge(rules, found.main.house_edge, amount, progress))
    for entry in found.wagers:
        tables = side.tables_for(rules, entry.wager, chosen=False)
        table = next(table for table in tables if table.id == entry.table)
        edge = side.figures(rules, entry.wager, table, None, None, amount).house_edge
        if isinstance(edge, Fraction):
            yield EdgeAt(f"{entry.wager} by {entry.table}", amount, edge)


def _main_edge(rules: Rules, exact: Fraction, amount: int, progress: Progress) -> Fraction:
    method = exact_method(rules)
    if not isinstance(method, Found):
        return exact
    rounded = make_duel(rules, amount=amount)
    if np.array_equal(rounded.net * method.duel.scale, method.duel.net * rounded.scale):
        return exact
    tally: Tally = method.method.tally(rounded, progress)
    won = sum((int(tally.ways[at]) * cell.net for at, cell in rounded.cells.items()), Fraction(0))
    return -won / (tally.total * len(rounded.per))
