"""What a round pays, worked out by hand from the source documents."""

from collections.abc import Mapping

import pytest

from fairfelt.rulesets.choose import Rules, choose
from fairfelt.rulesets.loader import load
from fairfelt.rulesets.paying import settlement
from fairfelt.rulesets.play import open_round
from fairfelt.rulesets.seating import Seat
from tests.rulesets.samples import nets, places, play_on, settle_one

DEALER_HIGH = "Ks Jd 9c 7h 4s 2d"
DEALER_AK = "Ad Ks 9h 8c 7d 3c"
ACES = "As Ac 9d 7s 4h 2c"


def six_card(**options: str) -> Rules:
    return choose(load("six-card-poker"), options=options)


def holdem(**options: str) -> Rules:
    written = {name.replace("_", "-"): reading for name, reading in options.items()}
    return choose(load("casino-holdem"), options=written, first_table=True)


def six(rules: Rules, player: str, dealer: str, *actions: str) -> dict[str, int]:
    return nets(rules, {"ante": 10, "aces-up": 5}, {"seat.1": player, "dealer": dealer}, *actions)


def table(rules: Rules, player: str, dealer: str, board: str, *actions: str) -> dict[str, int]:
    return nets(rules, {"ante": 10}, {"seat.1": player, "dealer": dealer, "board": board}, *actions)


# Six Card Poker: Ante 10, Play 10, Aces Up 5


def test_a_fold_loses_ante_and_aces_up() -> None:
    assert six(six_card(), "Kc Qd 9s 7h 4s 2d", DEALER_AK, "fold", "decline") == {"ante": -10, "aces-up": -5}


def test_a_folded_pair_of_aces_is_paid_when_it_is_claimed() -> None:
    assert six(six_card(), ACES, DEALER_AK, "fold", "claim") == {"ante": -10, "aces-up": 5}


def test_a_folded_pair_of_aces_is_lost_when_it_is_not_claimed() -> None:
    assert six(six_card(), ACES, DEALER_AK, "fold", "decline") == {"ante": -10, "aces-up": -5}


def test_a_claim_without_aces_wins_nothing() -> None:
    assert six(six_card(), "Kc Kd 9s 7h 4s 2d", DEALER_AK, "fold", "claim") == {"ante": -10, "aces-up": -5}


def test_an_electronic_table_pays_a_folded_pair_of_aces_by_itself() -> None:
    assert six(six_card(claim="automatic"), ACES, DEALER_AK, "fold") == {"ante": -10, "aces-up": 5}


def test_an_unqualified_dealer_returns_the_ante_and_still_plays_against_play() -> None:
    worse, better = "Qs Td 9h 7c 4d 2h", "2s 2h 9h Tc Jh Qd"
    assert six(six_card(), worse, DEALER_HIGH, "play") == {"ante": 0, "play": -10, "aces-up": -5}
    assert six(six_card(), better, DEALER_HIGH, "play") == {"ante": 0, "play": 10, "aces-up": -5}


def test_an_unqualified_dealer_who_ties_pushes_play() -> None:
    assert six(six_card(), "Kd Js 9h 7c 4d 2h", DEALER_HIGH, "play") == {"ante": 0, "play": 0, "aces-up": -5}


def test_a_tie_with_a_qualified_dealer_pushes_ante_and_play() -> None:
    assert six(six_card(), "As Kd 9c 8h 7s 2d", DEALER_AK, "play") == {"ante": 0, "play": 0, "aces-up": -5}


def test_a_pair_of_aces_beats_ace_king_and_is_paid_by_aces_up_too() -> None:
    assert six(six_card(), ACES, DEALER_AK, "play") == {"ante": 10, "play": 10, "aces-up": 5}


def test_a_worse_hand_loses_ante_and_play_but_never_the_aces_up_payment() -> None:
    kings_up = "Kd Kc 8d 8s 3h 2s"
    assert six(six_card(), ACES, kings_up, "play") == {"ante": -10, "play": -10, "aces-up": 5}


