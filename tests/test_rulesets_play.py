"""A round goes as the rules say: what is dealt when, who is asked and sees what, and what is refused."""

from random import Random

import pytest

from fairfelt.rulesets.cards import HIDDEN, full_deck, parse_cards
from fairfelt.rulesets.choose import Rules, choose
from fairfelt.rulesets.loader import load, load_file
from fairfelt.rulesets.paying import settlement
from fairfelt.rulesets.play import act, awaiting, open_round
from fairfelt.rulesets.round import Cards, Round, cards_at, views
from fairfelt.rulesets.seating import Limits, Reason, Refused, Seat
from tests.rulesets.samples import TINY, places, play_on

HOLDEM_CARDS = places(
    {
        "seat.1": "As Ad",
        "seat.2": "Ks Kd",
        "seat.5": "Qs Qd",
        "dealer": "Js Jd",
        "board": "2c 3c 4d 8h 9h",
        "burn": "5c 6c",
    }
)
SIX_CARDS = places(
    {"seat.1": "As Ad 2c 3c 7d 8h", "seat.2": "Ks Kd 2d 3d 7c 8c", "dealer": "Qs Qd 4c 5c 9d Th", "burn": ""}
)


def holdem(**options: str) -> Rules:
    written = {name.replace("_", "-"): reading for name, reading in options.items()}
    return choose(load("casino-holdem"), options=written, first_table=True)


def antes(*seats: int) -> tuple[Seat, ...]:
    return tuple(Seat(number, {"ante": 10}) for number in seats)


def asked_of(state: Round) -> tuple[int, str] | None:
    asked = awaiting(state)
    return (asked.seat, asked.question.id) if asked else None


def reason_of(state: Round, seat: int, action: str, **wagers: int) -> Reason:
    with pytest.raises(Refused) as refused:
        act(state, seat, action, wagers)
    return refused.value.reason


def opening_refused(
    rules: Rules, *seats: Seat, cards: Cards = HOLDEM_CARDS, limits: dict[str, Limits] | None = None
) -> Reason:
    with pytest.raises(Refused) as refused:
        open_round(rules, seats, cards, limits or {})
    assert str(refused.value)
    return refused.value.reason


# What is dealt when


def test_hole_cards_go_one_by_one_to_the_seats_in_order_and_the_dealer_last() -> None:
    state = open_round(holdem(), antes(5, 1), HOLDEM_CARDS, {})
    hole = [dealt.to for dealt in state.dealt if dealt.step == "hole"]
    assert hole == ["seat.1", "seat.5", "dealer", "seat.1", "seat.5", "dealer"]
    assert [dealt.to for dealt in state.dealt[6:]] == ["board", "board", "board"]


def test_six_cards_go_as_packets() -> None:
    rules = choose(load("six-card-poker"))
    state = open_round(rules, antes(1, 2), SIX_CARDS, {})
    assert [dealt.to for dealt in state.dealt] == ["seat.1"] * 6 + ["seat.2"] * 6 + ["dealer"] * 6


def test_the_river_comes_after_the_last_decision_if_anyone_called() -> None:
    state = play_on(open_round(holdem(), antes(1, 2), HOLDEM_CARDS, {}), "call")
    assert len(cards_at(state, "board")) == 3
    assert len(cards_at(play_on(state, "fold"), "board")) == 5


def test_no_river_comes_when_everyone_folds_unless_the_option_says_so() -> None:
    folded = play_on(open_round(holdem(), antes(1, 2), HOLDEM_CARDS, {}), "fold", "fold")
    assert folded.settled
    assert len(cards_at(folded, "board")) == 3
    dealt_out = play_on(open_round(holdem(all_fold="deal-out"), antes(1), HOLDEM_CARDS, {}), "fold")
    assert len(cards_at(dealt_out, "board")) == 5


def test_cards_are_burnt_before_flop_and_river_only_by_that_option() -> None:
    burning = play_on(open_round(holdem(burn="before-flop-and-river"), antes(1), HOLDEM_CARDS, {}), "call")
    order = [dealt.step for dealt in burning.dealt if dealt.step != "hole"]
    assert order == ["burn-before-flop", *["flop"] * 3, "burn-before-river", *["river"] * 2]
    assert "burn" not in {dealt.to for dealt in play_on(open_round(holdem(), antes(1), HOLDEM_CARDS, {}), "call").dealt}


def test_the_same_cards_by_deck_and_by_place_give_the_same_round() -> None:
    by_place = play_on(open_round(holdem(), antes(1, 2), HOLDEM_CARDS, {}), "call", "fold")
    deck = tuple(dealt.card for dealt in by_place.dealt)
    by_deck = play_on(open_round(holdem(), antes(1, 2), Cards(deck=deck), {}), "call", "fold")
    assert by_deck.dealt == by_place.dealt
    assert settlement(by_deck) == settlement(by_place)
    other = Cards(deck=deck[::-1])
    assert play_on(open_round(holdem(), antes(1, 2), other, {}), "call", "fold").dealt != by_place.dealt


