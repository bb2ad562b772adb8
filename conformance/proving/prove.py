"""Put mutants before the checks: killed by the check that names the rule, computed to change nothing, or survived."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Literal

from fairfelt.conformance.certify import Outcome
from fairfelt.conformance.plans import Plan
from fairfelt.conformance.plans.plan import Trial
from fairfelt.conformance.proving.bench import Proving, Seated, judged, seated
from fairfelt.conformance.proving.terms import Mutant

Status = Literal["killed", "equivalent", "survived"]
Progress = Callable[[int, int, str], None]
APART = ("protocol", "chance", "live", "session", "symmetry", "round")
"""Families that tell of no single rule; all others are tried once the expected checks have passed."""
MOST_RELATED = 40
MOST_DRAWN = 2
"""Plans that a quick proof plays in full where dealt rounds did not show a mutant: some amounts are only drawn."""


@dataclass(frozen=True)
class Fate:
    """What became of a mutant. `killed_by` names requirements of its rule, `noticed_by` others that failed."""

    mutant: Mutant
    status: Status
    killed_by: tuple[str, ...] = ()
    reason: str = ""
    noticed_by: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()


@dataclass
class Used:
    """The plans, and in a quick proof the trials, by which mutants were judged: the reference must pass them."""

    whole: set[str] = field(default_factory=set)
    trials: dict[str, set[int]] = field(default_factory=dict)


def prove(
    held: Proving, mutants: Iterable[Mutant], quick: bool, used: Used, progress: Progress
) -> Iterator[Fate]:
    """Judge every mutant. A quick proof stops at the first round that shows it."""
    listed = tuple(mutants)
    for at, mutant in enumerate(listed):
        progress(at, len(listed), mutant.id)
        yield _fate(held, mutant, quick, used)
    progress(len(listed), len(listed), "done")


def _fate(held: Proving, mutant: Mutant, quick: bool, used: Used) -> Fate:
    if mutant.same:
        return Fate(mutant, "equivalent", reason=mutant.same)
    expected = held.matching(mutant.expects)
    with seated(held, mutant.apply) as seat:
        for name in expected:
            if _fails(seat, held.plans[name], name, quick, used):
                return Fate(mutant, "killed", (held.bench.id(name),))
        for name in expected[:MOST_DRAWN] if quick else ():
            if _fails_in_the_end(seat, held.plans[name], name, used):
                return Fate(mutant, "killed", (held.bench.id(name),))
        noticed = () if quick else tuple(_noticed(held, seat, mutant, expected, used))
    tried = tuple(map(held.bench.id, expected))
    return Fate(mutant, "survived", reason=_why(tried, noticed), noticed_by=noticed, tried=tried)


def _why(tried: tuple[str, ...], noticed: tuple[str, ...]) -> str:
    if not tried:
        return "no requirement names this rule"
    passed = f"{len(tried)} {'requirement' if len(tried) == 1 else 'requirements'} passed, {tried[0]} first"
    return f"{passed}; only {', '.join(noticed[:3])} noticed" if noticed else passed


def _fails(seat: Seated, plan: Plan, name: str, quick: bool, used: Used) -> bool:
    if not quick or plan.sessions is not None or plan.bulk is not None or plan.opening:
        used.whole.add(name)
        outcome = judged(seat, plan)
        if outcome.verdict != "engine-fault":
            return _failed(outcome)
    for at, trial in enumerate(plan.essentials()):
        used.trials.setdefault(name, set()).add(at)
        if _failed(judged(seat, only((trial,), plan))):
            return True
    return False


def _fails_in_the_end(seat: Seated, plan: Plan, name: str, used: Used) -> bool:
    """Draw more rounds, once the dealt ones have all passed."""
    if plan.more is None:
        return False
    used.whole.add(name)
    return _failed(judged(seat, plan))


def _failed(outcome: Outcome) -> bool:
    """Only a verdict of the check counts: an engine that breaks down has named nothing."""
    return outcome.verdict == "fail"


def only(trials: tuple[Trial, ...], plan: Plan) -> Plan:
    """Play these trials of a plan and no others."""
    return replace(plan, essentials=lambda: trials, more=None)


def _noticed(
    held: Proving, seat: Seated, mutant: Mutant, expected: tuple[str, ...], used: Used
) -> Iterator[str]:
    """Try requirements of other rules, those of its own family first, to tell where a survivor shows after all."""
    others = [name for name in held.plans if name not in expected and name.partition(".")[0] not in APART]
    family = mutant.rule.partition(".")[0]
    others.sort(key=lambda name: name.partition(".")[0] != family)
    for name in others[:MOST_RELATED]:
        used.whole.add(name)
        if _failed(judged(seat, only(tuple(held.plans[name].essentials()), held.plans[name]))):
            yield held.bench.id(name)


def _picked(plan: Plan, wanted: set[int]) -> Iterator[Trial]:
    for at, trial in enumerate(islice(plan.essentials(), max(wanted) + 1)):
        if at in wanted:
            yield trial


def reference_fails(held: Proving, used: Used) -> tuple[str, ...]:
    """Name the requirements, among those that were used, which the reference engine itself does not pass."""
    failing = []
    with seated(held) as seat:
        for name in sorted({*used.whole, *used.trials}):
            plan = held.plans[name]
            if name not in used.whole:
                plan = only(tuple(_picked(plan, used.trials[name])), plan)
            if judged(seat, plan).verdict not in ("pass", "warning"):
                failing.append(held.bench.id(name))
    return tuple(failing)
