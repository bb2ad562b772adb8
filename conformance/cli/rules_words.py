"""The parts of a ruleset in words, as they stand on a rule sheet and in explanations."""

from collections.abc import Iterable, Mapping

from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.rankings import describe
from fairfelt.rulesets.rules import (
    OPTION,
    Action,
    AskStep,
    Clause,
    Condition,
    DealStep,
    Fact,
    Guard,
    Hand,
    PayLine,
    Question,
    Result,
    ShowStep,
    Step,
    Wager,
)

_PLACES = {"seats": "each seat", "dealer": "the dealer", "board": "the board", "burn": "the burnt cards"}


def odds_words(result: Result) -> str:
    """Say what a row does to a wager."""
    if result.outcome != "win":
        return {"lose": "loses", "push": "pushes", "forfeit": "is forfeited", "returned": "comes back"}[result.outcome]
    fixed = f"{result.odds.numerator} to {result.odds.denominator}" if result.odds else ""
    return " and ".join(filter(None, [fixed, "by the pay table" if result.by_table else ""])) or "comes back"


def line_words(line: PayLine) -> str:
    """Say what a pay line pays."""
    return "nothing more" if line.pays_nothing else odds_words(line.result)


def clause_words(clause: Clause) -> str:
    return f"{clause}: {clause.says}"


def short_clauses(clauses: Iterable[Clause], source: str) -> str:
    """Name clauses as a ruleset file cites them."""
    return ", ".join(dict.fromkeys(clause.id.removeprefix(f"{source}/") for clause in clauses))


def condition_words(when: Mapping[str, Iterable[str]], facts: Mapping[str, Fact]) -> str:
    """Say a condition in one line, values in the order of the fact."""
    return ", ".join(f"{name} is {_either(facts[name], set(values))}" for name, values in when.items()) or "always"


def _either(fact: Fact, values: set[str]) -> str:
    return " or ".join(value for value in fact.values if value in values)


def left_open(rules: Rules, when: Condition) -> Condition | None:
    """Take the chosen readings out of a condition; None if they rule it out."""
    if any(rules.known[name] not in values for name, values in when.items() if name in rules.known):
        return None
    return {name: values for name, values in when.items() if not name.startswith(OPTION)}


def guard_words(rules: Rules, guard: Guard) -> str | None:
    """Say when a guarded step happens under the chosen readings: empty for always, None for never."""
    still = [left_open(rules, when) for when in guard]
    possible = [when for when in still if when is not None]
    if guard and not possible:
        return None
    if not all(possible):
        return ""
    return " or ".join(f"when {condition_words(when, rules.ruleset.facts)}" for when in possible)


def wager_words(wager: Wager) -> str:
    """Say when a wager is placed and what binds it to others."""
    told = ["placed by an action" if wager.by_action else "needed" if wager.needed else "optional"]
    for word, partner in (
        ("only beside", wager.needs),
        ("as much as", wager.equals),
        ("at most as much as", wager.at_most),
        ("a multiple of", wager.multiple_of),
    ):
        if partner:
            told.append(f"{word} {partner}")
    return ", ".join(told)


def hand_words(hand: Hand) -> str:
    return f"the best {hand.ranking.size} of {' and '.join(hand.places)}, by the ranking {hand.ranking.name}"


def fact_words(fact: Fact, hands: Mapping[str, Hand]) -> str:
    """Say what a fact asks, and which answer means what."""
    if fact.kind == "against":
        return f"{fact.hand} against {fact.other}: {', '.join(fact.values)}"
    if fact.kind == "staked":
        return f"{fact.values[1]} where {fact.wager} is staked, else {fact.values[0]}"
    if fact.kind == "floors":
        ranking = hands[fact.hand].ranking
        steps = [
            f"{value} from {describe(ranking, floor)}"
            for value, floor in zip(fact.values[1:], fact.floors, strict=True)
        ]
        return f"{fact.hand}: {', '.join(reversed(steps))}, {fact.values[0]} below"
    return " or ".join(fact.values)


def step_words(rules: Rules, step: Step) -> list[tuple[str, str]]:
    """Say what happens at a step under the chosen readings, as (id, words); nothing where it never happens."""
    if isinstance(step, AskStep):
        asked = [(question, guard_words(rules, question.guard)) for question in step.questions]
        return [(question.id, _ask_words(question, when)) for question, when in asked if when is not None]
    when = guard_words(rules, step.guard)
    if when is None:
        return []
    words = _deal_words(step) if isinstance(step, DealStep) else _show_words(step)
    return [(step.id, _joined(words, when))]


def action_words(action: Action) -> str:
    """Say an action with the wagers that it places."""
    placed = [
        f"{wager} of {' or '.join(str(number) for number in times)} × {of}"
        for wager, (of, times) in action.places.items()
    ]
    return action.name + (f" (places {', '.join(placed)})" if placed else "")


def _ask_words(question: Question, when: str) -> str:
    return _joined("each seat chooses: " + "; ".join(map(action_words, question.actions.values())), when)


def _joined(words: str, when: str) -> str:
    return f"{words}, {when}" if when else words


def _deal_words(step: DealStep) -> str:
    number = f"{step.count} card" + ("s" if step.count > 1 else "")
    how = ", one by one" if step.one_by_one and step.count > 1 else ""
    return f"{number} to {' and '.join(_facing(step, place) for place in step.places)}{how}"


def _facing(step: DealStep, place: str) -> str:
    up = step.up.get(place, frozenset())
    if up is None:
        return f"{_PLACES[place]} face up"
    if up:
        return f"{_PLACES[place]} (face up: {', '.join(map(str, sorted(up)))})"
    return f"{_PLACES[place]} face down"


def _show_words(step: ShowStep) -> str:
    return f"turned up: the cards of {' and '.join(_PLACES[place] for place in step.places)}"
