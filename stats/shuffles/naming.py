"""Name a bad shuffle for what it is: which known defect brings cards to places as these decks do?

A shuffle by swaps, riffles or a random comparator leaves its own table of card by position. The table that was counted
is held against each known one, under each usual order of the pack, and the nearest names the defect if it explains
nearly all of what is off. What leaves positions even is named by the test that found it.
"""

from collections.abc import Collection, Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.catalogue import find
from fairfelt.stats.catalogue.exact import EXACT
from fairfelt.stats.decision.histograms import by_shape, mean_z
from fairfelt.stats.shuffles.counts import as_counts
from fairfelt.stats.shuffles.laws import rising_sequences
from fairfelt.stats.shuffles.order import possible_orders
from fairfelt.stats.shuffles.packs import Pack
from fairfelt.stats.streams.sums import Sums

Matrix = NDArray[np.float64]

SIMULATED = (
    "comparator-timsort",
    "comparator-insertion",
    "comparator-merge",
    "comparator-quicksort",
)
SIMULATIONS = 200_000
"""Decks from which a table that nobody has computed is counted."""
EXPLAINED = 0.8
"""How much of the deviation from even a named defect accounts for."""
CLEAR = 6.0
"""Standard deviations by which the named table fits better than an even one."""
NEAR, UNLIKELY = 4.0, 1e-6
"""Standard deviations by which a mean may miss the one of so many riffles, and the chance that a shape may have."""
FEWEST = 20
"""Decks from which a defect is named: fewer look like several."""
RIFFLES = range(1, 13)
FIRST = {
    "unshuffled": "a shuffle that is far too short, or left out now and then",
    "duplicates": "a generator with few states, or a shuffle that is left out: the same decks come again",
}
"""What is told even beside a named table."""
BY_TEST = {
    "repeats-1": "a shuffle that goes on from the deck before, or seeds that follow each other",
    "rising-1": "too few riffles of the deck before",
    "correlation-1": "a shuffle that goes on from the deck before, or seeds that follow each other",
    "repeats-2": "two packs that take turns, each shuffled on from where it lay",
    "rising-2": "two packs that take turns, each with too few riffles",
    "correlation-2": "two packs that take turns, each shuffled on from where it lay",
    "neighbours": "cards that stick together",
    "order": "first cards that are put in order",
}


def looks_like(sums: Sums, pack: Pack, shown: Collection[str]) -> str | None:
    """Say what decks look like in which these tests (last parts of ids) show a bias; None where nothing fits."""
    if int(sums["decks"][0]) < FEWEST:
        return next((FIRST[test] for test in FIRST if test in shown), None)
    told, uneven = [_by_table(sums, pack)], _unevenness(sums, pack) > 2 * CLEAR
    even = told[0] is None and not uneven and "duplicates" not in shown
    if even and not {"rising-mean", "rising-shape"}.isdisjoint(shown):
        told.append(_riffles(sums, pack))
    told.append(next((words for test, words in FIRST.items() if test in shown), None))
    known = [words for words in told if words]
    by_test = (BY_TEST[test] for test in BY_TEST if test in shown and (not uneven or _beyond_places(sums, test)))
    return "; ".join(known) or next(by_test, None)


def _unevenness(sums: Sums, pack: Pack) -> float:
    """Give how far cards are from coming to all places alike, in standard deviations."""
    counts, size = as_counts(sums), len(pack.cards)
    expected = (pack.copies / size * int(counts.decks[0]))[:, None]
    degrees = (len(pack.kinds) - 1) * (size - 1)
    square = float(((counts.positions - expected) ** 2 / expected).sum()) * (size - 1) / size
    return float((square - degrees) / (2 * degrees) ** 0.5)


def _beyond_places(sums: Sums, test: str) -> bool:
    """Say whether a deck has more in common with one before it than uneven places alone would bring about.

    Independent decks of a pack share as many places, on average, as the squares of the shares of each place add up to.
    """
    counts, distance = as_counts(sums), int(test[-1]) if test[-1].isdigit() else 0
    decks, pairs = int(counts.decks[0]), int(counts.decks[distance])
    if not distance or len(counts.positions) != counts.positions.shape[1]:
        return False
    share = counts.positions / decks
    expected = float((share**2 - share * (1 - share) / decks).sum())
    repeats = counts.repeats[distance - 1]
    found = float((np.arange(len(repeats)) * repeats).sum()) / pairs
    return bool(abs(found - expected) > CLEAR * (expected / pairs) ** 0.5)


