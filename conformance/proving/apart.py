"""Wagers that are settled apart, made to depend on what decides others: a bonus that is lost where the seat folds."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from fairfelt.conformance.plans.plan import plain_words
from fairfelt.conformance.proving.reach import Reach
from fairfelt.conformance.proving.terms import Edit, Mutant, Terms, with_table
from fairfelt.rulesets.paths import readable
from fairfelt.rulesets.rules import NOT_ASKED, Fact, Result, Table
from fairfelt.rulesets.ways import Case, feasible, layout_of, targets

LOST = Result("lose")


def mutants(terms: Terms, _: Reach) -> Iterator[Mutant]:
    won: dict[str, list[Case]] = {}
    for target, cases in targets(terms.rules):
        if (target.line or target).result.outcome not in ("lose", "forfeit"):
            won.setdefault(target.wager, []).extend(cases)
    for table in terms.rules.ruleset.tables:
        for fact, wager in product(_facts_of_others(terms, table), table.wagers):
            for value in fact.values:
                if _decides(terms, won.get(wager, []), fact, value):
                    yield _lost_where(table, wager, fact, value)


def _facts_of_others(terms: Terms, table: Table) -> list[Fact]:
    """List decisions and facts about cards that settle other wagers."""
    own = {fact.name for fact in table.axes}
    others = {fact.name: fact for other in terms.rules.ruleset.tables for fact in other.axes}
    return [fact for fact in others.values() if fact.name not in own and (fact.reads_cards or fact.kind == "decision")]


def _decides(terms: Terms, won: list[Case], fact: Fact, value: str) -> bool:
    """Say whether a round can come to this value where the wager is not lost anyway."""
    layout = layout_of(terms.rules)

    def comes_to(case: Case) -> bool:
        if fact.name in case.walk.known or not fact.reads_cards:
            return case.walk.known.get(fact.name) == value
        shown = {**case.goal.facts, fact.name: value}
        can_be = value in fact.answers and readable(layout, case.walk, fact)
        return can_be and feasible(terms.rules, shown, case.goal.hands)

    return any(map(comes_to, won))


def _lost_where(table: Table, wager: str, fact: Fact, value: str) -> Mutant:
    words = f"{plain_words(wager)}: it is lost where {plain_words(fact.name)} is “{value}”"
    edit = _read_too(table, wager, fact, value)
    return Mutant(f"settle.{wager}", f"lost-where-{fact.name}-{value}", words, edit, (f"settle.{wager}.*",))


def _read_too(table: Table, wager: str, fact: Fact, value: str) -> Edit:
    """Add a fact to the axes of a table; at one of its values the wager is lost in every row."""
    count = len(table.rows)
    lost = tuple(replace(row, results={**row.results, wager: LOST}) for row in table.rows)
    read = replace(fact, values=tuple(dict.fromkeys((*fact.values, NOT_ASKED)))) if fact.kind == "decision" else fact
    cells = tuple(
        at + count if at >= 0 and said == value else at for at, said in product(table.cells, read.values)
    )
    return with_table(replace(table, axes=(*table.axes, read), rows=(*table.rows, *lost), cells=cells))
