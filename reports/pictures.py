"""Small static pictures of what tests of chance found, made of SVG that needs no colour, no font and no other file.

Shape and size carry the meaning; classes and `currentColor` leave the colours to the style sheet. Each picture is 480
units wide, so that its letters can be read on a telephone.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from math import ceil, comb, log10
from typing import Literal

from markupsafe import Markup

WIDTH = 480
Point = tuple[float, float]


@dataclass(frozen=True)
class Picture:
    """`svg` has a title and a description of its own; `caption` says in words what to see."""

    title: str
    svg: Markup
    caption: str
    tall: bool


def picture(title: str, caption: str, height: int, parts: Iterable[Markup]) -> Picture:
    """Frame the parts of a drawing, `WIDTH` by `height` units."""
    svg = Markup(
        '<svg role="img" viewBox="0 0 {} {}" font-family="sans-serif" font-size="13" fill="currentColor">'
        "<title>{}</title><desc>{}</desc>{}</svg>"
    ).format(WIDTH, height, title, caption, Markup("").join(parts))
    return Picture(title, svg, caption, height > 0.8 * WIDTH)


def text(x: float, y: float, words: str, anchor: Literal["start", "middle", "end"] = "start") -> Markup:
    """Write words whose baseline is at `y`."""
    held = Markup(' text-anchor="{}"').format(anchor) if anchor != "start" else ""
    return Markup('<text x="{}" y="{}"{}>{}</text>').format(short(x), short(y), held, words)


def line(points: Sequence[Point], kind: str = "") -> Markup:
    """Draw a line through points; `kind` is its class, and `dashed` needs no style sheet."""
    path = "".join(f"{'L' if at else 'M'}{short(x)} {short(y)}" for at, (x, y) in enumerate(points))
    dashes = Markup(' stroke-dasharray="5 4"') if "dashed" in kind.split() else ""
    held = Markup(' class="{}"').format(kind) if kind else ""
    return Markup('<path fill="none" stroke="currentColor"{}{} d="{}"/>').format(held, dashes, path)


def band(upper: Sequence[Point], lower: Sequence[Point]) -> Markup:
    """Shade what lies between two lines."""
    path = "L".join(f"{short(x)} {short(y)}" for x, y in [*upper, *reversed(lower)])
    return Markup('<path class="band" fill-opacity=".13" d="M{}Z"/>').format(path)


def short(number: float) -> str:
    """Write a coordinate with one decimal at most."""
    return f"{number:.1f}".removesuffix(".0")


_LEFT, _TOP, _RIGHT, _BOTTOM = 48, 26, 470, 226
_BINS = 10
_FEWEST = 8


def histogram_of_p(values: Sequence[float], left_out: int = 0) -> Picture | None:
    """Draw p-values in ten bins, against what a fair source gives; none where they are too few for bins.

    `left_out` tests counted something rare and found none: their p-value could not be but 1, and says nothing here.
    """
    if len(values) < _FEWEST:
        return None
    counts = [0] * _BINS
    for p in values:
        counts[min(_BINS - 1, int(p * _BINS))] += 1
    expected, most = len(values) / _BINS, _most(len(values))
    top = max(*counts, most) * 1.05
    step = (_RIGHT - _LEFT) / _BINS

    def level(count: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * count / top

    parts = [band([(_LEFT, level(most)), (_RIGHT, level(most))], [(_LEFT, _BOTTOM), (_RIGHT, _BOTTOM)])]
    for at, count in enumerate(counts):
        left = _LEFT + at * step
        parts.append(
            Markup('<rect class="bars{}" x="{}" y="{}" width="{}" height="{}"/>').format(
                " beyond" if count > most else "",
                short(left + 3),
                short(level(count)),
                short(step - 6),
                short(_BOTTOM - level(count)),
            )
        )
        if count:
            parts.append(text(left + step / 2, level(count) - 4, f"{count}", "middle"))
    parts += [
        line([(_LEFT, level(expected)), (_RIGHT, level(expected))], "dashed over"),
        line([(_LEFT, _BOTTOM), (_RIGHT, _BOTTOM)]),
        *(text(_LEFT + share * (_RIGHT - _LEFT), _BOTTOM + 17, f"{share:g}", "middle") for share in (0, 0.5, 1)),
        text((_LEFT + _RIGHT) / 2, _BOTTOM + 36, "p-value", "middle"),
        text(_LEFT - 6, level(expected) + 4, f"{expected:g}", "end"),
        text(0, 14, "tests in each tenth"),
    ]
    heavy = [at for at, count in enumerate(counts) if count > most]
    says = "No bar leaves the band." if not heavy else f"{_tenths(heavy)} the band."
    caption = (
        f"{len(values)} p-values in tenths. A fair source fills all alike, {expected:g} each (dashed), and hardly ever "
        f"leaves the shaded band. {says} A tower at 0 is a bias, a tower at 1 is too good to be true."
    )
    caption += f" Left out: {left_out} that found nothing of something rare." if left_out else ""
    return picture("How often which p-value", caption, _BOTTOM + 44, parts)


def _tenths(heavy: Sequence[int]) -> str:
    names = ", ".join(f"{at / _BINS:g}" for at in heavy)
    return f"The bar at {names} leaves" if len(heavy) == 1 else f"The bars at {names} leave"


def _most(tests: int) -> int:
    """Give what a bin holds at most, 999 times in 1,000, and so all ten 99 times in 100."""
    chance, count = 0.0, -1
    while chance < 0.999:
        count += 1
        chance += comb(tests, count) * 0.1**count * 0.9 ** (tests - count)
    return count


def ranks_of_p(tests: Sequence[tuple[float, bool]], alpha: float, family: int) -> Picture | None:
    """Draw p-values in order against what a fair source gives, with Holm's threshold.

    `tests` are p-values, each with whether a bias is shown; `family` tests were registered, and judged together at
    `alpha`; a family of 1 judges each alone.
    """
    if len(tests) < _FEWEST:
        return None
    inorder = sorted(tests)
    many = len(inorder)
    thresholds = [alpha / max(1, family - at) for at in range(many)]
    lowest = max(1e-12, min(inorder[0][0], thresholds[0] / 10))
    decades = ceil(-log10(lowest))
    bottom = _BOTTOM + 60

    def x(at: float) -> float:
        return _LEFT + 8 + (_RIGHT - _LEFT - 8) * at / many

    def y(p: float) -> float:
        return _TOP + (bottom - _TOP) * -log10(max(p, 10.0**-decades)) / decades

    ticks = range(0, decades + 1, 1 if decades <= 6 else 2 if decades <= 8 else 3)
    parts = [line([(_LEFT, y(10.0**-tick)), (_RIGHT, y(10.0**-tick))], "grid") for tick in ticks]
    parts += [text(_LEFT - 6, y(10.0**-tick) + 4, _power(tick), "end") for tick in ticks]
    parts.append(line([(x(at + 0.5), y((at + 0.5) / many)) for at in range(many)], "over"))
    parts.append(line([(x(at + 0.5), y(p)) for at, p in enumerate(thresholds)], "dashed over"))
    parts.append(text(x(0.5), y(thresholds[0]) + 18, "rejected below"))
    for at, (p, shown) in enumerate(inorder):
        parts.append(_dot(x(at + 0.5), y(p), shown, p < 10.0**-decades))
    parts += [
        text(0, 14, "p-value"),
        text((_LEFT + _RIGHT) / 2, bottom + 20, f"the {many} tests, from the least likely on", "middle"),
    ]
    below = sum(shown for _, shown in inorder)
    held = f"{below} of them {'shows' if below == 1 else 'show'} a bias (filled)." if below else "None shows a bias."
    rejected = list(takewhile(lambda one: one[0][0] < one[1], zip(inorder, thresholds, strict=True)))
    again = sum(not shown for (_, shown), _ in rejected)
    if again:
        held += f" {again} that lay below {'was' if again == 1 else 'were'} not confirmed when drawn afresh."
    capped = " Triangles at the lower edge lie below it." if inorder[0][0] < 10.0**-decades else ""
    law = "Holm's threshold" if family > 1 else "the threshold of each"
    caption = f"Each circle is a test. A fair source keeps to the solid line and above {law} (dashed). {held}{capped}"
    return picture("All p-values in order", caption, bottom + 28, parts)


def _dot(x: float, y: float, shown: bool, beyond: bool) -> Markup:
    kind = Markup('class="dot shown"') if shown else Markup('class="dot" fill="none" stroke="currentColor"')
    if beyond:
        corners = f"M{short(x - 5)} {short(y - 6)}h10l-5 9z"
        return Markup('<path {} d="{}"/>').format(kind, corners)
    return Markup('<circle {} cx="{}" cy="{}" r="{}"/>').format(kind, short(x), short(y), 4.5 if shown else 3.5)


def _power(tick: int) -> str:
    return f"1e-{tick}" if tick > 3 else f"{10.0**-tick:.{tick}f}"