def _by_table(sums: Sums, pack: Pack) -> str | None:
    counts = as_counts(sums)
    decks, size = int(counts.decks[0]), len(pack.cards)
    if size != len(pack.kinds):
        return None
    seen = counts.positions / decks
    ids, models = _models(size)
    noise = np.array([(model * (1 - model)).sum() / decks for model in models])
    flat = models.reshape(len(models), -1)
    squares = (flat**2).sum(axis=1) + (seen**2).sum()
    spread = (2 * (size - 1) ** 2) ** 0.5 / size / decks
    best = (np.inf, 0, "")
    number = {kind: at for at, kind in enumerate(pack.kinds)}
    for name, order in possible_orders(pack):
        rows = seen[[number[card] for card in order.cards]]
        for table, dealt in ((rows, ""), (rows[:, ::-1], ", dealt from the bottom")):
            apart = squares - 2 * (flat @ table.reshape(-1)) - noise  # squared distances, by their binomial terms
            apart += spread if dealt else 0.0  # the plainer way where both fit
            at = int(apart.argmin())
            if apart[at] < best[0]:
                best = (float(apart[at]), at, f"{name}{dealt}")
    left, at, order_name = best
    even = np.full_like(seen, 1 / size)
    off = float(((seen - even) ** 2).sum()) - float((even * (1 - even)).sum()) / decks
    if off - left < CLEAR * spread or left > (1 - EXPLAINED) * off + CLEAR * spread:
        return None
    return f"{find(ids[at]).title} (the pack lay {order_name})"


@lru_cache(maxsize=4)
def _models(size: int) -> tuple[list[str], Matrix]:
    found = [(id_, make(size)) for id_, make in EXACT.items()]
    return [id_ for id_, _ in (*found, *_simulated(size))], np.stack([m for _, m in (*found, *_simulated(size))])


@lru_cache(maxsize=4)
def _simulated(size: int) -> tuple[tuple[str, Matrix], ...]:
    return tuple(_simulate(size)) if size == 52 else ()


def _simulate(size: int) -> Iterator[tuple[str, Matrix]]:
    for id_ in SIMULATED:
        decks = find(id_).make(0, 0, SIMULATIONS)
        columns = [np.bincount(decks[:, at], minlength=size) for at in range(size)]
        yield id_, np.stack(columns, axis=1) / SIMULATIONS


def _riffles(sums: Sums, pack: Pack) -> str | None:
    """Say how many riffles leave as many rising sequences as were counted (Bayer and Diaconis, 1992).

    After k riffles r rising sequences have the chance comb(2**k + n - r, n) / 2**(k n) for each order that has them.
    """
    from scipy.special import gammaln

    size = len(pack.cards)
    table = sums["rising"]
    sequences = np.arange(1, size + 1)
    table, fair = table[1:], rising_sequences(size)[1:]
    if float((sequences * table).sum()) > (size + 1) / 2 * table.sum():
        table = table[::-1]  # the pack lay the other way round
    fitting = []
    for times in RIFFLES:
        piles = 2.0**times
        enough = piles >= sequences
        top = np.where(enough, piles + size - sequences, size)
        ways = gammaln(top + 1) - gammaln(top - size + 1) - size * np.log(piles)
        law = np.where(enough, fair * np.exp(ways), 0.0)
        law /= law.sum()
        shape = by_shape("", "", table, law)
        if (table[law == 0] == 0).all() and abs(mean_z(table, law)) < NEAR and (not shape or shape.high > UNLIKELY):
            fitting.append(times)
    if not fitting:
        return None
    few, most = fitting[0], fitting[-1]
    return f"{few if few == most else f'{few} to {most}'} riffle{'s' if most > 1 else ''} of a fresh pack"
