"""Watch what a wager wins, against the exact expectation.

Someone bets on the difference between what was won and what was expected. While the expectation is true no way of
betting is expected to gain, so the fortune that began as 1 is an e-value: Waudby-Smith and Ramdas, Estimating means of
bounded random variables by betting (2024). Here the stake is shared equally among fixed bets of many sizes, in both
directions or in one. A bet is a share of the largest that could never lose everything in one unit.
"""

from dataclasses import dataclass, field, replace
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fairfelt.stats.live.eprocess import Alarm, WatchError, log_mean, look

Direction = Literal["both", "more", "less"]
"""What would be wrong: that the wager wins more or less than expected, or just one of these. Against `more`, say, a
stream may win less as long as it likes; that suits players who may play worse than the expectation supposes."""
SHARES = tuple(0.5**power for power in range(1, 13))
"""From the share for a gross fault to that for one which takes millions of units to see."""


@dataclass(frozen=True)
class MoneyWatch:
    """A stream of money won for each unit staked, between `low` and `high`, whose expectation is always `mean`."""

    mean: float
    low: float
    high: float
    direction: Direction
    units: int
    log_fortunes: tuple[float, ...]
    """What each bet has made of 1, as natural logarithms: bets on more first, then bets on less."""
    alarm: Alarm = field(default_factory=Alarm)

    def __post_init__(self) -> None:
        if not -np.inf < self.low < self.mean < self.high < np.inf:
            raise WatchError(
                f"a mean of {self.mean:g} isn't between the least win, {self.low:g}, and the most, {self.high:g};"
                " mend one of them"
            )
        if self.direction not in get_args(Direction) or len(self.log_fortunes) != _fortunes(self.direction):
            raise WatchError(f"{len(self.log_fortunes)} fortunes are not those of bets on {self.direction}; start anew")

    @property
    def log_e(self) -> float:
        """Give the natural logarithm of the e-value."""
        return float(log_mean(self.log_fortunes))


def watch_money(
    mean: float, low: float, high: float, direction: Direction = "both", alpha: float = 0.01
) -> MoneyWatch:
    """Begin to watch a wager that wins `mean` for each unit staked on average: -0.02 where the house keeps 2 %.

    `low` and `high` are the least and the most that it can win. Raise WatchError if the mean isn't between them.
    """
    start = (0.0,) * _fortunes(direction)
    return MoneyWatch(float(mean), float(low), float(high), direction, 0, start, Alarm(alpha))


def update(watch: MoneyWatch, won: ArrayLike, counts: ArrayLike | None = None) -> MoneyWatch:
    """Add one batch of wins for each unit staked, each as often as `counts` says, and look at the evidence.

    Raise WatchError for a win that the wager can't have, or for counts that don't fit the wins.
    """
    wins = np.asarray(won, np.float64)
    often = np.ones(wins.shape, np.int64) if counts is None else np.asarray(counts)
    if wins.ndim != 1 or often.shape != wins.shape or not np.issubdtype(often.dtype, np.integer) or (often < 0).any():
        raise WatchError(f"wins of shape {wins.shape} don't fit counts of shape {often.shape}; give a list of each")
    outside = wins[~((wins >= watch.low) & (wins <= watch.high))]
    if outside.size:
        raise WatchError(
            f"a win of {outside[0]:g} is not between {watch.low:g} and {watch.high:g}; mend the bounds or the stream"
        )
    bets = _bets(watch.mean, watch.low, watch.high, watch.direction)
    gains = np.log1p(np.multiply.outer(bets, wins - watch.mean)) @ often
    fortunes = tuple((np.array(watch.log_fortunes) + gains).tolist())
    more = replace(watch, units=watch.units + int(often.sum()), log_fortunes=fortunes)
    return replace(more, alarm=look(watch.alarm, more.log_e, more.units))


def _fortunes(direction: Direction) -> int:
    return len(SHARES) * (2 if direction == "both" else 1)


def _bets(mean: float, low: float, high: float, direction: Direction) -> NDArray[np.float64]:
    on_more, on_less = [np.array(SHARES) / (mean - low)], [np.array(SHARES) / (mean - high)]
    return np.concatenate({"both": on_more + on_less, "more": on_more, "less": on_less}[direction])