# Who is asked what


def test_seats_are_asked_in_order_whatever_the_order_in_which_they_sat_down() -> None:
    state = open_round(holdem(), antes(5, 1, 2), HOLDEM_CARDS, {})
    asked = []
    while (now := asked_of(state)) is not None:
        asked.append(now)
        state = play_on(state, "call")
    assert asked == [(1, "decide"), (2, "decide"), (5, "decide")]


def test_a_folded_aces_up_is_claimed_before_the_next_seat_decides() -> None:
    rules = choose(load("six-card-poker"))
    seats = (Seat(1, {"ante": 10, "aces-up": 5}), Seat(2, {"ante": 10}))
    state = play_on(open_round(rules, seats, SIX_CARDS, {}), "fold")
    assert asked_of(state) == (1, "claim")
    assert asked_of(play_on(state, "decline")) == (2, "decide")


def test_nobody_is_asked_for_a_claim_without_aces_up_or_at_an_electronic_table() -> None:
    both = (Seat(1, {"ante": 10, "aces-up": 5}), Seat(2, {"ante": 10}))
    electronic = choose(load("six-card-poker"), variant="electronic")
    assert asked_of(play_on(open_round(electronic, both, SIX_CARDS, {}), "fold")) == (2, "decide")
    alone = open_round(choose(load("six-card-poker")), antes(1, 2), SIX_CARDS, {})
    assert asked_of(play_on(alone, "fold")) == (2, "decide")


def test_the_legal_amount_is_the_multiple_of_this_seats_ante() -> None:
    state = open_round(holdem(), (Seat(1, {"ante": 7}), Seat(2, {"ante": 30})), HOLDEM_CARDS, {})
    asked = awaiting(state)
    assert asked is not None
    assert {entry.action: entry.wagers for entry in asked.legal} == {"fold": {}, "call": {"call": (14, 14, 7)}}
    later = awaiting(play_on(state, "call"))
    assert later is not None
    assert later.legal[1].wagers["call"][:2] == (60, 60)


# Who sees what


def test_a_seat_sees_its_own_cards_and_the_board_and_nothing_else() -> None:
    seen = views(open_round(holdem(), antes(1, 2), HOLDEM_CARDS, {}))["seat.1"]
    assert seen["seat.1"] == ("As", "Ad")
    assert seen["board"] == ("2c", "3c", "4d")
    assert seen["seat.2"] == seen["dealer"] == (HIDDEN, HIDDEN)


def test_the_dealers_cards_are_shown_once_somebody_called() -> None:
    opened = open_round(holdem(), antes(1), HOLDEM_CARDS, {})
    assert views(play_on(opened, "call"))["seat.1"]["dealer"] == ("Js", "Jd")
    assert views(play_on(opened, "fold"))["seat.1"]["dealer"] == (HIDDEN, HIDDEN)


def test_three_of_the_dealers_six_cards_lie_open_from_the_start() -> None:
    seen = views(open_round(choose(load("six-card-poker")), antes(1, 2), SIX_CARDS, {}))["seat.2"]
    assert seen["dealer"] == (HIDDEN, HIDDEN, HIDDEN, "5c", "9d", "Th")
    assert seen["seat.1"] == (HIDDEN,) * 6


def test_no_view_ever_shows_another_seats_cards() -> None:
    rng = Random("views")
    for game in ("casino-holdem", "six-card-poker"):
        rules = choose(load(game), first_table=True)
        for _ in range(30):
            deck = list(full_deck())
            rng.shuffle(deck)
            state = open_round(rules, antes(1, 2, 3), Cards(deck=tuple(deck)), {})
            while asked := awaiting(state):
                for seat, seen in views(state).items():
                    others = [seen[place] for place in seen if place.startswith("seat.") and place != seat]
                    assert {card for cards in others for card in cards} == {HIDDEN}
                state = play_on(state, rng.choice(asked.legal).action)


# What is refused


def test_an_opening_without_seats_or_with_a_seat_too_many_is_refused() -> None:
    assert opening_refused(holdem()) == "seat-limit"
    assert opening_refused(holdem(), *antes(1, 1)) == "seat-limit"
    assert opening_refused(holdem(), *antes(0)) == "seat-limit"
    assert opening_refused(holdem(), *antes(8)) == "seat-limit"
    assert opening_refused(holdem(), *antes(*range(1, 9))) == "seat-limit"


def test_a_wager_that_the_game_does_not_have_is_refused() -> None:
    assert opening_refused(holdem(), Seat(1, {"ante": 10, "aces-up": 5})) == "unknown-wager"


