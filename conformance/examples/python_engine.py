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
EQUAL_RANKS = {"11111": 0, "22111": 1, "22221": 2, "33311": 3, "33322": 6, "44441": 7}  # how often held
WIN, PUSH, LOSE = ("win", 1, 1), ("push", 0, 1), ("lose", -1, 1)  # an outcome and its net odds
RETURNED, FORFEIT = ("returned", 0, 1), ("forfeit", -1, 1)
READINGS = {"antewin": "replaces", "antewin-claim": "automatic", "call-unqualified": "returned",
            "tie": "both-push", "burn": "none", "all-fold": "stop"}


def need(allowed: object, reason: str, code: int = -32001) -> None:
    if not allowed:
        data = {"reason": reason} if code == -32001 else {}
        raise PermissionError({"code": code, "message": reason, "data": data})


def strength(five: tuple[str, ...]) -> tuple[int, list[int]]:
    values = sorted((RANKS.index(card[0]) for card in five), reverse=True)
    ranks = sorted(values, key=values.count, reverse=True)
    ranks = [3, 2, 1, 0, -1] if ranks == [12, 3, 2, 1, 0] else ranks  # the ace plays low in 5-4-3-2-A
    flush, straight = len({card[1] for card in five}) == 1, len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4
    special = 8 + (ranks[0] == 12) if flush and straight else 5 if flush else 4 if straight else 0
    return special or EQUAL_RANKS["".join(str(values.count(rank)) for rank in ranks)], ranks


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
        options, tables, limits = (params.get(name, {}) for name in ("options", "pay_tables", "limits"))
        default = params["game"] == GAME and params.get("variant", "electronic") == "electronic"
        need(default and options.items() <= READINGS.items(), "only the default rules are played", -32002)
        need(limits.keys() <= tables.keys() == {"ante"}, "the ante alone has a pay table and limits", -32002)
        odds = {name: ("win", *map(int, line.split(":"))) for name, line in tables["ante"]["rows"].items()}
        self.odds: Json = {"royal-flush": odds.get("straight-flush", LOSE), **odds}
        ante = {"min": 1, "max": NO_LIMIT, "step": 1, **limits.get("ante", {})}
        self.antes, self.round = range(ante["min"], ante["max"] + 1, ante["step"]), Json()
        return {}

    def start(self, params: Json) -> Json:
        need(not self.round, "illegal-action")
        boxes = sorted(params["seats"], key=lambda box: box["seat"])
        need(0 < len(boxes) == len({box["seat"] for box in boxes} & SEATS), "seat-limit")
        for wagers, stack in [(box["wagers"], box.get("stack", NO_LIMIT)) for box in boxes]:
            need(wagers.keys() <= {"ante"}, "illegal-action" if "call" in wagers else "unknown-wager")
            need("ante" in wagers and wagers["ante"] in self.antes, "limits" if wagers else "relation")
            need(wagers["ante"] <= stack, "insufficient-stack")
        deck = params.get("deck") or SystemRandom().sample(PACK, len(PACK))
        need(len(set(deck)) == len(deck), "duplicate-card")
        places = [*(f"seat.{box['seat']}" for box in boxes), "dealer"] * 2 + ["board"] * 5
        dealt = [{"to": place, "card": card} for place, card in zip(places, deck, strict=False)]
        self.round = {**params, "seats": boxes, "dealt": dealt, "waiting": [*boxes], "fold": [], "call": []}
        return self.decide(dealt[:-2])

    def decide(self, dealt: list[Json]) -> Json:
        seat, call = self.round["waiting"][0]["seat"], 2 * self.round["waiting"][0]["wagers"]["ante"]
        legal = [{"action": "fold"}, {"action": "call", "wagers": {"call": {"min": call, "max": call}}}]
        return {"round": self.round["round"], "phase": "decision", "dealt": dealt,
                "awaiting": {"seat": seat, "decision": "decide", "legal": legal}}

    def act(self, params: Json) -> Json:
        need(params["round"] == self.round.get("round"), "round-over")
        box, action, wagers = self.round["waiting"][0], params["action"], params.get("wagers", {})
        legal = {"fold": {}, "call": {"call": 2 * box["wagers"]["ante"]}}
        need(params["seat"] == box["seat"] and "bettor" not in params, "wrong-seat")
        need(action in legal, "illegal-action")
        need(wagers == legal[action], "relation" if wagers.keys() <= {"ante", "call"} else "unknown-wager")
        need(box["wagers"]["ante"] + sum(wagers.values()) <= box.get("stack", NO_LIMIT), "insufficient-stack")
        self.round[action].append(self.round["waiting"].pop(0))
        return self.decide([]) if self.round["waiting"] else self.close(params, "settled")

    def close(self, params: Json, phase: str = "void") -> Json:
        need(params["round"] == self.round.get("round"), "round-over")
        game, self.round, ledger = self.round, {}, []
        cards = [card["card"] for card in game["dealt"]]
        *players, dealer = (max(map(strength, combinations([*hole, *cards[-5:]], 5)))
                            for hole in zip(cards, cards[len(game["seats"]) + 1 : -5], strict=False))
        for box, player in zip(game["seats"], players, strict=True):
            called, won = box in game["call"], self.odds.get(CATEGORIES[player[0]], LOSE)
            contest = [won, WIN] if player > dealer else [PUSH, PUSH] if player == dealer else [LOSE, LOSE]
            ends = ([RETURNED] * (1 + called) if phase == "void" else [FORFEIT] if not called else
                    [won, RETURNED] if dealer < (1, [2]) else contest)  # less than a pair of fours
            wagers = [("ante", box["wagers"]["ante"]), ("call", 2 * box["wagers"]["ante"])]
            ledger += [{"seat": box["seat"], "wager": wager, "staked": staked, "outcome": outcome,
                        "returned": staked * (per + net) // per}
                       for (wager, staked), (outcome, net, per) in zip(wagers, ends, strict=False)]
        stacks = {f"seat.{box['seat']}": box["stack"] + sum(row["returned"] - row["staked"] for row in ledger
                                                            if row["seat"] == box["seat"])
                  for box in game["seats"] if "stack" in box}
        river = game["dealt"][-2:] if phase == "settled" and game["call"] else []
        return {"round": game["round"], "phase": phase, "dealt": river, "ledger": ledger, "stacks": stacks}


if __name__ == "__main__":
    engine = Engine()
    for request in map(json.loads, sys.stdin.buffer):
        answer = engine.ask(request["method"], request.get("params", {}))
        reply = answer if "error" in answer else {"result": answer}
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **reply}), flush=True)
