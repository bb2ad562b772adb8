"""What a long run has done so far, in one file, so that it can be stopped at any moment and go on later."""

import hashlib
import io
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from fairfelt.stats.streams.errors import RunError
from fairfelt.stats.streams.sums import Sums, digest, merge

Ranges = tuple[tuple[int, int], ...]
"""Chunk numbers as ascending ranges, each from its first number to before its end, with gaps between."""
Identity = Mapping[str, str | int]
"""What makes two runs the same: what is counted, the root seed, the size of a chunk, the version, and so on."""
NAME, FORMAT = "ledger.npz", 1


@dataclass(frozen=True)
class Merged:
    """The sums of the chunks that are done. Chunks and sums change together or not at all."""

    sums: Sums = field(default_factory=dict)
    done: Ranges = ()

    @property
    def count(self) -> int:
        """Count the chunks that are done."""
        return sum(end - first for first, end in self.done)

    @property
    def end(self) -> int:
        """Give the number after the last chunk that is done."""
        return self.done[-1][1] if self.done else 0

    def with_chunk(self, number: int, sums: Sums) -> "Merged":
        """Merge one more chunk in. Raise RunError if it is in already, or counted other things."""
        return Merged(merge(self.sums, sums), with_number(self.done, number))

    def missing(self, chunks: int) -> Iterator[int]:
        """List the numbers below `chunks` that are not done, ascending."""
        start = 0
        for first, end in (*self.done, (chunks, chunks)):
            yield from range(start, min(first, chunks))
            start = end


def with_number(ranges: Ranges, number: int) -> Ranges:
    """Put one more number into ranges. Raise RunError if it is there already."""
    before = [entry for entry in ranges if entry[1] <= number]
    after = [entry for entry in ranges if entry[0] > number]
    if len(before) + len(after) < len(ranges):
        raise RunError(f"chunk {number} came twice; it is counted once only")
    first = before.pop()[0] if before and before[-1][1] == number else number
    end = after.pop(0)[1] if after and after[0][0] == number + 1 else number + 1
    return (*before, (first, end), *after)


@dataclass(frozen=True)
class Ledger:
    """One file in a folder, for one run and no other; `every` says after how many seconds it is written again."""

    folder: Path
    identity: Identity
    every: float = 5.0

    @property
    def path(self) -> Path:
        """Give the file."""
        return self.folder / NAME

    def read(self) -> Merged:
        """Read what is done so far: nothing, if there is no file yet.

        Raise RunError if the file is damaged, belongs to another run, or can't be read.
        """
        try:
            packed = self.path.read_bytes()
        except FileNotFoundError:
            return Merged()
        except OSError as error:
            raise RunError(f"{self.path} can't be read: {error.strerror}; name a folder that can") from None
        try:
            identity, merged = _unpacked(packed)
        except Exception:  # a damaged archive raises errors of a dozen kinds
            raise RunError(
                f"{self.path} is damaged or cut short; delete it, or name a new folder, and start anew"
            ) from None
        told = _different(identity, json.loads(json.dumps(dict(self.identity))))
        if told:
            raise RunError(f"{self.path} belongs to another run ({told}); name a new folder, or ask for the same run")
        return merged

    def write(self, merged: Merged) -> None:
        """Write what is done so far, so that there is a whole file at every moment. Raise RunError if it can't be."""
        beside = self.path.with_suffix(".part")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with beside.open("wb") as file:
                file.write(_packed(self.identity, merged))
                file.flush()
                os.fsync(file.fileno())
            beside.replace(self.path)
        except OSError as error:
            raise RunError(
                f"{self.path} can't be written: {error.strerror}; make room, or name another folder"
            ) from None


def _packed(identity: Identity, merged: Merged) -> bytes:
    names = sorted(merged.sums)
    about = {
        "format": FORMAT,
        "identity": dict(identity),
        "done": merged.done,
        "names": names,
        "digest": digest(merged.sums),
    }
    text = json.dumps(about, sort_keys=True).encode()
    members: dict[str, Any] = {f"array-{at}": merged.sums[name] for at, name in enumerate(names)}
    file = io.BytesIO()
    np.savez(file, about=np.frombuffer(text, np.uint8), check=_checksum(text), **members)
    return file.getvalue()


def _unpacked(packed: bytes) -> tuple[dict[str, Any], Merged]:
    with np.load(io.BytesIO(packed), allow_pickle=False) as file:
        text = file["about"].tobytes()
        if not np.array_equal(file["check"], _checksum(text)):
            raise ValueError("checksum")
        about = json.loads(text)
        sums = {name: file[f"array-{at}"] for at, name in enumerate(about["names"])}
    if about["format"] != FORMAT or about["digest"] != digest(sums):
        raise ValueError("digest")
    return about["identity"], Merged(sums, tuple((first, end) for first, end in about["done"]))


def _checksum(text: bytes) -> Any:
    """Give the SHA-256 of the description; the digest in it stands for the arrays."""
    return np.frombuffer(hashlib.sha256(text).digest(), np.uint8)


def _different(there: Mapping[str, Any], here: Mapping[str, Any]) -> str:
    names = [name for name in sorted(there.keys() | here.keys()) if there.get(name) != here.get(name)]
    return ", ".join(f"{name}: {there.get(name, 'nothing')} there, {here.get(name, 'nothing')} here" for name in names)
