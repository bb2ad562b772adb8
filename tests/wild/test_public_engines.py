"""Public engines that nobody here wrote, judged from checkouts that environment variables name.

Without its checkout a test is listed as not run, with what to set. What is asserted was found by the suite without
being told: a certify run of the profile `ci`, and nothing else.
"""

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from fairfelt.conformance.profiles import PROFILES
from fairfelt.conformance.run import Order, run
from fairfelt.rulesets.choose import choose
from fairfelt.rulesets.loader import load

pytestmark = pytest.mark.wild

ADAPTERS = Path(__file__).parent / "adapters"
HOLDEM, DRAW, THREE_CARD = "casino-holdem", "six-card-draw", "three-card-poker-6-card-bonus"
OWN_TABLES = (("pair-plus", "40-30-6-3-1"), ("six-card-bonus", "1000-200-100-20-15-10-7"))


@dataclass(frozen=True)
class Subject:
    """An engine: the variable that names it, what the variable is to be set to, its adapter, and what it plays."""

    variable: str
    what: str
    adapter: str
    game: str = THREE_CARD
    tables: tuple[tuple[str, str], ...] = OWN_TABLES

    @property
    def command(self) -> str:
        file, *arguments = self.adapter.split()
        return " ".join(["cmd:" + f'"{sys.executable}"', f'"{ADAPTERS / file}"', *arguments])


def of_family(owner: str, repository: str) -> Subject:
    variable = f"FAIRFELT_{owner.upper().replace('-', '_')}_THREE_CARD_CLASSES"
    what = f"the folder of the compiled classes of {owner}/{repository}"
    return Subject(variable, what, f"three_card_family.py {owner}")


def judged(subject: Subject) -> dict[str, Any]:
    if not os.environ.get(subject.variable):
        pytest.skip(f"not run: set {subject.variable} to {subject.what}")
    return certified(subject)


@cache
def certified(subject: Subject) -> dict[str, Any]:
    rules = choose(load(subject.game), pay_tables=dict(subject.tables), first_table=True)
    return run(Order(subject.command, rules, PROFILES["ci"]))


def failing(summary: dict[str, Any]) -> set[str]:
    return {entry["id"].split(".", 1)[1] for entry in summary["requirements"] if entry["verdict"] == "fail"}


def told(summary: dict[str, Any], title: str) -> dict[str, Any]:
    return next(fault for fault in summary["faults"] if title in fault["title"])


def titles(summary: dict[str, Any]) -> list[str]:
    return [fault["title"] for fault in summary["faults"]]


def verdict(summary: dict[str, Any], requirement: str) -> str:
    return str(next(one["verdict"] for one in summary["requirements"] if one["id"].endswith(f".{requirement}")))


def findings(summary: dict[str, Any], requirement: str) -> Iterator[dict[str, Any]]:
    for entry in summary["requirements"]:
        if entry["id"].split(".", 1)[1] == requirement:
            yield from entry["findings"]


HAMNERBEN = Subject(
    "FAIRFELT_HAMNERBEN_CASINO_HOLDEM",
    "a checkout of hamnerben/CasinoHoldem",
    "hamnerben_casino_holdem.py",
    HOLDEM,
    (("ante", "100-20-10-3-2-1"),),
)
LUANKAT0 = Subject(
    "FAIRFELT_LUANKAT0_CASINO_HOLDEM",
    "a checkout of luankat0/casino-holdem",
    "luankat0_casino_holdem.py",
    HOLDEM,
    (("ante", "100-20-10-3-2-1"),),
)


def is_wheel(finding: dict[str, Any]) -> bool:
    """Say whether a best hand of the round that is shown runs from the ace to the five."""
    best = [hand["cards"] for hands in finding["shown"]["hands"].values() for hand in hands.values()]
    return any({card[0] for card in cards} == set("A2345") for cards in best)


