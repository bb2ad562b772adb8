"""Talk to an engine that is not written in Python through a program of one line in, one line out."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

Partner = Callable[[str], str]


def program(variable: str, what: str) -> str:
    """Find a program in the environment; leave with a message where it is missing."""
    name = os.environ.get(variable)
    if not name:
        raise SystemExit(f"{variable} is not set: set it to {what}")
    if not Path(name).is_file():
        raise SystemExit(f"{variable} is {name}, which is no file: set it to {what}")
    return name


def start(command: Sequence[str]) -> Partner:
    """Start a program and make the function that sends it a line and waits for the line it answers."""
    child = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=sys.stderr, encoding="utf-8"
    )
    into, out = child.stdin, child.stdout
    if into is None or out is None:
        raise RuntimeError("the engine's program has no standard streams")

    def ask(line: str) -> str:
        into.write(line + "\n")
        into.flush()
        answer = out.readline()
        if not answer.endswith("\n"):
            raise RuntimeError(f"the engine's program ended at: {line}")
        return answer.removesuffix("\n")

    return ask
