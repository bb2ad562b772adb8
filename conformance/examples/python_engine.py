"""A whole Casino Hold'em engine to copy: keep `ask` and the loop at the end, put your own game between them."""

import json
import sys
from itertools import combinations
from random import SystemRandom
from typing import Any

Json = dict[str, Any]
RANKS, SEATS, NO_LIMIT = "23456789TJQKA", 7, 10**18
PACK = [rank + suit for suit in "shdc" for rank in RANKS]
CATEGORIES = ["high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house",
              "four-of-a-kind", "straight-flush", "royal-flush"]
EQUAL_RANKS = {5: 0, 7: 1, 9: 2, 11: 3, 13: 6, 17: 7}  # counted for each card: a pair gives 2+2+1+1+1
PAIR_OF_FOURS = (CATEGORIES.index("pair"), [RANKS.index("4")])
ANTE_WIN = dict(zip(CATEGORIES, ["1:1"] * 5 + ["2:1", "3:1", "10:1", "20:1", "100:1"], strict=True))
RULES = {"game": "casino-holdem", "variant": "electronic", "antewin": "replaces", "antewin-claim": "automatic",
         "call-unqualified": "returned", "tie": "both-push", "burn": "none", "all-fold": "stop"}


def need(allowed: object, reason: str, code: int = -32001) -> None:
    if not allowed:
        raise PermissionError({"code": code, "message": reason, "data": {"reason": reason}})


def strength(five: tuple[str, ...]) -> tuple[int, list[int]]:
    values = [RANKS.index(card[0]) for card in five]
    ranks = sorted(values, key=lambda rank: (values.count(rank), rank), reverse=True)
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]  # the ace plays low in 5-4-3-2-A
    flush, straight = len({card[1] for card in five}) == 1, len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4
    special = 8 + (ranks[0] == 12) if flush and straight else 5 if flush else 4 if straight else 0
    return special or EQUAL_RANKS[sum(map(values.count, values))], ranks


