"""An engine may keep a face-down card to itself, write `??`, and tell the card once it lies open."""

import pytest

from tests.helpers import HOLDEM, SIX, certify, ids, order_for

DRAW, THREE = "six-card-draw", "three-card-poker-6-card-bonus"
ENGINES = "python:tests.engines.covering:"


@pytest.mark.parametrize("game", [HOLDEM, SIX, THREE, DRAW])
def test_covered_cards_that_are_told_in_the_end_conform(game: str) -> None:
    summary = certify(order_for(f"{ENGINES}covers_its_cards", game))
    assert summary["verdict"] == "pass", ids(summary, "fail")


def test_covered_cards_that_turn_out_as_others_are_dealt_wrongly() -> None:
    summary = certify(order_for(f"{ENGINES}turns_up_others", HOLDEM, "deal.hole", "deal.flop"))
    assert ids(summary, "fail") == {"deal.hole"}
