"""Watching money: a wager that wins what it should rings nothing, one that wins too much or too little rings."""

from math import log

import numpy as np
import pytest
from numpy.typing import NDArray

from fairfelt.stats.live.eprocess import WatchError
from fairfelt.stats.live.money import Direction, MoneyWatch, update, watch_money

WINS = np.array([-1.0, 0.0, 1.0, 2.0, 50.0])
FAIR = np.array([0.56, 0.02, 0.38, 0.038, 0.002])
MEAN, ALPHA = float(WINS @ FAIR), 0.01
"""The wager keeps 0.4 % of what is staked."""


def moved(share: float) -> NDArray[np.float64]:
    """Turn losses into even wins, or the other way, so that the mean moves by twice the share."""
    return FAIR + share * np.array([-1, 0, 1, 0, 0])


def batches(law: NDArray[np.float64], streams: int, units: int, size: int, seed: int) -> NDArray[np.int64]:
    return np.random.default_rng(seed).multinomial(size, law, (streams, units // size))


def run(law: NDArray[np.float64], units: int, seed: int, direction: Direction = "both", size: int = 500) -> MoneyWatch:
    watch = watch_money(MEAN, -1, 50, direction, ALPHA)
    for batch in batches(law, 1, units, size, seed)[0]:
        watch = update(watch, WINS, batch)
    return watch


def test_a_fair_wager_rings_no_more_often_than_alpha() -> None:
    rung = [run(FAIR, 20_000, seed, size=200).alarm.rung_at is not None for seed in range(200)]
    assert sum(rung) <= ALPHA * len(rung)


def test_looking_a_hundred_times_at_a_z_test_rings_a_fair_wager_far_too_often() -> None:
    seen = batches(FAIR, 200, 20_000, 200, seed=1).cumsum(axis=1)
    units = seen.sum(axis=2)
    spread = np.sqrt(FAIR @ (WINS - MEAN) ** 2)
    z = (seen @ WINS - units * MEAN) / (spread * np.sqrt(units))
    assert (np.abs(z).max(axis=1) > 2.5758).mean() > 5 * ALPHA


def test_the_evidence_is_not_expected_to_grow() -> None:
    """Weigh the evidence of two units by the chances of all pairs of wins: 1 on average, but not if wins are off."""
    start = watch_money(MEAN, -1, 50)
    values = [[np.exp(update(start, [one, other]).log_e) for one in WINS] for other in WINS]
    assert FAIR @ values @ FAIR == pytest.approx(1.0, abs=1e-12)
    assert moved(0.3) @ values @ moved(0.3) > 1.01


@pytest.mark.parametrize("share", [0.02, -0.02])
def test_a_wager_that_wins_4_percent_too_much_or_too_little_rings(share: float) -> None:
    rung = [run(moved(share), 400_000, seed, size=4_000).alarm.rung_at for seed in range(10)]
    assert all(rung)


def test_a_top_prize_that_never_comes_rings() -> None:
    assert run(np.array([0.562, 0.02, 0.38, 0.038, 0.0]), 100_000, seed=3).alarm.rung_at


def test_against_more_a_wager_may_win_less_as_long_as_it_likes() -> None:
    assert run(moved(-0.05), 50_000, seed=4, direction="more").alarm.rung_at is None
    assert run(moved(-0.05), 50_000, seed=4, direction="less").alarm.rung_at
    assert run(moved(0.05), 50_000, seed=4, direction="more").alarm.rung_at
    assert run(moved(0.05), 50_000, seed=4, direction="less").alarm.rung_at is None


def test_batches_split_anyhow_end_in_the_same_evidence() -> None:
    wins = np.random.default_rng(5).choice(WINS, 3_000, p=moved(0.05))
    whole = update(watch_money(MEAN, -1, 50), wins)
    for sizes in ([1, 2_000], [10, 11, 12, 2_999], list(range(0, 3_000, 7))):
        split = watch_money(MEAN, -1, 50)
        for part in np.split(wins, sizes):
            split = update(split, part)
        assert split.units == whole.units
        assert split.log_e == pytest.approx(whole.log_e, rel=1e-9)


def test_wins_counted_are_wins_listed() -> None:
    counted = update(watch_money(MEAN, -1, 50), [-1, 2], [3, 2])
    listed = update(watch_money(MEAN, -1, 50), [-1, 2, -1, 2, -1])
    assert counted.units == listed.units == 5
    assert counted.log_e == pytest.approx(listed.log_e, rel=1e-12)


def test_one_unit_never_takes_more_than_half_of_a_bet() -> None:
    for win in (-1.0, 50.0):
        assert min(update(watch_money(MEAN, -1, 50), [win]).log_fortunes) == pytest.approx(-log(2))


def test_a_win_that_the_wager_cannot_have_is_refused() -> None:
    with pytest.raises(WatchError, match="a win of 51 is not between -1 and 50; mend the bounds or the stream"):
        update(watch_money(MEAN, -1, 50), [1, 51])
    with pytest.raises(WatchError, match="a win of nan"):
        update(watch_money(MEAN, -1, 50), [float("nan")])


@pytest.mark.parametrize(("mean", "low", "high"), [(-2, -1, 50), (50, -1, 50), (0, -1, float("inf"))])
def test_a_mean_that_is_not_between_the_bounds_is_refused(mean: float, low: float, high: float) -> None:
    with pytest.raises(WatchError, match="isn't between the least win"):
        watch_money(mean, low, high)


def test_counts_that_do_not_fit_the_wins_are_refused() -> None:
    for counts in ([1], [1, -1], [0.5, 0.5]):
        with pytest.raises(WatchError, match="don't fit counts"):
            update(watch_money(MEAN, -1, 50), [1, 2], counts)
