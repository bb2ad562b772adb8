"""`fairfelt rules trace` shows clause, requirement, code and rounds, both ways."""

import json

import pytest

import fairfelt.conformance.cli.explain_ids as finding_plans
from tests.cli_running import run
from tests.helpers import HOLDEM, SIX
from tests.test_tracing import without


def test_a_game_is_whole_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "rules", "trace", SIX)
    assert ran.code == 0
    assert "0 untested, 0 unknown" in ran.out.splitlines()[0]
    assert "Clauses, and the requirements that judge them" in ran.out
    assert "plans.settling._dealt -> checks.settlement.settlements" in ran.out


def test_from_a_clause_to_its_requirements(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "rules", "trace", HOLDEM, "--clause", "river")
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "dealing-casino-holdem/river"
    assert f"{HOLDEM}.deal.river" in ran.out and "judged by    conformance.checks.dealing.dealing" in ran.out
    assert "rounds       2 always" in ran.out


def test_from_a_requirement_to_its_clauses(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "rules", "trace", HOLDEM, "--requirement", "settle.ante.tie")
    assert ran.code == 0
    assert ran.out.splitlines()[0] == f"{HOLDEM}.settle.ante.tie (row) is tested"
    assert "dealing-casino-holdem/tie" in ran.out and "provoked by  conformance.plans.settling._dealt" in ran.out


def test_both_ways_meet(capsys: pytest.CaptureFixture[str]) -> None:
    """A requirement that a clause names names the clause."""
    told = json.loads(run(capsys, "rules", "trace", HOLDEM, "--json").out)
    cited = {entry["id"]: entry["clauses"] for entry in told["requirements"]}
    judged = {entry["id"]: entry["requirements"] for entry in told["clauses"]}
    for requirement, clauses in cited.items():
        assert all(requirement in judged[clause] for clause in clauses)
    assert told["whole"] and told["untested"] == told["unknown"] == []
    assert {entry["rounds"] for entry in told["requirements"]} == {None}


def test_rounds_are_counted_where_one_requirement_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(run(capsys, "rules", "trace", HOLDEM, "--requirement", "round.repeat", "--json").out)
    (entry,) = told["requirements"]
    assert entry["rounds"] == 3 * entry["trials"] > 0
    assert entry["checks"] == ["conformance.plans.rounds._first_equals_last"]


def test_an_excluded_part_gives_its_reason(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "rules", "trace", HOLDEM, "--requirement", "ask.claim")
    assert ran.code == 0
    assert "is excluded: under these choices nobody is asked it" in ran.out
    other = run(capsys, "rules", "trace", HOLDEM, "--variant", "live", "--requirement", "ask.claim")
    assert "(decision) is tested" in other.out


def test_an_untested_row_is_told_and_ends_in_exit_code_10(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding_plans, "every_plan", without("settle.ante.tie"))
    ran = run(capsys, "rules", "trace", HOLDEM)
    assert ran.code == 10
    assert "Untested: the rules declare it, and no requirement judges it\n  settle.ante.tie" in ran.out


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("--clause", "rivr"), "did you mean 'river'?"),
        (("--requirement", "settle.ante.tied"), "did you mean"),
        (("--clause", "river", "--requirement", "settle.ante.tie"), "not both"),
    ],
)
def test_a_name_that_does_not_exist_is_a_usage_error(
    arguments: tuple[str, ...], hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = run(capsys, "rules", "trace", HOLDEM, *arguments)
    assert ran.code == 10
    assert hint in ran.err


def test_the_help_has_examples_and_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    told = run(capsys, "rules", "trace", "--help").out
    assert "fairfelt rules trace casino-holdem" in told and "Exit codes: 0" in told
