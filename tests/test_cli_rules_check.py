"""`fairfelt rules check` proves and lints ruleset files; a damaged one gets one message: where, what, how to mend."""

import copy
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairfelt.conformance.cli.rules_check import check_file
from fairfelt.rulesets.compiler import compile_game
from fairfelt.rulesets.document import Document, read_document
from fairfelt.rulesets.errors import Flaw, RulesetError
from fairfelt.rulesets.lint import (
    misnamed_pay_tables,
    odds_id,
    redundant_conditions,
    results_without_a_deal,
    rising_odds,
    uncited_clauses,
    variants_without_a_table,
)
from fairfelt.rulesets.loader import HOME, load, load_file, validated
from fairfelt.rulesets.model import GameFile
from fairfelt.rulesets.rules import PayLine, PayTable, Result
from tests.cli_running import run

FILE = HOME / "games" / "six-card-poker.yaml"
TEXT = FILE.read_text(encoding="utf-8")
WHERE = re.compile(r"^game\.yaml:\d+:\d+: ", re.MULTILINE)


def damaged(folder: Path, *edits: tuple[str, str]) -> Path:
    """Write the game with edits; each must find its text."""
    text = TEXT
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "game.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_games_that_ship_are_sound(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "rules", "check")
    assert ran.code == 0
    assert ran.out.count(": sound: ") == len(ran.out.splitlines()) > 1


