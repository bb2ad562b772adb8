"""The battery of shuffle tests: what is asked of every pack, registered before a deck is seen, and what sums answer."""

from collections.abc import Callable, Iterator
from math import lgamma, log

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.decision.histograms import by_mean, by_shape
from fairfelt.stats.decision.measure import Measure, by_chi_square, by_count, by_normal
from fairfelt.stats.shuffles import laws
from fairfelt.stats.shuffles.count import PRINTS, centred_ranks
from fairfelt.stats.shuffles.counts import WORD, Counts, Table, as_counts
from fairfelt.stats.shuffles.joint import neighbours_expected, neighbours_law, whitened_pairs
from fairfelt.stats.shuffles.packs import Pack
from fairfelt.stats.streams.sums import FINGERPRINTS, Sums

EXTREME = 1e-10
"""A deck this unlikely to be so much in order was hardly shuffled."""
FEWEST, FEWEST_OF_MANY, FEWEST_OF_ONE = 5.0, 1.0, 50.0
"""Cards that each cell expects for a table to be asked: one of tens of cells, one of thousands, and the farthest of
many tables."""
_MANY = 1000

HISTOGRAMS: dict[str, tuple[str, Callable[[int], laws.Law]]] = {
    "fixed": ("cards that stay where they lay", laws.fixed_points),
    "cycles": ("cycles", laws.cycles),
    "descents": ("cards followed by one that lay before", laws.descents),
    "rising": ("rising sequences", laws.rising_sequences),
    "inversions": ("pairs of cards in the other order", laws.inversions),
    "increasing": ("longest run of cards that kept their order", laws.increasing),
    "successions": ("cards still followed by the next", laws.successions),
}


def registered(pack: Pack) -> dict[str, str]:
    """Name every test of the battery by its id, in words. The order before the shuffle is that of the pack."""
    named = {
        "positions": "card by position, all cells together",
        "worst-position": "card by position, the position that is farthest off",
        "worst-cell": "card by position, the card and position that are farthest off",
        "suits": "suit by position, all cells together",
        "ranks": "rank by position, all cells together",
        "top": "the top card",
        "first-two": "the first two cards, in order",
        "neighbours": "which card follows which",
        "order": "relative order of the first five cards",
        "pairs": "ranks of one place against ranks of another",
        "same-suit": "neighbours of one suit",
        "same-rank": "neighbours of one rank",
    }
    for name, (title, _) in _histograms(pack).items():
        named[f"{name}-mean"], named[f"{name}-shape"] = f"{title}, on average", f"{title}, how often how many"
    for distance, words in ((1, "the deck before"), (2, "the deck before that")):
        named[f"repeats-{distance}"] = f"cards where {words} had them"
        named[f"rising-{distance}"] = f"rising sequences, seen from {words}"
        named[f"correlation-{distance}"] = f"places of cards against {words}"
    named["duplicates"] = "decks that come again"
    named["unshuffled"] = "decks that were hardly shuffled"
    return {f"shuffle.{name}": title for name, title in named.items()}


def measures(sums: Sums, pack: Pack) -> list[Measure]:
    """Answer each registered test for which there are enough decks."""
    counts, titles = as_counts(sums), registered(pack)
    found = [*_tables(counts, pack), *_shapes(counts, pack), *_before(counts, pack), *_rare(counts, sums, pack)]
    return [
        Measure(**{**measure.__dict__, "id": f"shuffle.{measure.id}", "title": titles[f"shuffle.{measure.id}"]})
        for measure in found
    ]


def _histograms(pack: Pack) -> dict[str, tuple[str, Callable[[int], laws.Law]]]:
    short = len(pack.cards) <= WORD
    return {name: told for name, told in HISTOGRAMS.items() if short or name != "increasing"}


