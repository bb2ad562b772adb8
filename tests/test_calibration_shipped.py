"""The calibration that ships is of this battery and this catalogue, and says what certificates rely on."""

from dataclasses import replace

import pytest

from fairfelt.stats.calibration.catalogue import entries
from fairfelt.stats.calibration.measured import attached, measured
from fairfelt.stats.calibration.run import calibrate
from fairfelt.stats.decision.rule import Level
from fairfelt.stats.shuffles.battery import registered
from fairfelt.stats.shuffles.packs import standard_pack

SAMPLES = 1000
GOALS = {
    "naive-swap": 500,
    "sattolo": 20,
    "stops-one-early": 600,
    "riffle-7": 100,
    "comparator-timsort": 400,
    "stuck-top-0.1": 400,
    "clumped-pair-0.1": 2_000,
    "seeds-clock": 35_000,
    "reseeded-minstd": 10_000,
    "reseeded-delphi": 10_000,
    "reseeded-msvc": 10_000,
}
SOURCES = {source["source"]: source for source in measured()["sources"]}


def test_it_is_of_the_battery_as_it_stands() -> None:
    for source in SOURCES.values():
        if source["fair"]:
            assert [test["id"] for test in source["tests"]] == list(registered(standard_pack()))


def test_it_is_of_the_whole_catalogue() -> None:
    assert [(entry.source, entry.decks) for entry in entries(SAMPLES)] == [
        (source["source"], source["decks"]) for source in SOURCES.values()
    ]


def test_good_sources_fail_as_rarely_as_the_level_says() -> None:
    assert measured()["sound"]
    good = [source for source in SOURCES.values() if source["fair"]]
    assert len(good) == 5
    assert sum(source["rejected"] for source in good) <= 80, "50 of 5,000 are expected"


@pytest.mark.parametrize("source", GOALS)
def test_known_bad_sources_are_found_at_the_size_at_which_they_should_be(source: str) -> None:
    found = SOURCES[source]
    assert found["decks"] == GOALS[source]
    assert found["rejected"] >= 0.995 * found["samples"]


def test_what_is_too_faint_is_told_as_such() -> None:
    assert SOURCES["modulo-16"]["power"] < 0.1
    assert SOURCES["seeds-32-bit"]["power"] < 0.5


@pytest.mark.parametrize("source", ["sattolo", "riffle-4"])
def test_anyone_can_measure_it_again(source: str) -> None:
    (again,) = calibrate(SAMPLES, measured()["root"], only=[source])["sources"]
    assert again["rejected"] == SOURCES[source]["rejected"]


def test_a_calibration_at_another_level_is_another_one() -> None:
    data = calibrate(40, level=replace(Level(), alpha=0.5), only=["xoshiro256"])
    assert data["sources"][0]["rejected"] > SOURCES["xoshiro256"]["rejected"] * 40 / SAMPLES


def test_a_certificate_gets_the_rates_and_not_the_details() -> None:
    told = attached(measured())
    assert set(told["good"][0]) == {"title", "decks", "samples", "rejected", "false_alarms"}
    assert all(0 <= one["power"] <= 1 for one in told["bad"])
