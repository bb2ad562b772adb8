"""What one test says of one sequence of bits, and what the sequence gives to the same test of its whole stream."""

from collections.abc import Callable
from dataclasses import dataclass
from math import erfc, nan, sqrt
from typing import Any, Literal

from numpy import uint8
from numpy.typing import NDArray

Bits = NDArray[uint8]
Law = Literal["normal", "chi-square", "least", "score"]
"""How a stream adds its sequences up.

normal: z adds up, and so does its square. score: the same, of a normal score made from a p-value, whose square says
nothing more. chi-square: statistic and degrees add up. least: several such sums side by side, of which the least
likely counts.
"""


class BitsError(Exception):
    """Bits or settings that no test can start from; says what is wrong and how to mend it."""


@dataclass(frozen=True)
class Answer:
    """One named p-value, or the reason why there is none."""

    id: str
    title: str
    law: str
    """The law of a fair source: `normal, two-sided`, or `chi-square, 5 degrees of freedom`."""
    units: int
    """What was looked at: bits, blocks, matrices or cycles."""
    statistic: float
    degrees: int
    """Degrees of freedom of a chi-square; 0 of other laws."""
    p: float | None
    """As NIST reports it; None where the test can't be asked of this sequence."""
    lacking: str = ""
    """Why it can't be asked. A test that wasn't asked has passed nothing."""

    @property
    def asked(self) -> bool:
        """Say whether there is a p-value at all."""
        return self.p is not None


@dataclass(frozen=True)
class Share:
    """What a sequence gives to one measure of its stream; zeros where the test couldn't be asked."""

    measure: str
    law: Law
    asked: bool
    units: int
    degrees: int
    values: tuple[float, ...]


@dataclass(frozen=True)
class Tested:
    """What a group of tests found in one sequence."""

    answers: tuple[Answer, ...]
    shares: tuple[Share, ...]

    def __add__(self, other: "Tested") -> "Tested":
        return Tested(self.answers + other.answers, self.shares + other.shares)


NORMAL = "normal, two-sided"


def by_z(id_: str, title: str, units: int, z: float) -> Answer:
    """Answer from a statistic that is standard normal where the source is fair."""
    return Answer(id_, title, NORMAL, units, z, 0, erfc(abs(z) / sqrt(2)))


def by_chi_square(id_: str, title: str, units: int, statistic: float, degrees: int) -> Answer:
    """Answer from the upper tail of chi-square."""
    from scipy.special import chdtrc

    return Answer(id_, title, law_of(degrees), units, statistic, degrees, float(chdtrc(degrees, statistic)))


def law_of(degrees: int) -> str:
    """Name a chi-square by its degrees of freedom."""
    return f"chi-square, {degrees:,} degree{'s' if degrees != 1 else ''} of freedom"


def unasked(id_: str, title: str, units: int, lacking: str) -> Answer:
    """Say why a test can't be asked."""
    return Answer(id_, title, "", units, nan, 0, None, lacking)


def normal(id_: str, title: str, units: int, lacking: str, z: Callable[[], float]) -> Tested:
    """Ask a test of a standard normal z, unless something is lacking."""
    answer = unasked(id_, title, units, lacking) if lacking else by_z(id_, title, units, z())
    return Tested((answer,), (share(answer, "normal", 0),))


def chi_square(
    id_: str, title: str, units: int, lacking: str, degrees: int, statistic: Callable[[], float]
) -> Tested:
    """Ask a test of a chi-square, unless something is lacking."""
    answer = unasked(id_, title, units, lacking) if lacking else by_chi_square(id_, title, units, statistic(), degrees)
    return Tested((answer,), (share(answer, "chi-square", degrees),))


def share(answer: Answer, law: Law, degrees: int) -> Share:
    """Let an answer's statistic be what its sequence gives to the measure of the same id."""
    return Share(answer.id, law, answer.asked, answer.units, degrees, (answer.statistic if answer.asked else 0.0,))


def chi_square_of(observed: NDArray[Any], expected: NDArray[Any]) -> float:
    """Compute Pearson's statistic."""
    return float(((observed - expected) ** 2 / expected).sum())
