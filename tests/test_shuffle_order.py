"""Nobody told how the pack lay before the shuffle: it is guessed or tried, and neither makes fair decks look bad."""

from functools import cache

import numpy as np
import pytest

from fairfelt.stats.catalogue import Decks, find
from fairfelt.stats.decision.histograms import by_mean, mean_z
from fairfelt.stats.decision.rule import Battery, Judgement, Level, judge
from fairfelt.stats.shuffles import laws
from fairfelt.stats.shuffles.any_order import any_order_measures
from fairfelt.stats.shuffles.battery import measures, registered
from fairfelt.stats.shuffles.count import count_shuffles
from fairfelt.stats.shuffles.observe import CHUNK, FEW, Observed, observe
from fairfelt.stats.shuffles.order import PILOT, guess_order, possible_orders, renumbered
from fairfelt.stats.shuffles.packs import JOKER, Pack, in_order, standard_pack
from fairfelt.stats.shuffles.reading import Read

PACK = standard_pack()
LEVEL = Level(0.01)


@cache
def orders() -> dict[str, Pack]:
    return dict(possible_orders(PACK))


def planted(order: str) -> Pack:
    return orders()[order]


def dealt_from(order: str, id_: str, decks: int, number: int = 0) -> Decks:
    """Shuffle a pack that lies in this order, and number its cards as a listed pack does."""
    return renumbered(find(id_).make(11, number, decks), planted(order), PACK)


def blocks(decks: Decks, size: int) -> list[Read]:
    parts = [decks[at : at + size] for at in range(0, len(decks), size)]
    return [Read(part, len(part)) for part in parts]


def judged(seen: Observed) -> Judgement:
    battery = Battery("shuffles", "decks", registered(PACK), seen.drawn)
    return judge(battery, LEVEL, seen.measures, seen.drawn)


def shown(judgement: Judgement) -> set[str]:
    return {test.id.removeprefix("shuffle.") for test in judgement.tests if test.outcome == "bias shown"}


NEW = "a new pack of cards"
BY_SUIT = "suit by suit (d s h c), A to 2"
BY_RANK = "rank by rank (2 to A), s h c d"


# The orders


def test_the_usual_orders_are_193_that_all_differ() -> None:
    packs = [pack.cards for pack in orders().values()]
    assert len(packs) == len(set(packs)) == 24 * 8 + 1
    assert all(sorted(cards) == sorted(PACK.cards) for cards in packs)
    assert PACK.cards in packs


def test_orders_are_what_their_names_say() -> None:
    assert "".join(planted(BY_SUIT).cards[:14]) == "AdKdQdJdTd9d8d7d6d5d4d3d2dAs"
    assert "".join(planted(BY_RANK).cards[:6]) == "2s2h2c2d3s3h"
    new = "".join(planted(NEW).cards)
    assert new.startswith("As2s3s") and "KsAd" in new and "KdKc" in new and "AcKh" in new and new.endswith("2hAh")


def test_a_shoe_has_the_same_orders_one_pack_behind_the_other_and_jokers_last() -> None:
    shoe = dict(possible_orders(standard_pack(2, 2)))
    assert len(shoe) == 193
    assert shoe[BY_RANK].cards == planted(BY_RANK).cards * 2 + (JOKER, JOKER)


def test_a_pack_of_other_cards_is_thought_to_lie_as_it_is_listed() -> None:
    short = Pack(tuple(card for card in PACK.cards if card[0] in "789TJQKA"))
    assert possible_orders(short) == [("as the pack is listed", short)]


def test_cards_keep_their_names_when_they_are_renumbered() -> None:
    decks = find("pcg64").make(1, 0, 5)
    other = planted(BY_RANK)
    again = renumbered(decks, PACK, other)
    named = [[PACK.kinds[kind] for kind in deck] for deck in decks]
    assert [[other.kinds[kind] for kind in deck] for deck in again] == named
    assert np.array_equal(renumbered(again, other, PACK), decks)


# The guess


@pytest.mark.parametrize(
    ("order", "id_", "decks"),
    [
        (NEW, "sattolo", 100),
        (BY_SUIT, "riffle-7", PILOT),
        (BY_RANK, "naive-swap", PILOT),
        (NEW, "comparator-timsort", PILOT),
        (BY_SUIT, "stops-one-early", 2 * PILOT),
        (BY_RANK, "unshuffled-0.01", PILOT),
    ],
)
def test_the_order_from_which_a_bad_shuffle_began_is_guessed(order: str, id_: str, decks: int) -> None:
    name, pack = guess_order(dealt_from(order, id_, decks), PACK)
    assert (name, pack) == (order, planted(order))


