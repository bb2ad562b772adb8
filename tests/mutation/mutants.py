"""Run mutmut in a laid-out folder, with the faults that this project asks for, and write down what became of each.

Started by `tests.mutation` in a process of its own: mutmut reads its settings from the folder that it stands in.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path

import libcst as cst
from mutmut.__main__ import cli
from mutmut.mutation import mutators
from mutmut.mutation.data import SourceFileMutationData
from mutmut.mutation.diff_apply import get_diff_for_mutant
from mutmut.state import state
from mutmut.stats import status_by_exit_code
from mutmut.utils.file_utils import walk_mutatable_files
from mutmut.utils.format_utils import orig_function_and_class_names_from_key
from mutmut.workers.isolation import ForkServerRunner

RESULTS = "results.json"


def is_wording(node: cst.CSTNode) -> bool:
    """Say whether a text is prose for people, which tests shall not pin word by word: one of several words."""
    return isinstance(node, cst.FormattedString | cst.ConcatenatedString) or (
        isinstance(node, cst.SimpleString) and " " in node.value
    )


def other_name(node: cst.BaseString) -> Iterable[cst.CSTNode]:
    """Make a name another name, once: in capitals it would be just as unknown."""
    return [] if is_wording(node) else list(mutators.operator_string(node))[:1]


def other_argument(node: cst.Call) -> Iterable[cst.Call]:
    """Make an argument None, or leave it out where it has a keyword, and so most often a default."""
    for at, argument in enumerate(node.args):
        if argument.star or is_wording(argument.value):
            continue
        if argument.keyword is not None:
            yield node.with_changes(args=[*node.args[:at], *node.args[at + 1 :]])
        elif not (isinstance(argument.value, cst.Name) and argument.value.value == "None"):
            changed = argument.with_changes(value=cst.Name("None"))
            yield node.with_changes(args=[*node.args[:at], changed, *node.args[at + 1 :]])


def other_value(node: cst.Assign | cst.AnnAssign) -> Iterable[cst.CSTNode]:
    return [] if node.value is not None and is_wording(node.value) else mutators.operator_assignment(node)


OWN = {
    mutators.operator_string: other_name,
    mutators.operator_arg_removal: other_argument,
    mutators.operator_assignment: other_value,
}


def choose_faults() -> None:
    mutators.mutation_operators[:] = [(kind, OWN.get(make, make)) for kind, make in mutators.mutation_operators]


def ask_quick_tests_first() -> None:
    submit = ForkServerRunner.submit

    def sorted_first(runner: ForkServerRunner, name: str, tests: list[str], limit: int, time: float) -> None:
        submit(runner, name, sorted(tests, key=lambda test: state().duration_by_test[test]), limit, time)

    ForkServerRunner.submit = sorted_first


def results() -> list[dict[str, str]]:
    """List every mutant: its module, the function or method, the lines before and after, and what became of it."""
    found = []
    for path in walk_mutatable_files():
        data = SourceFileMutationData(path=path)
        data.load()
        for name, code in data.exit_code_by_key.items():
            function, of_class = orig_function_and_class_names_from_key(name)
            changed = get_diff_for_mutant(name, path=path).splitlines()[2:]
            found.append(
                {
                    "module": path.relative_to("fairfelt").as_posix(),
                    "function": f"{of_class}.{function}" if of_class else function,
                    "was": " ".join(line[1:].strip() for line in changed if line.startswith("-")),
                    "becomes": " ".join(line[1:].strip() for line in changed if line.startswith("+")),
                    "fate": status_by_exit_code[code],
                    "name": name,
                }
            )
    return found


if __name__ == "__main__":
    choose_faults()
    ask_quick_tests_first()
    cli(sys.argv[1:], standalone_mode=False)
    Path(RESULTS).write_text(json.dumps(results(), indent=1), "utf-8")
