"""An engine in a process of its own: each vice gives its fault, and the next question a right answer."""

import os
import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from fairfelt.conformance.connections import (
    Connection,
    EngineUnreachable,
    Fault,
    Refusal,
    Result,
    SuiteMessageError,
    Timeouts,
    connect,
)
from fairfelt.conformance.connections.child import Child
from fairfelt.conformance.connections.pipes import ThreadedPipe
from fairfelt.conformance.connections.wire import MAX_LINE, read_answer, request_line

MINIATURES = Path(__file__).parent / "engines" / "miniatures"
PATIENCE = Timeouts(hello=20, step=20, bulk=20)
HURRY = Timeouts(hello=20, step=0.3, bulk=20)
CONFIGURE = {"game": "none", "unit": "0.01"}
SUITE = {"protocol": 1, "suite": {"name": "test", "version": "1"}}

VICES = [
    ("prints_noise", "garbled", "`shuffling the cards`"),
    ("writes_endless_line", "garbled", f"longer than {MAX_LINE} bytes"),
    ("dies_in_mid_line", "crash", 'in the middle of the line `{"jsonrpc": "2.0", "id"`'),
    ("closes_its_output", "crash", "closed its streams without ending"),
    ("answers_wrong_id", "wrong-id", "got 4711"),
    ("answers_the_last_request", "wrong-id", "was answered late or twice"),
    ("forgets_jsonrpc", "bad-message", 'jsonrpc: must be "2.0"'),
    ("says_yes_and_no", "bad-message", "result and error stand together"),
    ("returns_floats", "bad-message", "ledger.0.returned: money must be a whole number, got 10.5"),
    ("unknown_field", "bad-message", "ledger.0.payout: is not a field"),
    ("tells_another_round", "bad-message", 'must be the one that was asked about, "vice", got "other"'),
    ("has_bugs", "exception", "no such seat"),
    ("invents_error_codes", "unexpected-error", "error -1: oops"),
]


def command(name: str, *arguments: str) -> list[str]:
    return [sys.executable, str(MINIATURES / f"{name}.py"), *arguments]


@contextmanager
def miniature(name: str, timeouts: Timeouts = PATIENCE, *arguments: str) -> Iterator[Connection]:
    connection = connect("cmd:" + shlex.join(command(name, *arguments)), timeouts)
    try:
        assert connection.ask("configure", CONFIGURE) == Result({})
        yield connection
    finally:
        connection.close()


def start(name: str = "vice") -> dict[str, Any]:
    return {"round": name, "seats": [{"seat": 1, "wagers": {"ante": 10}}]}


def heard(connection: Connection) -> str:
    answer = connection.ask("shuffle", {"count": 1})
    assert isinstance(answer, Result)
    return str(answer.value["source"])


def fault_of(connection: Connection) -> Fault:
    answer = connection.ask("round.start", start())
    assert isinstance(answer, Fault)
    assert answer.message.isprintable()
    return answer


def assert_works_again(connection: Connection) -> None:
    assert heard(connection) == "hello configure shuffle"
    assert isinstance(connection.ask("round.start", start("next")), Result)
    assert heard(connection) == "hello configure shuffle round.start shuffle"


@pytest.mark.parametrize(("name", "kind", "sentence"), VICES)
def test_a_vice_is_named_and_the_next_question_works(name: str, kind: str, sentence: str) -> None:
    with miniature(name) as connection:
        fault = fault_of(connection)
        assert fault.kind == kind
        assert sentence in fault.message
        assert_works_again(connection)


@pytest.mark.parametrize("name", ["well_behaved", "talks_on_stderr", "answers_in_crumbs"])
def test_what_is_allowed_is_no_fault(name: str) -> None:
    with miniature(name) as connection:
        for _ in range(3):
            assert isinstance(connection.ask("round.start", start()), Result)
        assert heard(connection) == "hello configure round.start round.start round.start shuffle"


def test_a_crash_tells_exit_code_and_last_words() -> None:
    with miniature("dies_in_third_round") as connection:
        assert isinstance(connection.ask("round.start", start()), Result)
        assert isinstance(connection.ask("round.start", start()), Result)
        fault = fault_of(connection)
        assert fault.kind == "crash"
        assert "exit code 3 instead of answering round.start" in fault.message
        assert "standard error ends with `the shoe is empty`" in fault.message
        assert "the shoe is empty" in fault.detail
        assert_works_again(connection)


@pytest.mark.skipif(os.name != "posix", reason="signals are a matter of POSIX")
def test_a_crash_by_a_signal_names_the_signal() -> None:
    with miniature("is_killed") as connection:
        assert "ended by SIGTERM" in fault_of(connection).message
        assert_works_again(connection)


def test_silence_is_a_hang_after_the_time_limit() -> None:
    with miniature("hangs", HURRY) as connection:
        fault = fault_of(connection)
        assert (fault.kind, fault.message) == ("hang", "no answer to round.start within 0.3 s")
        assert_works_again(connection)


