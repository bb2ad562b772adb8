"""The suite's own proof: good sources are sound and bad ones are found, however the work is shared out."""

import io
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fairfelt.reports.calibration import print_calibration
from fairfelt.stats.calibration import run as running
from fairfelt.stats.calibration.catalogue import REGISTERED, SIZES, SLOW, SMALL_SAMPLE, entries
from fairfelt.stats.calibration.run import calibrate
from fairfelt.stats.calibration.samples import BINS, TOGETHER, Sampled, judge_chunk
from fairfelt.stats.catalogue import BAD, GOOD, available
from fairfelt.stats.decision.rule import Level
from fairfelt.stats.shuffles import laws
from fairfelt.stats.shuffles.battery import HISTOGRAMS, registered
from fairfelt.stats.shuffles.packs import standard_pack
from fairfelt.stats.streams.errors import RunError
from fairfelt.stats.streams.sums import Sums

GOOD_ONE, NAIVE, FAINT = "xoshiro256", "naive-swap", "float32-keys"
SAMPLES = 100
ROOT = 3


@cache
def calibrated(*only: str, samples: int = SAMPLES) -> dict[str, Any]:
    return calibrate(samples, ROOT, only=only)


def source_of(data: dict[str, Any], id_: str) -> dict[str, Any]:
    (found,) = [source for source in data["sources"] if source["source"] == id_]
    return dict(found)


# What comes of it


def test_a_good_source_is_sound() -> None:
    data = calibrated(GOOD_ONE)
    good = source_of(data, GOOD_ONE)
    assert (data["sound"], good["sound"], good["fair"]) == (True, True, True)
    assert (good["samples"], good["decks"], good["uneven"]) == (SAMPLES, SMALL_SAMPLE, [])
    assert good["expected"] == 0.01
    assert good["false_alarms"] == good["rejected"] / SAMPLES <= 0.1
    assert {test["id"] for test in good["tests"]} == set(registered(standard_pack()))
    assert all(sum(test["bins"]) == test["asked"] for test in good["tests"])


def test_a_naive_swap_is_found_in_every_sample_and_the_tests_that_find_it_are_told() -> None:
    data = calibrated(NAIVE)
    bad = source_of(data, NAIVE)
    assert (bad["power"], bad["fair"], bad["decks"], bad["samples"]) == (1.0, False, SIZES[NAIVE], SAMPLES)
    shares = [found["share"] for found in bad["found_by"]]
    assert 0 < len(shares) <= 5
    assert shares == sorted(shares, reverse=True)
    assert shares[0] == 1.0
    assert {found["id"] for found in bad["found_by"]} <= set(registered(standard_pack()))


def test_a_defect_too_faint_for_so_few_decks_has_no_power_and_is_no_fault_of_the_suite() -> None:
    data = calibrate(20, ROOT, only=[FAINT])
    faint = source_of(data, FAINT)
    assert (faint["power"], faint["found_by"], faint["decks"]) == (0.0, [], REGISTERED)
    assert data["sound"]


def test_a_stricter_level_rejects_less() -> None:
    strict = calibrate(20, ROOT, only=["riffle-7"], level=Level(1e-12))
    plain = calibrate(20, ROOT, only=["riffle-7"])
    assert source_of(strict, "riffle-7")["power"] < source_of(plain, "riffle-7")["power"]
    assert strict["level"]["alpha"] == 1e-12


# A suite that is wrong


def shifted(size: int) -> laws.Law:
    """Take the fixed points of a pack for one more than they are, in three decks of a hundred."""
    law = laws.fixed_points(size)
    return np.asarray(0.97 * law + 0.03 * np.roll(law, 1))


def test_a_suite_whose_law_is_off_is_told_as_unsound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(HISTOGRAMS, "fixed", ("cards that stay where they lay", shifted))
    data = calibrate(SAMPLES, ROOT, only=[GOOD_ONE])
    good = source_of(data, GOOD_ONE)
    assert (data["sound"], good["sound"]) == (False, False)
    assert good["uneven"] == ["shuffle.fixed-mean", "shuffle.fixed-shape"]


