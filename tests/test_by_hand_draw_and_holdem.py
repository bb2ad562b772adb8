"""The engines written by hand for six-card draw and for hold'em 1-3-6 play as their documents say.

They prove later that the suite raises no false alarm, so what they do is first held against rounds worked out on paper.
"""

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fairfelt.conformance.connections import Connection, Refusal, Result, connect
from tests.helpers import node

Json = dict[str, Any]

DRAW, HOLDEM = "six-card-draw", "holdem-1-3-6"
SPECS = {
    DRAW: f"cmd:{shlex.join([*node(), str(Path(__file__).parent / 'engines' / 'six_card_draw_by_hand.js')])}",
    HOLDEM: "python:tests.engines.holdem_1_3_6_by_hand:Engine",
}
BONUS_ROWS = {
    "royal-flush": "1000:1", "straight-flush": "200:1", "four-of-a-kind": "100:1", "full-house": "20:1",
    "flush": "15:1", "straight": "10:1", "three-of-a-kind": "7:1",
}  # fmt: skip
PLACES = ("dealer", "board", "burn", *(f"seat.{seat}" for seat in range(1, 7)))
ANTE_10 = [{"seat": 1, "wagers": {"ante": 10}}]


def opened(game: str) -> Iterator[Connection]:
    connection = connect(SPECS[game])
    yield connection
    connection.close()


@pytest.fixture(scope="module")
def draw() -> Iterator[Connection]:
    yield from opened(DRAW)


@pytest.fixture(scope="module")
def holdem() -> Iterator[Connection]:
    yield from opened(HOLDEM)


@pytest.fixture
def table(game: str, draw: Connection, holdem: Connection) -> Connection:
    connection = {DRAW: draw, HOLDEM: holdem}[game]
    configure(connection, game)
    return connection


def told(connection: Connection, method: str, **params: Any) -> Json:
    answer = connection.ask(method, params)
    assert isinstance(answer, Result), answer
    return answer.value


def refused(connection: Connection, method: str, **params: Any) -> str | None:
    answer = connection.ask(method, params)
    assert isinstance(answer, Refusal), answer
    return answer.reason


def configure(connection: Connection, game: str, **options: str) -> None:
    tables = {"six-card-bonus": {"table": "1000-200-100-20-15-10-7", "rows": BONUS_ROWS}} if game == HOLDEM else {}
    options = {name.replace("_", "-"): reading for name, reading in options.items()}
    told(connection, "configure", game=game, options=options, pay_tables=tables, unit="0.01")


def sit(connection: Connection, game: str, seats: list[Json], places: dict[str, str], **options: str) -> Json:
    """Open a table and start a round on it with cards written as text."""
    configure(connection, game, **options)
    cards = {place: text.split() for place, text in places.items()}
    return told(connection, "round.start", round="r", seats=seats, places=cards)


def act(connection: Connection, state: Json, step: str, cards: Any = None) -> Json:
    """Take an action with the amounts that are offered; `exchange:2c` gives up a card."""
    asked, (action, _, given) = state["awaiting"], step.partition(":")
    cards = [given] if given else cards
    offer = next(entry for entry in asked["legal"] if entry["action"] == action)
    wagers = {name: span["min"] for name, span in offer.get("wagers", {}).items()}
    params = {"round": "r", "seat": asked["seat"], "action": action, "wagers": wagers}
    return told(connection, "round.act", **params, **({"cards": cards} if cards else {}))


def play_draw(draw: Connection, way: str, seats: list[Json], places: dict[str, str], **options: str) -> Json:
    """Play a round by words such as `buy exchange:2c raise`, one for each decision."""
    state = sit(draw, DRAW, seats, places, **options)
    for step in way.split():
        state = act(draw, state, step)
    assert state["phase"] == "settled"
    return state


def net(state: Json, seat: int = 1) -> int:
    return sum(row["returned"] - row["staked"] for row in state["ledger"] if row["seat"] == seat)


def offered(state: Json) -> list[str]:
    return [entry["action"] for entry in state["awaiting"]["legal"]]


def returns(state: Json) -> dict[str, tuple[int, str]]:
    return {row["wager"]: (row["returned"], row["outcome"]) for row in state["ledger"]}


