"""A Python object as an engine: held at the distance of a foreign process."""

import sys
import time
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.conformance.connections import (
    Connection,
    EngineUnreachable,
    Fault,
    Refusal,
    Rejected,
    Result,
    Timeouts,
    connect,
)

Params = dict[str, Any]
LEDGER_ROW = {"seat": 1, "wager": "ante", "staked": 10, "returned": 20, "outcome": "win"}
START = {"round": 1, "seats": [{"seat": 1, "wagers": {"ante": 10}}]}


def settled() -> dict[str, Any]:
    return {"round": 1, "phase": "settled", "dealt": [], "ledger": [dict(LEDGER_ROW)]}


def engine(start: Callable[[Params], object]) -> Callable[[], object]:
    """Give the factory of an engine that is right but for `round.start`, and tells what it has heard."""

    class Engine:
        def __init__(self) -> None:
            self.heard: list[str] = []

        def ask(self, method: str, params: Params) -> object:
            self.heard.append(method)
            if method == "hello":
                name = {"name": "object", "version": "1"}
                return {"protocol": 1, "engine": name, "games": [], "capabilities": {}}
            if method == "shuffle":
                return {"decks": [], "source": " ".join(self.heard)}
            return start(params) if method == "round.start" else {}

    return Engine


def connected(start: Callable[[Params], object], timeouts: Timeouts = Timeouts()) -> Connection:
    connection = connect("reference", timeouts, reference=engine(start))
    assert connection.ask("configure", {"game": "none", "unit": "0.01"}) == Result({})
    return connection


def heard(connection: Connection) -> str:
    answer = connection.ask("shuffle", {"count": 1})
    assert isinstance(answer, Result)
    return str(answer.value["source"])


def raising(error: BaseException) -> Callable[[Params], object]:
    def start(_: Params) -> object:
        raise error

    return start


def slow(_: Params) -> object:
    time.sleep(0.05)
    return settled()


FAULTS = [
    (raising(KeyError("seat 9")), "exception", "the engine raised KeyError: 'seat 9'"),
    (raising(SystemExit(3)), "exception", "the engine raised SystemExit: 3"),
    (slow, "hang", "the limit is 0.01 s"),
    (lambda _: settled() | {"ledger": [LEDGER_ROW | {"returned": 10.5}]}, "bad-message", "got 10.5"),
    (
        lambda _: settled() | {"ledger": [LEDGER_ROW | {"returned": Decimal(10)}]},
        "bad-message",
        "JSON can't carry",
    ),
    (
        lambda _: settled() | {"ledger": [LEDGER_ROW | {"returned": float("nan")}]},
        "bad-message",
        "JSON can't carry",
    ),
    (lambda _: settled() | {"mood": "good"}, "bad-message", "mood: is not a field"),
    (lambda _: None, "bad-message", "the result: must be an object, got null"),
    (
        lambda _: {"error": {"code": -32003, "data": {"message": "oops", "traceback": "line 7"}}},
        "exception",
        "oops",
    ),
    (lambda _: {"error": {"code": -5}}, "unexpected-error", "error -5"),
    (lambda _: {"error": {"code": "no"}}, "bad-message", "error.code: must be a whole number"),
    (lambda _: {"error": None}, "bad-message", "error: must be an object, got null"),
    (
        lambda _: {"error": {"code": -32001}, "round": 1},
        "bad-message",
        "an error together with something else",
    ),
]


@pytest.mark.parametrize(("start", "kind", "sentence"), FAULTS)
def test_a_fault_is_named_and_the_object_is_built_again(
    start: Callable[[Params], object], kind: str, sentence: str
) -> None:
    connection = connected(start, Timeouts(step=0.01) if start is slow else Timeouts())
    assert heard(connection) == "hello configure shuffle"
    fault = connection.ask("round.start", START)
    assert isinstance(fault, Fault)
    assert fault.kind == kind
    assert sentence in fault.message
    assert heard(connection) == "hello configure shuffle"


def test_a_right_answer_builds_nothing_again() -> None:
    connection = connected(lambda _: settled())
    assert connection.ask("round.start", START) == Result(settled())
    assert heard(connection) == "hello configure round.start shuffle"


def test_an_exception_keeps_its_traceback_as_evidence() -> None:
    fault = connected(raising(KeyError("seat 9"))).ask("round.start", START)
    assert isinstance(fault, Fault)
    assert "Traceback" in fault.detail


