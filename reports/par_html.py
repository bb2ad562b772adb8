"""The PAR sheet as one HTML file for screen and paper."""

from fractions import Fraction
from itertools import groupby

from markupsafe import Markup

from fairfelt.reports.html import environment
from fairfelt.reports.par import judged_lines, number, percent
from fairfelt.stats.exact.figures import Estimate, Figure
from fairfelt.stats.exact.sheet import Sheet


def render_par(sheet: Sheet) -> str:
    """Render a PAR sheet: same sheet, same bytes."""
    main = sheet.found.main
    return (
        environment()
        .get_template("par.html.j2")
        .render(
            sheet=sheet,
            found=sheet.found,
            main=main,
            exact=isinstance(main.house_edge, Fraction),
            rows=sorted(main.rows.items()),
            wagers=[(wager, list(ones)) for wager, ones in groupby(sheet.found.wagers, key=lambda one: one.wager)],
            judged=judged_lines(sheet),
            headline=_headline(sheet),
            percent=percent,
            number=number,
            bar=_bar,
            one_in=_one_in,
        )
    )


def _headline(sheet: Sheet) -> str:
    if sheet.sound:
        return "nothing denied" if sheet.claims or sheet.held else "nothing to hold it against"
    bad = sum(claim.verdict == "denied" for claim in sheet.claims)
    bad += sum(held.verdict == "not met" for held in sheet.held) + len(sheet.beatable)
    return f"{bad} to be looked at"


def _bar(share: Figure) -> Markup:
    value = share.value if isinstance(share, Estimate) else float(share)
    rect = Markup('<rect width="{}" height="8"/>').format(f"{max(value, 0.002) * 100:.2f}")
    return Markup('<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">{}</svg>').format(rect)


def _one_in(share: Figure) -> str:
    return f"{float(1 / share):,.1f}" if isinstance(share, Fraction) and share else ""
