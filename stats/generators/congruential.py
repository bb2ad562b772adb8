"""Linear congruential generators as data, and the algebra by which they step forward, back and far."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.uint64]


@dataclass(frozen=True)
class Congruential:
    """x becomes (multiplier * x + increment) mod modulus, and the new x without its lowest `shift` bits is given.

    The modulus is a power of two, or the prime 2**31 - 1. Where a library keeps more high bits than it gives, the
    modulus is without them: they never reach an output. A seed s starts the state at (s * 2**seed_shift) xor scramble.
    """

    name: str
    multiplier: int
    increment: int
    modulus: int
    shift: int = 0
    seed_shift: int = 0
    scramble: int = 0

    @property
    def prime(self) -> bool:
        return self.modulus & (self.modulus - 1) != 0

    @property
    def span(self) -> int:
        """Give the number that all outputs lie below."""
        return self.modulus >> self.shift

    @property
    def bits(self) -> int:
        """Give the bits of the state that matter."""
        return (self.modulus - 1).bit_length()

    def step(self, state: int, steps: int = 1) -> int:
        """Go so many steps on, or back where `steps` is negative."""
        multiplier, increment = self.multiplier, self.increment
        if steps < 0:
            multiplier = pow(multiplier, -1, self.modulus)
            increment = -multiplier * increment
        for _ in range(abs(steps)):
            state = (state * multiplier + increment) % self.modulus
        return state

    def start(self, seed: int) -> int:
        """Give the state that a seed starts at."""
        return ((seed << self.seed_shift) ^ self.scramble) % self.modulus

    def seed(self, state: int) -> int | None:
        """Give the smallest seed that starts at a state, if one does."""
        plain = state ^ self.scramble
        return plain >> self.seed_shift if plain % (1 << self.seed_shift) == 0 else None

    def outputs(self, seeds: Numbers, count: int) -> Numbers:
        """Give the first outputs of many seeds: an array of `len(seeds)` rows of `count`."""
        wide = np.uint64
        state = ((seeds << wide(self.seed_shift)) ^ wide(self.scramble)) % wide(self.modulus)
        rows = np.empty((count, len(seeds)), np.uint64)
        for at in range(count):
            # Wrapping at 2**64 is harmless where the modulus divides it; modulo the prime nothing gets that large.
            state = (state * wide(self.multiplier) + wide(self.increment)) % wide(self.modulus)
            rows[at] = state >> wide(self.shift)
        return np.ascontiguousarray(rows.T)


MSVC = Congruential("Microsoft C rand", 214013, 2531011, 1 << 31, 16)
ANSI = Congruential("rand of the C standard's example", 1103515245, 12345, 1 << 31, 16)
GLIBC_0 = Congruential("glibc random, type 0", 1103515245, 12345, 1 << 31)
PARK_MILLER = Congruential("minimal standard of Park and Miller, 16807", 16807, 0, (1 << 31) - 1)
MINSTD = Congruential("minimal standard, 48271", 48271, 0, (1 << 31) - 1)
RANDU = Congruential("RANDU", 65539, 0, 1 << 31)
DELPHI = Congruential("Delphi Random", 134775813, 1, 1 << 32)
NUMERICAL_RECIPES = Congruential("Numerical Recipes, quick and dirty", 1664525, 1013904223, 1 << 32)
JAVA = Congruential("java.util.Random", 0x5DEECE66D, 0xB, 1 << 48, 17, scramble=0x5DEECE66D)
JAVA_INT = Congruential("java.util.Random.nextInt", 0x5DEECE66D, 0xB, 1 << 48, 16, scramble=0x5DEECE66D)
RAND48 = Congruential("lrand48", 0x5DEECE66D, 0xB, 1 << 48, 17, seed_shift=16, scramble=0x330E)
DRAND48 = Congruential("drand48", 0x5DEECE66D, 0xB, 1 << 48)
"""By its whole state, of which `srand48` sets the upper 32 bits."""
SMALL: tuple[Congruential, ...] = (
    MSVC, ANSI, GLIBC_0, PARK_MILLER, MINSTD, RANDU, DELPHI, NUMERICAL_RECIPES
)  # fmt: skip
"""Those of at most 32 bits: every state of them can be tried."""
