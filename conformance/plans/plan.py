"""A plan: a requirement, the rounds that are played for it, and which findings in them count against it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from functools import wraps
from itertools import tee
from typing import TYPE_CHECKING, Any, TypeVar

from fairfelt.conformance.checks import Judged
from fairfelt.conformance.connections.answers import Connection, Fault, Result
from fairfelt.conformance.finding import Chapter, Finding
from fairfelt.conformance.profiles import Profile
from fairfelt.conformance.record import Record
from fairfelt.conformance.replay import observed_cards
from fairfelt.conformance.requirement import Requirement
from fairfelt.conformance.scenario import Scenario, SeatPlan, scenario, seat_plan
from fairfelt.rulesets.cards import HIDDEN
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.paths import Walk
from fairfelt.rulesets.rules import Clause
from fairfelt.rulesets.seating import POSITION, Limits, Refused
from fairfelt.rulesets.ways import choices_of, companion, goal_on, seat_walks, stakes_of
from fairfelt.rulesets.witness import ATTEMPTS, Deal, Goal, deals
from fairfelt.stats.decision.rule import Level

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from fairfelt.conformance.table_machine import House

Item = TypeVar("Item")

Trial = tuple[Scenario, ...]
"""Rounds that are played one after the other and, in some plans, compared."""


@dataclass(frozen=True)
class Bench:
    """What a run works with: the game, the table's limits, how much to play, and how many seats the engine has."""

    rules: Rules
    limits: Mapping[str, Limits]
    profile: Profile
    seats: int = 1
    seed: int = 0
    level: Level = field(default_factory=Level)
    """How sure tests of chance have to be."""
    start: "Callable[[bool], Connection] | None" = None
    """Starts the engine once more; with True, under a clock that stands still."""
    sent: Mapping[str, Any] = field(default_factory=dict)
    """The configuration that the engine took."""
    opened: Mapping[str, Any] = field(default_factory=dict)
    """The configuration that opens a new table session before each round, where an engine counts a bank's turns."""

    @property
    def game(self) -> str:
        return self.rules.ruleset.game

    def id(self, suffix: str) -> str:
        return f"{self.game}.{suffix}"


def nothing_across(_: tuple[Judged, ...]) -> Iterable[Finding]:
    return ()


def any_answer(judged: Judged) -> bool:
    """Say that a round bears on a requirement if the engine answered anything in it."""
    return any(not isinstance(exchange.answer, Fault) for exchange in judged.record.exchanges)


def came_to_refuse(judged: Judged) -> bool:
    """Say that something forbidden was really tried."""
    return any(isinstance(moment.expected, Refused) for moment in judged.trace.moments)


def came_with(part: str) -> Callable[[Judged], bool]:
    """Ask whether the engine told a part of the State in a round."""
    return lambda judged: any(
        isinstance(exchange.answer, Result) and part in exchange.answer.value for exchange in judged.record.exchanges
    )


def came_to_settle(judged: Judged) -> bool:
    return judged.trace.settled is not None


def misdealt(judged: Judged) -> bool:
    """Say that a place got other cards than were planned, so that rounds can't be compared by their plans."""
    planned = judged.record.exchanges[0].params.get("places", {})
    dealt = observed_cards(judged.record).items()
    drawn = planned.get("stub", ())
    return any({*cards} - {*planned[place], *drawn, HIDDEN} for place, cards in dealt if place in planned)


def came_as_dealt(judged: Judged) -> bool:
    """Say that a round was settled with the cards that were planned for it."""
    return came_to_settle(judged) and not misdealt(judged)


@dataclass(frozen=True)
class Plan:
    """`essentials` are always played, simplest first; `more` is drawn by Hypothesis if the essentials pass.

    `across` compares the rounds of one trial with each other; `reached` says which rounds bear on the requirement.
    """

    requirement: Requirement
    essentials: Callable[[], Iterable[Trial]]
    concerns: Callable[[Finding], bool]
    more: "Callable[[], SearchStrategy[Trial]] | None" = None
    across: Callable[[tuple[Judged, ...]], Iterable[Finding]] = field(default=nothing_across)
    reached: Callable[[Judged], bool] = field(default=any_answer)
    opening: bool = False
    """Judged by how the engine opened the table, before any round."""
    bulk: Callable[[Connection], Iterable[Finding | Chapter]] | None = None
    """Asks the engine by other messages than rounds; there are no trials then."""
    sessions: "Callable[[House], tuple[Finding, ...]] | None" = None
    """Plays sessions of many rounds instead of trials; the essentials only show what such a round looks like."""


def once(found: Callable[[], Iterable[Item]]) -> Callable[[], Iterator[Item]]:
    """Deal each trial, or what makes one, when it is first asked for, and never again."""
    (kept,) = tee((item for source in (found,) for item in source()), 1)

    @wraps(found)
    def again() -> Iterator[Item]:
        return copy(kept)

    return again


def about(*rules: str) -> Callable[[Finding], bool]:
    """Count the findings that belong to these rules."""
    return lambda finding: finding.rule in rules


