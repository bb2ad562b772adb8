"""What a chunk of numbers tells, in whole numbers that add up over chunks in any order."""

from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.numbers.cells import FEW, PLACES, Cells, grouped, grouping, places
from fairfelt.stats.numbers.errors import NumbersError
from fairfelt.stats.numbers.laws import kinds, tables
from fairfelt.stats.numbers.plan import (
    GRID,
    LAGS,
    OVERLAP_CELLS,
    PAIR_CELLS,
    RUN_CAP,
    SIDE_CAP,
    STRIDE_CELLS,
    STRIDES,
    TRIPLE_CELLS,
    Plan,
    registered,
)

Sums = dict[str, NDArray[np.int64]]
POWER_SCALE = 1 << 20
"""Parts into which a frequency's power is cut before it is rounded: sums of floats would depend on their order."""
DITHER_ROOT = 0x6E756D62


def chunk_sums(values: NDArray[np.int64] | NDArray[np.uint64], plan: Plan) -> Sums:
    """Count one chunk of exactly `plan.chunk` numbers for every test that the plan asks.

    Keys are the ends of test ids, and `chunks`. Sums of chunks are added cell by cell. Raise NumbersError if there are
    more or fewer numbers, or one lies outside 0 up to `plan.below`.
    """
    numbers = _checked(values, plan)
    asked = {id_.removeprefix("numbers.") for id_, _ in registered(plan)}
    place = _places(numbers, plan.below)
    sums = {"chunks": np.ones(1, np.int64), **_in_cells(numbers, place, plan), **_in_moments(numbers, place, plan)}
    return {name: array for name, array in sums.items() if name in asked or name == "chunks"}


def _checked(values: NDArray[np.int64] | NDArray[np.uint64], plan: Plan) -> NDArray[np.uint64]:
    if values.shape != (plan.chunk,):
        raise NumbersError(f"a chunk has the shape {values.shape}; the plan counts {plan.chunk:,} numbers at a time")
    if values.dtype not in (np.int64, np.uint64):
        raise NumbersError(f"the numbers are of type {values.dtype}; give whole numbers as int64 or uint64")
    least, most = int(values.min()), int(values.max())
    if least < 0 or most >= plan.below:
        wrong = least if least < 0 else most
        raise NumbersError(f"number {wrong} is not from 0 up to {plan.below - 1}; give the `below` that was asked for")
    return np.ascontiguousarray(values).view(np.uint64)


def _places(numbers: NDArray[np.uint64], below: int) -> NDArray[np.uint16]:
    from fairfelt.stats.numbers.tables_kernel import find_places

    if below <= PLACES:
        return numbers.astype(np.uint16)
    width, wider = divmod(below, PLACES)
    if wider == 0 and width & (width - 1) == 0:
        return (numbers >> np.uint64(width.bit_length() - 1)).astype(np.uint16)
    found = np.empty(len(numbers), np.uint16)
    find_places(numbers, width, wider, found)
    return found


def _digits(numbers: NDArray[np.uint64], cells: Cells) -> NDArray[np.uint16]:
    """Take last digits; of a small range each number itself is one."""
    if cells.count == cells.below:
        return numbers.astype(np.uint16)
    return (numbers & np.uint64(cells.count - 1)).astype(np.uint16)


