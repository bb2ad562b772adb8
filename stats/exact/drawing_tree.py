"""The tree of a game in which cards are drawn before the last decision: what may be done, and what every end pays."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise, product
from math import lcm
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.cards import RANKS, SUITS
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.evaluate import CARD
from fairfelt.rulesets.paths import holds, place_of
from fairfelt.rulesets.rules import NOT_ASKED, AskStep, DealStep, Fact, Hand, Question, ShowStep
from fairfelt.rulesets.settle import settle_seat
from fairfelt.stats.exact.duel import SHOWDOWN, main_wagers
from fairfelt.stats.exact.figures import Condition

Array = NDArray[Any]
MOST_DRAWN = 2


@dataclass(frozen=True)
class End:
    """Where a seat's choices before the reveal may lead. Cells are what may become of the dealer's hand: first those
    without an exchange, by his band and the showdown, then those after one.

    `net[seat's band, cell]` is what is won, in 1/`Game.scale` of a first wager, `staked[cell]` all that was placed, in
    first wagers, `rows` names what settles it.
    """

    number: int
    net: Array
    staked: Array
    rows: Mapping[tuple[int, int], tuple[str, ...]]
    folds: bool
    flat: bool
    """No card decides any more."""
    changes: bool
    """A card of the dealer's may be exchanged."""
    answers: Mapping[str, str]
    stakes: Mapping[str, int]


@dataclass(frozen=True)
class Act:
    """An action, and what it leads to: further actions, or an end."""

    name: str
    draws: int
    gives_up: int
    then: "Node"


Node = End | tuple[Act, ...]
Finish = Callable[[Mapping[str, str], Mapping[str, int]], End]
Tally = Callable[[Array, Array], None]


@dataclass(frozen=True)
class Layout:
    """Where a ruleset keeps what the method needs."""

    seat: Hand
    dealer: Hand
    then: Hand
    gone: Hand
    early: tuple[Question, ...]
    late: Question
    replaced: DealStep
    own: int
    dealt: int
    shown: int


@dataclass(frozen=True)
class Game:
    """A ruleset laid out. `bands` are the floors of the seat's bands, the dealer's and those after an exchange; the
    last two end with the number of classes. The card with the least `place` is exchanged, of a class `offered`."""

    layout: Layout
    per: tuple[str, ...]
    scale: int
    bands: tuple[Array, Array, Array]
    offered: Array
    place: Array
    root: Node
    ends: tuple[End, ...]
    drawn: int
    """The most cards that a seat can draw."""


def conditions(rules: Rules) -> list[Condition]:
    """Say what the method asks of a ruleset, and what of it holds."""
    asked = [question for question in rules.ruleset.questions if holds(question.guard, rules.known) is not False]
    actions = [a for q in asked for a in q.actions.values() if holds(a.guard, rules.known) is not False]
    one_each = all(a.draws <= 1 and a.gives_up <= a.draws and not a.arranges for a in actions)
    layout = _layout(rules) if one_each and rules.ruleset.packs == 1 else None
    root = _grow(rules, layout, _nowhere) if layout else None
    return [
        Condition("one pack is dealt from", rules.ruleset.packs == 1),
        Condition("a seat may draw cards", any(a.draws for a in actions)),
        Condition("it draws one at a time, gives up one at most, and sets none", one_each),
        Condition("the seat's own cards and the dealer's decide, and one of his may be exchanged", layout is not None),
        Condition("what is asked before the reveal depends on choices alone", root is not None),
        Condition(f"a seat draws at most {MOST_DRAWN} cards", root is not None and _depth(root) <= MOST_DRAWN),
        Condition("where a card of the dealer's may be exchanged, no two are of a rank", _told(rules, layout)),
    ]


