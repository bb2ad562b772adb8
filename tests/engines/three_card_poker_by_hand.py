"""Three Card Poker 6 Card Bonus written by hand from its document: it shares no rule with the suite's oracle."""

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from itertools import combinations, groupby
from math import inf
from random import SystemRandom
from typing import Any

from fairfelt.conformance import Rejected

Json = dict[str, Any]
Hand = tuple[str, ...]

GAME, RANKS = "three-card-poker-6-card-bonus", "23456789TJQKA"
PACK = [rank + suit for suit in "shdc" for rank in RANKS]
PLACES, MOST_PLAYERS, REMEMBERED = range(1, 9), 7, 1000  # the bank sits at one of the eight places
MAIN, SIDE = ("ante", "play"), ("pair-plus", "six-card-bonus")
WAGERS = MAIN + SIDE  # in the order of settlement
ORDERS = {
    3: ("high-card", "pair", "flush", "straight", "three-of-a-kind", "straight-flush"),
    5: ("high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house", "four-of-a-kind",
        "straight-flush"),
}  # fmt: skip
MOST_EQUAL = {  # how many cards have the commonest rank, and the next
    (1, 1): "high-card", (2, 1): "pair", (2, 2): "two-pair", (3,): "three-of-a-kind", (3, 1): "three-of-a-kind",
    (3, 2): "full-house", (4, 1): "four-of-a-kind",
}  # fmt: skip
QUEEN_HIGH = (ORDERS[3].index("high-card"), RANKS.index("Q"))
READINGS = {  # the first is the default
    "settle-by": ("seat", "wager"), "cap": ("net", "losses", "gross"), "at-winning-cap": ("pays-on", "stops"),
    "cover": ("partial", "whole"), "folded-wagers": ("at-once", "in-turn"), "pool": ("one", "each-wager"),
    "backline-decides": ("follows", "asked"), "bank-turns": ("two", "one"), "third-card": ("visible", "hidden"),
}  # fmt: skip
ABLE = ("forced_deck", "stepwise", "rounds_play", "hands_rank", "shuffle", "views", "hands", "stacks", "bank",
        "backline", "recall")  # fmt: skip


def need(allowed: object, reason: str) -> None:
    if not allowed:
        raise Rejected(reason)


def support(supported: object, message: str) -> None:
    if not supported:
        raise NotImplementedError(message)


def strength(hand: Hand) -> tuple[int, ...]:
    """Rank three cards in the order of three-card hands, five in the order of poker hands."""
    count = Counter(RANKS.index(card[0]) for card in hand)
    ranks = sorted(count.elements(), key=lambda rank: (count[rank], rank), reverse=True)
    if ranks in ([12, 1, 0], [12, 3, 2, 1, 0]):
        ranks = [*ranks[1:], -1]  # below its two the ace makes the lowest straight
    suited = len({card[1] for card in hand}) == 1
    run = len(count) == len(hand) and ranks[0] - ranks[-1] == len(hand) - 1
    category = "straight-flush" if suited and run else "flush" if suited else "straight" if run else None
    category = category or MOST_EQUAL[tuple(sorted(count.values(), reverse=True)[:2])]
    return (ORDERS[len(hand)].index(category), *ranks)


def best_five(cards: Collection[str]) -> Hand:
    return max(combinations(cards, 5), key=strength)


def names(hand: Hand) -> list[str]:
    """Name a hand; where a table may pay it under a name of its own, that name comes first."""
    category, high = strength(hand)[:2]
    name = ORDERS[len(hand)][category]
    own = "mini-royal" if len(hand) == 3 else "royal-flush"
    return [own, name] if name == "straight-flush" and RANKS[high] == "A" else [name]


def tell(hand: Hand) -> Json:
    return {"cards": list(hand), "category": names(hand)[0 if len(hand) == 5 else -1]}


def place_of(who: Json) -> str:
    return f"seat.{who['seat']}.{who['bettor']}" if "bettor" in who else f"seat.{who['seat']}"