def test_a_suite_that_rejects_too_often_is_told_as_unsound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judging each test alone, as if it were the only one, rejects good sources many times too often."""
    from fairfelt.stats.calibration import samples

    monkeypatch.setattr(samples, "holm", lambda found, alpha, *_: dict.fromkeys(found, alpha))
    data = calibrate(SAMPLES, ROOT, only=[GOOD_ONE])
    good = source_of(data, GOOD_ONE)
    assert not data["sound"]
    assert good["rejected"] > SAMPLES * 0.15
    assert good["at_least"] < running.UNLIKELY
    assert good["uneven"] == []


def test_one_unsound_source_makes_the_whole_unsound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "UNLIKELY", 2.0)
    assert not calibrate(20, ROOT, only=[GOOD_ONE, NAIVE])["sound"]
    assert calibrate(20, ROOT, only=[NAIVE])["sound"]


# However it is worked through


def test_the_same_root_gives_the_same_digest_and_another_gives_another() -> None:
    again = calibrate(SAMPLES, ROOT, only=[NAIVE])
    assert again == calibrated(NAIVE)
    assert calibrate(SAMPLES, ROOT + 1, only=[NAIVE])["digest"] != again["digest"]


def test_two_workers_come_to_the_same_as_one() -> None:
    assert calibrate(SAMPLES, ROOT, only=[NAIVE], workers=2) == calibrated(NAIVE)


def test_a_run_that_was_stopped_goes_on_and_comes_to_the_same(tmp_path: Path) -> None:
    class Stopped(Exception):
        """Stands for someone who stops the run."""

    done: list[str] = []

    def stop(_: int, __: int, what: str) -> None:
        done.append(what)
        if len(done) == 2:
            raise Stopped

    with pytest.raises(Stopped):
        calibrate(60, ROOT, only=[NAIVE], folder=tmp_path, tell=stop)
    more: list[int] = []
    whole = calibrate(60, ROOT, only=[NAIVE], folder=tmp_path, tell=lambda count, *_: more.append(count))
    assert more == [3]
    assert whole == calibrate(60, ROOT, only=[NAIVE])


def test_what_is_kept_is_not_taken_for_another_run(tmp_path: Path) -> None:
    calibrate(20, ROOT, only=["sattolo"], folder=tmp_path)
    for changed in ({"root": ROOT + 1}, {"level": Level(0.05)}):
        with pytest.raises(RunError, match="belongs to another run"):
            calibrate(20, **{"root": ROOT, **changed}, only=["sattolo"], folder=tmp_path)  # type: ignore[arg-type]


def test_more_samples_go_on_from_fewer(tmp_path: Path) -> None:
    calibrate(20, ROOT, only=["sattolo"], folder=tmp_path)
    assert calibrate(40, ROOT, only=["sattolo"], folder=tmp_path) == calibrate(40, ROOT, only=["sattolo"])


def test_a_chunk_is_judged_from_its_number_alone() -> None:
    sampled = Sampled("sattolo", 20, ROOT)
    first, again, other = (judge_chunk(sampled, chunk) for chunk in (4, 4, 5))

    def same(one: Sums, two: Sums) -> bool:
        return all(np.array_equal(one[name], two[name]) for name in one)

    assert same(first, again)
    assert not same(first, other)
    assert first["rejected"].tolist()[1] == TOGETHER
    assert first["bins"].shape == (len(registered(standard_pack())), BINS)


def test_how_much_is_done_is_told_over_all_sources() -> None:
    told: list[tuple[int, int, str]] = []
    calibrate(40, ROOT, only=["sattolo", "same-deck"], tell=lambda *each: told.append(each))
    assert told == [(1, 4, "sattolo"), (2, 4, "sattolo"), (3, 4, "same-deck"), (4, 4, "same-deck")]


# What is run


def test_every_source_that_is_there_is_run_the_good_ones_first() -> None:
    listed = list(entries(1_000))
    assert [entry.source for entry in listed] == [shuffler.id for shuffler in available()]
    assert {entry.source for entry in listed if entry.fair} <= {good.id for good in GOOD}
    assert SIZES.keys() | SLOW <= {bad.id for bad in BAD}


def test_large_samples_are_fewer_and_never_none() -> None:
    samples = {entry.source: entry.samples for entry in entries(1_000)}
    assert samples[GOOD_ONE] == samples[NAIVE] == 1_000
    assert samples[FAINT] == 1_000 * 2_000 // REGISTERED
    assert samples["overhand-50"] == samples[FAINT] // 10
    assert min(entry.samples for entry in entries(20)) == 1


# As data and as text


def test_a_calibration_is_plain_data() -> None:
    data = calibrated(GOOD_ONE, NAIVE)
    assert json.loads(json.dumps(data)) == data
    assert data["format"] == 1
    assert [source["source"] for source in data["sources"]] == [GOOD_ONE, NAIVE]
    assert len(data["digest"]) == 64


def printed(data: dict[str, Any]) -> str:
    from rich.console import Console

    text = io.StringIO()
    print_calibration(data, Console(file=text, no_color=True, width=160))
    return text.getvalue()


def test_a_reader_is_told_sources_powers_and_tests_without_colour() -> None:
    data = calibrated(GOOD_ONE, NAIVE)
    text = printed(data)
    assert "\x1b" not in text
    assert text.startswith("Calibration: the battery does what it says\n")
    assert "xoshiro256**: " in text
    assert f"of {SAMPLES} samples rejected" in text
    assert "where at most 1.00% are allowed; p-values even" in text
    (naive,) = [line for line in text.splitlines() if line.startswith("a naive swap shuffle")]
    best = data["sources"][1]["found_by"][0]["id"].removeprefix("shuffle.")
    assert f"100.0% of {SAMPLES}" in naive
    assert f"{best} 100%" in naive
    assert f"Digest: {data['digest']}" in text


def test_a_reader_is_told_what_is_unsound_and_what_is_too_faint() -> None:
    data = json.loads(json.dumps(calibrated(GOOD_ONE, NAIVE)))
    data["sound"] = data["sources"][0]["sound"] = False
    data["sources"][0]["uneven"] = ["shuffle.fixed-mean"]
    data["sources"][1].update(power=0.0, found_by=[])
    data["notes"] = ["the streams aes-ctr and chacha20 need the library cryptography"]
    text = printed(data)
    assert text.startswith("Calibration: the battery does not do what it says\n")
    assert "p-values uneven: shuffle.fixed-mean" in text
    assert "nothing: too faint for so few" in text
    assert "need the library cryptography" in text


@pytest.mark.long
def test_every_source_is_sound_and_what_should_be_found_is_found() -> None:
    data = calibrate(200, ROOT, workers=1)
    assert data["sound"]
    powers = {source["source"]: source["power"] for source in data["sources"] if not source["fair"]}
    assert all(powers[id_] >= 0.9 for id_ in SIZES), {id_: powers[id_] for id_ in SIZES if powers[id_] < 0.9}
