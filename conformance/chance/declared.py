"""What is judged without drawing a sample: declarations, and seeds behind a few decks."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairfelt.stats.decision.rule import Verdict
from fairfelt.stats.shuffles.count import Decks
from fairfelt.stats.shuffles.packs import Pack

Part = tuple[Verdict, dict[str, Any]]
LIKELY = ("shdc", "cdhs")
"""Orders of suits in which programs list a pack."""


class DeclarationError(Exception):
    """A declaration that can't be computed: what, and how to mend it."""


@dataclass(frozen=True)
class Declaration:
    """How a vendor says that numbers are scaled, and how large the generator's state is."""

    method: Any
    bits: int
    below: int
    state_bits: int | None
    packs: int = 1
    jokers: int = 0

    def judge(self) -> Part:
        """Hold it against what is demanded; raise DeclarationError."""
        from fairfelt.stats.numbers.declared import judge_declared
        from fairfelt.stats.numbers.errors import NumbersError

        try:
            return judge_declared(self.method, self.bits, self.below, self.state_bits, self.packs, self.jokers)
        except NumbersError as error:
            raise DeclarationError(str(error)) from None


def search_seeds(decks: Decks, pack: Pack, known: bool, tell: Callable[[float], None]) -> Part:
    """Search seeds behind decks of one pack: from its own order if that is `known`, else from likely ones."""
    from fairfelt.stats.generators.found import GeneratorError
    from fairfelt.stats.generators.source import judge_seeds

    orders = [("as told", pack)] if known else likely_orders(pack)
    try:
        return judge_seeds(decks, pack, orders, time.time(), tell)
    except GeneratorError as error:
        raise DeclarationError(f"seeds can't be searched: {error}") from None


def likely_orders(pack: Pack) -> list[tuple[str, Pack]]:
    """List the orders in which programs list a pack."""
    from fairfelt.stats.shuffles.order import possible_orders

    starts = tuple(f"suit by suit ({' '.join(suits)})" for suits in LIKELY)
    orders = possible_orders(pack)
    return [(name, order) for name, order in orders if name.startswith(starts)] or orders


def first_decks(path: Path, pack: Pack) -> Decks:
    """Read the first decks of a file, which was judged before and holds some."""
    from fairfelt.stats.shuffles.reading import file_decks

    return next(block.decks for block in file_decks(path, pack) if len(block.decks))
