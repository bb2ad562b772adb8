"""What grows with the sample: money won inside its funnel, and the power to see a bias."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import ceil, floor, log10
from typing import Any

from markupsafe import Markup

from fairfelt.reports.pictures import WIDTH, Picture, Point, band, line, picture, short, text

_TOP, _BOTTOM = 28, 286
_MOST_CURVES = 5
_NAMES = 318
"""Where the names at the ends of power curves begin."""
_APART = 9
_OF = {
    "spread": "of what a cell expects",
    "shift": "of a standard deviation for averages",
    "distance": "between distribution functions",
}
"""What biases are per cent of, where one curve can stand beside another."""


def money_funnel(title: str, funnel: Sequence[Sequence[float]]) -> Picture | None:
    """Draw what was won inside its funnel: rows of rounds, low, expected, high and won; none for less than two rows."""
    rows = sorted(funnel, key=lambda row: row[0])
    if len(rows) < 2:
        return None
    left, right = 84, WIDTH - 12
    by_decades = rows[0][0] > 0 and rows[-1][0] / rows[0][0] >= 20
    low = min(min(row[1:]) for row in rows)
    high = max(max(row[1:]) for row in rows)
    spread = (high - low) or 1.0

    def x(rounds: float) -> float:
        first, last, at = rows[0][0], rows[-1][0], rounds
        if by_decades:
            first, last, at = log10(first), log10(last), log10(rounds)
        return left + (right - left) * (at - first) / ((last - first) or 1.0)

    def y(money: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * (money - low) / spread

    def along(column: int) -> list[Point]:
        return [(x(row[0]), y(row[column])) for row in rows]

    ticks = _levels(low, high)
    sizes = _sizes(rows[0][0], rows[-1][0]) if by_decades else [rows[-1][0] / 2, rows[-1][0]]
    parts = [line([(left, y(tick)), (right, y(tick))], "grid") for tick in ticks]
    parts += [text(left - 6, y(tick) + 4, _amount(tick), "end") for tick in ticks]
    parts += [text(_inside(x(size), right), _BOTTOM + 20, _size(size), "middle") for size in sizes]
    parts += [
        band(along(3), along(1)),
        line(along(2), "dashed over"),
        line(along(4), "strong"),
        Markup('<circle class="dot" cx="{}" cy="{}" r="4"/>').format(*map(short, along(4)[-1])),
        text(0, 14, "money won"),
        text((left + right) / 2, _BOTTOM + 40, "rounds", "middle"),
    ]
    outside = sum(not row[1] <= row[4] <= row[3] for row in rows)
    rounds, least, _, most, won = rows[-1]
    held = "It never leaves it." if not outside else f"It lies outside at {outside} of {len(rows)} points."
    caption = (
        f"Solid: what was won. Dashed: what is expected. Shaded: the funnel that a fair source stays in. {held} "
        f"After {rounds:,.0f} rounds it is {_amount(won)}, where {_amount(least)} to {_amount(most)} is allowed."
    )
    return picture(title, caption, _BOTTOM + 48, parts)


def power_curves(
    curves: Iterable[Mapping[str, Any]], drawn: int, unit: str, limits: Mapping[str, float]
) -> Picture | None:
    """Draw the smallest bias that shows against how much is drawn, both by decades, for the most telling tests.

    `curves` are those of a battery, as in `stats.decision.data`; `limits` are the limits of its tests, by id.
    """
    held = _telling(curves, drawn)
    if not held or drawn <= 0:
        return None
    least, most = _window([one["points"] for _, one in held], drawn)
    inside = [[(n, size) for n, size in one["points"] if least <= n <= most and size > 0] for _, one in held]
    inside = [points for points in inside if len(points) > 1]
    if len(inside) < len(held):
        return None
    low = floor(log10(min(size for points in inside for _, size in points)))
    high = ceil(log10(max(size for points in inside for _, size in points)))
    left = 56

    def x(n: float) -> float:
        return left + (_NAMES - 8 - left) * log10(n / least) / log10(most / least)

    def y(size: float) -> float:
        return _TOP + (_BOTTOM - _TOP) * (high - log10(size)) / (high - low)

    decades = range(low, high + 1)
    parts = [line([(left, y(10.0**tick)), (_NAMES - 8, y(10.0**tick))], "grid") for tick in decades]
    parts += [text(left - 6, y(10.0**tick) + 4, f"{10.0**tick * 100:g} %", "end") for tick in decades]
    parts += [text(x(size), _BOTTOM + 20, _size(size), "middle") for size in _sizes(least, most)]
    parts += [line([(x(drawn), _TOP), (x(drawn), _BOTTOM)], "dashed"), text(x(drawn) + 5, _TOP + 12, "drawn")]
    limit = {limits[one["id"]] for _, one in held if one["id"] in limits}
    if len(limit) == 1:
        parts += [line([(left, y(max(limit))), (_NAMES - 8, y(max(limit)))], "dashed over")]
        parts += [text(left + 5, y(max(limit)) + 15, f"limit {max(limit) * 100:g} %")]
    for points in inside:
        parts.append(line([(x(n), y(size)) for n, size in points], "strong"))
        at = y(_at(points, drawn))
        parts.append(Markup('<circle class="dot" cx="{}" cy="{}" r="4"/>').format(short(x(drawn)), short(at)))
    ends = [y(points[-1][1]) for points in inside]
    parts += _named([words for words, _ in held], ends)
    parts += [
        text(0, 14, "smallest bias that shows"),
        text((left + _NAMES) / 2, _BOTTOM + 40, unit, "middle"),
    ]
    first, last = held[0][0], held[-1][0]
    effects = {one["effect"] for _, one in held}
    biases = [_at(points, drawn) for points in inside]
    sees = f"{first} sees {_share(biases[0])}" + (f", {last} only {_share(biases[-1])}" if len(held) > 1 else "")
    caption = (
        f"The more {unit}, the smaller the bias that shows; four times as many see half of it. At {drawn:,} {unit} "
        f"(dots), {sees}: per cent {' or '.join(_OF[effect] for effect in _OF if effect in effects)}."
    )
    return picture("What would have shown", caption, _BOTTOM + 48, parts)


def _telling(curves: Iterable[Mapping[str, Any]], drawn: int) -> list[tuple[str, Mapping[str, Any]]]:
    """Choose curves that lie apart, from the sharpest test to the bluntest; tests with one curve share a name.

    Rare things are left out: they are counted one by one, and their curve would press all others into a corner.
    """
    alike: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for one in curves:
        if one["effect"] in _OF and len(one["points"]) > 1:
            alike.setdefault((one["effect"], f"{one['points'][-1][1]:.2e}"), []).append(one)
    order = sorted(alike.values(), key=lambda many: (_at(many[0]["points"], drawn), many[0]["id"]))
    count = min(len(order), _MOST_CURVES)
    chosen = [order[round(at * (len(order) - 1) / max(1, count - 1))] for at in range(count)]
    return [(_title(many), many[0]) for many in chosen]


def _title(many: Sequence[Mapping[str, Any]]) -> str:
    if len(many) > 2 and many[0]["effect"] == "shift":
        return f"{len(many)} averages"
    return str(many[0]["title"]) + (f" and {len(many) - 1} more" if len(many) > 1 else "")


def _window(curves: Iterable[Sequence[Sequence[float]]], drawn: int) -> tuple[float, float]:
    """Give the sizes to draw: from a twentieth of the sample to a thousand times of it, as far as the curves go."""
    sizes = sorted({n for points in curves for n, _ in points})
    held = [n for n in sizes if drawn / 20 <= n <= drawn * 1000] or sizes
    return min(held[0], drawn), max(held[-1], drawn)


def _at(points: Sequence[Sequence[float]], n: float) -> float:
    """Read a curve between its points, straight where both axes are by decades."""
    for (n0, size0), (n1, size1) in pairwise(points):
        if n <= n1 or (n1, size1) == tuple(points[-1]):
            share = log10(n / n0) / log10(n1 / n0)
            return float(10 ** (log10(size0) + share * log10(size1 / size0)))
    return float(points[0][1])


def _named(names: Sequence[str], ends: Sequence[float]) -> list[Markup]:
    """Write names beside the ends of their lines, pushed apart, each tied to its line."""
    parts: list[Markup] = []
    free = _TOP - 14.0
    lines = {at: _wrapped(name) for at, name in enumerate(names)}
    order = sorted(range(len(names)), key=lambda at: ends[at])
    room = sum(len(lines[at]) * 14 + _APART for at in order)
    for at in order:
        tall = len(lines[at]) * 14 + _APART
        top = min(max(free, ends[at] - tall / 2), _BOTTOM + 4 - room)
        middle = top + tall / 2
        parts.append(line([(_NAMES - 8, ends[at]), (_NAMES + 6, middle)], "grid"))
        parts += [text(_NAMES + 10, top + 14 + 14 * row, words) for row, words in enumerate(lines[at])]
        free, room = top + tall, room - tall
    return parts


def _wrapped(name: str, width: int = 22, most: int = 3) -> list[str]:
    lines = [""]
    for word in name.split():
        if lines[-1] and len(lines[-1]) + len(word) + 1 > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    kept = [one if len(one) <= width else f"{one[: width - 1]}…" for one in lines[:most]]
    return kept if len(lines) <= most else [*kept[:-1], f"{kept[-1][: width - 1]}…"]


def _share(size: float) -> str:
    return f"{size * 100:.2g} %" if size < 1 else f"{size * 100:,.0f} %"


def _sizes(least: float, most: float) -> list[float]:
    """Give powers of ten between two sizes, no more than fit."""
    powers = range(ceil(log10(least) - 1e-9), floor(log10(most) + 1e-9) + 1)
    return [10.0**power for power in powers][:: 1 if len(powers) <= 3 else 2]


def _levels(low: float, high: float) -> list[float]:
    """Give three to six round amounts between two."""
    rough = (high - low or 1.0) / 4
    step = 10.0 ** floor(log10(rough))
    step *= 5 if rough / step >= 5 else 2 if rough / step >= 2 else 1
    return [at * step for at in range(ceil(low / step), floor(high / step) + 1)]


def _size(n: float) -> str:
    for divisor, word in ((1e9, "billion"), (1e6, "million")):
        if n >= divisor:
            return f"{n / divisor:g} {word}"
    return f"{n:,.0f}"


def _amount(money: float) -> str:
    return f"{money:,.0f}" if abs(money) >= 100 or money == int(money) else f"{money:.3g}"


def _inside(x: float, right: float) -> float:
    return min(x, right - 24)
