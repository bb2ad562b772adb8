"""Every bad shuffle has the vice that it is listed for, and fair decks don't have it."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from math import comb, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from fairfelt.stats.catalogue import BAD, Decks, find
from fairfelt.stats.catalogue.exact import EXACT, Matrix
from fairfelt.stats.catalogue.shuffler import by_kernel
from tests.test_catalogue_sorts import follows

Counts = NDArray[np.int64]
ROOT = 23


@dataclass(frozen=True)
class Vice:
    """How a vice shows, and in how many decks."""

    shows: Callable[[Decks], bool]
    decks: int


@cache
def many_fair() -> Decks:
    return find("xoshiro256").make(ROOT + 1, 0, 400_000)


def fair(count: int) -> Decks:
    assert count <= len(many_fair())
    return many_fair()[:count]


# How vices show


def table(decks: Decks) -> Matrix:
    """Give the share of decks that have each card at each place."""
    size = decks.shape[1]
    counts = np.stack([np.bincount(decks[:, at], minlength=size) for at in range(size)], axis=1)
    return np.asarray(counts / len(decks), np.float64)


def by_its_matrix(id_: str) -> Vice:
    """Hold the table of decks against the exact one: of what that differs from even, the decks should have all.

    Fair decks have none of it, give or take 1 / sqrt(51 n) of the difference's length. n makes that a tenth.
    """
    matrix = EXACT[id_](52)
    away = matrix - 1 / 52
    length = float((away**2).sum())

    def shows(decks: Decks) -> bool:
        return abs(float(((table(decks) - 1 / 52) * away).sum()) / length - 1) < 0.5

    return Vice(shows, max(500, round(100 / (51 * length))))


def far_from(
    mean: float, deviation: float, count: Callable[[Decks], Counts], expected: float
) -> Callable[[Decks], bool]:
    """Say whether what is counted in each deck has a mean that isn't a fair deck's, but about the expected one."""

    def shows(decks: Decks) -> bool:
        error, found = deviation / sqrt(len(decks)), float(count(decks).mean())
        return abs(found - mean) > 6 * error and abs(found - expected) < 6 * error

    return shows


def per_deck(places: NDArray[np.bool_]) -> Counts:
    return np.asarray(np.count_nonzero(places, axis=1), np.int64)


def fixed_points(decks: Decks) -> Counts:
    return per_deck(decks == np.arange(decks.shape[1]))


def cycles(decks: Decks) -> Counts:
    """Count cycles by the least card of each, found by doubling steps."""
    least, step = np.broadcast_to(np.arange(52), decks.shape), decks.astype(np.int64)
    for _ in range(6):
        least = np.minimum(least, np.take_along_axis(least, step, axis=1))
        step = np.take_along_axis(step, step, axis=1)
    return per_deck(least == np.arange(52))


def descents(decks: Decks) -> Counts:
    return per_deck(decks[:, 1:] < decks[:, :-1])


def rising_sequences(decks: Decks) -> Counts:
    return np.int64(1) + descents(np.argsort(decks, axis=1).astype(np.uint8))


def kept_places(decks: Decks) -> Counts:
    """Count the cards that are where they were in the deck before."""
    return per_deck(decks[1:] == decks[:-1])


def repeats(decks: Decks) -> int:
    return len(decks) - len(np.unique(np.ascontiguousarray(decks).view(f"V{decks.shape[1]}")))


def few_repeats(expected: float) -> Callable[[Decks], bool]:
    """Say whether about so many decks are repeats, five deviations of a Poisson count at most, and at least one."""
    return lambda decks: repeats(decks) >= 1 and abs(repeats(decks) - expected) < 5 * sqrt(expected) + 1


def even_share(which: Callable[[Decks], Counts], expected: float) -> Callable[[Decks], bool]:
    def shows(decks: Decks) -> bool:
        return abs(float(which(decks).mean()) - expected) < 5 * sqrt(expected * (1 - expected) / len(decks))

    return shows


def middle_behind_first(decks: Decks) -> Counts:
    return per_deck((decks[:, :-1] == 0) & (decks[:, 1:] == 26))


def runs_in_the_order_before(decks: Decks) -> Counts:
    """Count the rising sequences of each deck, its cards numbered by their places in the deck before."""
    places = np.argsort(decks[:-1], axis=1)
    return rising_sequences(np.take_along_axis(places, decks[1:].astype(np.int64), axis=1).astype(np.uint8))


def each_card_once_at_each_place(decks: Decks) -> bool:
    return all(bool((table(decks[at : at + 52]) == 1 / 52).all()) for at in range(0, len(decks), 52))


# The law of riffles


@cache
def eulerian(size: int) -> list[int]:
    """Count the orders of a pack by their descents."""
    row = [1]
    for cards in range(2, size + 1):
        row = [
            (at + 1) * (row[at] if at < len(row) else 0) + (cards - at) * (row[at - 1] if at else 0)
            for at in range(cards)
        ]
    return row


FAIR_DESCENTS = [orders / sum(eulerian(52)) for orders in eulerian(52)]


def law_of_runs(piles: int) -> list[float]:
    """Give the chances of 1, 2, ... rising sequences after a cut into so many piles and one riffle of all.

    7 riffles are one of 128 piles. Bayer and Diaconis, Trailing the dovetail shuffle to its lair (1992).
    """
    whole = piles**52
    return [
        float(Fraction(eulerian(52)[runs - 1] * comb(piles + 52 - runs, 52), whole)) if runs <= piles else 0.0
        for runs in range(1, 53)
    ]


def runs_follow(piles: int, decks: Decks) -> bool:
    return follows(np.bincount(rising_sequences(decks) - 1, minlength=52), law_of_runs(piles))


# Each has its vice


def all_of(*shows: Callable[[Decks], bool]) -> Callable[[Decks], bool]:
    return lambda decks: all(show(decks) for show in shows)


def shifted(count: Callable[[Decks], Counts], mean: float, deviation: float) -> Callable[[Decks], bool]:
    return lambda decks: abs(float(count(decks).mean()) - mean) > 6 * deviation / sqrt(len(decks))


HARMONIC = sum(1 / cards for cards in range(1, 53))
CYCLE_DEVIATION = sqrt(HARMONIC - sum(1 / cards**2 for cards in range(1, 53)))
VICES: dict[str, Vice] = {
    **{id_: by_its_matrix(id_) for id_ in EXACT if id_ not in ("modulo-16", "scaled-16")},
    "sattolo": Vice(lambda decks: bool((cycles(decks) == 1).all() and (fixed_points(decks) == 0).all()), 1000),
    "stops-one-early": Vice(far_from(HARMONIC, CYCLE_DEVIATION, cycles, HARMONIC + 0.5), 20_000),
    "leaves-last-card": Vice(lambda decks: bool((decks[:, 51] == 51).all()), 1000),
    "leaves-first-card": Vice(lambda decks: bool((decks[:, 0] == 0).all()), 1000),
    "stuck-top-1": Vice(lambda decks: bool((decks[:, 0] == 51).all()), 1000),
    **{f"riffle-{times}": Vice(partial(runs_follow, 2**times), 30_000) for times in range(4, 11)},
    "riffled-on": Vice(lambda decks: bool((runs_in_the_order_before(decks) <= 8).all()), 1000),
    **{
        f"comparator-{name}": Vice(shifted(count, mean, sqrt(variance)), decks)
        for name, count, mean, variance, decks in (
            ("binary-insertion", descents, 25.5, 53 / 12, 20_000),
            ("timsort", descents, 25.5, 53 / 12, 20_000),
            ("insertion", descents, 25.5, 53 / 12, 1_000),
            ("merge", rising_sequences, 26.5, 53 / 12, 10_000),
            ("quicksort", kept_places, 1.0, 1.0, 20_000),
        )
    },
    "clumped-pair-0.1": Vice(even_share(middle_behind_first, 0.1 + 0.9 / 52), 20_000),
    "first-two-0.1": Vice(even_share(lambda decks: (decks[:, 0] < decks[:, 1]).astype(np.int64), 0.55), 50_000),
    "repeated-decks": Vice(few_repeats(20), 20_000),
    "period-1000": Vice(lambda decks: bool((decks[1000:] == decks[:-1000]).all()) and repeats(decks) == 4000, 5000),
    "same-deck": Vice(lambda decks: repeats(decks) == len(decks) - 1, 1000),
    "too-even": Vice(each_card_once_at_each_place, 5200),
    **{f"reseeded-{name}": Vice(shifted(kept_places, 1.0, 1.0), 20_000) for name in ("minstd", "delphi", "msvc")},
    "seeds-16-bit": Vice(few_repeats(20_000 - 65_536 * (1 - (1 - 1 / 65_536) ** 20_000)), 20_000),
    "seeds-clock": Vice(few_repeats(100_000**2 / 2 / 86.4e6), 100_000),
    "seeds-32-bit": Vice(few_repeats(400_000**2 / 2 / 2**32), 400_000),
    "planet-poker-whole": Vice(
        all_of(by_its_matrix("planet-poker").shows, few_repeats(100_000**2 / 2 / 86.4e6)), 100_000
    ),
}
FAINT = {"modulo-16": "modulo-8", "scaled-16": "scaled-8", "short-keys": "float32-keys"}
"""Vices that no number of decks within reach would show, and a shuffler of the same loop with other bits."""


@pytest.mark.parametrize("id_", VICES)
def test_a_bad_shuffle_has_its_vice(id_: str) -> None:
    assert VICES[id_].shows(find(id_).make(ROOT, 0, VICES[id_].decks))


@pytest.mark.parametrize("id_", VICES)
def test_fair_decks_do_not_have_it(id_: str) -> None:
    assert not VICES[id_].shows(fair(VICES[id_].decks))


def test_no_bad_shuffle_is_without_a_vice() -> None:
    assert {shuffler.id for shuffler in BAD} == {*VICES, *FAINT, "float32-keys"}


@pytest.mark.parametrize(("faint", "like"), FAINT.items())
def test_a_faint_vice_is_that_of_a_stronger_one_in_fewer_bits(faint: str, like: str) -> None:
    one, other = find(faint).make, find(like).make
    assert isinstance(one, partial)
    assert isinstance(other, partial)
    assert (one.func, one.args) == (other.func, other.args)
    assert {**one.keywords, "bits": 16} == {**other.keywords, "bits": 16} == one.keywords


@pytest.mark.parametrize("bits", [5, 7, 9])
def test_short_keys_undo_a_riffle_of_as_many_piles_as_there_are_keys(bits: int) -> None:
    """Cards of one key keep their order, so that each deck is the way back from one riffle of 2**bits piles."""
    decks = by_kernel("sorts_kernel.by_keys", ROOT, 0, 20_000, bits=bits)
    law = law_of_runs(2**bits)
    assert follows(np.bincount(descents(decks), minlength=52), law)
    assert not follows(np.bincount(descents(fair(20_000)), minlength=52), law)


def test_one_riffle_more_is_told_apart() -> None:
    for times in range(4, 10):
        assert not runs_follow(2 ** (times + 1), find(f"riffle-{times}").make(ROOT, 0, 30_000))


def test_few_riffles_leave_few_runs_and_a_fair_shuffle_leaves_more() -> None:
    for times in (4, 5):
        assert rising_sequences(find(f"riffle-{times}").make(ROOT, 0, 1000)).max() <= 2**times
    assert rising_sequences(fair(1000)).max() > 32
    assert rising_sequences(fair(1000)).min() > 16


def test_fair_decks_have_the_counts_that_their_laws_say() -> None:
    decks = fair(50_000)
    assert follows(np.bincount(rising_sequences(decks) - 1, minlength=52), FAIR_DESCENTS)
    assert abs(cycles(decks).mean() - 4.538043951) < 5 * 1.7065 / sqrt(50_000)
    assert abs(fixed_points(decks).mean() - 1) < 5 / sqrt(50_000)


@pytest.mark.parametrize("id_", ["riffled-on", "too-even", "repeated-decks", "reseeded-msvc", "seeds-clock"])
def test_a_vice_between_decks_leaves_each_deck_fair(id_: str) -> None:
    decks = find(id_).make(ROOT, 0, 52_000)[::13]
    assert follows(np.bincount(descents(decks), minlength=52), FAIR_DESCENTS)
