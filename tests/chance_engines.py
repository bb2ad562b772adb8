"""Engines whose chance goes wrong: each is the reference engine, with the one vice that it is named for.

All of them draw from fixed seeds, so that every run sees the same cards.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np

from fairfelt.conformance.connections import Rejected
from fairfelt.conformance.protocol.errors import UNSUPPORTED
from fairfelt.conformance.reference import ReferenceEngine
from tests.engines.vices.making import Ask, Engine, Json

SEED = 1
PACK = 52
DEALER = 6
"""Where the dealer's cards begin in a deck of Six Card Poker at one seat."""
STOPS_AFTER = 5_000
LUCK_TURNS = 6_000

Deck = list[str]
Shuffle = Callable[[Random, Deck], object]


def drawing(spoil: Callable[[ReferenceEngine, Random], Ask]) -> Engine:
    """Stand between the suite and a reference engine that draws from a seed."""

    def engine() -> Ask:
        reference, chance = ReferenceEngine(), Random(SEED)
        draw_from(reference, chance.shuffle, chance)
        return spoil(reference, chance)

    return engine


def draw_from(reference: ReferenceEngine, shuffle: Callable[[Deck], object], chance: Random) -> None:
    """Replace the randomness of an engine."""
    drawn = SimpleNamespace(shuffle=shuffle, choice=chance.choice, randrange=chance.randrange)
    reference._random = drawn  # type: ignore[assignment]


def answering(method: str) -> Callable[[Callable[[Json, Json], object]], Engine]:
    """Change what a method answers; the change gets the request and the right answer."""

    def decorate(change: Callable[[Json, Json], object]) -> Engine:
        @drawing
        def engine(reference: ReferenceEngine, chance: Random) -> Ask:
            def ask(asked: str, params: Json) -> Json:
                answer = reference.ask(asked, params)
                if asked == method:
                    change(params, answer)
                return answer

            return ask

        return engine

    return decorate


@drawing
def fair(reference: ReferenceEngine, chance: Random) -> Ask:
    return reference.ask


def without(engine: Engine, *capabilities: str) -> Engine:
    """Have an engine say nothing of some capabilities."""

    def silent() -> Ask:
        told = engine()

        def ask(method: str, params: Json) -> Json:
            answer = told(method, params)
            if method == "hello":
                kept = {name: value for name, value in answer["capabilities"].items() if name not in capabilities}
                answer["capabilities"] = kept
            return answer

        return ask

    return silent


has_no_shuffle = without(fair, "shuffle")
has_no_numbers = without(fair, "rng")
plays_no_rounds = without(fair, "rounds_play")
has_no_chance = without(fair, "shuffle", "rng", "rounds_play")


def shuffling(shuffle: Shuffle) -> Engine:
    """Answer `shuffle` with fresh packs that were shuffled like this; rounds are dealt as they should be."""

    @drawing
    def engine(reference: ReferenceEngine, chance: Random) -> Ask:
        spoilt = ReferenceEngine()
        draw_from(spoilt, lambda deck: shuffle(chance, deck), chance)
        return lambda method, params: (spoilt if method == "shuffle" else reference).ask(method, params)

    return engine


def _put_on_top(deck: Deck, card: str) -> None:
    at = deck.index(card)
    deck[0], deck[at] = deck[at], deck[0]


@shuffling
def swaps_naively(chance: Random, deck: Deck) -> None:
    for at in range(PACK):
        other = chance.randrange(PACK)
        deck[at], deck[other] = deck[other], deck[at]


@shuffling
def shuffles_as_sattolo(chance: Random, deck: Deck) -> None:
    for at in range(PACK - 1, 0, -1):
        other = chance.randrange(at)
        deck[at], deck[other] = deck[other], deck[at]


@shuffling
def lets_the_ace_stick_on_top(chance: Random, deck: Deck) -> None:
    chance.shuffle(deck)
    if chance.random() < 0.1:
        _put_on_top(deck, "As")


