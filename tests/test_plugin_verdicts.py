"""A verdict of the suite is a verdict of pytest: whatever is not green here is not green there."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from xml.etree import ElementTree as Xml

import pytest

from fairfelt.conformance.pytest_tell import failure_text
from tests.test_plugin_options import vendors_folder

WINS = "six-card-poker.settle.ante.player-wins"
PLAY_WINS = "six-card-poker.settle.play.player-wins"
GREATEST = "six-card-poker.limit.ante/max"
LEDGER = "six-card-poker.money.ledger"
ABANDON = "six-card-poker.round.abandon"
ILLEGAL = "six-card-poker.refuse.decide/illegal-action"
RECALL = "six-card-poker.round.recall"

ENGINES = '''
from fairfelt.conformance import Rejected
from fairfelt.conformance.reference import ReferenceEngine


class Right:
    def __init__(self):
        self.inner = ReferenceEngine()
        with open("starts.txt", "a") as starts:
            print("started", file=starts)

    def ask(self, method, params):
        return self.alter(method, self.inner.ask(method, params))

    def alter(self, method, answer):
        return answer


class PaysAntesDouble(Right):
    def alter(self, method, answer):
        for row in answer.get("ledger", []):
            if row["wager"] == "ante" and row["outcome"] == "win":
                row["returned"] += row["staked"]
        return answer


class PaysDoubleOnceAsked(Right):
    """Goes wrong only in rounds that it was asked to recall, and against the rule of another requirement."""

    asked = False

    def ask(self, method, params):
        self.asked = method == "round.replay" or (self.asked and method != "round.start")
        return super().ask(method, params)

    def alter(self, method, answer):
        return PaysAntesDouble.alter(self, method, answer) if self.asked else answer


class FailsInEveryWay(Right):
    def ask(self, method, params):
        if method == "round.abandon":
            raise KeyError("the round is lost")
        if method == "configure" and "limits" in params:
            return {"error": {"code": -32002, "message": "my limits are fixed"}}
        try:
            answer = super().ask(method, params)
        except Rejected as refusal:
            raise Rejected("unknown-wager", refusal.message) from None
        if method == "hello":
            answer["capabilities"]["recall"] = False
        return answer

    def alter(self, method, answer):
        return PaysAntesDouble.alter(self, method, answer)


class OnlyRecallIsMissing(Right):
    def alter(self, method, answer):
        if method == "hello":
            answer["capabilities"]["recall"] = False
        return answer
'''


@dataclass(frozen=True)
class Told:
    """What a run of pytest left: its exit code, what it printed, and the test cases of its JUnit file."""

    code: int
    text: str
    cases: MappingProxyType[str, Xml.Element]
    folder: Path

    def outcome(self, test: str) -> str:
        return next(
            (tag for tag in ("failure", "error", "skipped") if self.cases[test].find(tag) is not None), "passed"
        )

    def outcomes(self) -> dict[str, str]:
        return {test: self.outcome(test) for test in self.cases}

    def message(self, test: str) -> str:
        found = self.cases[test].find(self.outcome(test))
        return "" if found is None else f"{found.get('message')}\n{found.text or ''}"

    def properties(self, test: str) -> dict[str, str]:
        return {one.get("name", ""): one.get("value", "") for one in self.cases[test].iter("property")}


Judge = Callable[..., Told]


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Judge:
    """Run pytest as a vendor does, in a folder of the vendor's own."""

    def run(engine: str, *arguments: str, known: str = "") -> Told:
        folder = vendors_folder(tmp_path_factory.mktemp("vendor"))
        (folder / "engines.py").write_text(ENGINES)
        (folder / "known.yaml").write_text(known)
        spec = engine if engine == "reference" else f"python:engines:{engine}"
        fixed = ["--pyargs", "fairfelt.conformance", "--engine", spec, "--game", "six-card-poker", "--junitxml=j.xml"]
        listed = ["--known-failures", "known.yaml"] if known else []
        command = [sys.executable, "-m", "pytest", *fixed, *listed, *arguments]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        cases = {case.get("name", ""): case for case in Xml.parse(folder / "j.xml").iter("testcase")}
        return Told(done.returncode, done.stdout + done.stderr, MappingProxyType(cases), folder)

    return run


