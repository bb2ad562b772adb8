"""Draw from an engine in large batches, so that what travels is decks and not messages."""

from collections.abc import Iterator

from fairfelt.conformance.connections.answers import Connection, Result
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.plans.bulk import no_answer
from fairfelt.stats.shuffles.packs import Pack
from fairfelt.stats.shuffles.reading import DecksError, Read, read_decks

AT_ONCE = 1000
"""Decks that are asked for together."""


class NoDraws(Exception):
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
