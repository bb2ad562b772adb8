"""Decisions: who is asked what with which choices, and what is refused meanwhile with the round left as it was."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from fairfelt.conformance.finding import Finding
from fairfelt.conformance.plans.plan import (
    Bench,
    Plan,
    Trial,
    about,
    amounts,
    one_seat,
    plain_words,
    requirement,
    some_deals,
    walk_seats,
)
from fairfelt.conformance.scenario import END, Probe, action_wagers, scenario
from fairfelt.rulesets.paths import Walk
from fairfelt.rulesets.rules import Clause, Question
from fairfelt.rulesets.ways import assumed, choices_of, seat_walks
from fairfelt.rulesets.witness import Deal, Goal

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def plans(bench: Bench) -> Iterator[Plan]:
    walks = seat_walks(bench.rules)
    for question in bench.rules.ruleset.questions:
        asked = [walk for walk in walks if question.id in choices_of(bench.rules, walk)]
        if asked:
            yield _offer(bench, question, walks)
            yield from _forbidden(bench, question, asked)
    yield _after_the_end(bench, walks)


def _offer(bench: Bench, question: Question, walks: list[Walk]) -> Plan:
    """Play every way through the round, whether it asks the question or not: neither may be missed."""

    @cache
    def pairs() -> tuple[tuple[Walk, Deal], ...]:
        return tuple((walk, deal) for walk in walks for deal in some_deals(bench, 2, Goal(assumed(bench.rules, walk))))

    def more() -> "SearchStrategy[Trial]":
        from hypothesis import strategies as st

        return st.builds(
            lambda pair, steps: (one_seat(bench, pair[0], pair[1], steps),), st.sampled_from(pairs()), st.integers(0, 150)
        )

    return Plan(
        requirement(
            bench,
            f"ask.{question.id}",
            f"“{question.id}” is asked when due, with {' or '.join(question.actions)} at the right amounts",
            _clauses(question),
        ),
        essentials=lambda: tuple((one_seat(bench, walk, deal),) for walk, deal in pairs()),
        concerns=about(f"ask.{question.id}"),
        more=more,
    )


def _clauses(question: Question) -> tuple[Clause, ...]:
    return (*question.clauses, *(clause for action in question.actions.values() for clause in action.clauses))


def refused(finding: Finding) -> bool:
    """Count a forbidden request that was accepted, one refused for another reason, and a round that changed by it."""
    return finding.rule in ("refuse", "accept") or finding.kind in ("legal-actions", "settlement", "ledger", "dealing", "stacks")


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
                requirement(bench, f"refuse.{question.id}/{name}", f"At “{question.id}”, {words} is refused and changes nothing", _clauses(question)),
                essentials=_probed(bench, question, asked, params),
                concerns=refused,
            )


def _probed(
    bench: Bench, question: Question, asked: list[Walk], params: list[dict[str, Any]]
) -> Callable[[], tuple[Trial, ...]]:
    """Try each forbidden request in rounds of its own, going on to the end in the way of each walk."""

    @cache
    def essentials() -> tuple[Trial, ...]:
        trials = []
        for walk in asked[: max(2, len(bench.rules.ruleset.questions))]:
            for deal in some_deals(bench, 1, Goal(assumed(bench.rules, walk))):
                calm = one_seat(bench, walk, deal, steps=2)
                for entry in params:
                    probe = Probe((1, question.id), "round.act", {"seat": 1, **entry})
                    trials.append((replace(calm, probes=(probe,)),))
        return tuple(trials)

    return essentials


def _wrong_seat(bench: Bench, question: Question, _: dict[str, int]) -> list[dict[str, Any]]:
    action = next(iter(question.actions))
    return [{"seat": seat, "action": action} for seat in sorted({2, max(2, bench.rules.ruleset.most_seats)})]


def _illegal_actions(bench: Bench, question: Question, _: dict[str, int]) -> list[dict[str, Any]]:
    others = {action for other in bench.rules.ruleset.questions for action in other.actions}
    return [{"action": action} for action in ("raise-the-roof", *sorted(others - set(question.actions)))]


def _unknown_wager(bench: Bench, question: Question, _: dict[str, int]) -> list[dict[str, Any]]:
    action = next(iter(question.actions))
    return [{"action": action, "wagers": {"no-such-wager": 10}}]


def _wrong_amounts(bench: Bench, question: Question, placed: dict[str, int]) -> list[dict[str, Any]]:
    """List amounts one unit off, half, double, the bare stake, nothing at all, and wagers with an action that places none."""
    wrong: list[dict[str, Any]] = []
    for action in question.actions.values():
        due = action_wagers(bench.rules, question.id, action.name, placed)
        if not due:
            placed_by_actions = [name for name, wager in bench.rules.ruleset.wagers.items() if wager.by_action]
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
            (replace(one_seat(bench, walk, deal), probes=tuple(Probe(END, "round.act", entry) for entry in entries)),)
            for walk in walks
            if not assumed(bench.rules, walk)
        )

    return Plan(
        requirement(bench, "refuse.round-over", "A settled round, and one never started, take no action", _clauses(question)),
        essentials=essentials,
        concerns=about("refuse", "accept"),
    )


def every_seat(bench: Bench) -> Iterator[Plan]:
    """With several seats, each is asked in turn and settled as if it were alone."""
    walks = [walk for walk in seat_walks(bench.rules) if not assumed(bench.rules, walk)]
    sizes = sorted({2, min(3, bench.seats), bench.seats})

    @cache
    def tables() -> tuple[Trial, ...]:
        trials = []
        for size in sizes:
            for at, deal in enumerate(some_deals(bench, max(4, bench.profile.deals // 2))):
                seats = walk_seats(bench, [walks[(at + number) % len(walks)] for number in range(size)], steps=at)
                trials.append((scenario(bench.rules, seats, deal, 1 + at % size, filler=at + 1),))
        return tuple(trials)

    def more() -> "SearchStrategy[Trial]":
        from hypothesis import strategies as st

        (deal,) = some_deals(bench, 1)

        def build(ways: list[Walk], steps: int, filler: int) -> Trial:
            return (scenario(bench.rules, walk_seats(bench, ways, steps), deal, 1, filler),)

        return st.builds(
            build, st.lists(st.sampled_from(walks), min_size=2, max_size=bench.seats), st.integers(0, 100), st.integers(1, 10**6)
        )

    yield Plan(
        requirement(bench, "seats.each", f"With 2 to {bench.seats} seats each is dealt, asked and settled by itself", bench.rules.ruleset.seat_clauses, ("multi_seat",)),
        essentials=tables,
        concerns=lambda finding: not finding.warning and finding.kind in ("settlement", "ledger", "legal-actions", "refusal", "dealing"),
        more=more,
    )
    yield _too_many(bench)


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
        requirement(bench, "seats.limit", f"A seat beyond {plain_words(str(most))} is refused", bench.rules.ruleset.seat_clauses, ("multi_seat",)),
        essentials=essentials,
        concerns=about("refuse", "accept"),
    )
