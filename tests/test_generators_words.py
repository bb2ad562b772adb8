"""Raw outputs: weak generators are named by foretelling what follows, and nothing else is."""

from itertools import product
from math import log2
from random import Random
from secrets import token_bytes

import numpy as np
import pytest
from numpy.typing import NDArray

from fairfelt.stats.generators import congruential, twister, xorshift
from fairfelt.stats.generators.binary import linear_complexity, solutions, surprise
from fairfelt.stats.generators.congruential import Congruential
from fairfelt.stats.generators.found import GeneratorError
from fairfelt.stats.generators.recognise import (
    FRACTIONS_SEARCHED,
    WORDS_SEARCHED,
    recognise,
    recognise_fractions,
    v8_places,
)
from fairfelt.stats.generators.recovery import LAGS
from fairfelt.stats.generators.timed import dot_net, glibc
from fairfelt.stats.generators.xorshift import Linear

Words = NDArray[np.uint32] | NDArray[np.uint64]
SEED = np.array([20_240_229], np.uint64)
WHOLE = [known for known in congruential.SMALL if known.shift == 0]
CUT = [congruential.MSVC, congruential.ANSI, congruential.JAVA, congruential.JAVA_INT]


def names(words: Words) -> list[str]:
    return [found.name for found in recognise(words)]


def flipped(words: Words, at: int, bit: int = 3) -> Words:
    changed = words.copy()
    changed[at] ^= changed.dtype.type(1 << bit)
    return changed


def python_words(count: int, seed: int = 7) -> NDArray[np.uint32]:
    rng = Random(seed)
    return np.array([rng.getrandbits(32) for _ in range(count)], np.uint32)


def linear_words(linear: Linear, count: int) -> NDArray[np.uint64]:
    rng = np.random.default_rng(5)
    state = rng.integers(1, 1 << min(linear.width, 63), (1, linear.words), dtype=np.uint64)
    words: NDArray[np.uint64] = linear.outputs(state, count)[0]
    return words


# The Mersenne Twister


def test_the_mersenne_twister_is_read_from_624_outputs_and_foretells_the_rest() -> None:
    (found,) = recognise(python_words(1000))
    assert (found.name, found.needed, found.predicted) == ("Mersenne Twister", 624, 376)
    assert found.bits == 32 * 376
    assert found.chance == 0.0


def test_its_outputs_may_begin_anywhere_in_its_cycle() -> None:
    assert names(python_words(5000)[1234:1900]) == ["Mersenne Twister"]


@pytest.mark.parametrize("count", [623, 624, 655])
def test_nothing_is_said_before_32_outputs_were_foretold(count: int) -> None:
    assert recognise(python_words(count)) == ()
    assert names(python_words(656)) == ["Mersenne Twister"]


@pytest.mark.parametrize("at", [20, 410, 624, 655])
def test_a_twister_with_one_bit_flipped_is_not_recognised(at: int) -> None:
    assert recognise(flipped(python_words(656), at)) == ()


def test_what_is_foretold_ends_at_the_first_miss() -> None:
    (found,) = recognise(flipped(python_words(1000), 700))
    assert found.predicted == 700 - 624


def test_our_twister_gives_what_python_and_numpy_give() -> None:
    for seed in (0, 1, 2**32 - 1, 2**32, 1_700_000_000_123):
        ours = twister.python_outputs(np.array([seed], np.uint64), 700)[0]
        assert (ours == python_words(700, seed)).all()
    theirs = np.frombuffer(np.random.RandomState(5).bytes(2800), "<u4")
    assert (twister.outputs(np.array([5], np.uint64), 700)[0] == theirs).all()
    assert (twister.outputs(np.array([5], np.uint64), 20)[0] == theirs[:20]).all()


# Congruential generators


@pytest.mark.parametrize("known", [*WHOLE, *CUT], ids=lambda known: known.name)
def test_a_known_congruential_generator_is_named(known: Congruential) -> None:
    (found,) = recognise(known.outputs(SEED, 60)[0])
    assert found.name == known.name
    assert found.needed + found.predicted == 60


