"""What it means that a generator was recognised: how, from how much, and how surely."""

from dataclasses import dataclass


class GeneratorError(Exception):
    """Something that can't be searched: what is wrong, and how to mend it."""

    def __init__(self, what: str, mend: str) -> None:
        super().__init__(f"{what}; {mend}")
        self.what = what
        self.mend = mend


@dataclass(frozen=True)
class Recognised:
    """A generator that foretold the outputs which followed those it was recognised by."""

    name: str
    how: str
    needed: int
    """Outputs that went into recognising it."""
    predicted: int
    """Outputs after those, each foretold right, without a miss between them."""
    bits: float
    """A source of independent fair bits would look like this with a chance of at most 2**-bits."""

    @property
    def chance(self) -> float:
        """Give the chance that a fair source looks like this; 0.0 where it is below what a float can hold."""
        return float(2.0**-self.bits)
