"""Games in which a seat draws cards and may have one of the dealer's exchanged: decisions held against the oracle."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest

from fairfelt.rulesets.cards import Card, full_deck, parse_cards
from fairfelt.rulesets.choose import Rules, choose
from fairfelt.rulesets.evaluate import CARD, codes, evaluate
from fairfelt.rulesets.loader import load
from fairfelt.rulesets.rankings import kept_cards
from fairfelt.rulesets.settle import settle_seat
from fairfelt.stats.exact import drawing
from fairfelt.stats.exact.drawing_kernel import look, most_gained, settle_all
from fairfelt.stats.exact.figures import Estimate

PAIR, TRIPS, STRAIGHT, FLUSH_DRAW = "8s 8d 9h 7c 2c", "8s 8d 8h 7c 2c", "8s 7d 9h Tc Jc", "8s 7s 9s 2s Jc"
NOT_PAID, PAID = "decline", "exchange-dealer"


@cache
def rules(exchange: str = "after-buy", failed: str = "pushed") -> Rules:
    return choose(load("six-card-draw"), options={"exchange": exchange, "failed-exchange": failed})


@cache
def worth(own: str, up: str = "Qd", exchange: str = "after-buy", failed: str = "pushed") -> dict[str, Fraction]:
    return dict(drawing.values(rules(exchange, failed), parse_cards(own), parse_cards(up)))


def settled(own: Sequence[Card], dealer: Sequence[Card], then: Sequence[Card] = (), failed: str = "pushed") -> int:
    """Raise at once, and have a card of the dealer's exchanged where cards are given for `then`."""
    bought, late = ("someone", PAID) if then else ("nobody", NOT_PAID)
    strength = rules().ruleset.hands["dealer-hand"].ranking.strength
    known = {question.id: "not-asked" for question in rules().ruleset.questions}
    known |= {**rules(failed=failed).known, "box": "light", "stays": "in", "decide": "raise", "bought": bought}
    if strength(dealer) < strength(parse_cards("2c 2d 3c 4c 5d")):
        known["dealer-exchange"] = late
    stakes = {"ante": 1, "raise": 2} | ({"exchange-dealer": 1} if then else {})
    cards = {"seat": tuple(own), "dealer": tuple(dealer), "dealer-after": tuple(then or dealer)}
    paid = settle_seat(rules(failed=failed), known, stakes, cards.__getitem__)
    return sum(each.returned - each.staked for each in paid)


def changed(own: Sequence[Card], dealer: Sequence[Card], dead: Sequence[Card] = (), failed: str = "pushed") -> Fraction:
    """Give what a seat wins on average that pays for the exchange of this dealer's lowest card."""
    (gone,) = kept_cards(load("six-card-draw").hands["lowest-card"].ranking, dealer, True, "")
    left = [card for card in dealer if card != gone]
    come = [card for card in full_deck() if card not in {*own, *dealer, *dead}]
    return Fraction(sum(settled(own, dealer, [*left, card], failed) for card in come), len(come))


def raised(own: str, up: str, dead: str = "") -> Fraction:
    """Give what a raise wins against all hands of the dealer, if no card of his is ever exchanged."""
    seen = parse_cards(own + up + dead)
    unseen = [code for code, card in enumerate(CARD) if card not in seen]
    hidden = np.array(list(combinations(unseen, 4)), np.uint8)
    ranking = rules().ruleset.hands["dealer-hand"].ranking
    dealt = np.column_stack([np.repeat(codes(parse_cards(up)), len(hidden)), hidden])
    found, first, times = np.unique(evaluate(ranking, dealt), return_index=True, return_counts=True)
    won = [settled(parse_cards(own), [CARD[code] for code in dealt[at]]) for at in first]
    assert len(found) == len(won)
    return Fraction(int(np.dot(won, times)), len(hidden))


@pytest.mark.parametrize(("own", "up"), [(PAIR, "Qd"), (PAIR, "9d"), ("As Kd 9h 7c 2c", "Qd")])
def test_a_raise_with_a_low_hand_is_worth_what_the_oracle_pays_against_all_hands_of_the_dealer(
    own: str, up: str
) -> None:
    assert worth(own, up)["raise"] == raised(own, up)


