"""Watching outcomes: a fair stream hardly ever rings the alarm however often one looks, a crooked one soon does."""

from itertools import pairwise
from math import comb, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from fairfelt.stats.live.counts import (
    CONCENTRATIONS,
    CountWatch,
    log_evidence,
    update,
    watch_counts,
    watch_uniform,
)
from fairfelt.stats.live.eprocess import Alarm, WatchError, log_mean

CARDS, ALPHA = 52, 0.01
FAIR = np.full(CARDS, 1 / CARDS)
ODDS = [0.5, 0.3, 0.2]


def drawn(law: NDArray[np.float64], streams: int, draws: int, seed: int) -> NDArray[np.int64]:
    return np.random.default_rng(seed).choice(len(law), (streams, draws), p=law).astype(np.int64)


def batches(law: NDArray[np.float64], streams: int, draws: int, size: int, seed: int) -> NDArray[np.int64]:
    """Draw the counts of batches: (streams, batches, outcomes)."""
    return np.random.default_rng(seed).multinomial(size, law, (streams, draws // size))


def weighted(card: int, times: float) -> NDArray[np.float64]:
    """Make one card so many times as likely as it should be, at the cost of all others alike."""
    law = np.full(CARDS, (1 - times / CARDS) / (CARDS - 1))
    law[card] = times / CARDS
    return law


def after_each_draw(draws: NDArray[np.int64], seen_too_early: int = 0) -> NDArray[np.float64]:
    """Bet on one draw after another, knowing those before it: what the closed form says after each of them."""
    order = np.argsort(draws, kind="stable")
    starts = np.searchsorted(draws[order], np.arange(CARDS))
    before = np.empty(len(draws))
    before[order] = np.arange(len(draws)) - starts[draws[order]]
    start, known = np.array(CONCENTRATIONS)[:, None], np.arange(len(draws))
    told = (start + before + seen_too_early) / (start * CARDS + known + seen_too_early)
    return log_mean(np.log(told * CARDS).cumsum(axis=1).T)


def rung(evidence: NDArray[np.float64], alpha: float = ALPHA) -> float:
    """Give the share of streams that ever reach 1 / alpha."""
    return float((evidence.max(axis=1) >= -log(alpha)).mean())


# A fair stream


@pytest.mark.parametrize("alpha", [0.05, 0.01])
def test_looking_after_every_draw_rings_a_fair_stream_no_more_often_than_alpha(alpha: float) -> None:
    evidence = np.array([after_each_draw(draws) for draws in drawn(FAIR, 300, 20_000, seed=1)])
    assert rung(evidence, alpha) <= alpha


def test_someone_who_knows_the_draw_that_he_bets_on_rings_every_fair_stream() -> None:
    evidence = np.array([after_each_draw(draws, seen_too_early=1) for draws in drawn(FAIR, 30, 20_000, seed=1)])
    assert rung(evidence) == 1.0


def test_looking_after_every_batch_rings_a_fair_stream_no_more_often_than_alpha() -> None:
    assert rung(log_evidence(FAIR, batches(FAIR, 400, 20_000, 100, seed=2).cumsum(axis=1))) <= ALPHA


def test_looking_a_hundred_times_at_a_chi_square_rings_far_too_often() -> None:
    from scipy.special import chdtrc

    seen = batches(FAIR, 400, 20_000, 200, seed=2).cumsum(axis=1)
    expected = seen.sum(axis=2, keepdims=True) / CARDS
    p = chdtrc(CARDS - 1, ((seen - expected) ** 2 / expected).sum(axis=2))
    assert p.shape[1] == 100
    assert (p.min(axis=1) < ALPHA).mean() > 5 * ALPHA


def test_the_evidence_is_not_expected_to_grow_whatever_comes() -> None:
    """Weigh the evidence after 6 outcomes of two kinds by the chance of each count: the mean is 1."""
    law = [0.7, 0.3]
    chances = [comb(6, ones) * 0.3**ones * 0.7 ** (6 - ones) for ones in range(7)]
    values = np.exp([float(log_evidence(law, [6 - ones, ones])) for ones in range(7)])
    assert np.dot(chances, values) == pytest.approx(1.0, abs=1e-12)
    other = [comb(6, ones) * 0.5**6 for ones in range(7)]
    assert np.dot(other, values) > 1.01


def test_a_skewed_law_that_is_kept_rings_nothing() -> None:
    seen = batches(np.array(ODDS), 400, 20_000, 100, seed=3).cumsum(axis=1)
    assert rung(log_evidence(ODDS, seen)) <= ALPHA
    assert rung(log_evidence([0.5, 0.25, 0.25], seen)) == 1.0


# A crooked stream


@pytest.mark.parametrize(("times", "draws"), [(2.0, 10_000), (1.5, 40_000), (1.2, 200_000)])
def test_a_card_that_comes_too_often_rings(times: float, draws: int) -> None:
    seen = batches(weighted(card=17, times=times), 50, draws, draws // 50, seed=4).cumsum(axis=1)
    assert rung(log_evidence(FAIR, seen)) == 1.0


def test_a_card_that_never_comes_rings() -> None:
    seen = batches(weighted(card=51, times=0.0), 50, 20_000, 500, seed=5).cumsum(axis=1)
    assert rung(log_evidence(FAIR, seen)) == 1.0


def test_what_cannot_happen_rings_at_once() -> None:
    watch = watch_counts([0.5, 0.5, 0.0])
    assert update(watch, [500, 500, 0]).alarm.rung_at is None
    assert update(watch, [500, 500, 1]).alarm.rung_at == 1001


# One stream, watched


def test_evidence_begins_at_one() -> None:
    assert watch_uniform(CARDS).log_e == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("outcome", range(3))
def test_one_outcome_says_nothing_since_who_learns_starts_from_the_law(outcome: int) -> None:
    one, two = np.eye(3, dtype=np.int64)[outcome], 2 * np.eye(3, dtype=np.int64)[outcome]
    assert update(watch_counts(ODDS), one).log_e == pytest.approx(0.0, abs=1e-9)
    assert update(watch_counts(ODDS), two).log_e > 0.01


def test_the_evidence_of_counts_is_that_of_betting_on_one_draw_after_another() -> None:
    (draws,) = drawn(weighted(3, 1.5), 1, 5_000, seed=6)
    path = after_each_draw(draws)
    for many in (1, 2, 52, 1_000, 5_000):
        counts = np.bincount(draws[:many], minlength=CARDS)
        assert float(log_evidence(FAIR, counts)) == pytest.approx(path[many - 1], abs=1e-7)


@given(st.lists(st.integers(0, 2), max_size=60), st.lists(st.integers(0, 60), max_size=5))
def test_batches_split_anyhow_end_in_the_same_evidence(outcomes: list[int], cuts: list[int]) -> None:
    whole = update(watch_counts(ODDS), np.bincount(outcomes, minlength=3).astype(np.int64))
    split = watch_counts(ODDS)
    for first, last in pairwise([0, *sorted(cuts), 60]):
        split = update(split, np.bincount(outcomes[first:last], minlength=3).astype(np.int64))
    assert (split.counts, split.log_e) == (whole.counts, whole.log_e)


def watched(law: NDArray[np.float64], seed: int) -> list[CountWatch]:
    found, watch = [], watch_uniform(CARDS)
    for batch in batches(law, 1, 20_000, 500, seed)[0]:
        watch = update(watch, batch)
        found.append(watch)
    return found


def test_an_alarm_remembers_when_it_first_rang_whatever_comes_after() -> None:
    states = watched(weighted(0, 2.0), seed=7)
    first = next(state for state in states if state.log_e >= log(100))
    assert first.alarm == Alarm(ALPHA, first.units)
    calmed = update(states[-1], batches(FAIR, 1, 900_000, 900_000, seed=8)[0, 0])
    assert calmed.log_e < log(100)
    assert calmed.alarm.rung_at == first.units


def test_a_fair_stream_leaves_it_silent() -> None:
    assert {state.alarm.rung_at for state in watched(FAIR, seed=9)} == {None}


@pytest.mark.parametrize(
    ("law", "told"),
    [([0.5, 0.4], "add up to 0.9 are no law"), ([1.0], "give two or more"), ([1.5, -0.5], "no law"), ([], "no law")],
)
def test_a_law_that_is_none_is_refused(law: list[float], told: str) -> None:
    with pytest.raises(WatchError, match=told):
        watch_counts(law)


@pytest.mark.parametrize("counts", [[1, 2], [1, 2, -1], [1.0, 2.0, 3.0], [[1, 2, 3]]])
def test_counts_of_something_else_are_refused(counts: list[int]) -> None:
    with pytest.raises(WatchError, match="doesn't count 3 outcomes; give one whole number"):
        update(watch_counts(ODDS), counts)
