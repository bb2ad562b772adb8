"""Compile what a ruleset says of its mathematics: what the edge is counted in, and figures that documents print."""

from collections.abc import Mapping
from typing import Any

from fairfelt.rulesets import model
from fairfelt.rulesets.errors import Flaw, Path
from fairfelt.rulesets.names import known_name
from fairfelt.rulesets.rules import Mathematics, Option, PayTable, Published, Wager

MAIN = "main"


def compile_mathematics(
    file: model.GameFile,
    wagers: Mapping[str, Wager],
    options: Mapping[str, Option],
    pay_tables: Mapping[str, tuple[PayTable, ...]],
    cite: Any,
) -> Mathematics:
    """Resolve the names; raise a Flaw for an unknown one, or an edge counted in what no seat stakes at first."""
    if file.mathematics is None:
        return Mathematics()
    for at, wager in enumerate(file.mathematics.per):
        path: Path = ("mathematics", "per", at)
        if wagers[known_name(wager, wagers, "wager", path)].by_action:
            raise Flaw(path, f"{wager!r} is placed by an action", "count the edge in what is staked before the deal")
    published = tuple(
        _published(entry, ("mathematics", "published", at), wagers, options, pay_tables, cite)
        for at, entry in enumerate(file.mathematics.published)
    )
    return Mathematics(tuple(file.mathematics.per), file.mathematics.fees == "counted", published)


def _published(
    entry: model.Published,
    path: Path,
    wagers: Mapping[str, Wager],
    options: Mapping[str, Option],
    pay_tables: Mapping[str, tuple[PayTable, ...]],
    cite: Any,
) -> Published:
    known_name(entry.of, [MAIN, *wagers], "wager, nor `main`", (*path, "of"))
    for name, readings in entry.only.items():
        option = options[known_name(name, options, "option", (*path, "only"))]
        for reading in readings:
            known_name(reading, option.readings, f"reading of {name}", (*path, "only", name))
    for wager, table in entry.pay_tables.items():
        tables = pay_tables[known_name(wager, pay_tables, "wager with a pay table", (*path, "pay-tables"))]
        known_name(table, [known.id for known in tables], f"pay table of {wager}", (*path, "pay-tables", wager))
    only = {name: frozenset(readings) for name, readings in entry.only.items()}
    return Published(entry.of, entry.figure, entry.says, only, entry.pay_tables, cite(entry.cite, *path))
