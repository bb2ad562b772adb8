"""Cards that come wrongly, are shown or hidden wrongly, and questions that are put or answered wrongly."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from fairfelt.conformance.plans.plan import plain_words
from fairfelt.conformance.proving.reach import Reach
from fairfelt.conformance.proving.terms import Edit, Mutant, Terms, enough_cards, with_steps
from fairfelt.rulesets.errors import Flaw
from fairfelt.rulesets.paths import holds
from fairfelt.rulesets.rules import Action, AskStep, DealStep, Guard, Question, ShowStep, Step
from fairfelt.rulesets.ways import choices_of, seat_walks
from fairfelt.rulesets.witness import can_happen

Maker = Callable[..., Mutant]
"""Makes a mutant of a deal step from the kind of edit, its words, and the step that stands there instead."""
Asker = Callable[..., Mutant]
"""Makes a mutant of a question from the kind of edit, its words, the question, and why it changes nothing."""
NOT_IN_FORCE = "the step is not in force under these options"
ALWAYS_SO = "the same happens on every way through the round"
AFTERWARDS = "nobody is asked anything after it, and what is shown then is the house's affair"


def mutants(terms: Terms, reach: Reach) -> Iterator[Mutant]:
    steps = terms.rules.ruleset.steps
    for at, step in enumerate(steps):
        if isinstance(step, DealStep):
            yield from _deal(terms, reach, at, step)
        elif isinstance(step, ShowStep):
            yield from _show(terms, reach, at, step)
        else:
            for question in step.questions:
                yield from _question(terms, reach, at, step, question)


def _deal(terms: Terms, reach: Reach, at: int, step: DealStep) -> Iterator[Mutant]:
    steps, name = terms.rules.ruleset.steps, plain_words(step.id)
    same = "" if can_happen(terms.rules, step) else NOT_IN_FORCE
    charged = tuple(f"deal.{other.id}" for other in _to_same_places(steps, step))
    expects = (f"deal.{step.id}", *charged, "deal.order")

    def mutant(
        edit: str, words: str, *changed: Step, why: str = same, first: tuple[str, ...] = (), last: tuple[str, ...] = ()
    ) -> Mutant:
        apply = with_steps(*steps[:at], *changed, *steps[at + 1 :])
        return Mutant(f"deal.{step.id}", edit, f"{name}: {words}", apply, (*first, *expects, *last), why)

    yield mutant("missed", "the cards are not dealt")
    further = replace(step, count=step.count + 1)
    if not step.known_as and enough_cards(with_steps(*steps[:at], further, *steps[at + 1 :])(terms)):
        yield mutant("one-more", "a card too many is dealt to each place", further)
    if step.count > 1:
        yield mutant("one-fewer", "a card too few is dealt to each place", replace(step, count=step.count - 1))
        if _targets(step) > 1:
            words = "cards come in packets" if step.one_by_one else "cards come one by one"
            yield mutant("other-rhythm", words, replace(step, one_by_one=not step.one_by_one))
    if len(step.places) > 1:
        yield mutant("other-order", "the last place is dealt to first", replace(step, places=step.places[::-1]))
    yield from _places(step, mutant)
    yield from _faces(reach, at, step, mutant)
    freed = replace(step, guard=())
    if step.guard and enough_cards(with_steps(*steps[:at], freed, *steps[at + 1 :])(terms)):
        why = same or _same_ways(terms, reach, with_steps(*steps[:at], freed, *steps[at + 1 :]))
        why = "" if why == NOT_IN_FORCE else why
        yield mutant("always", "it happens whether it is due or not", freed, why=why, last=("ask.*", "deal.*"))
    if at and isinstance(steps[at - 1], AskStep) and not step.known_as:
        early = (*steps[: at - 1], replace(step, guard=()), steps[at - 1], *steps[at + 1 :])
        words = f"{name}: the cards come before the decision"
        yield Mutant(f"deal.{step.id}", "too-early", words, with_steps(*early), expects, same)
    before = steps[at - 1] if at else None
    if isinstance(before, DealStep) and not step.known_as:
        both = can_happen(terms.rules, before)
        swapped = (*steps[: at - 1], step, before, *steps[at + 1 :])
        words = f"{name}: dealt before {plain_words(before.id)}"
        why = same or ("" if both else NOT_IN_FORCE)
        yield Mutant(f"deal.{step.id}", f"before-{before.id}", words, with_steps(*swapped), expects, why)
    if step.instead_of:
        yield from _other_card(terms, step, mutant)


def _to_same_places(steps: tuple[Step, ...], step: DealStep) -> list[DealStep]:
    """List the steps to which a card too many at these places is charged: those that deal there too."""
    deals = [other for other in steps if isinstance(other, DealStep) and other is not step]
    return [other for other in deals if set(other.places) & set(step.places)]


def _targets(step: DealStep) -> int:
    return len(step.places) + ("seats" in step.places or "every-position" in step.places)


def _places(step: DealStep, mutant: Maker) -> Iterator[Mutant]:
    for place, other, words in (
        ("seats", "every-position", "empty positions are dealt to as well"),
        ("every-position", "seats", "empty positions are passed over"),
    ):
        if place in step.places:
            places = tuple(other if entry == place else entry for entry in step.places)
            faces = {other if entry == place else entry: up for entry, up in step.up.items()}
            yield mutant("other-positions", words, replace(step, places=places, up=faces))


def _faces(reach: Reach, at: int, step: DealStep, mutant: Maker) -> Iterator[Mutant]:
    """Turn cards of each place over: all of them up, all down, or others than those that should lie open."""
    if not _asked_after(reach, at):
        return  # what is shown at the end is the house's affair, and no rule that is judged
    everything = frozenset(range(1, step.count + 1))
    for place in step.places:
        if place == "burn":
            continue
        shown = step.up.get(place, frozenset())
        due = everything if shown is None else shown
        kinds = {"up": everything, "down": frozenset[int](), "turned": everything - due}
        kinds |= {"shifted": frozenset(number % step.count + 1 for number in due)}
        met, expects = {due}, ("view.hidden", "view.open", "deal.stated")
        for edit, faces in kinds.items():
            if faces in met or (place in ("seats", "every-position") and edit != "up"):
                continue
            met.add(faces)
            numbers = " and ".join(map(str, sorted(faces))) or "none"
            words = f"face up at the {plain_words(place)} lie the cards {numbers}"
            changed = replace(step, up={**step.up, place: faces})
            yield mutant(f"{place}-{edit}", words, changed, first=expects)


def _other_card(terms: Terms, step: DealStep, mutant: Maker) -> Iterator[Mutant]:
    """Take another card away than the one that should give way."""
    ruleset = terms.rules.ruleset
    places = set(ruleset.hands[step.instead_of].places)
    for name, hand in ruleset.hands.items():
        if name != step.instead_of and hand.ranking.size == 1 and set(hand.places) == places:
            words = f"the {plain_words(name)} gives way"
            yield mutant(f"instead-of-{name}", words, replace(step, instead_of=name))


def _asked_after(reach: Reach, at: int, unless: Guard = ()) -> bool:
    """Say whether anybody can be asked anything after a step, or only after one that was not due."""
    later = [step for step in reach.rules.ruleset.steps[at + 1 :] if isinstance(step, AskStep)]
    asked = {question.id for step in later for question in step.questions}
    walks = [walk for walk in reach.walks if not unless or holds(unless, walk.known) is not True]
    return any(asked & choices_of(reach.rules, walk).keys() for walk in walks)


def _same_ways(terms: Terms, reach: Reach, apply: Edit) -> str:
    """Say whether nothing changes on any way through the round: what is known, placed, dealt and seen."""
    try:
        after = seat_walks(apply(terms).rules)
    except Flaw:
        return ""
    return ALWAYS_SO if list(reach.walks) == after else ""


def _show(terms: Terms, reach: Reach, at: int, step: ShowStep) -> Iterator[Mutant]:
    steps, name = terms.rules.ruleset.steps, plain_words(step.id)
    if not _asked_after(reach, at):
        return  # what is shown at the end is the house's affair, and no rule that is judged
    expects = ("view.open", "view.hidden", "deal.stated")
    missed = with_steps(*steps[:at], *steps[at + 1 :])
    yield Mutant(f"show.{step.id}", "missed", f"{name}: the cards are not turned up", missed, expects[::-1])
    if step.guard:
        freed = with_steps(*steps[:at], replace(step, guard=()), *steps[at + 1 :])
        same = "" if _asked_after(reach, at, unless=step.guard) else AFTERWARDS
        words = f"{name}: the cards are turned up whether it is due or not"
        yield Mutant(f"show.{step.id}", "always", words, freed, expects, same)
    for before in range(at - 1, -1, -1):
        if isinstance(steps[before], AskStep):
            early = (*steps[:before], replace(step, guard=()), *steps[before:at], *steps[at + 1 :])
            words = f"{name}: the cards are turned up before the decision"
            yield Mutant(f"show.{step.id}", "too-early", words, with_steps(*early), ("view.hidden",))
            break


def _question(terms: Terms, reach: Reach, at: int, step: AskStep, question: Question) -> Iterator[Mutant]:
    steps, name = terms.rules.ruleset.steps, f"“{question.id}”"
    asked = any(question.id in choices_of(terms.rules, walk) for walk in reach.walks)
    idle = "" if asked else "the question is not asked under these options"
    named = (f"ask.{question.id}", f"refuse.{question.id}/*")

    def mutant(edit: str, words: str, changed: Question | None, why: str, *more: str) -> Mutant:
        questions = tuple(
            entry for old in step.questions for entry in ([changed] if old is question else [old]) if entry is not None
        )
        ask = [replace(step, questions=questions)] if questions else []
        apply = with_steps(*steps[:at], *ask, *steps[at + 1 :])
        expects = (*more, *named, "ask.*")
        return Mutant(f"ask.{question.id}", edit, f"At {name} {words}", apply, expects, why)

    yield mutant("never", "nobody is asked", replace(question, guard=_never(question)), idle)
    if question.guard:
        freed = replace(question, guard=())
        yield mutant("always", "everybody is asked", freed, "")
    for action in question.actions.values():
        yield from _action(terms, reach, question, action, idle, mutant)


def _never(question: Question) -> Guard:
    """Write a condition that nothing meets: a decision that nobody took."""
    return ({question.id: frozenset()},)


def _action(
    terms: Terms, reach: Reach, question: Question, action: Action, idle: str, mutant: Asker
) -> Iterator[Mutant]:
    said, taken = plain_words(action.name), any(
        choices_of(terms.rules, walk).get(question.id) == action.name for walk in reach.walks
    )
    unused = idle or ("" if taken else f"{said} is never offered under these options")

    def with_action(changed: Action | None) -> Question:
        actions = {name: changed if name == action.name else entry for name, entry in question.actions.items()}
        return replace(question, actions={name: entry for name, entry in actions.items() if entry is not None})

    if len(question.actions) > 1:
        yield mutant(f"without-{action.name}", f"{said} is not offered", with_action(None), unused)
    for wager, (of, times) in action.places.items():
        for edit, words, other in _other_times(times):
            changed = with_action(replace(action, places={**action.places, wager: (of, other)}))
            yield mutant(f"{action.name}-{edit}", f"{said} places {words} the {plain_words(of)}", changed, unused)
    if action.gives_up and action.gives_up > 1:
        fewer = with_action(replace(action, gives_up=action.gives_up - 1))
        yield mutant(f"{action.name}-gives-up-fewer", f"{said} gives up a card less", fewer, unused)
    if action.gives_up:
        none = with_action(replace(action, gives_up=0))
        yield mutant(f"{action.name}-gives-up-none", f"{said} gives up no card", none, unused, f"deal.{question.id}")
    if action.draws:
        for edit, count in (("draws-more", action.draws + 1), ("draws-fewer", action.draws - 1)):
            words = f"{said} draws {count} {'card' if count == 1 else 'cards'}"
            changed = with_action(replace(action, draws=count))
            drawn = mutant(f"{action.name}-{edit}", words, changed, unused, f"deal.{question.id}")
            yield replace(drawn, expects=(*drawn.expects, "deal.*"))
    if action.guard:
        why = idle or _offered_alike(terms, reach, question, action)
        freed = with_action(replace(action, guard=()))
        yield mutant(f"{action.name}-always", f"{said} is offered in every case", freed, why)
    if len(action.arranges) > 1:
        first, second, *_ = action.arranges
        sizes = {**action.arranges, first: action.arranges[first] + 1, second: action.arranges[second] - 1}
        uneven = with_action(replace(action, arranges=sizes))
        yield mutant(f"{action.name}-other-spots", f"{said} sets a card more at one spot", uneven, unused)


def _offered_alike(terms: Terms, reach: Reach, question: Question, action: Action) -> str:
    """Say whether every way that asks a question offers an action of it anyway."""
    asked = [walk for walk in reach.walks if question.id in choices_of(terms.rules, walk)]
    return "" if any(holds(action.guard, walk.known) is not True for walk in asked) else ALWAYS_SO


def _other_times(times: tuple[int, ...]) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    yield "more", f"{_in_words(tuple(at + 1 for at in times))} times", tuple(at + 1 for at in times)
    if times[0] > 1:
        yield "less", f"{_in_words(tuple(at - 1 for at in times))} times", tuple(at - 1 for at in times)
    if len(times) > 1:
        yield "least-only", f"{times[0]} times only", times[:1]


def _in_words(times: tuple[int, ...]) -> str:
    return " or ".join(map(str, times))
