"""Let a public engine that knows no protocol answer over standard streams.

Those engines print as they please, so standard output is taken away from them before they are imported.
"""

import json
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

Json = dict[str, Any]


class RefusedError(Exception):
    """Carry a refusal; whatever was asked for did not happen."""


def rejected(reason: str) -> RefusedError:
    """Say that the request breaks a rule."""
    return RefusedError({"code": -32001, "message": "rejected", "data": {"reason": reason}})


def unsupported(message: str) -> RefusedError:
    """Say that the engine or its adapter can't do this."""
    return RefusedError({"code": -32002, "message": message, "data": {"message": message}})


def checkout(variable: str, repository: str, file: str) -> Path:
    """Find the folder of a checkout in the environment; leave with a message where it is missing."""
    folder = os.environ.get(variable)
    if not folder:
        raise SystemExit(f"{variable} is not set: set it to the folder of a checkout of {repository}")
    if not (Path(folder) / file).is_file():
        raise SystemExit(f"{variable} is {folder}, which has no {file}: set it to a checkout of {repository}")
    return Path(folder)


def serve(build: Callable[[], Callable[[str, Json], Json]]) -> None:
    """Build an engine's `ask` and answer one JSON-RPC request a line until the input ends."""
    wire = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    ask = build()
    for line in sys.stdin.buffer:
        request = json.loads(line)
        answer = {"jsonrpc": "2.0", "id": request["id"], **_answer(ask, request)}
        wire.write(json.dumps(answer) + "\n")
        wire.flush()


def _answer(ask: Callable[[str, Json], Json], request: Json) -> Json:
    try:
        return {"result": ask(request["method"], request.get("params", {}))}
    except RefusedError as refusal:
        return {"error": refusal.args[0]}
    except (Exception, SystemExit) as error:  # a console game may well leave by itself
        data = {"message": repr(error), "traceback": traceback.format_exc()}
        return {"error": {"code": -32003, "message": "fault", "data": data}}