FLUSH, TWO_PAIR, PAIR = "As Js 9s 6s 3s", "Ts Td 4s 4d 7c", "8s 8d Ks 5c 3d"
FOUR_TO_A_STRAIGHT = "9s Td Jh Qc 2d"
GAME, NO_GAME = "7h 7d Kh 9c 2c", "Ah Kd Qh Jc 9h"

ON_PAPER = [
    ("a fold loses the ante", "fold", PAIR, GAME, "", -10),
    ("a fold after a purchase loses the fee too", "buy fold", PAIR, GAME, "2s", -20),
    ("a fold after an exchange loses both fees", "buy exchange:3d fold", PAIR, GAME, "2s 4h", -40),
    ("a flush is paid 5 to 1", "raise", FLUSH, GAME, "", 110),
    ("a bought straight is paid less its fee", "buy raise", FOUR_TO_A_STRAIGHT, GAME, "Ks", 80),
    ("an exchange can give up the bought card", "buy exchange:3c raise", FOUR_TO_A_STRAIGHT, GAME, "3c Ks", 60),
    ("a lower hand loses ante and raise", "raise", "6s 6d Ks 5c 3d", GAME, "", -30),
    ("equal hands push", "raise", "7s 7c Ks 9d 2s", GAME, "", 0),
    ("a pair of twos is game", "raise", FLUSH, "2h 2d Kh 9c 7c", "", 110),
    ("without game the ante is paid and the raise pushes", "raise decline", FLUSH, NO_GAME, "", 10),
    ("a purchase that fails pushes both", "raise exchange-dealer", FLUSH, NO_GAME, "2c", -10),
    ("a purchase that succeeds lets the hand win", "raise exchange-dealer", TWO_PAIR, NO_GAME, "As", 40),
    ("a purchase that succeeds lets the hand lose", "raise exchange-dealer", PAIR, NO_GAME, "As", -40),
    ("a purchase that succeeds lets the hand tie", "raise exchange-dealer", "As Ac Ks Qd Jd", NO_GAME, "Ad", -10),
    ("a purchase may make a straight, which is game", "raise exchange-dealer", PAIR, NO_GAME, "Td", -40),
]


@pytest.mark.parametrize(("rule", "way", "hand", "dealer", "stub", "due"), ON_PAPER)
def test_six_card_draw_on_paper(
    draw: Connection, rule: str, way: str, hand: str, dealer: str, stub: str, due: int
) -> None:
    places = {"seat.1": hand, "dealer": dealer, "stub": stub}
    assert net(play_draw(draw, way, ANTE_10, places)) == due


OTHER_READINGS = [
    ("exchange:2d raise", FOUR_TO_A_STRAIGHT, GAME, "Ks", {"exchange": "instead-of-buy"}, 70),
    ("buy exchange:3c exchange:4c raise", FOUR_TO_A_STRAIGHT, GAME, "3c 4c Ks", {"exchange": "rising"}, 30),
    ("raise exchange-dealer", FLUSH, NO_GAME, "9c", {"dealer_card": "highest"}, 100),
    ("raise exchange-dealer", FLUSH, NO_GAME, "9c", {"dealer_card": "lowest"}, -10),
    ("raise exchange-dealer", FLUSH, NO_GAME, "2c", {"failed_exchange": "lost"}, -20),
]


@pytest.mark.parametrize(("way", "hand", "dealer", "stub", "options", "due"), OTHER_READINGS)
def test_six_card_draw_by_other_readings(
    draw: Connection, way: str, hand: str, dealer: str, stub: str, options: dict[str, str], due: int
) -> None:
    places = {"seat.1": hand, "dealer": dealer, "stub": stub}
    assert net(play_draw(draw, way, ANTE_10, places, **options)) == due


