"""Six Card Poker written by hand from its document: it shares no code with the suite, so they can differ."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations
from secrets import SystemRandom, randbelow
from typing import Any

Json = dict[str, Any]

RANKS = "23456789TJQKA"
PACK = tuple(rank + suit for suit in "shdc" for rank in RANKS)
SEATS = range(1, 8)
REMEMBERED = 1000
CATEGORIES = (
    "high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house", "four-of-a-kind",
    "straight-flush", "royal-flush",
)  # fmt: skip
BY_EQUAL_RANKS = {
    (1, 1, 1, 1, 1): "high-card", (2, 1, 1, 1): "pair", (2, 2, 1): "two-pair", (3, 1, 1): "three-of-a-kind",
    (3, 2): "full-house", (4, 1): "four-of-a-kind",
}  # fmt: skip
ACE_KING = (CATEGORIES.index("high-card"), RANKS.index("A"), RANKS.index("K"))
PRINTED_TABLE: Json = {
    "table": "500-100-30-10-8-6-4-2-1",
    "rows": {
        "royal-flush": "500:1", "straight-flush": "100:1", "four-of-a-kind": "30:1", "full-house": "10:1",
        "flush": "8:1", "straight": "6:1", "three-of-a-kind": "4:1", "two-pair": "2:1", "pair-of-aces": "1:1",
    },
}  # fmt: skip
CLAIM_OF_VARIANT = {None: "announced", "live": "announced", "electronic": "automatic"}


class RefusedError(Exception):
    """Carry the code and the data of a refusal."""


def _reject_unless(allowed: object, reason: str) -> None:
    if not allowed:
        raise RefusedError({"code": -32001, "message": "rejected", "data": {"reason": reason}})


def _unsupported_unless(supported: object, message: str, code: int = -32002) -> None:
    if not supported:
        raise RefusedError({"code": code, "message": message})


def _strength(five: tuple[str, ...]) -> tuple[int, ...]:
    count = Counter(RANKS.index(card[0]) for card in five)
    ranks = sorted(count.elements(), key=lambda rank: (count[rank], rank), reverse=True)
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]
    suited = len({card[1] for card in five}) == 1
    run = len(count) == 5 and ranks[0] - ranks[4] == 4
    if suited and run:
        category = "royal-flush" if ranks[0] == RANKS.index("A") else "straight-flush"
    elif suited or run:
        category = "flush" if suited else "straight"
    else:
        category = BY_EQUAL_RANKS[tuple(sorted(count.values(), reverse=True))]
    return (CATEGORIES.index(category), *ranks)


def _best(six: list[str]) -> tuple[str, ...]:
    return max(combinations(six, 5), key=_strength)


@dataclass(frozen=True)
class Rules:
    """Hold what a table session was configured with."""

    claim: str
    aces_up: dict[str, str]
    limits: dict[str, dict[str, int]]


@dataclass
class Round:
    """Hold one round: the stakes, the cards, and what each seat has decided so far."""

    name: int | str
    rules: Rules
    stakes: dict[int, dict[str, int]]
    stacks: dict[int, int]
    cards: dict[str, list[str]]
    answers: dict[tuple[int, str], str] = field(default_factory=dict)
    void: bool = False


def _waiting(game: Round) -> tuple[int, str] | None:
    for seat, staked in game.stakes.items():
        if (seat, "decide") not in game.answers:
            return None if game.void else (seat, "decide")
        asked = game.answers[seat, "decide"] == "fold" and "aces-up" in staked
        if asked and game.rules.claim == "announced" and (seat, "claim") not in game.answers:
            return None if game.void else (seat, "claim")
    return None


def _players(game: Round) -> list[int]:
    return [seat for seat in game.stakes if game.answers.get((seat, "decide")) == "play"]


def _paid(rows: dict[str, str], category: str, staked: int) -> tuple[int, str]:
    line = rows.get(category)
    if line is None and category == "royal-flush":
        line = rows.get("straight-flush")
    if line is None:
        return 0, "lose"
    won, per = map(int, line.split(":"))
    return staked + staked * won // per, "win"


def _settle_main(game: Round, seat: int) -> dict[str, tuple[int, str]]:
    ante = game.stakes[seat]["ante"]
    if seat not in _players(game):
        return {"ante": (0, "forfeit")}
    player, dealer = (_strength(_best(game.cards[place])) for place in (f"seat.{seat}", "dealer"))
    outcome = "win" if player > dealer else "push" if player == dealer else "lose"
    back = {"win": 2 * ante, "push": ante, "lose": 0}[outcome]
    # Without a qualifying dealer the ante rests, but the play wager is still compared.
    return {"ante": (ante, "returned") if dealer < ACE_KING else (back, outcome), "play": (back, outcome)}


def _settle_aces_up(game: Round, seat: int) -> tuple[int, str]:
    folded = seat not in _players(game)
    if folded and game.rules.claim == "announced" and game.answers[seat, "claim"] == "decline":
        return 0, "forfeit"
    rank = _strength(_best(game.cards[f"seat.{seat}"]))
    category = CATEGORIES[rank[0]]
    if category == "pair" and rank[1] == RANKS.index("A"):
        category = "pair-of-aces"
    return _paid(game.rules.aces_up, category, game.stakes[seat]["aces-up"])


def _settle(game: Round, seat: int) -> list[Json]:
    staked = dict(game.stakes[seat])
    if seat in _players(game):
        staked["play"] = staked["ante"]
    if game.void:
        ends = {wager: (amount, "returned") for wager, amount in staked.items()}
    else:
        ends = _settle_main(game, seat)
        if "aces-up" in staked:
            ends["aces-up"] = _settle_aces_up(game, seat)
    return [
        {"seat": seat, "wager": wager, "staked": staked[wager], "returned": back, "outcome": outcome}
        for wager, (back, outcome) in ends.items()
    ]


def _deal_order(game: Round) -> list[Json]:
    return [{"to": place, "card": card} for place, packet in game.cards.items() for card in packet]


def _views(game: Round, showdown: bool) -> Json:
    def seen(viewer: str, place: str, packet: list[str]) -> list[str]:
        if place == viewer or (showdown and (place == "dealer" or int(place[5:]) in _players(game))):
            return packet
        return ["??"] * 3 + packet[3:] if place == "dealer" else ["??"] * 6

    return {
        f"seat.{seat}": {place: seen(f"seat.{seat}", place, packet) for place, packet in game.cards.items()}
        for seat in game.stakes
    }


def _hand(place: str, cards: list[str]) -> Json:
    best = _best(cards)
    hand = {"cards": list(best), "category": CATEGORIES[_strength(best)[0]]}
    if place == "dealer":
        return {"dealer-hand": {**hand, "qualifies": _strength(best) >= ACE_KING}}
    return {"player-hand": hand}


def _legal(game: Round, seat: int, decision: str) -> list[Json]:
    if decision == "claim":
        return [{"action": "claim"}, {"action": "decline"}]
    ante = game.stakes[seat]["ante"]
    return [{"action": "fold"}, {"action": "play", "wagers": {"play": {"min": ante, "max": ante, "step": 1}}}]


def _state(game: Round, dealt: list[Json]) -> Json:
    asked = _waiting(game)
    phase = "void" if game.void else "decision" if asked else "settled"
    showdown = phase == "settled" and bool(_players(game))
    state: Json = {"round": game.name, "phase": phase, "dealt": dealt, "views": _views(game, showdown)}
    if asked:
        seat, decision = asked
        legal = _legal(game, seat, decision)
        return {**state, "awaiting": {"seat": seat, "decision": decision, "legal": legal}}
    state["ledger"] = [row for seat in game.stakes for row in _settle(game, seat)]
    state["stacks"] = {
        f"seat.{seat}": stack + sum(row["returned"] - row["staked"] for row in _settle(game, seat))
        for seat, stack in game.stacks.items()
    }
    if showdown:
        places = [*(f"seat.{seat}" for seat in _players(game)), "dealer"]
        state["hands"] = {place: _hand(place, game.cards[place]) for place in places}
    return state


def _packets(params: Json, places: list[str]) -> dict[str, list[str]]:
    """Deal six cards to each place in turn: those that are forced, or shuffled ones."""
    deck, by_place = params.get("deck"), params.get("places")
    if deck is None and by_place is not None:
        packets = {place: list(by_place.get(place, []))[:6] for place in places}
        cards = [card for packet in packets.values() for card in packet]
    else:
        cards = deck or SystemRandom().sample(PACK, len(PACK))
        packets = {place: cards[6 * turn : 6 * turn + 6] for turn, place in enumerate(places)}
    _reject_unless(len(set(cards)) == len(cards), "duplicate-card")
    enough = all(len(packet) == 6 for packet in packets.values())
    _unsupported_unless(enough and set(cards) <= set(PACK), "this deck can't be dealt here")
    return packets


class Engine:
    """Speak the protocol for Six Card Poker."""

    def __init__(self) -> None:
        self._rounds: dict[int | str, Round] = {}
        self._rules = Rules("announced", PRINTED_TABLE["rows"], {})

    def ask(self, method: str, params: Json) -> Json:
        """Answer one message; a refusal comes back as an error object."""
        answers: dict[str, Callable[[Json], Json]] = {
            "hello": self._hello, "configure": self._configure, "round.start": self._start,
            "round.act": self._act, "round.abandon": self._abandon, "round.replay": self._replay,
            "shuffle": self._shuffle, "rng": self._rng, "bye": lambda _: {},
        }  # fmt: skip
        try:
            _unsupported_unless(method in answers, f"the method {method} is not known here")
            return answers[method](params)
        except RefusedError as refusal:
            return {"error": refusal.args[0]}

    def _hello(self, params: Json) -> Json:
        _unsupported_unless(params["protocol"] == 1, "this engine speaks protocol 1", -32004)
        able = ("stepwise", "forced_deck", "views", "stacks", "hands", "recall", "shuffle")
        return {
            "protocol": 1,
            "engine": {"name": "six-card-poker-by-hand", "version": "1", "language": "Python"},
            "games": [{"game": "six-card-poker", "variants": ["live", "electronic"]}],
            "capabilities": {**dict.fromkeys(able, True), "multi_seat": len(SEATS), "rng": "below"},
        }

    def _configure(self, params: Json) -> Json:
        variant, options, limits = params.get("variant"), params.get("options", {}), params.get("limits", {})
        tables = {"aces-up": PRINTED_TABLE, **params.get("pay_tables", {})}
        _unsupported_unless(params["game"] == "six-card-poker", "only six-card-poker is played here")
        _unsupported_unless(variant in CLAIM_OF_VARIANT, f"the variant {variant} is not played here")
        claim = options.get("claim", CLAIM_OF_VARIANT.get(variant))
        known = options.keys() <= {"claim"} and claim in ("announced", "automatic")
        _unsupported_unless(known, "the only option here is claim, announced or automatic")
        _unsupported_unless(tables.keys() == {"aces-up"}, "only aces-up has a pay table")
        _unsupported_unless(limits.keys() <= {"ante", "play", "aces-up"}, "only wagers have limits here")
        self._rules = Rules(claim, tables["aces-up"]["rows"], limits)
        return {"effective": {"options": {"claim": claim}, "pay_tables": tables, "limits": limits}}

    def _check_limits(self, wager: str, amount: Any) -> None:
        limit = {"min": 1, "max": amount, "step": 1, **self._rules.limits.get(wager, {})}
        _reject_unless(type(amount) is int and amount > 0 and amount % limit["step"] == 0, "limits")
        _reject_unless(limit["min"] <= amount <= limit["max"], "limits")

    def _start(self, params: Json) -> Json:
        name, boxes = params["round"], sorted(params["seats"], key=lambda box: box["seat"])
        _unsupported_unless("bank" not in params, "the house banks here")
        _unsupported_unless(not any("backline" in box for box in boxes), "no backline bets here")
        _reject_unless(name not in self._rounds or _waiting(self._rounds[name]) is None, "illegal-action")
        _reject_unless(boxes and all(box["seat"] in SEATS for box in boxes), "seat-limit")
        _reject_unless(len({box["seat"] for box in boxes}) == len(boxes), "wrong-seat")
        for box in boxes:
            wagers = box["wagers"]
            _reject_unless(wagers.keys() <= {"ante", "play", "aces-up"}, "unknown-wager")
            _reject_unless("ante" in wagers and "play" not in wagers, "relation")
            for wager, amount in wagers.items():
                self._check_limits(wager, amount)
            total = sum(wagers.values())
            _reject_unless(total <= box.get("stack", total), "insufficient-stack")
        cards = _packets(params, [*(f"seat.{box['seat']}" for box in boxes), "dealer"])
        stakes = {box["seat"]: dict(box["wagers"]) for box in boxes}
        stacks = {box["seat"]: box["stack"] for box in boxes if "stack" in box}
        self._rounds.pop(name, None)
        self._rounds[name] = game = Round(name, self._rules, stakes, stacks, cards)
        while len(self._rounds) > REMEMBERED:
            del self._rounds[next(iter(self._rounds))]
        return _state(game, _deal_order(game))

    def _find(self, params: Json, *, still_open: bool) -> Round:
        game = self._rounds.get(params["round"])
        if game is None or (still_open and _waiting(game) is None):
            raise RefusedError({"code": -32001, "message": "rejected", "data": {"reason": "round-over"}})
        return game

    def _act(self, params: Json) -> Json:
        game = self._find(params, still_open=True)
        asked = _waiting(game)
        assert asked is not None
        seat, decision = asked
        action, wagers, staked = params["action"], params.get("wagers", {}), game.stakes[seat]
        _reject_unless(params["seat"] == seat and "bettor" not in params, "wrong-seat")
        legal = [line["action"] for line in _legal(game, seat, decision)]
        _reject_unless(action in legal, "illegal-action")
        _reject_unless(wagers.keys() <= {"ante", "play", "aces-up"}, "unknown-wager")
        _reject_unless(wagers == ({"play": staked["ante"]} if action == "play" else {}), "relation")
        if action == "play":
            self._check_limits("play", wagers["play"])
            total = sum(staked.values()) + wagers["play"]
            _reject_unless(total <= game.stacks.get(seat, total), "insufficient-stack")
        game.answers[seat, decision] = action
        return _state(game, [])

    def _abandon(self, params: Json) -> Json:
        game = self._find(params, still_open=True)
        game.void = True
        return _state(game, [])

    def _replay(self, params: Json) -> Json:
        game = self._find(params, still_open=False)
        return _state(game, _deal_order(game))

    def _shuffle(self, params: Json) -> Json:
        pack = PACK * params.get("packs", 1)
        decks = ["".join(SystemRandom().sample(pack, len(pack))) for _ in range(params["count"])]
        return {"decks": decks, "source": "operating system"}

    def _rng(self, params: Json) -> Json:
        _unsupported_unless("below" in params, "only whole numbers below a bound are drawn here")
        values = [randbelow(params["below"]) for _ in range(params["count"])]
        return {"values": values, "source": "operating system"}
