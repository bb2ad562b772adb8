"""What a calibration runs: good sources in small samples, and each bad one at the size at which it should be found."""

from collections.abc import Iterator
from dataclasses import dataclass

from fairfelt.stats.catalogue import BAD, GOOD, available

SMALL_SAMPLE = 2_000
REGISTERED = 40_000
"""Decks of a registered sample; what it does not find is told as not found."""

SIZES = {
    "naive-swap": 500,
    "sattolo": 20,
    "stops-one-early": 600,
    "riffle-7": 100,
    "comparator-binary-insertion": 400,
    "comparator-timsort": 400,
    "stuck-top-0.1": 400,
    "clumped-pair-0.1": 2_000,
    "seeds-clock": 35_000,
    "reseeded-minstd": 10_000,
    "reseeded-delphi": 10_000,
    "reseeded-msvc": 10_000,
    "planet-poker": 500,
    "leaves-last-card": 100,
    "leaves-first-card": 100,
    "comparator-insertion": 20,
    "comparator-merge": 50,
    "comparator-quicksort": 1_000,
    "riffle-4": 20,
    "riffle-5": 20,
    "riffle-6": 50,
    "riffle-8": 400,
    "riffle-9": 2_000,
    "riffle-10": 6_000,
    "overhand-10": 20,
    "riffled-on": 200,
    "stuck-top-1": 50,
    "unshuffled-0.1": 200,
    "unshuffled-0.01": 1_000,
    "unshuffled-0.001": 10_000,
    "transpositions-52": 50,
    "transpositions-100": 200,
    "transpositions-150": 4_000,
    "modulo-8": 4_000,
    "modulo-9": 20_000,
    "scaled-8": 10_000,
    "planet-poker-whole": 500,
    "seeds-16-bit": 2_000,
    "repeated-decks": 10_000,
    "period-1000": 2_000,
    "same-deck": 20,
    "too-even": 2_000,
    "first-two-0.1": 30_000,
}
"""Decks after which a defect should be found; the others are run at the registered size."""
SLOW = frozenset({"overhand-50"})
"""Too slow to make by the million: run in a tenth of the samples."""


@dataclass(frozen=True)
class Entry:
    """One source to run: `samples` of so many decks."""

    source: str
    title: str
    fair: bool
    decks: int
    samples: int


def entries(samples: int) -> Iterator[Entry]:
    """List what a calibration runs; large samples are fewer, so that none takes ten times as long as another."""
    there = {shuffler.id for shuffler in available()}
    for shuffler in (*GOOD, *BAD):
        if shuffler.id not in there:
            continue
        decks = SMALL_SAMPLE if shuffler.fair else SIZES.get(shuffler.id, REGISTERED)
        few = samples * 2_000 // max(2_000, decks) // (10 if shuffler.id in SLOW else 1)
        yield Entry(shuffler.id, shuffler.title, shuffler.fair, decks, max(1, few))