ANTE_LINES = ("royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "lower")


def test_hamnerben_loses_every_comparison_inside_one_category() -> None:
    summary = judged(HAMNERBEN)
    fault = told(summary, "compared wrongly: showdown")
    assert "as if showdown were “lose” where the cards say “win”" in fault["looks_like"]
    categories = ("pair", "two-pair", "flush", "full-house")
    assert {f"compare.showdown/{category}" for category in categories} <= failing(summary)


def test_hamnerben_only_returns_the_ante_when_the_dealer_does_not_qualify() -> None:
    summary = judged(HAMNERBEN)
    assert {f"settle.ante.dealer-fails/{line}" for line in ANTE_LINES} <= failing(summary)
    assert told(summary, "Settled wrongly: dealer fails")["looks_like"] == "as if the wager had pushed"


def test_hamnerben_takes_two_low_pairs_for_no_qualifying_hand() -> None:
    summary = judged(HAMNERBEN)
    assert "floor.dealer" in failing(summary)
    assert "as if dealer were “fails” where the cards say “qualifies”" in told(summary, "bar for hands")["looks_like"]


def test_hamnerben_takes_the_suited_wheel_for_less_than_a_straight_flush() -> None:
    summary = judged(HAMNERBEN)
    assert any(is_wheel(finding) for finding in findings(summary, "settle.ante.player-wins/straight-flush"))


def test_hamnerben_pays_a_flush_above_a_straight_as_a_straight_flush() -> None:
    titles = [fault["title"] for fault in judged(HAMNERBEN)["faults"]]
    assert "Paid by the wrong line of the pay table: ante, flush as straight-flush" in titles


def test_luankat0_pays_every_win_two_antes_in_all() -> None:
    summary = judged(LUANKAT0)
    assert {f"settle.ante.player-wins/{line}" for line in ANTE_LINES} <= failing(summary)
    assert "settle.call.dealer-fails" in failing(summary)
    assert "settle.call.player-wins" not in failing(summary)


def test_luankat0_tests_the_highest_card_and_not_the_pair() -> None:
    summary = judged(LUANKAT0)
    assert "floor.dealer" in failing(summary)
    assert "as if dealer were “qualifies” where the cards say “fails”" in told(summary, "bar for hands")["looks_like"]


def test_luankat0_compares_sorted_cards_and_not_groups() -> None:
    assert {"compare.showdown/pair", "compare.showdown/two-pair"} <= failing(judged(LUANKAT0))


def test_luankat0_counts_the_wheel_ace_high() -> None:
    summary = judged(LUANKAT0)
    assert "compare.showdown/straight" in failing(summary)
    assert any(is_wheel(finding) for finding in findings(summary, "compare.showdown/straight"))


def test_an_engine_that_cannot_set_limits_is_not_judged_by_them() -> None:
    for engine in (HAMNERBEN, LUANKAT0):
        summary = judged(engine)
        limits = {entry["verdict"] for entry in summary["requirements"] if entry["family"] == "limit"}
        assert limits == {"blocked"}


CHAT_STOCK = Subject(
    "FAIRFELT_MOITHAS_CHAT_STOCK",
    "a checkout of Moithas/Chat-Stock",
    "chat_stock_three_card_poker.py",
    tables=(("pair-plus", "40-30-6-4-1"), ("six-card-bonus", "1000-200-50-25-20-10-5")),
)
NULLSOCIETY = Subject(
    "FAIRFELT_HAPPYBIGMTN_NULLSOCIETY_PROGRAM",
    "the program that adapters/nullsociety.rs and a checkout of happybigmtn/nullsociety are built to",
    "nullsociety_three_card_poker.py",
)
JW3154 = Subject(
    "FAIRFELT_JW3154_THREE_CARD_POKER", "a checkout of JW-3154/three-card-poker", "jw3154_three_card_poker.py"
)
MICHELLE1818 = Subject(
    "FAIRFELT_MICHELLE1818_THREE_CARD_POKER",
    "a checkout of michelle1818/python-three-card-poker",
    "michelle1818_three_card_poker.py",
)
JUSTINRC10 = Subject(
    "FAIRFELT_JUSTINRC10_THREE_CARD_POKER",
    "a checkout of justinrc10/threecardpoker",
    "justinrc10_three_card_poker.py",
    tables=(("pair-plus", "40-30-5-4-1"), OWN_TABLES[1]),
)
LUIZHTM = Subject(
    "FAIRFELT_LUIZHTM_THREE_CARD_POKER",
    "a checkout of luizhtm/three-card-poker-simulator",
    "luizhtm_three_card_poker.py",
)
HARSOHAILB = Subject(
    "FAIRFELT_HARSOHAILB_THREE_CARD_JUDGER",
    "a checkout of harsohailB/three-card-poker-judger",
    "harsohailb_three_card_judger.py",
)
RULEZZZ1987 = Subject(
    "FAIRFELT_RULEZZZ1987_RUSSIAN_POKER_CLASSES",
    "the folder of the compiled classes of RuLeZzz1987/RussianPoker",
    "rulezzz1987_russian_poker.py",
    DRAW,
    (),
)
HOANGNGO_SUDO = of_family("hoangngo-sudo", "ThreeCardPoker")
TWEBBER03 = of_family("twebber03", "Three-Card-Poker-CS-342")
DARIUSGRASSI = of_family("dariusgrassi", "ThreeCardPokerGame")
AKASHMAGNADIA = of_family("akashmagnadia", "ThreeCardPoker")
RGUPTA0218 = of_family("rgupta0218", "ThreeCardPoker")
SAAHIL_S = of_family("saahil-s", "ThreeCardPokerGame")
ANADEEM717 = of_family("anadeem717", "3-Card-Poker")
WONDAMONSTAA = of_family("Wondamonstaa", "Three-Card-Poker")

ON_HANDS = ("compare", "floor", "hands", "chance")


@pytest.mark.parametrize("subject", [CHAT_STOCK, NULLSOCIETY], ids=lambda one: one.adapter)
def test_pair_plus_that_is_paid_after_a_fold_is_found(subject: Subject) -> None:
    summary = judged(subject)
    assert "settle.pair-plus.fold" in failing(summary)
    fault = told(summary, "Settled wrongly: fold (pair-plus)")
    assert fault["looks_like"] == "as if the wager were paid by its table all the same"


@pytest.mark.parametrize("subject", [CHAT_STOCK, NULLSOCIETY], ids=lambda one: one.adapter)
def test_a_six_card_bonus_above_the_ante_that_is_taken_is_found(subject: Subject) -> None:
    assert "relation.six-card-bonus/at-most" in failing(judged(subject))


def test_chat_stock_takes_side_bets_below_their_least() -> None:
    assert {"limit.pair-plus/below-min", "limit.six-card-bonus/below-min"} <= failing(judged(CHAT_STOCK))


def test_nullsociety_records_of_a_fold_that_the_dealer_does_not_qualify() -> None:
    summary = judged(NULLSOCIETY)
    assert {name for name in failing(summary) if name.startswith("hands.")} == {"hands.dealer-hand"}
    wrong = findings(summary, "hands.dealer-hand")
    assert {finding["actual"] for finding in wrong} == {"the engine says that it fails"}


def test_jw3154_never_takes_the_play_from_the_balance() -> None:
    summary = judged(JW3154)
    assert "money.stacks" in failing(summary)
    assert not {name for name in failing(summary) if name.startswith("settle.play")}


@pytest.mark.parametrize("subject", [CHAT_STOCK, NULLSOCIETY, JW3154], ids=lambda one: one.adapter)
def test_an_ante_bonus_is_told_as_what_it_is_and_nothing_is_said_against_the_reading_of_hands(subject: Subject) -> None:
    summary = judged(subject)
    bonus = told(summary, "The ante is paid a bonus that the rules do not have")
    assert "straight flush 5 to 1" in bonus["title"]
    assert bonus["title"].endswith("straight 1 to 1")
    assert verdict(summary, "hands.rank-three-card") == "pass"
    wrong = {name for name in failing(summary) if name.split(".")[0] in ON_HANDS}
    assert wrong <= {"hands.dealer-hand"}  # what one of them records of a fold


def test_an_engine_of_other_tables_is_told_which_to_choose() -> None:
    (fault,) = judged(replace(CHAT_STOCK, tables=OWN_TABLES))["faults"]
    assert fault["first"]["actual"].endswith("which is 40-30-6-4-1: choose that for this engine")


def test_wagers_that_an_engine_does_not_have_leave_the_rest_to_be_judged() -> None:
    summary = judged(MICHELLE1818)
    assert verdict(summary, "settle.ante.player-wins") == "pass"
    assert verdict(summary, "settle.pair-plus.stays/flush") == "blocked"


@pytest.mark.parametrize("subject", [MICHELLE1818, JUSTINRC10], ids=lambda one: one.adapter)
def test_an_ace_high_straight_that_counts_as_the_lowest_is_found(subject: Subject) -> None:
    summary = judged(subject)
    assert {"hands.rank-three-card", "compare.showdown/straight"} <= failing(summary)
    assert "Ac Kd Qh (straight, A) beats Kc Qd Jh (straight, K)" in misordered(summary)


def test_justinrc10_loses_every_pair_plus() -> None:
    lines = ("straight-flush", "three-of-a-kind", "straight", "flush", "pair")
    assert {f"settle.pair-plus.stays/{line}" for line in lines} <= failing(judged(JUSTINRC10))


def test_justinrc10_takes_two_antes_from_a_lower_hand_than_that_of_a_dealer_who_fails() -> None:
    assert {"settle.ante.dealer-fails", "settle.play.dealer-fails"} <= failing(judged(JUSTINRC10))


def misordered(summary: dict[str, Any]) -> list[str]:
    ranked = next(one for one in summary["requirements"] if ".hands.rank-" in one["id"])
    return [finding["expected"] for finding in ranked["findings"]]


def looks(summary: dict[str, Any]) -> str:
    return str(told(summary, "Hands are ranked wrongly")["looks_like"])


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        (HOANGNGO_SUDO, "4d 3h 2s (straight, 4) beats As 3c 2d (straight, 3)"),
        (TWEBBER03, "3d 3h 2s (pair, 3 2) beats 2c 2d Ah (pair, 2 A)"),
        (SAAHIL_S, "3d 3h 2s (pair, 3 2) beats 2c 2d Ah (pair, 2 A)"),
        (HARSOHAILB, "3d 3h 2s (pair, 3 2) beats 2c 2d Ah (pair, 2 A)"),
        (RGUPTA0218, "3d 3h 2s (pair, 3 2) beats 2c 2d Ah (pair, 2 A)"),
        (ANADEEM717, "5c 3c 2c (flush, 5 3 2) beats As Ac Kd (pair, A K)"),
        (ANADEEM717, "As 3c 2d (straight, 3) beats As Ks Js (flush, A K J)"),
        (AKASHMAGNADIA, "6c 3d 2h (high-card, 6 3 2) beats 5c 4d 2h (high-card, 5 4 2)"),
        (LUIZHTM, "5c 4c 2c (flush, 5 4 2) beats 5c 3c 2c (flush, 5 3 2)"),
    ],
    ids=lambda value: value.adapter if isinstance(value, Subject) else "",
)
def test_hands_that_an_engine_puts_in_another_order_are_named(subject: Subject, expected: str) -> None:
    assert expected in misordered(judged(subject))


