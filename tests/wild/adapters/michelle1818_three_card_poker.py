"""Adapt michelle1818/python-three-card-poker; run it with the folder of a checkout in the environment.

Its round has an ante and a play and no side bets, and hands back one number in antes, which its own text explains:
2 and -2 for a comparison won or lost, 0 for a tie, 1 where the dealer does not qualify, -1 for a fold.
"""

import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from _one_seat import Forced, arrange
from _ranking import Ask, Judge
from _stdio import checkout, serve
from _three_card_poker import Deal, Engine, Settled, by_main_bet, serve_rounds

VARIABLE = "FAIRFELT_MICHELLE1818_THREE_CARD_POKER"
ORDER = ["seat", "seat", "seat", "dealer", "dealer", "dealer"]
RANKS, SUITS = "23456789TJQKA", "scdh"
CATEGORIES = ("high-card", "pair", "flush", "straight", "three-of-a-kind", "straight-flush")


def build() -> Ask:
    """Import the game from its checkout and wrap it."""
    sys.path.insert(0, str(checkout(VARIABLE, "michelle1818/python-three-card-poker", "Poker.py")))
    game: Any = import_module("Poker")

    def hand(cards: list[str]) -> Any:
        return game.ThreeCardPokerHand([game.Card(RANKS.index(card[0]), SUITS.index(card[1])) for card in cards])

    def deal(wagers: Mapping[str, int], forced: Forced | None, _: int | None) -> Deal:
        pack = game.ThreeCardPokerDeck()
        pack.shuffle()
        names = arrange([RANKS[card.get_rank()] + SUITS[card.get_suit()] for card in pack.cards], ORDER, forced)[:6]
        player, dealer = hand(names[:3]), hand(names[3:])

        def play(action: str) -> Settled:
            stays, ante = action == "play", wagers["ante"]
            _, outcome = game.play_round(dealer, player, 2 * ante, lambda _: ante, lambda _: stays)
            return Settled([], by_main_bet(ante, outcome * ante, folded=not stays))

        return Deal(list(zip(ORDER, names, strict=True)), play)

    return serve_rounds(
        Engine(
            name="michelle1818/python-three-card-poker",
            version="bffa5f4",
            language="Python",
            side_wagers=(),
            deal=deal,
            configure=lambda _: {},
            judge=Judge(
                "three-card",
                hand,
                lambda held: CATEGORIES[held.get_rank()],
                lambda one, other: (one > other) - (one < other),
            ),
        )
    )


if __name__ == "__main__":
    serve(build)
