"""Engines that play by the rules pass, whatever the variant, whoever wrote them, in whatever language."""

import shlex
from pathlib import Path

import pytest

from fairfelt.reports.shape import checked
from fairfelt.rulesets.choose import every_variant
from tests.helpers import HOLDEM, SIX, Summary, certify, node, order_for, rules_of, verdicts

ENGINES = Path(__file__).parent / "engines"
GAMES = (HOLDEM, SIX)


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
    assert_certified(certify(order_for("reference", game, profile="lab")))


@pytest.mark.parametrize(
    ("engine", "game"),
    [("casino_holdem_by_hand", HOLDEM), ("six_card_poker_by_hand", SIX)],
)
def test_an_engine_written_by_hand_conforms(engine: str, game: str) -> None:
    spec = f"python:tests.engines.{engine}:Engine"
    summary = certify(order_for(spec, game))
    assert set(verdicts(summary).values()) <= {"not-applicable"}
    assert summary["exit_code"] == 0


def test_an_engine_in_javascript_conforms() -> None:
    summary = certify(order_for(f"cmd:{shlex.join([*node(), str(ENGINES / 'casino_holdem_by_hand.js')])}", HOLDEM))
    assert set(verdicts(summary).values()) <= {"not-applicable"}
    assert summary["exit_code"] == 0



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
    summary = certify(order_for(spec, HOLDEM))
    assert set(verdicts(summary).values()) <= {"not-applicable"}
    assert (summary["exit_code"], summary["faults"]) == (0, [])
    assert len(source.read_text(encoding="utf-8").splitlines()) <= 120
