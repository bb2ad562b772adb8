"""A whole Casino Hold'em engine to copy: keep `Engine` and `main`, put your own game in the place of `Round`."""

import json
import sys
import traceback
from itertools import combinations
from secrets import SystemRandom, randbelow
from typing import Any

Json = dict[str, Any]
RANKS, SEATS, REMEMBERED = "23456789TJQKA", range(1, 8), 1000
PACK = [rank + suit for suit in "shdc" for rank in RANKS]
CATEGORIES = ["high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house",
              "four-of-a-kind", "straight-flush", "royal-flush"]
GROUPS = {5: 0, 7: 1, 9: 2, 11: 3, 13: 6, 17: 7}  # equal ranks, counted for each card: a pair gives 2+2+1+1+1
PAIR_OF_FOURS = [CATEGORIES.index("pair"), RANKS.index("4")]
ANTE_WIN = dict(zip(CATEGORIES, ["1:1"] * 5 + ["2:1", "3:1", "10:1", "20:1", "100:1"], strict=True))


class RefusedError(Exception):
    """Say no, and leave everything as it was."""


def check(allowed: object, reason: str) -> None:
    if not allowed:
        raise RefusedError({"code": -32001, "data": {"reason": reason}})


def support(supported: object, message: str) -> None:
    if not supported:
        raise RefusedError({"code": -32002, "data": {"message": message}})


def strength(five: tuple[str, ...]) -> list[int]:
    values = [RANKS.index(card[0]) for card in five]
    ranks = sorted(values, key=lambda rank: (values.count(rank), rank), reverse=True)
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]  # the ace plays low in 5-4-3-2-A
    suited, run = len({card[1] for card in five}) == 1, len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4
    special = 8 + (ranks[0] == 12) if suited and run else 5 if suited else 4 if run else None
    return [special or GROUPS[sum(map(values.count, values))], *ranks]


class Round:
    """One round. YOUR GAME GOES HERE: `Engine` uses `antes`, `stacks`, `void`, `waiting`, `act` and `state`."""

    def __init__(self, name: str, boxes: list[Json], deck: list[str], odds: dict[str, list[int]]) -> None:
        self.name, self.deck, self.odds, self.void = name, deck, odds, False
        self.antes: dict[int, int] = {box["seat"]: box["wagers"]["ante"] for box in boxes}
        self.stacks: dict[int, int] = {box["seat"]: box["stack"] for box in boxes if "stack" in box}
        self.actions: dict[int, str] = {}
        self.dealt: list[Json] = []
        self.deal([*(f"seat.{seat}" for seat in self.antes), "dealer"] * 2 + ["board"] * 3)

    def deal(self, places: list[str]) -> None:
        self.dealt += [{"to": to, "card": self.deck[n]} for n, to in enumerate(places, len(self.dealt))]

    def cards(self, *places: str) -> list[str]:
        return [card["card"] for card in self.dealt if card["to"] in places]

    def waiting(self) -> int | None:
        return next((seat for seat in self.antes if seat not in self.actions and not self.void), None)

    def callers(self) -> list[int]:
        return [seat for seat, action in self.actions.items() if action == "call"]

    def act(self, seat: int, action: str) -> None:
        self.actions[seat] = action
        if self.callers() and self.waiting() is None:
            self.deal(["board"] * 2)

    def best(self, place: str) -> tuple[str, ...]:
        return max(combinations(self.cards(place, "board"), 5), key=strength)

    def hand(self, place: str) -> Json:
        rank = strength(five := self.best(place))
        hand = {"cards": list(five), "category": CATEGORIES[rank[0]]}
        if place == "dealer":
            return {"dealer-hand": {**hand, "qualifies": rank >= PAIR_OF_FOURS}}
        return {"player-hand": hand}

    def outcomes(self, seat: int) -> list[tuple[str, int, str, list[int]]]:
        """Say for each wager that was placed: its name, the stake, the outcome, and the odds of a win."""
        ante, call, even, called = self.antes[seat], 2 * self.antes[seat], [1, 1], seat in self.callers()
        if self.void:
            return [("ante", ante, "returned", even), ("call", call, "returned", even)][: 1 + called]
        if not called:
            return [("ante", ante, "forfeit", even)]
        player, dealer = strength(self.best(f"seat.{seat}")), strength(self.best("dealer"))
        odds = self.odds.get(CATEGORIES[player[0]])
        won = ("ante", ante, "win", odds) if odds else ("ante", ante, "lose", even)
        if dealer < PAIR_OF_FOURS:
            return [won, ("call", call, "returned", even)]
        if player > dealer:
            return [won, ("call", call, "win", even)]
        tied = "push" if player == dealer else "lose"
        return [("ante", ante, tied, even), ("call", call, tied, even)]

    def ledger(self) -> list[Json]:
        rows = [(seat, *row) for seat in self.antes for row in self.outcomes(seat)]
        paid = {"win": lambda staked, up, down: staked + staked * up // down, "lose"...}
