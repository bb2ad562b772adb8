"""What settling a log again costs, set beside reading its lines as JSON and nothing else.

With `-s` the ratio is printed, and it is always kept in `extra_info`. Nothing fails by speed.
"""

import json
import time
from pathlib import Path

import pytest

from fairfelt.conformance.audit.run import audit
from fairfelt.conformance.audit.tally import Tally
from tests.audit_logs import rounds, rules, write

ROUNDS, TIMES = 5_000, 10


def test_an_audit_costs_a_few_times_what_reading_its_lines_costs(
    benchmark: pytest.FixtureRequest, tmp_path: Path
) -> None:
    path, chosen = write(tmp_path / "log.jsonl", rounds(ROUNDS) * TIMES), rules()
    audit(chosen, write(tmp_path / "warm.jsonl", rounds(10)), None, Tally(), 0, lambda tally, done: None)
    start = time.process_time()
    for line in path.read_bytes().splitlines():
        json.loads(line)
    reading = time.process_time() - start
    start = time.process_time()
    tally = benchmark.pedantic(  # type: ignore[attr-defined]
        audit, (chosen, path, None, Tally(), 0, lambda tally, done: None), rounds=1
    )
    took = time.process_time() - start
    assert tally.settled == ROUNDS * TIMES
    rate = ROUNDS * TIMES / took * 60 / 1e6
    benchmark.extra_info["ratio to reading JSON"] = round(took / reading, 1)  # type: ignore[attr-defined]
    print(f"\n{took / reading:.1f} times reading the lines as JSON; {rate:.1f} million rounds a minute and core")
