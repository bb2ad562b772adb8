"""`fairfelt chance --calibrate`: what it tells, what it finds wrong, and how it goes on where it was stopped."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import fairfelt.stats.calibration.run as calibrating
import fairfelt.stats.shuffles.battery as battery
from fairfelt.stats.calibration.catalogue import Entry
from fairfelt.stats.calibration.samples import Sampled, sampling
from fairfelt.stats.catalogue import find
from fairfelt.stats.shuffles.laws import Law, cycles
from fairfelt.stats.streams.runner import Work
from fairfelt.stats.streams.sums import Sums
from tests.cli_running import Ran, run

Capsys = pytest.CaptureFixture[str]
SOURCES = (("pcg64", True, 300), ("sattolo", False, 20))


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the catalogue hold one good source and one bad."""

    def entries(samples: int) -> list[Entry]:
        return [Entry(id_, find(id_).title, fair, size, samples) for id_, fair, size in SOURCES]

    monkeypatch.setattr(calibrating, "entries", entries)


def calibrate(capsys: Capsys, *more: str) -> Ran:
    return run(capsys, "chance", "--calibrate", "--samples", "20", *more)


def test_a_calibration_tells_false_alarms_and_power(few: None, capsys: Capsys) -> None:
    done = calibrate(capsys)
    assert done.code == 0
    assert "the battery does what it says" in done.out
    data = json.loads(calibrate(capsys, "--json").out)
    good, bad = data["sources"]
    assert (good["fair"], good["samples"], good["rejected"]) == (True, 20, 0)
    assert (bad["fair"], bad["power"]) == (False, 1.0)
    assert (data["sound"], data["root"]) == (True, 0)


def test_a_battery_with_a_wrong_law_is_found_by_its_calibration(
    few: None, capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong: tuple[str, Callable[[int], Law]] = (battery.HISTOGRAMS["fixed"][0], cycles)
    monkeypatch.setitem(battery.HISTOGRAMS, "fixed", wrong)
    done = calibrate(capsys)
    assert done.code == 1
    assert "the battery does not do what it says" in done.out


def test_a_calibration_goes_on_where_it_was_stopped(
    few: None, tmp_path: Path, capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, out = json.loads(calibrate(capsys, "--json").out), str(tmp_path / "calibration")
    interrupted, refused = stopping_at("sattolo", KeyboardInterrupt), stopping_at("pcg64", AssertionError)
    monkeypatch.setattr(calibrating, "sampling", interrupted)
    stopped = calibrate(capsys, "--out", out)
    assert stopped.code == 130
    assert "go on with the same command" in stopped.err
    monkeypatch.setattr(calibrating, "sampling", refused)
    done = calibrate(capsys, "--out", out)
    assert done.code == 0
    assert json.loads((tmp_path / "calibration/calibration.json").read_text("utf-8"))["digest"] == whole["digest"]


def stopping_at(source: str, error: type[BaseException]) -> Callable[[Sampled], Work]:
    """Judge samples of other sources, and end with an error where one of this source is asked for."""

    def other_sampling(sampled: Sampled) -> Work:
        def stop(chunk: int) -> Sums:
            raise error

        return stop if sampled.source == source else sampling(sampled)

    return other_sampling


def test_a_folder_of_another_calibration_is_refused(few: None, tmp_path: Path, capsys: Capsys) -> None:
    out = str(tmp_path / "calibration")
    assert calibrate(capsys, "--out", out).code == 0
    for more, told in (
        (("--out", out, "--seed", "7"), "belongs to another run"),
        (("--out", f"{out}/calibration.json"), "is a file; name a folder"),
    ):
        refused = calibrate(capsys, *more)
        assert (refused.code, refused.out) == (10, "")
        assert told in refused.err
        assert "Traceback" not in refused.err