def test_a_late_answer_is_never_taken_for_the_next_one() -> None:
    with miniature("answers_late", HURRY) as connection:
        assert fault_of(connection).kind == "hang"
        answer = connection.ask("round.start", start("next"))
        assert isinstance(answer, Result)
        assert answer.value["round"] == "next"
        time.sleep(0.5)
        assert heard(connection) == "hello configure round.start shuffle"


def test_a_second_answer_is_found_with_the_next_question() -> None:
    with miniature("answers_twice") as connection:
        assert isinstance(connection.ask("round.start", start()), Result)
        answer = connection.ask("shuffle", {"count": 1})
        assert isinstance(answer, Fault)
        assert answer.kind in ("garbled", "wrong-id")
        assert_works_again(connection)


def test_an_engine_that_stops_reading_can_not_block_the_suite() -> None:
    with miniature("stops_reading", HURRY) as connection:
        assert isinstance(connection.ask("round.start", start()), Result)
        big = start("big") | {"deck": ["As"] * 200_000}
        answer = connection.ask("round.start", big)
        assert isinstance(answer, Fault)
        assert answer.kind == "hang"
        assert_works_again(connection)


def test_a_request_larger_than_a_pipe_arrives() -> None:
    with miniature("well_behaved") as connection:
        answer = connection.ask("round.start", start() | {"deck": ["As"] * 200_000})
        assert isinstance(answer, Result)


@pytest.mark.skipif(os.name != "posix", reason="process groups are a matter of POSIX")
def test_what_the_engine_started_ends_with_it() -> None:
    with miniature("leaves_a_child", HURRY) as connection:
        fault = fault_of(connection)
        assert fault.kind == "crash"
        helper = int(fault.detail)
        assert_works_again(connection)
        assert is_gone(helper)


def is_gone(process_id: int, seconds: float = 5) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            os.kill(process_id, 0)
            state = Path(f"/proc/{process_id}/stat")
            if state.exists() and ") Z " in state.read_text():
                return True
        except ProcessLookupError:
            return True
        time.sleep(0.01)
    return False


def test_a_refusal_is_no_fault_and_starts_nothing_again() -> None:
    with miniature("refuses") as connection:
        answer = connection.ask("round.start", start())
        assert answer == Refusal(-32001, "limits", "too much", {"reason": "limits"})
        assert heard(connection) == "hello configure round.start shuffle"


def test_after_bye_a_new_process_answers() -> None:
    with miniature("well_behaved") as connection:
        assert connection.ask("bye", {}) == Result({})
        assert_works_again(connection)


@pytest.mark.parametrize(
    "noise", [b"\n", b"null\n", b"[1]\n", b"\xff\xfe\n", b'{"a": NaN}\n', b"[" * 5000 + b"\n"]
)
def test_any_line_that_is_no_answer_is_garbled(noise: bytes, tmp_path: Path) -> None:
    told = tmp_path / "told"
    told.write_text(noise.hex())
    with miniature("says_what_it_is_told", PATIENCE, str(told)) as connection:
        assert fault_of(connection).kind == "garbled"
        assert_works_again(connection)


def test_a_suite_that_breaks_the_protocol_blames_itself() -> None:
    with miniature("well_behaved") as connection:
        with pytest.raises(
            SuiteMessageError, match=r"round.start: seats.0.wagers.ante: money must be a whole"
        ):
            connection.ask("round.start", {"round": 1, "seats": [{"seat": 1, "wagers": {"ante": 1.5}}]})
        with pytest.raises(SuiteMessageError, match=rf"a line may have {MAX_LINE}"):
            connection.ask("round.start", start() | {"seed": "x" * MAX_LINE})
        assert heard(connection) == "hello configure shuffle"


def test_an_engine_with_another_protocol_is_not_reached() -> None:
    with pytest.raises(EngineUnreachable, match="protocol: the protocol must be 1") as caught:
        connect("cmd:" + shlex.join(command("speaks_protocol_2")), PATIENCE)
    assert "\n" not in str(caught.value)


def test_a_process_that_never_says_hello_is_not_reached() -> None:
    python = shlex.quote(sys.executable)
    with pytest.raises(EngineUnreachable, match="exit code 4 instead of answering hello"):
        connect(f"cmd:{python} -c 'import sys; sys.exit(4)'", PATIENCE)
    with pytest.raises(EngineUnreachable, match=r"no answer to hello within 0\.2 s"):
        connect(f"cmd:{python} -c 'import time; time.sleep(60)'", Timeouts(hello=0.2))


def test_a_thread_reads_as_well_where_a_system_can_not_wait_for_pipes() -> None:
    child = Child(command("hangs"), ThreadedPipe)
    try:
        line = child.exchange(request_line(1, "hello", SUITE), 20)
        assert isinstance(read_answer(line, 1), Result)
        with pytest.raises(TimeoutError):
            child.exchange(request_line(2, "round.start", start()), 0.2)
    finally:
        child.kill()
    assert child.has_ended()


def test_a_threaded_pipe_sees_the_end() -> None:
    child = Child([sys.executable, "-c", "pass"], ThreadedPipe)
    with pytest.raises((EOFError, OSError)):
        child.exchange(b"{}\n", 20)
    child.close()