FOLD = "{when: {decide: fold}, ante: forfeit, cite: fold}"
DAMAGES = {
    "a missing row": ((f"    fold: {FOLD}\n", ""), "no row for: decide is fold"),
    "overlapping rows": (("dealer: fails, showdown: tie}", "dealer: fails, showdown: [tie, lose]}"), "both apply when"),
    "odds with a colon": (("straight: 6 to 1", "straight: 3:2"), "mend: write the odds as `3 to 2`"),
    "a repeated key": (("title: Six Card Poker", "title: A\ntitle: B"), "'title' stands twice"),
    "an unknown fact": (("showdown: win}", "shodown: win}"), "did you mean 'showdown'?"),
    "wagers that need each other": (("ante: {needed: true,", "ante: {needs: aces-up,"), "in a circle"),
    "a wager that no row settles": (
        ("  play: {by-action", "  extra: {cite: play}\n  play: {by-action"),
        "no row settles the wager 'extra'",
    ),
    "a tab": (("  ante: {needed", "\tante: {needed"), "is no YAML"),
    "a row that is a word": ((f"    fold: {FOLD}", "    fold: forfeit"), "settle.main.fold"),
    "a condition that is a list": (("{when: {decide: fold}", "{when: [decide]"), ""),
    "a result that is a number": (("ante: forfeit", "ante: 7"), "7 is no result"),
    "a result that is a mapping": (("ante: forfeit", "ante: {a: 1}"), "is no result"),
    "a citation that is a number": (("ante: forfeit, cite: fold", "ante: forfeit, cite: 5"), "5"),
    "a value that is a number": (("{when: {decide: fold}, ante", "{when: {decide: 5}, ante"), "5"),
    "an unknown ranking": (("best: poker", "best: pokr"), "did you mean 'poker'?"),
    "a floor that does not exist": (("{high-card: [A, K]}", "{pair: [A, A, A]}"), "A-A-A"),
    "an unknown key": (("title:", "titel: x\ntitle:"), "titel"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_one_message_with_line_and_mend(name: str, tmp_path: Path) -> None:
    edit, words = DAMAGES[name]
    problems = check_file(damaged(tmp_path, edit)).problems
    assert len(problems) == 1
    assert WHERE.match(str(problems[0]))
    assert words in str(problems[0])
    assert problems[0].mend


@pytest.mark.parametrize(
    "content", [b"", b"- a\n- b\n", b"\xff\xfe\x00\x01", b"fairfelt: 1", b"a: \x00", b"[" * 1000, None]
)
def test_what_is_no_game_at_all_is_one_message(
    content: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.yaml"
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    ran = run(capsys, "rules", "check", str(path))
    assert ran.code == 10
    assert ran.out.count("mend:") == 1 and ran.out.startswith("game.yaml")


def test_a_file_that_is_not_there_is_one_message_in_every_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "none.yaml")
    for arguments in (("rules", "show", path), ("explain", "--game", path), ("smoke", "reference", "--game", path)):
        ran = run(capsys, *arguments)
        assert ran.code == 10
        assert "none.yaml: can't be read" in ran.err
    assert run(capsys, "rules", "check", path).code == 10


def test_every_file_is_checked_though_an_earlier_one_is_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = run(capsys, "rules", "check", str(tmp_path / "none.yaml"), str(FILE))
    assert ran.code == 10
    assert "six-card-poker.yaml: sound" in ran.out


LINTED = {
    "a clause that is cited nowhere": (
        ("play: push, cite: ties}", "play: push, cite: wins}"),
        "the clause 'ties' of section “Usual Odds Payable” is cited nowhere",
    ),
    "a condition that decides nothing": (
        ("stays: {when: {decide: play}", "stays: {when: {decide: play, claim: not-asked}"),
        "the condition on 'claim' decides nothing",
    ),
    "a value that never comes": (
        ("fold-claimed: {when: {decide: fold,", "fold-claimed: {when: {decide: [fold, play],"),
        "decide is never 'play' where the other conditions hold",
    ),
    "odds that rise downwards": (("straight: 6 to 1", "straight: 9 to 1"), "straight pays more than flush above it"),
    "an id that is not the odds": (
        ("500-100-40-12-8-6-4-2-1:", "500-100-40-12-8-6-4-2-2:"),
        "the table '500-100-40-12-8-6-4-2-2' pays 500-100-40-12-8-6-4-2-1",
    ),
}


@pytest.mark.parametrize("name", LINTED)
def test_a_lint_finds_what_it_is_for(name: str, tmp_path: Path) -> None:
    edit, words = LINTED[name]
    problems = check_file(damaged(tmp_path, edit)).problems
    assert any(words in problem.what and WHERE.match(str(problem)) for problem in problems)


def test_a_reading_that_no_pay_table_fits_is_found() -> None:
    game = load("casino-holdem")
    tables = {"ante": game.pay_tables["ante"][:1]}
    assert not list(variants_without_a_table(game))
    found = list(variants_without_a_table(replace(game, pay_tables=tables)))
    assert [flaw.path for flaw in found] == [("options", "antewin")]


def test_a_result_that_the_cards_exclude_is_found(tmp_path: Path) -> None:
    """If the bar is any pair and the dealer's hand is the board, a player can't hold four of a kind below it."""
    text = (HOME / "games" / "casino-holdem.yaml").read_text(encoding="utf-8")
    text = text.replace('at-least: {pair: ["4"]}', 'at-least: {pair: ["2"]}').replace(
        "of: [dealer, board]", "of: [board]"
    )
    path = tmp_path / "game.yaml"
    path.write_text(text, encoding="utf-8")
    first = next(results_without_a_deal(load_file(path)))
    assert first.what == "no deal was found that reaches settle.ante.dealer-fails/four-of-a-kind"
    assert first.path[-1] == "four-of-a-kind"


@pytest.mark.parametrize(
    ("odds", "id_"),
    [
        ([100, 20, 1, 1, 1], "100-20-1"),
        ([40, 30, 6, 3, 1, None], "40-30-6-3-1"),
        ([5, 5, 1, None], "5-5-1"),
        ([Fraction(3, 2), 1], "3to2-1"),
        ([7, 7], "7"),
    ],
)
def test_the_id_of_a_pay_table_is_its_odds_from_the_top(odds: list[Fraction | int | None], id_: str) -> None:
    lines = tuple(
        PayLine(str(at), None, Result("lose") if paid is None else Result("win", Fraction(paid)))
        for at, paid in enumerate(odds)
    )
    assert odds_id(PayTable("x", "ante", "hand", lines, {}, False, ())) == id_


def test_a_prefix_names_an_extra_line_and_another_number_does_not() -> None:
    game = load("six-card-poker")
    table = game.pay_tables["aces-up"][0]

    def complaints(name: str) -> list[Flaw]:
        return list(misnamed_pay_tables(replace(game, pay_tables={"aces-up": (replace(table, id=name),)})))

    assert not complaints(f"mini-{table.id}")
    assert complaints(f"7-{table.id}")


WEIRD: list[Any] = [
    None,
    0,
    -1,
    10**20,
    True,
    "",
    "x",
    "lower",
    "1 to 0",
    "²³ to 1",
    "not-asked",
    "option.claim",
    [],
    [[]],
    {},
    [{}],
]
WEIRD += [{"a": 1}, {"a": {"b": [1]}}, [1], [None], {"": ""}, [["ante"]], {"pair": ["A", "A", "A"]}, ["1 to 1", "pays"]]
DOCUMENT = read_document(FILE)


def paths(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(found for key, value in entries for found in paths(value, (*path, key)))]


@settings(max_examples=60, deadline=None)
@given(path=st.sampled_from(paths(DOCUMENT.data)[1:]), value=st.sampled_from(WEIRD), drop=st.booleans())
def test_whatever_stands_anywhere_is_sound_or_one_flaw_with_a_mend(
    path: tuple[Any, ...], value: Any, drop: bool
) -> None:
    data = copy.deepcopy(DOCUMENT.data)
    around = data
    for key in path[:-1]:
        around = around[key]
    if drop:
        del around[path[-1]]
    else:
        around[path[-1]] = copy.deepcopy(value)
    document = Document("game.yaml", data, DOCUMENT.positions)
    game = load("six-card-poker")
    rankings = {hand.ranking.name: hand.ranking for hand in game.hands.values()}
    cited = [clause for tables in game.pay_tables.values() for table in tables for clause in table.clauses]
    clauses = {**game.clauses, **{clause.id: clause for clause in cited}}
    try:
        ruleset = compile_game(validated(document, GameFile), rankings, clauses, "")
    except (RulesetError, Flaw) as fault:
        assert fault.what and fault.mend
    else:
        found = [*uncited_clauses(ruleset, data), *redundant_conditions(ruleset), *rising_odds(ruleset)]
        assert all(flaw.what and flaw.mend for flaw in found)
