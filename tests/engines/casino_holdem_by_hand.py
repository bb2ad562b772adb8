"""A second Casino Hold'em engine, for the tests that the suite raises no false alarm.

It was written by hand from the dealing procedure and knows nothing of the suite's oracle, so they can differ.
"""

import json
import sys
import traceback
from collections.abc import Callable
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
PAYS = ["1:1", "1:1", "1:1", "1:1", "1:1", "2:1", "3:1", "10:1", "20:1", "100:1"]
ANTE_WIN = {"table": "100-20-10-3-2-1", "rows": dict(zip(CATEGORIES, PAYS, strict=True))}
READINGS = {"antewin": "replaces", "antewin-claim": "automatic", "call-unqualified": "returned",
            "tie": "both-push", "burn": "none", "all-fold": "stop"}


class RefusedError(Exception):
    """Say no; everything stays as it was."""


def check(allowed: object, reason: str) -> None:
    if not allowed:
        raise RefusedError({"code": -32001, "message": "rejected", "data": {"reason": reason}})


def support(supported: object, message: str, code: int = -32002) -> None:
    if not supported:
        raise RefusedError({"code": code, "message": message})


def strength(five: tuple[str, ...]) -> list[int]:
    values = [RANKS.index(card[0]) for card in five]
    ranks = sorted(values, key=lambda rank: (values.count(rank), rank), reverse=True)
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]  # the ace plays low in 5-4-3-2-A
    suited, run = len({card[1] for card in five}) == 1, len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4
    special = 8 + (ranks[0] == 12) if suited and run else 5 if suited else 4 if run else None
    return [special or GROUPS[sum(map(values.count, values))], *ranks]


