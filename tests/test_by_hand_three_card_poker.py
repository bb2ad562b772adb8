"""Three Card Poker 6 Card Bonus as it was written by hand: rounds that can be checked against the document."""

from typing import Any

import pytest

from fairfelt.conformance import Rejected
from fairfelt.conformance.protocol.methods import check_params, check_result
from tests.engines.three_card_poker_by_hand import Engine

Json = dict[str, Any]

TABLES = {
    "pair-plus": {"straight-flush": 40, "three-of-a-kind": 30, "straight": 6, "flush": 3, "pair": 1},
    "six-card-bonus": {"royal-flush": 1000, "straight-flush": 200, "four-of-a-kind": 100, "full-house": 20, "flush": 15,
                       "straight": 10, "three-of-a-kind": 7},
}  # fmt: skip
BEATEN, EIGHTS, QUEENS, FLUSH = "2s 3d 7h", "8s 8d 4s", "Qs Qd 4c", "2d 9d Jd"


class Session:
    """Talk to one engine, with every message held against the protocol."""

    def __init__(self, pay_tables: Json | None = None, limits: Json | None = None, **options: str) -> None:
        self.engine = Engine()
        rows = {wager: {name: f"{odds}:1" for name, odds in table.items()} for wager, table in TABLES.items()}
        rows |= pay_tables or {}
        self.ask(
            "configure",
            game="three-card-poker-6-card-bonus",
            unit="0.01",
            options={name.replace("_", "-"): reading for name, reading in options.items()},
            pay_tables={wager: {"table": "as printed", "rows": table} for wager, table in rows.items()},
            limits=limits or {},
        )

    def ask(self, method: str, **params: Any) -> Json:
        assert check_params(method, params) is None
        answer = self.engine.ask(method, params)
        assert "error" not in answer, answer
        assert check_result(method, answer) is None
        return answer

    def start(self, cards: Json, seats: list[Json], bank: int | Json = 8) -> Json:
        banker = {"seat": bank, "amount": 100_000} if isinstance(bank, int) else bank
        places = {place: packet.split() for place, packet in cards.items()}
        return self.ask("round.start", round="r", seats=seats, bank=banker, places=places)

    def act(self, seat: int, action: str, play: int = 0, **bettor: str) -> Json:
        wagers = {"wagers": {"play": play}} if play else {}
        return self.ask("round.act", round="r", seat=seat, action=action, **wagers, **bettor)

    def play(self, cards: Json, seats: list[Json], actions: str, bank: int | Json = 8) -> Json:
        """Let each seat that is asked fold (f) or play (p), and give the last State."""
        state = self.start(cards, seats, bank)
        for letter in actions:
            who = {name: value for name, value in state["awaiting"].items() if name in ("seat", "bettor")}
            ante = state["awaiting"]["legal"][1]["wagers"]["play"]["min"]
            state = self.act(**who, action="fold") if letter == "f" else self.act(**who, action="play", play=ante)
        assert state["phase"] == "settled"
        return state


def refusal(session: Session, method: str, **params: Any) -> str:
    with pytest.raises(Rejected) as refused:
        session.ask(method, **params)
    return refused.value.reason


def box(seat: int, ante: int = 10, **more: Any) -> Json:
    wagers = {name.replace("_", "-"): more.pop(name) for name in ("pair_plus", "six_card_bonus") if name in more}
    return {"seat": seat, "wagers": {"ante": ante, **wagers}, **more}


def rows(state: Json) -> list[tuple[Any, ...]]:
    """Give each row as who, wager, what came back, and what was covered where not all was."""
    return [
        (f"{row['seat']}{row.get('bettor', '')}", row["wager"], row["returned"])
        + ((row["covered"],) if "covered" in row else ())
        for row in state["ledger"]
    ]


def net(state: Json) -> dict[str, int]:
    return {row["wager"]: row["returned"] - row["staked"] for row in state["ledger"]}


