"""The hands that evaluators get wrong most often, each as a plain example."""

import pytest

from fairfelt.rulesets.cards import parse_cards
from fairfelt.rulesets.rankings import compare
from tests.rulesets.samples import shipped_ranking

POKER, THREE = shipped_ranking("poker"), shipped_ranking("three-card")

THREE_CARDS = [
    ("Ac 2d 3h", "lose", "2c 3d 4s", "the wheel is the lowest run"),
    ("Ac 2d 3h", "win", "Kc Kd 2s", "the wheel is a run"),
    ("Ac 2c 3c", "win", "Kc Kd Ks", "a suited wheel is a straight flush"),
    ("Ac 2c 3c", "lose", "2d 3d 4d", "a suited wheel is the lowest straight flush"),
    ("Ac Kd Qh", "win", "Kc Qd Js", "A-K-Q is the highest run"),
    ("Ac Kd Qh", "win", "2c 3d 4s", "A-K-Q is not low"),
    ("Ac Kd Qh", "win", "5c 4d 3s", "A-K-Q is not low"),
    ("Ac Kd Qh", "win", "As 2d 3s", "A-K-Q beats the wheel"),
    ("Kc Ad 2h", "win", "Ac Qd Js", "K-A-2 is no run, and the second card decides"),
    ("Kc Ad 2h", "lose", "2c 2d 3s", "K-A-2 is no run"),
    ("5c 6d 7h", "win", "2c 9c Kc", "a straight beats a flush"),
    ("5c 6d 7h", "lose", "2c 2d 2h", "three of a kind beats a straight"),
    ("9c 9d Kh", "win", "9h 9s Qd", "the kicker decides between equal pairs"),
    ("2c 2d Ah", "lose", "3c 3d 4h", "the pair decides before the kicker"),
    ("Ac Kd 9h", "win", "As Kh 8d", "the third card decides"),
    ("Ac Kc 9c", "win", "As Ks 8s", "the third card decides between flushes"),
    ("Qc 7d 2h", "tie", "Qd 7h 2s", "suits never decide"),
    ("Qc Qd 5h", "tie", "Qh Qs 5c", "suits never decide between pairs"),
    ("9c Td Jh", "tie", "9d Th Js", "suits never decide between runs"),
    ("Tc 9c 8c", "tie", "Td 9d 8d", "suits never decide between straight flushes"),
    ("Jc 9d 2h", "lose", "Qd 3h 2s", "the highest card decides"),
    ("Qc 3d 2h", "lose", "Kd 7h 5s", "the highest card decides"),
    ("4c 4d 5h", "win", "Kd 7h 5s", "a low pair beats a king"),
    ("5c 6d 7h", "win", "Kd Kh 5s", "a low straight beats kings"),
    ("2c 5c 9c", "win", "Kd Kh 5s", "a low flush beats kings"),
    ("2c 5c 9c", "lose", "5d 6h 7s", "a flush loses to a straight"),
    ("3c 3d 3h", "win", "2d 2h 2s", "the higher three of a kind wins"),
    ("Jc 8d 4h", "tie", "Js 8h 4c", "equal ranks tie"),
    ("Ac 8d 4h", "win", "As 8h 3c", "the lowest card decides too"),
    ("Js 9s 2s", "win", "Jc 4c 2c", "flushes compare beyond the top card"),
]

