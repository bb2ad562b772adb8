"""One order of verdicts, one exit code from it, and known failures that can't rot."""

from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest

import fairfelt.conformance.checks as checks
from fairfelt.conformance.known import Known, read_known
from fairfelt.conformance.replay import Trace
from fairfelt.conformance.verdict import ORDER, exit_code, worst
from fairfelt.rulesets.errors import RulesetError
from tests.helpers import HOLDEM, certify, order_for, verdicts

TIE, FOLD = "casino-holdem.settle.ante.tie", "casino-holdem.settle.ante.fold"
PAYS_TIES = "python:tests.engines.vices.money:pays_a_tied_ante"
ISSUE = Known("BUG-7", "ties are paid until the next release")


def test_a_parent_shows_its_worst_child() -> None:
    assert list(ORDER) == sorted(ORDER, key=lambda verdict: ORDER.index(worst({verdict})))
    assert all(worst({better, worse}) == worse for better, worse in pairwise(ORDER))


def test_nothing_judged_is_nothing_passed() -> None:
    assert worst(()) == "blocked"
    assert exit_code(worst(())) == 2


@pytest.mark.parametrize(
    ("verdict", "code"),
    [
        ("not-applicable", 2),
        ("pass", 0),
        ("warning", 0),
        ("known-failure", 0),
        ("inconclusive", 2),
        ("blocked", 2),
        ("fail", 1),
        ("engine-fault", 1),
        ("suite-error", 12),
    ],
)
def test_a_verdict_gives_its_exit_code(verdict: str, code: int) -> None:
    assert exit_code(verdict) == code  # type: ignore[arg-type]


def test_an_exception_in_a_check_is_an_error_of_the_suite_and_never_a_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Trace) -> list[object]:
        raise ZeroDivisionError("no such hand")

    monkeypatch.setattr(checks, "BY_OBSERVED_CARDS", (*checks.BY_OBSERVED_CARDS, broken))
    summary = certify(order_for("reference", HOLDEM, "settle.ante.fold", "ask.decide"))
    assert verdicts(summary) == {"settle.ante.fold": "suite-error", "ask.decide": "suite-error"}
    assert summary["exit_code"] == 12
    assert "ZeroDivisionError: no such hand" in summary["requirements"][0]["reason"]


def test_a_warning_leaves_the_exit_code_alone() -> None:
    summary = certify(
        order_for("python:tests.engines.vices.table:gives_one_reason_for_everything", HOLDEM, "refuse.decide/relation")
    )
    assert (summary["verdict"], summary["exit_code"]) == ("warning", 0)
    assert [fault["title"] for fault in summary["faults"]] == ["Refused for another reason than the rules give"]


def test_a_known_failure_is_marked_and_does_not_fail_the_run() -> None:
    summary = certify(order_for(PAYS_TIES, HOLDEM, "settle.ante.tie", "settle.ante.fold", known={TIE: ISSUE}))
    assert verdicts(summary) == {"settle.ante.tie": "known-failure"}
    assert (summary["verdict"], summary["exit_code"]) == ("known-failure", 0)
    (entry,) = [one for one in summary["requirements"] if one["id"] == TIE]
    assert entry["known"]["issue"] == "BUG-7"
    assert "BUG-7" in entry["reason"]


def test_what_is_listed_and_passes_is_stale_and_fails() -> None:
    summary = certify(order_for(PAYS_TIES, HOLDEM, "settle.ante.fold", known={FOLD: ISSUE}))
    assert (verdicts(summary), summary["exit_code"]) == ({"settle.ante.fold": "fail"}, 1)
    assert "take it off the list" in summary["requirements"][0]["reason"]


@pytest.mark.parametrize(("today", "verdict"), [(date(2027, 1, 31), "known-failure"), (date(2027, 2, 1), "fail")])
def test_an_entry_counts_to_the_end_of_its_last_day(today: date, verdict: str) -> None:
    known = {TIE: Known("BUG-7", "mended soon", date(2027, 1, 31))}
    summary = certify(order_for(PAYS_TIES, HOLDEM, "settle.ante.tie", known=known, today=today))
    assert verdicts(summary) == {"settle.ante.tie": verdict}


def test_a_file_of_known_failures_is_read(tmp_path: Path) -> None:
    file = tmp_path / "known.yaml"
    file.write_text(
        f'{TIE}: {{issue: BUG-7, reason: "paid", expires: "2027-01-31"}}\n{FOLD}: {{issue: B, reason: r}}\n'
    )
    assert read_known(file, [TIE, FOLD]) == {
        TIE: Known("BUG-7", "paid", date(2027, 1, 31)),
        FOLD: Known("B", "r"),
    }


@pytest.mark.parametrize(
    ("text", "line", "mend"),
    [
        (f"{TIE}s: {{issue: B, reason: r}}\n", 1, f"did you mean {TIE}?"),
        (f"{FOLD}: {{issue: B, reason: r}}\n{TIE}: {{issue: B}}\n", 2, "write `{issue: …, reason: …}`"),
        (f"{FOLD}: {{issue: B, reason: r}}\n{TIE}: {{issue: B, reason: r, expires: soon}}\n", 2, "2027-01-31"),
        ("- no mapping\n", 1, "REQUIREMENT"),
        (f"{TIE}: {{issue: B\n", 2, "brackets"),
    ],
)
def test_a_damaged_file_of_known_failures_is_refused_with_the_line_and_the_mend(
    tmp_path: Path, text: str, line: int, mend: str
) -> None:
    file = tmp_path / "known.yaml"
    file.write_text(text)
    with pytest.raises(RulesetError) as refused:
        read_known(file, [TIE, FOLD])
    assert f"known.yaml:{line}" in str(refused.value)
    assert mend in str(refused.value)
