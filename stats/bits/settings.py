"""The parameters of the fifteen tests, NIST's defaults for a million bits, and what each test needs to be asked."""

from dataclasses import dataclass, fields
from typing import Literal

from fairfelt.stats.bits.answer import BitsError

Constants = Literal["exact", "nist-legacy"]
"""exact: laws computed here, calibrated. nist-legacy: the figures of NIST's own program, wrong ones and all."""
LONGEST_RUN_BLOCKS = (8, 128, 10_000)


@dataclass(frozen=True)
class Settings:
    """Lengths are in bits. None lets the length of the sequence decide, as the document says."""

    constants: Constants = "exact"
    block_length: int = 128
    longest_run_block: int | None = None
    rank_size: int = 32
    template_length: int = 9
    template_blocks: int = 8
    overlapping_length: int = 9
    overlapping_block: int = 1032
    universal_length: int | None = None
    serial_length: int = 16
    entropy_length: int = 10
    complexity_block: int = 500
    fewest_cycles: int = 500
    """Cycles of the walk below which the excursions aren't asked."""
    any_length: bool = False
    """Ask every test that can be computed at all, as the worked examples of the document do with ten bits."""

    def needs(self, met: bool, lacking: str) -> str:
        """Give what is lacking, unless a requirement is met or waived."""
        return "" if met or self.any_length else lacking


LIMITS = {
    "block_length": (1, 1 << 30),
    "rank_size": (2, 64),
    "template_length": (2, 12),
    "template_blocks": (1, 1 << 20),
    "overlapping_length": (1, 32),
    "overlapping_block": (2, 1 << 20),
    "universal_length": (1, 16),
    "serial_length": (2, 24),
    "entropy_length": (1, 23),
    "complexity_block": (4, 1 << 16),
    "fewest_cycles": (1, 1 << 60),
}


def make_settings(constants: Constants, params: dict[str, int | bool | None]) -> Settings:
    """Check parameters by name and range. Raise BitsError."""
    known = [field.name for field in fields(Settings) if field.name != "constants"]
    for name in params:
        if name not in known:
            raise BitsError(f"no test has a parameter {name}; there are: {', '.join(known)}")
    if constants not in ("exact", "nist-legacy"):
        raise BitsError(f"constants are {constants!r}; choose exact or nist-legacy")
    settings = Settings(constants, **params)  # type: ignore[arg-type]
    for name, (low, high) in LIMITS.items():
        value = getattr(settings, name)
        if value is not None and not low <= value <= high:
            raise BitsError(f"{name} is {value}; give {low} to {high}")
    if settings.longest_run_block not in (None, *LONGEST_RUN_BLOCKS):
        raise BitsError(f"longest_run_block is {settings.longest_run_block}; give 8, 128 or 10000")
    if settings.overlapping_block < settings.overlapping_length:
        raise BitsError("overlapping_block is shorter than overlapping_length; give a longer block")
    return settings


def length_lacking(settings: Settings, bits: int, least: int) -> str:
    """Say that a sequence is too short, or nothing."""
    return settings.needs(bits >= least, f"has {bits:,} bits, needs {least:,}")
