"""Whatever is read may be damaged: there is an answer or one clear error, no traceback, no wait, and no pass.

`pytest -m long tests/fuzz` tries a million lines and a hundred thousand rulesets and logs.
"""

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from fairfelt.conformance.audit.errors import AuditError
from fairfelt.conformance.audit.mapping import load_mapping
from fairfelt.conformance.audit.run import audit
from fairfelt.conformance.audit.state import STATE, load_state, save_state
from fairfelt.conformance.audit.tally import Tally, tally_data
from fairfelt.conformance.connections.answers import Answer, Fault
from fairfelt.conformance.connections.wire import read_answer
from fairfelt.conformance.record import RecordError, footer_line, header_line, read_records, record_json
from fairfelt.rulesets.cards import full_deck
from fairfelt.stats.live.decks import from_data, to_data, update, watch_decks
from fairfelt.stats.live.eprocess import WatchError
from fairfelt.stats.shuffles.count import count_shuffles
from fairfelt.stats.shuffles.packs import standard_pack
from fairfelt.stats.shuffles.reading import read_decks
from tests.audit_logs import rounds, rules, write
from tests.fuzz.cases import (
    FOLDER,
    SHIPPED,
    audited,
    conversation,
    damaged_answer,
    damaged_decks,
    damaged_log,
    damaged_numbers,
    damaged_records,
    damaged_request,
    damaged_rules,
    damaged_run,
    damaged_table,
    destroyed_run,
)
from tests.fuzz.mangling import DEEP, HUGE, damaged_line, damaged_value, json_line
from tests.helpers import HOLDEM, SIX

TINY = Path(__file__).parent / "rulesets" / "tiny"


def test_a_damaged_answer_is_a_fault_or_just_what_it_says() -> None:
    found = Counter(damaged_answer(seed, HOLDEM) for seed in range(2500))
    assert set(found) == {"garbled", "bad-message", "wrong-id", "unexpected-error", "result", "refusal"}
    assert found["result"] < 300


def test_a_reader_that_takes_the_answer_to_another_question_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The failing twin: ids are not looked at."""

    def careless(line: bytes, request_id: int) -> Answer:
        answer = read_answer(line, request_id)
        if isinstance(answer, Fault) and answer.kind == "wrong-id":
            return read_answer(line, json.loads(line)["id"])
        return answer

    monkeypatch.setattr("tests.fuzz.cases.read_answer", careless)
    with pytest.raises(AssertionError):
        for seed in range(500):
            damaged_answer(seed, HOLDEM)


def test_a_damaged_request_is_answered_by_one_line() -> None:
    found = Counter(damaged_request(seed, SIX) for seed in range(500))
    assert {"-32700", "-32600", "-32602"} <= set(found)


def test_an_error_s_own_words_are_told_printable() -> None:
    for code in (-32003, -33001):
        error = {"code": code, "message": "wipes\x7f\x1b[2J\nthe screen"}
        answer = read_answer(json.dumps({"jsonrpc": "2.0", "id": 1, "error": error}).encode() + b"\n", 1)
        assert isinstance(answer, Fault) and answer.message.isprintable()


@pytest.mark.parametrize("depth", [DEEP, 100_000])
def test_nesting_without_end_is_garbled(depth: int) -> None:
    within = b'{"jsonrpc":"2.0","id":1,"result":' + b"[" * depth + b"]" * depth + b"}"
    for line in (b"[" * depth, b'{"a":' * depth, within):
        answer = read_answer(line + b"\n", 1)
        assert isinstance(answer, Fault) and answer.kind == "garbled"


def test_a_run_over_damaged_lines_ends_in_a_verdict_and_never_passes_a_fault() -> None:
    found: Counter[str] = Counter()
    for seed in range(30):
        outcome, faulted = damaged_run(seed, SIX)
        assert outcome.verdict != "suite-error", (seed, outcome.reason)
        assert outcome.verdict != "pass" or not faulted, seed
        found[outcome.verdict] += 1
    assert found["engine-fault"] > 10


def test_an_engine_that_says_nothing_that_can_be_read_is_at_fault_in_every_requirement() -> None:
    assert {destroyed_run(seed, SIX).verdict for seed in range(15)} == {"engine-fault"}


def test_a_damaged_ruleset_loads_or_says_where_what_and_how_to_mend_it() -> None:
    texts = {path.stem: path.read_text(encoding="utf-8") for path in TINY.glob("*.yaml")}
    found = Counter(damaged_rules(seed, texts, TINY) for seed in range(70))
    assert found["refused"] > 35 and found["loaded"] > 5


@pytest.mark.parametrize("game", sorted(SHIPPED))
def test_a_damaged_ruleset_of_a_game_that_ships_does_too(game: str) -> None:
    found = Counter(damaged_rules(seed, {game: SHIPPED[game]}, FOLDER) for seed in range(5))
    assert found["refused"] > 1


def test_a_loader_that_breaks_down_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The failing twin: a value of another kind is met by code that does not expect it."""
    monkeypatch.setattr("tests.fuzz.cases.compile_document", lambda document, _: document.data["deck"]["packs"] + 1)
    with pytest.raises((TypeError, LookupError)):
        for seed in range(200):
            damaged_rules(seed, {"two-packs": (TINY / "two-packs.yaml").read_text(encoding="utf-8")}, TINY)


