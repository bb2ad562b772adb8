"""The reference engine: the rules themselves, played over the same protocol as any engine.

It can do everything that the protocol names, so that every check has an engine that passes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random, SystemRandom
from typing import Any

from fairfelt import __version__
from fairfelt.conformance.connections.rejected import Rejected
from fairfelt.conformance.layout import arrange
from fairfelt.conformance.replay import named_cards, read_bank, read_seat
from fairfelt.conformance.scenario import any_bank
from fairfelt.conformance.telling import columns_of, tell
from fairfelt.rulesets.cards import full_deck
from fairfelt.rulesets.choose import ChoiceError, Rules, choose
from fairfelt.rulesets.errors import RulesetError
from fairfelt.rulesets.loader import list_games, load
from fairfelt.rulesets.play import Chosen, LegalAction, act, awaiting, open_round
from fairfelt.rulesets.rankings import Strength
from fairfelt.rulesets.rotation import Turns, after
from fairfelt.rulesets.round import Cards, Round, cards_at
from fairfelt.rulesets.rules import Ruleset
from fairfelt.rulesets.seating import Limits, Refused
from fairfelt.rulesets.wire import with_rows

UNSUPPORTED = -32002

Change = Callable[[Rules, Mapping[str, Limits]], tuple[Rules, Mapping[str, Limits]]]
"""What an engine makes of the rules and limits that it was told."""


def as_told(rules: Rules, limits: Mapping[str, Limits]) -> tuple[Rules, Mapping[str, Limits]]:
    """Play by the rules and limits as they were told."""
    return rules, limits


@dataclass(frozen=True)
class _Open:
    """A round in the engine's books: its state, and how many cards have been told."""

    state: Round
    void: bool = False


