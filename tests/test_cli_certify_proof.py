"""`fairfelt certify --proof` attaches the right proof, refuses every other, and never changes a verdict."""

import json
import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import fairfelt.conformance.proving.data as proving_data
import fairfelt.conformance.run as running
from fairfelt.conformance.plans import Bench, Plan, every_plan
from fairfelt.conformance.profiles import PROFILES, STRENGTH
from fairfelt.conformance.proof_file import read_proof
from fairfelt.conformance.proving.prove import Progress
from fairfelt.rulesets.choose import Rules
from tests.cli_running import Ran, run
from tests.helpers import HOLDEM, rules_of
from tests.test_proving import mutants_of

PAID, KEPT, IDLE = "settle.call.tie~paid", "settle.ante.fold~pushed", "settle.call.tie-lost~paid"
TABLE, OTHER_TABLE = "100-20-10-3-2-1", "100-20-10-4-2-1"
GAME = ("--game", HOLDEM, "--pay-table", f"ante={TABLE}")
MINE = tuple(word for name in (PAID, KEPT, IDLE) for word in ("--mutant", name))
PROVED = (
    "Strength of the checks: PROVED: every broken rule that can show is named "
    "(2 killed, 1 change nothing under these options) (quick)"
)
Run = dict[str, Any]


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a quick proof of three mutants."""
    found = proving_data.run_proof(rules_of(HOLDEM), True, 0, running.silent, (PAID, KEPT, IDLE))
    folder = tmp_path_factory.mktemp("proof")
    (folder / "proof.json").write_text(json.dumps(found))
    return folder


@pytest.fixture(autouse=True)
def listed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the mutants of the game as they were listed for another test."""
    monkeypatch.setattr(proving_data, "every_mutant", lambda _: mutants_of(HOLDEM))


def certified(capsys: pytest.CaptureFixture[str], out: Path, proof: Path | None, *more: str) -> Ran:
    asked = ("--proof", str(proof)) if proof else ()
    tie = ("--requirement", f"{HOLDEM}.settle.call.tie")
    return run(capsys, "certify", "reference", *GAME, *tie, "--out", str(out), *asked, *more)


def summary_in(out: Path) -> Any:
    return json.loads((out / "summary.json").read_text())


def altered(held: Path, folder: Path, change: Callable[[Run], Any]) -> Path:
    """Write a proof with something changed."""
    found = json.loads((held / "proof.json").read_text())
    changed = change(found)
    path = folder / "proof.json"
    path.write_text(json.dumps(found if changed is None else changed))
    return path