def test_a_raise_with_a_high_hand_is_worth_more_than_without_the_exchange() -> None:
    assert worth(STRAIGHT)["raise"] > raised(STRAIGHT, "Qd")


def exchanged_share(own: str, up: str, dead: str, dealer: str) -> dict[str, Fraction]:
    """Have the kernel play one hand of the dealer: give the worth of the better answer, and how often it is to pay."""
    game = drawing.make_game(rules())
    layout = game.layout
    held, shown = codes(parse_cards(own)), codes(parse_cards(up))
    ranking = layout.seat.ranking
    state = look(held, shown, 4, ranking, game.place, game.offered)
    drawn = [list(state.unseen).index(code) for code in codes(parse_cards(dead))] + [-1, -1]
    kept, remade, first, classes, gone = state.groups
    wanted = sum(1 << list(state.unseen).index(code) for code in codes(parse_cards(dealer)))
    of = np.repeat(np.arange(len(kept)), np.diff(first))
    (which,) = np.flatnonzero((kept[of] | np.where(gone < 0, 0, 1 << np.maximum(gone, 0).astype(np.int64))) == wanted)
    group = of[which]
    state = type(state)(
        state.unseen,
        state.hidden,
        np.zeros_like(state.tallies),
        (
            kept[[group]],
            remade[[group]],
            np.array([0, 1]),
            classes[[which]],
            gone[[which]],
        ),
        state.present,
    )
    end = next(end for end in game.ends if not end.folds)
    mine = evaluate(ranking, held[None]).astype(np.int64)
    counts = settle_all(state, mine, np.array([drawn[:2]]), end.net, game.bands, True)[0]
    band = int(np.searchsorted(game.bands[0], mine[0], side="right")) - 1
    rest = 42 - len(parse_cards(dead))
    return {"paid": Fraction(int(counts[6:].sum()), rest), "gain": Fraction(int((counts * end.net[band]).sum()), rest)}


@pytest.mark.parametrize(
    ("own", "up", "dead", "hidden", "pays"),
    [
        (STRAIGHT, "Qd", "", "Ah 5c 4d 3c", True),
        (STRAIGHT, "2d", "", "Ah Kc 4d 3c", True),
        (TRIPS, "Qd", "", "Ah 5c 4d 3c", False),
        (TRIPS, "Qd", "2h", "Ah 5c 4d 3c", True),
        (TRIPS, "Qd", "Ac", "Ah 5c 4d 3c", False),
        (STRAIGHT, "Qd", "Ac 2d", "Ah 5c 4d 3c", True),
        ("2s 2d 9h 9c Kc", "Qd", "", "Ah 5c 4d 3c", False),
    ],
)
def test_a_card_of_the_dealer_is_exchanged_where_the_oracle_pays_more_on_average(
    own: str, up: str, dead: str, hidden: str, pays: bool
) -> None:
    mine, dealer = parse_cards(own), parse_cards(up + hidden)
    found = exchanged_share(own, up, dead, hidden)
    gain = changed(mine, dealer, parse_cards(dead)) - settled(mine, dealer)
    assert (gain > 0) == pays
    assert found == {"paid": Fraction(int(pays)), "gain": max(gain, Fraction(0))}


def test_three_of_a_kind_is_level_with_twelve_clear_cards_and_counts_as_no_exchange() -> None:
    mine, dealer = parse_cards(TRIPS), parse_cards("Qd Ah 5c 4d 3c")
    assert changed(mine, dealer) == settled(mine, dealer) == 1
    assert exchanged_share(TRIPS, "Qd", "", "Ah 5c 4d 3c")["paid"] == 0


def test_a_lost_ante_makes_an_exchange_that_fails_dearer() -> None:
    assert worth(STRAIGHT, failed="lost")["raise"] < worth(STRAIGHT)["raise"]
    assert worth(PAIR, failed="lost")["raise"] == worth(PAIR)["raise"]


