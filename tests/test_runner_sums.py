"""Sums of chunks come to the same, however the chunks are split and in whatever order they are merged."""

from collections.abc import Sequence
from functools import reduce
from hashlib import sha256
from struct import pack
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.stats.streams import sums
from fairfelt.stats.streams.errors import RunError
from fairfelt.stats.streams.sums import Sums, digest, least, merge
from tests.runner_work import Rolls


def together(chunks: Sequence[Sums]) -> Sums:
    nothing: Sums = {}
    return reduce(merge, chunks, nothing)


CHUNKS = [Rolls()(number) for number in range(9)]
WHOLE = digest(together(CHUNKS))


@given(st.permutations(CHUNKS), st.data())
def test_any_split_and_order_of_merges_gives_the_same_digest(chunks: list[Sums], data: st.DataObject) -> None:
    lots = list(chunks)
    while len(lots) > 1:
        other = lots.pop(data.draw(st.integers(0, len(lots) - 1)))
        at = data.draw(st.integers(0, len(lots) - 1))
        lots[at] = merge(lots[at], other)
    assert digest(merge({}, lots[0])) == WHOLE


@given(st.lists(st.lists(st.integers(0, 30), max_size=9), min_size=1, max_size=6), st.randoms())
def test_the_least_fingerprints_are_those_of_all_chunks_together(lots: list[list[int]], drawn: Any) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sums, "FINGERPRINTS", 8)
        chunks: list[Sums] = [{"decks.least": least(np.array(lot, np.uint64))} for lot in lots]
        drawn.shuffle(chunks)
        merged = together(chunks)["decks.least"]
    assert merged.tolist() == sorted(number for lot in lots for number in lot)[:8]


def test_equal_fingerprints_of_two_chunks_are_both_kept() -> None:
    one: Sums = {"decks.least": least(np.array([9, 4], np.uint64))}
    assert merge(one, one)["decks.least"].tolist() == [4, 4, 9, 9]


def test_the_larger_of_two_cells_is_kept_where_the_name_says_so() -> None:
    merged = merge({"wait.max": np.array([3, 9])}, {"wait.max": np.array([5, 2])})
    assert merged["wait.max"].tolist() == [5, 9]


def test_cells_are_added_otherwise() -> None:
    assert merge({"waits": np.array([3, 9])}, {"waits": np.array([5, 2])})["waits"].tolist() == [8, 11]


def test_floats_are_refused_since_their_sums_depend_on_the_order() -> None:
    assert (0.1 + 0.2) + 0.3 != 0.1 + (0.2 + 0.3)
    with pytest.raises(RunError, match="mean holds float64; give it as int64"):
        merge({}, {"mean": np.array([0.1])})


def test_fingerprints_of_another_type_are_refused() -> None:
    with pytest.raises(RunError, match=r"decks\.least holds int64; give it as uint64"):
        merge({}, {"decks.least": np.array([1])})


def test_a_sum_that_outgrows_its_numbers_is_refused_and_not_wrapped() -> None:
    large: Sums = {"squares": np.array([1 << 62])}
    with pytest.raises(RunError, match="squares outgrows 64 bits"):
        merge(large, large)
    assert merge(large, {"squares": np.array([-(1 << 62)])})["squares"].tolist() == [0]


def test_arrays_of_two_shapes_are_refused() -> None:
    with pytest.raises(RunError, match=r"table has the shape \(2,\) in one chunk and \(3,\) in another"):
        merge({"table": np.zeros(2, np.int64)}, {"table": np.zeros(3, np.int64)})


def test_chunks_of_different_names_are_refused() -> None:
    with pytest.raises(RunError, match="counted different things: b, c"):
        merge({"a": np.array([1]), "b": np.array([1])}, {"a": np.array([1]), "c": np.array([1])})


SAMPLE: Sums = {"a": np.array([[1, 2], [3, 4]]), "b": np.array([5])}


def test_a_digest_is_the_same_on_every_machine() -> None:
    big = {name: array.astype(">i8") for name, array in SAMPLE.items()}
    assert digest(SAMPLE) == digest(big) == digest({name: SAMPLE[name] for name in "ba"})
    spelt = b'["a", "<i8", [2, 2]]\n' + pack("<4q", 1, 2, 3, 4) + b'["b", "<i8", [1]]\n' + pack("<q", 5)
    assert digest(SAMPLE) == sha256(spelt).hexdigest()


@pytest.mark.parametrize(
    "other",
    [
        {"a": np.array([[1, 2], [3, 5]]), "b": np.array([5])},
        {"a": np.array([1, 2, 3, 4]), "b": np.array([5])},
        {"a": np.array([[1, 2], [3, 4]]), "c": np.array([5])},
        {"a": np.array([[1, 2], [3, 4]])},
    ],
    ids=["a number", "a shape", "a name", "an array less"],
)
def test_a_digest_sees_every_difference(other: Sums) -> None:
    assert digest(other) != digest(SAMPLE)