def test_ace_king_qualifies_and_ace_queen_does_not() -> None:
    pair, lowest_bar, just_below = "2s 2h 9h Tc Jh Qd", "As Kd 4c 3h 2d 5s", "Ad Qs Jc 9s 8h 7d"
    assert six(six_card(), pair, just_below, "play")["ante"] == 0
    assert six(six_card(), "3s 3d 9h Tc Jh Qd", "As Kd 6c 8h 2d 4s", "play")["ante"] == 10
    assert settle_one(six_card(), {"ante": 10}, {"seat.1": pair, "dealer": lowest_bar}, "play")["ante"].row.name == (
        "dealer-wins"
    ), "A-5-4-3-2 is a straight, with the king beside it"


@pytest.mark.parametrize(
    ("cards", "paid"),
    [
        ("As Ks Qs Js Ts 2d", 2500),
        ("Ks Qs Js Ts 9s 2d", 500),
        ("9s 9d 9h 9c Ks 2d", 150),
        ("9s 9d 9h Kc Ks 2d", 50),
        ("As Js 9s 4s 2s Kd", 40),
        ("As 2d 3h 4c 5s Kd", 30),
        ("9s 9d 9h Ac Ks 2d", 20),
        ("9s 9d Kh Kc As 2d", 10),
        ("As Ad Kh 9c 4s 2d", 5),
        ("Ks Kd Ah 9c 4s 2d", -5),
    ],
)
def test_aces_up_is_paid_by_the_printed_table(cards: str, paid: int) -> None:
    assert six(six_card(), cards, "Td 8d 7c 6h 5c 3c", "play")["aces-up"] == paid


# Casino Hold'em: Ante 10, Call 20


LOW_BOARD = "2h 7s 9d Jc 5h"
FLUSH_BOARD = "2h 7h 9h Jc 5d"


def test_a_fold_loses_the_ante_and_deals_no_river() -> None:
    state = play_on(
        open_round(
            holdem(), (Seat(1, {"ante": 10}),), places({"seat.1": "As Ad", "dealer": "Ks Kd", "board": LOW_BOARD}), {}
        ),
        "fold",
    )
    assert [settled.returned for settled in settlement(state)] == [0]
    assert sum(dealt.to == "board" for dealt in state.dealt) == 3


def test_an_unqualified_dealer_pays_the_ante_and_returns_the_call() -> None:
    assert table(holdem(), "Kc Qd", "8c Ad", LOW_BOARD, "call") == {"ante": 10, "call": 0}


def test_an_unqualified_dealer_pays_even_a_hand_that_would_lose() -> None:
    assert table(holdem(), "Kc Qd", "3c 3d", LOW_BOARD, "call") == {"ante": 10, "call": 0}


def test_an_unqualified_dealer_pays_a_flush_by_the_antewin_table() -> None:
    assert table(holdem(), "Ah 3h", "8c Ad", FLUSH_BOARD, "call") == {"ante": 20, "call": 0}


@pytest.mark.parametrize("antewin", ["replaces", "adds"])
def test_the_two_readings_of_antewin_pay_the_same_by_their_own_tables(antewin: str) -> None:
    rules = holdem(antewin=antewin)
    assert table(rules, "Ah 3h", "8c Ad", FLUSH_BOARD, "call") == {"ante": 20, "call": 0}
    assert table(rules, "Jh Jd", "9c 9s", "Js 2h 2c 9h 5d", "call") == {"ante": 30, "call": 20}
    assert table(rules, "As Ks", "9c 9h", "Qs Js Ts 2d 9d", "call") == {"ante": 1000, "call": 20}


def test_adding_a_table_that_was_meant_to_replace_pays_one_ante_more() -> None:
    from fairfelt.rulesets.wire import with_rows

    meant = {
        "royal-flush": "100:1",
        "straight-flush": "20:1",
        "four-of-a-kind": "10:1",
        "full-house": "3:1",
        "flush": "2:1",
    }
    rules = with_rows(holdem(antewin="adds"), {"ante": meant})
    assert table(rules, "Ah 3h", "8c Ad", FLUSH_BOARD, "call") == {"ante": 30, "call": 0}
    assert table(rules, "Jh Jd", "9c 9s", "Js 2h 2c 9h 5d", "call") == {"ante": 40, "call": 20}
    assert table(rules, "Kc Qd", "8c Ad", LOW_BOARD, "call") == {"ante": 10, "call": 0}