class Round:
    """Hold one round: what was dealt and chosen, and what it comes to."""

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

    def settle(self, seat: int) -> list[tuple[str, int, int, str]]:
        """Say of each wager that was placed: its name, what was staked, what comes back, and why."""
        ante, call, called = self.antes[seat], 2 * self.antes[seat], seat in self.callers()
        if self.void:
            return [("ante", ante, ante, "returned"), ("call", call, call, "returned")][: 1 + called]
        if not called:
            return [("ante", ante, 0, "forfeit")]
        player, dealer = strength(self.best(f"seat.{seat}")), strength(self.best("dealer"))
        odds = self.odds.get(CATEGORIES[player[0]])
        won = ("ante", ante, ante + ante * odds[0] // odds[1], "win") if odds else ("ante", ante, 0, "lose")
        if dealer < PAIR_OF_FOURS:
            return [won, ("call", call, call, "returned")]
        if player > dealer:
            return [won, ("call", call, 2 * call, "win")]
        if player == dealer:
            return [("ante", ante, ante, "push"), ("call", call, call, "push")]
        return [("ante", ante, 0, "lose"), ("call", call, 0, "lose")]

    def state(self, since: int) -> Json:
        seat, callers = self.waiting(), [f"seat.{caller}" for caller in self.callers()]
        phase = "void" if self.void else "settled" if seat is None else "decision"
        seats = [f"seat.{box}" for box in self.antes]
        held = {place: self.cards(place) for place in [*seats, "dealer", "board"]}
        showdown = callers if phase == "settled" else []
        shown = {"board", "dealer", *showdown} if showdown else {"board"}
        views = {viewer: {place: cards if place in {*shown, viewer} else ["??"] * len(cards)
                          for place, cards in held.items()} for viewer in seats}
        state = {"round": self.name, "phase": phase, "dealt": self.dealt[since:], "views": views}
        if seat is not None:
            bounds = {"min": 2 * self.antes[seat], "max": 2 * self.antes[seat], "step": 1}
            legal = [{"action": "fold"}, {"action": "call", "wagers": {"call": bounds}}]
            return {**state, "awaiting": {"seat": seat, "decision": "decide", "legal": legal}}
        ledger = [{"seat": box, "wager": wager, "staked": staked, "returned": returned, "outcome": outcome}
                  for box in self.antes for wager, staked, returned, outcome in self.settle(box)]
        stacks = {f"seat.{box}": stack + sum(returned - staked for _, staked, returned, _ in self.settle(box))
                  for box, stack in self.stacks.items()}
        hands = {place: self.hand(place) for place in [*showdown, "dealer"]} if showdown else {}
        return {**state, "ledger": ledger, "stacks": stacks, "hands": hands}


class Engine:
    """The protocol, one method a message."""

    def __init__(self) -> None:
        self.rounds: dict[str, Round] = {}
        self.configure({"game": "casino-holdem"})

    def ask(self, method: str, params: Json) -> Json:
        answers: dict[str, Callable[[Json], Json]] = {
            "hello": self.hello, "configure": self.configure, "round.start": self.start,
            "round.act": self.act, "round.abandon": self.abandon, "round.replay": self.replay,
            "shuffle": self.shuffle, "rng": self.rng, "bye": lambda _: {}}
        try:
            support(method in answers, f"the method {method} is not known here")
            return answers[method](params)
        except RefusedError as refusal:
            return {"error": refusal.args[0]}

    def hello(self, params: Json) -> Json:
        support(params["protocol"] == 1, "this engine speaks protocol 1", -32004)
        able = ["stepwise", "forced_deck", "views", "stacks", "hands", "recall", "shuffle"]
        return {"protocol": 1,
                "engine": {"name": "casino-holdem-by-hand", "version": "1", "language": "Python"},
                "games": [{"game": "casino-holdem", "variants": ["electronic"]}],
                "capabilities": {**dict.fromkeys(able, True), "multi_seat": len(SEATS), "rng": "below"}}

    def configure(self, params: Json) -> Json:
        tables = {"ante": ANTE_WIN, **params.get("pay_tables", {})}
        limits, options = params.get("limits", {}), params.get("options", {})
        support(params["game"] == "casino-holdem", "only casino-holdem is played here")
        support(params.get("variant", "electronic") == "electronic", "only electronic is played here")
        support(options.items() <= READINGS.items(), "not all of these options are played here")
        support(tables.keys() == {"ante"}, "only the ante has a pay table")
        support(limits.keys() <= {"ante", "call"}, "only ante and call have limits")
        odds = {name: [int(n) for n in line.split(":")] for name, line in tables["ante"]["rows"].items()}
        self.odds = {"royal-flush": odds["straight-flush"], **odds} if "straight-flush" in odds else odds
        self.limits = limits
        return {"effective": {"pay_tables": tables, "limits": limits}}

    def check_limits(self, wager: str, amount: Any) -> None:
        limit = {"min": 1, "max": amount, "step": 1, **self.limits.get(wager, {})}
        check(type(amount) is int and limit["min"] <= amount <= limit["max"], "limits")
        check((amount - limit["min"]) % limit["step"] == 0, "limits")

    def deck(self, params: Json, places: list[str]) -> list[str]:
        """Take the cards that the suite forces, as a deck or place by place; or else shuffle."""
        deck, packets = params.get("deck"), params.get("places")
        if packets and not deck:
            turns = [packets.get(place, [])[turn : turn + 1] for turn in (0, 1) for place in places]
            turns += [packets.get("board", []), packets.get("stub", [])]
            deck = [card for turn in turns for card in turn]
        deck = deck or SystemRandom().sample(PACK, len(PACK))
        check(len(set(deck)) == len(deck), "duplicate-card")
        support(set(deck) <= set(PACK) and len(deck) >= 2 * len(places) + 5, "this deck can't be dealt here")
        return deck

    def start(self, params: Json) -> Json:
        name, boxes = params["round"], sorted(params["seats"], key=lambda box: box["seat"])
        support("bank" not in params, "the house banks here")
        support(not any("backline" in box for box in boxes), "no backline bets here")
        check(name not in self.rounds or self.rounds[name].waiting() is None, "illegal-action")
        check(boxes and all(box["seat"] in SEATS for box in boxes), "seat-limit")
        check(len({box["seat"] for box in boxes}) == len(boxes), "seat-limit")
        for box in boxes:
            check(box["wagers"].keys() <= {"ante", "call"}, "unknown-wager")
            check("call" not in box["wagers"], "illegal-action")
            check("ante" in box["wagers"], "relation")
            self.check_limits("ante", box["wagers"]["ante"])
            check(box["wagers"]["ante"] <= box.get("stack", box["wagers"]["ante"]), "insufficient-stack")
        deck = self.deck(params, [*(f"seat.{box['seat']}" for box in boxes), "dealer"])
        self.rounds.pop(name, None)
        self.rounds[name] = Round(name, boxes, deck, self.odds)
        while len(self.rounds) > REMEMBERED:
            del self.rounds[next(iter(self.rounds))]
        return self.rounds[name].state(0)

    def find(self, params: Json, *, still_open: bool) -> Round:
        name = params["round"]
        check(name in self.rounds and not (still_open and self.rounds[name].waiting() is None), "round-over")
        return self.rounds[name]

    def act(self, params: Json) -> Json:
        game, wagers = self.find(params, still_open=True), params.get("wagers", {})
        seat, action = params["seat"], params["action"]
        check(seat == game.waiting() and "bettor" not in params, "wrong-seat")
        check(action in ("fold", "call"), "illegal-action")
        check(wagers.keys() <= {"ante", "call"}, "unknown-wager")
        ante = game.antes[seat]
        check(wagers == ({"call": 2 * ante} if action == "call" else {}), "relation")
        if action == "call":
            self.check_limits("call", wagers["call"])
            check(3 * ante <= game.stacks.get(seat, 3 * ante), "insufficient-stack")
        before = len(game.dealt)
        game.act(seat, action)
        return game.state(before)

    def abandon(self, params: Json) -> Json:
        game = self.find(params, still_open=True)
        game.void = True
        return game.state(len(game.dealt))

    def replay(self, params: Json) -> Json:
        return self.find(params, still_open=False).state(0)

    def shuffle(self, params: Json) -> Json:
        pack = PACK * params.get("packs", 1)
        decks = ["".join(SystemRandom().sample(pack, len(pack))) for _ in range(params["count"])]
        return {"decks": decks, "source": "operating system"}

    def rng(self, params: Json) -> Json:
        support("below" in params, "only whole numbers below a bound are drawn here")
        values = [randbelow(params["below"]) for _ in range(params["count"])]
        return {"values": values, "source": "operating system"}


def main() -> None:
    engine = Engine()
    for line in sys.stdin.buffer:
        request = json.loads(line)
        try:
            answer = engine.ask(request["method"], request.get("params", {}))
        except Exception as error:
            fault = {"message": repr(error), "traceback": traceback.format_exc()}
            answer = {"error": {"code": -32003, "message": "fault", "data": fault}}
        answer = answer if "error" in answer else {"result": answer}
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **answer}), flush=True)


if __name__ == "__main__":
    main()