@dataclass
class Player:
    """Hold who wagers on a seat's hand: the seat itself, or someone behind it."""
    who: Json
    stakes: dict[str, int]
    stack: int | None
    action: str | None = None

    def can_add(self, amount: int) -> bool:
        return self.stack is None or sum(self.stakes.values()) + amount <= self.stack


@dataclass
class Table:
    """Hold what a table session was configured with, and who banked last."""
    options: dict[str, str]
    odds: dict[str, dict[str, str]]
    limits: dict[str, dict[str, int]]
    holder: int | None = None
    turns: int = 0

    def in_limits(self, wager: str, amount: Any) -> bool:
        limit = {"min": 1, "max": amount, "step": 1, **self.limits.get(wager, {})}
        in_bounds = type(amount) is int and max(limit["min"], 1) <= amount <= limit["max"]
        return in_bounds and (amount - limit["min"]) % limit["step"] == 0

    def check_bank(self, bank: Json | None, playing: set[int]) -> Json:
        if bank is None:
            raise Rejected("bank")
        seat, amount, declined = bank["seat"], bank["amount"], bank.get("declined", [])
        need(seat in PLACES, "seat-limit")
        need(seat not in playing and amount >= 1, "bank")
        if self.holder is not None:
            stays = self.turns < {"two": 2, "one": 1}[self.options["bank-turns"]] and self.holder not in declined
            following = [*range(self.holder + 1, 9), *range(1, self.holder)]
            offered = [each for each in following if each in playing | {seat} and each not in declined]
            need([seat] == ([self.holder] if stays else offered[:1]), "bank")
        need(amount <= bank.get("stack", amount), "insufficient-stack")
        return bank

    def seat(self, boxes: list[Json], bank: int) -> list[Player]:
        """Seat the players from the bank's left on, each seat before those behind it."""
        players = []
        for box in sorted(boxes, key=lambda box: (box["seat"] - bank) % len(PLACES)):
            behind, spots = box.get("backline", []), Counter[str]()
            need(len({each["bettor"] for each in behind}) == len(behind), "relation")
            for each in [{"wagers": box["wagers"], "stack": box.get("stack")}, *behind]:
                who = {"seat": box["seat"], **({"bettor": each["bettor"]} if "bettor" in each else {})}
                player = Player(who, stakes := dict(each["wagers"]), each.get("stack"))
                need(stakes.keys() <= set(WAGERS), "unknown-wager")
                need("ante" in stakes and "play" not in stakes, "relation")
                need(all(self.in_limits(wager, amount) for wager, amount in stakes.items()), "limits")
                need(stakes.get("six-card-bonus", 0) <= stakes["ante"], "relation")
                need(player.can_add(0), "insufficient-stack")
                spots.update(stakes)
                players.append(player)
            need(all(self.in_limits("position", total) for total in spots.values()), "limits")
        return players


@dataclass
class Pool:
    """Hold how much the bank may still lose and win."""
    lose: float
    win: float
    stopped: bool = False

    def cover(self, gain: int, folded: bool, options: dict[str, str]) -> int:
        """Take a gain of the bank, or pay what is below 0, and say how much of it the bank covers."""
        covered = int(min(abs(gain), self.win if gain > 0 else self.lose))
        if (self.stopped and not folded) or (options["cover"] == "whole" and covered < abs(gain)):
            return 0
        moved = covered if gain > 0 else -covered
        self.lose += -covered if options["cap"] == "gross" else moved
        self.win -= covered if options["cap"] == "gross" else moved
        self.stopped |= not self.lose or (options["at-winning-cap"] == "stops" and not self.win)
        return covered


