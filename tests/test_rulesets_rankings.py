"""The rankings hold the hands that mathematics says they hold, in the order that their files say."""

from collections import Counter
from itertools import combinations, pairwise
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.rulesets.cards import RANK_VALUE, RANKS, full_deck, parse_cards
from fairfelt.rulesets.rankings import HandClass, Ranking, best_cards, compare, describe, floor, named_category
from tests.rulesets.samples import TINY, read_ranking, shipped_ranking

POKER, THREE = shipped_ranking("poker"), shipped_ranking("three-card")
SECOND, ALIKE = (read_ranking(TINY / "rankings" / f"{name}.yaml") for name in ("second-wheel", "five-alike"))

CLASSES = {
    "straight-flush": 10,
    "four-of-a-kind": 156,
    "full-house": 156,
    "flush": 1277,
    "straight": 10,
    "three-of-a-kind": 858,
    "two-pair": 858,
    "pair": 2860,
    "high-card": 1277,
}
HANDS = {
    "straight-flush": 40,
    "four-of-a-kind": 624,
    "full-house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three-of-a-kind": 54_912,
    "two-pair": 123_552,
    "pair": 1_098_240,
    "high-card": 1_302_540,
}
SIX_CARD_SETS = {
    "straight-flush": 1_656 + 188,
    "four-of-a-kind": 14_664,
    "full-house": 165_984,
    "flush": 205_792,
    "straight": 361_620,
    "three-of-a-kind": 732_160,
    "two-pair": 2_532_816,
    "pair": 9_730_740,
    "high-card": 6_612_900,
}
THREE_CLASSES = {
    "straight-flush": 12,
    "three-of-a-kind": 13,
    "straight": 12,
    "flush": 274,
    "pair": 156,
    "high-card": 274,
}
THREE_HANDS = {
    "straight-flush": 48,
    "three-of-a-kind": 52,
    "straight": 720,
    "flush": 1_096,
    "pair": 3_744,
    "high-card": 16_440,
}


def category_of(ranking: Ranking, text: str) -> str:
    return ranking.category(ranking.strength(parse_cards(text)))


def hands_in(hand_class: HandClass) -> int:
    """Count the hands of one class of a single pack."""
    repeats = Counter(hand_class.ranks)
    if len(repeats) < len(hand_class.ranks):
        ways = 1
        for count in repeats.values():
            ways *= comb(4, count)
        return ways
    return 4 if hand_class.suited else 4 ** len(repeats) - 4


@pytest.mark.parametrize(("ranking", "classes"), [(POKER, CLASSES), (THREE, THREE_CLASSES)])
def test_each_category_has_its_number_of_classes(ranking: Ranking, classes: dict[str, int]) -> None:
    assert Counter(hand_class.category for hand_class in ranking.classes) == classes


def test_there_are_7462_classes_of_five_cards_and_741_of_three() -> None:
    assert (len(POKER.classes), len(THREE.classes)) == (7462, 741)


@pytest.mark.parametrize(("ranking", "hands"), [(POKER, HANDS), (THREE, THREE_HANDS)])
def test_the_classes_hold_as_many_hands_as_the_deck(ranking: Ranking, hands: dict[str, int]) -> None:
    held: Counter[str] = Counter()
    for hand_class in ranking.classes:
        held[hand_class.category] += hands_in(hand_class)
    assert held == hands
    assert held.total() == comb(52, ranking.size)


def test_every_three_card_hand_falls_in_its_category() -> None:
    counts = Counter(THREE.category(THREE.strength(hand)) for hand in combinations(full_deck(), 3))
    assert counts == THREE_HANDS


@pytest.mark.long
def test_every_five_card_hand_falls_in_its_category() -> None:
    counts = Counter(POKER.strength(hand) for hand in combinations(full_deck(), 5))
    named: Counter[str] = Counter()
    for strength, count in counts.items():
        named[POKER.category(strength)] += count
    assert named == HANDS
    assert sum(count for strength, count in counts.items() if strength >= floor(POKER, "royal-flush")) == 4


@pytest.mark.long
def test_the_best_five_of_every_six_cards_fall_in_their_category() -> None:
    counts = Counter(POKER.strength(cards) for cards in combinations(full_deck(), 6))
    named: Counter[str] = Counter()
    for strength, count in counts.items():
        named[POKER.category(strength)] += count
    assert named == SIX_CARD_SETS
    assert sum(count for strength, count in counts.items() if strength >= floor(POKER, "royal-flush")) == 188
    aces = range(POKER.index[floor(POKER, "pair-of-aces")], POKER.index[floor(POKER, "two-pair")])
    assert sum(counts[POKER.classes[at].strength] for at in aces) == 751_332


