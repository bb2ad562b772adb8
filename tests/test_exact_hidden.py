"""The dealer's own cards, some of them seen: best play of all deals, exactly."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from fairfelt.rulesets.cards import Card, full_deck, parse_cards
from fairfelt.rulesets.choose import Rules, choose
from fairfelt.rulesets.evaluate import codes
from fairfelt.rulesets.loader import load
from fairfelt.rulesets.settle import settle_seat
from fairfelt.stats.exact import hidden, hidden_direct, hidden_ranks
from fairfelt.stats.exact.duel import LOSE, TIE, WIN, Duel, Shape, Tally, main_walks, make_duel
from fairfelt.stats.exact.hidden_ranks_tables import RANKS, SUITS, Prepared, Seen, places_of, prepare, rank_words
from fairfelt.stats.exact.hidden_tables import Played, turns_keeping

THREE, SIX = "three-card-poker-6-card-bonus", "six-card-poker"


def rules_of(game: str, **options: str) -> Rules:
    written = {name.replace("_", "-"): reading for name, reading in options.items()}
    return choose(load(game), options=written, first_table=True)


def duel_of(game: str, **options: str) -> Duel:
    return make_duel(rules_of(game, **options))


def with_ante_bonus(duel: Duel) -> Duel:
    """Pay 5, 4 and 1 to 1 on the Ante for a straight flush, three of a kind and a straight, whatever the dealer has."""
    net = duel.net.copy()
    for bonus, category in ((5, "straight-flush"), (4, "three-of-a-kind"), (1, "straight")):
        low, high = duel.ranking.spans[category]
        net[1, sorted(set(duel.seat_band[low:high].tolist()))] += bonus * duel.scale
    return replace(duel, net=net)


def caribbean_stud() -> Duel:
    """Five cards each, one of the dealer's seen; Raise is twice the Ante and pays by the hand."""
    duel = duel_of(SIX)
    raise_pays = np.array([1, 1, 2, 3, 4, 5, 7, 20, 50, 100])  # up to aces, aces, two pair and so on up
    net = np.zeros_like(duel.net)
    net[0] = -1
    net[1, :, 0] = 1
    net[1, :, 1, LOSE] = -3
    net[1, :, 1, WIN] = 1 + 2 * raise_pays
    return replace(duel, net=net, shape=Shape(5, 5, 1, 0, 0))


def edge(duel: Duel, tally: Tally) -> Fraction:
    assert int(tally.ways.sum()) == tally.total
    return -Fraction(int((tally.ways * duel.net).sum()), tally.total * duel.scale)


def outcomes(duel: Duel, tally: Tally) -> list[int]:
    return [int(tally.ways[duel.net == net].sum()) for net in range(-2, 3)]


def fold_share(tally: Tally) -> float:
    return float(tally.ways[0].sum() / tally.total)


# Three cards


def test_three_cards_against_one_seen_come_to_the_known_counts() -> None:
    duel = duel_of(THREE)
    tally = hidden.tally(duel)
    assert tally.total == 22_100 * 49 * 1_128
    assert outcomes(duel, tally) == [416_535_180, 141_992_640, 745_032, 371_427_840, 290_810_508]
    assert edge(duel, tally) == Fraction(229_314, 12_724_075)
    assert round(fold_share(tally), 6) == 0.116243
    assert tally.strategy == (
        "against 2 to J: always play",
        "against Q: play Q-9-2 or better",
        "against K: play K-9-2 or better",
        "against A: play A-9-2 or better",
    )