def _tables(counts: Counts, pack: Pack) -> Iterator[Measure]:
    decks, size, copies = int(counts.decks[0]), len(pack.cards), pack.copies
    if not decks:
        return
    yield from _placed("positions", counts.positions, copies, pack.kinds, decks)
    yield from _farthest(counts.positions, pack, decks)
    for name, groups, words in (
        ("suits", pack.suits, {int(suit): kind[1] for suit, kind in zip(pack.suits, pack.kinds, strict=True)}),
        ("ranks", pack.ranks, {int(rank): kind[0] for rank, kind in zip(pack.ranks, pack.kinds, strict=True)}),
    ):
        members = [groups == group for group in words]
        table = np.stack([counts.positions[chosen].sum(axis=0) for chosen in members])
        sizes = np.array([copies[chosen].sum() for chosen in members])
        yield from _placed(name, table, sizes, tuple(words.values()), decks)
    yield from _pearson("top", counts.positions[:, 0], copies / size * decks, decks)
    pairs = neighbours_expected(pack)
    yield from _pearson("first-two", counts.first_two, pairs / (size - 1) * decks, decks)
    yield from _pearson("order", counts.pattern, np.full(120, decks / 120), decks)
    expected = pairs * decks
    here = expected > 0
    if expected[here].min() >= FEWEST_OF_MANY:
        scale, degrees = neighbours_law(pack)
        off = (counts.neighbours - expected)[here] / np.sqrt(expected[here])
        worst = np.argwhere(here)[int(np.abs(off).argmax())]
        told = f"furthest off: {pack.kinds[worst[1]]} after {pack.kinds[worst[0]]}"
        statistic = float((off**2).sum()) / scale
        yield by_chi_square("neighbours", "", decks * (size - 1), statistic, round(degrees), told)
    normal = whitened_pairs(counts.pairs, centred_ranks(pack), pack, decks)
    if decks >= _MANY:
        yield by_chi_square("pairs", "", decks, float((normal**2).sum()), len(normal))


def _placed(name: str, table: Table, copies: Table, words: tuple[str, ...], decks: int) -> Iterator[Measure]:
    """Test kinds by position, whose rows and columns both have fixed sums.

    Pearson's statistic is size / (size - 1) times a chi-square on (kinds - 1)(size - 1) degrees of freedom; it is
    scaled back here, else a fair shuffle fails five times too often.
    """
    size = table.shape[1]
    expected = (copies / size * decks)[:, None]
    degrees = (len(table) - 1) * (size - 1)
    if expected.min() < (FEWEST_OF_MANY if degrees > _MANY else FEWEST):
        return
    off = (table - expected) / np.sqrt(expected)
    row, position = np.unravel_index(int(np.abs(off).argmax()), table.shape)
    told = (
        f"furthest off: {words[int(row)]} at position {position + 1}, {int(table[row, position]):,} times "
        f"where {float(expected[row, 0]):,.1f} are expected"
    )
    yield by_chi_square(name, "", decks * size, float((off**2).sum()) * (size - 1) / size, degrees, told)


def _farthest(table: Table, pack: Pack, decks: int) -> Iterator[Measure]:
    """Test the one position, and the one cell, that is farthest off: a bias there is lost among all cells together.

    Each cell is a binomial count. The least of n chances p is told by Sidak's 1 - (1 - p)**n; positions and cells hang
    together so little that the difference to Bonferroni's n p, which always holds, is below n p / 2 of it.
    """
    from scipy.special import bdtr, bdtrc, chdtrc, ndtri

    size = len(pack.cards)
    share = np.broadcast_to((pack.copies / size)[:, None], table.shape)
    expected = share * decks
    if expected.min() < FEWEST_OF_ONE:
        return
    by_position, degrees = ((table - expected) ** 2 / expected).sum(axis=0), len(table) - 1
    at = int(by_position.argmax())
    statistic, chance = float(by_position[at]), float(chdtrc(degrees, by_position[at]))
    yield _of_many("worst-position", decks, statistic, degrees, chance, size, f"position {at + 1}")
    rarely, often = bdtr(table.astype(float), decks, share), bdtrc(table - 1.0, decks, share)
    chances = np.minimum(1.0, 2 * np.minimum(rarely, np.where(table > 0, often, 1.0)))
    row, column = np.unravel_index(int(chances.argmin()), chances.shape)
    chance, wanted = float(chances[row, column]), float(expected[row, column])
    cell = f"{pack.kinds[int(row)]} at position {column + 1}"
    told = f"{cell}, {int(table[row, column]):,} times where {wanted:,.1f} are due"
    units = int(wanted / (1 - share[row, column]))
    yield _of_many("worst-cell", units, min(1600.0, float(ndtri(chance / 2)) ** 2), 1, chance, table.size, told)


