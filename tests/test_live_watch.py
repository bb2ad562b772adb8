"""Watching goes on another day from what was kept, and evidence of several streams is put together without cheating."""

import json
from math import inf, log
from typing import Any

import numpy as np
import pytest

from fairfelt.stats.live import counts, money
from fairfelt.stats.live.counts import watch_counts, watch_uniform
from fairfelt.stats.live.eprocess import (
    Alarm,
    WatchError,
    discoveries,
    e_value,
    log_mean,
    look,
    of_any,
    of_independent,
)
from fairfelt.stats.live.money import watch_money
from fairfelt.stats.live.watch import from_data, line, to_data, watch

CROOKED = [0.6, 0.4]
COUNTED = list(np.random.default_rng(1).multinomial(100, CROOKED, 20))
WON = [np.random.default_rng(at).choice([-1.0, 1.0], 100, p=CROOKED) for at in range(20)]
STREAMS: list[tuple[Any, Any, list[Any]]] = [
    (watch_uniform(2), counts.update, COUNTED),
    (watch_counts([0.69, 0.31]), counts.update, COUNTED),
    (watch_money(0.0, -1, 1), money.update, WON),
    (watch_money(0.0, -1, 1, "more"), money.update, WON),
]
NAMES = ["uniform", "counts", "money", "money one way"]


def resumed(state: Any) -> Any:
    return from_data(json.loads(json.dumps(to_data(state))))


@pytest.mark.parametrize(("start", "update", "batches"), STREAMS, ids=NAMES)
def test_a_watch_taken_up_again_after_each_batch_goes_the_same_way(start: Any, update: Any, batches: list[Any]) -> None:
    straight, stopped = start, resumed(start)
    for batch in batches:
        straight, stopped = update(straight, batch), resumed(update(stopped, batch))
        assert stopped == straight
    assert stopped.units == 2_000


def test_there_is_a_line_for_each_batch() -> None:
    told = [told for told, _ in watch(watch_uniform(2), counts.update, COUNTED)]
    assert [entry.units for entry in told] == list(range(100, 2_001, 100))
    rung = told[-1].rung_at
    assert rung is not None
    assert rung > 100
    assert [entry.rung_at for entry in told] == [rung if entry.units >= rung else None for entry in told]


def test_a_line_says_units_evidence_and_alarm() -> None:
    *_, (last, state) = watch(watch_uniform(2), counts.update, COUNTED)
    assert last == line(state)
    assert str(last) == f"2,000 units, log10 e = {state.log_e / log(10):.2f}, ALARM since {state.alarm.rung_at}"
    assert str(line(watch_uniform(2))) == "0 units, log10 e = 0.00, no alarm"


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"kind": "cards"},
        {"counts": [1, 2, 3]},
        {"counts": ["1", "2"]},
        {"law": [0.5, 0.6]},
        {"alarm": {"alpha": 2.0}},
        {"alarm": 7},
        {"more": 1},
    ],
    ids=str,
)
def test_data_that_is_no_state_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(WatchError):
        from_data({**to_data(watch_uniform(2)), **change})


@pytest.mark.parametrize("change", [{"direction": "up"}, {"log_fortunes": [0.0]}, {"mean": 2.0}], ids=str)
def test_data_that_is_no_state_of_money_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(WatchError):
        from_data({**to_data(watch_money(0.0, -1, 1)), **change})


# Alarms


def test_an_alarm_rings_at_one_over_alpha_and_not_below() -> None:
    assert look(Alarm(0.05), log(20) - 1e-9, 7).rung_at is None
    assert look(Alarm(0.05), log(20), 7).rung_at == 7
    assert look(Alarm(0.05, 7), 0.0, 8).rung_at == 7


@pytest.mark.parametrize("alpha", [0.0, 1.0, -1.0, 2.0, float("nan")])
def test_an_alarm_that_is_never_or_always_false_is_refused(alpha: float) -> None:
    with pytest.raises(WatchError, match="between 0 and 1"):
        Alarm(alpha)


# Several streams

FAIR = np.array([0.5, 0.5])


def fair_evidence(streams: int, seed: int) -> list[float]:
    """Give the evidence of fair streams of 1,000."""
    seen = np.random.default_rng(seed).multinomial(1_000, FAIR, streams)
    return [float(value) for value in counts.log_evidence(FAIR, seen)]


def test_independent_evidence_is_multiplied() -> None:
    assert of_independent([log(2), log(3), log(0.5)]) == pytest.approx(log(3))
    assert of_independent([]) == 0.0


def test_a_stream_whose_evidence_is_nothing_leaves_nothing_of_the_product() -> None:
    assert of_independent([inf, -inf]) == -inf


def test_dependent_evidence_is_averaged() -> None:
    assert of_any([log(2), log(4)]) == pytest.approx(log(3))
    assert of_any([900.0, 900.0]) == pytest.approx(900.0)
    assert of_any([-inf, -inf]) == -inf
    assert of_any([0.0, inf]) == inf
    with pytest.raises(WatchError, match="at least one"):
        of_any([])


def test_one_stream_counted_ten_times_cheats_a_product_but_not_a_mean() -> None:
    alone = [fair_evidence(1, seed)[0] for seed in range(300)]
    threshold = log(100)
    assert np.mean([of_any([value] * 10) >= threshold for value in alone]) <= 0.01
    assert np.mean([of_independent([value] * 10) >= threshold for value in alone]) > 0.01


def test_the_bad_streams_of_a_family_are_found() -> None:
    family = [*fair_evidence(40, seed=3), log(4_000), log(900), log(5_000)]
    assert discoveries(family, alpha=0.1) == [40, 41, 42]


def test_a_family_of_good_streams_is_left_alone() -> None:
    assert discoveries(fair_evidence(40, seed=4), alpha=0.1) == []
    assert discoveries([], alpha=0.1) == []


def test_the_step_up_takes_a_stream_along_that_would_fail_alone() -> None:
    # 3 streams: alone one needs 3 / 0.1 = 30, two together 15 each, all three 10 each.
    assert discoveries([log(29), log(16), log(9)], alpha=0.1) == [0, 1]
    assert discoveries([log(29), log(14), log(9)], alpha=0.1) == []
    assert discoveries([log(29), log(11), log(10.1)], alpha=0.1) == [0, 1, 2]


def test_an_e_value_too_large_for_a_float_is_infinite() -> None:
    assert e_value(log(20)) == pytest.approx(20)
    assert e_value(800.0) == inf


def test_a_mean_is_taken_over_the_last_axis() -> None:
    assert log_mean(np.log([[1, 3], [2, 2]])).tolist() == pytest.approx([log(2), log(2)])
