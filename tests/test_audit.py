"""Every recorded round is settled again; what differs is found on its line, and nothing is guessed."""

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

from fairfelt.conformance.audit.errors import AuditError
from fairfelt.conformance.audit.mapping import load_mapping
from fairfelt.conformance.audit.run import audit
from fairfelt.conformance.audit.settle import settle_rows
from fairfelt.conformance.audit.state import load_state, save_state
from fairfelt.conformance.audit.summary import summarise
from fairfelt.conformance.audit.tally import Tally, tally_data, tally_from
from fairfelt.conformance.profiles import PROFILES
from fairfelt.conformance.record import Record, footer_line, header_line, record_line
from fairfelt.conformance.run import Order
from fairfelt.conformance.run import run as certify_run
from fairfelt.rulesets.choose import choose
from fairfelt.rulesets.errors import RulesetError
from fairfelt.rulesets.loader import load
from tests.audit_logs import GAME, rounds, rules, write
from tests.cli_running import Ran, run

Change = dict[str, Any]


def audited(path: Path, slice_rows: int = 1 << 15, **more: Any) -> Tally:
    mapping = load_mapping(more["mapping"]) if "mapping" in more else None
    return audit(rules(), path, mapping, Tally(), 0, lambda tally, done: None, slice_rows)


def test_rounds_that_were_settled_as_due_have_no_findings(tmp_path: Path) -> None:
    tally = audited(write(tmp_path / "log.jsonl", rounds(300)))
    assert (tally.rows, tally.settled, tally.groups) == (300, 300, {})


def test_one_wrong_payout_is_found_on_its_line_and_nowhere_else(tmp_path: Path) -> None:
    rows = rounds(300)
    at = next(at for at, row in enumerate(rows) if row["returned"].get("play", 0) > row["stakes"]["ante"])
    rows[at]["returned"]["play"] += 1
    tally = audited(write(tmp_path / "log.jsonl", rows))
    ((kind, group),) = tally.groups.items()
    assert kind.startswith("settle.play.")
    assert (group.count, group.first.line, group.first.round) == (1, at + 1, f"r{at + 1}")
    assert group.first.told.endswith(f"{rows[at]['returned']['play']} came back")


def test_findings_of_a_kind_are_a_count_with_the_first_the_worst_and_the_last(tmp_path: Path) -> None:
    rows = [row for row in rounds(400) if row["choices"]["decide"] == "fold"][:9]
    for at, row in enumerate(rows):
        row["returned"]["ante"] = 100 if at == 4 else 1
    group = audited(write(tmp_path / "log.jsonl", rows)).groups["settle.ante.fold"]
    assert (group.count, group.first.line, group.worst.line, group.last.line) == (9, 1, 5, 9)


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"cards": {"seat": "AsAsKdQd9c2h", "dealer": "3c4c5d6d8h9h"}}, "deal.once"),
        ({"stakes": {"ante": 10, "play": 15}, "returned": {"ante": 0, "play": 0}}, "wagers.play"),
        ({"stakes": {"ante": 10}, "returned": {"ante": 0}}, "wagers.play"),
        ({"stakes": {"aces-up": 5, "play": 10}, "returned": {"aces-up": 0, "play": 0}}, "wagers.aces-up"),
        ({"cards": {"seat": "AsKdQd9c2h3d"}}, "impossible"),
        ({"cards": {"seat": "AsKd", "dealer": "3c4c5d6d8h9h"}}, "impossible"),
    ],
    ids=["a card twice", "a wrong multiple", "no play staked", "a side wager alone", "no dealer", "two cards"],
)
def test_what_can_not_be_is_a_finding(change: Change, kind: str, tmp_path: Path) -> None:
    row = {
        "round": "r1",
        "cards": {"seat": "AsKdQd9c2h3d", "dealer": "3c4c5d6d8h9h"},
        "choices": {"decide": "play"},
        "stakes": {"ante": 10, "play": 10},
        "returned": {"ante": 10, "play": 20},
    }
    assert kind in audited(write(tmp_path / "log.jsonl", [row | change])).groups