def test_an_altered_amount_is_never_settled_as_due(tmp_path: Path) -> None:
    rng, good = Random(1), rounds(60)
    for at, row in enumerate(good):
        wager = rng.choice(sorted(row["returned"]))
        other = {**row, "returned": {**row["returned"], wager: row["returned"][wager] + rng.choice((1, 5, -1, 2**60))}}
        path = tmp_path / f"{at}.jsonl"
        path.write_text(json.dumps(other) + "\n", encoding="utf-8")
        assert audited(rules(), path) != "pass"


def test_a_damaged_log_is_audited_to_a_verdict(tmp_path: Path) -> None:
    lines = tuple((json.dumps(row) + "\n").encode() for row in rounds(20))
    found = Counter(damaged_log(seed, rules(), lines, tmp_path / "log.jsonl") for seed in range(300))
    assert set(found) <= {"pass", "fail", "blocked", "refused"} and found["fail"] > 200


def test_what_is_damaged_once_can_be_damaged_again() -> None:
    """A number beyond all floats is among the damage."""
    for number in (HUGE, HUGE - 1, -HUGE * 10):
        assert all(json_line(damaged_value(Random(seed), number)) for seed in range(200))


def test_damaged_records_are_audited_to_a_verdict(tmp_path: Path) -> None:
    found = Counter(damaged_records(seed, SIX, tmp_path / "records.jsonl") for seed in range(120))
    assert set(found) <= {"pass", "fail", "blocked", "refused"} and found["fail"] > 60


def test_a_record_whose_messages_were_altered_is_unreadable_and_no_error_of_the_suite(tmp_path: Path) -> None:
    """Checks read what a connection let through; of a file, that has to be made sure first."""
    record = conversation(SIX)[1][0]
    data = record_json(record)
    ledger = data["exchanges"][-1]["result"]["ledger"]
    for damage in ({"outcome": None}, {"seat": "1"}, {"staked": 1.5}):
        data["exchanges"][-1]["result"]["ledger"] = [{**ledger[0], **damage}, *ledger[1:]]
        path = tmp_path / "records.jsonl"
        path.write_text(
            header_line({"game": SIX}) + json.dumps(data) + "\n" + footer_line(1), encoding="utf-8"
        )
        assert audited(rules(), path) == "fail"


