"""Adapt the console game hamnerben/CasinoHoldem; run it with the folder of a checkout in the environment.

The game deals the dealer's two cards, the player's two, then the board, and its main loop plays a whole round
around one question to the player. The loop is left as it is: the question is answered by the chosen action,
and the prompt after the round leads out of the loop. What the game shows on its table counts as dealt, so a
river that it shows after a fold is reported.

What it pays can't be changed: to a winning ante 100:1, 20:1, 10:1, 3:1 and 2:1 from a royal flush down to a
flush, 1:1 below; to a winning call 1:1. Without a qualifying dealer both stakes come back. A tie has no line.
"""

import contextlib
import sys
from importlib import import_module
from typing import Any

from _casino_holdem import Ask, Deal, engine, split
from _one_seat import Cards, Forced, Row, arrange
from _stdio import checkout, serve

VARIABLE = "FAIRFELT_HAMNERBEN_CASINO_HOLDEM"
ORDER = ["dealer", "dealer", "seat", "seat", "board", "board", "board", "board", "board"]


class _LeaveLoopError(Exception):
    """Leave the endless loop of the game after one round."""


def build() -> Ask:
    """Import the game from its checkout and wrap it."""
    sys.path.insert(0, str(checkout(VARIABLE, "hamnerben/CasinoHoldem", "src/main.py") / "src"))
    game: Any = import_module("main")
    prompt: Any = import_module("Prompt")
    prompt.result = prompt.gameOver = _leave

    def deal(forced: Forced | None, ante: int) -> Deal:
        deck = import_module("Deck").Deck()
        deck.shuffle()
        by_name = {_name(card): card for card in deck}
        names = arrange(list(by_name), ORDER, forced)
        deck._Deck__cards = [by_name[name] for name in names]
        deck.shuffle = lambda: None
        dealt = list(zip(ORDER, names, strict=False))

        def play(action: str) -> tuple[Cards, list[Row]]:
            purse = import_module("Money").Money(3 * ante, ante)
            tables: list[tuple[Any, ...]] = []
            prompt.printTable = lambda *table: tables.append(table)
            prompt.action = lambda _: action[0]
            with contextlib.suppress(_LeaveLoopError):
                game.rounds(deck, import_module("Hand").Hand(), purse)
            board = [("board", _name(card)) for card in tables[-1][1]]
            returned = purse.bal - (2 * ante if action == "fold" else 0)
            return board[3:], split(action, ante, returned, level="returned", won="win")

        return Deal(dealt[:7], play)

    return engine("hamnerben/CasinoHoldem", "0d9d5bd", deal, also={"all-fold": "deal-out"})


def _leave(*_: Any, **__: Any) -> None:
    raise _LeaveLoopError


def _name(card: Any) -> str:
    rank, suit = str(card.getVal()), str(card.getSuit())
    return ("T" if rank == "10" else rank.upper()) + suit[0]


if __name__ == "__main__":
    serve(build)
