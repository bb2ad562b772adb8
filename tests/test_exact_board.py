"""A game over a shared board: best play of all deals, exactly."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from fairfelt.rulesets.cards import full_deck, parse_cards
from fairfelt.rulesets.choose import choose
from fairfelt.rulesets.loader import load
from fairfelt.rulesets.rankings import compare
from fairfelt.stats.exact import board
from fairfelt.stats.exact.duel import LOSE, TIE, WIN, Duel, make_duel

PAYS = {"ante": "100-20-10-3-2-1"}


@pytest.fixture(scope="module")
def duel() -> Duel:
    return make_duel(choose(load("casino-holdem"), pay_tables=PAYS))


def test_the_worth_of_a_call_is_that_of_all_ends_of_the_round_by_the_plain_evaluator(duel: Duel) -> None:
    """The whole board lies, so that each of the dealer's 990 hands can be settled by itself."""
    open_board = replace(duel, shape=replace(duel.shape, board=5, board_later=0))
    own = parse_cards("7s 2d")
    for text in ("Kc 9h 4c 4d 2h", "7c 7h 7d As Ks", "Ts 9s 8s 6s 2c", "Ac Kc Qc Jc Tc"):
        lies = parse_cards(text)
        left = [card for card in full_deck() if card not in own + lies]
        won = [_net(duel, own + lies, dealer + lies) for dealer in combinations(left, 2)]
        assert board.values(open_board, own, lies)[1] == sum(won) / 990


def _net(duel: Duel, mine: tuple[str, ...], theirs: tuple[str, ...]) -> Fraction:
    ranking = duel.ranking
    showdown = {"lose": LOSE, "tie": TIE, "win": WIN}[compare(ranking, mine, theirs)]
    bands = (
        duel.seat_band[ranking.index[ranking.strength(mine)]],
        duel.dealer_band[ranking.index[ranking.strength(theirs)]],
    )
    return Fraction(int(duel.net[1, bands[0], bands[1], showdown]), duel.scale)


def test_an_open_board_is_worth_the_mean_of_its_ends(duel: Duel) -> None:
    own, lies = parse_cards("Ah Kd"), parse_cards("Qs 7c 2h")
    whole = replace(duel, shape=replace(duel.shape, board=5, board_later=0))
    left = [card for card in full_deck() if card not in own + lies]
    ends = [board.values(whole, own, (*lies, *more))[1] for more in combinations(left, 2)]
    assert board.values(duel, own, lies)[1] == sum(ends) / len(ends)


def test_a_hand_of_the_wrong_size_is_told(duel: Duel) -> None:
    with pytest.raises(ValueError, match="3 own cards and 3 of the board were given; give 2 of your own and 3"):
        board.values(duel, parse_cards("Ah Kd 2c"), parse_cards("Qs 7c 2h"))


def test_a_board_seen_in_full_is_played_exactly(duel: Duel) -> None:
    """With all three of a small board open, best play is that of each hand by its own worth."""
    three = replace(duel, shape=replace(duel.shape, board=3, board_later=0))
    tally = board.tally(three)
    assert int(tally.ways.sum()) == tally.total == 22_100 * 1_176 * 1_081
    worth = (tally.ways * three.net).sum() / (tally.total * three.scale)
    sample = np.random.default_rng(5)
    deck = np.array(full_deck())
    found = []
    for _ in range(400):
        cards = [str(card) for card in sample.choice(deck, 5, replace=False)]
        found.append(float(max(board.values(three, cards[:2], cards[2:]))))
    assert abs(np.mean(found) - worth) < 4 * np.std(found) / np.sqrt(len(found))


@pytest.mark.long
def test_casino_holdem_is_won_by_the_house_by_2_1576_percent(duel: Duel) -> None:
    tally = board.tally(duel)
    won = Fraction(int((tally.ways * duel.net).sum()), tally.total * duel.scale)
    assert tally.total == int(tally.ways.sum()) == 22_100 * 1_176 * 1_081 * 990
    assert won == Fraction(-1_363_917_077, 63_213_204_600)
    assert round(float(tally.ways[1].sum() / tally.total), 2) == 0.82


def test_another_qualifier_is_another_worth(duel: Duel) -> None:
    own, lies = parse_cards("7s 2d"), parse_cards("Kc 9h 4c")
    easy = replace(duel, dealer_band=np.ones_like(duel.dealer_band))
    assert board.values(easy, own, lies)[1] < board.values(duel, own, lies)[1]