@pytest.mark.parametrize(
    ("multiplier", "increment", "modulus"),
    [(1_103_515_249, 12_347, 1 << 31), (742_938_285, 0, (1 << 31) - 1), (2_862_933_555_777_941_757, 3, 1 << 64)],
)
def test_constants_that_nobody_published_are_computed(multiplier: int, increment: int, modulus: int) -> None:
    state, given = 99, []
    for _ in range(40):
        state = (state * multiplier + increment) % modulus
        given.append(state)
    (found,) = recognise(np.array(given, np.uint64))
    assert found.name == "a linear congruential generator"
    assert f"multiplier {multiplier}, increment {increment}, modulus {modulus}" in found.how
    assert found.bits == pytest.approx(28 * log2(modulus))


@pytest.mark.parametrize("known", [congruential.DELPHI, congruential.MSVC], ids=lambda known: known.name)
def test_a_congruential_generator_with_one_bit_flipped_is_not_recognised(known: Congruential) -> None:
    words = known.outputs(SEED, 20)[0]
    assert names(words) == [known.name]
    assert [recognise(flipped(words, at)) for at in range(8)] == [()] * 8


def test_cut_outputs_of_other_constants_are_not_taken_for_a_known_generator() -> None:
    other = Congruential("other", 214_017, 2_531_011, 1 << 31, 16)
    assert recognise(other.outputs(SEED, 60)[0]) == ()


def test_our_java_and_c_libraries_give_what_theirs_give() -> None:
    seed = np.array([42], np.uint64)
    assert int(congruential.JAVA_INT.outputs(seed, 1)[0, 0]) == -1_170_105_035 % 2**32
    assert congruential.RAND48.outputs(seed, 3)[0].tolist() == [1_598_855_263, 735_945_821, 238_553_827]
    assert glibc(np.array([1], np.uint64), 3)[0].tolist() == [1_804_289_383, 846_930_886, 1_681_692_777]
    assert glibc(np.array([3_000_000_000], np.uint64), 1)[0].tolist() == [2_058_147_116]
    assert dot_net(np.array([0], np.uint64), 2)[0].tolist() == [1_559_595_546, 1_755_192_844]


# Additive generators


def test_additive_generators_are_named() -> None:
    assert names(glibc(SEED, 200)[0]) == ["glibc random, type 3, the usual one"]
    assert names(dot_net(SEED, 200)[0]) == ["System.Random of .NET with a seed"]
    assert {"glibc random, type 3, the usual one", "System.Random of .NET with a seed"} < set(LAGS)


def test_an_additive_generator_with_one_bit_flipped_is_not_recognised() -> None:
    assert recognise(flipped(glibc(SEED, 70)[0], 32)) == ()


# Generators linear over bits


@pytest.mark.parametrize("linear", [*xorshift.LINEAR, xorshift.V8], ids=lambda linear: linear.name)
def test_a_known_linear_generator_is_named_by_solving_for_its_state(linear: Linear) -> None:
    (found,) = recognise(linear_words(linear, 400))
    assert found.name == linear.name
    assert found.needed + found.predicted == 400


@pytest.mark.parametrize("at", [1, 10, 150])
def test_a_linear_generator_with_one_bit_flipped_is_not_recognised(at: int) -> None:
    linear = next(each for each in xorshift.LINEAR if each.name == "xorshift128+ of 23, 17 and 26")
    words = linear_words(linear, 160)
    assert names(words) == [linear.name]
    assert recognise(flipped(words, at, bit=0)) == ()


def test_a_shift_register_that_nobody_named_is_told_by_its_recurrence() -> None:
    unnamed = Linear("unnamed", 1, 32, xorshift.xorshift(7, 25, 12, 32))
    (found,) = recognise(linear_words(unnamed, 300))
    assert (found.name, found.needed) == ("a generator linear in bits", 64)
    assert "32 of 32 bits" in found.how
    assert found.bits > 200


def test_the_twister_is_told_from_fractions_by_the_degree_of_its_recurrence() -> None:
    rng = Random(4)
    fractions = np.array([rng.random() for _ in range(40_000)])
    (found,) = recognise_fractions(fractions)
    assert found.name.endswith("of the degree of the Mersenne Twister")
    assert found.needed == 2 * 19_937
    assert recognise_fractions(fractions[:39_000]) == ()