class Engine:
    def ask(self, method: str, params: Json) -> Json:
        answers = {"hello": self.hello, "configure": self.configure, "round.start": self.start,
                   "round.act": self.act, "round.abandon": self.abandon, "bye": lambda _: {}}
        try:
            need(method in answers, f"{method} is not known here", -32002)
            return answers[method](params)
        except PermissionError as refusal:
            return {"error": refusal.args[0]}

    def hello(self, params: Json) -> Json:
        need(params["protocol"] == 1, "this engine speaks protocol 1", -32004)
        return {"protocol": 1, "engine": {"name": "example", "version": "1"}, "games": [{"game": RULES["game"]}],
                "capabilities": {"stepwise": True, "forced_deck": True, "stacks": True, "multi_seat": SEATS}}

    def configure(self, params: Json) -> Json:
        tables, limits = params.get("pay_tables", {}), params.get("limits", {})
        chosen = {"game": params["game"], "variant": params.get("variant", "electronic")}
        need({**chosen, **params.get("options", {})}.items() <= RULES.items(), "not these rules", -32002)
        need(tables.keys() | limits.keys() <= {"ante"}, "only the ante has a pay table and limits", -32002)
        ante = {"min": 1, "max": NO_LIMIT, "step": 1, **limits.get("ante", {})}
        self.antes = range(ante["min"], ante["max"] + 1, ante["step"])
        self.table, self.round = tables["ante"]["rows"] if tables else ANTE_WIN, {}
        return {}

    def start(self, params: Json) -> Json:
        boxes = {box["seat"]: {"stack": NO_LIMIT, **box} for box in params["seats"]}
        need(boxes and len(boxes) == len(params["seats"]) and max(boxes) <= SEATS, "seat-limit")
        for wagers, stack in [(box["wagers"], box["stack"]) for box in boxes.values()]:
            need(wagers.keys() <= {"ante", "call"}, "unknown-wager")
            need("call" not in wagers, "illegal-action")
            need(wagers.get("ante") in self.antes, "limits" if wagers else "relation")
            need(wagers["ante"] <= stack, "insufficient-stack")
        deck = params.get("deck") or SystemRandom().sample(PACK, len(PACK))
        need(len(set(deck)) == len(deck), "duplicate-card")
        places = [*(f"seat.{seat}" for seat in sorted(boxes)), "dealer"] * 2 + ["board"] * 5
        dealt = [{"to": place, "card": card} for place, card in zip(places, deck, strict=False)]
        self.round = {"name": params["round"], "boxes": boxes, "waiting": sorted(boxes), "dealt": dealt}
        return self.tell("decision", dealt[:-2])

    def act(self, params: Json) -> Json:
        need(params["round"] == self.round.get("name"), "round-over")
        seat, action, wagers = params["seat"], params["action"], params.get("wagers", {})
        need(seat == self.round["waiting"][0] and "bettor" not in params, "wrong-seat")
        need(action in ("fold", "call"), "illegal-action")
        need(wagers.keys() <= {"ante", "call"}, "unknown-wager")
        box = self.round["boxes"][seat]
        call = 2 * box["wagers"]["ante"]
        need(wagers == ({"call": call} if action == "call" else {}), "relation")
        need(box["wagers"]["ante"] + sum(wagers.values()) <= box["stack"], "insufficient-stack")
        box["wagers"] = {**box["wagers"], **wagers}
        self.round["waiting"].pop(0)
        if self.round["waiting"]:
            return self.tell("decision", [])
        called = any("call" in box["wagers"] for box in self.round["boxes"].values())
        return self.tell("settled", self.round["dealt"][-2:] if called else [])

    def abandon(self, params: Json) -> Json:
        need(params["round"] == self.round.get("name"), "round-over")
        return self.tell("void", [])

    def tell(self, phase: str, dealt: list[Json]) -> Json:
        state = {"round": self.round["name"], "phase": phase, "dealt": dealt}
        if phase == "decision":
            seat = self.round["waiting"][0]
            call = 2 * self.round["boxes"][seat]["wagers"]["ante"]
            legal = [{"action": "fold"}, {"action": "call", "wagers": {"call": {"min": call, "max": call}}}]
            return {**state, "awaiting": {"seat": seat, "decision": "decide", "legal": legal}}
        ledger = [{"seat": seat, "wager": wager, "staked": staked, "returned": back, "outcome": outcome}
                  for seat, box in sorted(self.round["boxes"].items())
                  for (wager, staked), (back, outcome) in zip(box["wagers"].items(), self.settle(seat, phase))]
        stacks = {f"seat.{seat}": box["stack"] + sum(row["returned"] - row["staked"] for row in ledger
                  if row["seat"] == seat) for seat, box in self.round["boxes"].items() if box["stack"] < NO_LIMIT}
        self.round = {}
        return {**state, "ledger": ledger, "stacks": stacks}

    def settle(self, seat: int, phase: str) -> list[tuple[int, str]]:
        """Say what comes back for the ante and for the call, and why."""
        ante, player, dealer = self.round["boxes"][seat]["wagers"]["ante"], self.best(f"seat.{seat}"), self.best("dealer")
        if phase == "void":
            return [(ante, "returned"), (2 * ante, "returned")]
        if "call" not in wagers:
            return [(0, "forfeit")]
        if dealer >= PAIR_OF_FOURS and player <= dealer:
            return [(ante, "push"), (2 * ante, "push")] if player == dealer else [(0, "lose"), (0, "lose")]
        won = ...
        return [won, (4 * ante, "win") if dealer >= PAIR_OF_FOURS else (2 * ante, "returned")]

    def best(self, place: str) -> tuple[int, list[int]]:
        cards = [dealt["card"] for dealt in self.round["dealt"] if dealt["to"] in (place, "board")]
        return max(map(strength, combinations(cards, 5)))


if __name__ == "__main__":
    engine = Engine()
    for line in sys.stdin.buffer:
        request = json.loads(line)
        answer = engine.ask(request["method"], request.get("params", {}))
        answer = answer if "error" in answer else {"result": answer}
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **answer}), flush=True)
