"""What came of a run of chance tests as plain data: what the report, the terminal and other programs read."""

from collections.abc import Mapping, Sequence
from typing import Any

from fairfelt import __version__
from fairfelt.conformance.verdict import Verdict, exit_code, worst
from fairfelt.stats.calibration.measured import attached, measured
from fairfelt.stats.decision.data import rule_sentences
from fairfelt.stats.decision.rule import Level


def chance_summary(
    source: str,
    game: str | None,
    level: Level,
    parts: Sequence[Mapping[str, Any]],
    verdicts: Sequence[Verdict],
    redraws: bool,
    command: str,
    seconds: float,
    notes: Sequence[str] = (),
) -> dict[str, Any]:
    """Gather judged batteries; the verdict is that of the worst of `verdicts`."""
    verdict = worst(verdicts)
    return {
        "format": 1,
        "suite": {"name": "fairfelt", "version": __version__},
        "source": source,
        "game": game,
        "command": command,
        "rule": rule_sentences(level, parts, redraws),
        "batteries": list(parts),
        "calibration": attached(measured()) if any(part["name"] == "shuffles" for part in parts) else None,
        "notes": list(notes),
        "verdict": verdict,
        "exit_code": exit_code(verdict),
        "digest": ", ".join(str(part["digest"]) for part in parts if part.get("digest")),
        "seconds": round(seconds, 3),
    }
