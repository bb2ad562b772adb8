"""Adapt the hand evaluator of luizhtm/three-card-poker-simulator; run it with a checkout in the environment.

It gives a hand one number, whose size alone tells the category: each begins at a power of ten of its own.
"""

import sys
from importlib import import_module
from typing import Any

from _ranking import Ask, Judge, evaluator
from _stdio import checkout, serve
from _three_card_poker import GAME

VARIABLE = "FAIRFELT_LUIZHTM_THREE_CARD_POKER"
BEGINS = (
    (10**14, "straight-flush"),
    (10**12, "three-of-a-kind"),
    (10**10, "straight"),
    (10**8, "flush"),
    (10**6, "pair"),
    (0, "high-card"),
)


def build() -> Ask:
    """Import the evaluator from its checkout and wrap it."""
    sys.path.insert(0, str(checkout(VARIABLE, "luizhtm/three-card-poker-simulator", "main.py")))
    simulator: Any = import_module("main")
    judge = Judge(
        "three-card",
        lambda cards: simulator.check_hand([card.upper() for card in cards]),
        lambda score: next(name for begin, name in BEGINS if score >= begin),
        lambda one, other: (one > other) - (one < other),
    )
    return evaluator("luizhtm/three-card-poker-simulator", "266dbbf", "Python", GAME, judge)


if __name__ == "__main__":
    serve(build)
