"""Walk all the ways in which one seat's round can go: what it staked, chose, and which cards then surely lie.

From these walks follow the combinations of facts that can occur at all, so that authors need not write down the
impossible ones, and the proof that no rule reads a card that was never dealt or that the seat can't see.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product

from fairfelt.rulesets.errors import Flaw, Path
from fairfelt.rulesets.rules import (
    NOT_ASKED,
    NOT_STAKED,
    OPTION,
    Action,
    AskStep,
    DealStep,
    Fact,
    Group,
    Guard,
    Hand,
    Option,
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
    given: int = 0
    """Cards that this seat gave up."""

    def assumed(self, facts: Mapping[str, Fact]) -> dict[str, str]:
        """Give what the guards on the way assumed of the cards."""
        return {name: value for name, value in self.known.items() if facts[name].reads_cards and value != NOT_STAKED}


@dataclass(frozen=True)
class Layout:
    """What walking needs to know of a game."""

    steps: tuple[Step, ...]
    facts: Mapping[str, Fact]
    hands: Mapping[str, Hand]
    wagers: Mapping[str, Wager]
    groups: tuple[Group, ...] = ()

    def options_read(self, options: Mapping[str, Option], axes: Iterable[Fact]) -> dict[str, Option]:
        """Give the options on which the ways through a round, or these facts, depend."""
        guards = [guard for step in self.steps for guard in _guards(step)]
        guards += [group.whole for group in self.groups if group.whole]
        read = {name for guard in guards for condition in guard for name in condition} | {fact.name for fact in axes}
        return {name: option for name, option in options.items() if OPTION + name in read}


def _guards(step: Step) -> Iterator[Guard]:
    if not isinstance(step, AskStep):
        yield step.guard
        return
    for question in step.questions:
        yield question.guard
        yield from (action.guard for action in question.actions.values())


def place_of(target: str) -> str:
    return "seat" if target in ("seats", "every-position") else target


def walks(layout: Layout, readings: Mapping[str, str]) -> list[Walk]:
    """List every way through the round under these readings of the options."""
    found: list[Walk] = []
    options = {OPTION + name: reading for name, reading in readings.items()}
    for placed in stake_sets(layout.wagers, layout.groups, options):
        known = dict(options)
        for fact in layout.facts.values():
            if fact.kind == "staked":
                known[fact.name] = fact.values[fact.wager in placed]
            elif fact.kind == "against" and fact.wager and fact.wager not in placed:
                known[fact.name] = NOT_STAKED
        dark = [fact for fact in layout.facts.values() if fact.kind == "dark"]
        for light in (True, False) if dark else (True,):
            boxed = {**known, **{fact.name: fact.values[not light] for fact in dark}}
            found.extend(_walk(layout, 0, Walk(boxed, placed, {}, frozenset(), {})))
    return found


def stake_sets(
    wagers: Mapping[str, Wager], groups: Iterable[Group] = (), options: Mapping[str, str] | None = None
) -> list[frozenset[str]]:
    """List which wagers a seat may have placed before the deal, under these readings of the options."""
    before = [wager for wager in wagers.values() if not wager.by_action]
    whole = [set(g.wagers) for g in groups if g.whole is not None and holds(g.whole, options or {}) is True]
    sets = []
    for choice in product(*((True,) if wager.needed else (False, True) for wager in before)):
        placed = frozenset(wager.name for wager, chosen in zip(before, choice, strict=True) if chosen)
        partners = [wager.partners for wager in before if wager.name in placed]
        split = any(group & placed and not group <= placed for group in whole)
        if placed and not split and all(partner in placed for row in partners for partner in row):
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
            for told in _what_others_did(layout, step, after):
                yield from _walk(layout, at + 1, told)
        return
    for after, happens in _branch(layout, step.guard, walk, ("round", at, "if")):
        yield from _walk(layout, at + 1, _card_step(layout, step, after, happens))


def _what_others_did(layout: Layout, step: AskStep, walk: Walk) -> Iterator[Walk]:
    """Split a walk on whether another seat did what a fact asks of anyone."""
    questions_by_id = {question.id: question for question in step.questions}
    asks = [fact for fact in layout.facts.values() if fact.kind == "anyone" and fact.question in questions_by_id]
    choices = [
        fact.values[1:]
        if walk.known[fact.question] == fact.action
        else fact.values[: 1 + _another_may(layout, questions_by_id[fact.question], walk)]
        for fact in asks
    ]
    for values in product(*choices):
        told = dict(zip((fact.name for fact in asks), values, strict=True))
        yield replace(walk, known={**walk.known, **told}) if told else walk


def _another_may(layout: Layout, question: Question, walk: Walk) -> bool:
    """Say whether another seat may be asked a question, by what the whole table shares: options and common cards."""

    def shared(fact: Fact) -> bool:
        places = {place for hand in (fact.hand, fact.other) if hand for place in layout.hands[hand].places}
        return fact.kind == "option" or (fact.reads_cards and places <= {"dealer", "board"})

    told = {name: value for name, value in walk.known.items() if shared(layout.facts[name])}
    return not question.guard or any(
        all(told[name] in values for name, values in part.items() if name in told) for part in question.guard
    )


def _others_may(layout: Layout, step: DealStep, walk: Walk) -> bool:
    """Say whether another seat can bring a step about: what options and anyone's deeds exclude, nobody can."""
    told = {name: value for name, value in walk.known.items() if layout.facts[name].kind in ("option", "anyone")}
    return any(all(told[name] in values for name, values in part.items() if name in told) for part in step.guard)


