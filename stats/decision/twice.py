"""Judge what was seen, and look once more, afresh, at what is doubtful: the same for every kind of output."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from fairfelt.stats.decision.measure import Measure
from fairfelt.stats.decision.rule import Battery, Judgement, Level, judge

UNUSED = 200
"""Parts of ten thousand that may stay untested at the end of a sample that passes."""


class Stopped(Exception):
    """A source that gives no more."""


@dataclass(frozen=True)
class Seen:
    """What one sample showed. `spent` counts what only taught what to test for; `findings` need no statistics."""

    measures: tuple[Measure, ...]
    drawn: int
    spent: int = 0
    findings: tuple[str, ...] = ()
    idle: frozenset[str] = frozenset()
    """Tests that leave nothing to ask in this sample, such as of what never changed in it."""
    unused: int = 0
    """What came at the end and was too little to be tested, in parts of ten thousand of all."""


def judge_twice(
    battery: Battery, level: Level, first: Seen, again: Callable[[int], Seen] | None
) -> tuple[Judgement, Seen | None]:
    """Judge a sample; `again` draws so many fresh units, where the source can, and is asked once at most."""
    fresh: list[Seen] = []

    def confirm(ids: Collection[str], units: int) -> Sequence[Measure]:
        assert again is not None
        try:
            fresh.append(again(units))
        except Stopped as error:
            fresh.append(Seen((), 0, findings=(f"the confirmatory run could not be drawn: {error}",)))
        return [measure for measure in fresh[0].measures if measure.id in ids]

    asked = [measure for measure in first.measures if measure.id in battery.tests]
    ask_again = confirm if again else None
    judged = judge(battery, level, asked, first.drawn, ask_again, first.findings, first.spent, first.idle)
    second = fresh[0] if fresh else None
    if second and second.findings:
        findings = (*judged.findings, *second.findings)
        judged = replace(judged, findings=findings, verdict="fail", says="; ".join([judged.says, *second.findings]))
    if first.unused > UNUSED and judged.verdict == "pass":
        says = f"{first.unused / 100:.2g} % at the end are too few for another chunk and were not tested; {judged.says}"
        judged = replace(judged, verdict="inconclusive", says=says)
    return judged, second
