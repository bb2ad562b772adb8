"""The reference engine in a process of its own, which does in its third round what its argument says."""

import os
import sys
import time
from collections.abc import Callable
from typing import Any

from fairfelt.conformance.connections.serve import serve
from fairfelt.conformance.reference import ReferenceEngine

ACTS: dict[str, Callable[[], object]] = {
    "crash": lambda: os._exit(3),
    "noise": lambda: os.write(1, b"shuffling the cards\n"),
    "wrong-id": lambda: os.write(1, b'{"jsonrpc":"2.0","id":1,"result":{}}\n'),
    "hang": lambda: time.sleep(3600),
}


class Engine:
    def __init__(self) -> None:
        self._reference, self._rounds = ReferenceEngine(), 0

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self._rounds += method == "round.start"
        if method == "round.start" and self._rounds == 3:
            ACTS[sys.argv[1]]()
        return self._reference.ask(method, params)


if __name__ == "__main__":
    serve(Engine, sys.stdin.buffer, sys.stdout.buffer)
