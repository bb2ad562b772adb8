"""Hold'em with 1X, 3X and 6X bets written by hand from its document: it shares no rule with the suite's oracle."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, groupby
from math import inf
from secrets import SystemRandom
from typing import Any

from fairfelt.conformance import Rejected

Json = dict[str, Any]
Strength = tuple[int, tuple[int, ...]]  # the category, then the ranks in the order in which they count
Row = tuple[int, str, int, str]  # a seat, its wager, what comes back, and why

RANKS, SUITS = "23456789TJQKA", "cdhs"  # lowest first; the suits count for the house hand alone
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)
SEATS = range(1, 7)
PACKET, BOARD, REMEMBERED = 6, 5, 1000
TO_ONE, EACH_TWO = {"1x": 1, "3x": 3, "6x": 6}, {"1x": 2, "3x": 2, "6x": 2}
BASE, BONUS = tuple(TO_ONE), "six-card-bonus"
CATEGORIES = ("high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house",
              "four-of-a-kind", "straight-flush", "royal-flush")
SHAPES = {(1, 1, 1, 1, 1): "high-card", (2, 1, 1, 1): "pair", (2, 2, 1): "two-pair", (3, 1, 1): "three-of-a-kind",
          (3, 2): "full-house", (4, 1): "four-of-a-kind"}  # by how many cards there are of each rank
ALSO_A, LOSES = {"royal-flush": "straight-flush", "pair-of-aces": "pair"}, "-1:1"  # where a pay table is silent
READINGS = {"base-wagers": ("all-three", "any"), "multiples": ("to-one", "for-one"),
            "packets": ("occupied", "every-position"), "bonus-amount": ("free", "fixed")}
KING, ACE, WHEEL = RANKS.index("K"), RANKS.index("A"), tuple(map(RANKS.index, "A5432"))
ABLE = ("forced_deck", "stepwise", "rounds_play", "hands_rank", "shuffle", "views", "hands", "stacks", "recall")
GAME, RANDOM = "holdem-1-3-6", SystemRandom()


class UnsupportedError(Exception):
    """Admit that something can't be played here."""


def _reject_unless(allowed: object, reason: str) -> None:
    if not allowed:
        raise Rejected(reason)


def _support_only(supported: object, message: str) -> None:
    if not supported:
        raise UnsupportedError(message)


def _strength(five: Sequence[str]) -> Strength:
    count = Counter(RANKS.index(card[0]) for card in five)
    order = tuple(sorted(count, key=lambda rank: (count[rank], rank), reverse=True))
    suited = len({card[1] for card in five}) == 1
    category = SHAPES[tuple(count[rank] for rank in order)]
    if order == WHEEL or (len(order) == 5 and order[0] - order[4] == 4):
        category = "straight" if not suited else "royal-flush" if order[1] == KING else "straight-flush"
    elif suited:
        category = "flush"
    # the five is the top of a wheel, and no other straight has that
    return CATEGORIES.index(category), order[1:] if order == WHEEL else order


def _category(five: Sequence[str]) -> str:
    return CATEGORIES[_strength(five)[0]]


def _best(cards: list[str]) -> tuple[str, ...]:
    return max(combinations(cards, 5), key=_strength)


def _house_cards(six: list[str]) -> list[str]:
    """Take the highest pair, in the highest suits where there are more of its rank, or else the two highest cards."""
    ranks = [card[0] for card in six]
    paired = [card for card in six if ranks.count(card[0]) > 1]
    order = sorted(paired or six, key=lambda card: (RANKS.index(card[0]), SUITS.index(card[1])), reverse=True)
    return order[:2]


@dataclass(frozen=True)
class Rules:
    """Hold what a table session was configured with."""

    readings: dict[str, str]
    bonus: dict[str, str]
    limits: dict[str, dict[str, int]]

    def check_wagers(self, wagers: dict[str, int]) -> None:
        base = [wagers[spot] for spot in BASE if spot in wagers]
        _reject_unless(wagers.keys() <= {*BASE, BONUS}, "unknown-wager")
        _reject_unless(wagers and len(set(base)) <= 1, "relation")
        _reject_unless(self.readings["base-wagers"] == "any" or len(base) in (0, len(BASE)), "relation")
        _support_only(BONUS not in wagers or self.bonus, "the document has no pay table for six-card-bonus: send one")
        for wager, amount in wagers.items():
            limit = {"min": 1, "max": amount, "step": 1, **self.limits.get(wager, {})}
            _reject_unless(amount > 0 and limit["min"] <= amount <= limit["max"], "limits")
            _reject_unless((amount - limit["min"]) % limit["step"] == 0, "limits")


