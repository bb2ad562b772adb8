"""Lay cards out over a round: what a seat gets at first, what it gives up, draws and arranges, what replaces what.

A deal says what a seat holds in the end; the order of the cards follows from what the seat will choose.
"""

from collections.abc import Iterable, Iterator, Mapping

from fairfelt.rulesets.cards import RANK_VALUE, Card
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.rules import Action, DealStep
from fairfelt.rulesets.slots import GIVEN
from fairfelt.rulesets.witness import Deal, can_happen

Hold = tuple[Card, ...] | Mapping[str, tuple[Card, ...]]
"""The cards of an action: those given up, or an arrangement by spot."""


def initial_sizes(rules: Rules, occupied: list[int]) -> dict[str, int]:
    """Count by place what the deal steps bring, before anything is drawn or exchanged."""
    sizes: dict[str, int] = {}
    for step in rules.ruleset.steps:
        if not isinstance(step, DealStep) or step.known_as or not can_happen(rules, step):
            continue
        for place in step.places:
            seats = [f"seat.{number}" for number in occupied] if place in ("seats", "every-position") else [place]
            for target in seats:
                sizes[target] = sizes.get(target, 0) + step.count
            if place == "every-position":
                empty = rules.ruleset.most_players - len(occupied)
                sizes["discard"] = sizes.get("discard", 0) + step.count * max(0, empty)
    return sizes


def cards_of_seat(
    rules: Rules, choices: Mapping[str, str], deal: Deal, size: int, supply: Iterator[Card]
) -> tuple[tuple[Card, ...], dict[str, Hold], Deal]:
    """Give all cards that come to a seat in order, the cards that go with its choices, and what it holds in the end.

    Cards that the deal does not name come from the supply.
    """
    taken = [(q.id, q.actions[choices[q.id]]) for q in rules.ruleset.questions if choices.get(q.id) in q.actions]
    draws, gives = (sum(getattr(action, name) for _, action in taken) for name in ("draws", "gives_up"))
    held = [*deal.get("seat", ())][: size + draws - gives]
    held += [next(supply) for _ in range(size + draws - gives - len(held))]
    given = [*deal.get(GIVEN, ())][:gives]
    given += [next(supply) for _ in range(gives - len(given))]
    come = _in_order(taken, held, given, size)
    cards: dict[str, Hold] = {}
    for question, action in taken:
        if action.gives_up:
            cards[question] = tuple(given[: action.gives_up])
            given = given[action.gives_up :]
        elif action.arranges:
            cards[question] = arrange(action.arranges, held)
    return come, cards, {"seat": tuple(held), **({GIVEN: deal[GIVEN]} if GIVEN in deal else {})}


def arrange(spots: Mapping[str, int], held: Iterable[Card]) -> dict[str, tuple[Card, ...]]:
    """Set cards at the spots in the order in which they are held."""
    left = iter(held)
    return {spot: tuple(next(left) for _ in range(count)) for spot, count in spots.items()}


def _in_order(taken: list[tuple[str, Action]], held: list[Card], given: list[Card], size: int) -> tuple[Card, ...]:
    """Mix the cards given up among those that come before: one that was drawn may be given up as well as another."""
    if not given:
        return tuple(held)
    drawn_before = 0
    for _, action in taken:
        if action.gives_up:
            break
        drawn_before += action.draws
    late = drawn_before and RANK_VALUE[given[0][0]] % 2
    if late:
        at = size + drawn_before - 1
        return (*held[:at], *given[:1], *given[1:], *held[at:]) if len(given) == 1 else (*given, *held)
    return (*given, *held)


def replacements(
    rules: Rules, deal: Deal, supply: Iterator[Card]
) -> tuple[dict[str, tuple[Card, ...]], dict[str, tuple[Card, ...]]]:
    """Give the changed places that the deal names, and by place the card that comes in exchange."""
    changed: dict[str, tuple[Card, ...]] = {}
    drawn: dict[str, tuple[Card, ...]] = {}
    for step in rules.ruleset.steps:
        if isinstance(step, DealStep) and step.known_as and can_happen(rules, step):
            (place,) = step.places
            new = [card for card in deal.get(step.known_as, ()) if card not in deal[place]]
            if step.known_as in deal:
                changed[step.known_as] = deal[step.known_as]
            drawn[place] = tuple(new) or (next(supply),)
    return changed, drawn
