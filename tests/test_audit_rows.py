"""What stands in a row is held against the ways that a round can go, before and beside its money."""

import csv
import gzip
import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from fairfelt.conformance.audit.errors import AuditError
from fairfelt.conformance.audit.mapping import load_mapping
from fairfelt.conformance.audit.run import audit
from fairfelt.conformance.audit.tally import Tally
from fairfelt.conformance.connections.answers import Refusal
from fairfelt.conformance.record import Exchange, Record, footer_line, header_line, record_line
from fairfelt.rulesets.errors import RulesetError
from tests.audit_logs import GAME, rounds, rules, write
from tests.cli_running import run
from tests.helpers import HOLDEM, SIX, rules_of

Json = dict[str, Any]

BANKED, DRAW, SET = "three-card-poker-6-card-bonus", "six-card-draw", "holdem-1-3-6"
ROWS: dict[str, Json] = {
    SIX: {
        "cards": {"seat": "AsKdQd9c2h3d", "dealer": "3c4c5d6d8h9h"},
        "choices": {"decide": "play"},
        "stakes": {"ante": 10, "play": 10},
        "returned": {"ante": 10, "play": 20},
    },
    HOLDEM: {
        "cards": {"seat": "AsKd", "dealer": "3c3d", "board": "4c5d6d8h9h"},
        "choices": {"decide": "call"},
        "stakes": {"ante": 10, "call": 20},
        "returned": {"ante": 20, "call": 20},
    },
    SET: {
        "cards": {
            "seat": "AsKdQd9c2h3d",
            "dealer": "3c4c5d6d8h9h",
            "board": "2c2dThJh7s",
            "1x": "AsKd",
            "3x": "Qd9c",
            "6x": "2h3d",
        },
        "choices": {"set": "set"},
        "stakes": {"1x": 10, "3x": 10, "6x": 10},
        "returned": {"1x": 0, "3x": 0, "6x": 0},
    },
    BANKED: {
        "bank": 5,
        "cards": {"seat": "AsKdQd", "dealer": "3c4c9d"},
        "choices": {"decide": "play"},
        "stakes": {"ante": 10, "play": 10},
        "returned": {"ante": 15, "play": 10},
    },
    DRAW: {
        "cards": {"seat": "AsKdQd9c2h", "dealer": "3c4c5d6d9h", "dealer-after": "3s4c5d6d9h"},
        "choices": {"decide": "raise", "dealer-exchange": "exchange-dealer"},
        "stakes": {"ante": 10, "raise": 20, "exchange-dealer": 10},
        "returned": {"ante": 10, "raise": 20, "exchange-dealer": 0},
    },
}


def row(game: str, **change: Any) -> Json:
    """Give a row that was settled as due, with some parts of it changed: within an object, only what is named."""
    made = {"round": "r1", **deepcopy(ROWS[game])}
    for key, value in change.items():
        made[key] = {**made[key], **value} if isinstance(value, dict) else value
    return made


def without(made: Json, part: str, *names: str) -> Json:
    return {**made, part: {name: value for name, value in made[part].items() if name not in names}}


def audited(tmp_path: Path, game: str, *rows: Json, slice_rows: int = 1 << 15, **options: str) -> Tally:
    chosen = rules_of(game, options=tuple(options.items()))
    return audit(chosen, write(tmp_path / "log", list(rows)), None, Tally(), 0, lambda tally, done: None, slice_rows)


@pytest.mark.parametrize("game", ROWS)
def test_a_row_that_was_settled_as_due_has_no_finding(game: str, tmp_path: Path) -> None:
    tally = audited(tmp_path, game, row(game))
    assert (tally.settled, tally.groups) == (1, {})


WRONG = {
    "seven cards of six": (row(SIX, cards={"seat": "AsKdQd9c2h3d7c"}), SIX, "deal.count"),
    "five cards of six": (row(SIX, cards={"seat": "AsKdQd9c2h"}), SIX, "deal.count"),
    "a board of four": (row(HOLDEM, cards={"board": "4c5d6d8h"}), HOLDEM, "deal.count"),
    "a flop for a caller": (row(HOLDEM, cards={"board": "4c5d6d"}), HOLDEM, "deal.count"),
    "spots of one who set nothing": (row(SET) | {"choices": {}}, SET, "deal.count"),
    "money for no wager": (row(SIX, returned={"aces-up": 5000}), SIX, "money.ledger"),
    "a claim after playing": (row(SIX, choices={"claim": "claim"}), SIX, "choices"),
    "a claim where none is asked": (row(HOLDEM, choices={"claim": "claim"}), HOLDEM, "choices"),
    "no ante": (without(without(row(HOLDEM), "stakes", "ante"), "returned", "ante"), HOLDEM, "wagers.ante"),
    "unequal base wagers": (row(SET, stakes={"3x": 20}), SET, "wagers.base"),
    "one base wager of three": (
        without(without(row(SET), "stakes", "3x", "6x"), "returned", "3x", "6x"),
        SET,
        "wagers.base",
    ),
    "cards set that were not held": (row(SET, cards={"6x": "AcAh"}), SET, "deal.spots"),
    "the wrong card replaced": (row(DRAW, cards={"dealer-after": "3c4c5d6d9s"}), DRAW, "deal.replaced"),
    "two cards replaced": (row(DRAW, cards={"dealer-after": "3s4s5d6d9h"}), DRAW, "deal.replaced"),
    "a replacement that the seat holds": (row(DRAW, cards={"dealer-after": "As4c5d6d9h"}), DRAW, "deal.once"),
}


