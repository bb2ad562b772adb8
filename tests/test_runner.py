"""Chunks give the same sums by one process and by several, resumed, and after a worker is killed."""

import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from fairfelt.stats.streams.errors import RunError
from fairfelt.stats.streams.ledger import Identity, Ledger
from fairfelt.stats.streams.runner import AHEAD, in_processes, run_chunks
from fairfelt.stats.streams.sums import digest
from tests.runner_work import Deadly, Failing, Interrupting, Rolls, from_the_clock

CHUNKS = 24
IDENTITY: Identity = {"what": "rolls", "root": 7}


@pytest.fixture(autouse=True)
def importable_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let other processes find the work where this one does."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1]))


@pytest.fixture(scope="module")
def alone() -> str:
    """Give the digest of one process."""
    return digest(run_chunks(Rolls(), CHUNKS))


def test_one_process_adds_up_what_the_chunks_hold() -> None:
    sums = run_chunks(Rolls(), CHUNKS)
    assert sums["rolls"].tolist() == np.sum([Rolls()(number)["rolls"] for number in range(CHUNKS)], axis=0).tolist()
    assert sums["wait.max"] == max(Rolls()(number)["wait.max"] for number in range(CHUNKS))


def test_two_processes_give_the_digest_of_one(alone: str) -> None:
    assert digest(run_chunks(Rolls(), CHUNKS, workers=2)) == alone


def test_another_seed_gives_another_digest(alone: str) -> None:
    assert digest(run_chunks(Rolls(root=8), CHUNKS)) != alone


def test_one_chunk_fewer_gives_another_digest(alone: str) -> None:
    assert digest(run_chunks(Rolls(), CHUNKS - 1)) != alone


def test_work_that_makes_no_seed_from_its_number_shows_by_its_digest() -> None:
    assert digest(run_chunks(from_the_clock, 3)) != digest(run_chunks(from_the_clock, 3))


def test_progress_counts_every_chunk_up_to_the_last() -> None:
    told: list[tuple[int, int]] = []
    run_chunks(Rolls(), 3, progress=lambda done, chunks: told.append((done, chunks)))
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_no_more_chunks_are_taken_than_the_processes_can_soon_do() -> None:
    taken: list[int] = []

    def numbers() -> Iterator[int]:
        for number in range(CHUNKS):
            taken.append(number)
            yield number

    with closing(in_processes(Rolls(), numbers(), 2)) as results:
        ahead = [len(taken) - given for given, _ in enumerate(results)]
    assert 0 < max(ahead) <= AHEAD * 2
    assert len(ahead) == CHUNKS


# Stopped and killed


class Stop:
    """Interrupt a run after so many chunks, as Ctrl-C does."""

    def __init__(self, after: int) -> None:
        self.after, self.calls = after, 0

    def __call__(self, done: int, chunks: int) -> None:
        self.calls += 1
        if self.calls == self.after:
            raise KeyboardInterrupt


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_that_was_stopped_goes_on_to_the_same_digest(tmp_path: Path, alone: str, workers: int) -> None:
    ledger = Ledger(tmp_path, IDENTITY)
    for after in (5, 9):
        with pytest.raises(KeyboardInterrupt):
            run_chunks(Rolls(), CHUNKS, workers=workers, ledger=ledger, progress=Stop(after))
    assert ledger.read().count == 14
    rest = Stop(0)
    assert digest(run_chunks(Rolls(), CHUNKS, workers=workers, ledger=ledger, progress=rest)) == alone
    assert rest.calls == CHUNKS - 14


def test_a_finished_run_is_not_done_again(tmp_path: Path, alone: str) -> None:
    ledger = Ledger(tmp_path, IDENTITY)
    run_chunks(Rolls(), CHUNKS, ledger=ledger)
    assert digest(run_chunks(Failing(0), CHUNKS, ledger=ledger)) == alone


def test_a_finished_run_can_be_made_longer_but_not_shorter(tmp_path: Path, alone: str) -> None:
    ledger = Ledger(tmp_path, IDENTITY)
    run_chunks(Rolls(), 10, ledger=ledger)
    with pytest.raises(RunError, match="holds chunk 9 already; ask for 10 chunks or more"):
        run_chunks(Rolls(), 9, ledger=ledger)
    assert digest(run_chunks(Rolls(), CHUNKS, ledger=ledger)) == alone


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Take SIGINT as Python does, also where the tests were started in the background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_is_for_the_run_and_not_for_its_workers(alone: str) -> None:
    try:
        assert digest(run_chunks(Interrupting(), CHUNKS, workers=2)) == alone
    except KeyboardInterrupt:
        pytest.fail("a worker was interrupted")
    with pytest.raises(KeyboardInterrupt):
        run_chunks(Interrupting(), CHUNKS)


@pytest.mark.parametrize("times", [1, 2])
def test_a_killed_worker_changes_nothing(tmp_path: Path, alone: str, times: int) -> None:
    assert digest(run_chunks(Deadly(tmp_path, 11, times), CHUNKS, workers=2)) == alone
    assert len(list(tmp_path.glob("death-*"))) == times


def test_a_chunk_that_always_kills_its_worker_is_named(tmp_path: Path) -> None:
    (tmp_path / "deaths").mkdir()
    ledger = Ledger(tmp_path, IDENTITY)
    with pytest.raises(RunError, match=r"chunk 3 ended the process that did it 3 times; do it with 1 worker"):
        run_chunks(Deadly(tmp_path / "deaths", 3, 99), CHUNKS, workers=2, ledger=ledger)
    assert len(list((tmp_path / "deaths").iterdir())) == 3
    assert 3 not in [number for first, end in ledger.read().done for number in range(first, end)]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_in_a_chunk_ends_the_run_and_keeps_the_ledger(tmp_path: Path, workers: int) -> None:
    ledger = Ledger(tmp_path, IDENTITY)
    with pytest.raises(ZeroDivisionError, match="no dice for chunk 20"):
        run_chunks(Failing(20), CHUNKS, workers=workers, ledger=ledger)
    assert 20 in list(ledger.read().missing(CHUNKS))
    assert ledger.read().count >= 20 - AHEAD * workers


def test_work_that_cannot_be_sent_is_refused() -> None:
    with pytest.raises(RunError, match=r"can't be sent to another process.*define it at the top of a module"):
        run_chunks(lambda number: Rolls()(number), CHUNKS, workers=2)


def test_no_worker_at_all_is_refused() -> None:
    with pytest.raises(RunError, match="give at least 1"):
        run_chunks(Rolls(), CHUNKS, workers=0)


def test_chunks_that_count_different_things_are_refused() -> None:
    with pytest.raises(RunError, match="counted different things: even, odd"):
        run_chunks(lambda number: {("even", "odd")[number % 2]: np.array([1])}, 2)