@pytest.mark.parametrize(
    ("reading", "way", "choices"),
    [
        ("after-buy", "buy exchange:8s", ["fold raise buy", "fold raise exchange", "fold raise"]),
        ("instead-of-buy", "exchange:8s", ["fold raise buy exchange", "fold raise"]),
        ("instead-of-buy", "buy", ["fold raise buy exchange", "fold raise"]),
        ("rising", "buy exchange:8s exchange:8d", ["fold raise buy", *["fold raise exchange"] * 2, "fold raise"]),
    ],
)
def test_an_exchange_is_offered_by_the_reading(draw: Connection, reading: str, way: str, choices: list[str]) -> None:
    state = sit(draw, DRAW, ANTE_10, {"seat.1": PAIR, "dealer": GAME, "stub": "2s 4h 5h"}, exchange=reading)
    seen = [offered(state)]
    for step in way.split():
        state = act(draw, state, step)
        seen.append(offered(state))
    assert [" ".join(actions) for actions in seen] == choices


def test_a_drawn_card_says_which_card_it_replaces(draw: Connection) -> None:
    bought = act(draw, sit(draw, DRAW, ANTE_10, {"seat.1": PAIR, "dealer": NO_GAME, "stub": "2s 4h 5h"}), "buy")
    exchanged = act(draw, bought, "exchange:3d")
    changed = act(draw, act(draw, exchanged, "raise"), "exchange-dealer")
    assert bought["dealt"] == [{"to": "seat.1", "card": "2s"}]
    assert exchanged["dealt"] == [{"to": "seat.1", "card": "4h", "replaces": "3d"}]
    assert changed["dealt"] == [{"to": "dealer", "card": "5h", "replaces": "9h"}]
    assert changed["hands"]["dealer"]["dealer-hand"]["cards"] == NO_GAME.split()
    whole = told(draw, "round.replay", round="r")["dealt"]
    assert whole[-3:] == [*bought["dealt"], *exchanged["dealt"], *changed["dealt"]]


TWO_SEATS = [{"seat": 1, "wagers": {"ante": 10}}, {"seat": 3, "wagers": {"ante": 10}}]
BEATEN = {"seat.1": FLUSH, "seat.3": PAIR, "dealer": NO_GAME, "stub": "Ac"}


@pytest.mark.parametrize(("reading", "second"), [("payer", 10), ("table", -30)])
def test_the_dealer_has_a_hand_for_payers_and_one_for_the_rest(draw: Connection, reading: str, second: int) -> None:
    way = "raise raise exchange-dealer decline"
    state = play_draw(draw, way, TWO_SEATS, BEATEN, dealer_exchange_for=reading)
    assert (net(state, 1), net(state, 3)) == (100, second)


@pytest.mark.parametrize(("failed", "first"), [("pushed", -10), ("lost", -20)])
def test_who_did_not_pay_is_paid_the_ante_when_the_table_fails(draw: Connection, failed: str, first: int) -> None:
    readings = {"dealer_exchange_for": "table", "failed_exchange": failed}
    state = play_draw(draw, "raise raise exchange-dealer decline", TWO_SEATS, {**BEATEN, "stub": "2c"}, **readings)
    assert (net(state, 1), net(state, 3)) == (first, 10)


def test_a_seat_that_folded_buys_no_game(draw: Connection) -> None:
    state = play_draw(draw, "fold raise exchange-dealer", TWO_SEATS, BEATEN)
    assert (net(state, 1), net(state, 3)) == (-10, -40)


@pytest.mark.parametrize(("reading", "at"), [("first", 0), ("last", 4)])
def test_one_dealer_card_is_up_until_the_decisions_are_made(draw: Connection, reading: str, at: int) -> None:
    state = sit(draw, DRAW, ANTE_10, {"seat.1": PAIR, "dealer": NO_GAME}, up_card=reading)
    up = [card if place == at else "??" for place, card in enumerate(NO_GAME.split())]
    assert state["views"]["seat.1"] == {"dealer": up, "seat.1": PAIR.split()}
    opened = act(draw, state, "raise")
    assert opened["awaiting"]["decision"] == "dealer-exchange"
    assert opened["views"]["seat.1"]["dealer"] == NO_GAME.split()


def test_if_all_fold_the_dealer_need_not_open(draw: Connection) -> None:
    state = play_draw(draw, "fold", ANTE_10, {"seat.1": PAIR, "dealer": NO_GAME})
    assert (state["views"]["seat.1"]["dealer"], state["hands"]) == (["Ah", *["??"] * 4], {})


