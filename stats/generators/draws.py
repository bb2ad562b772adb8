"""How a generator's output becomes a whole number below a bound, as data."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Scaling:
    title: str
    method: int
    """The number by which the kernel of draws knows it."""


MODULO = Scaling("the remainder of a division by the bound", 0)
SCALED = Scaling("the output as a fraction, times the bound, rounded down", 1)
JAVA = Scaling("java.util.Random.nextInt(bound)", 2)
TOP_BITS = Scaling("as many top bits as the bound has, again until below it (Python's random)", 3)
LOW_BITS = Scaling("as many low bits as the bound needs, again until below it (NumPy's RandomState)", 4)
