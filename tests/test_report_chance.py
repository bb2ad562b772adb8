"""The report of the tests of chance: the verdict first, in plain words, every test in it, and pictures that need none
of their colours."""

import io
import json
import math
import re
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from fairfelt.reports.chance import bias, headline, odds, p_value, print_chance
from fairfelt.reports.chance_html import render_chance
from fairfelt.reports.pictures import WIDTH, Picture, histogram_of_p, ranks_of_p
from fairfelt.reports.pictures_heat import LEAST, heat_map
from fairfelt.reports.pictures_lines import money_funnel, power_curves
from fairfelt.stats.decision.data import judgement_data
from fairfelt.stats.decision.measure import Effect, Measure
from fairfelt.stats.decision.rule import Battery, Level, judge
from tests.test_report_html import Outline, broken_links, reaches_out

Data = dict[str, Any]
CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "csdh"]
EVIL = "</title><script>alert(1)</script>\x1b[2J[red]x[/red]"


def measured(title: str, p: float, effect: str = "shift", side: str = "too much", detail: str = "") -> Data:
    words = "standard deviations of the mean"
    chances = {"p": p, "low": 1 - p / 2, "high": p / 2, "side": side}
    law = {"law": f"law of {title}", "units": 1000, "statistic": 2.5, "degrees": 1}
    return law | chances | {"effect": effect, "effect_words": words, "detail": detail}


def judged(title: str, outcome: str, p: float, **more: Any) -> Data:
    """Make a test as plain data; `first` is the p-value of a first run, after which all was drawn afresh."""
    first = more.pop("first", None)
    told = {
        "id": f"test.{title.replace(' ', '-')}",
        "title": title,
        "outcome": outcome,
        "threshold": 0.0005,
        "bound": 0.03,
        "epsilon": 0.02,
        "detectable": 0.045,
        "needs": 93_247,
        "confirmed": first is not None,
        "first": None if first is None else measured(title, first),
    }
    return told | measured(title, p, **more)


def unasked(title: str) -> Data:
    nothing = dict.fromkeys([*measured(title, 1.0), "bound", "epsilon", "detectable", "needs", "first"])
    return judged(title, "not asked", 1.0) | nothing


def battery(name: str, verdict: str, tests: list[Data], **more: Any) -> Data:
    sizes = [100, 1000, 10_000, 100_000, 1_000_000]
    curves = [
        {"id": one["id"], "title": one["title"], "effect": "spread", "points": [[n, at / n**0.5] for n in sizes]}
        for at, one in enumerate(tests, 3)
    ]
    plain = {"name": name, "unit": "decks", "drawn": 40_000, "redrawn": 0, "registered": 40_000, "verdict": verdict}
    level = {"alpha": 0.01, "together": True, "source": "at 99 %"}
    risks = {"level": level, "false_reject": 0.01, "false_accept": 0.01}
    told = {"says": "as it is", "findings": [], "tests": tests, "power": curves, "notes": [], "looks_like": None}
    return plain | risks | told | {"resolves": [], "heat": None, "money": None} | more


def data_of(*batteries: Data, verdict: str = "") -> Data:
    verdicts = {one["verdict"] for one in batteries}
    worst = next((one for one in ("fail", "inconclusive") if one in verdicts), "pass")
    return {
        "format": 1,
        "suite": {"name": "fairfelt", "version": "0.1.0"},
        "source": "decks.txt",
        "game": None,
        "command": "fairfelt chance --decks decks.txt",
        "rule": ["Registered first.", "Judged once."],
        "batteries": list(batteries),
        "verdict": verdict or worst,
        "exit_code": 1,
        "digest": "sha256:0123",
        "seconds": 1.25,
    }


def cells(slope: float = 0.0) -> list[list[float]]:
    """Make 52 by 52 deviations: scattered ones, and with a slope a stripe along the diagonal."""
    scattered = [[((37 * row + 11 * column) % 101 - 50) / 25 for column in range(52)] for row in range(52)]
    return [
        [value + slope * (abs(row - column) < 4) for column, value in enumerate(line)]
        for row, line in enumerate(scattered)
    ]


