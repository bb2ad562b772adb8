"""Every row of every table, at every pay line: wagers are settled as the row says.

The rounds are clear cases, away from qualifiers and close comparisons, which have requirements of their own; so a
wrong qualifier is not reported once for every row that it touches.
"""

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import TYPE_CHECKING

from fairfelt.conformance.checks import Judged
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.plans.plan import (
    Bench,
    Plan,
    Trial,
    at_each_multiple,
    odds_in_words,
    one_seat,
    plain_words,
    requirement,
    some_deals,
)
from fairfelt.rulesets.bounds import Interval
from fairfelt.rulesets.paths import lies, readable
from fairfelt.rulesets.paying import settlement
from fairfelt.rulesets.rankings import Strength
from fairfelt.rulesets.rules import Fact
from fairfelt.rulesets.settle import hand_cards
from fairfelt.rulesets.ways import (
    Case,
    Target,
    companion,
    feasible,
    goal_on,
    layout_of,
    line_interval,
    targets,
)
from fairfelt.rulesets.witness import ATTEMPTS, Deal

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


FEW_ATTEMPTS = 400
"""Attempts at a deal that only adds to others: cards may exclude it."""


def plans(bench: Bench) -> Iterator[Plan]:
    for target, cases in targets(bench.rules):
        clauses = target.row.clauses
        if target.line is not None:
            clauses += bench.rules.pay_tables[target.wager].clauses
        dealt = _dealt(bench, target, _fewest_wagers_first(bench, cases))
        yield Plan(
            requirement(bench, target.id, title(target), clauses),
            essentials=partial(_each_once, bench, dealt),
            concerns=_same_row(target),
            reached=_reaches(target),
            more=partial(_drawn, bench, dealt),
        )


def _fewest_wagers_first(bench: Bench, cases: tuple[Case, ...]) -> tuple[Case, ...]:
    """Begin with the ways that stake least, and leave out those for which the engine has too few seats."""
    seated = [case for case in cases if bench.seats > 1 or companion(bench.rules, case.walk) is None]
    return tuple(sorted(seated, key=lambda case: len(case.walk.placed)))


def _on_many_hands(bench: Bench, target: Target, cases: tuple[Case, ...]) -> Iterator[Case]:
    """Where a row pays by no table, show a hand for each line that pays in other rows, or for each category of the
    seat's own hand: what an engine pays by hand it may pay in any row."""
    hand, spans = _hands_that_pay(bench, target) if target.line is None else ("", [])
    layout = layout_of(bench.rules)
    held = [case for case in cases if hand and lies(layout, case.walk, hand)]
    for span in spans:
        for case in held:
            if feasible(bench.rules, case.goal.facts, {hand: span}):
                yield Case(case.walk, goal_on(bench.rules, case.walk, case.goal.facts, {hand: span}))
                break


def _hands_that_pay(bench: Bench, target: Target) -> tuple[str, list[Interval]]:
    """Name the hand by which a wager is or may be paid, with its kinds."""
    table = bench.rules.pay_tables.get(target.wager)
    if table is not None:
        paying = [line for line in table.lines if line.result.outcome == "win" and not line.pays_nothing]
        return table.hand, [line_interval(bench.rules, target.wager, line)[1] for line in paying]
    own = next((fact.hand for fact in target.table.axes if fact.kind == "against"), "")
    return own, list(bench.rules.ruleset.hands[own].ranking.spans.values()) if own else []


def _whatever_else_shows(bench: Bench, target: Target, cases: tuple[Case, ...]) -> Iterator[Case]:
    """Show each value of the facts that only other rows of the block read: this row pays whatever they say."""
    layout = layout_of(bench.rules)
    others = [fact for fact in target.table.axes if fact.reads_cards and fact.name not in target.row.when]
    for other in others:
        free = [case for case in cases if other.name not in case.goal.facts and readable(layout, case.walk, other)]
        for value in other.answers:
            for case in free:
                wanted = {**case.goal.facts, other.name: value}
                if feasible(bench.rules, wanted, case.goal.hands):
                    yield Case(case.walk, goal_on(bench.rules, case.walk, wanted, case.goal.hands))
                    break


def title(target: Target) -> str:
    """Say a row's result in words."""
    result, name = target.result, f"{plain_words(target.wager).capitalize()}, {plain_words(target.row.name)}"
    if target.line is not None:
        line = target.line.result
        odds = result.odds + line.odds
        paid = f"wins {odds_in_words(odds)}" if line.outcome == "win" or result.odds else line.outcome
        return f"{name}, {plain_words(target.line.name)}: {paid}"
    return f"{name}: {'wins ' + odds_in_words(result.odds) if result.outcome == 'win' else result.outcome}"


