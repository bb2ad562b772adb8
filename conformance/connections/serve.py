"""Serve a Python engine over standard streams, so that it is an outside engine like one in any language.

python -m fairfelt.conformance.connections.serve MODULE:NAME
"""

import contextlib
import json
import sys
import traceback
from collections.abc import Callable
from typing import Any, BinaryIO, Final

from pydantic_core import from_json

from fairfelt.conformance.connections.answers import EngineUnreachable
from fairfelt.conformance.connections.objects import Ask, builder, find_engine
from fairfelt.conformance.connections.rejected import Rejected
from fairfelt.conformance.connections.wire import MAX_LINE, quote_line
from fairfelt.conformance.protocol.errors import (
    ENGINE_FAULT,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    PROTOCOL_MISMATCH,
    REJECTED,
)
from fairfelt.conformance.protocol.messages import PROTOCOL_VERSION
from fairfelt.conformance.protocol.methods import METHODS, check_params

UNREACHABLE: Final = 11
USAGE: Final = 10

_to_json: Final = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


def serve(engine_factory: Callable[..., Any], stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Answer requests until the input ends or `bye` was answered; nothing else ends it.

    What the engine prints meanwhile goes to standard error, where it disturbs no answer.
    """
    ask = _built_late(builder(engine_factory))
    with contextlib.redirect_stdout(sys.stderr):
        while line := stdin.readline(MAX_LINE + 1):
            if len(line) > MAX_LINE:
                _skip_line(line, stdin)
                reply, method = _error(None, INVALID_REQUEST, f"a line may have {MAX_LINE} bytes"), None
            elif not line.strip():
                continue
            else:
                reply, method = _reply(ask, line)
            try:
                stdout.write(reply)
                stdout.flush()
            except BrokenPipeError:
                return
            if method == "bye":
                return


def _built_late(build: Callable[[], Ask]) -> Ask:
    """Build the engine when it is first asked, so that a failure is an answer and not an end."""
    built: list[Ask] = []

    def ask(method: str, params: dict[str, Any]) -> object:
        if not built:
            built.append(build())
        return built[0](method, params)

    return ask


def _reply(ask: Ask, line: bytes) -> tuple[bytes, str | None]:
    try:
        request = from_json(line, allow_inf_nan=False)
    except ValueError as error:
        return _error(None, PARSE_ERROR, f"not JSON ({error}): {quote_line(line)}"), None
    request_id = request.get("id") if isinstance(request, dict) else None
    code, problem = _request_problem(request)
    if problem:
        return _error(request_id, code, problem), None
    method = request["method"]
    return _answer(ask, method, request.get("params", {}), request_id), method


def _answer(ask: Ask, method: str, params: dict[str, Any], request_id: Any) -> bytes:
    try:
        result = ask(method, params)
        if isinstance(result, dict) and "error" in result:
            error = result["error"]
            return _error(request_id, error["code"], error.get("message", ""), error.get("data"))
        return _line({"jsonrpc": "2.0", "id": request_id, "result": result})
    except Rejected as refusal:
        return _error(request_id, REJECTED, refusal.message, {"reason": refusal.reason})
    except (Exception, SystemExit) as error:
        message = traceback.format_exception_only(error)[-1].strip()
        trace = "".join(traceback.format_exception(error))
        return _error(request_id, ENGINE_FAULT, message, {"message": message, "traceback": trace})


def _request_problem(request: Any) -> tuple[int, str]:
    if not isinstance(request, dict):
        return INVALID_REQUEST, "a request must be an object"
    if request.get("jsonrpc") != "2.0":
        return INVALID_REQUEST, 'jsonrpc must be "2.0"'
    if type(request.get("id")) not in (int, str):
        return INVALID_REQUEST, "id must be a whole number or a text; there are no notifications"
    method, params = request.get("method"), request.get("params", {})
    if not isinstance(method, str):
        return INVALID_REQUEST, "method must be a text"
    if method not in METHODS:
        return METHOD_NOT_FOUND, f"there is no method {method!r}"
    if method == "hello" and isinstance(params, dict) and params.get("protocol", 1) != PROTOCOL_VERSION:
        return PROTOCOL_MISMATCH, f"this engine speaks protocol {PROTOCOL_VERSION}"
    return INVALID_PARAMS, check_params(method, params, allow_unknown=True) or ""


def _error(request_id: Any, code: int, message: str, data: Any = None) -> bytes:
    error = {"code": code, "message": message} | ({} if data is None else {"data": data})
    return _line({"jsonrpc": "2.0", "id": request_id, "error": error})


def _line(message: dict[str, Any]) -> bytes:
    return _to_json(message).encode() + b"\n"


def _skip_line(begin: bytes, stdin: BinaryIO) -> None:
    while begin and not begin.endswith(b"\n"):
        begin = stdin.readline(MAX_LINE)


def main(arguments: list[str]) -> int:
    """Serve the engine that the one argument names, and give an exit code."""
    if len(arguments) != 1:
        print("usage: python -m fairfelt.conformance.connections.serve MODULE:NAME", file=sys.stderr)
        return USAGE
    try:
        factory = find_engine(arguments[0])
    except EngineUnreachable as error:
        print(error, file=sys.stderr)
        return UNREACHABLE
    serve(factory, sys.stdin.buffer, sys.stdout.buffer)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
