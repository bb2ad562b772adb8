"""Translate the protocol for Three Card Poker engines that know one player and settle a round in one go.

Nothing here knows what a round must pay. It refuses only what such an engine has no way to be asked: a second
seat, a wager of another game, a round without an ante, an action that is neither fold nor play, a play of another
size (the engine takes the ante once more by itself), a card that its pack holds once, a second round beside an open
one. A wager of the game that the engine does not have is a known gap. A bank is ample, so no engine needs to know of
it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from _one_seat import Cards, Forced, Row, find, taken
from _ranking import Ask, Judge, rank
from _stdio import Json, rejected, unsupported

GAME = "three-card-poker-6-card-bonus"
BEFORE_THE_DEAL = ("ante", "pair-plus", "six-card-bonus")
SIX_CARD_LINES = (
    "royal-flush",
    "straight-flush",
    "four-of-a-kind",
    "full-house",
    "flush",
    "straight",
    "three-of-a-kind",
)
LINES = {
    "pair-plus": ("straight-flush", "three-of-a-kind", "straight", "flush", "pair"),
    "six-card-bonus": SIX_CARD_LINES,
}



@dataclass(frozen=True)
class Settled:
    """Hold what came of a round: the cards that followed the decision and a row a wager.

    The purse and the names of the hands, by place, stand there where the engine tells them.
    """

    cards: Cards
    rows: list[Row]
    stack: int | None = None
    hands: Mapping[str, Json] | None = None


@dataclass(frozen=True)
class Deal:
    """Hold the cards before the decision, in the engine's order of dealing, and the way to go on with an action."""

    cards: Cards
    play: Callable[[str], Settled]


@dataclass(frozen=True)
class Engine:
    """Say what an engine is and can do.

    `deal` takes the wagers, the cards to be forced and the stack, each of the two only if it was sent.
    `configure` takes the pay tables that were sent and gives those that the engine uses. `limit` takes the least and
    the most by wager.
    """

    name: str
    version: str
    language: str
    side_wagers: tuple[str, ...]
    deal: Callable[[Mapping[str, int], Forced | None, int | None], Deal]
    configure: Callable[[Json], Json]
    judge: Judge | None = None
    capabilities: Mapping[str, bool] = field(default_factory=dict)
    limit: Callable[[Mapping[str, tuple[int, int]]], None] | None = None


@dataclass(frozen=True)
class _Open:
    round: int | str
    seat: int
    ante: int
    deal: Deal


def serve_rounds(engine: Engine) -> Ask:
    """Make the `ask` of an engine."""
    table: list[_Open] = []

    def ask(method: str, params: Json) -> Json:
        match method:
            case "hello":
                return _hello(engine)
            case "configure":
                table.clear()
                return _configure(engine, params)
            case "round.start":
                if table:
                    raise rejected("illegal-action")
                table[:] = [_start(engine, params)]
                return _asking(table[0])
            case "round.act":
                opened = find(table, params)
                action = taken(params, opened, {"fold": {}, "play": {"play": opened.ante}}, (*BEFORE_THE_DEAL, "play"))
                table.clear()
                return _settled(opened, opened.deal.play(action))
            case "round.abandon":
                table.clear()  # a new round begins a new game, whatever became of the last one
                raise unsupported("the engine has no way to give stakes back")
            case "hands.rank" if engine.judge:
                return rank(engine.judge, params)
            case "bye":
                return {}
        raise unsupported(f"the method {method} is not known here")

    return ask


def odds(wager: str, *net: int) -> Json:
    """Write a pay table of whole odds to 1, the highest category first."""
    rows = {line: f"{times}:1" for line, times in zip(LINES[wager], net, strict=True)}
    return {"table": "-".join(map(str, net)), "rows": rows}


def rows_of(staked: Mapping[str, int], returned: Mapping[str, int], *, folded: bool, level: str = "push") -> list[Row]:
    """Put a word to the money of each wager; `level` is the word for a play that came back."""
    return [
        (wager, amount, returned[wager], _word(wager, amount, returned[wager], folded, level))
        for wager, amount in staked.items()
    ]


def named(seat: tuple[list[str], str], dealer: tuple[list[str], str], *, qualifies: bool) -> dict[str, Json]:
    """Write what the engine calls the two hands, each given as cards and category."""
    return {
        "seat": {"player-hand": {"cards": seat[0], "category": seat[1]}},
        "dealer": {"dealer-hand": {"cards": dealer[0], "category": dealer[1], "qualifies": qualifies}},
    }


