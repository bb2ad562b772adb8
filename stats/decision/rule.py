"""The decision rule, in this one place: when a source is biased, when a bias is ruled out, and when nobody can tell.

A battery is registered before anything is drawn. The tests of one source are judged together by Holm's method, so that
a fair source fails as a whole, not test by test, as rarely as the level says. What is rejected is drawn and tested once
more, afresh and at least four times larger, and no other repetition exists.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Literal

from fairfelt.stats.decision.bounds import POWER, detectable, units_needed, upper_bound
from fairfelt.stats.decision.measure import Effect, Measure

Outcome = Literal["bias shown", "bounded", "inconclusive", "not asked"]
Verdict = Literal["pass", "inconclusive", "fail"]

CERTAIN = 1e-9
"""A p-value under which a test is failed at once."""
LARGER = 4
"""How many times larger the confirmatory sample is."""
EPSILON: Mapping[Effect, float] = {
    "spread": 0.02,
    "shift": 0.02,
    "rate": 1e-4,
    "coincidence": 2.0**-32,
    "distance": 0.01,
}
"""The bias that counts as ruled out by default: two per cent of what a cell expects, over the cells of a table
together, which for the table of one draw bounds what that draw can be worth by one per cent; a fiftieth of a standard
deviation; once in ten thousand decks; as often as a 32-bit seed repeats itself."""


@dataclass(frozen=True)
class Level:
    """`alpha` is how often a fair source may be rejected: all tests `together`, or each test alone."""

    alpha: float = 0.01
    together: bool = True
    source: str = "the suite's own default"
    asked: tuple[str, ...] | None = None
    """The tests that are asked, by the last parts of their ids; None for all."""

    def of(self, tests: Mapping[str, str]) -> dict[str, str]:
        """Keep the tests that are asked, by id with their titles."""
        return {id_: tests[id_] for id_ in tests if self.asked is None or id_.rpartition(".")[2] in self.asked}


@dataclass(frozen=True)
class Battery:
    """What is asked of one kind of output: tests by id with their titles, and how much is registered to be drawn."""

    name: str
    unit: str
    """What is drawn, in the plural: decks, numbers, rounds."""
    tests: Mapping[str, str]
    size: int
    share: float = 1.0
    """The part of the level that this battery gets, where several are judged together."""


@dataclass(frozen=True)
class Tested:
    """One registered test after all that will be drawn is drawn."""

    id: str
    title: str
    outcome: Outcome
    measure: Measure | None
    first: Measure | None
    """What was measured at first, where the test was rejected then and `measure` is of the confirmatory sample."""
    threshold: float
    """The p-value under which it was rejected at its place in Holm's order."""
    bound: float | None = None
    """No larger effect is left possible, at 99 % confidence."""
    epsilon: float | None = None
    detectable: float | None = None
    """The smallest effect that this size shows with 99 % power."""
    needs: int | None = None
    """How much would have to be drawn to rule out `epsilon`."""

    @property
    def confirmed(self) -> bool:
        """Say whether `measure` is of the confirmatory sample."""
        return self.first is not None


@dataclass(frozen=True)
class Judgement:
    """What a battery says of a source. `drawn` and `redrawn` count units that were tested, at first and to confirm."""

    battery: Battery
    drawn: int
    spent: int
    """Units of the first sample that only taught what to test for."""
    redrawn: int
    tests: tuple[Tested, ...]
    findings: tuple[str, ...]
    """What needs no statistics: a deck that is no pack, an answer that is missing."""
    verdict: Verdict
    says: str
    false_reject: float
    """The chance that a fair source comes to the verdict fail."""
    false_accept: float
    """At most the chance that a bias as large as `detectable` is missed."""


Confirm = Callable[[Collection[str], int], Sequence[Measure]]
"""Draws so many fresh units and measures the tests of these ids."""


