"""What is asked of numbers below a bound, and how: every length and cell, fixed before the first number is seen."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import ceil, isqrt, log

from fairfelt.stats.numbers.cells import FEW, Cells, digits, grouped
from fairfelt.stats.numbers.errors import NumbersError
from fairfelt.stats.numbers.named import TITLES

CHUNK = 1 << 16
PAIR_CELLS, TRIPLE_CELLS, OVERLAP_CELLS = 64, 16, 16
HAND = 5
ORDERED = 4
RUN_CAP, SIDE_CAP = 8, 16
STRIDES = (*range(2, 17), 26, 32, 52, 64)
STRIDE_CELLS = 8
LAGS = 16
LARGEST_CLASSES = 32
GRID = 4096
"""Points at which the distribution function is looked at."""
LEFT_OPEN = 0.005
"""Share of gaps and sets that may be longer than is looked at; they make one class."""


@dataclass(frozen=True)
class Plan:
    """A battery for whole numbers from 0 up to, and without, `below`, counted in chunks of `chunk` numbers.

    `play` is how many numbers one play of the game takes, for the correlation between its positions. Raise
    NumbersError where the battery can't be asked.
    """

    below: int
    chunk: int = CHUNK
    play: int = 5

    def __post_init__(self) -> None:
        if not 2 <= self.below <= 1 << 64:
            raise NumbersError(f"numbers below {self.below} can't be tested; give a bound from 2 to 2**64")
        if self.chunk < 1:
            raise NumbersError(f"a chunk of {self.chunk} numbers holds nothing to test; give at least 1")
        if not 2 <= self.play <= 64:
            raise NumbersError(f"a play of {self.play} numbers has no pairs to compare; give 2 to 64 numbers a play")

    @property
    def digits(self) -> Cells:
        """The cells of the tests that look at last digits."""
        return digits(self.below)

    @property
    def stride_cells(self) -> Cells:
        """The cells of the subsequences."""
        return grouped(self.below, STRIDE_CELLS) if self.below <= FEW else digits(self.below, STRIDE_CELLS)

    @property
    def overlap_cells(self) -> Cells:
        """The letters of overlapping words."""
        return grouped(self.below, FEW if self.below <= FEW else OVERLAP_CELLS)

    @property
    def overlap_length(self) -> int:
        """The letters of one word: as many as leave at most 4,096 words."""
        return max(length for length in range(2, 13) if self.overlap_cells.count**length <= 4096)

    @property
    def gap_cap(self) -> int:
        """The gap from which on all gaps are one class."""
        rarest = min(self.digits.weights) / self.below
        return ceil(log(LEFT_OPEN) / log(1 - rarest))

    @cached_property
    def coupon_cap(self) -> int:
        """The number of draws after which a set that isn't full is given up."""
        from fairfelt.stats.numbers.laws import coupon_cap

        return coupon_cap(self.digits, LEFT_OPEN)

    @property
    def block(self) -> int:
        """The numbers of one block of duplicates: about two repeats are expected, if the chunk is long enough."""
        return max(2, min(max(3, isqrt(4 * self.below)), self.chunk))

    @property
    def window(self) -> int:
        """The numbers of one window: four of a kind are expected."""
        return 4 * self.digits.count

    @property
    def largest_of(self) -> int:
        """How many numbers the largest is taken of."""
        return min(8, max(2, self.below // 2))

    @property
    def largest_edges(self) -> tuple[int, ...]:
        """Where the classes of the largest number begin, all but the first; nearly equally likely."""
        shares = ((k / LARGEST_CLASSES) ** (1 / self.largest_of) for k in range(1, LARGEST_CLASSES))
        return tuple(sorted({edge for share in shares if 0 < (edge := int(share * self.below)) < self.below}))

    @property
    def segment(self) -> int:
        """The numbers of one Fourier transform: a power of two, two at least in a chunk; 0 where a chunk is short."""
        longest = min(4096, self.chunk // 2)
        return 1 << (longest.bit_length() - 1) if longest >= 64 else 0

    @property
    def bits(self) -> int:
        """The bits that are equally often set: all where `below` is a power of two, else the lowest only."""
        return self.below.bit_length() - 1 if self.below & (self.below - 1) == 0 else 1

    @property
    def least_chunk(self) -> Mapping[str, int]:
        """The numbers that a chunk must have for each test to count anything."""
        needs = {
            "equidistribution": 6,
            "overlaps": 2 * self.overlap_length + 1,
            "coupon-collector": self.coupon_cap,
            "runs": 3 * SIDE_CAP,
            "interplay-correlation": self.play,
            "serial-correlation": 2 * LAGS + 1,
            "gap": 2 * (self.gap_cap + 1),
            "poker": HAND,
            "permutation": ORDERED,
            "spectral": 128,
            "subsequences": len(STRIDES) * STRIDES[-1],
            "adjacency": 2,
            "order-statistic": self.largest_of,
            "poisson": self.window,
        }
        return {id_: needs.get(id_.removeprefix("numbers."), 2) for id_ in TITLES}


def registered(plan: Plan) -> tuple[tuple[str, str], ...]:
    """List the tests that the plan asks: id and title."""
    out = {id_ for id_, _ in not_asked(plan)}
    return tuple((id_, title) for id_, title in TITLES.items() if id_ not in out)


def not_asked(plan: Plan) -> tuple[tuple[str, str], ...]:
    """List the tests that mean nothing for these numbers or don't fit in a chunk: id and reason."""
    found = []
    for id_, least in plan.least_chunk.items():
        if id_ == "numbers.mono-bit" and plan.below == 2:
            found.append((id_, "with two numbers, a bit is a number: numbers.chi-square asks the same"))
        elif plan.chunk < least:
            found.append((id_, f"for numbers below {plan.below} it takes chunks of {least:,} numbers at least"))
    return tuple(found)


def stride_starts() -> tuple[int, ...]:
    """Give where each stride's phases begin in their table, and the end of it."""
    return tuple(accumulate(STRIDES, initial=0))
