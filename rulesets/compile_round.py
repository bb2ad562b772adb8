"""Compile the steps of a round: what is dealt, shown and asked, in table order."""

from collections.abc import Mapping
from typing import Any

from fairfelt.rulesets import model
from fairfelt.rulesets.errors import Flaw, Path
from fairfelt.rulesets.names import guard, known_name
from fairfelt.rulesets.rules import Action, AskStep, DealStep, Fact, Hand, Question, ShowStep, Step, Wager


def compile_step(
    part: Any, path: Path, facts: Mapping[str, Fact], wagers: Mapping[str, Wager], hands: Mapping[str, Hand], cite: Any
) -> Step:
    """Resolve one step of a round; raise a Flaw."""
    if isinstance(part, model.EachSeat):
        return AskStep(
            tuple(
                _question(ask, (*path, "each-seat", at), facts, wagers, cite)
                for at, ask in enumerate(part.each_seat)
            )
        )
    if isinstance(part, model.Ask):
        return AskStep((_question(part, path, facts, wagers, cite),))
    condition = guard(part.if_, facts, path)
    if isinstance(part, model.Show):
        return ShowStep(part.id, tuple(part.show), condition, cite(part.cite, *path))
    _check_replacement(part, hands, path)
    return DealStep(
        part.id,
        part.deal,
        tuple(part.to),
        part.each == "one-by-one",
        _faces(part, path),
        condition,
        cite(part.cite, *path),
        part.instead_of or "",
        part.as_ or "",
    )


def _faces(part: model.Deal, path: Path) -> dict[str, frozenset[int] | None]:
    if part.up is True:
        return dict.fromkeys(part.to)
    up: dict[str, frozenset[int] | None] = {
        place: frozenset(numbers) for place, numbers in (part.up or {}).items()
    }
    for place, numbers in up.items():
        known_name(place, part.to, "place", (*path, "up"))
        if numbers and not numbers <= set(range(1, part.deal + 1)):
            what = f"numbers cards beyond the {part.deal} dealt"
            raise Flaw((*path, "up", place), what, f"use 1 to {part.deal}")
    return up


def _check_replacement(part: model.Deal, hands: Mapping[str, Hand], path: Path) -> None:
    if part.instead_of is None and part.as_ is None:
        return
    if part.instead_of is None or part.as_ is None:
        mend = "write `instead-of: HAND` and `as: NAME` together"
        raise Flaw(path, "says what gives way or what the place is then called, and not both", mend)
    hand = hands[known_name(part.instead_of, hands, "hand", (*path, "instead-of"))]
    if part.deal != 1 or len(part.to) != 1 or hand.ranking.size != 1 or list(hand.places) != list(part.to):
        mend = "deal 1 card to one place, instead of a hand of one card of that place"
        raise Flaw((*path, "instead-of"), "is no exchange of one card for another", mend)


def _question(
    part: model.Ask, path: Path, facts: Mapping[str, Fact], wagers: Mapping[str, Wager], cite: Any
) -> Question:
    actions = {}
    for name, action in part.ask.items():
        here = (*path, "ask", name)
        for wager, multiple in action.places.items():
            known_name(wager, wagers, "wager", (*here, "places"))
            known_name(multiple.of, wagers, "wager", (*here, "places", wager, "of"))
            if not wagers[wager].by_action:
                what, mend = f"{wager!r} is placed before the deal", "mark the wager `by-action: true`"
                raise Flaw((*here, "places", wager), what, mend)
        places = {wager: (multiple.of, tuple(multiple.times)) for wager, multiple in action.places.items()}
        actions[name] = Action(
            name,
            places,
            cite(action.cite, *here),
            action.gives_up or 0,
            action.draws or 0,
            dict(action.arranges),
            guard(action.if_, facts, here),
        )
    return Question(part.id, actions, guard(part.if_, facts, path), cite(part.cite, *path))
