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
NET_ODDS = {"win": "1:1", "push": "0:1", "returned": "0:1", "lose": "-1:1", "forfeit": "-1:1"}
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

    def hello(self, _: Json) -> Json:
        able = {"stepwise": True, "forced_deck": True, "stacks": True, "multi_seat": SEATS}
        return {"protocol": 1, "engine": {"name": "example", "version": "1"}, "capabilities": able,
                "games": [{"game": "casino-holdem"}]}

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
            wagers, ante = box["wagers"], box["wagers"].get("ante")
            need(wagers.keys() <= {"ante"}, "illegal-action" if "call" in wagers else "unknown-wager")
            need(ante in self.antes, "limits" if wagers else "relation")
            need(ante <= box.get("stack", ante), "insufficient-stack")
        deck = params.get("deck") or SystemRandom().sample(PACK, len(PACK))
        need(len(set(deck)) == len(deck), "duplicate-card")
        places = [*(f"seat.{seat}" for seat in boxes), "dealer"] * 2 + ["board"] * 5
        dealt = [{"to": place, "card": card} for place, card in zip(places, deck, strict=False)]
        self.round = {"name": params["round"], "boxes": boxes, "dealt": dealt, "waiting": list(boxes.values())}
        return self.tell("decision", dealt[:-2])

    def act(self, params: Json) -> Json:
        need(params["round"] == self.round.get("name"), "round-over")
        box, action, wagers = self.round["waiting"][0], params["action"], params.get("wagers", {})
        ante = box["wagers"]["ante"]
        need(params["seat"] == box["seat"] and "bettor" not in params, "wrong-seat")
        need(action in ("fold", "call"), "illegal-action")
        need(wagers.keys() <= {"ante", "call"}, "unknown-wager")
        need(wagers == ({"call": 2 * ante} if action == "call" else {}), "relation")
        need(action == "fold" or 3 * ante <= box.get("stack", 3 * ante), "insufficient-stack")
        box["wagers"] = {"ante": ante, **wagers}
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
            call = 2 * self.round["waiting"][0]["wagers"]["ante"]
            legal = [{"action": "fold"}, {"action": "call", "wagers": {"call": {"min": call, "max": call}}}]
            asked = {"seat": self.round["waiting"][0]["seat"], "decision": "decide", "legal": legal}
            return {**state, "awaiting": asked}
        ledger = [row for box in self.round["boxes"] for row in self.settle(box, phase)]
        boxes, self.round = self.round["boxes"], {}
        stacks = {f"seat.{box['seat']}": box["stack"] + sum(row["returned"] - row["staked"] for row in ledger)
                  for box in boxes if "stack" in box}
        return {**state, "ledger": ledger, "stacks": stacks}

    def settle(self, box: Json, phase: str) -> list[Json]:
        player, dealer = (self.best(place) for place in (f"seat.{seat}", "dealer"))
        table = 
        outcomes = (["returned", "returned"] if phase == "void" else
                    ["forfeit"] if "call" not in box["wagers"] else
                    ["win", "returned"] if dealer < PAIR_OF_FOURS else
                    ["win", "win"] if player > dealer else
                    ["push", "push"] if player == dealer else ["lose", "lose"])


if __name__ == "__main__":
    engine = Engine()
    for line in sys.stdin.buffer:
        request = json.loads(line)
        answer = engine.ask(request["method"], request.get("params", {}))
        answer = answer if "error" in answer else {"result": answer}
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **answer}), flush=True)
