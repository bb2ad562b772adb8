"""The exact chance of each settlement row where a seat answers every question with one action, whatever it holds.

Then cards alone decide, and no strategy is between the cards and the money.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.paths import Walk
from fairfelt.rulesets.rankings import Strength
from fairfelt.rulesets.rules import Fact, PayTable, Row, Table
from fairfelt.stats.exact.duel import SHOWDOWN
from fairfelt.stats.rounds.joint import Joint, joint_law, known_law
from fairfelt.stats.rounds.lying import HandLaw, Lying, Policy, lying, ways_under

NO_POLICY = "it depends on how the seat plays, and no fixed policy is told"
Place = tuple[int, int]
"""Of a settlement: the row among its table's, and the line among its pay table's or -1, as `settle_columns` tells."""


@dataclass(frozen=True)
class RowLaw:
    """How often each row, and pay line where one decides, settles a block of wagers.

    `places` names the outcomes as `settle_columns` does, `names` as `row` or `row/line`; `odds` gives by wager what an
    outcome wins for a unit staked on it. `read` is the wager whose row and line tell the outcome. `cells` has the
    outcome of each cell of the joint law where that decides, -1 where nothing can lie there.
    """

    block: str
    read: str
    places: tuple[Place, ...]
    names: tuple[str, ...]
    shares: tuple[Fraction, ...]
    odds: Mapping[str, tuple[Fraction, ...]]
    cells: NDArray[np.int16] | None = field(default=None, compare=False)

    @property
    def rows(self) -> dict[str, Fraction]:
        """The chance of each outcome by name."""
        return dict(zip(self.names, self.shares, strict=True))

    def mean(self, wager: str) -> Fraction:
        """Give what a unit staked on a wager wins on average."""
        return sum((share * won for share, won in zip(self.shares, self.odds[wager], strict=True)), Fraction(0))

    def variance(self, wager: str) -> Fraction:
        """Give the variance of what a unit staked on a wager wins."""
        square = sum((s * won**2 for s, won in zip(self.shares, self.odds[wager], strict=True)), Fraction(0))
        return square - self.mean(wager) ** 2


def fixed_play(
    rules: Rules, policy: Policy, wagers: Collection[str] | None = None, joint: Joint | None = None
) -> tuple[dict[str, RowLaw], dict[str, str]]:
    """Give the laws by settlement block, and for each block without one the reason, for a seat that stakes these wagers
    before the deal (by default all) and answers as the policy says.

    A game of a seat's hand against the dealer's needs their joint law; it is counted where it is not given. Raise
    RoundsError for a policy under which no round can go.
    """
    lie = lying(rules, policy)
    found = joint_law(rules, lie) if joint is None else known_law(rules, lie, joint)
    ways = ways_under(rules, policy, wagers_before(rules) if wagers is None else wagers)
    return row_laws(rules, lie, ways, found)


def wagers_before(rules: Rules) -> tuple[str, ...]:
    """Name the wagers that are placed before the deal."""
    return tuple(name for name, wager in rules.ruleset.wagers.items() if not wager.by_action)


def row_laws(
    rules: Rules, lie: Lying, ways: list[Walk], joint: Joint | str
) -> tuple[dict[str, RowLaw], dict[str, str]]:
    """Give the laws by block for these ways of a seat, and for each block without one the reason."""
    laws: dict[str, RowLaw] = {}
    unknown: dict[str, str] = {}
    for table in rules.ruleset.tables:
        with_it = [walk for walk in ways if walk.placed & set(table.wagers)]
        if not with_it:
            unknown[table.block] = "none of its wagers is placed"
            continue
        try:
            if len(with_it) < len(ways):
                raise _Unknown(NO_POLICY)
            law = _law(rules, lie, table, ways, joint)
        except _Unknown as error:
            unknown[table.block] = str(error)
        else:
            laws[table.block] = law
    return laws, unknown


class _Unknown(Exception):
    """There is no exact law; says why."""


def _law(rules: Rules, lie: Lying, table: Table, ways: list[Walk], joint: Joint | str) -> RowLaw:
    placed = set.intersection(*(set(walk.placed) for walk in ways)) & set(table.wagers)
    if not placed:
        raise _Unknown(NO_POLICY)
    if any(walk.given or walk.sure.get("seat", 0) != lie.sizes.get("seat", 0) for walk in ways):
        raise _Unknown("cards are drawn or given up before it is settled")
    if any(walk.sure.get(place, 0) != size for walk in ways for place, size in lie.sizes.items()):
        raise _Unknown("not all cards that settle it lie in every round")
    pays = _pay_table(rules, table, placed)
    ways_by_place: dict[Place, Fraction] = {}
    facts = [fact for fact in table.axes if fact.reads_cards]
    cells = None
    if facts:
        if isinstance(joint, str):
            raise _Unknown(joint)
        cells = np.full(joint.ways.shape, -1, np.int16)
        by_cell = dict(_by_cell(rules, table, ways, facts, joint, pays))
        for cell, place in by_cell.items():
            share = Fraction(int(joint.ways[cell]), joint.total)
            ways_by_place[place] = ways_by_place.get(place, Fraction(0)) + share
        order = sorted(ways_by_place)
        for cell, place in by_cell.items():
            cells[cell] = order.index(place)
    else:
        row = _one_row(table, ways, {})
        ways_by_place = dict(_by_line(lie, table, row, pays))
    places = tuple(sorted(ways_by_place))
    read = pays.wager if pays else next(wager for wager in table.wagers if wager in placed)
    return RowLaw(
        block=table.block,
        read=read,
        places=places,
        names=tuple(_name(table, pays, place) for place in places),
        shares=tuple(ways_by_place[place] for place in places),
        odds={wager: tuple(_odds(table, wager, place, pays) for place in places) for wager in sorted(placed)},
        cells=cells,
    )


def _pay_table(rules: Rules, table: Table, placed: Collection[str]) -> PayTable | None:
    """Find the pay table that tells outcomes apart; more than one can't be told by one line."""
    by_table = {wager for row in table.rows for wager, result in row.results.items() if result.by_table}
    paid = [wager for wager in table.wagers if wager in placed and wager in by_table]
    if len(paid) > 1:
        raise _Unknown(f"{' and '.join(paid)} have pay tables of their own in one block")
    return rules.pay_tables[paid[0]] if paid else None


