"""Name the generator behind raw outputs: each method foretells the outputs that follow, or says nothing."""

from collections.abc import Iterable, Iterator
from math import log2

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.generators import recovery, twister, xorshift
from fairfelt.stats.generators.binary import linear_complexity, surprise
from fairfelt.stats.generators.found import GeneratorError, Recognised
from fairfelt.stats.generators.recovery import LEAST_BITS, LEAST_PREDICTED, in_a_row

Numbers = NDArray[np.uint64]
Raw = NDArray[np.uint32] | NDArray[np.uint64]
MOST = 50_000
"""Outputs that are looked at; the Mersenne Twister's recurrence takes 39,874."""
TWISTER_PREDICTED = 32
V8_BLOCK = 64
"""V8 makes so many numbers at a time and hands them out from the last to the first."""
WORDS_SEARCHED: tuple[str, ...] = (
    "Mersenne Twister, 32-bit outputs",
    *(linear.name for linear in (*xorshift.LINEAR, xorshift.V8)),
    "any linear congruential generator that gives its whole state",
    *(known.name for known in recovery.TRUNCATED),
    *recovery.LAGS,
    "any bit of the outputs that follows a linear recurrence over bits, up to half as long as the outputs are many",
)
"""What `recognise` looks for, for a report to say."""
FRACTIONS_SEARCHED: tuple[str, ...] = (
    xorshift.V8.name,
    "where fractions are whole numbers divided by 2, 4, 8 ... 2**32, by 2**15 - 1 or by 2**31 - 1: all sought in words",
    "any bit of the fractions that follows a linear recurrence over bits, up to half as long as they are many",
)


def recognise(words: Raw) -> tuple[Recognised, ...]:
    """Recognise a generator by consecutive raw outputs, of which the first 50,000 count.

    Linear recurrences are told only where no generator was recognised by name. Raise GeneratorError where the
    outputs aren't unsigned whole numbers.
    """
    if words.dtype not in (np.uint32, np.uint64):
        raise GeneratorError(f"raw outputs are of type {words.dtype}", "give them as uint32, or as uint64")
    given = words[:MOST].astype(np.uint64)
    if len(given) == 0:
        return ()
    return tuple(_named(given)) or tuple(_recurrences(given))


def recognise_fractions(fractions: NDArray[np.float64]) -> tuple[Recognised, ...]:
    """Recognise a generator by consecutive numbers from 0 up to 1.

    Raise GeneratorError where one lies outside.
    """
    given = np.asarray(fractions[:MOST], np.float64)
    if len(given) == 0:
        return ()
    if not ((given >= 0) & (given <= 1)).all():
        raise GeneratorError("a fraction lies outside 0 to 1", "give the numbers as they came, before any scaling")
    wholes = _wholes(given)
    if wholes is not None:
        return recognise(wholes)
    bits = (np.minimum(given, np.nextafter(1, 0)) * 2.0**53).astype(np.uint64)
    return tuple(_v8(bits)) or tuple(_recurrences(bits))


def _named(words: Numbers) -> Iterator[Recognised]:
    if (words == words[0]).all():
        return
    yield from _twister(words)
    for linear in (*xorshift.LINEAR, xorshift.V8):
        yield from _linear(linear, words)
    found = recovery.congruential(words)
    if found:
        yield found
    yield from recovery.truncated(words)
    yield from recovery.additive(words)


def _twister(words: Numbers) -> Iterator[Recognised]:
    if len(words) < twister.SIZE + TWISTER_PREDICTED or int(words.max()) >> 32:
        return
    predicted = in_a_row(twister.foretold(words.astype(np.uint32)))
    # A state of nothing but zeros foretells zeros for ever, and is none that the generator has.
    if predicted >= TWISTER_PREDICTED and words[: twister.SIZE].any():
        how = "its whole state read from consecutive outputs"
        yield Recognised("Mersenne Twister", how, twister.SIZE, predicted, 32.0 * predicted)