@pytest.mark.parametrize(
    ("player", "dealer", "action", "won"),
    [
        ("Ks Kh 4d", "4s 9d As", "f", {"ante": -10, "pair-plus": -10, "six-card-bonus": -5}),
        ("9s 8d 2c", "9d 4h 9c", "f", {"ante": -10, "pair-plus": -10, "six-card-bonus": 35}),
        ("9s 4d 2c", "9d 4h 9c", "f", {"ante": -10, "pair-plus": -10, "six-card-bonus": 100}),
        ("7s 5d 2c", "Jh 9d 4s", "p", {"ante": 10, "play": 0, "pair-plus": -10, "six-card-bonus": -5}),
        ("Qs 3d 2c", "Qd 3h 2s", "p", {"ante": 0, "play": 0, "pair-plus": -10, "six-card-bonus": -5}),
        ("As 2d 3c", "2s 3d 4c", "p", {"ante": -10, "play": -10, "pair-plus": 60, "six-card-bonus": -5}),
        ("4s 3d 2c", "Ah Kh Jh", "p", {"ante": 10, "play": 10, "pair-plus": 60, "six-card-bonus": -5}),
        ("Ah Kd Qc", "Kh Qd Js", "p", {"ante": 10, "play": 10, "pair-plus": 60, "six-card-bonus": -5}),
        ("Kh Ad 2c", "Kd Qd 3s", "p", {"ante": 10, "play": 10, "pair-plus": -10, "six-card-bonus": -5}),
        ("Ah Kh Qh", "Jh Th 2s", "p", {"ante": 10, "play": 0, "pair-plus": 400, "six-card-bonus": 5000}),
    ],
    ids=["a folded pair", "folded, and three nines", "folded, and a full house", "no queen", "tied", "ace low",
         "straight over flush", "higher straight", "no wrap-around", "royal"],
)  # fmt: skip
def test_a_hand_is_settled_as_the_document_says(player: str, dealer: str, action: str, won: dict[str, int]) -> None:
    state = Session().play({"seat.1": player, "dealer": dealer}, [box(1, pair_plus=10, six_card_bonus=5)], action)
    assert net(state) == won


def test_a_mini_royal_pays_by_its_own_row_where_there_is_one() -> None:
    own_row = {"pair-plus": {"mini-royal": "50:1", "straight-flush": "40:1"}}
    cards = {"seat.1": "Ah Kh Qh", "dealer": "Jd 9h 2s"}
    assert net(Session(own_row).play(cards, [box(1, pair_plus=10)], "p"))["pair-plus"] == 500
    assert net(Session().play(cards, [box(1, pair_plus=10)], "p"))["pair-plus"] == 400


WIN_FIRST = {"seat.1": QUEENS, "seat.2": BEATEN, "seat.3": "5s 6d 8h", "dealer": "Qh 9h 6s"}
LOSE_FIRST = {"seat.1": BEATEN, "seat.2": "Js 9s 5d", "seat.3": QUEENS, "dealer": "Qh 9h 6s"}


def test_a_bank_that_lost_its_amount_is_exhausted() -> None:
    state = Session().play(WIN_FIRST, [box(1, 50), box(2, 20)], "pp", {"seat": 8, "amount": 100})
    assert rows(state) == [("1", "ante", 100), ("1", "play", 100), ("2", "ante", 20, 0), ("2", "play", 20, 0)]
    assert state["bank"] == {"seat": 8, "staked": 100, "returned": 0}


@pytest.mark.parametrize(
    ("options", "second", "third", "returned"),
    [
        ({}, [("2", "ante", 20, 0), ("2", "play", 20, 0)], [("3", "ante", 80), ("3", "play", 80)], 120),
        ({"at_winning_cap": "stops"}, [("2", "ante", 20, 0), ("2", "play", 20, 0)],
         [("3", "ante", 40, 0), ("3", "play", 40, 0)], 200),
        ({"cap": "losses"}, [("2", "ante", 0), ("2", "play", 0)], [("3", "ante", 80), ("3", "play", 80)], 160),
    ],
    ids=["pays on", "stops", "only losses capped"],
)  # fmt: skip
def test_a_bank_that_won_its_amount_takes_no_more(
    options: Json, second: list[Any], third: list[Any], returned: int
) -> None:
    seats, bank = [box(1, 50), box(2, 20), box(3, 40)], {"seat": 8, "amount": 100}
    state = Session(**options).play(LOSE_FIRST, seats, "ppp", bank)
    assert rows(state) == [("1", "ante", 0), ("1", "play", 0), *second, *third]
    assert state["bank"]["returned"] == returned


