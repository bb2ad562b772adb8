"""The exact bias of a way to scale b random bits to m outcomes, as its vendor declares it.

No sample of numbers can show a bias of one in a thousand million; arithmetic can.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import inf, prod
from typing import Literal, get_args

from fairfelt.stats.numbers.errors import NumbersError

Method = Literal["modulo", "multiply", "float32", "float64", "rejection"]
"""How bits u become an outcome.

modulo: u % m. multiply: floor(u * m / 2**b). float32, float64: the leading 24 or 53 bits of u as a float in [0, 1),
times m, rounded as floats are, floored. rejection: words that would favour an outcome are drawn again.
"""
LIMIT = Fraction(1, 50_000_000)
"""The bias up to which scaling passes for unbiased: 25 CFR 547.14(f)."""
MANTISSA: Mapping[Method, int] = {"float32": 24, "float64": 53}
MOST_BITS, MOST_ROUNDED = 4096, 1 << 20


@dataclass(frozen=True)
class Scaling:
    """How likely the outcomes are: how many outcomes share each chance."""

    method: Method
    bits: int
    outcomes: int
    chances: Mapping[Fraction, int]

    @property
    def absolute(self) -> Fraction:
        """The largest error of an outcome's chance."""
        return max(abs(chance - Fraction(1, self.outcomes)) for chance in self.chances)

    @property
    def relative(self) -> Fraction:
        """The largest error of an outcome's chance, in parts of the fair chance."""
        return self.absolute * self.outcomes

    @property
    def variation(self) -> Fraction:
        """The total variation distance: by so much can the chance of any event be off."""
        off = (abs(chance - Fraction(1, self.outcomes)) * several for chance, several in self.chances.items())
        return sum(off, Fraction(0)) / 2

    @property
    def spread(self) -> Fraction:
        """The mean square of the relative errors; chi-square grows by so much with each number."""
        squares = ((chance * self.outcomes - 1) ** 2 * several for chance, several in self.chances.items())
        return sum(squares, Fraction(0)) / self.outcomes

    @property
    def within_limit(self) -> bool:
        """Say whether even the relative error, the stricter reading, is within LIMIT."""
        return self.relative <= LIMIT


@dataclass(frozen=True)
class ShuffleBias:
    """How far a Fisher-Yates shuffle of n cards is off, if each of its n - 1 numbers is scaled alike."""

    cards: int
    likeliest: Fraction
    """The chance of the likeliest order, in parts of the fair chance; exact."""
    unlikeliest: Fraction
    variation: Fraction
    """The sum of the numbers' total variation distances, which bounds that of the orders."""

    @property
    def relative(self) -> Fraction:
        """The largest error of an order's chance, in parts of the fair chance."""
        return max(self.likeliest - 1, 1 - self.unlikeliest)

    @property
    def within_limit(self) -> bool:
        """Say whether even the relative error of an order, the strictest reading, is within LIMIT."""
        return self.relative <= LIMIT


def scaling(method: Method, bits: int, outcomes: int) -> Scaling:
    """Compute exactly how likely each outcome is, where all words of so many bits are equally likely.

    Raise NumbersError for a method that isn't known, and where outcomes can't be had from so many bits.
    """
    if method not in get_args(Method):
        raise NumbersError(f"no way of scaling is called {method!r}; choose from {', '.join(get_args(Method))}")
    if not 1 <= bits <= MOST_BITS:
        raise NumbersError(f"a source of {bits} bits can't be scaled; give 1 to {MOST_BITS:,} bits")
    if outcomes < 2:
        raise NumbersError(f"there is nothing to scale to {outcomes} outcomes; give at least 2")
    if method == "rejection":
        if outcomes > 1 << bits:
            raise NumbersError(f"{bits} bits can't be rejected down to {outcomes} outcomes; draw more bits at a time")
        return Scaling(method, bits, outcomes, {Fraction(1, outcomes): outcomes})
    if method in MANTISSA:
        return _by_float(method, min(bits, MANTISSA[method]), bits, outcomes)
    # However the words are shared out, some outcomes have one word more than the others.
    words, longer = divmod(1 << bits, outcomes)
    shares = {Fraction(words + 1, 1 << bits): longer, Fraction(words, 1 << bits): outcomes - longer}
    return Scaling(method, bits, outcomes, {chance: several for chance, several in shares.items() if several})


def _by_float(method: Method, used: int, bits: int, outcomes: int) -> Scaling:
    """Count the words below each outcome: rounding to nearest lifts products just below a whole number onto it."""
    if outcomes > MOST_ROUNDED:
        raise NumbersError(f"rounding is followed up to {MOST_ROUNDED:,} outcomes, not {outcomes:,}; use fewer")
    words = 1 << used
    first = [0, *(_first_word(outcome, words, outcomes, MANTISSA[method]) for outcome in range(1, outcomes)), words]
    counts = Counter(after - before for before, after in pairwise(first))
    return Scaling(method, bits, outcomes, {Fraction(count, words): several for count, several in counts.items()})


def _first_word(outcome: int, words: int, outcomes: int, mantissa: int) -> int:
    """Give the first word whose product, rounded, reaches an outcome; ties go to the outcome, which is even."""
    floats_below = outcome.bit_length() - mantissa - (outcome & (outcome - 1) == 0)
    half_step = Fraction(2) ** (floats_below - 1)
    reached = (outcome - half_step) * words / outcomes
    return -(-reached.numerator // reached.denominator)


def shuffle_bias(method: Method, bits: int, cards: int) -> ShuffleBias:
    """Compute how far a Fisher-Yates shuffle is off whose numbers below n, n - 1, ... 2 are scaled from as many bits.

    Raise NumbersError as `scaling` does.
    """
    if cards < 2:
        raise NumbersError(f"a pack of {cards} cards can't be shuffled; give at least 2")
    steps = [scaling(method, bits, outcomes) for outcomes in range(2, cards + 1)]
    return ShuffleBias(
        cards=cards,
        likeliest=prod((max(step.chances) * step.outcomes for step in steps), start=Fraction(1)),
        unlikeliest=prod((min(step.chances) * step.outcomes for step in steps), start=Fraction(1)),
        variation=sum((step.variation for step in steps), Fraction(0)),
    )


def numbers_needed(spread: Fraction, outcomes: int, confidence: float = 0.99, power: float = 0.99) -> float:
    """Give how many numbers a chi-square test needs to show a bias, at a confidence and with a power.

    `spread` is the mean square of relative errors. The noncentrality that the power asks for is spread times numbers.
    Infinite where there is no bias.
    """
    from scipy.special import chdtri, chndtrinc

    if spread == 0:
        return inf
    critical = float(chdtri(outcomes - 1, 1 - confidence))
    return float(chndtrinc(critical, outcomes - 1, 1 - power)) / float(spread)