def _same_row(target: Target) -> Callable[[Finding], bool]:
    def concerns(finding: Finding) -> bool:
        return finding.rule == target.id and finding.kind == "settlement"

    return concerns


def _reaches(target: Target) -> Callable[[Judged], bool]:
    def reached(judged: Judged) -> bool:
        if judged.trace.settled is None:
            return False
        return any(row.requirement == target.id for row in settlement(judged.trace.settled[1]))

    return reached


def _dealt(bench: Bench, target: Target, cases: tuple[Case, ...]) -> Callable[[], list[tuple[Case, Deal]]]:
    """Find the row's deals when they are first asked for."""

    @cache
    def found() -> list[tuple[Case, Deal]]:
        share = max(2, -(-bench.profile.deals // max(1, len(cases))))
        wanted = [(case, share) for case in cases]
        wanted += [(case, 1) for case in _on_many_hands(bench, target, cases)]
        wanted += [(case, 1) for case in _whatever_else_shows(bench, target, cases)]
        pairs: list[tuple[Case, Deal]] = []
        for case, count in wanted:
            pool = some_deals(bench, count * 3, case.goal, ATTEMPTS if count > 1 else FEW_ATTEMPTS)
            clearest = sorted(pool, key=lambda deal: _close_calls(bench, target, deal))
            pairs.extend((case, deal) for deal in clearest[:count])
        return pairs

    return found


def _each_once(bench: Bench, dealt: Callable[[], list[tuple[Case, Deal]]]) -> tuple[Trial, ...]:
    """Play each deal, and each way through the round at every multiple once."""
    plain = tuple((one_seat(bench, case.walk, deal),) for case, deal in dealt())
    first = {id(case): (case, deal) for case, deal in reversed(dealt())}
    raised = [at_each_multiple(bench, case.walk, deal)[1:] for case, deal in first.values()]
    return plain + tuple((planned,) for rounds in raised for planned in rounds)


def _drawn(bench: Bench, dealt: Callable[[], list[tuple[Case, Deal]]]) -> "SearchStrategy[Trial]":
    from hypothesis import strategies as st

    def build(pair: tuple[Case, Deal], steps: int) -> Trial:
        return (one_seat(bench, pair[0].walk, pair[1], steps),)

    return st.builds(build, st.sampled_from(dealt()), st.integers(0, 150))


def _close_calls(bench: Bench, target: Target, deal: Deal) -> tuple[int, int]:
    """Measure how easily a small mistake in reading hands turns a deal: the less, the clearer its case."""
    calls = [closeness(bench, fact, deal) for fact in target.table.axes if _dealt_for(bench, fact, deal)]
    return sum(close for close, _ in calls) + _wheels(bench, target, deal), sum(near for _, near in calls)


def closeness(bench: Bench, fact: Fact, deal: Deal) -> tuple[bool, int]:
    """Say whether a small mistake in reading hands could turn the fact, and, below zero, how far the bar is."""
    ranking = bench.rules.ruleset.hands[fact.hand].ranking
    mine = _strength(bench, fact.hand, deal)
    if fact.kind == "against":
        return mine[0] == _strength(bench, fact.other, deal)[0], 0
    apart = min(abs(ranking.index[mine] - ranking.index[floor]) for floor in fact.floors)
    return any(mine[0] == floor[0] for floor in fact.floors), -apart


def _wheels(bench: Bench, target: Target, deal: Deal) -> int:
    """Count the hands that an engine without the wheel would misread, but for the one whose pay line is at stake."""
    facts = [fact for fact in target.table.axes if _dealt_for(bench, fact, deal)]
    hands = {hand for fact in facts for hand in (fact.hand, fact.other) if hand}
    if target.line is not None and target.line.floor is not None:
        hands.discard(bench.rules.pay_tables[target.wager].hand)
    found = 0
    for hand in hands:
        ranking = bench.rules.ruleset.hands[hand].ranking
        ranks = ranking.classes[ranking.index[_strength(bench, hand, deal)]].ranks
        found += len(set(ranks)) == ranking.size and ranks[0] - ranks[-1] >= ranking.size and ranks[1] == ranking.size
    return found


def _dealt_for(bench: Bench, fact: Fact, deal: Deal) -> bool:
    """Say whether a deal has the cards that a fact looks at."""
    named = [bench.rules.ruleset.hands[hand] for hand in (fact.hand, fact.other) if hand]
    return fact.reads_cards and all(deal.get(place) for hand in named for place in hand.places)


def _strength(bench: Bench, hand: str, deal: Deal) -> Strength:
    cards = hand_cards(bench.rules, hand, lambda place: deal.get(place, ()))
    return bench.rules.ruleset.hands[hand].ranking.strength(cards)
