"""Pay tables as the protocol sends them: a category to its odds, without lines that mean `everything lower`.

Odds of 0:1 give the stake back: so a line that pushes is sent, since what is not named loses.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.rankings import Ranking, floor
from fairfelt.rulesets.rules import PayLine, PayTable, Result


def named_rows(table: PayTable, ranking: Ranking) -> dict[str, str]:
    """Write a table out by category, highest first; what is not named loses."""
    rows: dict[str, str] = {}
    for name, at in _entries(ranking):
        odds, category = _odds(table, at), ranking.category(at)
        special = (
            name != category and odds == _odds(table, floor(ranking, category)) and name not in _tops(ranking)
        )
        adds_nothing = odds == 0 and table.lines[-1].pays_nothing
        if odds is not None and not special and not adds_nothing:
            rows[name] = f"{odds.numerator}:{odds.denominator}"
    return rows


def with_rows(rules: Rules, rows: Mapping[str, Mapping[str, str]]) -> Rules:
    """Use the rows that a client sent in place of the tables of the rules."""
    tables = dict(rules.pay_tables)
    for wager, named in rows.items():
        if wager in tables:
            ranking = rules.ruleset.hands[tables[wager].hand].ranking
            tables[wager] = replace(tables[wager], lines=_lines(tables[wager], ranking, named))
    return replace(rules, pay_tables=tables)


def _lines(table: PayTable, ranking: Ranking, named: Mapping[str, str]) -> tuple[PayLine, ...]:
    """Build lines from named categories; the ones not named lose, or add nothing where the table is a bonus."""
    tops, lines = _tops(ranking), []
    for name, at in _entries(ranking):
        category = ranking.category(at)
        if name != category and name not in named and name not in tops:
            continue
        odds = named.get(name) or (named.get(category) if name in tops else None)
        adds_nothing = odds is None and table.lines[-1].pays_nothing
        lines.append(PayLine(name, at, _result(odds, table), pays_nothing=adds_nothing))
    return (*lines[:-1], replace(lines[-1], floor=None))


def _result(odds: str | None, table: PayTable) -> Result:
    if odds is None:
        return Result("win") if table.lines[-1].pays_nothing else Result("lose")
    gain, stake = map(int, odds.split(":"))
    return Result("win", Fraction(gain, stake)) if gain else Result("push")


def _entries(ranking: Ranking) -> list[tuple[str, tuple[int, ...]]]:
    """List categories and named floors with the lowest hand of each, highest first."""
    entries = [(category.name, floor(ranking, category.name)) for category in ranking.categories]
    return sorted([*ranking.named.items(), *entries], key=lambda entry: entry[1], reverse=True)


def _tops(ranking: Ranking) -> list[str]:
    """Name the floors that stand for the highest hand of all, which pay as their category where not named."""
    return [name for name, at in ranking.named.items() if at == ranking.classes[-1].strength]


def _odds(table: PayTable, at: tuple[int, ...]) -> Fraction | None:
    """Give the odds at a hand; a push is 0, and a loss is none."""
    result = table.line(at).result
    return {"win": result.odds, "push": Fraction(0)}.get(result.outcome)