def judge(
    battery: Battery,
    level: Level,
    measures: Sequence[Measure],
    drawn: int,
    confirm: Confirm | None = None,
    findings: Sequence[str] = (),
    spent: int = 0,
    idle: Collection[str] = (),
) -> Judgement:
    """Judge what was measured; without `confirm`, as for a file, once and for all.

    `spent` counts units that were registered and drawn, but went into learning what to test for. `idle` names tests
    that this sample leaves nothing to ask: they were registered, and don't keep it from passing.
    """
    alpha = level.alpha * battery.share
    first = {measure.id: measure for measure in measures}
    unregistered = first.keys() - battery.tests.keys()
    if unregistered:
        raise AssertionError(f"{', '.join(sorted(unregistered))}: measured, but not registered")
    thresholds = holm(first, alpha, len(battery.tests), level.together)
    rejected = [id_ for id_ in first if first[id_].p < thresholds[id_]]
    doubtful = [id_ for id_ in rejected if first[id_].p >= CERTAIN]
    second: dict[str, Measure] = {}
    redrawn = 0
    if confirm and doubtful:
        redrawn = LARGER * (drawn + spent)
        second = {measure.id: measure for measure in confirm(doubtful, redrawn)}
    again = holm(second, alpha, len(second), level.together)
    certain = {id_ for id_ in rejected if not confirm or first[id_].p < CERTAIN}
    shown = certain | {id_ for id_ in second if second[id_].p < again[id_]}
    unconfirmed = [id_ for id_ in rejected if id_ not in certain and id_ not in second]
    strictest = alpha / max(1, len(battery.tests)) if level.together else alpha
    tests = tuple(
        _tested(
            id_,
            title,
            second.get(id_, first.get(id_)),
            first[id_] if id_ in second else None,
            thresholds.get(id_, strictest) if id_ not in second else again[id_],
            id_ in shown,
            strictest,
            redrawn if id_ in second else drawn,
        )
        for id_, title in battery.tests.items()
    )
    needed = [test for test in tests if test.id not in idle or test.outcome != "not asked"]
    verdict, says = _verdict(battery, needed, drawn + spent, findings)
    if unconfirmed and verdict == "pass":
        titles = ", ".join(battery.tests[id_] for id_ in unconfirmed)
        verdict, says = "inconclusive", f"the confirmatory run could not answer: {titles}"
    stages = 2 if confirm else 1
    return Judgement(
        battery,
        drawn,
        spent,
        redrawn,
        tests,
        tuple(findings),
        verdict,
        says,
        false_reject=_false_reject(alpha, level.together, len(battery.tests), stages),
        false_accept=1 - POWER**stages,
    )


def _false_reject(alpha: float, together: bool, tests: int, stages: int) -> float:
    """Give the chance that a fair source fails: by its luck in both stages, or by a p-value that fails at once."""
    each = alpha**stages + (CERTAIN if stages > 1 else 0)
    return min(1.0, alpha**stages + CERTAIN * tests * (stages - 1) if together else each * tests)


def holm(measures: Mapping[str, Measure], alpha: float, family: int, together: bool = True) -> dict[str, float]:
    """Give each test the p-value under which it is rejected (Holm, 1979); `family` counts what was registered.

    A test after the first that is not rejected gets the threshold at which the order stopped.
    """
    if not together:
        return dict.fromkeys(measures, alpha)
    thresholds: dict[str, float] = {}
    stopped: float | None = None
    for rank, (id_, measure) in enumerate(sorted(measures.items(), key=lambda item: item[1].p)):
        threshold = alpha / max(1, family - rank) if stopped is None else stopped
        thresholds[id_] = threshold
        if stopped is None and measure.p >= threshold:
            stopped = threshold
    return thresholds


def _tested(
    id_: str,
    title: str,
    measure: Measure | None,
    first: Measure | None,
    threshold: float,
    shown: bool,
    strictest: float,
    drawn: int,
) -> Tested:
    if measure is None:
        return Tested(id_, title, "not asked", None, None, threshold)
    if measure.effect == "unmeasured":
        return Tested(id_, title, "bias shown" if shown else "inconclusive", measure, first, threshold)
    epsilon = EPSILON[measure.effect]
    bound = upper_bound(measure)
    strictest /= measure.looks
    outcome: Outcome = "bias shown" if shown else "bounded" if bound <= epsilon else "inconclusive"
    units = units_needed(measure.effect, measure.degrees, epsilon, strictest)
    share = units / measure.units
    return Tested(
        id_,
        title,
        outcome,
        measure,
        first,
        threshold,
        bound,
        epsilon,
        detectable(measure.effect, measure.degrees, measure.units, strictest),
        ceil(drawn * (sqrt(share) if measure.effect == "coincidence" else share)),
    )


def _verdict(
    battery: Battery, tests: Sequence[Tested], drawn: int, findings: Sequence[str]
) -> tuple[Verdict, str]:
    shown = [test for test in tests if test.outcome == "bias shown"]
    if findings or shown:
        return "fail", "; ".join([*findings, *(f"bias shown: {test.title}" for test in shown)])
    if not tests:
        return "inconclusive", f"no test of {battery.name} is asked"
    if all(test.outcome == "bounded" for test in tests):
        return "pass", f"every bias is ruled out up to its limit, by {drawn:,} {battery.unit}"
    unasked = [test for test in tests if test.outcome == "not asked"]
    if drawn >= battery.size and not unasked:
        return "pass", f"no bias shown by {drawn:,} {battery.unit}, of which {battery.size:,} were registered"
    needs = f"{battery.size:,} {battery.unit} are registered, {drawn:,} were drawn"
    if unasked:
        return "inconclusive", f"{needs}; too few for {len(unasked)} of {len(tests)} tests"
    return "inconclusive", needs
