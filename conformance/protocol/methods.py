"""The table of methods, and the one check of a message against it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from fairfelt.conformance.protocol import bulk, messages, state

QUOTED: Final = 80
PATH: Final = 200

PHRASES: Final = MappingProxyType(
    {
        "missing": "is missing; it must be sent",
        "extra_forbidden": "is not a field of this message; leave it out or correct its name",
        "string_type": "must be a text",
        "bool_type": "must be true or false",
        "list_type": "must be a list",
        "dict_type": "must be an object",
        "model_type": "must be an object",
        "model_attributes_type": "must be an object",
        "too_short": "must not be empty",
        "string_unicode": "must be text that UTF-8 can carry",
    }
)


@dataclass(frozen=True)
class Method:
    """Pair the two messages of a method."""

    params: TypeAdapter[Any]
    result: TypeAdapter[Any]


def _method(params: Any, result: Any) -> Method:
    return Method(TypeAdapter(params), TypeAdapter(result))


METHODS: Final[Mapping[str, Method]] = MappingProxyType(
    {
        "hello": _method(messages.HelloParams, messages.HelloResult),
        "configure": _method(messages.ConfigureParams, messages.ConfigureResult),
        "round.start": _method(messages.RoundStartParams, state.State),
        "round.act": _method(messages.RoundActParams, state.State),
        "round.abandon": _method(messages.RoundParams, state.State),
        "round.replay": _method(messages.RoundParams, state.State),
        "rounds.play": _method(bulk.RoundsPlayParams, bulk.RoundsPlayResult),
        "hands.rank": _method(bulk.HandsRankParams, bulk.HandsRankResult),
        "shuffle": _method(bulk.ShuffleParams, bulk.ShuffleResult),
        "rng": _method(bulk.RngParams, bulk.RngResult),
        "bye": _method(messages.Nothing, messages.Nothing),
    }
)

# Bound once: to reach the validator through its adapter costs as much as to check a small message.
_PARAMS: Final = {name: method.params.validator.validate_python for name, method in METHODS.items()}
_RESULTS: Final = {name: method.result.validator.validate_python for name, method in METHODS.items()}


def check_params(method: str, params: object, *, allow_unknown: bool = False) -> str | None:
    """Say in one sentence what is wrong with the parameters of a request, or None.

    With `allow_unknown`, fields that the protocol doesn't know are no error: engines ignore them.
    """
    validate = _PARAMS.get(method)
    if validate is None:
        return _unknown_method(method)
    try:
        validate(params)
    except ValidationError as error:
        found = error.errors(include_url=False)
        if allow_unknown:
            found = [each for each in found if each["type"] != "extra_forbidden"]
        return _sentence(found[0], "the parameters") if found else None
    return None


def check_result(method: str, result: object) -> str | None:
    """Say in one sentence what is wrong with the result of a method, or None."""
    validate = _RESULTS.get(method)
    if validate is None:
        return _unknown_method(method)
    try:
        validate(result)
    except ValidationError as error:
        return _sentence(error.errors(include_url=False)[0], "the result")
    if method == "rounds.play":
        return _ragged_row(result)
    return None


def quote(value: object, limit: int = QUOTED) -> str:
    """Write a value as JSON on one printable line, cut to a length in characters."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=repr)
    except (TypeError, ValueError, RecursionError):
        text = repr(value)
    return printable(text, limit)


def printable(text: str, limit: int) -> str:
    """Escape what would disturb a line of text, and cut it to a length in characters."""
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in cut)


def _unknown_method(method: str) -> str:
    return f"method: must be one of {', '.join(METHODS)}, got {quote(method)}"


def _ragged_row(result: Any) -> str | None:
    width = len(result["columns"])
    for index, row in enumerate(result["rows"]):
        if len(row) != width:
            return f"rows.{index}: must have {width} cells, one for each column, got {len(row)}"
    return None


def _sentence(error: ErrorDetails, whole: str) -> str:
    kind, context, path = error["type"], error.get("ctx", {}), error["loc"]
    if kind == "union_tag_not_found":
        # An answer that isn't an object has no tag either.
        if not isinstance(error["input"], dict):
            return f"{whole}: must be an object, got {quote(error['input'])}"
        return f"phase: {PHRASES['missing']}"
    if kind == "union_tag_invalid":
        return f"phase: must be {_choices(context['expected_tags'])}, got {quote(context['tag'])}"
    where = printable(".".join(str(part) for part in _real_path(path)), PATH) or whole
    if kind == "extra_forbidden" and path[0] in _PHASES and len(path) == 2:
        return f"{where}: is not a field of a round in phase `{path[0]}`; leave it out or correct its name"
    if kind in ("missing", "extra_forbidden"):
        return f"{where}: {PHRASES[kind]}"
    if kind == "literal_error":
        phrase = f"must be {_choices(context['expected'])}"
    else:
        phrase = error["msg"] if kind == "said" else PHRASES.get(kind, error["msg"])
    hint = "; leave the field out to say nothing" if error["input"] is None and path else ""
    return f"{where}: {phrase}, got {quote(error['input'])}{hint}"


def _choices(expected: str) -> str:
    return expected.replace("'", "`")


def _real_path(path: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """Drop the validator's own marks: the arm of a union at the front, `[key]` at the end."""
    if len(path) > 1 and path[0] in _PHASES | _RNG_FORMS:
        path = path[1:]
    return path[:-1] if path and path[-1] == "[key]" else path


_PHASES: Final = frozenset({"decision", "settled", "void"})
_RNG_FORMS: Final = frozenset({"Bytes", "Below"})