def _one_row(table: Table, ways: Iterable[Walk], shown: Mapping[str, str], untold: Iterable[Fact] = ()) -> Row:
    """Find the row that settles all these ways alike, with what the cards show and whatever `untold` facts say."""
    rows = {}
    untold = list(untold)
    for walk in ways:
        for values in product(*(fact.answers for fact in untold)):
            said = {fact.name: value for fact, value in zip(untold, values, strict=True)}
            try:
                row = table.row({**said, **walk.known, **shown})
            except LookupError:
                continue
            rows[row.name] = row
    if len(rows) != 1:
        raise _Unknown(NO_POLICY)
    return next(iter(rows.values()))


def _by_line(lie: Lying, table: Table, row: Row, pays: PayTable | None) -> Iterable[tuple[Place, Fraction]]:
    """Split a row that no card decides by the lines of its pay table."""
    at = table.rows.index(row)
    if pays is None or not row.results[pays.wager].by_table:
        return [((at, -1), Fraction(1))]
    if pays.hand not in lie.hands:
        raise _Unknown(f"the hand of its pay table has no law: {lie.unknown.get(pays.hand, 'it is no hand')}")
    counts = line_counts(lie.hands[pays.hand], pays)
    total = lie.hands[pays.hand].total
    return [((at, line), Fraction(count, total)) for line, count in enumerate(counts) if count]


