"""Every maker of decks gives whole packs, the same for the same seed, and the good ones are fair."""

import pickle
import subprocess
import sys
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import chdtrc
from scipy.stats import kstest

import fairfelt.stats.catalogue
from fairfelt.stats.catalogue import (
    BAD,
    GOOD,
    Decks,
    NotInstalled,
    Shuffler,
    UnknownShuffler,
    available,
    find,
    left_out,
)
from fairfelt.stats.catalogue.words_kernel import deal

ALL = (*GOOD, *BAD)
NEVER = 1e-9
"""Unlikely enough that a source without a seed won't fail by chance in anyone's lifetime."""
every = pytest.mark.parametrize("shuffler", ALL, ids=lambda shuffler: shuffler.id)
good = pytest.mark.parametrize("shuffler", GOOD, ids=lambda shuffler: shuffler.id)


def whole(decks: Decks) -> bool:
    """Say whether each deck holds each card once."""
    return bool((np.sort(decks, axis=1) == np.arange(decks.shape[1])).all())


def position_p(decks: Decks) -> float:
    """Test card by position, scaled for rows and columns that both have fixed sums: 2,601 degrees for 52 cards."""
    count, size = decks.shape
    table = np.stack([np.bincount(decks[:, at], minlength=size) for at in range(size)])
    statistic = (size - 1) / size * float(((table - count / size) ** 2).sum()) / (count / size)
    return float(chdtrc((size - 1) ** 2, statistic))


@every
def test_every_deck_is_a_whole_pack(shuffler: Shuffler) -> None:
    decks = shuffler.make(1, 0, 500)
    assert decks.dtype == np.uint8
    assert decks.shape == (500, 52)
    assert whole(decks)


def test_a_pack_with_a_card_twice_is_not_whole() -> None:
    decks = find("pcg64").make(1, 0, 500)
    decks[7, 3] = decks[7, 4]
    assert not whole(decks)


@every
def test_no_decks_are_as_easily_had_as_many(shuffler: Shuffler) -> None:
    assert shuffler.make(1, 0, 0).shape == (0, 52)


@every
def test_the_same_seed_gives_the_same_decks_even_in_another_process(shuffler: Shuffler) -> None:
    once, again = shuffler.make(5, 2, 200), pickle.loads(pickle.dumps(shuffler.make))(5, 2, 200)
    assert bool((once == again).all()) == shuffler.reproducible


@every
def test_another_root_seed_and_another_chunk_give_other_decks(shuffler: Shuffler) -> None:
    decks = shuffler.make(5, 2, 200)
    assert (decks != shuffler.make(6, 2, 200)).any()
    if shuffler.id != "same-deck":
        assert (decks != shuffler.make(5, 3, 200)).any()


def test_the_same_deck_for_ever_is_the_same_in_every_chunk() -> None:
    make = find("same-deck").make
    assert (make(5, 2, 100) == make(5, 3, 1)).all()


def test_only_the_system_s_source_knows_no_seed() -> None:
    assert [shuffler.id for shuffler in ALL if not shuffler.reproducible] == ["system"]


@given(st.sampled_from(ALL), st.integers(2, 256), st.integers(0, 2**64), st.integers(0, 2**20))
def test_packs_of_any_size_stay_whole(shuffler: Shuffler, size: int, root: int, chunk: int) -> None:
    make: Callable[..., Decks] = shuffler.make
    assert isinstance(make, partial)
    decks = make(root, chunk, 3, size=size)
    assert decks.shape == (3, size)
    assert whole(decks)


@pytest.mark.parametrize("size", [1, 257])
@pytest.mark.parametrize("id_", ["sattolo", "pcg64", "same-deck"])
def test_a_size_that_no_pack_has_is_refused(id_: str, size: int) -> None:
    make: Callable[..., Decks] = find(id_).make
    with pytest.raises(ValueError, match=f"a pack of {size} cards .* give a size from 2 to 256"):
        make(1, 0, 1, size=size)


# Fairness


@good
def test_a_good_stream_brings_every_card_to_every_place(shuffler: Shuffler) -> None:
    assert NEVER < position_p(shuffler.make(11, 0, 50_000)) < 1 - NEVER


