"""Walk all the ways in which one seat's round can go: what it staked, chose, and which cards then surely lie.

From these walks follow the combinations of facts that can occur at all, so that authors need not write down the
impossible ones, and the proof that no rule reads a card that was never dealt or that the seat can't see.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product

from fairfelt.rulesets.errors import Flaw, Path
from fairfelt.rulesets.rules import (
    NOT_ASKED,
    OPTION,
    Action,
    AskStep,
    DealStep,
    Fact,
    Guard,
    Hand,
    Question,
    Step,
    Wager,
)


@dataclass(frozen=True)
class Walk:
    """One way through a round. `known` holds options, choices, stakes and what guards assumed of the cards."""

    known: Mapping[str, str]
    placed: frozenset[str]
    sure: Mapping[str, int]
    """Cards that surely lie at a place, the seat's own being `seat`."""
    unsure: frozenset[str]
    """Places where further cards may lie, if another seat brought them about."""
    seen: Mapping[str, int]
    """Cards of a place that this seat surely sees."""


@dataclass(frozen=True)
class Layout:
    """What walking needs to know of a game."""

    steps: tuple[Step, ...]
    facts: Mapping[str, Fact]
    hands: Mapping[str, Hand]
    wagers: Mapping[str, Wager]


def place_of(target: str) -> str:
    return "seat" if target == "seats" else target


def walks(layout: Layout, readings: Mapping[str, str]) -> list[Walk]:
    """List every way through the round under these readings of the options."""
    found: list[Walk] = []
    for placed in stake_sets(layout.wagers):
        known = {OPTION + name: reading for name, reading in readings.items()}
        for fact in layout.facts.values():
            if fact.kind == "staked":
                known[fact.name] = fact.values[fact.wager in placed]
        found.extend(_walk(layout, 0, Walk(known, placed, {}, frozenset(), {})))
    return found


def stake_sets(wagers: Mapping[str, Wager]) -> list[frozenset[str]]:
    """List which wagers a seat may have placed before the deal."""
    before = [wager for wager in wagers.values() if not wager.by_action]
    sets = []
    for choice in product(*((True,) if wager.needed else (False, True) for wager in before)):
        placed = frozenset(wager.name for wager, chosen in zip(before, choice, strict=True) if chosen)
        partners = [(w.needs, w.equals, w.at_most, w.multiple_of) for w in before if w.name in placed]
        if placed and all(partner in placed for row in partners for partner in row if partner):
            sets.append(placed)
    return sets


def holds(guard: Guard, known: Mapping[str, str]) -> bool | str:
    """Say whether a guard holds, or name the first fact that must be known to say so."""
    missing = ""
    for condition in guard:
        unknown = [name for name in condition if name not in known]
        if all(known[name] in values for name, values in condition.items() if name in known):
            if not unknown:
                return True
            missing = missing or unknown[0]
    return missing or not guard


def _walk(layout: Layout, at: int, walk: Walk) -> Iterator[Walk]:
    if at == len(layout.steps):
        yield walk
        return
    step = layout.steps[at]
    if isinstance(step, AskStep):
        for after in _ask(layout, step.questions, 0, walk, ("round", at, "each-seat")):
            yield from _walk(layout, at + 1, after)
        return
    for after, happens in _branch(layout, step.guard, walk, ("round", at, "if")):
        yield from _walk(layout, at + 1, _card_step(step, after, happens))


def _card_step(step: Step, walk: Walk, happens: bool) -> Walk:
    sure, seen = dict(walk.sure), dict(walk.seen)
    if isinstance(step, DealStep):
        for target in step.places:
            place = place_of(target)
            if not happens:
                walk = replace(walk, unsure=walk.unsure | {place})
                continue
            sure[place] = sure.get(place, 0) + step.count
            up = step.up.get(target, frozenset())
            visible = step.count if up is None or place == "seat" else len(up)
            seen[place] = seen.get(place, 0) + visible
    elif happens and not isinstance(step, AskStep):
        for target in step.places:
            seen[place_of(target)] = sure.get(place_of(target), 0)
    return replace(walk, sure=sure, seen=seen)


def _ask(layout: Layout, questions: tuple[Question, ...], at: int, walk: Walk, path: Path) -> Iterator[Walk]:
    if at == len(questions):
        yield walk
        return
    question = questions[at]
    for after, asked in _branch(layout, question.guard, walk, (*path, at, "if"), asked=question.id):
        if not asked:
            yield from _ask(layout, questions, at + 1, _chose(after, question.id, NOT_ASKED), path)
            continue
        for action in question.actions.values():
            chosen = _place(layout, _chose(after, question.id, action.name), action, (*path, at))
            yield from _ask(layout, questions, at + 1, chosen, path)


def _place(layout: Layout, walk: Walk, action: Action, path: Path) -> Walk:
    for wager, (of, _) in action.places.items():
        if of not in walk.placed:
            raise Flaw(
                path,
                f"{action.name!r} places a multiple of {of!r}, which may not be staked",
                "add to the question's condition what brings that wager about",
            )
        if wager in walk.placed:
            raise Flaw(
                path, f"{action.name!r} places {wager!r} a second time", "let each wager be placed by one decision only"
            )
    placed = walk.placed | frozenset(action.places)
    staked = {
        fact.name: fact.values[1]
        for fact in layout.facts.values()
        if fact.kind == "staked" and fact.wager in action.places
    }
    return replace(walk, placed=placed, known={**walk.known, **staked})


def _chose(walk: Walk, question: str, action: str) -> Walk:
    return replace(walk, known={**walk.known, question: action})


def _branch(
    layout: Layout, guard: Guard, walk: Walk, path: Path, asked: str = ""
) -> Iterator[tuple[Walk, bool]]:
    """Decide a guard, splitting the walk on every fact about cards that it reads."""
    verdict = holds(guard, walk.known)
    if isinstance(verdict, bool):
        yield walk, verdict
        return
    fact = layout.facts.get(verdict)
    if fact is None or not fact.reads_cards:
        raise Flaw(
            path,
            f"the condition asks for {verdict!r} before it is known",
            "move the step below that decision",
        )
    for hand in _hands_read(fact):
        if not lies(layout, walk, hand):
            raise Flaw(
                path,
                f"the condition reads {verdict!r}, but the cards of {hand!r} may not lie yet",
                "add to the condition what brings those cards about",
            )
        for place in layout.hands[hand].places:
            if asked and walk.seen.get(place, 0) < walk.sure[place]:
                raise Flaw(
                    path,
                    f"question {asked!r} depends on {verdict!r}, which the seat can't see yet",
                    "show those cards before the question",
                )
    for value in fact.values:
        yield from _branch(layout, guard, replace(walk, known={**walk.known, verdict: value}), path, asked)


def _hands_read(fact: Fact) -> tuple[str, ...]:
    return (fact.hand, fact.other) if fact.kind == "against" else (fact.hand,)


def readable(layout: Layout, walk: Walk, fact: Fact) -> bool:
    """Say whether all cards that a fact reads surely lie when the walk is settled."""
    return all(lies(layout, walk, hand) for hand in _hands_read(fact))


def lies(layout: Layout, walk: Walk, name: str) -> bool:
    """Say whether a hand surely has cards at each of its places, and enough of them for its ranking."""
    hand = layout.hands[name]
    known = all(walk.sure.get(place) and place not in walk.unsure for place in hand.places)
    return known and sum(walk.sure[place] for place in hand.places) >= hand.ranking.size