def sample() -> Data:
    """Make a run of two batteries: shuffles that fail, and rounds, of which some were drawn afresh."""
    shuffles = battery(
        "shuffles",
        "fail",
        [
            *(judged(f"even {at}", "bounded", 0.05 + at / 12) for at in range(9)),
            judged("blunt", "inconclusive", 0.4),
            judged("card by position", "bias shown", 0.0, effect="spread", detail="furthest off: Ad at position 1"),
            judged("decks that come again", "bias shown", 3.1e-12, effect="coincidence", first=2e-7),
            unasked("triples"),
        ],
        redrawn=160_000,
        findings=["deck 17 holds As twice"],
        looks_like="a naive swap shuffle: each card swapped with any other",
        heat={"title": "card by position", "rows": CARDS, "cells": cells(slope=3)},
        resolves=[
            {"defect": "8-bit modulo", "needs": 22_900, "resolved": True, "says": ""},
            {"defect": "32-bit modulo", "needs": None, "resolved": False, "says": "never: read the source"},
        ],
        notes=["Order before the shuffle: rank by rank."],
    )
    money = [[10**at, -3.0 * 10 ** (at / 2), 0.0, 3.0 * 10 ** (at / 2), 10 ** (at / 2)] for at in range(2, 7)]
    rounds = battery(
        "rounds",
        "pass",
        [judged(f"row {at}", "bounded", (at + 0.5) / 40) for at in range(40)]
        + [judged("dealer qualifies", "bounded", 0.41, first=0.00004)],
        unit="rounds",
        redrawn=160_000,
        money={"title": "won by player 1", "funnel": money},
    )
    return data_of(shuffles, rounds) | {"game": "casino-holdem"}


def fair() -> Data:
    return data_of(battery("shuffles", "pass", [judged(f"even {at}", "bounded", 0.9 - at / 10) for at in range(9)]))


def printed(data: Data, *, width: int = 100, colour: bool = False) -> str:
    stream = io.StringIO()
    console = Console(
        file=stream, width=width, force_terminal=colour, color_system="truecolor" if colour else None
    )
    print_chance(data, console)
    return stream.getvalue()


def verdict_of(page: str) -> str:
    return str(re.findall(r'<p class="stamp">.*?<strong>(.*?)</strong>', page)[0])


def test_page_runs_nothing_asks_for_nothing_and_every_link_lands() -> None:
    page = render_chance(sample())
    outline = Outline(page)
    assert reaches_out(page) == []
    assert outline.unbalanced == [] and outline.open == []
    assert broken_links(page) == []
    assert reaches_out(page.replace("<h1>", "<script>1</script><h1>")) == ["script"]
    assert broken_links(page.replace('id="battery-1"', "")) != []


def test_same_data_gives_the_same_bytes() -> None:
    assert render_chance(sample()) == render_chance(sample())
    assert render_chance(sample()) != render_chance(sample() | {"source": "other.txt"})


def missing(data: Data, page: str) -> list[str]:
    text = Outline(page).text
    tests = [test for one in data["batteries"] for test in one["tests"]]
    told = [test["title"] for test in tests] + [test["law"] for test in tests if test["law"]]
    told += [test["id"] for test in tests if test["p"] is not None]
    return [words for words in told if words not in text]


def test_every_registered_test_stands_in_the_page() -> None:
    data = sample()
    assert missing(data, render_chance(data)) == []
    short = data_of(data["batteries"][0] | {"tests": data["batteries"][0]["tests"][1:]}, data["batteries"][1])
    assert missing(data, render_chance(short)) != []


OPEN = battery("shuffles", "inconclusive", [judged("a", "inconclusive", 0.5)], drawn=20_000)
SHOWN = [judged("card by position", "bias shown", 0.0), judged("the top card", "bias shown", 1e-9)]
VERDICTS = [
    (sample(), "Bias shown: looks like a naive swap shuffle"),
    (data_of(battery("shuffles", "fail", SHOWN)), "Bias shown: card by position and 1 more"),
    (data_of(battery("shuffles", "fail", [], findings=["deck 17 holds As twice"])), "Faulty: deck 17 holds As twice"),
    (data_of(OPEN), "Not decided: 20,000 of 40,000 registered decks"),
    (data_of(battery("bits", "inconclusive", [unasked("a")])), "Not decided: 1 of 1 test of bits not asked"),
    (fair(), "No bias shown"),
    (data_of(OPEN, fair()["batteries"][0]), "Not decided: 20,000 of 40,000 registered decks"),
    (data_of(), "Nothing tested"),
    (data_of(battery("shuffles", "pass", [])), "Nothing tested"),
    (data_of(verdict="fail"), "Bias shown"),
    (data_of(verdict="inconclusive"), "Not decided"),
]


@pytest.mark.parametrize(("data", "words"), VERDICTS)
def test_verdict_comes_first_in_the_words_of_the_casino_floor(data: Data, words: str) -> None:
    page = render_chance(data)
    assert headline(data) == words
    assert printed(data).splitlines()[0] == words
    assert verdict_of(page) == words
    assert page.index(words) < page.index("<h2")