def test_a_damaged_state_of_an_audit_is_refused_or_just_what_was_saved(tmp_path: Path) -> None:
    """What was altered must not be counted on: a state without its findings would let a log pass."""
    rows = rounds(10)
    rows[3]["returned"]["ante"] += 1
    log = write(tmp_path / "log.jsonl", rows)
    tally = audit(rules(), log, None, Tally(), 0, lambda *_: None)
    save_state(tmp_path, log, "digest", tally, log.stat().st_size)
    saved = (tmp_path / STATE).read_bytes()
    for seed in range(400):
        (tmp_path / STATE).write_bytes(damaged_line(Random(seed), saved + b"\n"))
        try:
            assert tally_data(load_state(tmp_path, log, "digest")[0]) == tally_data(tally), seed
        except AuditError as error:
            assert "start without --resume" in str(error)


def test_an_action_that_is_a_list_is_unreadable(tmp_path: Path) -> None:
    row = {**rounds(1)[0], "choices": {"decide": ["play"]}}
    (tmp_path / "log.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    assert audited(rules(), tmp_path / "log.jsonl") == "fail"


def test_records_nested_without_end_are_refused_by_line(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    path.write_text(header_line({}) + "[" * 100_000 + "\n" + footer_line(1), encoding="utf-8")
    with pytest.raises(RecordError, match=r"records\.jsonl:2: no record"):
        read_records(path)


MAPPING = """\
mapping: house
format: csv
columns:
  round: number
  cards.seat: player
  cards.dealer: bank
  choices.decide: {from: decision, values: {P: play}}
  stakes.ante: bet
  stakes.play: bet
  returned.ante: back
  returned.play: more
set-aside: [croupier]
"""
TABLE = (
    b"number,player,bank,decision,bet,back,more,croupier\n"
    b'1,"As Ks Qs Js Ts 2d","3c 5d 7h 9s Jc Kd",P,10,20,20,"Anna"\n'
    b'2,"2s 4s 6d 8d Tc 3d","3c 5d 7h 9s Jc Kd",P,5,0,0,"Berta, jun."\n'
)


def test_a_damaged_table_is_audited_to_a_verdict(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text(MAPPING, encoding="utf-8")
    mapping = load_mapping(tmp_path / "house.yaml")
    found = Counter(damaged_table(seed, rules(), TABLE, mapping, tmp_path / "log.csv") for seed in range(200))
    assert set(found) <= {"pass", "fail", "blocked", "refused"} and found["fail"] > 50


def test_a_damaged_file_of_decks_gives_whole_packs_findings_or_an_error(tmp_path: Path) -> None:
    rng, cards = Random(2), full_deck()
    decks = "".join("".join(rng.sample(cards, 52)) + "\n" for _ in range(6)).encode()
    found = Counter(damaged_decks(seed, standard_pack(), decks, tmp_path / "decks.txt") for seed in range(400))
    assert set(found) == {"refused", "findings", "whole"}


def test_a_damaged_state_of_a_watch_is_none_or_goes_on() -> None:
    rng, pack, cards = Random(5), standard_pack(), full_deck()
    dealt = count_shuffles(read_decks(["".join(rng.sample(cards, 52)) for _ in range(5)], pack).decks, pack)
    watch = update(watch_decks(52, 52, 1e-3), dealt)
    saved = json.dumps(to_data(watch)).encode() + b"\n"
    found: Counter[str] = Counter()
    for seed in range(400):
        try:
            update(from_data(json.loads(damaged_line(Random(seed), saved))), dealt)
            found["goes on"] += 1
        except (ValueError, RecursionError, WatchError):
            found["none"] += 1
    assert found["none"] > 100 and found["goes on"] > 50


@pytest.mark.parametrize("name", ["numbers.txt", "numbers.bin32", "numbers.bin64"])
def test_a_damaged_file_of_numbers_is_judged_or_says_which_is_wrong(name: str, tmp_path: Path) -> None:
    rng = Random(3)
    drawn = [rng.randrange(52) for _ in range(400)]
    if name.endswith(".txt"):
        data = "".join(f"{number}\n" for number in drawn).encode()
    else:
        data = b"".join(number.to_bytes(int(name[-2:]) // 8, "little") for number in drawn)
    found = Counter(damaged_numbers(seed, data, tmp_path / name, 52) for seed in range(60))
    assert set(found) == {"refused", "judged"}