@dataclass
class Round:
    """Hold one round: the stakes, the cards in deal order, and how each seat has set its hands so far."""

    name: int | str
    rules: Rules
    stakes: dict[int, dict[str, int]]
    stacks: dict[int, int]
    dealt: list[tuple[str, str]]
    hands: dict[int, dict[str, list[str]]] = field(default_factory=dict)
    void: bool = False

    def cards(self, place: str) -> list[str]:
        return [card for to, card in self.dealt if to == place]

    def waiting(self) -> int | None:
        """Name the seat that has to set its hands."""
        asked = (seat for seat, staked in self.stakes.items() if staked.keys() & TO_ONE and seat not in self.hands)
        return None if self.void else next(asked, None)

    def best(self, seat: int, spot: str) -> tuple[str, ...]:
        return _best([*self.hands[seat][spot], *self.cards("board")])

    def house(self) -> tuple[str, ...]:
        return _best([*_house_cards(self.cards("dealer")), *self.cards("board")])


def _settle_bonus(game: Round, seat: int) -> Row:
    staked, rows, best = game.stakes[seat][BONUS], game.rules.bonus, _best(game.cards(f"seat.{seat}"))
    category, order = _strength(best)
    name = "pair-of-aces" if order[0] == ACE and CATEGORIES[category] == "pair" else CATEGORIES[category]
    line = rows.get(name) or rows.get(ALSO_A.get(name, name), LOSES)
    won, per = map(int, line.split(":"))
    return seat, BONUS, staked + staked * won // per, "win" if won > 0 else "push" if won == 0 else "lose"


def _settle_base(game: Round, seat: int, house: Strength) -> Iterator[Row]:
    """Compare hand by hand; the first that is lower takes the bets after it along."""
    lost, for_one = False, game.rules.readings["multiples"] == "for-one"
    for spot, staked in ((spot, game.stakes[seat][spot]) for spot in BASE if spot in game.stakes[seat]):
        hand, won = _strength(game.best(seat, spot)), staked * (TO_ONE[spot] + 1 - for_one)
        lost = lost or hand < house
        yield seat, spot, *((0, "lose") if lost else (staked, "push") if hand == house else (won, "win"))


def _settle(game: Round) -> Iterator[Row]:
    """Settle the bonus at all seats before the house shows its hand, then the base bets seat by seat."""
    if game.void:
        yield from ((seat, *entry, "returned") for seat, staked in game.stakes.items() for entry in staked.items())
        return
    yield from (_settle_bonus(game, seat) for seat, staked in game.stakes.items() if BONUS in staked)
    for seat in game.hands:
        yield from _settle_base(game, seat, _strength(game.house()))


def _ledger(game: Round) -> list[Json]:
    return [
        {"seat": seat, "wager": wager, "staked": game.stakes[seat][wager], "returned": back, "outcome": outcome}
        for seat, wager, back, outcome in _settle(game)
    ]


def _views(game: Round) -> Json:
    """Show each seat its own six cards, and everything that is in play once all seats have set their hands."""
    places = list(dict.fromkeys(place for place, _ in game.dealt))
    all_set = not game.void and game.waiting() is None

    def seen(viewer: str, place: str) -> list[str]:
        cards = game.cards(place)
        is_open = place == viewer or (all_set and place not in ("burn", "discard"))
        return cards if is_open else ["??"] * len(cards)

    return {viewer: {place: seen(viewer, place) for place in places} for viewer in map("seat.{}".format, game.stakes)}


def _hands(game: Round) -> Json:
    best = {"dealer": {"house-hand": game.house()}}
    for seat in game.stakes:
        spots = {f"hand-{spot}": game.best(seat, spot) for spot in game.hands.get(seat, {})}
        best[f"seat.{seat}"] = {**spots, "six-cards": _best(game.cards(f"seat.{seat}"))}
    return {
        place: {name: {"cards": list(five), "category": _category(five)} for name, five in hands.items()}
        for place, hands in best.items()
    }


