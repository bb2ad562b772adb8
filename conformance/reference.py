"""The reference engine: the rules themselves, played over the same protocol as any engine.

It can do everything that the protocol names for games without a bank, so that every check has an engine that passes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import SystemRandom
from typing import Any

from fairfelt import __version__
from fairfelt.conformance.connections.rejected import Rejected
from fairfelt.rulesets.cards import full_deck
from fairfelt.rulesets.choose import ChoiceError, Rules, choose
from fairfelt.rulesets.errors import RulesetError
from fairfelt.rulesets.loader import list_games, load
from fairfelt.rulesets.paying import settlement
from fairfelt.rulesets.play import act, awaiting, open_round
from fairfelt.rulesets.round import Cards, Round, cards_for, views
from fairfelt.rulesets.seating import Limits, Refused, Seat
from fairfelt.rulesets.rankings import Strength, best_cards
from fairfelt.rulesets.rules import NOT_ASKED, Ruleset
from fairfelt.rulesets.settle import Settled, hand_cards
from fairfelt.rulesets.wire import with_rows

UNSUPPORTED = -32002


@dataclass(frozen=True)
class _Open:
    """A round in the engine's books: its state, and how many cards have been told."""

    state: Round
    void: bool = False
    stacks: Mapping[str, int] | None = None


