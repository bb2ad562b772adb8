"""Run the command line as a shell would: what it prints, and its exit code."""

import sys
from dataclasses import dataclass

import pytest

from fairfelt.conformance.cli import main


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> Ran:
    """Run `fairfelt` with these arguments in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["fairfelt", *arguments])
        with pytest.raises(SystemExit) as end:
            main()
    told = capsys.readouterr()
    return Ran(int(end.value.code or 0), told.out, told.err)
