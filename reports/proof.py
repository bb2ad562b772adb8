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
    for table in (_choices(data), _rules(data)) if "runs" in data else (_rules(data),):
        console.print()
        console.print(table)
    _equivalent(data, console)


def verdict_line(data: Mapping[str, Any]) -> str:
    """Say in one line what a proof shows. `of`, where it is told, is how many mutants the game has."""
    counts = data["counts"]
    survived, total = counts["survived"], sum(counts.values())
    of = data.get("of", total)
    if survived:
        return f"NOT PROVED: {survived} of {total} broken rules went unnamed"
    if data["reference_fails"]:
        return "NOT PROVED: the reference engine fails what killed the mutants"
    if total < of:
        return f"PROVED IN PART: only {total} of the game's {of} broken rules {'was' if total == 1 else 'were'} tried"
    told = f"{counts['killed']} killed, {counts['equivalent']} change nothing under these options"
    return f"PROVED: every broken rule that can show is named ({told})"


def in_words(counts: Mapping[str, int]) -> str:
    """Write the counts of a proof in one line."""
    return ", ".join(f"{counts[status]} {status}" for status in STATUSES)


def _headline(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    counts, failing = data["counts"], data["reference_fails"]
    yield verdict_line(data), "bold red" if counts["survived"] or failing else "bold green"
    choice = f"{len(data['runs'])} variants and options" if "runs" in data else data["variant"] or ""
    chosen = [choice, "quick" if data["quick"] else "", f"{data['seconds']} s"]
    yield f"{data['game']}, {', '.join(filter(None, chosen))}: {in_words(counts)}", ""
    if failing:
        yield f"The reference engine fails {', '.join(failing)}", "red"


def _survivor(mutant: Mapping[str, Any], console: Console) -> None:
    tried = mutant.get("tried", ())
    console.print()
    console.print(Text(plain(f"survived {mutant['id']}"), "bold red"), soft_wrap=True)
    console.print(Text(plain(f"   {mutant['words']}")), soft_wrap=True)
    console.print(Text(plain(f"   {mutant['reason']}")), soft_wrap=True)
    if tried:
        more = f" and {len(tried) - 6} more" if len(tried) > 6 else ""
        console.print(Text(plain(f"   tried: {', '.join(tried[:6])}{more}"), "dim"), soft_wrap=True)


def _choices(data: Mapping[str, Any]) -> Table:
    """Count the mutants under each choice, named by what it has other than the first."""
    table = _counting("variant or option")
    for run in data["runs"]:
        usual = data["runs"][0]["options"].items()
        changed = ", ".join(f"{name}={reading}" for name, reading in run["options"].items() - usual)
        style = "red" if run["counts"]["survived"] or run["reference_fails"] else ""
        name = Text(plain(run["variant"] or changed or "as the document reads"), style)
        table.add_row(name, *(str(run["counts"][status] or "") for status in STATUSES))
    return table


def _counting(what: str) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column(what, overflow="fold")
    for status in STATUSES:
        table.add_column(status, justify="right")
    return table


def _rules(data: Mapping[str, Any]) -> Table:
    """Count the mutants of each rule; rules with survivors stand first."""
    found: dict[str, dict[str, int]] = {}
    for mutant in data["mutants"]:
        counts = found.setdefault(mutant["rule"], dict.fromkeys(STATUSES, 0))
        counts[mutant["status"]] += 1
    table = _counting("rule")
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
