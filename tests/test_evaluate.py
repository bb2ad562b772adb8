"""Hands evaluated in bulk are what the ranking says of each of them, and there are as many of each as there must be."""

from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from math import comb
from typing import Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from fairfelt.rulesets.cards import RANKS, SUITS, full_deck
from fairfelt.rulesets.evaluate import CARD, Codes, categories_of, codes, evaluate, lookup
from fairfelt.rulesets.rankings import Ranking
from tests.rulesets.samples import TINY, read_ranking, shipped_ranking

POKER, THREE, TWO, ONE = (shipped_ranking(name) for name in ("poker", "three-card", "two-card", "one-card"))
SECOND = read_ranking(TINY / "rankings" / "second-wheel.yaml")
NO_WHEEL = replace(POKER, wheel="none")
RANKINGS = {
    "poker": POKER,
    "three-card": THREE,
    "two-card": TWO,
    "one-card": ONE,
    "second wheel": SECOND,
    "no wheel": NO_WHEEL,
    "two packs": replace(POKER, packs=2),
    "alike, eight packs": replace(read_ranking(TINY / "rankings" / "five-alike.yaml"), packs=8),
}

POKER_NAMES = [category.name for category in reversed(POKER.categories)]
COUNTS: dict[int, tuple[Ranking, int, list[int]]] = {
    3: (THREE, 741, [16_440, 3_744, 1_096, 720, 52, 48]),
    5: (POKER, 7_462, [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]),
    6: (POKER, 6_075, [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_844]),
    7: (
        POKER,
        4_824,
        [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584],
    ),
}
"""By cards: the ranking, how many classes can be the best, and how many hands each category has, the lowest first."""


def every_hand(cards: int) -> Iterator[Codes]:
    """List all hands of so many cards from a pack, those with one highest card after the other."""
    held = np.zeros((1, 0), np.uint8)
    for size in range(cards):
        below = (held[: comb(code, size)] for code in range(len(CARD)))
        parts = (np.column_stack([lower, np.full(len(lower), code, np.uint8)]) for code, lower in enumerate(below))
        if size == cards - 1:
            yield from parts
        else:
            held = np.concatenate(list(parts))


def counted(ranking: Ranking, cards: int) -> NDArray[np.int64]:
    """Count the hands of each class."""
    found = np.zeros(len(ranking.classes), np.int64)
    for hands in every_hand(cards):
        found += np.bincount(evaluate(ranking, hands), minlength=len(found))
    return found


def by_category(ranking: Ranking, counts: NDArray[np.int64]) -> list[int]:
    return [int(counts[start:end].sum()) for start, end in ranking.spans.values()]


CARDS = [3, 5, 6, pytest.param(7, marks=pytest.mark.long)]


@pytest.mark.parametrize("cards", CARDS)
def test_all_hands_are_as_many_of_each_kind_as_there_must_be(cards: int) -> None:
    ranking, classes, wanted = COUNTS[cards]
    counts = counted(ranking, cards)
    assert by_category(ranking, counts) == wanted
    assert np.count_nonzero(counts) == classes
    assert counts.sum() == comb(52, cards)


def test_a_ranking_without_its_wheel_has_other_counts() -> None:
    ranking, _, wanted = COUNTS[5]
    found = dict(zip(ranking.spans, by_category(NO_WHEEL, counted(NO_WHEEL, 5)), strict=True))
    known = dict(zip(ranking.spans, wanted, strict=True))
    changed = {name for name in known if found[name] != known[name]}
    assert changed == {"straight-flush", "straight", "flush", "high-card"}
    assert known["straight"] - found["straight"] == 4**5 - 4


def one_by_one(ranking: Ranking, hands: Codes) -> list[int]:
    return [ranking.index[ranking.strength([CARD[code] for code in hand])] for hand in hands]


@st.composite
def drawn_hands(draw: st.DrawFn) -> tuple[Ranking, Codes]:
    """Draw hands of one number of cards. Few ranks and suits make the better hands common."""
    ranking = draw(st.sampled_from(list(RANKINGS.values())))
    cards = draw(st.integers(ranking.size, 7))
    ranks = draw(st.sampled_from([RANKS, "A23456", "TJQKA", "27A"]))
    suits = draw(st.sampled_from([SUITS, "sh", "d"])) if len(ranks) > 3 else SUITS
    pack = [card for card in full_deck(ranking.packs) if card[0] in ranks and card[1] in suits]
    pack = pack if len(pack) >= cards else list(full_deck(ranking.packs))
    rng = draw(st.randoms(use_true_random=False))
    return ranking, np.stack([codes(rng.sample(pack, cards)) for _ in range(20)])


@settings(deadline=None, max_examples=150)
@given(drawn=drawn_hands())
def test_hands_in_bulk_are_what_the_ranking_says_of_each(drawn: tuple[Ranking, Codes]) -> None:
    ranking, hands = drawn
    wanted = one_by_one(ranking, hands)
    assert evaluate(ranking, hands).tolist() == wanted
    assert evaluate(ranking, hands, "numpy").tolist() == wanted
    names = [ranking.categories[at].name for at in categories_of(ranking, evaluate(ranking, hands))]
    assert names == [ranking.classes[at].category for at in wanted]


@pytest.mark.parametrize("ranking", RANKINGS.values(), ids=RANKINGS)
def test_both_ways_to_evaluate_agree_on_many_hands(ranking: Ranking) -> None:
    rng = np.random.default_rng(0)
    for cards in range(ranking.size, 8):
        hands = rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (3_000, 1)), axis=1)[:, :cards]
        assert (evaluate(ranking, hands) == evaluate(ranking, hands, "numpy")).all()


def test_a_wheel_in_another_place_is_noticed() -> None:
    wheel = codes(["As", "2d", "3c", "4h", "5s"])[None]
    assert evaluate(POKER, wheel).tolist() == one_by_one(POKER, wheel)
    assert evaluate(NO_WHEEL, wheel).tolist() != one_by_one(POKER, wheel)


@pytest.mark.parametrize("cards", [4, 8])
def test_hands_of_too_few_or_too_many_cards_are_refused(cards: int) -> None:
    with pytest.raises(ValueError, match=f"poker hands are made from 5 to 7 cards, not from {cards}"):
        evaluate(POKER, np.zeros((1, cards), np.uint8))
    assert lookup(POKER, 5) is lookup(POKER, 5)


@pytest.mark.parametrize("how", ["compiled", "numpy"])
def test_numbers_that_are_no_cards_break_nothing(how: Literal["compiled", "numpy"]) -> None:
    rng = np.random.default_rng(0)
    for cards in (5, 6, 7):
        for hands in (rng.integers(0, 256, (5_000, cards)), rng.integers(0, 52, (5_000, 1)).repeat(cards, axis=1)):
            found = evaluate(POKER, hands.astype(np.uint8), how)
            assert found.min() >= 0
            assert found.max() < len(POKER.classes)


@pytest.mark.long
@pytest.mark.skipif(find_spec("phevaluator") is None, reason="compares with phevaluator: pip install 'fairfelt[bench]'")
def test_all_hands_of_five_cards_stand_in_the_order_that_another_evaluator_gives_them() -> None:
    from phevaluator import evaluate_cards  # type: ignore[import-untyped]

    ours = np.concatenate([evaluate(POKER, hands) for hands in every_hand(5)])
    theirs = np.array([evaluate_cards(*map(int, hand)) for hands in every_hand(5) for hand in hands])
    pairs = set(zip(ours.tolist(), theirs.tolist(), strict=True))
    assert sorted(pairs) == [(at, len(POKER.classes) - at) for at in range(len(POKER.classes))]
