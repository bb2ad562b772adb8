"""A whole Casino Hold'em engine to copy: keep `ask` and the loop at the end, put your game between them."""

import json
import sys
from itertools import combinations
from random import SystemRandom
from typing import Any

Json = dict[str, Any]
GAME, RANKS, SEATS, NO_LIMIT = "casino-holdem", "23456789TJQKA", frozenset(range(1, 8)), 10**18
PACK = [rank + suit for suit in "shdc" for rank in RANKS]
CATEGORIES = ["high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house",
              "four-of-a-kind", "straight-flush", "royal-flush"]
EQUAL_RANKS = {5: 0, 7: 1, 9: 2, 11: 3, 13: 6, 17: 7}  # counted for each card: a pair gives 2+2+1+1+1
ANTE_WIN = dict(zip(CATEGORIES, ["1:1"] * 5 + ["2:1", "3:1", "10:1", "20:1", "100:1"], strict=True))
WIN, PUSH, LOSE = ("win", 1, 1), ("push", 0, 1), ("lose", -1, 1)  # an outcome and its net odds
RETURNED, FORFEIT = ("returned", 0, 1), ("forfeit", -1, 1)
READINGS = {"antewin": "replaces", "antewin-claim": "automatic", "call-unqualified": "returned",
            "tie": "both-push", "burn": "none", "all-fold": "stop"}


def need(allowed: object, reason: str, code: int = -32001) -> None:
    if not allowed:
        raise PermissionError({"code": code, "message": reason, "data": {"reason": reason}})


def strength(five: tuple[str, ...]) -> tuple[int, list[int]]:
    values = sorted((RANKS.index(card[0]) for card in five), reverse=True)
    ranks = sorted(values, key=values.count, reverse=True)
    ranks = [3, 2, 1, 0, -1] if ranks == [12, 3, 2, 1, 0] else ranks  # the ace plays low in 5-4-3-2-A
    flush, straight = len({card[1] for card in five}) == 1, len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4
    special = 8 + (ranks[0] == 12) if flush and straight else 5 if flush else 4 if straight else 0
    return special or EQUAL_RANKS[sum(map(values.count, values))], ranks