@pytest.mark.parametrize(
    ("start", "refusal"),
    [
        (
            raising(Rejected("limits", "too much")),
            Refusal(-32001, "limits", "too much", {"reason": "limits"}),
        ),
        (
            lambda _: {"error": {"code": -32001, "data": {"reason": "bank"}}},
            Refusal(-32001, "bank", "", {"reason": "bank"}),
        ),
        (lambda _: {"error": {"code": -32002, "message": "not yet"}}, Refusal(-32002, None, "not yet", None)),
        (lambda _: {"error": {"code": -32004}}, Refusal(-32004, None, "", None)),
    ],
)
def test_a_refusal_may_be_raised_or_returned(start: Callable[[Params], object], refusal: Refusal) -> None:
    connection = connected(start)
    assert connection.ask("round.start", START) == refusal
    assert heard(connection) == "hello configure round.start shuffle"


def test_the_engine_can_not_alter_what_the_suite_sent() -> None:
    def start(params: Params) -> object:
        params["seats"][0]["wagers"]["ante"] = 99
        return settled()

    sent = {"round": 1, "seats": [{"seat": 1, "wagers": {"ante": 10}}]}
    assert isinstance(connected(start).ask("round.start", sent), Result)
    assert sent == START


def test_the_engine_can_not_alter_what_it_has_answered() -> None:
    kept = settled()
    connection = connected(lambda _: kept)
    answer = connection.ask("round.start", START)
    kept["ledger"][0]["returned"] = 0
    assert answer == Result(settled())


def test_the_suite_can_not_alter_what_the_engine_holds() -> None:
    kept = settled()
    answer = connected(lambda _: kept).ask("round.start", START)
    assert isinstance(answer, Result)
    answer.value["ledger"].clear()
    assert kept == settled()


def test_a_tuple_looks_as_it_would_on_the_wire() -> None:
    connection = connected(lambda _: settled() | {"dealt": ({"to": "board", "card": "As"},)})
    answer = connection.ask("round.start", START)
    assert isinstance(answer, Result)
    assert answer.value["dealt"] == [{"to": "board", "card": "As"}]


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary() | st.decimals(),
    lambda inner: st.lists(inner) | st.tuples(inner) | st.dictionaries(st.text() | st.integers(), inner),
    max_leaves=8,
)


@given(ANYTHING | st.dictionaries(st.sampled_from(["error", *settled()]), ANYTHING))
def test_whatever_an_engine_returns_the_suite_does_not_fall(returned: object) -> None:
    connection = connected(lambda _: returned)
    assert isinstance(connection.ask("round.start", START), Result | Refusal | Fault)
    assert heard(connection).startswith("hello configure ")


MODULE = """
from fairfelt.conformance import connections

HELLO = {"protocol": 1, "engine": {"name": "m", "version": "1"}, "games": [], "capabilities": {}}

class Engine:
    def ask(self, method, params):
        return HELLO

def ask(method, params):
    return HELLO

def build():
    return ask

class Mute:
    pass

class NeedsCasino:
    def __init__(self, casino):
        self.casino = casino

NUMBER = 7
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    (tmp_path / "vendor_engine.py").write_text(MODULE)
    (tmp_path / "vendor_broken.py").write_text("import no_such_thing_at_all")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield "vendor_engine"
    for name in ("vendor_engine", "vendor_broken"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("name", ["Engine", "ask", "build"])
def test_a_class_a_function_and_a_factory_are_engines(module: str, name: str) -> None:
    connection = connect(f"python:{module}:{name}")
    answer = connection.ask("hello", {"protocol": 1, "suite": {"name": "test", "version": "1"}})
    assert isinstance(answer, Result)


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("python:vendor_engine", "must read `python:MODULE:NAME`"),
        ("python:no_such_engine:Engine", "there is no Python module `no_such_engine`"),
        ("python:vendor_engine.sub:Engine", "vendor_engine.sub"),
        ("python:vendor_broken:Engine", "can't be imported, mend it first: ModuleNotFoundError"),
        ("python:vendor_engine:Engin", "the module `vendor_engine` has no `Engin`"),
        ("python:vendor_engine:NUMBER", "can't be called"),
        ("python:vendor_engine:Mute", "Mute has no method `ask(method, params)`"),
        ("python:vendor_engine:NeedsCasino", "did not answer hello"),
        ("cmd:", "names no command"),
        ("cmd:'engine", "mend its quotes"),
        ("cmd:no-such-engine --fast", "the command `no-such-engine` can't be started"),
        ("reference", "`reference` names no engine; write `python:MODULE:NAME`"),
        ("carrier-pigeon:7", "names no engine"),
        ("", "names no engine"),
    ],
)
@pytest.mark.usefixtures("module")
def test_a_bad_name_of_an_engine_gets_one_clear_sentence(spec: str, sentence: str) -> None:
    with pytest.raises(EngineUnreachable) as caught:
        connect(spec)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
