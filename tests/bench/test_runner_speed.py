"""How much faster two processes do the same chunks than one, in the same run; the goal is 1.8 times.

Starting the processes is part of it. With `-s` the figures are printed, and they are always kept in `extra_info`.
Nothing fails by speed.
"""

import os
import time
from pathlib import Path
from typing import Any

import pytest

from fairfelt.stats.streams.runner import run_chunks
from fairfelt.stats.streams.sums import Sums, digest
from tests.runner_work import Busy

CHUNKS = 24


def timed(workers: int) -> tuple[float, Sums]:
    start = time.perf_counter()
    sums = run_chunks(Busy(), CHUNKS, workers=workers)
    return time.perf_counter() - start, sums


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one core can't show what two do")
def test_two_workers_beside_one(benchmark: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2]))
    one, alone = timed(1)
    two, shared = timed(2)
    assert digest(alone) == digest(shared)
    benchmark.extra_info["two workers to one"] = round(one / two, 2)
    print(f"\n{CHUNKS} chunks: {one:.1f} s by one, {two:.1f} s by two workers, {one / two:.2f} times as fast")
    benchmark.pedantic(lambda: timed(2), rounds=1)
