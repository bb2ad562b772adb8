"""Deal rounds by the hundred thousand from a seed, settle them in bulk, and let a test spoil the decks in between."""

from collections.abc import Mapping
from functools import cache

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.batch import Columns, settle_columns
from fairfelt.rulesets.batch_facts import Part, answers_to
from fairfelt.rulesets.choose import Rules, choose
from fairfelt.rulesets.loader import load
from fairfelt.rulesets.rules import NOT_ASKED
from fairfelt.stats.decision.measure import Measure
from fairfelt.stats.rounds.columns import Rounds, Seat
from fairfelt.stats.rounds.plan import RoundPlan, measures, plan_rounds, round_sums

Decks = NDArray[np.uint8]
Stakes = Mapping[str, int | NDArray[np.int64]]

THREE, DRAW, HOLDEM, SIX = "three-card-poker-6-card-bonus", "six-card-draw", "casino-holdem", "six-card-poker"
ROUNDS = 60_000
PLAY, RAISE = {"decide": "play"}, {"decide": "raise", "dealer-exchange": "decline"}
EVERY_WAGER: Stakes = {"ante": 10, "play": 10, "pair-plus": 5, "six-card-bonus": 1}


@cache
def rules_of(game: str) -> Rules:
    """Choose the first pay table where the document prints none."""
    return choose(load(game), first_table=True)


@cache
def plan_of(game: str, seats: int = 1, rounds: int = ROUNDS) -> RoundPlan:
    """Plan rounds of a game in which every question has the same answer."""
    policy = {THREE: PLAY, SIX: PLAY, DRAW: RAISE, HOLDEM: {"decide": "call"}}[game]
    joint = True if (seats, rounds) == (1, ROUNDS) else plan_of(game).joint or False
    return plan_rounds(rules_of(game), rounds, tuple(range(1, seats + 1)), policy, joint=joint)


def judged(plan: RoundPlan, rounds: Rounds) -> dict[str, Measure]:
    """Judge some rounds: measures by id."""
    return {measure.id: measure for measure in measures(plan, round_sums(plan, rounds))}


def shuffled(count: int, seed: int) -> Decks:
    """Shuffle a deck for each round, fairly."""
    decks = np.tile(np.arange(52, dtype=np.uint8), (count, 1))
    np.random.default_rng(seed).permuted(decks, axis=1, out=decks)
    return decks


def play(plan: RoundPlan, decks: Decks, stakes: Stakes = EVERY_WAGER, first: int = 0) -> Rounds:
    """Deal rounds from the tops of decks, seat by seat and then to the places that all share; settle each seat by the
    answers of the plan's policy."""
    sizes, at, count = plan.lying.sizes, 0, len(decks)
    held: dict[int, Decks] = {}
    for seat in plan.seats:
        held[seat] = decks[:, at : at + sizes["seat"]]
        at += sizes["seat"]
    shared: dict[str, Decks] = {}
    for place in ("dealer", "board"):
        if place in sizes:
            shared[place] = decks[:, at : at + sizes[place]]
            at += sizes[place]
    staked = {wager: np.broadcast_to(np.asarray(units, np.int64), count).copy() for wager, units in stakes.items()}
    seats = {seat: _settled(plan.rules, cards, shared, staked, plan.policy or {}) for seat, cards in held.items()}
    return Rounds(seats, shared, first)


def _settled(
    rules: Rules,
    cards: Decks,
    shared: Mapping[str, Decks],
    staked: Mapping[str, NDArray[np.int64]],
    policy: Mapping[str, str],
) -> Seat:
    facts: dict[str, NDArray[np.int8]] = {}
    columns = Columns({"seat": cards, **shared}, facts, staked)
    part = Part(rules, columns, 0, len(cards))
    for fact in rules.ruleset.facts.values():
        if fact.kind in ("dark", "anyone"):
            facts[fact.name] = np.zeros(len(cards), np.int8)
    for question in rules.ruleset.questions:
        values = rules.ruleset.facts[question.id].values
        answer = values.index(policy.get(question.id, NOT_ASKED))
        facts[question.id] = np.full(len(cards), answer, np.int8)
        for name in {name for condition in question.guard for name in condition}:
            fact = rules.ruleset.facts[name]
            if fact.reads_cards and question.id in policy:
                wanted = {fact.values.index(one) for part_ in question.guard for one in part_[name]}
                asked = np.isin(answers_to(part, fact), list(wanted))
                facts[question.id][~asked] = values.index(NOT_ASKED)
    paid = settle_columns(rules, columns)
    return Seat(
        cards,
        staked,
        {wager: one.returned for wager, one in paid.items()},
        {wager: one.row for wager, one in paid.items()},
        {wager: one.line for wager, one in paid.items()},
    )
