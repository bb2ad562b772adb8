"""After a fault the engine is replaced, and the new one is told what the old one had accepted."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from fairfelt.conformance.connections import Answer, Fault, Refusal, Result
from fairfelt.conformance.connections.recovering import Recovering

CRASH = Fault("crash", "the engine ended")
NO = Refusal(-32001, "limits", "no", None)


class Scripted:
    """A transport that lists what it was asked, and answers by a function."""

    def __init__(self, answer: Callable[[str, Mapping[str, Any]], Answer]) -> None:
        self.answer = answer
        self.asked: list[object] = []

    def ask(self, method: str, params: Mapping[str, Any]) -> Answer:
        self.asked.append(method if not params else (method, *params.values()))
        return self.answer(method, params)

    def restart(self) -> None:
        self.asked.append("RESTART")

    def close(self) -> None:
        self.asked.append("CLOSE")


def asked(
    *questions: tuple[str, dict[str, Any]],
    answer: Callable[[str, Mapping[str, Any]], Answer] = lambda method, _: (
        CRASH if method == "crash" else Result({})
    ),
) -> list[object]:
    transport = Scripted(answer)
    connection = Recovering(transport, transport)
    for method, params in questions:
        connection.ask(method, params)
    return transport.asked


def test_after_a_fault_hello_and_configure_stand_before_the_next_question() -> None:
    assert asked(("hello", {}), ("configure", {}), ("crash", {}), ("rng", {}), ("rng", {})) == [
        *("hello", "configure", "crash", "RESTART"),
        *("hello", "configure", "rng", "rng"),
    ]


def test_without_a_fault_nothing_is_asked_twice() -> None:
    assert asked(("hello", {}), ("configure", {}), ("rng", {})) == ["hello", "configure", "rng"]


def test_the_last_configuration_counts() -> None:
    first, last = ("configure", {"game": "first"}), ("configure", {"game": "last"})
    assert asked(first, last, ("crash", {}), ("rng", {}))[-2:] == [("configure", "last"), "rng"]


@pytest.mark.parametrize("outcome", [NO, CRASH])
def test_a_configuration_that_was_not_accepted_does_not_count(outcome: Answer) -> None:
    def answer(method: str, params: Mapping[str, Any]) -> Answer:
        if method == "crash":
            return CRASH
        return outcome if params.get("game") == "refused" else Result({})

    right, refused = ("configure", {"game": "right"}), ("configure", {"game": "refused"})
    assert asked(right, refused, ("crash", {}), ("rng", {}), answer=answer)[-2:] == [
        ("configure", "right"),
        "rng",
    ]


def test_a_configuration_that_follows_a_fault_is_asked_once() -> None:
    first, last = ("configure", {"game": "first"}), ("configure", {"game": "last"})
    assert asked(("hello", {}), first, ("crash", {}), last)[-3:] == [
        "RESTART",
        "hello",
        ("configure", "last"),
    ]


def test_what_the_suite_alters_later_is_not_asked_again() -> None:
    params = {"game": "right"}
    transport = Scripted(lambda method, _: CRASH if method == "crash" else Result({}))
    connection = Recovering(transport, transport)
    connection.ask("configure", params)
    params["game"] = "altered"
    connection.ask("crash", {})
    connection.ask("rng", {})
    assert transport.asked[-2:] == [("configure", "right"), "rng"]


def test_a_new_engine_that_fails_at_once_is_a_fault_and_is_tried_again() -> None:
    healthy = iter([True, False, True])

    def answer(method: str, _: Mapping[str, Any]) -> Answer:
        fine = next(healthy) if method == "hello" else method != "crash"
        return Result({}) if fine else CRASH

    transport = Scripted(answer)
    connection = Recovering(transport, transport)
    connection.ask("hello", {})
    connection.ask("crash", {})
    failed = connection.ask("rng", {})
    assert isinstance(failed, Fault)
    assert failed.message == (
        "the engine was started again, and hello, which it had accepted before, now failed: the engine ended"
    )
    assert connection.ask("rng", {}) == Result({})


def test_a_new_engine_that_refuses_what_the_old_one_took_is_a_fault() -> None:
    taken: Iterator[Answer] = iter([Result({}), NO])
    transport = Scripted(lambda method, _: next(taken) if method == "configure" else CRASH)
    connection = Recovering(transport, transport)
    connection.ask("configure", {})
    connection.ask("crash", {})
    failed = connection.ask("rng", {})
    assert isinstance(failed, Fault)
    assert failed.kind == "unexpected-error"


def test_after_bye_the_engine_is_replaced() -> None:
    assert asked(("hello", {}), ("bye", {}), ("rng", {})) == ["hello", "bye", "RESTART", "hello", "rng"]
