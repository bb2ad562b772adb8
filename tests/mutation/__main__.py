"""Break our own Python, one small fault at a time, and see that a test notices: `python -m tests.mutation`.

Everything happens in a copy in a temporary folder. See docs/mutation.md.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

import click

from tests.mutation.books import BooksError, Change, Group, Groups, Mutant, Weighed, read_arguments, read_groups, weigh
from tests.mutation.workplace import lay_out

CLEAN, SURVIVORS, USAGE, BROKEN = 0, 1, 10, 12
Runner = Callable[[Sequence[str], Group, int, Path], list[Mutant]]
"""Mutates modules of a group, with so many processes, in a folder."""


class RunBroken(Exception):
    """The tests did not pass before anything was mutated, or the tool failed."""


def with_mutmut(modules: Sequence[str], group: Group, jobs: int, folder: Path) -> list[Mutant]:
    """Mutate in a process of its own; raise RunBroken where it could not be done."""
    lay_out(folder, modules, group.tests, group.warm)
    script = folder / "tests" / "mutation" / "mutants.py"
    done = subprocess.run([sys.executable, str(script), "run", "--max-children", str(jobs)], cwd=folder, check=False)
    results = folder / "results.json"
    if done.returncode or not results.exists():
        raise RunBroken(f"mutmut ended with {done.returncode}; above it says why")
    return [
        Mutant(Change(row["module"], row["function"], row["was"], row["becomes"]), row["fate"])
        for row in json.loads(results.read_text("utf-8"))
    ]


def chosen(groups: Groups, asked: Sequence[str]) -> dict[str, list[str]]:
    """Give the modules to mutate, by group: all, or those that are asked; raise UsageError for an unknown one."""
    known = [module for group in groups.values() for module in group.modules]
    for module in asked:
        if module not in known:
            raise click.UsageError(f"{module!r} is no module that is mutated; choose of {', '.join(known)}")
    wanted = {
        name: [module for module in group.modules if not asked or module in asked] for name, group in groups.items()
    }
    return {name: modules for name, modules in wanted.items() if modules}


def report(weighed: Weighed) -> str:
    """Tell each module's tally, then every survivor that nobody argued, then every argument that went stale."""
    lines = [f"{'module':<40}{'mutants':>9}{'killed':>9}{'survived':>10}{'timed out':>11}{'argued':>8}"]
    for module, tally in weighed.tallies.items():
        lines.append(
            f"{module:<40}{tally.mutants:>9}{tally.killed:>9}{tally.survived:>10}{tally.timed_out:>11}{tally.argued:>8}"
        )
    lines += [f"\n{mutant.fate}, and not argued: {mutant.change}" for mutant in weighed.unargued]
    lines += [f"\nstale: {told}" for told in weighed.stale]
    return "\n".join(lines)


def mutate(
    groups: Groups,
    asked: Sequence[str],
    arguments: Mapping[Change, str],
    jobs: int,
    folder: Path,
    runner: Runner = with_mutmut,
) -> int:
    """Mutate group by group and give the exit code: 0 where every survivor is argued and every argument holds, or 1."""
    wanted = chosen(groups, asked)
    mutants: list[Mutant] = []
    for name, modules in wanted.items():
        print(f"{name}: {', '.join(modules)}", flush=True)
        mutants += runner(modules, groups[name], jobs, folder / name)
    weighed = weigh([module for modules in wanted.values() for module in modules], mutants, arguments)
    print(report(weighed))
    return CLEAN if weighed.clean else SURVIVORS


@click.command()
@click.option("--module", "asked", multiple=True, help="Mutate this module only, as in rulesets/settle.py; repeatable.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes at once.")
@click.option("--work", type=click.Path(path_type=Path), help="Work here and go on where a run here was broken off.")
def command(asked: tuple[str, ...], jobs: int, work: Path | None) -> int:
    """Mutate the compiler, the settlement, the checks, the verdict and the decision rule."""
    arguments, groups = read_arguments(), read_groups()
    chosen(groups, asked)
    if find_spec("mutmut") is None:
        raise click.UsageError("mutmut is not installed; run: python -m pip install --editable '.[test,mutate]'")
    if work is not None:
        return mutate(groups, asked, arguments, jobs, work.resolve())
    with tempfile.TemporaryDirectory(prefix="fairfelt-mutation-") as folder:
        return mutate(groups, asked, arguments, jobs, Path(folder))


def main(arguments: Sequence[str] | None = None) -> int:
    try:
        code: int = command.main(list(sys.argv[1:] if arguments is None else arguments), standalone_mode=False)
    except click.ClickException as error:
        print(error.format_message(), file=sys.stderr)
        return USAGE
    except BooksError as error:
        print(error, file=sys.stderr)
        return USAGE
    except RunBroken as error:
        print(error, file=sys.stderr)
        return BROKEN
    return code


if __name__ == "__main__":
    sys.exit(main())
