"""Numbers are read from files of text and words, and what is wrong with a file is told with its place."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from fairfelt.stats.numbers import reading
from fairfelt.stats.numbers.errors import NumbersError
from fairfelt.stats.numbers.reading import judge_file, read_numbers


def drawn(below: int, count: int) -> NDArray[np.uint64]:
    return np.random.default_rng(2).integers(0, below, count, dtype=np.uint64)


def written(folder: Path, text: bytes, name: str = "numbers.txt") -> Path:
    path = folder / name
    path.write_bytes(text)
    return path


def everything(path: Path, below: int, chunk: int = 7) -> list[int]:
    return [int(number) for part in read_numbers(path, below, chunk) for number in part]


TEXTS = (b"1\n2\n51\n", b"1 2 51\n", b"1,2, 51\n", b"1;2\t51\r\n", b"\n1\n\n2\n51\n", b"01 2 51\n")


@pytest.mark.parametrize("text", TEXTS)
def test_one_number_a_line_or_several(tmp_path: Path, text: bytes) -> None:
    assert everything(written(tmp_path, text), 52) == [1, 2, 51]


@pytest.mark.parametrize(("name", "kind"), [("n.bin32", "<u4"), ("n.bin64", "<u8")])
def test_words_are_little_endian_and_as_wide_as_the_name_says(tmp_path: Path, name: str, kind: str) -> None:
    numbers = drawn(1 << 32, 1000)
    path = written(tmp_path, numbers.astype(kind).tobytes(), name)
    assert everything(path, 1 << 32) == numbers.tolist()


def test_the_largest_words_of_64_bits_are_read(tmp_path: Path) -> None:
    largest = (1 << 64) - 1
    assert everything(written(tmp_path, f"{largest}\n0\n".encode()), 1 << 64) == [largest, 0]
    assert everything(written(tmp_path, b"\xff" * 8, "n.bin64"), 1 << 64) == [largest]


def test_a_file_is_read_in_chunks_of_the_same_size(tmp_path: Path) -> None:
    path = written(tmp_path, "\n".join(map(str, range(50))).encode() + b"\n")
    assert [len(part) for part in read_numbers(path, 52, 20)] == [20, 20, 10]


@given(numbers=st.lists(st.integers(0, 10**6), min_size=1, max_size=60), block=st.integers(8, 40))
def test_where_the_blocks_of_a_file_are_cut_does_not_matter(
    tmp_path_factory: pytest.TempPathFactory, numbers: list[int], block: int
) -> None:
    path = written(tmp_path_factory.mktemp("cut"), " ".join(map(str, numbers)).encode() + b"\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "BLOCK", block)
        assert everything(path, 10**6 + 1) == numbers


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"1\n52\n3\n", "line 2: '52' is not from 0 up to 51"),
        (b"1\n-4\n3\n", "line 2: '-4' is not from 0 up to 51"),
        (b"1\n2\n3 4.5\n", "line 3: '4.5' is no whole number"),
        (b"1\nseven\n", "line 2: 'seven' is no whole number"),
        (b"0x1F\n", "line 1: '0x1F' is no whole number"),
        (b"1\n\xff\xfe\n", "line 2: .* is no whole number"),
        (b"9" * 5000 + b"\n", "line 1: .* is not from 0"),
        (b"1\n2\n3", "line 3: the file stops in the middle of a line at '3'"),
    ],
)
def test_a_line_that_is_wrong_is_named(tmp_path: Path, text: bytes, told: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(NumbersError, match=told) as raised:
        everything(path, 52)
    assert str(path) in str(raised.value) and len(str(raised.value)) < 400


def test_a_word_that_is_wrong_is_named(tmp_path: Path) -> None:
    words = np.array([1, 2, 60, 4], "<u4").tobytes()
    with pytest.raises(NumbersError, match="word 3: 60 is not from 0 up to 51"):
        everything(written(tmp_path, words, "n.bin32"), 52)
    with pytest.raises(NumbersError, match="stops in the middle of word 2"):
        everything(written(tmp_path, words[:6], "n.bin32"), 52)


def test_a_late_line_has_its_number(tmp_path: Path) -> None:
    path = written(tmp_path, b"1\n" * 700_000 + b"99\n")
    with pytest.raises(NumbersError, match="line 700001: '99'"):
        everything(path, 52, 1 << 16)


@pytest.mark.parametrize("below", [0, 1])
def test_a_bound_that_leaves_no_choice_is_refused(tmp_path: Path, below: int) -> None:
    with pytest.raises(NumbersError, match=f"numbers below {below} can't be tested"):
        everything(written(tmp_path, b"0\n"), below)


def test_a_missing_and_an_empty_file_are_told(tmp_path: Path) -> None:
    with pytest.raises(NumbersError, match="can't be read: No such file"):
        judge_file(tmp_path / "nowhere.txt", 52)
    with pytest.raises(NumbersError, match="holds no numbers"):
        judge_file(written(tmp_path, b""), 52)
    with pytest.raises(NumbersError, match="holds no numbers"):
        judge_file(written(tmp_path, b"\n\n"), 52)


def test_a_file_is_judged_whole_and_what_is_left_over_is_told(tmp_path: Path) -> None:
    path = written(tmp_path, drawn(52, 20_000).astype("<u4").tobytes(), "n.bin32")
    sample = judge_file(path, 52, 8192)
    assert (sample.numbers, sample.unused, len(sample.measures)) == (16384, 3616, 17)
    assert [id_ for id_, _ in sample.unanswered] == ["numbers.overlaps"]
    assert min(measure.p for measure in sample.measures) > 1e-4
    stuck = judge_file(written(tmp_path, bytes(80_000), "stuck.bin32"), 52, 8192)
    assert {measure.id for measure in stuck.measures if measure.p < 1e-9} >= {"numbers.chi-square", "numbers.gap"}


def test_a_short_file_is_one_chunk_and_tells_what_it_is_too_short_for(tmp_path: Path) -> None:
    path = written(tmp_path, b"".join(b"%d\n" % number for number in drawn(52, 500)))
    sample = judge_file(path, 52)
    assert (sample.numbers, sample.unused, sample.plan.chunk) == (500, 0, 500)
    assert "numbers.overlaps" in dict(sample.unanswered)
    with pytest.raises(NumbersError, match="5 numbers are too few for any test"):
        judge_file(written(tmp_path, b"1\n2\n3\n4\n5\n", "few.txt"), 52)
