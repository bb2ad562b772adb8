"""Compile hands and facts: what cards are looked at, and the questions with finitely many answers that are asked."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from fairfelt.rulesets import model
from fairfelt.rulesets.errors import Flaw, Path
from fairfelt.rulesets.names import known_name, no_cycle
from fairfelt.rulesets.rankings import Ranking, floor
from fairfelt.rulesets.rules import NOT_ASKED, NOT_STAKED, OPTION, Fact, Hand, Option, Wager
from fairfelt.rulesets.soundness import check_ranking, questions

SHARED = ("dealer", "board")


def places_of(file: model.GameFile) -> dict[str, int]:
    """Name every place that a hand can be made from; the number is how many cards an arrangement puts there."""
    places = dict.fromkeys(("seat", *SHARED), 0)
    for _, ask in questions(file):
        for action in ask.ask.values():
            places.update(action.arranges)
    places.update({step.as_: 0 for step in file.round if isinstance(step, model.Deal) and step.as_})
    return places


def compile_hands(file: model.GameFile, rankings: Mapping[str, Ranking], cite: Any) -> dict[str, Hand]:
    """Resolve hands; raise a Flaw for an unknown place, a hand made from itself, or a name for two things."""
    packs, result, places = file.deck.packs, {}, places_of(file)
    for name, part in file.hands.items():
        path = ("hands", name)
        if name in places:
            raise Flaw(path, f"{name!r} is a place already", "give the hand a name of its own")
        if (part.best is None) == (part.worst is None):
            raise Flaw(path, "says neither `best` nor `worst`, or both", "write one of them, with a ranking")
        key = "best" if part.best is not None else "worst"
        ranking = rankings[known_name(part.best or part.worst or "", rankings, "ranking", (*path, key))]
        check_ranking(ranking, packs, (*path, key))
        clauses = cite(part.cite, *path)
        for at, place in enumerate(part.of):
            known_name(place, [*places, *file.hands], "place or hand", (*path, "of", at))
        if part.suits and sorted(part.suits) != sorted("shdc"):
            raise Flaw((*path, "suits"), "does not rank the four suits", "name s, h, d and c, the highest first")
        ranked = replace(ranking, packs=packs) if packs > 1 else ranking
        suits = "".join(reversed(part.suits))
        result[name] = Hand(name, tuple(part.of), ranked, (), part.worst is not None, suits, clauses)
    inside = {name: [part for part in hand.parts if part in result] for name, hand in result.items()}
    no_cycle(inside, ("hands",), "hands")
    return {name: replace(hand, places=_leaves(name, result)) for name, hand in result.items()}


def _leaves(name: str, hands: Mapping[str, Hand]) -> tuple[str, ...]:
    leaves = [leaf for part in hands[name].parts for leaf in (_leaves(part, hands) if part in hands else (part,))]
    return tuple(dict.fromkeys(leaves))


def compile_facts(
    file: model.GameFile,
    options: Mapping[str, Option],
    hands: Mapping[str, Hand],
    wagers: Mapping[str, Wager],
    cite: Any,
) -> dict[str, Fact]:
    """Make a fact of every option and decision, and of what the file names."""
    facts = {
        OPTION + name: Fact(OPTION + name, "option", tuple(o.readings), clauses=o.clauses)
        for name, o in options.items()
    }
    asked = {ask.id: ask for _, ask in questions(file)}
    for question in asked.values():
        actions = (NOT_ASKED, *question.ask) if question.if_ else tuple(question.ask)
        facts[question.id] = Fact(question.id, "decision", actions)
    for name, part in file.facts.items():
        path = ("facts", name)
        if name in facts:
            raise Flaw(path, f"{name!r} is a decision's name already", "give the fact a name of its own")
        facts[name] = _fact(name, part, hands, wagers, asked, cite(part.cite, *path), path)
    return facts


def _fact(
    name: str,
    part: model.Fact,
    hands: Mapping[str, Hand],
    wagers: Mapping[str, Wager],
    asked: Mapping[str, model.Ask],
    clauses: tuple[Any, ...],
    path: Path,
) -> Fact:
    if part.staked is not None:
        known_name(part.staked, wagers, "wager", (*path, "staked"))
    if part.dark:
        return Fact(name, "dark", two_values(part, path), clauses=clauses)
    if part.anyone is not None:
        question = asked[known_name(part.anyone, asked, "question", (*path, "anyone"))]
        action = known_name(part.did or "", question.ask, f"action of {part.anyone}", (*path, "did"))
        return Fact(
            name, "anyone", two_values(part, path), question=part.anyone, action=action, clauses=clauses
        )
    if part.hand is None:
        if part.staked is None:
            mend = "add `hand: NAME` with at-least, bands or against"
            raise Flaw(path, "says neither `hand` nor `staked`", mend)
        return Fact(name, "staked", two_values(part, path), wager=part.staked, clauses=clauses)
    hand = hands[known_name(part.hand, hands, "hand", (*path, "hand"))]
    if part.against is not None:
        return _against(name, part, hand, hands, wagers, clauses, path)
    return _floors(name, part, hand, clauses, path)


def _against(
    name: str,
    part: model.Fact,
    hand: Hand,
    hands: Mapping[str, Hand],
    wagers: Mapping[str, Wager],
    clauses: tuple[Any, ...],
    path: Path,
) -> Fact:
    other = hands[known_name(part.against or "", hands, "hand", (*path, "against"))]
    if other.ranking != hand.ranking:
        raise Flaw(path, f"{hand.name} and {other.name} are ranked differently", "compare hands of one ranking")
    answers: tuple[str, ...] = ("win", "tie", "lose")
    if part.staked is not None:
        if wagers[part.staked].by_action:
            mend = "take a wager that is placed before the deal, or leave `staked` out"
            raise Flaw((*path, "staked"), f"{part.staked!r} is placed by an action", mend)
        answers = (*answers, NOT_STAKED)
    return Fact(
        name, "against", answers, hand=hand.name, other=other.name, wager=part.staked or "", clauses=clauses
    )


def _floors(name: str, part: model.Fact, hand: Hand, clauses: tuple[Any, ...], path: Path) -> Fact:
    if part.at_least is not None:
        at = floor_at(hand.ranking, part.at_least, (*path, "at-least"))
        return Fact(name, "floors", two_values(part, path), hand=hand.name, floors=(at,), clauses=clauses)
    if part.bands is not None:
        names = tuple(part.bands)
        floors = tuple(floor_at(hand.ranking, spec, (*path, "bands", band)) for band, spec in part.bands.items())
        if list(floors) != sorted(set(floors)):
            raise Flaw((*path, "bands"), "the bands do not rise", "order them from the lowest hand up")
        if floors[0] != hand.ranking.classes[0].strength:
            lowest = hand.ranking.categories[-1].name
            what = f"the lowest band, {names[0]!r}, leaves out lower hands"
            raise Flaw((*path, "bands", names[0]), what, f"start it at `{{{lowest}: []}}`")
        return Fact(name, "floors", names, hand=hand.name, floors=floors[1:], clauses=clauses)
    raise Flaw(path, "has a hand but asks nothing of it", "add at-least, bands or against")


def two_values(part: model.Fact, path: Path) -> tuple[str, str]:
    if part.values is None or len(part.values) != 2 or part.values[0] == part.values[1]:
        mend = "add `values: [no-name, yes-name]`, the answer no first"
        raise Flaw(path, "needs names for its two answers", mend)
    return part.values[0], part.values[1]


def floor_at(ranking: Ranking, spec: Mapping[str, list[str]], path: Path) -> tuple[int, ...]:
    """Read a floor such as `{pair: [4]}`; raise a Flaw."""
    if len(spec) != 1:
        raise Flaw(path, "is no single floor", "write one category, as in `{pair: [4]}`")
    category, ranks = next(iter(spec.items()))
    names = [entry.name for entry in ranking.categories] + list(ranking.named)
    known_name(category, names, "category", (*path, category))
    try:
        return floor(ranking, category, ranks)
    except ValueError as error:
        mend = "write ranks from the most repeated down, as in `{two-pair: [A, K]}`"
        raise Flaw((*path, category), str(error), mend) from None
