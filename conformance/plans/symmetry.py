"""Laws that hold whatever the tables say, each under the precondition on the ruleset under which it is true.

They judge an engine against itself: no oracle is asked, so a mistake of ours can't hide a mistake of the engine.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache, partial

from fairfelt.conformance.checks import Judged
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.plans.asking import apart
from fairfelt.conformance.plans.plan import (
    Bench,
    Plan,
    Trial,
    about,
    misdealt,
    one_seat,
    plain_words,
    requirement,
    settled_money,
    some_deals,
)
from fairfelt.conformance.plans.wagering import without_side
from fairfelt.conformance.record import Record
from fairfelt.conformance.scenario import Scenario, scenario, with_suits, with_wagers
from fairfelt.rulesets.rules import AskStep, Clause, Guard
from fairfelt.rulesets.ways import assumed, companion, seat_walks, stakes_of, targets

OTHER_SUITS = str.maketrans("cdhs", "hscd")


def plans(bench: Bench) -> Iterator[Plan]:
    fair = _rounds(bench)
    clauses = tuple(clause for fact in bench.rules.ruleset.facts.values() for clause in fact.clauses)
    if not any(hand.suits for hand in bench.rules.ruleset.hands.values()):
        yield _law(
            bench,
            "suits",
            "Suits are equal: exchanging them changes no result",
            clauses,
            fair,
            _other_suits,
            _same_money,
        )
    if bench.rules.ruleset.rounding is None:
        yield _law(
            bench,
            "scale",
            "Twice the wagers win or lose twice the money",
            clauses,
            fair,
            _doubled,
            partial(_same_money, factor=2),
        )
    for name, wager in bench.rules.ruleset.wagers.items():
        if not wager.by_action and not wager.needed and not _partner_of(bench, name):
            yield _side(bench, name, wager.clauses)


def between_seats(bench: Bench) -> Iterator[Plan]:
    """Needs an engine with several seats, and a game in which no seat's result depends on its number."""
    clauses = bench.rules.ruleset.seat_clauses
    last = max(2, bench.seats)

    def moved(bench: Bench, planned: Scenario) -> Scenario:
        return scenario(bench.rules, (replace(planned.seats[0], number=last),), planned.deals[1], last)

    yield _law(
        bench,
        "seats",
        f"Seats are equal: seat {last} wins with the same cards what seat 1 wins",
        clauses,
        _rounds(bench),
        moved,
        _same_money,
        ("multi_seat",),
    )


def _law(
    bench: Bench,
    name: str,
    title: str,
    clauses: tuple[Clause, ...],
    rounds: Callable[[], tuple[Scenario, ...]],
    change: Callable[[Bench, Scenario], Scenario],
    compare: Callable[..., Iterable[Finding]],
    needs: tuple[str, ...] = (),
) -> Plan:
    rule = f"symmetry.{name}"
    return Plan(
        requirement(bench, rule, title, clauses, needs),
        essentials=lambda: tuple((planned, change(bench, planned)) for planned in rounds()),
        concerns=about(rule),
        across=partial(compare, rule),
    )


def _rounds(bench: Bench) -> Callable[[], tuple[Scenario, ...]]:
    """Rounds as they come, and one for each row, since close results are rare among those."""

    @cache
    def rounds() -> tuple[Scenario, ...]:
        walks = [w for w in seat_walks(bench.rules) if not assumed(bench.rules, w) and apart(bench, w)]
        dealt = some_deals(bench, max(4, bench.profile.deals))
        as_they_come = [one_seat(bench, walks[at % len(walks)], deal, steps=at) for at, deal in enumerate(dealt)]
        cases = {
            (target.table.block, target.row.name): case
            for target, found in targets(bench.rules)
            for case in found[:1]
            if companion(bench.rules, case.walk) is None
        }
        rows = [
            one_seat(bench, case.walk, deal, steps=at)
            for at, case in enumerate(cases.values())
            for deal in some_deals(bench, 1, case.goal)
        ]
        return (*as_they_come, *rows)

    return rounds


def _other_suits(_: Bench, planned: Scenario) -> Scenario:
    return with_suits(planned, OTHER_SUITS)


def _doubled(_: Bench, planned: Scenario) -> Scenario:
    return with_wagers(planned, {wager: 2 * amount for wager, amount in planned.seats[0].wagers.items()})


def _partner_of(bench: Bench, name: str) -> bool:
    """Say whether another wager is bound to this one, so that leaving it out would change more than itself."""
    ruleset = bench.rules.ruleset
    staked = {fact.name for fact in ruleset.facts.values() if fact.kind == "staked" and fact.wager == name}
    return (
        any(name in wager.partners for wager in ruleset.wagers.values())
        or any(name in group.wagers for group in ruleset.groups)
        or any(
            (action.places and _reads(question.guard, staked)) or any(name == of for of, _ in action.places.values())
            for question in ruleset.questions
            for action in question.actions.values()
        )
        or any(_reads(step.guard, staked) for step in ruleset.steps if not isinstance(step, AskStep))
        or any(staked & set(row.when) and set(row.results) != {name} for table in ruleset.tables for row in table.rows)
    )


def _reads(guard: Guard, facts: set[str]) -> bool:
    return any(facts & set(condition) for condition in guard)


def _side(bench: Bench, side: str, clauses: tuple[Clause, ...]) -> Plan:
    """Play each result of every other wager with the side wager and without it."""
    rule = f"symmetry.side-{side}"

    def essentials() -> tuple[Trial, ...]:
        trials = []
        stakes = without_side(bench, side)
        for at, (target, cases) in enumerate(targets(bench.rules)):
            beside = [case for case in cases if target.wager != side and stakes_of(bench.rules, case.walk) in stakes]
            for case in beside[:1]:
                if companion(bench.rules, case.walk) is not None:
                    continue
                for deal in some_deals(bench, max(1, bench.profile.deals // 8), case.goal):
                    with_it = one_seat(bench, case.walk, deal, steps=at)
                    kept = {wager: amount for wager, amount in with_it.seats[0].wagers.items() if wager != side}
                    if not kept:
                        continue
                    without = scenario(bench.rules, (replace(with_it.seats[0], wagers=kept),), deal)
                    trials.append((with_it, without))
        return tuple(trials)

    return Plan(
        requirement(
            bench, rule, f"{plain_words(side).capitalize()} changes nothing but its own result", clauses
        ),
        essentials=essentials,
        concerns=about(rule),
        across=lambda records: _same_money(rule, records, leaving_out=side),
    )


def _same_money(
    rule: str, records: tuple[Judged, ...], factor: int = 1, leaving_out: str | None = None
) -> Iterable[Finding]:
    """Compare what each wager returned, seat numbers aside."""
    if any(map(misdealt, records)):
        return
    first, second = (_money(entry.record) for entry in records)
    if first is None or second is None:
        return
    for wager, amount in first.items():
        if wager != leaving_out and second.get(wager) != amount * factor:
            yield Finding(
                rule,
                "difference",
                f"{wager} returns {amount * factor}, since it returned {amount} before",
                f"returned {second.get(wager)}",
                record=records[1].record.id,
            )


def _money(record: Record) -> dict[str, int] | None:
    money = settled_money(record)
    watched = record.exchanges[0].params["seats"][0]["seat"]
    return None if money is None else {wager: amount for (seat, wager), amount in money.items() if seat == watched}
