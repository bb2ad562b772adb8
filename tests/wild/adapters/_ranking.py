"""Answer `hands.rank` for engines that can say which of two hands is better, and what a hand is called.

The order is the engine's own: a stable sort by its comparison, in which hands that it calls equal keep the order
in which they were sent. Where its comparison contradicts itself the answer is still the same each time.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cmp_to_key
from typing import Any

from _stdio import Json, unsupported

Ask = Callable[[str, Json], Json]
POKER_CATEGORIES = (
    "royal-flush",
    "straight-flush",
    "four-of-a-kind",
    "full-house",
    "flush",
    "straight",
    "three-of-a-kind",
    "two-pair",
    "pair",
    "high-card",
)


@dataclass(frozen=True)
class Judge:
    """Hold what an engine says of hands.

    `read` makes a hand of cards; `compare` is above 0 where the first of two hands is better, below where the second.
    """

    ranking: str
    read: Callable[[list[str]], Any]
    category: Callable[[Any], str]
    compare: Callable[[Any, Any], int]


def rank(judge: Judge, params: Json) -> Json:
    """Name the category of each hand, and list the hands in classes, the best first."""
    if params["ranking"] != judge.ranking:
        raise unsupported(f"the engine ranks {judge.ranking} hands only")
    hands = [judge.read(cards) for cards in params["hands"]]

    def compare(one: int, other: int) -> int:
        return judge.compare(hands[one], hands[other])

    order = sorted(range(len(hands)), key=cmp_to_key(compare))[::-1]
    classes: list[list[int]] = []
    for at in order:
        if classes and compare(classes[-1][-1], at) == 0:
            classes[-1].append(at)
        else:
            classes.append([at])
    return {"categories": [judge.category(hand) for hand in hands], "classes": classes}


def evaluator(name: str, version: str, language: str, game: str, judge: Judge) -> Ask:
    """Make the `ask` of an engine that ranks hands and plays no rounds."""

    def ask(method: str, params: Json) -> Json:
        match method:
            case "hello":
                return {
                    "protocol": 1,
                    "engine": {"name": name, "version": version, "language": language},
                    "games": [{"game": game}],
                    "capabilities": {"hands_rank": True},
                }
            case "configure":
                if params.get("limits"):
                    raise unsupported("the engine takes no wagers")
                return {}
            case "hands.rank":
                return rank(judge, params)
            case "bye":
                return {}
        raise unsupported(f"the method {method} is not known here")

    return ask


def called(name: str) -> str:
    """Write a category in the protocol's way: `THREE_OF_A_KIND` and `ThreeOfAKind` are `three-of-a-kind`."""
    words = name if name.isupper() or " " in name else re.sub(r"(?<=.)(?=[A-Z])", " ", name)
    return words.lower().replace("_", "-").replace(" ", "-")
