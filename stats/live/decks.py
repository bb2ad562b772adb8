"""Watch a shuffler for as long as it runs: every position of its decks, and the order of the first five cards.

The streams of one deck depend on each other, so their evidence is averaged; a mean of e-processes is one again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from fairfelt.stats.live.counts import log_evidence
from fairfelt.stats.live.eprocess import Alarm, WatchError, log_mean, look
from fairfelt.stats.streams.sums import Sums

FORMAT = 1
ORDERS = 120


@dataclass(frozen=True)
class DeckWatch:
    """`positions` counts kinds of cards (kinds x positions), `orders` the order of the first five cards."""

    positions: tuple[tuple[int, ...], ...]
    orders: tuple[int, ...]
    alarm: Alarm

    @property
    def units(self) -> int:
        """Count the decks so far."""
        return sum(self.orders)

    @property
    def log_e(self) -> float:
        """Give the natural logarithm of the e-value."""
        counts = np.array(self.positions)
        shares = counts.sum(axis=1) / max(1, counts.sum())
        law = shares if counts.sum() else np.full(len(counts), 1 / len(counts))
        each = log_evidence(law, counts.T)
        order = log_evidence(np.full(ORDERS, 1 / ORDERS), np.array(self.orders))
        return float(log_mean(np.append(each, order)))


def watch_decks(kinds: int, size: int, alpha: float = 0.01) -> DeckWatch:
    """Begin to watch decks of so many kinds of cards and so many positions."""
    return DeckWatch(((0,) * size,) * kinds, (0,) * ORDERS, Alarm(alpha))


def update(watch: DeckWatch, sums: Sums) -> DeckWatch:
    """Add the sums of a batch of decks, and look at the evidence. Raise WatchError for another pack's."""
    positions = np.array(watch.positions) + 0
    if positions.shape != sums["positions"].shape:
        raise WatchError("these decks are of another pack than those watched before; begin a new watch for them")
    positions += sums["positions"]
    orders = np.array(watch.orders) + sums["pattern"]
    more = replace(watch, positions=tuple(map(tuple, positions.tolist())), orders=tuple(orders.tolist()))
    return replace(more, alarm=look(watch.alarm, more.log_e, more.units))


def to_data(watch: DeckWatch) -> dict[str, Any]:
    """Give a watch as plain data, which JSON keeps without loss."""
    alarm = {"alpha": watch.alarm.alpha, "rung_at": watch.alarm.rung_at}
    return {"format": FORMAT, "kind": "decks", "positions": watch.positions, "orders": watch.orders, "alarm": alarm}


def from_data(data: Mapping[str, Any]) -> DeckWatch:
    """Take a watch up again. Raise WatchError if it is none."""
    try:
        if data["format"] != FORMAT or data["kind"] != "decks":
            raise ValueError("format")
        positions = tuple(tuple(int(count) for count in row) for row in data["positions"])
        orders = tuple(int(count) for count in data["orders"])
        sizes, decks = {len(row) for row in positions}, {sum(orders), *map(sum, zip(*positions, strict=False))}
        if len(orders) != ORDERS or len(sizes) != 1 or any(count < 0 for row in (*positions, orders) for count in row):
            raise ValueError("counts")
        alarm = Alarm(**data["alarm"])
        if len(decks) != 1 or (alarm.rung_at is not None and not 0 < int(alarm.rung_at) <= sum(orders)):
            raise ValueError("decks")
        return DeckWatch(positions, orders, alarm)
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError) as error:
        raise WatchError(f"this is no state of a watch ({error!r}); give what was saved, or start a new one") from None
