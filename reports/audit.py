"""An audit for the one who ran it: what to look at first, then frequencies and money."""

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from fairfelt.reports.words import plain

MOST_KINDS = 20


def print_audit(summary: Mapping[str, Any], console: Console) -> None:
    """Print an audit's findings, grouped, and each wager's money and frequencies."""
    findings = summary["findings"]
    count = sum(group["count"] for group in findings.values())
    headline = "ALL ROUNDS SETTLED AS DUE" if summary["settled"] and not count else "NOTHING TO SETTLE"
    _line(console, f"{count:,} FINDINGS" if count else headline, "bold red" if count else "bold")
    rows, lines, settled = (f"{summary[key]:,}" for key in ("rows", "lines", "settled"))
    _line(console, f"{summary['game']}: {rows} rows of {lines} lines, {settled} settled again")
    if summary["resettled"]:
        _line(console, f"{summary['resettled']:,} of them a second time, one by one: a sample of one in a thousand")
    if summary["checked"]:
        _line(console, f"{summary['checked']:,} rounds held against every check of a certification")
    for kind, group in list(findings.items())[:MOST_KINDS]:
        console.print()
        _line(console, f"{kind}: {group['count']:,}", "bold")
        for which in ("first", "worst", "last"):
            one = group[which]
            if which == "first" or one != group["first"]:
                where = f"line {one['line']:,}" + (f", round {one['round']}" if one["round"] else "")
                _line(console, f"  {which}: {where}: {one['told']}; {one['due']}")
    if len(findings) > MOST_KINDS:
        _line(console, f"\n… and {len(findings) - MOST_KINDS} more kinds")
    for wager, money in summary["wagers"].items():
        _wager(console, wager, money)


def _wager(console: Console, wager: str, money: Mapping[str, Any]) -> None:
    console.print()
    low, high = money["interval_99"]
    _line(console, f"{wager}: {money['placed']:,} placed, {money['staked']:,} units staked", "bold")
    _line(console, f"  lost {money['lost_per_unit']:.4%} of what was staked, 99 % interval {low:.4%} to {high:.4%}")
    if "house_edge" in money:
        apart = money["standard_errors_apart"]
        _line(console, f"  exact house edge {money['house_edge']:.4%}, {abs(apart):.1f} standard errors away")
    for row, one in money["rows"].items():
        words = f"    {row:<40}{one['count']:>12,}   {one['share']:.4%}"
        if "exact" in one:
            words += f"   exact {one['exact']:.4%}, {one['standard_errors_apart']:+.1f} standard errors"
        _line(console, words)


def _line(console: Console, words: str, style: str = "") -> None:
    console.print(Text(plain(words), style=style), soft_wrap=True)
