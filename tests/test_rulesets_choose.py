"""Choosing closes every open point, and the digest names exactly what was chosen."""

import json
from pathlib import Path
from shutil import copytree

import pytest

from fairfelt.rulesets.choose import ChoiceError, Rules, choose, every_variant, fitting_tables
from fairfelt.rulesets.document import parse_document
from fairfelt.rulesets.loader import load
from tests.rulesets.samples import GAMES, TINY, edited, load_text, shipped_text, tiny_text

HOLDEM, SIX = shipped_text("casino-holdem"), shipped_text("six-card-poker")


def six_card(**chosen: str) -> Rules:
    return choose(load("six-card-poker"), options=chosen)


def digest_of(text: str, folder: Path | None = None) -> str:
    return choose(load_text(text, folder), first_table=True).digest


def test_the_first_reading_of_each_option_is_the_default() -> None:
    for game in GAMES:
        ruleset = load(game)
        rules = choose(ruleset, first_table=True)
        assert rules.readings == {name: next(iter(option.readings)) for name, option in ruleset.options.items()}
        assert rules.variant is None


def test_a_variant_is_a_bundle_of_readings() -> None:
    live = choose(load("casino-holdem"), variant="live", first_table=True)
    assert live.readings["antewin-claim"] == "announced"
    assert (
        choose(load("casino-holdem"), variant="electronic", first_table=True).readings["antewin-claim"] == "automatic"
    )


def test_an_option_beside_a_variant_wins_over_it() -> None:
    rules = choose(load("casino-holdem"), "live", {"antewin-claim": "automatic"}, first_table=True)
    assert rules.readings["antewin-claim"] == "automatic"


def test_options_are_facts_that_never_change_in_a_round() -> None:
    assert six_card(claim="automatic").known == {"option.claim": "automatic"}


@pytest.mark.parametrize(
    ("variant", "options", "tables", "words"),
    [
        ("lives", {}, {}, "'lives' is no variant of casino-holdem; did you mean 'live'?"),
        ("casino", {}, {}, "there are: electronic, live"),
        (None, {"antewins": "adds"}, {}, "no option of casino-holdem; did you mean 'antewin'?"),
        (None, {"antewin": "add"}, {}, "no reading of option antewin; did you mean 'adds'?"),
        (None, {"antewin": "both"}, {}, "there are: replaces, adds"),
        (None, {}, {"call": "100"}, "no wager of casino-holdem with a pay table; there are: ante"),
        (None, {}, {"ante": "100-20-10-3-2"}, "did you mean '100-20-10-3-2-1'?"),
        (None, {}, {"ante": "99-19-9-2-1"}, "no pay table of ante under these options"),
    ],
)
def test_an_unknown_choice_is_refused_with_what_there_is(
    variant: str | None, options: dict[str, str], tables: dict[str, str], words: str
) -> None:
    with pytest.raises(ChoiceError) as refused:
        choose(load("casino-holdem"), variant, options, tables)
    assert words in str(refused.value)


def test_a_pay_table_that_the_document_does_not_print_must_be_chosen() -> None:
    with pytest.raises(ChoiceError, match="--pay-table ante=100-20-10-3-2-1"):
        choose(load("casino-holdem"))
    assert (
        choose(load("casino-holdem"), pay_tables={"ante": "100-20-10-3-2-1"}).pay_tables["ante"].id == "100-20-10-3-2-1"
    )
    assert choose(load("casino-holdem"), first_table=True).pay_tables["ante"].id == "100-20-10-3-2-1"


def test_a_printed_pay_table_is_the_default_and_may_be_replaced() -> None:
    assert choose(load("six-card-poker")).pay_tables["aces-up"].printed
    other = "250-75-35-10-8-6-4-2-1"
    assert choose(load("six-card-poker"), pay_tables={"aces-up": other}).pay_tables["aces-up"].id == other


def test_each_reading_has_its_own_pay_tables() -> None:
    ruleset = load("casino-holdem")
    for reading, table in (("replaces", "100-20-10-3-2-1"), ("adds", "99-19-9-2-1")):
        assert [fit.id for fit in fitting_tables(ruleset, "ante", {"antewin": reading})] == [table]


def test_every_variant_is_the_default_each_bundle_and_each_option_changed_alone() -> None:
    assert every_variant(load("six-card-poker")) == [
        (None, {}),
        ("live", {}),
        ("electronic", {}),
        (None, {"claim": "automatic"}),
    ]
    holdem = load("casino-holdem")
    assert len(every_variant(holdem)) == 1 + len(holdem.variants) + len(holdem.options)


def test_the_digest_differs_with_each_choice() -> None:
    for game in GAMES:
        ruleset = load(game)
        changed = [{}, *(options for _, options in every_variant(ruleset) if options)]
        digests = [choose(ruleset, options=options, first_table=True).digest for options in changed]
        assert len(set(digests)) == len(changed)
    tables = load("six-card-poker").pay_tables["aces-up"]
    assert len({choose(load("six-card-poker"), pay_tables={"aces-up": table.id}).digest for table in tables}) == len(
        tables
    )


def test_the_digest_is_the_same_however_the_same_choice_is_written() -> None:
    assert choose(load("six-card-poker"), "electronic").digest == six_card(claim="automatic").digest
    assert choose(load("six-card-poker"), "live").digest == six_card().digest


def test_the_digest_does_not_change_with_comments_order_of_keys_or_layout() -> None:
    data = parse_document(SIX, "game.yaml").data
    other_layout = json.dumps({key: data[key] for key in reversed(data)}, indent=3)
    assert digest_of(other_layout) == digest_of(SIX)
    assert digest_of(f"# a comment\n{SIX}") == digest_of(SIX)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("straight: 5 to 1", "straight: 7 to 1"),
        ("play: push, cite: ties}", "play: lose, cite: ties}"),
        ("{high-card: [A, K]}", "{high-card: [A, Q]}"),
        ("seats: {most: 7", "seats: {most: 6"),
        ("up: {dealer: [4, 5, 6]}", "up: {dealer: [1, 2, 3]}"),
    ],
)
def test_the_digest_changes_with_every_rule(old: str, new: str) -> None:
    assert digest_of(edited(SIX, old, new)) != digest_of(SIX)


@pytest.mark.parametrize("part", ["rankings/second-wheel.yaml", "sources/felt-house.yaml"])
def test_the_digest_changes_with_the_ranking_and_the_source(part: str, tmp_path: Path) -> None:
    copytree(TINY, tmp_path, dirs_exist_ok=True)
    game = tiny_text("many-forms")
    before = digest_of(game, tmp_path)
    file = tmp_path / part
    text = file.read_text("utf-8")
    straight, flush = "  straight:        {run: true}\n", "  flush:           {suited: true}\n"
    swapped = text.replace(straight + flush, flush + straight).replace("shuffled together", "shuffled apart")
    assert swapped != text
    file.write_text(swapped, "utf-8")
    assert digest_of(game, tmp_path) != before


def test_the_digest_ignores_rankings_that_the_game_does_not_use(tmp_path: Path) -> None:
    copytree(TINY, tmp_path, dirs_exist_ok=True)
    before = digest_of(tiny_text("many-forms"), tmp_path)
    (tmp_path / "rankings" / "five-alike.yaml").unlink()
    assert digest_of(tiny_text("many-forms"), tmp_path) == before
