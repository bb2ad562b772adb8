"""Seeds that are moments: they are found around the moment, for every generator that is listed."""

from random import Random

import numpy as np
import pytest

from fairfelt.stats.generators.clock import Unit, Window, time_seeds, try_seeds, window_around
from fairfelt.stats.generators.draw_kernel import draw
from fairfelt.stats.generators.draws import Scaling
from fairfelt.stats.generators.found import GeneratorError
from fairfelt.stats.generators.orders import WAYS, Way, shuffled
from fairfelt.stats.generators.timed import TIMED, Timed

START = list(range(52))
AROUND = 1_750_000_000
DOWNWARD = Way("downward", "from the front")
EACH = [(timed, scaling) for timed in TIMED for scaling in timed.scalings]
PYTHON = next(timed for timed in TIMED if timed.name == "Python's random of a whole number")
TWISTER = next(timed for timed in TIMED if timed.name == "Mersenne Twister of a 32-bit seed")
SMALL = TIMED[0]


def deck_of(timed: Timed, scaling: Scaling, way: Way, seed: int) -> list[int]:
    words, at = timed.rows(np.array([seed], np.uint64), 300)[0], 0

    def below(bound: int) -> int:
        nonlocal at
        index, used = draw(scaling.method, words, at, np.uint64(timed.span), np.uint64(bound))
        at += used
        return int(index)

    return shuffled(way, START, below)


def python_deck(seed: int) -> list[int]:
    deck = list(START)
    Random(seed).shuffle(deck)
    return deck


def numpy_deck(seed: int) -> list[int]:
    deck = list(START)
    np.random.RandomState(seed).shuffle(deck)
    return deck


# Every generator, every way, every unit


@pytest.mark.parametrize(
    ("timed", "scaling"), EACH, ids=[f"{timed.name}, {scaling.title}" for timed, scaling in EACH]
)
def test_the_planted_moment_of_each_generator_is_found(timed: Timed, scaling: Scaling) -> None:
    way, seed = WAYS[EACH.index((timed, scaling)) % len(WAYS)], AROUND * 1000 + 321
    done = time_seeds([deck_of(timed, scaling, way, seed)], START, AROUND, 0.5, "millisecond", timed=[timed])
    (found,) = done.found
    assert (found.seed, found.scaling, found.shuffle) == (seed, scaling.title, way.title)
    assert len(done.searched) == len(timed.scalings) * len(WAYS)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way.order}, {way.dealt}")
def test_the_planted_moment_of_each_way_is_found(way: Way) -> None:
    deck = deck_of(TWISTER, TWISTER.scalings[0], way, AROUND + 70)
    (found,) = time_seeds([deck], START, AROUND, 100, timed=[TWISTER]).found
    assert (found.seed, found.shuffle) == (AROUND + 70, way.title)


@pytest.mark.parametrize(("unit", "each"), [("second", 1), ("millisecond", 10**3), ("microsecond", 10**6)])
def test_the_ends_of_a_window_belong_to_it(unit: Unit, each: int) -> None:
    seconds = 3 / each
    for seed, hits in [(-4, 0), (-3, 1), (3, 1), (4, 0)]:
        deck = deck_of(SMALL, SMALL.scalings[0], DOWNWARD, AROUND * each + seed)
        found = time_seeds([deck], START, AROUND, seconds * 1.01, unit, timed=[SMALL]).found
        assert len(found) == hits


# What Python and NumPy shuffle themselves


def test_pythons_own_shuffle_is_found_by_its_moment() -> None:
    decks = [python_deck(AROUND + 50), python_deck(AROUND + 52)]
    (found,) = time_seeds(decks, START, AROUND, 600, timed=[PYTHON, TWISTER]).found
    assert (found.generator, found.seed) == (PYTHON.name, AROUND + 50)
    assert (found.relation, found.seeds) == ("seeds that rise like a clock", (AROUND + 50, AROUND + 52))


def test_a_moment_of_more_than_32_bits_is_found_too() -> None:
    seed = AROUND * 1000 + 77
    (found,) = time_seeds([python_deck(seed)], START, AROUND, 0.2, "millisecond", timed=[PYTHON]).found
    assert found.seed == seed


def test_numpys_own_shuffle_is_found_by_its_moment() -> None:
    (found,) = time_seeds([numpy_deck(AROUND - 5)], START, AROUND, 600, timed=[PYTHON, TWISTER]).found
    assert (found.generator, found.seed) == (TWISTER.name, AROUND - 5)


def test_a_seed_that_somebody_wrote_into_the_program_is_found() -> None:
    done = try_seeds([python_deck(42)], START, Window(0, 999), timed=[PYTHON])
    assert [found.seed for found in done.found] == [42]
    assert {searched.seeds for searched in done.searched} == {"each whole number from 0 to 999"}
    assert try_seeds([python_deck(42)], START, Window(43, 999), timed=[PYTHON]).found == ()


# What isn't found


@pytest.mark.parametrize("spoil", ["outside", "changed", "good"])
def test_what_has_no_moment_in_the_window_is_not_found(spoil: str) -> None:
    deck = python_deck(AROUND + (700 if spoil == "outside" else 50))
    if spoil == "changed":
        deck[20], deck[30] = deck[30], deck[20]
    if spoil == "good":
        deck = np.random.Generator(np.random.PCG64(1)).permutation(52).tolist()
    done = time_seeds([deck], START, AROUND, 600, timed=[PYTHON, TWISTER])
    assert done.found == ()
    assert len(done.searched) == 4 * len(WAYS)


def test_consecutive_seeds_and_other_decks_are_told_apart() -> None:
    good = np.random.Generator(np.random.PCG64(1)).permutation(52).tolist()
    rising = [deck_of(SMALL, SMALL.scalings[0], DOWNWARD, AROUND + step) for step in range(3)]
    (found,) = time_seeds(rising, START, AROUND, 100, timed=[SMALL]).found
    assert found.relation == "consecutive seeds"
    (found,) = time_seeds([rising[0], good], START, AROUND, 100, timed=[SMALL]).found
    assert found.relation == "not explained"


# What is said


def test_what_was_tried_is_said_to_the_second() -> None:
    (searched, *_) = time_seeds([python_deck(1)], START, AROUND, 60, timed=[SMALL]).searched
    assert searched.seeds == (
        "each second since 1970, as a whole number, from 2025-06-15 15:05:40 UTC to 2025-06-15 15:07:40 UTC"
    )
    assert 2**searched.bits == pytest.approx(121)


def test_progress_never_falls_and_ends_at_one() -> None:
    seen: list[float] = []
    time_seeds([python_deck(1)], START, AROUND, 3000, progress=seen.append, timed=TIMED[:3])
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == (0.0, 1.0)


def test_the_list_names_each_generator_once() -> None:
    assert len({timed.name for timed in TIMED}) == len(TIMED)


@pytest.mark.parametrize(("around", "seconds"), [(10.0, 60.0), (AROUND, 1e13), (AROUND, -1.0)])
def test_a_window_that_cant_be_searched_is_refused(around: float, seconds: float) -> None:
    with pytest.raises(GeneratorError, match="window"):
        window_around(around, seconds, "second")
