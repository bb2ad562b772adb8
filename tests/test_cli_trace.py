"""`fairfelt rules trace` shows clause, requirement, code and rounds, both ways."""

import json
from dataclasses import replace

import pytest

import fairfelt.conformance.cli.explain_ids as finding_plans
import fairfelt.conformance.proving.catalogue as catalogue
from fairfelt.conformance.proving.terms import Mutant, Terms
from tests.cli_running import run
from tests.helpers import HOLDEM, SIX
from tests.test_proving import PACKS, mutants_of
from tests.test_tracing import without

PAID, IDLE = "settle.call.tie~paid", "settle.call.tie~dealer-qualifies-as-fails"


@pytest.fixture(autouse=True)
def listed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take mutants as they were listed for another test: to list them is what takes time here."""
    monkeypatch.setattr(catalogue, "every_mutant", lambda terms: mutants_of(terms.rules.ruleset.game))


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
    assert told["mutants"] is None and {entry["mutants"] for entry in told["requirements"]} == {None}


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
        (("--clause", "river", "--requirement", "settle.ante.tie"), "not more than one of them"),
        (("--clause", "river", "--mutant", PAID), "not more than one of them"),
        (("--mutant", "settle.call.tie~payd"), "did you mean 'settle.call.tie~paid'?"),
        (("--mutant", "xyz"), "`fairfelt rules trace casino-holdem --mutants --json` lists them"),
    ],
)
def test_a_name_that_does_not_exist_is_a_usage_error(
    arguments: tuple[str, ...], hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = run(capsys, "rules", "trace", HOLDEM, *arguments)
    assert ran.code == 10
    assert hint in ran.err


def test_from_a_mutant_to_its_rule_requirements_checks_and_clauses(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "rules", "trace", HOLDEM, "--mutant", PAID)
    lines = ran.out.splitlines()
    assert ran.code == 0
    assert lines[0] == f"{PAID}: call, tie: even money is paid"
    assert lines[1:3] == ["  rule      settle.call.tie", "  expected  to be named by 1 requirement"]
    assert f"{HOLDEM}.settle.call.tie: Call, tie: push" in lines
    assert "  judged by    conformance.checks.settlement.settlements" in lines
    assert "  dealing-casino-holdem/tie: Dealing Casino Holdem, section “Dealer Qualifies”" in lines
    assert run(capsys, "rules", "trace", HOLDEM, "--mutant", "settle.ante.tie~paid").out != ran.out


def test_a_mutant_that_changes_nothing_gives_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "rules", "trace", HOLDEM, "--mutant", IDLE)
    assert "  expected  to change nothing: every wager that a round can reach is settled alike" in ran.out
    assert "changes nothing" not in run(capsys, "rules", "trace", HOLDEM, "--mutant", PAID).out


def test_mutant_and_requirement_meet_both_ways(capsys: pytest.CaptureFixture[str]) -> None:
    """A requirement that a mutant names names the mutant, unless it changes nothing."""
    told = json.loads(run(capsys, "rules", "trace", HOLDEM, "--mutants", "--json").out)
    named = {entry["id"]: entry["mutants"] for entry in told["requirements"]}
    assert len(told["mutants"]) == len(mutants_of(HOLDEM))
    for mutant in told["mutants"]:
        naming = {name for name, mutants in named.items() if mutant["id"] in mutants}
        assert naming == (set() if mutant["equivalent"] else set(mutant["requirements"])), mutant["id"]
    assert PAID in named[f"{HOLDEM}.settle.call.tie"] and PAID not in named[f"{HOLDEM}.settle.ante.tie"]


def test_a_requirement_lists_the_likeliest_mutants_and_counts_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("rules", "trace", HOLDEM, "--requirement", "settle.call.tie")
    told = json.loads(run(capsys, *asked, "--json").out)
    (entry,) = told["requirements"]
    text = run(capsys, *asked).out
    listed = text.split("Mutants that it may name, the likeliest first\n", 1)[1].split("\n\n", 1)[0].splitlines()
    assert len(entry["mutants"]) > 12 and listed[0].split() == [PAID, "call,", "tie:", "even", "money", "is", "paid"]
    assert listed[12] == f"  and {len(entry['mutants']) - 12} more; --json lists them all"
    same = [mutant for mutant in told["mutants"] if mutant["equivalent"]]
    assert listed[13] == f"  {len(same)} more change nothing under these choices"
    assert f"  mutants      {len(entry['mutants'])} that it may name" in text


def test_a_clause_lists_the_mutants_of_its_requirements(capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "rules", "trace", HOLDEM, "--clause", "river").out
    assert "Mutants that they may name, the likeliest first" in text and "deal.river~missed" in text
    told = json.loads(run(capsys, "rules", "trace", HOLDEM, "--clause", "river", "--json").out)
    judged = set(told["clauses"][0]["requirements"])
    assert all(judged & set(mutant["requirements"]) for mutant in told["mutants"])
    assert PAID not in {mutant["id"] for mutant in told["mutants"]}


def test_a_game_counts_mutants_where_they_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "rules", "trace", HOLDEM, "--mutants").out
    assert text.splitlines()[1].startswith(f"{len(mutants_of(HOLDEM))} mutants: ")
    assert any(line.split()[0:1] == ["settle.ante.fold"] and line.endswith(" 4 mutants") for line in text.splitlines())
    assert "no requirement can name" not in text
    assert "mutants" not in run(capsys, "rules", "trace", HOLDEM).out


def test_a_mutant_that_nobody_can_name_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def unexpected(_: Terms) -> tuple[Mutant, ...]:
        return tuple(replace(each, expects=()) if each.id == PAID else each for each in mutants_of(HOLDEM))

    monkeypatch.setattr(catalogue, "every_mutant", unexpected)
    text = run(capsys, "rules", "trace", HOLDEM, "--mutants").out
    assert f"Mutants that no requirement can name\n  {PAID}  call, tie: even money is paid" in text
    alone = run(capsys, "rules", "trace", HOLDEM, "--mutant", PAID).out
    assert "  expected  to survive: no requirement names this rule" in alone


def test_a_clause_that_is_cited_nowhere_is_told_with_what_mends_it(capsys: pytest.CaptureFixture[str]) -> None:
    """The document of this game serves another one too, and the game says nothing of what it leaves to that one."""
    ran = run(capsys, "rules", "trace", str(PACKS))
    assert ran.code == 10
    assert "  felt-house/side     cited nowhere: cite it where the game obeys it, or put it under `untested`" in ran.out
    checked = run(capsys, "rules", "check", str(PACKS))
    assert checked.code == 10 and "the clause 'side' of section “Wagers” is cited nowhere" in checked.out


def test_an_empty_name_is_no_name(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "rules", "trace", "casino-holdem", "--mutant", "")
    assert ran.code == 10 and "an empty name is none" in ran.err and ran.out == ""


def test_the_help_has_examples_and_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    told = run(capsys, "rules", "trace", "--help").out
    assert "fairfelt rules trace casino-holdem" in told and "Exit codes: 0" in told