@pytest.mark.parametrize(("reading", "choices"), [("fold-or-raise", ["fold", "raise"]), ("must-raise", ["raise"])])
def test_a_dark_box_is_played_unseen_and_may_buy_a_game(draw: Connection, reading: str, choices: list[str]) -> None:
    dark = [{"seat": 2, "dark": True, "guest": "a", "wagers": {"ante": 10}}]
    state = sit(draw, DRAW, dark, {"seat.2": TWO_PAIR, "dealer": NO_GAME, "stub": "As"}, dark_boxes=reading)
    assert (offered(state), state["views"]["seat.2"]["seat.2"]) == (choices, ["??"] * 5)
    asked = act(draw, state, "raise")
    assert (offered(asked), asked["views"]["seat.2"]["seat.2"]) == (["exchange-dealer", "decline"], ["??"] * 5)
    settled = act(draw, asked, "exchange-dealer")
    assert (net(settled, 2), settled["views"]["seat.2"]["seat.2"]) == (40, TWO_PAIR.split())


def box(seat: int, ante: int = 10, guest: str = "a", *, dark: bool = False) -> Json:
    return {"seat": seat, "guest": guest, "dark": dark, "wagers": {"ante": ante}}


@pytest.mark.parametrize(
    ("seats", "reason"),
    [
        ([box(1), box(2), box(3)], "seat-limit"),
        ([box(1), box(2, 20)], "relation"),
        ([box(1), box(2, 20, dark=True)], "relation"),
        ([box(5)], "seat-limit"),
        ([box(1), box(1)], "seat-limit"),
        ([], "seat-limit"),
        ([{"seat": 1, "wagers": {}}], "relation"),
        ([{"seat": 1, "wagers": {"ante": 10, "raise": 20}}], "relation"),
        ([{"seat": 1, "wagers": {"ante": 10, "jackpot": 1}}], "unknown-wager"),
        ([{"seat": 1, "stack": 9, "wagers": {"ante": 10}}], "insufficient-stack"),
    ],
)
def test_six_card_draw_refuses_tables_against_the_rules(draw: Connection, seats: list[Json], reason: str) -> None:
    configure(draw, DRAW)
    assert refused(draw, "round.start", round="never", seats=seats) == reason


@pytest.mark.parametrize(
    "seats",
    [
        [box(1), box(2), box(3, dark=True), box(4, dark=True)],
        [box(1), box(2, 20, guest="b"), box(3)],
        [{"seat": seat, "wagers": {"ante": 10 * seat}} for seat in (1, 2, 3, 4)],
    ],
)
def test_six_card_draw_takes_tables_within_the_rules(draw: Connection, seats: list[Json]) -> None:
    configure(draw, DRAW)
    assert told(draw, "round.start", round="fair", seats=seats)["phase"] == "decision"
    void = told(draw, "round.abandon", round="fair")
    assert [row["outcome"] for row in void["ledger"]] == ["returned"] * len(seats)


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        (["As"], "card-not-held"),
        (["8s", "8d"], "relation"),
        (["8s", "8s"], "duplicate-card"),
        ([], "relation"),
        ({"1x": ["8s"]}, "relation"),
    ],
)
def test_an_exchange_takes_one_card_of_the_hand(draw: Connection, cards: Any, reason: str) -> None:
    asked = act(draw, sit(draw, DRAW, ANTE_10, {"seat.1": PAIR, "dealer": GAME, "stub": "2s"}), "buy")
    exchange = {"round": "r", "seat": 1, "action": "exchange", "wagers": {"exchange": 20}}
    assert refused(draw, "round.act", **exchange, cards=cards) == reason
    assert told(draw, "round.replay", round="r")["awaiting"] == asked["awaiting"]
    assert told(draw, "round.act", **exchange, cards=["2s"])["awaiting"]["decision"] == "after-exchange"


