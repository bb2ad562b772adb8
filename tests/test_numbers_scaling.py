"""The bias of scaling is exact: every word of small sources agrees, and so do the known figures."""

from collections import Counter
from fractions import Fraction
from math import inf

import numpy as np
import pytest

from fairfelt.stats.numbers.errors import NumbersError
from fairfelt.stats.numbers.scaling import LIMIT, Method, numbers_needed, scaling, shuffle_bias


def counted(outcomes: "np.ndarray[tuple[int], np.dtype[np.int64]]", of: int) -> dict[Fraction, int]:
    counts = Counter(np.bincount(outcomes, minlength=of).tolist())
    assert sum(counts.values()) == of, "an outcome lies outside"
    return {Fraction(count, len(outcomes)): several for count, several in counts.items()}


@pytest.mark.parametrize("bits", [8, 10])
@pytest.mark.parametrize("outcomes", [2, 3, 52, 64, 1000])
def test_each_way_agrees_with_every_word(bits: int, outcomes: int) -> None:
    words = np.arange(1 << bits)
    assert scaling("modulo", bits, outcomes).chances == counted(words % outcomes, outcomes)
    assert scaling("multiply", bits, outcomes).chances == counted(words * outcomes >> bits, outcomes)


@pytest.mark.parametrize(("bits", "outcomes"), [(24, 52), (24, 12345), (24, 1 << 15), (20, 12345)])
def test_rounding_of_short_floats_agrees_with_every_word(bits: int, outcomes: int) -> None:
    words = np.arange(1 << bits).astype(np.float32) * np.float32(2.0**-bits)
    found = np.floor(words * np.float32(outcomes)).astype(np.int64)
    assert scaling("float32", bits, outcomes).chances == counted(found, outcomes)


def test_rounding_adds_bias_of_its_own() -> None:
    assert scaling("float32", 24, 12345).relative > scaling("multiply", 24, 12345).relative
    assert scaling("float64", 24, 12345).relative == scaling("multiply", 24, 12345).relative


def test_a_float_holds_no_more_bits_than_its_mantissa() -> None:
    assert scaling("float32", 64, 52).chances == scaling("float32", 24, 52).chances
    assert scaling("float64", 64, 52).chances == scaling("float64", 53, 52).chances


@pytest.mark.parametrize(
    ("bits", "numbers"), [(8, 22_890), (16, 500_100_000), (32, 6.44e18)], ids=["8 bits", "16 bits", "32 bits"]
)
def test_how_many_numbers_show_the_bias_of_modulo_52(bits: int, numbers: float) -> None:
    found = scaling("modulo", bits, 52)
    assert numbers_needed(found.spread, 52) == pytest.approx(numbers, rel=0.001)
    assert numbers_needed(found.spread, 52, power=0.999) > numbers


def test_rejection_has_no_bias_and_nothing_shows_it() -> None:
    found = scaling("rejection", 32, 52)
    assert (found.absolute, found.relative, found.variation, found.within_limit) == (0, 0, 0, True)
    assert numbers_needed(found.spread, 52) == inf


def test_the_limit_of_one_in_fifty_million() -> None:
    assert Fraction(1, 50_000_000) == LIMIT
    assert scaling("modulo", 32, 52).within_limit
    assert not scaling("modulo", 30, 52).within_limit
    assert scaling("modulo", 8, 52).relative == Fraction(3, 16)
    assert scaling("modulo", 8, 52).variation == Fraction(48 * 4, 256 * 52)


def test_a_power_of_two_is_scaled_without_bias() -> None:
    assert scaling("modulo", 8, 64).relative == 0
    assert scaling("modulo", 8, 63).relative > 0


@pytest.mark.parametrize("method", ["modulo", "multiply"])
def test_a_shuffle_of_three_cards_agrees_with_every_pair_of_words(method: Method) -> None:
    orders: Counter[tuple[int, int]] = Counter()
    for one in range(16):
        for two in range(16):
            first = one % 3 if method == "modulo" else one * 3 >> 4
            orders[first, two % 2] += 1
    found = shuffle_bias(method, 4, 3)
    chances = [Fraction(count * 6, 256) for count in orders.values()]
    assert (found.likeliest, found.unlikeliest) == (max(chances), min(chances))
    off = sum(abs(chance - 1) for chance in chances) / 12
    assert off <= found.variation


def test_a_shuffle_can_fail_the_limit_that_each_number_passes() -> None:
    """32 bits are enough for a number below 52, and too few for a pack."""
    assert not shuffle_bias("modulo", 32, 52).within_limit
    assert shuffle_bias("modulo", 64, 52).within_limit
    assert shuffle_bias("rejection", 32, 52).relative == 0


@pytest.mark.parametrize(
    ("method", "bits", "outcomes", "told"),
    [
        ("magic", 32, 52, "no way of scaling is called 'magic'; choose from modulo"),
        ("modulo", 0, 52, "a source of 0 bits"),
        ("modulo", 8, 1, "nothing to scale"),
        ("rejection", 5, 52, "draw more bits"),
        ("float32", 32, 1 << 21, "use fewer"),
    ],
)
def test_what_can_not_be_scaled_is_refused(method: Method, bits: int, outcomes: int, told: str) -> None:
    with pytest.raises(NumbersError, match=told):
        scaling(method, bits, outcomes)
