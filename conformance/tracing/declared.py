"""What a ruleset declares that has to be judged: an entry for each row, pay line, limit, step, decision and law.

The list is made from the compiled rules alone and asks no plan. Only so can it show that a plan has gone missing, or
that one judges what nobody declared.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from fairfelt.conformance.scenario import house_limits
from fairfelt.conformance.tracing.conditions import asked_anywhere, conditions_on, in_words, other_reading
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.paths import holds
from fairfelt.rulesets.rules import (
    NOT_ASKED,
    OPTION,
    AskStep,
    Clause,
    DealStep,
    Fact,
    Guard,
    Hand,
    Question,
    Row,
    ShowStep,
    Wager,
)
from fairfelt.rulesets.seating import POSITION
from fairfelt.rulesets.ways import Case, Target, card_facts, feasible, seat_walks, targets
from fairfelt.rulesets.witness import can_happen

UNREACHED = "under these choices no way through a round leads there, whatever the cards"
NEVER_ASKED = "under these choices nobody is asked it"
EDGES = ("min", "below-min", "max", "above-max", "step")


@dataclass(frozen=True)
class Declared:
    """A part of the rules. `id` is the requirement that judges it, unless `by` names others, of which one suffices.

    `excluded` says why it can't be judged under these choices; it is empty where it has to be.
    """

    id: str
    part: str
    clauses: tuple[Clause, ...] = ()
    excluded: str = ""
    by: tuple[str, ...] = ()

    @property
    def judges(self) -> tuple[str, ...]:
        return self.by or (self.id,)


def of_the_rules(rules: Rules) -> Iterator[Declared]:
    """List what this game's own rules declare, by ids within the game; laws of all games are elsewhere."""
    reached = targets(rules)
    yield from _rows(rules, {target.id for target, _ in reached})
    yield from _fees(rules)
    yield from _limits(rules)
    yield from _relations(rules)
    yield from _cards(rules)
    yield from _decisions(rules)
    yield from _readings(rules, reached)
    yield from _boxes(rules)
    yield from _options(rules)
    yield _order(rules)
    yield from _rounding(rules)


def _rows(rules: Rules, reached: set[str]) -> Iterator[Declared]:
    for table in rules.ruleset.tables:
        for row in table.rows:
            other = other_reading(rules, [row.when])
            for wager, result in row.results.items():
                clauses = (*row.clauses, *(rules.pay_tables[wager].clauses if result.by_table else ()))
                for name in _row_ids(rules, row, wager):
                    why = other or ("" if name in reached else UNREACHED)
                    yield Declared(name, "pay line" if result.by_table else "row", clauses, why)


def _row_ids(rules: Rules, row: Row, wager: str) -> list[str]:
    head = f"settle.{wager}.{row.name}"
    by_table = row.results[wager].by_table
    return [f"{head}/{line.name}" for line in rules.pay_tables[wager].lines] if by_table else [head]


def _fees(rules: Rules) -> Iterator[Declared]:
    paid = {name for walk in seat_walks(rules) for name in walk.placed}
    for name, wager in rules.ruleset.wagers.items():
        if wager.fee:
            yield Declared(f"settle.{name}.fee", "fee", wager.clauses, "" if name in paid else UNREACHED)


def _limits(rules: Rules) -> Iterator[Declared]:
    for name, limits in house_limits(rules).items():
        if name == POSITION:
            clauses = rules.ruleset.bank.clauses if rules.ruleset.bank else ()
            yield from (Declared(f"limit.{name}/{edge}", "limit", clauses) for edge in ("max", "above-max"))
            continue
        for edge in EDGES:
            stepless = edge == "step" and limits.step == 1
            why = "the house takes one amount only, so there are no steps" if stepless else ""
            yield Declared(f"limit.{name}/{edge}", "limit", rules.ruleset.wagers[name].clauses, why)


def _relations(rules: Rules) -> Iterator[Declared]:
    for name, wager in rules.ruleset.wagers.items():
        for word in _bound_by(wager):
            yield Declared(f"relation.{name}/{word}", "relation", wager.clauses)
    for group in rules.ruleset.groups:
        if group.whole is not None:
            why = "" if rules.holds(group.whole) else f"only under {in_words(conditions_on(group.whole))}"
            yield Declared(f"relation.{group.name}/whole", "relation", group.clauses, why)
        if group.equal:
            yield Declared(f"relation.{group.name}/equal", "relation", group.clauses)


