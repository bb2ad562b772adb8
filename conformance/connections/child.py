"""One run of an engine's process: started, listened to on standard error, ended with all that it started."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Sequence
from typing import IO, Final

from fairfelt.conformance.connections.pipes import Lines, Pipe, open_pipe

KEPT_STDERR: Final = 8192
GRACE_SECONDS: Final = 1.0
STDERR_SECONDS: Final = 0.25


class Child:
    """Hold a running process and the two ends of the conversation."""

    def __init__(
        self, command: Sequence[str], pipe: Callable[[IO[bytes], IO[bytes]], Pipe] = open_pipe
    ) -> None:
        """Start the process; raise OSError where the system can't."""
        # Windows does not look beside the given name for the endings that stand for a command there.
        program = shutil.which(command[0]) or command[0]
        self._process = subprocess.Popen(
            [program, *command[1:]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=sys.platform != "win32",
        )
        stdin, stdout, stderr = _streams(self._process)
        self._tail = bytearray()
        self._listener = threading.Thread(target=_listen, args=(stderr, self._tail), daemon=True)
        self._listener.start()
        self.exchange: Final = Lines(pipe(stdin, stdout)).exchange
        # A suite that is interrupted must not leave an engine behind.
        self._finish = weakref.finalize(self, _end, self._process)

    def last_words(self) -> str:
        """Give the end of what the engine wrote to standard error."""
        self._listener.join(STDERR_SECONDS)
        return bytes(self._tail).decode("utf-8", "backslashreplace")

    def exit_code(self) -> int | None:
        """Give the exit code, negative for a signal, or None where the process runs on."""
        try:
            return self._process.wait(GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            return None

    def has_ended(self) -> bool:
        """Tell whether the process is gone, without waiting."""
        return self._process.poll() is not None

    def kill(self) -> None:
        """End the process and all that it started, at once."""
        self._finish()

    def close(self) -> None:
        """Let the process end by itself once its input ends, and kill it where it does not."""
        with contextlib.suppress(OSError):
            _streams(self._process)[0].close()
        self.exit_code()
        self._finish()


def _streams(process: "subprocess.Popen[bytes]") -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    stdin, stdout, stderr = process.stdin, process.stdout, process.stderr
    if stdin is None or stdout is None or stderr is None:
        raise RuntimeError("a child process was started without its streams")
    return stdin, stdout, stderr


def _listen(stderr: IO[bytes], tail: bytearray) -> None:
    with stderr, contextlib.suppress(OSError):
        while chunk := os.read(stderr.fileno(), KEPT_STDERR):
            tail += chunk
            del tail[:-KEPT_STDERR]


def _end(process: "subprocess.Popen[bytes]") -> None:
    if sys.platform == "win32":
        process.kill()
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in _streams(process)[:2]:
        with contextlib.suppress(OSError):
            stream.close()
