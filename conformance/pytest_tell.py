"""What a test that did not pass tells: as text for terminal and JUnit, as HTML with drawn cards for pytest-html.

Both tell in the same order: the requirement and its source, what was expected, what happened, the round, how to
reproduce it.
"""

import io
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from markupsafe import Markup

from fairfelt.reports.cards import card_svg, cards_text
from fairfelt.reports.rounds import Line, Round, read_round
from fairfelt.reports.words import WORDS, headline, in_words, plain, tally

Raw = Mapping[str, Any]

_LEDGER = ("seat", "wager", "staked", "expected", "actual", "")


def failure_text(requirement: Raw) -> str:
    """Tell one requirement of a summary as plain text."""
    lines = [_first_line(requirement), *(f"  {name:<12} {value}" for name, value in _rows(requirement))]
    laid = _round(requirement)
    if laid is not None:
        lines += ["", *(f"  {line}" for line in _round_text(laid))]
    if requirement["findings"]:
        lines += ["", f"  {'reproduce':<12} {requirement['findings'][0]['reproduce']}"]
    return plain("\n".join(lines))


def failure_html(requirement: Raw) -> str:
    """Tell one requirement of a summary as an HTML fragment that needs no style sheet and no other file."""
    rows = [*_rows(requirement), *(("reproduce", one["reproduce"]) for one in requirement["findings"][:1])]
    told = Markup("").join(Markup("<tr><th>{}</th><td>{}</td></tr>").format(name, plain(value)) for name, value in rows)
    laid = _round(requirement)
    drawn = _round_html(laid) if laid is not None else Markup("")
    page = Markup('<div class="fairfelt"><p><strong>{}</strong></p><table>{}</table>{}</div>')
    return str(page.format(plain(_first_line(requirement)), told, drawn))


def verdict_html(summary: Raw) -> str:
    """Tell the verdict of a whole run as an HTML fragment."""
    said, engine = headline(summary), summary["engine"]
    page = Markup("<p><strong>{}</strong>. {}</p><p>{} {} at {}, profile {}: {}. Ruleset {}</p>")
    about = (
        engine["name"],
        engine["version"],
        summary["title"],
        summary["profile"],
        in_words(tally(summary["requirements"])),
    )
    return plain(page.format(said.words, said.means, *about, summary["ruleset_digest"]))


def html_extra(requirement: Raw) -> dict[str, Any]:
    """Put the HTML of one requirement into a row of pytest-html."""
    from pytest_html import extras  # type: ignore[import-untyped]

    # Not as a picture: pytest-html crops pictures, and links to them where the report must hold everything itself.
    return dict(extras.html(failure_html(requirement)))


def terminal_text(summary: Raw, coloured: bool) -> str:
    """Tell the verdict of a whole run as the command line does."""
    from rich.console import Console

    from fairfelt.reports.terminal import print_summary

    text = io.StringIO()
    print_summary(summary, Console(file=text, force_terminal=coloured))
    return text.getvalue()


def write_report(folder: Path, summary: Raw) -> None:
    """Write what the command line writes, but records: they stay with the tests."""
    from fairfelt.reports.html import render_report

    text = json.dumps(summary, indent=1, ensure_ascii=False)
    (folder / "summary.json").write_text(f"{text}\n", encoding="utf-8")
    (folder / "report.html").write_text(render_report(summary), encoding="utf-8")


def _first_line(requirement: Raw) -> str:
    verdict, reason = requirement["verdict"], requirement["reason"]
    return f"{WORDS[verdict]}: {reason or requirement['title']}"


def _rows(requirement: Raw) -> Iterator[tuple[str, str]]:
    yield "requirement", requirement["id"]
    if requirement["reason"]:
        yield "title", requirement["title"]
    for clause in requirement["clauses"][:1]:
        yield "source", f"{clause['title']}, {clause['section']} ({clause['id']}): {clause['says']}"
    if requirement["clauses"][1:]:
        yield "also", ", ".join(clause["id"] for clause in requirement["clauses"][1:])
    for finding in requirement["findings"][:1]:
        yield "expected", finding["expected"]
        yield "actual", finding["actual"]
        if finding.get("looks_like"):
            yield "looks like", finding["looks_like"]
        yield "trials", f"{requirement['failing']} went wrong; {requirement['rounds']} rounds reached the requirement"


def _round(requirement: Raw) -> Round | None:
    """Lay out the round of the first finding, where it has one."""
    shown = requirement["findings"][0].get("shown") if requirement["findings"] else None
    return read_round(shown) if shown else None


def _round_text(laid: Round) -> Iterator[str]:
    if laid.bank:
        yield laid.bank
    for line in laid.lines:
        cards = " + ".join(cards_text(held.card for held in group.cards) for group in line.groups)
        yield f"{_who(line)}: {f'{cards} = {line.says}' if line.hand else line.says}"
    yield from laid.actions
    if laid.ledger:
        table = [_LEDGER, *(_entry(entry) for entry in laid.ledger)]
        widths = [max(len(row[at]) for row in table) for at in range(len(_LEDGER))]
        for row in table:
            yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _round_html(laid: Round) -> Markup:
    lines = Markup("").join(
        Markup("<tr><th>{}</th><td>{}</td><td>{}</td></tr>").format(_who(line), _drawn(line), line.says)
        for line in laid.lines
    )
    actions = Markup("").join(Markup("<li>{}</li>").format(plain(action)) for action in laid.actions)
    head = _cells("th", _LEDGER)
    body = Markup("").join(_cells("td", _entry(entry)) for entry in laid.ledger)
    ledger = Markup("<table>{}{}</table>").format(head, body) if laid.ledger else Markup("")
    bank = Markup("<p>{}</p>").format(laid.bank) if laid.bank else Markup("")
    return Markup("{}<table>{}</table><ul>{}</ul>{}").format(bank, lines, actions, ledger)


def _cells(tag: str, cells: Iterable[str]) -> Markup:
    cell = Markup("<{}>{}</{}>")
    return Markup("<tr>{}</tr>").format(Markup("").join(cell.format(tag, plain(text), tag) for text in cells))


def _drawn(line: Line) -> Markup:
    if not line.drawn:
        return Markup("")
    return Markup(" &emsp; ").join(
        Markup(" ").join(card_svg(held.card, marked=held.best, gone=held.gone) for held in group.cards)
        for group in line.groups
    )


def _who(line: Line) -> str:
    return ", ".join(filter(None, [line.who, line.hand, line.note]))


def _entry(entry: Any) -> tuple[str, ...]:
    return (entry.seat, entry.wager, entry.staked, entry.expected, entry.actual, entry.judged)
