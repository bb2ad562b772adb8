"""How fast decks are counted for every test at once, beside a bare loop that makes them in the same run.

The loop is Fisher and Yates, compiled, and does nothing else. With `-s` the figures are printed, and they are always
kept in `extra_info`. Nothing fails by speed.
"""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fairfelt.rulesets.kernels import compiled
from fairfelt.stats.shuffles.count import Decks, count_shuffles
from fairfelt.stats.shuffles.packs import Pack, standard_pack
from fairfelt.stats.streams.xoshiro import seeded, shuffle

CARDS = 52 * 100_000
"""Cards that are dealt in all."""


@compiled
def shuffle_all(state: NDArray[np.uint64], decks: NDArray[np.uint8]) -> None:
    for at in range(len(decks)):
        shuffle(state, decks[at])


def ordered(pack: Pack, count: int) -> Decks:
    number = {kind: at for at, kind in enumerate(pack.kinds)}
    return np.tile(np.array([number[card] for card in pack.cards], np.uint8), (count, 1))


def a_second(work: Callable[[], object], decks: int, times: int = 5) -> float:
    """Measure decks a second: the best of several runs."""
    work()
    found = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return decks / min(found)


@pytest.mark.parametrize(("packs", "jokers"), [(1, 0), (1, 2), (6, 0), (8, 0)])
def test_decks_counted_for_every_test(benchmark: Any, packs: int, jokers: int) -> None:
    pack = standard_pack(packs, jokers)
    decks = ordered(pack, CARDS // len(pack.cards))
    state = seeded(1)
    bare = a_second(lambda: shuffle_all(state, decks), len(decks))
    speed = a_second(lambda: count_shuffles(decks, pack), len(decks))
    benchmark.extra_info["decks a second"] = round(speed)
    benchmark.extra_info["ratio to a bare shuffle"] = round(speed / bare, 2)
    share = f"{speed / bare:.2f} of a bare shuffle with {bare:,.0f}"
    print(f"\n{len(pack.cards)} cards: {speed:,.0f} decks a second, {share}")
    benchmark(lambda: count_shuffles(decks, pack))