def _layout(rules: Rules) -> Layout | None:
    ruleset = rules.ruleset
    steps = [s for s in ruleset.steps if isinstance(s, AskStep) or holds(s.guard, rules.known) is not False]
    reveal = next((at for at, s in enumerate(steps) if isinstance(s, ShowStep) and "dealer" in s.places), 0)
    early = tuple(q for s in steps[:reveal] if isinstance(s, AskStep) for q in s.questions)
    late = [q for s in steps[reveal:] if isinstance(s, AskStep) for q in s.questions]
    deals = [s for s in steps[:reveal] if isinstance(s, DealStep)]
    replaced = [s for s in steps[reveal:] if isinstance(s, DealStep)]
    facts = [fact for fact in ruleset.facts.values() if fact.reads_cards]
    hands = {ruleset.hands[name].parts: ruleset.hands[name] for f in facts for name in (f.hand, f.other) if name}
    places = {place_of(target) for s in deals for target in s.places}
    if len(late) != 1 or len(replaced) != 1 or replaced[0].places != ("dealer",) or replaced[0].count != 1:
        return None
    wanted = [("seat",), ("dealer",), (replaced[0].known_as,)]
    if places != {"seat", "dealer"} or set(hands) != set(wanted) or not replaced[0].known_as:
        return None
    seat, dealer, then = (hands[parts] for parts in wanted)
    gone = ruleset.hands[replaced[0].instead_of]
    alike = seat.ranking == dealer.ranking == then.ranking and not any(h.worst for h in (seat, dealer, then))
    own, dealt = (sum(s.count for s in deals for t in s.places if place_of(t) == place) for place in ("seat", "dealer"))
    up = [s.up.get("dealer", frozenset()) for s in deals if "dealer" in s.places]
    shown = sum(dealt if cards is None else len(cards) for cards in up)
    if not alike or gone.ranking.size != 1 or not 0 < shown < dealt or min(own, dealt) < seat.ranking.size:
        return None
    return Layout(seat, dealer, then, gone, early, late[0], replaced[0], own, dealt, shown)


def _told(rules: Rules, layout: Layout | None) -> bool:
    """Say whether the exchange is offered in one band of the dealer's, whose hands show by rank which card goes."""
    if layout is None or layout.dealt != layout.dealer.ranking.size:
        return False
    classes, floors = layout.dealer.ranking.classes, _floors(rules, layout.dealer)
    asked = [at for at in range(len(floors) - 1) if _may_be_asked(rules, layout, floors[at])]
    return len(asked) == 1 and all(
        len(set(entry.ranks)) == len(entry.ranks) for entry in classes[floors[asked[0]] : floors[asked[0] + 1]]
    )


def _may_be_asked(rules: Rules, layout: Layout, dealer: int) -> bool:
    known = {**rules.known, **shown_of(rules, layout.dealer, dealer)}
    return holds(layout.late.guard, known) is not False


def _floors(rules: Rules, hand: Hand) -> Array:
    lines = [line.floor for table in rules.pay_tables.values() if table.hand == hand.name for line in table.lines]
    lines += [floor for fact in rules.ruleset.facts.values() if fact.hand == hand.name for floor in fact.floors]
    index = hand.ranking.index
    return np.array(sorted({0, len(index), *(index[floor] for floor in lines if floor is not None)}), np.int64)


def shown_of(rules: Rules, hand: Hand, at: int) -> dict[str, str]:
    """Answer the facts that ask how high a hand of this class is."""
    strength = hand.ranking.classes[at].strength
    facts = [fact for fact in rules.ruleset.facts.values() if fact.kind == "floors" and fact.hand == hand.name]
    return {fact.name: fact.values[sum(strength >= floor for floor in fact.floors)] for fact in facts}


def known_of(
    rules: Rules, answers: Mapping[str, str], stakes: Mapping[str, int], shown: Mapping[str, str] = MappingProxyType({})
) -> dict[str, str]:
    """Say all that is known of a seat alone at the table, in a light box; `shown` is what the cards say."""
    known = {**rules.known, **{question.id: NOT_ASKED for question in rules.ruleset.questions}, **answers, **shown}
    for fact in rules.ruleset.facts.values():
        if fact.kind == "dark":
            known[fact.name] = fact.values[0]
        elif fact.kind == "staked":
            known[fact.name] = fact.values[fact.wager in stakes]
        elif fact.kind == "anyone":
            known[fact.name] = fact.values[answers.get(fact.question) == fact.action]
    return known


