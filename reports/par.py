"""The PAR sheet, for readers in a terminal and as plain data."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from fairfelt.stats.exact.figures import Estimate, Figure, MainFigures, Mathematics, WagerFigures
from fairfelt.stats.exact.limits import Held
from fairfelt.stats.exact.sheet import Sheet


def par_data(sheet: Sheet) -> dict[str, Any]:
    """Write a PAR sheet as plain data: exact figures as `num` and `den`, estimates with their standard error."""
    found = sheet.found
    wagers: dict[str, dict[str, Any]] = {}
    for entry in found.wagers:
        wagers.setdefault(entry.wager, {})[entry.table] = _wager_data(entry)
    return {
        "game": found.game,
        "variant": found.variant,
        "options": dict(found.options),
        "main": _main_data(found.main),
        "wagers": wagers,
        "claims": [
            {"of": claim.of, "figure": claim.figure, "says": claim.says, "verdict": claim.verdict, "is": claim.found}
            for claim in sheet.claims
        ],
        "limits": [
            {"limit": held.limit, "of": held.of, "verdict": held.verdict, "says": held.sentence} for held in sheet.held
        ],
        "edges": [{"of": one.of, "wager": one.amount, "house_edge": _figure(one.edge)} for one in sheet.edges],
        "findings": list(sheet.beatable),
        "notes": list(found.notes),
    }


def print_par(sheet: Sheet, console: Console) -> None:
    """Print a PAR sheet: the main game, every wager by every pay table, and what became of printed figures and of
    limits."""
    found, main = sheet.found, sheet.found.main
    _line(console, f"{found.title}, the mathematics", "bold")
    _line(console, _choices_line(found))
    console.print()
    _line(console, f"Main game, per {' + '.join(main.per)}, under best play", "bold")
    for name, value in _main_rows(main):
        _line(console, f"  {name:<20}{value}")
    for words in (*main.strategy, main.ties, *main.notes):
        if words:
            _line(console, f"  {words}")
    console.print()
    _line(console, "  how often each row settles a wager")
    for row, share in sorted(main.rows.items()):
        _line(console, f"    {row:<44}{percent(share)}")
    for entry in found.wagers:
        _wager(console, entry)
    for title, judged in judged_lines(sheet):
        _section(console, title, judged)
    console.print()
    _line(console, f"How: {main.method}, in {main.seconds:.1f} seconds", "bold")
    for title, lines in (("held", main.held), ("checked", main.checked)):
        for words in lines:
            _line(console, f"  {title}: {words}")
    for words in found.notes:
        _line(console, f"  {words}")


def judged_lines(sheet: Sheet) -> list[tuple[str, list[tuple[str, bool]]]]:
    """Give what the sheet was held against, by title: sentences, each with whether it is good news."""
    edges = [(f"{one.of}, wagers of {one.amount}: {percent(one.edge)}", True) for one in sheet.edges]
    return [
        ("House edge after rounding", edges),
        ("Printed figures", [(claim.sentence, claim.verdict == "confirmed") for claim in sheet.claims]),
        ("Limits", [_limit_line(list(many)) for _, many in groupby(sheet.held, key=lambda held: held.limit)]),
        ("Findings", [(words, False) for words in sheet.beatable]),
    ]


def _limit_line(many: Sequence[Held]) -> tuple[str, bool]:
    """Tell a limit once: by how many parts of the game it is met, and by which it is not."""
    missed = [f"{held.of} {held.shows}" for held in many if held.verdict == "not met"]
    undecided = [held.shows for held in many if held.verdict == "not decided"]
    met = len(many) - len(missed) - len(undecided)
    words = f"{many[0].rule}: met by {met} of {len(many)}"
    words += f"; not met: {'; '.join(missed)}" if missed else ""
    words += f"; not decided for {len(undecided)}: {'; '.join(dict.fromkeys(undecided))}" if undecided else ""
    return words, not missed and not undecided


def percent(figure: Figure | float) -> str:
    """Write a share of one as a percentage; an estimate with its standard error."""
    if isinstance(figure, Estimate):
        return f"{figure.value:.4%} ± {figure.standard_error:.4%}"
    return f"{float(figure):.4%}"


def number(figure: Figure | float) -> str:
    """Write a figure with six decimals; an estimate with its standard error."""
    if isinstance(figure, Estimate):
        return f"{figure.value:.6f} ± {figure.standard_error:.6f}"
    return f"{float(figure):.6f}"


def _main_rows(main: MainFigures) -> Iterator[tuple[str, str]]:
    yield "house edge", _with_fraction(percent(main.house_edge), main.house_edge)
    yield "standard deviation", number(main.standard_deviation)
    if main.fold_frequency is not None:
        yield "folds", percent(main.fold_frequency)
    yield "average wager", number(main.average_wager)
    yield "element of risk", percent(main.element_of_risk)


def _with_fraction(words: str, figure: Figure) -> str:
    return words if isinstance(figure, Estimate) else f"{words}   = {figure.numerator:,}/{figure.denominator:,}"


def _wager(console: Console, entry: WagerFigures) -> None:
    console.print()
    _line(console, f"{entry.wager}, pay table {entry.table}", "bold")
    _line(console, f"  {'house edge':<20}{_with_fraction(percent(entry.house_edge), entry.house_edge)}")
    _line(console, f"  {'hit frequency':<20}{percent(entry.hit_frequency)}")
    _line(console, f"  {'standard deviation':<20}{number(entry.standard_deviation)}")
    lines = Table.grid(padding=(0, 2))
    for row, share in entry.rows.items():
        one_in = f"1 in {float(1 / share):,.1f}" if isinstance(share, Fraction) and share else ""
        lines.add_row(Text(f"    {row}"), Text(percent(share), justify="right"), Text(one_in, justify="right"))
    console.print(lines)
    for words in (entry.method, *entry.checked):
        _line(console, f"  {words}")


def _choices_line(found: Mathematics) -> str:
    chosen = [f"{name}={reading}" for name, reading in found.options.items()]
    tables = [f"{wager}={table}" for wager, table in found.tables.items()]
    return ", ".join([f"variant {found.variant}" if found.variant else "no variant named", *chosen, *tables])


def _section(console: Console, title: str, lines: Sequence[tuple[str, bool]]) -> None:
    if lines:
        console.print()
        _line(console, title, "bold")
        for words, good in lines:
            _line(console, f"  {words}", "" if good else "bold red")


def _line(console: Console, words: str, style: str = "") -> None:
    console.print(Text(words, style=style), soft_wrap=True)


def _main_data(main: MainFigures) -> dict[str, Any]:
    return {
        "counted_per": list(main.per),
        "house_edge": _figure(main.house_edge),
        "standard_deviation": _plain(main.standard_deviation),
        "fold_frequency": None if main.fold_frequency is None else _figure(main.fold_frequency),
        "average_wager": _plain(main.average_wager),
        "element_of_risk": _plain(main.element_of_risk),
        "average_wager_exact": _exact(main.average_wager),
        "element_of_risk_exact": _exact(main.element_of_risk),
        "rows": {row: _figure(share) for row, share in main.rows.items()},
        "strategy": list(main.strategy),
        "ties": main.ties,
        "method": main.method,
        "held": list(main.held),
        "checked": list(main.checked),
        "notes": list(main.notes),
        "seconds": round(main.seconds, 3),
    }


def _wager_data(entry: WagerFigures) -> dict[str, Any]:
    return {
        "house_edge": _figure(entry.house_edge),
        "hit_frequency": _figure(entry.hit_frequency),
        "standard_deviation": _plain(entry.standard_deviation),
        "rows": {row: _figure(share) for row, share in entry.rows.items()},
        "method": entry.method,
        "checked": list(entry.checked),
    }


def _figure(figure: Figure) -> Mapping[str, Any]:
    if isinstance(figure, Estimate):
        return {"value": figure.value, "standard_error": figure.standard_error}
    return {"num": str(figure.numerator), "den": str(figure.denominator)}


def _plain(figure: Figure | float) -> Any:
    return _figure(figure) if isinstance(figure, Estimate) else float(figure)


def _exact(figure: Figure) -> Any:
    return None if isinstance(figure, Estimate) else _figure(figure)