def test_an_order_that_is_turned_round_is_told_from_its_opposite() -> None:
    upward, downward = "suit by suit (c d h s), 2 to A", "suit by suit (s h d c), A to 2"
    assert planted(upward).cards == planted(downward).cards[::-1]
    assert guess_order(dealt_from(upward, "sattolo", 100), PACK)[0] == upward
    assert guess_order(dealt_from(downward, "sattolo", 100), PACK)[0] == downward


# Large samples: decks are set aside


def test_decks_that_the_guess_was_made_from_are_not_tested() -> None:
    """A pilot that was never shuffled, and fair decks behind it: of the pilot nothing but the order is left."""
    pilot = renumbered(np.tile(np.arange(52, dtype=np.uint8), (PILOT, 1)), planted(NEW), PACK)
    fair = dealt_from(NEW, "xoshiro256", FEW)
    seen = observe(blocks(np.concatenate([pilot, fair]), 900), PACK)
    assert (seen.spent, seen.drawn) == (PILOT, FEW)
    assert seen.order == f"{NEW}, guessed from the first 1,000 decks, which are not tested"
    assert seen.pack == planted(NEW)
    alone = count_shuffles(renumbered(fair, PACK, planted(NEW)), planted(NEW))
    assert all(np.array_equal(seen.sums[name], alone[name]) for name in alone)
    assert judged(seen).verdict == "pass"


def test_if_the_pilot_were_tested_it_would_show() -> None:
    """The twin: told the order, every deck is tested, and the same decks fail."""
    pilot = np.tile(np.arange(52, dtype=np.uint8), (PILOT, 1))
    decks = np.concatenate([pilot, find("xoshiro256").make(11, 0, FEW)])
    seen = observe(blocks(renumbered(decks, planted(NEW), PACK), 900), in_order(PACK, PACK.cards), "as it was told")
    assert (seen.spent, seen.drawn) == (0, PILOT + FEW)
    assert judged(seen).verdict == "fail"


def test_a_large_sample_of_a_bad_shuffle_is_caught_from_the_guessed_order() -> None:
    seen = observe(blocks(dealt_from(BY_RANK, "riffle-8", 2 * FEW), 3000), PACK)
    assert seen.pack == planted(BY_RANK)
    assert "rising-mean" in shown(judged(seen))


@pytest.mark.parametrize("size", [7, 500, 4000])
def test_it_makes_no_difference_in_what_blocks_decks_come(size: int) -> None:
    decks = find("naive-swap").make(3, 0, 4000)
    whole, parts = (observe(blocks(decks, cut), PACK, "as it was told") for cut in (len(decks), size))
    assert whole.measures == parts.measures
    assert whole.drawn == parts.drawn == 4000


def test_many_decks_are_counted_in_chunks() -> None:
    seen = observe(blocks(find("xoshiro256").make(4, 0, 2 * CHUNK + 500), 5000), PACK, "as it was told")
    assert seen.drawn == 2 * CHUNK + 500
    assert seen.sums["decks"].tolist() == [2 * CHUNK + 500, 2 * CHUNK + 497, 2 * CHUNK + 494]
    assert judged(seen).verdict == "pass"


# Small samples: every order is tried, and paid for


@pytest.mark.parametrize(
    ("id_", "decks", "test"),
    [("naive-swap", 500, "inversions-mean"), ("sattolo", 20, "fixed-mean")],
    ids=["naive swap", "Sattolo"],
)
def test_a_bad_shuffle_is_caught_in_few_decks_though_nobody_told_the_order(id_: str, decks: int, test: str) -> None:
    for number, order in enumerate([NEW, BY_RANK]):
        seen = observe(blocks(dealt_from(order, id_, decks, number), decks), PACK)
        assert (seen.spent, seen.drawn) == (0, decks)
        judgement = judged(seen)
        assert judgement.verdict == "fail"
        assert test in shown(judgement)


def test_the_order_that_stands_out_is_named() -> None:
    seen = observe(blocks(dealt_from(BY_SUIT, "sattolo", 20), 20), PACK)
    assert seen.order == f"{BY_SUIT}, the farthest of all that were tried"
    assert seen.pack == planted(BY_SUIT)
    alone = count_shuffles(renumbered(dealt_from(BY_SUIT, "sattolo", 20), PACK, planted(BY_SUIT)), planted(BY_SUIT))
    assert np.array_equal(seen.sums["fixed"], alone["fixed"])


