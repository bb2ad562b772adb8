"""Draws behind a deck: every way of shuffling is turned around to the whole numbers that it drew."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.stats.generators.draw_kernel import agreement, draw
from fairfelt.stats.generators.draws import JAVA, LOW_BITS, MODULO, SCALED, TOP_BITS, Scaling
from fairfelt.stats.generators.found import GeneratorError
from fairfelt.stats.generators.orders import SEEN_BY_PREFIX, WAYS, Draws, Way, checked, draws_of, shuffled
from fairfelt.stats.generators.search import conditions, pivots

START = list(range(100, 152))
ways = pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way.order}, {way.dealt}")


def shuffled_with_draws(way: Way, start: list[int], seed: int) -> tuple[list[int], list[tuple[int, int]]]:
    rng, drawn = Random(seed), []

    def below(bound: int) -> int:
        drawn.append((bound, rng.randrange(bound)))
        return drawn[-1][1]

    return shuffled(way, start, below), drawn


@given(st.integers(0, 2**32), st.sampled_from(WAYS), st.integers(2, 60))
def test_the_draws_of_a_deck_are_found_again(seed: int, way: Way, size: int) -> None:
    deck, drawn = shuffled_with_draws(way, list(range(size)), seed)
    found = draws_of(way, deck, list(range(size)))
    assert found is not None
    assert list(zip(found.bounds.tolist(), found.indices.tolist(), strict=True)) == drawn
    assert found.bits == pytest.approx(sum(np.log2(bound) for bound, _ in drawn))


@given(st.integers(0, 2**32), st.sampled_from(sorted(SEEN_BY_PREFIX, key=str)), st.integers(1, 51))
def test_the_first_cards_dealt_tell_the_first_draws(seed: int, way: Way, seen: int) -> None:
    deck, drawn = shuffled_with_draws(way, START, seed)
    found = draws_of(way, deck[:seen], START)
    assert found is not None
    assert list(zip(found.bounds.tolist(), found.indices.tolist(), strict=True)) == drawn[:seen]


def test_where_the_first_cards_dont_tell_draws_none_are_given() -> None:
    for way in set(WAYS) - SEEN_BY_PREFIX:
        assert draws_of(way, START[:9], START) is None


def test_pythons_shuffle_goes_downward() -> None:
    deck = list(START)
    rng, again = Random(8), Random(8)
    rng.shuffle(deck)
    found = draws_of(Way("downward", "from the front"), deck, START)
    assert found is not None
    assert [again._randbelow(int(bound)) for bound in found.bounds] == found.indices.tolist()  # type: ignore[attr-defined]


def test_filling_the_gap_with_the_last_card_is_downward_dealt_from_the_end() -> None:
    rng, remaining, dealt = Random(3), list(START), []
    while len(remaining) > 1:
        at = rng.randrange(len(remaining))
        dealt.append(remaining[at])
        remaining[at] = remaining[-1]
        remaining.pop()
    dealt += remaining
    again = Random(3)
    assert shuffled(Way("downward", "from the end"), START, again.randrange) == dealt


@ways
def test_each_way_gives_a_deck_of_its_own(way: Way) -> None:
    others = [shuffled_with_draws(other, START, 5)[0] for other in WAYS if other != way]
    assert shuffled_with_draws(way, START, 5)[0] not in others


# What is refused


@pytest.mark.parametrize(
    ("decks", "start", "message"),
    [
        ([], START, "at least one"),
        ([START[:-1] + START[:1]], START, "deck 1 doesn't hold"),
        ([START, [1, 2, 3]], START, "deck 2 doesn't hold"),
        ([START], [*START, START[0]], "its own number"),
    ],
)
def test_decks_that_cant_be_turned_around_are_refused(
    decks: list[list[int]], start: list[int], message: str
) -> None:
    with pytest.raises(GeneratorError, match=message):
        checked(decks, start)


def test_decks_may_come_as_an_array() -> None:
    array = np.array([START, START[::-1]], np.uint8)
    assert checked(array, START) == [START, START[::-1]]


# Whole numbers below a bound


def python_draw(scaling: Scaling, word: int, span: int, bound: int) -> int | None:
    """Draw by the plain formula, None where the output is thrown away."""
    if scaling is SCALED:
        return word * bound // span
    if scaling in (MODULO, JAVA):
        return word % bound
    bits = bound.bit_length() if scaling is TOP_BITS else (bound - 1).bit_length()
    taken = word >> (32 - bits) if scaling is TOP_BITS else word % (1 << bits)
    return taken if taken < bound else None


@given(st.sampled_from((MODULO, SCALED, TOP_BITS, LOW_BITS)), st.lists(st.integers(0, 2**32 - 1)), st.integers(2, 52))
def test_a_draw_uses_the_first_output_that_isnt_thrown_away(scaling: Scaling, words: list[int], bound: int) -> None:
    drawn = [python_draw(scaling, word, 1 << 32, bound) for word in words]
    kept = [at for at, index in enumerate(drawn) if index is not None]
    index, used = draw(scaling.method, np.array(words, np.uint64), 0, np.uint64(1 << 32), np.uint64(bound))
    assert (used, index) == ((kept[0] + 1, drawn[kept[0]]) if kept else (0, 0))


def test_java_takes_high_bits_for_powers_of_two_and_throws_the_incomplete_round_away() -> None:
    def java(words: list[int], bound: int) -> tuple[int, int]:
        index, used = draw(JAVA.method, np.array(words, np.uint64), 0, np.uint64(1 << 31), np.uint64(bound))
        return int(index), int(used)

    top = (1 << 31) - 1
    assert java([top], 32) == (31, 1)
    assert java([(1 << 31) // 32 - 1], 32) == (0, 1)
    assert (1 << 31) % 52 == 24
    assert java([top - 24, 100], 52) == (51, 1)
    assert java([top - 23, 100], 52) == (48, 2)


def test_an_agreement_counts_draws_and_outputs() -> None:
    words, span = np.array([5, 63, 7, 9], np.uint64) << np.uint64(26), np.uint64(1 << 32)
    bounds, indices = np.array([52, 51, 50], np.uint64), np.array([5, 7, 9], np.uint64)
    assert agreement(TOP_BITS.method, words, 0, span, bounds, indices) == (3, 4)
    assert agreement(TOP_BITS.method, words[:3], 0, span, bounds, indices) == (2, 3)
    assert agreement(TOP_BITS.method, words, 0, span, bounds, indices + np.uint64(1))[0] == 0


# The same without a division


@given(
    st.sampled_from((MODULO, SCALED, JAVA)),
    st.sampled_from((1 << 15, (1 << 31) - 1, 1 << 31, 1 << 32)),
    st.integers(2, 255),
    st.data(),
)
def test_the_question_without_a_division_is_the_same_question(
    scaling: Scaling, span: int, bound: int, data: st.DataObject
) -> None:
    span = 1 << 31 if scaling is JAVA else span
    word, index = data.draw(st.integers(0, span - 1)), data.draw(st.integers(0, bound - 1))
    asked = Draws(np.array([bound], np.uint64), np.array([index], np.uint64))
    factor, low, width = conditions(scaling, span, asked)[0].tolist()
    scaled = scaling is SCALED or (scaling is JAVA and bound in (2, 4, 8, 16, 32, 64, 128))
    drawn = word * bound // span if scaled else word % bound
    assert ((word * factor - low) % 2**64 < width) == (drawn == index)


@pytest.mark.parametrize("scaling", [MODULO, SCALED])
@pytest.mark.parametrize("span", [1 << 15, (1 << 15) - 1])
def test_outputs_that_make_one_draw_are_a_progression(scaling: Scaling, span: int) -> None:
    for index in (0, 17, 51):
        first, stride, count = pivots(scaling, span, 52, index)
        drawn = [word for word in range(span) if python_draw(scaling, word, span, 52) == index]
        assert drawn == list(range(first, first + stride * count, stride))
