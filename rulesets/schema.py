"""Publish the JSON Schema of the three kinds of ruleset files, for editors and for readers without Python."""

import json
from pathlib import Path
from typing import Any

from fairfelt.rulesets.model import GameFile, RankingFile, SourceFile

SCHEMA_FILE = Path(__file__).with_name("schema.json")


def language_schema() -> dict[str, Any]:
    """Give one JSON Schema (2020-12) whose definitions are a game, a ranking and a source file."""
    definitions: dict[str, Any] = {}
    for model in (GameFile, RankingFile, SourceFile):
        schema = model.model_json_schema(mode="validation", ref_template="#/$defs/{model}")
        definitions.update(schema.pop("$defs", {}))
        definitions[model.__name__] = schema
    _close(definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "fairfelt ruleset files, language version 1",
        "anyOf": [{"$ref": f"#/$defs/{model.__name__}"} for model in (GameFile, RankingFile, SourceFile)],
        "$defs": dict(sorted(definitions.items())),
    }


def _close(schema: Any) -> None:
    """Refuse keys outside their pattern, as the models do; JSON Schema lets them pass unless told otherwise."""
    if isinstance(schema, dict):
        if "patternProperties" in schema:
            schema["additionalProperties"] = False
        for part in schema.values():
            _close(part)
    elif isinstance(schema, list):
        for part in schema:
            _close(part)


def schema_text() -> str:
    return json.dumps(language_schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    SCHEMA_FILE.write_text(schema_text(), encoding="utf-8")