UNREADABLE = [
    ({"stakes": {"ante": 10.5}, "returned": {"ante": 0}}, "10.5 is no amount"),
    ({"stakes": {"ante": "10,50"}, "returned": {"ante": 0}}, "'10,50' is no amount"),
    ({"stakes": {"ante": -5}, "returned": {"ante": 0}}, "-5 is no amount"),
    ({"stakes": {"ante": True}, "returned": {"ante": 0}}, "True is no amount"),
    ({"stakes": {"ante": 5}, "returned": {}}, "says not what came back for 'ante'"),
    ({"stakes": {}, "returned": {}}, "nothing is staked"),
    ({"stakes": {"ante": 5, "call": 10}}, "unknown wager 'call'"),
    ({"choices": {"decide": "call"}}, "decide: 'call' is no action"),
    ({"choices": {"claimed": "yes"}}, "unknown choice 'claimed'"),
    ({"choices": {}}, "lacks the choice 'decide'"),
    ({"cards": {"seat": "AsKd1c"}}, "'1c' is no card"),
    ({"cards": {"flop": "AsKd2c"}}, "unknown place 'flop'"),
    ({"cards": "AsKd"}, "cards 'AsKd' is no object"),
    ({"seat": "first"}, "seat 'first' is no seat"),
    ({"time": "2026-11-01T12:00:00+02:00"}, "unknown field 'time'"),
]


@pytest.mark.parametrize(("change", "told"), UNREADABLE, ids=[told for _, told in UNREADABLE])
def test_what_can_not_be_read_is_told_and_not_guessed(change: Change, told: str, tmp_path: Path) -> None:
    good, bad = rounds(2)
    tally = audited(write(tmp_path / "log.jsonl", [good, bad | change]))
    ((kind, group),) = tally.groups.items()
    assert (kind, group.first.line, tally.settled) == ("unreadable", 2, 1)
    assert told in group.first.told
    assert group.first.due


def test_a_cut_last_line_is_told_and_the_rest_is_audited(tmp_path: Path) -> None:
    path = write(tmp_path / "log.jsonl", rounds(5))
    path.write_bytes(path.read_bytes()[:-40])
    tally = audited(path)
    assert (tally.settled, set(tally.groups)) == (4, {"cut"})
    assert "the file ends in the middle of a line" in tally.groups["cut"].first.told


@given(noise=st.binary(max_size=60).filter(lambda noise: b"\n" not in noise and noise.strip()))
def test_garbled_lines_never_count_as_settled_and_never_end_the_audit(
    tmp_path_factory: pytest.TempPathFactory, noise: bytes
) -> None:
    path = write(tmp_path_factory.mktemp("log") / "log.jsonl", rounds(2))
    first, second = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(first + noise + b"\n" + second)
    tally = audited(path)
    assert tally.settled == 2
    assert tally.groups


def test_rounds_of_another_game_are_refused_with_what_fits_not(tmp_path: Path) -> None:
    path = write(tmp_path / "log.jsonl", rounds(200))
    holdem = choose(load("casino-holdem"), first_table=True)
    with pytest.raises(AuditError, match=r"100 can't be read; line \d+: .*rounds of casino-holdem"):
        audit(holdem, path, None, Tally(), 0, lambda tally, done: None)


def test_the_size_of_slices_changes_nothing(tmp_path: Path) -> None:
    rows = rounds(200)
    rows[17]["returned"]["ante"] += 3
    path = write(tmp_path / "log.jsonl", rows)
    assert tally_data(audited(path)) == tally_data(audited(path, slice_rows=7))


