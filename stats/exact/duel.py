"""The shape of most table games: a seat decides once, and then its hand meets the dealer's.

What such a game pays is a small array: the seat's choice, the band of its hand (between floors and pay lines), the
band of the dealer's, and who wins. Methods count how often each of its cells comes up; everything else follows.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.paths import Layout, Walk, place_of, walks
from fairfelt.rulesets.rankings import Ranking, Strength
from fairfelt.rulesets.rules import AskStep, DealStep, Fact, Hand, Question, Row, ShowStep, Table
from fairfelt.rulesets.settle import whole_units
from fairfelt.stats.exact.figures import Condition

LOSE, TIE, WIN = range(3)
"""Who wins, from the seat's point of view; the last axis of a duel's arrays."""
SHOWDOWN = ("lose", "tie", "win")


@dataclass(frozen=True)
class Shape:
    """How many cards lie where: the seat's, the dealer's and how many of those are face up when the seat decides, and
    the board's before and after that."""

    own: int
    dealer: int
    exposed: int
    board: int
    board_later: int


@dataclass(frozen=True)
class Choice:
    """One thing that a seat may do: an action, and what is then staked, in units of what was staked first."""

    action: str
    stakes: Mapping[str, int]


@dataclass(frozen=True)
class Cell:
    """A cell of a duel that can occur: the settlement row of each main wager, and what they win together."""

    rows: Mapping[str, str]
    net: Fraction


@dataclass(frozen=True)
class Duel:
    """A game of one decision against the dealer.

    `seat_band` and `dealer_band` give each class of hands its band, lowest first. `net` is indexed by choice, band of
    the seat, band of the dealer and showdown; it holds whole numbers of 1/`scale` of a unit. A cell that can't occur
    wins 0.
    """

    question: str
    choices: tuple[Choice, ...]
    ranking: Ranking
    seat_band: NDArray[np.int8]
    dealer_band: NDArray[np.int8]
    seat_floors: tuple[int, ...]
    """The lowest class of each band of the seat."""
    dealer_floors: tuple[int, ...]
    cells: Mapping[tuple[int, int, int, int], Cell]
    net: NDArray[np.int64]
    scale: int
    shape: Shape
    per: tuple[str, ...]


@dataclass(frozen=True)
class Tally:
    """How often each cell of a duel comes up under best play. `ways` is indexed like `Duel.net` and adds up to `total`,
    a number of equally likely deals.

    A seat that may choose between two things of the same worth takes the first of the ruleset's.
    """

    ways: NDArray[np.int64]
    total: int
    strategy: tuple[str, ...] = ()


def main_wagers(rules: Rules) -> tuple[str, ...]:
    """Name the wagers that open the main game: those that its ruleset counts the edge in, or else all that every
    seat must place."""
    return rules.ruleset.mathematics.per or tuple(
        wager.name for wager in rules.ruleset.wagers.values() if wager.needed and not wager.by_action
    )


def conditions(rules: Rules) -> list[Condition]:
    """Say what a duel asks of a ruleset, and what of it holds."""
    ruleset, ways = rules.ruleset, main_walks(rules)
    asked = questions_of(rules, ways)
    actions = [action for question in ruleset.questions for action in question.actions.values()]
    facts = card_facts(rules, ways)
    hands = _two_hands(ruleset.hands, facts)
    return [
        Condition("one pack is dealt from", ruleset.packs == 1),
        Condition(
            "nobody draws, gives up or sets cards", not any(a.draws or a.gives_up or a.arranges for a in actions)
        ),
        Condition("the main game asks something of the cards", bool(facts)),
        Condition("two hands decide it, the seat's and the dealer's, ranked alike", hands is not None),
        Condition("each is the best of its own cards and the board", hands is not None and _plain(hands)),
        Condition("a seat decides once before hidden cards are shown", bool(asked) and _once(rules, asked)),
    ]


