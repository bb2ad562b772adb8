"""Judge bits from any source, a sequence of a million at a time, and see whether a known generator made them."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

import numpy as np

from fairfelt.stats.bits.answer import BitsError
from fairfelt.stats.bits.battery import Sums, measures, sequence_sums, unasked_measures, unpacked
from fairfelt.stats.bits.settings import Constants
from fairfelt.stats.bits.stream import KINDS
from fairfelt.stats.decision.data import judgement_data
from fairfelt.stats.decision.rule import Battery, Judgement, Level
from fairfelt.stats.decision.twice import Seen, judge_twice
from fairfelt.stats.generators.found import Recognised
from fairfelt.stats.generators.recognise import WORDS_SEARCHED, recognise
from fairfelt.stats.streams.sums import digest, merge

SEQUENCE: Final = 1_000_000
"""Bits that are tested together."""
BYTES: Final = SEQUENCE // 8
LOOKED_AT: Final = 200_000
"""Bytes from the first on in which a known generator is sought."""
Draw = Callable[[int], Iterable[bytes]]
"""Draws so many sequences as bytes, in pieces of any size."""


def bits_battery(size: int, level: Level, share: float = 1.0) -> Battery:
    """Register the fifteen tests; of those with a z, also its spread over sequences, where there are several."""
    named = {id_: kind.title for id_, kind in KINDS.items()}
    if size > 1:
        several = {id_: kind for id_, kind in KINDS.items() if kind.law == "normal"}
        named |= {f"{id_}.spread": f"{kind.title}, too far off either way" for id_, kind in several.items()}
    return Battery("random bits", "sequences of a million bits", level.of(named), size, share)


def judge_bits(
    battery: Battery, level: Level, pieces: Iterable[bytes], again: Draw | None = None, constants: Constants = "exact"
) -> tuple[Judgement, dict[str, Any]]:
    """Judge bytes as they come, the most significant bit first; raise BitsError where there is no whole sequence."""
    first, sums, start = _seen(pieces, constants)
    findings = tuple(_words(one) for one in known_generators(start)) if len(set(start)) > 1 else (_same(start),)
    first = replace(first, findings=findings)
    judged, _ = judge_twice(
        battery, level, first, (lambda size: _seen(again(size), constants)[0]) if again else None
    )
    legacy = "; they are partly wrong, so the level does not hold exactly" if constants == "nist-legacy" else ""
    notes = [
        f"Constants: {constants}{legacy}. A rest of less than a sequence is not tested.",
        f"Sought among the first words: {'; '.join(WORDS_SEARCHED)}.",
    ]
    notes += [f"Not asked: {id_.partition('.')[2]}, since {why}." for id_, why in unasked_measures(sums).items()]
    return judged, judgement_data(judged, level) | {"notes": notes, "digest": digest(sums)}


def known_generators(start: bytes) -> tuple[Recognised, ...]:
    """Name the generators that give these bytes, read as words of 32 bits of either order, and of 64."""
    whole = start[: len(start) // 8 * 8]
    for order in "<>":
        short = np.frombuffer(whole, f"{order}u4").astype(np.uint32)
        found = recognise(short) or recognise(np.frombuffer(whole, f"{order}u8").astype(np.uint64))
        if found:
            return found
    return ()


def _same(start: bytes) -> str:
    return f"the first {len(start):,} bytes are all {start[0]:02x}"


def _words(found: Recognised) -> str:
    return f"made by a known generator, {found.name}: {found.predicted:,} outputs foretold after {found.needed:,}"


def _seen(pieces: Iterable[bytes], constants: Constants) -> tuple[Seen, Sums, bytes]:
    sums: Sums = {}
    drawn, start, over = 0, b"", 0
    for sequence in _sequences(pieces):
        if len(start) < LOOKED_AT:
            start += sequence[: LOOKED_AT - len(start)]
        if len(sequence) == BYTES:
            sums = merge(sums, sequence_sums(unpacked(sequence), constants))
            drawn += 1
        else:
            over = len(sequence)
    if not drawn:
        raise BitsError(f"{8 * over:,} bits are fewer than one sequence of {SEQUENCE:,}; give {BYTES:,} bytes or more")
    unused = over * 10_000 // (drawn * BYTES + over)
    return Seen(tuple(measures(sums)), drawn, unused=unused), sums, start


def _sequences(pieces: Iterable[bytes]) -> Iterator[bytes]:
    held = b""
    for piece in pieces:
        held += piece
        while len(held) >= BYTES:
            yield held[:BYTES]
            held = held[BYTES:]
    if held:
        yield held