@pytest.mark.parametrize(("made", "game", "kind"), WRONG.values(), ids=WRONG.keys())
def test_what_no_round_can_show_is_a_finding(made: Json, game: str, kind: str, tmp_path: Path) -> None:
    options = {"base-wagers": "all-three"} if game == SET and len(made["stakes"]) == 1 else {}
    assert kind in audited(tmp_path, game, made, **options).groups


def test_a_question_that_these_cards_never_bring_about_is_a_finding(tmp_path: Path) -> None:
    asked = row(HOLDEM, choices={"claim": "decline"})
    fails = audited(tmp_path, HOLDEM, asked, **{"antewin-claim": "announced"})
    assert (fails.settled, fails.groups) == (1, {})
    asked["cards"]["dealer"] = "9c9d"
    qualifies = audited(tmp_path, HOLDEM, asked, **{"antewin-claim": "announced"})
    assert (qualifies.settled, qualifies.groups["impossible"].count) == (0, 1)


def test_a_folded_seat_may_see_the_whole_board_of_another(tmp_path: Path) -> None:
    folded = row(HOLDEM) | {"choices": {"decide": "fold"}, "stakes": {"ante": 10}, "returned": {"ante": 0}}
    assert audited(tmp_path, HOLDEM, folded).groups == {}
    assert audited(tmp_path, HOLDEM, row(HOLDEM, cards={"board": "4c5d6d"}) | folded).groups == {}


def test_a_burn_before_the_river_lies_for_a_folded_seat_too(tmp_path: Path) -> None:
    folded = row(HOLDEM, cards={"burn": "2c2d"})
    folded |= {"choices": {"decide": "fold"}, "stakes": {"ante": 10}, "returned": {"ante": 0}}
    assert audited(tmp_path, HOLDEM, folded, burn="before-flop-and-river").groups == {}


@pytest.mark.parametrize("dark", ["yes", 1, None])
def test_a_box_is_dark_or_not_and_never_guessed_to_be_light(dark: Any, tmp_path: Path) -> None:
    assert set(audited(tmp_path, SIX, row(SIX, dark=dark)).groups) == {"unreadable"}


# Rounds of several seats


def at_seat(seat: int, cards: str, **change: Any) -> Json:
    return row(SIX, seat=seat, cards={"seat": cards}, **change)


def test_the_seats_of_a_round_share_the_dealer_and_no_other_card(tmp_path: Path) -> None:
    first, second = at_seat(1, "AsKdQd9c2h3d"), at_seat(2, "AcKhQh9s2c3h")
    assert audited(tmp_path, SIX, first, second).groups == {}
    assert set(audited(tmp_path, SIX, first, at_seat(2, "AsKhQh9s2c3h")).groups) == {"deal.once"}
    second["cards"]["dealer"] = "3s4c5d6d8h9h"
    assert set(audited(tmp_path, SIX, first, second).groups) == {"deal.shared"}


def test_a_seat_that_comes_again_begins_another_round(tmp_path: Path) -> None:
    assert audited(tmp_path, SIX, row(SIX), row(SIX)).groups == {}


# Banks


def test_a_round_without_its_bank_leaves_the_other_rounds_alone(tmp_path: Path) -> None:
    lacking = row(BANKED, round="r2")
    del lacking["bank"]
    tally = audited(tmp_path, BANKED, row(BANKED), lacking, row(BANKED, round="r3"))
    assert (tally.settled, set(tally.groups), tally.groups["impossible"].first.line) == (2, {"impossible"}, 2)


def test_a_row_that_cannot_be_settled_leaves_no_false_money_to_those_who_share_its_bank(tmp_path: Path) -> None:
    other = row(BANKED, seat=2, cards={"seat": "AhKcQh"}, returned={"ante": 10})
    assert audited(tmp_path, BANKED, row(BANKED, seat=1), other).groups == {}
    tally = audited(tmp_path, BANKED, without(row(BANKED, seat=1), "cards", "dealer"), other)
    assert (tally.settled, set(tally.groups)) == (0, {"impossible"})