def test_a_seat_without_its_ante_or_with_a_call_before_the_deal_is_refused() -> None:
    assert opening_refused(holdem(), Seat(1, {})) == "relation"
    assert opening_refused(holdem(), Seat(1, {"ante": 10, "call": 20})) == "relation"


def test_a_side_wager_without_the_wager_that_it_needs_is_refused() -> None:
    rules = choose(load("six-card-poker"))
    assert opening_refused(rules, Seat(1, {"aces-up": 5}), cards=SIX_CARDS) == "relation"


@pytest.mark.parametrize("amount", [4, 105, 12, 0, -5])
def test_an_amount_outside_the_limits_is_refused(amount: int) -> None:
    limits = {"ante": Limits(5, 100, 5)}
    assert opening_refused(holdem(), Seat(1, {"ante": amount}), limits=limits) == "limits"


@pytest.mark.parametrize("amount", [5, 10, 100])
def test_an_amount_at_the_limits_is_taken(amount: int) -> None:
    state = open_round(holdem(), (Seat(1, {"ante": amount}),), HOLDEM_CARDS, {"ante": Limits(5, 100, 5)})
    assert state.placed == {(1, ""): {"ante": amount}}


def test_a_stack_must_cover_the_wagers_and_later_the_call() -> None:
    assert opening_refused(holdem(), Seat(1, {"ante": 10}, stack=9)) == "insufficient-stack"
    state = open_round(holdem(), (Seat(1, {"ante": 10}, stack=29),), HOLDEM_CARDS, {})
    assert reason_of(state, 1, "call", call=20) == "insufficient-stack"
    assert act(state, 1, "fold", {}).settled
    enough = open_round(holdem(), (Seat(1, {"ante": 10}, stack=30),), HOLDEM_CARDS, {})
    assert act(enough, 1, "call", {"call": 20}).settled


def test_a_card_twice_in_one_pack_is_refused() -> None:
    assert (
        opening_refused(holdem(), *antes(1), cards=places({"seat.1": "As As", "dealer": "Ks Kd"})) == "duplicate-card"
    )
    deck = parse_cards("As Ks Ad Ad 2c 3c 4c 5c 6c")
    assert opening_refused(holdem(), *antes(1), cards=Cards(deck=deck)) == "duplicate-card"


def test_a_card_twice_in_two_packs_is_taken_and_three_times_refused() -> None:
    rules = choose(load_file(TINY / "two-packs.yaml"))
    twice = places({"seat.1": "As As Ah Ad Ac", "dealer": "Ks Kd Kh Kc 2d"})
    assert open_round(rules, antes(1), twice, {}).settled
    thrice = places({"seat.1": "As As Ah Ad Ac", "dealer": "As Kd Kh Kc 2d"})
    assert opening_refused(rules, *antes(1), cards=thrice) == "duplicate-card"


def test_each_wrong_step_is_refused_with_its_reason() -> None:
    state = open_round(holdem(), antes(1, 2), HOLDEM_CARDS, {})
    assert reason_of(state, 2, "fold") == "wrong-seat"
    assert reason_of(state, 1, "check") == "illegal-action"
    assert reason_of(state, 1, "call") == "relation"
    assert reason_of(state, 1, "call", call=10) == "relation"
    assert reason_of(state, 1, "call", call=40) == "relation"
    assert reason_of(state, 1, "fold", call=20) == "relation"
    assert reason_of(state, 1, "fold", ante=10) == "relation"
    assert reason_of(state, 1, "call", call=20, bonus=5) == "unknown-wager"
    over = play_on(state, "call", "fold")
    assert reason_of(over, 1, "fold") == "round-over"


def test_a_refused_step_leaves_the_round_as_it_was() -> None:
    state = open_round(holdem(), antes(1, 2), HOLDEM_CARDS, {})
    before = (state.dealt, state.placed, state.choices, state.at, views(state))
    for seat, action in ((2, "fold"), (1, "check"), (1, "call")):
        reason_of(state, seat, action)
    assert (state.dealt, state.placed, state.choices, state.at, views(state)) == before
    assert play_on(state, "call", "call").settled


def test_a_step_gives_a_new_round_and_keeps_the_old_one() -> None:
    state = open_round(holdem(), antes(1), HOLDEM_CARDS, {})
    called, folded = play_on(state, "call"), play_on(state, "fold")
    assert awaiting(state) is not None
    assert called.placed == {(1, ""): {"ante": 10, "call": 20}}
    assert folded.placed == {(1, ""): {"ante": 10}}


def test_the_rules_refuse_for_the_reasons_that_the_protocol_names() -> None:
    from typing import get_args

    from fairfelt.conformance.protocol.errors import REASONS
    from fairfelt.rulesets.seating import Reason

    assert set(get_args(Reason)) == set(REASONS)
