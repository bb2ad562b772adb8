"""The generators that the catalogue seeds badly are those that were published."""

import numpy as np

from fairfelt.stats.catalogue.bad import DELPHI, MINSTD, MSVC
from fairfelt.stats.catalogue.seeds_kernel import expand, next_step, number_below


def stepped(generator: dict[str, int | bool], seed: int, times: int) -> list[int]:
    """Step a generator so many times, from a seed, and list its states."""
    step, states = np.uint64(seed), []
    for _ in range(times):
        step = next_step(np.uint64(step), generator["multiplier"], generator["increment"], generator["modulus"])
        states.append(int(step))
    return states


def test_the_minimal_standard_generator_is_that_of_park_and_miller() -> None:
    assert stepped(MINSTD, 1, 10_000)[-1] == 1_043_618_065


def test_the_generator_of_microsoft_s_library_is_as_known() -> None:
    drawn = [number_below(np.uint64(state), 2**15, MSVC["modulus"], False) for state in stepped(MSVC, 1, 5)]
    assert drawn == [41, 18467, 6334, 26500, 19169]


def test_delphi_s_generator_scales_its_state() -> None:
    (state,) = stepped(DELPHI, 12345, 1)
    assert state == (12345 * 134775813 + 1) % 2**32
    assert number_below(np.uint64(state), 52, DELPHI["modulus"], True) == state * 52 // 2**32


def test_a_seed_is_expanded_as_published() -> None:
    words = np.empty(5, np.uint64)
    expand(1234567, words)
    assert words.tolist() == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_a_wrong_multiplier_gives_other_numbers() -> None:
    assert stepped({**MINSTD, "multiplier": 16806}, 1, 10_000)[-1] != 1_043_618_065