@pytest.mark.parametrize(
    ("action", "wagers", "reason"),
    [
        ({"action": "buy"}, {"buy": 11}, "relation"),
        ({"action": "buy"}, {}, "relation"),
        ({"action": "fold"}, {"raise": 20}, "relation"),
        ({"action": "raise"}, {"raise": 20, "jackpot": 1}, "unknown-wager"),
        ({"action": "exchange", "cards": ["8s"]}, {"exchange": 20}, "illegal-action"),
        ({"action": "buy", "seat": 2}, {"buy": 10}, "wrong-seat"),
        ({"action": "raise"}, {"raise": 20}, "insufficient-stack"),
    ],
)
def test_six_card_draw_refuses_actions_against_the_rules(
    draw: Connection, action: Json, wagers: dict[str, int], reason: str
) -> None:
    sit(draw, DRAW, [{**ANTE_10[0], "stack": 29}], {"seat.1": PAIR, "dealer": GAME})
    assert refused(draw, "round.act", **{"round": "r", "seat": 1, "wagers": wagers, **action}) == reason


def test_fees_leave_the_stack_like_lost_wagers(draw: Connection) -> None:
    seats = [{**ANTE_10[0], "stack": 100}]
    state = play_draw(draw, "buy exchange:3d fold", seats, {"seat.1": PAIR, "dealer": GAME, "stub": "2s 4h"})
    assert state["stacks"] == {"seat.1": 60}
    assert returns(state) == {"ante": (0, "forfeit"), "buy": (0, "paid"), "exchange": (0, "paid")}


# Against ace and king in the house: another ace and king ties, a pair wins, lower cards lose.
BOARD, HOUSE = "Qs Js 9h 7d 2c", "Ah Kd 3d 4d 5h 6h"
HANDS = {"T": ("Ad Kh", "As Ks", "Ac Kc"), "W": ("Qh Qd", "9s 9d", "7s 7h"), "L": ("3s 4s", "3h 5s", "4h 5d")}
BASE_10 = {"1x": 10, "3x": 10, "6x": 10}
CHAINS = [
    ("LWW", -30, -30), ("TLW", -20, -20), ("WLW", -10, -20), ("WWL", 30, 10), ("WWT", 40, 20), ("WWW", 100, 70),
    ("WTW", 70, 50), ("TWL", 20, 10), ("TTT", 0, 0), ("TTL", -10, -10),
]  # fmt: skip


def set_hands(results: str) -> dict[str, list[str]]:
    taken = [HANDS[result][results[:at].count(result)].split() for at, result in enumerate(results)]
    return dict(zip(("1x", "3x", "6x"), taken, strict=True))


def play_holdem(holdem: Connection, results: str, wagers: dict[str, int], **options: str) -> Json:
    hands = set_hands(results)
    six = " ".join(card for cards in hands.values() for card in cards)
    places = {"seat.1": six, "dealer": HOUSE, "burn": "8c", "board": BOARD}
    state = sit(holdem, HOLDEM, [{"seat": 1, "stack": 500, "wagers": wagers}], places, **options)
    state = act(holdem, state, "set", hands) if state["phase"] == "decision" else state
    assert state["stacks"]["seat.1"] == 500 + net(state)
    return state


@pytest.mark.parametrize(("results", "to_one", "for_one"), CHAINS, ids=[chain[0] for chain in CHAINS])
def test_the_first_lower_hand_ends_the_chain(holdem: Connection, results: str, to_one: int, for_one: int) -> None:
    assert net(play_holdem(holdem, results, BASE_10)) == to_one
    assert net(play_holdem(holdem, results, BASE_10, multiples="for-one")) == for_one


@pytest.mark.parametrize(
    ("results", "staked", "due"),
    [("LWW", "3x 6x", 90), ("WLW", "1x 6x", 70), ("WLW", "3x 6x", -20), ("LLT", "6x", 0)],
)
def test_a_hand_without_a_bet_is_not_compared(holdem: Connection, results: str, staked: str, due: int) -> None:
    wagers = dict.fromkeys(staked.split(), 10)
    assert net(play_holdem(holdem, results, wagers, base_wagers="any")) == due


