"""Whole rounds: money in the books, the same round played twice, a round abandoned, a round told again."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from fairfelt.conformance.checks import Judged
from fairfelt.conformance.connections.answers import Result
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.plans.plan import (
    Bench,
    Plan,
    Trial,
    about,
    came_with,
    one_seat,
    requirement,
    some_deals,
    ways,
)
from fairfelt.conformance.record import Record
from fairfelt.conformance.scenario import Scenario, with_suits
from fairfelt.rulesets.rules import Clause
from fairfelt.rulesets.ways import companion, goal_on, targets

AMPLE = 100_000
NEXT_SUIT = str.maketrans("cdhs", "dhsc")


def plans(bench: Bench) -> Iterator[Plan]:
    calm = _rounds(bench)
    clauses = _settling_clauses(bench)
    yield Plan(
        requirement(
            bench, "money.ledger", "The ledger has one row for each wager on the table, and no other", clauses
        ),
        calm,
        about("money.ledger"),
    )
    yield Plan(
        requirement(
            bench, "money.stacks", "Stacks change by what the ledger says, to the unit", clauses, ("stacks",)
        ),
        lambda: tuple((_with_stacks(planned),) for (planned,) in calm()),
        about("money.stacks"),
        reached=came_with("stacks"),
    )
    yield Plan(
        requirement(
            bench, "round.repeat", "The same deck and decisions give the same round", _deal_clauses(bench)
        ),
        lambda: tuple(
            (unseen, other, unseen)
            for unseen, (other,) in zip(_in_suits_unseen(calm()), calm()[::-1], strict=True)
        ),
        about("round.repeat"),
        across=_first_equals_last,
    )
    if bench.rules.ruleset.questions:
        yield Plan(
            requirement(bench, "round.abandon", "An abandoned round gives every stake back", clauses),
            lambda: tuple(
                (replace(planned, abandon_at=question),)
                for (planned,) in calm()
                for question in list(planned.seats[0].choices)
            ),
            about("round.abandon"),
        )
    yield Plan(
        requirement(
            bench,
            "round.recall",
            "An open and a settled round are told again as they happened",
            clauses,
            ("recall",),
        ),
        lambda: tuple((replace(planned, recall=True),) for (planned,) in calm()),
        about("round.recall"),
    )


def _rounds(bench: Bench) -> Callable[[], tuple[Trial, ...]]:
    """Each way through the round once or more, and each row of the tables once, at different wagers."""

    @cache
    def rounds() -> tuple[Trial, ...]:
        share = max(1, bench.profile.deals // 8)
        walked = [(walk, goal_on(bench.rules, walk), share) for walk in ways(bench)]
        cases = {
            (target.table.block, target.row.name): case
            for target, found in targets(bench.rules)
            for case in found[:1]
            if bench.seats > 1 or companion(bench.rules, case.walk) is None
        }
        rows = [(case.walk, case.goal, 1) for case in cases.values()]
        return tuple(
            (one_seat(bench, walk, deal, steps=at),)
            for at, (walk, goal, count) in enumerate((*walked, *rows))
            for deal in some_deals(bench, count, goal)
        )

    return rounds


def _in_suits_unseen(calm: tuple[Trial, ...]) -> tuple[Scenario, ...]:
    """Give rounds that no other requirement has played before: the first time must be the first."""
    return tuple(with_suits(planned, NEXT_SUIT) for (planned,) in calm)


def _settling_clauses(bench: Bench) -> tuple[Clause, ...]:
    return tuple(
        clause for table in bench.rules.ruleset.tables for row in table.rows for clause in row.clauses
    )


def _deal_clauses(bench: Bench) -> tuple[Clause, ...]:
    return tuple(clause for question in bench.rules.ruleset.questions for clause in question.clauses)


def _with_stacks(planned: Scenario) -> Scenario:
    bank = planned.bank and replace(planned.bank, stack=planned.bank.amount + AMPLE)
    return replace(planned, seats=tuple(replace(seat, stack=AMPLE) for seat in planned.seats), bank=bank)


def _first_equals_last(records: tuple[Judged, ...]) -> Iterable[Finding]:
    first, last = _told(records[0].record), _told(records[-1].record)
    for mine, again in zip(first, last, strict=False):
        if mine != again:
            name = next((key for key in mine if mine.get(key) != again.get(key)), "answer")
            yield Finding(
                "round.repeat",
                "difference",
                f"{name} as the first time: {_short(mine.get(name))}",
                _short(again.get(name)),
                record=records[-1].record.id,
            )
            return
    if len(first) != len(last):
        yield Finding(
            "round.repeat",
            "difference",
            f"{len(first)} answers as the first time",
            f"{len(last)} answers",
            record=records[-1].record.id,
        )


def _told(record: Record) -> list[dict[str, Any]]:
    """Give the answers of a record without the round's name."""
    return [
        {key: value for key, value in exchange.answer.value.items() if key != "round"}
        if isinstance(exchange.answer, Result)
        else {"refused": True}
        for exchange in record.exchanges
    ]


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 200 else text[:200] + "…"