@pytest.mark.parametrize(
    ("options", "paid", "returned"),
    [
        ({}, [("2", "ante", 40), ("2", "play", 40), ("2", "pair-plus", 150, 110)], 0),
        ({"cap": "gross"}, [("2", "ante", 40), ("2", "play", 40), ("2", "pair-plus", 50, 10)], 100),
        ({"cover": "whole"}, [("2", "ante", 40), ("2", "play", 40), ("2", "pair-plus", 40, 0)], 110),
        ({"pool": "each-wager"}, [("2", "ante", 40), ("2", "play", 40), ("2", "pair-plus", 140, 100)], 10),
    ],
    ids=["net", "gross", "all or nothing", "an amount for each wager"],
)
def test_a_bank_pays_from_what_it_has_and_what_it_won(
    options: Json, paid: list[Any], returned: int
) -> None:
    cards = {"seat.1": BEATEN, "seat.2": FLUSH, "dealer": "Qh 9h 6s"}
    seats = [box(1, 50), box(2, 20, pair_plus=40)]
    state = Session(**options).play(cards, seats, "fp", {"seat": 8, "amount": 100})
    assert rows(state) == [("1", "ante", 0), *paid]
    assert state["bank"]["returned"] == returned


def test_folded_wagers_are_taken_before_the_first_is_paid_or_in_their_turn() -> None:
    cards = {"seat.1": QUEENS, "seat.2": BEATEN, "dealer": "Qh 9h 6s"}
    seats, bank = [box(1, 60), box(2, 20)], {"seat": 8, "amount": 100}
    at_once = Session().play(cards, seats, "pf", bank)
    assert rows(at_once) == [("2", "ante", 0), ("1", "ante", 120), ("1", "play", 120)]
    in_turn = Session(folded_wagers="in-turn").play(cards, seats, "pf", bank)
    # An exhausted bank still takes what was forfeited.
    assert rows(in_turn) == [("1", "ante", 120), ("1", "play", 100, 40), ("2", "ante", 0)]
    assert (at_once["bank"]["returned"], in_turn["bank"]["returned"]) == (0, 20)


def test_what_is_forfeited_above_the_cap_on_winning_goes_back() -> None:
    cards = {"seat.1": BEATEN, "seat.2": EIGHTS, "dealer": "Qh 9h 6s"}
    state = Session().play(cards, [box(1, 60), box(2, 70)], "ff", {"seat": 8, "amount": 100})
    assert rows(state) == [("1", "ante", 0), ("2", "ante", 30, 40)]
    assert [row["outcome"] for row in state["ledger"]] == ["forfeit", "forfeit"]


BEHIND = [{"bettor": "near", "wagers": {"ante": 10}}, {"bettor": "far", "stack": 19, "wagers": {"ante": 10}}]


def test_the_backline_follows_its_seat_and_settles_after_it() -> None:
    cards = {"seat.1": QUEENS, "dealer": "Qh 9h 6s"}
    by_seat = Session().play(cards, [box(1, pair_plus=5, backline=BEHIND)], "p")
    assert rows(by_seat) == [
        ("1far", "ante", 0),  # a stack of 19 can't cover the Play, so this bettor folds
        ("1", "ante", 20), ("1", "play", 20), ("1", "pair-plus", 10), ("1near", "ante", 20), ("1near", "play", 20),
    ]  # fmt: skip
    assert by_seat["stacks"] == {"seat.1.far": 9}
    by_wager = Session(settle_by="wager").play(cards, [box(1, pair_plus=5, backline=BEHIND[:1])], "p")
    assert [row[:2] for row in rows(by_wager)] == [
        ("1", "ante"), ("1near", "ante"), ("1", "play"), ("1near", "play"), ("1", "pair-plus"),
    ]  # fmt: skip


