"""Generators by the first outputs of many seeds at once, for seeds that are moments of a clock."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.generators import congruential, twister, xorshift
from fairfelt.stats.generators.congruential import Congruential
from fairfelt.stats.generators.draws import JAVA, LOW_BITS, MODULO, SCALED, TOP_BITS, Scaling
from fairfelt.stats.generators.search import java_fractions
from fairfelt.stats.generators.xorshift import Linear

Numbers = NDArray[np.uint64]
Rows = Callable[[Numbers, int], Numbers]
"""From seeds and a count to a row of so many first outputs for each seed."""


@dataclass(frozen=True)
class Timed:
    """A seeded generator. All that share `rows` are searched together."""

    name: str
    span: int
    """Outputs lie below this."""
    rows: Rows
    scalings: tuple[Scaling, ...]


def glibc(seeds: Numbers, count: int) -> Numbers:
    """Give the first outputs of glibc's `random` of type 3, which `rand` calls: srandom takes 32 bits of a seed."""
    words = seeds.astype(np.uint32)
    words = np.where(words == 0, np.uint32(1), words)
    prime = (1 << 31) - 1
    state = [words]
    wide = words.astype(np.int32).astype(np.int64) % prime
    for _ in range(30):
        wide = wide * 16807 % prime
        state.append(wide.astype(np.uint32))
    state += state[:3]
    for at in range(34, 344 + count):
        state.append(state[at - 3] + state[at - 31])
    rows = np.stack(state[344:], axis=1) >> np.uint32(1)
    return rows.astype(np.uint64)


def dot_net(seeds: Numbers, count: int) -> Numbers:
    """Give the first outputs of System.Random with a seed of 32 bits, after Knuth's subtractive generator."""
    prime = (1 << 31) - 1
    signed = seeds.astype(np.uint32).astype(np.int32).astype(np.int64)
    last = 161803398 - np.minimum(np.abs(signed), prime)
    state = [last] * 56
    following = np.ones_like(last)
    for at in range(1, 55):
        place = 21 * at % 55
        state[place] = following
        following = last - following
        following = np.where(following < 0, following + prime, following)
        last = state[place]
    for _ in range(4):
        for at in range(1, 56):
            # The subtraction is one of 32 bits, and may wrap before it is mended.
            taken = (state[at] - state[1 + (at + 30) % 55]).astype(np.int32).astype(np.int64)
            state[at] = np.where(taken < 0, taken + prime, taken)
    made = state[1:]
    for at in range(count):
        taken = made[at] - made[at + 21]
        taken = np.where(taken == prime, taken - 1, taken)
        made.append(np.where(taken < 0, taken + prime, taken))
    return np.stack(made[55:], axis=1).astype(np.uint64)


def _shifted(rows: Rows, by: int) -> Rows:
    return lambda seeds, count: rows(seeds, count) >> np.uint64(by)


def _paired(rows: Rows, first: int, second: int) -> Rows:
    return lambda seeds, count: twister.in_pairs(rows(seeds, 2 * count), first, second)


def _linear(linear: Linear, drop: int = 0) -> Rows:
    inside = np.uint64((1 << linear.width) - 1)
    return lambda seeds, count: linear.outputs((seeds & inside)[:, None], count) >> np.uint64(drop)


def _congruential(known: Congruential) -> Timed:
    return Timed(known.name, known.span, known.outputs, (MODULO, SCALED))


WHOLE, FRACTION = 1 << 32, 1 << 53
SRAND48 = replace(congruential.DRAND48, seed_shift=16, scramble=0x330E)
TIMED: tuple[Timed, ...] = (
    *(_congruential(known) for known in congruential.SMALL),
    Timed("java.util.Random", 1 << 31, congruential.JAVA.outputs, (JAVA,)),
    Timed("java.util.Random.nextDouble, Math.random of Java", FRACTION, java_fractions, (SCALED,)),
    Timed("lrand48", 1 << 31, congruential.RAND48.outputs, (MODULO,)),
    Timed("drand48", 1 << 48, SRAND48.outputs, (SCALED,)),
    Timed("xorshift32", WHOLE, _linear(xorshift.XORSHIFT_32), (MODULO, SCALED)),
    Timed("xorshift64", FRACTION, _linear(xorshift.XORSHIFT_64, 11), (SCALED,)),
    Timed("xorshift64, whole outputs", 1, _linear(xorshift.XORSHIFT_64), (MODULO,)),
    Timed("glibc random, type 3", 1 << 31, glibc, (MODULO, SCALED)),
    Timed("System.Random of .NET", (1 << 31) - 1, dot_net, (SCALED,)),
    Timed("Mersenne Twister of a 32-bit seed", WHOLE, twister.outputs, (MODULO, SCALED, LOW_BITS)),
    Timed("Mersenne Twister of a 32-bit seed, 31 bits", 1 << 31, _shifted(twister.outputs, 1), (MODULO,)),
    Timed("Mersenne Twister of a 32-bit seed, fractions", FRACTION, _paired(twister.outputs, 5, 6), (SCALED,)),
    Timed("Python's random of a whole number", WHOLE, twister.python_outputs, (TOP_BITS,)),
    Timed("Python's random of a whole number, fractions", FRACTION, _paired(twister.python_outputs, 5, 6), (SCALED,)),
)
"""What is searched around a moment."""
