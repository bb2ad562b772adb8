"""Faults of a ruleset that compiles: nothing is ambiguous or missing in it, and still its author meant something else.

Every lint is a function from a ruleset to flaws, each at a path of the game's file.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import product
from typing import Any

from fairfelt.rulesets.choose import ChoiceError, Rules, choose, every_variant, fitting_tables
from fairfelt.rulesets.errors import Flaw, Path
from fairfelt.rulesets.rules import NOT_ASKED, PayLine, PayTable, Row, Ruleset, Table
from fairfelt.rulesets.ways import Target, targets
from fairfelt.rulesets.witness import Goal, deals

ReadFile = Mapping[str, Any]
"""A game file as plain data: what it cites can't be told from the compiled form alone."""

SET_ASIDE = ("read-as", "evidence", "untested", "absent")
"""The parts of a game file that say of a clause why no rule cites it."""


def lint(ruleset: Ruleset, data: ReadFile) -> Iterator[Flaw]:
    """Run every lint."""
    yield from uncited_clauses(ruleset, data)
    yield from redundant_conditions(ruleset)
    yield from misnamed_pay_tables(ruleset)
    yield from rising_odds(ruleset)
    yield from variants_without_a_table(ruleset)
    yield from results_without_a_deal(ruleset)


def uncited_clauses(ruleset: Ruleset, data: ReadFile) -> Iterator[Flaw]:
    """Find clauses of the source that the game neither cites nor sets aside with a reason."""
    cited = set(_cites(data)) | {name for part in SET_ASIDE for name in data.get(part, ())}
    for full, clause in ruleset.clauses.items():
        name = full.partition("/")[2]
        if name not in cited and full not in cited:
            what = f"the clause {name!r} of section “{clause.section}” is cited nowhere: {clause.says}"
            yield Flaw(
                ("source",),
                what,
                "cite it where the game obeys it, or put it under `untested` with the reason",
            )


def redundant_conditions(ruleset: Ruleset) -> Iterator[Flaw]:
    """Find conditions and values of rows that decide nothing.

    A condition that an asked question brings along is left alone: a reader should not need the questions' own
    conditions to understand a row.
    """
    for table in ruleset.tables:
        for at, row in enumerate(table.rows):
            brought = _brought_along(ruleset, row)
            for name, values in row.when.items():
                path: Path = ("settle", table.block, row.name, "when", name)
                if name not in brought and _same_cells_without(table, at, name):
                    yield Flaw(
                        path,
                        f"the condition on {name!r} decides nothing: without it the row applies as often",
                        "take it out",
                    )
                    continue
                for value in sorted(values - _met(table, at, name)):
                    yield Flaw(
                        path,
                        f"{name} is never {value!r} where the other conditions hold",
                        f"take {value!r} out",
                    )


def misnamed_pay_tables(ruleset: Ruleset) -> Iterator[Flaw]:
    """Find pay tables whose id is not the list of their odds."""
    for wager, tables in ruleset.pay_tables.items():
        for table in tables:
            odds = odds_id(table)
            if not re.fullmatch(rf"(?:[a-z][a-z0-9]*-)*{re.escape(odds)}", table.id):
                yield Flaw(
                    ("pays", wager, "tables", table.id),
                    f"the table {table.id!r} pays {odds}",
                    f"name it {odds!r}, or mend the odds that are misprinted",
                )


def odds_id(table: PayTable) -> str:
    """Join a table's odds from the top; a run of equal odds that reaches `lower` is told once."""
    paid = [line.result.odds for line in table.lines]
    while len(paid) > 1 and paid[-1] == paid[-2] != 0:
        paid.pop()
    return "-".join(
        str(odds.numerator) if odds.denominator == 1 else f"{odds.numerator}to{odds.denominator}"
        for odds in paid
        if odds
    )


