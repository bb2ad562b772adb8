"""Profiles: what a run asks of the engine, and how much it plays."""

from dataclasses import dataclass

STRENGTH = "the strength of this suite against broken engines of this game"
"""What a run leaves open unless a proof is attached."""


@dataclass(frozen=True)
class Profile:
    """`deals` is how many purposely dealt rounds each requirement gets, `draws` how many more Hypothesis draws."""

    name: str
    asks: frozenset[str]
    deals: int
    draws: int
    live: int
    """Rounds that an engine deals by itself, where it can't be dealt to."""
    shuffles: int = 0
    """Shuffles that are drawn and tested."""
    starts: int = 0
    """Fresh starts whose first shuffles are compared."""
    numbers: int = 0
    """Random numbers that are drawn and tested, from an engine that gives numbers."""
    bits: int = 0
    """Sequences of a million random bits, from an engine that gives bytes."""
    played: int = 0
    """Rounds that the engine plays by itself and that are tested."""
    law_of_play: bool = False
    """Whether rounds are held against the law of the whole game; counting it may take half a minute."""
    sessions: int = 3
    """Sessions of many rounds that each requirement across rounds draws."""
    moves: int = 5
    """What is done in each session: most moves play a round or two."""
    proves: bool = False
    """Whether the command line ends a whole run with a quick proof that these checks can fail."""

    @property
    def not_judged(self) -> tuple[str, ...]:
        """Say what a reader might expect of a certificate and this profile does not judge."""
        chance = "how the generator is seeded, and what no sample can show" if self.shuffles else "chance"
        return (chance, "house edge, return to player and other mathematics", STRENGTH)


_CI = frozenset({"stepwise", "forced_deck"})
_LAB = _CI | {"multi_seat", "views", "stacks", "shuffle|rng"}

PROFILES = {
    "ci": Profile("ci", _CI, deals=8, draws=10, live=300),
    "lab": Profile(
        "lab",
        _LAB,
        deals=24,
        draws=50,
        live=2000,
        shuffles=40_000,
        starts=20,
        numbers=1 << 20,
        bits=10,
        played=10_000,
        sessions=12,
        moves=8,
    ),
    "certificate": Profile(
        "certificate",
        _LAB | {"recall", "bank", "backline"},
        deals=60,
        draws=200,
        live=10000,
        shuffles=200_000,
        starts=100,
        numbers=1 << 23,
        bits=100,
        played=50_000,
        law_of_play=True,
        sessions=40,
        moves=12,
        proves=True,
    ),
}