def _linear(linear: xorshift.Linear, words: Numbers) -> Iterator[Recognised]:
    wide = range(1) if linear.lowest else range(linear.width)
    # A few more equations than unknowns, so that foreign outputs contradict each other at once.
    needed = -(-linear.bits // len(wide)) + (16 if linear.lowest else 1)
    if len(words) < needed + LEAST_PREDICTED or (linear.width == 32 and int(words.max()) >> 32):
        return
    known = [(at, bit, int(words[at]) >> bit) for at in range(needed) for bit in wide]
    for state in xorshift.states(linear, known) or ():
        expected = linear.outputs(linear.from_bits(state), len(words))[0]
        predicted = in_a_row(expected == words) - needed
        if predicted >= LEAST_PREDICTED:
            how = "its state solved for by linear equations between bits"
            yield Recognised(linear.name, how, needed, predicted, float(predicted * linear.width))


def _v8(fractions: Numbers) -> Iterator[Recognised]:
    """Try every place in a block at which the numbers may begin; all that fit agree up to the end of a block."""
    needed, best = 4, 0
    if len(fractions) < needed + LEAST_PREDICTED:
        return
    for begin in range(V8_BLOCK):
        places = v8_places(begin, len(fractions))
        # The lowest of 53 bits is left aside: older versions give 52.
        known = [
            (int(places[at]), bit + 11, int(fractions[at]) >> bit) for at in range(needed) for bit in range(1, 53)
        ]
        for state in xorshift.states(xorshift.V8, known) or ():
            expected = xorshift.V8.outputs(xorshift.V8.from_bits(state), int(places.max()) + 1)[0][places]
            predicted = in_a_row(expected >> np.uint64(12) == fractions >> np.uint64(1)) - needed
            best = max(best, predicted)
        if best == len(fractions) - needed:
            break
    if best >= LEAST_PREDICTED:
        how = "its state solved for by linear equations between bits"
        yield Recognised(xorshift.V8.name, how, needed, best, 52.0 * best - log2(V8_BLOCK))


def v8_places(begin: int, count: int) -> NDArray[np.int64]:
    """Say as the how-manieth each number was made, when they are handed out block by block from the last to the first.

    The first of them is handed out as number `begin` of its block.
    """
    handed = np.arange(begin, begin + count)
    return handed // V8_BLOCK * V8_BLOCK + V8_BLOCK - 1 - handed % V8_BLOCK


def _recurrences(words: Numbers) -> Iterator[Recognised]:
    """Find bits of the outputs that follow a linear recurrence far shorter than fair bits would."""
    width = max(1, int(words.max()).bit_length())
    found = []
    for bit in range(width):
        row = ((words >> np.uint64(bit)) & np.uint64(1)).astype(np.uint8)
        complexity = linear_complexity(row)
        bits = surprise(len(row), complexity) - log2(width) if 2 * complexity < len(row) else 0.0
        if bits >= LEAST_BITS:
            found.append((bit, complexity, bits))
    if not found:
        return
    longest = max(complexity for _, complexity, _ in found)
    # Half the linear bits of a congruential generator are simple, and simpler the lower; others are all alike.
    name = "a generator linear in bits"
    if longest in (19937, 19938):
        name += ", of the degree of the Mersenne Twister"
    elif len(found) < width:
        name = "a generator whose low bits are linear" if found[0][0] == 0 else "a generator with linear bits"
    _, complexity, bits = max(found, key=lambda each: each[2])
    how = f"{len(found)} of {width} bits follow a linear recurrence, of at most {longest:,} outputs"
    yield Recognised(name, how, 2 * complexity, len(words) - 2 * complexity, bits)


def _wholes(fractions: NDArray[np.float64]) -> Numbers | None:
    """Undo a division by a power of two or by the largest output; None where neither leaves whole numbers."""
    spans: Iterable[float] = (*(2.0**bits for bits in range(1, 33)), 2.0**15 - 1, 2.0**31 - 1)
    for span in spans:
        scaled = fractions * span
        whole = np.rint(scaled)
        if (np.abs(scaled - whole) <= scaled * 2.0**-52).all():
            return whole.astype(np.uint64)
    return None
