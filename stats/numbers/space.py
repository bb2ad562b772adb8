"""How many orders a pack or shoe has, and what share of them a seed or a state can reach at all."""

from dataclasses import dataclass
from fractions import Fraction
from math import factorial, log2

from fairfelt.stats.numbers.errors import NumbersError


@dataclass(frozen=True)
class Reach:
    """What a seed or state of so many bits can reach."""

    orders: int
    bits: int

    @property
    def share(self) -> Fraction:
        """The largest share of orders that can come at all."""
        return min(Fraction(1), Fraction(1 << self.bits, self.orders))

    @property
    def missing_bits(self) -> float:
        """Bits that the seed or state lacks; 0 where it reaches every order."""
        return max(0.0, log2(self.orders) - self.bits)

    @property
    def sentence(self) -> str:
        """Tell it to a reader of the report."""
        size = f"{log2(self.orders):,.2f} bits"
        if self.share == 1:
            return f"{self.bits:,} bits are enough for every order, which takes {size}; that each comes is not shown."
        return (
            f"{self.bits:,} bits can't reach every order, which takes {size}: "
            f"of 2^{self.missing_bits:,.2f} orders at most one can ever come."
        )


def orders(packs: int = 1, cards: int = 52, jokers: int = 0) -> int:
    """Count the orders of a shoe, in which the cards of different packs look alike.

    `jokers` is how many each pack holds besides its different cards; they all look alike. Raise NumbersError for
    numbers that make no shoe.
    """
    if packs < 1 or cards < 1 or jokers < 0:
        raise NumbersError(f"{packs} packs of {cards} cards and {jokers} jokers make no shoe; give at least 1, 1 and 0")
    alike: int = factorial(packs) ** cards * factorial(packs * jokers)
    return factorial(packs * (cards + jokers)) // alike


def order_bits(packs: int = 1, cards: int = 52, jokers: int = 0) -> float:
    """Give the binary logarithm of the number of orders: the bits that a state needs to reach each of them."""
    return log2(orders(packs, cards, jokers))


def reach(bits: int, packs: int = 1, cards: int = 52, jokers: int = 0) -> Reach:
    """Say what share of orders a seed or state of so many bits can reach."""
    if bits < 0:
        raise NumbersError(f"a state of {bits} bits doesn't exist; give 0 or more")
    return Reach(orders(packs, cards, jokers), bits)