def test_three_cards_against_three_unseen_come_to_the_known_counts() -> None:
    duel = duel_of(THREE, third_card="hidden")
    tally = hidden.tally(duel)
    assert tally.total == 22_100 * 18_424
    by_three = [274_204_848, 397_958_400, 802_944, 256_480_956, 292_064_052]
    assert outcomes(duel, tally) == [count // 3 for count in by_three]
    assert round(float(edge(duel, tally)), 6) == 0.086580
    assert round(fold_share(tally), 6) == 0.325792
    assert tally.strategy == ("play Q-6-4 or better",)


@pytest.mark.parametrize(("third_card", "known"), [("hidden", 0.033730), ("visible", -0.034829)])
def test_an_ante_bonus_moves_the_edge_and_not_the_strategy(third_card: str, known: float) -> None:
    plain = duel_of(THREE, third_card=third_card)
    tally = hidden.tally(with_ante_bonus(plain))
    assert round(float(edge(with_ante_bonus(plain), tally)), 6) == known
    assert tally.strategy == hidden.tally(plain).strategy


def test_a_dealer_who_qualifies_with_king_high_makes_another_tally() -> None:
    duel = duel_of(THREE, third_card="hidden")
    king = next(at for at, hand in enumerate(duel.ranking.classes) if hand.ranks[0] == 13)
    other = replace(
        duel,
        dealer_floors=(0, king),
        dealer_band=(np.arange(len(duel.ranking.classes)) >= king).astype(np.int8),
    )
    assert edge(other, hidden.tally(other)) < edge(duel, hidden.tally(duel))


# One hand


@pytest.mark.parametrize("cards", ["Qs 9d 2c Qh", "As Kd 4c 4h", "7s 5s 2d Jc"])
def test_a_choice_is_worth_what_single_rounds_pay(cards: str) -> None:
    rules = rules_of(THREE)
    *own, exposed = parse_cards(cards)
    left = [card for card in full_deck() if card not in (*own, exposed)]
    ways = {walk.known["decide"]: walk.known for walk in main_walks(rules)}
    paid = {"fold": 0, "play": 0}
    for more in combinations(left, 2):
        dealt = {"seat": tuple(own), "dealer": (*more, exposed)}
        for action, stakes in (("fold", {"ante": 1}), ("play", {"ante": 1, "play": 1})):
            settled = settle_seat(rules, ways[action], stakes, dealt.__getitem__)
            paid[action] += sum(wager.returned - wager.staked for wager in settled)
    assert hidden.values(make_duel(rules), own, [exposed]) == tuple(Fraction(won, 1_128) for won in paid.values())


def test_best_play_is_worth_the_mean_of_what_drawn_hands_are_worth() -> None:
    duel = duel_of(THREE)
    drawn, deck = random.Random(3), full_deck()
    worths = []
    for _ in range(3_000):
        *own, exposed = drawn.sample(deck, 4)
        worths.append(float(max(hidden.values(duel, own, [exposed]))))
    assert abs(np.mean(worths) + float(edge(duel, hidden.tally(duel)))) < 4 * np.std(worths) / len(worths) ** 0.5


def test_a_hand_of_the_wrong_size_is_told() -> None:
    wanted = "2 own cards and 1 of the dealer's were given; give 3 cards of your own and 1 of the dealer's"
    with pytest.raises(ValueError, match=wanted):
        hidden.values(duel_of(THREE), parse_cards("Ah Kd"), parse_cards("2c"))


def test_a_card_named_twice_is_told() -> None:
    with pytest.raises(ValueError, match="Ah is named twice, and a pack has it once"):
        hidden.values(duel_of(THREE), parse_cards("Ah Kd 2c"), parse_cards("Ah"))


# Counting by ranks first


@pytest.fixture(scope="module")
def six() -> tuple[Duel, Prepared]:
    duel = duel_of(SIX)
    return duel, prepare(duel)


def by_ranks(duel: Duel, exposed: NDArray[np.int64]) -> Played:
    ranks = tuple(int(card) // SUITS for card in exposed)
    return hidden_ranks.play_ranks(duel, prepare(duel), ranks, [(exposed, 1)])


def plainly(duel: Duel, exposed: NDArray[np.int64]) -> Played:
    from fairfelt.stats.exact.hidden_kernel import least_sets

    own, weights = least_sets(duel.shape.own, sum(1 << int(card) for card in exposed), turns_keeping(exposed.tolist()))
    return hidden_direct.play_hands(duel, exposed, own, weights)


@pytest.mark.parametrize(
    ("own", "dealer", "exposed"),
    [
        (3, 3, "Qs"),
        (3, 3, "Qs 7s"),
        (3, 3, "Qs Qh"),
        (4, 3, "Qs 7s"),
        (4, 3, "Ks 2d"),
        (3, 4, "Qs 7s 2s"),
        (3, 4, "As 3s 2d"),
        (4, 4, "Qs Jd Ts"),
        (4, 4, "Qs Qd Qh"),
        (4, 4, "Qs Jd Th"),
        (4, 4, "Qs 7s 2s"),
    ],
)
def test_ranks_first_counts_each_cell_as_plain_counting_does(own: int, dealer: int, exposed: str) -> None:
    """The ranking of three cards serves for four as well, and each kind of exposed suits comes up."""
    cards = codes(parse_cards(exposed)).astype(np.int64)
    duel = with_ante_bonus(replace(duel_of(THREE), shape=Shape(own, dealer, len(cards), 0, 0)))
    assert all(condition.holds for condition in hidden_ranks.conditions(duel))
    expected, found = plainly(duel, cards), by_ranks(duel, cards)
    np.testing.assert_array_equal(found.ways, expected.ways)
    np.testing.assert_array_equal(found.plays, expected.plays)


def test_the_same_ranks_in_other_suits_are_counted_otherwise() -> None:
    duel = replace(duel_of(THREE), shape=Shape(3, 4, 3, 0, 0))
    suited, mixed = (codes(parse_cards(text)).astype(np.int64) for text in ("Qs 7s 2s", "Qs 7d 2h"))
    assert (by_ranks(duel, suited).ways != by_ranks(duel, mixed).ways).any()


SEEN = ["Qs 7s 2s", "Qs 7s 2d", "Qs Qd 2s", "Qs Qd Qh", "Ks Qs 9d", "5s 4s 3s", "Ah Kd Qc"]


@pytest.mark.parametrize("exposed", SEEN)
def test_six_cards_are_counted_by_ranks_as_one_by_one(six: tuple[Duel, Prepared], exposed: str) -> None:
    """All 12,341 hands of the dealer, for drawn hands of the seat and for hands full of the seen suit."""
    (duel, ready), seen = six, parse_cards(exposed)
    drawn = random.Random(exposed)
    left = [card for card in full_deck() if card not in seen]
    spades = [card for card in left if card[1] == "s"]
    hearts = [card for card in left if card[1] == "h"]
    hands = [drawn.sample(left, 6) for _ in range(30)]
    hands += [drawn.sample(suit, many) for suit in (spades, hearts) for many in (6, 6)]
    for suit in (spades, hearts):
        hand = drawn.sample(suit, 5)
        hands.append([*hand, drawn.choice([card for card in left if card not in hand])])
    cards = codes(seen).astype(np.int64)
    open_ = hidden_ranks.see(duel, ready, cards, hidden_ranks.count_ranks(ready, tuple((cards // SUITS).tolist())))
    for hand in hands:
        expected, _ = hidden.count_dealers(duel, hand, seen)
        found = cells_of(duel, ready, open_, hand, cards)
        np.testing.assert_array_equal(found, expected, err_msg=f"{hand} against {seen}")


def cells_of(
    duel: Duel, ready: Prepared, seen: Seen, hand: list[Card], exposed: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Count the dealer's hands against a single one by ranks first."""
    from fairfelt.stats.exact.hidden_states_kernel import play_list, room_for

    held, suits = codes(hand).astype(np.int64), np.bincount(exposed % SUITS, minlength=SUITS)
    lifting = int(suits.argmax()) if len(seen.free) else None
    mine = duel.ranking.index[duel.ranking.strength(hand)]
    states = room_for(1)
    states.rows[0] = places_of(ready.game.own, rank_words(ready.game.own)[held // SUITS].sum(keepdims=True))[0]
    states.mine[0], states.weights[0], states.left_at[0] = mine, 1, 0
    states.masks[0] = sum(
        1 << at for at, rank in enumerate(seen.free) if lifting is not None and SUITS * rank + lifting not in held
    )
    left = np.ones((1, seen.left.shape[1]), np.int16)
    if left.shape[1] > 1:
        left[0, :RANKS] = seen.room - np.bincount(held[held % SUITS != lifting] // SUITS, minlength=RANKS)
    known = np.zeros_like(ready.game.worths)
    play_list(ready.game, seen, states, 1, left, known)
    cells: NDArray[np.int64] = ready.cells[duel.dealer_band[mine]] @ known[mine].sum(axis=0)
    return cells


# Whole games of many cards


def test_caribbean_stud_is_won_by_the_house_by_5_224_percent() -> None:
    duel = caribbean_stud()
    assert all(condition.holds for condition in hidden.conditions(duel))
    tally = hidden.tally(duel)
    assert tally.total == 2_598_960 * 47 * 163_185 * 1
    assert round(float(edge(duel, tally)), 5) == 0.05224
    assert "against Q: play A-K-Q-3-2 or better" in tally.strategy
    assert any("it depends on the cards" in line for line in tally.strategy)


@pytest.mark.long
def test_six_card_poker_comes_to_the_known_counts() -> None:
    duel = duel_of(SIX)
    told: list[float] = []
    tally = hidden.tally(duel, told.append)
    assert tally.total == 3_813_891_438_957_600
    assert round(float(edge(duel, tally)), 6) == 0.012717
    assert Fraction(int(tally.ways[0].sum()), 12_341) == 93_119_328_972
    assert round(2 - fold_share(tally), 4) == 1.6987
    assert int(tally.ways[1, :, 0, WIN].sum()) == 755_514_209_224_548
    assert told == sorted(told)
    assert told[-1] == 1


# What is asked


def unmet(duel: Duel) -> list[str]:
    return [condition.says for condition in hidden.conditions(duel) if not condition.holds]


def test_shipped_games_without_a_board_are_within_reach() -> None:
    assert unmet(duel_of(THREE)) == unmet(duel_of(THREE, third_card="hidden")) == unmet(duel_of(SIX)) == []


def test_what_is_out_of_reach_is_said() -> None:
    six = duel_of(SIX)
    assert unmet(duel_of("casino-holdem")) == ["no board is shared", "hands are made from 5 to 7 cards"]
    assert unmet(replace(six, shape=Shape(6, 6, 0, 0, 0))) == [
        "once the dealer's face-up cards are seen, at most one suit can still make his hand"
    ]
    assert "each hand holds as many cards as its ranking ranks, or one more" in unmet(
        replace(six, shape=Shape(7, 7, 4, 0, 0))
    )


def test_two_choices_of_the_same_worth_take_the_first() -> None:
    duel = duel_of(THREE, third_card="hidden")
    alike = replace(duel, net=np.repeat(duel.net[1:], 2, axis=0))
    tally = hidden.tally(alike)
    assert tally.ways[1].sum() == 0
    assert tally.strategy == ("always fold",)
    assert tally.ways[0, :, :, TIE].sum() == tally.ways[:, :, :, TIE].sum()
