"""How fast whole generators are searched for the seed of a deck, beside a bare loop that steps the same generator.

The bare loop steps a generator once for every seed and does nothing else; it's compiled and measured in the same run.
The search writes down the states that the first draw leaves open and steps only those, so that it covers seeds faster
than the loop steps them. With `-s` the figures are printed, and they are always kept in `extra_info`. Nothing fails
by speed.
"""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from fairfelt.rulesets.kernels import compiled
from fairfelt.stats.generators import congruential
from fairfelt.stats.generators.clock import time_seeds
from fairfelt.stats.generators.congruential import Congruential
from fairfelt.stats.generators.orders import WAYS, Draws, Way, draws_of
from fairfelt.stats.generators.search import Source, sources
from fairfelt.stats.generators.timed import TIMED, Timed

START = list(range(52))
SEEDS = 1 << 28
"""Seeds that the bare loop steps."""
ALL = 1 << 32
SMALL = {known.name: known for known in congruential.SMALL}
SEARCHED = [source for source in sources() if source.name in SMALL]
DOWNWARD, UPWARD = Way("downward", "from the front"), Way("upward", "from the front")
AROUND = 1_750_000_000


@compiled
def bare_loop(seeds: int, multiplier: Any, increment: Any, mask: Any, prime: bool, shift: Any) -> Any:
    """Step a generator once for every seed."""
    seen = np.uint64(0)
    for seed in range(np.uint64(seeds)):
        state = seed * multiplier + increment
        if prime:
            state = (state & mask) + (state >> np.uint64(31))
        seen ^= (state & mask) >> shift
    return seen


def stepping(known: Congruential) -> Callable[[], object]:
    mask = known.modulus if known.prime else known.modulus - 1
    multiplier, increment, inside = (np.uint64(each) for each in (known.multiplier, known.increment, mask))
    return lambda: bare_loop(SEEDS, multiplier, increment, inside, known.prime, np.uint64(known.shift))


def good_draws(way: Way) -> Draws:
    found = draws_of(way, np.random.default_rng(1).permutation(52).tolist(), START)
    assert found is not None
    return found


def best(work: Callable[[], object], times: int = 3) -> float:
    """Measure seconds: the best of several runs, after one that compiles."""
    work()
    found = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return min(found)


@pytest.mark.parametrize("way", [DOWNWARD, UPWARD], ids=lambda way: way.order)
@pytest.mark.parametrize("source", SEARCHED, ids=lambda source: source.title)
def test_every_seed_of_a_generator_searched(benchmark: Any, source: Source, way: Way) -> None:
    draws = good_draws(way)
    bare = SEEDS / best(stepping(SMALL[source.name]))
    speed = (1 << source.bits) / best(lambda: source.search(draws))
    benchmark.extra_info["ratio to a bare loop"] = round(speed / bare, 2)
    benchmark.extra_info["seconds for 2**32 seeds"] = round(ALL / speed, 3)
    benchmark.extra_info["million seeds a second, bare loop"] = round(bare / 1e6)
    print(f"\n{source.title}, {way.order}: {speed / bare:.1f} times a bare loop, {ALL / speed:.2f} s for 2**32 seeds")
    benchmark(lambda: source.search(draws))


@pytest.mark.parametrize(
    "source", [source for source in sources() if source.name not in SMALL], ids=lambda source: source.title
)
def test_every_state_of_a_larger_generator_searched(benchmark: Any, source: Source) -> None:
    draws = good_draws(DOWNWARD)
    seconds = best(lambda: source.search(draws))
    benchmark.extra_info["seconds"] = round(seconds, 4)
    print(f"\n{source.title}: {source.bits} bits of state in {seconds:.3f} s")
    benchmark(lambda: source.search(draws))


@pytest.mark.parametrize("timed", TIMED, ids=lambda timed: timed.name)
def test_moments_searched_in_every_way_of_shuffling(benchmark: Any, timed: Timed) -> None:
    deck, seconds = np.random.default_rng(1).permutation(52).tolist(), 15_000

    def work() -> object:
        return time_seeds([deck], START, AROUND, seconds, timed=[timed])

    speed = 2 * seconds / best(work)
    benchmark.extra_info["moments a second"] = round(speed)
    benchmark.extra_info["ways"] = len(WAYS) * len(timed.scalings)
    print(f"\n{timed.name}: {speed:,.0f} moments a second, {len(WAYS) * len(timed.scalings)} ways each")
    benchmark(work)