def line_counts(law: HandLaw, table: PayTable) -> list[int]:
    """Count the sets of cards on each line of a pay table, the highest line first."""
    lines = line_of_class(law, table)
    return [int(law.counts[lines == line].sum()) for line in range(len(table.lines))]


def line_of_class(law: HandLaw, table: PayTable) -> NDArray[np.int64]:
    """Give the pay line of each class of a hand."""
    found = np.zeros(len(law.hand.ranking.classes), np.int64)
    for at, line in reversed(list(enumerate(table.lines))):
        found[law.hand.ranking.index[line.floor] if line.floor else 0 :] = at
    return found


def _by_cell(
    rules: Rules, table: Table, ways: list[Walk], facts: list[Fact], joint: Joint, pays: PayTable | None
) -> Iterable[tuple[tuple[int, int, int], Place]]:
    """Settle each cell of a joint law that can occur."""
    hands = (joint.seat_hand, joint.dealer_hand)
    assumed = {name for walk in ways for name in walk.assumed(rules.ruleset.facts)}
    asked = {fact.name: fact for fact in [*facts, *(rules.ruleset.facts[name] for name in assumed)]}.values()
    told = [fact for fact in asked if _is_told(fact, hands)]
    untold = [fact for fact in asked if fact not in told]
    seats, dealers, _ = joint.ways.shape
    for cell in product(range(seats), range(dealers), range(len(SHOWDOWN))):
        if not joint.ways[cell]:
            continue
        floors = joint.seat_floors[cell[0]], joint.dealer_floors[cell[1]]
        strength = {hand: joint.ranking.classes[at].strength for hand, at in zip(hands, floors, strict=True)}
        shown = {fact.name: _answer(fact, strength, cell[2]) for fact in told}
        reached = [way for way in ways if _fits(way.assumed(rules.ruleset.facts), shown)]
        try:
            row = _one_row(table, reached, shown, untold)
        except _Unknown:
            read = sorted({hand for fact in untold for hand in (fact.hand, fact.other) if hand} - set(hands))
            raise _Unknown(f"it reads hands without a joint law: {', '.join(read)}" if read else NO_POLICY) from None
        line = -1
        if pays is not None and row.results[pays.wager].by_table:
            if pays.hand not in strength:
                raise _Unknown(f"its pay table reads {pays.hand}, whose joint law is not known")
            line = pays.lines.index(pays.line(strength[pays.hand]))
        yield cell, (table.rows.index(row), line)


def _is_told(fact: Fact, hands: tuple[str, str]) -> bool:
    """Say whether the cells of a joint law of two hands answer a fact."""
    return (fact.hand, fact.other) == hands if fact.kind == "against" else fact.hand in hands


def _fits(assumed: Mapping[str, str], shown: Mapping[str, str]) -> bool:
    return all(shown.get(name, value) == value for name, value in assumed.items())


def _answer(fact: Fact, strength: Mapping[str, Strength], showdown: int) -> str:
    if fact.kind == "against":
        return SHOWDOWN[showdown]
    return fact.values[sum(strength[fact.hand] >= floor for floor in fact.floors)]


def _name(table: Table, pays: PayTable | None, place: Place) -> str:
    row, line = place
    return table.rows[row].name + (f"/{pays.lines[line].name}" if pays is not None and line >= 0 else "")


def _odds(table: Table, wager: str, place: Place, pays: PayTable | None) -> Fraction:
    """Give what a unit wins: the row's odds, the line's on top, or the line's outcome where the row has none."""
    if wager not in table.rows[place[0]].results:
        return Fraction(0)
    result = table.rows[place[0]].results[wager]
    outcome, odds = result.outcome, result.odds
    if result.by_table and pays is not None:
        line = pays.lines[place[1]].result
        if line.outcome == "win":
            odds += line.odds
        elif odds == 0:
            outcome = line.outcome
    return {"win": odds, "push": Fraction(0), "returned": Fraction(0)}.get(outcome, Fraction(-1))
