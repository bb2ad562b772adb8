"""The verdict for the one who ran the command: what to mend first, in words and not in colours."""

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from fairfelt.reports.proof import verdict_line
from fairfelt.reports.shape import checked
from fairfelt.reports.view import undecided
from fairfelt.reports.words import GREEN, WORDS, headline, in_words, overall, plain, plural, tally

MOST_FAULTS = 10


def print_summary(summary: Mapping[str, Any], console: Console) -> None:
    """Print verdict, faults, and what stayed undecided; raise ValueError for a malformed summary."""
    held = checked(summary)
    verdict = overall(held)
    engine, rounds = held["engine"], held["rounds"]
    _line(console, headline(held).words, f"bold {_tone(verdict)}")
    _line(console, headline(held).means)
    console.print()
    about = [
        held["title"],
        f"variant {held['variant']}" if held["variant"] else "",
        f"profile {held['profile']}",
    ]
    _line(console, f"{engine['name']} {engine['version']} at {', '.join(filter(None, about))}")
    total = len(held["requirements"])
    counts = in_words(tally(held["requirements"]))
    _line(
        console, f"{total:,} {plural('requirement', total)} in {rounds:,} {plural('round', rounds)}: {counts}"
    )
    unconfirmed = [f"{one['name']}={one['reading']}" for one in held["options"] if one.get("unconfirmed")]
    if unconfirmed:
        _line(console, f"Not confirmed by a regulator: {', '.join(unconfirmed)}")
    _proof(console, held)
    for number, fault in enumerate(held["faults"][:MOST_FAULTS], 1):
        console.print()
        _fault(console, number, fault)
    if len(held["faults"]) > MOST_FAULTS:
        _line(
            console,
            f"\n… and {len(held['faults']) - MOST_FAULTS} more faults: the report shows them all.",
            "bold",
        )
    _undecided(console, held)


def _proof(console: Console, summary: Mapping[str, Any]) -> None:
    """Tell how strong the checks are, if that was proved or failed to be."""
    proof = summary.get("proof")
    if proof is None:
        return
    tone = {"proved": "green", "in-part": "yellow"}.get(proof["verdict"], "bold red")
    _line(console, f"Strength of the checks: {verdict_line(proof)}{' (quick)' if proof['quick'] else ''}", tone)
    if proof["verdict"] == "not-proved":
        _line(console, "  The engine's verdict stands; it rests on checks that are not proved.", "red")
        for mutant in [one for one in proof["mutants"] if one["status"] == "survived"][:MOST_FAULTS]:
            _line(console, f"  survived {mutant['id']}: {mutant['words']}", "red")


def _fault(console: Console, number: int, fault: Mapping[str, Any]) -> None:
    first, names = fault["first"], fault["requirements"]
    _line(
        console, f"{number}. {fault['title']} [{WORDS[fault['verdict']]}]", f"bold {_tone(fault['verdict'])}"
    )
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    _pair(
        console,
        "breaks",
        f"{first['requirement']}{more}, {fault['findings']:,} {plural('finding', fault['findings'])}",
    )
    _pair(console, "expected", first["expected"])
    _pair(console, "actual", first["actual"])
    if fault.get("looks_like"):
        _pair(console, "looks", fault["looks_like"])
    if first.get("reproduce"):
        _pair(console, "reproduce", first["reproduce"])


def _undecided(console: Console, summary: Mapping[str, Any]) -> None:
    groups = undecided(summary)
    if groups:
        console.print()
        _line(console, "Not decided", "bold")
    for group in groups[:MOST_FAULTS]:
        reason = group.reason or "no reason is stated"
        _line(console, f"  {group.size:,} {WORDS[group.verdict]}: {reason} (first: {group.links[0].id})")
    if len(groups) > MOST_FAULTS:
        _line(console, f"  … and {len(groups) - MOST_FAULTS} more reasons in the report")


def _pair(console: Console, name: str, value: str) -> None:
    text = Text("   ").append(f"{name:<10}", "dim").append(plain(value))
    console.print(text, soft_wrap=True)


def _line(console: Console, text: str, style: str = "") -> None:
    # Never markup, never wrapped: engines choose these words, and commands must survive a copy.
    console.print(Text(plain(text), style), soft_wrap=True)


def _tone(verdict: str) -> str:
    if verdict in GREEN:
        return "green"
    return "red" if verdict in ("fail", "engine-fault", "suite-error") else "yellow"
