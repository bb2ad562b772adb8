"""The pytest plugin: its options, and nothing more until an engine is named.

Every pytest run on a machine with fairfelt loads this module. So it imports pytest and the standard library alone;
what plays and judges is in `pytest_run`, which comes in with `--engine`.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
COLLECTED = "test_conformance.py"
NEEDED = (
    'fairfelt.conformance needs an engine and a game: add --engine "cmd:COMMAND" --game GAME '
    "(--fairfelt-engine and --fairfelt-game where another plugin owns the short names)"
)

_OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "engine": {
        "metavar": "SPEC",
        "help": "the engine to judge: `cmd:COMMAND`, `python:MODULE:NAME` or `reference`",
    },
    "game": {"metavar": "GAME", "help": "a game of `fairfelt rules list`, or a ruleset file"},
    "variant": {"metavar": "V", "help": "a named bundle of readings"},
    "option": {"metavar": "K=V", "action": "append", "help": "one reading of an option; repeatable"},
    "pay-table": {
        "metavar": "WAGER=TABLE",
        "action": "append",
        "help": "the pay table of a wager; repeatable",
    },
    "profile": {"metavar": "NAME", "default": "ci", "help": "how much is asked and played (ci)"},
    "known-failures": {"metavar": "FILE", "help": "YAML: requirement ids with issue and reason"},
    "requirement": {
        "metavar": "ID",
        "action": "append",
        "help": "judge only this one; repeatable, certifies nothing",
    },
    "seed": {
        "metavar": "N",
        "type": int,
        "default": 0,
        "help": "which rounds are dealt and drawn (0)",
    },
    "engine-timeout": {"metavar": "SECONDS", "type": float, "help": "time limit of a step (2)"},
    "report-dir": {
        "metavar": "DIR",
        "help": "folder for report.html and summary.json",
    },
}


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    group = parser.getgroup("fairfelt", "fairfelt: certify an engine by `--pyargs fairfelt.conformance`")
    for name, attributes in _OPTIONS.items():
        group.addoption(f"--fairfelt-{name}", dest=_dest(name), **attributes)
    if _loaded_by_a_conftest(pluginmanager):
        _add_short_names(parser)


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(parser: pytest.Parser) -> Iterator[None]:
    # A vendor's conftest may own `--engine`, and would fail to load if it were taken before.
    yield
    _add_short_names(parser)


def pytest_configure(config: pytest.Config) -> None:
    if config.option.help:
        return
    engine, game = config.getoption("fairfelt_engine"), config.getoption("fairfelt_game")
    if engine is not None and game is not None:
        from fairfelt.conformance import pytest_run

        pytest_run.prepare(config)
        config.pluginmanager.register(pytest_run, "fairfelt-run")
    elif engine is not None or _asked_for(config):
        raise pytest.UsageError(NEEDED)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    path = collection_path.resolve()
    if HERE not in path.parents:
        return None
    wanted = path == HERE / COLLECTED and config.pluginmanager.hasplugin("fairfelt-run")
    return None if wanted else True


def _dest(name: str) -> str:
    return "fairfelt_" + name.replace("-", "_")


def _loaded_by_a_conftest(pluginmanager: pytest.PytestPluginManager) -> bool:
    return any(Path(getattr(one, "__file__", None) or "").name == "conftest.py" for one in pluginmanager.get_plugins())


def _add_short_names(parser: pytest.Parser) -> None:
    """Register the names without prefix that nobody owns."""
    group = parser.getgroup("fairfelt")
    for name, attributes in _OPTIONS.items():
        if _is_free(parser, f"--{name}"):
            same = {**attributes, "help": f"short for --fairfelt-{name}"}
            group.addoption(f"--{name}", dest=_dest(name), **same)


def _is_free(parser: pytest.Parser, name: str) -> bool:
    try:
        return name in parser.parse_known_and_unknown_args([name])[1]
    except pytest.UsageError:
        # Known, and in want of a value.
        return False


def _asked_for(config: pytest.Config) -> bool:
    names = [argument.split("::")[0] for argument in config.args]
    modules = {"fairfelt", "fairfelt.conformance", "fairfelt.conformance.test_conformance"}
    if config.option.pyargs and modules & set(names):
        return True
    paths = [(config.invocation_params.dir / name).resolve() for name in names]
    return HERE in paths or HERE / COLLECTED in paths
