"""Where cards lie too often and too rarely, as one square for each card at each position."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from markupsafe import Markup

from fairfelt.reports.cards import card_text, is_card
from fairfelt.reports.pictures import WIDTH, Picture, line, picture, short, text

LEAST, MOST = 1.5, 4.0
"""Standard deviations: from which on a square is drawn, and from which on it grows no more."""
_BEYOND_LEAST = 0.1336
"""The share of a normal law beyond `LEAST` on both sides."""
_LEFT, _TOP = 34, 20
_FULL = 16


def heat_map(title: str, rows: Sequence[str], cells: Sequence[Sequence[float]]) -> Picture | None:
    """Draw standardised deviations, a row for each label: the larger the further off, filled where too often."""
    columns = max(map(len, cells), default=0)
    if not columns:
        return None
    # Cells are 16 steps wide in coordinates of their own, so that whole numbers place every square.
    scale = (WIDTH - _LEFT - 6) / (columns * _FULL)
    side = _FULL * scale
    wide, high = columns * side, len(cells) * side
    squares = {True: "", False: ""}
    for at, row in enumerate(cells):
        for position, off in enumerate(row):
            if abs(off) >= LEAST:
                squares[off > 0] += _square(position, at, off)
    parts = [
        *(_shelf(at, side, wide) for at in _shelves(rows)),
        *(text(_LEFT - 6, _TOP + (at + size / 2) * side + 4, words, "end") for at, size, words in _labels(rows)),
        *(
            text(_LEFT + (position - 0.5) * side, _TOP - 6, f"{position}", "middle")
            for position in _positions(columns)
        ),
        Markup('<rect fill="none" stroke="currentColor" class="grid" x="{}" y="{}" width="{}" height="{}"/>').format(
            _LEFT, _TOP, short(wide), short(high)
        ),
        Markup('<g transform="translate({} {}) scale({:.5g})" stroke="currentColor" stroke-width="2">').format(
            _LEFT, _TOP, scale
        ),
        Markup('<path class="often" d="{}"/><path class="rarely" fill="none" d="{}"/></g>').format(
            squares[True], squares[False]
        ),
        *_legend(_TOP + high + 12),
    ]
    return picture(title, _caption(rows, cells), round(_TOP + high + 38), parts)


def _square(column: int, row: int, off: float) -> str:
    size = round((_FULL - 4) * min(abs(off), MOST) / MOST)
    corner = (_FULL - size) // 2
    return f"M{column * _FULL + corner} {row * _FULL + corner}h{size}v{size}h-{size}z"


def _legend(top: float) -> Iterator[Markup]:
    yield text(_LEFT, top + 13, "off by")
    for at, off in enumerate((2, 3, 4)):
        left = _LEFT + 44 + at * 50
        for filled in (True, False):
            size = 2 * off
            yield Markup('<rect{} stroke="currentColor" x="{}" y="{}" width="{}" height="{}"/>').format(
                "" if filled else Markup(' fill="none"'),
                short(left + (0 if filled else size + 3)),
                short(top + 13 - size),
                size,
                size,
            )
        yield text(left + 2 * size + 7, top + 13, f"{off}{'+' if off == 4 else ''}")
    yield text(WIDTH - 6, top + 13, "filled: too often, hollow: too rarely", "end")


def _caption(rows: Sequence[str], cells: Sequence[Sequence[float]]) -> str:
    every = [(abs(off), off, at, position) for at, row in enumerate(cells) for position, off in enumerate(row, 1)]
    beyond = sum(size >= LEAST for size, *_ in every)
    fair = _BEYOND_LEAST * len(every)
    _, off, at, position = max(every)
    label = rows[at] if at < len(rows) else f"row {at + 1}"
    says = "far more than" if beyond > 1.5 * fair else "where"
    return (
        f"A square for each card (down) at each position of the deck (across) that is {LEAST:g} standard deviations "
        f"off or more: {beyond:,} of {len(every):,}, {says} a fair source leaves about {fair:,.0f}, scattered. "
        f"Furthest off: {card_text(label) if is_card(label) else label} at position {position}, by {abs(off):.1f} "
        f"{'too often' if off > 0 else 'too rarely'}. Stripes and blocks are a bias."
    )


def _runs(names: Sequence[str]) -> list[tuple[int, int, str]]:
    """Give the runs of equal names: where they start, how long they are, the name."""
    starts = [0, *(at + 1 for at, (one, other) in enumerate(pairwise(names)) if one != other), len(names)]
    return [(start, end - start, names[start]) for start, end in pairwise(starts) if end > start]


def _labels(rows: Sequence[str]) -> list[tuple[int, int, str]]:
    """Give few labels: one for each run of a rank, else of a suit, else every fourth row."""
    if rows and all(map(is_card, rows)):
        for part in (0, 1):
            runs = _runs([row[part] for row in rows])
            if len(runs) <= len(rows) // 2:
                return [(at, size, _name(words)) for at, size, words in runs]
    return [(at, 1, row) for at, row in enumerate(rows) if at % max(1, len(rows) // 13) == 0]


def _name(words: str) -> str:
    return {"T": "10", "s": "♠", "h": "♥", "d": "♦", "c": "♣"}.get(words, words)


def _shelves(rows: Sequence[str]) -> list[int]:
    return [at for at, size, _ in _labels(rows) if at and size > 1]


def _shelf(at: int, side: float, wide: float) -> Markup:
    return line([(_LEFT, _TOP + at * side), (_LEFT + wide, _TOP + at * side)], "grid")


def _positions(columns: int) -> list[int]:
    step = 10 if columns > 25 else 5 if columns > 10 else 1
    return [1, *(at for at in range(step, columns + 1, step) if at > 1)]
