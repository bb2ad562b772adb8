"""Chunks give the same sums by a Dask cluster as by one process, and what goes wrong there is told."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fairfelt.stats.streams.errors import RunError
from fairfelt.stats.streams.ledger import Ledger
from fairfelt.stats.streams.runner import run_chunks
from fairfelt.stats.streams.sums import digest
from tests.runner_work import Deadly, Failing, Rolls

CHUNKS = 24


@pytest.fixture(scope="module")
def alone() -> str:
    """Give the digest of one process."""
    return digest(run_chunks(Rolls(), CHUNKS))


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """Start a cluster of two workers, which find the work where this process does, and give its address."""
    from distributed import LocalCluster

    start: Any = LocalCluster
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(str(Path(__file__).parents[1]))
        with start(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
            yield cluster.scheduler_address


def test_a_dask_cluster_gives_the_digest_of_one_process(alone: str, scheduler: str) -> None:
    assert digest(run_chunks(Rolls(), CHUNKS, scheduler=scheduler)) == alone


def test_a_killed_dask_worker_changes_nothing(tmp_path: Path, alone: str, scheduler: str) -> None:
    assert digest(run_chunks(Deadly(tmp_path, 11, 1), CHUNKS, scheduler=scheduler)) == alone
    assert len(list(tmp_path.glob("death-*"))) == 1


def test_a_chunk_that_kills_every_dask_worker_is_named(tmp_path: Path, scheduler: str) -> None:
    with pytest.raises(RunError, match=r"chunk \d+ lost too many workers"):
        run_chunks(Deadly(tmp_path, 0, 99), 1, scheduler=scheduler)


def test_an_error_on_a_dask_worker_ends_the_run_and_keeps_the_ledger(tmp_path: Path, scheduler: str) -> None:
    ledger = Ledger(tmp_path, {"what": "rolls"})
    with pytest.raises(ZeroDivisionError, match="no dice for chunk 20"):
        run_chunks(Failing(20), CHUNKS, scheduler=scheduler, ledger=ledger)
    assert 20 in list(ledger.read().missing(CHUNKS))


def test_a_scheduler_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairfelt.stats.streams.dask_pool.SECONDS", 0.5)
    with pytest.raises(RunError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:9 "):
        run_chunks(Rolls(), CHUNKS, scheduler="tcp://127.0.0.1:9")


def test_missing_dask_is_told_with_the_way_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(RunError, match=r"pip install 'fairfelt\[dask\]'"):
        run_chunks(Rolls(), CHUNKS, scheduler="tcp://127.0.0.1:9")


def test_dask_is_not_loaded_by_who_does_not_ask_for_it() -> None:
    code = "import sys, fairfelt.stats.streams.runner; print('distributed' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