def _bound_by(wager: Wager) -> list[str]:
    if wager.by_action:
        return ["before-deal"]
    bonds = {
        "needed": wager.needed,
        "needs": wager.needs,
        "equals": wager.equals,
        "at-most": wager.at_most,
        "multiple-of": wager.multiple_of,
    }
    return [word for word, bond in bonds.items() if bond]


def _cards(rules: Rules) -> Iterator[Declared]:
    for at, step in enumerate(rules.ruleset.steps):
        if isinstance(step, DealStep):
            why = "" if can_happen(rules, step) else f"only under {in_words(conditions_on(step.guard))}"
            yield Declared(f"deal.{step.id}", "deal step", step.clauses, why)
        elif isinstance(step, ShowStep):
            seen = any(isinstance(later, AskStep) for later in rules.ruleset.steps[at + 1 :])
            by = ("deal.stated", "view.open") if seen else ("deal.stated",)
            yield Declared(f"show.{step.id}", "show step", step.clauses, by=by)
    for name, hand in rules.ruleset.hands.items():
        one_card = "a single card or a worst hand, which no answer names"
        yield Declared(f"hands.{name}", "hand", hand.clauses, one_card if hand.ranking.size == 1 or hand.worst else "")
        if hand.suits:
            yield Declared(f"house-way.{name}", "house way", hand.clauses)
    for ranking in dict.fromkeys(hand.ranking.name for hand in _read(rules)):
        yield Declared(f"hands.rank-{ranking}", "ranking")


def _read(rules: Rules) -> list[Hand]:
    ruleset = rules.ruleset
    read = {hand for fact in ruleset.facts.values() for hand in (fact.hand, fact.other)}
    read |= {table.hand for table in rules.pay_tables.values()}
    return [hand for name, hand in ruleset.hands.items() if name in read]


def _decisions(rules: Rules) -> Iterator[Declared]:
    asked = asked_anywhere(rules)
    for question in rules.ruleset.questions:
        why = "" if question.id in asked else NEVER_ASKED
        clauses = (*question.clauses, *(clause for action in question.actions.values() for clause in action.clauses))
        yield Declared(f"ask.{question.id}", "decision", clauses, why)
        for word, reason in _refusals(rules, question):
            yield Declared(f"refuse.{question.id}/{word}", "refusal", clauses, why or reason)
        if any(action.draws for action in question.actions.values()):
            yield Declared(f"deal.{question.id}", "draw", clauses, why and "")
    if rules.ruleset.questions:
        yield Declared("refuse.round-over", "refusal", rules.ruleset.questions[0].clauses)


def _refusals(rules: Rules, question: Question) -> Iterator[tuple[str, str]]:
    """Name what is refused at a question, with a reason where that can't be tried under these choices."""
    for word in ("wrong-seat", "illegal-action", "unknown-wager"):
        yield word, ""
    if any(wager.by_action for wager in rules.ruleset.wagers.values()):
        yield "relation", ""
    chosen = {walk.known[question.id] for walk in seat_walks(rules)}
    taking = [action for action in question.actions.values() if action.gives_up or action.arranges]
    if taking:
        open_ = any(action.name in chosen for action in taking)
        for word in ("card-not-held", "duplicate-card", "card-count"):
            yield word, "" if open_ else "under these choices no action of it takes cards"
    if any(action.guard for action in question.actions.values()):
        asked = [walk for walk in seat_walks(rules) if walk.known[question.id] != NOT_ASKED]
        guards = [action.guard for action in question.actions.values()]
        lacking = any(holds(guard, walk.known) is not True for walk in asked for guard in guards)
        yield "not-offered", "" if lacking else "under these choices every action of it is always offered"


def _readings(rules: Rules, reached: list[tuple[Target, tuple[Case, ...]]]) -> Iterator[Declared]:
    """List the bars and comparisons that rows look at, a comparison by categories of hands."""
    for fact in {fact.name: fact for table in rules.ruleset.tables for fact in card_facts(table)}.values():
        goals = [
            case.goal.facts for target, cases in reached if fact.name in target.row.when for case in cases
        ]
        if fact.kind == "floors":
            yield Declared(f"floor.{fact.name}", "bar", fact.clauses, "" if goals else UNREACHED)
            continue
        for category in rules.ruleset.hands[fact.hand].ranking.categories:
            met = _meet(rules, fact, category.name, goals)
            why = "" if met else f"where two hands of {category.name} meet, no row asks which is better"
            yield Declared(f"compare.{fact.name}/{category.name}", "comparison", fact.clauses, why)


