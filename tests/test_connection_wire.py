"""Whatever an engine writes, reading it gives an answer and never an exception."""

import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fairfelt.conformance.connections import Fault, Refusal, Result, Timeouts
from fairfelt.conformance.connections.pipes import Lines, LineTooLong, Unasked
from fairfelt.conformance.connections.wire import MAX_LINE, read_answer, request_line

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
CODE = st.sampled_from([-32001, -32002, -32003, -32004, -32601, 7]) | JSON
ENVELOPE = st.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": st.just("2.0") | JSON,
        "id": st.sampled_from([6, 7, 8, True, 7.0, "7", None]) | JSON,
        "result": JSON,
        "error": st.fixed_dictionaries({}, optional={"code": CODE, "message": JSON, "data": JSON}) | JSON,
        "more": JSON,
    },
)


def answer(**parts: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": 7} | parts).encode()


def assert_an_answer(line: bytes) -> None:
    given_back = read_answer(line, 7)
    assert isinstance(given_back, Result | Refusal | Fault)
    if isinstance(given_back, Fault):
        assert given_back.message.isprintable()


@given(st.binary())
def test_any_bytes_give_an_answer(line: bytes) -> None:
    assert_an_answer(line)


@given(st.text())
def test_any_text_gives_an_answer(line: str) -> None:
    assert_an_answer(line.encode("utf-8", "surrogatepass"))


@settings(suppress_health_check=[HealthCheck.too_slow])  # the first draw of text reads the tables of all characters
@given(ENVELOPE)
def test_anything_that_looks_like_an_answer_gives_an_answer(envelope: dict[str, Any]) -> None:
    assert_an_answer(json.dumps(envelope).encode())


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (b"", "garbled"),
        (b"seat 1 wins", "garbled"),
        (b"{} {}", "garbled"),
        (b'"result"', "garbled"),
        (b'{"jsonrpc": "2.0", "id": 7, "result": Infinity}', "garbled"),
        (b'{"id": 7, "result": {}}', "bad-message"),
        (b'{"jsonrpc": 2.0, "id": 7, "result": {}}', "bad-message"),
        (b'{"jsonrpc": "2.0", "result": {}}', "bad-message"),
        (answer(), "bad-message"),
        (answer(result={}, error={}), "bad-message"),
        (answer(result={}, extra=1), "bad-message"),
        (answer(outcome={}), "bad-message"),
        (answer(error="no"), "bad-message"),
        (answer(error={"code": -32001}), "bad-message"),
        (answer(error={"code": -32001.0, "message": ""}), "bad-message"),
        (answer(error={"code": -32001, "message": "", "data": "limits"}), "bad-message"),
        (answer(error={"code": -32001, "message": "", "data": {"reason": 7}}), "bad-message"),
        (answer(error={"code": -32001, "message": "", "why": ""}), "bad-message"),
        (answer(id=6, result={}), "wrong-id"),
        (answer(id=8, result={}), "wrong-id"),
        (answer(id="7", result={}), "wrong-id"),
        (answer(id=7.0, result={}), "wrong-id"),
        (answer(id=None, result={}), "wrong-id"),
        (answer(id=None, error={"code": -32700, "message": "what?"}), "unexpected-error"),
        (answer(error={"code": -32003, "message": "x"}), "exception"),
        (answer(error={"code": -32601, "message": "no such method"}), "unexpected-error"),
    ],
)
def test_each_broken_rule_of_the_wire_has_its_kind(line: bytes, kind: str) -> None:
    fault = read_answer(line, 7)
    assert isinstance(fault, Fault)
    assert fault.kind == kind


@pytest.mark.parametrize("code", [-32001, -32002, -32004])
def test_the_three_refusals_are_no_faults(code: int) -> None:
    assert read_answer(answer(error={"code": code, "message": "no"}), 7) == Refusal(code, None, "no", None)


def test_a_garbled_line_is_quoted_and_cut() -> None:
    fault = read_answer(b"a\x1b[31m" + b"x" * 1000, 7)
    assert isinstance(fault, Fault)
    assert "`a\\x1b[31mxxx" in fault.message
    assert fault.message.endswith("x…`")
    assert len(fault.message) < 300


def test_a_request_is_one_line_of_json_rpc() -> None:
    line = request_line(7, "round.replay", {"round": "x\ny"})
    assert line.count(b"\n") == 1
    assert json.loads(line) == {
        "jsonrpc": "2.0",
        "id": 7,
        "method": "round.replay",
        "params": {"round": "x\ny"},
    }


class Chunks:
    """A pipe that gives what it was told to."""

    def __init__(self, *chunks: bytes) -> None:
        self.chunks = list(chunks)

    def send(self, data: bytes, deadline: float) -> None:
        pass

    def receive(self, deadline: float) -> bytes:
        return self.chunks.pop(0)


@given(st.lists(st.binary(min_size=1, max_size=5)).map(lambda parts: [*parts, b"\n"]))
def test_a_line_is_whole_however_it_is_cut(chunks: list[bytes]) -> None:
    whole = b"".join(chunks)
    assert Lines(Chunks(*chunks)).exchange(b"", 1) == whole[: whole.index(b"\n") + 1]


def test_what_follows_a_line_is_not_the_next_answer() -> None:
    lines = Lines(Chunks(b"one\ntwo\n"))
    assert lines.exchange(b"", 1) == b"one\n"
    with pytest.raises(Unasked, match="nobody asked"):
        lines.exchange(b"", 1)


def test_a_line_may_have_8_mib_and_no_more() -> None:
    longest = b"x" * (MAX_LINE - 1) + b"\n"
    assert Lines(Chunks(longest[:100], longest[100:])).exchange(b"", 1) == longest
    with pytest.raises(LineTooLong):
        Lines(Chunks(b"x", longest)).exchange(b"", 1)


def test_the_time_limits_follow_the_method() -> None:
    limits = Timeouts(hello=1, step=2, bulk=3)
    assert [limits.limit(each) for each in ("hello", "configure", "round.act", "bye")] == [1, 2, 2, 2]
    assert {limits.limit(each) for each in ("rounds.play", "hands.rank", "shuffle", "rng")} == {3}
    assert (Timeouts().hello, Timeouts().step, Timeouts().bulk) == (30, 2, 60)


def test_an_engine_that_refuses_imports_nothing_heavy() -> None:
    code = (
        "import sys; from fairfelt.conformance.connections.rejected import Rejected; "
        "heavy = {'pydantic', 'pydantic_core', 'scipy', 'numpy', 'pytest'} & set(sys.modules); "
        "sys.exit(', '.join(heavy) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
