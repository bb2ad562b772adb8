"""A ranking file that would rank some hands in silence otherwise than its author meant is refused."""

from pathlib import Path
from shutil import copytree

import pytest

from fairfelt.rulesets.errors import RulesetError
from tests.rulesets.samples import TINY, assert_refused, edited, load_text, tiny_text

RANKING = (TINY / "rankings" / "second-wheel.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("three-of-a-kind: {groups: [3]}", "three-of-a-kind: {groups: [4]}", 7, "no hand of 3 cards"),
        ("three-of-a-kind: {groups: [3]}", "three-of-a-kind: {groups: [1, 2]}", 7, "largest first"),
        ("pair:            {groups: [2]}", "pair:            {groups: [2], run: true}", 10, "a run has no two cards"),
        ("  high-card:       {}\n", "", 10, "hands below 'pair' have no category"),
        ("high-card:       {}", "high-card:       {}\n  nothing: {}", 12, "'nothing' can never apply"),
        ("pair:            {groups: [2]}", "straight-flush-again: {run: true, suited: true}", 10, "can never apply"),
        ("high-card:       {}", "lower:       {}", 11, "all lower hands"),
        ("top-run:   {straight-flush: [A]}", "top-run:   {}", 13, "is no floor"),
        ("top-run:   {straight-flush: [A]}", "top-run:   {straight-flush: [A], pair: [A]}", 13, "is no floor"),
        ("top-run:   {straight-flush: [A]}", "top-run:   {straight-flash: [A]}", 13, "is no floor"),
        ("top-run:   {straight-flush: [A]}", "top-run:   {pair: [A, A]}", 13, "no pair starts with A-A"),
        ("top-run:   {straight-flush: [A]}", "pair:   {straight-flush: [A]}", 13, "a meaning already"),
        ("cards: 3", "cards: 9", 3, "less than or equal to 7"),
        ("wheel: second", "wheel: high", 4, "'lowest', 'second' or 'none'"),
        ("wheel: second", "wheel: second\nwheels: 2", 5, "extra inputs"),
    ],
)
def test_a_damaged_ranking_is_refused_on_its_line(old: str, new: str, line: int, words: str, tmp_path: Path) -> None:
    with pytest.raises(RulesetError) as refused:
        load_with(edited(RANKING, old, new), tmp_path)
    assert refused.value.where.startswith("second-wheel.yaml:")
    assert_refused(refused.value, line, words)


def test_the_undamaged_ranking_loads(tmp_path: Path) -> None:
    load_with(RANKING, tmp_path)


def test_the_nearest_ranking_takes_the_place_of_one_that_ships(tmp_path: Path) -> None:
    load_with(
        edited(RANKING, "ranking: second-wheel", "ranking: poker"),
        tmp_path,
        tiny_text("many-forms").replace("second-wheel", "poker"),
    )
    assert load_text(tiny_text("two-packs"), TINY).hands["own"].ranking.size == 5


def load_with(ranking: str, folder: Path, game: str = "") -> None:
    """Load a game beside a ranking file of this text."""
    copytree(TINY / "sources", folder / "sources")
    (folder / "rankings").mkdir()
    (folder / "rankings" / "second-wheel.yaml").write_text(ranking, encoding="utf-8")
    assert load_text(game or tiny_text("many-forms"), folder).hands["own"].ranking.size == 3
