"""The ways of one seat through a game whose options are chosen, and the rows and pay lines that each can reach."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from fairfelt.rulesets.bounds import Interval, class_bounds, interval
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.exchanging import within_reach
from fairfelt.rulesets.paths import Layout, Walk, walks
from fairfelt.rulesets.rules import NOT_ASKED, DealStep, Fact, PayLine, Result, Row, Table
from fairfelt.rulesets.slots import GIVEN
from fairfelt.rulesets.witness import Goal, place_sizes


@dataclass(frozen=True)
class Case:
    """One way to reach a row: what the seat stakes and chooses, and what the cards must show."""

    walk: Walk
    goal: Goal


@dataclass(frozen=True)
class Target:
    """A row's result for one wager, at one pay line if the table decides."""

    table: Table
    row: Row
    wager: str
    line: PayLine | None

    @property
    def id(self) -> str:
        return f"settle.{self.wager}.{self.row.name}" + (f"/{self.line.name}" if self.line else "")

    @property
    def result(self) -> Result:
        return self.row.results[self.wager]


def layout_of(rules: Rules) -> Layout:
    ruleset = rules.ruleset
    return Layout(ruleset.steps, ruleset.facts, ruleset.hands, ruleset.wagers, ruleset.groups)


def seat_walks(rules: Rules) -> list[Walk]:
    """List every way through a round under the chosen readings."""
    return walks(layout_of(rules), rules.readings)


def choices_of(rules: Rules, walk: Walk) -> dict[str, str]:
    """Give the decisions of a walk that are really asked."""
    asked = {question.id: walk.known[question.id] for question in rules.ruleset.questions}
    return {question: action for question, action in asked.items() if action != NOT_ASKED}


def stakes_of(rules: Rules, walk: Walk) -> tuple[str, ...]:
    """Name the wagers that a walk places before the deal."""
    return tuple(
        name for name, wager in rules.ruleset.wagers.items() if name in walk.placed and not wager.by_action
    )


def targets(rules: Rules) -> list[tuple[Target, tuple[Case, ...]]]:
    """List every result that can be reached under the chosen readings, with the ways to reach it."""
    found: list[tuple[Target, tuple[Case, ...]]] = []
    everything = seat_walks(rules)
    for table in rules.ruleset.tables:
        for row in table.rows:
            for wager in row.results:
                for line in _lines(rules, row, wager):
                    target = Target(table, row, wager, line)
                    cases = tuple(case for walk in everything for case in _cases(rules, target, walk))
                    if cases:
                        found.append((target, cases))
    return found


def card_facts(table: Table) -> tuple[Fact, ...]:
    return tuple(fact for fact in table.axes if fact.reads_cards)


def assumed(rules: Rules, walk: Walk) -> dict[str, str]:
    """Give what the guards on a walk assumed of the cards."""
    return walk.assumed(rules.ruleset.facts)


def goal_on(
    rules: Rules, walk: Walk, facts: Mapping[str, str] | None = None, hands: Mapping[str, Interval] | None = None
) -> Goal:
    """Ask for cards on a way through the round: what its guards assumed, and more; as many as the seat then holds."""
    sizes = place_sizes(rules)
    changed = {step.known_as for step in rules.ruleset.steps if isinstance(step, DealStep) and step.known_as}
    sizes = {place: size for place, size in sizes.items() if place not in changed or walk.sure.get(place)}
    sizes["seat"] = max(walk.sure.get("seat", 0), 0) or sizes.get("seat", 0)
    if walk.given:
        sizes[GIVEN] = walk.given
    return Goal({**assumed(rules, walk), **(facts or {})}, dict(hands or {}), sizes)


def companion(rules: Rules, walk: Walk) -> Walk | None:
    """Give the way of another seat that must do what this walk says that anyone did, or None if none must."""
    for fact in rules.ruleset.facts.values():
        if fact.kind != "anyone" or walk.known[fact.name] != fact.values[1]:
            continue
        if walk.known[fact.question] != fact.action:
            fitting = (w for w in seat_walks(rules) if w.known[fact.question] == fact.action)
            return min(fitting, key=lambda other: assumed(rules, other) != assumed(rules, walk))
    return None


def feasible(rules: Rules, facts: Mapping[str, str], hands: Mapping[str, Interval]) -> bool:
    """Say whether the order of hands allows these facts and intervals together."""
    given = {rules.ruleset.facts[name]: value for name, value in facts.items()}
    lines = []
    for name, (low, high) in hands.items():
        classes = rules.ruleset.hands[name].ranking.classes
        lines.append((name, classes[low].strength, classes[high].strength if high < len(classes) else None))
    bounds = class_bounds(rules.ruleset.hands, given, lines)
    return bounds is not None and _exchanges_allow(rules, bounds)


def _exchanges_allow(rules: Rules, bounds: Mapping[str, Interval]) -> bool:
    """Say whether each changed hand can have come from the hand before the change."""
    for hand, (before, reach) in rules.reach.items():
        if hand in bounds:
            whole = (0, len(rules.ruleset.hands[before].ranking.classes))
            if not within_reach(reach(bounds.get(before, whole)), bounds[hand]):
                return False
    return True


def line_interval(rules: Rules, wager: str, line: PayLine) -> tuple[str, Interval]:
    """Give the hand that a pay line looks at, and the classes that it pays."""
    table = rules.pay_tables[wager]
    at = table.lines.index(line)
    ceiling = table.lines[at - 1].floor if at else None
    return table.hand, interval(rules.ruleset.hands[table.hand].ranking, line.floor, ceiling)


def _lines(rules: Rules, row: Row, wager: str) -> tuple[PayLine | None, ...]:
    return rules.pay_tables[wager].lines if row.results[wager].by_table else (None,)


def _cases(rules: Rules, target: Target, walk: Walk) -> Iterator[Case]:
    facts, when = rules.ruleset.facts, target.row.when
    if target.wager not in walk.placed:
        return
    if any(walk.known[name] not in allowed for name, allowed in when.items() if name in walk.known):
        return
    hands = dict([line_interval(rules, target.wager, target.line)] if target.line else [])
    free = [name for name in when if name not in walk.known and facts[name].reads_cards]
    for values in product(*(sorted(when[name] & set(facts[name].answers)) for name in free)):
        wanted = {**assumed(rules, walk), **dict(zip(free, values, strict=True))}
        if feasible(rules, wanted, hands):
            yield Case(walk, goal_on(rules, walk, wanted, hands))
