"""What an entry of the catalogue is, and how one is made from a compiled loop."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

Decks = NDArray[np.uint8]
"""One deck a row: deck[i, position] is the number of a card. Before a shuffle, card 0 is on top, then 1, and so on."""
Make = Callable[[int, int, int], Decks]


@dataclass(frozen=True)
class Shuffler:
    """A source of decks whose fairness is known."""

    id: str
    title: str
    make: Make
    """From a root seed, the number of a chunk and a count to as many decks. The same three give the same decks, and
    each chunk is a stream of its own. It can be sent to another process."""
    fair: bool
    detail: str = ""
    reproducible: bool = True
    """Whether the same seed gives the same decks. The system's own source knows no seed."""
    needs: str = ""
    """The library that it can't do without, where that is an optional one."""


def by_kernel(kernel: str, root: int, chunk: int, count: int, *, size: int = 52, **settings: Any) -> Decks:
    """Shuffle `count` packs with a loop named as `module.function`, which takes a stream, decks to fill and settings.

    The loop's module is imported here and not before, because numba comes with it.
    """
    from fairfelt.stats.streams.xoshiro import seeded

    decks = blank(count, size)
    module, _, name = kernel.partition(".")
    getattr(import_module(f"fairfelt.stats.catalogue.{module}"), name)(seeded(root, chunk), decks, **settings)
    return decks


def blank(count: int, size: int) -> Decks:
    """Make room for decks. Raise ValueError for a size that no deck of the catalogue has."""
    if not 2 <= size <= 256:
        raise ValueError(f"a pack of {size} cards can't be shuffled here; give a size from 2 to 256")
    return np.empty((count, size), np.uint8)
