"""Adapt the rules module of luankat0/casino-holdem; run it with the folder of a checkout in the environment.

The game asks for the decision before the flop, so the flop that is reported with the decision is read off
its pack in advance; the game deals that same flop once it is told to go on. The chances that it works out for
its window, which take nearly all of its time, are left out. The ante, fixed in the game, is set from outside.

What it pays can't be changed: two antes for every win, whether the dealer qualifies or not, in one sum that
it does not split. The sum is read as 1:1 on the call, with the ante handed back. A tie hands back both.
"""

import sys
from importlib import import_module
from typing import Any

from _casino_holdem import Ask, Deal, engine, split
from _one_seat import Cards, Forced, Row, arrange
from _stdio import checkout, rejected, serve

VARIABLE = "FAIRFELT_LUANKAT0_CASINO_HOLDEM"
ORDER = ["seat", "seat", "dealer", "dealer", "board", "board", "board", "board", "board"]
SUITS = {"ESPADAS": "s", "COPAS": "h", "OUROS": "d", "PAUS": "c"}


def build() -> Ask:
    """Import the game from its checkout and wrap it."""
    sys.path.insert(0, str(checkout(VARIABLE, "luankat0/casino-holdem", "game_logic.py")))
    logic: Any = import_module("game_logic")
    shuffled_pack = logic.Baralho
    logic.GameLogic.atualizar_stats = lambda _: None

    def deal(forced: Forced | None, ante: int) -> Deal:
        pack = shuffled_pack()
        by_name = {_name(card): card for card in reversed(pack.cartas)}
        names = arrange(list(by_name), ORDER, forced)
        pack.cartas[:] = [by_name[name] for name in reversed(names)]
        logic.Baralho = lambda: pack
        game = logic.GameLogic()
        game.fichas, game.aposta_ante = 3 * ante, ante
        if not game.iniciar_rodada():
            raise rejected("insufficient-stack")
        flop = pack.cartas[:-4:-1]
        held = [("seat", game.mao_jogador), ("dealer", game.mao_dealer), ("board", flop)]

        def play(action: str) -> tuple[Cards, list[Row]]:
            if action == "fold":
                game.fold()
            while game.fase != "FIM":
                game.call()
            later = [("board", _name(card)) for card in game.cartas_comunitarias[3:]]
            returned = game.fichas - (2 * ante if action == "fold" else 0)
            return later, split(action, ante, returned, level="push", won="push")

        return Deal([(place, _name(card)) for place, cards in held for card in cards], play)

    return engine("luankat0/casino-holdem", "a4d65ea", deal)


def _name(card: Any) -> str:
    return ("T" if card.valor == "10" else str(card.valor)) + SUITS[card.naipe.name]


if __name__ == "__main__":
    serve(build)