def only(*names: str) -> list[str]:
    return [argument for name in names for argument in ("--requirement", name)]


def own(name: str) -> str:
    return f"test_requirement[{name}]"


def whole(name: str) -> str:
    return f"whole_run[{name}]"


def listed(*names: str) -> str:
    return "".join(f'"{name}": {{issue: "T-1", reason: "mended in May"}}\n' for name in names)


@pytest.fixture(scope="module")
def right(judge: Judge) -> Told:
    return judge("reference", *only(WINS, GREATEST), "-W", "error", "-p", "no:xdist", "-p", "no:html")


def test_an_engine_that_plays_right_passes(right: Told) -> None:
    assert right.outcomes() == {own(GREATEST): "passed", own(WINS): "passed"}
    assert right.code == pytest.ExitCode.OK


def test_the_header_names_engine_game_choices_and_rules(right: Told) -> None:
    assert "fairfelt: reference at six-card-poker, variant default, profile ci, seed 0" in right.text
    assert "ruleset: sha256 " in right.text


def test_a_part_of_the_requirements_certifies_nothing(right: Told) -> None:
    assert "A partial run certifies nothing" in right.text


def test_junit_tells_requirement_verdict_clause_and_rounds(right: Told) -> None:
    told = right.properties(own(WINS))
    assert told.pop("rounds").isdecimal()
    assert told == {"requirement": WINS, "verdict": "pass", "clause": "six-card-poker-outline/wins"}


@pytest.fixture(scope="module")
def double(judge: Judge) -> Told:
    html = ("--html=report.html", "--self-contained-html")
    return judge("PaysAntesDouble", *only(WINS, PLAY_WINS, LEDGER), *html, "--report-dir=whole")


def test_a_vice_fails_the_tests_of_its_requirement_and_no_other(double: Told) -> None:
    assert double.outcomes() == {own(WINS): "failure", own(PLAY_WINS): "passed", own(LEDGER): "passed"}
    assert double.code == pytest.ExitCode.TESTS_FAILED


def test_a_failure_tells_requirement_source_expected_actual_round_and_how_to_reproduce_it(double: Told) -> None:
    told = double.message(own(WINS))
    assert f"requirement  {WINS}" in told
    assert "(six-card-poker-outline/wins): " in told
    assert "expected     ante of 10 returns 20 (win)" in told
    assert "actual       returned 30 (win)" in told
    assert "Seat 1, at “decide”: play, placing play 10" in told
    assert "differs: +10" in told
    assert f"--requirement {WINS}" in told


def test_a_failure_shows_no_code_of_the_suite(double: Told) -> None:
    assert "Traceback" not in double.text
    assert "pytest_run.py" not in double.text


def test_one_engine_serves_all_tests(double: Told) -> None:
    assert (double.folder / "starts.txt").read_text().splitlines() == ["started"]


def test_pytest_html_draws_the_cards_and_tells_the_verdict(double: Told) -> None:
    page = (double.folder / "report.html").read_text(encoding="utf-8")
    assert "&lt;svg role=" in page
    assert page.count("class=\\&#34;fairfelt") == 1
    assert "DOES NOT CONFORM" in page
    assert not (double.folder / "assets").exists()


