"""Draw from an engine in large batches, so that what travels is decks and not messages."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from fairfelt.conformance.connections.answers import Connection, Result
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.plans.bulk import no_answer
from fairfelt.stats.decision.twice import Stopped
from fairfelt.stats.shuffles.packs import Pack
from fairfelt.stats.shuffles.reading import DecksError, Read, read_decks

AT_ONCE = 1000
"""Decks that are asked for together."""
NUMBERS_AT_ONCE, BYTES_AT_ONCE = 1 << 16, 1 << 20


class NoDraws(Stopped):
    """The engine gave nothing that could be judged; `finding` says what it gave."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.actual)
        self.finding = finding


def engine_decks(connection: Connection, pack: Pack, packs: int, count: int, rule: str) -> Iterator[Read]:
    """Draw so many shuffles; raise NoDraws where the engine stops giving them."""
    drawn = 0
    while drawn < count:
        wanted = min(AT_ONCE, count - drawn)
        answer = connection.ask("shuffle", {"count": wanted, "packs": packs})
        if not isinstance(answer, Result):
            raise NoDraws(no_answer(rule, "shuffle", answer))
        decks = answer.value["decks"]
        if len(decks) != wanted:
            raise NoDraws(Finding(rule, "dealing", f"{wanted} decks, as asked", f"{len(decks)} decks"))
        try:
            yield read_decks(decks, pack, drawn + 1)
        except DecksError as error:
            raise NoDraws(Finding(rule, "dealing", "decks of cards", str(error))) from None
        drawn += wanted


def engine_numbers(connection: Connection, below: int, count: int, rule: str) -> Iterator[NDArray[np.uint64]]:
    """Draw so many random numbers; raise NoDraws where the engine stops giving them."""
    drawn = 0
    while drawn < count:
        wanted = min(NUMBERS_AT_ONCE, count - drawn)
        answer = connection.ask("rng", {"count": wanted, "below": below})
        if not isinstance(answer, Result):
            raise NoDraws(no_answer(rule, "rng", answer))
        values = answer.value.get("values", ())
        if len(values) != wanted:
            raise NoDraws(Finding(rule, "protocol", f"{wanted} numbers, as asked", f"{len(values)} numbers"))
        wrong = next((value for value in values if not 0 <= value < below), None)
        if wrong is not None:
            raise NoDraws(Finding(rule, "protocol", f"numbers from 0 to {below - 1}", f"the number {wrong}"))
        yield np.array(values, np.uint64)
        drawn += wanted


def engine_bytes(connection: Connection, count: int, rule: str) -> Iterator[bytes]:
    """Draw so many random bytes; raise NoDraws where the engine stops giving them."""
    drawn = 0
    while drawn < count:
        wanted = min(BYTES_AT_ONCE, count - drawn)
        answer = connection.ask("rng", {"bytes": wanted})
        if not isinstance(answer, Result):
            raise NoDraws(no_answer(rule, "rng", answer))
        told = bytes.fromhex(answer.value.get("hex", ""))
        if len(told) != wanted:
            raise NoDraws(Finding(rule, "protocol", f"{wanted} bytes, as asked", f"{len(told)} bytes"))
        yield told
        drawn += wanted
