"""JSON-RPC 2.0 lines: a request written, an answer read.

Every transport that carries text uses this module, so all of them blame an engine in the same words.
"""

from typing import Any, Final

from pydantic_core import from_json, to_json

from fairfelt.conformance.connections.answers import Answer, Fault, Refusal, Result, SuiteMessageError
from fairfelt.conformance.protocol.errors import ENGINE_FAULT, PROTOCOL_MISMATCH, REJECTED, UNSUPPORTED
from fairfelt.conformance.protocol.methods import printable, quote

MAX_LINE: Final = 8 * 1024 * 1024
MAX_QUOTE: Final = 200
MAX_SAID: Final = 500
"""Letters of an engine's own words in a sentence of ours."""
REFUSALS: Final = frozenset({REJECTED, UNSUPPORTED, PROTOCOL_MISMATCH})


def request_line(request_id: int, method: str, params: Any) -> bytes:
    """Write one request as a line; raise SuiteMessageError where JSON or the line's limit can't carry it."""
    try:
        body = to_json(params)
    except ValueError as error:
        raise SuiteMessageError(f"{method}: JSON can't carry the parameters: {error}") from error
    line = b'{"jsonrpc":"2.0","id":%d,"method":"%b","params":%b}\n' % (request_id, method.encode(), body)
    if len(line) > MAX_LINE:
        raise SuiteMessageError(f"{method}: the request has {len(line)} bytes, a line may have {MAX_LINE}")
    return line


def read_answer(line: bytes, request_id: int) -> Answer:
    """Read the answer to one request; whatever the line holds, this gives an Answer and never raises."""
    try:
        message = from_json(line, allow_inf_nan=False)
    except ValueError as error:
        return Fault("garbled", f"the line is not JSON ({error}): {quote_line(line)}")
    if type(message) is not dict:
        return Fault("garbled", f"the line is not a JSON object: {quote_line(line)}")
    if message.get("jsonrpc") != "2.0":
        return _bad('jsonrpc: must be "2.0"', line)
    if "id" not in message:
        return _bad(f"id: is missing; it must be that of the request, {request_id}", line)
    told_id = message["id"]
    # The type too: true equals 1, and 7.0 equals 7.
    if type(told_id) is not int or told_id != request_id:
        return _wrong_id(message, request_id, line)
    if len(message) == 3:
        if "result" in message:
            return Result(message["result"])
        if "error" in message:
            return read_error(message["error"], line)
    return _not_one_answer(message, line)


def read_error(error: Any, line: bytes) -> Answer:
    """Tell a refusal, which the rules of the protocol allow, from a fault."""
    problem = _error_problem(error)
    if problem:
        return _bad(problem, line)
    code, message, data = error["code"], error["message"], error.get("data")
    if code in REFUSALS:
        reason = (data or {}).get("reason")
        if reason is not None and not isinstance(reason, str):
            return _bad(f"error.data.reason: must be a text, got {quote(reason)}", line)
        return Refusal(code, reason, message, data)
    if code == ENGINE_FAULT:
        told = data or {}
        said, trace = told.get("message", message), told.get("traceback", "")
        return Fault("exception", f"the engine caught an exception: {printable(_text(said), MAX_SAID)}", _text(trace))
    told_as = f"the engine answered error {code}: {printable(message, MAX_SAID)}"
    return Fault("unexpected-error", told_as, quote(data, MAX_QUOTE))


def quote_line(line: bytes, limit: int = MAX_QUOTE) -> str:
    """Quote a line as printable text, cut to a length in characters."""
    text = line[: limit * 4].decode("utf-8", "backslashreplace").rstrip("\r\n")
    return f"`{printable(text, limit)}`"


def _bad(problem: str, line: bytes) -> Fault:
    return Fault("bad-message", f"the answer breaks the protocol: {problem}", quote_line(line))


def _wrong_id(message: dict[str, Any], request_id: int, line: bytes) -> Fault:
    told_id = message["id"]
    error = message.get("error")
    if told_id is None and isinstance(error, dict) and "code" in error:
        # An engine that can't read a request can't know its id.
        return Fault("unexpected-error", f"the engine could not read request {request_id}", quote_line(line))
    late = type(told_id) is int and 0 < told_id < request_id
    what = f"request {told_id} was answered late or twice" if late else f"got {quote(told_id)}"
    return Fault("wrong-id", f"id: must be that of the request, {request_id}; {what}", quote_line(line))


def _not_one_answer(message: dict[str, Any], line: bytes) -> Fault:
    if "result" in message and "error" in message:
        return _bad("result and error stand together; send one of them", line)
    if "result" not in message and "error" not in message:
        return _bad("neither result nor error is there; send one of them", line)
    extra = next(key for key in message if key not in ("jsonrpc", "id", "result", "error"))
    return _bad(f"{quote(extra)} is not a field of an answer; leave it out", line)


def _error_problem(error: Any) -> str | None:
    if type(error) is not dict:
        return f"error: must be an object, got {quote(error)}"
    if type(error.get("code")) is not int:
        return f"error.code: must be a whole number, got {quote(error.get('code'))}"
    if type(error.get("message")) is not str:
        return f"error.message: must be a text, got {quote(error.get('message'))}"
    if not isinstance(error.get("data"), dict | None):
        return f"error.data: must be an object, got {quote(error['data'])}"
    extra = next((key for key in error if key not in ("code", "message", "data")), None)
    return None if extra is None else f"error.{extra}: is not a field of an error; leave it out"


def _text(value: Any) -> str:
    return value if isinstance(value, str) else quote(value, MAX_QUOTE)
