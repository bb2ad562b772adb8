"""Watching decks for ever: a fair table never rings, a bad one does, and how batches are cut makes no difference."""

import json
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from fairfelt.stats.catalogue import Decks, find
from fairfelt.stats.live.decks import DeckWatch, from_data, to_data, update, watch_decks
from fairfelt.stats.live.eprocess import Alarm, WatchError
from fairfelt.stats.shuffles.count import count_shuffles
from fairfelt.stats.shuffles.packs import Pack, standard_pack

PACK = standard_pack()
ROOT = 5


@cache
def decks_of(id_: str, count: int, root: int = ROOT) -> Decks:
    return find(id_).make(root, 0, count)


def begun(alpha: float = 0.01, pack: Pack = PACK) -> DeckWatch:
    return watch_decks(len(pack.kinds), len(pack.cards), alpha)


def watched(decks: Decks, cuts: list[int], watch: DeckWatch | None = None, pack: Pack = PACK) -> list[DeckWatch]:
    """Watch batches of so many decks; give the watch after each."""
    states, at = [watch or begun(pack=pack)], 0
    for size in cuts:
        states.append(update(states[-1], count_shuffles(decks[at : at + size], pack)))
        at += size
    assert at == len(decks)
    return states[1:]


# Fair and bad tables


def test_a_watch_begins_without_evidence() -> None:
    assert (begun().units, begun().alarm.rung_at) == (0, None)
    assert begun().log_e == pytest.approx(0)


@pytest.mark.parametrize("source", ["xoshiro256", "pcg64"])
def test_a_fair_table_rings_nothing_however_often_one_looks(source: str) -> None:
    states = watched(decks_of(source, 20_000), [100] * 200)
    assert states[-1].units == 20_000
    assert states[-1].alarm.rung_at is None
    assert max(state.log_e for state in states) < 2


def test_of_many_fair_tables_hardly_one_rings() -> None:
    rung = [watched(decks_of("xoshiro256", 1_000, root), [50] * 20)[-1].alarm.rung_at for root in range(40)]
    assert rung == [None] * 40
    bad = [watched(decks_of("comparator-merge", 1_000, root), [50] * 20)[-1].alarm.rung_at for root in range(5)]
    assert None not in bad


