"""Whole numbers that say all about a chunk, and add up to the same whatever the order.

Only whole numbers are kept: sums of floats would depend on which chunk came first.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.streams.errors import RunError

Sums = Mapping[str, NDArray[Any]]
"""Arrays of int64 by name, which are added up cell by cell. Two endings of a name say otherwise:
`.max` keeps the larger of two cells, `.least` the smallest fingerprints, a sorted array of uint64.
"""
FINGERPRINTS = 1 << 20
"""How many of the smallest fingerprints are kept."""


def least(fingerprints: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Keep the smallest fingerprints, sorted.

    A fingerprint that is kept is kept as often as it came, but for the largest, so what repeats is seen to repeat.
    """
    return np.sort(fingerprints, kind="stable")[:FINGERPRINTS]


def merge(one: Sums, other: Sums) -> dict[str, NDArray[Any]]:
    """Put the sums of two lots of chunks together; those of no chunk at all are empty.

    Raise RunError where they don't hold the same names and shapes, where an array is not of whole numbers of 64 bits,
    and where a sum outgrows them.
    """
    if one and other and one.keys() != other.keys():
        different = ", ".join(sorted(one.keys() ^ other.keys()))
        raise RunError(f"two chunks counted different things: {different}; a work function gives the same names always")
    return {name: _joined(name, [_checked(name, sums[name]) for sums in (one, other) if sums]) for name in one or other}


def digest(sums: Sums) -> str:
    """Give the SHA-256 of names, shapes and numbers in hexadecimal: the same work has the same one everywhere."""
    found = hashlib.sha256()
    for name in sorted(sums):
        array = _checked(name, sums[name])
        little = array.astype(array.dtype.newbyteorder("<"))
        found.update(json.dumps([name, little.dtype.str, list(little.shape)]).encode() + b"\n")
        found.update(little.tobytes())
    return found.hexdigest()


def _checked(name: str, values: Any) -> NDArray[Any]:
    array = np.asarray(values)
    wanted = np.uint64 if name.endswith(".least") else np.int64
    if array.dtype.newbyteorder("=") != wanted:
        raise RunError(f"{name} holds {array.dtype}; give it as {np.dtype(wanted)}, so that sums are exact")
    return array.astype(wanted, copy=False)


def _joined(name: str, arrays: list[NDArray[Any]]) -> NDArray[Any]:
    if name.endswith(".least"):
        return least(np.concatenate(arrays))
    if len(arrays) == 1:
        return arrays[0]
    one, other = arrays
    if one.shape != other.shape:
        raise RunError(f"{name} has the shape {one.shape} in one chunk and {other.shape} in another; keep one shape")
    if name.endswith(".max"):
        return np.asarray(np.maximum(one, other))
    total = np.asarray(one + other)
    # A sum of two numbers of one sign has the other sign only if it went round.
    if (((one ^ total) & (other ^ total)) < 0).any():
        raise RunError(f"{name} outgrows 64 bits; count something smaller, or fewer chunks")
    return total
