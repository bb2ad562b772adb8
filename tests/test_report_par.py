"""The PAR sheet on paper and in a terminal: all that was found, exact or estimated, and nothing that runs."""

import io
from dataclasses import replace
from fractions import Fraction

import pytest
from rich.console import Console

from fairfelt.reports.par import par_data, print_par
from fairfelt.reports.par_html import render_par
from fairfelt.stats.exact.claims import Claim
from fairfelt.stats.exact.figures import Estimate, MainFigures, Mathematics, WagerFigures
from fairfelt.stats.exact.sheet import Sheet

MAIN = MainFigures(
    per=("ante",),
    house_edge=Fraction(1, 50),
    standard_deviation=1.5,
    fold_frequency=Fraction(1, 8),
    average_wager=Fraction(15, 8),
    element_of_risk=Fraction(4, 375),
    rows={"ante.fold": Fraction(1, 8), "ante.wins": Fraction(7, 8)},
    method="exact: by hand",
    held=("one pack is dealt from",),
    checked=("all counts add up",),
    seconds=1.25,
    strategy=("play K-9-2 or better",),
)
PAIRS = WagerFigures(
    wager="pairs",
    table="20-1",
    house_edge=Fraction(-1, 100),
    hit_frequency=Fraction(1, 10),
    standard_deviation=3.0,
    rows={"pair": Fraction(1, 10), "lower": Fraction(9, 10)},
    paid=("pair",),
    method="all sets of cards",
)
FOUND = Mathematics("quick-pair", "Quick <Pair>", None, {"tie": "pushes"}, {}, MAIN, (PAIRS,))
DENIED = Claim("main", "house-edge", "3 %", "denied", 0.02, "denied: main house-edge is printed as 3 %; it is 2 %")


def told(sheet: Sheet) -> str:
    stream = io.StringIO()
    print_par(sheet, Console(file=stream, width=120))
    return stream.getvalue()


def sheet(main: MainFigures = MAIN, claims: tuple[Claim, ...] = (), beatable: tuple[str, ...] = ()) -> Sheet:
    return Sheet(replace(FOUND, main=main), claims, (), (), beatable)


def test_exact_figures_stand_as_percentage_and_fraction() -> None:
    assert "2.0000%   = 1/50" in told(sheet())
    assert "1 / 50" in render_par(sheet())
    assert par_data(sheet())["main"]["house_edge"] == {"num": "1", "den": "50"}


def test_an_estimate_stands_with_its_standard_error_and_is_called_one() -> None:
    guessed = replace(MAIN, house_edge=Estimate(0.02, 0.0005), method="estimated: 100 situations")
    assert "2.0000% ± 0.0500%" in told(sheet(guessed))
    assert "estimated" in render_par(sheet(guessed))
    assert par_data(sheet(guessed))["main"]["house_edge"] == {"value": 0.02, "standard_error": 0.0005}


def test_a_denied_figure_and_a_beatable_wager_stand_in_the_sheet() -> None:
    bad = sheet(claims=(DENIED,), beatable=("pairs by 20-1 returns 101 %",))
    assert not bad.sound
    for shown in (told(bad), render_par(bad)):
        assert "printed as 3 %" in shown
        assert "returns 101 %" in shown
    assert "2 to be looked at" in render_par(bad)


@pytest.mark.parametrize("words", ["Quick <Pair>"])
def test_names_are_escaped_and_nothing_runs(words: str) -> None:
    page = render_par(sheet())
    assert words not in page
    assert "Quick &lt;Pair&gt;" in page
    assert "<script" not in page
    assert page == render_par(sheet())


def test_the_best_play_and_the_conditions_are_told() -> None:
    for shown in (told(sheet()), render_par(sheet())):
        assert "play K-9-2 or better" in shown
        assert "one pack is dealt from" in shown
        assert "all counts add up" in shown
