"""Rounds for an engine that can't be dealt to: it deals by itself, and the round is judged as it was dealt."""

from collections.abc import Iterator
from random import Random

from fairfelt.conformance.plans.plan import Bench, amounts
from fairfelt.conformance.scenario import Scenario, SeatPlan
from fairfelt.rulesets.ways import seat_walks, stakes_of


def live_rounds(bench: Bench) -> Iterator[Scenario]:
    """Plan rounds of one seat with every set of stakes and every choice, in an order that the seed decides."""
    rng = Random(f"live {bench.seed}")
    stakes = sorted({stakes_of(bench.rules, walk) for walk in seat_walks(bench.rules)})
    for at in range(bench.profile.live):
        wagers = {
            name: amount
            for name, amount in amounts(bench, rng.randrange(40)).items()
            if name in stakes[at % len(stakes)]
        }
        choices = {
            question.id: rng.choice(list(question.actions)) for question in bench.rules.ruleset.questions
        }
        yield Scenario((SeatPlan(1, wagers, choices),), deck=(), places={}, free=True)