def test_what_hangs_on_the_order_is_paid_for_and_what_does_not_is_not() -> None:
    decks = find("xoshiro256").make(13, 0, 300)
    tried, _, best = any_order_measures(decks, PACK)
    found = {measure.id.removeprefix("shuffle."): measure for measure in tried}
    plain = {
        measure.id.removeprefix("shuffle."): measure
        for measure in measures(count_shuffles(renumbered(decks, PACK, best), best), best)
    }
    assert found.keys() == plain.keys()
    paid = {name for name, measure in found.items() if "the farthest of 193 orders of the pack" in measure.law}
    assert {"fixed-mean", "cycles-shape", "rising-mean", "inversions-mean", "successions-mean", "unshuffled"} <= paid
    unpaid = {"positions", "suits", "neighbours", "top", "same-rank", "repeats-1", "rising-1", "duplicates"}
    assert not unpaid & paid
    for name in unpaid & found.keys():
        assert found[name].p == pytest.approx(plain[name].p)
    assert all(found[name].title == plain[name].title for name in found)


def test_the_price_is_the_number_of_orders() -> None:
    decks = find("riffle-9").make(13, 0, 600)
    tried, _, best = any_order_measures(decks, PACK)
    found = {measure.id: measure for measure in tried}
    plain = {one.id: one for one in measures(count_shuffles(renumbered(decks, PACK, best), best), best)}
    for tail in ("low", "high"):
        assert getattr(found["shuffle.order"], tail) == min(1, 193 * getattr(plain["shuffle.order"], tail))
    law = laws.rising_sequences(52)
    seen = [count_shuffles(renumbered(decks, PACK, order), order)["rising"] for order in orders().values()]
    farthest = max(seen, key=lambda table: abs(mean_z(table, law)))
    unpaid = by_mean("", "", farthest, law).p
    assert 0 < unpaid < 1e-4
    assert found["shuffle.rising-mean"].p == pytest.approx(193 * unpaid)


def false_alarms(samples: int, decks: int) -> tuple[int, int]:
    """Count fair samples that fail, and those with a p-value under 0.5 % if having tried 193 orders were not paid for.

    A larger p-value than that is 1 when it is paid for.
    """
    failed = unpaid = 0
    battery = Battery("shuffles", "decks", registered(PACK), decks)
    for number in range(samples):
        found, _, _ = any_order_measures(find("xoshiro256").make(21, number, decks), PACK)
        failed += judge(battery, LEVEL, found, decks).verdict == "fail"
        paid = [measure for measure in found if "the farthest of" in measure.law]
        unpaid += any(measure.p / 193 < 0.005 for measure in paid)
    return failed, unpaid


def test_to_try_every_order_gives_no_more_false_alarms() -> None:
    """Of 8 samples 2 fail with one chance in 400; unpaid, most would hold a test in doubt."""
    failed, unpaid = false_alarms(8, 20)
    assert failed <= 1
    assert unpaid >= 5


@pytest.mark.long
@pytest.mark.parametrize("decks", [20, 400])
def test_to_try_every_order_rejects_fair_decks_as_rarely_as_promised(decks: int) -> None:
    """Of 300 samples 3 may fail; more than 11 would with one chance in 10,000."""
    failed, unpaid = false_alarms(300, decks)
    print(f"\n{decks} decks: {failed} of 300 fair samples fail, unpaid {unpaid}")
    assert failed <= 11
    assert unpaid > 150


@pytest.mark.long
@pytest.mark.parametrize(("id_", "decks"), [("naive-swap", 500), ("sattolo", 20)], ids=["naive swap", "Sattolo"])
def test_a_bad_shuffle_of_unknown_order_is_caught_999_times_in_1000(id_: str, decks: int) -> None:
    """Of 300 samples 3 slip through with one chance in 280."""
    caught = 0
    for number in range(300):
        found, _, _ = any_order_measures(dealt_from(NEW, id_, decks, number), PACK)
        caught += judge(Battery("shuffles", "decks", registered(PACK), decks), LEVEL, found, decks).verdict == "fail"
    print(f"\n{id_}: {caught} of 300 samples of {decks} decks caught")
    assert caught >= 298


def test_of_no_decks_nothing_is_said() -> None:
    seen = observe([], PACK)
    assert (seen.drawn, seen.measures, seen.findings) == (0, (), ())
