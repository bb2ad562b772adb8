"""What is demanded of an engine: a plan for each requirement, made from the rules alone."""

from collections.abc import Iterator

from fairfelt.conformance.plans import (
    asking,
    backline,
    banking,
    bulk,
    chance,
    comparing,
    dealing,
    holding,
    house_ways,
    in_bulk,
    opening,
    rounds,
    sessions,
    settling,
    symmetry,
    wagering,
)
from fairfelt.conformance.plans.plan import Bench, Plan

__all__ = ["Bench", "Plan", "every_plan"]


def every_plan(bench: Bench) -> Iterator[Plan]:
    """List the plans of a game, in the order in which a reader expects them: the talk, the money, the laws."""
    yield from opening.plans(bench)
    yield from asking.plans(bench)
    yield from holding.plans(bench)
    yield from wagering.plans(bench)
    yield from dealing.plans(bench)
    yield from dealing.seeing(bench)
    yield from settling.plans(bench)
    yield from comparing.plans(bench)
    yield from house_ways.plans(bench)
    yield from rounds.plans(bench)
    yield from banking.plans(bench)
    yield from backline.plans(bench)
    yield from symmetry.plans(bench)
    yield from bulk.plans(bench)
    yield from in_bulk.plans(bench)
    yield from chance.plans(bench)
    if bench.rules.ruleset.most_seats > 1:
        yield from asking.every_seat(bench)
        yield from symmetry.between_seats(bench)
    yield from sessions.plans(bench)