def _meet(rules: Rules, fact: Fact, category: str, goals: Iterable[Mapping[str, str]]) -> bool:
    classes = rules.ruleset.hands[fact.hand].ranking.classes
    inside = [at for at, entry in enumerate(classes) if entry.category == category]
    both = dict.fromkeys((fact.hand, fact.other), (inside[0], inside[-1] + 1))
    different = {tuple(sorted(goal.items())): goal for goal in goals}
    return any(feasible(rules, goal, both) for goal in different.values())


def _boxes(rules: Rules) -> Iterator[Declared]:
    boxes = rules.ruleset.boxes
    if boxes is not None:
        for word in ("taken", "light", "equal", "equal-dark"):
            yield Declared(f"boxes.{word}", "boxes", boxes.clauses)


def _order(rules: Rules) -> Declared:
    """The order of settling: it decides something only where the money of a bank can run out."""
    why = "" if rules.ruleset.bank else "where the house banks, no result depends on who is settled first"
    return Declared("order", "order of settling", _cited(rules, "order"), why, by=("bank.order",))


def _rounding(rules: Rules) -> Iterator[Declared]:
    """Parts of a unit: they come up wherever the odds are no whole number."""
    if rules.ruleset.rounding is None:
        return
    rows = [row for table in rules.ruleset.tables for row in table.rows]
    broken = [name for row in rows for wager in row.results for name in _with_parts(rules, row, wager)]
    yield Declared("rounding", "rounding", _cited(rules, "rounding"), by=tuple(broken))


def _with_parts(rules: Rules, row: Row, wager: str) -> list[str]:
    fixed, names = row.results[wager].odds, _row_ids(rules, row, wager)
    lines = rules.pay_tables[wager].lines if row.results[wager].by_table else ()
    odds = [fixed + line.result.odds for line in lines] or [fixed]
    return [name for name, paid in zip(names, odds, strict=True) if paid.denominator != 1]


def _cited(rules: Rules, part: str) -> tuple[Clause, ...]:
    """Read which clauses a part of the game cites that the compiled form keeps no clauses of."""
    cited = json.loads(rules.ruleset.canonical)["game"][part].get("cite", ())
    names = [cited] if isinstance(cited, str) else cited
    found = (name if "/" in name else f"{rules.ruleset.source}/{name}" for name in names)
    return tuple(rules.ruleset.clauses[name] for name in found if name in rules.ruleset.clauses)


def _options(rules: Rules) -> Iterator[Declared]:
    """List the options. A reading is judged by whatever it decides: rows, steps, questions, amounts, the bank."""
    for name, option in rules.ruleset.options.items():
        yield Declared(f"{OPTION}{name}", "option", option.clauses, by=tuple(_decided_by(rules, OPTION + name)))


def _decided_by(rules: Rules, option: str) -> Iterator[str]:
    ruleset = rules.ruleset
    for table in ruleset.tables:
        for row in table.rows:
            if option in row.when:
                yield from (name for staked in row.results for name in _row_ids(rules, row, staked))
    questions = ruleset.questions
    guards = [guard for question in questions for guard in (question.guard, *_guards(question))]
    if any(option in condition for guard in guards for condition in guard):
        yield from (f"ask.{question.id}" for question in questions)
    for step in ruleset.steps:
        if isinstance(step, DealStep) and any(option in condition for condition in step.guard):
            yield from ("deal.order", f"deal.{step.id}")
    for group in ruleset.groups:
        if any(option in condition for condition in group.whole or ()):
            yield from (f"relation.{group.name}/{word}" for word in ("whole", "equal"))
    for wager in ruleset.wagers.values():
        if any(option in condition for condition in wager.set_amount or ()):
            yield f"limit.{wager.name}/min"
    for policy, reading in ruleset.bank.policies.items() if ruleset.bank else ():
        if reading == option:
            yield {"turns": "session.rotation", "backline": "backline.decides"}.get(policy, f"bank.{policy}")


def _guards(question: Question) -> Iterator[Guard]:
    return (action.guard for action in question.actions.values())
