"""The house keeps its own rules: who may import whom, how long a file may be, what is installed, what loads when."""

import ast
import re
import statistics
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from fairfelt.rulesets.loader import list_games, load

ROOT = Path(__file__).parents[1]
ROOMS = ("rulesets", "stats", "conformance", "reports")
MAY_IMPORT = {
    "rulesets": {"rulesets"},
    "stats": {"stats", "rulesets"},
    "conformance": {"conformance", "stats", "rulesets"},
    "reports": {"reports", "conformance", "stats", "rulesets"},
}
COLLECTED = "test_conformance.py"
"""The tests that the plugin offers; they load only where somebody asks for them."""
LONGEST, MEDIAN = 500, 200


@dataclass(frozen=True)
class Import:
    room: str
    module: str
    inside_function: bool


def python_files(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imports_of(source: str) -> Iterator[Import]:
    """List what a module imports of ours, and whether it does so only when a function is called."""
    tree = ast.parse(source)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    inside = {id(inner) for function in functions for inner in ast.walk(function)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "an import says from where"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            parts = name.split(".")
            if parts[0] == "fairfelt" and len(parts) > 1 and parts[1] in (*ROOMS, "tests"):
                yield Import(parts[1], ".".join(parts[2:]), id(node) in inside)


def told_late(file: str) -> bool:
    """Say whether a file of `conformance/` is loaded only when there is something to tell."""
    return file.startswith("conformance/cli/") or re.fullmatch(r"conformance/(plugin|pytest_\w+)\.py", file) is not None


def forbidden_imports(file: str, source: str) -> list[str]:
    room, found = file.partition("/")[0], []
    for entry in imports_of(source):
        late = told_late(file) and (entry.inside_function or "/pytest_" in file)
        if entry.room not in MAY_IMPORT[room] and not (entry.room == "reports" and room == "conformance" and late):
            found.append(f"{file} imports {entry.room}")
        if re.match(r"pytest_", entry.module) and "/pytest_" not in file and not entry.inside_function:
            found.append(f"{file} loads {entry.module} at once")
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_each_room_imports_only_what_the_table_allows(room: str) -> None:
    files = [path for path in python_files(room) if path.name != COLLECTED]
    assert files
    assert [bad for path in files for bad in forbidden_imports(name_of(path), path.read_text("utf-8"))] == []


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("rulesets/play.py", "from fairfelt.stats.shuffles import spread"),
        ("rulesets/play.py", "import fairfelt.conformance.verdict"),
        ("rulesets/play.py", "def later() -> None:\n    from fairfelt import reports"),
        ("stats/shuffles.py", "from fairfelt.conformance import record"),
        ("conformance/run.py", "def later() -> None:\n    from fairfelt.reports.html import render_report"),
        ("conformance/cli/certify.py", "from fairfelt.reports.html import render_report"),
        ("conformance/plugin.py", "from fairfelt.reports.html import render_report"),
        ("conformance/plugin.py", "from fairfelt.conformance import pytest_run"),
    ],
)
def test_a_forbidden_import_is_found(file: str, source: str) -> None:
    assert forbidden_imports(file, source)


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("stats/shuffles.py", "from fairfelt.rulesets.cards import full_deck"),
        ("conformance/cli/certify.py", "def later() -> None:\n    from fairfelt.reports.html import render_report"),
        ("conformance/plugin.py", "def later() -> None:\n    from fairfelt.conformance import pytest_run"),
        ("reports/html.py", "from fairfelt.conformance.verdict import Verdict"),
        ("rulesets/play.py", "import json\nfrom fairfelt.rulesets.cards import Card"),
    ],
)
def test_an_allowed_import_is_left_alone(file: str, source: str) -> None:
    assert forbidden_imports(file, source) == []


def code_files() -> dict[str, int]:
    """Count the lines of every code file of the repository."""
    suffixes = (".py", ".js", ".j2", ".css")
    paths = [path for folder in (*ROOMS, "tests") for path in (ROOT / folder).rglob("*") if path.suffix in suffixes]
    kept = [path for path in paths if "node_modules" not in path.parts]
    return {name_of(path): path.read_text("utf-8").count("\n") for path in kept}


def test_no_code_file_is_too_long_to_read() -> None:
    assert {file: lines for file, lines in code_files().items() if lines > LONGEST} == {}


def test_the_median_code_file_is_short() -> None:
    lines = code_files()
    assert len(lines) > 100
    assert statistics.median(lines.values()) < MEDIAN


def game_words() -> re.Pattern[str]:
    """Match every game by its id, its title, or either as an identifier."""
    names = [name for game in list_games() for name in (game, load(game).title)]
    return re.compile(
        "|".join(re.escape(name).replace(r"\-", "[-_ ]?").replace(r"\ ", "[-_ ]?") for name in names), re.I
    )


def without_docstrings(source: str) -> str:
    """Blank the docstrings of a module, which may hold examples."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        first = node.body[0] if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and node.body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            lines[first.lineno - 1 : first.end_lineno] = [""] * ((first.end_lineno or 0) - first.lineno + 1)
    return "\n".join(lines)


def games_named(file: str, source: str) -> list[str]:
    """List the games that code names. Examples may: those to copy, and those of the command line's help."""
    if file.startswith("conformance/examples/"):
        return []
    text = without_docstrings(source) if file.startswith("conformance/cli/") else source
    return [f"{file} names {found}" for found in game_words().findall(text)]


def test_no_module_knows_a_game_by_name() -> None:
    named = [games_named(name_of(path), path.read_text("utf-8")) for path in python_files(*ROOMS)]
    templates = [games_named(name_of(path), path.read_text("utf-8")) for path in (ROOT / "reports").rglob("*.j2")]
    assert [found for files in (*named, *templates) for found in files] == []