@shuffling
def deals_the_same_deck_for_ever(chance: Random, deck: Deck) -> None:
    Random(7).shuffle(deck)


@shuffling
def loses_a_card(chance: Random, deck: Deck) -> None:
    chance.shuffle(deck)
    deck.pop()


loses_a_card_and_plays_no_rounds = without(loses_a_card, "rounds_play")


@shuffling
def holds_an_ace_twice(chance: Random, deck: Deck) -> None:
    deck[deck.index("2c")] = "As"
    chance.shuffle(deck)


@drawing
def is_unlucky_at_first(reference: ReferenceEngine, chance: Random) -> Ask:
    """A bias that only the first decks have, too small to fail at once: chance may do this, and a fresh draw tells."""
    drawn = count()

    def shuffle(deck: Deck) -> None:
        chance.shuffle(deck)
        if next(drawn) < LUCK_TURNS and chance.random() < 0.016:
            _put_on_top(deck, "As")

    draw_from(reference, shuffle, chance)
    return reference.ask


@shuffling
def is_a_little_biased(chance: Random, deck: Deck) -> None:
    """The same bias, for ever."""
    chance.shuffle(deck)
    if chance.random() < 0.016:
        _put_on_top(deck, "As")


def _stopping(stop: Callable[[], Json]) -> Engine:
    """Answer otherwise once so many decks were drawn."""

    @drawing
    def engine(reference: ReferenceEngine, chance: Random) -> Ask:
        drawn = [0]

        def ask(method: str, params: Json) -> Json:
            if method == "shuffle":
                drawn[0] += params["count"]
                if drawn[0] > STOPS_AFTER:
                    return stop()
            return reference.ask(method, params)

        return ask

    return engine


@_stopping
def refuses_after_a_while() -> Json:
    raise Rejected("illegal-action", "the shoe is empty")


@_stopping
def can_not_go_on_after_a_while() -> Json:
    return {"error": {"code": UNSUPPORTED, "message": "no more decks"}}


@_stopping
def breaks_after_a_while() -> Json:
    raise ZeroDivisionError("the shoe is empty")


@answering("shuffle")
def returns_too_few_decks(params: Json, answer: Json) -> None:
    answer["decks"].pop()


@answering("rng")
def counts_from_one(params: Json, answer: Json) -> None:
    answer["values"] = [value + 1 for value in answer["values"]]


@answering("rng")
def returns_too_few_numbers(params: Json, answer: Json) -> None:
    answer["values"].pop()


@drawing
def takes_remainders(reference: ReferenceEngine, chance: Random) -> Ask:
    """The remainders of eight random bits: the first numbers come a quarter more often than the last."""

    def ask(method: str, params: Json) -> Json:
        if method != "rng":
            return reference.ask(method, params)
        return {"values": [chance.randrange(256) % params["below"] for _ in range(params["count"])]}

    return ask


def giving_bytes(source: Callable[[], Callable[[int], bytes]]) -> Engine:
    """Give raw bytes instead of numbers."""

    @drawing
    def engine(reference: ReferenceEngine, chance: Random) -> Ask:
        give = source()

        def ask(method: str, params: Json) -> Json:
            if method == "rng":
                return {"hex": give(params["bytes"]).hex()}
            answer = reference.ask(method, params)
            if method == "hello":
                answer["capabilities"]["rng"] = "bytes"
            return answer

        return ask

    return engine


