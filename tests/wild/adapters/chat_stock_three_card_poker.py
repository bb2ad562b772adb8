"""Adapt the Three Card Poker module of Moithas/Chat-Stock; run it with the folder of a checkout in the environment.

The module is JavaScript and is driven by `chat_stock.js` beside this file, which needs `node`. Its one range of bets
holds for the ante and the side bets alike; it is opened to anything from 1 up unless limits are sent. Its pay tables
can't be changed. The ante bonus that it pays is counted with the ante, on which it is paid.

Its comparison of hands is no public function, so hands are put in order by the value and the high cards that its
evaluator gives them. It finds the best of six cards too, but only to look up a pay line, and ranks no such hands.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from _one_seat import Forced, arrange
from _partner import start
from _ranking import Ask, Judge, called
from _stdio import Json, checkout, rejected, serve, unsupported
from _three_card_poker import Deal, Engine, Settled, named, rows_of, serve_rounds

VARIABLE = "FAIRFELT_MOITHAS_CHAT_STOCK"
ORDER = ["seat", "seat", "seat", "dealer", "dealer", "dealer"]
PACK = [rank + suit for suit in "shdc" for rank in "23456789TJQKA"]
RESULTS = {"ante": "anteResult", "play": "playResult", "pair-plus": "pairPlusResult", "six-card-bonus": "sixCardResult"}


def build() -> Ask:
    """Start the module from its checkout and wrap it."""
    folder = checkout(VARIABLE, "Moithas/Chat-Stock", "threecardpoker.js")
    partner = start(["node", str(Path(__file__).with_name("chat_stock.js")), str(folder)])

    def tell(do: str, **details: Any) -> Any:
        return json.loads(partner(json.dumps({"do": do, **details})))

    def deal(wagers: Mapping[str, int], forced: Forced | None, _: int | None) -> Deal:
        cards = arrange(PACK, ORDER, forced)[: len(ORDER)] if forced else None
        side = {"pairPlus": wagers.get("pair-plus", 0), "sixCard": wagers.get("six-card-bonus", 0)}
        dealt = tell("deal", ante=wagers["ante"], **side, cards=cards)
        if "refused" in dealt:
            raise rejected("limits")

        def play(action: str) -> Settled:
            told = tell(action)
            told["anteResult"] += told["anteBonusResult"]
            staked = {"ante": wagers["ante"], **({"play": wagers["ante"]} if action == "play" else {}), **wagers}
            returned = {wager: amount + told[RESULTS[wager]] for wager, amount in staked.items()}
            level = "push" if told["dealerQualifies"] else "returned"
            hands = named(
                (dealt["seat"], called(told["playerHand"]["rank"])),
                (dealt["dealer"], called(told["dealerHand"]["rank"])),
                qualifies=told["dealerQualifies"],
            )
            return Settled([], rows_of(staked, returned, folded=action == "fold", level=level), hands=hands)

        return Deal([(place, card) for place in ("seat", "dealer") for card in dealt[place]], play)

    def limit(by_wager: Mapping[str, tuple[int, int]]) -> None:
        if len(set(by_wager.values())) > 1:
            raise unsupported("the engine has one range for all bets")
        least, most = by_wager["ante"]
        tell("limit", least=least, most=most)

    return serve_rounds(
        Engine(
            name="Moithas/Chat-Stock",
            version="ee9332f",
            language="JavaScript",
            side_wagers=("pair-plus", "six-card-bonus"),
            deal=deal,
            configure=lambda _: {wager: _table(lines) for wager, lines in tell("tables").items()},
            judge=Judge(
                "three-card",
                lambda cards: tell("hand", cards=cards),
                lambda hand: called(hand["rank"]),
                lambda one, other: (_strength(one) > _strength(other)) - (_strength(one) < _strength(other)),
            ),
            capabilities={"hands": True},
            limit=limit,
        )
    )


def _table(lines: Mapping[str, int]) -> Json:
    return {"table": "-".join(map(str, lines.values())), "rows": {called(line): f"{n}:1" for line, n in lines.items()}}


def _strength(hand: Json) -> list[int]:
    return [hand["value"], *hand["highCards"]]


if __name__ == "__main__":
    serve(build)
