"""The ledger of a run is whole at every moment, belongs to one run, and says so when it is damaged."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.stats.streams.errors import RunError
from fairfelt.stats.streams.ledger import Identity, Ledger, Merged, with_number
from fairfelt.stats.streams.runner import run_chunks
from fairfelt.stats.streams.sums import digest
from tests.runner_work import Rolls

IDENTITY: Identity = {"what": "rolls", "root": 7, "chunk": 100}


def saved(folder: Path) -> Ledger:
    ledger = Ledger(folder, IDENTITY)
    run_chunks(Rolls(), 5, ledger=ledger)
    return ledger


def test_what_is_read_is_what_was_written(tmp_path: Path) -> None:
    ledger = saved(tmp_path)
    assert ledger.read().done == ((0, 5),)
    assert digest(ledger.read().sums) == digest(run_chunks(Rolls(), 5))


def test_there_is_one_file_and_nothing_beside_it(tmp_path: Path) -> None:
    assert [path.name for path in saved(tmp_path).folder.iterdir()] == ["ledger.npz"]


def test_it_can_be_opened_without_this_suite(tmp_path: Path) -> None:
    with np.load(saved(tmp_path).path, allow_pickle=False) as file:
        assert file["array-0"].sum() == 500


def test_nothing_is_done_where_there_is_no_ledger_yet(tmp_path: Path) -> None:
    assert Ledger(tmp_path / "new", IDENTITY).read() == Merged()


def test_it_is_written_while_the_run_goes_on(tmp_path: Path) -> None:
    ledger, found = Ledger(tmp_path, IDENTITY, every=0.0), []
    run_chunks(Rolls(), 4, ledger=ledger, progress=lambda done, chunks: found.append(ledger.read().count))
    assert found == [1, 2, 3, 4]


def test_between_two_moments_of_writing_nothing_is_written(tmp_path: Path) -> None:
    ledger, found = Ledger(tmp_path, IDENTITY, every=3600.0), []
    run_chunks(Rolls(), 4, ledger=ledger, progress=lambda done, chunks: found.append(ledger.read().count))
    assert found == [0, 0, 0, 0]
    assert ledger.read().count == 4


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ({**IDENTITY, "root": 8}, "root: 7 there, 8 here"),
        ({**IDENTITY, "version": "0.2"}, "version: nothing there, 0.2 here"),
        ({"what": "rolls", "root": 7}, "chunk: 100 there, nothing here"),
    ],
)
def test_another_run_is_refused_with_what_differs(tmp_path: Path, other: dict[str, str | int], told: str) -> None:
    saved(tmp_path)
    with pytest.raises(RunError, match=rf"belongs to another run \({told}\); name a new folder"):
        run_chunks(Rolls(8), 5, ledger=Ledger(tmp_path, other))


def test_a_refused_run_leaves_the_ledger_as_it_was(tmp_path: Path) -> None:
    before = saved(tmp_path).path.read_bytes()
    with pytest.raises(RunError):
        run_chunks(Rolls(8), 9, ledger=Ledger(tmp_path, {**IDENTITY, "root": 8}))
    assert (tmp_path / "ledger.npz").read_bytes() == before


DAMAGED = r"ledger\.npz is damaged or cut short; delete it, or name a new folder, and start anew"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    return saved(tmp_path_factory.mktemp("whole"))


def test_a_file_cut_anywhere_is_told(whole: Ledger, tmp_path: Path) -> None:
    packed, cut = whole.path.read_bytes(), Ledger(tmp_path, IDENTITY)
    for size in range(0, len(packed), 13):
        cut.path.write_bytes(packed[:size])
        with pytest.raises(RunError, match=DAMAGED):
            cut.read()


def test_a_byte_changed_anywhere_is_told_or_changes_nothing(whole: Ledger, tmp_path: Path) -> None:
    packed, changed = whole.path.read_bytes(), Ledger(tmp_path, IDENTITY)
    told = 0
    for at in range(0, len(packed), 7):
        changed.path.write_bytes(packed[:at] + bytes([packed[at] ^ 0x15]) + packed[at + 1 :])
        try:
            read = changed.read()
        except RunError as error:
            assert "damaged" in str(error)
            told += 1
        else:
            assert (digest(read.sums), read.done) == (digest(whole.read().sums), whole.read().done)
    assert told > len(packed) / 7 / 2


def test_numbers_changed_with_their_own_checksums_mended_are_told(whole: Ledger, tmp_path: Path) -> None:
    with np.load(whole.path) as file:
        members = dict(file)
    members["array-0"] = members["array-0"] + 1
    np.savez(tmp_path / "ledger.npz", **members)
    with pytest.raises(RunError, match=DAMAGED):
        Ledger(tmp_path, IDENTITY).read()


def test_chunks_claimed_to_be_done_are_told(whole: Ledger, tmp_path: Path) -> None:
    with np.load(whole.path) as file:
        members = dict(file)
    members["about"] = np.frombuffer(members["about"].tobytes().replace(b"[[0, 5]]", b"[[0, 9]]"), np.uint8)
    np.savez(tmp_path / "ledger.npz", **members)
    with pytest.raises(RunError, match=DAMAGED):
        Ledger(tmp_path, IDENTITY).read()


def test_an_interrupt_while_it_is_written_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    ledger = saved(tmp_path)
    monkeypatch.setattr("os.fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        ledger.write(Merged())
    assert ledger.read().count == 5


def test_a_folder_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    with pytest.raises(RunError, match=r"can't be (read|written): Not a directory; name"):
        run_chunks(Rolls(), 2, ledger=Ledger(tmp_path / "taken", IDENTITY))


@given(st.permutations(range(12)), st.integers(0, 12))
def test_numbers_in_any_order_make_the_same_ranges(order: list[int], kept: int) -> None:
    done = Merged()
    for number in order[:kept]:
        done = Merged({}, with_number(done.done, number))
    assert sorted(order[kept:]) == list(done.missing(12))
    assert done.count == kept
    assert all(end < first for (_, end), (first, _) in zip(done.done, done.done[1:], strict=False))


def test_a_chunk_is_not_counted_twice() -> None:
    with pytest.raises(RunError, match="chunk 3 came twice"):
        with_number(((0, 5),), 3)
