"""Count a chunk of decks: from arrays of kinds to sums that add up."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.shuffles.counts import Table, as_sums, room
from fairfelt.stats.shuffles.packs import Pack
from fairfelt.stats.streams.sums import least

Decks = NDArray[np.uint8]
"""count x size; each entry is the number of a kind of card, as `Pack.kinds` counts them."""
PRINTS = "prints.least"
_LOTS = 0x5F0E


def count_shuffles(decks: Decks, pack: Pack, chunk: int = 0) -> dict[str, NDArray[Any]]:
    """Give the sums of a chunk of decks. Equal cards of a shoe are told apart by lots that the chunk's number draws."""
    from fairfelt.stats.shuffles.counts_kernel import count_decks
    from fairfelt.stats.streams.xoshiro import seeded

    counts = room(pack)
    number = {kind: at for at, kind in enumerate(pack.kinds)}
    lying = np.array([number[card] for card in pack.cards])
    places = np.argsort(lying, kind="stable").astype(np.int64)
    firsts = np.concatenate([[0], np.cumsum(pack.copies)]).astype(np.int64)
    prints = np.empty(len(decks), np.uint64)
    lots = seeded(_LOTS, chunk)
    count_decks(decks, places, firsts, pack.suits, pack.ranks, centred_ranks(pack), lots, counts, prints)
    return {**as_sums(counts), PRINTS: least(prints)}


def centred_ranks(pack: Pack) -> Table:
    """Give the rank of each kind in whole numbers that add up to 0 over the pack, as small as they can be."""
    total = int((pack.ranks * pack.copies).sum())
    spread = pack.ranks * len(pack.cards) - total
    return np.asarray(spread // max(1, int(np.gcd.reduce(spread))), np.int64)