@pytest.mark.parametrize(
    ("six", "house"),
    [
        ("As Ah Ac Kd 7s 2h", "As Ah"),
        ("9s 9h 9d 9c Ks Qs", "9s 9h"),
        ("Ad Ks Kh 5s 5h 2c", "Ks Kh"),
        ("5s 5h 5d Kc Kd Ah", "Kd Kc"),
        ("As Kd Jc 9h 6s 3d", "As Kd"),
        ("Ts 9s 8s 7s 6s 2d", "Ts 9s"),
    ],
)
def test_the_house_takes_its_highest_pair_or_its_two_highest_cards(holdem: Connection, six: str, house: str) -> None:
    places = {"dealer": six, "board": "8c 6d 4h 3h 2s"}
    state = sit(holdem, HOLDEM, [{"seat": 1, "wagers": {"six-card-bonus": 5}}], places)
    best = state["hands"]["dealer"]["house-hand"]["cards"]
    assert sorted(card for card in best if card in six.split()) == sorted(house.split())


@pytest.mark.parametrize(
    ("six", "due"),
    [
        ("As Ks Qs Js Ts 2d", (5005, "win")),
        ("9s 8s 7s 6s 5s 2d", (1005, "win")),
        ("9s 9h 9d 2s 2h 3c", (105, "win")),
        ("9s 9h 2d 2s Kh 3c", (0, "lose")),
    ],
)
def test_the_bonus_pays_by_the_seats_own_six_cards(holdem: Connection, six: str, due: tuple[int, str]) -> None:
    state = sit(holdem, HOLDEM, [{"seat": 1, "wagers": {"six-card-bonus": 5}}], {"seat.1": six})
    assert (state["phase"], returns(state)) == ("settled", {"six-card-bonus": due})


def test_a_seat_sees_its_own_cards_alone_until_all_have_set(holdem: Connection) -> None:
    seats = [{"seat": 2, "wagers": BASE_10}, {"seat": 5, "wagers": BASE_10}]
    six = "Ac Kc 3h 5s 9s 9d"
    state = sit(holdem, HOLDEM, seats, {"seat.2": six, "seat.5": "Qh Qd 7s 7h 4h 5d", "dealer": HOUSE, "board": BOARD})
    hidden = {"seat.5": ["??"] * 6, "dealer": ["??"] * 6, "burn": ["??"], "board": ["??"] * 5}
    hands = {"1x": ["Ac", "Kc"], "3x": ["3h", "5s"], "6x": ["9s", "9d"]}
    after = act(holdem, state, "set", hands)
    assert state["views"]["seat.2"] == after["views"]["seat.2"] == {"seat.2": six.split(), **hidden}
    over = act(holdem, after, "set", {"1x": ["Qh", "Qd"], "3x": ["7s", "7h"], "6x": ["4h", "5d"]})
    assert (over["views"]["seat.2"]["dealer"], over["views"]["seat.2"]["board"]) == (HOUSE.split(), BOARD.split())


@pytest.mark.parametrize(
    ("reading", "order"),
    [
        ("occupied", ["seat.2", "seat.5", "dealer", "burn", "board"]),
        ("every-position", ["discard", "seat.2", "discard", "seat.5", "discard", "dealer", "burn", "board"]),
    ],
)
def test_packets_go_round_the_table(holdem: Connection, reading: str, order: list[str]) -> None:
    seats = [{"seat": 2, "wagers": BASE_10}, {"seat": 5, "wagers": BASE_10}]
    dealt = [entry["to"] for entry in sit(holdem, HOLDEM, seats, {}, packets=reading)["dealt"]]
    assert [place for place, before in zip(dealt, [None, *dealt], strict=False) if place != before] == order
    assert len(dealt) == {"occupied": 24, "every-position": 48}[reading]


GOOD = set_hands("WTL")


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ({**GOOD, "1x": ["Qh", "2s"]}, "card-not-held"),
        ({**GOOD, "1x": ["Qh", "Qh"]}, "duplicate-card"),
        ({**GOOD, "1x": ["Qh", "Ad"]}, "duplicate-card"),
        ({**GOOD, "1x": ["Qh"]}, "relation"),
        ({"1x": GOOD["1x"], "3x": GOOD["3x"]}, "relation"),
        ({**GOOD, "9x": []}, "relation"),
        (GOOD["1x"], "relation"),
    ],
)
def test_each_spot_takes_two_cards_of_the_hand(holdem: Connection, cards: Any, reason: str) -> None:
    places = {"seat.1": "Qh Qd Ad Kh 3s 4s", "dealer": HOUSE, "board": BOARD}
    asked = sit(holdem, HOLDEM, [{"seat": 1, "wagers": BASE_10}], places)
    setting = {"round": "r", "seat": 1, "action": "set"}
    assert refused(holdem, "round.act", **setting, cards=cards) == reason
    assert told(holdem, "round.replay", round="r") == asked
    assert told(holdem, "round.act", **setting, cards=GOOD)["phase"] == "settled"