def test_the_bound_that_spares_the_exact_loop_is_above_what_any_drawn_cards_leave() -> None:
    game = drawing.make_game(rules())
    state = look(codes(parse_cards(TRIPS)), codes(("Qd",)), 4, game.layout.seat.ranking, game.place, game.offered)
    _, remade, _, _, _ = state.groups
    gains = np.where(game.offered, -2, 5)
    least = [sum(sorted(gains[row[row >= 0]])[3:]) for row in remade[::97]]
    assert most_gained(remade, gains, 3) >= max(least) > 0


def test_a_fold_loses_the_ante_and_a_bought_card_its_fee_too() -> None:
    assert worth(PAIR)["fold"] == -1
    assert worth("As Kd 9h 7c 2c", "8d")["buy"] >= -2


def test_a_card_is_bought_for_a_flush_draw_and_not_for_a_made_straight() -> None:
    assert worth(FLUSH_DRAW)["buy"] > worth(FLUSH_DRAW)["raise"]
    assert worth(STRAIGHT)["buy"] < worth(STRAIGHT)["raise"]


def test_an_exchange_in_place_of_buying_is_never_better_than_to_buy() -> None:
    found = worth(FLUSH_DRAW, exchange="instead-of-buy")
    assert set(found) == {"fold", "raise", "buy", "exchange"}
    assert found["exchange"] < found["buy"] <= worth(FLUSH_DRAW)["buy"]


def test_a_raise_after_a_drawn_card_meets_only_hands_of_the_dealer_without_it() -> None:
    own, up, come = parse_cards("As Kd 9h 7c 2c"), parse_cards("Qd"), parse_cards("Ah 3c 2d")
    game = drawing.make_game(rules("instead-of-buy"))
    state = look(codes(own), codes(up), 4, game.layout.seat.ranking, game.place, game.offered)
    end = next(e for e in game.ends if not e.folds and dict(e.answers) == {"decide": "buy", "after-buy": "raise"})
    for card in come:
        hand = "".join((*own, card))
        mine = evaluate(game.layout.seat.ranking, codes((*own, card))[None]).astype(np.int64)
        drawn = np.array([[list(state.unseen).index(codes((card,))[0]), -1]])
        counts = settle_all(state, mine, drawn, end.net, game.bands, True)[0]
        band = int(np.searchsorted(game.bands[0], mine[0], side="right")) - 1
        assert Fraction(int((counts * end.net[band]).sum()), comb(45, 4) * 41) == raised(hand, "Qd") - 1


def test_a_few_states_give_an_edge_of_the_house_with_its_error() -> None:
    found = drawing.figures(rules("instead-of-buy"), 24, seed=5)
    assert isinstance(found.house_edge, Estimate)
    assert isinstance(found.average_wager, Estimate)
    assert isinstance(found.fold_frequency, Estimate)
    assert -0.2 < found.house_edge.value < 0.3
    assert 0 < found.house_edge.standard_error < 0.2
    assert 2 < found.average_wager.value < 3.5
    antes = [share.value for name, share in found.rows.items() if name.startswith("ante.")]
    assert sum(float(share) for share in antes) == pytest.approx(1)


def test_a_damaged_array_is_found_out_by_the_oracle() -> None:
    game = drawing.make_game(rules())
    assert drawing._agrees_with_oracle(rules(), game, 40, 1).startswith("40 rounds")
    for end in game.ends:
        end.net[1, 5] += 1
    with pytest.raises(ArithmeticError, match="by the oracle"):
        drawing._agrees_with_oracle(rules(), game, 200, 1)


def test_only_games_in_which_cards_are_drawn_fit_and_two_of_them_at_most() -> None:
    assert all(condition.holds for condition in drawing.conditions(rules()))
    three = drawing.conditions(rules("rising"))
    assert [condition.says for condition in three if not condition.holds] == ["a seat draws at most 2 cards"]
    with pytest.raises(ValueError, match="at most 2 cards"):
        drawing.make_game(rules("rising"))
    other = drawing.conditions(choose(load("casino-holdem"), first_table=True))
    assert "a seat may draw cards" in [condition.says for condition in other if not condition.holds]


def test_a_state_of_other_cards_than_the_game_deals_is_refused() -> None:
    with pytest.raises(ValueError, match="5 cards of the seat and 1 of the dealer, all different, not 8s 8d"):
        drawing.values(rules(), parse_cards("8s 8d"), parse_cards("Qd"))
