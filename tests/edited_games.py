"""Games with one place changed, named by its path, and what the compiler says of them."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from fairfelt.rulesets.compiler import compile_game
from fairfelt.rulesets.document import parse_document
from fairfelt.rulesets.errors import Flaw, Path
from fairfelt.rulesets.loader import _rankings, _sources
from fairfelt.rulesets.model import GameFile
from fairfelt.rulesets.rules import Ruleset
from tests.rulesets.samples import TINY, shipped_text, tiny_text

GONE = object()
"""Takes a place out."""
Game = dict[str, Any]


def game(name: str) -> Game:
    """Give a shipped game, or one of those that are made for tests, as data that may be changed."""
    text = tiny_text(name) if (TINY / f"{name}.yaml").exists() else shipped_text(name)
    data: Game = json.loads(json.dumps(parse_document(text, "game.yaml").data))
    return data


def changed(data: Game, edits: Mapping[Path, Any]) -> Game:
    """Set each of these places to its value, and take out those that are GONE."""
    data = json.loads(json.dumps(data))
    for path, value in edits.items():
        place: Any = data
        for part in path[:-1]:
            place = place[part]
        if value is GONE:
            del place[path[-1]]
        else:
            place[path[-1]] = value
    return data


def model_of(data: Game) -> GameFile:
    return GameFile.model_validate(data)


def compiled(data: Game) -> Ruleset:
    folders = (TINY.parent, TINY)
    rankings = {name: ranking for name, (_, ranking) in _rankings(folders).items()}
    return compile_game(model_of(data), rankings, _sources(folders)[1], "canonical")


def flaw_in(data: Game) -> Flaw:
    """Give the flaw for which a game is refused; each says what is wrong, and how to mend it."""
    with pytest.raises(Flaw) as caught:
        compiled(data)
    assert isinstance(caught.value.what, str) and isinstance(caught.value.mend, str)
    return caught.value