def test_a_bank_has_one_amount(tmp_path: Path) -> None:
    other = row(BANKED, seat=2, cards={"seat": "AhKcQh"}, bank=50)
    assert (
        "differ in what the player-dealer banks"
        in audited(tmp_path, BANKED, row(BANKED), other).groups["impossible"].first.due
    )


def test_wrong_money_of_a_bank_that_ran_out_is_confirmed_by_the_oracle(tmp_path: Path) -> None:
    tally = audited(tmp_path, BANKED, row(BANKED, returned={"ante": 20}))
    assert tally.groups["settle.ante.dealer-fails"].first.due == "15 is due"


def test_a_round_stays_whole_where_slices_end(tmp_path: Path) -> None:
    rows = [
        row(BANKED, round=f"r{number}", seat=seat, cards={"seat": cards}, returned={"ante": 15 if seat == 1 else 10})
        for number in range(5)
        for seat, cards in ((1, "AsKdQd"), (2, "AhKcQh"))
    ]
    mapping = tmp_path / "columns.yaml"
    columns = [
        "round: name",
        "seat: box",
        "bank: money",
        *(f"cards.{place}: held.{place}" for place in ("seat", "dealer")),
        "choices.decide: did.decide",
        *(
            f"{part}.{name}: {theirs}.{name}"
            for part, theirs in (("stakes", "in"), ("returned", "out"))
            for name in ("ante", "play")
        ),
    ]
    mapping.write_text(
        'mapping: t\ncards: {separator: ""}\ncolumns:\n' + "".join(f"  {one}\n" for one in columns), "utf-8"
    )
    names = {"round": "name", "seat": "box", "bank": "money", "cards": "held", "choices": "did"}
    names |= {"stakes": "in", "returned": "out"}
    log = write(tmp_path / "log", [{names[key]: value for key, value in one.items()} for one in rows])
    chosen = rules_of(BANKED)
    tally = audit(chosen, log, load_mapping(mapping), Tally(), 0, lambda tally, done: None, 3)
    assert (tally.settled, tally.groups) == (10, {})


def test_a_log_of_one_endless_round_is_taken_apart(tmp_path: Path) -> None:
    seen: list[int] = []
    log = write(tmp_path / "log", [row(SIX) for _ in range(100)])
    audit(rules(), log, None, Tally(), 0, lambda tally, done: seen.append(tally.rows), 10)
    assert max(after - before for before, after in zip([0, *seen], seen, strict=False)) <= 20


# Files


def test_records_without_their_footer_are_cut(tmp_path: Path) -> None:
    header = header_line({"game": GAME})
    for text, kinds in ((header + footer_line(0), set()), (header, {"cut"}), (header + footer_line(3), {"cut"})):
        (tmp_path / "records.jsonl").write_text(text, encoding="utf-8")
        found = audit(rules(), tmp_path / "records.jsonl", None, Tally(), 0, lambda tally, done: None)
        assert set(found.groups) == kinds


def test_records_of_another_game_are_refused_by_their_name(tmp_path: Path) -> None:
    (tmp_path / "records.jsonl").write_text(header_line({"game": HOLDEM}) + footer_line(0), encoding="utf-8")
    with pytest.raises(AuditError, match=f"records of '{HOLDEM}', not of {GAME}"):
        audit(rules(), tmp_path / "records.jsonl", None, Tally(), 0, lambda tally, done: None)


def test_a_bank_refused_out_of_turn_is_no_finding_in_a_record_that_tells_no_turns(tmp_path: Path) -> None:
    start: Json = {"round": "r", "seats": [{"seat": 2, "wagers": {"ante": 10}}], "bank": {"seat": 1, "amount": 1000}}
    start["places"] = {"seat.2": ["As", "Kd", "Qd"], "dealer": ["3c", "4c", "9d"]}
    refusal = Exchange("round.start", start, Refusal(-32001, "bank", "seat 2 is offered it first", {"reason": "bank"}))
    text = header_line({"game": BANKED}) + record_line(Record("r", "", (refusal,))) + footer_line(1)
    (tmp_path / "records.jsonl").write_text(text, encoding="utf-8")
    found = audit(rules_of(BANKED), tmp_path / "records.jsonl", None, Tally(), 0, lambda tally, done: None, every=1)
    assert (found.groups, found.checked) == ({}, 1)


