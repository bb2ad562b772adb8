"""Counts as one stacked bar, small enough to stand in a table row."""

from collections.abc import Iterable

from markupsafe import Markup

from fairfelt.reports.words import in_words

COLOURS = {
    "pass": "#2f7d57",
    "not-applicable": "#b9c0bb",
    "warning": "#b98a1d",
    "known-failure": "#8a6bb0",
    "inconclusive": "#5b82ad",
    "blocked": "#3f6288",
    "fail": "#b3332b",
    "engine-fault": "#7d1d3f",
    "suite-error": "#3a2a2a",
}
_WIDTH, _HEIGHT, _LEAST = 240, 12, 4


def stacked_bar(counts: Iterable[tuple[str, int]]) -> Markup:
    """Draw a tally as a bar that never rounds a verdict away: even one of thousands is wide enough to see."""
    held = [(verdict, number) for verdict, number in counts if number]
    total = sum(number for _, number in held)
    room = _WIDTH - _LEAST * len(held)
    parts, left = [], 0
    for index, (verdict, number) in enumerate(held):
        width = _WIDTH - left if index == len(held) - 1 else _LEAST + room * number // total
        parts.append(
            f'<rect x="{left}" width="{width}" height="{_HEIGHT}" fill="{COLOURS[verdict]}" stroke="#fff"/>'
        )
        left += width
    return Markup(
        '<svg class="bar" role="img" width="{w}" height="{h}" viewBox="0 0 {w} {h}" '
        'preserveAspectRatio="none">'
        "<title>{words}</title>{parts}</svg>"
    ).format(w=_WIDTH, h=_HEIGHT, words=in_words(held), parts=Markup("".join(parts)))
