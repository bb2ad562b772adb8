"""A bad shuffle is named for what it is, from an order of the pack that nobody told; what is not known gets no name."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from fairfelt.stats.catalogue import BAD, Decks, find
from fairfelt.stats.catalogue.exact import EXACT
from fairfelt.stats.decision.rule import Level
from fairfelt.stats.shuffles.battery import measures
from fairfelt.stats.shuffles.count import count_shuffles
from fairfelt.stats.shuffles.naming import SIMULATED, looks_like
from fairfelt.stats.shuffles.order import renumbered, usual_orders
from fairfelt.stats.shuffles.packs import Pack, in_order, standard_pack
from fairfelt.stats.shuffles.reading import Read
from fairfelt.stats.shuffles.source import judge_shuffles, shuffle_battery

ROOT = 23
PACK = standard_pack()
ORDERS = list(usual_orders())
LEVEL = Level()
OUT = "left out"
MANY = 40_000


@dataclass(frozen=True)
class Told:
    fails: bool
    name: str | None
    data: dict[str, Any] = field(default_factory=dict)


def lying(decks: Decks, lay: int) -> Decks:
    """Number cards as the plain pack does, of decks whose card 0 lay on top in the usual order of this number."""
    return renumbered(decks, in_order(PACK, ORDERS[lay][1]), PACK)


def judged(rows: Decks, order: str | None = None, pack: Pack = PACK) -> Told:
    """Judge decks as from a file; the order is that of the pack, if someone says how it is known, and else guessed."""
    battery = shuffle_battery(pack, len(rows), LEVEL)
    judgement, data = judge_shuffles(battery, LEVEL, pack, [Read(rows, len(rows))], order)
    return Told(judgement.verdict == "fail", data["looks_like"], data)


def by_table(rows: Decks) -> Told:
    """Count and name decks without a guess of the order, which takes longer; no table depends on it."""
    sums = count_shuffles(rows, PACK)
    shown = {found.id.partition(".")[2] for found in measures(sums, PACK) if found.p < LEVEL.alpha / 50}
    return Told("positions" in shown, looks_like(sums, PACK, shown))


def of(id_: str, decks: int, lay: int = 0) -> Decks:
    return lying(find(id_).make(ROOT, 0, decks), lay)


# What leaves a table

FOUND_AT = {
    "naive-swap": 2_000,
    "planet-poker": 2_000,
    "sattolo": 1_000,
    "stops-one-early": 8_000,
    "leaves-last-card": 200,
    "reaches-too-far": 40_000,
    "rounded-places": 40_000,
    "transpositions-52": 100,
    "transpositions-100": 2_000,
    "transpositions-150": 30_000,
    "modulo-8": 20_000,
    "modulo-9": 40_000,
    "scaled-8": 20_000,
    "riffle-4": 1_000,
    "riffle-5": 3_000,
    "riffle-6": 10_000,
    "riffle-7": 40_000,
    "overhand-10": 100,
    "stuck-top-0.1": 2_000,
    "unshuffled-0.1": 400,
    "unshuffled-0.01": 30_000,
    "comparator-timsort": 1_000,
    "comparator-insertion": 100,
    "comparator-merge": 100,
    "comparator-quicksort": 1_500,
}
"""Decks after which each is found and named by its table of card by position."""
ALIKE = {
    "leaves-first-card": ("leaves-first-card", "stuck-top-1"),
    "stuck-top-1": ("leaves-first-card", "stuck-top-1"),
    "comparator-binary-insertion": ("comparator-timsort",),
}
"""Tables that one can't tell apart: where nobody tells the order, any card may have lain first, or last; and of random
comparisons Timsort finds no long run, so it inserts."""
TOO_FAINT = {
    "transpositions-200",
    "modulo-10",
    "modulo-11",
    "modulo-12",
    "modulo-16",
    "scaled-16",
    "riffle-8",
    "riffle-9",
    "riffle-10",
    "overhand-50",
    "unshuffled-0.001",
}
"""Their tables are even up to what 40,000 decks show."""


def test_every_shuffler_that_leaves_a_table_is_asked_for() -> None:
    assert {*EXACT, *SIMULATED} == {*FOUND_AT, *ALIKE, *TOO_FAINT} - {"comparator-binary-insertion"}


@pytest.mark.parametrize("id_", FOUND_AT)
def test_a_bad_shuffle_is_named_whatever_order_the_pack_lay_in(id_: str) -> None:
    seen = by_table(of(id_, FOUND_AT[id_], lay=list(FOUND_AT).index(id_) * 7 % len(ORDERS)))
    assert seen.fails
    assert seen.name is not None
    assert seen.name.startswith(f"{find(id_).title} (the pack lay ")
    assert "dealt from the bottom" not in seen.name


@pytest.mark.parametrize("id_", ["naive-swap", "stops-one-early", "modulo-8", "comparator-quicksort", "stuck-top-0.1"])
def test_a_bad_shuffle_dealt_from_the_bottom_is_named_too(id_: str) -> None:
    seen = by_table(np.ascontiguousarray(of(id_, MANY, lay=11)[:, ::-1]))
    assert seen.name is not None
    assert seen.name.startswith(f"{find(id_).title} (the pack lay ")
    assert ", dealt from the bottom)" in seen.name


@pytest.mark.parametrize("id_", ALIKE)
def test_shuffles_whose_tables_are_alike_are_named_as_one_of_them(id_: str) -> None:
    seen = by_table(of(id_, 1_000, lay=5))
    assert seen.name is not None
    assert seen.name.startswith(tuple(find(one).title for one in ALIKE[id_]))


@pytest.mark.parametrize("lay", [0, 40, len(ORDERS) - 1])
def test_the_order_in_which_the_pack_lay_is_named(lay: int) -> None:
    name = by_table(of("naive-swap", MANY, lay)).name
    assert name == f"{find('naive-swap').title} (the pack lay {ORDERS[lay][0]})"
    assert by_table(of("naive-swap", MANY, lay=7)).name != name


@pytest.mark.parametrize("decks", [2_000, 20_000])
def test_the_name_stands_in_the_data_beside_the_order_and_a_table_of_deviations(decks: int) -> None:
    seen = judged(of("naive-swap", decks, lay=3))
    assert seen.fails
    assert str(seen.name).startswith("a naive swap shuffle")
    order, size = seen.data["notes"]
    assert "order before the shuffle" in order.lower()
    assert ("guessed from the first 1,000 decks, which are not tested" in order) == (decks > 5_000)
    assert "2^225.58 orders" in size
    assert len(seen.data["heat"]["rows"]) == len(seen.data["heat"]["cells"]) == 52
    assert np.abs(np.array(seen.data["heat"]["cells"])).max() > 4


# What leaves none, or hardly any

SAID = [
    ("riffled-on", 200, "too few riffles of the deck before"),
    ("riffled-on", 6_000, "goes on from the deck before"),
    ("reseeded-minstd", 10_000, "seeds that follow each other"),
    ("reseeded-delphi", 10_000, "more evenly than chance"),
    ("reseeded-msvc", 10_000, "more evenly than chance"),
    ("too-even", 2_000, "more evenly than chance"),
    ("clumped-pair-0.1", 2_000, "cards that stick together"),
    ("repeated-decks", 10_000, "the same decks come again"),
    ("period-1000", 2_000, "the same decks come again"),
    ("same-deck", 20, "the same decks come again"),
    ("seeds-16-bit", 2_000, "the same decks come again"),
    ("seeds-clock", 35_000, "the same decks come again"),
    ("unshuffled-0.01", 1_000, OUT),
    ("unshuffled-0.001", 10_000, OUT),
]
BY_ORDER = {"unshuffled-0.01", "unshuffled-0.001", "riffled-on"}
"""For these the order is guessed; the others show whatever it was, and a guess takes long."""


@pytest.mark.parametrize(("id_", "decks", "words"), SAID, ids=[f"{id_}, {decks:,}" for id_, decks, _ in SAID])
def test_a_vice_without_a_table_is_named_in_words(id_: str, decks: int, words: str) -> None:
    seen = judged(of(id_, decks, lay=30), None if id_ in BY_ORDER else "as it is not")
    assert seen.fails
    assert seen.name is not None
    assert words in seen.name
    assert "the pack lay" not in seen.name


def test_first_cards_that_are_put_in_order_are_told_where_the_order_is() -> None:
    seen = judged(of("first-two-0.1", 30_000), "as told")
    assert (seen.fails, seen.name) == (True, "first cards that are put in order")


def test_few_states_are_told_even_beside_a_named_shuffle() -> None:
    names = [str(judged(of(id_, MANY, lay=8)).name) for id_ in ("planet-poker-whole", "planet-poker")]
    assert all(name.startswith(find("planet-poker").title) for name in names)
    assert ["the same decks come again" in name for name in names] == [True, False]


@pytest.mark.parametrize(("times", "decks"), [(5, 50), (6, 100), (7, 200)])
def test_riffles_are_counted_by_rising_sequences_before_their_table_shows(times: int, decks: int) -> None:
    assert judged(of(f"riffle-{times}", decks, lay=12)).name == f"{times} riffles of a fresh pack"


@pytest.mark.parametrize("times", [8, 9])
def test_eight_and_nine_riffles_of_a_pack_whose_order_is_told_are_counted(times: int) -> None:
    decks = find(f"riffle-{times}").make(ROOT, 0, MANY)
    for rows in (decks, 51 - decks):
        assert judged(rows, "as told").name == f"{times} riffles of a fresh pack"


def test_riffles_that_so_few_decks_do_not_tell_apart_are_named_together() -> None:
    sums = count_shuffles(find("riffle-10").make(ROOT, 0, 2_000), PACK)
    assert looks_like(sums, PACK, {"rising-mean"}) == "10 to 12 riffles of a fresh pack"
    more = count_shuffles(find("riffle-10").make(ROOT, 0, 400_000), PACK)
    assert looks_like(more, PACK, {"rising-mean"}) == "10 riffles of a fresh pack"


# What gets no name, and no false one


@pytest.mark.parametrize("source", ["xoshiro256", "pcg64"])
@pytest.mark.parametrize("decks", [400, 20_000])
def test_fair_decks_have_no_name(source: str, decks: int) -> None:
    seen = judged(of(source, decks, lay=19))
    assert (seen.fails, seen.name) == (False, None)


def test_fair_decks_have_no_name_even_where_a_test_has_rejected_them() -> None:
    sums = count_shuffles(find("xoshiro256").make(ROOT, 0, 40_000), PACK)
    assert looks_like(sums, PACK, {"positions", "ranks", "top", "pairs"}) is None
    assert looks_like(sums, PACK, {"neighbours"}) == "cards that stick together"


def fair(decks: int, seed: int) -> Decks:
    rows = np.tile(np.arange(52, dtype=np.uint8), (decks, 1))
    return np.random.default_rng(seed).permuted(rows, axis=1)


def pulls_a_card_to_the_tenth_place(decks: int, seed: int) -> Decks:
    rows, chance = fair(decks, seed), np.random.default_rng(seed + 1).random(decks)
    chosen = np.flatnonzero(chance < 0.1)
    lies = (rows[chosen] == 3).argmax(axis=1)
    rows[chosen, lies] = rows[chosen, 9]
    rows[chosen, 9] = 3
    return rows


def shuffles_each_half_by_itself_now_and_then(decks: int, seed: int) -> Decks:
    rows, chance = fair(decks, seed), np.random.default_rng(seed + 1).random(decks)
    chosen = chance < 0.1
    halves = np.argsort(rows[chosen] >= 26, axis=1, kind="stable")
    rows[chosen] = np.take_along_axis(rows[chosen], halves, axis=1)
    return rows


def sorts_by_noisy_places(decks: int, seed: int) -> Decks:
    keys = np.arange(52) + np.random.default_rng(seed).normal(0, 60, (decks, 52))
    return np.argsort(keys, axis=1).astype(np.uint8)


def swaps_each_card_with_one_of_the_next_thirty(decks: int, seed: int) -> Decks:
    rows, each = np.tile(np.arange(52, dtype=np.uint8), (decks, 1)), np.arange(decks)
    chance = np.random.default_rng(seed)
    for at in range(52):
        other = (at + chance.integers(30, size=decks)) % 52
        rows[each, at], rows[each, other] = rows[each, other], rows[each, at]
    return rows


def draws_low_places_too_often(decks: int, seed: int) -> Decks:
    rows, each = np.tile(np.arange(52, dtype=np.uint8), (decks, 1)), np.arange(decks)
    chance = np.random.default_rng(seed)
    for at in range(51, 0, -1):
        other = (chance.random(decks) ** 1.05 * (at + 1)).astype(np.int64)
        rows[each, at], rows[each, other] = rows[each, other], rows[each, at]
    return rows


MADE_UP = (
    pulls_a_card_to_the_tenth_place,
    shuffles_each_half_by_itself_now_and_then,
    sorts_by_noisy_places,
    swaps_each_card_with_one_of_the_next_thirty,
    draws_low_places_too_often,
)


@pytest.mark.parametrize("decks", [2_000, 40_000])
@pytest.mark.parametrize("shuffle", MADE_UP, ids=lambda shuffle: shuffle.__name__)
def test_a_made_up_shuffle_is_found_and_not_called_something_that_it_is_not(
    shuffle: Callable[[int, int], Decks], decks: int
) -> None:
    seen = judged(lying(shuffle(decks, ROOT), lay=44), "as it is not")
    assert (seen.fails, seen.name) == (True, None)


@pytest.mark.parametrize("shuffle", MADE_UP, ids=lambda shuffle: shuffle.__name__)
def test_a_made_up_shuffle_whose_order_is_known_is_not_misnamed_either(shuffle: Callable[[int, int], Decks]) -> None:
    seen = judged(shuffle(MANY, ROOT), "as told")
    assert (seen.fails, seen.name) == (True, None)


def test_uneven_places_alone_are_no_sign_of_the_deck_before() -> None:
    """A card that is pulled to one place lies where it lay before more often than others, with no memory at all."""
    shown = {"positions", "repeats-1", "rising-1", "correlation-1", "neighbours", "order"}
    pulled = count_shuffles(pulls_a_card_to_the_tenth_place(40_000, ROOT), PACK)
    assert looks_like(pulled, PACK, shown) is None
    seeded = count_shuffles(find("reseeded-minstd").make(ROOT, 0, 40_000), PACK)
    assert "seeds that follow each other" in str(looks_like(seeded, PACK, shown))


def test_a_shoe_is_named_by_what_its_tests_show() -> None:
    """Equal cards hide most of a table, so no table is held against those of one pack."""
    shoe = standard_pack(6)
    rows = np.tile(np.arange(52, dtype=np.uint8).repeat(6), (300, 1))
    good = np.random.default_rng(ROOT).permuted(rows, axis=1)
    names = [judged(decks, "as told", shoe).name for decks in (good, good[np.arange(300) % 20])]
    assert names[0] is None
    assert "the same decks come again" in str(names[1])


def test_every_bad_shuffler_is_asked_for_or_faint_or_named_in_words() -> None:
    in_words = {id_ for id_, _, _ in SAID}
    no_table = {"float32-keys", "short-keys", "seeds-32-bit", "planet-poker-whole", "first-two-0.1"}
    assert {bad.id for bad in BAD} == {*FOUND_AT, *ALIKE, *TOO_FAINT, *in_words, *no_table}