def test_only_a_pass_with_tests_is_green() -> None:
    assert '<div class="verdict v-pass">' in render_chance(fair())
    for data, words in VERDICTS:
        assert ('<div class="verdict v-pass">' in render_chance(data)) == (words == "No bias shown")


def test_outcomes_stand_from_the_worst_to_the_best() -> None:
    page = render_chance(sample()).split("<h2")[1]
    heads = ["Bias shown: 2 tests", "Inconclusive: 1 test", "Not asked: 1 test", "Bounded: 9 tests"]
    assert sorted(heads, key=page.index) == heads
    assert "<summary>Bounded: 9 tests</summary>" in page
    assert "<summary>Bias shown" not in page and "<summary>Bounded" not in render_chance(fair())


def test_both_runs_are_told_where_all_was_drawn_afresh() -> None:
    text = Outline(render_chance(sample())).text
    assert "p 2e-7, too high p 3.1e-12, too often bias confirmed" in text.replace("2.0e-7", "2e-7")
    assert "p 4.0e-5, too high p 0.41 not confirmed" in text
    assert "first run: p 2.0e-7" in printed(sample())
    assert "The p-values drawn are those of the first run" in text
    assert "Drawn afresh" not in render_chance(fair())


def test_what_was_not_asked_has_no_figures() -> None:
    data = data_of(battery("bits", "inconclusive", [unasked("triples")], power=[], drawn=10))
    text = Outline(render_chance(data)).text
    assert "not asked: too few decks" in text and "None" not in text
    assert "triples: too few decks were drawn" in printed(data) and "None" not in printed(data)


def test_names_with_markup_stay_names() -> None:
    evil = judged(EVIL, "bias shown", 1e-9, detail=EVIL, first=1e-8)
    money = {"title": EVIL, "funnel": [[1, 0, 1, 2, 1], [2, 0, 1, 2, 1]]}
    heat = {"title": EVIL, "rows": [EVIL, EVIL], "cells": [[5.0, -5.0], [0.0, 2.0]]}
    resolves = [{"defect": EVIL, "needs": None, "resolved": False, "says": EVIL}]
    told = {"findings": [EVIL], "notes": [EVIL], "looks_like": EVIL, "says": EVIL, "unit": EVIL}
    one = battery(EVIL, "fail", [evil] * 9, money=money, heat=heat, resolves=resolves, **told)
    data = data_of(one, one) | {"source": EVIL, "game": EVIL, "command": EVIL, "rule": [EVIL], "digest": EVIL}
    page = render_chance(data)
    assert "<script" not in page and "\x1b" not in page
    assert "<script>alert(1)</script>" in Outline(page).text
    assert Outline(page).unbalanced == [] and broken_links(page) == []
    assert "\x1b" not in printed(data) and "[red]x[/red]" in printed(data)


def test_unknown_keys_are_passed_over() -> None:
    data = data_of(sample()["batteries"][1] | {"unheard": {"of": 1}}) | {"signature": "none yet"}
    assert render_chance(data) == render_chance(data_of(sample()["batteries"][1]))


def test_terminal_shows_what_is_wrong_and_counts_the_rest() -> None:
    text = printed(sample())
    assert "all tests: 13 (2 bias shown, 1 inconclusive, 1 not asked, 9 bounded)" in text
    assert "looks like a naive swap shuffle: each card swapped with any other" in text
    assert "finding: deck 17 holds As twice" in text
    assert "even 3" not in text
    assert "fairfelt chance --decks decks.txt" in printed(sample(), width=30)


def test_terminal_shows_the_three_least_likely_where_all_is_well() -> None:
    shown = re.findall(r"even \d", printed(fair()))
    assert shown == ["even 8", "even 7", "even 6"]


def test_a_pass_says_what_it_leaves_open() -> None:
    assert "Each rules out any above its limit." in printed(fair())
    mixed = battery("bits", "pass", [judged("a", "bounded", 0.5), judged("b", "inconclusive", 0.5)])
    assert "1 rules out any above the limit; 1 would have shown only a larger one." in printed(data_of(mixed))


def test_terminal_says_what_it_would_take() -> None:
    text = printed(data_of(OPEN))
    assert "20,000 more decks would complete what was registered" in text
    assert "would take 93,247 decks" in text
    assert "would take" not in printed(fair()) and "would complete" not in printed(fair())


