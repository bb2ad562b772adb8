"""A game over a shared board: best play of all deals, exactly."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from fairfelt.rulesets.cards import full_deck, parse_cards
from fairfelt.rulesets.choose import choose
from fairfelt.rulesets.evaluate import codes
from fairfelt.rulesets.loader import load
from fairfelt.rulesets.rankings import compare
from fairfelt.stats.exact import board
from fairfelt.stats.exact.board_kernel import sweep
from fairfelt.stats.exact.duel import LOSE, TIE, WIN, Duel, make_duel
from fairfelt.stats.exact.ends import count_ends, values
from fairfelt.stats.exact.sampled import estimate

PAYS = {"ante": "100-20-10-3-2-1"}


@pytest.fixture(scope="module")
def duel() -> Duel:
    return make_duel(choose(load("casino-holdem"), pay_tables=PAYS))


def test_one_sweep_counts_for_every_pair_whom_it_beats(duel: Duel) -> None:
    """Each board holds something else: nothing, a full house, a straight flush, a royal flush that all share."""
    for text in ("Kc 9h 4c 4d 2h", "7c 7h 7d As Ks", "Ts 9s 8s 6s 2c", "Ac Kc Qc Jc Tc"):
        lies = codes(parse_cards(text))
        first, second = np.zeros(1_326, np.int64), np.zeros(1_326, np.int64)
        classes, counts = np.zeros(1_326, np.int16), np.zeros((1_326, 2, 3), np.int64)
        pairs = sweep(np.sort(lies), first, second, classes, counts, *board.tables(duel))
        assert pairs == 1_081
        for pair in range(0, pairs, 40):
            own = np.array([first[pair], second[pair]], np.uint8)
            rest = np.setdiff1d(np.arange(52, dtype=np.uint8), np.concatenate([own, lies]))
            by_hand = count_ends(on_open_board(duel), np.concatenate([own, lies, rest]))
            assert (by_hand[duel.seat_band[classes[pair]]] == counts[pair]).all()
            assert counts[pair].sum() == 990


def on_open_board(duel: Duel) -> Duel:
    return replace(duel, shape=replace(duel.shape, board=5, board_later=0))


def test_the_ends_of_a_round_are_those_of_the_plain_evaluator(duel: Duel) -> None:
    own, lies = parse_cards("7s 2d"), parse_cards("Kc 9h 4c 4d 2h")
    left = [card for card in full_deck() if card not in own + lies]
    won = [_net(duel, own + lies, dealer + lies) for dealer in combinations(left, 2)]
    assert values(on_open_board(duel), own, lies)[1] == sum(won) / 990


def _net(duel: Duel, mine: tuple[str, ...], theirs: tuple[str, ...]) -> Fraction:
    ranking = duel.ranking
    showdown = {"lose": LOSE, "tie": TIE, "win": WIN}[compare(ranking, mine, theirs)]
    bands = (
        duel.seat_band[ranking.index[ranking.strength(mine)]],
        duel.dealer_band[ranking.index[ranking.strength(theirs)]],
    )
    return Fraction(int(duel.net[1, bands[0], bands[1], showdown]), duel.scale)


def test_an_unseen_board_is_worth_the_mean_of_its_ends(duel: Duel) -> None:
    own, lies = parse_cards("Ah Kd"), parse_cards("Qs 7c 2h 9h")
    late = replace(duel, shape=replace(duel.shape, board=4, board_later=1))
    left = [card for card in full_deck() if card not in own + lies]
    ends = [values(on_open_board(duel), own, (*lies, river))[1] for river in left]
    assert values(late, own, lies)[1] == sum(ends) / len(ends)


def test_a_board_seen_in_full_is_played_by_the_worth_of_each_hand(duel: Duel) -> None:
    """With the three cards of a small board open, the whole game is the mean over hands of their better choice."""
    three = replace(duel, shape=replace(duel.shape, board=3, board_later=0))
    tally = board.tally(three)
    assert int(tally.ways.sum()) == tally.total == 22_100 * 1_176 * 1_081
    worth = (tally.ways * three.net).sum() / (tally.total * three.scale)
    _, figures, _ = estimate(three, states=1_000, seed=5)
    assert abs(figures["net"].value - worth) < 4 * figures["net"].standard_error


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
    assert values(easy, own, lies)[1] < values(duel, own, lies)[1]
