"""`fairfelt rules` lists and shows rules as words and as data."""

import json

import pytest

from fairfelt.rulesets.choose import choose
from fairfelt.rulesets.loader import list_games, load
from fairfelt.rulesets.schema import language_schema
from tests.cli_running import run


def test_the_list_names_every_game_with_its_choices(capsys: pytest.CaptureFixture[str]) -> None:
    told = run(capsys, "rules", "list").out
    for game in list_games():
        assert f"{game} — {load(game).title}" in told
    assert "option    claim: announced (default) or automatic" in told
    assert "aces-up=500-100-30-10-8-6-4-2-1 (default, printed by the document)" in told
    assert "ante=99-19-9-2-1 (only with antewin=adds)" in told


def test_the_list_as_data_has_readings_tables_and_odds(capsys: pytest.CaptureFixture[str]) -> None:
    games = {entry["game"]: entry for entry in json.loads(run(capsys, "rules", "list", "--json").out)}
    assert set(games) == set(list_games())
    claim = games["six-card-poker"]["options"]["claim"]
    assert claim["default"] == "announced" and set(claim["readings"]) == {"announced", "automatic"}
    table = games["six-card-poker"]["pay_tables"]["aces-up"][0]
    assert table["printed"] is True and table["id"] == "500-100-30-10-8-6-4-2-1"
    assert table["lines"]["royal-flush"] == "500:1" and table["lines"]["lower"] == "lose"
    bonus = games["casino-holdem"]["pay_tables"]["ante"][1]
    assert bonus["only"] == {"antewin": ["adds"]} and bonus["lines"]["lower"] == "nothing"


def test_a_sheet_tells_the_round_the_rows_and_the_exact_digest(capsys: pytest.CaptureFixture[str]) -> None:
    told = run(capsys, "rules", "show", "six-card-poker").out
    assert f"digest: {choose(load('six-card-poker')).digest}" in told
    assert "6 cards to each seat face down and the dealer (face up: 4, 5, 6)" in told
    assert "decide is play, dealer is fails, showdown is tie" in told
    assert "* announced (default): The player has to tell the dealer" in told


def test_a_sheet_leaves_out_what_the_choices_exclude(capsys: pytest.CaptureFixture[str]) -> None:
    live = run(capsys, "rules", "show", "six-card-poker").out
    electronic = run(capsys, "rules", "show", "six-card-poker", "--variant", "electronic").out
    assert "fold-unclaimed" in live and "fold-automatic" not in live
    assert "fold-automatic" in electronic and "fold-unclaimed" not in electronic


def test_there_is_no_digest_while_a_pay_table_is_open(capsys: pytest.CaptureFixture[str]) -> None:
    left_open = json.loads(run(capsys, "rules", "show", "casino-holdem", "--json").out)
    assert left_open["digest"] is None and left_open["open"] == ["ante"]
    table = "100-20-10-3-2-1"
    chosen = json.loads(run(capsys, "rules", "show", "casino-holdem", "--pay-table", f"ante={table}", "--json").out)
    assert chosen["open"] == []
    assert chosen["digest"] == choose(load("casino-holdem"), pay_tables={"ante": table}).digest


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("casino-holdm",), "casino-holdem"),
        (("six-card-poker", "--option", "claim=loud"), "announced, automatic"),
        (("six-card-poker", "--option", "claim"), "K=V"),
        (("six-card-poker", "--pay-table", "aces-up=500"), "no pay table of aces-up"),
        (("six-card-poker", "--variant", "lve"), "did you mean 'live'?"),
        (("three-card-poker-6-card-bonus", "--option", "cap=nonsense"), "net, losses, gross"),
        (("three-card-poker-6-card-bonus", "--pay-table", "ante=1-1"), "pair-plus, six-card-bonus"),
        (("holdem-1-3-6", "--pay-table", "six-card-bonus=1-2"), "1000-200-100-20-15-10-7"),
    ],
)
def test_a_wrong_choice_is_a_usage_error_with_a_hint(
    arguments: tuple[str, ...], hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = run(capsys, "rules", "show", *arguments)
    assert ran.code == 10
    assert hint in ran.err


def test_a_sheet_of_a_player_bank_tells_each_policy_and_what_no_regulator_confirmed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = run(capsys, "rules", "show", "three-card-poker-6-card-bonus", "--option", "cap=losses").out
    assert "seats 1 to 8, one of which banks" in told
    assert "option cap: Only what he loses. [not confirmed by a regulator]" in told
    assert "option bank-turns: After two hands.\n" in told
    assert "from the bank's left" in told


def test_a_sheet_of_draws_tells_fees_cards_boxes_and_evidence(capsys: pytest.CaptureFixture[str]) -> None:
    told = run(capsys, "rules", "show", "six-card-draw").out
    assert "a fee, paid by an action, not under these readings" in told
    assert "exchange (pays exchange of 2 × ante, gives up 1 card, draws 1 card)" in told
    assert "buy (pays buy of 1 × ante, draws 1 card, when box is light)" in told
    assert "the boxes of one guest: ante of one amount on each; at most 2 of them light, the others dark" in told
    assert "instead of its lowest-card, whose cards are then known as dealer-after" in told
    assert "Shown by records of other requirements\n  fold-collect  money.ledger" in told


def test_a_sheet_of_arranged_hands_tells_spots_groups_and_the_house_way(capsys: pytest.CaptureFixture[str]) -> None:
    told = run(capsys, "rules", "show", "holdem-1-3-6", "--option", "packets=every-position").out
    assert "set (arranges 2 cards at 1x, 2 cards at 3x, 2 cards at 6x)" in told
    assert "1x, 3x, 6x: of one amount, all of them or none" in told
    assert "the best 2 of dealer, by the ranking two-card; of equal cards the suits s h d c decide" in told
    assert "the best 5 of the hand house and board" in told
    assert "6 cards to every position face down" in told


def test_wagers_that_may_stand_alone_are_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    told = run(capsys, "rules", "show", "holdem-1-3-6", "--option", "base-wagers=any").out
    assert "1x, 3x, 6x: of one amount [" in told


def test_the_data_of_a_sheet_has_the_bank_and_the_evidence(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(run(capsys, "rules", "show", "three-card-poker-6-card-bonus", "--json").out)
    assert told["bank"]["cap"] == "net" and told["options"]["cap"]["unconfirmed"] is True
    assert told["options"]["bank-turns"]["unconfirmed"] is False
    assert told["evidence"]["chips"] == ["relation.stack"] and told["order"]["from"] == "left-of-bank"


def test_the_schema_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(run(capsys, "rules", "schema").out) == language_schema()


@pytest.mark.parametrize(
    "command",
    [
        ("engine", "reference"),
        ("explain",),
        ("requests",),
        ("smoke",),
        ("rules", "list"),
        ("rules", "show"),
        ("rules", "check"),
        ("rules", "schema"),
    ],
)
def test_the_help_of_every_command_has_an_example(command: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, *command, "--help")
    assert ran.code == 0
    assert "Example" in ran.out and f"fairfelt {' '.join(command)}" in ran.out
