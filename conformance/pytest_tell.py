"""What a test that did not pass tells: as text for terminal and JUnit, as HTML with drawn cards for pytest-html.

Both tell in the same order: the requirement and its source, what was expected, what happened, the round, how to
reproduce it.
"""

import io
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from fairfelt.reports.cards import card_svg, cards_text
from fairfelt.reports.rounds import Line, Round, read_round
from fairfelt.reports.words import HEADLINES, WORDS, in_words, overall, plain, tally
from markupsafe import Markup

Raw = Mapping[str, Any]

_LEDGER = ("seat", "wager", "staked", "expected", "actual", "")


def failure_text(requirement: Raw) -> str:
    """Tell one requirement of a summary as plain text."""
    findings = requirement["findings"]
    rows = [("requirement", requirement["id"]), *_source(requirement)]
    if findings:
        rows += [*_rows(findings[0]), ("trials", _trials(requirement))]
    lines = [_first_line(requirement), *(f"  {name:<12} {value}" for name, value in rows)]
    if findings and findings[0].get("shown"):
        lines += ["", *(f"  {line}" for line in _round_text(read_round(findings[0]["shown"])))]
    if findings and findings[0].get("reproduce"):
        lines += ["", f"  reproduce    {findings[0]['reproduce']}"]
    return plain("\n".join(lines))


def failure_html(requirement: Raw) -> str:
    """Tell one requirement of a summary as an HTML fragment that needs no style sheet and no other file."""
    findings = requirement["findings"]
    rows = [("requirement", requirement["id"]), *_source(requirement)]
    if findings:
        rows += _rows(findings[0])
        rows.append(("reproduce", findings[0].get("reproduce") or ""))
    told = Markup("").join(
        Markup("<tr><th>{}</th><td>{}</td></tr>").format(name, plain(value)) for name, value in rows if value
    )
    laid = Markup("")
    if findings and findings[0].get("shown"):
        laid = _round_html(read_round(findings[0]["shown"]))
    page = Markup('<div class="fairfelt"><p><strong>{}</strong></p><table>{}</table>{}</div>')
    return str(page.format(plain(_first_line(requirement)), told, laid))


def verdict_html(summary: Raw) -> str:
    """Tell the verdict of a whole run as an HTML fragment."""
    headline, engine = HEADLINES[overall(summary)], summary["engine"]
    page = Markup("<p><strong>{}</strong>{}. {}</p><p>{} {} at {}, profile {}: {}. Ruleset {}</p>")
    about = (
        engine["name"],
        engine["version"],
        summary["title"],
        summary["profile"],
        in_words(tally(summary["requirements"])),
    )
    part = " (a part of the requirements, which certifies nothing)" if summary["partial"] else ""
    return plain(page.format(headline.words, part, headline.means, *about, summary["ruleset_digest"]))


def html_extra(requirement: Raw) -> dict[str, Any]:
    """Put the HTML of one requirement into a row of pytest-html."""
    from pytest_html import extras  # type: ignore[import-untyped]

    # Not as a picture: pytest-html crops pictures, and links to them where the report must hold everything itself.
    return dict(extras.html(failure_html(requirement)))


def terminal_text(summary: Raw, coloured: bool) -> str:
    """Tell the verdict of a whole run as the command line does."""
    from fairfelt.reports.terminal import print_summary
    from rich.console import Console

    text = io.StringIO()
    print_summary(summary, Console(file=text, force_terminal=coloured))
    return text.getvalue() + ("a part of the requirements: this certifies nothing\n" if summary["partial"] else "")


def write_report(folder: Path, summary: Raw) -> None:
    """Write what the command line writes, but records: they stay with the tests."""
    from fairfelt.reports.html import render_report

    text = json.dumps(summary, indent=1, ensure_ascii=False)
    (folder / "summary.json").write_text(f"{text}\n", encoding="utf-8")
    (folder / "report.html").write_text(render_report(summary), encoding="utf-8")


def _first_line(requirement: Raw) -> str:
    verdict, reason = requirement["verdict"], requirement["reason"]
    return f"{WORDS[verdict]}: {reason or requirement['title']}"


def _source(requirement: Raw) -> Iterator[tuple[str, str]]:
    if requirement["reason"]:
        yield "title", requirement["title"]
    first, *others = requirement["clauses"] or [None]
    if first:
        yield "source", f"{first['title']}, {first['section']} ({first['id']}): {first['says']}"
    if others:
        yield "also", ", ".join(clause["id"] for clause in others)


def _rows(finding: Raw) -> list[tuple[str, str]]:
    rows = [("expected", finding["expected"]), ("actual", finding["actual"])]
    return [*rows, ("looks like", finding["looks_like"])] if finding.get("looks_like") else rows


def _trials(requirement: Raw) -> str:
    return f"{requirement['failing']} went wrong; {requirement['rounds']} rounds reached the requirement"


def _round_text(laid: Round) -> Iterator[str]:
    for line in laid.lines:
        cards = " + ".join(cards_text(card for card, _ in group.cards) for group in line.groups)
        yield f"{_who(line)}: {cards}" + (f" = {line.says}" if line.hand else "")
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
    return Markup("<table>{}</table><ul>{}</ul>{}").format(lines, actions, ledger)


def _cells(tag: str, cells: Iterable[str]) -> Markup:
    cell = Markup("<{}>{}</{}>")
    return Markup("<tr>{}</tr>").format(Markup("").join(cell.format(tag, plain(text), tag) for text in cells))


def _drawn(line: Line) -> Markup:
    if not line.drawn:
        return Markup("")
    return Markup(" &emsp; ").join(
        Markup(" ").join(card_svg(card, marked=marked) for card, marked in group.cards) for group in line.groups
    )


def _who(line: Line) -> str:
    return f"{line.who}, {line.hand}" if line.hand else line.who


def _entry(entry: Any) -> tuple[str, ...]:
    return (str(entry.seat), entry.wager, entry.staked, entry.expected, entry.actual, entry.judged)