def _state(game: Round, *, since: int) -> Json:
    seat = game.waiting()
    dealt = [{"to": place, "card": card} for place, card in game.dealt[since:]]
    phase = "void" if game.void else "settled" if seat is None else "decision"
    state: Json = {"round": game.name, "phase": phase, "dealt": dealt, "views": _views(game)}
    if seat is not None:
        return {**state, "awaiting": {"seat": seat, "decision": "set", "legal": [{"action": "set", "cards": EACH_TWO}]}}
    state["ledger"] = ledger = _ledger(game)
    state["stacks"] = {
        f"seat.{seat}": stack + sum(row["returned"] - row["staked"] for row in ledger if row["seat"] == seat)
        for seat, stack in game.stacks.items()
    }
    return state if game.void else {**state, "hands": _hands(game)}


def _columns(game: Round) -> Json:
    """Write a settled round as a row of a big table."""
    row: Json = {"round": game.name}
    for place, _ in game.dealt:
        row[place] = "".join(game.cards(place))
    for seat, hands in game.hands.items():
        row[f"seat.{seat}.set"] = "set"
        row |= {f"seat.{seat}.set.cards.{spot}": "".join(cards) for spot, cards in hands.items()}
    for entry in _ledger(game):
        wager = f"seat.{entry['seat']}.{entry['wager']}"
        row |= {f"{wager}.staked": entry["staked"], f"{wager}.returned": entry["returned"]}
    return row


def _check_hands(hands: Any, held: list[str]) -> None:
    _reject_unless(isinstance(hands, dict) and hands.keys() == set(BASE), "relation")
    cards = [card for spot in BASE for card in hands[spot]]
    _reject_unless(len(set(cards)) == len(cards), "duplicate-card")
    _reject_unless(all(len(hands[spot]) == 2 for spot in BASE), "relation")
    _reject_unless(set(cards) <= set(held), "card-not-held")


def _deal_order(rules: Rules, occupied: list[int]) -> list[str]:
    positions = occupied if rules.readings["packets"] == "occupied" else SEATS
    packets = [f"seat.{seat}" if seat in occupied else "discard" for seat in positions]
    return [place for packet in (*packets, "dealer") for place in [packet] * PACKET] + ["burn"] + ["board"] * BOARD


def _deal(params: Json, order: list[str]) -> list[tuple[str, str]]:
    """Deal the cards that are forced, as a deck or place by place, and shuffled ones where none are."""
    deck, places = params.get("deck"), params.get("places") or {}
    forced = deck if deck is not None else [card for cards in places.values() for card in cards]
    _reject_unless(len(set(forced)) == len(forced), "duplicate-card")
    _support_only(set(forced) <= set(PACK), "this deck can't be dealt here")
    left = [card for card in PACK if card not in forced]
    RANDOM.shuffle(left)
    if deck is not None:
        return list(zip(order, [*deck, *left], strict=False))
    by_place = {place: iter(cards) for place, cards in places.items()}
    others = iter([*by_place.pop("stub", ()), *left])
    # a place that no packet was sent for, such as the discards, takes what is left
    return [(place, next(by_place.get(place, others), None) or next(others)) for place in order]


