"""A tiny engine that does everything right; each script beside it has one vice.

It deals nothing and knows no game: it speaks the protocol. The vice shows when a round named `vice` is
started. The `source` of a shuffle lists the methods that this process has heard since it was started.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

Request = dict[str, Any]
Reply = dict[str, Any]


def serve(speak: Callable[[Request, Reply], None]) -> None:
    """Work out the right reply to each request and let `speak` send it, or something else."""
    heard: list[str] = []
    for line in sys.stdin.buffer:
        request = json.loads(line)
        heard.append(request["method"])
        speak(request, {"jsonrpc": "2.0", "id": request["id"], "result": result(request, heard)})
        if request["method"] == "bye":
            return


def say(reply: Reply) -> None:
    """Send a reply as it should be sent."""
    say_text(json.dumps(reply) + "\n")


def say_text(text: str) -> None:
    """Send any text."""
    sys.stdout.write(text)
    sys.stdout.flush()


def acts_up(request: Request) -> bool:
    """Tell whether this is the moment for the vice."""
    return bool(request["params"].get("round") == "vice")


def result(request: Request, heard: list[str]) -> dict[str, Any]:
    """Give the right result of the few methods that a miniature knows."""
    method, params = request["method"], request["params"]
    if method == "hello":
        engine = {"name": "miniature", "version": "1"}
        return {"protocol": 1, "engine": engine, "games": [{"game": "none"}], "capabilities": {}}
    if method == "shuffle":
        return {"decks": [], "source": " ".join(heard)}
    if method.startswith("round."):
        return {"round": params["round"], "phase": "settled", "dealt": [], "ledger": [ledger_row()]}
    return {}


def ledger_row() -> dict[str, Any]:
    """Give one wager that won."""
    return {"seat": 1, "wager": "ante", "staked": 10, "returned": 20, "outcome": "win"}
