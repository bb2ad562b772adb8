"""Every kind of damage to a game file gives one message: where, what, and how to mend it."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fairfelt.rulesets.document import read_document
from fairfelt.rulesets.errors import RulesetError
from fairfelt.rulesets.loader import list_games, load
from tests.rulesets.samples import GAMES, assert_refused, edited, line_of, load_text, shipped_text

HOLDEM, SIX = shipped_text("casino-holdem"), shipped_text("six-card-poker")
RIVER = "if: [{decide: call}, {option.all-fold: deal-out}], cite: river}"
TABLE = "500-100-30-10-8-5-4-2-1"


def refusal(text: str, folder: Path | None = None) -> RulesetError:
    with pytest.raises(RulesetError) as refused:
        load_text(text, folder)
    return refused.value


@pytest.mark.parametrize("game", GAMES)
def test_an_undamaged_game_loads(game: str) -> None:
    assert load_text(shipped_text(game)).game == game
    assert load(game) == load(game)
    assert game in list_games()


def damages() -> list[Any]:
    cases = read_document(Path(__file__).parent / "rulesets" / "damages.yaml").data
    return [pytest.param(game, case, id=name) for game, named in cases.items() for name, case in named.items()]


@pytest.mark.parametrize(("game", "case"), damages())
def test_one_damage_gives_one_message_on_the_line_of_the_damage(game: str, case: dict[str, Any]) -> None:
    damaged = edited(shipped_text(game), case["old"], case["new"])
    assert_refused(refusal(damaged), line_of(damaged, case.get("line", case["new"])), *case["says"])


@pytest.mark.parametrize("game", GAMES)
def test_each_citation_that_is_misspelt_is_refused_on_its_line(game: str) -> None:
    text = shipped_text(game)
    for at, found in enumerate(list(re.finditer(r"cite: \[?([a-z][a-z0-9-]+)", text))[::7]):
        damaged = f"{text[: found.start(1)]}x{at}{text[found.start(1) :]}"
        assert_refused(refusal(damaged), text[: found.start()].count("\n") + 1, "clause", found[1])


def test_a_row_that_looks_at_a_board_which_may_never_lie_is_refused() -> None:
    fold = "    fold: {when: {decide: fold}, ante: forfeit, cite: fold}\n"
    by_board = (
        "    fold-low: {when: {decide: fold, dealer: fails}, ante: forfeit, cite: fold}\n"
        "    fold-high: {when: {decide: fold, dealer: qualifies}, ante: lose, cite: fold}\n"
    )
    damaged = edited(HOLDEM, fold, by_board)
    assert_refused(refusal(damaged), line_of(damaged, "    fold-high"), "may never have been dealt", "dealer")


def test_the_same_row_is_sound_where_the_board_is_always_dealt() -> None:
    fold = "    fold: {when: {decide: fold}, ante: forfeit, cite: fold}\n"
    by_board = (
        "    fold-low: {when: {decide: fold, dealer: fails}, ante: forfeit, cite: fold}\n"
        "    fold-high: {when: {decide: fold, dealer: qualifies}, ante: lose, cite: fold}\n"
    )
    assert load_text(edited(edited(HOLDEM, fold, by_board), RIVER, RIVER[-14:].lstrip(", ")))


LAST = "straight: 5 to 1, three-of-a-kind: 4 to 1, two-pair: 2 to 1, pair-of-aces: 1 to 1, lower: lose}"


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("three-of-a-kind: 4 to 1, straight: 5 to 1, lower: lose}", "'straight' does not lie below 'three-of-a-kind'"),
        ("straight: 5 to 1, lower: lose, pair: 1 to 1}", "'pair' does not lie below 'lower'"),
        ("straight: 5 to 1, pair-of-aces: 1 to 1}", "what lower hands get"),
    ],
)
def test_pay_lines_go_down_and_end_with_lower(lines: str, words: str) -> None:
    damaged = edited(SIX, LAST, lines)
    assert_refused(refusal(damaged), line_of(damaged, lines), words)


def test_a_pay_table_may_leave_categories_out() -> None:
    assert load_text(edited(SIX, LAST, "pair-of-aces: 1 to 1, lower: lose}"))


def test_a_printed_table_stands_first_because_it_is_the_default() -> None:
    damaged = edited(SIX, f"      {TABLE}:\n", f"      {TABLE}:\n        printed: true\n")
    assert_refused(refusal(damaged), line_of(damaged, "    tables:"), "does not stand first")


def test_a_pay_table_that_no_row_uses_is_refused() -> None:
    damaged = SIX.replace("aces-up: pays", "aces-up: 1 to 1")
    assert_refused(refusal(damaged), line_of(damaged, "  aces-up:\n    hand"), "no row pays 'aces-up'")


def test_odds_with_halves_need_a_rounding_rule() -> None:
    damaged = edited(SIX, "straight: 5 to 1", "straight: 5 to 2")
    line = damaged[: damaged.index("straight: 5 to 2")].count("\n") + 1
    assert_refused(refusal(damaged), line, "part of a unit", "rounding")
    assert load_text(damaged + "\nrounding: {direction: down, cite: aces-up}\n").rounding == "down"


def test_a_game_that_does_not_ship_is_refused_by_name() -> None:
    with pytest.raises(RulesetError, match="no game that ships") as refused:
        load("casino-poker")
    assert "casino-holdem" in refused.value.mend


NEAR_WORDS = st.sampled_from(
    ["no", "3:2", "0", "[]", "{}", "~", "1.5", "not-asked", "seat", "win", "lose", "ante", "decide", "[[a]]", "lower"]
)
WHERE = st.integers(0, 10**6)


@st.composite
def damaged_texts(draw: st.DrawFn) -> str:
    """Draw a shipped game with one line lost, two lines swapped, one word changed, or its end cut off."""
    text = draw(st.sampled_from([HOLDEM, SIX]))
    lines, words = text.split("\n"), list(re.finditer(r"[\w.-]+", text))
    one, other = draw(WHERE), draw(WHERE)
    match draw(st.sampled_from(["delete", "swap", "word", "cut"])):
        case "delete":
            del lines[one % len(lines)]
            return "\n".join(lines)
        case "swap":
            here, there = one % len(lines), other % len(lines)
            lines[here], lines[there] = lines[there], lines[here]
            return "\n".join(lines)
        case "word":
            word = words[one % len(words)]
            near = draw(NEAR_WORDS | st.sampled_from([found[0] for found in words]))
            return text[: word.start()] + near + text[word.end() :]
        case _:
            return text[: one % len(text)]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(damaged_texts())
def test_any_one_edit_of_a_game_is_loaded_or_refused_at_a_line(text: str) -> None:
    try:
        load_text(text)
    except RulesetError as error:
        assert re.fullmatch(r"game\.yaml:\d+:\d+", error.where), error
        assert error.what, error
        assert error.mend, error
