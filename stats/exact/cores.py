"""Share chunks of work between all cores, in threads: the kernels hold no lock while they run."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock
from typing import TypeVar

from fairfelt.stats.exact.figures import Progress

Sums = TypeVar("Sums")


def share(
    items: int, chunk: int, room: Callable[[], Sums], work: Callable[[slice, Sums], None], progress: Progress
) -> list[Sums]:
    """Do `work` on all items, chunk by chunk; give the sums of each core, made by `room`.

    Sums of whole numbers add up to the same whichever core did what. An interrupt ends all cores after their chunk.
    """
    starts, lock, stopped, done = iter(range(0, items, chunk)), Lock(), Event(), [0]

    def one_core(_: int) -> Sums:
        sums = room()
        while not stopped.is_set():
            with lock:
                start = next(starts, None)
            if start is None:
                break
            work(slice(start, start + chunk), sums)
            with lock:
                done[0] = min(items, done[0] + chunk)
                progress(done[0] / items)
        return sums

    cores = os.cpu_count() or 1
    with ThreadPoolExecutor(cores) as pool:
        try:
            return list(pool.map(one_core, range(cores)))
        except BaseException:
            stopped.set()
            raise
