"""How long an engine may take, in seconds."""

from dataclasses import dataclass
from typing import Final

BULK: Final = frozenset({"rounds.play", "hands.rank", "shuffle", "rng"})


@dataclass(frozen=True)
class Timeouts:
    """Hold the time limits of the three kinds of requests, in seconds."""

    hello: float = 30.0
    step: float = 2.0
    bulk: float = 60.0

    def limit(self, method: str) -> float:
        """Give the limit of one method, in seconds."""
        if method == "hello":
            return self.hello
        return self.bulk if method in BULK else self.step
