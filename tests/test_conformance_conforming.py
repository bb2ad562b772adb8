"""Engines that play by the rules pass, whatever the variant, whoever wrote them, in whatever language."""

import shlex
from pathlib import Path

import pytest

from fairfelt.reports.shape import checked
from fairfelt.rulesets.choose import every_variant
from fairfelt.rulesets.loader import list_games
from tests.helpers import HOLDEM, SIX, Summary, certify, node, order_for, rules_of, verdicts

ENGINES = Path(__file__).parent / "engines"
GAMES = list_games()
BY_HAND = (
    ("casino_holdem_by_hand.py", HOLDEM),
    ("casino_holdem_by_hand.js", HOLDEM),
    ("six_card_poker_by_hand.py", SIX),
    ("three_card_poker_by_hand.py", "three-card-poker-6-card-bonus"),
    ("six_card_draw_by_hand.js", "six-card-draw"),
    ("holdem_1_3_6_by_hand.py", "holdem-1-3-6"),
)


def by_hand(engine: str) -> str:
    """Name an engine that was written by hand, in either language, as the suite takes it."""
    name, language = engine.split(".")
    return (
        f"python:tests.engines.{name}:Engine"
        if language == "py"
        else f"cmd:{shlex.join([*node(), str(ENGINES / engine)])}"
    )


def assert_conforms(summary: Summary) -> None:
    """An engine that can't do everything still passes all that it can be asked."""
    assert set(verdicts(summary).values()) <= {"not-applicable"}
    assert (summary["exit_code"], summary["faults"]) == (0, [])


def assert_certified(summary: Summary) -> None:
    assert verdicts(summary) == {}
    assert (summary["verdict"], summary["exit_code"], summary["faults"]) == ("pass", 0, [])
    checked(summary)


def variants() -> list[object]:
    found: list[object] = []
    for game in GAMES:
        for variant, options in every_variant(rules_of(game).ruleset):
            words = " ".join((variant or "default", *(f"{name}={value}" for name, value in options.items())))
            found.append(
                pytest.param(game, variant, options, id=f"{game} {words}", marks=pytest.mark.long if options else ())
            )
    return found


@pytest.mark.parametrize(("game", "variant", "options"), variants())
def test_the_reference_engine_conforms_in_every_variant(
    game: str, variant: str | None, options: dict[str, str]
) -> None:
    assert_certified(certify(order_for("reference", game, variant=variant, options=options)))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_the_reference_engine_conforms_to_what_a_lab_asks(game: str) -> None:
    summary = certify(order_for("reference", game, profile="lab"))
    assert verdicts(summary) == {"chance.bits": "not-applicable"}  # it gives numbers, and no bytes
    assert summary["verdict"] == "pass"


@pytest.mark.parametrize(("engine", "game"), BY_HAND)
def test_an_engine_written_by_hand_conforms(engine: str, game: str) -> None:
    assert_conforms(certify(order_for(by_hand(engine), game)))


@pytest.mark.long
@pytest.mark.parametrize(("engine", "game"), BY_HAND[3:])
def test_an_engine_written_by_hand_conforms_under_every_reading_that_it_knows(engine: str, game: str) -> None:
    for variant, options in every_variant(rules_of(game).ruleset):
        assert_conforms(certify(order_for(by_hand(engine), game, variant=variant, options=options)))


@pytest.mark.parametrize(("engine", "game"), [("casino_holdem_by_hand", SIX), ("six_card_poker_by_hand", HOLDEM)])
def test_an_engine_is_not_certified_for_a_game_that_it_lacks(engine: str, game: str) -> None:
    summary = certify(order_for(f"python:tests.engines.{engine}:Engine", game))
    assert set(verdicts(summary).values()) == {"blocked"}
    assert summary["exit_code"] == 2


@pytest.mark.parametrize("language", ["python", "javascript"])
def test_the_examples_that_vendors_copy_conform_in_at_most_120_lines(language: str) -> None:
    examples = Path(__file__).parents[1] / "conformance" / "examples"
    if language == "python":
        source, spec = examples / "python_engine.py", "python:fairfelt.conformance.examples.python_engine:Engine"
    else:
        source = examples / "javascript_engine.js"
        spec = f"cmd:{shlex.join([*node(), str(source)])}"
    assert_conforms(certify(order_for(spec, HOLDEM)))
    assert len(source.read_text(encoding="utf-8").splitlines()) <= 120
