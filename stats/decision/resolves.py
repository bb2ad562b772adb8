"""What a sample can and can't resolve: known defects, and how many decks it takes to see each of them.

With 99 % power, by the plainest test that shows the defect: at the level that one test of the battery has, and, for
comparison, at 99 % confidence for that test alone. A defect that no sample shows is for those who read the source.
"""

from dataclasses import dataclass
from math import ceil, log, sqrt

from fairfelt.stats.decision.bounds import POWER, units_needed

ALONE = 0.02
"""The level of a two-sided test whose one side has 99 % confidence."""
TWO_COME = 6.638352
"""Events expected where two come with 99 % chance: two decks left in one order are the same deck twice."""
NEVER = 10**15
"""Decks that nobody will ever draw."""
CARDS = 52


@dataclass(frozen=True)
class Resolved:
    """`needs` counts decks at the level of the battery, `alone` for one test; `resolved` says whether `needs` came."""

    defect: str
    needs: int
    alone: int
    resolved: bool
    says: str


def resolves(decks: int, level: float, kept: int) -> tuple[Resolved, ...]:
    """List known defects of the shuffle of one pack, with whether so many decks show them.

    `level` is that of one test, two-sided; `kept` is how many fingerprints of decks are kept to find repetitions.
    """
    found = []
    for (name, needs), (_, alone) in zip(_needs(level, kept), _needs(ALONE, kept), strict=True):
        found.append(Resolved(name, needs, alone, decks >= needs, _words(decks, needs, alone)))
    return tuple(found)


def _words(decks: int, needs: int, alone: int) -> str:
    if alone >= NEVER:
        return "no sample shows it: read the source"
    one = f"; one test alone, at 99 %, takes {alone:,}" if alone != needs else ""
    return f"would have shown{one}" if decks >= needs else f"takes {needs:,} decks{one}"


def _needs(level: float, kept: int) -> list[tuple[str, int]]:
    def by_top_card(spread: float) -> int:
        return units_needed("spread", CARDS - 1, spread, level)

    top = [
        (f"first card drawn by {bits} random bits modulo {CARDS}", by_top_card(_modulo_spread(bits)))
        for bits in (8, 12, 16, 24, 32)
    ]
    likelier = [
        (f"one card {share} % too likely on top", by_top_card(_one_card_spread(share / 100)))
        for share in (20, 10, 5, 2)
    ]
    stuck = [
        (f"one card stuck on top in one deck of {every:,}", by_top_card(sqrt(CARDS - 1) / every))
        for every in (10, 100, 1000)
    ]
    left = [(f"one deck of {every:,} left unshuffled", ceil(TWO_COME * every)) for every in (100, 1000, 10_000)]
    seeds = [
        (f"seeds from {words}", _until_alike(states, kept))
        for words, states in (
            ("16 bits", 2**16),
            ("the milliseconds of a day", 86_400_000),
            ("32 bits", 2**32),
            ("48 bits", 2**48),
            ("64 bits", 2**64),
            ("128 bits", 2**128),
        )
    ]
    return [*top, *likelier, *stuck, *left, *seeds]


def _until_alike(states: int, kept: int) -> int:
    """Count the decks until two of so many equally likely ones were alike, and both kept, with 99 % chance."""
    pairs = states * -log(1 - POWER)
    decks = ceil(sqrt(2 * pairs))
    return decks if decks <= kept else ceil(2 * pairs / kept)


def _modulo_spread(bits: int) -> float:
    """Give the spread of remainders: of 2**bits words, the first few cards get one word more than the others."""
    words: int = 2**bits
    more = words % CARDS
    return sqrt(more * (CARDS - more)) / words


def _one_card_spread(share: float) -> float:
    """Give the spread where one card is likelier by a share and the others make room for it."""
    return sqrt((share**2 + (share / (CARDS - 1)) ** 2 * (CARDS - 1)) / CARDS)
