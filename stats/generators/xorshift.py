"""Generators whose next state is a linear map of bits: steps as data, and states solved for out of outputs.

Marsaglia, Xorshift RNGs (2003); Vigna, Further scramblings of Marsaglia's xorshift generators (2017); Blackman and
Vigna, Scrambled linear pseudorandom number generators (2021).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.generators.binary import masks, solutions

Numbers = NDArray[np.uint64]
States = NDArray[np.uint64]
"""Rows of state words, one row a generator."""


@dataclass(frozen=True)
class Linear:
    """`step` moves every row of an array of states on by one, and gives their outputs.

    `lowest` where only the lowest bit of an output is a linear map of the state, because words are added up or
    multiplied; else every bit is.
    """

    name: str
    words: int
    width: int
    step: Callable[[States], Numbers]
    lowest: bool = False

    @property
    def bits(self) -> int:
        return self.words * self.width

    def outputs(self, states: States, count: int) -> Numbers:
        """Give the next outputs of many states, a row for each. Leave the states as they are."""
        states = states.copy()
        return np.stack([self.step(states) for _ in range(count)], axis=1)

    def from_bits(self, bits: int) -> States:
        """Give a row of states, with one state, out of one whole number: the first word lowest."""
        inside = (1 << self.width) - 1
        return np.array([[bits >> (self.width * word) & inside for word in range(self.words)]], np.uint64)


def _left(x: Numbers, by: int, width: int = 64) -> Numbers:
    moved = x << np.uint64(by)
    return moved if width == 64 else moved & np.uint64((1 << width) - 1)


def _right(x: Numbers, by: int) -> Numbers:
    return x >> np.uint64(by)


def _turned(x: Numbers, by: int, width: int = 64) -> Numbers:
    return _left(x, by, width) | _right(x, width - by)


def xorshift(first: int, second: int, third: int, width: int) -> Callable[[States], Numbers]:
    """Make the step left, right, left of one word."""

    def step(states: States) -> Numbers:
        x = states[:, 0]
        x = x ^ _left(x, first, width)
        x = x ^ _right(x, second)
        states[:, 0] = x ^ _left(x, third, width)
        return states[:, 0].copy()

    return step


def starred(states: States) -> Numbers:
    """Step xorshift64*, by 12, 25 and 27."""
    x = states[:, 0]
    x = x ^ _right(x, 12)
    x = x ^ _left(x, 25)
    states[:, 0] = x ^ _right(x, 27)
    return states[:, 0] * np.uint64(2685821657736338717)


def xorshift_128(states: States) -> Numbers:
    """Step Marsaglia's generator of four words of 32 bits."""
    x, last = states[:, 0], states[:, 3]
    x = x ^ _left(x, 11, 32)
    following = last ^ _right(last, 19) ^ x ^ _right(x, 8)
    states[:, :3] = states[:, 1:].copy()
    states[:, 3] = following
    return following


def xorshift_plus(first: int, second: int, third: int, added: bool) -> Callable[[States], Numbers]:
    """Make the step of two words of 64 bits; its output is their sum, or the first of them alone."""

    def step(states: States) -> Numbers:
        x, y = states[:, 0].copy(), states[:, 1].copy()
        x = x ^ _left(x, first)
        states[:, 0] = y
        states[:, 1] = x ^ y ^ _right(x, second) ^ _right(y, third)
        return states[:, 0] + states[:, 1] if added else y

    return step


def xoroshiro_plus(first: int, second: int, third: int) -> Callable[[States], Numbers]:
    """Make the step of xoroshiro128+."""

    def step(states: States) -> Numbers:
        x, y = states[:, 0].copy(), states[:, 1].copy()
        y = x ^ y
        result = states[:, 0] + states[:, 1]
        states[:, 0] = _turned(x, first) ^ y ^ _left(y, second)
        states[:, 1] = _turned(y, third)
        return result

    return step


def xoshiro_plus(shift: int, turn: int, width: int) -> Callable[[States], Numbers]:
    """Make the step of xoshiro+ with four words."""

    def step(states: States) -> Numbers:
        a, b, c, d = (states[:, word].copy() for word in range(4))
        result = a + d if width == 64 else (a + d) & np.uint64((1 << width) - 1)
        c, d = c ^ a, d ^ b
        states[:, 1], states[:, 0] = b ^ c, a ^ d
        states[:, 2] = c ^ _left(b, shift, width)
        states[:, 3] = _turned(d, turn, width)
        return result

    return step


XORSHIFT_32 = Linear("xorshift32", 1, 32, xorshift(13, 17, 5, 32))
XORSHIFT_64 = Linear("xorshift64", 1, 64, xorshift(13, 7, 17, 64))
XORSHIFT_128 = Linear("xorshift128", 4, 32, xorshift_128)
V8 = Linear("Math.random of V8 (xorshift128+, its first word alone)", 2, 64, xorshift_plus(23, 17, 26, False))
LINEAR: tuple[Linear, ...] = (
    XORSHIFT_32,
    XORSHIFT_64,
    XORSHIFT_128,
    Linear("xorshift64*", 1, 64, starred, lowest=True),
    Linear("xorshift128+ of 23, 17 and 26", 2, 64, xorshift_plus(23, 17, 26, True), lowest=True),
    Linear("xorshift128+ of 23, 18 and 5", 2, 64, xorshift_plus(23, 18, 5, True), lowest=True),
    Linear("xoroshiro128+ of 24, 16 and 37", 2, 64, xoroshiro_plus(24, 16, 37), lowest=True),
    Linear("xoroshiro128+ of 55, 14 and 36", 2, 64, xoroshiro_plus(55, 14, 36), lowest=True),
    Linear("xoshiro128+", 4, 32, xoshiro_plus(9, 11, 32), lowest=True),
    Linear("xoshiro256+", 4, 64, xoshiro_plus(17, 45, 64), lowest=True),
)


@cache
def alone(linear: Linear, count: int) -> Numbers:
    """Give what each bit of the state alone would put out: a row of outputs a bit."""
    states = np.zeros((linear.bits, linear.words), np.uint64)
    for bit in range(linear.bits):
        states[bit, bit // linear.width] = 1 << bit % linear.width
    return linear.outputs(states, count)


@cache
def mask(linear: Linear, at: int, bit: int) -> int:
    """Say on which bits of the state a bit of the output at one place depends."""
    # Rounded up, so that few different lengths are kept.
    return masks(alone(linear, (at // 128 + 1) * 128)[:, at], bit)


def states(linear: Linear, known: Sequence[tuple[int, int, int]]) -> list[int] | None:
    """Find the states before the first output that agree with known bits: place of the output, bit, value.

    None where there are too many of them to list. The state of nothing but zeros, which never moves, isn't listed.
    """
    found = solutions(((mask(linear, at, bit), value) for at, bit, value in known), linear.bits)
    return None if found is None else [state for state in found if state]
