"""The games with a bank, draws and arranged hands pay as their documents say, in rounds worked out on paper."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from fairfelt.rulesets.cards import Card, parse_cards
from fairfelt.rulesets.choose import Rules, choose
from fairfelt.rulesets.loader import load
from fairfelt.rulesets.paying import bank_won, settlement
from fairfelt.rulesets.play import Chosen, act, awaiting, open_round
from fairfelt.rulesets.round import Cards, Round, cards_at, views
from fairfelt.rulesets.seating import Backer, BankSeat, Reason, Refused, Seat
from fairfelt.rulesets.settle import hand_cards
from tests.rulesets.samples import places

Money = dict[tuple[int, str], int]


def rules_of(game: str, pay_tables: Mapping[str, str] | None = None, **options: str) -> Rules:
    written = {name.replace("_", "-"): reading for name, reading in options.items()}
    return choose(load(game), options=written, pay_tables=pay_tables, first_table=True)


def play(state: Round, *steps: str, set_as: Chosen = ()) -> Round:
    """Take steps as `raise` or, with the cards that go with it, `exchange 2c`, each with the least that it places."""
    for step in steps:
        action, *cards = step.split()
        asked = awaiting(state)
        assert asked is not None, f"nobody is asked, so nobody can {action}"
        legal = next(entry for entry in asked.legal if entry.action == action)
        least = {wager: low for wager, (low, _, _) in legal.wagers.items()}
        state = act(state, asked.seat, action, least, set_as or tuple(cards), asked.bettor)
    return state


def nets(state: Round) -> Money:
    """Say what each seat won or lost with each wager, backline bettors aside."""
    assert state.settled
    return {(row.seat, row.wager): row.returned - row.staked for row in settlement(state) if not row.bettor}


def of_seat(state: Round, seat: int = 1) -> dict[str, int]:
    return {wager: net for (number, wager), net in nets(state).items() if number == seat}


def refusal(state: Round, action: str, cards: Chosen = (), **wagers: int) -> Reason:
    asked = awaiting(state)
    assert asked is not None
    with pytest.raises(Refused) as refused:
        act(state, asked.seat, action, wagers, cards)
    return refused.value.reason


# Three Card Poker 6 Card Bonus: Ante 10, Play 10, Pair Plus 10, 6 Card Bonus 5

THREE = "three-card-poker-6-card-bonus"
ALL_FOUR = {"ante": 10, "pair-plus": 10, "six-card-bonus": 5}
QUEENS, BEATEN, STRAIGHT = "Qs Qd 4c", "2s 3d 7h", "6s 7d 8c"


def three(player: str, dealer: str, *steps: str, rules: Rules | None = None) -> dict[str, int]:
    seats = (Seat(1, ALL_FOUR),)
    cards = places({"seat.1": player, "dealer": dealer})
    return of_seat(play(open_round(rules or rules_of(THREE), seats, cards, {}, BankSeat(8, 10**6)), *steps))


def test_a_fold_forfeits_pair_plus_too_and_six_cards_with_two_pair_win_nothing() -> None:
    assert three("Ks Kd 4c", "4d 9h As", "fold") == {"ante": -10, "pair-plus": -10, "six-card-bonus": -5}
    assert three("Ks Kd 4c", "4d 9h As", "play")["pair-plus"] == 10


def test_the_six_card_bonus_of_a_folded_hand_is_paid() -> None:
    assert three("9s 8d 2c", "9d 9h 4s", "fold") == {"ante": -10, "pair-plus": -10, "six-card-bonus": 35}


def test_an_unqualified_player_dealer_pays_the_ante_even_to_a_worse_hand_and_play_comes_back() -> None:
    assert three("7s 5d 2c", "Jd 9h 4s", "play") == {"ante": 10, "play": 0, "pair-plus": -10, "six-card-bonus": -5}
    assert three("7s 5d 2c", "Qd 3h 2s", "play")["ante"] == -10, "a queen qualifies, whatever lies beside it"


def test_equal_hands_push_ante_and_play() -> None:
    told = three("Qs 3d 2c", "Qd 3h 2s", "play")
    assert (told["ante"], told["play"]) == (0, 0)


@pytest.mark.parametrize(
    ("player", "dealer", "net"),
    [
        pytest.param("As 2d 3c", "2s 3d 4h", -10, id="A-2-3 is the lowest straight"),
        pytest.param("4s 3d 2c", "Ah Kh Jh", 10, id="a straight beats a flush"),
        pytest.param("As Kd Qc", "Ks Qd Jh", 10, id="A-K-Q is the highest straight"),
        pytest.param("Ks Ad 2c", "Qs Qd 3h", -10, id="K-A-2 is ace high only"),
        pytest.param("7s 7d 7c", "As Kd Qc", 10, id="three of a kind beats a straight"),
        pytest.param("2s 3s 4s", "Ah Ad Ac", 10, id="a straight flush beats three of a kind"),
    ],
)
def test_three_cards_have_an_order_of_their_own(player: str, dealer: str, net: int) -> None:
    told = three(player, dealer, "play")
    assert (told["ante"], told["play"]) == (net, net)


def test_suited_ace_king_queen_is_paid_as_a_straight_flush_unless_the_table_has_a_row_for_it() -> None:
    assert three("As Ks Qs", "2d 3c 9h", "play")["pair-plus"] == 400
    table = {"pair-plus": "mini-50-40-30-6-4-1"}
    assert three("As Ks Qs", "2d 3c 9h", "play", rules=rules_of(THREE, table))["pair-plus"] == 500
    assert three("Ks Qs Js", "2d 3c 9h", "play", rules=rules_of(THREE, table))["pair-plus"] == 400


def test_the_third_card_of_the_player_dealer_is_seen_before_the_players_decide_unless_read_otherwise() -> None:
    cards = places({"seat.1": BEATEN, "dealer": "Jd 9h 4s"})

    def seen(**options: str) -> tuple[Card, ...]:
        state = open_round(rules_of(THREE, **options), (Seat(1, {"ante": 10}),), cards, {}, BankSeat(8, 10**6))
        return views(state)["seat.1"]["dealer"]

    assert seen() == ("??", "??", "4s")
    assert seen(third_card="hidden") == ("??", "??", "??")


# The player-dealer's bank of 100


def banked(
    hands: Mapping[int, str],
    wagers: Mapping[int, Mapping[str, int]],
    steps: str,
    dealer: str = "Jd 9h Qc",
    amount: int = 100,
    **options: str,
) -> tuple[Money, int]:
    """Give what each wager won and what the bank won; in `steps`, f folds and p plays."""
    seats = tuple(Seat(number, placed) for number, placed in wagers.items())
    cards = places({**{f"seat.{number}": hand for number, hand in hands.items()}, "dealer": dealer})
    state = open_round(rules_of(THREE, **options), seats, cards, {}, BankSeat(8, amount))
    state = play(state, *({"f": "fold", "p": "play"}[step] for step in steps))
    assert sum(nets(state).values()) + bank_won(state) == 0
    return nets(state), bank_won(state)


def test_a_bank_that_paid_all_it_had_returns_what_comes_later() -> None:
    told, bank = banked({1: "8s 8d 4s", 2: BEATEN}, {1: {"ante": 50}, 2: {"ante": 20}}, "pp")
    assert told == {(1, "ante"): 50, (1, "play"): 50, (2, "ante"): 0, (2, "play"): 0}
    assert bank == -100
    assert banked({1: "8s 8d 4s", 2: BEATEN}, {1: {"ante": 50}, 2: {"ante": 20}}, "pp", amount=101)[1] == -60


def test_a_bank_that_won_all_it_may_returns_losing_wagers_and_still_pays_winning_ones() -> None:
    hands, wagers = {1: BEATEN, 2: "2c 3h 7d", 3: "8s 8d 4s"}, {1: {"ante": 50}, 2: {"ante": 20}, 3: {"ante": 30}}
    beaten = {(1, "ante"): -50, (1, "play"): -50, (2, "ante"): 0, (2, "play"): 0}
    assert banked(hands, wagers, "ppp") == ({**beaten, (3, "ante"): 30, (3, "play"): 30}, 40)
    stopped = banked(hands, wagers, "ppp", at_winning_cap="stops")
    assert stopped == ({**beaten, (3, "ante"): 0, (3, "play"): 0}, 100)
    only_losses, bank = banked(hands, wagers, "ppp", cap="losses")
    assert (only_losses[2, "ante"], bank) == (-20, 80)


def test_what_a_fold_brought_in_pays_later_winners_and_the_last_wager_plays_in_part() -> None:
    hands, wagers = {1: BEATEN, 2: STRAIGHT}, {1: {"ante": 50}, 2: {"ante": 40, "pair-plus": 20}}
    unqualified = "Jd 9h 4s"
    folded = {(1, "ante"): -50, (2, "ante"): 40, (2, "play"): 0}
    assert banked(hands, wagers, "fp", unqualified) == ({**folded, (2, "pair-plus"): 110}, -100)
    assert banked(hands, wagers, "fp", unqualified, cap="gross") == ({**folded, (2, "pair-plus"): 10}, 0)
    assert banked(hands, wagers, "fp", unqualified, cover="whole") == ({**folded, (2, "pair-plus"): 0}, 10)


def test_a_wager_that_plays_in_part_says_how_much_of_it_was_covered() -> None:
    seats = (Seat(1, {"ante": 50}), Seat(2, {"ante": 40, "pair-plus": 20}))
    cards = places({"seat.1": BEATEN, "seat.2": STRAIGHT, "dealer": "Jd 9h 4s"})
    state = play(open_round(rules_of(THREE), seats, cards, {}, BankSeat(8, 100)), "fold", "play")
    by_wager = {(row.seat, row.wager): row for row in settlement(state)}
    assert by_wager[2, "pair-plus"].covered == 18, "110 of the 120 that are due, for 18 of 20"
    assert by_wager[2, "ante"].covered is None


def test_folded_wagers_are_counted_before_anything_is_paid_or_in_their_turn() -> None:
    hands, wagers = {1: "8s 8d 4s", 2: BEATEN, 3: "8c 8h 4h"}, {1: {"ante": 50}, 2: {"ante": 50}, 3: {"ante": 30}}
    at_once, _ = banked(hands, wagers, "pfp")
    assert (at_once[3, "ante"], at_once[3, "play"]) == (30, 20)
    in_turn, bank = banked(hands, wagers, "pfp", folded_wagers="in-turn")
    assert (in_turn[2, "ante"], in_turn[3, "ante"], in_turn[3, "play"], bank) == (-50, 0, 0, -50)


def test_the_last_money_goes_to_the_first_seat_or_to_the_first_kind_of_wager() -> None:
    hands, wagers = {1: "8s 8d 4s", 2: "8c 8h 4h"}, {1: {"ante": 60}, 2: {"ante": 60}}
    by_seat, _ = banked(hands, wagers, "pp")
    assert by_seat == {(1, "ante"): 60, (1, "play"): 40, (2, "ante"): 0, (2, "play"): 0}
    by_wager, _ = banked(hands, wagers, "pp", settle_by="wager")
    assert by_wager == {(1, "ante"): 60, (2, "ante"): 40, (1, "play"): 0, (2, "play"): 0}
    apart, bank = banked(hands, wagers, "pp", pool="each-wager")
    assert (apart[1, "play"], apart[2, "play"], bank) == (60, 40, -200)


def test_settlement_begins_with_the_next_seat_clockwise_from_the_player_dealer() -> None:
    seats = tuple(Seat(number, {"ante": 60}) for number in (2, 6))
    cards = places({"seat.2": "8s 8d 4s", "seat.6": "8c 8h 4h", "dealer": "Jd 9h Qc"})

    def first_paid(bank: int) -> int:
        state = play(open_round(rules_of(THREE), seats, cards, {}, BankSeat(bank, 100)), "play", "play")
        return max(nets(state), key=lambda spot: nets(state)[spot])[0]

    assert first_paid(8) == 2
    assert first_paid(4) == 6


def test_a_backline_bettor_follows_the_seat_and_is_settled_after_it() -> None:
    seats = (Seat(1, {"ante": 60}, backline=(Backer("b1", {"ante": 50}),)),)
    cards = places({"seat.1": "8s 8d 4s", "dealer": "Jd 9h Qc"})
    state = play(open_round(rules_of(THREE), seats, cards, {}, BankSeat(8, 150)), "play")
    rows = [(row.bettor, row.wager, row.returned - row.staked) for row in settlement(state)]
    assert rows == [("", "ante", 60), ("", "play", 60), ("b1", "ante", 30), ("b1", "play", 0)]
    folded = play(open_round(rules_of(THREE), seats, cards, {}, BankSeat(8, 150)), "fold")
    assert [row.outcome for row in settlement(folded)] == ["forfeit", "forfeit"]


# Six-card draw: Ante 10, Raise 20

DRAW = "six-card-draw"
PAIR_OF_NINES, NOTHING, TENS = "9s 9d Kh 7c 2s", "As Kd Qh Jc 9h", "Tc Td 8h 4c 2c"


def with_stub(cards: Mapping[str, str], stub: str) -> Cards:
    """Say what each place is to get, and what is drawn later."""
    return replace(places(cards), stub=parse_cards(stub))


def draw(player: str, dealer: str, *steps: str, stub: str = "", rules: Rules | None = None) -> dict[str, int]:
    cards = with_stub({"seat.1": player, "dealer": dealer}, stub)
    return of_seat(play(open_round(rules or rules_of(DRAW), (Seat(1, {"ante": 10}),), cards, {}), *steps))


def test_fees_are_gone_whatever_follows() -> None:
    low = "Ks Td 8h 4c 2c"
    assert draw(low, PAIR_OF_NINES, "fold") == {"ante": -10}
    assert draw(low, PAIR_OF_NINES, "buy", "fold", stub="3c") == {"ante": -10, "buy": -10}
    exchanged = draw(low, PAIR_OF_NINES, "buy", "exchange 2c", "fold", stub="3c 5c")
    assert exchanged == {"ante": -10, "buy": -10, "exchange": -20}


def test_a_winning_raise_is_paid_by_the_printed_table() -> None:
    assert draw("Ah Th 8h 4h 2h", PAIR_OF_NINES, "raise") == {"ante": 10, "raise": 100}
    bought = draw("5s 6d 7h 8c Qs", PAIR_OF_NINES, "buy", "raise", stub="4c")
    assert bought == {"ante": 10, "buy": -10, "raise": 80}


def test_the_card_that_was_bought_may_be_given_up_again() -> None:
    told = draw("5s 6d 7h 8c Qs", PAIR_OF_NINES, "buy", "exchange Kc", "raise", stub="Kc 4c")
    assert told == {"ante": 10, "buy": -10, "exchange": -20, "raise": 80}


@pytest.mark.parametrize("dealer", [NOTHING, "As 5d 4h 3c 7s", "Ks Qd 9h 4d 2s"])
def test_a_dealer_without_a_pair_pays_the_ante_and_the_raise_pushes(dealer: str) -> None:
    assert draw(TENS, dealer, "raise", "decline") == {"ante": 10, "raise": 0}


def test_a_pair_of_twos_qualifies_and_beats_ace_king() -> None:
    assert draw("Ac Kd Qh 4c 3c", "2s 2d 7h 6c 5s", "raise") == {"ante": -10, "raise": -20}


def test_an_exchange_that_gives_the_dealer_no_hand_pushes_ante_and_raise() -> None:
    told = draw(TENS, NOTHING, "raise", "exchange-dealer", stub="8c")
    assert told == {"ante": 0, "raise": 0, "exchange-dealer": -10}
    other = rules_of(DRAW, failed_exchange="lost")
    lost = draw(TENS, NOTHING, "raise", "exchange-dealer", stub="8c", rules=other)
    assert lost == {"ante": -10, "raise": 0, "exchange-dealer": -10}


@pytest.mark.parametrize(
    ("player", "ante", "raised"),
    [("Ts Td 8h 8c 2c", 10, 40), ("7c 7d 8h 4c 2c", -10, -20), ("Ah Jd Kc Qd Jh", 0, 0)],
    ids=["two pair", "sevens", "the same jacks"],
)
def test_an_exchange_that_gives_the_dealer_a_hand_is_settled_on_that_hand(player: str, ante: int, raised: int) -> None:
    told = draw(player, NOTHING, "raise", "exchange-dealer", stub="Js")
    assert told == {"ante": ante, "raise": raised, "exchange-dealer": -10}


def test_the_lowest_of_the_dealers_cards_gives_way_and_an_ace_is_high() -> None:
    def after(**options: str) -> set[Card]:
        cards = with_stub({"seat.1": TENS, "dealer": "As 5d 4h 3c 7s"}, "Kd")
        state = open_round(rules_of(DRAW, **options), (Seat(1, {"ante": 10}),), cards, {})
        return set(cards_at(play(state, "raise", "exchange-dealer"), "dealer-after"))

    assert after() == set(parse_cards("As 5d 4h 7s Kd"))
    assert after(dealer_card="highest") == set(parse_cards("5d 4h 3c 7s Kd"))


def test_there_is_one_exchange_for_the_dealer_also_when_the_same_rank_comes_again() -> None:
    told = draw(TENS, NOTHING, "raise", "exchange-dealer", stub="9c")
    assert told == {"ante": 0, "raise": 0, "exchange-dealer": -10}


def two_boxes(**options: str) -> dict[int, dict[str, int]]:
    """Seat 1 buys the dealer a hand and seat 2 declines; the dealer then beats both."""
    cards = with_stub({"seat.1": "7c 7d 8h 4c 2c", "seat.2": "6c 6d 8s 4d 2d", "dealer": NOTHING}, "Js")
    opened = open_round(rules_of(DRAW, **options), (Seat(1, {"ante": 10}), Seat(2, {"ante": 10})), cards, {})
    state = play(opened, "raise", "raise", "exchange-dealer", "decline")
    return {seat: of_seat(state, seat) for seat in (1, 2)}


def test_a_bought_exchange_changes_the_hand_for_those_who_paid_or_for_the_table() -> None:
    paid = {"ante": -10, "raise": -20, "exchange-dealer": -10}
    assert two_boxes() == {1: paid, 2: {"ante": 10, "raise": 0}}
    assert two_boxes(dealer_exchange_for="table") == {1: paid, 2: {"ante": -10, "raise": -20}}


def test_an_exchange_comes_only_after_a_buy_unless_it_stands_in_its_place() -> None:
    cards = places({"seat.1": "5s 6d 7h 8c Qs", "dealer": PAIR_OF_NINES})
    state = open_round(rules_of(DRAW), (Seat(1, {"ante": 10}),), cards, {})
    assert refusal(state, "exchange", ("Qs",), exchange=20) == "illegal-action"
    other = rules_of(DRAW, exchange="instead-of-buy")
    instead = draw("5s 6d 7h 8c Qs", PAIR_OF_NINES, "exchange Qs", "raise", stub="4c", rules=other)
    assert instead == {"ante": 10, "exchange": -20, "raise": 80}


def test_only_a_card_that_is_held_can_be_given_up() -> None:
    cards = with_stub({"seat.1": "5s 6d 7h 8c Qs", "dealer": PAIR_OF_NINES}, "Kc 4c")
    state = play(open_round(rules_of(DRAW), (Seat(1, {"ante": 10}),), cards, {}), "buy")
    assert refusal(state, "exchange", ("2c",), exchange=20) == "card-not-held"
    assert refusal(state, "exchange", ("Qs", "Kc"), exchange=20) == "relation"
    assert refusal(state, "exchange", (), exchange=20) == "relation"


@pytest.mark.parametrize(("reading", "offered"), [("fold-or-raise", ["fold", "raise"]), ("must-raise", ["raise"])])
def test_a_dark_box_buys_and_exchanges_nothing_but_a_hand_for_the_dealer(reading: str, offered: list[str]) -> None:
    cards = places({"seat.1": TENS, "dealer": NOTHING})
    state = open_round(rules_of(DRAW, dark_boxes=reading), (Seat(1, {"ante": 10}, dark=True),), cards, {})
    asked = awaiting(state)
    assert asked is not None
    assert [entry.action for entry in asked.legal] == offered
    later = awaiting(play(state, "raise"))
    assert later is not None
    assert [entry.action for entry in later.legal] == ["exchange-dealer", "decline"]


def opening(*seats: Seat) -> Reason | None:
    hands = (TENS, "9c 9s 8d 4d 2d", "7c 7d 6h 5c 3c", "Qc Qd 6d 5d 3d")
    cards = places({**{f"seat.{at}": hand for at, hand in enumerate(hands, start=1)}, "dealer": NOTHING})
    try:
        open_round(rules_of(DRAW), seats, cards, {})
    except Refused as refused:
        return refused.reason
    return None


def test_the_boxes_of_one_guest_bear_equal_bets_and_at_most_two_are_light() -> None:
    assert opening(Seat(1, {"ante": 10}, guest="g"), Seat(2, {"ante": 10}, guest="g")) is None
    assert opening(Seat(1, {"ante": 10}, guest="g"), Seat(2, {"ante": 20}, guest="g")) == "relation"
    assert opening(Seat(1, {"ante": 10}, guest="g"), Seat(2, {"ante": 20}, guest="h")) is None
    light = [Seat(number, {"ante": 10}, guest="g") for number in (1, 2, 3)]
    assert opening(*light) is not None
    assert opening(*light[:2], Seat(3, {"ante": 10}, guest="g", dark=True)) is None


# Hold'em 1X 3X 6X: 10 on each

HOLDEM = "holdem-1-3-6"
BOARD, DEALER = "9h 8h 7h 6s 5d", "Ts 8s 4d 3c 2h 5c"
HANDS = {"W": ("Ah Kh", "Qh Jh", "4h 3h"), "T": ("Td 2c", "Tc 2d", "Th 2s"), "L": ("Kc Qd", "Kd Qc", "As Ad")}
"""Against the house's straight to the ten: flushes win, tens tie, and the board's straight to the nine loses."""
BASE = {"1x": 10, "3x": 10, "6x": 10}


def chain(results: str, rules: Rules | None = None) -> dict[str, int]:
    """Set hands that win, tie or lose at 1X, 3X and 6X."""
    hands = [HANDS[letter][at] for at, letter in enumerate(results)]
    cards = places({"seat.1": " ".join(hands), "dealer": DEALER, "board": BOARD, "burn": "3d"})
    set_as = {spot: parse_cards(hand) for spot, hand in zip(BASE, hands, strict=True)}
    return of_seat(play(open_round(rules or rules_of(HOLDEM), (Seat(1, BASE),), cards, {}), "set", set_as=set_as))


@pytest.mark.parametrize(
    ("results", "net"),
    [
        ("LWW", -30), ("TLW", -20), ("WLW", -10), ("WWL", 30), ("WWT", 40),
        ("WWW", 100), ("WTW", 70), ("TWL", 20), ("TTT", 0), ("TTL", -10),
    ],
)  # fmt: skip
def test_a_loss_ends_the_chain_and_a_tie_goes_on(results: str, net: int) -> None:
    assert sum(chain(results).values()) == net


def test_a_loss_takes_its_own_wager_and_those_behind_it() -> None:
    assert chain("LWW") == {"1x": -10, "3x": -10, "6x": -10}
    assert chain("WLW") == {"1x": 10, "3x": -10, "6x": -10}
    assert chain("WWL") == {"1x": 10, "3x": 30, "6x": -10}


def test_three_times_the_wager_is_paid_to_one_unless_it_is_read_for_one() -> None:
    assert chain("WWW") == {"1x": 10, "3x": 30, "6x": 60}
    assert chain("WWW", rules_of(HOLDEM, multiples="for-one")) == {"1x": 0, "3x": 20, "6x": 50}


@pytest.mark.parametrize(
    ("dealer", "house"),
    [
        ("As Ah Ac Kd 7s 2h", "As Ah"),
        ("9s 9h 9d 9c Ks Qs", "9s 9h"),
        ("Ad Ks Kh 5s 5h 2c", "Ks Kh"),
        ("5s 5h 5d Kc Kd Ah", "Kd Kc"),
        ("As Kd Jc 9h 6s 3d", "As Kd"),
        ("Ts 9s 8s 7s 6s 2d", "Ts 9s"),
    ],
)
def test_the_house_keeps_its_highest_pair_or_its_two_highest_cards(dealer: str, house: str) -> None:
    held = {"dealer": parse_cards(dealer), "board": ()}
    assert set(hand_cards(rules_of(HOLDEM), "house-hand", held.__getitem__)) == set(parse_cards(house))


def test_the_six_card_bonus_is_paid_by_the_players_own_six_cards_however_they_are_set() -> None:
    cards = places({"seat.1": "Ks 7d Kd 7c Kc 2s", "dealer": DEALER, "board": BOARD, "burn": "3d"})
    wagers = {**BASE, "six-card-bonus": 5}
    for pairs in (("Ks 7d", "Kd 7c", "Kc 2s"), ("Ks Kd", "7d 7c", "Kc 2s")):
        set_as = {spot: parse_cards(hand) for spot, hand in zip(BASE, pairs, strict=True)}
        state = play(open_round(rules_of(HOLDEM), (Seat(1, wagers),), cards, {}), "set", set_as=set_as)
        assert of_seat(state)["six-card-bonus"] == 100


def test_a_seat_with_the_six_card_bonus_alone_sets_nothing() -> None:
    cards = places({"seat.1": "Ks 7d Kd 7c 3h 2s", "dealer": DEALER, "board": BOARD, "burn": "3d"})
    state = open_round(rules_of(HOLDEM), (Seat(1, {"six-card-bonus": 5}),), cards, {})
    assert of_seat(state) == {"six-card-bonus": -5}


@pytest.mark.parametrize("wagers", [{"1x": 10}, {"1x": 10, "3x": 10}, {"1x": 10, "3x": 10, "6x": 20}, {}])
def test_the_three_base_wagers_are_equal_and_stand_together(wagers: dict[str, int]) -> None:
    with pytest.raises(Refused) as refused:
        open_round(rules_of(HOLDEM), (Seat(1, wagers),), places({}), {})
    assert refused.value.reason == "relation"


def test_cards_are_set_two_by_two_from_those_that_are_held() -> None:
    cards = places({"seat.1": "Ks 7d Kd 7c 3h 2s", "dealer": DEALER, "board": BOARD, "burn": "3d"})
    state = open_round(rules_of(HOLDEM), (Seat(1, BASE),), cards, {})
    spots = {"1x": parse_cards("Ks 7d"), "3x": parse_cards("Kd 7c"), "6x": parse_cards("3h 2s")}
    assert refusal(state, "set", {**spots, "6x": parse_cards("3h 2c")}) == "card-not-held"
    assert refusal(state, "set", {**spots, "6x": parse_cards("3h 3h")}) == "duplicate-card"
    assert refusal(state, "set", {**spots, "6x": parse_cards("3h")}) == "relation"
    assert refusal(state, "set", {"1x": spots["1x"]}) == "relation"
    assert play(state, "set", set_as=spots).settled