class Engine:
    """Speak the protocol for hold'em with 1X, 3X and 6X bets."""

    def __init__(self) -> None:
        self._rounds: dict[int | str, Round] = {}
        self._configure({"game": GAME})

    def ask(self, method: str, params: Json) -> Json:
        """Answer one message; raise Rejected where a rule forbids it."""
        answers: dict[str, Callable[[Json], Json]] = {
            "hello": self._hello, "configure": self._configure, "round.start": self._start, "round.act": self._act,
            "round.abandon": self._abandon, "rounds.play": self._play,
            "round.replay": lambda params: _state(self._find(params, still_open=False), since=0),
            "hands.rank": self._rank, "shuffle": self._shuffle, "bye": lambda _: {},
        }  # fmt: skip
        try:
            _support_only(method in answers, f"the method {method} is not known here")
            return answers[method](params)
        except UnsupportedError as error:
            return {"error": {"code": -32002, "message": str(error)}}

    def _hello(self, params: Json) -> Json:
        if params["protocol"] != 1:
            return {"error": {"code": -32004, "message": "this engine speaks protocol 1"}}
        return {
            "protocol": 1,
            "engine": {"name": "holdem-1-3-6-by-hand", "version": "1", "language": "Python"},
            "games": [{"game": GAME}],
            "capabilities": {**dict.fromkeys(ABLE, True), "multi_seat": len(SEATS)},
        }

    def _configure(self, params: Json) -> Json:
        options, tables, limits = (params.get(name, {}) for name in ("options", "pay_tables", "limits"))
        _support_only((params["game"], params.get("variant")) == (GAME, None), f"only {GAME} is played, in no variants")
        possible = all(reading in READINGS.get(name, ()) for name, reading in options.items())
        _support_only(possible, "not all of these options are played here")
        _support_only(tables.keys() <= {BONUS}, f"only {BONUS} has a pay table")
        _support_only(limits.keys() <= {*BASE, BONUS}, "only wagers have limits here")
        readings = {name: readings[0] for name, readings in READINGS.items()} | options
        self._rules, self._rounds = Rules(readings, tables[BONUS]["rows"] if tables else {}, limits), {}
        return {"effective": {"options": readings, "pay_tables": tables, "limits": limits}}

    def _open(self, name: int | str, params: Json) -> Round:
        boxes = sorted(params["seats"], key=lambda box: int(box["seat"]))
        _reject_unless("bank" not in params, "bank")
        _support_only(not any("backline" in box for box in boxes), "no backline bets here")
        stakes = {box["seat"]: box["wagers"] for box in boxes}
        _reject_unless(boxes and len(stakes) == len(boxes) and stakes.keys() <= set(SEATS), "seat-limit")
        stacks = {box["seat"]: box["stack"] for box in boxes if "stack" in box}
        for seat, wagers in stakes.items():
            self._rules.check_wagers(wagers)
            _reject_unless(sum(wagers.values()) <= stacks.get(seat, inf), "insufficient-stack")
        return Round(name, self._rules, stakes, stacks, _deal(params, _deal_order(self._rules, list(stakes))))

    def _start(self, params: Json) -> Json:
        name = params["round"]
        _reject_unless(name not in self._rounds or self._rounds[name].waiting() is None, "illegal-action")
        game = self._open(name, params)
        kept = [(other, played) for other, played in self._rounds.items() if other != name]
        self._rounds = {**dict(kept[1 - REMEMBERED :]), name: game}
        return _state(game, since=0)

    def _find(self, params: Json, *, still_open: bool) -> Round:
        game = self._rounds.get(params["round"])
        if game is None or (still_open and game.waiting() is None):
            raise Rejected("round-over")
        return game

    def _act(self, params: Json) -> Json:
        game = self._find(params, still_open=True)
        seat, wagers = params["seat"], params.get("wagers", {})
        _reject_unless(seat == game.waiting() and "bettor" not in params, "wrong-seat")
        _reject_unless(params["action"] == "set", "illegal-action")
        _reject_unless(not wagers, "relation" if wagers.keys() <= {*BASE, BONUS} else "unknown-wager")
        _check_hands(params.get("cards"), game.cards(f"seat.{seat}"))
        game.hands[seat] = {spot: list(params["cards"][spot]) for spot in BASE}
        return _state(game, since=len(game.dealt))

    def _abandon(self, params: Json) -> Json:
        game = self._find(params, still_open=True)
        game.void = True
        return _state(game, since=len(game.dealt))

    def _play(self, params: Json) -> Json:
        _reject_unless(params["policy"].get("set", "set") in ("set", "uniform"), "illegal-action")
        rows = []
        for number in range(1, params["count"] + 1):
            game = self._open(number, {"seats": params["seats"]})
            while (seat := game.waiting()) is not None:
                six = RANDOM.sample(game.cards(f"seat.{seat}"), PACKET)
                game.hands[seat] = {"1x": six[:2], "3x": six[2:4], "6x": six[4:]}
            rows.append(_columns(game))
        columns = list(dict.fromkeys(column for row in rows for column in row))
        return {"columns": columns, "rows": [[row.get(column) for column in columns] for row in rows]}

    def _rank(self, params: Json) -> Json:
        _support_only(params["ranking"] == "poker", "only poker hands are ranked here")
        _support_only(all(len(hand) >= 5 for hand in params["hands"]), "a hand has at least five cards here")
        best = [_best(hand) for hand in params["hands"]]
        order = sorted(range(len(best)), key=lambda at: _strength(best[at]), reverse=True)
        classes = [list(equal) for _, equal in groupby(order, key=lambda at: _strength(best[at]))]
        return {"categories": [_category(five) for five in best], "classes": classes}

    def _shuffle(self, params: Json) -> Json:
        pack = PACK * params.get("packs", 1)
        decks = ["".join(RANDOM.sample(pack, len(pack))) for _ in range(params["count"])]
        return {"decks": decks, "source": "operating system"}
