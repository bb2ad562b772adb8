"""Many sequences of one stream: sums of whole numbers, and measures that are alarms as often as they promise."""

from collections.abc import Iterator
from functools import lru_cache, reduce
from math import sqrt
from typing import Any

import numpy as np
import pytest

from fairfelt.stats.bits import battery
from fairfelt.stats.bits.answer import Bits, Share
from fairfelt.stats.bits.stream import HEAD, KINDS, UNIT, Sums, sums_of
from fairfelt.stats.decision.measure import Measure

SHORT: dict[str, Any] = {
    "universal_length": 4, "serial_length": 12, "entropy_length": 7, "template_length": 6, "fewest_cycles": 200,
}  # fmt: skip
"""Parameters for sequences of 2**17 bits."""
LENGTH = 1 << 17


def fair(seed: int, times: int, length: int = LENGTH) -> Iterator[Bits]:
    rng = np.random.Generator(np.random.PCG64(seed))
    return (battery.unpacked(rng.bytes(length // 8)) for _ in range(times))


def added(many: list[Sums]) -> Sums:
    return {name: np.asarray(sum(sums[name] for sums in many)) for name in many[0]}


@lru_cache
def many(times: int = 250) -> list[Sums]:
    return [battery.sequence_sums(bits, **SHORT) for bits in fair(1, times)]


@lru_cache
def millions() -> list[Sums]:
    return [battery.sequence_sums(bits) for bits in fair(2, 2000, 1_000_000)]


def by_id(sums: Sums) -> dict[str, Measure]:
    return {measure.id.removeprefix("bits."): measure for measure in battery.measures(sums)}


def test_a_stream_has_21_measures_and_a_sequence_alone_has_17() -> None:
    assert len(by_id(added(many()))) == 21
    alone = next(sums for sums in many() if sums["bits.excursions"][0])
    assert set(alone) == {f"bits.{name}" for name in by_id(alone)} == set(KINDS)


def test_sums_are_whole_numbers_that_no_order_changes() -> None:
    total = added(many()[:20])
    assert all(array.dtype == np.int64 for array in total.values())
    backwards = reduce(lambda one, other: {name: other[name] + one[name] for name in one}, many()[:20][::-1])
    assert all((total[name] == backwards[name]).all() for name in total)


def test_names_and_shapes_are_the_same_where_nothing_can_be_asked() -> None:
    empty = battery.sequence_sums(np.ones(10, np.uint8), **SHORT)
    assert {name: array.shape for name, array in empty.items()} == {
        name: array.shape for name, array in many()[0].items()
    }
    assert all(array[0] == 0 and array[1] == 1 and not array[2:].any() for array in empty.values())
    assert battery.measures(empty) == []
    assert battery.unasked_measures(empty).keys() == set(KINDS)
    assert battery.unasked_measures(empty)["bits.excursions"] == "no sequence has enough cycles"


def test_a_measure_says_of_how_many_sequences_it_was_asked() -> None:
    total = added([*many()[:3], battery.sequence_sums(next(fair(9, 1, 4000)), **SHORT)])
    measures = by_id(total)
    assert measures["rank"].detail == "asked of 3 of 4 sequences"
    assert measures["frequency"].detail == ""
    assert measures["rank"].units == 3 * (LENGTH // 1024)


def test_chi_squares_add_up_with_their_degrees_and_z_by_the_root() -> None:
    found = [{answer.id: answer for answer in battery.test_sequence(bits, **SHORT)} for bits in fair(1, 5)]
    measures = by_id(added(many()[:5]))
    assert measures["rank"].degrees == 10
    assert measures["rank"].statistic == pytest.approx(sum(one["bits.rank"].statistic for one in found), abs=1e-5)
    z = [one["bits.runs"].statistic for one in found]
    assert measures["runs"].statistic == pytest.approx(sum(z) / sqrt(5), abs=1e-5)
    assert measures["runs.spread"].statistic == pytest.approx(sum(value**2 for value in z), abs=1e-5)
    assert measures["runs.spread"].degrees == 5


def alarms(measures: list[dict[str, Measure]], level: float) -> dict[str, float]:
    return {id_: float(np.mean([found[id_].p < level for found in measures if id_ in found])) for id_ in measures[-1]}


@pytest.mark.parametrize("together", [1, 5])
def test_fair_streams_are_alarms_as_often_as_the_level_says(together: int) -> None:
    streams = [by_id(added(many()[at : at + together])) for at in range(0, len(many()), together)]
    count = len(streams)
    for level in (0.01, 0.1):
        most = level * count + 4.5 * sqrt(level * count) + 1
        assert all(rate * count <= most for rate in alarms(streams, level).values())
    means = {id_: np.mean([found[id_].high for found in streams if id_ in found]) for id_ in streams[-1]}
    assert all(abs(mean - 0.5) < 4.5 * 0.289 / sqrt(count / 2) for mean in means.values())


@pytest.mark.long
@pytest.mark.parametrize("together", [1, 5])
def test_two_thousand_sequences_of_a_million_bits_are_alarms_one_time_in_a_hundred(together: int) -> None:
    sums = millions()
    streams = [by_id(added(sums[at : at + together])) for at in range(0, len(sums), together)]
    count = len(streams)
    for id_, rate in sorted(alarms(streams, 0.01).items()):
        asked = sum(id_ in found for found in streams)
        print(f"{id_:24} {asked:5} streams, {100 * rate:.2f} % below 1 %")
        assert rate * asked <= 0.01 * asked + 4 * sqrt(0.01 * asked)
    assert 0.006 < np.mean(list(alarms(streams, 0.01).values())) < 0.014, count


def test_a_small_bias_shows_in_the_stream_that_no_sequence_shows() -> None:
    rng = np.random.Generator(np.random.PCG64(3))
    sums = [battery.sequence_sums((rng.random(LENGTH) < 0.502).astype(np.uint8), **SHORT) for _ in range(40)]
    assert sum(by_id(one)["frequency"].p < 1e-4 for one in sums) <= 3
    assert by_id(added(sums))["frequency"].p < 1e-12
    assert by_id(added(many()[:40]))["frequency"].p > 1e-3


def test_biases_of_either_sign_cancel_in_the_mean_and_show_in_the_spread() -> None:
    rng = np.random.Generator(np.random.PCG64(4))
    sums = [
        battery.sequence_sums((rng.random(LENGTH) < 0.5 + sign * 0.004).astype(np.uint8), **SHORT)
        for sign in (1, -1) * 20
    ]
    measures = by_id(added(sums))
    assert measures["frequency"].p > 1e-3
    assert measures["frequency.spread"].p < 1e-12


def test_sequences_too_even_to_be_true_show_at_the_other_end() -> None:
    rng = np.random.Generator(np.random.PCG64(5))
    even = (np.arange(LENGTH) % 2).astype(np.uint8)
    sums = [battery.sequence_sums(rng.permuted(even), **SHORT) for _ in range(20)]
    assert by_id(added(sums))["frequency.spread"].low < 1e-9
    assert by_id(added(many()[:20]))["frequency.spread"].p > 1e-3


def test_a_planted_pattern_is_named() -> None:
    def planted(bits: Bits) -> Bits:
        bits = bits.copy()
        for at in range(0, LENGTH - 6, 400):
            bits[at : at + 6] = (0, 0, 1, 0, 1, 1)
        return bits

    measure = by_id(added([battery.sequence_sums(planted(bits), **SHORT) for bits in fair(6, 5)]))["non-overlapping"]
    assert measure.detail == "furthest off: 001011"
    assert measure.p < 1e-9


def test_what_is_beyond_all_measure_still_adds_up() -> None:
    share = Share("bits.frequency", "normal", True, 100, 0, (float("inf"),))
    sums = sums_of([share])["bits.frequency"]
    assert sums[HEAD + 1] == (1 << 30) * UNIT
    assert by_id({"bits.frequency": sums * 8000})["frequency"].p == 0.0


def test_every_measure_of_a_stuck_source_is_an_alarm_or_not_asked() -> None:
    zeros = added([battery.sequence_sums(np.zeros(LENGTH, np.uint8), **SHORT)] * 3)
    assert all(measure.p < 1e-9 for measure in battery.measures(zeros))
    assert battery.unasked_measures(zeros).keys() == {"bits.runs", "bits.excursions", "bits.variant"}
