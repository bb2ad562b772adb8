"""Take decks as they come, in memory that doesn't grow, and answer the battery."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from fairfelt.stats.decision.measure import Measure
from fairfelt.stats.shuffles.any_order import any_order_measures
from fairfelt.stats.shuffles.battery import measures
from fairfelt.stats.shuffles.count import Decks, count_shuffles
from fairfelt.stats.shuffles.order import PILOT, guess_order, renumbered
from fairfelt.stats.shuffles.packs import Pack
from fairfelt.stats.shuffles.reading import TOLD, Read
from fairfelt.stats.streams.sums import Sums, merge

FEW = 5 * PILOT
"""A sample of up to so many decks is tested under every usual order; from a larger one, decks are set aside."""
CHUNK = 20_000
"""Decks that are counted together."""


@dataclass(frozen=True)
class Observed:
    """`pack` stands in the order that is held for the one before the shuffle; `order` says how that is known."""

    pack: Pack
    order: str
    sums: Sums
    measures: tuple[Measure, ...]
    drawn: int
    """Decks that were tested."""
    spent: int
    """Decks that went into the guess of the order."""
    findings: tuple[str, ...]


def observe(blocks: Iterable[Read], pack: Pack, known: str | None = None) -> Observed:
    """Count and test decks. With `known`, which says how, the order before the shuffle is that of the pack."""
    findings: list[str] = []
    broken = 0
    waiting: list[Decks] = []
    held, chunk, spent = 0, 0, 0
    order, base = known, pack
    sums: Sums = {}
    for block in blocks:
        broken += len(block.findings)
        findings.extend(block.findings[: max(0, TOLD - len(findings))])
        waiting.append(block.decks)
        held += len(block.decks)
        if order is None and held > FEW:
            together = np.concatenate(waiting)
            name, pack = guess_order(together[:PILOT], base)
            order = f"{name}, guessed from the first {PILOT:,} decks, which are not tested"
            waiting, held, spent = [together[PILOT:]], held - PILOT, PILOT
        if order is not None and held >= CHUNK:
            sums = merge(sums, count_shuffles(renumbered(np.concatenate(waiting), base, pack), pack, chunk))
            waiting, held, chunk = [], 0, chunk + 1
    if broken > len(findings):
        findings.append(f"{broken - len(findings):,} more decks are no whole packs")
    rest = np.concatenate(waiting) if waiting else np.empty((0, len(pack.cards)), np.uint8)
    if order is None:
        return _of_few(rest, base, tuple(findings))
    sums = merge(sums, count_shuffles(renumbered(rest, base, pack), pack, chunk))
    drawn = int(sums["decks"][0])
    return Observed(pack, order, sums, tuple(measures(sums, pack)), drawn, spent, tuple(findings))


def _of_few(decks: Decks, base: Pack, findings: tuple[str, ...]) -> Observed:
    if not len(decks):
        return Observed(base, "as the pack is listed", count_shuffles(decks, base), (), 0, 0, findings)
    found, name, pack = any_order_measures(decks, base)
    order = f"{name}, the farthest of all that were tried"
    sums = count_shuffles(renumbered(decks, base, pack), pack)
    return Observed(pack, order, sums, tuple(found), len(decks), 0, findings)
