"""Where cards can be planted: the places of a round taken apart, so that each slot lies in one part only.

A house way keeps some of the dealer's cards, an exchange changes one of them, a seat arranges its own by spot: what
a hand is made from is then a part of a place, and a place is the sum of its parts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fairfelt.rulesets.rules import DealStep, Ruleset, Step

GIVEN = "given"
"""The cards that a seat gives up."""


@dataclass(frozen=True)
class Slots:
    """Parts with their sizes; `parts` says of which parts a place, or a hand inside a hand, consists.

    `kept` maps a hand that keeps some cards of a place to the part with the others, which must not change its choice;
    `gone` maps the part with the card that gives way to the hand that names it, and the part with the rest.
    """

    sizes: Mapping[str, int]
    parts: Mapping[str, tuple[str, ...]]
    kept: Mapping[str, str]
    gone: Mapping[str, tuple[str, str]]
    spots: tuple[str, ...] = ()
    """The spots in which a seat arranges its cards."""


def slots_for(ruleset: Ruleset, steps: Sequence[Step], sizes: Mapping[str, int]) -> Slots:
    """Take places of these sizes apart; `steps` are those that can happen."""
    slots = dict(sizes)
    parts: dict[str, tuple[str, ...]] = {place: (place,) for place in sizes}
    kept: dict[str, str] = {}
    gone: dict[str, tuple[str, str]] = {}
    spots = tuple(
        dict.fromkeys(spot for q in ruleset.questions for a in q.actions.values() for spot in a.arranges)
    )
    if spots and sum(sizes[spot] for spot in spots) == sizes["seat"]:
        parts["seat"] = spots
        del slots["seat"]
    for step in steps:
        if isinstance(step, DealStep) and step.known_as in sizes and step.known_as in slots:
            (place,) = step.places
            rest, out, new = f"{place}.rest", f"{place}.out", f"{place}.new"
            slots.update({rest: sizes[place] - 1, out: 1, new: 1})
            del slots[place], slots[step.known_as]
            parts[place], parts[step.known_as] = (rest, out), (rest, new)
            gone[out] = (step.instead_of, rest)
    for name in dict.fromkeys(part for hand in ruleset.hands.values() for part in hand.parts):
        if name in ruleset.hands:
            (place,) = ruleset.hands[name].places
            if parts[place] == (place,):
                keeps, rest = ruleset.hands[name].ranking.size, f"{place}.rest"
                slots.update({name: keeps, rest: sizes[place] - keeps})
                del slots[place]
                parts[place], kept[name] = (name, rest), rest
            parts[name] = (name,) if name in slots else parts[place]
    return Slots(slots, parts, kept, gone, spots)