@good
def test_a_good_stream_is_unlikely_as_often_as_chance_is(shuffler: Shuffler) -> None:
    values = [position_p(shuffler.make(13, chunk, 1_000)) for chunk in range(100)]
    assert float(kstest(values, "uniform").pvalue) > NEVER


@pytest.mark.parametrize("id_", ["naive-swap", "stuck-top-0.1", "comparator-timsort"])
def test_a_bad_one_does_not(id_: str) -> None:
    values = [position_p(find(id_).make(13, chunk, 1_000)) for chunk in range(100)]
    assert float(kstest(values, "uniform").pvalue) < NEVER
    assert position_p(find(id_).make(11, 0, 50_000)) < NEVER


@good
def test_a_good_stream_gives_all_orders_of_four_cards_alike(shuffler: Shuffler) -> None:
    make: Callable[..., Decks] = shuffler.make
    orders = make(12, 0, 60_000, size=4) @ np.array([64, 16, 4, 1])
    _, counts = np.unique(orders, return_counts=True)
    assert len(counts) == 24
    assert float(chdtrc(23, ((counts - 2500) ** 2).sum() / 2500)) > NEVER


def test_chunks_of_a_good_stream_have_nothing_in_common() -> None:
    for shuffler in GOOD:
        same = (shuffler.make(3, 0, 20_000) == shuffler.make(3, 1, 20_000)).sum(axis=1).mean()
        assert abs(same - 1) < 6 / np.sqrt(20_000), shuffler.id


# Words become decks


def test_a_word_that_would_favour_a_card_is_thrown_away() -> None:
    """2**32 words fall on three places evenly but for one, the 0; on two places they all do."""
    with_zero, without = np.empty((2, 3), np.uint8), np.empty((2, 3), np.uint8)
    assert deal(np.array([0, 2**32 - 1, 0, 2**31, 2**31], np.uint32), with_zero) == 2
    assert deal(np.array([2**32 - 1, 0, 2**31, 2**31], np.uint32), without) == 2
    assert with_zero.tolist() == without.tolist() == [[1, 0, 2], [0, 2, 1]]


def test_words_that_run_out_end_with_the_last_whole_deck() -> None:
    words = np.full(3 * 51 + 50, 3_000_000_001, np.uint32)
    decks = np.empty((10, 52), np.uint8)
    assert deal(words, decks) == 3
    assert whole(decks[:3])
    assert deal(words[: 3 * 51], decks) == 3


# What there is


def test_ids_and_titles_are_used_once() -> None:
    assert len({shuffler.id for shuffler in ALL}) == len(ALL)
    assert len({shuffler.title for shuffler in ALL}) == len(ALL)
    assert all(shuffler.fair for shuffler in GOOD)
    assert not any(shuffler.fair for shuffler in BAD)


def test_a_shuffler_is_found_by_its_id() -> None:
    assert find("riffle-7").title == "7 riffles of a fresh pack"


def test_an_unknown_id_is_told_what_there_is() -> None:
    with pytest.raises(UnknownShuffler, match=r"no shuffler 'satolo' .* mean sattolo\? There are: xoshiro256, "):
        find("satolo")
    with pytest.raises(LookupError):
        find("")


def test_nothing_is_left_out_where_all_is_installed() -> None:
    assert available() == ALL
    assert left_out() == ""


def test_what_lacks_a_library_is_left_out_and_told_how_to_get(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fairfelt.stats.catalogue, "find_spec", lambda name: None)
    assert {shuffler.id for shuffler in ALL} - {shuffler.id for shuffler in available()} == {"aes-ctr", "chacha20"}
    assert "aes-ctr and chacha20 need the library cryptography" in left_out()
    assert "pip install 'fairfelt[calibrate]'" in left_out()


@pytest.mark.parametrize("id_", ["aes-ctr", "chacha20"])
def test_a_stream_without_its_library_says_so(id_: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.ciphers", None)
    with pytest.raises(NotInstalled, match=f"the stream {id_} needs the library cryptography"):
        find(id_).make(1, 0, 1)


def test_listing_the_catalogue_compiles_nothing() -> None:
    code = "import sys, fairfelt.stats.catalogue; print({'numba', 'scipy', 'cryptography'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
