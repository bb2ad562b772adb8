"""Watch a stream batch by batch, tell a line for each, and keep the state so that watching can go on another day."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from math import log
from typing import Any, Protocol, TypeVar

from fairfelt.stats.live.counts import CountWatch
from fairfelt.stats.live.eprocess import Alarm, WatchError
from fairfelt.stats.live.money import MoneyWatch

KINDS = {"counts": CountWatch, "money": MoneyWatch}
FORMAT = 1


class Watched(Protocol):
    """A state of any kind of watch."""

    @property
    def units(self) -> int: ...
    @property
    def log_e(self) -> float: ...
    @property
    def alarm(self) -> Alarm: ...


State = TypeVar("State", bound=Watched)
Batch = TypeVar("Batch")


@dataclass(frozen=True)
class Line:
    """What to tell after a batch: units so far, the evidence as a power of ten, and when the alarm first rang."""

    units: int
    log10_e: float
    rung_at: int | None

    def __str__(self) -> str:
        told = "no alarm" if self.rung_at is None else f"ALARM since {self.rung_at:,}"
        return f"{self.units:,} units, log10 e = {self.log10_e:.2f}, {told}"


def line(state: Watched) -> Line:
    """Tell how a watch stands."""
    return Line(state.units, state.log_e / log(10), state.alarm.rung_at)


def watch(
    state: State, update: Callable[[State, Batch], State], batches: Iterable[Batch]
) -> Iterator[tuple[Line, State]]:
    """Add batch after batch to a watch by its `update`, and give a line and the state after each."""
    for batch in batches:
        state = update(state, batch)
        yield line(state), state


def to_data(state: CountWatch | MoneyWatch) -> dict[str, Any]:
    """Give a state as plain data, which JSON keeps without loss."""
    kind = next(kind for kind, made in KINDS.items() if isinstance(state, made))
    return {"format": FORMAT, "kind": kind, **asdict(state)}


def from_data(data: Mapping[str, Any]) -> CountWatch | MoneyWatch:
    """Take a state up again. Raise WatchError if it is none."""
    fields = dict(data)
    try:
        if fields.pop("format") != FORMAT:
            raise ValueError("format")
        make: Any = KINDS[fields.pop("kind")]
        fields = {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
        state: CountWatch | MoneyWatch = make(**{**fields, "alarm": Alarm(**fields["alarm"])})
    except (KeyError, TypeError, ValueError) as error:
        raise WatchError(f"this is no state of a watch ({error!r}); give what was saved, or start a new one") from None
    return state
