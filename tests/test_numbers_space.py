"""A seed or state must be large enough for every order of a pack or shoe."""

from fractions import Fraction
from itertools import permutations
from math import factorial

import pytest

from fairfelt.stats.numbers.errors import NumbersError
from fairfelt.stats.numbers.space import order_bits, orders, reach


def test_orders_of_small_shoes_agree_with_all_of_them() -> None:
    assert orders(1, 4) == len(set(permutations("abcd")))
    assert orders(2, 3) == len(set(permutations("abcabc")))
    assert orders(2, 2, 1) == len(set(permutations("abJabJ")))
    assert orders(1, 3, 2) == len(set(permutations("abcJJ")))


def test_known_sizes() -> None:
    assert order_bits() == pytest.approx(225.58, abs=0.005)
    assert order_bits(8) == pytest.approx(2229.3, abs=0.05)
    assert orders(1, 54) == factorial(54)
    assert orders(1, 52, 2) == factorial(54) // 2


@pytest.mark.parametrize(("bits", "enough"), [(32, False), (64, False), (225, False), (226, True), (256, True)])
def test_a_pack_takes_226_bits(bits: int, enough: bool) -> None:
    found = reach(bits)
    assert (found.share == 1) is enough
    assert (found.missing_bits == 0) is enough
    assert ("can't reach" in found.sentence) is not enough


def test_the_share_that_a_seed_reaches_is_exact() -> None:
    assert reach(32).share == Fraction(1 << 32, factorial(52))
    assert reach(64).sentence == (
        "64 bits can't reach every order, which takes 225.58 bits: of 2^161.58 orders at most one can ever come."
    )


def test_no_shoe_and_no_state_are_refused() -> None:
    with pytest.raises(NumbersError, match="make no shoe"):
        orders(0)
    with pytest.raises(NumbersError, match="-1 bits"):
        reach(-1)