def test_the_backline_is_asked_where_it_decides_for_itself() -> None:
    session = Session(backline_decides="asked")
    session.start({"seat.1": QUEENS, "dealer": "Qh 9h 6s"}, [box(1, backline=BEHIND)])
    awaiting = session.act(1, "fold")["awaiting"]
    assert (awaiting["seat"], awaiting["bettor"], awaiting["decision"]) == (1, "near", "decide")
    assert refusal(session, "round.act", round="r", seat=1, action="fold") == "wrong-seat"
    session.act(1, "play", 10, bettor="near")
    play = {"round": "r", "seat": 1, "bettor": "far", "action": "play", "wagers": {"play": 10}}
    assert refusal(session, "round.act", **play) == "insufficient-stack"
    state = session.act(1, "fold", bettor="far")
    assert rows(state) == [("1", "ante", 0), ("1far", "ante", 0), ("1near", "ante", 20), ("1near", "play", 20)]


def test_dealing_begins_at_the_left_of_the_bank() -> None:
    cards = {"seat.2": QUEENS, "seat.7": BEATEN, "dealer": "Qh 9h 6s"}
    state = Session().start(cards, [box(2), box(7)], 5)
    assert [card["to"] for card in state["dealt"]] == ["seat.7"] * 3 + ["seat.2"] * 3 + ["dealer"] * 3
    assert state["awaiting"]["seat"] == 7
    assert state["views"]["seat.2"] == {"seat.2": QUEENS.split(), "seat.7": ["??"] * 3, "dealer": ["??", "??", "6s"]}
    hidden = Session(third_card="hidden").start(cards, [box(2), box(7)], 5)
    assert hidden["views"]["seat.2"]["dealer"] == ["??"] * 3


@pytest.mark.parametrize("side", [True, False], ids=["a 6 Card Bonus lies", "nothing lies"])
def test_the_dealer_is_revealed_where_something_is_left_to_compare(side: bool) -> None:
    seats = [box(1, six_card_bonus=5) if side else box(1)]
    state = Session().play({"seat.1": QUEENS, "dealer": "Qh 9h 6s"}, seats, "f")
    assert (state["views"]["seat.1"]["dealer"] == ["Qh", "9h", "6s"]) is side
    assert ("dealer" in state["hands"]) is side


@pytest.mark.parametrize(
    ("turns", "declined", "due"),
    [("two", [], 3), ("one", [], 4), ("two", [3], 4), ("two", [3, 4], 6)],
    ids=["stays for two", "one each", "the holder passes", "and the next too"],
)
def test_the_bank_goes_round_the_table(turns: str, declined: list[int], due: int) -> None:
    for seat in (3, 4, 6):
        session = Session(bank_turns=turns)
        session.play({"seat.6": QUEENS, "dealer": "Qh 9h 6s"}, [box(6)], "f", 3)
        bank = {"seat": seat, "amount": 9, "declined": declined}
        seats = [box(other) for other in (3, 4, 6) if other != seat]
        if seat == due:
            session.ask("round.start", round="s", seats=seats, bank=bank)
        else:
            assert refusal(session, "round.start", round="s", seats=seats, bank=bank) == "bank"


def test_after_its_turns_the_bank_moves_on_and_void_rounds_are_no_turns() -> None:
    session, cards = Session(), {"seat.1": QUEENS, "dealer": "Qh 9h 6s"}
    session.play(cards, [box(1)], "f", 3)
    session.start(cards, [box(1)], 3)
    session.ask("round.abandon", round="r")
    session.play(cards, [box(1)], "f", 3)
    bank = {"seat": 3, "amount": 9, "declined": [1]}
    assert refusal(session, "round.start", round="s", seats=[box(1)], bank=bank) == "bank"
    session.ask("round.start", round="s", seats=[box(3)], bank={"seat": 1, "amount": 9})


LIMITS = {"ante": {"min": 10, "max": 50, "step": 5}, "position": {"max": 60}}
TOO_MANY_BEHIND = [{"bettor": name, "wagers": {"ante": 30}} for name in ("near", "far")]


