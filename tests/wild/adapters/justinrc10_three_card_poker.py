"""Adapt the simulation justinrc10/threecardpoker; run it with the folder of a checkout in the environment.

The script begins to ask for numbers as soon as it is loaded, so its first question ends the loading; by then all its
functions are there. It decides for its player, by a rule of its own: the chosen action takes the place of that rule.
It keeps a purse and no ledger: what each of its two pay functions adds to the purse is read off while they run, the one
as the ante with the play, the other as Pair Plus. A fold takes the ante and Pair Plus without them.
"""

import contextlib
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

from _one_seat import Forced, Row, arrange
from _ranking import Ask, Judge
from _stdio import checkout, serve
from _three_card_poker import Deal, Engine, Settled, by_main_bet, odds, rows_of, serve_rounds

VARIABLE = "FAIRFELT_JUSTINRC10_THREE_CARD_POKER"
ORDER = ["seat", "seat", "seat", "dealer", "dealer", "dealer"]
WORDS = {"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack", "T": "10"}
SUITS = {"s": "Spades", "h": "Hearts", "d": "Diamonds", "c": "Clubs"}
CATEGORIES = ("high-card", "pair", "flush", "straight", "three-of-a-kind", "straight-flush")


class _AskedError(Exception):
    """End the loading at the first question."""


def build() -> Ask:
    """Load the script from its checkout and wrap it."""
    script = checkout(VARIABLE, "justinrc10/threecardpoker", "threecardpoker.py") / "threecardpoker.py"
    names: dict[str, Any] = {"__name__": "threecardpoker", "input": _asked}
    with contextlib.suppress(_AskedError):
        exec(compile(script.read_text(encoding="utf-8"), str(script), "exec"), names)
    game, own_rule = SimpleNamespace(**names), names["checkIfPlaying"]
    added: dict[str, int] = {}
    for function in ("payoutAnte", "payoutPairPlus"):
        names[function] = _measured(function, names[function], added)

    def outcome(player: Any, dealer: Any, stays: bool) -> Any:
        def told(*both: Any) -> None:
            own_rule(*both)
            player.play = stays

        names["checkIfPlaying"] = told
        return game.checkOutcome(player, dealer)

    def deal(wagers: Mapping[str, int], forced: Forced | None, _: int | None) -> Deal:
        ante, side = wagers["ante"], wagers.get("pair-plus", 0)
        player, dealer = game.player(10 * (abs(ante) + abs(side)), 0, ante, side), game.dealer()
        game.placeBets(player)
        pack = [_name(card) for card in reversed(game.newDeck())]
        dealt = arrange(pack, ORDER, forced)[:6]
        player.hand, dealer.hand = _hand(game, dealt[:3]), _hand(game, dealt[3:])

        def play(action: str) -> Settled:
            stays = action == "play"
            told = game.statistics()
            told.currentMatchOutcome = outcome(player, dealer, stays)
            purse = player.funds
            game.payout(player, dealer, told)
            if not stays:
                left = sum(wagers.values()) + player.funds - purse
                return Settled([], rows_of(wagers, {**dict.fromkeys(wagers, 0), "ante": left}, folded=True))
            main = by_main_bet(player.ante, added["payoutAnte"], folded=False)
            return Settled([], main + (_side(player, added["payoutPairPlus"]) if "pair-plus" in wagers else []))

        return Deal(list(zip(ORDER, dealt, strict=True)), play)

    def compare(one: Any, other: Any) -> int:
        player, dealer = game.player(0, 0, 0, 0), game.dealer()
        player.hand, dealer.hand = one, other
        return {"Win": 1, "Lose": -1, "Tie": 0}[outcome(player, dealer, True)]

    return serve_rounds(
        Engine(
            name="justinrc10/threecardpoker",
            version="28e0196",
            language="Python",
            side_wagers=("pair-plus",),
            deal=deal,
            configure=lambda _: {"pair-plus": odds("pair-plus", 40, 30, 5, 4, 1)},
            judge=Judge(
                "three-card",
                lambda cards: _hand(game, cards),
                lambda hand: CATEGORIES[game.checkHandType(hand)[0] - 1],
                compare,
            ),
        )
    )


def _asked(*_: Any) -> None:
    raise _AskedError


def _measured(function: str, pay: Callable[..., None], added: dict[str, int]) -> Callable[..., None]:
    """Note what a pay function adds to the purse of the player, whom it is given first."""

    def measured(player: Any, *given: Any) -> None:
        before = player.funds
        pay(player, *given)
        added[function] = player.funds - before

    return measured


def _side(player: Any, net: int) -> list[Row]:
    return rows_of({"pair-plus": player.pairPlus}, {"pair-plus": player.pairPlus + net}, folded=False)


def _hand(game: Any, cards: list[str]) -> list[Any]:
    return [game.card(WORDS.get(card[0], card[0]), SUITS[card[1]]) for card in cards]


def _name(card: Any) -> str:
    short = {word: rank for rank, word in WORDS.items()}
    return f"{short.get(card.rank, card.rank)}{card.suit[0].lower()}"


if __name__ == "__main__":
    serve(build)