def test_what_a_cut_packed_log_still_holds_is_audited(tmp_path: Path) -> None:
    packed = tmp_path / "log.jsonl.gz"
    whole = gzip.compress("".join(json.dumps(one) + "\n" for one in rounds(3000)).encode())
    packed.write_bytes(whole[: len(whole) // 2])
    tally = audit(rules(), packed, None, Tally(), 0, lambda tally, done: None)
    assert set(tally.groups) == {"cut"}
    assert tally.settled > 500
    packed.write_bytes(b"no archive at all")
    with pytest.raises(AuditError, match="can't be read"):
        audit(rules(), packed, None, Tally(), 0, lambda tally, done: None)


TABLE = """
mapping: t
format: csv
columns:
  round: id
  cards.seat: h
  cards.dealer: d
  choices.decide: {from: f, values: {p: play}}
  stakes.ante: a
  stakes.play: a
  returned.ante: ra
  returned.play: rp
"""


def test_a_quote_that_is_never_closed_is_told_with_its_line_and_the_rest_is_audited(tmp_path: Path) -> None:
    mapping, log = tmp_path / "columns.yaml", tmp_path / "log.csv"
    mapping.write_text(TABLE, encoding="utf-8")
    lines = [f"{number},As Kd Qd 9c 2h 3d,3c 4c 5d 6d 8h 9h,p,10,10,20\n" for number in range(5000)]
    log.write_text("id,h,d,f,a,ra,rp\n" + lines[0] + '"' + "".join(lines[1:]), encoding="utf-8")
    assert csv.field_size_limit() < log.stat().st_size
    tally = audit(rules(), log, load_mapping(mapping), Tally(), 0, lambda tally, done: None)
    assert set(tally.groups) == {"unreadable"}
    assert 1 < tally.settled < 5000


def test_half_a_character_in_a_name_is_written_as_text_can_hold_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = write(tmp_path / "log.jsonl", [row(SIX, round="\ud800\x1b[2J", returned={"ante": 7})])
    done = run(capsys, "audit", GAME, str(log), "--out", str(tmp_path / "out"))
    assert done.code == 1
    assert "\x1b" not in done.out
    assert "\\ud800" in (tmp_path / "out" / "audit.json").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("round: id", "rnd: id", "'rnd' is no part of a round"),
        ("cards.seat: h", "hands.seat: h", "'hands.seat' is no part of a round"),
        ("stakes.ante: a", "stakes.ante: {when: {f: p}}", "comes from nowhere"),
        ("stakes.ante: a", "stakes.ante: {from: a, sum: [a]}", "from two"),
        ("stakes.ante: a", "stakes.ante: {from: a, minus: [ra]}", "`minus` takes"),
    ],
)
def test_a_mapping_that_means_nothing_is_refused_with_its_place(old: str, new: str, what: str, tmp_path: Path) -> None:
    mapping = tmp_path / "columns.yaml"
    mapping.write_text(TABLE.replace(old, new), encoding="utf-8")
    with pytest.raises(RulesetError, match=rf"(?s)columns.yaml:\d+:\d+: .*{what}"):
        load_mapping(mapping)


def test_a_column_inside_an_object_is_mapped_or_set_aside_too(tmp_path: Path) -> None:
    columns = "mapping: t\ncolumns: {cards.seat: cards.seat, cards.dealer: cards.dealer}\n"
    columns += "set-aside: [round, choices, stakes, returned]\n"
    (tmp_path / "columns.yaml").write_text(columns, encoding="utf-8")
    log = write(tmp_path / "log", [row(SIX, cards={"board": "2c"})])
    mapping = load_mapping(tmp_path / "columns.yaml")
    tally = audit(rules(), log, mapping, Tally(), 0, lambda tally, done: None)
    assert tally.groups["unreadable"].first.told == "unknown column 'cards.board'"


# Sampling and going on


def test_one_row_in_a_thousand_is_settled_again_by_the_oracle_whatever_the_slices(tmp_path: Path) -> None:
    log = write(tmp_path / "log", rounds(3000))
    found = [audit(rules(), log, None, Tally(), 0, lambda tally, done: None, size).resettled for size in (100, 1 << 15)]
    assert found[0] == found[1] > 0


def test_an_audit_does_not_go_on_under_another_mapping(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mapping, log, out = tmp_path / "columns.yaml", tmp_path / "log.csv", tmp_path / "out"
    mapping.write_text(TABLE, encoding="utf-8")
    log.write_text("id,h,d,f,a,ra,rp\n1,As Kd Qd 9c 2h 3d,3c 4c 5d 6d 8h 9h,p,10,10,20\n", encoding="utf-8")

    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("fairfelt.conformance.audit.run.audit", interrupted)
        stopped = run(capsys, "audit", GAME, str(log), "--mapping", str(mapping), "--out", str(out))
    assert (stopped.code, "--resume" in stopped.err) == (130, True)
    mapping.write_text(TABLE.replace("ra", "rp"), encoding="utf-8")
    resumed = run(capsys, "audit", GAME, str(log), "--mapping", str(mapping), "--out", str(out), "--resume")
    assert (resumed.code, "another log, mapping or rules" in resumed.err) == (10, True)
    mapping.write_text(TABLE, encoding="utf-8")
    assert run(capsys, "audit", GAME, str(log), "--mapping", str(mapping), "--out", str(out), "--resume").code == 0