class Engine:
    def ask(self, method: str, params: Json) -> Any:
        answers: Json = {"hello": self.hello, "configure": self.configure, "round.start": self.start,
                         "round.act": self.act, "round.abandon": self.close, "bye": lambda _: {}}
        try:
            need(method in answers, f"{method} is not known here", -32002)
            return answers[method](params)
        except PermissionError as refusal:
            return {"error": refusal.args[0]}

    def hello(self, _: Json) -> Json:
        return {"protocol": 1, "engine": {"name": "example", "version": "1"}, "games": [{"game": GAME}],
                "capabilities": {"stepwise": True, "forced_deck": True, "stacks": True, "multi_seat": 7}}

    def configure(self, params: Json) -> Json:
        tables, limits = params.get("pay_tables", {"ante": {"rows": ANTE_WIN}}), params.get("limits", {})
        default = params["game"] == GAME and params.get("variant", "electronic") == "electronic"
        need(default and params.get("options", {}).items() <= READINGS.items(), "only default rules", -32002)
        need(tables.keys() | limits.keys() == {"ante"}, "only the ante has a pay table and limits", -32002)
        self.odds: Json = {category: ("win", *map(int, odds.split(":")))
                           for category, odds in tables["ante"]["rows"].items()}
        ante = {"min": 1, "max": NO_LIMIT, "step": 1, **limits.get("ante", {})}
        self.antes, self.round = range(ante["min"], ante["max"] + 1, ante["step"]), Json()
        return {}

    def start(self, params: Json) -> Json:
        boxes = sorted(params["seats"], key=lambda box: box["seat"])
        need(0 < len(boxes) == len({box["seat"] for box in boxes} & SEATS), "seat-limit")
        for wagers, stack in [(box["wagers"], box.get("stack", NO_LIMIT)) for box in boxes]:
            need(wagers.keys() <= {"ante"}, "illegal-action" if "call" in wagers else "unknown-wager")
            need(wagers.get("ante") in self.antes, "limits" if wagers else "relation")
            need(wagers["ante"] <= stack, "insufficient-stack")
        deck = params.get("deck") or SystemRandom().sample(PACK, len(PACK))
        need(len(set(deck)) == len(deck), "duplicate-card")
        places = [*(f"seat.{box['seat']}" for box in boxes), "dealer"] * 2 + ["board"] * 5
        dealt = [{"to": place, "card": card} for place, card in zip(places, deck, strict=False)]
        self.round = {"id": params["round"], "dealt": dealt, "boxes": boxes, "waiting": [*boxes],
                      "fold": [], "call": []}
        return self.decide(dealt[:-2])

    def decide(self, dealt: list[Json]) -> Json:
        seat, call = self.round["waiting"][0]["seat"], 2 * self.round["waiting"][0]["wagers"]["ante"]
        legal = [{"action": "fold"}, {"action": "call", "wagers": {"call": {"min": call, "max": call}}}]
        return {"round": self.round["id"], "phase": "decision", "dealt": dealt,
                "awaiting": {"seat": seat, "decision": "decide", "legal": legal}}

    def act(self, params: Json) -> Json:
        need(params["round"] == self.round.get("id"), "round-over")
        box, action, wagers = self.round["waiting"][0], params["action"], params.get("wagers", {})
        legal = {"fold": {}, "call": {"call": 2 * box["wagers"]["ante"]}}
        need(params["seat"] == box["seat"] and "bettor" not in params, "wrong-seat")
        need(action in legal, "illegal-action")
        need(wagers == legal[action], "relation" if wagers.keys() <= {"ante", "call"} else "unknown-wager")
        need(box["wagers"]["ante"] + sum(wagers.values()) <= box.get("stack", NO_LIMIT), "insufficient-stack")
        self.round[action].append(self.round["waiting"].pop(0))
        return self.decide([]) if self.round["waiting"] else self.close(params, "settled")

    def close(self, params: Json, phase: str = "void") -> Json:
        need(params["round"] == self.round.get("id"), "round-over")
        game, self.round, ledger = self.round, {}, []
        cards = [card["card"] for card in game["dealt"]]
        *players, dealer = (max(map(strength, combinations([*hole, *cards[-5:]], 5)))
                            for hole in zip(cards, cards[len(game["boxes"]) + 1 : -5], strict=False))
        for box, player in zip(game["boxes"], players, strict=True):
            called, name = box in game["call"], CATEGORIES[player[0]]
            won = self.odds.get(name) or self.odds.get(name.replace("royal", "straight"), LOSE)
            contest = [won, WIN] if player > dealer else [PUSH, PUSH] if player == dealer else [LOSE, LOSE]
            ends = ([RETURNED] * (1 + called) if phase == "void" else [FORFEIT] if not called else
                    [won, RETURNED] if dealer < (1, [2]) else contest)  # less than a pair of fours
            wagers = [("ante", box["wagers"]["ante"]), ("call", 2 * box["wagers"]["ante"])]
            ledger += [{"seat": box["seat"], "wager": wager, "staked": staked, "outcome": outcome,
                        "returned": staked * (per + net) // per}
                       for (wager, staked), (outcome, net, per) in zip(wagers, ends, strict=False)]
        stacks = {f"seat.{box['seat']}": box["stack"] + sum(row["returned"] - row["staked"] for row in ledger
                  if row["seat"] == box["seat"]) for box in game["boxes"] if "stack" in box}
        river = game["dealt"][-2:] if phase == "settled" and game["call"] else []
        return {"round": game["id"], "phase": phase, "dealt": river, "ledger": ledger, "stacks": stacks}


if __name__ == "__main__":
    engine = Engine()
    for request in map(json.loads, sys.stdin.buffer):
        answer = engine.ask(request["method"], request.get("params", {}))
        reply = answer if "error" in answer else {"result": answer}
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **reply}), flush=True)
