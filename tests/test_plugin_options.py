"""The plugin keeps out of the way until it is asked, and says in one message what it lacks."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HEAVY = ("numpy", "scipy", "numba", "hypothesis", "pydantic", "ruamel.yaml", "jinja2")
ASKED = ("--pyargs", "fairfelt.conformance")
SIX = ("--engine", "reference", "--game", "six-card-poker")
GREATEST = "six-card-poker.limit.ante/max"

# One process for all: what is under test is what pytest says, not how it starts.
DRIVER = """
import io, json, sys
from contextlib import redirect_stderr, redirect_stdout
import pytest

told = {}
for name, arguments in json.loads(sys.argv[1]).items():
    text = io.StringIO()
    with redirect_stdout(text), redirect_stderr(text):
        code = pytest.main(arguments)
    told[name] = (int(code), text.getvalue())
print(json.dumps(told))
"""

# As the conftest of the root does, which is collected later and steps aside for a module with a spec.
FROM_A_CLONE = f"""
import sys
import types
from importlib.machinery import ModuleSpec
from importlib.util import find_spec

if find_spec("fairfelt") is None:
    clone = types.ModuleType("fairfelt")
    clone.__path__ = [{str(ROOT)!r}]
    clone.__spec__ = ModuleSpec("fairfelt", None, is_package=True)
    clone.__version__ = "0"
    clone.is_clone = True
    sys.modules["fairfelt"] = clone
if hasattr(sys.modules.get("fairfelt"), "is_clone"):
    pytest_plugins = ["fairfelt.conformance.plugin"]
"""

VENDORS_CONFTEST = """
def pytest_addoption(parser):
    parser.addoption("--engine", help="the engine of our own tests")
    parser.addoption("--profile", action="store_true")
"""

VENDORS_TEST = f"""
import sys

def test_engine(request):
    assert request.config.getoption("--engine") == "ours"

def test_nothing_heavy_is_loaded():
    assert "fairfelt.conformance.plugin" in sys.modules
    assert [name for name in {HEAVY} if name in sys.modules] == []
"""

WRONG = {
    "no engine": (ASKED, "add --engine"),
    "no game": ((*ASKED, "--engine", "reference"), "--game GAME"),
    "an unknown game": ((*ASKED, "--engine", "reference", "--game", "whist"), "'whist': is no game"),
    "an open pay table": (
        (*ASKED, "--engine", "reference", "--game", "casino-holdem"),
        "--pay-table ante=100-20-10-3-2-1",
    ),
    "an unknown option": ((*ASKED, *SIX, "--option", "tea=milk"), "'tea' is no option of six-card-poker"),
    "an option that is no pair": ((*ASKED, *SIX, "--option", "tea"), "is not written K=V"),
    "an unknown variant": ((*ASKED, *SIX, "--variant", "moon"), "'moon' is no variant"),
    "an unknown profile": ((*ASKED, *SIX, "--profile", "hasty"), "is none of ci, lab, certificate"),
    "an unknown requirement": ((*ASKED, *SIX, "--requirement", f"{GREATEST}x"), f"did you mean '{GREATEST}'?"),
    "an unknown known failure": ((*ASKED, *SIX, "--known-failures", "known.yaml"), "known.yaml:1:1: "),
    "no list of known failures": ((*ASKED, *SIX, "--known-failures", "gone.yaml"), "gone.yaml: can't be read"),
    "a time limit of nothing": ((*ASKED, *SIX, "--engine-timeout", "0"), "--engine-timeout 0 is no time limit"),
    "a negative seed": ((*ASKED, *SIX, "--fairfelt-seed", "-1"), "--seed -1 is below 0"),
    "a report folder that is a file": ((*ASKED, *SIX, "--report-dir", "known.yaml"), "--report-dir known.yaml"),
    "second tries": ((*ASKED, *SIX, "-p", "reruns", "--reruns", "2"), "passes only at the second try"),
    "an engine that is not there": (
        (*ASKED, *SIX[2:], "--requirement", GREATEST, "--engine", "cmd:no-such-engine"),
        "`no-such-engine` can't be started",
    ),
}


def vendors_folder(folder: Path, conftest: str = "") -> Path:
    """Make a folder in which the plugin is there, from an installed package or from a bare clone."""
    (folder / "conftest.py").write_text(FROM_A_CLONE + conftest)
    (folder / "known.yaml").write_text('six-card-poker.no-such: {issue: "T-1", reason: "mended in May"}\n')
    (folder / "reruns.py").write_text("def pytest_addoption(parser):\n    parser.addoption('--reruns', type=int)\n")
    (folder / "test_vendor.py").write_text(VENDORS_TEST)
    return folder


def pytest_in(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, str]]:
    cases = json.dumps({name: arguments for name, (arguments, _) in WRONG.items()})
    folder = vendors_folder(tmp_path_factory.mktemp("vendor"))
    command = [sys.executable, "-c", DRIVER, cases]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return {name: (code, text) for name, (code, text) in json.loads(done.stdout).items()}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_asked_wrongly_is_one_usage_error(name: str, said: dict[str, tuple[int, str]]) -> None:
    code, text = said[name]
    assert code == pytest.ExitCode.USAGE_ERROR
    assert text.count("ERROR: ") == 1
    assert WRONG[name][1] in text
    assert "Traceback" not in text
    assert "INTERNALERROR" not in text


def test_an_ordinary_run_of_a_vendor_loads_nothing_and_may_own_the_short_names(tmp_path: Path) -> None:
    others = ("-p", "no:html", "-p", "no:hypothesispytest", "-p", "no:benchmark")
    done = pytest_in(vendors_folder(tmp_path, VENDORS_CONFTEST), *others, "--engine", "ours", "test_vendor.py")
    assert "2 passed" in done.stdout
    assert "ruleset" not in done.stdout


def test_the_long_names_are_always_there(tmp_path: Path) -> None:
    folder = vendors_folder(tmp_path, VENDORS_CONFTEST)
    long = ("--fairfelt-engine", "reference", "--fairfelt-game", "six-card-poker", "--fairfelt-requirement", GREATEST)
    done = pytest_in(folder, *ASKED, *long)
    assert "1 passed" in done.stdout
    assert done.returncode == pytest.ExitCode.OK


def test_collecting_lists_the_requirements_and_asks_no_engine(tmp_path: Path) -> None:
    engine = ("--engine", "cmd:no-such-engine", "--game", "six-card-poker")
    done = pytest_in(vendors_folder(tmp_path), *ASKED, *engine, "--collect-only", "-q", "--doctest-modules")
    *tests, _, count = done.stdout.strip().splitlines()
    assert f"test_conformance.py::test_requirement[{GREATEST}]" in {test.rpartition("/")[2] for test in tests} | set(
        tests
    )
    assert all("test_conformance.py::test_requirement[six-card-poker." in test for test in tests)
    assert count.startswith(f"{len(tests)} tests collected")


def test_the_plugin_can_be_switched_off(tmp_path: Path) -> None:
    off = ("-p", "no:fairfelt", "-p", "no:fairfelt.conformance.plugin")
    done = pytest_in(vendors_folder(tmp_path, VENDORS_CONFTEST), *off, "--engine", "ours", "-k", "engine")
    assert "1 passed" in done.stdout
