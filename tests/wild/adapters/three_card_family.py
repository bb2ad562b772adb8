"""Adapt the public solutions of one course work, Three Card Poker in Java: `python three_card_family.py OWNER`.

The environment names the folder of each one's compiled classes, of which `Card` and `ThreeCardLogic` are used. They are
driven by `ThreeCardFamily.java` beside this file, which needs `java` of a development kit to run from its source.

The work asks for the comparison of a dealer's hand and a player's. Some put the dealer's qualifying into it, so neither
hand wins where the dealer's is too low: each pair is asked for both ways round, and a hand that wins either way is the
better one. A comparison that ends in an exception has no winner.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from _partner import Partner, start
from _ranking import Ask, Judge, evaluator
from _stdio import checkout, serve
from _three_card_poker import GAME

CATEGORIES = {
    **dict(zip("012345", ("high-card", "straight-flush", "three-of-a-kind", "straight", "flush", "pair"), strict=True)),
    "STRAIGHT_FLUSH": "straight-flush",
    "THREE_KIND": "three-of-a-kind",
    "STRAIGHT": "straight",
    "FLUSH": "flush",
    "PAIR": "pair",
    "HIGH_CARD": "high-card",
}


@dataclass(frozen=True)
class Solution:
    """Say where a solution is and which numbers its comparison gives to its first and to its second hand."""

    repository: str
    version: str
    first: str = "1"
    second: str = "2"


SOLUTIONS = {
    "hoangngo-sudo": Solution("ThreeCardPoker", "de9de11", "2", "1"),
    "twebber03": Solution("Three-Card-Poker-CS-342", "f208814"),
    "dariusgrassi": Solution("ThreeCardPokerGame", "f5bac90"),
    "akashmagnadia": Solution("ThreeCardPoker", "5f030cf"),
    "rgupta0218": Solution("ThreeCardPoker", "d7a2df9"),
    "saahil-s": Solution("ThreeCardPokerGame", "a87dd78"),
    "anadeem717": Solution("3-Card-Poker", "9451b62"),
    "Wondamonstaa": Solution("Three-Card-Poker", "43ae601", "2", "1"),
}


def variable(owner: str) -> str:
    """Name the environment variable that holds the folder of a solution's classes."""
    return f"FAIRFELT_{owner.upper().replace('-', '_')}_THREE_CARD_CLASSES"


def build(owner: str) -> Callable[[], Ask]:
    """Start a solution and wrap it."""
    solution = SOLUTIONS[owner]
    name = f"{owner}/{solution.repository}"

    def built() -> Ask:
        classes = checkout(variable(owner), f"{name}, compiled", "ThreeCardLogic.class")
        driver = Path(__file__).with_name("ThreeCardFamily.java")
        partner = start(["java", "-cp", str(classes), str(driver)])
        judge = Judge(
            "three-card",
            " ".join,
            lambda hand: _category(partner(f"evalHand {hand}")),
            lambda one, other: _won(solution, partner, one, other) - _won(solution, partner, other, one),
        )
        return evaluator(name, solution.version, "Java", GAME, judge)

    return built


def _category(told: str) -> str:
    if told not in CATEGORIES:
        raise RuntimeError(f"the engine calls a hand {told}")
    return CATEGORIES[told]


def _won(solution: Solution, partner: Partner, one: str, other: str) -> int:
    told = partner(f"compareHands {one} {other}")
    return {solution.first: 1, solution.second: -1}.get(told, 0)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in SOLUTIONS:
        raise SystemExit(f"usage: python three_card_family.py OWNER, where OWNER is one of {', '.join(SOLUTIONS)}")
    serve(build(sys.argv[1]))
