"""Judge samples of one source of the catalogue, chunk by chunk, to whole numbers that add up."""

from dataclasses import dataclass, field
from functools import partial

import numpy as np

from fairfelt.stats.catalogue import find
from fairfelt.stats.decision.rule import Level, holm
from fairfelt.stats.shuffles.battery import measures, registered
from fairfelt.stats.shuffles.count import count_shuffles
from fairfelt.stats.shuffles.packs import Pack, standard_pack
from fairfelt.stats.streams.runner import Work
from fairfelt.stats.streams.sums import Sums

BINS = 20
"""Equal parts of the p-values from 0 to 1, in which good sources fall evenly."""
TOGETHER = 20
"""Samples of a chunk."""
SMALL = (0.01, 0.001)


@dataclass(frozen=True)
class Sampled:
    """What is sampled: `decks` of a source of the catalogue a sample, from a root seed."""

    source: str
    decks: int
    root: int
    level: Level = field(default_factory=Level)


def sampling(sampled: Sampled) -> Work:
    """Make the work of one source, which judges `TOGETHER` samples a chunk. It can be sent to another process."""
    return partial(judge_chunk, sampled)


def judge_chunk(sampled: Sampled, chunk: int) -> Sums:
    """Judge the samples of one chunk.

    Gives `rejected` (samples that the family rejects, and all), `found` (by test: how often it was rejected), `bins`
    (tests x BINS: one-sided chances of at most what was seen) and `small` (tests x 2: two-sided p-values under 0.01 and
    0.001, and, last, all).
    """
    pack = standard_pack()
    names = list(sampled.level.of(registered(pack)))
    sums = {
        "rejected": np.zeros(2, np.int64),
        "found": np.zeros(len(names), np.int64),
        "bins": np.zeros((len(names), BINS), np.int64),
        "small": np.zeros((len(names), len(SMALL) + 1), np.int64),
    }
    for sample in range(TOGETHER):
        _judge(sampled, pack, names, chunk * TOGETHER + sample, sums)
    return sums


def _judge(sampled: Sampled, pack: Pack, names: list[str], sample: int, sums: Sums) -> None:
    decks = find(sampled.source).make(sampled.root, sample, sampled.decks)
    measured = measures(count_shuffles(decks, pack, sample), pack)
    found = {measure.id: measure for measure in measured if measure.id in names}
    thresholds = holm(found, sampled.level.alpha, len(names), sampled.level.together)
    rejected = [id_ for id_, measure in found.items() if measure.p < thresholds[id_]]
    sums["rejected"] += (bool(rejected), 1)
    for id_, measure in found.items():
        at = names.index(id_)
        sums["found"][at] += id_ in rejected
        sums["bins"][at, min(BINS - 1, int(measure.low * BINS))] += 1
        sums["small"][at] += [*(measure.p < small for small in SMALL), 1]
