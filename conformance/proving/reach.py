"""What a round can reach under the chosen options: only there can a wrong rule show, and only there must it.

Two rulesets are held against each other cell by cell, over the combinations that can occur and, where a pay table
decides, over the hands that can be held there.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise, product

from fairfelt.conformance.proving.terms import Terms
from fairfelt.rulesets.bounds import Interval
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.paths import Walk, lies, readable
from fairfelt.rulesets.rankings import Strength
from fairfelt.rulesets.rules import NOT_STAKED, Fact, PayTable, Result, Table
from fairfelt.rulesets.ways import assumed, feasible, layout_of, seat_walks

EVEN = Result("win", Fraction(1))
NOTHING = Fraction(-1)


@dataclass(frozen=True)
class Spot:
    """A wager in a cell of a table that a round can reach; `kinds` are the kinds of hands that a pay table of that
    wager may find there, as the lowest and the highest strength of each."""

    block: str
    cell: int
    wager: str
    kinds: tuple[tuple[Strength, Strength], ...]

    @property
    def hands(self) -> tuple[Strength | None, ...]:
        """List the lowest and the highest hand of each kind; None where no hand is looked at."""
        return tuple(dict.fromkeys(strength for kind in self.kinds for strength in kind)) or (None,)


@dataclass(frozen=True)
class Reach:
    """Everything that a round under the chosen options can come to."""

    rules: Rules
    walks: tuple[Walk, ...]
    spots: tuple[Spot, ...]
    shown: frozenset[frozenset[tuple[str, str]]]
    """What the cards may show together, as facts, where some wager is settled."""

    def rows(self, table: Table) -> set[int]:
        """Give the rows of a table that are reached."""
        return {table.cells[spot.cell] for spot in self.spots if spot.block == table.block}


def reach_of(rules: Rules) -> Reach:
    """List everything that a round under the chosen options can come to."""
    walks = tuple(seat_walks(rules))
    found = [entry for table in rules.ruleset.tables for entry in _spots(rules, table, walks)]
    spots = dict.fromkeys(spot for spot, _ in found)
    return Reach(rules, walks, tuple(spots), frozenset(facts for _, facts in found))


def _spots(rules: Rules, table: Table, walks: tuple[Walk, ...]) -> Iterator[tuple[Spot, frozenset[tuple[str, str]]]]:
    layout, kinds = layout_of(rules), {wager: kinds_of(rules, pays) for wager, pays in rules.pay_tables.items()}

    @cache
    def can_be(facts: frozenset[tuple[str, str]], hand: str, span: Interval | None) -> bool:
        return feasible(rules, dict(facts), {hand: span} if span else {})

    def held(walk: Walk, facts: frozenset[tuple[str, str]], wager: str) -> tuple[tuple[Strength, Strength], ...]:
        hand = rules.pay_tables[wager].hand if wager in rules.pay_tables else ""
        if not hand or not lies(layout, walk, hand):
            return ()
        classes = rules.ruleset.hands[hand].ranking.classes
        spans = (span for span in kinds[wager] if can_be(facts, hand, span))
        return tuple((classes[low].strength, classes[high - 1].strength) for low, high in spans)

    for walk in walks:
        placed = [wager for wager in table.wagers if wager in walk.placed]
        if not placed:
            continue
        shown = [fact for fact in table.axes if fact.reads_cards and fact.name not in walk.known]
        dark = {fact.name for fact in shown if not readable(layout, walk, fact)}
        answers = {f.name: _without_cards(rules, walk, f) if f.name in dark else f.answers for f in table.axes}
        choices = [(walk.known[f.name],) if f.name in walk.known else answers[f.name] for f in table.axes]
        for values in product(*choices):
            named = {fact.name: value for fact, value in zip(table.axes, values, strict=True)}
            read = {f.name: named[f.name] for f in shown if f.name not in dark and named[f.name] != NOT_STAKED}
            facts = frozenset({**assumed(rules, walk), **read}.items())
            if can_be(facts, "", None):
                cell = cell_at(table, named)
                asked = table.rows[table.cells[cell]].when
                told = frozenset((name, value) for name, value in facts if name in asked or name in walk.known)
                yield from ((Spot(table.block, cell, wager, held(walk, facts, wager)), told) for wager in placed)


def _without_cards(rules: Rules, walk: Walk, fact: Fact) -> tuple[str, ...]:
    """Give the answers of a fact whose cards don't all lie: no cards are the lowest hand, some may be any."""
    mine, theirs = (
        name == "" or not any(walk.sure.get(place) for place in rules.ruleset.hands[name].places)
        for name in (fact.hand, fact.other)
    )
    if fact.kind != "against":
        return fact.answers[:1] if mine else fact.answers
    return ("win",) if theirs and not mine else fact.answers


def cell_at(table: Table, values: Mapping[str, str]) -> int:
    """Give the number of the cell for these values of the axes."""
    at = 0
    for fact in table.axes:
        at = at * len(fact.values) + fact.values.index(values[fact.name])
    return at


def kinds_of(rules: Rules, pays: PayTable) -> list[Interval]:
    """Cut the classes of a pay table's hand at each category and at each line, as low and end."""
    ranking = rules.ruleset.hands[pays.hand].ranking
    cuts = {ranking.index[line.floor] for line in pays.lines if line.floor is not None}
    cuts |= {low for low, _ in ranking.spans.values()} | {0, len(ranking.classes)}
    return list(pairwise(sorted(cuts)))


def net(terms: Terms, result: Result, wager: str, held: Strength | None) -> Fraction:
    """Say what a result wins for each unit staked: minus one is a loss, nought a push."""
    odds, outcome = result.odds, result.outcome
    if result.by_table and held is not None:
        line = terms.rules.pay_tables[wager].line(held).result
        if line.outcome == "win":
            odds += line.odds
        elif not odds:
            outcome = line.outcome
    return {"win": odds, "push": Fraction(0), "returned": Fraction(0)}.get(outcome, NOTHING)


def settled_as(terms: Terms, result: Result, wager: str, held: Strength | None) -> tuple[Fraction, bool]:
    """Say what a result wins for each unit, and whether a player's bank takes it at once, as lost by folding."""
    at_once = result.outcome == "forfeit" and terms.rules.ruleset.bank is not None
    return net(terms, result, wager, held), at_once


def money_differs(reach: Reach, told: Terms, played: Terms, bank_counts: bool = True) -> bool:
    """Say whether any wager that a round can reach is settled otherwise: cell by cell, hand by hand. If the bank
    counts, so does what it takes at once."""
    settled = settled_as if bank_counts else net
    before, after = ({table.block: table for table in terms.rules.ruleset.tables} for terms in (told, played))
    for spot in reach.spots:
        rows = [tables[spot.block].rows[tables[spot.block].cells[spot.cell]] for tables in (before, after)]
        due, paid = (row.results.get(spot.wager) for row in rows)
        if due is None or paid is None:
            return True
        for held in spot.hands:
            if settled(told, due, spot.wager, held) != settled(played, paid, spot.wager, held):
                return True
    return False
