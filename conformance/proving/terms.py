"""A rule mutant: one small wrong edit of the compiled rules, and who is expected to notice.

Edits work on the compiled form, with every choice made, so that whatever comes of one can be played.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from fairfelt.rulesets.cards import full_deck
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.rules import NOT_ASKED, DealStep, Fact, Hand, Result, Row, Step, Table
from fairfelt.rulesets.seating import Limits
from fairfelt.rulesets.witness import can_happen


@dataclass(frozen=True)
class Terms:
    """All that an engine was told: the rules with their choices, and the limits of the table."""

    rules: Rules
    limits: Mapping[str, Limits]


Edit = Callable[[Terms], Terms]


@dataclass(frozen=True)
class Mutant:
    """`rule` is what was edited, `edit` the kind of edit, and `expects` the patterns of requirements, without the
    game, that count as naming it; the likeliest stands first. A `same` edit changes nothing, for that reason."""

    rule: str
    edit: str
    words: str
    apply: Edit
    expects: tuple[str, ...]
    same: str = ""

    @property
    def id(self) -> str:
        return f"{self.rule}~{self.edit}"


def on_ruleset(terms: Terms, **changes: Any) -> Terms:
    """Change fields of the ruleset."""
    return replace(terms, rules=replace(terms.rules, ruleset=replace(terms.rules.ruleset, **changes)))


def with_wager(name: str, **changes: Any) -> Edit:
    """Change fields of a wager."""

    def edit(terms: Terms) -> Terms:
        wagers = terms.rules.ruleset.wagers
        return on_ruleset(terms, wagers={**wagers, name: replace(wagers[name], **changes)})

    return edit


def with_limits(name: str, limits: Limits) -> Edit:
    """Set the limits of a wager or of a position."""
    return lambda terms: replace(terms, limits={**terms.limits, name: limits})


def with_table(changed: Table) -> Edit:
    """Put a settlement block in place of the one of its name."""

    def edit(terms: Terms) -> Terms:
        tables = (changed if table.block == changed.block else table for table in terms.rules.ruleset.tables)
        return on_ruleset(terms, tables=tuple(tables))

    return edit


def with_result(table: Table, row: Row, wager: str, result: Result) -> Edit:
    """Settle one wager otherwise in one row."""
    changed = replace(row, results={**row.results, wager: result})
    return with_table(replace(table, rows=tuple(changed if entry is row else entry for entry in table.rows)))


def with_fact(fact: Fact, hands: Iterable[Hand] = ()) -> Edit:
    """Put a fact in place of the one of its name, wherever it is read; and add hands that it looks at."""

    def edit(terms: Terms) -> Terms:
        ruleset = terms.rules.ruleset
        tables = tuple(
            replace(table, axes=tuple(fact if axis.name == fact.name else axis for axis in table.axes))
            for table in ruleset.tables
        )
        more = {hand.name: hand for hand in hands}
        return on_ruleset(
            terms, facts={**ruleset.facts, fact.name: fact}, tables=tables, hands={**ruleset.hands, **more}
        )

    return edit


def with_steps(*steps: Step) -> Edit:
    """Play a round by other steps, to its end whatever comes of them."""
    return playable(lambda terms: on_ruleset(terms, steps=steps))


def playable(edit: Edit) -> Edit:
    """Let a round go on that comes to what the tables don't foresee: there every stake goes back."""

    def apply(terms: Terms) -> Terms:
        changed = edit(terms)
        return on_ruleset(changed, tables=tuple(map(_foreseeing, changed.rules.ruleset.tables)))

    return apply


def enough_cards(terms: Terms) -> bool:
    """Say whether the deck serves a table with one seat: an engine that needs more cards can't exist."""
    ruleset = terms.rules.ruleset
    steps = [s for s in ruleset.steps if isinstance(s, DealStep) and can_happen(terms.rules, s)]
    dealt = sum(
        s.count * (ruleset.most_players if place == "every-position" else 1) for s in steps for place in s.places
    )
    return dealt <= len(full_deck(ruleset.packs))


def _foreseeing(table: Table) -> Table:
    back = {wager: Result("returned") for wager in table.wagers}
    rows = [replace(row, results={**back, **row.results}) for row in table.rows]
    rows.append(Row(table.block, "unforeseen", {}, back, ()))
    old = dict(zip(product(*(fact.values for fact in table.axes)), table.cells, strict=True))
    axes = tuple(
        replace(fact, values=tuple(dict.fromkeys((*fact.values, NOT_ASKED)))) if fact.kind == "decision" else fact
        for fact in table.axes
    )
    cells = (old.get(values, -1) for values in product(*(fact.values for fact in axes)))
    return replace(table, axes=axes, rows=tuple(rows), cells=tuple(at if at >= 0 else len(table.rows) for at in cells))
