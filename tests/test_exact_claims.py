"""Printed figures are confirmed or denied to the last digit, and limits of regulators met or not met."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from fairfelt.rulesets.choose import Rules, choose
from fairfelt.rulesets.errors import RulesetError
from fairfelt.rulesets.jurisdictions import Limit, list_jurisdictions, load_jurisdiction
from fairfelt.rulesets.loader import load
from fairfelt.rulesets.rules import Mathematics as Stated
from fairfelt.rulesets.rules import Published
from fairfelt.stats.exact.claims import claims
from fairfelt.stats.exact.figures import EdgeAt, Estimate, MainFigures, Mathematics, WagerFigures
from fairfelt.stats.exact.limits import beatable, hold

TABLE = "500-100-30-10-8-6-4-2-1"


def sheet(edge: Fraction | Estimate = Fraction(127, 10_000), side: Fraction = Fraction(33, 1_000)) -> Mathematics:
    main = MainFigures(
        ("ante",), edge, 1.2, Fraction(3, 10), Fraction(17, 10), Fraction(1, 100), {}, "by hand", (), (), 0.0
    )
    rows = {"royal-flush": Fraction(1, 100_000), "pair-of-aces": Fraction(1, 10), "lower": Fraction(89_999, 100_000)}
    wager = WagerFigures(
        "aces-up", TABLE, side, Fraction(1, 10), 2.5, rows, ("royal-flush", "pair-of-aces"), "by hand"
    )
    return Mathematics("six-card-poker", "Six Card Poker", None, {}, {}, main, (wager,))


def stating(says: str, of: str = "main", only: dict[str, frozenset[str]] | None = None) -> Rules:
    rules = choose(load("six-card-poker"))
    entry = Published(of, "house-edge", says, only or {}, {}, ())
    return replace(rules, ruleset=replace(rules.ruleset, mathematics=Stated(("ante",), True, (entry,))))


@pytest.mark.parametrize(
    ("says", "edge", "verdict"),
    [
        ("1.27 %", Fraction(12717, 1_000_000), "confirmed"),
        ("1.27 %", Fraction(12799, 1_000_000), "confirmed"),  # cut off in place of rounded
        ("1.27 %", Fraction(1280, 100_000), "denied"),
        ("1.27 %", Fraction(1260, 100_000), "denied"),
        ("1.3 %", Fraction(12717, 1_000_000), "confirmed"),
        ("1.2717 %", Fraction(12717, 1_000_000), "confirmed"),
        ("1.2719 %", Fraction(12717, 1_000_000), "denied"),
        ("0.0127", Fraction(12717, 1_000_000), "confirmed"),
    ],
)
def test_a_printed_figure_is_held_to_its_last_digit(says: str, edge: Fraction, verdict: str) -> None:
    (claim,) = claims(stating(says), sheet(edge))
    assert claim.verdict == verdict
    assert says in claim.sentence


def test_a_figure_for_another_reading_is_not_held() -> None:
    assert claims(stating("9 %", only={"claim": frozenset({"automatic"})}), sheet()) == ()


def test_an_estimate_confirms_nothing() -> None:
    (claim,) = claims(stating("1.27 %"), sheet(Estimate(0.0127, 0.0001)))
    assert claim.verdict == "not decided"


def test_a_printed_figure_of_a_wager_is_held_for_each_of_its_tables() -> None:
    (claim,) = claims(stating("3.30 %", of="aces-up"), sheet())
    assert (claim.verdict, claim.of) == ("confirmed", "aces-up")


def limit(**bounds: object) -> Limit:
    empty: dict[str, object] = {"at_least": None, "at_most": None, "below": None}
    return Limit(id="somewhere.one", says="So.", source="Here", read="primary", **(empty | bounds))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("bounds", "verdicts"),
    [
        ({"figure": "return", "at_least": Fraction(97, 100)}, ["met", "not met"]),
        ({"figure": "return", "at_most": Fraction(98, 100)}, ["not met", "met"]),
        ({"figure": "return", "below": Fraction(9_873, 10_000)}, ["not met", "met"]),
        ({"figure": "odds", "at_most": Fraction(99_999)}, ["met"]),
        ({"figure": "odds", "at_most": Fraction(99_998)}, ["not met"]),
    ],
)
def test_a_limit_is_met_up_to_its_bound(bounds: dict[str, object], verdicts: list[str]) -> None:
    assert [held.verdict for held in hold([limit(**bounds)], sheet())] == verdicts


def test_a_line_that_never_comes_up_misses_every_limit_on_odds() -> None:
    found = sheet()
    never = replace(found.wagers[0], rows={**found.wagers[0].rows, "royal-flush": Fraction(0)})
    (held,) = hold([limit(figure="odds", at_most=Fraction(10**12))], replace(found, wagers=(never,)))
    assert held.verdict == "not met"
    assert "never comes up" in held.sentence


def test_a_return_may_not_fall_as_the_wager_rises() -> None:
    edges = (EdgeAt("main", 5, Fraction(1, 100)), EdgeAt("main", 500, Fraction(2, 100)))
    rule = limit(figure="fall", at_most=Fraction(1, 10_000))
    verdicts = {held.of: held.verdict for held in hold([rule], sheet(), edges)}
    assert verdicts == {"main": "not met", f"aces-up by {TABLE}": "not decided"}


def test_the_floor_is_held_at_the_worst_wager() -> None:
    edges = (EdgeAt("main", 1, Fraction(1, 2)),)
    held = hold([limit(figure="return", at_least=Fraction(3, 4))], sheet(), edges)[0]
    assert held.verdict == "not met"
    assert "50.0000%" in held.sentence


def test_whatever_returns_all_that_is_wagered_is_a_finding() -> None:
    assert beatable(sheet()) == ()
    (finding,) = beatable(sheet(side=Fraction(-1, 100)))
    assert finding.startswith("aces-up by")
    assert len(beatable(sheet(Fraction(0)))) == 1


@pytest.mark.parametrize("name", list_jurisdictions())
def test_every_jurisdiction_that_ships_loads(name: str) -> None:
    assert all(one.id.startswith(f"{name}.") and one.says for one in load_jurisdiction(name))


def test_an_unknown_jurisdiction_is_told() -> None:
    with pytest.raises(RulesetError, match="choose one of gli-19"):
        load_jurisdiction("atlantis")


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("r: {figure: return, section: s, says: t, read: primary}", "a limit has one bound"),
        ("r: {figure: return, at-least: 83 %, at-most: 99 %, section: s, says: t, read: primary}", "one bound"),
        ("r: {figure: odds, at-most: 83 %, section: s, says: t, read: primary}", "odds are bounded by a number"),
        ("r: {figure: retrun, at-least: 83 %, section: s, says: t, read: primary}", "retrun|literal|input should"),
    ],
)
def test_a_malformed_limit_is_told_with_its_place(line: str, what: str, tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    file.write_text(f"fairfelt: 1\njurisdiction: own\ntitle: Own\nlimits:\n  {line}\n", encoding="utf-8")
    with pytest.raises(RulesetError, match=what) as told:
        load_jurisdiction(str(file))
    assert "own.yaml:5" in str(told.value)
