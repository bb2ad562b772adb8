"""What regulators demand of tests of chance: the level is theirs, and never a constant of the suite."""

from fractions import Fraction
from pathlib import Path

import pytest

from fairfelt.rulesets.errors import RulesetError
from fairfelt.rulesets.jurisdictions import list_jurisdictions, load_chance, load_jurisdiction

OWN = "fairfelt: 1\njurisdiction: own\ntitle: Own\n"


@pytest.mark.parametrize(
    ("name", "alpha", "together"),
    [
        ("gli-19", 1, True),
        ("tribal", 1, True),
        ("ontario", 1, True),
        ("pennsylvania", 5, True),
        ("new-mexico", 1, False),
    ],
)
def test_each_jurisdiction_has_a_level_of_its_own(name: str, alpha: int, together: bool) -> None:
    chance = load_chance(name)
    assert (chance.alpha, chance.together) == (Fraction(alpha, 100), together)
    assert chance.says and chance.source


def test_a_jurisdiction_may_name_the_tests_that_are_asked() -> None:
    shuffles = ("positions", "order", "pairs", "repeats-1")
    numbers = ("chi-square", "runs", "interplay-correlation", "serial-correlation")
    assert load_chance("new-mexico").tests == shuffles + numbers
    assert load_chance("gli-19").tests is None


def test_a_jurisdiction_that_only_limits_returns_says_nothing_of_chance() -> None:
    with pytest.raises(RulesetError, match=r"says nothing of tests of chance[\s\S]*gli-19"):
        load_chance("malta")


def test_a_jurisdiction_that_only_speaks_of_chance_has_no_limits() -> None:
    assert "ontario" in list_jurisdictions()
    assert load_jurisdiction("ontario") == ()


def test_a_file_of_ones_own_sets_its_own_level(tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    file.write_text(OWN + 'chance: {level: 99.9 %, of: all, section: "1", read: primary, says: "Be sure."}\n', "utf-8")
    assert load_chance(str(file)).alpha == Fraction(1, 1000)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "demands nothing"),
        ('chance: {level: sure, of: all, section: "1", read: primary, says: "x"}\n', "level"),
        ('chance: {level: 99 %, of: some, section: "1", read: primary, says: "x"}\n', "of"),
        ('chance: {level: 99 %, of: all, tests: [], section: "1", read: primary, says: "x"}\n', "tests"),
    ],
)
def test_a_file_that_does_not_say_what_it_demands_is_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "own.yaml"
    file.write_text(OWN + text, "utf-8")
    with pytest.raises(RulesetError, match=message):
        load_chance(str(file))