@dataclass
class Round:
    """Hold one round; its players stand in the order in which they act."""
    name: int | str
    table: Table
    bank: Json
    players: list[Player]
    cards: dict[str, Hand]
    ledger: list[Json] = field(default_factory=list)
    void: bool = False

    def waiting(self) -> Player | None:
        return next((player for player in self.players if player.action is None and not self.void), None)

    def decide(self, player: Player, action: str) -> None:
        """Act for a player, and for those who follow; who can't post the Play folds."""
        follow = self.table.options["backline-decides"] == "follows"
        for each in self.players:
            if each is player or (follow and each.who["seat"] == player.who["seat"]):
                ante = each.stakes["ante"]
                each.action = action if each.can_add(ante) and self.table.in_limits("play", ante) else "fold"
                each.stakes |= {"play": ante} if each.action == "play" else {}
        if not self.waiting():
            self.settle()

    def end(self, player: Player, wager: str) -> tuple[int, str]:
        """Say what a wager wins, or below 0 loses, were the bank without bounds."""
        staked, hand, dealer = player.stakes[wager], self.cards[f"seat.{player.who['seat']}"], self.cards["dealer"]
        if player.action == "fold" and wager != "six-card-bonus":
            return -staked, "forfeit"
        if wager in SIDE:
            odds = self.table.odds[wager]
            named = names(hand if wager == "pair-plus" else best_five(hand + dealer))
            won, per = next((odds[name].split(":") for name in named if name in odds), ("-1", "1"))
            return staked * int(won) // int(per), "lose" if won == "-1" else "win"
        mine, theirs = strength(hand), strength(dealer)
        if theirs < QUEEN_HIGH:
            return (staked, "win") if wager == "ante" else (0, "returned")
        return (staked, "win") if mine > theirs else (-staked, "lose") if mine < theirs else (0, "push")

    def settle(self) -> None:
        options, pools, amount = self.table.options, dict[str, Pool](), self.bank["amount"]
        lines = [(player, wager, *self.end(player, wager)) for player in self.players for wager in WAGERS
                 if wager in player.stakes]  # fmt: skip
        forfeits = [line for line in lines if line[3] == "forfeit" and options["folded-wagers"] == "at-once"]
        if options["settle-by"] == "wager":
            lines.sort(key=lambda line: WAGERS.index(line[1]))
        for player, wager, won, outcome in [*forfeits, *(line for line in lines if line not in forfeits)]:
            staked = player.stakes[wager]
            fresh = Pool(amount, inf if options["cap"] == "losses" else amount)
            pool = pools.setdefault(wager if options["pool"] == "each-wager" else "", fresh)
            covered = pool.cover(-won, outcome == "forfeit", options) if won else 0
            row = {**player.who, "wager": wager, "staked": staked, "returned": staked + won, "outcome": outcome}
            if covered < abs(won):
                row |= {"returned": staked + (covered if won > 0 else -covered), "covered": covered}
                row |= {} if covered else {"outcome": "returned"}
            self.ledger.append(row)

    def shown(self) -> set[str]:
        """Say whose cards lie open: nobody's where nothing is left to compare."""
        live = [] if self.waiting() or self.void else self.players
        compared = {f"seat.{player.who['seat']}" for player in live if player.stakes.keys() & {"play", SIDE[1]}}
        return {*compared, "dealer"} if compared else set()

    def views(self) -> Json:
        third = self.cards["dealer"][2] if self.table.options["third-card"] == "visible" else "??"
        hidden = {place: ["??", "??", third if place == "dealer" else "??"] for place in self.cards}
        shown, seats = self.shown(), self.cards.keys() - {"dealer"}
        return {viewer: {place: list(cards) if place in {*shown, viewer} else hidden[place]
                         for place, cards in self.cards.items()} for viewer in seats}  # fmt: skip

    def hands(self) -> Json:
        dealer, shown = self.cards["dealer"], self.shown()
        told: Json = {place: {"player-hand": tell(cards), "six-cards": tell(best_five(cards + dealer))}
                      for place, cards in self.cards.items() if place in shown - {"dealer"}}  # fmt: skip
        qualifies = {"qualifies": strength(dealer) >= QUEEN_HIGH}
        return {**told, "dealer": {"dealer-hand": tell(dealer) | qualifies}} if shown else {}

    def state(self, *, whole: bool = False) -> Json:
        asked, bank = self.waiting(), self.bank
        phase = "void" if self.void else "decision" if asked else "settled"
        dealt = [{"to": place, "card": card} for place, cards in self.cards.items() for card in cards if whole]
        state: Json = {"round": self.name, "phase": phase, "dealt": dealt, "views": self.views()}
        if asked:
            exactly = {"min": asked.stakes["ante"], "max": asked.stakes["ante"]}
            legal = [{"action": "fold"}, {"action": "play", "wagers": {"play": exactly}}]
            return {**state, "awaiting": {**asked.who, "decision": "decide", "legal": legal}}
        won = sum(row["staked"] - row["returned"] for row in self.ledger)
        stacks = {place_of(player.who): player.stack for player in self.players if player.stack is not None}
        stacks |= {"bank": bank["stack"] + won} if "stack" in bank else {}
        for row in self.ledger:
            if place_of(row) in stacks:
                stacks[place_of(row)] += row["returned"] - row["staked"]
        banked = {"seat": bank["seat"], "staked": bank["amount"], "returned": bank["amount"] + won}
        return {**state, "ledger": self.ledger, "bank": banked, "stacks": stacks, "hands": self.hands()}