@pytest.mark.parametrize("name", ["", "proof.json"])
def test_a_proof_is_attached_by_its_folder_or_by_its_file(
    name: str, held: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    ran = certified(capsys, tmp_path / "report", held / name)
    assert ran.code == 0
    summary = summary_in(tmp_path / "report")
    assert summary["proof"]["counts"] == {"killed": 2, "equivalent": 1, "survived": 0}
    assert [entry["mutants_killed"] for entry in summary["requirements"]] == [[PAID]]
    assert f'id="mutant-{PAID.replace("~", "~7e~")}"' in (tmp_path / "report" / "report.html").read_text()


def test_chosen_mutants_are_a_proof_in_part_and_leave_open_how_strong_the_checks_are(
    held: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    ran = certified(capsys, tmp_path / "report", held)
    of = len(mutants_of(HOLDEM))
    assert f"PROVED IN PART: only 3 of the game's {of} broken rules were tried (quick)" in ran.out
    summary = summary_in(tmp_path / "report")
    assert (summary["proof"]["verdict"], summary["proof"]["of"]) == ("in-part", of)
    assert STRENGTH in summary["not_judged"]


def test_a_whole_proof_answers_how_strong_the_checks_are(
    held: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    mine = tuple(each for each in mutants_of(HOLDEM) if each.id in (PAID, KEPT, IDLE))
    monkeypatch.setattr(proving_data, "every_mutant", lambda _: mine)
    ran = certified(capsys, tmp_path / "report", held)
    assert PROVED in ran.out
    assert STRENGTH not in summary_in(tmp_path / "report")["not_judged"]


def test_without_a_proof_it_stays_open(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    ran = certified(capsys, tmp_path / "report", None)
    summary = summary_in(tmp_path / "report")
    assert "proof" not in summary and STRENGTH in summary["not_judged"]
    assert "Strength of the checks" not in ran.out


def test_what_survived_is_told_and_the_verdict_stands(
    held: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def survive(found: Run) -> None:
        found["counts"] = {"killed": 1, "equivalent": 1, "survived": 1}
        kept = next(one for one in found["mutants"] if one["id"] == PAID)
        kept.update(status="survived", killed_by=[], reason="1 requirement passed", tried=[f"{HOLDEM}.settle.call.tie"])

    ran = certified(capsys, tmp_path / "report", altered(held, tmp_path, survive))
    assert ran.code == 0 and summary_in(tmp_path / "report")["verdict"] == "pass"
    assert "NOT PROVED: 1 of 3 broken rules went unnamed" in ran.out and f"survived {PAID}" in ran.out
    page = (tmp_path / "report" / "report.html").read_text()
    assert '<div class="verdict v-fail">' in page and "its verdict stands" in page


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": "six-card-poker"}, "game six-card-poker, not casino-holdem"),
        ({"pay_tables": {"ante": OTHER_TABLE}}, f"pay table ante={OTHER_TABLE}, not {TABLE}"),
        ({"options": {"tie": "ante-pushes"}}, "reading tie=ante-pushes, not both-push"),
        ({"digest": "0" * 64}, "another digest of the rules, 000000000000, not "),
        ({"fairfelt_version": "0.0.1"}, "fairfelt 0.0.1, not "),
        ({"fairfelt_version": "\x1b[2J" + 999 * "9"}, "fairfelt \\x1b[2J999"),
    ],
)
def test_a_proof_of_something_else_is_refused_with_the_command_that_makes_the_right_one(
    change: Run, words: str, held: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def alter(found: Run) -> None:
        for name, value in change.items():
            found[name] = {**found[name], **value} if isinstance(value, dict) else value

    path = altered(held, tmp_path, alter)
    ran = certified(capsys, tmp_path / "report", path)
    assert ran.code == 10 and words in ran.err
    assert f"\n  fairfelt prove {HOLDEM} --pay-table ante={TABLE} --quick --out {tmp_path}" in ran.err
    assert not (tmp_path / "report").exists(), "nothing is played or written"


def test_the_command_that_is_told_makes_the_right_proof(
    held: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = altered(held, tmp_path, lambda found: {**found, "pay_tables": {"ante": OTHER_TABLE}})
    told = certified(capsys, tmp_path / "report", path).err.splitlines()[-1].strip()
    assert run(capsys, *shlex.split(told)[1:], *MINE).code == 0
    assert certified(capsys, tmp_path / "report", path).code == 0


def test_readings_count_and_the_name_of_a_variant_does_not(held: Path, tmp_path: Path) -> None:
    """A variant is a name for readings: the same under no name, or under another, is the same game."""
    electronic = rules_of(HOLDEM, "electronic")
    assert electronic.digest == rules_of(HOLDEM).digest
    assert read_proof(held / "proof.json", electronic)["variant"] is None


def test_of_several_choices_the_one_of_this_run_is_attached(
    held: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def several(found: Run) -> Run:
        other = {**found, "options": {**found["options"], "tie": "ante-pushes"}, "digest": "1" * 64, "seed": 8}
        return {"format": 1, "game": HOLDEM, "counts": {}, "runs": [other, found], "seconds": 2.0}

    path = altered(held, tmp_path, several)
    assert certified(capsys, tmp_path / "report", path).code == 0
    assert summary_in(tmp_path / "report")["proof"]["seed"] == 0
    fitting_none = certified(capsys, tmp_path / "other", path, "--option", "call-unqualified=paid")
    assert fitting_none.code == 10 and "nor is any other of its 2 runs" in fitting_none.err
    assert "reading call-unqualified=returned, not paid" in fitting_none.err and "tie=" not in fitting_none.err


def test_a_damaged_or_foreign_file_is_one_message(
    held: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    whole = (held / "proof.json").read_bytes()
    foreign = json.dumps({"format": 1, "suite": {}, "verdict": "pass"}).encode()
    fewer = json.loads(whole)
    fewer["mutants"].pop()
    twice = json.loads(whole)
    twice["mutants"][1]["id"] = twice["mutants"][0]["id"]
    blamed = json.loads(whole)
    next(one for one in blamed["mutants"] if one["id"] == PAID)["killed_by"] = []
    unknown = json.loads(whole)
    unknown["mutants"][0]["id"] = "settle.call.tie~payd"
    idle = json.loads(whole)
    next(one for one in idle["mutants"] if one["id"] == IDLE).update(status="killed", killed_by=[f"{HOLDEM}.deal.flop"])
    idle["counts"] = {"killed": 3, "equivalent": 0, "survived": 0}
    by_another = json.loads(whole)
    next(one for one in by_another["mutants"] if one["id"] == PAID)["killed_by"] = ["roulette.zero"]
    path = tmp_path / "proof.json"
    for text, words in (
        (whole[: len(whole) // 2], "is no whole JSON"),
        (b"", "is no whole JSON"),
        (b"\xff\xfe\x00", "is no whole JSON"),
        (b"[" * 100_000, "is no whole JSON"),
        (whole.replace(b'"seed": 0', b'"seed": NaN'), "is no whole JSON"),
        (b"[]", "is no proof of this edition"),
        (whole.replace(b'"seed": 0', b'"seed": "0"'), "is no proof of this edition: seed: input"),
        (foreign, "is no proof of this edition: fairfelt_version: field required"),
        (json.dumps({"runs": []}).encode(), "is no proof of this edition: runs:"),
        (whole.replace(b'"format": 1', b'"format": 2'), "is no proof of this edition: format:"),
        (json.dumps(fewer).encode(), "mutants that count up to something else"),
        (json.dumps(twice).encode(), "lists a mutant twice"),
        (json.dumps(blamed).encode(), f"has {PAID!r} killed by nobody"),
        (json.dumps(unknown).encode(), "names 'settle.call.tie~payd', which is no mutant of this game (it has "),
        (json.dumps(idle).encode(), f"has {IDLE!r} as killed, and the rules say otherwise"),
        (json.dumps(by_another).encode(), f"has {PAID!r} killed by 'roulette.zero', which is no requirement of this"),
    ):
        path.write_bytes(text)
        ran = certified(capsys, tmp_path / "report", path)
        assert ran.code == 10 and words in ran.err, (text[:30], ran.err)
        assert str(path) in ran.err and f"make it again:\n  fairfelt prove {HOLDEM} " in ran.err
        assert "Traceback" not in ran.err and len(ran.err.splitlines()) == 2 and len(ran.err) < 600
        assert not (tmp_path / "report").exists()


def test_a_file_that_is_not_there_is_one_message(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for path in (tmp_path / "nowhere", tmp_path / "empty"):
        ran = certified(capsys, tmp_path / "report", path)
        assert ran.code == 10 and "can't be read (No such file or directory)" in ran.err
        assert "fairfelt prove casino-holdem" in ran.err


def proofs_made(monkeypatch: pytest.MonkeyPatch, profile: str) -> list[str]:
    """Let a profile play one plan and prove with two mutants; gives a list that grows with each proof."""
    made, prove = [], proving_data.run_proof

    def few(rules: Rules, quick: bool, seed: int, progress: Progress) -> Run:
        made.append(rules.ruleset.game)
        return prove(rules, quick, seed, progress, (PAID, IDLE))

    def one(bench: Bench) -> Iterator[Plan]:
        return (plan for plan in every_plan(bench) if plan.requirement.id == bench.id("settle.call.tie"))

    monkeypatch.setattr(running, "every_plan", one)
    monkeypatch.setattr(proving_data, "run_proof", few)
    monkeypatch.setitem(PROFILES, profile, replace(PROFILES[profile], deals=1, draws=1))
    return made


def test_the_profile_certificate_proves_its_checks_by_itself(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made = proofs_made(monkeypatch, "certificate")
    out = ("--out", str(tmp_path / "report"))
    ran = run(capsys, "certify", "reference", *GAME, "--profile", "certificate", "--seed", "4", *out)
    assert ran.code == 0 and made == [HOLDEM]
    summary = summary_in(tmp_path / "report")
    found = summary["proof"]
    assert (found["verdict"], found["made"], found["quick"], found["seed"]) == ("proved", "by-this-run", True, 4)
    assert STRENGTH not in summary["not_judged"]


def test_a_certificate_whose_proof_is_interrupted_keeps_its_report(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupted(*_: object) -> Run:
        raise KeyboardInterrupt

    proofs_made(monkeypatch, "certificate")
    monkeypatch.setattr(proving_data, "run_proof", interrupted)
    ran = run(capsys, "certify", "reference", *GAME, "--profile", "certificate", "--out", str(tmp_path / "report"))
    assert ran.code == 130 and "stopped" in ran.err
    summary = summary_in(tmp_path / "report")
    assert summary["verdict"] == "pass" and "proof" not in summary and STRENGTH in summary["not_judged"]
    assert sorted(path.name for path in (tmp_path / "report").iterdir()) == [
        "junit.xml",
        "records.jsonl",
        "report.html",
        "summary.json",
    ]


@pytest.mark.parametrize("profile", ["ci", "lab"])
def test_other_profiles_make_no_proof(
    profile: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made = proofs_made(monkeypatch, profile)
    certified(capsys, tmp_path / "report", None, "--profile", profile)
    assert not PROFILES[profile].proves and made == []


@pytest.mark.parametrize("attached", [True, False])
def test_a_certificate_makes_none_where_one_is_attached_or_only_some_requirements_are_judged(
    attached: bool,
    held: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    made = proofs_made(monkeypatch, "certificate")
    ran = certified(capsys, tmp_path / "report", held if attached else None, "--profile", "certificate")
    assert ran.code == 0 and made == []
    assert ("proof" in summary_in(tmp_path / "report")) == attached


def test_the_help_says_what_a_proof_is_for(capsys: pytest.CaptureFixture[str]) -> None:
    told = re.sub(r"\s+", " ", run(capsys, "certify", "--help").out)
    assert "--proof PATH" in told and "It never changes the verdict." in told
    assert "Profile `certificate` ends with a quick one of its own" in told
