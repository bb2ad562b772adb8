"""Find the states of a generator that give the draws of one deck: by trying every one, or by its algebra.

A search gives seeds, or None where the draws say too little for it.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.generators import congruential, recognise, twister, xorshift
from fairfelt.stats.generators.congruential import Congruential
from fairfelt.stats.generators.draws import JAVA, MODULO, SCALED, Scaling
from fairfelt.stats.generators.lattice import state_between
from fairfelt.stats.generators.orders import Draws
from fairfelt.stats.generators.xorshift import Linear

Numbers = NDArray[np.uint64]
MARGIN = 20
"""Bits that the draws must tell beyond those of the state: by chance, then, one search in a million finds one."""
MOST = 64
"""States that a search gives at most; where draws tell enough, there is one or none."""
JAVA_LOW = 4
"""Bits above the 17 that a remainder can tell at most, by a bound that 16 divides."""
V8_BITS = 52
LOW_FIRST = "by their low bits, told by remainders, and then the others"
LIKELIEST = "the likeliest one computed by lattice reduction"
SOLVED = "all that fit solved for by linear equations between bits"
LATTICE = 16
"""Draws, those of the largest bounds, that the state of a generator of 48 bits is computed from."""


def java_fractions(seeds: Numbers, count: int) -> Numbers:
    """Give the first outputs of java.util.Random.nextDouble, as whole numbers of 53 bits."""
    return twister.in_pairs(congruential.JAVA_INT.outputs(seeds, 2 * count), 6, 5)


FRACTIONS: tuple[tuple[Congruential, int, Callable[[Numbers, int], Numbers]], ...] = (
    (replace(congruential.JAVA, name="java.util.Random.nextDouble, Math.random of Java", shift=0), 2, java_fractions),
    (congruential.DRAND48, 1, congruential.DRAND48.outputs),
)
"""Generators too large to be tried, the steps that a fraction of them takes, and those fractions."""


@dataclass(frozen=True)
class Source:
    """A generator and how whole numbers below a bound are made of its outputs, with the search for it."""

    name: str
    scaling: Scaling
    bits: int
    """Bits of a seed, which is the whole state where all states are searched."""
    span: int
    """Outputs lie below this."""
    outputs: Callable[[int, int], Numbers]
    """The first outputs of a seed, so many."""
    search: Callable[[Draws], list[int] | None]
    how: str = "each of them tried"
    """How the states are searched, for a reader."""

    @property
    def title(self) -> str:
        return f"{self.name}, {self.scaling.title}"


def sources() -> tuple[Source, ...]:
    """List what can be searched whole."""
    return (
        *(_small(known, scaling) for known in congruential.SMALL for scaling in (MODULO, SCALED)),
        *(_xorshift(scaling) for scaling in (MODULO, SCALED)),
        _java(),
        *(_fractions(known, steps, outputs) for known, steps, outputs in FRACTIONS),
        _v8(),
        *(_linear(linear) for linear in (xorshift.XORSHIFT_64, xorshift.XORSHIFT_128)),
    )  # fmt: skip


def _walk(draws: Draws) -> tuple[bool, Draws]:
    """Say whether draws begin with the smallest bound, and give them with the largest one first."""
    if draws.bounds[0] >= draws.bounds[-1]:
        return False, draws
    return True, Draws(draws.bounds[::-1].copy(), draws.indices[::-1].copy())


def conditions(scaling: Scaling, span: int, draws: Draws) -> NDArray[np.uint64]:
    """Give factor, low and width of each draw: an output r below 2**32 agrees if r * factor - low < width."""
    rows = []
    for bound, index in zip(draws.bounds.tolist(), draws.indices.tolist(), strict=True):
        scaled = scaling is SCALED or (scaling is JAVA and bound & (bound - 1) == 0)
        if scaled:
            rows.append((bound, index * span, span))
        else:
            # With r = q * bound + index and factor = 2**64 / bound, rounded up, r * factor lies between
            # index * 2**64 / bound and r above that, modulo 2**64. Lemire, Kaser and Kurz (2019).
            rows.append((-(-(1 << 64) // bound) % (1 << 64), (index << 64) // bound, 1 << 33))
    return np.array(rows, np.uint64)


def pivots(scaling: Scaling, span: int, bound: int, index: int) -> tuple[int, int, int]:
    """Give the outputs that make one draw: the first, the distance to the next, and how many there are."""
    if scaling is MODULO:
        return index, bound, len(range(index, span, bound))
    first, end = -(-index * span // bound), -(-(index + 1) * span // bound)
    return first, 1, end - first


def _steps(known: Congruential, back: bool) -> Numbers:
    multiplier, increment = known.multiplier, known.increment
    if back:
        multiplier = pow(multiplier, -1, known.modulus)
        increment = -multiplier * increment % known.modulus
    mask = known.modulus if known.prime else known.modulus - 1
    return np.array([multiplier % known.modulus, increment, mask], np.uint64)


def _enough(bits: int, draws: Draws) -> bool:
    return draws.bits >= bits + MARGIN


def _small(known: Congruential, scaling: Scaling) -> Source:
    def search(draws: Draws) -> list[int] | None:
        from fairfelt.stats.generators.scan_kernel import congruential_matches

        if not _enough(known.bits, draws):
            return None
        back, walk = _walk(draws)
        first, stride, count = pivots(scaling, known.span, int(walk.bounds[0]), int(walk.indices[0]))
        shift, found = known.shift, np.zeros(MOST, np.uint64)
        progression = np.array([first << shift, stride << shift, 0, count << shift, shift], np.uint64)
        further = conditions(scaling, known.span, walk)[1:]
        steps = _steps(known, back)
        number = congruential_matches(progression, np.uint64(shift), steps, known.prime, further, found)
        behind = len(draws.bounds) if back else 1
        return [known.step(int(state), -behind) for state in found[:number]]

    return Source(known.name, scaling, known.bits, known.span, _first(known), search)


def _first(known: Congruential) -> Callable[[int, int], Numbers]:
    def outputs(seed: int, count: int) -> Numbers:
        row: Numbers = known.outputs(np.array([seed], np.uint64), count)[0]
        return row

    return outputs


def _xorshift(scaling: Scaling) -> Source:
    linear = xorshift.XORSHIFT_32

    def search(draws: Draws) -> list[int] | None:
        from fairfelt.stats.generators.scan_kernel import xorshift_matches

        if not _enough(32, draws):
            return None
        back, walk = _walk(draws)
        first, stride, count = pivots(scaling, 1 << 32, int(walk.bounds[0]), int(walk.indices[0]))
        progression, found = np.array([first, stride, 0, count], np.uint64), np.zeros(MOST, np.uint64)
        number = xorshift_matches(progression, back, conditions(scaling, 1 << 32, walk)[1:], found)
        behind = len(draws.bounds) if back else 1
        # Going back from one state is solving for it, as from any other output.
        solved = [[(behind - 1, bit, int(state) >> bit) for bit in range(32)] for state in found[:number]]
        return [state for known in solved for state in xorshift.states(linear, known) or ()]

    return Source(linear.name, scaling, 32, 1 << 32, lambda seed, count: _run(linear, seed, count), search)


def _run(linear: Linear, seed: int, count: int) -> Numbers:
    row: Numbers = linear.outputs(linear.from_bits(seed), count)[0]
    return row


def _java() -> Source:
    known = congruential.JAVA

    def search(draws: Draws) -> list[int] | None:
        """Find the low bits first: they are told by the remainders, whatever the 27 bits above them are.

        A deck with a draw that java.util.Random had to repeat, which is less than one draw in forty million, is missed.
        """
        from fairfelt.stats.generators.scan_kernel import congruential_matches, low_matches

        if not _enough(known.bits, draws):
            return None
        back, walk = _walk(draws)
        bounds = walk.bounds.tolist()
        told = [0 if bound & (bound - 1) == 0 else min((bound & -bound).bit_length() - 1, JAVA_LOW) for bound in bounds]
        bits = known.shift + max(told)
        if sum(told) < bits:
            return None
        masks = np.array([(1 << each) - 1 for each in told], np.uint64)
        shift, steps = np.uint64(known.shift), _steps(known, back)
        low, found = np.zeros(MOST, np.uint64), np.zeros(MOST, np.uint64)
        parts = low_matches(bits, shift, steps, walk.indices, masks, low)
        if parts > MOST:
            return None
        seeds = []
        for part in low[:parts].tolist():
            progression = np.array([part, 1 << bits, 0, 1 << (known.bits - bits), 0], np.uint64)
            further = conditions(JAVA, known.span, walk)
            number = congruential_matches(progression, shift, steps, False, further, found)
            behind = len(bounds) + 1 if back else 0
            seeds += [known.step(int(state), -behind) ^ known.scramble for state in found[:number]]
        return seeds

    return Source(known.name, JAVA, known.bits, known.span, _first(known), search, LOW_FIRST)


def _fractions(known: Congruential, steps: int, rows: Callable[[Numbers, int], Numbers]) -> Source:
    """Make the source of a large generator whose fraction is multiplied by the bound, with so many steps a draw.

    The top bits of some draws are enough for its state, by lattice reduction.
    """
    bits = 53 if steps == 2 else known.bits

    def search(draws: Draws) -> list[int] | None:
        _, walk = _walk(draws)
        used = walk.bounds[:LATTICE]
        if not _enough(known.bits, draws) or float(np.log2(used.astype(np.float64)).sum()) < known.bits + MARGIN:
            return None
        places = range(len(draws.bounds))[::-1] if _walk(draws)[0] else range(len(draws.bounds))
        ranges = []
        for place, bound, index in zip(places[:LATTICE], used.tolist(), walk.indices.tolist(), strict=False):
            first, _, count = pivots(SCALED, known.modulus, bound, index)
            ranges.append((steps * place + 1, first, first + count))
        state = state_between(known.multiplier, known.increment, known.modulus, sorted(ranges))
        return [state ^ known.scramble]

    def outputs(seed: int, count: int) -> Numbers:
        row: Numbers = rows(np.array([seed], np.uint64), count)[0]
        return row

    return Source(known.name, SCALED, known.bits, 1 << bits, outputs, search, LIKELIEST)


def told_bits(width: int, bound: int, index: int) -> list[tuple[int, int]]:
    """List the top bits that a scaled output of so many bits must have for a draw, each with its value."""
    lowest, _, count = pivots(SCALED, 1 << width, bound, index)
    alike = (lowest ^ (lowest + count - 1)).bit_length()
    return [(bit, lowest >> bit & 1) for bit in range(alike, width)]


def _solved(linear: Linear, width: int, places: list[int], draws: Draws) -> list[int] | None:
    """Solve for the state by the bits that draws tell; `width` of an output's top bits are used."""
    known = [
        (place, bit + linear.width - width, value)
        for place, bound, index in zip(places, draws.bounds.tolist(), draws.indices.tolist(), strict=True)
        for bit, value in told_bits(width, bound, index)
    ]
    return xorshift.states(linear, known)