def test_floors_hold_as_many_hands_as_mathematics_says() -> None:
    def at_least(ranking: Ranking, category: str, *ranks: str) -> int:
        bar = floor(ranking, category, ranks)
        return sum(hands_in(hand_class) for hand_class in ranking.classes if hand_class.strength >= bar)

    assert at_least(POKER, "royal-flush") == 4
    assert at_least(POKER, "pair-of-aces") - at_least(POKER, "two-pair") == 84_480
    assert at_least(POKER, "high-card", "A", "K") - at_least(POKER, "pair") == 167_280
    assert at_least(THREE, "mini-royal") == 4
    assert at_least(THREE, "high-card", "Q") == 15_380
    assert at_least(THREE, "high-card", "Q", "6", "4") == 14_900


def test_three_cards_rank_a_straight_over_a_flush_and_five_cards_the_reverse() -> None:
    assert floor(THREE, "straight") > floor(THREE, "flush")
    assert floor(POKER, "straight") < floor(POKER, "flush")
    assert floor(THREE, "three-of-a-kind") > floor(THREE, "straight")
    assert floor(POKER, "three-of-a-kind") < floor(POKER, "straight")


def test_the_wheel_is_the_lowest_run_and_runs_do_not_wrap_around() -> None:
    assert POKER.strength(parse_cards("As 2d 3c 4h 5s")) == floor(POKER, "straight")
    assert THREE.strength(parse_cards("As 2d 3c")) == floor(THREE, "straight")
    assert category_of(POKER, "Qs Kd Ac 2h 3s") == "high-card"
    assert category_of(POKER, "Ks As 2s 3s 4s") == "flush"
    assert category_of(THREE, "Ks Ad 2c") == "high-card"


def test_an_ace_high_run_is_the_highest_run() -> None:
    assert compare(THREE, parse_cards("As Kd Qc"), parse_cards("Ks Qd Jc")) == "win"
    assert compare(POKER, parse_cards("As Kd Qc Jh Ts"), parse_cards("Ks Qd Jc Th 9s")) == "win"


def test_a_ranking_may_put_the_wheel_second() -> None:
    top, wheel, next_one = parse_cards("As Kd Qc"), parse_cards("As 2d 3c"), parse_cards("Ks Qd Jc")
    assert compare(SECOND, top, wheel) == "win"
    assert compare(SECOND, wheel, next_one) == "win"
    assert compare(THREE, wheel, next_one) == "lose"
    assert floor(SECOND, "top-run") > floor(SECOND, "wheel-run") > floor(SECOND, "straight-flush", ["K"])
    assert floor(SECOND, "straight", ["4"]) == SECOND.strength(parse_cards("2s 3d 4c"))
    assert describe(SECOND, SECOND.strength(top)) == "straight, A"
    assert describe(SECOND, SECOND.strength(wheel)) == "straight, 3"
    assert (len(SECOND.classes), SECOND.classes[-1].ranks) == (741, (14, 13, 12))


def test_a_ranking_may_know_no_wheel() -> None:
    assert category_of(ALIKE, "As 2d 3c 4h 5s") == "high-card"
    assert category_of(ALIKE, "2d 3c 4h 5s 6s") == "straight"


def test_two_packs_have_five_of_a_kind_and_a_flush_with_a_pair() -> None:
    assert category_of(ALIKE, "As Ad Ac Ah As") == "five-of-a-kind"
    assert category_of(ALIKE, "As As Ks Qs 2s") == "flush"
    assert compare(ALIKE, parse_cards("As As 3s 4s 2s"), parse_cards("As Ks Qs Js 9s")) == "win"
    assert compare(ALIKE, parse_cards("2s 2s Ks Qs Js"), parse_cards("Kd Qd 9d 8d 7d")) == "win"


def test_the_best_five_cards_are_named_most_repeated_rank_first() -> None:
    full = best_cards(POKER, parse_cards("Kd 2s 9h 9c Kc 9d Ah"))
    assert [card[0] for card in full] == ["9", "9", "9", "K", "K"]
    best = best_cards(POKER, parse_cards("Jd Ac Ad 7d Qd 4d Td"))
    assert [card[0] for card in best] == ["A", "Q", "J", "T", "7"]
    assert {card[1] for card in best} == {"d"}


