"""What the checks and the time limits cost: an ask beside a bare JSON exchange with the same engine.

With `--benchmark-enable` each group shows both, for a step of a round and for a start with a whole deck. With
`-s` the ratio is printed, and it is always kept in `extra_info`. Nothing fails by speed.
"""

import json
import os
import shlex
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fairfelt.conformance.connections import Result, connect

Ask = Callable[[str, dict[str, Any]], Any]

ECHO = Path(__file__).parents[1] / "engines" / "miniatures" / "echoes.py"
CARDS = [rank + suit for suit in "shdc" for rank in "AKQJT98765432"]
DEAL = ["seat.1", "dealer", "seat.1", "dealer", "board", "board", "board"]
OPEN = {
    "round": 7,
    "phase": "decision",
    "awaiting": {
        "seat": 1,
        "decision": "decide",
        "legal": [
            {"action": "fold"},
            {"action": "call", "wagers": {"call": {"min": 20, "max": 20, "step": 1}}},
        ],
    },
    "dealt": [{"to": to, "card": card} for to, card in zip(DEAL, CARDS[:7], strict=True)],
    "views": {"seat.1": {"seat.1": CARDS[:2], "dealer": ["??", "??"], "board": CARDS[4:7]}},
}
SETTLED = {
    "round": 7,
    "phase": "settled",
    "dealt": [{"to": "board", "card": "2c"}, {"to": "board", "card": "3c"}],
    "ledger": [
        {"seat": 1, "wager": "ante", "staked": 10, "returned": 20, "outcome": "win"},
        {"seat": 1, "wager": "call", "staked": 20, "returned": 40, "outcome": "win"},
    ],
    "stacks": {"seat.1": 530},
}
START = {
    "round": 7,
    "seats": [{"seat": 1, "stack": 500, "wagers": {"ante": 10}}],
    "deck": CARDS,
    "places": {"seat.1": CARDS[:2], "dealer": CARDS[2:4], "board": CARDS[4:9], "stub": CARDS[9:]},
}
ACT = {"round": 7, "seat": 1, "action": "call", "wagers": {"call": 20}}
MESSAGES = {"round.act": ACT, "round.start": START}


@pytest.fixture(scope="module", autouse=True)
def one_processor() -> Iterator[None]:
    """Keep suite and engine on one processor: where the system moves them, it doubles any time at random."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    yield
    os.sched_setaffinity(0, before)


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    states = tmp_path_factory.mktemp("echo") / "states.json"
    states.write_text(json.dumps({"round.act": SETTLED, "round.start": OPEN}), encoding="utf-8")
    return [sys.executable, str(ECHO), str(states)]


@pytest.fixture(scope="module")
def bare(command: list[str]) -> Iterator[Ask]:
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin
    assert process.stdout
    write, flush, readline = process.stdin.write, process.stdin.flush, process.stdout.readline

    def ask(method: str, params: dict[str, Any]) -> Any:
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        write(json.dumps(request).encode() + b"\n")
        flush()
        return json.loads(readline())["result"]

    yield ask
    process.communicate()


@pytest.fixture(scope="module")
def connected(command: list[str]) -> Iterator[Ask]:
    connection = connect("cmd:" + shlex.join(command))
    yield connection.ask
    connection.close()


@pytest.mark.parametrize("method", MESSAGES)
def test_a_bare_exchange(benchmark: Any, bare: Ask, method: str) -> None:
    benchmark.group = method
    assert benchmark(bare, method, MESSAGES[method])["round"] == 7


@pytest.mark.parametrize("method", MESSAGES)
def test_a_checked_exchange(benchmark: Any, bare: Ask, connected: Ask, method: str) -> None:
    benchmark.group = method
    assert isinstance(benchmark(connected, method, MESSAGES[method]), Result)
    if benchmark.enabled:
        ratio = ratio_of_turns(
            lambda: connected(method, MESSAGES[method]), lambda: bare(method, MESSAGES[method])
        )
        benchmark.extra_info["ratio_to_bare"] = round(ratio, 2)
        print(f"\n{method}: a checked exchange takes {ratio:.2f} times a bare one")


def ratio_of_turns(
    one: Callable[[], Any], other: Callable[[], Any], turns: int = 30, calls: int = 100
) -> float:
    """Compare two calls in turns, so that a busy machine slows both, and give the median ratio."""
    return statistics.median(seconds(one, calls) / seconds(other, calls) for _ in range(turns))


def seconds(call: Callable[[], Any], calls: int) -> float:
    start = time.perf_counter()
    for _ in range(calls):
        call()
    return time.perf_counter() - start
