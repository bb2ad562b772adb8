"""Share chunks of work between processes, and put their sums together to the same numbers however they were shared.

A chunk makes its own seed from its number, so where and when it is done makes no difference.
"""

import pickle
import signal
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from multiprocessing import get_context
from time import monotonic

from fairfelt.stats.streams.errors import RunError
from fairfelt.stats.streams.ledger import Ledger, Merged
from fairfelt.stats.streams.sums import Sums

Work = Callable[[int], Sums]
Results = Generator[tuple[int, Sums], None, None]
DEATHS = 3
"""How often a chunk may kill the process that does it."""
AHEAD = 2
"""How many chunks are given out for each process: the one that it does, and the one that it does next."""


def silent(done: int, chunks: int) -> None:
    """Tell nobody how many chunks are done."""


def run_chunks(
    work: Work,
    chunks: int,
    *,
    workers: int = 1,
    scheduler: str | None = None,
    ledger: Ledger | None = None,
    progress: Callable[[int, int], None] = silent,
) -> Sums:
    """Do the chunks numbered 0 to `chunks` - 1 and give their merged sums, the same by every way of doing them.

    One worker is this process; more are processes of their own; `scheduler`, as in `tcp://host:8786`, hands the chunks
    to the workers of a Dask cluster instead. For either, `work` must be importable by name. It makes its seed by
    `np.random.SeedSequence(root, spawn_key=(number,))`. With a ledger, only chunks that aren't in it yet are done.
    `progress` is called after each chunk with how many are done.

    An error that `work` raises ends the run, and the ledger holds what was done before. Raise RunError for a chunk that
    keeps killing its worker, a ledger that doesn't fit, and sums that don't add up.
    """
    if workers < 1:
        raise RunError(f"{workers} workers can't work; give at least 1")
    merged = ledger.read() if ledger else Merged()
    if ledger and merged.end > chunks:
        raise RunError(
            f"{ledger.path} holds chunk {merged.end - 1} already; ask for {merged.end} chunks or more, or a new folder"
        )
    written = monotonic()
    with closing(_results(work, merged.missing(chunks), workers, scheduler)) as results:
        try:
            for number, sums in results:
                merged = merged.with_chunk(number, sums)
                if ledger and monotonic() - written >= ledger.every:
                    ledger.write(merged)
                    written = monotonic()
                progress(merged.count, chunks)
        finally:
            if ledger:
                ledger.write(merged)
    return merged.sums


def _results(work: Work, numbers: Iterator[int], workers: int, scheduler: str | None) -> Results:
    if scheduler is None and workers == 1:
        return in_this_process(work, numbers)
    try:
        pickle.dumps(work)
    except Exception as error:  # whatever the object's own pickling raises
        raise RunError(
            f"the work can't be sent to another process: {error}; define it at the top of a module, or use 1 worker"
        ) from None
    if scheduler is None:
        return in_processes(work, numbers, workers)
    from fairfelt.stats.streams.dask_pool import in_dask

    return in_dask(work, numbers, scheduler)


def in_this_process(work: Work, numbers: Iterator[int]) -> Results:
    """Do the chunks one after another."""
    for number in numbers:
        yield number, work(number)


def in_processes(work: Work, numbers: Iterator[int], workers: int) -> Results:
    """Do the chunks in processes of their own, and give each as it is done.

    When a process dies, so does the pool. A new one does the chunks again that were in it, one by one, so that the
    chunk that kills its process is known. Raise RunError when one has done so three times.
    """
    deaths: Counter[int] = Counter()
    suspects: list[int] = []
    while True:
        out: set[int] = set()
        pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_leave_interrupts_to_the_parent)
        try:
            while suspects:
                yield from _through(pool, work, iter(suspects[-1:]), 1, out)
                suspects.pop()
            yield from _through(pool, work, numbers, AHEAD * workers, out)
            return
        except BrokenProcessPool:
            deaths.update(out)
            for number in out:
                if deaths[number] == DEATHS:
                    raise RunError(_killed(number)) from None
            suspects.extend(sorted(out.difference(suspects)))
        finally:
            pool.shutdown(cancel_futures=True)


def _through(pool: ProcessPoolExecutor, work: Work, numbers: Iterator[int], most: int, out: set[int]) -> Results:
    """Keep up to `most` chunks in a pool; `out` names those that are taken and not given back yet."""
    waiting: dict[Future[Sums], int] = {}
    while True:
        while len(waiting) < most and (number := next(numbers, None)) is not None:
            out.add(number)
            waiting[pool.submit(work, number)] = number
        if not waiting:
            return
        done, _ = wait(waiting, return_when=FIRST_COMPLETED)
        for future in done:
            number = waiting.pop(future)
            sums = future.result()
            out.remove(number)
            yield number, sums


def _killed(number: int) -> str:
    return (
        f"chunk {number} ended the process that did it {DEATHS} times; do it with 1 worker to see why"
        " (a program that starts workers needs `if __name__ == '__main__':` around its start)"
    )


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
