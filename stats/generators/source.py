"""Search the seeds of known generators behind a few decks, from every likely order of the pack before the shuffle."""

from collections.abc import Callable, Sequence
from typing import Any

from fairfelt.stats.decision.parts import plain_part
from fairfelt.stats.decision.rule import Verdict
from fairfelt.stats.generators.clock import Window, time_seeds, try_seeds
from fairfelt.stats.generators.following import Seeded
from fairfelt.stats.generators.scan import Scan, scan
from fairfelt.stats.shuffles.count import Decks
from fairfelt.stats.shuffles.order import renumbered
from fairfelt.stats.shuffles.packs import Pack

DECKS = 3
"""Decks that are looked at: the first is searched for, the others tell how the stream goes on."""
SMALL = Window(0, 100_000)
"""Whole numbers that people write into programs as seeds."""
A_DAY, A_MINUTE = 86_400.0, 60.0

Tell = Callable[[float], None]


def judge_seeds(
    decks: Decks, pack: Pack, orders: Sequence[tuple[str, Pack]], around: float, tell: Tell = lambda _: None
) -> tuple[Verdict, dict[str, Any]]:
    """Search whole generators, small seeds, and clocks around a moment (seconds since 1970); say all that was searched.

    `orders` are the orders in which the pack may have lain, by name. Raise GeneratorError for decks of other cards.
    """
    searched: dict[str, int] = {}
    findings: list[str] = []
    for at, (name, order) in enumerate(orders):
        rows = renumbered(decks[:DECKS], pack, order)
        start = range(len(order.cards))

        def part(share: float, step: int, base: int = at) -> None:
            tell((base + (step + share) / 4) / len(orders))

        scans = (
            scan(rows, start, lambda share: part(share, 0)),
            try_seeds(rows, start, SMALL, lambda share: part(share, 1)),
            time_seeds(rows, start, around, A_DAY, "second", lambda share: part(share, 2)),
            time_seeds(rows, start, around, A_MINUTE, "millisecond", lambda share: part(share, 3)),
        )
        for found in (seeded for one in scans for seeded in one.found):
            findings.append(_words(found, name))
        _count(searched, scans)
        if findings:
            break
    notes = [f"Searched: {seeds}, {many} times: ways to shuffle, and orders." for seeds, many in searched.items()]
    if not findings:
        notes.append("What isn't listed was not searched. No seed found is no proof that there is none.")
    says = f"no seed of a known generator gives the first of {min(len(decks), DECKS)} decks"
    return plain_part("seeds", "decks", min(len(decks), DECKS), findings, notes, says)


def _words(found: Seeded, order: str) -> str:
    follows = f", the next decks: {found.relation}" if found.relation not in ("one deck", "not explained") else ""
    seed = f"seed {found.seed} of {found.title}"
    return f"{seed} gives the first deck to the last card{follows} (the pack lay {order})"


def _count(searched: dict[str, int], scans: Sequence[Scan]) -> None:
    for one in scans:
        for entry in one.searched:
            name = f"{entry.generator}: {entry.seeds}"
            searched[name] = searched.get(name, 0) + 1
