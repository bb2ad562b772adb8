"""Translate the protocol for Casino Hold'em engines that know one player and settle a round in one go.

Nothing here knows what a round must pay. It refuses only what such an engine has no way to be asked: a
second seat, another wager, an ante that is not a whole number of at least 1, an action that is neither fold
nor call, a call of another size (the engine takes twice the ante by itself), a card that its pack holds once.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from _one_seat import Cards, Forced, Row, find, taken
from _stdio import Json, rejected, unsupported

Ask = Callable[[str, Json], Json]
READINGS = {
    "antewin": "replaces",
    "antewin-claim": "automatic",
    "call-unqualified": "returned",
    "tie": "both-push",
    "burn": "none",
    "all-fold": "stop",
}


@dataclass(frozen=True)
class Deal:
    """Hold the cards before the decision, in the engine's order of dealing, and the way to go on.

    `play` takes the action. It gives the cards that followed, and of each wager its name, what was staked,
    what came back and the outcome.
    """

    cards: Cards
    play: Callable[[str], tuple[Cards, list[Row]]]


@dataclass(frozen=True)
class _Open:
    round: int | str
    seat: int
    ante: int
    deal: Deal


def engine(
    name: str, version: str, deal: Callable[[Forced | None, int], Deal], also: Mapping[str, str] | None = None
) -> Ask:
    """Make the `ask` of an engine from the function that deals a round for an ante.

    `also` names readings that the engine plays besides the default ones.
    """
    table: list[_Open] = []

    def ask(method: str, params: Json) -> Json:
        match method:
            case "hello":
                return {
                    "protocol": 1,
                    "engine": {"name": name, "version": version, "language": "Python"},
                    "games": [{"game": "casino-holdem"}],
                    "capabilities": {"stepwise": True, "forced_deck": True},
                }
            case "configure":
                return _configure(params, also or {})
            case "round.start":
                seat, ante = _one_box(params)
                opened = _Open(params["round"], seat, ante, deal(_forced(params, seat), ante))
                table[:] = [opened]
                return _asking(opened)
            case "round.act":
                opened = find(table, params)
                due = {"fold": {}, "call": {"call": 2 * opened.ante}}
                cards, rows = opened.deal.play(taken(params, opened, due, ("ante", "call")))
                table.clear()
                return _settled(opened, cards, rows)
            case "bye":
                return {}
        raise unsupported(f"the method {method} is not known here")

    return ask


def split(action: str, ante: int, returned: int, *, level: str, won: str) -> list[Row]:
    """Split the one sum that an engine hands back: the call is paid 1:1 on a win, the rest is the ante's.

    `level` is the outcome where both stakes come back, `won` that of the ante where more does.
    """
    call = 2 * ante
    if action == "fold":
        return [("ante", ante, returned, "returned" if returned else "forfeit")]
    if returned == 0:
        return [("ante", ante, 0, "lose"), ("call", call, 0, "lose")]
    if returned == ante + call:
        return [("ante", ante, ante, level), ("call", call, call, level)]
    return [("ante", ante, returned - 2 * call, won), ("call", call, 2 * call, "win")]


def _configure(params: Json, also: Mapping[str, str]) -> Json:
    # A pay table is taken without a word: the engine pays by its own, and the ledger will tell.
    if params["game"] != "casino-holdem":
        raise unsupported("the engine plays casino-holdem only")
    if params.get("variant", "electronic") != "electronic":
        raise unsupported("the engine has no variants")
    if not params.get("options", {}).items() <= {*READINGS.items(), *also.items()}:
        raise unsupported("the engine has no options")
    if params.get("limits"):
        raise unsupported("the engine has no limits that could be set")
    return {}


def _one_box(params: Json) -> tuple[int, int]:
    if len(params["seats"]) != 1:
        raise rejected("seat-limit")
    box = params["seats"][0]
    wagers = box["wagers"]
    if not wagers.keys() <= {"ante", "call"}:
        raise rejected("unknown-wager")
    if wagers.keys() != {"ante"}:
        raise rejected("relation")
    if type(wagers["ante"]) is not int or wagers["ante"] < 1:
        raise rejected("limits")
    return box["seat"], wagers["ante"]


def _forced(params: Json, seat: int) -> Forced | None:
    places = params.get("places")
    if places is None:
        if "deck" in params:
            raise unsupported("the engine deals in an order of its own: send the cards as `places`")
        return None
    board = [*places.get("board", []), *places.get("stub", [])]
    hand, dealer = places.get(f"seat.{seat}", []), places.get("dealer", [])
    forced = {"seat": hand, "dealer": dealer, "board": board}
    if any(len(forced[place]) < count for place, count in (("seat", 2), ("dealer", 2), ("board", 5))):
        raise unsupported("the engine needs two cards for the seat, two for the dealer, five for the board")
    return forced


def _asking(opened: _Open) -> Json:
    call = {"min": 2 * opened.ante, "max": 2 * opened.ante, "step": 1}
    legal = [{"action": "fold"}, {"action": "call", "wagers": {"call": call}}]
    return {
        "round": opened.round,
        "phase": "decision",
        "dealt": _dealt(opened.deal.cards, opened.seat),
        "awaiting": {"seat": opened.seat, "decision": "decide", "legal": legal},
    }


def _settled(opened: _Open, cards: Cards, rows: list[Row]) -> Json:
    names = ("wager", "staked", "returned", "outcome")
    ledger = [{"seat": opened.seat, **dict(zip(names, row, strict=True))} for row in rows]
    return {"round": opened.round, "phase": "settled", "dealt": _dealt(cards, opened.seat), "ledger": ledger}


def _dealt(cards: Cards, seat: int) -> list[Json]:
    return [{"to": f"seat.{seat}" if place == "seat" else place, "card": card} for place, card in cards]
