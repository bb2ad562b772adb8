"""The published JSON Schema, made from the messages themselves so that the two can't drift apart."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter

from fairfelt.conformance.protocol.errors import (
    ENGINE_FAULT,
    PROTOCOL_MISMATCH,
    REASONS,
    REJECTED,
    UNSUPPORTED,
)
from fairfelt.conformance.protocol.messages import PROTOCOL_VERSION
from fairfelt.conformance.protocol.methods import METHODS
from fairfelt.conformance.protocol.state import State

PUBLISHED: Final = Path(__file__).with_name("schema.json")
DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
NOISE: Final = frozenset({"title", "discriminator"})


def protocol_schema() -> dict[str, Any]:
    """Give one JSON Schema for every line of the conversation, with each message under `$defs`.

    `METHOD.params` and `METHOD.result` name the messages of a method, `State` a round.
    """
    adapters: dict[str, TypeAdapter[Any]] = {"State": TypeAdapter(State)}
    for name, method in METHODS.items():
        adapters |= {f"{name}.params": method.params, f"{name}.result": method.result}
    roots, shared = TypeAdapter.json_schemas(
        [(name, "validation", adapter) for name, adapter in adapters.items()]
    )
    definitions = {name: _clean(schema) for (name, _), schema in roots.items()}
    definitions |= {name: _clean(schema) for name, schema in shared["$defs"].items()}
    for name in METHODS:
        if definitions[f"{name}.result"] == definitions["State"]:
            definitions[f"{name}.result"] = _ref("State")
    definitions |= {"request": _request(), "answer": _answer(), "error": _error()}
    return {
        "$schema": DIALECT,
        "title": f"fairfelt engine protocol, version {PROTOCOL_VERSION}",
        "description": "One line of the conversation: a request of the suite or an answer of the engine.",
        "oneOf": [_ref("request"), _ref("answer")],
        "$defs": dict(sorted(definitions.items())),
    }


def schema_text() -> str:
    """Write the schema as the published file has it."""
    return json.dumps(protocol_schema(), indent=2, ensure_ascii=False) + "\n"


def _clean(schema: Any) -> Any:
    """Drop what the generator adds for its own use, and close the objects whose keys have a pattern."""
    if isinstance(schema, list):
        return [_clean(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    # Under these keys stand names of ours, which may be called `title` as well.
    named = ("properties", "patternProperties", "$defs")
    cleaned = {
        key: {name: _clean(each) for name, each in value.items()} if key in named else _clean(value)
        for key, value in schema.items()
        if key not in NOISE and not (key == "default" and value is None)
    }
    if "patternProperties" in cleaned:
        cleaned.setdefault("additionalProperties", False)
    return cleaned


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}


def _object(properties: Mapping[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


def _request() -> dict[str, Any]:
    envelope = {"jsonrpc": {"const": "2.0"}, "id": {"type": "integer"}}
    return {
        "oneOf": [
            _object(envelope | {"method": {"const": name}, "params": _ref(f"{name}.params")})
            for name in METHODS
        ]
    }


def _answer() -> dict[str, Any]:
    envelope = {"jsonrpc": {"const": "2.0"}, "id": {"type": "integer"}}
    results = {"anyOf": [_ref(f"{name}.result") for name in METHODS]}
    return {"oneOf": [_object(envelope | {"result": results}), _object(envelope | {"error": _ref("error")})]}


def _error() -> dict[str, Any]:
    codes = {
        REJECTED: "rejected: a rule refused it, and the round is exactly as it was",
        UNSUPPORTED: "unsupported: a known gap",
        ENGINE_FAULT: "engine-fault: the adapter caught an exception; `data` has message and traceback",
        PROTOCOL_MISMATCH: "protocol-mismatch: another version of the protocol",
    }
    code = {"type": "integer", "description": "; ".join(f"{code} {text}" for code, text in codes.items())}
    reason = {"type": "string", "description": f"where rejected, one of {', '.join(REASONS)}"}
    data = {"type": "object", "properties": {"reason": reason}}
    return _object({"code": code, "message": {"type": "string"}, "data": data}, optional=("data",))


def main() -> int:
    """Write the published file again."""
    PUBLISHED.write_text(schema_text(), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
