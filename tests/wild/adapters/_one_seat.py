"""What every engine with one seat needs of its adapter: its own pack with forced cards in front, and one open round."""

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from _stdio import Json, rejected, unsupported

Cards = list[tuple[str, str]]
"""Cards with the place that they were dealt to, in the order of dealing."""
Forced = dict[str, list[str]]
Row = tuple[str, int, int, str]


class Open(Protocol):
    """A round that waits for its one decision."""

    @property
    def round(self) -> object: ...

    @property
    def seat(self) -> int: ...


AnOpen = TypeVar("AnOpen", bound=Open)


def arrange(pack: Sequence[str], order: Sequence[str], forced: Forced | None) -> list[str]:
    """Put the forced cards at the front of an engine's own pack, in the order of places in which it deals."""
    if forced is None:
        return list(pack)
    left = {place: iter(cards) for place, cards in forced.items()}
    front = [next(left[place]) for place in order]
    if not set(front) <= set(pack):
        raise unsupported(f"the engine's pack does not hold all of {' '.join(front)}")
    if len(set(front)) < len(front):
        raise rejected("duplicate-card")
    return front + [card for card in pack if card not in front]


def find(table: list[AnOpen], params: Json) -> AnOpen:
    """Give the open round that a request names."""
    if not table or table[0].round != params["round"]:
        raise rejected("round-over")
    return table[0]


def taken(params: Json, opened: Open, due: Mapping[str, Mapping[str, int]], known: Sequence[str]) -> str:
    """Check an action against those that are due with their wagers, and name it."""
    action, wagers = params["action"], params.get("wagers", {})
    if params["seat"] != opened.seat:
        raise rejected("wrong-seat")
    if action not in due:
        raise rejected("illegal-action")
    if not wagers.keys() <= set(known):
        raise rejected("unknown-wager")
    if wagers != due[action]:
        raise rejected("relation")
    return str(action)
