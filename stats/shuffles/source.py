"""Judge shuffles from any source: draw, test, draw again what is doubtful, and say all of it as plain data."""

from collections.abc import Callable, Iterable
from typing import Any

from fairfelt.stats.decision.data import judgement_data
from fairfelt.stats.decision.resolves import CARDS, resolves
from fairfelt.stats.decision.rule import Battery, Judgement, Level
from fairfelt.stats.decision.twice import Seen, judge_twice
from fairfelt.stats.shuffles.battery import order_bits, registered
from fairfelt.stats.shuffles.naming import looks_like
from fairfelt.stats.shuffles.observe import Observed, observe
from fairfelt.stats.shuffles.packs import Pack
from fairfelt.stats.shuffles.reading import Read
from fairfelt.stats.streams.sums import FINGERPRINTS, digest

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
    observed = [observe(blocks, pack, known)]

    def draw(decks: int) -> Seen:
        assert again is not None
        first = observed[0]
        fresh = again(decks)
        observed.append(observe(fresh, first.pack, GUESSED) if first.spent else observe(fresh, pack, known))
        return _seen(observed[-1])

    judged, _ = judge_twice(battery, level, _seen(observed[0]), draw if again else None)
    strictest = level.alpha * battery.share / (max(1, len(battery.tests)) if level.together else 1)
    return judged, judgement_data(judged, level) | _beside(judged, observed[-1], observed[0], strictest)


def _seen(observed: Observed) -> Seen:
    return Seen(observed.measures, observed.drawn, observed.spent, observed.findings)


def _beside(judged: Judgement, shown: Observed, first: Observed, level: float) -> dict[str, Any]:
    biased = [test for test in judged.tests if test.outcome == "bias shown" and test.measure is not None]
    ids = {test.id.partition(".")[2] for test in biased}
    one_pack = len(first.pack.cards) == len(first.pack.kinds) == CARDS
    even = [test for test in biased if test.measure and test.measure.effect == "spread" and test.measure.low < 1e-3]
    name = looks_like(shown.sums, shown.pack, ids) if ids else None
    return {
        "looks_like": TOO_EVEN if even and "duplicates" not in ids else name,
        "notes": [
            f"The order before the shuffle, for tests that need one: {first.order}.",
            f"A pack of {len(first.pack.cards)} cards has 2^{order_bits(first.pack):,.2f} orders; a generator with"
            " fewer states can't reach them all, and no sample shows that.",
        ],
        "heat": _heat(shown),
        "resolves": [one.__dict__ for one in resolves(first.drawn, level, FINGERPRINTS)] if one_pack else [],
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