def make_duel(rules: Rules, amount: int | None = None) -> Duel:
    """Lay a ruleset out as a duel; raise ValueError unless all `conditions` hold.

    The seat's bands also part the pay lines of wagers beside the main game. With an `amount` each of the first wagers
    is of so many units, and winnings are rounded as the rules say.
    """
    unmet = [condition.says for condition in conditions(rules) if not condition.holds]
    if unmet:
        raise ValueError("; ".join(unmet))
    ways = main_walks(rules)
    facts = card_facts(rules, ways)
    hands = _two_hands(rules.ruleset.hands, facts)
    assert hands is not None
    seat, dealer = hands
    ranking = seat.ranking
    question = questions_of(rules, ways)[0]
    choices = tuple(_choices(question, main_wagers(rules)))
    lines = [
        line.floor
        for tables in rules.ruleset.pay_tables.values()
        for table in tables
        if table.hand == seat.name
        for line in table.lines
    ]
    seat_floors = _floors(ranking, [*lines, *(f for fact in facts if fact.hand == seat.name for f in fact.floors)])
    dealer_floors = _floors(ranking, [f for fact in facts if fact.hand == dealer.name for f in fact.floors])
    cells = _cells(rules, ways, question, choices, (seat, dealer), facts, (seat_floors, dealer_floors), amount)
    scale = lcm(*(cell.net.denominator for cell in cells.values()))
    net = np.zeros((len(choices), len(seat_floors), len(dealer_floors), 3), np.int64)
    for at, cell in cells.items():
        net[at] = int(cell.net * scale)
    return Duel(
        question=question.id,
        choices=choices,
        ranking=ranking,
        seat_band=_bands(ranking, seat_floors),
        dealer_band=_bands(ranking, dealer_floors),
        seat_floors=seat_floors,
        dealer_floors=dealer_floors,
        cells=cells,
        net=net,
        scale=scale,
        shape=_shape(rules, ways),
        per=main_wagers(rules),
    )


def main_walks(rules: Rules) -> list[Walk]:
    """List the ways through a round of a seat that plays the main game and nothing beside it, in a light box."""
    ruleset = rules.ruleset
    layout = Layout(ruleset.steps, ruleset.facts, ruleset.hands, ruleset.wagers, ruleset.groups)
    wanted = set(main_wagers(rules))
    dark = {fact.name: fact.values[1] for fact in ruleset.facts.values() if fact.kind == "dark"}
    return [
        walk
        for walk in walks(layout, rules.readings)
        if {name for name in walk.placed if not ruleset.wagers[name].by_action} == wanted
        and not any(walk.known[name] == value for name, value in dark.items())
    ]


def questions_of(rules: Rules, ways: Iterable[Walk]) -> list[Question]:
    """List the questions that the main game asks on some way."""
    asked = {name for walk in ways for name, value in walk.known.items() if value != "not-asked"}
    return [question for question in rules.ruleset.questions if question.id in asked]


def card_facts(rules: Rules, ways: Iterable[Walk]) -> list[Fact]:
    """List the facts about cards on which the main game's money depends, or its questions."""
    placed = {wager for walk in ways for wager in walk.placed}
    tables = [table for table in rules.ruleset.tables if placed & set(table.wagers)]
    assumed = {name for walk in ways for name in walk.assumed(rules.ruleset.facts)}
    names = {fact.name for table in tables for fact in table.axes if fact.reads_cards} | assumed
    return [fact for fact in rules.ruleset.facts.values() if fact.name in names]


def _two_hands(hands: Mapping[str, Hand], facts: Iterable[Fact]) -> tuple[Hand, Hand] | None:
    """Tell the seat's hand and the dealer's, if the facts are about these two and no other."""
    named = {hands[name].name: hands[name] for fact in facts for name in (fact.hand, fact.other) if name}
    seats = [hand for hand in named.values() if "seat" in hand.places]
    dealers = [hand for hand in named.values() if "dealer" in hand.places]
    showdowns = [(fact.hand, fact.other) for fact in facts if fact.kind == "against"]
    if len(seats) != 1 or len(dealers) != 1 or len(named) != 2 or seats[0].ranking != dealers[0].ranking:
        return None
    return (seats[0], dealers[0]) if set(showdowns) <= {(seats[0].name, dealers[0].name)} else None


def _plain(hands: tuple[Hand, Hand]) -> bool:
    own = [set(hand.parts) - {"board"} for hand in hands]
    alike = ("board" in hands[0].parts) == ("board" in hands[1].parts)
    return own == [{"seat"}, {"dealer"}] and alike and not any(hand.worst for hand in hands)


def _once(rules: Rules, asked: list[Question]) -> bool:
    """Say whether all questions but the first come after the dealer's cards are shown and the last card is dealt."""
    steps = rules.ruleset.steps
    shown = [at for at, step in enumerate(steps) if isinstance(step, ShowStep) and "dealer" in step.places]
    dealt = [at for at, step in enumerate(steps) if isinstance(step, DealStep)]
    first = next(at for at, step in enumerate(steps) if isinstance(step, AskStep) and asked[0] in step.questions)
    asks = [(at, step.questions) for at, step in enumerate(steps) if isinstance(step, AskStep)]
    later = [at for at, questions in asks if any(question in asked[1:] for question in questions)]
    return all(at > max([*shown, *dealt, first]) for at in later)


def _choices(question: Question, per: tuple[str, ...]) -> Iterator[Choice]:
    for action in question.actions.values():
        names = list(action.places)
        for times in product(*(action.places[name][1] for name in names)):
            yield Choice(action.name, dict.fromkeys(per, 1) | dict(zip(names, times, strict=True)))


