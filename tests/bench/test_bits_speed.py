"""How long the fifteen tests take on a million bits, beside NumPy's Fourier transform of as many points.

`FAIRFELT_STS` may name a program that takes the options of the sts of Arcetri Team; it then runs beside ours, on one
thread. Times are those of the processor, so that other work on the machine counts little. With `-s` the figures are
printed, and they are always kept in `extra_info`. Nothing fails by speed.
"""

import os
import resource
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from fairfelt.stats.bits import battery
from fairfelt.stats.bits.settings import Settings

N, STRINGS = 1_000_000, 4
BITS = battery.unpacked(np.random.Generator(np.random.PCG64(1)).bytes(N // 8))


def seconds(work: Callable[[], object], times: int = 9) -> float:
    """Measure the processor's time: the best of several runs, once warm."""
    work()
    found = []
    for _ in range(times):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found)


def transform() -> float:
    points = 2.0 * BITS - 1
    return seconds(lambda: np.fft.fft(points))


def tell(benchmark: Any, name: str, took: float) -> None:
    ratio = took / transform()
    benchmark.extra_info["milliseconds"] = round(1000 * took, 2)
    benchmark.extra_info["ratio to a Fourier transform"] = round(ratio, 3)
    print(f"\n{name}: {1000 * took:.1f} ms for a million bits, {ratio:.2f} times a Fourier transform of NumPy")


def test_all_fifteen_tests(benchmark: Any) -> None:
    tell(benchmark, "all fifteen tests", seconds(lambda: battery.test_sequence(BITS)))
    benchmark(lambda: battery.test_sequence(BITS))


@pytest.mark.parametrize("group", battery.GROUPS, ids=lambda group: group.__name__.rpartition(".")[2])
def test_one_group_of_tests(benchmark: Any, group: ModuleType) -> None:
    settings = Settings()
    tell(benchmark, group.__name__.rpartition(".")[2], seconds(lambda: group.examine(BITS, settings)))
    benchmark(lambda: group.examine(BITS, settings))


def test_all_fifteen_tests_beside_another_program(benchmark: Any, tmp_path: Path) -> None:
    program = os.environ.get("FAIRFELT_STS")
    if program is None:
        pytest.skip("compares with another sts: name its program in FAIRFELT_STS")
    data = tmp_path / "bits"
    data.write_bytes(np.random.Generator(np.random.PCG64(2)).bytes(STRINGS * N // 8))
    options = ["-T", "1", "-S", str(N), "-i", str(STRINGS), "-F", "r", "-s", "-w", str(tmp_path)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([program, *options, str(data)], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    theirs = (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / STRINGS
    ours = seconds(lambda: battery.test_sequence(BITS))
    benchmark.extra_info["ratio to the other program"] = round(theirs / ours, 1)
    print(f"\na million bits: {1000 * ours:.0f} ms, {theirs / ours:.0f} times as fast as the other, {theirs:.2f} s")
    benchmark(lambda: battery.test_sequence(BITS))