def _grow(rules: Rules, layout: Layout, finish: Finish) -> Node | None:
    """Lay out the choices before the reveal; None where a condition can't be decided by choices alone."""

    def grow(at: int, answers: Mapping[str, str], stakes: Mapping[str, int]) -> Node | None:
        if at == len(layout.early):
            return finish(answers, stakes)
        question, known, acts = layout.early[at], known_of(rules, answers, stakes), []
        asked = holds(question.guard, known)
        if asked is False:
            return grow(at + 1, answers, stakes)
        for action in question.actions.values():
            legal = holds(action.guard, known)
            if isinstance(asked, str) or isinstance(legal, str):
                return None
            for placed in _placings(action.places, stakes) if legal else ():
                then = grow(at + 1, {**answers, question.id: action.name}, {**stakes, **placed})
                if then is None:
                    return None
                acts.append(Act(action.name, action.draws, action.gives_up, then))
        return tuple(acts)

    return grow(0, {}, dict.fromkeys(main_wagers(rules), 1))


def _placings(places: Mapping[str, tuple[str, tuple[int, ...]]], stakes: Mapping[str, int]) -> Iterator[dict[str, int]]:
    for times in product(*(multiples for _, multiples in places.values())):
        yield {name: n * stakes[of] for (name, (of, _)), n in zip(places.items(), times, strict=True)}


def _nowhere(_answers: Mapping[str, str], _stakes: Mapping[str, int]) -> End:
    return End(0, np.zeros((0, 0)), np.zeros(0), {}, False, True, False, {}, {})


def _depth(node: Node) -> int:
    return 0 if isinstance(node, End) else max(act.draws + _depth(act.then) for act in node)


def make_game(rules: Rules) -> Game:
    """Lay a ruleset out; raise ValueError unless all `conditions` hold."""
    unmet = [condition.says for condition in conditions(rules) if not condition.holds]
    layout = _layout(rules)
    if unmet or layout is None:
        raise ValueError("; ".join(unmet))
    per, ends = main_wagers(rules), list[End]()
    lines = [line.result.odds for table in rules.pay_tables.values() for line in table.lines]
    odds = [result.odds for table in rules.ruleset.tables for row in table.rows for result in row.results.values()]
    scale = lcm(*(number.denominator for number in [*lines, *odds]))
    seat, dealer, then = (_floors(rules, hand) for hand in (layout.seat, layout.dealer, layout.then))

    def finish(answers: Mapping[str, str], stakes: Mapping[str, int]) -> End:
        ends.append(_end(rules, layout, (seat, dealer, then), scale, answers, stakes, len(ends)))
        return ends[-1]

    root = _grow(rules, layout, finish)
    assert root is not None
    offered = np.zeros(dealer[-1], np.bool_)
    for start, end in pairwise(dealer):
        offered[start:end] = _may_be_asked(rules, layout, int(start))
    index, sign = layout.gone.ranking.index, 1 if layout.gone.worst else -1
    place = np.array([sign * index[layout.gone.ranking.strength([card])] for card in CARD], np.int64)
    return Game(layout, per, scale, (seat[:-1], dealer, then), offered, place, root, tuple(ends), _depth(root))


