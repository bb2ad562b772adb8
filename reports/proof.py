"""A proof for readers in a terminal: what survived first, then what became of the mutants of each rule."""

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from fairfelt.reports.words import plain

STATUSES = ("killed", "equivalent", "survived")


def print_proof(data: Mapping[str, Any], console: Console) -> None:
    """Print the verdict, survivors with what was tried, a row for each rule, and why edits change nothing."""
    for text, style in _headline(data):
        console.print(Text(plain(text), style), soft_wrap=True)
    for mutant in data["mutants"]:
        if mutant["status"] == "survived":
            _survivor(mutant, console)
    console.print()
    console.print(_rules(data))
    _equivalent(data, console)


def _headline(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    counts, failing = data["counts"], data["reference_fails"]
    survived, total = counts["survived"], sum(counts.values())
    if survived:
        yield f"NOT PROVED: {survived} of {total} broken rules went unnamed", "bold red"
    elif failing:
        yield "NOT PROVED: the reference engine fails what killed the mutants", "bold red"
    else:
        yield f"PROVED: every broken rule that can show is named, {counts['killed']} of {total}", "bold green"
    chosen = [data["variant"] or "", "quick" if data["quick"] else "", f"{data['seconds']} s"]
    yield f"{data['game']}, {', '.join(filter(None, chosen))}: {_in_words(counts)}", ""
    if failing:
        yield f"The reference engine fails {', '.join(failing)}", "red"


def _in_words(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{counts[status]} {status}" for status in STATUSES)


def _survivor(mutant: Mapping[str, Any], console: Console) -> None:
    tried = mutant.get("tried", ())
    console.print()
    console.print(Text(plain(f"survived {mutant['id']}"), "bold red"), soft_wrap=True)
    console.print(Text(plain(f"   {mutant['words']}")), soft_wrap=True)
    console.print(Text(plain(f"   {mutant['reason']}")), soft_wrap=True)
    if tried:
        more = f" and {len(tried) - 6} more" if len(tried) > 6 else ""
        console.print(Text(plain(f"   tried: {', '.join(tried[:6])}{more}"), "dim"), soft_wrap=True)


def _rules(data: Mapping[str, Any]) -> Table:
    """Count the mutants of each rule; rules with survivors stand first."""
    found: dict[str, dict[str, int]] = {}
    for mutant in data["mutants"]:
        counts = found.setdefault(mutant["rule"], dict.fromkeys(STATUSES, 0))
        counts[mutant["status"]] += 1
    table = Table(box=None, pad_edge=False)
    table.add_column("rule", overflow="fold")
    for status in STATUSES:
        table.add_column(status, justify="right")
    for rule, counts in sorted(found.items(), key=lambda entry: -entry[1]["survived"]):
        style = "red" if counts["survived"] else ""
        table.add_row(Text(plain(rule), style), *(str(counts[status] or "") for status in STATUSES))
    return table


def _equivalent(data: Mapping[str, Any], console: Console) -> None:
    reasons: dict[str, list[str]] = {}
    for mutant in data["mutants"]:
        if mutant["status"] == "equivalent":
            reasons.setdefault(mutant["reason"], []).append(mutant["id"])
    if reasons:
        count = sum(map(len, reasons.values()))
        console.print()
        console.print(Text(f"Computed to change nothing: {count}", "bold"))
    for reason, ids in reasons.items():
        console.print(Text(plain(f"  {reason}:")), soft_wrap=True)
        for name in ids:
            console.print(Text(plain(f"    {name}"), "dim"), soft_wrap=True)
