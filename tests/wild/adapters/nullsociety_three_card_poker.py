"""Adapt the Three Card Poker module of happybigmtn/nullsociety; run it with the built driver in the environment.

The module is Rust without a program of its own. `nullsociety.rs` beside this file drives it: that file, next to a link
named `casino` to the folder `execution/src/casino` of a checkout, is all that the compiler needs.

The ledger is the module's own record of the round, which must agree with the money that it moves. Its pay tables can't
be changed; its ante bonus is counted with the ante, on which it is paid. It draws the dealer's cards at the end, so
they are dealt after the decision. A bet that is not positive never reaches the module: its project refuses an ante of
0, and amounts below 0 can't be written.
"""

import json
from collections.abc import Mapping

from _one_seat import Forced, arrange
from _partner import program, start
from _ranking import Ask, Judge, called
from _stdio import rejected, serve, unsupported
from _three_card_poker import Deal, Engine, Settled, named, odds, rows_of, serve_rounds

VARIABLE = "FAIRFELT_HAPPYBIGMTN_NULLSOCIETY_PROGRAM"
ORDER = ["seat", "seat", "seat", "dealer", "dealer", "dealer"]
PACK = [rank + suit for suit in "shdc" for rank in "A23456789TJQK"]
RETURNS = {
    "ante": "anteReturn",
    "play": "playReturn",
    "pair-plus": "pairplusReturn",
    "six-card-bonus": "sixCardReturn",
}


def build() -> Ask:
    """Start the driver and wrap it."""
    partner = start([program(VARIABLE, "the program that nullsociety.rs and a checkout are built to")])

    def deal(wagers: Mapping[str, int], forced: Forced | None, _: int | None) -> Deal:
        if forced is None:
            raise unsupported("the module draws its cards from a project that is not there: send the cards")
        names = arrange(PACK, ORDER, forced)[:6]
        bets = [wagers["ante"], wagers.get("pair-plus", 0), wagers.get("six-card-bonus", 0)]
        if bets[0] < 1 or not all(0 <= bet < 2**64 for bet in bets):
            raise rejected("limits")
        if partner(f"deal {' '.join(map(str, bets))} {_numbers(names)}") != "ok":
            raise rejected("limits")

        def play(action: str) -> Settled:
            moved, _, told = partner("act 0" if action == "play" else "act 1").partition(" ")
            record = json.loads(told)
            if int(moved) - wagers["ante"] != record["netPnl"]:
                raise RuntimeError(f"the module moves {int(moved) - wagers['ante']} and records {record['netPnl']}")
            staked = {"ante": wagers["ante"], **({"play": record["playBet"]} if action == "play" else {}), **wagers}
            returned = {wager: record[RETURNS[wager]] for wager in staked}
            level = "push" if record["dealer"]["qualifies"] else "returned"
            dealer = [("dealer", PACK[card]) for card in record["dealer"]["cards"]]
            hands = named(
                (names[:3], called(record["player"]["rank"])),
                ([card for _, card in dealer], called(record["dealer"]["rank"])),
                qualifies=record["dealer"]["qualifies"],
            )
            return Settled(dealer, rows_of(staked, returned, folded=action == "fold", level=level), hands=hands)

        return Deal(list(zip(ORDER, names, strict=True))[:3], play)

    return serve_rounds(
        Engine(
            name="happybigmtn/nullsociety",
            version="d82d637",
            language="Rust",
            side_wagers=("pair-plus", "six-card-bonus"),
            deal=deal,
            configure=lambda _: {
                "pair-plus": odds("pair-plus", 40, 30, 6, 3, 1),
                "six-card-bonus": odds("six-card-bonus", 1000, 200, 100, 20, 15, 10, 7),
            },
            judge=Judge(
                "three-card",
                _numbers,
                lambda hand: called(partner(f"hand {hand}")),
                lambda one, other: int(partner(f"compare {one} {other}")),
            ),
            capabilities={"hands": True},
        )
    )


def _numbers(cards: list[str]) -> str:
    return " ".join(str(PACK.index(card)) for card in cards)


if __name__ == "__main__":
    serve(build)