def test_the_report_is_that_of_the_command_line(double: Told) -> None:
    summary = json.loads((double.folder / "whole" / "summary.json").read_text(encoding="utf-8"))
    assert summary["verdict"] == "fail"
    assert summary["partial"] is True
    assert [fault["requirements"] for fault in summary["faults"]] == [[WINS]]
    assert "<svg" in (double.folder / "whole" / "report.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def every_way(judge: Judge) -> Told:
    return judge("FailsInEveryWay", *only(WINS, GREATEST, ABANDON, ILLEGAL, RECALL))


def test_blocked_is_not_green(every_way: Told) -> None:
    assert every_way.outcome(own(GREATEST)) == "failure"
    assert every_way.message(own(GREATEST)).startswith("Failed: blocked: the engine can't set limits")


def test_an_engine_that_dies_fails_the_test(every_way: Told) -> None:
    assert every_way.outcome(own(ABANDON)) == "failure"
    assert every_way.message(own(ABANDON)).startswith("Failed: engine fault: ")


def test_a_warning_passes_and_is_told(every_way: Told) -> None:
    assert every_way.outcome(own(ILLEGAL)) == "passed"
    assert every_way.properties(own(ILLEGAL))["verdict"] == "warning"
    assert "1 warning" in every_way.text


def test_what_does_not_apply_is_skipped_with_its_reason(every_way: Told) -> None:
    assert every_way.outcome(own(RECALL)) == "skipped"
    assert "does not offer recall" in every_way.message(own(RECALL))


def test_a_run_that_tested_nothing_is_not_green(judge: Judge) -> None:
    told = judge("OnlyRecallIsMissing", *only(RECALL))
    assert told.outcomes() == {own(RECALL): "skipped", whole("six-card-poker"): "failure"}
    assert told.message(whole("six-card-poker")).startswith("blocked: no requirement was both applicable and tested")
    assert told.code == pytest.ExitCode.TESTS_FAILED


def test_what_the_rounds_of_another_test_break_is_not_green(judge: Judge) -> None:
    told = judge("PaysDoubleOnceAsked", *only(RECALL, WINS))
    assert told.outcomes() == {own(RECALL): "passed", own(WINS): "passed", whole(WINS): "failure"}
    assert told.message(whole(WINS)).startswith("failed: found in rounds that were played for other requirements")
    assert told.properties(whole(WINS))["verdict"] == "fail"
    assert told.code == pytest.ExitCode.TESTS_FAILED


def test_it_is_not_green_either_where_another_worker_played_them(judge: Judge) -> None:
    told = judge("PaysDoubleOnceAsked", *only(RECALL, WINS), "-n2")
    assert told.outcomes() == {own(RECALL): "passed", own(WINS): "passed", whole(WINS): "failure"}
    assert told.code == pytest.ExitCode.TESTS_FAILED


def test_known_failures_are_expected_ones(judge: Judge) -> None:
    told = judge("PaysAntesDouble", *only(WINS), known=listed(WINS))
    assert told.outcomes() == {own(WINS): "skipped"}
    assert "1 xfailed" in told.text
    assert "DOES NOT CONFORM (known failures)" in told.text
    assert told.code == pytest.ExitCode.OK


def test_a_known_failure_that_only_shows_in_the_rounds_of_another_test_is_not_stale(judge: Judge) -> None:
    told = judge("PaysDoubleOnceAsked", *only(RECALL, WINS), known=listed(WINS))
    assert told.outcomes() == {own(RECALL): "passed", own(WINS): "passed", whole(WINS): "skipped"}
    assert told.code == pytest.ExitCode.OK


def test_a_known_failure_that_passes_is_stale_and_fails(judge: Judge) -> None:
    told = judge("reference", *only(WINS), known=listed(WINS))
    assert told.outcomes() == {own(WINS): "passed", whole(WINS): "failure"}
    assert "take it off the list" in told.message(whole(WINS))
    assert told.code == pytest.ExitCode.TESTS_FAILED


def test_runxfail_shows_known_failures_as_failures(judge: Judge) -> None:
    told = judge("PaysAntesDouble", *only(WINS), "--runxfail", known=listed(WINS))
    assert told.message(own(WINS)).startswith("Failed: known failure: ")


@pytest.mark.parametrize("verdict", ["inconclusive", "blocked", "engine-fault", "suite-error"])
def test_the_first_line_says_the_verdict(verdict: str) -> None:
    told = {"id": WINS, "title": "A title", "verdict": verdict, "reason": "a reason", "clauses": [], "findings": []}
    assert failure_text(told).splitlines()[0] == f"{verdict.replace('-', ' ')}: a reason"


@pytest.mark.long
def test_a_whole_run_tells_the_same_with_and_without_workers(judge: Judge) -> None:
    alone, shared = judge("PaysAntesDouble"), judge("PaysAntesDouble", "-n2")
    assert alone.outcomes() == shared.outcomes()
    assert alone.code == shared.code == pytest.ExitCode.TESTS_FAILED
