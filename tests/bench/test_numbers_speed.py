"""How fast the battery counts numbers, beside a bare `np.bincount` over the same array in the same run.

With `-s` the figures are printed, and they are always kept in `extra_info`. Nothing fails by speed.
"""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from fairfelt.stats.numbers.counting import chunk_sums
from fairfelt.stats.numbers.judging import measures
from fairfelt.stats.numbers.plan import CHUNK, Plan


def seconds(work: Callable[[], object], times: int = 7) -> float:
    """Measure the best of several runs."""
    work()
    found = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return min(found)


@pytest.mark.parametrize("below", [2, 6, 52, 1000, 1 << 16, 1 << 32])
def test_the_whole_battery_beside_a_bare_count(benchmark: Any, below: int) -> None:
    plan = Plan(below)
    numbers = np.random.default_rng(1).integers(0, below, CHUNK)
    cells = numbers % 4096
    bare, ours = seconds(lambda: np.bincount(cells, minlength=4096)), seconds(lambda: chunk_sums(numbers, plan))
    sums = chunk_sums(numbers, plan)
    judging = seconds(lambda: measures(sums, plan), 3)
    benchmark.extra_info["million numbers a second"] = round(CHUNK / ours / 1e6, 2)
    benchmark.extra_info["times as long as np.bincount"] = round(ours / bare, 1)
    benchmark.extra_info["milliseconds to judge"] = round(judging * 1e3, 1)
    print(
        f"\nbelow {below}: {CHUNK / ours / 1e6:.1f} million numbers a second, {ours / bare:.0f} times as long as "
        f"np.bincount with {CHUNK / bare / 1e6:.0f}; {judging * 1e3:.0f} ms to judge them"
    )
    benchmark(lambda: chunk_sums(numbers, plan))
