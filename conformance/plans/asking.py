"""Decisions: who is asked what with which choices, and what is refused meanwhile with the round left as it was."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from fairfelt.conformance.checks import Judged
from fairfelt.conformance.connections.answers import Result
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.plans.plan import (
    Bench,
    Plan,
    Trial,
    about,
    amounts,
    at_each_multiple,
    came_as_dealt,
    came_to_refuse,
    deals_on,
    misdealt,
    one_seat,
    plain_words,
    requirement,
    settled_money,
    some_deals,
    walk_seats,
    ways,
)
from fairfelt.conformance.record import Record
from fairfelt.conformance.scenario import END, Probe, Scenario, action_wagers, played, scenario
from fairfelt.rulesets.paths import Walk
from fairfelt.rulesets.paying import settlement
from fairfelt.rulesets.rules import Clause, Question
from fairfelt.rulesets.ways import assumed, choices_of, seat_walks
from fairfelt.rulesets.witness import Deal

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

FEW_DEALS = 6
"""Deals of which the one is chosen that wins most."""


def plans(bench: Bench) -> Iterator[Plan]:
    walks = ways(bench)
    for question in bench.rules.ruleset.questions:
        asked = [walk for walk in walks if question.id in choices_of(bench.rules, walk)]
        if asked:
            yield _offer(bench, question, walks)
            yield from _forbidden(bench, question, asked)
    if bench.rules.ruleset.questions:
        yield _after_the_end(bench, walks)


def _offer(bench: Bench, question: Question, walks: list[Walk]) -> Plan:
    """Play every way through the round, whether it asks the question or not: neither may be missed."""

    @cache
    def pairs() -> tuple[tuple[Walk, Deal], ...]:
        return tuple(
            (walk, deal) for walk in walks for deal in deals_on(bench, walk, 2)
        )

    def more() -> "SearchStrategy[Trial]":
        from hypothesis import strategies as st

        return st.builds(
            lambda pair, steps: (one_seat(bench, pair[0], pair[1], steps),),
            st.sampled_from(pairs()),
            st.integers(0, 150),
        )

    return Plan(
        requirement(
            bench,
            f"ask.{question.id}",
            f"“{question.id}” is asked when due, with {' or '.join(question.actions)} at the right amounts",
            _clauses(question),
        ),
        essentials=lambda: tuple(
            (planned,) for walk, deal in pairs() for planned in at_each_multiple(bench, walk, deal)
        ),
        concerns=about(f"ask.{question.id}", "accept"),
        more=more,
    )


def _clauses(question: Question) -> tuple[Clause, ...]:
    return (*question.clauses, *(clause for action in question.actions.values() for clause in action.clauses))


def unchanged(judged: tuple[Judged, ...]) -> Iterator[Finding]:
    """Compare a round with the same round in which something forbidden was tried and refused."""
    calm, tried = (_accepted_answers(entry.record) for entry in judged)
    if calm != tried:
        yield Finding(
            "refuse.changed",
            "difference",
            "the round goes on as if nothing had been tried",
            "it went on differently",
            record=judged[1].record.id,
        )


def unless_accepted(judged: tuple[Judged, ...]) -> Iterator[Finding]:
    """Look for a change only where something forbidden was refused: with other cards than were planned it may be
    allowed, and where it was taken that is the finding."""
    taken = any(finding.rule == "refuse" and not finding.warning for finding in judged[1].findings)
    if came_to_refuse(judged[1]) and not taken:
        yield from unchanged(judged)


def _accepted_answers(record: Record) -> list[dict[str, Any]]:
    results = [exchange.answer.value for exchange in record.exchanges if isinstance(exchange.answer, Result)]
    return [{key: value for key, value in result.items() if key != "round"} for result in results]


def _forbidden(bench: Bench, question: Question, asked: list[Walk]) -> Iterator[Plan]:
    for name, words, build in (
        ("wrong-seat", "another seat acts out of turn", _wrong_seat),
        ("illegal-action", "an action that is not offered", _illegal_actions),
        ("unknown-wager", "a wager that the game does not have", _unknown_wager),
        ("relation", "an amount that is not the multiple that the rule demands", _wrong_amounts),
    ):
        params = build(bench, question, amounts(bench, 2))
        if params:
            yield Plan(
                requirement(
                    bench,
                    f"refuse.{question.id}/{name}",
                    f"At “{question.id}”, {words} is refused and changes nothing",
                    _clauses(question),
                ),
                essentials=_probed(bench, question, asked, params),
                concerns=about("refuse", "refuse.changed"),
                across=unless_accepted,
                reached=came_to_refuse,
            )


def round_that_wins(bench: Bench, walk: Walk) -> tuple[Scenario, ...]:
    """Give the round, of a few on this way, in which most is won: what a refusal has changed may show there alone."""

    def won(planned: Scenario) -> int:
        state = played(bench.rules, planned)
        return sum(row.returned - row.staked for row in settlement(state) if row.seat == 1) if state else 0

    rounds = [one_seat(bench, walk, deal, steps=2) for deal in deals_on(bench, walk, FEW_DEALS)]
    return tuple(sorted(rounds, key=won, reverse=True)[:1])


def _probed(
    bench: Bench, question: Question, asked: list[Walk], params: list[dict[str, Any]]
) -> Callable[[], tuple[Trial, ...]]:
    """Try each forbidden request in rounds of its own, going on to the end in the way of each walk."""

    @cache
    def essentials() -> tuple[Trial, ...]:
        trials = []
        for walk in asked[: max(2, len(bench.rules.ruleset.questions))]:
            for calm in round_that_wins(bench, walk):
                for entry in params:
                    probe = Probe((1, question.id), "round.act", {"seat": 1, **entry})
                    trials.append((calm, replace(calm, probes=(probe,))))
        return tuple(trials)

    return essentials


def _wrong_seat(bench: Bench, question: Question, _: dict[str, int]) -> list[dict[str, Any]]:
    action = next(iter(question.actions))
    return [{"seat": seat, "action": action} for seat in sorted({2, max(2, bench.rules.ruleset.most_seats)})]


def _illegal_actions(bench: Bench, question: Question, _: dict[str, int]) -> list[dict[str, Any]]:
    others = {action for other in bench.rules.ruleset.questions for action in other.actions}
    return [{"action": action} for action in ("raise-the-roof", *sorted(others - set(question.actions)))]


def _unknown_wager(_bench: Bench, question: Question, _: dict[str, int]) -> list[dict[str, Any]]:
    action = next(iter(question.actions))
    return [{"action": action, "wagers": {"no-such-wager": 10}}]


def _wrong_amounts(bench: Bench, question: Question, placed: dict[str, int]) -> list[dict[str, Any]]:
    """List amounts a unit off, half, double, the bare stake, none, and wagers with an action that places none."""
    wrong: list[dict[str, Any]] = []
    for action in question.actions.values():
        due = action_wagers(bench.rules, question.id, action.name, placed)
        if not due:
            placed_by_actions = [
                name for name, wager in bench.rules.ruleset.wagers.items() if wager.by_action
            ]
            wrong.extend({"action": action.name, "wagers": {name: 10}} for name in placed_by_actions)
            continue
        for name, (of, times) in action.places.items():
            least, most = times[0] * placed[of], times[-1] * placed[of]
            tries = {least - 1, most + 1, least // 2, most * 2, most + placed[of], max(1, least - placed[of])}
            tries -= {multiple * placed[of] for multiple in times}
            wrong.extend({"action": action.name, "wagers": {**due, name: amount}} for amount in sorted(tries))
        wrong.append({"action": action.name})
    return wrong


def _after_the_end(bench: Bench, walks: list[Walk]) -> Plan:
    """A settled round takes no more actions, and a round that was never started takes none."""
    question = bench.rules.ruleset.questions[0]
    entries: list[dict[str, Any]] = []
    for action in question.actions.values():
        wagers = action_wagers(bench.rules, question.id, action.name, amounts(bench, 0))
        entry: dict[str, Any] = {"seat": 1, "action": action.name, **({"wagers": wagers} if wagers else {})}
        entries.extend([entry, {**entry, "round": "never-started"}])

    def essentials() -> tuple[Trial, ...]:
        (deal,) = some_deals(bench, 1)
        return tuple(
            (
                replace(
                    one_seat(bench, walk, deal),
                    probes=tuple(Probe(END, "round.act", entry) for entry in entries),
                ),
            )
            for walk in walks
            if not assumed(bench.rules, walk)
        )

    return Plan(
        requirement(
            bench,
            "refuse.round-over",
            "A settled round, and one never started, take no action",
            _clauses(question),
        ),
        essentials=essentials,
        concerns=about("refuse", "accept"),
        reached=came_to_refuse,
    )


def every_seat(bench: Bench) -> Iterator[Plan]:
    """With several seats, each is asked in turn and settled as if it were alone."""
    walks = [w for w in seat_walks(bench.rules) if not assumed(bench.rules, w) and apart(bench, w)]
    most = max(2, bench.seats)
    sizes = sorted({2, min(3, most), most})

    @cache
    def tables() -> tuple[Trial, ...]:
        trials = []
        for size in sizes:
            for at, deal in enumerate(some_deals(bench, max(4, bench.profile.deals // 2))):
                seats = walk_seats(
                    bench, [walks[(at + number) % len(walks)] for number in range(size)], steps=at
                )
                trials.append(
                    with_each_alone(bench, scenario(bench.rules, seats, deal, 1 + at % size, filler=at + 1))
                )
        return tuple(trials)

    def more() -> "SearchStrategy[Trial]":
        from hypothesis import strategies as st

        (deal,) = some_deals(bench, 1)

        def build(ways: list[Walk], steps: int, filler: int) -> Trial:
            return with_each_alone(
                bench, scenario(bench.rules, walk_seats(bench, ways, steps), deal, 1, filler)
            )

        return st.builds(
            build,
            st.lists(st.sampled_from(walks), min_size=2, max_size=most),
            st.integers(0, 100),
            st.integers(1, 10**6),
        )

    yield Plan(
        requirement(
            bench,
            "seats.each",
            f"With 2 to {most} seats each is dealt, asked and settled by itself",
            bench.rules.ruleset.seat_clauses,
            ("multi_seat",),
        ),
        essentials=tables,
        concerns=about("seats.each", "accept"),
        across=_as_if_alone,
        reached=came_as_dealt,
        more=more,
    )
    yield _too_many(bench)


def apart(bench: Bench, walk: Walk) -> bool:
    """Say whether nothing on a way through the round depends on what another seat does."""
    return all(
        walk.known[fact.name] == fact.values[0]
        for fact in bench.rules.ruleset.facts.values()
        if fact.kind == "anyone"
    )


def with_each_alone(bench: Bench, table: Scenario) -> Trial:
    """Add, for each seat of a table, the round that it would have alone at seat 1 with the same cards."""
    alone = [
        scenario(bench.rules, (replace(seat, number=1),), table.deals[seat.number]) for seat in table.seats
    ]
    return (table, *alone)


def _as_if_alone(judged: tuple[Judged, ...]) -> Iterator[Finding]:
    """Compare each seat's money at the full table with its money alone."""
    if any(map(misdealt, judged)):
        return
    together = settled_money(judged[0].record)
    seats = [seat["seat"] for seat in judged[0].record.exchanges[0].params["seats"]]
    for seat, entry in zip(seats, judged[1:], strict=True):
        for (_, wager), amount in (settled_money(entry.record) or {}).items():
            key = seat, wager
            if together is None or together.get(key) != amount:
                told = "the round was not settled" if together is None else f"it returned {together.get(key)}"
                yield Finding(
                    "seats.each",
                    "difference",
                    f"{key[1]} at seat {key[0]} returns {amount}, as it does for the seat alone",
                    told,
                    *key,
                    record=judged[0].record.id,
                )


def _too_many(bench: Bench) -> Plan:
    most = bench.rules.ruleset.most_seats
    walk = next(walk for walk in seat_walks(bench.rules) if not assumed(bench.rules, walk))

    def essentials() -> tuple[Trial, ...]:
        (deal,) = some_deals(bench, 1)
        calm = one_seat(bench, walk, deal)
        beyond = replace(calm.seats[0], number=most + 1)
        full = tuple(replace(calm.seats[0], number=number) for number in range(1, most + 2))
        return tuple((replace(calm, seats=seats),) for seats in ((beyond,), full))

    return Plan(
        requirement(
            bench,
            "seats.limit",
            f"A seat beyond {plain_words(str(most))} is refused",
            bench.rules.ruleset.seat_clauses,
            ("multi_seat",),
        ),
        essentials=essentials,
        concerns=about("refuse", "accept"),
        reached=came_to_refuse,
    )