def requirement(
    bench: Bench, suffix: str, title: str, clauses: Iterable[Clause] = (), needs: tuple[str, ...] = ()
) -> Requirement:
    """Name a requirement of the game; its family is the first word of its id."""
    ruleset = bench.rules.ruleset
    shows = [f"{ruleset.source}/{name}" for name, ids in ruleset.evidence.items() if suffix in ids]
    unique = tuple(dict.fromkeys([*clauses, *(ruleset.clauses[name] for name in shows)]))
    return Requirement(bench.id(suffix), suffix.split(".")[0], title, unique, ("stepwise", "forced_deck", *needs))


def least(bench: Bench) -> dict[str, int]:
    """The smallest wagers that the table takes."""
    return {wager: limits.least for wager, limits in bench.limits.items() if wager != POSITION}


def amounts(bench: Bench, steps: int) -> dict[str, int]:
    """Wagers a number of steps above the least, short of the most: edges belong to the limits' own requirements."""
    return {
        wager: limits.least + limits.step * (steps % max(1, ((limits.most or 10**6) - limits.least) // limits.step))
        for wager, limits in bench.limits.items()
        if wager != POSITION
    }


def some_deals(bench: Bench, count: int, goal: Goal | None = None, attempts: int = ATTEMPTS) -> tuple[Deal, ...]:
    return deals(bench.rules, goal or Goal(), count, bench.seed, attempts)


def ways(bench: Bench) -> list[Walk]:
    """Every way through the round that the engine has seats for: some need another seat that does its part."""
    everything = seat_walks(bench.rules)
    return [walk for walk in everything if bench.seats > 1 or companion(bench.rules, walk) is None]


def deals_on(bench: Bench, walk: Walk, count: int, facts: Mapping[str, str] | None = None) -> tuple[Deal, ...]:
    """Deals for a way through the round, with more facts about cards where they are given."""
    return some_deals(bench, count, goal_on(bench.rules, walk, facts))


def staying_walk(bench: Bench, side_wagers: bool = False) -> Walk:
    """The way through a round on which most is placed by actions, fees aside, with or without the optional wagers."""
    wagers = bench.rules.ruleset.wagers
    return max(
        (walk for walk in seat_walks(bench.rules) if companion(bench.rules, walk) is None),
        key=lambda walk: (
            sum(wagers[name].by_action and not wagers[name].fee for name in walk.placed),
            -sum(wagers[name].fee for name in walk.placed),
            len(stakes_of(bench.rules, walk)) * (1 if side_wagers else -1),
        ),
    )


def one_seat(bench: Bench, walk: Walk, deal: Deal, steps: int = 0, number: int = 1) -> Scenario:
    """A round of one seat with wagers a number of steps above the least, and of another where the way needs one."""
    seats: tuple[SeatPlan, ...] = (seat_plan(bench.rules, walk, amounts(bench, steps), number),)
    beside = companion(bench.rules, walk)
    if beside is not None:
        seats = (*seats, seat_plan(bench.rules, beside, amounts(bench, steps), 2 if number == 1 else 1))
    return scenario(bench.rules, seats, deal, number)


def at_each_multiple(bench: Bench, walk: Walk, deal: Deal) -> tuple[Scenario, ...]:
    """The same round at each multiple that the walk's actions may place; one round where there is no choice."""
    chosen = choices_of(bench.rules, walk)
    actions = [
        question.actions[chosen[question.id]] for question in bench.rules.ruleset.questions if question.id in chosen
    ]
    most = max((len(times) for action in actions for _, times in action.places.values()), default=1)
    calm = one_seat(bench, walk, deal)
    return tuple(replace(calm, seats=(replace(calm.seats[0], multiple=at), *calm.seats[1:])) for at in range(most))


def walk_seats(bench: Bench, walks: Iterable[Walk], steps: int = 0) -> tuple[SeatPlan, ...]:
    """Seats 1 to n, each on a way of its own, with different wagers."""
    return tuple(
        seat_plan(bench.rules, walk, amounts(bench, steps + number - 1), number)
        for number, walk in enumerate(walks, start=1)
    )


def plain_words(name: str) -> str:
    return name.replace("-", " ")


def odds_in_words(value: Any) -> str:
    return f"{value.numerator} to {value.denominator}"


def settled_ledger(record: Record) -> list[Mapping[str, Any]] | None:
    """Give the rows of the ledger as a round was settled; None if it was not."""
    for exchange in record.exchanges:
        answer = exchange.answer
        if isinstance(answer, Result) and answer.value.get("phase") == "settled" and exchange.method != "round.replay":
            return list(answer.value.get("ledger", ()))
    return None


def settled_money(record: Record) -> dict[tuple[int, str], int] | None:
    """Read what each seat's own wagers returned, by seat and wager; None if the round was not settled."""
    ledger = settled_ledger(record)
    if ledger is None:
        return None
    return {(row["seat"], row["wager"]): row["returned"] for row in ledger if not row.get("bettor")}