def test_only_the_very_highest_hand_has_a_name_above_its_category() -> None:
    assert named_category(POKER, POKER.strength(parse_cards("As Ks Qs Js Ts"))) == "royal-flush"
    assert named_category(POKER, POKER.strength(parse_cards("Ks Qs Js Ts 9s"))) == "straight-flush"
    assert named_category(POKER, POKER.strength(parse_cards("As Ad Qs Js Ts"))) == "pair"


@pytest.mark.parametrize(
    ("category", "ranks", "words"),
    [
        ("high-card", ["6"], "no high-card starts with 6"),
        ("two-pair", ["K", "A"], "no two-pair starts with K-A"),
        ("pair-of-aces", ["K"], "names its ranks already"),
    ],
)
def test_a_floor_that_no_hand_stands_on_is_refused(category: str, ranks: list[str], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        floor(POKER, category, ranks)


@pytest.mark.parametrize("text", ["1s", "10s", "Ax", "as", "A", "AsK"])
def test_a_token_that_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no card"):
        parse_cards(text)


def slow_strength(ranking: str, cards: tuple[str, ...]) -> tuple[int, list[int]]:
    """Rank the best hand among some cards by trying all choices, without anything of the code under test."""
    size = {"poker": 5, "three-card": 3}[ranking]
    return max(slow_rank(ranking, pick) for pick in combinations(cards, size))


def slow_rank(ranking: str, cards: tuple[str, ...]) -> tuple[int, list[int]]:
    values = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    by_count = sorted(values, key=lambda value: (values.count(value), value), reverse=True)
    shape = sorted((values.count(value) for value in set(values)), reverse=True)
    flush = len({card[1] for card in cards}) == 1
    gaps = {high - low for high, low in pairwise(values)}
    straight = gaps == {1}
    if values == [RANKS.index("A"), *range(len(cards) - 2, -1, -1)]:
        straight, by_count = True, [-1]
    fits = {
        "straight-flush": straight and flush,
        "four-of-a-kind": shape[0] == 4,
        "full-house": shape == [3, 2],
        "flush": flush,
        "straight": straight,
        "three-of-a-kind": shape[0] == 3,
        "two-pair": shape[:2] == [2, 2],
        "pair": shape[0] == 2,
        "high-card": True,
    }
    order = list(CLASSES if ranking == "poker" else THREE_CLASSES)
    return next((-at, by_count) for at, name in enumerate(order) if fits[name])


@st.composite
def two_hands(draw: st.DrawFn) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Draw a ranking and two hands of a few ranks or suits, so that rare categories come often."""
    ranking = draw(st.sampled_from(["poker", "three-card"]))
    ranks = draw(st.lists(st.sampled_from(RANKS), min_size=4, unique=True))
    suits = draw(st.sampled_from(["s", "sd", "sdhc"]))
    pack = [rank + suit for rank in ranks for suit in suits]
    least = {"poker": 5, "three-card": 3}[ranking]
    count = draw(st.integers(least, 7))
    pack += [card for card in full_deck() if card not in pack][: max(0, 2 * count - len(pack))]
    cards = draw(st.permutations(pack))
    return ranking, tuple(cards[:count]), tuple(cards[count : 2 * count])


@given(two_hands())
def test_a_slow_evaluator_agrees_on_any_two_hands(case: tuple[str, tuple[str, ...], tuple[str, ...]]) -> None:
    name, hand, other = case
    ranking = {"poker": POKER, "three-card": THREE}[name]
    mine, theirs = slow_strength(name, hand), slow_strength(name, other)
    assert compare(ranking, hand, other) == ("win" if mine > theirs else "lose" if mine < theirs else "tie")
    assert ranking.strength(hand)[0] == len(ranking.categories) - 1 + mine[0]


@given(two_hands())
def test_the_cards_named_as_best_are_the_hand_that_counts(case: tuple[str, tuple[str, ...], tuple[str, ...]]) -> None:
    name, hand, _ = case
    ranking = {"poker": POKER, "three-card": THREE}[name]
    best = best_cards(ranking, hand)
    assert set(best) <= set(hand)
    assert len(best) == ranking.size
    assert ranking.strength(best) == ranking.strength(hand)


def test_the_slow_evaluator_would_notice_a_wheel_that_counts_high() -> None:
    wheel, low = parse_cards("As 2d 3c"), parse_cards("2s 3d 4c")
    assert slow_strength("three-card", wheel) < slow_strength("three-card", low)
    assert RANK_VALUE["A"] > RANK_VALUE["4"]