@pytest.mark.parametrize(
    "line",
    ['GAME = "six-card-poker"', "def six_card_poker() -> None: ...", "# as Casino Hold'em does", "CasinoHoldem = 1"],
)
def test_a_game_named_in_code_is_found(line: str) -> None:
    assert games_named("stats/edge.py", line)
    assert games_named("conformance/cli/edge.py", line)


def test_an_example_in_a_docstring_is_left_to_the_command_line() -> None:
    example = '"""Try it: edge six-card-poker."""\nx = 1'
    assert games_named("conformance/cli/edge.py", example) == []
    assert games_named("stats/edge.py", example)


# What is built


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], list[str]]:
    """Build the wheel and the sdist, and list what they hold."""
    folder = tmp_path_factory.mktemp("built")
    pip = [sys.executable, "-m", "pip", "wheel", str(ROOT), "--no-deps", "--no-build-isolation", "--quiet"]
    for command in (
        [*pip, "--wheel-dir", str(folder)],
        [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(folder)],
    ):
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as zipped, tarfile.open(sdist) as tarred:
        return sorted(zipped.namelist()), sorted(name.partition("/")[2] for name in tarred.getnames())


def test_the_wheel_holds_one_package_of_four_rooms_and_nothing_else(built: tuple[list[str], list[str]]) -> None:
    wheel, _ = built
    assert {name.partition("/")[0] for name in wheel} == {
        "fairfelt",
        next(n for n in wheel if "dist-info" in n).partition("/")[0],
    }
    inside = {name.split("/")[1] for name in wheel if name.startswith("fairfelt/")}
    assert inside == {*ROOMS, "__init__.py", "py.typed"}


def test_the_wheel_holds_every_file_of_the_rooms(built: tuple[list[str], list[str]]) -> None:
    wheel, _ = built
    left_out = ("conformance/_build/", "conformance/_root/")
    kept = [
        path
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    ]
    wanted = {f"fairfelt/{name_of(path)}" for path in kept if not name_of(path).startswith(left_out)}
    assert wanted - set(wheel) == set()
    assert any(name.endswith(".yaml") for name in wanted)
    assert any(name.endswith(".j2") for name in wanted)


def test_no_test_is_installed_and_nothing_of_a_cache_is_packed(built: tuple[list[str], list[str]]) -> None:
    wheel, sdist = built
    assert [name for name in wheel if "/tests/" in f"/{name}" or name.startswith("fairfelt/tests")] == []
    assert [
        name for name in (*wheel, *sdist) if "__pycache__" in name or ".dev/" in name or ".hypothesis" in name
    ] == []


def test_the_sdist_holds_what_building_and_testing_need(built: tuple[list[str], list[str]]) -> None:
    _, sdist = built
    needed = [
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "conftest.py",
        "conformance/_build/hook.py",
        "conformance/_root/py.typed",
    ]
    assert set(needed) - set(sdist) == set()
    assert {name.partition("/")[0] for name in sdist} >= {*ROOMS, "tests", "docs"}


# What loads when


def loaded_by(module: str) -> set[str]:
    """Import a module in a fresh process, and list the packages that came with it, our rooms by their full name."""
    code = f"import sys; before = set(sys.modules); import {module}; print(*(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    names = done.stdout.split()
    ours = {".".join(name.split(".")[:2]) for name in names if name.startswith("fairfelt.")}
    return ours | {name.partition(".")[0] for name in names} - set(sys.stdlib_module_names) - {"fairfelt"}


HEAVY = {"scipy", "numpy", "pydantic", "ruamel", "jinja2", "hypothesis", "rich", "click"}


def test_an_engine_is_connected_without_loading_anything_else() -> None:
    assert loaded_by("fairfelt.conformance.connections") == {"fairfelt.conformance"}


def test_the_plugin_costs_a_foreign_test_run_nothing() -> None:
    loaded = loaded_by("fairfelt.conformance.plugin")
    assert loaded & (HEAVY | {"fairfelt.reports", "fairfelt.stats", "fairfelt.rulesets"}) == set()


def test_the_command_line_shows_its_help_without_loading_the_suite() -> None:
    assert loaded_by("fairfelt.conformance.cli") & (HEAVY - {"click"}) == set()


def test_what_does_load_much_is_seen_to() -> None:
    assert {"pydantic", "ruamel"} <= loaded_by("fairfelt.rulesets.loader")


# What the README promises


def shell_blocks(text: str, section: str) -> list[str]:
    """List the `sh` blocks of a section of a Markdown text."""
    found = re.search(rf"^## {re.escape(section)}\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    assert found, f"no section {section!r}"
    return re.findall(r"^```sh\n(.*?)^```", found[1], re.M | re.S)


def test_the_quick_start_is_two_lines_to_paste() -> None:
    blocks = shell_blocks((ROOT / "README.md").read_text("utf-8"), "Quick start")
    assert [block.strip().count("\n") for block in blocks] == [0, 0]
    assert all(block.strip() for block in blocks)


def test_a_quick_start_of_another_shape_is_seen() -> None:
    text = "## Quick start\n\n```sh\none\ntwo\n```\n\n## Next\n\n```sh\nthree\n```\n"
    assert shell_blocks(text, "Quick start") == ["one\ntwo\n"]
    with pytest.raises(AssertionError, match="no section"):
        shell_blocks(text, "Start")


def test_the_rooms_of_the_wheel_are_those_of_the_table() -> None:
    built = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert sorted(built["only-include"]) == sorted(ROOMS)