@pytest.mark.parametrize(
    ("id_", "decks"), [("naive-swap", 20_000), ("sattolo", 3_000), ("stuck-top-1", 400), ("comparator-merge", 400)]
)
def test_a_bad_table_rings_after_a_while_and_not_at_once(id_: str, decks: int) -> None:
    states = watched(decks_of(id_, decks), [decks // 40] * 40)
    rung = states[-1].alarm.rung_at
    assert rung is not None
    assert 0 < rung <= decks
    assert rung % (decks // 40) == 0


def test_an_alarm_stays_though_the_table_is_mended() -> None:
    (bad,) = watched(decks_of("comparator-merge", 1_000), [1_000])
    assert bad.alarm.rung_at == 1_000
    mended = watched(decks_of("xoshiro256", 20_000), [20_000], bad)[-1]
    assert mended.alarm.rung_at == 1_000
    assert mended.units == 21_000
    assert mended.log_e < bad.log_e


def test_a_stricter_alarm_rings_later() -> None:
    decks = decks_of("naive-swap", 40_000)
    loose, strict = (watched(decks, [500] * 80, begun(alpha))[-1].alarm.rung_at for alpha in (0.05, 1e-9))
    assert loose is not None
    assert strict is not None
    assert loose < strict


def test_an_order_of_first_cards_that_comes_too_often_rings_though_every_place_is_even() -> None:
    """Each deck begins with four rising cards, turned on by a random number, so that every card comes everywhere."""
    decks = decks_of("xoshiro256", 2_000).astype(np.int64)
    decks[:, :5] = np.sort(decks[:, :5], axis=1)
    turned = ((decks + np.arange(2_000)[:, None]) % 52).astype(np.uint8)
    (state,) = watched(turned, [2_000])
    assert state.alarm.rung_at == 2_000
    positions = DeckWatch(state.positions, begun().orders, Alarm())
    assert positions.log_e < 5 < state.log_e


# Batches


def test_batches_cut_differently_end_the_same() -> None:
    decks = decks_of("xoshiro256", 2_000)
    ends = [watched(decks, cuts)[-1] for cuts in ([2_000], [1] * 50 + [1_950], [500, 0, 700, 800])]
    assert ends[0] == ends[1] == ends[2]
    assert watched(decks_of("pcg64", 2_000), [2_000])[-1] != ends[0]


def test_the_order_of_batches_does_not_matter_to_the_evidence() -> None:
    decks = decks_of("naive-swap", 2_000)
    assert watched(decks, [500] * 4)[-1].log_e == watched(decks[::-1].copy(), [500] * 4)[-1].log_e


def test_evidence_of_a_bad_table_grows_in_the_long_run() -> None:
    evidence = [state.log_e for state in watched(decks_of("comparator-merge", 4_000), [400] * 10)]
    assert all(after > before for before, after in pairwise(evidence))
    assert evidence[-1] > 1_000


def test_a_shoe_of_several_packs_is_watched_by_kinds_of_cards() -> None:
    shoe = standard_pack(2)
    rows = np.tile(np.arange(52, dtype=np.uint8).repeat(2), (3_000, 1))
    fair = np.random.default_rng(ROOT).permuted(rows, axis=1)
    stuck = fair.copy()
    for deck in stuck[::3]:
        at = int((deck == 7).argmax())
        deck[0], deck[at] = deck[at], deck[0]
    assert watched(fair, [100] * 30, pack=shoe)[-1].alarm.rung_at is None
    assert watched(stuck, [100] * 30, pack=shoe)[-1].alarm.rung_at is not None


def test_decks_of_another_pack_are_refused() -> None:
    sums = count_shuffles(np.arange(53, dtype=np.uint8)[None], standard_pack(jokers=1))
    with pytest.raises(WatchError, match="another pack"):
        update(begun(), sums)


# Saving


def test_a_watch_that_was_saved_goes_on_as_if_nothing_had_been() -> None:
    decks = decks_of("naive-swap", 4_000)
    (first,) = watched(decks[:1_500], [1_500])
    resumed = from_data(json.loads(json.dumps(to_data(first))))
    assert resumed == first
    assert watched(decks[1_500:], [2_500], resumed)[-1] == watched(decks, [1_500, 2_500])[-1]


def test_an_alarm_is_saved_too() -> None:
    (rung,) = watched(decks_of("comparator-merge", 1_000), [1_000], begun(0.001))
    assert from_data(json.loads(json.dumps(to_data(rung)))).alarm == Alarm(0.001, 1_000)


def damaged(**changes: Any) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(to_data(begun())))
    return data | changes


def test_a_state_is_taken_up_unless_it_is_damaged() -> None:
    assert from_data(damaged()) == begun()


@pytest.mark.parametrize(
    "data",
    [
        {},
        [],
        "watch",
        damaged(format=2),
        damaged(kind="counts"),
        damaged(orders=[0] * 119),
        damaged(orders=[-1] + [0] * 119),
        damaged(positions=[]),
        damaged(positions=[[0, 0], [0]]),
        damaged(positions=[["many"] * 52] * 52),
        damaged(positions=[[-1] * 52] * 52),
        damaged(positions=7),
        damaged(orders=[1] + [0] * 119),
        damaged(positions=[[1] + [0] * 51] + [[0] * 52] * 51),
        damaged(alarm={"alpha": 7}),
        damaged(alarm={"alpha": 0.01, "rung_at": "soon"}),
        damaged(alarm={"alpha": 0.01, "rung_at": -3}),
        damaged(alarm={"alpha": "often"}),
        damaged(alarm={"loud": True}),
        damaged(alarm=None),
    ],
)
def test_what_is_no_state_is_refused(data: Any) -> None:
    with pytest.raises(WatchError, match=r"no state of a watch|can't be false"):
        from_data(data)
