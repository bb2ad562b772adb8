"""Compile inner loops with numba, which is imported only when the first of them is wanted."""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def compiled(function: Callable[P, R], **how: Any) -> Callable[P, R]:
    """Compile a function over arrays and numbers to machine code. `how` goes to numba's `njit`.

    Numba keeps what it compiled beside the source, or in `NUMBA_CACHE_DIR` where that folder can't be written.
    """
    from numba import njit

    result: Callable[P, R] = njit(**{"cache": True, "nogil": True, **how})(function)
    return result
