"""Work for the runner's tests. It stands here by itself, since other processes load it by its name."""

import os
import signal
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from fairfelt.stats.streams.sums import Sums, least

KINDS = 6


@dataclass(frozen=True)
class Rolls:
    """Roll dice by the hundred: how often each number came, the longest wait for a six, and the least fingerprints."""

    root: int = 7

    def __call__(self, number: int) -> Sums:
        rng = np.random.default_rng(np.random.SeedSequence(self.root, spawn_key=(number,)))
        rolled = rng.integers(0, KINDS, 100)
        sixes = np.flatnonzero(rolled == KINDS - 1)
        return {
            "rolls": np.bincount(rolled, minlength=KINDS).astype(np.int64),
            "wait.max": np.array([np.diff(sixes, prepend=-1).max()], np.int64),
            "throws.least": least(rng.integers(0, 1 << 63, 20, np.uint64)),
        }


@dataclass(frozen=True)
class Deadly:
    """Roll dice, but end the process as often as `times` says when chunk `number` comes."""

    folder: Path
    number: int
    times: int

    def __call__(self, number: int) -> Sums:
        before = len(list(self.folder.glob("death-*")))
        if number == self.number and before < self.times:
            (self.folder / f"death-{before}").touch()
            os._exit(1)
        return Rolls()(number)


@dataclass(frozen=True)
class Failing:
    """Roll dice, but raise an error for chunk `number`."""

    number: int

    def __call__(self, number: int) -> Sums:
        if number == self.number:
            raise ZeroDivisionError(f"no dice for chunk {number}")
        return Rolls()(number)


@dataclass(frozen=True)
class Interrupting:
    """Roll dice, but first interrupt the process, as Ctrl-C in a terminal does with every process there."""

    def __call__(self, number: int) -> Sums:
        signal.raise_signal(signal.SIGINT)
        return Rolls()(number)


def from_the_clock(number: int) -> Sums:
    """Count with a seed that isn't made from the chunk's number: the mistake that a digest shows."""
    return {"bytes": np.bincount(np.frombuffer(os.urandom(64), np.uint8), minlength=256).astype(np.int64)}


@dataclass(frozen=True)
class Busy:
    """Keep one core busy for a good part of a second, and nothing else."""

    turns: int = 5_000_000

    def __call__(self, number: int) -> Sums:
        state = number + 1
        for _ in range(self.turns):
            state = state * 48271 % 0x7FFFFFFF
        return {"last": np.array([state], np.int64)}
