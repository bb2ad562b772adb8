"""Hand chunks to the workers of a Dask cluster. Dask is loaded only by who asks for it."""

from collections.abc import Generator, Iterator
from importlib import import_module
from typing import TYPE_CHECKING

from fairfelt.stats.streams.errors import RunError
from fairfelt.stats.streams.sums import Sums

if TYPE_CHECKING:
    from fairfelt.stats.streams.runner import Work

SECONDS = 10
"""How long to wait for a scheduler to answer."""
AHEAD = 2
"""How many chunks are given out for each thread of the cluster."""


def in_dask(work: "Work", numbers: Iterator[int], address: str) -> Generator[tuple[int, Sums], None, None]:
    """Do the chunks on a cluster, and give each as it is done. The cluster's workers must have this package.

    Dask does a chunk again when its worker is lost. Raise RunError if Dask isn't installed, if no scheduler answers,
    and if a chunk loses more workers than the scheduler allows.
    """
    try:
        distributed = import_module("distributed")
    except ModuleNotFoundError:
        raise RunError("a scheduler needs Dask, which isn't installed; pip install 'fairfelt[dask]'") from None
    try:
        client = distributed.Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise RunError(f"no Dask scheduler answers at {address} ({error}); start one, or mend the address") from None
    with client:
        completed = distributed.as_completed([], loop=client.loop)
        waiting: dict[str, int] = {}

        def hand_out() -> None:
            # Asked every time, since workers come and go.
            most = AHEAD * max(1, sum(client.nthreads().values()))
            while len(waiting) < most and (number := next(numbers, None)) is not None:
                future = client.submit(work, number, pure=False)
                waiting[future.key] = number
                completed.add(future)

        hand_out()
        for future in completed:
            number = waiting.pop(future.key)
            try:
                sums = future.result()
            except distributed.KilledWorker:
                raise RunError(f"chunk {number} lost too many workers; do it with 1 worker to see why") from None
            future.release()
            yield number, sums
            hand_out()
