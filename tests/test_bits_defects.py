"""Every one of the fifteen tests catches the fault that it is there for, and says when it can't be asked."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import pytest

from fairfelt.stats.bits import battery
from fairfelt.stats.bits.answer import Answer, Bits

N = 1 << 20
SURE = 1e-9
Rng = np.random.Generator


def rng(seed: int) -> Rng:
    return np.random.Generator(np.random.PCG64(seed))


def fair(seed: int, count: int = N) -> Bits:
    return np.asarray(rng(seed).integers(0, 2, count, np.uint8))


def weighted(seed: int, chance: Any, count: int = N) -> Bits:
    return np.asarray(rng(seed).random(count) < chance, np.uint8)


def alternating() -> Bits:
    return (np.arange(N) % 2).astype(np.uint8)


def biased() -> Bits:
    return weighted(1, 0.505)


def biased_by_blocks() -> Bits:
    return weighted(2, 0.5 + 0.05 * (1 - 2 * (np.arange(N) // 128 % 2)))


def drifting() -> Bits:
    return weighted(3, np.where(np.arange(N) < N // 2, 0.51, 0.49))


def sticky() -> Bits:
    """Repeat the last bit in 51 of 100 steps."""
    return (np.cumsum(rng(4).random(N) < 0.49) % 2).astype(np.uint8)


def without_long_runs() -> Bits:
    """Break each run of ones that grows to nine."""
    bits = fair(5)
    while len(at := np.flatnonzero(np.convolve(bits, np.ones(9, np.uint8))[8:-8] == 9)):
        bits[at + 4] = 0
    return bits


def shift_register(taps: tuple[int, ...] = (31, 3)) -> Bits:
    bits = np.zeros(N, np.uint8)
    bits[:31] = fair(6, 31)
    bits[30] = 1
    longest, shortest = taps
    for at in range(31, N, shortest):
        end = min(N, at + shortest)
        bits[at:end] = bits[at - longest : end - longest] ^ bits[at - shortest : end - shortest]
    return bits


def register_of_15() -> Bits:
    return shift_register((15, 4))


def dependent_rows() -> Bits:
    """Make each 32nd word of 32 bits the sum of the 31 before it."""
    words = fair(7).reshape(-1, 32, 32)
    words[:, 31] = np.bitwise_xor.reduce(words[:, :31], axis=1)
    return words.ravel()


def periodic() -> Bits:
    """Say one bit in five after a word of 1000 bits that comes again and again."""
    bits = fair(10)
    np.copyto(bits, np.resize(fair(9, 1000), N), where=rng(8).random(N) < 0.2)
    return bits


def stuck() -> Bits:
    bits = fair(11)
    bits[::8] = 1
    return bits


def stuck_in_turn() -> Bits:
    """Set each eighth bit to 0 and 1 in turn, so that ones and zeros come as often."""
    bits = fair(12)
    bits[::8] = np.arange(len(bits[::8])) % 2
    return bits


def planted(word: str, every: int) -> Bits:
    bits = fair(13)
    for at in rng(14).integers(0, N - len(word), N // every):
        bits[at : at + len(word)] = list(word)
    return bits


def few_words() -> Bits:
    """Take each seven bits from 120 of the 128 words that there are."""
    words = rng(15).choice(rng(16).permutation(128)[:120], N // 7)
    return ((words[:, None] >> np.arange(6, -1, -1)) & 1).astype(np.uint8).ravel()


def homesick() -> Bits:
    """Walk towards 0 a little more often than away from it, where it is near."""
    bits, at = np.zeros(N, np.uint8), 0
    for step, chance in enumerate(rng(17).random(N).tolist()):
        up = chance < (0.5 if at == 0 or abs(at) > 40 else 0.45 if at > 0 else 0.55)
        bits[step] = up
        at += 1 if up else -1
    return bits


@lru_cache
def answers(source: Callable[[], Bits]) -> dict[str, Answer]:
    return {answer.id.removeprefix("bits."): answer for answer in battery.test_sequence(source())}


def p_of(source: Callable[[], Bits], test: str) -> float:
    answer = answers(source)[test]
    assert answer.p is not None, answer.lacking
    return answer.p


def fair_bits() -> Bits:
    return fair(20)


def ones_planted() -> Bits:
    return planted("0111111111110", 2000)


def pattern_planted() -> Bits:
    return planted("000101011", 2000)


def zeros_planted() -> Bits:
    return planted("000000001", 1000)


CAUGHT = [
    (biased, "frequency"),
    (biased, "cusum.forward"),
    (biased_by_blocks, "block-frequency"),
    (drifting, "cusum.forward"),
    (drifting, "cusum.backward"),
    (alternating, "runs"),
    (sticky, "runs"),
    (without_long_runs, "longest-run"),
    (without_long_runs, "overlapping"),
    (ones_planted, "overlapping"),
    (dependent_rows, "rank"),
    (shift_register, "rank"),
    (shift_register, "complexity"),
    (periodic, "spectral"),
    (stuck, "frequency"),
    (stuck, "non-overlapping.000000001"),
    (stuck_in_turn, "spectral"),
    (stuck_in_turn, "serial.1"),
    (register_of_15, "serial.1"),
    (register_of_15, "serial.2"),
    (stuck_in_turn, "entropy"),
    (pattern_planted, "non-overlapping.000101011"),
    (zeros_planted, "non-overlapping.000000001"),
    (few_words, "universal"),
    (few_words, "entropy"),
    (homesick, "excursions.+1"),
    (homesick, "excursions.-3"),
    (homesick, "variant.+5"),
    (homesick, "variant.-9"),
]


@pytest.mark.parametrize(("source", "test"), CAUGHT, ids=lambda value: getattr(value, "__name__", value))
def test_a_fault_is_caught_by_the_test_for_it(source: Callable[[], Bits], test: str) -> None:
    assert p_of(source, test) < SURE
    assert p_of(fair_bits, test) > 1e-3 or test.startswith(("excursions", "variant"))


@pytest.mark.parametrize(
    ("source", "test"),
    [
        (alternating, "frequency"),
        (drifting, "frequency"),
        (biased_by_blocks, "frequency"),
        (shift_register, "frequency"),
        (shift_register, "serial.1"),
        (shift_register, "entropy"),
        (dependent_rows, "complexity"),
        (stuck_in_turn, "frequency"),
        (periodic, "runs"),
        (homesick, "complexity"),
        (pattern_planted, "non-overlapping.000000001"),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_a_fault_is_no_business_of_another_test(source: Callable[[], Bits], test: str) -> None:
    assert p_of(source, test) > 1e-3


def test_fair_bits_pass_188_tests_about_as_often_as_they_should() -> None:
    found = [answer.p for seed in range(30, 34) for answer in battery.test_sequence(fair(seed)) if answer.p is not None]
    assert len(found) >= 4 * 162
    assert sum(p < 0.01 for p in found) <= 20
    assert 0.4 < sum(p < 0.5 for p in found) / len(found) < 0.6


def lacking(bits: Bits, **params: Any) -> dict[str, str]:
    found = battery.test_sequence(bits, **params)
    assert all((answer.p is None) == bool(answer.lacking) == (not answer.asked) for answer in found)
    return {answer.id.removeprefix("bits."): answer.lacking for answer in found if not answer.asked}


def test_fifty_bits_are_too_few_for_any_test() -> None:
    found = lacking(fair(40, 50))
    assert len(found) == 188
    assert found["frequency"] == "has 50 bits, needs 100"
    assert found["rank"] == "has 50 bits, needs 38,912"
    assert found["universal"] == "has 50 bits, needs 387,840"
    assert found["serial.1"] == "counts windows of 16 bits, has bits for 2"
    assert found["complexity"] == "has 0 blocks of 500 bits, needs 200"


def test_what_is_long_enough_for_some_is_told_for_the_others() -> None:
    found = lacking(fair(41, 100_000), serial_length=13)
    short = {test.partition(".")[0] for test in found} - {"excursions", "variant"}
    assert short == {"universal", "non-overlapping"}
    assert found["non-overlapping.000000001"] == "expects 24.4 of each pattern in a block, needs 100"


def test_a_walk_that_hardly_returns_has_too_few_cycles() -> None:
    bits = fair(42)
    bits[:4000] = 1
    found = lacking(bits)
    assert len(found) == 26
    assert found["excursions.+1"].endswith("cycles, needs 500")
    assert found.keys() == {test for test in answers(fair_bits) if test.startswith(("excursions.", "variant."))}


def test_bits_all_alike_have_no_law_of_runs_and_fail_elsewhere() -> None:
    bits = np.ones(N, np.uint8)
    assert lacking(bits)["runs"] == "all bits are 1"
    found = {answer.id: answer.p for answer in battery.test_sequence(bits)}
    assert found["bits.frequency"] == found["bits.serial.1"] == found["bits.complexity"] == 0.0
    legacy = {answer.id: answer.p for answer in battery.test_sequence(bits, "nist-legacy")}
    assert legacy["bits.runs"] == 0.0


@pytest.mark.parametrize(
    ("bits", "params", "message"),
    [
        (np.array([0, 1, 2], np.uint8), {}, r"bit 2 is 2; .*unpacked"),
        (np.array([0, 1]), {}, "type int64"),
        (np.zeros((2, 8), np.uint8), {}, r"shape \(2, 8\)"),
        (np.zeros(0, np.uint8), {}, "no bits"),
        (fair(0, 200), {"serial": 3}, "no test has a parameter serial; there are: .*serial_length"),
        (fair(0, 200), {"serial_length": 40}, "serial_length is 40; give 2 to 24"),
        (fair(0, 200), {"longest_run_block": 100}, "give 8, 128 or 10000"),
        (fair(0, 200), {"overlapping_block": 8}, "give a longer block"),
        (fair(0, 200), {"constants": "nist"}, "choose exact or nist-legacy"),
    ],
)
def test_what_no_test_can_start_from_is_refused(bits: Bits, params: dict[str, Any], message: str) -> None:
    with pytest.raises(battery.BitsError, match=message):
        battery.test_sequence(bits, **params)


def test_bytes_are_read_from_the_most_significant_bit() -> None:
    assert battery.unpacked(b"\xc9\x0f").tolist() == [1, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 1, 1, 1]
    assert battery.unpacked(np.array([0x80], np.uint8), 3).tolist() == [1, 0, 0]
