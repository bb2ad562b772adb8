"""Games that don't ship, written in YAML alone: the same plans and checks judge them, whatever their mechanics."""

from pathlib import Path
from typing import Any

import pytest

from fairfelt.conformance.profiles import PROFILES
from fairfelt.conformance.reference import ReferenceEngine
from fairfelt.conformance.run import Order, run
from fairfelt.rulesets.choose import Rules, choose
from fairfelt.rulesets.loader import load

TINY = Path(__file__).parent / "rulesets" / "tiny"
FORMS, PACKS = TINY / "many-forms.yaml", TINY / "two-packs.yaml"


def rules_of(path: Path) -> Rules:
    return choose(load(str(path)), first_table=True)


def failing(spec: str, *only: str) -> set[str]:
    summary = run(Order(spec, rules_of(FORMS), PROFILES["ci"], only=tuple(f"many-forms.{name}" for name in only)))
    return {entry["id"].removeprefix("many-forms.") for entry in summary["requirements"] if entry["verdict"] == "fail"}


class PaysTheHighRaiseAsTheLow(ReferenceEngine):
    """A raise of four Antes that wins is paid as one of three."""

    def __init__(self) -> None:
        super().__init__({"many-forms": load(str(FORMS))})

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        answer = super().ask(method, params)
        antes = {row["seat"]: row["staked"] for row in answer.get("ledger", ()) if row["wager"] == "ante"}
        for row in answer.get("ledger", ()):
            if row["wager"] == "raise" and row["staked"] == 4 * antes[row["seat"]] and row["outcome"] == "win":
                row["returned"] -= antes[row["seat"]]
        return answer


class RefusesTheHighRaise(PaysTheHighRaiseAsTheLow):
    """Four Antes are offered, and refused when they are placed."""

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        if method == "round.act" and params.get("wagers", {}).get("raise", 0) % 3:
            return {"error": {"code": -32001, "message": "three only", "data": {"reason": "relation"}}}
        return ReferenceEngine.ask(self, method, params)


@pytest.mark.parametrize("path", [FORMS, PACKS], ids=["several multiples, pushes and halves", "two packs, no decision"])
def test_the_reference_engine_conforms_to_a_game_that_does_not_ship(path: Path) -> None:
    summary = run(Order("reference", rules_of(path), PROFILES["ci"]))
    assert {entry["id"]: entry["reason"] for entry in summary["requirements"] if entry["verdict"] != "pass"} == {}


def test_every_multiple_of_an_action_is_settled() -> None:
    spec = f"python:{__name__}:PaysTheHighRaiseAsTheLow"
    assert failing(spec, "settle.raise.win", "settle.raise.tie", "ask.decide") == {"settle.raise.win"}


def test_every_multiple_that_is_offered_is_taken() -> None:
    assert "ask.decide" in failing(f"python:{__name__}:RefusesTheHighRaise", "ask.decide")


class WrongOnItsOwn(ReferenceEngine):
    """Right on every forced deck; in rounds that it deals by itself a push is kept."""

    def __init__(self) -> None:
        super().__init__({"many-forms": load(str(FORMS))})

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        answer = super().ask(method, params)
        if method == "rounds.play":
            at = answer["columns"].index("seat.1.ante.returned")
            for row in answer["rows"]:
                row[at] = 0
        return answer


class PlaysNothingInBulk(WrongOnItsOwn):
    """Bulk rounds are claimed, and the answer has one round too few."""

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        answer = ReferenceEngine.ask(self, method, params)
        if method == "rounds.play":
            answer["rows"].pop()
        return answer


@pytest.mark.parametrize("engine", [WrongOnItsOwn, PlaysNothingInBulk])
def test_rounds_that_an_engine_deals_by_itself_are_settled_again(engine: type) -> None:
    spec = f"python:{__name__}:{engine.__name__}"
    assert failing(spec, "live.rounds-play", "settle.ante.win") == {"live.rounds-play"}


class RefusesAnteOfTwentyFive(WrongOnItsOwn):
    """One amount that the limits allow is refused."""

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        if method == "round.start" and any(seat["wagers"].get("ante") == 25 for seat in params["seats"]):
            return {"error": {"code": -32001, "message": "unlucky", "data": {"reason": "limits"}}}
        return ReferenceEngine.ask(self, method, params)


def test_a_refusal_of_what_is_allowed_counts_wherever_it_is_met() -> None:
    assert failing(f"python:{__name__}:RefusesAnteOfTwentyFive", "round.repeat", "settle.ante.win")
