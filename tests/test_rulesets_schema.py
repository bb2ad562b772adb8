"""The published JSON Schema is made from the models, and accepts what ships."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from fairfelt.rulesets.document import parse_document, read_document
from fairfelt.rulesets.loader import HOME
from fairfelt.rulesets.schema import SCHEMA_FILE, language_schema, schema_text
from tests.rulesets.samples import TINY, edited, shipped_text

SHIPPED = [file for folder in ("games", "rankings", "sources") for file in sorted((HOME / folder).glob("*.yaml"))]
OWN = [*sorted(TINY.glob("*.yaml")), *sorted(TINY.glob("*/*.yaml"))]
SIX = shipped_text("six-card-poker")


def faults(data: Any) -> list[str]:
    return [error.message for error in Draft202012Validator(language_schema()).iter_errors(data)]


def test_the_published_schema_is_what_the_models_give() -> None:
    assert SCHEMA_FILE.read_text(encoding="utf-8") == schema_text(), "run `python -m fairfelt.rulesets.schema`"


def test_the_schema_is_a_valid_schema() -> None:
    Draft202012Validator.check_schema(json.loads(schema_text()))


@pytest.mark.parametrize("file", [*SHIPPED, *OWN], ids=lambda file: f"{file.parent.name}/{file.name}")
def test_each_ruleset_file_fits_the_schema(file: Path) -> None:
    assert faults(read_document(file).data) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("fairfelt: 1", "fairfelt: 2"),
        ("deck: {packs: 1, cite: deck}", "deck: {packs: 9, cite: deck}"),
        ("deck: {packs: 1, cite: deck}", "deck: {packs: 1, cites: deck}"),
        ("{high-card: [A, K]}", "{high-card: [A, X]}"),
        ("straight: 5 to 1", "straight: 5 for 1"),
        ("from: dealers-left", "from: left"),
        ("times: [1]", "times: [0]"),
        ("show: [dealer]", "show: []"),
        ("aces-up: {needs", "Aces-Up: {needs"),
        ("title: Six Card Poker\n", ""),
    ],
)
def test_a_damaged_game_does_not_fit_the_schema(old: str, new: str) -> None:
    assert faults(parse_document(edited(SIX, old, new), "game.yaml").data)
