"""Rounds for an engine that can't be dealt to: it deals by itself, and the round is judged as it was dealt."""

from collections.abc import Iterator
from random import Random

from fairfelt.conformance.plans.plan import Bench, amounts
from fairfelt.conformance.scenario import Scenario, any_bank, seat_plan
from fairfelt.rulesets.paths import Walk
from fairfelt.rulesets.ways import seat_walks, stakes_of


def live_rounds(bench: Bench) -> Iterator[Scenario]:
    """Plan rounds of one seat with every set of stakes and every way to play, in an order that the seed decides."""
    rng = Random(f"live {bench.seed}")
    by_stakes: dict[tuple[str, ...], list[Walk]] = {}
    for walk in seat_walks(bench.rules):
        by_stakes.setdefault(stakes_of(bench.rules, walk), []).append(walk)
    stakes = sorted(by_stakes)
    for at in range(bench.profile.live):
        walk = rng.choice(by_stakes[stakes[at % len(stakes)]])
        seat = seat_plan(bench.rules, walk, amounts(bench, rng.randrange(40)))
        yield Scenario((seat,), deck=(), places={}, free=True, bank=any_bank(bench.rules, [1]))
