"""What can come back when an engine is asked, and the one seam that every transport has.

An engine that refuses plays by the rules of the protocol; one that faults does not. The two must never be
mixed up, so they are two types, and neither is an exception: a run goes on after both.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

FaultKind = Literal["crash", "hang", "garbled", "wrong-id", "bad-message", "exception", "unexpected-error"]


@dataclass(frozen=True)
class Result:
    """Hold what the engine answered."""

    value: dict[str, Any]


@dataclass(frozen=True)
class Refusal:
    """Hold the engine's no: a rule forbids it, it can't do it, or it speaks another protocol."""

    code: int
    reason: str | None
    message: str
    data: dict[str, Any] | None


@dataclass(frozen=True)
class Fault:
    """Hold what the engine did wrong as a partner in the conversation, in one sentence, with the evidence."""

    kind: FaultKind
    message: str
    detail: str = ""


Answer: TypeAlias = Result | Refusal | Fault


class Connection(Protocol):
    """Ask an engine, whatever carries the question."""

    def ask(self, method: str, params: Mapping[str, Any]) -> Answer:
        """Ask one thing and wait for the answer, at most for the time limit of the method."""
        ...

    def close(self) -> None:
        """Let the engine go."""
        ...


class Transport(Connection, Protocol):
    """Carry messages without judging them."""

    def restart(self) -> None:
        """Throw the engine away; the next question meets a new one."""
        ...


class EngineUnreachable(Exception):
    """Say that no engine answers there, and how to mend it."""


class SuiteMessageError(Exception):
    """Say that the suite itself was about to break the protocol."""