def _in_cells(numbers: NDArray[np.uint64], place: NDArray[np.uint16], plan: Plan) -> Sums:
    from fairfelt.stats.numbers import patterns_kernel as patterns
    from fairfelt.stats.numbers import tables_kernel as kernel

    below, size = plan.below, plan.chunk
    digit = _digits(numbers, plan.digits)
    sums: Sums = {name: np.zeros(sum(map(len, laws)), np.int64) for name, laws in tables(plan).items()}
    kernel.count_cells(place, sums["chi-square"])

    half, pair, triple = size // 2, grouped(below, PAIR_CELLS).count, grouped(below, TRIPLE_CELLS).count
    pairs, triples = np.split(sums["equidistribution"], [pair**2])
    kernel.count_pairs(grouping(below, PAIR_CELLS)[place[:half]], pair, pairs)
    kernel.count_triples(grouping(below, TRIPLE_CELLS)[place[half:]], triple, triples)

    letters, length = plan.overlap_cells.count, plan.overlap_length
    sums["overlaps"] = np.zeros(letters**length, np.int64)
    letter = place if letters == below else grouping(below, OVERLAP_CELLS)[place]
    if size >= length:
        kernel.count_overlapping(letter, letters, length, sums["overlaps"])

    few = below <= FEW
    strided = grouping(below, STRIDE_CELLS)[place] if few else _digits(numbers, plan.stride_cells)
    kernel.count_strided(strided, np.array(STRIDES), plan.stride_cells.count, sums["subsequences"])

    steps = np.empty(size - 1, np.uint64)
    kernel.differences(numbers, np.uint64(below % (1 << 64)), steps)
    kernel.count_cells(_places(steps, below), sums["adjacency"])
    kernel.count_orders(numbers, sums["permutation"])
    kernel.count_repeats(numbers, plan.block, sums["duplicates"])

    third = size // 3
    rising, falling, low, high = np.split(sums["runs"], np.cumsum([RUN_CAP, RUN_CAP, SIDE_CAP]))
    patterns.count_rises(numbers[:third], False, rising)
    patterns.count_rises(numbers[third : 2 * third], True, falling)
    patterns.count_sides(numbers[2 * third :], np.uint64(below // 2), low, high)
    gaps, recent = np.split(sums["gap"], [plan.gap_cap + 1])
    patterns.count_gaps(digit[:half], gaps)
    even = np.uint64(below - below % plan.digits.count - 1)
    patterns.count_recent(numbers[half:], digit[half:], even, recent)
    patterns.count_sets(digit, plan.digits.count, sums["coupon-collector"])
    patterns.count_hands(digit, sums["poker"])
    edges = np.array(plan.largest_edges, np.uint64)
    patterns.count_largest(numbers, plan.largest_of, edges, sums["order-statistic"])
    order = kinds(plan.digits)
    kind = np.array([order.index(weight) for weight in plan.digits.weights])
    patterns.count_windows(digit, plan.window, kind, sums["poisson"])
    return sums


def _in_moments(numbers: NDArray[np.uint64], place: NDArray[np.uint16], plan: Plan) -> Sums:
    from fairfelt.stats.numbers import moments_kernel as kernel
    from fairfelt.stats.streams.xoshiro import seeded

    scores = places(plan.below).scores[place]
    sums: Sums = {
        "serial-correlation": np.zeros(LAGS + 1, np.int64),
        "interplay-correlation": np.zeros(plan.play + plan.play * (plan.play - 1) // 2, np.int64),
        "mono-bit": np.zeros(plan.bits, np.int64),
        "kolmogorov-smirnov": np.zeros(GRID, np.int64),
    }
    if plan.chunk > LAGS:
        kernel.sum_lagged(scores, sums["serial-correlation"])
    kernel.sum_plays(scores, plan.play, sums["interplay-correlation"])
    kernel.count_bits(numbers, sums["mono-bit"])
    # The chunk itself says which fractions are added to it, so it is counted alike whichever chunk came before.
    stream = seeded(DITHER_ROOT, crc32(numbers.astype("<u8").tobytes()))
    kernel.count_dequantised(numbers, float(plan.below), stream, sums["kolmogorov-smirnov"])
    if plan.segment:
        middle, digits = plan.chunk // 2, plan.digits
        last = digits.scores[_digits(numbers[middle:], digits)]
        powers = (
            _power(scores[:middle], places(plan.below).moments[1], plan.segment),
            _power(last, digits.moments[1], plan.segment),
        )
        sums["spectral"] = np.concatenate(powers)
    return sums


def _power(scores: NDArray[np.int32], variance: float, segment: int) -> NDArray[np.int64]:
    """Add up the power at each frequency over segments, in parts of what is expected of a fair source."""
    rows = scores[: len(scores) // segment * segment].reshape(-1, segment).astype(np.float64)
    waves = np.fft.rfft(rows, axis=1)[:, 1 : segment // 2]
    power = (waves.real**2 + waves.imag**2) / (variance * segment)
    return np.asarray(np.rint(power * POWER_SCALE).astype(np.int64).sum(axis=0))