gives_fair_bytes = giving_bytes(lambda: np.random.Generator(np.random.PCG64(SEED)).bytes)
gives_bytes_of_a_twister = giving_bytes(lambda: Random(SEED).randbytes)
gives_half_the_bytes = giving_bytes(lambda: lambda wanted: bytes(wanted // 2))


Deal = Callable[[Random, Deck, bool], object]
"""Shuffles a pack for a round; told whether its stakes are high."""


def dealing(begin: Callable[[], Deal]) -> Engine:
    """Deal the rounds of `rounds.play` from packs that were shuffled like this."""

    @drawing
    def engine(reference: ReferenceEngine, chance: Random) -> Ask:
        deal, least = begin(), [0]

        def ask(method: str, params: Json) -> Json:
            if method == "rounds.play":
                staked = sum(params["seats"][0]["wagers"].values())
                least[0] = min(staked, least[0] or staked)
                draw_from(reference, lambda deck: mix(deck, staked > least[0]), chance)
            return reference.ask(method, params)

        def mix(deck: Deck, high: bool) -> None:
            if len(deck) == PACK:  # else it is a hand, from which cards are chosen
                deal(chance, deck, high)
            else:
                chance.shuffle(deck)

        return ask

    return engine


def _holds_an_ace(cards: Deck) -> bool:
    return any(card[0] == "A" for card in cards)


@dealing
def deals_the_dealer_aces() -> Deal:
    """In more than half of the rounds, a dealer without an ace gets one in place of a card."""

    def deal(chance: Random, deck: Deck, high: bool) -> None:
        chance.shuffle(deck)
        left = [at for at in range(2 * DEALER, PACK) if deck[at][0] == "A"]
        if left and not _holds_an_ace(deck[DEALER : 2 * DEALER]) and chance.random() < 0.6:
            deck[DEALER], deck[left[0]] = deck[left[0]], deck[DEALER]

    return deal


@dealing
def deals_worse_cards_to_high_stakes() -> Deal:
    """Aces at a high stake, and hands without at a low one, are dealt anew, once."""

    def deal(chance: Random, deck: Deck, high: bool) -> None:
        chance.shuffle(deck)
        if high == _holds_an_ace(deck[:DEALER]):
            chance.shuffle(deck)

    return deal


@dealing
def forgets_to_shuffle_now_and_then() -> Deal:
    before: Deck = []

    def deal(chance: Random, deck: Deck, high: bool) -> None:
        chance.shuffle(deck)
        if before and chance.random() < 0.02:
            deck[:] = before
        before[:] = deck

    return deal


@dealing
def deals_few_hands_that_are_paid() -> Deal:
    """Three hands of two pairs in four are dealt anew, so that a line is paid too rarely."""

    def deal(chance: Random, deck: Deck, high: bool) -> None:
        chance.shuffle(deck)
        times = Counter(Counter(card[0] for card in deck[:DEALER]).values())
        if times[2] > 1 and chance.random() < 0.75:
            chance.shuffle(deck)

    return deal


def _cells(answer: Json, *columns: str) -> Iterator[tuple[list[Any], list[int]]]:
    places = [answer["columns"].index(column) for column in columns]
    for row in answer["rows"]:
        yield row, places


@answering("rounds.play")
def withholds_a_bonus(params: Json, answer: Json) -> None:
    """Two pairs at Aces Up pay 2 to 1, but not here: the wager is lost."""
    for row, (staked, returned) in _cells(answer, "seat.1.aces-up.staked", "seat.1.aces-up.returned"):
        if row[returned] == 3 * row[staked]:
            row[returned] = 0


@answering("rounds.play")
def writes_cards_in_words(params: Json, answer: Json) -> None:
    for row, (held,) in _cells(answer, "dealer"):
        row[held] = "six cards"


@answering("rounds.play")
def stakes_in_words(params: Json, answer: Json) -> None:
    for row, (staked,) in _cells(answer, "seat.1.ante.staked"):
        row[staked] = "ten"


@answering("rounds.play")
def leaves_a_hand_out(params: Json, answer: Json) -> None:
    """One round of a hundred tells no cards of the dealer."""
    for at, (row, (held,)) in enumerate(_cells(answer, "dealer")):
        row[held] = row[held] if at % 100 else None


@answering("rounds.play")
def leaves_out_the_seat(params: Json, answer: Json) -> None:
    at = answer["columns"].index("seat.1")
    for cells in (answer["columns"], *answer["rows"]):
        del cells[at]


@answering("rounds.play")
def returns_too_few_rounds(params: Json, answer: Json) -> None:
    answer["rows"].pop()

