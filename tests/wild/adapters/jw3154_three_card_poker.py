"""Adapt the game engine of JW-3154/three-card-poker; run it with the folder of a checkout in the environment.

The engine takes its Pair Plus table from outside, in whole odds. It knows a mini royal in its California rules
alone, which are chosen where the table pays it apart. The table of its ante bonus is left as the checkout has it, and
the bonus is counted with the ante, on which it is paid. Its least bets are set to 1. It deals one card at a time.

The ledger is the settlement that the engine hands to its screen; the stack is its player's balance.
"""

import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from _one_seat import Forced, arrange
from _ranking import Ask, Judge, called
from _stdio import Json, checkout, rejected, serve, unsupported
from _three_card_poker import Deal, Engine, Settled, rows_of, serve_rounds

VARIABLE = "FAIRFELT_JW3154_THREE_CARD_POKER"
ORDER = ["seat", "dealer"] * 3
SUITS = {"♠": "s", "♣": "c", "♥": "h", "♦": "d"}
RANKS = ("high-card", "pair", "flush", "straight", "three-of-a-kind", "straight-flush", "mini-royal")
PURSE = 10**12
LIMITS = {"min_ante_bet": 1, "min_pair_plus_bet": 1, "max_ante_bet": PURSE, "max_pair_plus_bet": PURSE}
BY_WAGER = {"ante": "ante_bet", "pair-plus": "pair_plus_bet"}


def build() -> Ask:
    """Import the engine from its checkout and wrap it."""
    sys.path.insert(0, str(checkout(VARIABLE, "JW-3154/three-card-poker", "src/core/game_engine.py")))
    logic: Any = import_module("src.core.game_engine")
    people: Any = import_module("src.models.participants")
    evaluators = {
        "standard": import_module("src.core.evaluators.standard_evaluator").StandardEvaluator,
        "california": import_module("src.core.evaluators.california_evaluator").CaliforniaEvaluator,
    }
    shipped = import_module("src.services.config_service").ConfigService().get_game_engine_config()
    standard = evaluators["standard"]()
    by_name = {_name(card): card for card in import_module("src.models.deck").Deck().cards}
    chosen: dict[str, Any] = {"rules": "standard", "table": shipped["standard"]["pair_plus"]}
    limits, limited = dict(LIMITS), []

    def limit(by_wager: Mapping[str, tuple[int, int]]) -> None:
        limited[:] = [True]
        for wager, named in BY_WAGER.items():
            limits[f"min_{named}"], limits[f"max_{named}"] = by_wager[wager]

    def configure(tables: Json) -> Json:
        if "pair-plus" in tables:
            rows = tables["pair-plus"]["rows"]
            own_line = rows.get("mini-royal", rows.get("straight-flush")) != rows.get("straight-flush")
            chosen.update(table=_table(rows), rules="california" if own_line else "standard")
        paid = {RANKS[rank]: f"{net}:1" for rank, net in sorted(chosen["table"].items(), reverse=True) if net}
        return {"pair-plus": {"table": "as configured", "rows": paid}}

    def deal(wagers: Mapping[str, int], forced: Forced | None, stack: int | None) -> Deal:
        rules = chosen["rules"]
        player = people.Player(PURSE if stack is None else stack)
        bonus, table = shipped[rules]["ante_bonus"], chosen["table"]
        game = logic.GameEngine(player, people.Dealer(), evaluators[rules](), bonus, table, bool(limited), limits)
        _place(game.place_ante_bet, wagers["ante"], game.max_ante_bet, limits["max_ante_bet"])
        if "pair-plus" in wagers:
            most = game.max_pair_plus_bet, limits["max_pair_plus_bet"]
            _place(game.place_pair_plus_bet, wagers["pair-plus"], *most)
        game.shuffle_deck()
        deck = game._GameEngine__deck
        deck.cards = [by_name[name] for name in arrange([_name(card) for card in deck.cards], ORDER, forced)]
        draw = {"seat": game.draw_card_for_player, "dealer": game.draw_card_for_dealer}
        dealt = [(place, _name(draw[place]())) for place in ORDER]
        game.sort_hands()

        def play(action: str) -> Settled:
            if action == "fold":
                rows = rows_of(wagers, dict.fromkeys(wagers, 0), folded=True)
                return Settled([], rows, game.player_balance)
            game.place_play_bet()
            return Settled([], _rows(wagers, game.settle()), game.player_balance)

        return Deal(dealt, play)

    return serve_rounds(
        Engine(
            name="JW-3154/three-card-poker",
            version="7794d4d",
            language="Python",
            side_wagers=("pair-plus",),
            deal=deal,
            configure=configure,
            judge=Judge(
                "three-card",
                lambda cards: _valued(standard, [by_name[card] for card in cards]),
                lambda hand: called(hand[0].name),
                lambda one, other: _compare(standard, one, other),
            ),
            capabilities={"stacks": True},
            limit=limit,
        )
    )


def _place(bet: Any, amount: int, covered: int, most: int) -> None:
    try:
        bet(amount)
    except ValueError:
        raise rejected("insufficient-stack" if covered < amount <= most else "limits") from None


def _rows(wagers: Mapping[str, int], told: Json) -> list[Any]:
    ante = wagers["ante"]
    back = 0 if told["outcome"] == "lose" else ante
    staked = {"ante": ante, "play": ante, **wagers}
    returned = {
        "ante": back + min(told["winnings"], ante) + told["ante_bonus_payout"],
        "play": back + max(told["winnings"] - ante, 0),
        "pair-plus": wagers.get("pair-plus", 0) + told["pair_plus_payout"] if told["pair_plus_payout"] else 0,
    }
    return rows_of(staked, returned, folded=False, level="push" if told["is_dealer_qualified"] else "returned")


def _table(rows: Mapping[str, str]) -> dict[int, int]:
    if any(line not in RANKS or not odds.endswith(":1") for line, odds in rows.items()):
        raise unsupported("the engine pays whole odds to 1, for three-card hands")
    paid = {line: int(odds.removesuffix(":1")) for line, odds in rows.items()}
    return {rank: paid.get(line, 0) for rank, line in enumerate(RANKS)}


def _valued(evaluator: Any, cards: list[Any]) -> tuple[Any, tuple[int, ...]]:
    values, suited = evaluator.get_virtual_hand(sorted(cards, key=lambda card: card.value, reverse=True))
    return evaluator.evaluate_hand_rank(values, suited), values


def _compare(evaluator: Any, one: Any, other: Any) -> int:
    won = evaluator.can_player_win(True, one[0], other[0], one[1], other[1])
    return 0 if won is None else 1 if won else -1


def _name(card: Any) -> str:
    return ("T" if card.rank == "10" else str(card.rank)) + SUITS[card.suit]


if __name__ == "__main__":
    serve(build)