@pytest.mark.parametrize(
    ("seats", "bank", "reason"),
    [
        ([box(1)], None, "bank"),
        ([box(1)], {"seat": 1, "amount": 9}, "bank"),
        ([box(1)], {"seat": 2, "amount": 0}, "bank"),
        ([box(1)], {"seat": 2, "amount": 9, "stack": 8}, "insufficient-stack"),
        ([], {"seat": 8, "amount": 9}, "seat-limit"),
        ([box(1), box(1)], {"seat": 8, "amount": 9}, "seat-limit"),
        ([box(9)], {"seat": 8, "amount": 9}, "seat-limit"),
        ([box(seat) for seat in range(1, 9)], {"seat": 8, "amount": 9}, "seat-limit"),
        ([box(1, 5)], {"seat": 8, "amount": 9}, "limits"),
        ([box(1, 12)], {"seat": 8, "amount": 9}, "limits"),
        ([box(1, 55)], {"seat": 8, "amount": 9}, "limits"),
        ([box(1, 10, backline=TOO_MANY_BEHIND)], {"seat": 8, "amount": 9}, "limits"),
        ([box(1, backline=[BEHIND[0], BEHIND[0]])], {"seat": 8, "amount": 9}, "relation"),
        ([box(1, six_card_bonus=11)], {"seat": 8, "amount": 9}, "relation"),
        ([{"seat": 1, "wagers": {"pair-plus": 10}}], {"seat": 8, "amount": 9}, "relation"),
        ([{"seat": 1, "wagers": {"ante": 10, "play": 10}}], {"seat": 8, "amount": 9}, "relation"),
        ([{"seat": 1, "wagers": {"ante": 10, "raise": 10}}], {"seat": 8, "amount": 9}, "unknown-wager"),
        ([box(1, stack=14, pair_plus=5)], {"seat": 8, "amount": 9}, "insufficient-stack"),
    ],
)
def test_what_may_not_start_is_refused(seats: list[Json], bank: Json | None, reason: str) -> None:
    session = Session(limits=LIMITS)
    banked = {} if bank is None else {"bank": bank}
    assert refusal(session, "round.start", round="r", seats=seats, **banked) == reason
    assert refusal(session, "round.replay", round="r") == "round-over"
    session.ask("round.start", round="r", seats=[box(1)], bank={"seat": 8, "amount": 9, "stack": 9})


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        ({"seat": 2, "action": "fold"}, "wrong-seat"),
        ({"seat": 1, "bettor": "near", "action": "fold"}, "wrong-seat"),
        ({"seat": 1, "action": "raise"}, "illegal-action"),
        ({"seat": 1, "action": "play"}, "relation"),
        ({"seat": 1, "action": "play", "wagers": {"play": 20}}, "relation"),
        ({"seat": 1, "action": "fold", "wagers": {"play": 10}}, "relation"),
        ({"seat": 1, "action": "play", "wagers": {"raise": 10}}, "unknown-wager"),
        ({"seat": 1, "action": "play", "wagers": {"play": 10}}, "insufficient-stack"),
    ],
)
def test_what_may_not_be_done_is_refused_and_changes_nothing(act: Json, reason: str) -> None:
    session = Session()
    session.start({"seat.1": QUEENS, "dealer": "Qh 9h 6s"}, [box(1, stack=19, backline=BEHIND)])
    before = session.ask("round.replay", round="r")
    assert refusal(session, "round.act", round="r", **act) == reason
    assert session.ask("round.replay", round="r") == before


def test_an_abandoned_round_gives_everything_back() -> None:
    session = Session()
    cards = {"seat.1": QUEENS, "seat.2": BEATEN, "dealer": "Qh 9h 6s"}
    bank = {"seat": 8, "amount": 100, "stack": 150}
    session.start(cards, [box(1, stack=90, pair_plus=5, backline=BEHIND), box(2)], bank)
    session.act(1, "play", 10)
    state = session.ask("round.abandon", round="r")
    assert all(row["returned"] == row["staked"] for row in state["ledger"]) and len(state["ledger"]) == 7
    assert state["bank"] == {"seat": 8, "staked": 100, "returned": 100}
    assert state["stacks"] == {"seat.1": 90, "seat.1.far": 19, "bank": 150}
    assert refusal(session, "round.act", round="r", seat=2, action="fold") == "round-over"
    assert refusal(session, "round.abandon", round="r") == "round-over"


