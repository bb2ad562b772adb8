"""The reference engine at the other end of a pipe that damages its lines.

Everything but the process itself is the real thing: requests are written and answers read by the connection for
processes, and the engine's end is the server that Python engines are given.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

import fairfelt.conformance.connections.process as process
from fairfelt.conformance.connections import Connection, Timeouts
from fairfelt.conformance.connections.first_contact import first_contact
from fairfelt.conformance.connections.pipes import Lines
from fairfelt.conformance.connections.serve import _built_late, _reply
from fairfelt.conformance.reference import ReferenceEngine
from tests.fuzz.mangling import damaged_line

Damage = Callable[[bytes, list[bytes]], bytes]
"""Told a whole answer and those before it."""


@dataclass
class Talk:
    """What went over the pipe: how many answers, and how many of them were changed in what they say."""

    damage: Damage
    answers: int = 0
    changed: int = 0
    earlier: list[bytes] = field(default_factory=list)


class Pipe:
    """Carry requests to the server and damaged answers back; a pipe with nothing to give times out at once."""

    def __init__(self, talk: Talk) -> None:
        self._ask = _built_late(lambda: ReferenceEngine().ask)
        self._talk = talk
        self._waiting = b""

    def send(self, data: bytes, deadline: float) -> None:
        reply, _ = _reply(self._ask, data)
        talk = self._talk
        talk.answers += 1
        sent = talk.damage(reply, talk.earlier)
        talk.changed += not same(sent, reply)
        talk.earlier = [*talk.earlier[-5:], reply]
        self._waiting += sent

    def receive(self, deadline: float) -> bytes:
        if not self._waiting:
            raise TimeoutError
        chunk, self._waiting = self._waiting, b""
        return chunk


def same(sent: bytes, reply: bytes) -> bool:
    """Say whether a line says the same as another, however it is written."""
    try:
        told, meant = json.loads(sent), json.loads(reply)
    except (ValueError, RecursionError):
        return False
    return json.dumps(told, sort_keys=True) == json.dumps(meant, sort_keys=True)


class Child:
    """Stand in for a process: as much of it as the connection uses."""

    def __init__(self, talk: Talk) -> None:
        self.exchange = Lines(Pipe(talk)).exchange

    def last_words(self) -> str:
        return ""

    def exit_code(self) -> int | None:
        return 1

    def has_ended(self) -> bool:
        return False

    def kill(self) -> None: ...

    def close(self) -> None: ...


@contextmanager
def damaged_engine(damage: Damage) -> Iterator[tuple[Connection, Talk]]:
    """Connect to the reference engine through a pipe that damages each line; the first, `hello`, comes whole."""
    talk = Talk(lambda reply, _: reply)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(process, "Child", lambda *_: Child(talk))
        connection = first_contact(process.ProcessEngine(("damaged",), Timeouts()), "damaged")
        talk.damage = damage
        yield connection, talk


def sometimes(rng: Random, share: float) -> Damage:
    """Damage a share of the lines."""

    def damage(reply: bytes, earlier: list[bytes]) -> bytes:
        return damaged_line(rng, reply, earlier) if rng.random() < share else reply

    return damage


def after(count: int, damage: Damage) -> Damage:
    """Leave the first answers whole."""
    left: Any = iter(range(count))

    def late(reply: bytes, earlier: list[bytes]) -> bytes:
        return reply if next(left, None) is not None else damage(reply, earlier)

    return late
