"""`fairfelt explain` says what a requirement demands, where that stands, and how a round shows it."""

import re

import pytest

from fairfelt.rulesets.loader import list_games
from tests.cli_running import run


def test_without_an_id_every_requirement_is_listed_with_its_title(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "explain", "--game", "six-card-poker")
    assert ran.code == 0
    assert re.search(r"six-card-poker\.settle\.play\.tie +Play, tie: push", ran.out)
    assert "settle — what every wager is paid" in ran.out


def test_the_game_may_be_left_out_where_the_id_begins_with_it(capsys: pytest.CaptureFixture[str]) -> None:
    with_game = run(capsys, "explain", "settle.call.dealer-wins", "--game", "casino-holdem")
    without = run(capsys, "explain", "casino-holdem.settle.call.dealer-wins")
    assert with_game.code == without.code == 0
    assert with_game.out == without.out


def test_an_explanation_names_rule_source_conditions_round_and_commands(capsys: pytest.CaptureFixture[str]) -> None:
    told = run(capsys, "explain", "casino-holdem.settle.call.dealer-wins").out
    assert "Dealing Casino Holdem, section “Dealer Qualifies”: (b) A better dealer hand takes Ante and Call." in told
    assert "when      dealer is qualifies, showdown is lose" in told
    assert "then      call loses" in told
    assert "call 20 loses: nothing comes back, 0 (dealer-wins)" in told
    assert "--requirement casino-holdem.settle.call.dealer-wins" in told
    assert "Needs   stepwise, forced_deck" in told


def test_the_arithmetic_of_a_pay_line_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    told = run(capsys, "explain", "six-card-poker.settle.aces-up.stays/flush").out
    assert "pay line  flush: 8 to 1 (table 500-100-30-10-8-6-4-2-1, by player-hand)" in told
    assert "aces-up 10 wins 8 to 1: 10 × 8 = 80 and the stake of 10 comes back, 90 in all" in told


def test_cards_bear_signs_of_suits_unless_plain_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    name = "six-card-poker.settle.ante.fold"
    signed, plain = run(capsys, "explain", name).out, run(capsys, "explain", name, "--plain").out
    assert re.search(r"seat\.1 +\w+[♠♥♦♣]", signed)
    assert not re.search("[♠♥♦♣]", plain)
    assert re.search(r"seat\.1 +[2-9TJQKA][shdc] ", plain)


def test_what_was_tried_and_refused_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    told = run(capsys, "explain", "six-card-poker.refuse.decide/wrong-seat").out
    assert "seat 2: fold: refused, wrong-seat" in told


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("six-card-poker.settle.anet.fold",), "did you mean 'six-card-poker.settle.ante.fold'?"),
        (("six-card-pocker.settle.ante.fold",), "did you mean 'six-card-poker'?"),
        (("settle.ante.fold",), "--game GAME"),
        (("six-card-poker.settle.aces-up.fold-automatic/flush",), "choose --variant electronic"),
        (("six-card-poker.settle.aces-up.stays",), "six-card-poker.settle.aces-up.stays/flush"),
        ((), "explain --game"),
    ],
)
def test_an_id_that_is_not_there_is_a_usage_error_with_a_hint(
    arguments: tuple[str, ...], hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = run(capsys, "explain", *arguments)
    assert ran.code == 10
    assert hint in ran.err
    assert ran.out == ""


def test_a_requirement_of_another_variant_is_explained_under_it(capsys: pytest.CaptureFixture[str]) -> None:
    name = "six-card-poker.settle.aces-up.fold-automatic/flush"
    assert run(capsys, "explain", name, "--variant", "electronic").code == 0


def test_a_question_is_explained_by_a_round_in_which_it_is_put(capsys: pytest.CaptureFixture[str]) -> None:
    told = run(capsys, "explain", "six-card-draw.ask.after-exchange", "--plain").out
    assert "is asked “after-exchange”" in told
    assert "given up)" in told and "is a fee, and gone" in told


def test_arranged_cards_are_told_spot_by_spot_with_each_hand(capsys: pytest.CaptureFixture[str]) -> None:
    told = run(capsys, "explain", "holdem-1-3-6.settle.3x.wins", "--plain").out
    assert "seat 1: set, cards 1x " in told and "\n              hand-3x: " in told


def test_the_bank_is_told_with_its_money(capsys: pytest.CaptureFixture[str]) -> None:
    told = run(capsys, "explain", "three-card-poker-6-card-bonus.settle.play.dealer-wins", "--plain").out
    assert "seat 8: the bank of 1000000000 wins " in told


def test_each_family_is_listed_once_with_words(capsys: pytest.CaptureFixture[str]) -> None:
    for game in list_games():
        heads = [line for line in run(capsys, "explain", "--game", game).out.splitlines() if line[:1].strip()]
        assert len(heads) == len(set(heads)) and all(" — " in head for head in heads)