@pytest.mark.parametrize("length", [8, 11])
def test_chances_of_complexities_are_those_of_all_rows_of_bits(length: int) -> None:
    complexities = [linear_complexity(np.array(row, np.uint8)) for row in product((0, 1), repeat=length)]
    for most in range(length // 2 + 1):
        assert sum(each <= most for each in complexities) / 2**length == pytest.approx(2 ** -surprise(length, most))


def test_equations_between_bits_are_solved_or_refused() -> None:
    assert solutions([(0b011, 1), (0b110, 0), (0b100, 1)], 3) == [0b110]
    assert sorted(solutions([(0b011, 1)], 2) or ()) == [0b01, 0b10]
    assert solutions([(0b011, 1), (0b011, 0)], 2) == []
    assert solutions([], 9) is None


# Fractions


def test_fractions_of_v8_are_recognised_across_its_blocks() -> None:
    places = v8_places(50, 100)
    made = linear_words(xorshift.V8, 192)[places]
    fractions = (made >> np.uint64(12)).astype(np.float64) / 2**52
    (found,) = recognise_fractions(fractions)
    assert (found.name, found.needed, found.predicted) == (xorshift.V8.name, 4, 96)
    assert recognise_fractions(fractions[::2].copy()) == ()


@pytest.mark.parametrize(
    ("known", "divisor"),
    [
        (congruential.MSVC, 2.0**15),
        (congruential.MSVC, 2.0**15 - 1),
        (congruential.PARK_MILLER, 2.0**31 - 1),
        (congruential.DELPHI, 2.0**32),
    ],
)
def test_fractions_are_turned_back_to_outputs(known: Congruential, divisor: float) -> None:
    fractions = known.outputs(SEED, 60)[0] / divisor
    assert [found.name for found in recognise_fractions(fractions)] == [known.name]


# Good sources, and none


def good_words(kind: str, count: int) -> Words:
    if kind == "secrets":
        return np.frombuffer(token_bytes(4 * count), np.uint32)
    rng = np.random.Generator(np.random.PCG64(3))
    return rng.integers(0, 2**64, count, dtype=np.uint64) if kind == "64 bits" else rng.integers(
        0, 2**32, count, dtype=np.uint32
    )


@pytest.mark.parametrize("kind", ["secrets", "PCG64", "64 bits"])
@pytest.mark.parametrize("count", [10, 100, 1000, 10_000])
def test_a_good_source_is_never_recognised(kind: str, count: int) -> None:
    assert recognise(good_words(kind, count)) == ()


def test_good_fractions_and_good_small_numbers_are_never_recognised() -> None:
    rng = np.random.Generator(np.random.PCG64(3))
    assert recognise_fractions(rng.random(10_000)) == ()
    assert recognise(rng.integers(0, 2**15, 10_000, dtype=np.uint32)) == ()


def test_outputs_that_never_change_are_a_recurrence_and_no_generator_by_name() -> None:
    for word in (0, 1, 77):
        (found,) = recognise(np.full(1000, word, np.uint32))
        assert found.name == "a generator linear in bits"
    zeros_first = np.concatenate([np.zeros(700, np.uint32), python_words(100)])
    assert "Mersenne Twister" not in names(zeros_first)


def test_no_outputs_say_nothing() -> None:
    assert recognise(np.array([], np.uint32)) == ()
    assert recognise_fractions(np.array([])) == ()


def test_outputs_of_a_wrong_type_or_range_are_refused() -> None:
    with pytest.raises(GeneratorError, match="uint32"):
        recognise(np.array([1, 2, 3]))
    with pytest.raises(GeneratorError, match="0 to 1"):
        recognise_fractions(np.array([0.5, 1.5]))


def test_what_is_sought_is_listed() -> None:
    assert len(set(WORDS_SEARCHED)) == len(WORDS_SEARCHED)
    assert {xorshift.V8.name, congruential.MSVC.name} < set(WORDS_SEARCHED)
    assert xorshift.V8.name in FRACTIONS_SEARCHED
