"""`fairfelt chance`: files of decks, numbers, bits and rounds, an engine, and wrong input."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import fairfelt.conformance.reference as reference
from fairfelt.conformance.profiles import PROFILES
from fairfelt.rulesets.cards import full_deck
from fairfelt.stats.catalogue import find
from tests.audit_logs import GAME, rounds, write
from tests.cli_running import Ran, run

PLAIN = full_deck()
REGISTERED = PROFILES["lab"].shuffles
MEGABIT = 125_000
"""Bytes of a sequence of bits that is tested together."""
THREE = "three-card-poker-6-card-bonus"
TABLES = ("--pay-table", "pair-plus=40-30-6-4-1", "--pay-table", "six-card-bonus=1000-200-100-20-15-10-7")
KEYS = {
    "format", "suite", "source", "game", "command", "rule", "batteries", "notes", "verdict", "exit_code", "digest",
    "seconds",
}
BATTERY_KEYS = {
    "name", "unit", "drawn", "tested", "redrawn", "registered", "verdict", "says", "level", "false_reject",
    "false_accept", "findings", "tests", "power", "notes", "looks_like", "heat", "resolves", "money", "digest",
}

Capsys = pytest.CaptureFixture[str]
Write = Callable[[str, str | bytes], str]


@pytest.fixture
def file(tmp_path: Path) -> Write:
    """Give a function that writes a file and names it."""

    def written(name: str, content: str | bytes) -> str:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return written


@cache
def decks(source: str, size: int) -> list[str]:
    """Draw decks of a source of the catalogue, each as one text."""
    drawn = find(source).make(1, 0, size)
    return ["".join(PLAIN[card] for card in deck) for deck in drawn.tolist()]


def lines(texts: list[str]) -> str:
    return "".join(f"{text}\n" for text in texts)


def chance(capsys: Capsys, *arguments: str) -> Ran:
    return run(capsys, "chance", *arguments)


def data_of(capsys: Capsys, *arguments: str) -> Any:
    return json.loads(chance(capsys, *arguments, "--json").out)


def assert_refused(done: Ran, *words: str) -> None:
    """One message that says where, what, and how to mend it."""
    assert (done.code, done.out) == (10, "")
    assert "Traceback" not in done.err
    for word in words:
        assert word in done.err


def test_a_fair_file_of_the_registered_size_passes(file: Write, capsys: Capsys) -> None:
    done = chance(capsys, "--decks", file("decks.txt", lines(decks("pcg64", REGISTERED))))
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("No bias shown\n")
    assert "40,000 decks" in done.out


def test_a_small_fair_file_decides_nothing_and_says_what_it_takes(file: Write, capsys: Capsys) -> None:
    done = chance(capsys, "--decks", file("decks.txt", lines(decks("pcg64", 1_000))))
    assert done.code == 2
    assert "1,000 of 40,000 registered decks" in done.out
    assert "39,000 more decks would complete what was registered." in done.out
    assert "Ruling out every bias above its limit would take" in done.out


def test_a_naive_swap_shuffle_is_found_and_named(file: Write, capsys: Capsys) -> None:
    done = chance(capsys, "--decks", file("decks.txt", lines(decks("naive-swap", 2_000))))
    assert done.code == 1
    assert done.out.startswith("Bias shown: looks like a naive swap shuffle\n")


def test_decks_that_are_no_whole_packs_fail_by_line_and_cards(file: Write, capsys: Capsys) -> None:
    texts = list(decks("pcg64", 300))
    missing, twice = texts[4][-2:], texts[6][2:4]
    texts[4], texts[6] = texts[4][:-2], twice + texts[6][2:]
    done = chance(capsys, "--decks", file("decks.txt", lines(texts)))
    assert done.code == 1
    assert f"decks.txt, line 5 is no whole pack: 51 cards where the pack has 52, missing {missing}" in done.out
    assert "decks.txt, line 7 is no whole pack: missing" in done.out
    assert f"too many of {twice}" in done.out


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("Колода карт\n", "decks.txt, line 1: no deck"),
        ("deck,cards\n1,AsKd\n", "`deck,cards`"),
        (",".join(PLAIN) + "\n", "155 characters where a deck has 104"),
        ("1s" * 52 + "\n", "'1s' at place 1 is no card"),
        (bytes(5_000), "5,000 characters where a deck has 104"),
        ("", "holds no deck; write one deck a line"),
        ("\n \n\r\n", "holds no deck; write one deck a line"),
    ],
    ids=["foreign", "csv", "commas", "notation", "zeros", "empty", "blank"],
)
def test_a_file_that_holds_no_decks_is_refused(content: str | bytes, told: str, file: Write, capsys: Capsys) -> None:
    assert_refused(chance(capsys, "--decks", file("decks.txt", content)), told, "write")


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path, capsys: Capsys) -> None:
    for path, why in ((tmp_path / "none", "No such file"), (tmp_path, "Is a directory")):
        assert_refused(chance(capsys, "--decks", str(path)), str(path), why, "name a file of one deck a line")
        assert_refused(chance(capsys, "--numbers", str(path), "--below", "6"), str(path), why, "give a file")
        assert_refused(chance(capsys, "--bits", str(path)), str(path), why, "name a file of raw bytes")
        assert_refused(chance(capsys, "--rounds", str(path), "--game", GAME), path.name, why)


def test_one_deck_tells_nothing_and_the_same_deck_for_ever_fails(file: Write, capsys: Capsys) -> None:
    (deck,) = decks("pcg64", 1)
    one = chance(capsys, "--decks", file("one.txt", f"{deck}\n"))
    assert one.code == 2
    assert "1 of 40,000 registered decks" in one.out
    same = chance(capsys, "--decks", file("same.txt", f"{deck}\n" * 200))
    assert same.code == 1
    assert "the same decks come again" in same.out


def test_line_ends_of_another_system_change_nothing(file: Write, capsys: Capsys) -> None:
    text = lines(decks("pcg64", 200))
    unix, dos = (
        data_of(capsys, "--decks", file(name, content))
        for name, content in (("unix", text), ("dos", text.replace("\n", "\r\n")))
    )
    assert unix["digest"] == dos["digest"] != ""


def test_a_shoe_is_judged_as_one_and_with_another_number_of_packs_it_is_none(file: Write, capsys: Capsys) -> None:
    drawn, shoe = Random(1), full_deck(6)
    path = file("shoes.txt", lines(["".join(drawn.sample(shoe, len(shoe))) for _ in range(40)]))
    data = data_of(capsys, "--decks", path, "--packs", "6", "--order", "".join(shoe))
    assert (data["exit_code"], data["batteries"][0]["findings"]) == (2, [])
    wrong = chance(capsys, "--decks", path, "--packs", "8")
    assert wrong.code == 1
    assert "line 1 is no whole pack: 312 cards where the pack has 416" in wrong.out
    assert "if the shoe is such, say --packs 6" in wrong.out


def test_jokers_are_cards_if_they_are_told_of(file: Write, capsys: Capsys) -> None:
    drawn, pack = Random(1), [*PLAIN, "Xj", "Xj"]
    path = file("decks.txt", lines(["".join(drawn.sample(pack, len(pack))) for _ in range(60)]))
    data = data_of(capsys, "--decks", path, "--jokers", "2")
    assert (data["exit_code"], data["batteries"][0]["findings"]) == (2, [])
    wrong = chance(capsys, "--decks", path)
    assert wrong.code == 1
    assert "54 cards where the pack has 52, too many of Xj Xj" in wrong.out


def riffled(deck: list[str], drawn: Random) -> list[str]:
    """Cut and riffle once, each card from either part with a chance that goes by its size."""
    upper = [drawn.random() < 0.5 for _ in deck]
    parts = {True: iter(deck[: sum(upper)]), False: iter(deck[sum(upper) :])}
    return [next(parts[side]) for side in upper]


def test_an_order_before_the_shuffle_is_taken_as_said(file: Write, capsys: Capsys) -> None:
    """Four riffles of a pack in an odd order are seen from that order, and from no usual one."""
    drawn = Random(3)
    odd = drawn.sample(PLAIN, len(PLAIN))
    texts = ["".join(riffled(riffled(riffled(riffled(odd, drawn), drawn), drawn), drawn)) for _ in range(60)]
    path = file("riffled.txt", lines(texts))
    told, guessed = data_of(capsys, "--decks", path, "--order", " ".join(odd)), data_of(capsys, "--decks", path)
    assert "The order before the shuffle, for tests that need one: as --order says." in told["batteries"][0]["notes"]
    assert p_value(told, "shuffle.rising-mean") < 1e-50
    assert p_value(guessed, "shuffle.rising-mean") > 1e-3


def p_value(data: Any, id_: str) -> float:
    return next(float(test["p"]) for test in data["batteries"][0]["tests"] if test["id"] == id_)


@pytest.mark.parametrize("order", ["AsKd", "".join(PLAIN) + "A", "".join(("As", *PLAIN[1:])), "hello"])
def test_an_order_of_other_cards_is_refused(order: str, file: Write, capsys: Capsys) -> None:
    done = chance(capsys, "--decks", file("decks.txt", lines(decks("pcg64", 1))), "--order", order)
    assert_refused(done, "--order", "other cards than the pack", "write all its cards")


def test_json_is_one_object_and_nothing_else(file: Write, capsys: Capsys) -> None:
    path = file("decks.txt", lines(decks("pcg64", 200)))
    done = chance(capsys, "--decks", path, "--json")
    data = json.loads(done.out)
    assert done.err == ""
    assert data.keys() >= KEYS
    assert data["batteries"][0].keys() >= BATTERY_KEYS
    assert (data["exit_code"], data["verdict"]) == (done.code, "inconclusive") == (2, "inconclusive")
    assert data["command"] == f"fairfelt chance --decks {path} --json"
    assert "A file is judged once" in " ".join(data["rule"])


def test_a_report_is_written_for_people_and_for_programs(file: Write, tmp_path: Path, capsys: Capsys) -> None:
    path, out = file("decks.txt", f"{decks('pcg64', 1)[0]}\n" * 50), tmp_path / "new" / "report"
    done = chance(capsys, "--decks", path, "--out", str(out))
    assert done.out.splitlines()[-1] == f"report: {out / 'chance.html'}"
    assert "the same decks come again" in (out / "chance.html").read_text(encoding="utf-8")
    assert json.loads((out / "chance.json").read_text(encoding="utf-8"))["exit_code"] == done.code == 1
    assert_refused(chance(capsys, "--decks", path, "--out", path), "is a file; name a folder")


def test_pennsylvania_judges_at_95_per_cent(file: Write, capsys: Capsys) -> None:
    path = file("decks.txt", lines(decks("pcg64", 200)))
    strict, usual = data_of(capsys, "--decks", path, "--jurisdiction", "pennsylvania"), data_of(capsys, "--decks", path)
    assert strict["batteries"][0]["level"]["alpha"] == 0.05
    assert "Level: 0.05, taken together, by Holm's method (Pennsylvania" in " ".join(strict["rule"])
    assert usual["batteries"][0]["level"]["alpha"] == 0.01
    assert len(strict["batteries"][0]["tests"]) == len(usual["batteries"][0]["tests"])


def test_new_mexico_judges_its_own_tests_each_alone(file: Write, capsys: Capsys) -> None:
    path = file("decks.txt", lines(decks("pcg64", 1_000)))
    data = data_of(capsys, "--decks", path, "--jurisdiction", "new-mexico")
    asked = {test["id"]: test["threshold"] for test in data["batteries"][0]["tests"]}
    assert asked == dict.fromkeys(("shuffle.positions", "shuffle.order", "shuffle.pairs", "shuffle.repeats-1"), 0.01)
    assert "Level: 0.01, each for itself" in " ".join(data["rule"])


def test_what_a_jurisdiction_asks_no_test_of_does_not_pass(file: Write, capsys: Capsys) -> None:
    """A level that names other tests, by a file of its own."""
    says = '{level: 99 %, of: each, tests: [positions], section: s, says: Cards by position., read: primary}'
    path = file("own.yaml", f"fairfelt: 1\njurisdiction: own\ntitle: Own\nchance: {says}\n")
    data = data_of(capsys, "--numbers", file("rolls.txt", numbers(2_000)), "--below", "6", "--jurisdiction", path)
    assert (data["batteries"][0]["tests"], data["exit_code"]) == ([], 2)


@pytest.mark.parametrize(("jurisdiction", "told"), [("atlantis", "is no jurisdiction"), ("malta", "says nothing of")])
def test_a_jurisdiction_without_a_level_is_refused_with_those_that_have_one(
    jurisdiction: str, told: str, file: Write, capsys: Capsys
) -> None:
    path = file("decks.txt", lines(decks("pcg64", 1)))
    assert_refused(chance(capsys, "--decks", path, "--jurisdiction", jurisdiction), told, "new-mexico", "pennsylvania")


def numbers(size: int, shares: list[float] | None = None) -> str:
    drawn = np.random.default_rng(5)
    found = drawn.integers(0, 6, size) if shares is None else drawn.choice(6, size, p=shares)
    return lines([str(number) for number in found.tolist()])


def test_a_fair_die_is_judged_and_a_loaded_one_is_found(file: Write, capsys: Capsys) -> None:
    fair = chance(capsys, "--numbers", file("fair.txt", numbers(20_000)), "--below", "6")
    assert fair.code == 2
    assert "16,384 of 1,048,576 registered numbers" in fair.out
    loaded = file("loaded.txt", numbers(20_000, [0.2, 0.16, 0.16, 0.16, 0.16, 0.16]))
    found = chance(capsys, "--numbers", loaded, "--below", "6")
    assert found.code == 1
    assert "Each number comes equally often" in found.out


def test_a_fair_file_of_as_many_numbers_as_are_registered_passes(
    file: Write, capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PROFILES, "lab", replace(PROFILES["lab"], numbers=1 << 17))
    words = np.random.default_rng(5).integers(0, 6, 1 << 17).astype("<u4")
    assert chance(capsys, "--numbers", file("rolls.bin32", words.tobytes()), "--below", "6").code == 0


def test_too_few_numbers_decide_nothing(file: Write, capsys: Capsys) -> None:
    few = chance(capsys, "--numbers", file("few.txt", numbers(100)), "--below", "6")
    assert few.code == 2
    assert "100 of 1,048,576 registered numbers" in few.out
    assert_refused(chance(capsys, "--numbers", file("one.txt", "3\n"), "--below", "6"), "too few for any test")


@pytest.mark.parametrize(
    ("content", "below", "told"),
    [
        ("1\n2\n6\n", ("--below", "6"), "numbers.txt, line 3: '6' is not from 0 up to 5"),
        ("1\n-3\n", ("--below", "6"), "numbers.txt, line 2: '-3' is not from 0 up to 5"),
        ("1\n2\nthree\n", ("--below", "6"), "numbers.txt, line 3: 'three' is no whole number"),
        ("1\n2.5\n", ("--below", "6"), "numbers.txt, line 2: '2.5' is no whole number"),
        ("1\n2\n3", ("--below", "6"), "numbers.txt, line 3: the file stops in the middle of a line at '3'"),
        ("", ("--below", "6"), "holds no numbers; write one a line"),
        ("1\n", (), "--numbers needs --below"),
        ("1\n", ("--below", "0"), "--below"),
        ("1\n", ("--below", "1"), "--below"),
    ],
)
def test_numbers_that_can_not_be_read_are_refused_by_line(
    content: str, below: tuple[str, ...], told: str, file: Write, capsys: Capsys
) -> None:
    assert_refused(chance(capsys, "--numbers", file("numbers.txt", content), *below), told)


def test_fair_bits_decide_nothing_until_all_are_there(
    file: Write, capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = file("raw.bin", np.random.Generator(np.random.PCG64(1)).bytes(2 * MEGABIT))
    few = chance(capsys, "--bits", path)
    assert few.code == 2
    assert "2 of 10 registered sequences of a million bits" in few.out
    assert "Constants: exact" in few.out
    monkeypatch.setitem(PROFILES, "lab", replace(PROFILES["lab"], bits=2))
    legacy = data_of(capsys, "--bits", path, "--nist-legacy")
    assert (legacy["exit_code"], legacy["verdict"]) == (0, "pass")
    assert legacy["batteries"][0]["notes"][0].startswith("Constants: nist-legacy; they are partly wrong")


def test_bytes_of_a_twister_are_named(file: Write, capsys: Capsys) -> None:
    done = chance(capsys, "--bits", file("raw.bin", Random(1).randbytes(MEGABIT)))
    assert done.code == 1
    assert "made by a known generator, Mersenne Twister" in done.out


def test_too_few_bits_are_refused(file: Write, capsys: Capsys) -> None:
    assert_refused(chance(capsys, "--bits", file("raw.bin", bytes(100))), "raw.bin", "800 bits", "give 125,000 bytes")


def test_a_log_of_fair_rounds_is_judged_and_a_spoiled_one_found(tmp_path: Path, capsys: Capsys) -> None:
    played = rounds(800)
    fair = chance(capsys, "--rounds", str(write(tmp_path / "fair.jsonl", played)), "--game", GAME)
    assert fair.code == 2
    assert "800 of 10,000 registered rounds" in fair.out
    for number, row in enumerate(played):
        cards = row["cards"]
        if number % 3 == 0 and "As" not in cards["seat"] + cards["dealer"]:
            cards["dealer"] = "As" + cards["dealer"][2:]
    spoiled = chance(capsys, "--rounds", str(write(tmp_path / "spoiled.jsonl", played)), "--game", GAME)
    assert spoiled.code == 1
    assert "Every card comes to the dealer as often" in spoiled.out
    assert "furthest off: As" in " ".join(spoiled.out.split())


def test_a_log_of_as_many_rounds_as_are_registered_passes(
    tmp_path: Path, capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PROFILES, "lab", replace(PROFILES["lab"], played=1_000))
    assert chance(capsys, "--rounds", str(write(tmp_path / "fair.jsonl", rounds(1_000))), "--game", GAME).code == 0


@pytest.mark.parametrize(
    ("content", "more", "told"),
    [
        ("{}\n", ("--game", GAME), "rounds.jsonl, line 1: lacks 'round'"),
        ("hello\n", ("--game", GAME), "rounds.jsonl, line 1: no JSON"),
        ("", ("--game", GAME), "there are no rounds"),
        ("{}\n", (), "--rounds needs --game"),
        ("{}\n", ("--game", "no-such-game"), "is no game"),
    ],
)
def test_a_log_that_can_not_be_read_is_refused(
    content: str, more: tuple[str, ...], told: str, file: Write, capsys: Capsys
) -> None:
    assert_refused(chance(capsys, "--rounds", file("rounds.jsonl", content), *more), told)


def test_files_that_are_judged_together_share_the_level(file: Write, capsys: Capsys) -> None:
    paths = file("decks.txt", lines(decks("pcg64", 200))), file("rolls.txt", numbers(2_000))
    data = data_of(capsys, "--decks", paths[0], "--numbers", paths[1], "--below", "6")
    assert [part["level"]["alpha"] for part in data["batteries"]] == [0.005, 0.005]
    shared = "The level is shared out between the kinds of output: shuffles 0.005, random numbers 0.005."
    assert shared in data["rule"]
    assert data["source"] == ", ".join(paths)
    alone = data_of(capsys, "--decks", paths[0])
    assert not any("shared out" in sentence for sentence in alone["rule"])


def test_the_worst_of_several_files_decides(file: Write, capsys: Capsys) -> None:
    paths = file("decks.txt", f"{decks('pcg64', 1)[0]}\n" * 50), file("rolls.txt", numbers(2_000))
    data = data_of(capsys, "--decks", paths[0], "--numbers", paths[1], "--below", "6")
    assert [part["verdict"] for part in data["batteries"]] == ["fail", "inconclusive"]
    assert data["exit_code"] == 1


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ((), "name an engine with --game, or a file"),
        (("--below", "6"), "name an engine with --game, or a file"),
        (("reference",), "name it with --game"),
        (("reference", "--game", "no-such-game"), "is no game"),
        (("reference", "--game", GAME, "--profile", "ci"), "--profile"),
        (("reference", "--game", GAME, "--decks", "decks.txt"), "one at a time"),
        (("--calibrate", "reference"), "leave out the engine"),
        (("--calibrate", "--decks", "decks.txt"), "leave out the engine and the files"),
        (("--calibrate", "--samples", "5"), "--samples"),
    ],
)
def test_wrong_usage_is_one_message(given: tuple[str, ...], told: str, capsys: Capsys) -> None:
    assert_refused(chance(capsys, *given), told)


def test_an_engine_that_is_not_there_is_exit_code_11(capsys: Capsys) -> None:
    done = chance(capsys, "python:no.such.engine:Engine", "--game", GAME)
    assert (done.code, done.out) == (11, "")
    assert "Traceback" not in done.err


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register little, and let the reference engine draw from a seed, so that every run is the same."""
    sizes = replace(PROFILES["lab"], shuffles=6_000, numbers=1 << 16, played=300)
    monkeypatch.setitem(PROFILES, "lab", sizes)
    seeds = count(1)
    monkeypatch.setattr(reference, "SystemRandom", lambda: Random(next(seeds)))


def test_the_reference_engine_is_judged_by_shuffles_numbers_and_rounds(small: None, capsys: Capsys) -> None:
    data = data_of(capsys, "reference", "--game", THREE, *TABLES)
    drawn = {part["name"]: (part["verdict"], part["drawn"]) for part in data["batteries"]}
    assert drawn["shuffles"] == ("pass", 6_000)
    assert drawn["random numbers"] == ("pass", 1 << 16)
    assert drawn["rounds"][1] == 300
    assert (data["game"], data["source"]) == (THREE, "fairfelt reference engine")


def test_an_engine_that_fails_is_exit_code_1(small: None, capsys: Capsys) -> None:
    done = chance(capsys, "python:tests.chance_engines:loses_a_card_and_plays_no_rounds", "--game", GAME)
    assert done.code == 1
    assert "51 cards where the pack has 52" in done.out
