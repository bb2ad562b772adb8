"""Check one ruleset file: read, prove, lint."""

from dataclasses import dataclass
from pathlib import Path

from fairfelt.rulesets.choose import every_variant
from fairfelt.rulesets.document import read_document
from fairfelt.rulesets.errors import RulesetError
from fairfelt.rulesets.lint import lint
from fairfelt.rulesets.loader import compile_document
from fairfelt.rulesets.rules import Ruleset


@dataclass(frozen=True)
class Report:
    """What is wrong with a file, and one line about it."""

    problems: tuple[RulesetError, ...]
    summary: str


def check_file(path: Path) -> Report:
    """Check a game file; whatever is wrong comes back as problems."""
    try:
        document = read_document(path)
        ruleset = compile_document(document, path.resolve().parent)
    except RulesetError as error:
        return Report((error,), "not sound; the rest was not looked at")
    problems = tuple(document.locate(flaw) for flaw in lint(ruleset, document.data))
    if problems:
        return Report(problems, f"proved, and {len(problems)} problem{'s' if len(problems) > 1 else ''} found")
    return Report((), f"sound: {_counts(ruleset)}")


def _counts(ruleset: Ruleset) -> str:
    rows = sum(len(table.rows) for table in ruleset.tables)
    cells = sum(cell >= 0 for table in ruleset.tables for cell in table.cells)
    tables = sum(map(len, ruleset.pay_tables.values()))
    return (
        f"{rows} rows settle {cells} combinations, {tables} pay table{'' if tables == 1 else 's'}, "
        f"{len(ruleset.clauses)} clauses cited or set aside, "
        f"a deal for every result under {len(every_variant(ruleset))} variants and readings"
    )
