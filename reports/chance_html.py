"""The tests of chance as one HTML file for screen and paper, and each battery as a chapter for other reports."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from fairfelt.reports import chance
from fairfelt.reports.html import environment
from fairfelt.reports.pictures import Picture, histogram_of_p, ranks_of_p
from fairfelt.reports.pictures_heat import heat_map
from fairfelt.reports.pictures_lines import money_funnel, power_curves

Raw = Mapping[str, Any]

TONES = {"bias shown": "fail", "inconclusive": "inconclusive", "not asked": "blocked", "bounded": "pass"}
_SHORT = 6
"""A group of at most so many tests is never folded."""


@dataclass(frozen=True)
class Row:
    """One test in words; an empty string is what there is nothing to say about."""

    raw: Raw
    p: str
    threshold: str
    side: str
    left: str
    shows: str
    limit: str
    needs: str
    first: str
    first_side: str


@dataclass(frozen=True)
class Group:
    """The tests that came to one outcome."""

    outcome: str
    tone: str
    means: str
    rows: tuple[Row, ...]
    folded: bool


@dataclass(frozen=True)
class Chapter:
    """One battery arranged for reading. `anchor` makes the ids of its parts, which a page may hold once."""

    raw: Raw
    anchor: str
    title: str
    verdict: str
    drawn: str
    tally: str
    says: str
    takes: tuple[str, ...]
    groups: tuple[Group, ...]
    twice: tuple[Row, ...]
    figures: tuple[Raw, ...]
    pictures: tuple[Picture, ...]
    power: Picture | None
    false_reject: str
    false_accept: str
    sure: str


def render_chance(data: Raw) -> str:
    """Render what tests of chance found as a page: same data, same bytes."""
    return (
        environment()
        .get_template("chance.html.j2")
        .render(
            data=data,
            tone=chance.tone(data),
            headline=chance.headline(data),
            means=chance.means(data),
            chapters=chapters(data),
        )
    )


def chapters(data: Raw) -> tuple[Chapter, ...]:
    """Arrange the batteries for the macro of `chance_battery.html.j2`, in the order in which they were judged."""
    return tuple(_chapter(battery, f"battery-{number}") for number, battery in enumerate(data["batteries"], 1))


def _chapter(battery: Raw, anchor: str) -> Chapter:
    tests = chance.ordered(battery["tests"])
    groups = [(outcome, tuple(many)) for outcome, many in groupby(tests, key=lambda test: str(test["outcome"]))]
    return Chapter(
        raw=battery,
        anchor=anchor,
        title=_title(battery["name"]),
        verdict=chance.verdict_words(battery),
        drawn=chance.drawn_words(battery),
        tally=chance.tallied(tests),
        says=battery["says"] if battery["verdict"] == "pass" else "",
        takes=tuple(chance.takes(battery)),
        groups=tuple(
            Group(
                outcome,
                TONES[outcome],
                chance.OUTCOMES[outcome],
                tuple(_row(test, battery) for test in many),
                folded=at > 0 and len(many) > _SHORT,
            )
            for at, (outcome, many) in enumerate(groups)
        ),
        twice=tuple(_row(test, battery) for test in tests if test["first"]),
        figures=tuple(test for test in tests if test["p"] is not None),
        pictures=tuple(_pictures(battery)),
        power=power_curves(battery["power"], battery["drawn"], battery["unit"], _limits(battery)),
        false_reject=chance.odds(battery["false_reject"]),
        false_accept=chance.odds(battery["false_accept"]),
        sure=_together(chance.SURE),
    )


def _together(words: str) -> str:
    """Keep a figure and its per cent sign on one line."""
    return words.replace(" %", "\N{NO-BREAK SPACE}%")


def _title(name: str) -> str:
    spaced = name.replace("-", " ").replace("_", " ")
    return spaced[:1].upper() + spaced[1:]


def _row(test: Raw, battery: Raw) -> Row:
    effect, unit, needs, first = test["effect"], battery["unit"], chance.needed(test, battery), test["first"]
    return Row(
        raw=test,
        p=chance.p_value(test["p"]),
        threshold=chance.p_value(test["threshold"]),
        side=chance.side(test) if test["outcome"] == "bias shown" else "",
        left=_together(chance.bias(test["bound"], effect, unit)),
        shows=_together(chance.bias(test["detectable"], effect, unit)),
        limit=_together(chance.bias(test["epsilon"], effect, unit)),
        needs=f"{needs:,} {unit}" if needs else "",
        first=chance.p_value(first["p"]) if first else "",
        first_side=chance.side(first) if first else "",
    )


def _pictures(battery: Raw) -> list[Picture]:
    heat, money, level = battery.get("heat"), battery.get("money"), battery["level"]
    # Both runs can't stand in one order: the pictures show the first, which asked all tests of one sample.
    asked = [(test["first"] or test, test) for test in battery["tests"] if test["p"] is not None]
    ordered = [(float(first["p"]), test["outcome"] == "bias shown") for first, test in asked]
    even = [float(first["p"]) for first, _ in asked if not _countless(first)]
    drawn = [
        heat_map(heat["title"], heat["rows"], heat["cells"]) if heat else None,
        money_funnel(money["title"], money["funnel"]) if money else None,
        ranks_of_p(ordered, level["alpha"], len(battery["tests"]) if level["together"] else 1),
        histogram_of_p(even, len(asked) - len(even)),
    ]
    return [one for one in drawn if one]


def _limits(battery: Raw) -> dict[str, float]:
    return {test["id"]: test["epsilon"] for test in battery["tests"] if test["epsilon"]}


def _countless(test: Raw) -> bool:
    """Say whether a test counted something rare and found none, so that its p-value could not be but 1."""
    return test["effect"] in ("rate", "coincidence") and test["p"] >= 1
