"""Wrong pay lines: a step more or less, for one, as a neighbour, exchanged, and lines that begin a hand off."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType

from fairfelt.conformance.plans.plan import odds_in_words, plain_words
from fairfelt.conformance.plans.settling import ends_of
from fairfelt.conformance.proving.rankings import takes
from fairfelt.conformance.proving.reach import NOTHING
from fairfelt.conformance.proving.terms import Mutant, Terms
from fairfelt.rulesets.rankings import Ranking, Strength, describe
from fairfelt.rulesets.rules import PayLine, PayTable, Result
from fairfelt.rulesets.ways import feasible, line_interval, targets

LOST, PUSHED = Result("lose"), Result("push")
NOT_HELD = "that hand is never held where the line is paid"


def paid_otherwise(terms: Terms, pays: PayTable) -> Iterator[Mutant]:
    """Pay each line one step more or less, as its neighbour, not at all, or for a second combination that its hand
    holds too; exchange neighbours."""
    ranking = terms.rules.ruleset.hands[pays.hand].ranking
    for at, line in enumerate(pays.lines):
        tried = {_net_of(line.result)}
        for edit, words, result in (*_other_lines(pays, at), *_both(ranking, pays, at)):
            if _net_of(result) not in tried:
                tried.add(_net_of(result))
                yield _line(pays, line, edit, f"pays {_named(line)} {words}", {at: result})
    for at, (high, low) in enumerate(pairwise(pays.lines)):
        if _net_of(high.result) != _net_of(low.result):
            words = f"exchanges what {_named(high)} and {_named(low)} are paid"
            yield _line(pays, high, f"exchanged-with-{low.name}", words, {at: low.result, at + 1: high.result})


def begun_elsewhere(terms: Terms, pays: PayTable) -> Iterator[Mutant]:
    """Begin each line a hand too high, and a hand too low: at the nearest hand that its cards can show."""
    ranking = terms.rules.ruleset.hands[pays.hand].ranking
    spans = [line_interval(terms.rules, pays.wager, line)[1] for line in pays.lines]
    for at, (high, low) in enumerate(pairwise(pays.lines)):
        (start, end), (bottom, top) = spans[at : at + 2]
        lowest = next(iter(ends_of(terms.rules, pays.hand, start, end)), end)
        above = next(iter(ends_of(terms.rules, pays.hand, lowest + 1, end)), None)
        highest = next(reversed(ends_of(terms.rules, pays.hand, bottom, top)), None)
        for edit, moved, begins, due, paid in (
            ("begins-higher", lowest, above, high, low),
            ("begins-lower", highest, highest, low, high),
        ):
            if moved is not None and begins is not None and _net_of(high.result) != _net_of(low.result):
                hand = describe(ranking, ranking.classes[moved].strength)
                floors = {at: ranking.classes[begins].strength}
                mutant = _line(pays, high, edit, f"{hand} is paid as {_named(paid)}", floors=floors, named=(due,))
                yield replace(mutant, same="" if _held(terms, pays, due, moved) else NOT_HELD)


def _held(terms: Terms, pays: PayTable, line: PayLine, at: int) -> bool:
    """Say whether a hand can be held where the line that covers it is paid."""
    return any(
        feasible(terms.rules, case.goal.facts, {pays.hand: (at, at + 1)})
        for target, cases in targets(terms.rules)
        if target.wager == pays.wager and target.line == line
        for case in cases
    )


def _other_lines(pays: PayTable, at: int) -> Iterator[tuple[str, str, Result]]:
    line = pays.lines[at].result
    won = line.odds if line.outcome == "win" else Fraction(0)
    yield "up", f"{odds_in_words(won + 1)}, which is a step more", Result("win", won + 1)
    if line.outcome == "win" and won >= 1:
        yield "for-one", f"{odds_in_words(won)} for one: the stake does not come back", Result("win", won - 1)
    elif not pays.lines[at].pays_nothing:
        yield "pushed", "its stake back", PUSHED
    if at:
        yield f"as-{pays.lines[at - 1].name}", f"as {plain_words(pays.lines[at - 1].name)}", pays.lines[at - 1].result
    if not pays.lines[at].pays_nothing:
        yield "lost", "nothing", LOST


def _both(ranking: Ranking, pays: PayTable, at: int) -> Iterator[tuple[str, str, Result]]:
    line, demands = pays.lines[at], {category.name: category for category in ranking.categories}
    for lower in pays.lines[at + 1 :]:
        if line.floor is None or lower.floor is None or {line.result.outcome, lower.result.outcome} != {"win"}:
            continue
        if takes(*(demands[ranking.category(floor)] for floor in (lower.floor, line.floor))):
            words = f"also as {plain_words(lower.name)}: a second combination is paid"
            yield f"and-{lower.name}", words, Result("win", line.result.odds + lower.result.odds)


def _line(
    pays: PayTable,
    line: PayLine,
    edit: str,
    words: str,
    results: Mapping[int, Result] = MappingProxyType({}),
    floors: Mapping[int, Strength] = MappingProxyType({}),
    named: tuple[PayLine, ...] = (),
) -> Mutant:
    """Change results and floors of lines, counted from the top; `named` lines are wrong, or those with new results."""
    lines = tuple(
        replace(entry, result=results.get(at, entry.result), floor=floors.get(at, entry.floor))
        for at, entry in enumerate(pays.lines)
    )

    def apply(terms: Terms) -> Terms:
        table = replace(terms.rules.pay_tables[pays.wager], lines=lines)
        return replace(terms, rules=replace(terms.rules, pay_tables={**terms.rules.pay_tables, pays.wager: table}))

    wrong = named or tuple(pays.lines[at] for at in results)
    expects = tuple(f"settle.{pays.wager}.*/{entry.name}" for entry in wrong)
    return Mutant(f"pays.{pays.wager}/{line.name}", edit, f"{plain_words(pays.wager)}: {words}", apply, expects)


def _named(line: PayLine) -> str:
    return "every lower hand" if line.floor is None else plain_words(line.name)


def _net_of(result: Result) -> Fraction:
    return {"win": result.odds, "push": Fraction(0)}.get(result.outcome, NOTHING)
