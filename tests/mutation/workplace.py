"""Lay out a copy of the project where it may be mutated: a plain package beside its tests, in a temporary folder."""

import shutil
from collections.abc import Sequence
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]
ROOMS = ("rulesets", "conformance", "stats", "reports")
QUIET = ("benchmark", "cacheprovider", "junitxml", "threadexception", "unraisableexception", "xdist")
"""Plugins of pytest that these tests do without: half of the time of a quick test."""
SETTINGS = """\
[tool.pytest.ini_options]
addopts = "--import-mode=importlib --strict-markers -m 'not long'"
markers = ["long: not run here", "wild: not run here"]

[tool.mutmut]
source_paths = ["fairfelt"]
only_mutate = {modules}
pytest_add_cli_args_test_selection = {tests}
pytest_add_cli_args = {quiet}
process_isolation = "forkserver"
timeout_constant = 4.0
timeout_multiplier = 2.0
use_git_change_detection = false
"""


WARM = """\
from fairfelt.rulesets.loader import list_games, load

for game in list_games():
    load(game)
"""
"""Games compiled once for all mutants, where none of them takes part in compiling."""


def lay_out(folder: Path, modules: Sequence[str], tests: Sequence[str], warm: bool) -> None:
    """Copy rooms and tests to a folder, and write there what mutmut shall do.

    A mutant may take twice the time of its tests and 8 seconds more. `warm` compiles the shipped games before.
    """
    package = folder / "fairfelt"
    for room in ROOMS:
        _copy(HOME / room, package / room)
    for file in (HOME / "conformance" / "_root").iterdir():
        if file.is_file():
            shutil.copy2(file, package / file.name)
    _copy(HOME / "tests", folder / "tests")
    (folder / "tests" / "conftest.py").write_text(WARM if warm else "", "utf-8")
    quiet = [word for name in QUIET for word in ("-p", f"no:{name}")]
    only = [f"fairfelt/{module}" for module in modules]
    settings = SETTINGS.format(modules=_listed(only), tests=_listed(tests), quiet=_listed(quiet))
    (folder / "pyproject.toml").write_text(settings, "utf-8")


def _copy(source: Path, target: Path) -> None:
    shutil.copytree(source, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", ".*"))


def _listed(words: Sequence[str]) -> str:
    return "[" + ", ".join(f'"{word}"' for word in words) + "]"
