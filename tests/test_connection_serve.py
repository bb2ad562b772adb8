"""A Python engine served over standard streams behaves as an engine in any language must."""

import io
import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from fairfelt.conformance.connections import Fault, Refusal, Rejected, Result, connect
from fairfelt.conformance.connections.serve import main, serve
from fairfelt.conformance.connections.wire import MAX_LINE

HELLO = {"protocol": 1, "engine": {"name": "s", "version": "1"}, "games": [], "capabilities": {}}
SUITE = {"protocol": 1, "suite": {"name": "test", "version": "1"}}


def ask(method: str, params: dict[str, Any]) -> object:
    if method == "hello":
        print("hello to the casino")
        return HELLO
    if method == "round.abandon":
        raise Rejected("round-over", "long ago")
    if method == "round.replay":
        raise KeyError(params["round"])
    if method == "shuffle":
        return {"error": {"code": -32002, "message": "not yet"}}
    if method == "rng":
        return {"values": {1, 2}}
    return {}


def served(*lines: bytes, engine: Any = ask) -> list[Any]:
    out = io.BytesIO()
    serve(engine, io.BytesIO(b"".join(line + b"\n" for line in lines)), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def request(method: str, params: object, request_id: object = 1) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}).encode()


def test_a_right_request_gets_its_result() -> None:
    assert served(request("hello", SUITE, 7)) == [{"jsonrpc": "2.0", "id": 7, "result": HELLO}]


def test_a_field_from_a_newer_suite_is_ignored() -> None:
    assert "result" in served(request("hello", SUITE | {"mood": "good"}))[0]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"not json", -32700),
        (b"\xff", -32700),
        (b"[]", -32600),
        (b"7", -32600),
        (b'{"id": 1, "method": "bye"}', -32600),
        (b'{"jsonrpc": "2.0", "method": "bye"}', -32600),
        (b'{"jsonrpc": "2.0", "id": 1, "method": 7}', -32600),
        (request("round.stop", {}), -32601),
        (request("round.replay", []), -32602),
        (request("round.replay", {}), -32602),
        (request("hello", {"protocol": 1}), -32602),
        (request("hello", SUITE | {"protocol": 2}), -32004),
        (request("round.abandon", {"round": 1}), -32001),
        (request("shuffle", {"count": 1}), -32002),
        (request("round.replay", {"round": 1}), -32003),
        (request("rng", {"bytes": 1}), -32003),
        (b"x" * (MAX_LINE + 5), -32600),
    ],
)
def test_a_wrong_request_gets_its_error_and_the_next_one_is_served(line: bytes, code: int) -> None:
    first, second = served(line, request("hello", SUITE, 2))
    assert first["error"]["code"] == code
    assert first["error"]["message"]
    assert second == {"jsonrpc": "2.0", "id": 2, "result": HELLO}


def test_an_engine_that_can_not_be_built_is_an_answer() -> None:
    def build() -> object:
        raise RuntimeError("no table free")

    (reply,) = served(request("hello", SUITE), engine=build)
    assert reply["error"]["code"] == -32003
    assert reply["error"]["data"]["message"] == "RuntimeError: no table free"
    assert "Traceback" in reply["error"]["data"]["traceback"]


def test_bye_is_the_last_word() -> None:
    assert served(request("bye", {}), request("hello", SUITE)) == [{"jsonrpc": "2.0", "id": 1, "result": {}}]


def test_a_served_engine_is_an_outside_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "outside_engine.py").write_text(Path(__file__).read_text(encoding="utf-8"), encoding="utf-8")
    module = "fairfelt.conformance.connections.serve"
    connection = connect("cmd:" + shlex.join([sys.executable, "-m", module, "outside_engine:ask"]))
    assert connection.ask("hello", SUITE) == Result(HELLO)
    assert connection.ask("round.abandon", {"round": 1}) == Refusal(
        -32001, "round-over", "long ago", {"reason": "round-over"}
    )
    fault = connection.ask("round.replay", {"round": 1})
    assert isinstance(fault, Fault)
    assert (fault.kind, fault.message) == ("exception", "the engine caught an exception: KeyError: 1")
    assert "Traceback" in fault.detail
    connection.close()


def test_serving_nothing_gets_one_clear_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 10
    assert main(["no_such_engine:Engine"]) == 11
    usage, missing = capsys.readouterr().err.splitlines()
    assert usage.startswith("usage: ")
    assert missing.startswith("there is no Python module `no_such_engine`")