@pytest.mark.parametrize(
    ("wagers", "reason"),
    [
        ({"1x": 10, "3x": 10}, "relation"),
        ({"1x": 10, "3x": 30, "6x": 60}, "relation"),
        ({}, "relation"),
        ({**BASE_10, "ante": 10}, "unknown-wager"),
        ({**BASE_10, "six-card-bonus": 0}, "limits"),
    ],
)
def test_the_base_bets_are_three_equal_ones_or_none(holdem: Connection, wagers: dict[str, int], reason: str) -> None:
    configure(holdem, HOLDEM)
    assert refused(holdem, "round.start", round="never", seats=[{"seat": 1, "wagers": wagers}]) == reason


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        (DRAW, [box(1), box(3, 20, guest="b"), box(4, dark=True)]),
        (HOLDEM, [{"seat": 1, "wagers": {**BASE_10, "six-card-bonus": 5}}, {"seat": 6, "wagers": BASE_10}]),
    ],
)
def test_rounds_in_bulk_tell_cards_decisions_and_money(game: str, seats: list[Json], table: Connection) -> None:
    bulk = told(table, "rounds.play", count=200, seats=seats, policy={"decide": "uniform"})
    rows = [dict(zip(bulk["columns"], row, strict=True)) for row in bulk["rows"]]
    assert [row["round"] for row in rows] == list(range(1, 201))
    for row in rows:
        text = "".join(row.get(place) or "" for place in PLACES)
        cards = [text[at : at + 2] for at in range(0, len(text), 2)]
        assert len(set(cards)) == len(cards) >= 20
        assert row["seat.1.decide" if game == DRAW else "seat.1.set"]


@pytest.mark.parametrize("game", [DRAW, HOLDEM])
def test_hands_are_ranked_best_first_and_equal_ones_together(game: str, table: Connection) -> None:
    ranked = [
        ("As Ks Qs Js Ts", "royal-flush"), ("5h 4h 3h 2h Ah", "straight-flush"), ("2s 2h 2d 2c 3s", "four-of-a-kind"),
        ("3s 3h 3d 2s 2h", "full-house"), ("2s 3s 4s 5s 7s", "flush"), ("6s 5h 4d 3c 2s", "straight"),
        ("Ac 2d 3h 4s 5s", "straight"), ("2s 2h 2d 4c 3s", "three-of-a-kind"), ("3s 3h 2d 2c 4s", "two-pair"),
        ("As Ah 4d 3c 2s", "pair"), ("Ks Kh Ad Qc Js", "pair"), ("As Kh Qd Jc 9s", "high-card"),
    ]  # fmt: skip
    hands = [text.split() for text, _ in reversed(ranked)] + [["9d", "As", "Jc", "Kh", "Qd"]]
    answer = told(table, "hands.rank", ranking="poker", hands=hands)
    assert answer["categories"] == [category for _, category in reversed(ranked)] + ["high-card"]
    assert [sorted(equal) for equal in answer["classes"]] == [[at] for at in range(11, 0, -1)] + [[0, 12]]


@pytest.mark.parametrize("game", [DRAW, HOLDEM])
def test_a_forced_deck_is_dealt_as_it_lies_and_holds_no_card_twice(game: str, table: Connection) -> None:
    (text,) = told(table, "shuffle", count=1)["decks"]
    deck = [text[at : at + 2] for at in range(0, 104, 2)]
    seats = [{"seat": 1, "wagers": {"ante": 10} if game == DRAW else BASE_10}]
    start = {"round": "forced", "seats": seats}
    state = told(table, "round.start", **start, deck=deck)
    assert [entry["card"] for entry in state["dealt"]] == deck[: len(state["dealt"])]
    told(table, "round.abandon", round="forced")
    assert refused(table, "round.start", **start, deck=[deck[0], *deck[:-1]]) == "duplicate-card"
