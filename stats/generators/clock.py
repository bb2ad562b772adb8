"""Search the moments of a clock, and small whole numbers, for the seed of observed decks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import ceil, floor, log2
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.generators.draws import Scaling
from fairfelt.stats.generators.following import confirmed
from fairfelt.stats.generators.found import GeneratorError
from fairfelt.stats.generators.orders import WAYS, Draws, Way, checked, draws_of
from fairfelt.stats.generators.scan import Decks, Progress, Scan, Searched
from fairfelt.stats.generators.search import MARGIN, Source
from fairfelt.stats.generators.timed import TIMED, Timed

Numbers = NDArray[np.uint64]
Unit = Literal["second", "millisecond", "microsecond"]
IN_A_SECOND: Mapping[Unit, int] = {"second": 1, "millisecond": 1_000, "microsecond": 1_000_000}
BLOCK = 4096
"""Seeds at a time: few enough for their outputs to stay in the cache."""
LOOKED_AT = 16
"""Outputs of each seed that are looked at before the whole deck is."""
MOST_SEEDS = 1 << 40
SEED_BITS = 64


@dataclass(frozen=True)
class Window:
    """Seeds from `first` to `last`: moments of a clock since 1970, or plain numbers where there is no unit."""

    first: int
    last: int
    unit: Unit | None = None

    @property
    def bits(self) -> float:
        return log2(self.last - self.first + 1)

    @property
    def title(self) -> str:
        if self.unit is None:
            return f"each whole number from {self.first:,} to {self.last:,}"
        begin, end = (_moment(seed, self.unit) for seed in (self.first, self.last))
        return f"each {self.unit} since 1970, as a whole number, from {begin} to {end}"


def _moment(seed: int, unit: Unit) -> str:
    return datetime.fromtimestamp(seed / IN_A_SECOND[unit], UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def window_around(around: float, seconds: float, unit: Unit) -> Window:
    """Make the window of every moment no further than so many seconds from one, in seconds since 1970."""
    each = IN_A_SECOND[unit]
    first, last = ceil((around - seconds) * each), floor((around + seconds) * each)
    if first < 0 or last - first >= MOST_SEEDS or seconds < 0:
        raise GeneratorError(
            f"a window of {seconds} seconds around {around} can't be searched by the {unit}",
            "give a moment in seconds since 1970 and a window of at most some days",
        )
    return Window(first, last, unit)


def time_seeds(
    decks: Decks,
    start: Sequence[int],
    around: float,
    seconds: float,
    unit: Unit = "second",
    progress: Progress = lambda _: None,
    timed: Sequence[Timed] = TIMED,
    ways: Sequence[Way] = WAYS,
) -> Scan:
    """Try every moment within so many seconds of one as the seed of the first deck, for each listed generator.

    `around` is in seconds since 1970; a generator of 32-bit seeds takes the low bits of a larger moment. `decks`,
    `start` and `progress` are as for a scan of all states. Raise GeneratorError where a deck doesn't hold the cards
    of the start order, or the window is too wide.
    """
    return try_seeds(decks, start, window_around(around, seconds, unit), progress, timed, ways)


def try_seeds(
    decks: Decks,
    start: Sequence[int],
    window: Window,
    progress: Progress = lambda _: None,
    timed: Sequence[Timed] = TIMED,
    ways: Sequence[Way] = WAYS,
) -> Scan:
    """Do the same for every seed of a window, as for the small numbers that people write into a program."""
    rows = checked(decks, start)
    draws = {way: whole for way in ways if (whole := _all_or_none(way, rows, start)) is not None}
    enough = {way: whole for way, whole in draws.items() if whole[0].bits >= window.bits + MARGIN}
    tried = log2(max(1, len(enough) * sum(len(each.scalings) for each in timed)))
    done, found = [], []
    for at, generator in enumerate(timed):
        part = _part(progress, at / len(timed), 1 / len(timed))
        patterns = [(scaling, way, whole[0]) for scaling in generator.scalings for way, whole in enough.items()]
        hits = _seeds(generator, window, [(scaling, first) for scaling, _, first in patterns], part)
        for which, (scaling, way, _) in enumerate(patterns):
            source = _source(generator, scaling, window)
            done.append(Searched(generator.name, scaling.title, way.title, window.title, window.bits))
            seeds = [seed for pattern, seed in hits if pattern == which]
            seeded = confirmed(source, way, seeds, enough[way], window.bits + tried)
            found += [seeded] if seeded else []
    progress(1.0)
    return Scan(tuple(done), tuple(found))


def _all_or_none(way: Way, rows: Sequence[Sequence[int]], start: Sequence[int]) -> list[Draws] | None:
    found = [draws for row in rows if (draws := draws_of(way, row, start)) is not None]
    return found if len(found) == len(rows) else None


def _part(progress: Progress, begin: float, share: float) -> Callable[[float], None]:
    return lambda part: progress(begin + share * part)


def _blocks(window: Window) -> Iterator[Numbers]:
    for begin in range(window.first, window.last + 1, BLOCK):
        yield np.arange(begin, min(begin + BLOCK, window.last + 1), dtype=np.uint64)


def _seeds(
    generator: Timed, window: Window, patterns: Sequence[tuple[Scaling, Draws]], progress: Progress
) -> list[tuple[int, int]]:
    """Find the seeds whose first outputs agree with a pattern, as the number of the pattern and the seed."""
    from fairfelt.stats.generators.draw_kernel import agreeing

    span, found = np.uint64(generator.span), []
    for seeds in _blocks(window):
        progress((int(seeds[0]) - window.first) / (window.last - window.first + 1))
        outputs = generator.rows(seeds, LOOKED_AT)
        for which, (scaling, draws) in enumerate(patterns):
            kept = agreeing(scaling.method, outputs, span, draws.bounds, draws.indices)
            found += [(which, int(seed)) for seed in seeds[kept]]
    return found


def _source(generator: Timed, scaling: Scaling, window: Window) -> Source:
    """Make a generator of the window one that other decks can be searched by."""

    def outputs(seed: int, count: int) -> Numbers:
        row: Numbers = generator.rows(np.array([seed], np.uint64), count)[0]
        return row

    def search(draws: Draws) -> list[int]:
        return [seed for _, seed in _seeds(generator, window, [(scaling, draws)], lambda _: None)]

    return Source(generator.name, scaling, SEED_BITS, generator.span, outputs, search)
