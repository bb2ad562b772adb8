"""Judge what files hold. A file can't be asked again, so it is judged once and for all."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from fairfelt.stats.decision.rule import Judgement, Level
from fairfelt.stats.shuffles.judging import judge_shuffles, shuffle_battery
from fairfelt.stats.shuffles.packs import Pack
from fairfelt.stats.shuffles.reading import Read, file_decks

Judged = tuple[Judgement, dict[str, Any]]
Tell = Callable[[int], None]
"""Told how many bytes of all files are read."""
Block = TypeVar("Block")


@dataclass(frozen=True)
class DeckFile:
    """A file of one deck a line; `order` says how the order before the shuffle, that of the pack, is known."""

    path: Path
    pack: Pack
    size: int
    order: str | None = None

    def judge(self, level: Level, share: float, tell: Tell) -> Judged:
        """Judge the decks; raise DecksError for a file that holds none."""
        battery = shuffle_battery(self.pack, self.size, level, share)
        blocks = _told(file_decks(self.path, self.pack), self.pack, tell)
        return judge_shuffles(battery, level, self.pack, blocks, self.order)


def _told(blocks: Iterable[Read], pack: Pack, tell: Tell) -> Iterator[Read]:
    done = 0
    for block in blocks:
        yield block
        done += block.count * (2 * len(pack.cards) + 1)
        tell(done)
