"""Seating and settlement at their edges: each refusal with every reason that would do, and each unit of money."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from fairfelt.rulesets.bank import Due, Policies, bank_pass
from fairfelt.rulesets.cards import parse_cards
from fairfelt.rulesets.choose import Rules, choose
from fairfelt.rulesets.loader import load_file
from fairfelt.rulesets.paying import bank_won, dues_of, policies_of, settlement
from fairfelt.rulesets.play import open_round
from fairfelt.rulesets.rotation import Turns
from fairfelt.rulesets.rules import NOT_STAKED
from fairfelt.rulesets.seating import POSITION, Backer, BankSeat, Limits, Refused, Seat, check_table, in_turn
from fairfelt.rulesets.settle import Settled, fact_value, hand_cards, settle_seat, whole_units
from tests.edited_games import GONE, changed, compiled, game
from tests.helpers import HOLDEM, SIX, rules_of
from tests.rulesets.samples import TINY, places, play_on

BANKED, DRAW, THREE_HANDS = "three-card-poker-6-card-bonus", "six-card-draw", "holdem-1-3-6"
NET = Policies("seat", "net", "pays-on", "partial", "at-once", "one")


def many_forms() -> Rules:
    return choose(load_file(TINY / "many-forms.yaml"))


def ante(number: int, amount: int = 10, **more: object) -> Seat:
    return Seat(number, {"ante": amount}, **more)  # type: ignore[arg-type]


def refused(
    rules: Rules,
    *seats: Seat,
    bank: BankSeat | None = None,
    limits: Mapping[str, Limits] | None = None,
    turns: Turns | None = None,
) -> tuple[str, set[str], str]:
    """Give the reason, all reasons that would do as well, and the message."""
    with pytest.raises(Refused) as caught:
        check_table(rules, seats, bank, limits or {}, turns or Turns())
    return caught.value.reason, set(caught.value.reasons), str(caught.value)


def allowed(
    rules: Rules, *seats: Seat, bank: BankSeat | None = None, limits: Mapping[str, Limits] | None = None
) -> None:
    check_table(rules, seats, bank, limits or {}, Turns())


# Seats


def test_seats_reach_from_one_to_the_most_that_the_table_has() -> None:
    rules = rules_of(HOLDEM)
    allowed(rules, *(ante(number) for number in range(1, rules.ruleset.most_players + 1)))
    for seats in ((), (ante(1), ante(1)), (ante(0),), (ante(-1),), (ante(rules.ruleset.most_seats + 1),)):
        assert refused(rules, *seats)[:2] == ("seat-limit", {"seat-limit"})


def test_the_bank_takes_one_of_the_seats() -> None:
    """Eight seats, and so seven who play against the eighth."""
    rules = rules_of(BANKED)
    allowed(rules, *(ante(number) for number in range(1, 8)), bank=BankSeat(8, 100))
    allowed(rules, *(ante(number) for number in range(2, 9)), bank=BankSeat(1, 100))
    reason, _, message = refused(rules, *(ante(number) for number in range(1, 9)), bank=BankSeat(8, 100))
    assert (reason, message) == ("seat-limit", "the table has seats 1 to 8")


@pytest.mark.parametrize(("bank", "order"), [(None, [1, 4, 7]), (3, [4, 7, 1]), (5, [7, 1, 4]), (8, [1, 4, 7])])
def test_turns_go_clockwise_from_the_banks_left(bank: int | None, order: list[int]) -> None:
    found = in_turn((ante(7), ante(1), ante(4)), BankSeat(bank, 100) if bank else None)
    assert [seat.number for seat in found] == order


# The bank


@pytest.mark.parametrize(
    ("bank", "reason", "also"),
    [
        (None, "bank", set()),
        (BankSeat(0, 100), "bank", {"seat-limit"}),
        (BankSeat(9, 100), "bank", {"seat-limit"}),
        (BankSeat(2, 100), "bank", {"relation", "wrong-seat"}),
        (BankSeat(3, 0), "bank", {"limits"}),
        (BankSeat(3, 100, stack=99), "insufficient-stack", {"bank"}),
        (BankSeat(3, 100, declined=(3,)), "bank", {"wrong-seat"}),
    ],
)
def test_a_bank_that_may_not_stand_is_refused_with_every_reason_that_would_do(
    bank: BankSeat | None, reason: str, also: set[str]
) -> None:
    found, reasons, message = refused(rules_of(BANKED), ante(1), ante(2), bank=bank)
    assert (found, reasons) == (reason, {reason, *also})
    assert message and message != "None"


def test_a_bank_at_the_first_and_last_seat_with_one_unit_or_its_whole_stack_is_taken() -> None:
    rules = rules_of(BANKED)
    for bank in (BankSeat(1, 100), BankSeat(8, 100), BankSeat(3, 1), BankSeat(3, 100, stack=100)):
        allowed(rules, ante(2), bank=bank)


def test_where_the_house_banks_no_player_does_and_nobody_stands_behind() -> None:
    rules = rules_of(HOLDEM)
    assert refused(rules, ante(1), bank=BankSeat(2, 100))[:2] == ("bank", {"bank"})
    behind = ante(1, backline=(Backer("ann", {"ante": 10}),))
    assert refused(rules, behind)[:2] == ("relation", {"relation", "bank", "seat-limit"})


def test_the_turns_of_the_bank_are_those_of_the_option() -> None:
    for rounds, turns, fits in ((1, "two", True), (2, "two", False), (1, "one", False)):
        rules = rules_of(BANKED, None, (("bank-turns", turns),))
        table = rules, (ante(1), ante(2)), BankSeat(3, 100), {}, Turns(3, rounds)
        if fits:
            check_table(*table)
            continue
        with pytest.raises(Refused) as caught:
            check_table(*table)
        assert caught.value.reasons == {"bank", "wrong-seat"}


def test_an_occupied_seat_is_offered_the_bank_before_one_further_on() -> None:
    reason, also, message = refused(rules_of(BANKED), ante(4), bank=BankSeat(5, 100), turns=Turns(3, 2))
    assert (reason, also) == ("bank", {"bank", "wrong-seat"})
    assert "seat 4 is offered" in message
    check_table(rules_of(BANKED), (ante(4),), BankSeat(5, 100, declined=(4,)), {}, Turns(3, 2))


# Behind a seat


def test_nobody_stands_twice_behind_a_seat_and_anybody_behind_two() -> None:
    ann, bob = Backer("ann", {"ante": 5}), Backer("bob", {"ante": 5})
    rules, bank = rules_of(BANKED), BankSeat(8, 100)
    allowed(rules, ante(1, backline=(ann, bob)), ante(2, backline=(ann,)), bank=bank)
    twice = refused(rules, ante(1, backline=(ann, bob, ann)), bank=bank)
    assert twice == ("relation", {"relation", "seat-limit"}, "a bettor stands twice behind seat 1")


def test_a_bettor_behind_a_seat_is_held_to_limits_and_stack_by_name() -> None:
    rules, bank = rules_of(BANKED), BankSeat(8, 100)

    def behind(wagers: dict[str, int], stack: int | None = None) -> tuple[str, set[str], str]:
        seat = ante(1, backline=(Backer("ann", wagers, stack),))
        return refused(rules, seat, bank=bank, limits={"ante": Limits(5, 20)})

    assert behind({"ante": 4})[0] == "limits"
    assert behind({"ante": 10}, 9)[::2] == ("insufficient-stack", "ann behind seat 1 has 9")
    assert behind({})[::2] == ("relation", "ann behind seat 1 places no wager")


def test_a_position_takes_so_much_of_each_wager_from_all_who_stand_there() -> None:
    rules, bank, limits = rules_of(BANKED), BankSeat(8, 1000), {POSITION: Limits(most=30)}

    def position(*amounts: int) -> Seat:
        backers = tuple(Backer(f"b{at}", {"ante": amount, "pair-plus": 5}) for at, amount in enumerate(amounts))
        return Seat(1, {"ante": 10, "pair-plus": 5}, backline=backers)

    allowed(rules, position(10, 10), ante(2, 30), bank=bank, limits=limits)
    reason, also, message = refused(rules, position(10, 11), bank=bank, limits=limits)
    assert (reason, also, message) == ("limits", {"limits"}, "31 of ante at seat 1 is more than a position takes, 30")
    allowed(rules, position(10, 11), bank=bank, limits={POSITION: Limits()})
    allowed(rules, position(10, 11), bank=bank)


# Wagers


def test_limits_allow_steps_from_the_least_to_the_most() -> None:
    limits = Limits(3, 23, 10)
    assert [amount for amount in range(40) if limits.allow(amount)] == [3, 13, 23]
    assert [amount for amount in range(-1, 3) if Limits().allow(amount)] == [1, 2]
    assert Limits(3).allow(10**9)


@pytest.mark.parametrize(
    ("wagers", "reason", "also"),
    [
        ({"ante": 5, "blind": 5, "bonus": 5}, "unknown-wager", set()),
        ({"ante": 5, "blind": 5, "raise": 15}, "relation", {"illegal-action"}),
        ({}, "relation", set()),
        ({"side": 5}, "relation", set()),
        ({"ante": 5}, "relation", set()),
        ({"ante": 0, "blind": 0}, "limits", set()),
    ],
)
def test_wagers_that_may_not_stand_are_refused_with_every_reason_that_would_do(
    wagers: dict[str, int], reason: str, also: set[str]
) -> None:
    found, reasons, message = refused(many_forms(), Seat(1, wagers))
    assert (found, reasons) == (reason, {reason, *also})
    assert message != "None"


def test_a_seat_is_told_by_its_number_what_it_lacks() -> None:
    assert refused(many_forms(), Seat(3, {}))[2] == "seat 3 places no wager"
    assert refused(many_forms(), Seat(3, {"side": 5}))[2] == "seat 3 needs the wager 'ante'"
    assert refused(rules_of(SIX), Seat(2, {"ante": 5, "aces-up": 5}, stack=9))[2] == "seat 2 has 9"
    allowed(rules_of(SIX), Seat(2, {"ante": 5, "aces-up": 5}, stack=10))


def test_each_wager_is_checked_though_an_optional_one_before_it_is_missing() -> None:
    """The side wager is not placed, and the jackpot after it still has to fit the ante."""
    assert refused(many_forms(), Seat(1, {"ante": 5, "blind": 5, "jackpot": 7}))[0] == "relation"
    assert refused(rules_of(BANKED), Seat(1, {"ante": 5, "six-card-bonus": 6}), bank=BankSeat(2, 9))[0] == "relation"


def test_a_wager_that_fits_the_others_is_taken() -> None:
    for more in ({"side": 5}, {"side": 1}, {"jackpot": 5}, {"jackpot": 15}, {"side": 5, "jackpot": 10}):
        allowed(many_forms(), Seat(1, {"ante": 5, "blind": 5, **more}))


def test_a_wager_whose_partner_nobody_needs_is_refused_alone() -> None:
    needless = {("wagers", "ante", "needed"): GONE, ("wagers", "blind", "needed"): GONE}
    rules = choose(compiled(changed(game("many-forms"), needless)))
    assert refused(rules, Seat(1, {"side": 5})) == ("relation", {"relation"}, "'side' needs 'ante'")
    allowed(rules, Seat(1, {"ante": 5}))


def test_three_wagers_of_one_amount_stand_together() -> None:
    rules = rules_of(THREE_HANDS, None, (("base-wagers", "all-three"),))
    any_of = rules_of(THREE_HANDS, None, (("base-wagers", "any"),))
    bonus, all_three = {"six-card-bonus": 25}, {"1x": 10, "3x": 10, "6x": 10}
    for wagers in (all_three, bonus, all_three | bonus):
        allowed(rules, Seat(1, wagers))
    assert refused(rules, Seat(1, {"1x": 10, "3x": 10}))[::2] == (
        "relation",
        "1x, 3x, 6x are placed together or not at all",
    )
    allowed(any_of, Seat(1, {"1x": 10, "3x": 10}))
    for either in (rules, any_of):
        assert refused(either, Seat(1, {"1x": 10, "3x": 10, "6x": 15}))[::2] == (
            "relation",
            "1x, 3x, 6x are of one amount",
        )


# Boxes


def test_a_dark_box_where_there_is_none_is_refused_with_every_reason_that_would_do() -> None:
    assert refused(rules_of(HOLDEM), ante(1), ante(2, dark=True))[:2] == (
        "relation",
        {"relation", "seat-limit", "illegal-action"},
    )


def test_the_boxes_of_a_guest_are_of_one_ante_and_two_of_them_light() -> None:
    rules = rules_of(DRAW)
    allowed(rules, ante(1, guest="ann"), ante(2, guest="ann"), ante(3, guest="ann", dark=True))
    allowed(rules, ante(1, guest="ann"), ante(2, 20, guest="bob"), ante(3, 30), ante(4, 40))
    differ = refused(rules, ante(1, guest="ann"), ante(2, 20, guest="ann"))
    assert differ == ("relation", {"relation"}, "the boxes of ann differ in their ante")
    many = refused(rules, *(ante(number, guest="ann") for number in (1, 2, 3)))
    assert many == ("seat-limit", {"seat-limit", "relation"}, "ann looks at 3 boxes, and may look at 2")
    open_ended = replace(rules, ruleset=replace(rules.ruleset, boxes=replace(rules.ruleset.boxes, light=None)))
    allowed(open_ended, *(ante(number, guest="ann") for number in (1, 2, 3)))


# One seat's money


def hand(cards: Mapping[str, str]) -> object:
    return lambda place: parse_cards(cards.get(place, ""))


@pytest.mark.parametrize(("rounding", "units"), [("down", 7), ("up", 8)])
def test_a_part_of_a_unit_goes_by_the_rule(rounding: str, units: int) -> None:
    rules = many_forms()
    named = replace(rules, ruleset=replace(rules.ruleset, rounding=rounding))  # type: ignore[arg-type]
    assert [whole_units(named, Fraction(*part)) for part in ((15, 2), (29, 4), (31, 4))] == [units] * 3
    assert whole_units(named, Fraction(7)) == 7
    assert whole_units(named, Fraction(1, 1000)) == units - 7


def test_a_win_of_part_of_a_unit_is_rounded_when_it_is_settled() -> None:
    seat, cards = Seat(1, {"ante": 5, "blind": 5}), places({"seat.1": "7s 7d 2c", "dealer": "Qh 9h 5c"})
    rows = settlement(play_on(open_round(many_forms(), (seat,), cards, {}), "raise"))
    assert [(row.wager, row.returned) for row in rows] == [("ante", 10), ("blind", 13), ("raise", 30)]


def test_a_hand_at_the_bar_itself_is_over_it() -> None:
    """Ace-king-four-three-two is the lowest hand with ace and king: with a five it would be a straight."""
    rules = rules_of(SIX)
    for cards, says in (("As Kd 4c 3h 2d", "qualifies"), ("As Qd Jc 9h 8d", "fails")):
        assert fact_value(rules, rules.ruleset.facts["dealer"], {}, hand({"dealer": cards})) == says  # type: ignore[arg-type]


def test_a_part_of_a_unit_without_a_rule_is_an_error_and_a_whole_one_is_not() -> None:
    rules = rules_of(HOLDEM)
    assert rules.ruleset.rounding is None
    assert whole_units(rules, Fraction(15)) == 15
    with pytest.raises(ArithmeticError, match="15/2 units"):
        whole_units(rules, Fraction(15, 2))


def test_a_settlement_is_named_by_its_row_its_line_or_as_a_fee() -> None:
    rules = rules_of(SIX)
    (row,) = [row for table in rules.ruleset.tables for row in table.rows if row.name == "fold"][:1]
    assert Settled("ante", 5, 0, "forfeit", row).requirement == "settle.ante.fold"
    assert Settled("ante", 5, 0, "win", row, "flush").requirement == "settle.ante.fold/flush"
    fee = Settled("buy", 5, 0, "paid", None)
    assert fee.requirement == "settle.buy.fee"
    assert (fee.seat, fee.bettor, fee.covered) == (0, "", None)


def test_wagers_come_in_the_order_of_the_rules_after_the_fees() -> None:
    rules = rules_of(DRAW)
    known = {**rules.known, "box": "light", "stays": "out", "decide": "buy", "after-buy": "fold", "bought": "nobody"}
    known |= {"after-exchange": "not-asked", "after-second-exchange": "not-asked", "dealer-exchange": "not-asked"}
    cards = hand({"seat": "2s 3d 4h 7c 9s", "dealer": "Ks Kd 2c 3c 4c"})
    rows = settle_seat(rules, known, {"ante": 10, "buy": 10, "tip": 5}, cards)  # type: ignore[arg-type]
    assert [(row.wager, row.staked, row.returned, row.outcome, row.line) for row in rows] == [
        ("buy", 10, 0, "paid", None),
        ("ante", 10, 0, "forfeit", None),
    ]
    assert [row.row.name if row.row else None for row in rows] == [None, "fold"]


def test_what_is_known_is_not_read_from_the_cards() -> None:
    """A fact that is given wins over the cards: so a reading can be tried that the cards deny."""
    rules = rules_of(SIX)
    cards = hand({"seat": "As Ac 9d 7s 4h 2c", "dealer": "Ks Kd 9h 8c 7d 3c"})
    base = {**rules.known, "decide": "play", "claim": "not-asked"}
    true = settle_seat(rules, base, {"ante": 10, "play": 10}, cards)  # type: ignore[arg-type]
    as_if = settle_seat(rules, {**base, "showdown": "lose"}, {"ante": 10, "play": 10}, cards)  # type: ignore[arg-type]
    assert [row.returned for row in true] == [20, 20]
    assert [row.returned for row in as_if] == [0, 0]


def test_a_hand_against_another_that_nobody_staked_on_is_not_compared() -> None:
    rules = rules_of(THREE_HANDS)
    fact = rules.ruleset.facts["showdown-1x"]
    assert fact_value(rules, fact, {"showdown-1x": NOT_STAKED}, hand({})) == NOT_STAKED  # type: ignore[arg-type]


def test_a_hand_inside_a_hand_gives_the_cards_that_it_keeps() -> None:
    """The house keeps two of its six, and plays them with the board."""
    rules = rules_of(THREE_HANDS)
    cards = hand({"dealer": "Ks Kd 9h 8c 7d 3c", "board": "2s 4s 5d 6h Jc"})
    found = hand_cards(rules, "house-hand", cards)  # type: ignore[arg-type]
    assert set(found) == set(parse_cards("Ks Kd 2s 4s 5d 6h Jc"))
    assert found[2:] == parse_cards("2s 4s 5d 6h Jc")
    hands = {**rules.ruleset.hands, "house": replace(rules.ruleset.hands["house"], worst=True)}
    lowest = replace(rules, ruleset=replace(rules.ruleset, hands=hands))
    assert set(hand_cards(lowest, "house-hand", cards)[:2]) == set(parse_cards("7d 3c"))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("side", "paid", "line"),
    [
        ("7s 7d 2c", 10, "pair"),
        ("Js 8d 4c", 0, "lower"),
        ("6s 5d 4c", 25, "straight"),
    ],
)
def test_a_wager_by_its_table_pays_pushes_or_loses_by_its_line(side: str, paid: int, line: str) -> None:
    seat = Seat(1, {"ante": 10, "blind": 10, "side": 10})
    state = play_on(open_round(many_forms(), (seat,), places({"seat.1": side, "dealer": "Qh 9h 5c"}), {}), "fold")
    (row,) = [row for row in settlement(state) if row.wager == "side"]
    assert (row.returned, row.line) == (paid, line)
    assert row.outcome == {10: "push", 0: "lose"}.get(paid, "win")


def test_odds_beside_a_losing_line_are_paid_alone() -> None:
    """The ante is paid even money and, by its table, more for a flush or better: a lower hand wins the even money."""
    rules = rules_of(HOLDEM, None, (("antewin", "adds"),))
    known = {**rules.known, "decide": "call", "claim": "not-asked", "dealer": "fails", "showdown": "win"}
    low = hand({"seat": "Kc Qd", "dealer": "8c Ad", "board": "2h 7s 9d Jc 5h"})
    (row,) = settle_seat(rules, known, {"ante": 10}, low)  # type: ignore[arg-type]
    assert (row.returned, row.outcome) == (20, "win")


# A whole round's money


def banked(*seats: Seat, bank: BankSeat, cards: Mapping[str, str], **options: str) -> tuple[tuple[Settled, ...], int]:
    written = tuple((name.replace("_", "-"), reading) for name, reading in options.items())
    state = open_round(rules_of(BANKED, None, written), seats, places(cards), {}, bank)
    state = play_on(state, *["play"] * len(seats))
    return settlement(state), bank_won(state)


WINS = {"seat.1": "Ks Kd 2c", "seat.2": "Qs Qd 3c", "dealer": "Ah Jd 9c"}


def test_an_ample_bank_leaves_every_row_as_the_tables_settle_it() -> None:
    rows, won = banked(ante(1), ante(2, 20), bank=BankSeat(8, 1000), cards=WINS)
    assert [(row.seat, row.bettor, row.wager, row.returned, row.outcome, row.covered) for row in rows] == [
        (1, "", "ante", 20, "win", None),
        (1, "", "play", 20, "win", None),
        (2, "", "ante", 40, "win", None),
        (2, "", "play", 40, "win", None),
    ]
    assert won == -60


def test_a_bank_that_runs_out_says_what_it_covered() -> None:
    rows, won = banked(ante(1), ante(2, 20), bank=BankSeat(8, 25), cards=WINS)
    assert [(row.wager, row.staked, row.returned, row.outcome, row.covered) for row in rows] == [
        ("ante", 10, 20, "win", None),
        ("play", 10, 20, "win", None),
        ("ante", 20, 25, "win", 5),
        ("play", 20, 20, "returned", 0),
    ]
    assert won == -25


def test_wager_by_wager_the_first_goes_round_the_table_before_the_second() -> None:
    rows, won = banked(ante(1), ante(2, 20), bank=BankSeat(8, 35), cards=WINS, settle_by="wager")
    assert [(row.seat, row.wager, row.returned) for row in rows] == [
        (1, "ante", 20),
        (2, "ante", 40),
        (1, "play", 15),
        (2, "play", 20),
    ]
    assert won == -35


def test_those_behind_a_seat_are_settled_after_it_under_their_names() -> None:
    seat = ante(1, backline=(Backer("ann", {"ante": 20}),))
    state = open_round(rules_of(BANKED), (seat,), places(WINS), {}, BankSeat(8, 1000))
    rows = settlement(play_on(state, "play"))
    assert [(row.bettor, row.wager, row.returned) for row in rows] == [
        ("", "ante", 20),
        ("", "play", 20),
        ("ann", "ante", 40),
        ("ann", "play", 40),
    ]


def test_a_push_stays_a_push_though_the_bank_has_nothing_left() -> None:
    ties = {"seat.1": "Ks Kd 2c", "seat.2": "As Jh 9d", "dealer": "Ah Jd 9c"}
    rows, _ = banked(ante(1), ante(2), bank=BankSeat(8, 20), cards=ties)
    assert [(row.seat, row.returned, row.outcome, row.covered) for row in rows[2:]] == [
        (2, 10, "push", None),
        (2, 10, "push", None),
    ]


def test_a_fold_is_told_to_the_bank_as_one() -> None:
    row = Settled("ante", 10, 0, "forfeit", None, seat=2, bettor="ann")
    assert dues_of([row, replace(row, outcome="lose")]) == [
        Due(2, "ann", "ante", 10, 0, True),
        Due(2, "ann", "ante", 10, 0, False),
    ]


def test_each_policy_is_read_under_its_own_name() -> None:
    names = ("order", "cap", "at-winning-cap", "cover", "folded", "pool")
    assert policies_of({name: name for name in names}) == Policies(*names)  # type: ignore[arg-type]


def test_where_the_house_banks_nothing_is_won_by_a_bank() -> None:
    cards = places({"seat.1": "2s 3d 4h 7c 9s Jd", "dealer": "As Ks 2c 3c 4c 9d"})
    state = play_on(open_round(rules_of(SIX), (ante(1),), cards, {}), "fold")
    assert bank_won(state) == 0
    assert [row.outcome for row in settlement(state)] == ["forfeit"]


# The bank pass


def test_a_bank_of_one_unit_is_one_and_of_none_is_refused() -> None:
    due = Due(1, "", "ante", 5, 10, False)
    assert bank_pass([due], ["ante"], 1, NET)[1] == -1
    with pytest.raises(ValueError, match="bank at least 1"):
        bank_pass([due], ["ante"], 0, NET)


def test_a_push_before_the_bank_is_done_has_action_and_moves_nothing() -> None:
    for cap in ("net", "losses", "gross"):
        policies = replace(NET, cap=cap)  # type: ignore[arg-type]
        (row,), won = bank_pass([Due(1, "", "ante", 5, 5, False)], ["ante"], 1, policies)
        assert (row.returned, row.covered, row.action, won) == (5, 5, True, 0)