@pytest.mark.parametrize("settle_by", ["seat", "wager"])
@pytest.mark.parametrize("cap", ["net", "losses", "gross"])
@pytest.mark.parametrize("cover", ["partial", "whole"])
@pytest.mark.parametrize("pool", ["one", "each-wager"])
def test_what_the_bank_wins_the_players_lose(settle_by: str, cap: str, cover: str, pool: str) -> None:
    session = Session(settle_by=settle_by, cap=cap, cover=cover, pool=pool)
    seats = [box(seat, 10 * seat, pair_plus=35, six_card_bonus=5, backline=BEHIND) for seat in range(1, 8)]
    for _ in range(50):
        session.engine.table.holder = None
        session.ask("round.start", round="r", seats=seats, bank={"seat": 8, "amount": 97, "stack": 97})
        for seat in range(1, 8):
            state = session.act(seat, "fold") if seat % 3 == 0 else session.act(seat, "play", 10 * seat)
        won = state["bank"]["returned"] - 97
        assert won == sum(row["staked"] - row["returned"] for row in state["ledger"])
        assert state["stacks"]["bank"] == 97 + won
        assert pool == "each-wager" or -97 <= won <= (97 if cap != "losses" else won)


def test_many_rounds_are_played_as_one_table() -> None:
    session = Session()
    seats = [box(1, pair_plus=10, six_card_bonus=10, backline=BEHIND[:1])]
    answer = session.ask("rounds.play", count=400, seats=seats, policy={"decide": "uniform"})
    played = [dict(zip(answer["columns"], row, strict=True)) for row in answer["rows"]]
    assert {row["seat.1.decide"] for row in played} == {"fold", "play"}
    for row in played:
        assert (row["seat.1.play.staked"] == 10) is (row["seat.1.decide"] == "play")
        cards = {place: " ".join(row[place][at : at + 2] for at in (0, 2, 4)) for place in ("seat.1", "dealer")}
        state = Session().play(cards, seats, row["seat.1.decide"][0])
        assert rows(state)[0] == ("1", "ante", row["seat.1.ante.returned"])


def test_hands_are_put_in_order_by_both_rankings() -> None:
    session = Session()
    three = [hand.split() for hand in ("Ah Kh Jh", "4s 3d 2c", "As 2d 3c", "Ks Ad 2h", "5s 5d 5c", "Kd As 2c")]
    answer = session.ask("hands.rank", ranking="three-card", hands=three)
    assert answer["classes"] == [[4], [1], [2], [0], [3, 5]]
    assert answer["categories"] == ["flush", "straight", "straight", "high-card", "three-of-a-kind", "high-card"]
    five = [hand.split() for hand in ("Ah Kh Jh Th 2h", "As Ks Qs Js Ts", "Ad 2c 3c 4c 5c", "2s 2d 3h 3d 3s")]
    answer = session.ask("hands.rank", ranking="poker", hands=five)
    assert answer["classes"] == [[1], [3], [0], [2]]
    assert answer["categories"] == ["flush", "royal-flush", "straight", "full-house"]


def test_a_deck_that_holds_a_card_twice_is_refused() -> None:
    params = {"round": "r", "seats": [box(1)], "bank": {"seat": 8, "amount": 9}}
    once, twice = ["As", "Ks", "Qs", "Js", "Ts", "9s", "8s"], ["As", "Ks", "Qs", "Js", "Ts", "9s", "As"]
    assert refusal(Session(), "round.start", **params, deck=twice) == "duplicate-card"
    assert Session().ask("round.start", **params, deck=once)["dealt"][0] == {"to": "seat.1", "card": "As"}