class ReferenceEngine:
    """Answer `ask`. `games` adds rulesets that don't ship, by name."""

    def __init__(self, games: Mapping[str, Ruleset] | None = None) -> None:
        self._games = dict(games or {})
        self._rules: Rules | None = None
        self._limits: dict[str, Limits] = {}
        self._rounds: dict[str, _Open] = {}
        self._random = SystemRandom()

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Answer one request; a refusal is raised as Rejected or returned as an error."""
        answers: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
            "hello": self._hello,
            "configure": self._configure,
            "round.start": self._start,
            "round.act": self._act,
            "round.abandon": self._abandon,
            "round.replay": self._replay,
            "rounds.play": self._play,
            "hands.rank": self._rank,
            "shuffle": self._shuffle,
            "rng": self._rng,
            "bye": lambda _: {},
        }
        if method not in answers:
            return _unsupported(f"{method} is not supported")
        try:
            return answers[method](params)
        except Refused as refused:
            raise Rejected(refused.reason, str(refused)) from None

    def _hello(self, params: dict[str, Any]) -> dict[str, Any]:
        if params["protocol"] != 1:
            return {"error": {"code": -32004, "message": "this engine speaks protocol 1"}}
        names = self._names()
        games = [{"game": name, "variants": list(self._load(name).variants)} for name in names]
        return {
            "protocol": 1,
            "engine": {"name": "fairfelt reference engine", "version": __version__, "language": "Python"},
            "games": games,
            "capabilities": {
                "forced_deck": True,
                "stepwise": True,
                "rounds_play": True,
                "hands_rank": True,
                "shuffle": True,
                "rng": "below",
                "views": True,
                "hands": True,
                "stacks": True,
                "multi_seat": max(self._load(name).most_seats for name in names),
                "recall": True,
            },
        }

    def _names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*list_games(), *self._games)))

    def _load(self, game: str) -> Ruleset:
        return self._games[game] if game in self._games else load(game)

    def _configure(self, params: dict[str, Any]) -> dict[str, Any]:
        tables = params.get("pay_tables") or {}
        limits = params.get("limits") or {}
        if "position" in limits or "round" in limits:
            return _unsupported("limits of a position or a round are not supported")
        try:
            ruleset = self._load(params["game"])
            rules = choose(ruleset, params.get("variant"), params.get("options"), first_table=True)
        except (RulesetError, ChoiceError) as error:
            return _unsupported(str(error))
        if ruleset.rounding is None and any(_has_parts(entry["rows"]) for entry in tables.values()):
            return _unsupported("odds that are no whole number need a rounding rule, and this game has none")
        self._rules = with_rows(rules, {wager: entry["rows"] for wager, entry in tables.items()})
        self._limits = {
            wager: Limits(span.get("min", 1), span.get("max"), span.get("step", 1))
            for wager, span in limits.items()
        }
        self._rounds = {}
        return {"effective": {"options": dict(rules.readings), "pay_tables": tables, "limits": limits}}

    def _start(self, params: dict[str, Any]) -> dict[str, Any]:
        if self._rules is None:
            return _unsupported("configure comes before the first round")
        if params["round"] in self._rounds:
            raise Rejected("illegal-action", "a round of this name was played already")
        seats = tuple(Seat(seat["seat"], seat["wagers"], seat.get("stack")) for seat in params["seats"])
        state = open_round(self._rules, seats, self._cards(params), self._limits)
        self._rounds[params["round"]] = _Open(state)
        return self._tell(params["round"], 0)

    def _cards(self, params: dict[str, Any]) -> Cards:
        if params.get("deck"):
            return Cards(deck=tuple(params["deck"]))
        if params.get("places"):
            return Cards(places={place: tuple(cards) for place, cards in params["places"].items()})
        deck = list(full_deck(self._rules.ruleset.packs if self._rules else 1))
        self._random.shuffle(deck)
        return Cards(deck=tuple(deck))

    def _act(self, params: dict[str, Any]) -> dict[str, Any]:
        entry = self._open(params["round"])
        state = act(entry.state, params["seat"], params["action"], params.get("wagers") or {})
        self._rounds[params["round"]] = replace(entry, state=state)
        return self._tell(params["round"], len(entry.state.dealt))

    def _open(self, round_id: str) -> _Open:
        entry = self._rounds.get(round_id)
        if entry is None or entry.void or entry.state.settled:
            raise Rejected("round-over", "no such round is open")
        return entry

    def _abandon(self, params: dict[str, Any]) -> dict[str, Any]:
        self._rounds[params["round"]] = replace(self._open(params["round"]), void=True)
        return self._tell(params["round"], len(self._rounds[params["round"]].state.dealt))

    def _replay(self, params: dict[str, Any]) -> dict[str, Any]:
        if params["round"] not in self._rounds:
            raise Rejected("round-over", "no such round was played")
        return self._tell(params["round"], 0)

    def _tell(self, round_id: str, told: int) -> dict[str, Any]:
        entry = self._rounds[round_id]
        state = entry.state
        answer: dict[str, Any] = {
            "round": round_id,
            "phase": "void" if entry.void else "settled" if state.settled else "decision",
            "dealt": [{"to": dealt.to, "card": dealt.card} for dealt in state.dealt[told:]],
            "views": {
                seat: {place: list(cards) for place, cards in seen.items()}
                for seat, seen in views(state).items()
            },
        }
        asked = awaiting(state)
        if asked is not None and not entry.void:
            answer["awaiting"] = {
                "seat": asked.seat,
                "decision": asked.question.id,
                "legal": [_legal(entry_.action, entry_.wagers) for entry_ in asked.legal],
            }
        if entry.void or state.settled:
            ledger = _void_ledger(state) if entry.void else _ledger(settlement(state))
            answer["ledger"] = ledger
            answer["stacks"] = _stacks(state, ledger)
        if state.settled and not entry.void:
            answer["hands"] = _hands(state)
        return answer

    def _play(self, params: dict[str, Any]) -> dict[str, Any]:
        if self._rules is None:
            return _unsupported("configure comes before the first round")
        seats = tuple(Seat(seat["seat"], seat["wagers"]) for seat in params["seats"])
        rows: list[dict[str, Any]] = []
        for number in range(params["count"]):
            state = open_round(self._rules, seats, self._cards({}), self._limits)
            while (asked := awaiting(state)) is not None:
                wanted = params["policy"].get(asked.question.id, "uniform")
                legal = [entry for entry in asked.legal if wanted in ("uniform", entry.action)]
                if not legal:
                    raise Rejected("illegal-action", f"{wanted!r} is not offered at {asked.question.id!r}")
                chosen = self._random.choice(legal)
                placed = {name: least for name, (least, _, _) in chosen.wagers.items()}
                state = act(state, asked.seat, chosen.action, placed)
            rows.append({"round": f"live-{number + 1}", **_columns(state)})
        columns = list(dict.fromkeys(column for row in rows for column in row))
        return {"columns": columns, "rows": [[row.get(column) for column in columns] for row in rows]}

    def _rank(self, params: dict[str, Any]) -> dict[str, Any]:
        rankings = {
            hand.ranking.name: hand.ranking for game in self._names() for hand in self._load(game).hands.values()
        }
        if params["ranking"] not in rankings:
            return _unsupported(f"the rankings are {', '.join(rankings)}")
        ranking = rankings[params["ranking"]]
        strengths = [ranking.strength(hand) for hand in params["hands"]]
        equal: dict[Strength, list[int]] = {}
        for at, strength in enumerate(strengths):
            equal.setdefault(strength, []).append(at)
        classes = [equal[strength] for strength in sorted(equal, reverse=True)]
        return {"categories": [ranking.category(strength) for strength in strengths], "classes": classes}

    def _shuffle(self, params: dict[str, Any]) -> dict[str, Any]:
        decks = []
        for _ in range(params["count"]):
            deck = list(full_deck(params.get("packs", 1)))
            self._random.shuffle(deck)
            decks.append("".join(deck))
        return {"decks": decks, "source": "operating system"}

    def _rng(self, params: dict[str, Any]) -> dict[str, Any]:
        if "below" not in params:
            return _unsupported("numbers below a bound only")
        return {
            "values": [self._random.randrange(params["below"]) for _ in range(params["count"])],
            "source": "operating system",
        }


def _has_parts(rows: Mapping[str, str]) -> bool:
    return any(int(gain) % int(stake) for gain, stake in (odds.split(":") for odds in rows.values()))


def _unsupported(message: str) -> dict[str, Any]:
    return {"error": {"code": UNSUPPORTED, "message": message}}


def _legal(action: str, wagers: Mapping[str, tuple[int, int, int]]) -> dict[str, Any]:
    legal: dict[str, Any] = {"action": action}
    if wagers:
        legal["wagers"] = {
            name: {"min": low, "max": high, "step": step} for name, (low, high, step) in wagers.items()
        }
    return legal


def _ledger(settled: Mapping[int, tuple[Settled, ...]]) -> list[dict[str, Any]]:
    return [
        {
            "seat": seat,
            "wager": row.wager,
            "staked": row.staked,
            "returned": row.returned,
            "outcome": row.outcome,
        }
        for seat, rows in settled.items()
        for row in rows
    ]


def _void_ledger(state: Round) -> list[dict[str, Any]]:
    return [
        {"seat": seat, "wager": wager, "staked": amount, "returned": amount, "outcome": "returned"}
        for seat, wagers in state.placed.items()
        for wager, amount in wagers.items()
    ]


def _stacks(state: Round, ledger: list[dict[str, Any]]) -> dict[str, int]:
    return {
        f"seat.{seat.number}": seat.stack
        + sum(row["returned"] - row["staked"] for row in ledger if row["seat"] == seat.number)
        for seat in state.seats
        if seat.stack is not None
    }


def _columns(state: Round) -> dict[str, Any]:
    """Write a settled round as columns: cards by place, decisions, and money by wager."""
    row: dict[str, Any] = {}
    for dealt in state.dealt:
        row[dealt.to] = row.get(dealt.to, "") + dealt.card
    for seat, choices in state.choices.items():
        row.update({f"seat.{seat}.{name}": action for name, action in choices.items() if action != NOT_ASKED})
    for seat, settled in settlement(state).items():
        for entry in settled:
            row[f"seat.{seat}.{entry.wager}.staked"] = entry.staked
            row[f"seat.{seat}.{entry.wager}.returned"] = entry.returned
    return row


def _hands(state: Round) -> dict[str, Any]:
    """Name the best hands of everyone whose cards all lie."""
    named: dict[str, Any] = {}
    for name, hand in state.rules.ruleset.hands.items():
        for seat in state.seats:
            held = hand_cards(state.rules, name, cards_for(state, seat.number))
            if len(held) < hand.ranking.size:
                continue
            place = f"seat.{seat.number}" if "seat" in hand.places else "dealer"
            category = hand.ranking.category(hand.ranking.strength(held))
            named.setdefault(place, {})[name] = {
                "cards": list(best_cards(hand.ranking, held)),
                "category": category,
            }
    return named
