"""Logs that public engines wrote in their own words, audited by a mapping of their columns.

Without its checkout a test is listed as not run, with what to set.
"""

import os
import random
import subprocess
from pathlib import Path

import pytest

from fairfelt.conformance.audit.mapping import load_mapping
from fairfelt.conformance.audit.run import audit
from fairfelt.conformance.audit.tally import Tally
from fairfelt.rulesets.choose import choose
from fairfelt.rulesets.loader import load

pytestmark = pytest.mark.wild

HERE = Path(__file__).parent
GAME, ROUNDS = "three-card-poker-6-card-bonus", 4_000
CHAT_STOCK = {"pair-plus": "40-30-6-4-1", "six-card-bonus": "1000-200-50-25-20-10-5"}
NULLSOCIETY = {"pair-plus": "40-30-6-3-1", "six-card-bonus": "1000-200-100-20-15-10-7"}
PROGRAM = "the program that adapters/nullsociety.rs and a checkout of happybigmtn/nullsociety are built to"


def variable(name: str, what: str) -> str:
    found = os.environ.get(name)
    if not found:
        pytest.skip(f"not run: set {name} to {what}")
    return found


def audited(log: Path, mapping: str, tables: dict[str, str]) -> Tally:
    rules = choose(load(GAME), pay_tables=tables)
    return audit(rules, log, load_mapping(HERE / "mappings" / mapping), Tally(), 0, lambda tally, done: None)


def test_the_history_of_chat_stock_pays_pair_plus_after_a_fold_and_nothing_else_wrong(tmp_path: Path) -> None:
    checkout = variable("FAIRFELT_MOITHAS_CHAT_STOCK", "a checkout of Moithas/Chat-Stock")
    command = ["node", str(HERE / "adapters/chat_stock_log.js"), checkout, str(ROUNDS)]
    log = tmp_path / "history.jsonl"
    log.write_bytes(subprocess.run(command, check=True, stdout=subprocess.PIPE, timeout=120).stdout)
    tally = audited(log, "chat_stock.yaml", CHAT_STOCK)
    assert (tally.rows, tally.settled) == (ROUNDS, ROUNDS)
    assert set(tally.groups) == {"settle.pair-plus.fold"}


def test_the_records_of_nullsociety_pay_pair_plus_after_a_fold_and_nothing_else_wrong(tmp_path: Path) -> None:
    program = variable("FAIRFELT_HAPPYBIGMTN_NULLSOCIETY_PROGRAM", PROGRAM)
    drawn = random.Random(11)
    asked = "".join(
        f"deal 10 {drawn.choice([0, 5])} {drawn.choice([0, 5])} {' '.join(map(str, drawn.sample(range(52), 6)))}\n"
        f"act {drawn.randrange(2)}\n"
        for _ in range(ROUNDS)
    )
    done = subprocess.run([program], input=asked, check=True, stdout=subprocess.PIPE, text=True, timeout=120)
    records = [line.partition(" ")[2] for line in done.stdout.splitlines() if "{" in line]
    log = tmp_path / "records.jsonl"
    log.write_text("".join(f"{record}\n" for record in records), encoding="utf-8")
    tally = audited(log, "nullsociety.yaml", NULLSOCIETY)
    assert (tally.rows, tally.settled) == (ROUNDS, ROUNDS)
    assert set(tally.groups) == {"settle.pair-plus.fold"}
