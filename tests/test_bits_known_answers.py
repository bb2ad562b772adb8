"""A million bits of pi, e and two roots: the p-values of NIST's program, and those by exact laws."""

from functools import lru_cache
from math import isqrt

import numpy as np
import pytest

from fairfelt.stats.bits import battery
from fairfelt.stats.bits.answer import Bits
from fairfelt.stats.bits.rank_kernel import ranks
from fairfelt.stats.bits.settings import Constants

N, MORE = 1_000_000, 64


def inverse_root(number: int, bits: int) -> int:
    """Compute 2**bits / sqrt(number), by Newton's steps, each with twice as many digits."""
    if bits <= MORE:
        return isqrt((1 << 2 * bits) // number)
    half = bits // 2 + 8
    before = inverse_root(number, half)
    error = (1 << 2 * half) - number * before * before
    return (before << bits - half) + (before * error >> 3 * half + 1 - bits)


def inverse(number: int, bits: int) -> int:
    """Compute 2**bits / number but for a power of two, to `bits` digits."""
    if bits <= MORE:
        length = min(number.bit_length(), MORE + 16)
        return (1 << bits + length) // (number >> number.bit_length() - length)
    half = bits // 2 + 8
    before = inverse(number, half)
    cut = max(0, number.bit_length() - bits - 16)
    scale = half + number.bit_length() - cut
    error = (1 << scale) - before * (number >> cut)
    return (before << bits - half) + (before * error >> scale - (bits - half))


def e_series(first: int, last: int) -> tuple[int, int]:
    """Add up 1 / (first+1) ... k as a fraction, for k from first + 1 to last, by halves."""
    if last - first == 1:
        return 1, last
    middle = (first + last) // 2
    over, under = e_series(first, middle)
    over_later, under_later = e_series(middle, last)
    return over * under_later + over_later, under * under_later


def pi_series(first: int, last: int) -> tuple[int, int, int]:
    """Add up the series of Chudnovsky, by halves."""
    if last - first == 1:
        up = (6 * first - 5) * (2 * first - 1) * (6 * first - 1) if first else 1
        down = first**3 * (640320**3 // 24) if first else 1
        term = up * (13591409 + 545140134 * first)
        return up, down, -term if first % 2 else term
    middle = (first + last) // 2
    up, down, total = pi_series(first, middle)
    up_later, down_later, total_later = pi_series(middle, last)
    return up * up_later, down * down_later, down_later * total + up * total_later


@lru_cache
def digits(name: str) -> Bits:
    """Compute the first million binary digits, those before the point too."""
    if name == "e":
        over, under = e_series(0, 70_000)
        number = (over + under) * inverse(under, N + MORE)
    elif name == "pi":
        _, down, total = pi_series(0, N // 47 + 5)
        number = (down >> down.bit_length() - N - MORE) * inverse(total, N + MORE)
        number *= 426880 * 10005 * inverse_root(10005, N + MORE)
    else:
        square = int(name.removeprefix("sqrt"))
        number = square * inverse_root(square, N + MORE)
    number >>= number.bit_length() - N
    return battery.unpacked(number.to_bytes(N // 8, "big"))


@lru_cache
def p_values(name: str, constants: Constants) -> dict[str, float]:
    answers = battery.test_sequence(digits(name), constants)
    assert len(answers) == 188
    return {answer.id.removeprefix("bits."): answer.p for answer in answers if answer.p is not None}


LEGACY = {
    "frequency": (0.578211, 0.953749, 0.811881, 0.610051),
    "block-frequency": (0.380615, 0.211072, 0.833222, 0.473961),
    "cusum.forward": (0.628308, 0.669886, 0.879009, 0.917121),
    "cusum.backward": (0.663369, 0.724265, 0.957206, 0.689519),
    "runs": (0.419268, 0.561917, 0.313427, 0.261123),
    "longest-run": (0.024390, 0.718945, 0.012117, 0.446726),
    "rank": (0.083553, 0.306156, 0.823810, 0.314498),
    "spectral": (0.010186, 0.847187, 0.581909, 0.776046),
    "non-overlapping.000000001": (0.165757, 0.078790, 0.569461, 0.532235),
    "overlapping": (0.296897, 0.110434, 0.791982, 0.082716),
    "universal": (0.669012, 0.282568, 0.130805, 0.165981),
    "entropy": (0.361595, 0.700073, 0.884740, 0.180481),
    "excursions.+1": (0.844143, 0.786868, 0.216235, 0.783283),
    "variant.-1": (0.760966, 0.826009, 0.566118, 0.155066),
    "serial.1": (0.143005, 0.766182, 0.861925, 0.157500),
    "serial.2": (0.034354, 0.462921, 0.629225, 0.171100),
    "complexity": (0.255475, 0.826335, 0.317127, 0.346469),
}
NUMBERS = ("pi", "e", "sqrt2", "sqrt3")
EXACT = {
    "pi": {"longest-run": 0.027295, "overlapping": 0.260718, "complexity": 0.246801},
    "e": {"longest-run": 0.718366, "overlapping": 0.159037, "complexity": 0.826202},
    "sqrt2": {"longest-run": 0.013472, "overlapping": 0.828877, "complexity": 0.321866},
    "sqrt3": {"longest-run": 0.464612, "overlapping": 0.080773, "complexity": 0.338199},
}
OWN = {
    "pi": {"spectral": 0.012377, "universal": 0.676118, "entropy": 0.365902},
    "e": {"spectral": 0.851198, "universal": 0.293650, "entropy": 0.704154},
    "sqrt2": {"spectral": 0.591979, "universal": 0.139785, "entropy": 0.887059},
    "sqrt3": {"spectral": 0.781843, "universal": 0.175827, "entropy": 0.183462},
}
"""Where only the variance or the mean of a law is refined; no table that could be wrong is concerned."""


@pytest.mark.parametrize("name", NUMBERS)
def test_the_legacy_constants_give_what_nist_prints(name: str) -> None:
    found = p_values(name, "nist-legacy")
    expected = {test: row[NUMBERS.index(name)] for test, row in LEGACY.items()}
    assert {test: found[test] for test in LEGACY} == pytest.approx(expected, abs=6e-7)


@pytest.mark.parametrize("name", EXACT)
def test_the_exact_constants_differ_where_a_law_does_and_nowhere_else(name: str) -> None:
    found, legacy = p_values(name, "exact"), p_values(name, "nist-legacy")
    changed = EXACT[name] | OWN[name]
    assert {test: found[test] for test in changed} == pytest.approx(changed, abs=6e-7)
    assert {test: p for test, p in found.items() if test not in changed} == pytest.approx(
        {test: p for test, p in legacy.items() if test not in changed}, abs=1e-9
    )
    assert all(abs(found[test] - legacy[test]) > 1e-4 for test in changed)


PI_EXCURSIONS = "0.279235 0.639439 0.268428 0.613106 0.844143 0.794540 0.790685 0.627278"
PI_VARIANT = (
    "0.995094 0.926985 0.854948 0.657527 0.760966 0.687364 0.864963 0.650024 0.760966 0.509815 0.714432 0.954795 "
    "0.708635 0.806410 0.945155 0.932760 0.911398 1.000000"
)
E_EXCURSIONS = "0.573306 0.197996 0.164011 0.007779 0.786868 0.440912 0.797854 0.778186"
E_VARIANT = (
    "0.858946 0.794755 0.576249 0.493417 0.633873 0.917283 0.934708 0.816012 0.826009 0.137861 0.200642 0.441254 "
    "0.939291 0.505683 0.445935 0.512207 0.538635 0.593930"
)
SQRT2_EXCURSIONS = "0.650667 0.525084 0.462831 0.579449 0.216235 0.278867 0.649018 0.429218"
SQRT3_EXCURSIONS = "0.140338 0.464827 0.095758 0.372229 0.783283 0.380383 0.616285 0.586895"


@pytest.mark.parametrize(
    ("name", "kind", "listed"),
    [
        ("pi", "excursions", PI_EXCURSIONS),
        ("pi", "variant", PI_VARIANT),
        ("e", "excursions", E_EXCURSIONS),
        ("e", "variant", E_VARIANT),
        ("sqrt2", "excursions", SQRT2_EXCURSIONS),
        ("sqrt3", "excursions", SQRT3_EXCURSIONS),
    ],
)
def test_every_state_of_the_walk_has_its_own_p_value(name: str, kind: str, listed: str) -> None:
    found = [p for test, p in p_values(name, "nist-legacy").items() if test.startswith(kind)]
    assert found == pytest.approx([float(p) for p in listed.split()], abs=6e-7)


def test_the_document_errs_above_zero_in_2_14_8() -> None:
    printed = [0.778616, 0.365752, 0.790853, 0.792378]
    found = [p_values("e", "nist-legacy")[f"excursions.+{state}"] for state in (1, 2, 3, 4)]
    assert found == pytest.approx([0.786868, 0.440912, 0.797854, 0.778186], abs=6e-7)
    assert all(abs(one - other) > 5e-3 for one, other in zip(found, printed, strict=True))


def test_the_bits_of_e_give_the_examples_of_the_document() -> None:
    e = digits("e")
    counts = np.zeros(33, np.int64)
    ranks(e[:100_000], 32, counts)
    assert (counts[32], counts[31], counts.sum()) == (23, 60, 97), "2.5.8"
    short = {answer.id: answer.p for answer in battery.test_sequence(e, "nist-legacy", serial_length=2)}
    assert short["bits.serial.1"] == pytest.approx(0.843764, abs=6e-7), "2.11.8"
    assert short["bits.serial.2"] == pytest.approx(0.561915, abs=6e-7), "2.11.8"
    assert short["bits.overlapping"] == pytest.approx(0.110434, abs=6e-7), "2.8.8"


@pytest.mark.parametrize(("constants", "p"), [("nist-legacy", 0.845406), ("exact", 0.844738)])
def test_complexity_of_blocks_of_a_thousand_bits_of_e(constants: Constants, p: float) -> None:
    answers = battery.test_sequence(digits("e"), constants, complexity_block=1000)
    assert answers[-1].id == "bits.complexity"
    assert answers[-1].p == pytest.approx(p, abs=6e-7), "2.10.8"


def test_one_bit_of_a_million_changes_p_values() -> None:
    turned = digits("e").copy()
    turned[500_000] ^= 1
    found = {answer.id.removeprefix("bits."): answer.p for answer in battery.test_sequence(turned, "nist-legacy")}
    assert sum(found[test] != pytest.approx(row[1], abs=6e-7) for test, row in LEGACY.items()) >= 8