def test_a_qualified_dealer_who_loses_pays_table_and_even_money() -> None:
    assert table(holdem(), "Kc Kd", "Qc Qd", LOW_BOARD, "call") == {"ante": 10, "call": 20}


def test_a_qualified_dealer_who_wins_takes_both() -> None:
    assert table(holdem(), "Qc Qd", "Kc Kd", LOW_BOARD, "call") == {"ante": -10, "call": -20}


def test_equal_hands_push_both_unless_only_the_ante_pushes() -> None:
    assert table(holdem(), "9s Ac", "9c Ah", "9h 4d 2c 7s Kd", "call") == {"ante": 0, "call": 0}
    assert table(holdem(tie="ante-pushes"), "9s Ac", "9c Ah", "9h 4d 2c 7s Kd", "call") == {"ante": 0, "call": -20}


def test_a_royal_flush_on_the_board_pushes_and_pays_no_antewin() -> None:
    assert table(holdem(), "2c 7d", "3h 8c", "As Ks Qs Js Ts", "call") == {"ante": 0, "call": 0}


@pytest.mark.parametrize(
    ("dealer", "board", "row"),
    [
        ("3c 3d", "2h 7s 9d Jc Kh", "dealer-fails"),
        ("4c 4d", "2h 7s 9d Jc Kh", "dealer-wins"),
        ("4c 4d", "3h 3s 9d Jc Kh", "dealer-wins"),
        ("3c 2d", "3h 2s 9d Jc Kh", "dealer-wins"),
        ("As Qd", "2h 7s 9d Jc Kh", "dealer-fails"),
        ("As 8d", "4h 4s 9d Jc Kh", "dealer-wins"),
        ("5c 6d", "2h 3s 4d Jc Kh", "dealer-wins"),
    ],
)
def test_the_dealer_qualifies_with_a_pair_of_fours_or_better(dealer: str, board: str, row: str) -> None:
    stakes, cards = {"ante": 10}, {"seat.1": "Qc 8s", "dealer": dealer, "board": board}
    assert settle_one(holdem(), stakes, cards, "call")["ante"].row.name == row


@pytest.mark.parametrize(("said", "ante"), [("claim", 20), ("decline", 10)])
def test_an_antewin_hand_must_be_announced_after_an_unqualified_dealer(said: str, ante: int) -> None:
    rules = holdem(antewin_claim="announced")
    assert table(rules, "Ah 3h", "8c Ad", FLUSH_BOARD, "call", said) == {"ante": ante, "call": 0}


def test_nobody_is_asked_to_announce_after_a_qualified_dealer() -> None:
    assert table(holdem(antewin_claim="announced"), "Kc Kd", "Qc Qd", LOW_BOARD, "call") == {"ante": 10, "call": 20}


def test_the_call_is_paid_after_an_unqualified_dealer_only_by_that_reading() -> None:
    assert table(holdem(call_unqualified="paid"), "Kc Qd", "8c Ad", LOW_BOARD, "call") == {"ante": 10, "call": 20}


def test_every_seat_is_settled_against_the_dealer_alone_from_the_dealers_right() -> None:
    hands: Mapping[str, str] = {"seat.1": "Kc Kd", "seat.3": "Qc Qs", "dealer": "Qd Qh", "board": LOW_BOARD}
    seats = (Seat(1, {"ante": 10}), Seat(3, {"ante": 50}))
    result = settlement(play_on(open_round(holdem(), seats, places(hands), {}), "call", "call"))
    assert [(row.seat, row.outcome) for row in result] == [(3, "push"), (3, "push"), (1, "win"), (1, "win")]


def test_a_settlement_names_the_row_and_the_line_that_decided() -> None:
    cards = {"seat.1": "Ah 3h", "dealer": "8c Ad", "board": FLUSH_BOARD}
    settled = settle_one(holdem(), {"ante": 10}, cards, "call")
    assert settled["ante"].requirement == "settle.ante.dealer-fails/flush"
    assert settled["call"].requirement == "settle.call.dealer-fails"
    assert [clause.section for clause in settled["call"].row.clauses] == ["Dealer Does Not Qualify"]