def deal(params: Json, players: list[Player]) -> dict[str, Hand]:
    """Deal three cards to each place in turn: those that are forced, or shuffled ones."""
    places = [*dict.fromkeys(f"seat.{player.who['seat']}" for player in players), "dealer"]
    by_place = [card for place in places for card in params.get("places", {}).get(place, [])[:3]]
    deck = params.get("deck") or by_place or SystemRandom().sample(PACK, len(PACK))
    need(len(set(deck)) == len(deck), "duplicate-card")
    support(set(deck) <= set(PACK) and len(deck) >= 3 * len(places), "this deck can't be dealt here")
    return {place: tuple(deck[3 * turn : 3 * turn + 3]) for turn, place in enumerate(places)}


class Engine:
    """Speak the protocol for a game in which a player banks."""

    def __init__(self) -> None:
        self.rounds: dict[int | str, Round] = {}
        self.table = Table({}, {}, {})

    def ask(self, method: str, params: Json) -> Json:
        """Answer one message, or raise Rejected; what can't be done here comes back as an error object."""
        answers: dict[str, Callable[[Json], Json]] = {
            "hello": self.hello, "configure": self.configure, "round.start": self.start, "round.act": self.act,
            "round.abandon": self.abandon, "round.replay": self.replay, "rounds.play": self.play_many,
            "hands.rank": self.rank, "shuffle": self.shuffle, "bye": lambda _: {},
        }  # fmt: skip
        try:
            support(method in answers, f"the method {method} is not known here")
            return answers[method](params)
        except NotImplementedError as gap:
            return {"error": {"code": -32002, "message": str(gap)}}

    def hello(self, params: Json) -> Json:
        if params["protocol"] != 1:
            return {"error": {"code": -32004, "message": "this engine speaks protocol 1"}}
        engine = {"name": "three-card-poker-by-hand", "version": "1", "language": "Python"}
        able = {**dict.fromkeys(ABLE, True), "multi_seat": MOST_PLAYERS}
        return {"protocol": 1, "engine": engine, "games": [{"game": GAME}], "capabilities": able}

    def configure(self, params: Json) -> Json:
        chosen, tables, limits = (params.get(name, {}) for name in ("options", "pay_tables", "limits"))
        options = {**{name: readings[0] for name, readings in READINGS.items()}, **chosen}
        support(params["game"] == GAME and "variant" not in params, f"only {GAME} is played here, without variants")
        known = all(reading in READINGS.get(name, ()) for name, reading in options.items())
        support(known, f"the options here are {READINGS}")
        # The document prints neither table, so there is no default to play by.
        support(tables.keys() == set(SIDE), f"there must be a pay table for each of {SIDE}, and no other")
        support(limits.keys() <= {*WAGERS, "position"}, "only wagers and the position have limits here")
        self.table = Table(options, {wager: table["rows"] for wager, table in tables.items()}, limits)
        return {"effective": {"options": options, "pay_tables": tables, "limits": limits}}

    def check_seats(self, boxes: list[Json]) -> set[int]:
        support(self.table.odds, "a table must be configured first")
        numbers = {box["seat"] for box in boxes}
        need(0 < len(boxes) <= MOST_PLAYERS and len(numbers & set(PLACES)) == len(boxes), "seat-limit")
        return numbers

    def start(self, params: Json) -> Json:
        name, table, playing = params["round"], self.table, self.check_seats(params["seats"])
        need(name not in self.rounds or not self.rounds[name].waiting(), "illegal-action")
        bank = table.check_bank(params.get("bank"), playing)
        players = table.seat(params["seats"], bank["seat"])
        game = Round(name, table, bank, players, deal(params, players))
        self.rounds = {each: self.rounds[each] for each in [*self.rounds][1 - REMEMBERED :] if each != name}
        self.rounds[name] = game
        return game.state(whole=True)

    def find(self, params: Json, *, still_open: bool) -> Round:
        name = params["round"]
        need(name in self.rounds and not (still_open and not self.rounds[name].waiting()), "round-over")
        return self.rounds[name]

    def act(self, params: Json) -> Json:
        game, action, wagers = self.find(params, still_open=True), params["action"], params.get("wagers", {})
        player, table, banker = game.waiting(), game.table, game.bank["seat"]
        assert player is not None
        ante = player.stakes["ante"]
        who = {name: params[name] for name in ("seat", "bettor") if name in params}
        need(who == player.who, "wrong-seat")
        need(action in ("fold", "play"), "illegal-action")
        need(wagers.keys() <= set(WAGERS), "unknown-wager")
        need(wagers == ({"play": ante} if action == "play" else {}), "relation")
        need(action == "fold" or table.in_limits("play", ante), "limits")
        need(action == "fold" or player.can_add(ante), "insufficient-stack")
        game.decide(player, action)
        if not game.waiting():
            table.holder, table.turns = banker, table.turns + 1 if table.holder == banker else 1
        return game.state()

    def abandon(self, params: Json) -> Json:
        game = self.find(params, still_open=True)
        game.void = True
        game.ledger = [{**player.who, "wager": wager, "staked": staked, "returned": staked, "outcome": "returned"}
                       for player in game.players for wager, staked in player.stakes.items()]  # fmt: skip
        return game.state()

    def replay(self, params: Json) -> Json:
        return self.find(params, still_open=False).state(whole=True)

    def play_many(self, params: Json) -> Json:
        """Play rounds outside of the session's turns, with a bank that covers whatever may be won."""
        policy, boxes, rows = params["policy"].get("decide", "uniform"), params["seats"], []
        need(policy in ("uniform", "fold", "play"), "illegal-action")
        free = max(set(PLACES) - self.check_seats(boxes))
        most = 3 + max(int(line.split(":")[0]) for odds in self.table.odds.values() for line in odds.values())
        for number in range(1, params["count"] + 1):
            players = self.table.seat(boxes, free)
            amount = most * sum(sum(player.stakes.values()) for player in players)
            game = Round(number, self.table, {"seat": free, "amount": amount}, players, deal({}, players))
            while player := game.waiting():
                game.decide(player, SystemRandom().choice(("fold", "play")) if policy == "uniform" else policy)
            row: Json = {"round": number, **{place: "".join(cards) for place, cards in game.cards.items()}}
            row |= {f"{place_of(player.who)}.decide": player.action for player in players}
            rows.append(row | {f"{place_of(line)}.{line['wager']}.{what}": line[what]
                               for line in game.ledger for what in ("staked", "returned")})  # fmt: skip
        columns = list(dict.fromkeys(column for row in rows for column in row))
        return {"columns": columns, "rows": [[row.get(column) for column in columns] for row in rows]}

    def rank(self, params: Json) -> Json:
        hands, size = [tuple(hand) for hand in params["hands"]], {"three-card": 3, "poker": 5}.get(params["ranking"])
        support(all(len(hand) == size for hand in hands), "three-card ranks three cards, poker ranks five")
        order = sorted(range(len(hands)), key=lambda at: strength(hands[at]), reverse=True)
        classes = [list(equal) for _, equal in groupby(order, key=lambda at: strength(hands[at]))]
        return {"categories": [tell(hand)["category"] for hand in hands], "classes": classes}

    def shuffle(self, params: Json) -> Json:
        pack = PACK * params.get("packs", 1)
        decks = ["".join(SystemRandom().sample(pack, len(pack))) for _ in range(params["count"])]
        return {"decks": decks, "source": "operating system"}
