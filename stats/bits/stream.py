"""Many sequences of one stream: whole numbers that add up, and one measure a test of their total.

Sequences are independent where the source is fair. So their chi-squares add up to a chi-square, and their z to a normal
one; the squares of z add up to a chi-square of its own, which sees what is too large in both directions. Sums are kept
in units of 2**-20, so that they don't depend on who came first.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import exp, expm1, log1p, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.bits.answer import Law, Share
from fairfelt.stats.decision.measure import Measure, by_chi_square, by_least, by_normal

Sums = dict[str, NDArray[np.int64]]
"""By measure: sequences asked, sequences not asked, units, degrees of freedom, and then sums in units of 2**-20."""
HEAD, UNIT, FARTHEST = 4, 1 << 20, float(1 << 30)
"""No sequence gives more than FARTHEST to a sum: a thousandth of it is beyond doubt, and 8000 of it fit in 64 bits."""


@dataclass(frozen=True)
class Kind:
    """What a measure is called, how it adds up, and what a sequence must have to be asked."""

    title: str
    law: Law
    needs: str


LENGTH, BLOCKS, WINDOWS, CYCLES = "enough bits", "enough blocks", "enough bits for its windows", "enough cycles"
KINDS: Mapping[str, Kind] = {
    "bits.frequency": Kind("frequency of ones", "normal", LENGTH),
    "bits.runs": Kind("number of runs", "normal", f"{LENGTH}, not all alike"),
    "bits.cusum.forward": Kind("largest partial sum, forward", "score", LENGTH),
    "bits.cusum.backward": Kind("largest partial sum, backward", "score", LENGTH),
    "bits.excursions": Kind("visits of near states in a cycle of the walk", "chi-square", CYCLES),
    "bits.variant": Kind("visits of states by the whole walk", "chi-square", CYCLES),
    "bits.block-frequency": Kind("frequency of ones in blocks", "chi-square", LENGTH),
    "bits.longest-run": Kind("longest run of ones in blocks", "chi-square", LENGTH),
    "bits.rank": Kind("rank of binary matrices", "chi-square", LENGTH),
    "bits.spectral": Kind("peaks of the spectrum", "normal", LENGTH),
    "bits.non-overlapping": Kind("aperiodic patterns in blocks", "least", LENGTH),
    "bits.overlapping": Kind("windows of ones in blocks", "chi-square", BLOCKS),
    "bits.universal": Kind("distances between blocks alike", "normal", LENGTH),
    "bits.serial.1": Kind("windows of bits", "chi-square", WINDOWS),
    "bits.serial.2": Kind("windows of bits, second difference", "chi-square", WINDOWS),
    "bits.entropy": Kind("approximate entropy", "chi-square", WINDOWS),
    "bits.complexity": Kind("linear complexity of blocks", "chi-square", BLOCKS),
}


def sums_of(shares: Iterable[Share]) -> Sums:
    """Bring what a sequence gives to whole numbers."""
    return {share.measure: _numbers(share) for share in shares}


def _numbers(share: Share) -> NDArray[np.int64]:
    values = np.asarray(share.values)
    if share.law == "normal":
        values = np.array([*values, *values**2])
        values[0] = np.clip(values[0], -sqrt(FARTHEST), sqrt(FARTHEST))
    scaled = np.rint(np.clip(values, -FARTHEST, FARTHEST) * UNIT).astype(np.int64)
    head = (1, 0, share.units, share.degrees) if share.asked else (0, 1, 0, 0)
    return np.array([*head, *scaled], np.int64)


def measures(sums: Mapping[str, NDArray[Any]]) -> list[Measure]:
    """Measure a stream from the sums of its sequences: up to 21 measures, two-sided, each calibrated by itself.

    Tests that no sequence could be asked aren't among them; `unasked_measures` names those. Of tests with a z there is
    a second measure, `.spread`, of the squares, where there are two sequences or more.

    The 148 patterns give one measure, the least likely of their totals p. Were they independent, the chance of one at
    least as unlikely were 1 - (1 - p)**k (Sidak). By Bonferroni's inequality it is at most k * p whatever hangs
    together; the two differ by less than k * p / 2 of themselves, so that the tail that accuses is sound. The other
    tail, of patterns too good to be true, is approximate: two pairs of patterns always come as often as each other.
    The eight states and the eighteen levels of the walk hang together much. They don't take a least p-value, but one
    chi-square a sequence, in which the exact covariance within a cycle takes the dependence out. Sequences should have
    a million bits: of 100,000, with 100 cycles or more, `bits.excursions` has a mean of 37.7 where 37 is right.
    """
    found = []
    for id_, numbers in sums.items():
        if numbers[0]:
            found += _measures(id_, KINDS[id_], [int(number) for number in numbers])
    return found


def _measures(id_: str, kind: Kind, numbers: list[int]) -> list[Measure]:
    asked, not_asked, units, degrees = numbers[:HEAD]
    values = [number / UNIT for number in numbers[HEAD:]]
    detail = f"asked of {asked:,} of {asked + not_asked:,} sequences" if not_asked else ""
    if kind.law == "chi-square":
        return [by_chi_square(id_, kind.title, units, values[0], degrees, detail)]
    if kind.law == "least":
        return [_least(id_, kind.title, units, values, degrees, detail)]
    law = "normal" if kind.law == "normal" else "normal, by the law of the largest sum"
    found = [by_normal(id_, kind.title, units, values[0] / sqrt(asked), law, detail)]
    if kind.law == "normal" and asked > 1:
        title = f"{kind.title}, too far off either way"
        found.append(by_chi_square(f"{id_}.spread", title, units, values[1], asked, detail))
    return found


def _least(id_: str, title: str, units: int, values: list[float], degrees: int, detail: str) -> Measure:
    from scipy.special import chdtrc

    from fairfelt.stats.bits.templates import aperiodic

    likely = chdtrc(degrees, np.array(values))
    at, many = int(likely.argmin()), len(values)
    least = float(likely[at])
    none = many * log1p(-least) if least < 1 else -np.inf
    names = next((words for words in map(aperiodic, range(2, 13)) if len(words) == many), ())
    worst = f"furthest off: {names[at]}" if names else ""
    law = f"least of {many} chi-squares, {degrees:,} degrees of freedom each"
    text = "; ".join(filter(None, (worst, detail)))
    return by_least(id_, title, units, exp(none), -expm1(none), law, text)


def unasked_measures(sums: Mapping[str, NDArray[Any]]) -> dict[str, str]:
    """Name the tests that no sequence could be asked, and say why: they have passed nothing."""
    return {id_: f"no sequence has {KINDS[id_].needs}" for id_, numbers in sums.items() if not numbers[0]}