def _of_many(
    name: str, units: int, statistic: float, degrees: int, chance: float, looks: int, told: str
) -> Measure:
    """Make a measure of the farthest of many chi-squares, whose size is bounded as if it alone had been looked at.

    It can only be too far off: that all are too near is for the tests of the whole table.
    """
    none = looks * np.log1p(-chance) if chance < 1 else -np.inf
    law = f"the farthest of {looks:,} chi-squares, {degrees:,} degree{'s' if degrees != 1 else ''} of freedom each"
    return Measure(name, "", law, units, statistic, 1.0, float(-np.expm1(none)), "spread", degrees, told, looks)


def _pearson(name: str, table: Table, expected: NDArray[np.float64], decks: int) -> Iterator[Measure]:
    here = expected > 0
    degrees = int(here.sum()) - 1
    if expected[here].min() < (FEWEST_OF_MANY if degrees > _MANY else FEWEST):
        return
    off = (table[here] - expected[here]) ** 2 / expected[here]
    yield by_chi_square(name, "", decks, float(off.sum()), degrees)


def _shapes(counts: Counts, pack: Pack) -> Iterator[Measure]:
    if not counts.decks[0]:
        return
    for name, (_, law) in _histograms(pack).items():
        yield from _both(name, getattr(counts, name), law(len(pack.cards)))
    for name, groups, table in (("same-suit", pack.suits, counts.suits), ("same-rank", pack.ranks, counts.ranks)):
        sizes = [int(pack.copies[groups == group].sum()) for group in np.unique(groups)]
        yield by_mean(name, "", table, laws.equal_neighbours(sizes))


def _both(name: str, table: Table, law: laws.Law) -> Iterator[Measure]:
    yield by_mean(f"{name}-mean", "", table, law)
    shape = by_shape(f"{name}-shape", "", table, law)
    if shape is not None:
        yield shape


def _before(counts: Counts, pack: Pack) -> Iterator[Measure]:
    size = len(pack.cards)
    spread = size * (size**2 - 1) / 12 / (size - 1) ** 0.5
    for at, distance in enumerate((1, 2)):
        pairs = int(counts.decks[distance])
        if pairs:
            yield by_mean(f"repeats-{distance}", "", counts.repeats[at], laws.fixed_points(size))
            yield by_mean(f"rising-{distance}", "", counts.relative_rising[at], laws.rising_sequences(size))
            z = float(counts.products[at]) / 4 / spread / pairs**0.5
            yield by_normal(f"correlation-{distance}", "", pairs, z, "normal, by the exact variance")


def _rare(counts: Counts, sums: Sums, pack: Pack) -> Iterator[Measure]:
    decks, size = int(counts.decks[0]), len(pack.cards)
    if not decks:
        return
    prints = sums[PRINTS]
    _, times = np.unique(prints, return_counts=True)
    again = int((times * (times - 1) // 2).sum())
    looked = decks * (decks - 1) // 2 if decks <= FINGERPRINTS else decks * len(prints) // 2
    alike = 2.0**-64 + float(np.exp2(-order_bits(pack)))
    told = f"{again:,} pair{'s' if again > 1 else ''} of equal decks" if again else "no deck came twice"
    if looked:
        yield by_count("duplicates", "", looked, again, looked * alike, told, "coincidence")
    seen, chance = 0, 0.0
    for table, law, high in (
        (counts.increasing, laws.increasing(size) if size <= WORD else None, True),
        (counts.fixed, laws.fixed_points(size), True),
        (counts.rising, laws.rising_sequences(size), False),
    ):
        if law is not None:
            tail = np.cumsum(law[::-1])[::-1] if high else np.cumsum(law)
            beyond = tail < EXTREME
            # A deck in order shows in each of the three: the largest count is of different decks.
            seen = max(seen, int(table[beyond].sum()))
            chance += float(law[beyond].sum())
    told = f"{seen:,} such decks" if seen else "none"
    yield by_count("unshuffled", "", decks, seen, decks * chance, told)


def order_bits(pack: Pack) -> float:
    """Give the number of different orders of a pack, as a power of two: 225.58 for 52 cards."""
    bits = lgamma(len(pack.cards) + 1) - sum(lgamma(int(copies) + 1) for copies in pack.copies)
    return bits / log(2)
