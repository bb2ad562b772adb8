"""Parts of a run that decide by something else than statistics, told in the form of a judged battery."""

from collections.abc import Sequence
from typing import Any

from fairfelt.stats.decision.rule import Verdict


def plain_part(
    name: str, unit: str, drawn: int, findings: Sequence[str], notes: Sequence[str], says: str
) -> tuple[Verdict, dict[str, Any]]:
    """Tell what was looked at, without tests: `findings` are faults, `notes` what was tried and held."""
    verdict: Verdict = "fail" if findings else "pass"
    return verdict, {
        "name": name,
        "unit": unit,
        "drawn": drawn,
        "tested": drawn,
        "redrawn": 0,
        "registered": drawn,
        "verdict": verdict,
        "statistics": False,
        "says": "; ".join(findings) or says,
        "level": {"alpha": 0.0, "together": True, "source": "no statistics"},
        "false_reject": 0.0,
        "false_accept": 0.0,
        "findings": list(findings),
        "tests": [],
        "power": [],
        "notes": list(notes),
        "looks_like": None,
        "heat": None,
        "resolves": [],
        "money": None,
    }
