"""What a sample can and can't resolve: known defects, and how many decks it takes to see each of them.

At 99 % confidence and 99 % power, by the plainest test that shows the defect. A defect that no sample shows is for
those who read the source.
"""

from dataclasses import dataclass
from math import ceil, log, sqrt

from fairfelt.stats.decision.bounds import POWER, units_needed

CONFIDENT = 0.02
"""The level of a two-sided test whose one side has 99 % confidence."""
NEVER = 10**15
"""Decks that nobody will ever draw."""
CARDS = 52


@dataclass(frozen=True)
class Resolved:
    """`needs` counts decks; `resolved` says whether so many were drawn."""

    defect: str
    needs: int
    resolved: bool
    says: str


def resolves(decks: int) -> tuple[Resolved, ...]:
    """List known defects of the shuffle of one pack, with whether so many decks show them."""
    return tuple(Resolved(name, needs, decks >= needs, _words(decks, needs)) for name, needs in _needs())


def _words(decks: int, needs: int) -> str:
    if decks >= needs:
        return "would have shown"
    return f"takes {needs:,} decks" if needs < NEVER else "no sample shows it: read the source"


def _needs() -> list[tuple[str, int]]:
    top = [
        (f"first card drawn by {bits} random bits modulo {CARDS}", _by_top_card(_modulo_spread(bits)))
        for bits in (8, 12, 16, 24, 32)
    ]
    likelier = [
        (f"one card {share} % too likely in one position", _by_top_card(_one_card_spread(share / 100)))
        for share in (20, 10, 5, 2)
    ]
    stuck = [
        (f"one card stuck on top in one deck of {every:,}", _by_top_card(sqrt(CARDS - 1) / every))
        for every in (10, 100, 1000)
    ]
    left = [
        (f"one deck of {every:,} left unshuffled", ceil(log(1 - POWER) / log(1 - 1 / every)))
        for every in (100, 1000, 10_000)
    ]
    seeds = [
        (f"seeds from {words}", ceil(sqrt(2 * states * -log(1 - POWER))))
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


def _by_top_card(spread: float) -> int:
    return units_needed("spread", CARDS - 1, spread, CONFIDENT)


def _modulo_spread(bits: int) -> float:
    """Give the spread of remainders: of 2**bits words, the first few cards get one word more than the others."""
    words: int = 2**bits
    more = words % CARDS
    return sqrt(more * (CARDS - more)) / words


def _one_card_spread(share: float) -> float:
    """Give the spread where one card is likelier by a share and the others make room for it."""
    return sqrt((share**2 + (share / (CARDS - 1)) ** 2 * (CARDS - 1)) / CARDS)
