"""Go through a record with the rules in hand: beside each answer of the engine stands what the rules expect.

What the rules expect depends on the cards. Dealing is judged by the deck that was forced; everything else by the
cards that the engine says it dealt, so that a wrong deal is one finding and not a hundred.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from fairfelt.conformance.connections.answers import Refusal, Result
from fairfelt.conformance.record import Exchange, Record
from fairfelt.rulesets.cards import HIDDEN, Card
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.play import Chosen, act, open_round
from fairfelt.rulesets.rotation import Turns
from fairfelt.rulesets.round import Cards, Dealt, Round
from fairfelt.rulesets.seating import Backer, BankSeat, Limits, Refused, Seat


@dataclass(frozen=True)
class ToldCards(Cards):
    """What the engine says it dealt. A card that it dealt twice is a finding about dealing, and no reason to refuse."""

    told: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    later: tuple[Card, ...] = ()
    """Cards that were to be drawn, for what the engine did not come to tell."""

    def next(self, place: str, dealt: tuple[Dealt, ...]) -> Card:
        had = sum(card.to == place for card in dealt)
        if had < len(self.told.get(place, ())):
            return self.told[place][had]
        gone = {card.card for card in dealt}
        return next(card for card in self.later if card not in gone)


Expected = Round | Refused | Literal["void", "same", "apart"] | None


@dataclass(frozen=True)
class Moment:
    """One exchange, the round before it, and what the rules make of it: a round, a refusal, `void`, or nothing.

    `apart` is what was tried beside the round, which it must not change, whatever the answer.
    """

    exchange: Exchange
    before: Round | None
    expected: Expected

    @property
    def agreed(self) -> Round | None:
        """The round as both sides see it, where the engine accepted what the rules allow."""
        accepted = isinstance(self.exchange.answer, Result) and isinstance(self.expected, Round)
        return self.expected if accepted and isinstance(self.expected, Round) else None


@dataclass(frozen=True)
class Trace:
    """A record beside the rules, as far as the two go together."""

    record: Record
    rules: Rules
    moments: tuple[Moment, ...]

    @property
    def settled(self) -> tuple[Moment, Round] | None:
        """The moment at which both sides hold the round for settled."""
        for moment in self.moments:
            state = moment.agreed
            told = moment.exchange.answer.value.get("phase") if isinstance(moment.exchange.answer, Result) else None
            by_both = state is not None and state.settled and told == "settled"
            if by_both and state is not None and moment.exchange.method in ("round.start", "round.act"):
                return moment, state
        return None


def observed_cards(record: Record) -> dict[str, tuple[Card, ...]]:
    """Gather by place the cards that the engine says it dealt."""
    opened = record.exchanges[0].params.get("round", record.id)
    states = [
        exchange.answer.value.get("dealt", ())
        for exchange in record.exchanges
        if exchange.method in ("round.start", "round.act") and isinstance(exchange.answer, Result)
        and exchange.params.get("round", record.id) == opened  # and no other round that was tried beside this one
    ]
    places: dict[str, list[Card]] = {}
    for dealt in turned_up(states):
        places.setdefault(dealt["to"], []).append(dealt["card"])
    return {place: tuple(cards) for place, cards in places.items()}


def turned_up(states: Iterable[Sequence[dict[str, Any]]]) -> list[dict[str, Any]]:
    """List the cards that were told State by State; one told as hidden has the face that a later State gave it."""
    known: list[dict[str, Any]] = []
    for told in states:
        hidden: dict[str, list[int]] = {}
        for at, card in enumerate(known):
            if card["card"] == HIDDEN:
                hidden.setdefault(card["to"], []).append(at)
        for card in told:
            if card["card"] != HIDDEN and hidden.get(card["to"]):
                known[hidden[card["to"]].pop(0)] = card
            else:
                known.append(card)
    return known


def forced_cards(record: Record) -> Cards | None:
    """Give the cards that the suite forced, or None if the engine dealt by itself."""
    params = record.exchanges[0].params
    return Cards(deck=tuple(params["deck"])) if "deck" in params else None


def replay(
    rules: Rules, limits: Mapping[str, Limits], record: Record, cards: Cards, turns: Turns | None = None
) -> Trace:
    """Walk through the record until it and the rules part. `turns` says who banked before."""
    moments: list[Moment] = []
    state: Round | None = None
    opened = record.id
    for exchange in record.exchanges:
        expected = _expect(rules, limits, exchange, state, cards, opened, turns)
        moments.append(Moment(exchange, state, expected))
        answer = exchange.answer
        if isinstance(answer, Result) and expected == "void":
            opened = ""  # whatever comes after it is no action of this round
        if isinstance(answer, Result) and isinstance(expected, Round):
            state = expected
        elif not _go_together(answer, expected):
            break
    return Trace(record, rules, tuple(moments))


def _go_together(answer: Any, expected: Any) -> bool:
    if expected == "apart":
        return isinstance(answer, Result | Refusal)
    if isinstance(answer, Refusal):
        return isinstance(expected, Refused)
    return isinstance(answer, Result) and expected in ("void", "same")


def _expect(
    rules: Rules,
    limits: Mapping[str, Limits],
    exchange: Exchange,
    state: Round | None,
    cards: Cards,
    opened: str,
    turns: Turns | None,
) -> Expected:
    params = exchange.params
    if exchange.method == "configure":
        return "apart" if isinstance(exchange.answer, Refusal) else None  # once accepted, it opens a new session
    another = exchange.method in ("round.abandon", "round.replay") and params["round"] != opened
    if another or (exchange.method == "round.start" and state is not None):
        return "apart"
    try:
        if exchange.method == "round.start":
            if max(Counter(params.get("deck", ())).values(), default=0) > rules.ruleset.packs:
                return Refused("duplicate-card", "a card stands in the deck more often than its packs hold it")
            return open_round(rules, _seats(params), cards, limits, _bank(params), turns)
        if exchange.method == "round.act":
            if state is None or params["round"] != opened:
                return Refused("round-over", "no such round is open")
            wagers, cards_named = params.get("wagers", {}), named_cards(params)
            return act(state, params["seat"], params["action"], wagers, cards_named, params.get("bettor", ""))
    except Refused as refused:
        return refused
    except (KeyError, IndexError, StopIteration):
        return None  # the engine did not say which cards it dealt
    if exchange.method == "round.abandon":
        return "void"
    return "same" if exchange.method == "round.replay" else None


def named_cards(params: Mapping[str, Any]) -> Chosen:
    """Read the cards of an action: a list, or lists by spot."""
    cards = params.get("cards") or ()
    return {spot: tuple(part) for spot, part in cards.items()} if isinstance(cards, Mapping) else tuple(cards)


def _seats(params: Mapping[str, Any]) -> tuple[Seat, ...]:
    return tuple(read_seat(seat) for seat in params["seats"])


def read_seat(seat: Mapping[str, Any]) -> Seat:
    """Read a seat of a request."""
    backline = tuple(
        Backer(backer["bettor"], backer["wagers"], backer.get("stack")) for backer in seat.get("backline", ())
    )
    dark = bool(seat.get("dark"))
    return Seat(seat["seat"], seat["wagers"], seat.get("stack"), seat.get("guest"), dark, backline)


def _bank(params: Mapping[str, Any]) -> BankSeat | None:
    return read_bank(params["bank"]) if params.get("bank") else None


def read_bank(bank: Mapping[str, Any]) -> BankSeat:
    """Read the bank of a request."""
    return BankSeat(bank["seat"], bank["amount"], bank.get("stack"), tuple(bank.get("declined", ())))
