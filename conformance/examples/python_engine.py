"""A whole Casino Hold'em engine to copy: keep `ask` and the loop at the end, put your own game between them."""

import json
import sys
from itertools import combinations
from random import SystemRandom
from typing import Any

Json = dict[str, Any]
RANKS, SEATS = "23456789TJQKA", 7
PACK = [rank + suit for suit in "shdc" for rank in RANKS]
CATEGORIES = ["high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house",
              "four-of-a-kind", "straight-flush", "royal-flush"]
EQUAL_RANKS = {5: 0, 7: 1, 9: 2, 11: 3, 13: 6, 17: 7}  # counted for each card: a pair gives 2+2+1+1+1
PAIR_OF_FOURS = (CATEGORIES.index("pair"), [RANKS.index("4")])
ANTE_WIN = dict(zip(CATEGORIES, ["1:1"] * 5 + ["2:1", "3:1", "10:1", "20:1", "100:1"], strict=True))
WIN, PUSH, LOSE = ("win", "1:1"), ("push", "0:1"), ("lose", "-1:1")
RETURNED, FORFEIT = ("returned", "0:1"), ("forfeit", "-1:1")
RULES = {"game": "casino-holdem", "variant": "electronic", "antewin": "replaces", "antewin-claim": "automatic",
         "call-unqualified": "returned", "tie": "both-push", "burn": "none", "all-fold": "stop"}


def need(allowed: object, reason: str, code: int = -32001) -> None:
    if not allowed:
        raise PermissionError({"code": code, "message": reason, "data": {"reason": reason}})


def best(cards: list[str]) -> tuple[int, list[int]]:
    return max(strength(five) for five in combinations(cards, 5))


def strength(five: tuple[str, ...]) -> tuple[int, list[int]]:
    values = [RANKS.index(card[0]) for card in five]
    ranks = sorted(values, key=lambda rank: (values.count(rank), rank), reverse=True)
    ranks = [3, 2, 1, 0, -1] if ranks == [12, 3, 2, 1, 0] else ranks  # the ace plays low in 5-4-3-2-A
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

    def hello(self, _: Json) -> Json:
        return {"protocol": 1, "engine": {"name": "example", "version": "1"}, "games": [{"game": RULES["game"]}],
                "capabilities": {"stepwise": True, "forced_deck": True, "stacks": True, "multi_seat": SEATS}}

    def configure(self, params: Json) -> Json:
        options, tables, limits = (params.get(name, {}) for name in ("options", "pay_tables", "limits"))
        chosen = {"game": params["game"], "variant": params.get("variant", "electronic"), **options}
        need(chosen.items() <= RULES.items(), "only the default rules are played here", -32002)
        need(tables.keys() | limits.keys() <= {"ante"}, "only the ante has a pay table and limits", -32002)
        ante = {"min": 1, "max": sys.maxsize, "step": 1, **limits.get("ante", {})}
        self.antes = range(ante["min"], ante["max"] + 1, ante["step"])
        self.rows, self.round = tables["ante"]["rows"] if tables else ANTE_WIN, {}
        return {}

    def start(self, params: Json) -> Json:
        boxes = {box["seat"]: {**box} for box in sorted(params["seats"], key=lambda box: box["seat"])}
        need(boxes and len(boxes) == len(params["seats"]) and max(boxes) <= SEATS, "seat-limit")
        for box in boxes.values():
            need(box["wagers"].keys() <= {"ante", "call"}, "unknown-wager")
            need("call" not in box["wagers"], "illegal-action")
            need("ante" in box["wagers"], "relation")
            need(box["wagers"]["ante"] in self.antes, "limits")
            need(box["wagers"]["ante"] <= box.get("stack", sys.maxsize), "insufficient-stack")
        deck = params.get("deck") or SystemRandom().sample(PACK, len(PACK))
        need(len(set(deck)) == len(deck), "duplicate-card")
        places = [*(f"seat.{seat}" for seat in boxes), "dealer"] * 2 + ["board"] * 5
        dealt = [{"to": place, "card": card} for place, card in zip(places, deck, strict=False)]
        self.round = {"name": params["round"], "boxes": boxes, "waiting": list(boxes), "dealt": dealt}
        return self.tell("decision", dealt[:-2])

    def act(self, params: Json) -> Json:
        need(params["round"] == self.round.get("name"), "round-over")
        boxes, waiting, wagers = self.round["boxes"], self.round["waiting"], params.get("wagers", {})
        need(params["seat"] == waiting[0] and "bettor" not in params, "wrong-seat")
        box = boxes[waiting[0]]
        legal = {"fold": {}, "call": {"call": 2 * box["wagers"]["ante"]}}
        need(params["action"] in legal, "illegal-action")
        need(wagers.keys() <= {"ante", "call"}, "unknown-wager")
        need(wagers == legal[params["action"]], "relation")
        need(box["wagers"]["ante"] + sum(wagers.values()) <= box.get("stack", sys.maxsize), "insufficient-stack")
        box["wagers"] = {**box["wagers"], **wagers}
        waiting.pop(0)
        called = any("call" in box["wagers"] for box in boxes.values())
        river = self.round["dealt"][-2:] if called and not waiting else []
        return self.tell("decision" if waiting else "settled", river)

    def abandon(self, params: Json) -> Json:
        need(params["round"] == self.round.get("name"), "round-over")
        return self.tell("void", [])

    def tell(self, phase: str, dealt: list[Json]) -> Json:
        name, boxes, waiting, _ = self.round.values()
        state = {"round": self.round["name"], "phase": phase, "dealt": dealt}
        if phase == "decision":
            seat, call = waiting[0], 2 * boxes[waiting[0]]["wagers"]["ante"]
            legal = [{"action": "fold"}, {"action": "call", "wagers": {"call": {"min": call, "max": call}}}]
            return {**state, "awaiting": {"seat": seat, "decision": "decide", "legal": legal}}
        ledger = [row for seat in self.round["boxes"] for row in self.settle(seat, phase)]
        stacks = {f"seat.{seat}": box["stack"] + sum(row["returned"] - row["staked"] for row in ledger if row["seat"] == seat)
                  for seat, box in self.round["boxes"].items() if "stack" in box}
        self.round = {}
        return {**state, "ledger": ledger, "stacks": stacks}

    def settle(self, seat: int, phase) -> list[Json]:
        player, dealer = (self.best(place) for place in (f"seat.{seat}", "dealer"))
        won = ...
        if phase == "void":
            return row(RETURNED, RETURNED)


if __name__ == "__main__":
    engine = Engine()
    for line in sys.stdin.buffer:
        request = json.loads(line)
        answer = engine.ask(request["method"], request.get("params", {}))
        answer = answer if "error" in answer else {"result": answer}
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **answer}), flush=True)
