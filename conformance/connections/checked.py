"""Hold each message against the protocol, once in each direction, and blame the one who broke it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fairfelt.conformance.connections.answers import (
    Answer,
    Connection,
    Fault,
    Result,
    SuiteMessageError,
)
from fairfelt.conformance.protocol.methods import check_params, check_result, quote

MAX_DETAIL = 2000


@dataclass(frozen=True)
class Checked:
    """Ask through another connection, and check what goes out and what comes in."""

    inner: Connection

    def ask(self, method: str, params: Mapping[str, Any]) -> Answer:
        """Ask; raise SuiteMessageError where the suite itself breaks the protocol."""
        sent = params if type(params) is dict else dict(params)
        problem = check_params(method, sent)
        if problem:
            raise SuiteMessageError(f"{method}: {problem}")
        answer = self.inner.ask(method, sent)
        if type(answer) is not Result:
            return answer
        problem = check_result(method, answer.value) or _other_round(sent, answer.value)
        if problem:
            sentence = f"the result of {method} breaks the protocol: {problem}"
            return Fault("bad-message", sentence, quote(answer.value, MAX_DETAIL))
        return answer

    def close(self) -> None:
        """Let the engine go."""
        self.inner.close()


def checked(connection: Connection) -> Connection:
    """Put the checks in front of a connection."""
    return Checked(connection)


def _other_round(params: Mapping[str, Any], result: Mapping[str, Any]) -> str | None:
    asked = params.get("round")
    if asked is None or (result["round"] == asked and type(result["round"]) is type(asked)):
        return None
    return f"round: must be the one that was asked about, {quote(asked)}, got {quote(result['round'])}"