class ReferenceEngine:
    """Answer `ask`. `games` adds rulesets that don't ship, by name; `change` makes it play by others than it says."""

    def __init__(self, games: Mapping[str, Ruleset] | None = None, change: Change = as_told) -> None:
        self._games = dict(games or {})
        self._change = change
        self._rules: Rules | None = None
        self._limits: Mapping[str, Limits] = {}
        self._rounds: dict[str, _Open] = {}
        self._turns = Turns()
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
                "seed": True,
                "views": True,
                "hands": True,
                "stacks": True,
                "multi_seat": max(self._load(name).most_players for name in names),
                "recall": True,
                "bank": True,
                "backline": True,
            },
        }

    def _names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*list_games(), *self._games)))

    def _load(self, game: str) -> Ruleset:
        return self._games[game] if game in self._games else load(game)

    def _configure(self, params: dict[str, Any]) -> dict[str, Any]:
        tables = params.get("pay_tables") or {}
        limits = params.get("limits") or {}
        if "round" in limits:
            return _unsupported("limits of a whole round are not supported")
        try:
            ruleset = self._load(params["game"])
            rules = choose(ruleset, params.get("variant"), params.get("options"), first_table=True)
        except (RulesetError, ChoiceError) as error:
            return _unsupported(str(error))
        if ruleset.rounding is None and any(_has_parts(entry["rows"]) for entry in tables.values()):
            return _unsupported("odds that are no whole number need a rounding rule, and this game has none")
        taken = with_rows(rules, {wager: entry["rows"] for wager, entry in tables.items()})
        spans = {
            wager: Limits(span.get("min", 1), span.get("max"), span.get("step", 1))
            for wager, span in limits.items()
        }
        self._rules, self._limits = self._change(taken, spans)
        self._rounds, self._turns = {}, Turns()
        return {"effective": {"options": dict(rules.readings), "pay_tables": tables, "limits": limits}}

    def _start(self, params: dict[str, Any]) -> dict[str, Any]:
        if self._rules is None:
            return _unsupported("configure comes before the first round")
        if params["round"] in self._rounds:
            raise Rejected("illegal-action", "a round of this name was played already")
        seats = tuple(read_seat(seat) for seat in params["seats"])
        bank = read_bank(params["bank"]) if params.get("bank") else None
        state = open_round(self._rules, seats, self._cards(params), self._limits, bank, self._turns)
        return self._keep(params["round"], _Open(state), 0)

    def _keep(self, round_id: str, entry: _Open, told: int) -> dict[str, Any]:
        """Write a round down, count the bank's turn when it is settled, and tell what is new."""
        self._rounds[round_id] = entry
        if entry.state.settled and entry.state.bank is not None:
            self._turns = after(self._turns, entry.state.bank.seat)
        return tell(round_id, entry.state, entry.void, told)

    def _cards(self, params: dict[str, Any]) -> Cards:
        if params.get("deck"):
            return Cards(deck=tuple(params["deck"]))
        if params.get("places"):
            places = {place: tuple(cards) for place, cards in params["places"].items()}
            return Cards(places=places, stub=places.pop("stub", ()))
        deck = list(full_deck(self._rules.ruleset.packs if self._rules else 1))
        self._source(params).shuffle(deck)
        return Cards(deck=tuple(deck))

    def _source(self, params: dict[str, Any]) -> Random:
        """Give the source of chance: one from the seed that was sent, or the system's."""
        return self._random if params.get("seed") is None else Random(params["seed"])

    def _act(self, params: dict[str, Any]) -> dict[str, Any]:
        entry = self._open(params["round"])
        wagers, cards = params.get("wagers") or {}, named_cards(params)
        state = act(entry.state, params["seat"], params["action"], wagers, cards, params.get("bettor") or "")
        return self._keep(params["round"], replace(entry, state=state), len(entry.state.dealt))

    def _open(self, round_id: str) -> _Open:
        entry = self._rounds.get(round_id)
        if entry is None or entry.void or entry.state.settled:
            raise Rejected("round-over", "no such round is open")
        return entry

    def _abandon(self, params: dict[str, Any]) -> dict[str, Any]:
        entry = replace(self._open(params["round"]), void=True)
        return self._keep(params["round"], entry, len(entry.state.dealt))

    def _replay(self, params: dict[str, Any]) -> dict[str, Any]:
        entry = self._rounds.get(params["round"])
        if entry is None:
            raise Rejected("round-over", "no such round was played")
        return tell(params["round"], entry.state, entry.void, 0)

    def _play(self, params: dict[str, Any]) -> dict[str, Any]:
        if self._rules is None:
            return _unsupported("configure comes before the first round")
        seats = tuple(read_seat(seat) for seat in params["seats"])
        bank = any_bank(self._rules, [seat.number for seat in seats])
        source = self._source(params)
        rows: list[dict[str, Any]] = []
        for number in range(params["count"]):
            cards = self._cards({}) if source is self._random else self._cards({"seed": source.getrandbits(64)})
            state = open_round(self._rules, seats, cards, self._limits, bank)
            while (asked := awaiting(state)) is not None:
                wanted = params["policy"].get(asked.question.id, "uniform")
                legal = [entry for entry in asked.legal if wanted in ("uniform", entry.action)]
                if not legal:
                    raise Rejected("illegal-action", f"{wanted!r} is not offered at {asked.question.id!r}")
                chosen = source.choice(legal)
                placed = {name: least for name, (least, _, _) in chosen.wagers.items()}
                given = self._any_cards(state, asked.seat, chosen, source)
                state = act(state, asked.seat, chosen.action, placed, given, asked.bettor)
            rows.append({"round": f"live-{number + 1}", **columns_of(state)})
        columns = list(dict.fromkeys(column for row in rows for column in row))
        return {"columns": columns, "rows": [[row.get(column) for column in columns] for row in rows]}

    def _any_cards(self, state: Round, seat: int, chosen: LegalAction, source: Random) -> Chosen:
        held = list(cards_at(state, f"seat.{seat}"))
        source.shuffle(held)
        return arrange(chosen.arranges, held) if chosen.arranges else tuple(held[: chosen.gives_up])

    def _rank(self, params: dict[str, Any]) -> dict[str, Any]:
        rankings = {
            hand.ranking.name: hand.ranking for game in self._names() for hand in self._load(game).hands.values()
        }
        if self._rules is not None:
            rankings.update((hand.ranking.name, hand.ranking) for hand in self._rules.ruleset.hands.values())
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