def rising_odds(ruleset: Ruleset) -> Iterator[Flaw]:
    """Find pay lines that pay more than a line above them."""
    for wager, tables in ruleset.pay_tables.items():
        for table in tables:
            for above, line in zip(table.lines, table.lines[1:], strict=False):
                if _worth(line) > _worth(above):
                    what = f"{line.name} pays more than {above.name} above it"
                    yield Flaw(
                        ("pays", wager, "tables", table.id, "lines", line.name),
                        what,
                        "mend the odds of one of the two",
                    )


def variants_without_a_table(ruleset: Ruleset) -> Iterator[Flaw]:
    """Find readings under which nobody can play, since no pay table fits them."""
    for variant, options in every_variant(ruleset):
        try:
            choose(ruleset, variant, options, first_table=True)
        except ChoiceError as error:
            path: Path = ("variants", variant) if variant else ("options", *options) if options else ("pays",)
            yield Flaw(path, str(error), "add a pay table that does, or mend `only`")


def results_without_a_deal(ruleset: Ruleset) -> Iterator[Flaw]:
    """Find results that the order of hands allows and that no deal was found for, under any variant."""
    known: dict[str, bool] = {}
    told: set[Path] = set()

    def reached(rules: Rules, goal: Goal) -> bool:
        key = f"{sorted(goal.facts.items())} {sorted(goal.hands.items())} {sorted(goal.sizes.items())}"
        if key not in known:
            known[key] = bool(deals(rules, goal, 1, seed=0))
        return known[key]

    for rules in _all_rules(ruleset):
        for target, cases in targets(rules):
            path = _place(rules, target)
            if path not in told and not any(reached(rules, case.goal) for case in cases):
                told.add(path)
                yield Flaw(
                    path,
                    f"no deal was found that reaches {target.id}",
                    "mend the conditions of the row, or take out what can't be dealt",
                )


def _all_rules(ruleset: Ruleset) -> Iterator[Rules]:
    """List every variant with its first tables, and each with the further tables that fit it."""
    for variant, options in every_variant(ruleset):
        with suppress(ChoiceError):
            first = choose(ruleset, variant, options, first_table=True)
            yield first
            for wager in ruleset.pay_tables:
                for table in fitting_tables(ruleset, wager, first.readings)[1:]:
                    yield choose(ruleset, variant, options, {wager: table.id}, first_table=True)


def _place(rules: Rules, target: Target) -> Path:
    if target.line is None:
        return ("settle", target.table.block, target.row.name)
    return ("pays", target.wager, "tables", rules.pay_tables[target.wager].id, "lines", target.line.name)


def _cites(data: Any) -> Iterator[str]:
    if isinstance(data, Mapping):
        for key, value in data.items():
            if key == "cite":
                yield from [value] if isinstance(value, str) else value
            else:
                yield from _cites(value)
    elif isinstance(data, list):
        for entry in data:
            yield from _cites(entry)


def _brought_along(ruleset: Ruleset, row: Row) -> set[str]:
    """Name the facts on which it depends that the questions of a row were asked at all."""
    asked = [q for q in ruleset.questions if q.id in row.when and NOT_ASKED not in row.when[q.id]]
    return {name for question in asked for condition in question.guard for name in condition}


def _matching(table: Table, row: Row, skip: str = "") -> Iterator[tuple[int, dict[str, str]]]:
    """List the cells that a row's conditions pick, with their values, leaving one condition aside."""
    for at, values in enumerate(product(*(fact.values for fact in table.axes))):
        named = {fact.name: value for fact, value in zip(table.axes, values, strict=True)}
        if all(named[name] in allowed for name, allowed in row.when.items() if name != skip):
            yield table.cells[at], named


def _same_cells_without(table: Table, at: int, name: str) -> bool:
    return all(cell in (at, -1) for cell, _ in _matching(table, table.rows[at], skip=name))


def _met(table: Table, at: int, name: str) -> set[str]:
    return {named[name] for cell, named in _matching(table, table.rows[at]) if cell == at}


def _worth(line: PayLine) -> Fraction:
    outcome = line.result.outcome
    return line.result.odds if outcome == "win" else Fraction(0) if outcome in ("push", "returned") else Fraction(-1)
