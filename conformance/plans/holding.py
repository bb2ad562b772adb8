"""Cards in the hand and boxes of a guest: what a seat may give up or arrange, what its owner may do, and its fees."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any

from fairfelt.conformance.checks import Judged
from fairfelt.conformance.driver import act_params
from fairfelt.conformance.layout import Hold
from fairfelt.conformance.plans.asking import round_that_wins, unless_accepted
from fairfelt.conformance.plans.plan import (
    Bench,
    Plan,
    Trial,
    about,
    amounts,
    came_as_dealt,
    came_to_refuse,
    deals_on,
    one_seat,
    plain_words,
    requirement,
    some_deals,
    walk_seats,
    ways,
)
from fairfelt.conformance.scenario import Probe, Scenario, action_wagers, scenario
from fairfelt.rulesets.cards import Card
from fairfelt.rulesets.paths import Walk, holds
from fairfelt.rulesets.rules import Action, Question, Wager
from fairfelt.rulesets.ways import choices_of

FEW = 4
"""Ways through a round on which the same thing is tried."""
Tries = list[Mapping[str, Any]]
"""Requests that are to be refused."""


def plans(bench: Bench) -> Iterator[Plan]:
    walks = ways(bench)
    for question in bench.rules.ruleset.questions:
        asked = [walk for walk in walks if question.id in choices_of(bench.rules, walk)]
        for name, words, build in (
            ("card-not-held", "a card that the seat does not hold", _not_held),
            ("duplicate-card", "a card named twice", _twice),
            ("card-count", "too few cards or too many", _wrong_count),
        ):
            handling = [walk for walk in asked if _takes_cards(question, walk)]
            if handling:
                yield _refuses(bench, question, name, words, handling, partial(_with_cards, bench, question, build))
        elsewhere = _each_case_first(question, [walk for walk in asked if _not_offered(question, walk)])
        if elsewhere:
            words = "an action that is offered in other cases only"
            yield _refuses(bench, question, "not-offered", words, elsewhere, partial(_others, bench, question))
    for wager in bench.rules.ruleset.wagers.values():
        if wager.fee:
            yield from _fee(bench, wager)
    yield from _boxes(bench)


def _refuses(
    bench: Bench,
    question: Question,
    name: str,
    words: str,
    walks: list[Walk],
    tries: Callable[[Walk, Scenario], Tries],
) -> Plan:
    @cache
    def essentials() -> tuple[Trial, ...]:
        trials = []
        for walk in walks[:FEW]:
            for calm in round_that_wins(bench, walk):
                for entry in tries(walk, calm):
                    trials.append((calm, replace(calm, probes=(Probe((1, question.id), "round.act", entry),))))
        return tuple(trials)

    clauses = (*question.clauses, *(clause for action in question.actions.values() for clause in action.clauses))
    return Plan(
        requirement(
            bench,
            f"refuse.{question.id}/{name}",
            f"At “{question.id}”, {words} is refused and changes nothing",
            clauses,
        ),
        essentials=essentials,
        concerns=about("refuse", "refuse.changed"),
        across=unless_accepted,
        reached=came_to_refuse,
    )


def _takes_cards(question: Question, walk: Walk) -> bool:
    action = question.actions[walk.known[question.id]]
    return bool(action.gives_up or action.arranges)


def _with_cards(
    bench: Bench,
    question: Question,
    build: Callable[[Hold, tuple[Card, ...], Card], list[Hold]],
    walk: Walk,
    calm: Scenario,
) -> Tries:
    """Take the action with its due wagers and wrong cards."""
    action, seat = question.actions[walk.known[question.id]], calm.seats[0]
    placed = dict(seat.wagers)
    wagers = action_wagers(bench.rules, question.id, action.name, placed)
    wrong = build(seat.cards[question.id], calm.places["seat.1"], calm.deck[-1])
    return [act_params((1, ""), action.name, wagers, cards) for cards in wrong]


def _not_held(due: Hold, _: tuple[Card, ...], other: Card) -> list[Hold]:
    if isinstance(due, Mapping):
        return [{**due, spot: (*due[spot][:-1], other)} for spot in due]
    return [(*due[:-1], other)]


def _twice(due: Hold, _: tuple[Card, ...], __: Card) -> list[Hold]:
    if isinstance(due, Mapping):
        first, *rest = due
        return [{**due, spot: (due[first][0], *due[spot][1:])} for spot in rest] or [{first: due[first][:1] * 2}]
    return [(due[0], due[0])]


def _wrong_count(due: Hold, held: tuple[Card, ...], other: Card) -> list[Hold]:
    if not isinstance(due, Mapping):
        more = next(card for card in held if card not in due)
        return [(*due, more), ()] if len(due) == 1 else [(*due, more), due[:-1], ()]
    first, last = next(iter(due)), list(due)[-1]
    moved = {**due, first: (*due[first], due[last][-1]), last: due[last][:-1]}
    seven = {**due, first: (*due[first], other)}
    fewer = {spot: part for spot, part in due.items() if spot != last}
    renamed = {**fewer, "no-such-spot": due[last]}
    return [moved, seven, fewer, renamed, ()]


def _not_offered(question: Question, walk: Walk) -> list[Action]:
    return [action for action in question.actions.values() if holds(action.guard, walk.known) is not True]


def _each_case_first(question: Question, walks: list[Walk]) -> list[Walk]:
    """Put one way for each set of actions that are not offered before the others, the fullest sets first."""
    cases: dict[tuple[str, ...], Walk] = {}
    for walk in walks:
        cases.setdefault(tuple(action.name for action in _not_offered(question, walk)), walk)
    first = sorted(cases, key=len, reverse=True)
    return [cases[case] for case in first] + [walk for walk in walks if walk not in cases.values()]


def _others(bench: Bench, question: Question, walk: Walk, calm: Scenario) -> Tries:
    """Take each action that this case does not offer, with what it would place and give up."""
    tries: Tries = []
    for action in _not_offered(question, walk):
        wagers = action_wagers(bench.rules, question.id, action.name, dict(calm.seats[0].wagers))
        cards = calm.places["seat.1"][: action.gives_up]
        tries.append(act_params((1, ""), action.name, wagers, cards))
    return tries


def _fee(bench: Bench, wager: Wager) -> Iterator[Plan]:
    """A fee is gone whatever follows it."""
    paying = [walk for walk in ways(bench) if wager.name in walk.placed]
    if not paying:
        return

    @cache
    def essentials() -> tuple[Trial, ...]:
        return tuple(
            (one_seat(bench, walk, deal, steps=at),)
            for at, walk in enumerate(paying)
            for deal in deals_on(bench, walk, max(1, bench.profile.deals // 8))
        )

    def paid(judged: Judged) -> bool:
        settled = judged.trace.settled
        return settled is not None and any(wager.name in placed for placed in settled[1].placed.values())

    yield Plan(
        requirement(
            bench,
            f"settle.{wager.name}.fee",
            f"{plain_words(wager.name).capitalize()}: the fee is gone, whatever follows",
            wager.clauses,
        ),
        essentials,
        about(f"settle.{wager.name}.fee"),
        reached=paid,
    )


def _boxes(bench: Bench) -> Iterator[Plan]:
    """What binds the boxes of one guest."""
    boxes = bench.rules.ruleset.boxes
    if boxes is None:
        return
    light = next(walk for walk in ways(bench) if not _dark(bench, walk))
    dark = next((walk for walk in ways(bench) if _dark(bench, walk)), light)
    most = boxes.light or bench.rules.ruleset.most_seats
    step = bench.limits[boxes.equal[0]].step if boxes.equal else 0

    def table(count: int, dark_count: int, raised: int = 0) -> tuple[Trial, ...]:
        walks = [light] * count + [dark] * dark_count
        (deal,) = some_deals(bench, 1)
        staked = amounts(bench, 2)
        seats = [replace(seat, guest="guest", wagers=_equal(seat.wagers, staked)) for seat in walk_seats(bench, walks)]
        last = seats[-1]
        more = {name: amount + raised * (name in boxes.equal) for name, amount in last.wagers.items()}
        seats[-1] = replace(last, wagers=more)
        return ((scenario(bench.rules, tuple(seats), deal, 1),),)

    for name, title, trials, rule in (
        ("taken", f"a guest may look at {most} boxes and play others dark", partial(table, most, 1), "accept"),
        ("light", f"a guest may not look at {most + 1} boxes", partial(table, most + 1, 0), "refuse"),
        ("equal", "the boxes of one guest are wagered on alike", partial(table, 2, 0, step), "refuse"),
        ("equal-dark", "a dark box of a guest is wagered on like the others", partial(table, 1, 1, step), "refuse"),
    ):
        yield Plan(
            requirement(bench, f"boxes.{name}", f"Boxes: {title}", boxes.clauses, ("multi_seat",)),
            trials,
            about(rule),
            reached=came_as_dealt if rule == "accept" else came_to_refuse,
        )


def _equal(wagers: Mapping[str, int], staked: Mapping[str, int]) -> dict[str, int]:
    return {name: staked[name] for name in wagers}


def _dark(bench: Bench, walk: Walk) -> bool:
    facts = [fact for fact in bench.rules.ruleset.facts.values() if fact.kind == "dark"]
    return any(walk.known[fact.name] == fact.values[1] for fact in facts)
