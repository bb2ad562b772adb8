"""The exact matrices of card by place are those of the shuffles that they stand for."""

from collections.abc import Callable, Iterator
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.stats.catalogue import BAD, find
from fairfelt.stats.catalogue.exact import EXACT, Matrix

SLOW = {"overhand-50": 30_000}
"""As many decks as these shufflers make in good time; others make 100,000."""
DEMANDED = ("naive-swap", "sattolo", "stops-one-early", "leaves-last-card", "planet-poker")


def simulated(id_: str, count: int) -> Matrix:
    decks = find(id_).make(17, 0, count)
    return np.stack([np.bincount(decks[:, at], minlength=52) for at in range(52)], axis=1).astype(np.float64)


def disagreement(matrix: Matrix, counts: Matrix) -> str:
    """Say what of a table of counts can't come from a matrix of chances, if anything.

    Cells of fewer than 5 expected are held only to the rule that what can't happen doesn't. If the matrix is right, the
    others' squared standard scores are 1 on average, and one beyond 6 turns up once in half a billion cells.
    """
    expected = matrix * counts[0].sum()
    if counts[expected == 0].any():
        return "a card is where it can't be"
    sure = expected > counts[0].sum() * (1 - 1e-9)
    if (counts[sure] != counts[0].sum()).any():
        return "a card isn't where it must be"
    common = (expected >= 5) & ~sure
    scores = (counts - expected)[common] / np.sqrt((expected * (1 - matrix))[common])
    if len(scores) and abs(scores).max() > 6:
        return f"a card comes to a place {abs(scores).max():.1f} standard deviations too often or too seldom"
    if len(scores) and not 0.8 < (scores**2).mean() < 1.2:
        return f"all cells are {(scores**2).mean():.2f} times as far off as chance has them"
    return ""


@pytest.mark.parametrize("id_", EXACT)
def test_a_matrix_agrees_with_simulated_decks(id_: str) -> None:
    count = 200_000 if id_ in DEMANDED else SLOW.get(id_, 100_000)
    assert disagreement(EXACT[id_](52), simulated(id_, count)) == ""


@pytest.mark.parametrize(
    ("taken_for", "really"),
    [
        ("naive-swap", "planet-poker"),
        ("sattolo", "naive-swap"),
        ("stops-one-early", "xoshiro256"),
        ("leaves-last-card", "leaves-first-card"),
        ("leaves-last-card", "stuck-top-1"),
        ("riffle-7", "riffle-8"),
        ("modulo-8", "scaled-8"),
        ("stuck-top-0.1", "unshuffled-0.1"),
    ],
)
def test_the_decks_of_another_shuffle_disagree(taken_for: str, really: str) -> None:
    assert disagreement(EXACT[taken_for](52), simulated(really, 200_000))


def test_decks_too_even_for_chance_disagree() -> None:
    assert "as far off" in disagreement(np.full((52, 52), 1 / 52), simulated("too-even", 52_000))


@given(st.sampled_from(sorted(EXACT)), st.integers(2, 60))
def test_every_card_goes_somewhere_and_every_place_is_filled(id_: str, size: int) -> None:
    matrix = EXACT[id_](size)
    assert matrix.shape == (size, size)
    assert matrix.dtype == np.float64
    assert (matrix >= 0).all()
    assert np.allclose(matrix.sum(axis=0), 1, rtol=0, atol=1e-12)
    assert np.allclose(matrix.sum(axis=1), 1, rtol=0, atol=1e-12)


def test_each_matrix_belongs_to_a_shuffler() -> None:
    assert set(EXACT) <= {shuffler.id for shuffler in BAD}
    assert set(DEMANDED) <= set(EXACT)


# Small packs, all ways counted


def by_swapping(size: int, ways: list[list[tuple[int, int]]]) -> Iterator[list[int]]:
    """Go through all sequences of swaps, one from each list."""
    for swaps in product(*ways):
        deck = list(range(size))
        for one, other in swaps:
            deck[one], deck[other] = deck[other], deck[one]
        yield deck


def by_riffling(size: int) -> Iterator[list[int]]:
    """Go through all cuts and all ways to merge what was cut."""
    for coins in product((False, True), repeat=size):
        left, right = iter(range(size)), iter(range(coins.count(False), size))
        yield [next(right if coin else left) for coin in coins]


def by_overhand(size: int) -> Iterator[list[int]]:
    """Go through all sets of gaps to cut at; five in six gaps hold, so each stands for itself as often as it is had."""
    for gaps in product(range(6), repeat=size - 1):
        packets = [[0]]
        for card, gap in enumerate(gaps, 1):
            if gap == 0:
                packets.append([])
            packets[-1].append(card)
        yield [card for packet in reversed(packets) for card in packet]


def counted(decks: Iterator[list[int]]) -> Matrix:
    found = np.array(list(decks))
    size = found.shape[1]
    return np.stack([np.bincount(found[:, at], minlength=size) for at in range(size)], axis=1) / len(found)


SMALL: dict[str, Callable[[], Iterator[list[int]]]] = {
    "naive-swap": lambda: by_swapping(4, [[(at, other) for other in range(4)] for at in range(4)]),
    "planet-poker": lambda: by_swapping(4, [[(at, other) for other in range(3)] for at in range(4)]),
    "sattolo": lambda: by_swapping(5, [[(at, other) for other in range(at)] for at in (4, 3, 2, 1)]),
    "stops-one-early": lambda: by_swapping(5, [[(at, other) for other in range(at + 1)] for at in (4, 3, 2)]),
    "leaves-last-card": lambda: by_swapping(5, [[(at, other) for other in range(at + 1)] for at in (3, 2, 1)]),
    "leaves-first-card": lambda: by_swapping(5, [[(at, other) for other in range(1, at + 1)] for at in (4, 3, 2, 1)]),
    "reaches-too-far": lambda: by_swapping(4, [[(at, other) for other in range(min(at + 2, 4))] for at in (3, 2, 1)]),
    "rounded-places": lambda: by_swapping(
        4, [[(at, half // 2) for half in range(1, 2 * at + 1)] for at in (3, 2, 1)]
    ),
    "riffle-4": lambda: by_riffling(6),
    "overhand-10": lambda: by_overhand(6),
}
TIMES = {"riffle-4": 4, "overhand-10": 10}


@pytest.mark.parametrize("id_", SMALL)
def test_a_small_pack_goes_every_way_that_there_is(id_: str) -> None:
    expected = np.linalg.matrix_power(counted(SMALL[id_]()), TIMES.get(id_, 1))
    assert np.allclose(EXACT[id_](len(expected)), expected, rtol=0, atol=1e-12)


def test_the_ways_of_another_shuffle_are_others() -> None:
    assert not np.allclose(EXACT["sattolo"](4), counted(SMALL["naive-swap"]()))
    assert not np.allclose(EXACT["riffle-5"](6), np.linalg.matrix_power(counted(by_riffling(6)), 4))
