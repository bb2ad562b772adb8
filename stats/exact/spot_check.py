"""Hold a duel's array against the oracle that settles single rounds."""

import random
from fractions import Fraction
from math import lcm

from fairfelt.rulesets.cards import Card, full_deck
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.settle import fact_value, settle_seat
from fairfelt.stats.exact.duel import LOSE, TIE, WIN, Duel, card_facts, main_walks


def agrees_with_oracle(rules: Rules, duel: Duel, rounds: int, seed: int) -> str:
    """Settle drawn rounds by the oracle, each choice of each; raise ArithmeticError where the duel's array differs."""
    drawn = random.Random(seed)
    shape = duel.shape
    deck = full_deck()
    for _ in range(rounds):
        cards = drawn.sample(deck, shape.own + shape.dealer + shape.board + shape.board_later)
        places = {
            "seat": tuple(cards[: shape.own]),
            "dealer": tuple(cards[shape.own : shape.own + shape.dealer]),
            "board": tuple(cards[shape.own + shape.dealer :]),
        }
        for at, choice in enumerate(duel.choices):
            expected = Fraction(int(duel.net[(at, *_cell(duel, places))]), duel.scale)
            actual = _by_oracle(rules, duel, places, at)
            if actual != expected:
                where = ", ".join(f"{place} {' '.join(held)}" for place, held in places.items() if held)
                raise ArithmeticError(f"{choice.action} with {where}: {actual} by the oracle, {expected} by the array")
    return f"{rounds} rounds drawn at random pay what the oracle of single rounds pays, for each choice"


def _cell(duel: Duel, places: dict[str, tuple[Card, ...]]) -> tuple[int, int, int]:
    mine, theirs = (
        duel.ranking.index[duel.ranking.strength(places[place] + places["board"])] for place in ("seat", "dealer")
    )
    return int(duel.seat_band[mine]), int(duel.dealer_band[theirs]), _showdown(mine, theirs)


def _showdown(mine: int, theirs: int) -> int:
    return WIN if mine > theirs else LOSE if mine < theirs else TIE


def _by_oracle(rules: Rules, duel: Duel, places: dict[str, tuple[Card, ...]], at: int) -> Fraction:
    """Give the net result of a choice, with the best answers to later questions."""
    choice, ways = duel.choices[at], main_walks(rules)
    shown = {fact.name: fact_value(rules, fact, {}, places.__getitem__) for fact in card_facts(rules, ways)}
    unit = lcm(*_denominators(rules))
    stakes = {wager: amount * unit for wager, amount in choice.stakes.items()}
    nets = [
        sum(row.returned - row.staked for row in settle_seat(rules, walk.known, stakes, places.__getitem__))
        for walk in ways
        if walk.known[duel.question] == choice.action and walk.assumed(rules.ruleset.facts).items() <= shown.items()
    ]
    return Fraction(max(nets), unit)


def _denominators(rules: Rules) -> list[int]:
    lines = [line.result.odds.denominator for table in rules.pay_tables.values() for line in table.lines]
    rows = [row for table in rules.ruleset.tables for row in table.rows]
    return [1, *lines, *(result.odds.denominator for row in rows for result in row.results.values())]