BEST_OF_SEVEN = [
    ("As 2d", "win", "Kc Kd", "3h 4s 5c 9d Jh", "a wheel of hole and board beats a pair"),
    ("As Kd", "lose", "6d 7d", "2h 3s 4c 5d Jh", "the wheel is the lowest straight"),
    ("Ac 2d", "tie", "Kc 3h", "5s 6d 7c 8h 9s", "hole cards below a board straight don't play"),
    ("5d Ah", "lose", "Qc 7d", "Qd Jd 9d Kc 6d", "the fifth card of a flush decides, and no other suit"),
    ("Qc 4h", "tie", "Qh 8d", "Jd Tc Qs Ks 9s", "a board straight is everybody's"),
    ("Ts Th", "win", "9s 9h", "2s 3s 2h 3h 3d", "full houses of equal threes compare their pairs"),
    ("8h Ks", "win", "4d Qs", "9c 7s 5h 5s 3c", "the kicker beside a board pair decides"),
    ("Kc 8c", "win", "Tc 8s", "3h 5d 5c 6h Ac", "the second kicker decides"),
    ("2c 5d", "lose", "4c 6d", "3h 7c 7d 7h 7s", "the kicker beside a board quad decides"),
    ("2c 5d", "tie", "4c 6d", "Kh 7c 7d 7h 7s", "the board's kicker serves both"),
    ("Qc Qd", "win", "Ac 4d", "9h 9s 5d 5c 2h", "a pocket pair makes the higher two pair"),
    ("6c 6d", "win", "As 3h", "5c 5d 2s 2h 9d", "of three pairs the highest two count"),
    ("Ad 9s", "win", "6c Kh", "2d 3d 4d 5d Jc", "a suited wheel beats a straight"),
    ("8h 8d", "win", "Ad Kc", "3h 4h 5h 6h 7h", "the higher straight flush wins"),
    ("9s 9c", "win", "Qd Kd", "9d 9h 4s 4d 4c", "quads beat a full house"),
    ("Kc Qd", "win", "Jc Td", "As 2h 3d Kd 7s", "Q-K-A-2-3 is no straight"),
    ("2c 7d", "tie", "3h 8c", "As Ks Qs Js Ts", "a board royal is everybody's"),
    ("9d 9h", "win", "Qd 5h", "9c Qs 5d 7c 5s", "nines full beat fives full"),
    ("Kd 6c", "lose", "7c 7d", "2h 6h Qh 8d 9h", "the pair decides before the kickers"),
]

NEAR_MISSES = [
    ("As Kd 4c 3h 2s", "high-card"),
    ("As Qd Jc Th 9s", "high-card"),
    ("Ks Qd Jc Th 2s", "high-card"),
    ("As Kd Qc 3h 2s", "high-card"),
    ("As Kd Qc Jh 2s", "high-card"),
    ("4s 5d 6c 7h 9s", "high-card"),
    ("As Ks 4s 3s 2s", "flush"),
    ("As Qs Js Ts 9s", "flush"),
    ("9c Th Jh Qh Kh 2h 3h", "flush"),
    ("4d 7d 8d 5h 6s 3d 9d", "flush"),
    ("5c 6d 7c 8h As 2s 2d", "pair"),
    ("Ac Kd As Ad 7c 7d 7h", "full-house"),
    ("4c 4d 4h 4s Kd 2c 2h", "four-of-a-kind"),
    ("Js Jd Jc 8h 4s", "three-of-a-kind"),
    ("As 2s 3s 4s 5s 9d Jh", "straight-flush"),
    ("3d Ad 2d 9d 4d 5d Jd", "straight-flush"),
    ("Ts Jd Qc 6d 5c 9h Ks", "straight"),
]


@pytest.mark.parametrize(("hand", "result", "other", "why"), THREE_CARDS, ids=lambda text: text)
def test_three_cards_against_three(hand: str, result: str, other: str, why: str) -> None:
    turned = {"win": "lose", "lose": "win", "tie": "tie"}[result]
    assert compare(THREE, parse_cards(hand), parse_cards(other)) == result, why
    assert compare(THREE, parse_cards(other), parse_cards(hand)) == turned, why


@pytest.mark.parametrize(("hole", "result", "other", "board", "why"), BEST_OF_SEVEN, ids=lambda text: text)
def test_best_of_seven_against_best_of_seven(hole: str, result: str, other: str, board: str, why: str) -> None:
    turned = {"win": "lose", "lose": "win", "tie": "tie"}[result]
    assert compare(POKER, parse_cards(hole + board), parse_cards(other + board)) == result, why
    assert compare(POKER, parse_cards(other + board), parse_cards(hole + board)) == turned, why


@pytest.mark.parametrize(("cards", "category"), NEAR_MISSES)
def test_a_near_miss_is_what_it_is(cards: str, category: str) -> None:
    assert POKER.category(POKER.strength(parse_cards(cards))) == category


def test_six_cards_without_a_pair_keep_their_ace_and_king() -> None:
    strength = POKER.strength(parse_cards("As Kd 9c 7h 4s 2d"))
    assert strength[1:3] == (14, 13)
    assert POKER.category(strength) == "high-card"
