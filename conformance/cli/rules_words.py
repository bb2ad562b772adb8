"""The parts of a ruleset in words, as they stand on a rule sheet and in explanations."""

from collections.abc import Iterable, Mapping

from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.rankings import describe
from fairfelt.rulesets.rules import (
    NOT_STAKED,
    OPTION,
    Action,
    AskStep,
    Boxes,
    Clause,
    Condition,
    DealStep,
    Fact,
    Group,
    Guard,
    Hand,
    Option,
    PayLine,
    Question,
    Result,
    ShowStep,
    Step,
    Wager,
)

UNCONFIRMED = "not confirmed by a regulator"
_PLACES = {
    "seats": "each seat",
    "every-position": "every position",
    "dealer": "the dealer",
    "board": "the board",
    "burn": "the burnt cards",
}


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
    how = "needed" if wager.needed else "optional"
    told = [("a fee, paid by an action" if wager.fee else "placed by an action") if wager.by_action else how]
    if wager.set_amount == ():
        told.append("of one amount that the house sets")
    elif wager.set_amount:
        told.append(f"of one amount that the house sets where {_either_words(wager.set_amount)}")
    for word, partner in (
        ("only beside", wager.needs),
        ("as much as", wager.equals),
        ("at most as much as", wager.at_most),
        ("a multiple of", wager.multiple_of),
    ):
        if partner:
            told.append(f"{word} {partner}")
    return ", ".join(told)


def _either_words(guard: Guard) -> str:
    """Say a guard on options, of which each value needs no other words."""
    return " or ".join(
        ", ".join(f"{name.removeprefix(OPTION)} is {' or '.join(sorted(values))}" for name, values in when.items())
        for when in guard
    )


def group_words(rules: Rules, group: Group) -> str:
    """Say what binds wagers that go together under the chosen readings."""
    whole = group.whole is not None and rules.holds(group.whole)
    told = ["of one amount" if group.equal else "", "all of them or none" if whole else ""]
    return f"{', '.join(group.wagers)}: " + (", ".join(filter(None, told)) or "free")


def boxes_words(boxes: Boxes) -> str:
    """Say what binds the boxes of one guest."""
    equal = f"{' and '.join(boxes.equal)} of one amount on each" if boxes.equal else ""
    light = f"at most {boxes.light} of them light, the others dark" if boxes.light is not None else ""
    return "the boxes of one guest: " + "; ".join(filter(None, [equal, light]))


def policy_words(rules: Rules) -> list[tuple[str, str, str]]:
    """Say how the money of a player's bank is used: policy, reading and where it comes from."""
    bank = rules.ruleset.bank
    if bank is None:
        return []
    lines = []
    for policy, word in bank.policies.items():
        name = word.removeprefix(OPTION)
        option = rules.ruleset.options[name] if word.startswith(OPTION) else None
        says = f"option {name}: {option.readings[rules.readings[name]]}" if option else "by the rules"
        lines.append((policy, rules.policies[policy], says + (f" [{UNCONFIRMED}]" if _open(option) else "")))
    return lines


def _open(option: Option | None) -> bool:
    return option is not None and option.unconfirmed


def hand_words(hand: Hand, hands: Mapping[str, Hand]) -> str:
    """Say which cards make a hand: the best or the worst by a ranking, of places and of other hands."""
    parts = " and ".join(f"the hand {part}" if part in hands else part for part in hand.parts)
    suits = f"; of equal cards the suits {' '.join(reversed(hand.suits))} decide" if hand.suits else ""
    choice = "worst" if hand.worst else "best"
    return f"the {choice} {hand.ranking.size} of {parts}, by the ranking {hand.ranking.name}{suits}"


def fact_words(fact: Fact, hands: Mapping[str, Hand]) -> str:
    """Say what a fact asks, and which answer means what."""
    if fact.kind == "against":
        beside = f"; {NOT_STAKED} without {fact.wager}" if fact.wager else ""
        return f"{fact.hand} against {fact.other}: {', '.join(fact.answers)}{beside}"
    if fact.kind == "staked":
        return f"{fact.values[1]} where {fact.wager} is staked, else {fact.values[0]}"
    if fact.kind == "dark":
        return f"{fact.values[1]} for a box whose owner may not look at its cards, else {fact.values[0]}"
    if fact.kind == "anyone":
        return f"{fact.values[1]} if any seat chose {fact.action} at {fact.question}, else {fact.values[0]}"
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
        return [(question.id, _ask_words(rules, question, when)) for question, when in asked if when is not None]
    when = guard_words(rules, step.guard)
    if when is None:
        return []
    words = _deal_words(step) if isinstance(step, DealStep) else _show_words(step)
    return [(step.id, _joined(words, when))]


def action_words(rules: Rules, action: Action) -> str | None:
    """Say an action with what it costs and what it does with cards; None where the chosen readings exclude it."""
    when = guard_words(rules, action.guard)
    if when is None:
        return None
    wagers = rules.ruleset.wagers
    told = [
        f"{'pays' if wagers[wager].fee else 'places'} {wager} of {' or '.join(map(str, times))} × {of}"
        for wager, (of, times) in action.places.items()
    ]
    told += [f"gives up {_cards(action.gives_up)}"] if action.gives_up else []
    told += [f"draws {_cards(action.draws)}"] if action.draws else []
    spots = ", ".join(f"{_cards(count)} at {spot}" for spot, count in action.arranges.items())
    told += [f"arranges {spots}"] if spots else []
    told += [when] if when else []
    return action.name + (f" ({', '.join(told)})" if told else "")


def _cards(number: int) -> str:
    return f"{number} card" + ("s" if number != 1 else "")


def _ask_words(rules: Rules, question: Question, when: str) -> str:
    actions = [action_words(rules, action) for action in question.actions.values()]
    return _joined("each seat chooses: " + "; ".join(filter(None, actions)), when)


def _joined(words: str, when: str) -> str:
    return f"{words}, {when}" if when else words


def _deal_words(step: DealStep) -> str:
    how = ", one by one" if step.one_by_one and step.count > 1 else ""
    if step.instead_of:
        how = f" instead of its {step.instead_of}, whose cards are then known as {step.known_as}"
    return f"{_cards(step.count)} to {' and '.join(_facing(step, place) for place in step.places)}{how}"


def _facing(step: DealStep, place: str) -> str:
    up = step.up.get(place, frozenset())
    if up is None:
        return f"{_PLACES[place]} face up"
    if up:
        return f"{_PLACES[place]} (face up: {', '.join(map(str, sorted(up)))})"
    return f"{_PLACES[place]} face down"


def _show_words(step: ShowStep) -> str:
    return f"turned up: the cards of {' and '.join(_PLACES[place] for place in step.places)}"
