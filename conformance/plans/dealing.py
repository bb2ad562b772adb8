"""Cards: each deal step, what each seat sees, packs that hold a card twice."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from fairfelt.conformance.plans.asking import apart
from fairfelt.conformance.plans.plan import (
    Bench,
    Plan,
    Trial,
    about,
    came_to_refuse,
    came_with,
    deals_on,
    one_seat,
    plain_words,
    requirement,
    some_deals,
    walk_seats,
    ways,
)
from fairfelt.conformance.scenario import scenario
from fairfelt.rulesets.rules import Clause, DealStep, ShowStep
from fairfelt.rulesets.ways import assumed, seat_walks
from fairfelt.rulesets.witness import can_happen


def plans(bench: Bench) -> Iterator[Plan]:
    walks = ways(bench)

    @cache
    def rounds() -> tuple[Trial, ...]:
        """Every way through the round, and a full table of them."""
        trials = [
            (one_seat(bench, walk, deal),)
            for walk in walks
            for deal in deals_on(bench, walk, max(1, bench.profile.deals // 8))
        ]
        return tuple(trials)

    steps = [step for step in bench.rules.ruleset.steps if isinstance(step, DealStep)]
    dealing_clauses = tuple(clause for step in steps for clause in step.clauses)
    for step in steps:
        if not can_happen(bench.rules, step):
            continue
        yield Plan(
            requirement(bench, f"deal.{step.id}", _title(step), step.clauses),
            rounds,
            about(f"deal.{step.id}"),
        )
    for question in bench.rules.ruleset.questions:
        drawing = [action for action in question.actions.values() if action.draws]
        if drawing:
            yield Plan(
                requirement(
                    bench,
                    f"deal.{question.id}",
                    f"Drawn at “{question.id}”: the next card of the deck, to the seat",
                    tuple(clause for action in drawing for clause in action.clauses),
                ),
                rounds,
                about(f"deal.{question.id}"),
            )
    yield Plan(
        requirement(bench, "deal.order", "Cards come in the order of the rules", dealing_clauses),
        rounds,
        about("deal.order"),
    )
    yield Plan(
        requirement(bench, "deal.once", "No card is dealt twice", dealing_clauses), rounds, about("deal.once")
    )
    yield Plan(
        requirement(bench, "deal.stated", "Every card that was dealt is told by the end", dealing_clauses),
        rounds,
        about("deal.stated"),
    )
    if bench.rules.ruleset.packs == 1:
        yield _duplicate(bench, dealing_clauses)


def seeing(bench: Bench) -> Iterator[Plan]:
    """What the seats may and may not see, at tables of one seat and of several."""
    walks = [w for w in seat_walks(bench.rules) if not assumed(bench.rules, w) and apart(bench, w)]
    clauses = tuple(
        c for step in bench.rules.ruleset.steps if isinstance(step, DealStep | ShowStep) for c in step.clauses
    )

    @cache
    def rounds() -> tuple[Trial, ...]:
        trials = []
        for at, deal in enumerate(some_deals(bench, bench.profile.deals)):
            size = 1 + at % min(3, bench.seats)
            seats = walk_seats(bench, [walks[(at + number) % len(walks)] for number in range(size)])
            trials.append((scenario(bench.rules, seats, deal, 1, filler=at),))
        on_cards = [walk for walk in ways(bench) if assumed(bench.rules, walk)]  # what is asked depends on the cards
        trials.extend((one_seat(bench, walk, deal),) for walk in on_cards for deal in deals_on(bench, walk, 1))
        return tuple(trials)

    yield Plan(
        requirement(
            bench, "view.hidden", "Nobody sees a face-down card before its time", clauses, ("views",)
        ),
        rounds,
        about("view.hidden"),
        reached=came_with("views"),
    )
    yield Plan(
        requirement(bench, "view.open", "A seat sees its own cards and those face up", clauses, ("views",)),
        rounds,
        about("view.open"),
        reached=came_with("views"),
    )
    for name, hand in bench.rules.ruleset.hands.items():
        if hand.ranking.size == 1 or hand.worst:
            continue
        yield Plan(
            requirement(
                bench,
                f"hands.{name}",
                f"The {plain_words(name)} is named by its cards and category",
                bench.rules.ruleset.facts_about(name),
                ("hands",),
            ),
            rounds,
            about(f"hands.{name}"),
            reached=came_with("hands"),
        )


def _title(step: DealStep) -> str:
    places = " and ".join("each seat" if place == "seats" else f"the {place}" for place in step.places)
    return f"{plain_words(step.id).capitalize()}: {step.count} to {places}"


def _duplicate(bench: Bench, clauses: tuple[Clause, ...]) -> Plan:
    def essentials() -> tuple[Trial, ...]:
        walk = next(walk for walk in seat_walks(bench.rules) if not assumed(bench.rules, walk))
        (deal,) = some_deals(bench, 1)
        calm = one_seat(bench, walk, deal)
        deck = (calm.deck[0], *calm.deck[:-1])
        places = {place: (calm.deck[0], *cards[1:]) for place, cards in calm.places.items()}
        return ((replace(calm, deck=deck, places=places),),)

    return Plan(
        requirement(bench, "deal.duplicate-card", "A deck that holds a card twice is refused", clauses),
        essentials,
        about("refuse"),
        reached=came_to_refuse,
    )
