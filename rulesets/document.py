"""Read YAML 1.2 with the line of every value, and refuse what another reader would read differently.

YAML 1.1 readers, still the most common ones, take `3:2` for 182 and `no` for false. A ruleset that two readers
understand differently is worse than none, so such words must be quoted or written another way.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from ruamel.yaml.reader import ReaderError

from fairfelt.rulesets.errors import Flaw, Path, RulesetError

_OTHER_MEANING = re.compile(
    r"(?i:y|n|yes|no|on|off)"
    r"|[-+]?\d+(?::[0-5]?\d)+(?:\.\d*)?"  # base 60
    r"|[-+]?0[\d_]+"  # octal, or with 8 and 9 a word
    r"|[-+]?0b[01_]+|[-+]0x[0-9a-fA-F_]+"
    r"|[-+]?[\d.][\d_.]*_[\d_.]*"
    r"|\d{4}-\d{1,2}-\d{1,2}.*"  # a date
)
_KINDS = {"str", "int", "bool", "float", "null", "map", "seq", "timestamp", "value", "merge"}
_WHOLE = re.compile(r"[-+]?[0-9]{1,18}")
_ODDS_WITH_COLON = re.compile(r"\d+:\d+")


@dataclass(frozen=True)
class Document:
    """Plain data (mappings, lists, words, whole numbers, truth values) and where each value stands."""

    file: str
    data: Any
    positions: dict[Path, tuple[int, int]] = field(repr=False)

    def where(self, path: Path) -> str:
        """Give `file:line:column` of a value, or of the nearest thing around it."""
        while path not in self.positions and path:
            path = path[:-1]
        line, column = self.positions.get(path, (1, 1))
        return f"{self.file}:{line}:{column}"

    def locate(self, flaw: Flaw) -> RulesetError:
        return RulesetError(self.where(flaw.path), flaw.what, flaw.mend)


def read_document(path: FilePath, name: str | None = None) -> Document:
    """Read one YAML file; `name` is what errors call it."""
    shown = name or path.name
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise RulesetError(
            shown, f"can't be read: {error.strerror}", "check the name and the right to read it"
        ) from None
    except UnicodeDecodeError as error:
        raise RulesetError(shown, f"is not UTF-8 at byte {error.start}", "save the file as UTF-8") from None
    return parse_document(text, shown)


def parse_document(text: str, name: str) -> Document:
    """Read YAML text; raise RulesetError with file, line and column."""
    try:
        root = YAML(typ="rt", pure=True).compose(text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f"{name}:{mark.line + 1}:{mark.column + 1}" if mark else name
        raise RulesetError(
            where, f"is no YAML: {error.problem}", "mend the indentation, brackets or quotes here"
        ) from None
    except ReaderError as error:
        before = text[: error.position]
        where = f"{name}:{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"
        raise RulesetError(where, f"is no YAML: {error.reason}", "take the control sign out") from None
    except Exception as error:
        raise RulesetError(
            f"{name}:1:1", f"is no YAML: {error}", "write plain YAML 1.2, at most a dozen levels deep"
        ) from None
    if root is None:
        raise RulesetError(f"{name}:1:1", "is empty", "start with `fairfelt: 1`")
    positions: dict[Path, tuple[int, int]] = {}
    try:
        data = _plain(root, (), positions)
    except Flaw as flaw:
        raise Document(name, None, positions).locate(flaw) from None
    return Document(name, data, positions)


def _plain(node: Node, path: Path, positions: dict[Path, tuple[int, int]]) -> Any:
    if path not in positions:
        positions[path] = (node.start_mark.line + 1, node.start_mark.column + 1)
    if node.anchor:
        raise Flaw(
            path, f"anchor &{node.anchor} is used", "write the value out: a rule is read without jumping"
        )
    kind = str(node.tag).rsplit(":", 1)[-1]
    if kind not in _KINDS or (isinstance(node, ScalarNode) and node.style and kind != "str"):
        raise Flaw(path, f"tag {node.tag} is used", "take the tag out")
    if isinstance(node, MappingNode):
        return _mapping(node, path, positions)
    if isinstance(node, SequenceNode):
        return [_plain(item, (*path, at), positions) for at, item in enumerate(node.value)]
    assert isinstance(node, ScalarNode)
    return _scalar(node, path, kind)


def _mapping(node: MappingNode, path: Path, positions: dict[Path, tuple[int, int]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key_node, value_node in node.value:
        mark = key_node.start_mark
        key = key_node.value if isinstance(key_node, ScalarNode) else None
        if key is None or key == "<<":
            raise Flaw(path, "a key is not a plain word", "use one word as the key")
        here = (*path, key)
        if key in result:
            raise Flaw(
                here,
                f"key {key!r} stands twice, again on line {mark.line + 1}",
                "keep one of the two, or rename one",
            )
        positions[here] = (mark.line + 1, mark.column + 1)
        if key_node.style is None and _OTHER_MEANING.fullmatch(key):
            raise Flaw(
                here, f"the key {key} means something else to YAML 1.1 readers", f'write "{key}" in quotes'
            )
        result[key] = _plain(value_node, here, positions)
    return result


def _scalar(node: ScalarNode, path: Path, kind: str) -> Any:
    text: str = node.value
    if node.style is not None:
        return text
    if _OTHER_MEANING.fullmatch(text):
        mend = (
            f"write the odds as `{text.replace(':', ' to ')}`"
            if _ODDS_WITH_COLON.fullmatch(text)
            else f'write "{text}" in quotes'
        )
        raise Flaw(path, f"{text} means something else to YAML 1.1 readers", mend)
    if kind == "int":
        if not _WHOLE.fullmatch(text):
            raise Flaw(
                path, f"{text} is not a plain whole number", "write it in decimal digits, or a word in quotes"
            )
        return int(text)
    if kind == "bool":
        return text.lower() == "true"
    if kind == "float":
        raise Flaw(
            path,
            f"{text} is not a whole number",
            "no decimals in rules: write odds as `3 to 2`, money in units",
        )
    if kind == "null":
        raise Flaw(path, "has no value", "write a value after the colon, or take the key out")
    return text
