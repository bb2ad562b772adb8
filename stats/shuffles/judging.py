"""Judge shuffles from any source: draw, test, draw again what is doubtful, and say all of it as plain data."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from fairfelt.stats.decision.data import judgement_data
from fairfelt.stats.decision.measure import Measure
from fairfelt.stats.decision.resolves import resolves
from fairfelt.stats.decision.rule import Battery, Judgement, Level, judge
from fairfelt.stats.shuffles.battery import order_bits, registered
from fairfelt.stats.shuffles.naming import looks_like
from fairfelt.stats.shuffles.observe import Observed, observe
from fairfelt.stats.shuffles.packs import Pack
from fairfelt.stats.shuffles.reading import Read
from fairfelt.stats.streams.sums import digest

Draw = Callable[[int], Iterable[Read]]
"""Draws so many decks, block by block."""
GUESSED = "as it was guessed before"
TOO_EVEN = "decks in which cards are spread more evenly than chance spreads them"


def shuffle_battery(pack: Pack, size: int, level: Level, share: float = 1.0) -> Battery:
    """Register the battery for a pack: the tests that the level asks for."""
    return Battery("shuffles", "decks", level.of(registered(pack)), size, share)


def judge_shuffles(
    battery: Battery,
    level: Level,
    pack: Pack,
    blocks: Iterable[Read],
    known: str | None = None,
    again: Draw | None = None,
) -> tuple[Judgement, dict[str, Any]]:
    """Judge decks as they come; `again` draws fresh ones, if the source can.

    `known` says how the order before the shuffle, that of the pack, is known; else it is guessed.
    """
    seen = observe(blocks, pack, known)
    fresh: list[Observed] = []

    def confirm(ids: Collection[str], decks: int) -> Sequence[Measure]:
        assert again is not None
        blocks = again(decks)
        fresh.append(observe(blocks, seen.pack, GUESSED) if seen.spent else observe(blocks, pack, known))
        return [measure for measure in fresh[0].measures if measure.id in ids]

    asked = [measure for measure in seen.measures if measure.id in battery.tests]
    judged = judge(battery, level, asked, seen.drawn, confirm if again else None, seen.findings, seen.spent)
    if fresh and fresh[0].findings:
        judged = replace(
            judged,
            findings=(*judged.findings, *fresh[0].findings),
            verdict="fail",
            says="; ".join([judged.says, *fresh[0].findings]),
        )
    return judged, judgement_data(judged, level) | _beside(judged, fresh[0] if fresh else seen, seen)


def _beside(judged: Judgement, shown: Observed, first: Observed) -> dict[str, Any]:
    biased = [test for test in judged.tests if test.outcome == "bias shown" and test.measure is not None]
    ids = {test.id.partition(".")[2] for test in biased}
    even = [test for test in biased if test.measure and test.measure.effect == "spread" and test.measure.low < 1e-3]
    name = looks_like(shown.sums, shown.pack, ids) if ids else None
    return {
        "looks_like": TOO_EVEN if even else name,
        "notes": [
            f"Order before the shuffle: {first.order}.",
            f"A pack of {len(first.pack.cards)} cards has 2^{order_bits(first.pack):,.2f} orders; a generator with"
            " fewer states can't reach them all, and no sample shows that.",
        ],
        "heat": _heat(shown),
        "resolves": [resolved.__dict__ for resolved in resolves(first.drawn)],
        "digest": digest(first.sums),
    }


def _heat(seen: Observed) -> dict[str, Any] | None:
    """Give how far each card is off at each position, in standard deviations."""
    if not seen.drawn:
        return None
    size = len(seen.pack.cards)
    share = (seen.pack.copies / size)[:, None]
    spread = (seen.drawn * share * (1 - share)) ** 0.5
    off = (seen.sums["positions"] - seen.drawn * share) / spread
    return {"title": "card by position", "rows": list(seen.pack.kinds), "cells": off.round(2).tolist()}
