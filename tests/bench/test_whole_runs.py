"""Whole processes against the limits that they were promised to keep: the ratio must stay below 1.

Run with `pytest tests/bench --benchmark-enable`, those of minutes with `-m long`; ratios stand in `extra_info`.
"""

import json
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fairfelt.rulesets.loader import list_games
from tests.helpers import node

EXAMPLES = Path(__file__).parents[2] / "conformance" / "examples"
CHOICE = ["--game", "casino-holdem", "--pay-table", "ante=100-20-10-3-2-1"]


def fairfelt(*arguments: str) -> float:
    """Run the command line in a new process and give the seconds that it took."""
    start = time.perf_counter()
    code = "from fairfelt.conformance.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return time.perf_counter() - start


def against(benchmark: Any, limit: float, process: Callable[[], float], rounds: int) -> None:
    seconds = benchmark.pedantic(process, rounds=rounds, iterations=1, warmup_rounds=1 if rounds > 1 else 0)
    benchmark.extra_info["ratio to the limit"] = round(seconds / limit, 3)


def test_help_within_0_4_seconds(benchmark: Any) -> None:
    against(benchmark, 0.4, lambda: fairfelt("--help"), rounds=5)


def test_smoke_within_2_seconds(benchmark: Any) -> None:
    against(benchmark, 2.0, lambda: fairfelt("smoke", "reference", "--game", "six-card-poker"), rounds=3)


def test_certify_the_javascript_example_within_60_seconds(benchmark: Any, tmp_path: Path) -> None:
    engine = f"cmd:{shlex.join([*node(), str(EXAMPLES / 'javascript_engine.js')])}"
    against(benchmark, 60.0, lambda: fairfelt("certify", engine, *CHOICE, "--out", str(tmp_path / "out")), rounds=1)


@pytest.mark.long
@pytest.mark.parametrize("game", list_games())
def test_a_quick_proof_within_60_seconds(benchmark: Any, game: str) -> None:
    against(benchmark, 60.0, lambda: fairfelt("prove", game, "--quick"), rounds=1)


@pytest.mark.long
@pytest.mark.parametrize("game", list_games())
def test_a_proof_of_every_variant_within_ten_minutes(benchmark: Any, game: str, tmp_path: Path) -> None:
    against(benchmark, 600.0, lambda: fairfelt("prove", game, "--out", str(tmp_path)), rounds=1)
    told = json.loads((tmp_path / "proof.json").read_text(encoding="utf-8"))
    tried = sum(len(run["mutants"]) for run in told["runs"])
    benchmark.extra_info["seconds for a mutant"] = round(told["seconds"] / tried, 3)
