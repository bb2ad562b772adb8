"""The ways to an engine.

Nothing heavy is imported before `connect` is called: an engine in Python imports `Rejected` from here and
should not pay for the checks.
"""

from collections.abc import Callable
from typing import Final

from fairfelt.conformance.connections.answers import (
    Answer,
    Connection,
    EngineUnreachable,
    Fault,
    Refusal,
    Result,
    SuiteMessageError,
    Transport,
)
from fairfelt.conformance.connections.rejected import Rejected
from fairfelt.conformance.connections.timeouts import Timeouts

__all__ = [
    "Answer",
    "Connection",
    "EngineUnreachable",
    "Fault",
    "Refusal",
    "Rejected",
    "Result",
    "SuiteMessageError",
    "Timeouts",
    "Transport",
    "connect",
]

DEFAULT: Final = Timeouts()
WAYS: Final = "`python:MODULE:NAME`, `cmd:COMMAND` or `reference`"


def connect(
    spec: str, timeouts: Timeouts = DEFAULT, *, reference: Callable[[], object] | None = None
) -> Connection:
    """Reach the engine that `spec` names and ask its hello once.

    Raise EngineUnreachable, with the mend, where nothing can be started or nothing answers.
    """
    from fairfelt.conformance.connections.first_contact import first_contact

    return first_contact(_transport(spec, timeouts, reference), spec)


def _transport(spec: str, timeouts: Timeouts, reference: Callable[[], object] | None) -> Transport:
    from fairfelt.conformance.connections.objects import ObjectEngine, builder, find_engine
    from fairfelt.conformance.connections.process import ProcessEngine, split_command

    way, _, place = spec.partition(":")
    if way == "python":
        return ObjectEngine(find_engine(place), timeouts)
    if way == "cmd":
        return ProcessEngine(split_command(place), timeouts)
    if spec == "reference" and reference is not None:
        return ObjectEngine(builder(reference), timeouts)
    raise EngineUnreachable(f"`{spec}` names no engine; write {WAYS}")