def _is_dark(layout: Layout, walk: Walk) -> bool:
    dark = [fact for fact in layout.facts.values() if fact.kind == "dark"]
    return any(walk.known[fact.name] == fact.values[1] for fact in dark)


def _card_step(layout: Layout, step: Step, walk: Walk, happens: bool) -> Walk:
    sure, seen = dict(walk.sure), dict(walk.seen)
    if isinstance(step, DealStep) and step.known_as:
        if happens:
            place = place_of(step.places[0])
            sure[step.known_as], seen[step.known_as] = sure.get(place, 0), seen.get(place, 0)
        elif _others_may(layout, step, walk):
            walk = replace(walk, unsure=walk.unsure | {step.known_as})
    elif isinstance(step, DealStep):
        for target in step.places:
            place = place_of(target)
            if not happens:
                walk = replace(walk, unsure=walk.unsure | {place}) if _others_may(layout, step, walk) else walk
                continue
            sure[place] = sure.get(place, 0) + step.count
            up = step.up.get(target, frozenset())
            own = place == "seat" and not _is_dark(layout, walk)
            visible = step.count if up is None or own else len(up)
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
        offered = 0
        for action in question.actions.values():
            for allowed, legal in _branch(layout, action.guard, after, (*path, at, "ask", action.name), question.id):
                if legal:
                    offered += 1
                    chosen = _place(layout, _chose(allowed, question.id, action.name), action, (*path, at))
                    yield from _ask(layout, questions, at + 1, _handle(layout, chosen, action, (*path, at)), path)
        if not offered:
            mend = "narrow the question's condition, or widen an action's"
            raise Flaw((*path, at), f"{question.id!r} is asked with nothing to choose", mend)


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


def _handle(layout: Layout, walk: Walk, action: Action, path: Path) -> Walk:
    """Follow the cards that a seat gives up, draws and arranges."""
    if not (action.draws or action.gives_up or action.arranges):
        return walk
    held = walk.sure.get("seat", 0)
    if action.gives_up > held or sum(action.arranges.values()) > held:
        mend = "deal to the seats before, or ask for fewer"
        raise Flaw(path, f"{action.name!r} takes more cards than the {held} that the seat holds", mend)
    change, own = action.draws - action.gives_up, not _is_dark(layout, walk)
    sure = {**walk.sure, "seat": held + change, **action.arranges}
    seen = {**walk.seen, "seat": held + change, **action.arranges} if own else walk.seen
    return replace(walk, sure=sure, seen=seen, given=walk.given + action.gives_up)


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
            if asked and place in walk.sure and walk.seen.get(place, 0) < walk.sure[place]:
                raise Flaw(
                    path,
                    f"question {asked!r} depends on {verdict!r}, which the seat can't see yet",
                    "show those cards before the question",
                )
    for value in fact.answers:
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
    return known and cards_in(layout.hands, name, walk.sure) >= hand.ranking.size


def cards_in(hands: Mapping[str, Hand], name: str, sizes: Mapping[str, int]) -> int:
    """Count the cards that a hand is made from: those at its places, and of a hand inside it what that one keeps."""
    return sum(hands[part].ranking.size if part in hands else sizes.get(part, 0) for part in hands[name].parts)
