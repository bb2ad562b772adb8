"""First shuffles of fresh starts: an engine that is seeded by a clock, or always alike, shows it when it begins.

Engines are started one after the other, two at the same moment, and, where that can be done, two with a clock that
stands still.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import numpy as np

from fairfelt.conformance.chance.draws import NoDraws
from fairfelt.conformance.connections.answers import Connection, Result
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.plans.bulk import no_answer
from fairfelt.rulesets.cards import Card
from fairfelt.stats.decision.rule import Battery, Judgement, Level
from fairfelt.stats.decision.twice import Seen, judge_twice
from fairfelt.stats.shuffles.battery import registered
from fairfelt.stats.shuffles.observe import observe
from fairfelt.stats.shuffles.packs import Pack
from fairfelt.stats.shuffles.reading import DecksError, Read, read_decks
from fairfelt.stats.streams.sums import digest

Start = Callable[[bool], Connection]
"""Starts the engine afresh; with True, under a clock that stands still. Raises CannotStop where that can't be."""
ASKED = (
    "same-suit",
    "same-rank",
    "fixed-mean",
    "cycles-mean",
    "descents-mean",
    "rising-mean",
    "inversions-mean",
    "increasing-mean",
    "successions-mean",
    "repeats-1",
    "rising-1",
    "correlation-1",
    "duplicates",
    "unshuffled",
)
"""The tests that a few dozen decks can answer."""


class CannotStop(Exception):
    """Why an engine can't be started under a clock that stands still."""


def starts_battery(pack: Pack, size: int, level: Level, share: float) -> Battery:
    """Register the tests of first shuffles."""
    named = {id_: title for id_, title in registered(pack).items() if id_.partition(".")[2] in ASKED}
    return Battery("first shuffles", "starts", level.of(named), size, share)


def judge_starts(
    battery: Battery,
    level: Level,
    pack: Pack,
    packs: int,
    start: Start,
    configure: Mapping[str, Any],
    rule: str,
) -> tuple[Judgement, dict[str, Any]]:
    """Start the engine so many times and judge the first shuffle of each; raise NoDraws where one gives none."""
    from fairfelt.stats.decision.data import judgement_data

    def first() -> str:
        with closing(start(False)) as connection:
            return _first_deck(connection, configure, packs, rule)

    def seen(count: int) -> tuple[Seen, Any]:
        block = _read([first() for _ in range(count)], pack, rule)
        observed = observe([block], pack)
        return Seen(observed.measures, observed.drawn, findings=observed.findings), observed

    sample, observed = seen(battery.size)
    findings, notes = _pairs(start, configure, packs, rule)
    again = _alike(observed.sums["prints.least"])
    if again:
        findings = [f"{again} of {battery.size} starts begin with a shuffle that another start began with", *findings]
    sample = Seen(sample.measures, sample.drawn, findings=(*sample.findings, *findings))
    judged, _ = judge_twice(battery, level, sample, None if findings else lambda count: seen(count)[0])
    return judged, judgement_data(judged, level) | {"notes": notes, "digest": digest(observed.sums)}


def _pairs(start: Start, configure: Mapping[str, Any], packs: int, rule: str) -> tuple[list[str], list[str]]:
    """Start two at once, and two at a stopped clock; give findings and what could not be tried."""
    findings, notes = [], ["Two engines started at the same moment begin with different shuffles."]
    if _both_alike(start, False, configure, packs, rule):
        findings.append("two engines started at the same moment begin with the same shuffle")
        notes = []
    try:
        if _both_alike(start, True, configure, packs, rule):
            findings.append("with the clock stopped, two starts begin with the same shuffle: time alone is the seed")
        else:
            notes.append("With the clock stopped, two starts begin with different shuffles.")
    except CannotStop as error:
        notes.append(f"Not tried with a stopped clock: {error}.")
    return findings, notes


def _both_alike(start: Start, stopped: bool, configure: Mapping[str, Any], packs: int, rule: str) -> bool:
    def one(_: int) -> str:
        with closing(start(stopped)) as connection:
            return _first_deck(connection, configure, packs, rule)

    with ThreadPoolExecutor(2) as pool:
        decks: list[str] = list(pool.map(one, range(2)))
    return decks[0] == decks[1]


def _first_deck(connection: Connection, configure: Mapping[str, Any], packs: int, rule: str) -> str:
    connection.ask("configure", configure)
    answer = connection.ask("shuffle", {"count": 1, "packs": packs})
    if not isinstance(answer, Result):
        raise NoDraws(no_answer(rule, "shuffle", answer))
    decks = answer.value["decks"]
    if len(decks) != 1:
        raise NoDraws(Finding(rule, "dealing", "1 deck, as asked", f"{len(decks)} decks"))
    return str(decks[0])


def _read(texts: list[Card], pack: Pack, rule: str) -> Read:
    try:
        return read_decks(texts, pack, what="the first shuffle of start")
    except DecksError as error:
        raise NoDraws(Finding(rule, "dealing", "decks of cards", str(error))) from None


def _alike(prints: Any) -> int:
    """Count the decks that came more than once."""
    _, times = np.unique(prints, return_counts=True)
    return int(times[times > 1].sum())