def test_an_interrupted_audit_goes_on_to_the_same_end(tmp_path: Path) -> None:
    rows = rounds(100)
    rows[3]["returned"]["ante"] += 3
    rows[80]["returned"]["ante"] += 5
    path = write(tmp_path / "log.jsonl", rows)
    digest = rules().digest

    def stop(tally: Tally, done: int) -> None:
        save_state(tmp_path, path, digest, tally, done)
        if tally.rows >= 40:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        audit(rules(), path, None, Tally(), 0, stop, 20)
    tally, done = load_state(tmp_path, path, digest)
    assert 40 <= tally.rows < 100
    audit(rules(), path, None, tally, done, lambda tally, done: None, 20)
    assert tally_data(tally) == tally_data(audited(path))


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda state: state.unlink(), "holds no audit to go on with"),
        (lambda state: state.write_text("{"), "is damaged"),
        (lambda state: state.write_text(state.read_text().replace("log.jsonl", "other")), "another log"),
    ],
)
def test_a_state_that_does_not_fit_is_refused(spoil: Any, told: str, tmp_path: Path) -> None:
    path = write(tmp_path / "log.jsonl", rounds(3))
    save_state(tmp_path, path, "digest", Tally(), 0)
    spoil(tmp_path / "audit-state.json")
    with pytest.raises(AuditError, match=told):
        load_state(tmp_path, path, "digest")


def test_a_tally_survives_being_written_down(tmp_path: Path) -> None:
    rows = rounds(20)
    rows[3]["returned"]["ante"] += 3
    tally = audited(write(tmp_path / "log.jsonl", rows))
    assert tally_data(tally_from(json.loads(json.dumps(tally_data(tally))))) == tally_data(tally)


def test_bulk_and_single_settlement_that_differ_are_an_error_of_the_suite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def one_too_many(*given: Any) -> Any:
        due = settle_rows(*given)
        return replace(due, returned={wager: units + 1 for wager, units in due.returned.items()})

    monkeypatch.setattr("fairfelt.conformance.audit.run.settle_rows", one_too_many)
    with pytest.raises(AssertionError, match=r"alone and .* in bulk"):
        audited(write(tmp_path / "log.jsonl", rounds(3)))


def test_what_a_wager_lost_stands_with_its_interval(tmp_path: Path) -> None:
    rows = rounds(500)
    summary = summarise(rules(), audited(write(tmp_path / "log.jsonl", rows)))
    money = summary["wagers"]["ante"]
    staked = sum(row["stakes"]["ante"] for row in rows)
    returned = sum(row["returned"]["ante"] for row in rows)
    assert (money["staked"], money["returned"]) == (staked, returned)
    assert money["lost_per_unit"] == (staked - returned) / staked
    low, high = money["interval_99"]
    assert low < money["lost_per_unit"] < high
    assert sum(row["count"] for row in money["rows"].values()) == 500


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> Ran:
    return run(capsys, "audit", GAME, *arguments)


def test_exit_codes_say_what_became_of_the_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = rounds(30)
    good = write(tmp_path / "good.jsonl", rows)
    rows[7]["returned"]["ante"] += 1
    bad, empty = write(tmp_path / "bad.jsonl", rows), write(tmp_path / "empty.jsonl", [])
    assert told(capsys, str(good)).code == 0
    done = told(capsys, str(bad))
    assert done.code == 1
    assert "first: line 8, round r8" in done.out
    assert told(capsys, str(empty)).code == 2
    assert told(capsys, str(tmp_path / "absent.jsonl")).code == 10


def test_the_result_is_written_as_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = write(tmp_path / "log.jsonl", rounds(30))
    done = told(capsys, str(log), "--out", str(tmp_path / "out"), "--json")
    assert json.loads(done.out) == json.loads((tmp_path / "out/audit.json").read_text(encoding="utf-8"))
    assert json.loads(done.out)["settled"] == 30


def test_a_packed_log_is_unpacked(tmp_path: Path) -> None:
    path = write(tmp_path / "log.jsonl", rounds(10))
    packed = tmp_path / "log.jsonl.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert audited(packed).settled == 10


def test_a_parquet_file_is_read_as_the_same_rows(tmp_path: Path) -> None:
    rows = rounds(40)
    rows[7]["returned"]["ante"] += 1
    path = tmp_path / "log.parquet"
    parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    tally = audited(path)
    assert tally.settled == 40
    assert [group.first.line for group in tally.groups.values()] == [8]


def test_a_cut_parquet_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "log.parquet"
    parquet.write_table(pyarrow.Table.from_pylist(rounds(40)), path)
    path.write_bytes(path.read_bytes()[:-50])
    with pytest.raises(AuditError, match="no whole Parquet file"):
        audited(path)


