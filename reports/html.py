"""The certification report: one HTML file for screen and paper that runs nothing and asks for nothing."""

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from fairfelt.reports import strength, view, words
from fairfelt.reports.bars import stacked_bar
from fairfelt.reports.cards import card_svg, cards_text
from fairfelt.reports.rounds import place_words
from fairfelt.reports.shape import checked


def render_report(summary: Mapping[str, Any]) -> str:
    """Render the report as HTML, same summary, same bytes; raise ValueError for a malformed summary."""
    from fairfelt.reports.chance_html import chapters

    held = checked(summary)
    verdict = words.overall(held)
    counts = words.tally(held["requirements"])
    page = environment().get_template("report.html.j2")
    return page.render(
        s=held,
        verdict=verdict,
        headline=words.headline(summary),
        counts=counts,
        bar=stacked_bar(counts),
        faults=view.faults(held),
        undecided=view.undecided(held),
        families=view.families(held),
        clauses=view.clauses(held),
        checks=strength.checks(held),
        proof=strength.strength(held),
        chance=held.get("chance"),
        chapters=chapters(held["chance"]) if "chance" in held else (),
        cited={clause["id"] for one in held["requirements"] for clause in one["clauses"]},
        digest=summary_digest(held),
        foot=_foot(held),
    )


def summary_digest(summary: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the summary as canonical JSON: sorted keys, no spaces, ASCII."""
    canonical = json.dumps(summary, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()


def environment() -> Environment:
    """Make what renders the templates: everything is escaped, and nothing unknown is passed over."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_printable,
    )
    environment.filters.update(
        number=lambda value: f"{value:,}",
        verdict_words=words.WORDS.__getitem__,
        in_words=words.in_words,
        plural=words.plural,
        cards_text=cards_text,
        place=place_words,
        spaced=lambda name: name.replace("-", " ").replace("_", " "),
        value=_value,
        ticked=_ticked,
    )
    environment.globals.update(card_svg=card_svg, anchor=view.anchor, unconfirmed=words.UNCONFIRMED)
    return environment


def _printable(value: object) -> object:
    if isinstance(value, Markup):
        return Markup(words.plain(value))
    return words.plain(value) if isinstance(value, str) else value


def _ticked(text: str) -> Markup:
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, list | tuple):
        return ", ".join(_value(one) for one in value)
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True)


def _foot(summary: Mapping[str, Any]) -> Markup:
    engine = summary["engine"]
    title = f"fairfelt report: {summary['title']}, {engine['name']} {engine['version']} (unsigned)"
    short = title if len(title) <= 90 else f"{title[:89]}…"
    # A CSS string inside a style element: whatever could end either is written as a code point.
    return Markup(re.sub(r"[^A-Za-z0-9 .,:()-]", lambda found: f"\\{ord(found[0]):x} ", words.plain(short)))