def _end(
    rules: Rules,
    layout: Layout,
    bands: tuple[Array, Array, Array],
    scale: int,
    answers: Mapping[str, str],
    stakes: Mapping[str, int],
    number: int,
) -> End:
    seat, dealer, then = bands
    ways = [(0, at, s) for at in dealer[:-1] for s in SHOWDOWN] + [(1, at, s) for at in then[:-1] for s in SHOWDOWN]
    fees = [name for name in stakes if rules.ruleset.wagers[name].fee]
    net, staked = np.zeros((len(seat) - 1, len(ways)), np.int64), np.full(len(ways), sum(stakes.values()), np.float64)
    rows: dict[tuple[int, int], tuple[str, ...]] = {}
    for (band, floor), (cell, (changed, at, showdown)) in product(enumerate(seat[:-1]), enumerate(ways)):
        found = [
            (won, placed, names)
            for late, placed, told in _reveals(rules, layout, dealer, answers, stakes, changed > 0, int(at), showdown)
            for won, names in settled(rules, layout, late, placed, told, int(floor), scale)
        ]
        if found:
            net[band, cell], placed, rows[band, cell] = max(found, key=lambda each: each[0])
            staked[cell] = sum(placed.values())
    flat = len({(net[at], names) for at, names in rows.items()}) == 1
    changes = any(ways[cell][0] for _, cell in rows)
    folds = set(stakes) - set(fees) == set(main_wagers(rules))
    return End(number, net, staked, rows, folds, flat, changes, answers, stakes)


def _reveals(
    rules: Rules,
    layout: Layout,
    dealer: Array,
    answers: Mapping[str, str],
    stakes: Mapping[str, int],
    changed: bool,
    at: int,
    showdown: str,
) -> Iterator[tuple[Mapping[str, str], Mapping[str, int], Mapping[str, str]]]:
    """Give the answers to the question after the reveal that leave the dealer's hand as it is, or change it: all
    answers, what is placed, and what the cards show."""
    for before in dealer[:-1] if changed else [at]:
        shown = shown_of(rules, layout.dealer, int(before)) | (shown_of(rules, layout.then, at) if changed else {})
        for fact in rules.ruleset.facts.values():
            if fact.kind == "against" and fact.other == (layout.then if changed else layout.dealer).name:
                shown[fact.name] = showdown
        for late, placed in lates(rules, layout, answers, stakes, shown, changed):
            yield late, placed, shown


def lates(
    rules: Rules,
    layout: Layout,
    answers: Mapping[str, str],
    stakes: Mapping[str, int],
    shown: Mapping[str, str],
    changed: bool,
) -> Iterator[tuple[Mapping[str, str], Mapping[str, int]]]:
    if holds(layout.late.guard, known_of(rules, answers, stakes, shown)) is not True:
        if not changed:
            yield answers, stakes
        return
    for action in layout.late.actions.values():
        late = {**answers, layout.late.id: action.name}
        for more in _placings(action.places, stakes):
            placed = {**stakes, **more}
            if holds(layout.replaced.guard, known_of(rules, late, placed, shown)) is changed:
                yield late, placed


def settled(
    rules: Rules,
    layout: Layout,
    answers: Mapping[str, str],
    stakes: Mapping[str, int],
    shown: Mapping[str, str],
    floor: int,
    scale: int,
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Settle by the oracle. What the cards don't show is tried in every way: no row depends on it."""
    entry = layout.seat.ranking.classes[floor]
    suits = [SUITS[0] if entry.suited else SUITS[at % len(SUITS)] for at in range(len(entry.ranks))]
    hand = tuple(RANKS[value - 2] + suit for value, suit in zip(entry.ranks, suits, strict=True))
    known = known_of(rules, answers, stakes, shown) | shown_of(rules, layout.seat, floor)
    hidden: list[Fact] = [f for f in rules.ruleset.facts.values() if f.reads_cards and f.name not in known]
    for values in product(*(fact.answers for fact in hidden)):
        told = {fact.name: value for fact, value in zip(hidden, values, strict=True)}
        try:
            paid = settle_seat(rules, known | told, {name: n * scale for name, n in stakes.items()}, lambda _: hand)
        except LookupError:
            continue
        rows = tuple(each.requirement.removeprefix("settle.") for each in paid if each.row)
        yield sum(each.returned - each.staked for each in paid), rows
        return