def by_main_bet(ante: int, net: int, *, folded: bool) -> list[Row]:
    """Split the one sum that an engine counts in antes: 1 pays the ante alone, 2 the ante and the play."""
    if folded:
        return rows_of({"ante": ante}, {"ante": ante + net}, folded=True)
    play = ante if net == ante else ante + net // 2
    level = "returned" if net == ante else "push"
    return rows_of(
        {"ante": ante, "play": ante}, {"ante": 2 * ante + net - play, "play": play}, folded=False, level=level
    )


def _word(wager: str, staked: int, returned: int, folded: bool, level: str) -> str:
    if returned > staked:
        return "win"
    if returned == staked:
        return level if wager == "play" else "push"
    return "forfeit" if folded and wager != "six-card-bonus" else "lose"


def _hello(engine: Engine) -> Json:
    able = {"stepwise": True, "forced_deck": True, **engine.capabilities}
    return {
        "protocol": 1,
        "engine": {"name": engine.name, "version": engine.version, "language": engine.language},
        "games": [{"game": GAME}],
        "capabilities": {**able, "hands_rank": True} if engine.judge else able,
    }


def _configure(engine: Engine, params: Json) -> Json:
    if params["game"] != GAME:
        raise unsupported(f"the engine plays {GAME} only")
    if params.get("variant") or params.get("options"):
        raise unsupported("the engine has no variants and no options")
    if limits := params.get("limits"):
        if engine.limit is None or any(entry.get("step", 1) > 1 for entry in limits.values()):
            raise unsupported("the engine has no limits by wager and step that could be set")
        engine.limit({wager: (entry["min"], entry["max"]) for wager, entry in limits.items()})
    sent = params.get("pay_tables", {})
    return {"effective": {"pay_tables": engine.configure(sent)}}


def _start(engine: Engine, params: Json) -> _Open:
    if len(params["seats"]) != 1:
        raise rejected("seat-limit")
    box = params["seats"][0]
    wagers = box["wagers"]
    if not wagers.keys() <= {*BEFORE_THE_DEAL, "play"}:
        raise rejected("unknown-wager")
    if "ante" not in wagers or "play" in wagers:
        raise rejected("relation")
    for wager in wagers.keys() - {"ante", *engine.side_wagers}:
        raise unsupported(f"the engine has no {wager}")
    dealt = engine.deal(wagers, _forced(params, box["seat"]), box.get("stack"))
    return _Open(params["round"], box["seat"], wagers["ante"], dealt)


def _forced(params: Json, seat: int) -> Forced | None:
    deck, places = params.get("deck", []), params.get("places", {})
    if not deck and not places:
        return None
    hand, dealer = (places.get(f"seat.{seat}", []), places.get("dealer", [])) if places else (deck[:3], deck[3:6])
    if len(hand) < 3 or len(dealer) < 3:
        raise unsupported("the engine needs three cards for the seat and three for the dealer")
    return {"seat": hand, "dealer": dealer}


def _asking(opened: _Open) -> Json:
    play = {"min": opened.ante, "max": opened.ante, "step": 1}
    legal = [{"action": "fold"}, {"action": "play", "wagers": {"play": play}}]
    return {
        "round": opened.round,
        "phase": "decision",
        "dealt": _dealt(opened.deal.cards, opened.seat),
        "awaiting": {"seat": opened.seat, "decision": "decide", "legal": legal},
    }


def _settled(opened: _Open, settled: Settled) -> Json:
    names = ("wager", "staked", "returned", "outcome")
    ledger = [{"seat": opened.seat, **dict(zip(names, row, strict=True))} for row in settled.rows]
    state: Json = {
        "round": opened.round,
        "phase": "settled",
        "dealt": _dealt(settled.cards, opened.seat),
        "ledger": ledger,
    }
    if settled.stack is not None:
        state["stacks"] = {f"seat.{opened.seat}": settled.stack}
    if settled.hands is not None:
        state["hands"] = {_at(place, opened.seat): hands for place, hands in settled.hands.items()}
    return state


def _dealt(cards: Cards, seat: int) -> list[Json]:
    return [{"to": _at(place, seat), "card": card} for place, card in cards]


def _at(place: str, seat: int) -> str:
    return f"seat.{seat}" if place == "seat" else place
