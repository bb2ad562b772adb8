"""Watch how often each outcome comes, against the chances that it should have.

The evidence is how much better the outcomes are told by someone who learns their chances as they come than by the law
itself. The learner starts from a Dirichlet distribution around the law; several learners, from eager to slow, share the
stake equally, since nobody knows how far off a bad source will be. The ratio is a Dirichlet-multinomial chance over a
multinomial one, and depends on the counts alone: not on the order in which they came, nor on how they were batched.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fairfelt.stats.live.eprocess import Alarm, WatchError, log_mean, look

CONCENTRATIONS = (1.0, 10.0, 100.0, 1000.0)
"""How slowly the learners learn: after each outcome was seen so often, by the law, half of what they say is learned."""
NEAR_ONE = 1e-9


@dataclass(frozen=True)
class CountWatch:
    """A stream of independent outcomes, each of which follows `law`, with what has been counted of it so far."""

    law: tuple[float, ...]
    counts: tuple[int, ...]
    alarm: Alarm = field(default_factory=Alarm)

    def __post_init__(self) -> None:
        if len(self.law) < 2 or not all(chance >= 0 for chance in self.law) or abs(sum(self.law) - 1) > NEAR_ONE:
            raise WatchError(
                f"{len(self.law)} chances that add up to {sum(self.law):.9g} are no law; give two or more that make 1"
            )
        if len(self.counts) != len(self.law) or not all(count >= 0 for count in self.counts):
            raise WatchError(f"{len(self.counts)} counts don't fit {len(self.law)} chances; give one, from 0, for each")

    @property
    def units(self) -> int:
        """Count the outcomes so far."""
        return sum(self.counts)

    @property
    def log_e(self) -> float:
        """Give the natural logarithm of the e-value."""
        return float(log_evidence(self.law, self.counts))


def watch_counts(law: Sequence[float], alpha: float = 0.01) -> CountWatch:
    """Begin to watch outcomes whose chances are known. They add up to 1; one may be 0, for what can't happen.

    Raise WatchError for a law that is none.
    """
    return CountWatch(tuple(float(chance) for chance in law), (0,) * len(law), Alarm(alpha))


def watch_uniform(outcomes: int, alpha: float = 0.01) -> CountWatch:
    """Begin to watch outcomes that are all as likely as each other."""
    return watch_counts([1 / outcomes] * outcomes if outcomes > 0 else [], alpha)


def update(watch: CountWatch, counts: ArrayLike) -> CountWatch:
    """Add the counts of one batch, and look at the evidence. Raise WatchError for counts that are none of this law."""
    batch = np.asarray(counts)
    if batch.shape != (len(watch.law),) or not np.issubdtype(batch.dtype, np.integer) or (batch < 0).any():
        raise WatchError(
            f"a batch of shape {batch.shape} and type {batch.dtype} doesn't count {len(watch.law)} outcomes;"
            " give one whole number, not below 0, for each"
        )
    more = replace(watch, counts=tuple(had + int(new) for had, new in zip(watch.counts, batch, strict=True)))
    return replace(more, alarm=look(watch.alarm, more.log_e, more.units))


def log_evidence(law: ArrayLike, counts: ArrayLike) -> NDArray[np.float64]:
    """Give the natural logarithm of the e-value of counts (..., outcomes) against a law (outcomes).

    It is infinite once something came that can't happen.
    """
    from scipy.special import gammaln

    chances, seen = np.asarray(law, np.float64), np.asarray(counts, np.float64)
    possible = chances > 0
    kept, here = chances[possible], seen[..., possible]
    start = np.multiply.outer(np.array(CONCENTRATIONS), kept * kept.size)  # (learners, outcomes)
    total, many = start.sum(axis=1), here.sum(axis=-1)[..., None]
    learned = (gammaln(start + here[..., None, :]) - gammaln(start)).sum(axis=-1)
    told = learned - gammaln(total + many) + gammaln(total) - (here * np.log(kept)).sum(axis=-1)[..., None]
    return np.where((seen[..., ~possible] > 0).any(axis=-1), np.inf, log_mean(told))
