"""Congruential and additive generators recovered from whole outputs, and known ones from the high bits alone."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil, gcd, log2

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.generators.congruential import (
    ANSI,
    JAVA,
    JAVA_INT,
    MSVC,
    SMALL,
    Congruential,
)
from fairfelt.stats.generators.found import Recognised

Numbers = NDArray[np.uint64]
TRUNCATED: tuple[Congruential, ...] = (MSVC, ANSI, JAVA, JAVA_INT)
"""`lrand48` gives what `JAVA` gives: they differ in their seeds alone."""
LEAST_PREDICTED, LEAST_BITS = 8, 64
SOLVED_FROM = 12
"""Outputs that a modulus and a multiplier are computed from."""
LAGS: Mapping[str, tuple[int, int, int, int]] = {
    "glibc random, type 1": (7, 3, 1, 1 << 31),
    "glibc random, type 2": (15, 1, 1, 1 << 31),
    "glibc random, type 3, the usual one": (31, 3, 1, 1 << 31),
    "glibc random, type 4": (63, 1, 1, 1 << 31),
    "Knuth's additive generator, 55 and 24": (55, 24, 1, 1 << 32),
    "System.Random of .NET with a seed": (55, 34, -1, (1 << 31) - 1),
}
"""Long lag, short lag, sign and modulus. Their lowest bit is not given, or wraps, so that a sum may be one off."""


def in_a_row(right: Sequence[bool] | NDArray[np.bool_]) -> int:
    """Count what comes before the first miss."""
    row = np.asarray(right, np.bool_)
    return int(row.argmin()) if not row.all() else len(row)


def congruential(words: Numbers) -> Recognised | None:
    """Recover modulus, multiplier and increment from consecutive whole states.

    Differences t of an output to the next satisfy t[i+2] * t[i] = t[i+1]**2 modulo m; so m divides all of the
    determinants, and hardly anything else divides twelve of them.
    """
    seen = [int(word) for word in words[:SOLVED_FROM]]
    if len(words) < SOLVED_FROM + LEAST_PREDICTED:
        return None
    differences = [after - before for before, after in pairwise(seen)]
    determinants = [
        first * third - second * second
        for first, second, third in zip(differences, differences[1:], differences[2:], strict=False)
    ]
    modulus, common = gcd(*determinants), gcd(*differences)
    while modulus > max(seen):
        found = _with_modulus(words, modulus)
        if found:
            return found
        # Where all differences share a factor, the determinants may hold it once or twice too often.
        modulus = modulus // common if common > 1 else 0
    return None


def _with_modulus(words: Numbers, modulus: int) -> Recognised | None:
    given = [int(word) for word in words]
    seen = given[:SOLVED_FROM]
    differences = [after - before for before, after in pairwise(seen)]
    common = gcd(modulus, *differences)
    reduced = modulus // common
    for before, after in pairwise(differences):
        if gcd(before // common, reduced) == 1:
            multiplier = after // common * pow(before // common, -1, reduced) % reduced
            break
    else:
        return None
    increment = (given[1] - multiplier * given[0]) % modulus
    right = [
        (multiplier * before + increment) % modulus == after for before, after in pairwise(given)
    ]
    if not all(right[: SOLVED_FROM - 1]):
        return None
    predicted = in_a_row(right) - SOLVED_FROM + 1
    named = [
        known.name
        for known in SMALL
        if (known.shift, known.modulus) == (0, modulus)
        and (known.multiplier - multiplier) % reduced == 0
        and known.step(given[0]) == given[1]
    ]
    return _sure(
        Recognised(
            " or ".join(named) or "a linear congruential generator",
            f"computed from whole outputs: multiplier {multiplier}, increment {increment}, modulus {modulus}",
            SOLVED_FROM,
            predicted,
            predicted * log2(modulus),
        )
    )


def truncated(words: Numbers) -> Iterator[Recognised]:
    """Find known generators that give the high bits of their state, by trying all of the low ones."""
    for known in TRUNCATED:
        width = known.bits - known.shift
        needed = ceil(known.bits / width) + 1
        if len(words) < needed + LEAST_PREDICTED or int(words.max()) >= known.span:
            continue
        states = (words[0] << np.uint64(known.shift)) | np.arange(1 << known.shift, dtype=np.uint64)
        for word in words[1:needed]:
            states = (states * np.uint64(known.multiplier) + np.uint64(known.increment)) % np.uint64(known.modulus)
            states = states[states >> np.uint64(known.shift) == word]
        for state in states[:16].tolist():
            right = []
            for word in words[needed:].tolist():
                state = known.step(state)
                right.append(state >> known.shift == word)
                if not right[-1]:
                    break
            predicted = in_a_row(right)
            how = f"its {known.shift} hidden bits found by trying all of them"
            found = _sure(Recognised(known.name, how, needed, predicted, predicted * width - log2(len(states))))
            if found:
                yield found


def additive(words: Numbers) -> Iterator[Recognised]:
    """Find generators each of whose outputs is the sum or the difference of two earlier ones."""
    for name, (long, short, sign, modulus) in LAGS.items():
        if len(words) < long + 32 or int(words.max()) >= modulus:
            continue
        signed = words.astype(np.int64)
        off = (signed[long:] - signed[:-long] - sign * signed[long - short : -short]) % modulus
        right = (off <= 1) | (off == modulus - 1)
        predicted = in_a_row(right)
        how = f"each output made of those {long} and {short} before it"
        found = _sure(Recognised(name, how, long, predicted, predicted * log2(modulus / 3)))
        if found:
            yield found


def _sure(found: Recognised) -> Recognised | None:
    return found if found.predicted >= LEAST_PREDICTED and found.bits >= LEAST_BITS else None
