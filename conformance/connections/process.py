"""An engine in a process of its own, on standard streams: the way for engines in any language."""

import os
import shlex
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from fairfelt.conformance.connections.answers import Answer, EngineUnreachable, Fault
from fairfelt.conformance.connections.child import Child
from fairfelt.conformance.connections.pipes import LineTooLong, Unasked
from fairfelt.conformance.connections.timeouts import Timeouts
from fairfelt.conformance.connections.wire import MAX_LINE, quote_line, read_answer, request_line

LAST_LINES: Final = 3


class ProcessEngine:
    """Carry messages to a child process, which is started when it is first asked."""

    def __init__(self, command: Sequence[str], timeouts: Timeouts) -> None:
        self._command = tuple(command)
        self._timeouts = timeouts
        self._child: Child | None = None
        # Never counted from the start again: the answer of a lost process must not fit a new request.
        self._request_id = 0

    def ask(self, method: str, params: Mapping[str, Any]) -> Answer:
        """Send one line and read one."""
        if self._child is None:
            try:
                self._child = Child(self._command)
            except OSError as error:
                return _not_started(self._command[0], error)
        self._request_id += 1
        line = request_line(self._request_id, method, params)
        limit = self._timeouts.limit(method)
        try:
            reply = self._child.exchange(line, limit)
        except TimeoutError:
            if self._child.has_ended():
                return _crash(self._child, method, b"")
            return Fault("hang", f"no answer to {method} within {limit:g} s", self._child.last_words())
        except EOFError as end:
            return _crash(self._child, method, end.args[0])
        except OSError:
            return _crash(self._child, method, b"")
        except LineTooLong as long:
            return Fault("garbled", f"a line is longer than {MAX_LINE} bytes: {quote_line(long.begin)}")
        except Unasked as noise:
            return Fault("garbled", f"text that nobody asked for follows an answer: {quote_line(noise.text)}")
        return read_answer(reply, self._request_id)

    def restart(self) -> None:
        """Kill the process and all that it started; the next question starts another."""
        if self._child is not None:
            self._child.kill()
            self._child = None

    def close(self) -> None:
        """Let the process end, and kill it where it does not."""
        if self._child is not None:
            self._child.close()
            self._child = None


def split_command(text: str) -> list[str]:
    """Split a command line as a shell would; raise EngineUnreachable."""
    try:
        # Elsewhere a backslash parts folders, and the quotes stay around a word.
        posix = os.name == "posix"
        command = [word if posix else word.strip("\"'") for word in shlex.split(text, posix=posix)]
    except ValueError as error:
        raise EngineUnreachable(f"`cmd:{text}` can't be read, mend its quotes: {error}") from error
    if not command:
        raise EngineUnreachable("`cmd:` names no command; write `cmd:COMMAND`, such as `cmd:./engine`")
    return command


def _not_started(name: str, error: OSError) -> Fault:
    why = error.strerror or str(error)
    mend = f"check that it is there and may be run, seen from {Path.cwd()}"
    return Fault("crash", f"the command `{name}` can't be started ({why}); {mend}")


def _crash(child: Child, method: str, unfinished: bytes) -> Fault:
    code = child.exit_code()
    words = child.last_words()
    if code is None:
        how = "the engine closed its streams without ending"
    elif code < 0:
        how = f"the engine was ended by {_signal_name(-code)}"
    else:
        how = f"the engine ended with exit code {code}"
    sentence = f"{how} instead of answering {method}"
    if unfinished:
        sentence += f", in the middle of the line {quote_line(unfinished)}"
    lines = " / ".join(line for line in words.splitlines()[-LAST_LINES:] if line.strip())
    if lines:
        sentence += f"; standard error ends with {quote_line(lines.encode())}"
    return Fault("crash", sentence, words)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