def test_hoangngo_sudo_counts_the_wheel_ace_high_and_does_nothing_else_wrong() -> None:
    (fault,) = judged(HOANGNGO_SUDO)["faults"]
    assert fault["findings"] == 2
    assert "4d 3d 2d (straight-flush, 4) beats As 3s 2s (straight-flush, 3)" in misordered(judged(HOANGNGO_SUDO))


@pytest.mark.parametrize("subject", [DARIUSGRASSI, RGUPTA0218], ids=lambda one: one.adapter)
def test_a_comparison_with_the_qualifier_in_it_takes_all_lower_hands_for_one(subject: Subject) -> None:
    said = looks(judged(subject))
    assert "as if every hand from high-card, 5 3 2 up to high-card, J T 8 were as good as another" in said
    assert "as if every hand from pair, 2 3 up to pair, 2 J were as good as another" in said


def test_wondamonstaa_codes_straight_flushes_as_straights() -> None:
    fault = told(judged(WONDAMONSTAA), "Hands are ranked wrongly")
    assert fault["last"]["actual"] == "named straight"


def test_rulezzz1987_takes_all_hands_below_ace_king_for_no_game_and_is_right_otherwise() -> None:
    (fault,) = judged(RULEZZZ1987)["faults"]
    assert fault["findings"] == 1
    assert "up to high-card, A Q J T 9 were as good as another" in fault["looks_like"]
