"""The same damage as in `tests/test_fuzzing.py`, by the hundred thousand: `pytest -m long tests/fuzz`, for a night.

`FUZZ_FROM` moves the seeds on, and `FUZZ_SHARE` divides the counts: 0.01 plays a hundredth.
"""

import json
import os
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from fairfelt.rulesets.cards import full_deck
from fairfelt.rulesets.loader import list_games
from fairfelt.stats.shuffles.packs import standard_pack
from tests.audit_logs import rounds, rules
from tests.fuzz.cases import (
    FOLDER,
    SHIPPED,
    damaged_answer,
    damaged_bits,
    damaged_decks,
    damaged_log,
    damaged_numbers,
    damaged_records,
    damaged_request,
    damaged_rules,
    damaged_run,
    destroyed_run,
)

pytestmark = pytest.mark.long
GAMES = list_games()


def seeds(count: int) -> range:
    first = int(os.environ.get("FUZZ_FROM", "1000000"))
    return range(first, first + max(1, int(count * float(os.environ.get("FUZZ_SHARE", "1")))))


@pytest.mark.parametrize("game", GAMES)
def test_a_million_damaged_lines(game: str) -> None:
    found = Counter(damaged_answer(seed, game) for seed in seeds(160_000))
    found += Counter(damaged_request(seed, game) for seed in seeds(40_000))
    assert found["garbled"] and found["-32600"]


@pytest.mark.parametrize("game", GAMES)
def test_runs_over_damaged_lines(game: str) -> None:
    for seed in seeds(2_000):
        outcome, faulted = damaged_run(seed, game)
        assert outcome.verdict != "suite-error", (seed, outcome.reason)
        assert outcome.verdict != "pass" or not faulted, seed
        assert destroyed_run(seed, game).verdict == "engine-fault", seed


@pytest.mark.parametrize("game", GAMES)
def test_a_hundred_thousand_damaged_rulesets(game: str) -> None:
    found = Counter(damaged_rules(seed, {game: SHIPPED[game]}, FOLDER) for seed in seeds(20_000))
    assert found["refused"] > found["loaded"]


def test_a_hundred_thousand_damaged_logs(tmp_path: Path) -> None:
    lines = tuple((json.dumps(row) + "\n").encode() for row in rounds(30))
    found = Counter(damaged_log(seed, rules(), lines, tmp_path / "log.jsonl") for seed in seeds(50_000))
    assert set(found) <= {"pass", "fail", "blocked", "refused"}


@pytest.mark.parametrize("game", GAMES)
def test_and_records(game: str, tmp_path: Path) -> None:
    found = Counter(damaged_records(seed, game, tmp_path / "records.jsonl") for seed in seeds(10_000))
    assert set(found) <= {"pass", "fail", "blocked", "refused"}


def test_damaged_files_of_decks_numbers_and_bits(tmp_path: Path) -> None:
    rng, cards = Random(4), full_deck()
    decks = "".join("".join(rng.sample(cards, 52)) + "\n" for _ in range(20)).encode()
    numbers = "".join(f"{rng.randrange(52)}\n" for _ in range(2_000)).encode()
    for seed in seeds(20_000):
        damaged_decks(seed, standard_pack(), decks, tmp_path / "decks.txt")
    for seed in seeds(2_000):
        damaged_numbers(seed, numbers, tmp_path / "numbers.txt", 52)
        damaged_numbers(seed, rng.randbytes(4_000), tmp_path / "numbers.bin32", 1 << 32)
    for seed in seeds(50):
        damaged_bits(seed, rng.randbytes(140_000), tmp_path / "bits.bin")
