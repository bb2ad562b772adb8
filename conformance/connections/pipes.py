"""One line out, one line back, within a time limit.

A step of a round is one message, and a certificate takes millions of them, so the usual case is three system
calls: one write, one wait, one read. Everything else here is for engines that do not read, do not answer, or
answer in crumbs.
"""

import os
import queue
import sys
import threading
import time
from collections import deque
from typing import IO, Final, Protocol

from fairfelt.conformance.connections.wire import MAX_LINE

CHUNK: Final = 65536


class LineTooLong(Exception):
    """Say that a line passed the limit; it holds the beginning."""

    def __init__(self, begin: bytes) -> None:
        super().__init__("line too long")
        self.begin = begin


class Unasked(Exception):
    """Say that the engine wrote something after its answer; it holds the text."""

    def __init__(self, text: bytes) -> None:
        super().__init__("text that nobody asked for")
        self.text = text


class Pipe(Protocol):
    """Move bytes; raise TimeoutError at the deadline, a time of `time.monotonic()`."""

    def send(self, data: bytes, deadline: float) -> None:
        """Write all of it."""
        ...

    def receive(self, deadline: float) -> bytes:
        """Wait for the next bytes; empty at the end of the stream."""
        ...


class Lines:
    """Exchange lines over a pipe, keeping what came after the end of a line."""

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe
        self._rest = b""

    def exchange(self, line: bytes, seconds: float) -> bytes:
        """Send a line and give the next one; raise TimeoutError, EOFError, LineTooLong or Unasked."""
        if self._rest:
            raise Unasked(self._rest)
        deadline = time.monotonic() + seconds
        self._pipe.send(line, deadline)
        chunk = self._pipe.receive(deadline)
        end = chunk.find(b"\n")
        if end == len(chunk) - 1 and chunk:
            return chunk
        return self._gather(chunk, end, deadline)

    def _gather(self, chunk: bytes, end: int, deadline: float) -> bytes:
        parts, size = [chunk], 0
        while end < 0:
            size += len(chunk)
            if not chunk:
                raise EOFError(b"".join(parts))
            if size > MAX_LINE:
                raise LineTooLong(b"".join(parts))
            chunk = self._pipe.receive(deadline)
            parts.append(chunk)
            end = chunk.find(b"\n")
        parts[-1], self._rest = chunk[: end + 1], chunk[end + 1 :]
        line = b"".join(parts)
        if len(line) > MAX_LINE:
            raise LineTooLong(line)
        return line


class ThreadedPipe:
    """Read with a thread of its own, for systems that can't wait for a pipe; a write has no limit there."""

    def __init__(self, to_engine: IO[bytes], from_engine: IO[bytes]) -> None:
        self._out = to_engine.fileno()
        self._chunks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=_pump, args=(from_engine.fileno(), self._chunks), daemon=True).start()

    def send(self, data: bytes, deadline: float) -> None:
        """Write all of it."""
        view = memoryview(data)
        while view:
            view = view[os.write(self._out, view) :]

    def receive(self, deadline: float) -> bytes:
        """Wait for the next bytes; empty at the end of the stream."""
        try:
            return self._chunks.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise TimeoutError from None


def _pump(source: int, chunks: "queue.SimpleQueue[bytes]") -> None:
    while True:
        try:
            chunk = os.read(source, CHUNK)
        except OSError:
            chunk = b""
        chunks.put(chunk)
        if not chunk:
            return


if sys.platform != "win32":
    import select

    class PolledPipe:
        """Read and write without blocking, and wait with poll."""

        def __init__(self, to_engine: IO[bytes], from_engine: IO[bytes]) -> None:
            self._out, self._in = to_engine.fileno(), from_engine.fileno()
            os.set_blocking(self._out, False)
            os.set_blocking(self._in, False)
            self._readable = select.poll()
            self._readable.register(self._in, select.POLLIN)
            self._early: deque[bytes] = deque()

        def send(self, data: bytes, deadline: float) -> None:
            """Write all of it, and keep what the engine says meanwhile, so that none waits for the other."""
            try:
                sent = os.write(self._out, data)
            except BlockingIOError:
                sent = 0
            if sent < len(data):
                self._send_slowly(memoryview(data)[sent:], deadline)

        def _send_slowly(self, view: memoryview, deadline: float) -> None:
            both = select.poll()
            both.register(self._out, select.POLLOUT)
            both.register(self._in, select.POLLIN)
            while view:
                ready = both.poll(_milliseconds(deadline))
                if not ready:
                    raise TimeoutError
                for source, _ in ready:
                    if source == self._out:
                        view = self._write_some(view)
                    else:
                        self._early.append(self._read_early(both))

        def _write_some(self, view: memoryview) -> memoryview:
            try:
                return view[os.write(self._out, view[:CHUNK]) :]
            except BlockingIOError:
                return view

        def _read_early(self, both: "select.poll") -> bytes:
            chunk = os.read(self._in, CHUNK)
            if not chunk:
                both.unregister(self._in)
            return chunk

        def receive(self, deadline: float) -> bytes:
            """Wait for the next bytes; empty at the end of the stream."""
            if self._early:
                return self._early.popleft()
            if not self._readable.poll(_milliseconds(deadline)):
                raise TimeoutError
            return os.read(self._in, CHUNK)

    def _milliseconds(deadline: float) -> float:
        return max(0.0, (deadline - time.monotonic()) * 1000)


def open_pipe(to_engine: IO[bytes], from_engine: IO[bytes]) -> Pipe:
    """Give the pipe that suits the system."""
    if sys.platform != "win32":
        return PolledPipe(to_engine, from_engine)
    return ThreadedPipe(to_engine, from_engine)
