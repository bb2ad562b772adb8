"""Build hook: five plain folders in the repository, one package `fairfelt` once installed.

A wheel gets the package root beside the four mapped folders. An editable install gets a real directory of
links under `.dev/`, because type checkers and editors follow real directories and not import hooks.
"""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PARTS = ("rulesets", "conformance", "stats", "reports")
ROOT_FILES = ("__init__.py", "py.typed")


class PackageRoot(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        package_root = root / "conformance" / "_root"
        if version == "editable":
            link_tree(root, package_root)
            return
        for name in ROOT_FILES:
            build_data["force_include"][str(package_root / name)] = f"fairfelt/{name}"


def link_tree(root: Path, package_root: Path) -> None:
    package = root / ".dev" / "fairfelt"
    package.mkdir(parents=True, exist_ok=True)
    for name in ROOT_FILES:
        (package / name).write_bytes((package_root / name).read_bytes())
    for part in PARTS:
        link = package / part
        if link.exists():
            continue
        if sys.platform == "win32":  # a junction needs no special right
            import _winapi

            _winapi.CreateJunction(str(root / part), str(link))
        else:
            link.symlink_to(os.path.relpath(root / part, package), target_is_directory=True)
