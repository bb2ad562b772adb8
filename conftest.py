"""Make a bare clone importable as `fairfelt`; step aside once the package is installed."""

import sys
import types
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path

if find_spec("fairfelt") is None:
    clone = types.ModuleType("fairfelt")
    clone.__path__ = [str(Path(__file__).parent)]
    clone.__spec__ = ModuleSpec("fairfelt", None, is_package=True)
    clone.__version__ = "0.1.0"  # type: ignore[attr-defined]
    sys.modules["fairfelt"] = clone
    pytest_plugins = ["fairfelt.conformance.plugin"]