def records(tmp_path: Path, requirement: str, spoil: str = "", by: str = "") -> Path:
    """Have the reference engine play one requirement, and keep its records."""
    kept: list[Record] = []
    order = Order("reference", rules(), PROFILES["ci"], only=(requirement,))
    certify_run(order, keep=kept.append)
    lines = [record_line(record).replace(spoil, by) if spoil else record_line(record) for record in kept]
    path = tmp_path / "records.jsonl"
    path.write_text("".join([header_line({}), *lines, footer_line(len(lines))]), encoding="utf-8")
    return path


def test_the_records_of_a_certification_are_settled_again_and_checked(tmp_path: Path) -> None:
    path = records(tmp_path, "six-card-poker.settle.play.player-wins")
    tally = audit(rules(), path, None, Tally(), 0, lambda tally, done: None, every=1)
    assert tally.settled > 0
    assert tally.checked > 0
    assert tally.groups == {}


def test_a_spoilt_record_is_found_by_the_checks(tmp_path: Path) -> None:
    path = records(tmp_path, "six-card-poker.settle.play.player-wins", '"decision":"decide"', '"decision":"decid"')
    tally = audit(rules(), path, None, Tally(), 0, lambda tally, done: None, every=1)
    assert tally.groups


MAPPING = """
mapping: house-table
format: csv
delimiter: ";"
decimal: ","
unit: 100
cards: {ranks: {"10": T, D: Q}, suits: {"♠": s, "♥": h, "♦": d, "♣": c}, separator: "-"}
columns:
  round: id
  seat: {value: 1}
  cards.seat: hand
  cards.dealer: bank
  choices.decide: {from: folded, values: {"yes": fold, "no": play}}
  stakes.ante: ante
  stakes.play: {from: ante, when: {folded: "no"}}
  returned.ante: {sum: [ante, ante result]}
  returned.play: {sum: [ante, play result], when: {folded: "no"}}
set-aside: [time]
"""
TABLE = """id;time;hand;bank;folded;ante;ante result;play result
1;2026-11-01T12:00:00+02:00;A♠-K♦-D♦-9♣-2♥-3♦;3♣-4♣-5♦-6♦-8♥-10♥;no;0,10;0,00;{play}
2;2026-11-01T12:01:00+02:00;2♠-K♦-D♦-9♣-2♥-3♦;A♣-A♥-5♦-6♦-8♥-10♥;yes;2,50;-2,50;0
"""


def foreign(tmp_path: Path, table: str = TABLE.format(play="0,10"), mapping: str = MAPPING) -> Tally:
    log, columns = tmp_path / "log.csv", tmp_path / "columns.yaml"
    log.write_text(table, encoding="utf-8")
    columns.write_text(mapping, encoding="utf-8")
    return audited(log, mapping=columns)


def test_foreign_columns_cards_and_money_are_read_by_a_mapping(tmp_path: Path) -> None:
    tally = foreign(tmp_path)
    assert (tally.settled, tally.groups) == (2, {})
    assert tally.money["ante"].staked == 260


def test_a_wrong_payout_in_a_foreign_log_is_found(tmp_path: Path) -> None:
    tally = foreign(tmp_path, TABLE.format(play="0,20"))
    ((kind, group),) = tally.groups.items()
    assert kind == "settle.play.dealer-fails-win"
    assert (group.count, group.first.line) == (1, 2)


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("set-aside: [time]", "set-aside: []", "unknown column 'time'"),
        ('decimal: ","', 'decimal: "."', "'0,10' is no amount"),
        ("unit: 100", "unit: 1", "no whole number of units"),
        ('"no": play', '"nope": play', "folded is 'no'"),
        ("cards.seat: hand", "cards.seat: cards", "unknown column 'hand'"),
        ('"10": T, ', "", "'10' is no card"),
    ],
)
def test_a_mapping_that_does_not_fit_its_log_is_told(old: str, new: str, what: str, tmp_path: Path) -> None:
    group = foreign(tmp_path, mapping=MAPPING.replace(old, new)).groups["unreadable"]
    assert what in group.first.told


def test_a_malformed_mapping_is_refused_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match=r"columns.yaml:\d+"):
        foreign(tmp_path, mapping=MAPPING.replace("unit: 100", "unit: many"))