def test_colours_add_nothing_to_the_words() -> None:
    coloured = printed(sample(), colour=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == printed(sample())


@pytest.mark.parametrize(
    ("p", "words"),
    [(0.0123, "0.0123"), (3.1e-12, "3.1e-12"), (9.9e-5, "9.9e-5"), (0.0, "under 1e-300"), (1.0, "1"), (None, "–")],
)
def test_p_values_are_short(p: float | None, words: str) -> None:
    assert p_value(p) == words


@pytest.mark.parametrize(
    ("size", "effect", "words"),
    [
        (0.021, "spread", "2.1 % of what a cell expects"),
        (2.15, "spread", "220 % of what a cell expects"),
        (0.02, "shift", "0.02 standard deviations"),
        (1 / 12_500, "rate", "1 in 12,500 decks"),
        (0.5, "rate", "50 % of all decks"),
        (2.0**-32, "coincidence", "as often as 1 of 2^32 states would repeat"),
        (0.01, "distance", "0.01 between distribution functions"),
        (0.0, "rate", "never"),
        (None, None, "–"),
    ],
)
def test_biases_are_told_in_the_words_of_their_effect(size: float | None, effect: str | None, words: str) -> None:
    assert bias(size, effect, "decks") == words


@given(st.floats(1e-9, 0.09))
def test_a_rounded_bias_never_promises_more_than_was_measured(size: float) -> None:
    assert float(bias(size, "spread").split(" %")[0].replace(",", "")) / 100 >= size * (1 - 1e-12)
    assert float(bias(size, "shift").split()[0]) >= size * (1 - 1e-12)
    assert 1 / float(bias(size, "rate").split()[2].replace(",", "")) >= size * (1 - 1e-12)
    assert 1 / float(odds(size).split()[-1].replace(",", "")) >= size * (1 - 1e-3)


def squares(drawn: Picture | None, kind: str) -> int:
    assert drawn is not None
    return str(re.findall(rf'<path class="{kind}"[^>]* d="([^"]*)"', drawn.svg)[0]).count("M")


def test_heat_map_draws_each_cell_that_is_off_once() -> None:
    every = [value for row in cells() for value in row]
    drawn = heat_map("card by position", CARDS, cells())
    assert squares(drawn, "often") == sum(value >= LEAST for value in every) > 0
    assert squares(drawn, "rarely") == sum(value <= -LEAST for value in every) > 0
    assert squares(heat_map("none", CARDS, [[0.0] * 52] * 52), "often") == 0


def test_heat_map_grows_with_the_deviation_up_to_four() -> None:
    drawn = heat_map("sizes", ["a"], [[1.4, 1.6, 3.0, 4.0, 9.0]])
    assert drawn is not None
    sizes = [int(size) for size in re.findall(r"M\d+ \d+h(\d+)v", drawn.svg)]
    assert len(sizes) == 4 and sizes == sorted(sizes)
    assert sizes[0] < sizes[1] < sizes[2] == sizes[3]


def test_heat_map_says_where_it_is_worst_and_whether_that_is_much() -> None:
    biased, calm = heat_map("t", CARDS, cells(slope=9)), heat_map("t", CARDS, cells())
    assert biased is not None and calm is not None
    assert "at position" in biased.caption and "too often" in biased.caption
    assert "far more than" in heat_map("t", CARDS, [[3.0] * 52] * 52).caption  # type: ignore[union-attr]
    assert heat_map("t", [], []) is None


def test_pictures_stay_small() -> None:
    worst = heat_map("t", CARDS, [[9.0, -9.0] * 26] * 52)
    assert worst is not None and len(worst.svg) < 60_000
    assert len(render_chance(sample())) < 150_000


def every_picture() -> list[Picture]:
    curves = sample()["batteries"][0]["power"]
    drawn = [
        heat_map("card by position", CARDS, cells()),
        histogram_of_p([at / 40 for at in range(40)]),
        ranks_of_p([(at / 40, at == 0) for at in range(40)], 0.01, 40),
        money_funnel("won", [[1, -1, 0, 1, 0], [100, -10, 0, 10, 5]]),
        power_curves(curves, 40_000, "decks", {one["id"]: 0.02 for one in curves}),
    ]
    return [one for one in drawn if one is not None]


def test_pictures_need_no_colour_and_are_told_in_words() -> None:
    assert len(every_picture()) == 5
    for one in every_picture():
        assert f"<title>{one.title}</title><desc>" in one.svg
        assert one.caption.count(".") >= 2
        assert not re.search(r'#[0-9a-f]{3}|style=|(fill|stroke)="(?!none|currentColor)', one.svg)
        assert Outline(one.svg).unbalanced == []


def test_pictures_keep_their_shapes_inside_their_frame() -> None:
    for one in every_picture():
        height = int(re.findall(rf'viewBox="0 0 {WIDTH} (\d+)"', one.svg)[0])
        for x, y in re.findall(r'c?x="([\d.-]+)" c?y="([\d.-]+)"', one.svg):
            assert 0 <= float(x) <= WIDTH and 0 <= float(y) <= height, one.title


def test_few_p_values_make_no_picture() -> None:
    assert histogram_of_p([0.5] * 7) is None and ranks_of_p([(0.5, False)] * 7, 0.01, 7) is None
    assert power_curves([], 100, "decks", {}) is None and money_funnel("won", [[1, 0, 0, 0, 0]]) is None


def test_a_tower_of_p_values_leaves_the_band() -> None:
    tower, even = histogram_of_p([0.001] * 40), histogram_of_p([at / 40 for at in range(40)])
    assert tower is not None and even is not None
    assert "The bar at 0 leaves the band" in tower.caption and "beyond" in tower.svg
    assert "The bars at 0, 0.9 leave the band" in str(histogram_of_p([0.01, 0.99] * 30))
    assert "No bar leaves the band" in even.caption and "beyond" not in even.svg


def test_rare_things_that_were_not_found_are_left_out_of_the_tenths() -> None:
    rare = [judged("decks that come again", "bounded", 1.0, effect="coincidence")]
    even = [judged(f"even {at}", "bounded", at / 9) for at in range(9)]
    assert "9 p-values in tenths" in render_chance(data_of(battery("shuffles", "pass", even + rare)))
    assert "Left out: 1 that" in render_chance(data_of(battery("shuffles", "pass", even + rare)))
    assert "Left out" not in render_chance(data_of(battery("shuffles", "pass", even)))


def test_ranks_mark_what_is_shown_and_what_lies_below_the_edge() -> None:
    biased = ranks_of_p([(0.0, True), *((at / 40, False) for at in range(1, 40))], 0.01, 40)
    assert biased is not None
    assert biased.svg.count("dot shown") == 1 and "Triangles" in biased.caption
    assert "1 of them shows a bias" in biased.caption
    once = ranks_of_p([(1e-5, False), *((at / 40, False) for at in range(1, 40))], 0.01, 40)
    assert once is not None and "1 that lay below was not confirmed when drawn afresh" in once.caption
    assert "confirmed" not in biased.caption


def test_money_outside_its_funnel_is_told() -> None:
    inside = money_funnel("won", [[1, -1, 0, 1, 0], [100, -10, 0, 10, 5]])
    outside = money_funnel("won", [[1, -1, 0, 1, 0], [100, -10, 0, 10, 25]])
    assert inside is not None and "never leaves it" in inside.caption
    assert outside is not None and "outside at 1 of 2 points" in outside.caption


def test_power_is_marked_at_the_sample_that_was_drawn() -> None:
    curve = {"id": "a", "title": "the top card", "effect": "spread", "points": [[100, 0.5], [10_000, 0.05]]}
    drawn = power_curves([curve], 1000, "decks", {"a": 0.02})
    assert drawn is not None
    assert "the top card sees 16 %" in drawn.caption and drawn.svg.count("<circle") == 1
    assert "limit 2 %" in drawn.svg


def test_the_rule_and_both_risks_are_told() -> None:
    text = Outline(render_chance(sample())).text
    rule = text.index("Decision rule")
    assert rule < text.index("Registered first.") < text.index("Judged once.")
    assert "1 time in 100" in text[rule:]
    for words in ("sha256:0123", "fairfelt chance --decks decks.txt", "End of report"):
        assert words in text[rule:]


@pytest.mark.parametrize("statistic", [9.0, math.inf])
@pytest.mark.parametrize("effect", get_args(Effect))
def test_every_effect_that_a_measure_may_have_is_told_however_far_off(effect: Effect, statistic: float) -> None:
    measure = Measure("a.b", "something", "a law", 1000, statistic, 0.999, 1e-10, effect)
    asked, level = Battery("decks", "decks", {"a.b": "something"}, 1000), Level()
    told = judgement_data(judge(asked, level, [measure], 1000), level)
    data = data_of(told, verdict="fail")
    assert "Bias shown: something" in render_chance(json.loads(json.dumps(data, allow_nan=False)))
    assert "something" in printed(data)