def _tells(bits: int, draws: Draws) -> bool:
    pairs = zip(draws.bounds.tolist(), draws.indices.tolist(), strict=True)
    return _enough(bits, draws) and sum(len(told_bits(32, *pair)) for pair in pairs) >= bits


def _linear(linear: Linear) -> Source:
    # Fractions hold no more than 53 bits.
    width = min(linear.width, 53)
    drop = np.uint64(linear.width - width)

    def search(draws: Draws) -> list[int] | None:
        if not _tells(linear.bits, draws):
            return None
        return _solved(linear, width, list(range(len(draws.bounds))), draws)

    def outputs(seed: int, count: int) -> Numbers:
        return _run(linear, seed, count) >> drop

    return Source(linear.name, SCALED, linear.bits, 1 << width, outputs, search, SOLVED)


def _v8() -> Source:
    """Make the source of V8, whose seeds are the state before a block, times 64, plus the place in the block."""
    linear, block = xorshift.V8, recognise.V8_BLOCK

    def search(draws: Draws) -> list[int] | None:
        if not _tells(linear.bits + 6, draws):
            return None
        found = []
        for begin in range(block):
            places = recognise.v8_places(begin, len(draws.bounds)).tolist()
            solved = _solved(linear, V8_BITS, places, draws)
            if solved is None:
                return None
            found += [state * block + begin for state in solved]
        return found

    def outputs(seed: int, count: int) -> Numbers:
        places = recognise.v8_places(seed % block, count)
        made = _run(linear, seed // block, int(places.max()) + 1)[places]
        return made >> np.uint64(linear.width - V8_BITS)

    return Source(linear.name, SCALED, linear.bits, 1 << V8_BITS, outputs, search, SOLVED)
