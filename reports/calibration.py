"""A calibration for readers in a terminal: how often good sources were rejected, and how often bad ones were found."""

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text


def print_calibration(data: Mapping[str, Any], console: Console) -> None:
    """Print the verdict, the good sources, and the bad ones with the tests that found them."""
    words = "the battery does what it says" if data["sound"] else "the battery does not do what it says"
    console.print(Text(f"Calibration: {words}", style="bold"))
    console.print()
    _good(data, console)
    console.print()
    table = Table(box=None, pad_edge=False)
    for title, side in (("known bad source", "left"), ("decks", "right"), ("found", "right"), ("by", "left")):
        table.add_column(title, justify=side, overflow="fold")  # type: ignore[arg-type]
    for source in data["sources"]:
        if not source["fair"]:
            by = ", ".join(f"{found['id'].partition('.')[2]} {found['share']:.0%}" for found in source["found_by"][:3])
            power = f"{source['power']:.1%} of {source['samples']:,}"
            table.add_row(source["title"], f"{source['decks']:,}", power, by or "nothing: too faint for so few")
    console.print(table)
    for note in data.get("notes", ()):
        console.print(Text(note), soft_wrap=True)
    console.print(Text(f"Digest: {data['digest']}"), soft_wrap=True)


def _good(data: Mapping[str, Any], console: Console) -> None:
    alpha = data["level"]["alpha"]
    for source in data["sources"]:
        if source["fair"]:
            told = f"{source['rejected']:,} of {source['samples']:,} samples rejected, {source['false_alarms']:.2%}"
            even = "p-values even" if not source["uneven"] else f"p-values uneven: {', '.join(source['uneven'])}"
            line = f"{source['title']}: {told} where at most {alpha:.2%} are allowed; {even}"
            console.print(Text(line, style="" if source["sound"] else "bold red"), soft_wrap=True)
