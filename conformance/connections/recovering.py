"""After a fault, throw the engine away and bring a new one to where the old one stood.

A run must go on after a crash, and nothing that a broken engine still holds may leak into the next answer. So
every fault, of whatever kind, ends the engine; the next question starts a new one, which is told first what
the old one had accepted: the last hello and the last configuration.
"""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from fairfelt.conformance.connections.answers import Answer, Connection, Fault, Result, Transport

REMEMBERED = ("hello", "configure")


class Recovering:
    """Ask through another connection, which stands on a transport that can be restarted."""

    def __init__(self, inner: Connection, transport: Transport) -> None:
        self._inner = inner
        self._transport = transport
        self._accepted: dict[str, dict[str, Any]] = {}
        self._new_engine = False

    def ask(self, method: str, params: Mapping[str, Any]) -> Answer:
        """Ask; a fault is answered as it is, and the engine is replaced before the next question."""
        if self._new_engine:
            fault = self._introduce(method)
            if fault:
                return fault
        answer = self._inner.ask(method, params)
        if type(answer) is Fault or method == "bye":
            self._replace()
        elif method in REMEMBERED and type(answer) is Result:
            self._accepted[method] = deepcopy(dict(params))
        return answer

    def close(self) -> None:
        """Let the engine go."""
        self._inner.close()

    def _replace(self) -> None:
        self._transport.restart()
        self._new_engine = True

    def _introduce(self, asked: str) -> Fault | None:
        self._new_engine = False
        for method in REMEMBERED:
            # What is about to be asked anyway need not be repeated; hello stands before a configuration.
            if method not in self._accepted or method == asked == "configure":
                continue
            answer = self._inner.ask(method, self._accepted[method])
            if type(answer) is not Result:
                self._replace()
                return _not_taken(method, answer)
        return None


def recovering(inner: Connection, transport: Transport) -> Connection:
    """Put the recovery in front of a connection that stands on `transport`."""
    return Recovering(inner, transport)


def _not_taken(method: str, answer: Answer) -> Fault:
    start = f"the engine was started again, and {method}, which it had accepted before, now failed"
    if isinstance(answer, Fault):
        return Fault(answer.kind, f"{start}: {answer.message}", answer.detail)
    return Fault("unexpected-error", f"{start}: {getattr(answer, 'message', '')}")
