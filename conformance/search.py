"""Let Hypothesis draw rounds, and shrink the first that fails to the smallest that still does.

A run's draws follow from its seed and the requirement, so the same run finds the same thing.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from fairfelt.conformance.finding import Finding
from fairfelt.conformance.plans.plan import Trial

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


class _Found(Exception):
    pass


def search(
    strategy: "SearchStrategy[Trial]", play: Callable[[Trial], Sequence[Finding]], count: int, seed: str
) -> tuple[Finding, ...]:
    """Play drawn trials until one gives findings; return those of its smallest form, or none.

    An engine that answers the same trial differently is reported as unsteady.
    """
    import hypothesis
    from hypothesis import HealthCheck, Phase, settings
    from hypothesis.errors import Flaky

    smallest: list[tuple[Finding, ...]] = []

    @hypothesis.seed(int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8]))
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    @hypothesis.given(strategy)
    def attempt(trial: Trial) -> None:
        found = tuple(play(trial))
        if found:
            smallest[:] = [found]
            raise _Found

    try:
        attempt()
    except _Found:
        return smallest[0]
    except Flaky:
        first = smallest[0][0]
        return (
            Finding(
                first.rule,
                "unsteady",
                "the same round gives the same result",
                f"once, and not again: {first.actual}",
                record=first.record,
            ),
        )
    return ()
