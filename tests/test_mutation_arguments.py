"""The books of the mutation run: survivors need an argument, and an argument needs a survivor."""

import ast
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.mutation.__main__ import CLEAN, SURVIVORS, USAGE, main, mutate
from tests.mutation.books import BooksError, Change, Group, Mutant, read_arguments, read_groups, weigh

HOME = Path(__file__).resolve().parents[1]
MONEY = Group(("rulesets/settle.py", "rulesets/bank.py"), ("tests/test_rulesets_bank.py",))
GROUPS = {"money": MONEY}
ROUNDING = Change("rulesets/settle.py", "whole_units", "return int(winnings)", "return int(None)")
ROOM = Change("rulesets/bank.py", "_room", "if net > 0:", "if net >= 0:")


def code(*mutants: Mutant, argued: Sequence[Change] = (), asked: Sequence[str] = ()) -> int:
    """Give the exit code of a run that finds these mutants."""
    arguments = dict.fromkeys(argued, "it changes nothing")
    return mutate(GROUPS, asked, arguments, 1, Path(), lambda modules, group, jobs, folder: list(mutants))


def functions_of(module: str) -> dict[str, str]:
    """Give the text of each function and method of a module, its lines put into one."""
    text = (HOME / module).read_text("utf-8")
    found = {}
    for node in ast.parse(text).body:
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        for function in inner:
            if isinstance(function, ast.FunctionDef):
                lines = text.splitlines()[function.lineno - 1 : function.end_lineno]
                found[prefix + function.name] = " ".join(line.strip() for line in lines)
    return found


# The files


def test_every_argument_names_a_line_that_stands_in_its_function() -> None:
    for change, why in read_arguments().items():
        assert len(why.split()) > 3, f"no reason is given for {change}"
        assert change.was in functions_of(change.module)[change.function], change
        assert change.was != change.becomes


def test_an_argued_module_is_one_that_is_mutated() -> None:
    mutated = {module for group in read_groups().values() for module in group.modules}
    assert {change.module for change in read_arguments()} <= mutated


def test_what_is_mutated_and_what_shall_notice_stand_in_the_project() -> None:
    groups = read_groups()
    modules = [module for group in groups.values() for module in group.modules]
    assert len(set(modules)) == len(modules)
    for name in [*modules, *(test for group in groups.values() for test in group.tests)]:
        assert (HOME / name.partition("::")[0]).is_file(), name


def test_every_check_and_every_part_of_the_decision_rule_is_mutated() -> None:
    modules = {module for group in read_groups().values() for module in group.modules}
    files = [*(HOME / "conformance" / "checks").glob("*.py"), *(HOME / "stats" / "decision").glob("*.py")]
    files += (HOME / "rulesets").glob("compil*.py")
    with_functions = {file.relative_to(HOME).as_posix() for file in files if "def " in file.read_text("utf-8")}
    assert with_functions <= modules


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("- {why: because}", "reason 1"),
        ("- {why: because, mutants: {settle.py: []}}", "'settle.py' has no list of changes"),
        ("- {why: because, mutants: {'settle.py::f': [{was: a}]}}", "write `was` and `becomes`"),
        ("- {why: [1], mutants: {}}", "reason 1"),
        ("- {why: a, mutants: {'m.py::f': [{was: a, becomes: b}, {was: a, becomes: b}]}}", "a second time"),
        ("- [", "is no YAML"),
    ],
)
def test_an_argument_of_another_shape_is_refused_with_its_place(text: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "argued.yaml"
    file.write_text(text, "utf-8")
    with pytest.raises(BooksError) as refused:
        read_arguments(file)
    assert "argued.yaml" in str(refused.value) and words in str(refused.value)


# The books


def test_a_run_in_which_every_mutant_is_killed_is_clean() -> None:
    assert code(Mutant(ROUNDING, "killed"), Mutant(ROOM, "caught by type check")) == CLEAN


@pytest.mark.parametrize("fate", ["survived", "timeout", "no tests", "segfault", "suspicious", "not checked"])
def test_whatever_is_not_killed_has_survived_and_must_be_argued(fate: str) -> None:
    assert code(Mutant(ROUNDING, "killed"), Mutant(ROOM, fate)) == SURVIVORS
    assert code(Mutant(ROUNDING, "killed"), Mutant(ROOM, fate), argued=[ROOM]) == CLEAN


def test_an_argument_for_another_line_of_the_same_function_is_none() -> None:
    other = Change(ROOM.module, ROOM.function, ROOM.was, "if net > 1:")
    assert code(Mutant(ROOM, "survived"), Mutant(other, "survived"), argued=[other]) == SURVIVORS


def test_an_argument_whose_mutant_is_killed_or_gone_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert code(Mutant(ROOM, "killed"), argued=[ROOM]) == SURVIVORS
    assert "is argued, and is killed now" in capsys.readouterr().out
    assert code(Mutant(ROUNDING, "killed"), argued=[ROOM]) == SURVIVORS
    assert "is argued, and no longer exists" in capsys.readouterr().out


def test_an_argument_for_a_module_that_is_not_asked_is_left_alone() -> None:
    assert code(Mutant(ROUNDING, "killed"), argued=[ROOM], asked=["rulesets/settle.py"]) == CLEAN


def test_a_module_is_told_by_what_became_of_its_mutants(capsys: pytest.CaptureFixture[str]) -> None:
    other = Change(ROOM.module, ROOM.function, ROOM.was, "if net > 1:")
    mutants = [Mutant(ROUNDING, "killed"), Mutant(ROOM, "timeout"), Mutant(other, "survived")]
    tally = weigh(MONEY.modules, mutants, {other: "it changes nothing"}).tallies["rulesets/bank.py"]
    assert (tally.mutants, tally.killed, tally.survived, tally.timed_out, tally.argued) == (2, 0, 2, 1, 1)
    code(*mutants, argued=[other])
    told = capsys.readouterr().out
    assert "timeout, and not argued: rulesets/bank.py::_room" in told
    assert "if net >= 0:" in told and "if net > 1:" not in told


def test_only_what_is_asked_is_mutated() -> None:
    seen: list[tuple[Sequence[str], Group]] = []

    def runner(modules: Sequence[str], group: Group, jobs: int, folder: Path) -> list[Mutant]:
        seen.append((modules, group))
        return []

    mutate(GROUPS, ["rulesets/bank.py"], {}, 1, Path(), runner)
    assert seen == [(["rulesets/bank.py"], MONEY)]


# The command


def test_an_unknown_module_is_refused_with_those_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--module", "rulesets/setle.py"]) == USAGE
    told = capsys.readouterr().err
    assert "'rulesets/setle.py' is no module that is mutated" in told and "rulesets/settle.py" in told


def test_a_number_of_processes_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--jobs", "0"]) == USAGE
    assert capsys.readouterr().err