def _floors(ranking: Ranking, floors: Iterable[Strength | None]) -> tuple[int, ...]:
    return tuple(sorted({0, *(ranking.index[floor] for floor in floors if floor is not None)}))


def _bands(ranking: Ranking, floors: tuple[int, ...]) -> NDArray[np.int8]:
    return (np.searchsorted(floors, np.arange(len(ranking.classes)), side="right") - 1).astype(np.int8)


def _cells(
    rules: Rules,
    ways: list[Walk],
    question: Question,
    choices: tuple[Choice, ...],
    hands: tuple[Hand, Hand],
    facts: list[Fact],
    floors: tuple[tuple[int, ...], tuple[int, ...]],
    amount: int | None,
) -> dict[tuple[int, int, int, int], Cell]:
    (seat, dealer), (seat_floors, dealer_floors) = hands, floors
    classes = seat.ranking.classes
    cells: dict[tuple[int, int, int, int], Cell] = {}
    for at, choice in enumerate(choices):
        taken = [walk for walk in ways if walk.known[question.id] == choice.action]
        for mine, theirs, showdown in product(range(len(seat_floors)), range(len(dealer_floors)), range(3)):
            strength = {seat.name: classes[seat_floors[mine]].strength}
            strength[dealer.name] = classes[dealer_floors[theirs]].strength
            shown = {fact.name: _answer(fact, strength, showdown) for fact in facts}
            reached = [walk for walk in taken if walk.assumed(rules.ruleset.facts).items() <= shown.items()]
            found = [_cell(rules, walk, shown, choice.stakes, strength, amount) for walk in reached]
            can_occur = [cell for cell in found if cell is not None]
            if can_occur:
                cells[at, mine, theirs, showdown] = max(can_occur, key=lambda cell: cell.net)
    return cells


def _answer(fact: Fact, strength: Mapping[str, Strength], showdown: int) -> str:
    if fact.kind == "against":
        return SHOWDOWN[showdown]
    return fact.values[sum(strength[fact.hand] >= floor for floor in fact.floors)]


def _cell(
    rules: Rules,
    walk: Walk,
    shown: Mapping[str, str],
    stakes: Mapping[str, int],
    strength: Mapping[str, Strength],
    amount: int | None,
) -> Cell | None:
    known = {**walk.known, **shown}
    rows: dict[str, str] = {}
    net = Fraction(0)
    for table in rules.ruleset.tables:
        for wager in set(table.wagers) & set(stakes):
            row = _row(table, known)
            if row is None:
                return None
            won, name = _won(rules, row, wager, strength)
            rows[wager] = f"{row.name}{name}"
            net += stakes[wager] * won if amount is None else rounded(rules, won, stakes[wager] * amount) / amount
    fees = [wager for wager in stakes if rules.ruleset.wagers[wager].fee]
    return Cell(rows, net - sum(stakes[fee] for fee in fees))


def _row(table: Table, known: Mapping[str, str]) -> Row | None:
    try:
        return table.row(known)
    except LookupError:
        return None


def _won(rules: Rules, row: Row, wager: str, strength: Mapping[str, Strength]) -> tuple[Fraction, str]:
    """Give the net odds of a wager in a row, and the pay line that decided, as `/line`."""
    result = row.results[wager]
    outcome, odds, name = result.outcome, result.odds, ""
    if result.by_table:
        table = rules.pay_tables[wager]
        line = table.line(strength[table.hand])
        name = f"/{line.name}"
        if line.result.outcome == "win":
            odds += line.result.odds
        elif odds == 0:
            outcome = line.result.outcome
    return {"win": odds, "push": Fraction(0), "returned": Fraction(0)}.get(outcome, Fraction(-1)), name


def rounded(rules: Rules, odds: Fraction, stake: int) -> Fraction:
    """Give what a stake wins at these net odds, in whole units; a loss is never rounded."""
    return Fraction(whole_units(rules, odds * stake)) if odds > 0 else odds * stake


def _shape(rules: Rules, ways: list[Walk]) -> Shape:
    before: dict[str, int] = {}
    seen: dict[str, int] = {}
    for step in rules.ruleset.steps:
        if isinstance(step, AskStep):
            break
        if isinstance(step, DealStep) and rules.holds(step.guard):
            for target in step.places:
                place, up = place_of(target), step.up.get(target, frozenset())
                before[place] = before.get(place, 0) + step.count
                seen[place] = seen.get(place, 0) + (step.count if up is None else len(up))
    most = {place: max(walk.sure.get(place, 0) for walk in ways) for place in ("seat", "dealer", "board")}
    board = min(seen.get("board", 0), before.get("board", 0))
    return Shape(most["seat"], most["dealer"], seen.get("dealer", 0), board, most["board"] - board)
