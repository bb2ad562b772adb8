"""The one error that a ruleset can raise: where it is, what is wrong, and how to mend it."""

from dataclasses import dataclass

Path = tuple[str | int, ...]


@dataclass
class RulesetError(Exception):
    """`where` is `file:line:column` or a file's name; `mend` says what to write instead."""

    where: str
    what: str
    mend: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}\n  mend: {self.mend}"


@dataclass
class Flaw(Exception):
    """A fault found at a path inside a document, before the line is known."""

    path: Path
    what: str
    mend: str
