"""`fairfelt math`: the sheet in words and as data, one hand's choices, and wrong input."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from fairfelt.reports.par import par_data
from fairfelt.rulesets.choose import choose
from fairfelt.rulesets.loader import load
from fairfelt.stats.exact.sheet import make_sheet
from tests.cli_running import run

THREE = "three-card-poker-6-card-bonus"


def sheet(capsys: pytest.CaptureFixture[str], *more: str) -> Any:
    done = run(capsys, "math", THREE, "--json", *more)
    assert done.code == 0, done.err
    return json.loads(done.out)


def fraction(figure: dict[str, str]) -> Fraction:
    return Fraction(int(figure["num"]), int(figure["den"]))


@pytest.fixture(scope="module")
def data() -> Any:
    rules = choose(load(THREE), first_table=True)
    return json.loads(json.dumps(par_data(make_sheet(rules))))


def test_the_house_edge_is_an_exact_fraction(data: Any) -> None:
    main = data["main"]
    assert fraction(main["house_edge"]) == Fraction(229_314, 12_724_075)
    assert round(float(fraction(main["fold_frequency"])), 6) == 0.116243
    assert round(main["average_wager"], 6) == 1.883757
    assert round(main["element_of_risk"], 6) == 0.009567
    assert round(main["standard_deviation"], 6) == 1.654173
    assert main["seconds"] > 0


def test_the_rows_of_the_main_game_cover_every_deal(data: Any) -> None:
    rows = data["main"]["rows"]
    assert sum(fraction(share) for name, share in rows.items() if name.startswith("ante.")) == 1
    assert fraction(rows["ante.dealer-fails"]) == Fraction(6_720, 22_100)


def test_every_wager_is_reported_by_every_pay_table(data: Any) -> None:
    assert set(data["wagers"]) == {"pair-plus", "six-card-bonus"}
    assert len(data["wagers"]["pair-plus"]) == 14
    original = data["wagers"]["pair-plus"]["40-30-6-4-1"]
    assert round(float(fraction(original["house_edge"])), 6) == 0.023167
    assert fraction(original["rows"]["straight"]) == Fraction(720, 22_100)


def test_a_chosen_pay_table_is_reported_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert set(sheet(capsys, "--pay-table", "pair-plus=40-30-6-3-1")["wagers"]["pair-plus"]) == {"40-30-6-3-1"}


def test_another_reading_has_another_edge(capsys: pytest.CaptureFixture[str]) -> None:
    assert round(float(fraction(sheet(capsys, "--option", "third-card=hidden")["main"]["house_edge"])), 6) == 0.086580


def test_printed_figures_are_judged(data: Any) -> None:
    assert {claim["verdict"] for claim in data["claims"]} == {"confirmed"}
    assert len(data["claims"]) == 4


def test_the_sheet_in_words_says_how_it_was_found(capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "math", THREE, "--pay-table", "pair-plus=40-30-6-3-1")
    assert done.code == 0
    for words in ("house edge", "1.8022%", "held: one pack is dealt from", "checked: the counts", "pair-plus, pay"):
        assert words in done.out


def test_a_limit_that_is_not_met_is_exit_code_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "strict.yaml"
    limit = "{figure: return, at-least: 99 %, section: s, says: No edge over 1 %., read: primary}"
    file.write_text(f"fairfelt: 1\njurisdiction: strict\ntitle: Strict\nlimits:\n  r: {limit}\n", encoding="utf-8")
    done = run(capsys, "math", THREE, "--jurisdiction", str(file))
    assert done.code == 1
    assert "not met: main returns 98.1978%" in done.out


def test_the_sheet_is_written_for_people_and_for_programs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done = run(capsys, "math", THREE, "--out", str(tmp_path / "sheet"))
    assert done.code == 0
    assert "229,314 / 12,724,075" in (tmp_path / "sheet/math.html").read_text(encoding="utf-8")
    assert json.loads((tmp_path / "sheet/math.json").read_text(encoding="utf-8"))["game"] == THREE


def test_each_choice_is_told_with_its_worth(capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "math", THREE, "--hand", "Qs 9d 2c", "--dealer", "Qh")
    assert done.code == 0
    assert [line.split()[0] for line in done.out.splitlines()] == ["fold", "play"]
    assert done.out.splitlines()[1].endswith("best")
    assert run(capsys, "math", THREE, "--hand", "Qs 8d 7c", "--dealer", "Qh").out.splitlines()[0].endswith("best")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["--hand", "Qs 9d", "--dealer", "Qh"], "--hand names 2 cards"),
        (["--hand", "Qs 9d 2c"], "--dealer names 0 cards"),
        (["--hand", "Qs 9d 2c", "--dealer", "Qs"], "Qs is named twice"),
        (["--hand", "Qs 9d 1c", "--dealer", "Qh"], "'1c' is no card"),
        (["--hand", "Qs 9d 2c", "--dealer", "Qh", "--board", "2d"], "--board names 1 card"),
        (["--dealer", "Qh"], "go with --hand"),
        (["--pay-table", "pair-plus=1-2-3"], "is no pay table of pair-plus"),
        (["--jurisdiction", "atlantis"], "is no jurisdiction"),
        (["--least", "0"], "--least"),
    ],
)
def test_wrong_input_is_one_message_and_exit_code_10(
    given: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    done = run(capsys, "math", THREE, *given)
    assert done.code == 10
    assert told in done.err
    assert "Traceback" not in done.err


def test_a_pay_table_with_a_line_that_can_not_come_up_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Four of a kind in three cards: the ranking has no such hand, so the ruleset does not load."""
    text = (Path(__file__).parents[1] / f"rulesets/games/{THREE}.yaml").read_text(encoding="utf-8")
    own = tmp_path / "own.yaml"
    lines = "lines: {straight-flush: 40 to 1"
    own.write_text(text.replace(lines, lines.replace("{", "{four-of-a-kind: 90 to 1, ")), encoding="utf-8")
    done = run(capsys, "math", str(own))
    assert done.code == 10
    assert "four-of-a-kind" in done.err
