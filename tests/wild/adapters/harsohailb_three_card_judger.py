"""Adapt harsohailB/three-card-poker-judger; run it with the folder of a checkout in the environment.

The program names the winners among hands of one pack. Hands that share cards are compared here too, so its comparison
of two players is asked for directly, past the pack that it keeps.
"""

import sys
from importlib import import_module
from typing import Any

from _ranking import Ask, Judge, called, evaluator
from _stdio import checkout, serve
from _three_card_poker import GAME

VARIABLE = "FAIRFELT_HARSOHAILB_THREE_CARD_JUDGER"


def build() -> Ask:
    """Import the program from its checkout and wrap it."""
    sys.path.insert(0, str(checkout(VARIABLE, "harsohailB/three-card-poker-judger", "game/game.py") / "game"))
    game: Any = import_module("game")
    pack = game.Deck.instance()
    table = object.__new__(game.Game)

    def compare(one: Any, other: Any) -> int:
        winner = table.compare_players(one, other)
        return 0 if winner is None else 1 if winner is one else -1

    judge = Judge(
        "three-card",
        lambda cards: game.Player("hand", [pack.get_card(card) for card in cards]),
        lambda player: called(player.hand.name),
        compare,
    )
    return evaluator("harsohailB/three-card-poker-judger", "79f147a", "Python", GAME, judge)


if __name__ == "__main__":
    serve(build)
