"""The worked examples of SP 800-22 rev. 1a, to the digits it prints; and its errors, each beside the right value."""

from math import erfc, sqrt
from typing import Any

import numpy as np
import pytest

from fairfelt.stats.bits import battery
from fairfelt.stats.bits.answer import Bits, by_chi_square, chi_square_of
from fairfelt.stats.bits.constants import LEGACY_UNIVERSAL
from fairfelt.stats.bits.rank_kernel import ranks
from fairfelt.stats.bits.universal import mean_logarithm

P100 = (
    "11001001000011111101101010100010001000010110100011"
    "00001000110100110001001100011001100010100010111000"
)  # fmt: skip
P128 = (
    "1100110000010101011011000100110011100000000000100100110101010001"
    "0001001111010110100000001101011111001100111001101101100010110010"
)  # fmt: skip
P50 = "10111011110010110100011100101110111110000101101001"


def bits(digits: str) -> Bits:
    return np.array(list(digits), np.uint8)


def p_of(digits: str, id_: str, **params: Any) -> float:
    answers = battery.test_sequence(bits(digits), "nist-legacy", any_length=True, **params)
    found = next(answer for answer in answers if answer.id == f"bits.{id_}")
    assert found.p is not None, found.lacking
    return found.p


@pytest.mark.parametrize(
    ("section", "digits", "id_", "params", "printed"),
    [
        ("2.1.4", "1011010101", "frequency", {}, 0.527089),
        ("2.1.8", P100, "frequency", {}, 0.109599),
        ("2.2.4", "0110011010", "block-frequency", {"block_length": 3}, 0.801252),
        ("2.2.8", P100, "block-frequency", {"block_length": 10}, 0.706438),
        ("2.3.4", "1001101011", "runs", {}, 0.147232),
        ("2.3.8", P100, "runs", {}, 0.500798),
        ("2.4.8", P128, "longest-run", {}, 0.180609),
        (
            "2.7.4", "10100100101110010110", "non-overlapping.001",
            {"template_length": 3, "template_blocks": 2}, 0.344154,
        ),
        ("2.12.4", "0100110101", "entropy", {"entropy_length": 3}, 0.261961),
        ("2.12.8", P100, "entropy", {"entropy_length": 2}, 0.235301),
        ("2.13.4", "1011010111", "cusum.forward", {}, 0.4116588),
        ("2.13.8", P100, "cusum.forward", {}, 0.219194),
        ("2.13.8", P100, "cusum.backward", {}, 0.114866),
        ("2.15.4", "0110110101", "variant.+1", {}, 0.683091),
    ],
)  # fmt: skip
def test_a_worked_example(section: str, digits: str, id_: str, params: dict[str, int], printed: float) -> None:
    assert p_of(digits, id_, **params) == pytest.approx(printed, abs=6e-7)


@pytest.mark.parametrize(
    ("section", "digits", "id_", "params", "printed", "right"),
    [
        ("2.6.4: five peaks are below the threshold, not four", "1001010011", "spectral", {}, 0.029523, 0.468160),
        ("2.6.8: forty-eight peaks, not forty-six", P100, "spectral", {}, 0.168669, 0.646355),
        (
            "2.8.4: not the p-value of the bits that are printed", P50, "overlapping",
            {"overlapping_length": 2, "overlapping_block": 10}, 0.274932, 0.409635,
        ),
        ("2.11.4: the first", "0011011101", "serial.1", {"serial_length": 3}, 0.9057, 0.808792),
        ("2.11.4: the second", "0011011101", "serial.2", {"serial_length": 3}, 0.8805, 0.670320),
        ("2.14.4: rounded on the way", "0110110101", "excursions.+1", {}, 0.502529, 0.502488),
    ],
)  # fmt: skip
def test_an_error_of_the_document(
    section: str, digits: str, id_: str, params: dict[str, int], printed: float, right: float
) -> None:
    """The errors in 2.14.8 need a million bits and stand with the known answers."""
    found = p_of(digits, id_, **params)
    assert found == pytest.approx(right, abs=6e-7)
    assert found != pytest.approx(printed, abs=1e-5)


def test_example_2_5_4_takes_the_law_of_large_matrices_rounded_to_four_digits() -> None:
    counts = np.zeros(4, np.int64)
    ranks(bits("01011001001010101101"), 3, counts)
    assert counts.tolist() == [0, 0, 1, 1]
    printed = chi_square_of(np.array([1, 1, 0]), 2 * np.array([0.2888, 0.5776, 0.1336]))
    assert by_chi_square("", "", 2, printed, 2).p == pytest.approx(0.741948, abs=6e-7)
    assert p_of("01011001001010101101", "rank", rank_size=3) == pytest.approx(0.741948, abs=1e-4)


def test_example_2_9_4_takes_the_variance_of_one_distance() -> None:
    found = mean_logarithm(bits("01011010011101010111"), 2, 4, 6)
    mean, variance = LEGACY_UNIVERSAL[2]
    assert found == pytest.approx(1.1949875, abs=1e-7)
    assert erfc(abs(found - mean) / sqrt(2 * variance)) == pytest.approx(0.767189, abs=6e-7)


def test_a_worked_example_with_one_bit_turned_is_another_p_value() -> None:
    assert p_of("1" + P100[1:].replace("1", "0", 1), "frequency") != pytest.approx(0.109599, abs=1e-3)
