"""Verdicts, their order, and the exit code: one place from which text, HTML, JSON and exit code come."""

from collections.abc import Iterable
from typing import Literal, get_args

Verdict = Literal[
    "not-applicable",
    "pass",
    "warning",
    "known-failure",
    "inconclusive",
    "blocked",
    "fail",
    "engine-fault",
    "suite-error",
]
ORDER: tuple[Verdict, ...] = get_args(Verdict)
EXIT_USAGE, EXIT_UNREACHABLE, EXIT_SUITE_ERROR = 10, 11, 12

_EXIT: dict[Verdict, int] = {
    "pass": 0,
    "warning": 0,
    "known-failure": 0,
    "fail": 1,
    "engine-fault": 1,
    "inconclusive": 2,
    "blocked": 2,
    "not-applicable": 2,
    "suite-error": EXIT_SUITE_ERROR,
}


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """Give a parent's verdict: that of its worst child. Nothing judged is nothing passed."""
    return max(verdicts, key=ORDER.index, default="blocked")


def exit_code(verdict: Verdict) -> int:
    """Give the exit code of a run: 0 pass, 1 fail, 2 not decided, 12 an error of the suite."""
    return _EXIT[verdict]
