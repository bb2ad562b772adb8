"""Judge what files hold. A file can't be asked again, so it is judged once and for all."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from fairfelt.conformance.audit.errors import AuditError
from fairfelt.rulesets.choose import Rules
from fairfelt.stats.decision.rule import Judgement, Level
from fairfelt.stats.shuffles.packs import Pack
from fairfelt.stats.shuffles.reading import DecksError, Read

Judged = tuple[Judgement, dict[str, Any]]
Tell = Callable[[int], None]
"""Told how many more bytes are read."""
BLOCK = 1 << 20
TOGETHER = 1 << 14
"""Numbers that are counted together: few, so that little is left over at the end of a file."""


class FileError(Exception):
    """A file that holds nothing that can be judged: where, what, and how to mend it."""


class Judgeable(Protocol):
    """Something with a path that can be judged."""

    @property
    def path(self) -> Path: ...

    def judge(self, level: Level, share: float, tell: Tell) -> Judged: ...


@dataclass(frozen=True)
class DeckFile:
    """A file of one deck a line; `order` says how the order before the shuffle, that of the pack, is known."""

    path: Path
    pack: Pack
    size: int
    order: str | None = None

    def judge(self, level: Level, share: float, tell: Tell) -> Judged:
        from fairfelt.stats.shuffles.reading import file_decks
        from fairfelt.stats.shuffles.source import judge_shuffles, shuffle_battery

        def told() -> Iterator[Read]:
            for block in file_decks(self.path, self.pack):
                tell(block.count * (2 * len(self.pack.cards) + 1))
                yield block

        battery = shuffle_battery(self.pack, self.size, level, share)
        try:
            return judge_shuffles(battery, level, self.pack, told(), self.order)
        except DecksError as error:
            raise FileError(str(error)) from None


@dataclass(frozen=True)
class NumberFile:
    """A file of whole numbers from 0 up to, and without, `below`."""

    path: Path
    below: int
    size: int

    def judge(self, level: Level, share: float, tell: Tell) -> Judged:
        from fairfelt.stats.numbers.errors import NumbersError
        from fairfelt.stats.numbers.plan import Plan
        from fairfelt.stats.numbers.reading import read_numbers
        from fairfelt.stats.numbers.source import judge_numbers, numbers_battery

        try:
            start = read_numbers(self.path, self.below, TOGETHER)
            first = next(start, None)
            if first is None:
                raise FileError(f"{self.path}: holds no numbers; write one a line, from 0 to {self.below - 1}")
            plan = Plan(self.below, len(first))

            def numbers() -> Iterator[Any]:
                yield first
                for block in start:
                    tell(self.path.stat().st_size * len(block) // max(1, self.size))
                    yield block

            return judge_numbers(numbers_battery(plan, self.size, level, share), level, plan, numbers())
        except NumbersError as error:
            where = "" if str(self.path) in str(error) else f"{self.path}: "
            raise FileError(f"{where}{error}") from None


@dataclass(frozen=True)
class BitFile:
    """A file of raw random bytes; `size` counts sequences of a million bits."""

    path: Path
    size: int
    legacy: bool = False

    def judge(self, level: Level, share: float, tell: Tell) -> Judged:
        from fairfelt.stats.bits.answer import BitsError
        from fairfelt.stats.bits.source import bits_battery, judge_bits

        def pieces() -> Iterator[bytes]:
            with self.path.open("rb") as file:
                while block := file.read(BLOCK):
                    yield block
                    tell(len(block))

        constants = "nist-legacy" if self.legacy else "exact"
        try:
            return judge_bits(bits_battery(self.size, level, share), level, pieces(), None, constants)  # type: ignore[arg-type]
        except BitsError as error:
            raise FileError(f"{self.path}: {error}") from None
        except OSError as error:
            raise FileError(f"{self.path}: can't be read: {error.strerror}; name a file of raw bytes") from None


@dataclass(frozen=True)
class RoundFile:
    """A log of rounds, as `fairfelt audit` reads it."""

    path: Path
    rules: Rules
    size: int
    mapping: Path | None = None

    def judge(self, level: Level, share: float, tell: Tell) -> Judged:
        from fairfelt.conformance.audit.mapping import load_mapping
        from fairfelt.conformance.chance.rounds import log_rounds
        from fairfelt.stats.rounds.columns import RoundsError
        from fairfelt.stats.rounds.plan import plan_rounds
        from fairfelt.stats.rounds.source import judge_rounds, rounds_battery

        plan = plan_rounds(self.rules, self.size, joint=False)
        mapped = load_mapping(self.mapping) if self.mapping else None
        tell(0)
        try:
            rounds = log_rounds(self.rules, self.path, mapped)
            return judge_rounds(rounds_battery(plan, level, share), level, plan, rounds)
        except (AuditError, RoundsError) as error:
            where = "" if self.path.name in str(error) else f"{self.path}: "
            raise FileError(f"{where}{error}") from None
