"""`fairfelt chance` beside samples: a watch that goes on, seeds behind decks, and what a vendor declares."""

import json
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fairfelt.conformance.cli.chance_files import watch_decks
from fairfelt.stats.catalogue import find
from fairfelt.stats.decision.rule import Level
from fairfelt.stats.generators import source as searching
from fairfelt.stats.generators.clock import Window
from fairfelt.stats.generators.orders import WAYS
from fairfelt.stats.generators.scan import Scan, scan
from fairfelt.stats.generators.search import sources
from fairfelt.stats.shuffles.packs import standard_pack
from tests.cli_running import Ran, run

PASS, FAIL, USAGE = 0, 1, 10
PACK = standard_pack()
Capsys = pytest.CaptureFixture[str]
Decks = list[list[int]]


@cache
def decks_of(id_: str, count: int) -> Decks:
    made: Decks = find(id_).make(7, 0, count).tolist()
    return made


def write(path: Path, decks: Decks) -> Path:
    path.write_text("".join("".join(PACK.cards[card] for card in deck) + "\n" for deck in decks), "ascii")
    return path


@pytest.fixture
def watching(tmp_path: Path, capsys: Capsys) -> Callable[..., Ran]:
    """Give a call of the watch on some decks, with a state file beside them."""

    def watch(decks: Decks, *more: str) -> Ran:
        file = write(tmp_path / "today.txt", decks)
        return run(capsys, "chance", "--decks", str(file), "--watch", str(tmp_path / "table.json"), *more)

    return watch


# A watch


def test_a_fair_table_is_watched_day_after_day_without_an_alarm(watching: Callable[..., Ran], tmp_path: Path) -> None:
    fair = decks_of("xoshiro256", 3_000)
    for day in range(3):
        ran = watching(fair[day * 1_000 : (day + 1) * 1_000])
        assert (ran.code, ran.err) == (PASS, "")
        assert ran.out.startswith(f"{(day + 1) * 1_000:,} units, log10 e = ")
        assert ran.out.endswith(", no alarm\n")
    assert [path.name for path in tmp_path.iterdir() if "table" in path.name] == ["table.json"]


def test_a_bad_table_rings_and_stays_rung(watching: Callable[..., Ran]) -> None:
    bad = decks_of("comparator-merge", 600)
    codes = [watching(bad[at:end]).code for at, end in pairwise((0, 2, 20, 100, 300, 600))]
    assert codes == sorted(codes)
    assert (codes[0], codes[-1]) == (PASS, FAIL)
    ran = watching(decks_of("xoshiro256", 3_000))
    assert ran.code == FAIL
    assert "ALARM since " in ran.out
    assert ran.out.startswith("3,600 units, ")


def test_the_level_of_a_jurisdiction_is_that_of_a_new_watch(watching: Callable[..., Ran], tmp_path: Path) -> None:
    watching(decks_of("xoshiro256", 100), "--jurisdiction", "pennsylvania")
    assert json.loads((tmp_path / "table.json").read_text("utf-8"))["alarm"]["alpha"] == 0.05
    watching(decks_of("xoshiro256", 100))
    assert json.loads((tmp_path / "table.json").read_text("utf-8"))["alarm"]["alpha"] == 0.05


def test_one_call_or_several_leave_the_same_state(tmp_path: Path) -> None:
    fair = decks_of("xoshiro256", 1_000)
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    watch_decks(write(tmp_path / "a.txt", fair), whole, PACK, Level())
    for at, end in pairwise((0, 1, 400, 1_000)):
        told, alarm = watch_decks(write(tmp_path / "b.txt", fair[at:end]), parts, PACK, Level())
        assert not alarm
    assert told.startswith("1,000 units")
    assert parts.read_bytes() == whole.read_bytes()
    watch_decks(tmp_path / "b.txt", parts, PACK, Level())
    assert parts.read_bytes() != whole.read_bytes()


def test_a_shoe_can_be_watched_and_another_pack_is_refused(watching: Callable[..., Ran], tmp_path: Path) -> None:
    shoes = [list(range(52)) * 2 for _ in range(3)]
    assert watching(shoes, "--packs", "2").code == PASS
    before = (tmp_path / "table.json").read_bytes()
    refused = watching(decks_of("xoshiro256", 10))
    assert (refused.code, refused.out) == (USAGE, "")
    assert "these decks are of another pack than those watched before; begin a new watch for them" in refused.err
    assert (tmp_path / "table.json").read_bytes() == before


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"7", b'{"format": 1}', b"\xff\xfe\x00", b'{"format": 1, "kind": "decks", "orders": []}'],
    ids=["empty", "cut short", "a list", "a number", "too little", "no text", "a part"],
)
def test_a_damaged_state_is_one_message_and_is_left_as_it_was(
    content: bytes, watching: Callable[..., Ran], tmp_path: Path
) -> None:
    state = tmp_path / "table.json"
    state.write_bytes(content)
    ran = watching(decks_of("xoshiro256", 10))
    assert (ran.code, ran.out) == (USAGE, "")
    assert ran.err.startswith(f"Error: {state}: ")
    assert "Traceback" not in ran.err
    assert len(ran.err.splitlines()) == 1
    assert state.read_bytes() == content


@pytest.mark.parametrize(
    ("alarm", "code"),
    [
        ({"alpha": 0.01, "rung_at": None}, PASS),
        ({"alpha": 0.01, "rung_at": "soon"}, USAGE),
        ({"alpha": 7, "rung_at": None}, USAGE),
        (None, USAGE),
    ],
)
def test_a_state_that_says_nonsense_of_its_alarm_is_refused(
    alarm: Any, code: int, watching: Callable[..., Ran], tmp_path: Path
) -> None:
    fair, state = decks_of("xoshiro256", 20), tmp_path / "table.json"
    watching(fair[:10])
    state.write_text(json.dumps(json.loads(state.read_text("utf-8")) | {"alarm": alarm}), "utf-8")
    ran = watching(fair[10:])
    assert (ran.code, len(ran.err.splitlines())) == (code, int(code == USAGE))


def test_a_state_that_is_a_folder_is_one_message(watching: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "table.json").mkdir()
    ran = watching(decks_of("xoshiro256", 10))
    assert (ran.code, len(ran.err.splitlines())) == (USAGE, 1)
    assert "table.json" in ran.err


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda text: text.replace("As", "Ks", 1), "line 1 is no whole pack: missing As, too many of Ks"),
        (lambda text: text + "hello\n", "line 11: no deck"),
        (lambda text: "", "holds no deck"),
    ],
    ids=["a card twice", "no cards", "nothing"],
)
def test_bad_decks_leave_the_state_as_it_was(
    spoil: Callable[[str], str], told: str, watching: Callable[..., Ran], tmp_path: Path, capsys: Capsys
) -> None:
    watching(decks_of("xoshiro256", 10))
    state, file = tmp_path / "table.json", tmp_path / "today.txt"
    before = state.read_bytes()
    file.write_text(spoil(file.read_text("ascii")), "ascii")
    ran = run(capsys, "chance", "--decks", str(file), "--watch", str(state))
    assert (ran.code, ran.out) == (USAGE, "")
    assert told in ran.err
    assert state.read_bytes() == before
    assert watching(decks_of("xoshiro256", 10)).out.startswith("20 units")


def test_bad_decks_begin_no_watch(tmp_path: Path, capsys: Capsys) -> None:
    file, state = tmp_path / "none.txt", tmp_path / "table.json"
    ran = run(capsys, "chance", "--decks", str(file), "--watch", str(state))
    assert ran.code == USAGE
    assert "none.txt: can't be read" in ran.err
    assert not state.exists()


def test_a_watch_needs_decks(tmp_path: Path, capsys: Capsys) -> None:
    ran = run(capsys, "chance", "--watch", str(tmp_path / "table.json"))
    assert (ran.code, ran.out) == (USAGE, "")
    assert "--watch needs --decks: the decks that came since it was last called" in ran.err


# Seeds


@pytest.fixture
def few_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search few seeds, seconds and states, since a whole search takes minutes."""
    monkeypatch.setattr(searching, "SMALL", Window(0, 99))
    monkeypatch.setattr(searching, "A_DAY", 10.0)
    monkeypatch.setattr(searching, "A_MINUTE", 0.01)

    def few(rows: Any, start: Sequence[int], progress: Callable[[float], None]) -> Scan:
        small = [each for each in sources() if each.bits == 48][:1]
        return scan(rows, start, progress, chosen=small, ways=WAYS[:1])

    monkeypatch.setattr(searching, "scan", few)


def python_decks(seed: int, count: int) -> Decks:
    chance, decks = Random(seed), []
    for _ in range(count):
        deck = list(range(52))
        chance.shuffle(deck)
        decks.append(deck)
    return decks


def battery(ran: Ran, name: str) -> dict[str, Any]:
    (found,) = [one for one in json.loads(ran.out)["batteries"] if one["name"] == name]
    return dict(found)


@pytest.mark.usefixtures("few_seeds")
def test_seeds_behind_decks_are_searched_where_one_asks_for_it(tmp_path: Path, capsys: Capsys) -> None:
    file = write(tmp_path / "decks.txt", python_decks(42, 3))
    found = run(capsys, "chance", "--decks", str(file), "--scan", "--json")
    seeds = battery(found, "seeds")
    assert (found.code, seeds["verdict"], seeds["drawn"]) == (FAIL, "fail", 3)
    assert "42 of Python's random of a whole number" in seeds["findings"][0]
    assert "(the pack lay suit by suit (c d h s), 2 to A)" in seeds["findings"][0]
    unasked = run(capsys, "chance", "--decks", str(file), "--json")
    assert unasked.code != FAIL
    assert [one["name"] for one in json.loads(unasked.out)["batteries"]] == ["shuffles"]


@pytest.mark.usefixtures("few_seeds")
def test_good_decks_have_no_seed_and_what_was_searched_is_told(tmp_path: Path, capsys: Capsys) -> None:
    file = write(tmp_path / "decks.txt", decks_of("xoshiro256", 3))
    ran = run(capsys, "chance", "--decks", str(file), "--scan", "--json")
    seeds = battery(ran, "seeds")
    assert (seeds["verdict"], seeds["findings"]) == ("pass", [])
    assert any(note.startswith("Searched: ") for note in seeds["notes"])
    assert ran.err == ""


@pytest.mark.usefixtures("few_seeds")
def test_a_told_order_is_the_one_that_is_searched_from(tmp_path: Path, capsys: Capsys) -> None:
    """The pack lay in an order that no program would list it in."""
    lay = [*range(1, 52, 2), *range(0, 52, 2)]
    decks = [[lay[card] for card in deck] for deck in python_decks(42, 3)]
    file = write(tmp_path / "decks.txt", decks)
    order = "".join(PACK.cards[card] for card in lay)
    told = run(capsys, "chance", "--decks", str(file), "--scan", "--json", "--order", order)
    assert battery(told, "seeds")["verdict"] == "fail"
    untold = run(capsys, "chance", "--decks", str(file), "--scan", "--json")
    assert battery(untold, "seeds")["verdict"] == "pass"


@pytest.mark.usefixtures("few_seeds")
def test_decks_of_a_shoe_can_not_be_searched(tmp_path: Path, capsys: Capsys) -> None:
    shoes = [list(range(52)) * 2] * 3
    file = write(tmp_path / "shoes.txt", shoes)
    ran = run(capsys, "chance", "--decks", str(file), "--packs", "2", "--scan")
    assert ran.code == USAGE
    assert ran.err.startswith("Error: seeds can't be searched: ")
    assert len(ran.err.splitlines()) == 1


# Declarations


@pytest.mark.parametrize(
    ("declared", "code", "told"),
    [
        (("--scaling", "modulo", "--source-bits", "32", "--below", "52"), PASS, "off by 1 in 89,478,485"),
        (("--scaling", "modulo", "--source-bits", "32"), PASS, "32 bits to 52 outcomes"),
        (("--scaling", "modulo", "--source-bits", "8"), FAIL, "more than 1 in 50,000,000"),
        (("--scaling", "rejection", "--source-bits", "8"), PASS, "off by nothing"),
        (("--scaling", "multiply", "--source-bits", "64", "--below", "312"), PASS, "64 bits to 312 outcomes"),
        (("--state-bits", "64"), FAIL, "64 bits can't reach every order, which takes 225.58 bits"),
        (("--state-bits", "256"), PASS, "256 bits are enough for every order"),
        (("--state-bits", "256", "--packs", "8"), FAIL, "which takes 2,229.34 bits"),
        (("--state-bits", "2230", "--packs", "8"), PASS, "2,230 bits are enough"),
        (("--scaling", "rejection", "--source-bits", "32", "--state-bits", "128"), FAIL, "128 bits can't reach"),
    ],
)
def test_what_a_vendor_declares_is_held_against_arithmetic(
    declared: tuple[str, ...], code: int, told: str, capsys: Capsys
) -> None:
    ran = run(capsys, "chance", *declared)
    assert (ran.code, ran.err) == (code, "")
    assert told in " ".join(ran.out.split())


def test_a_declaration_is_a_part_of_its_own_in_the_data(capsys: Capsys) -> None:
    ran = run(capsys, "chance", "--scaling", "modulo", "--source-bits", "8", "--state-bits", "256", "--json")
    data = json.loads(ran.out)
    assert (data["verdict"], data["exit_code"], data["source"]) == ("fail", FAIL, "what the vendor declares")
    declaration = battery(ran, "declaration")
    assert (declaration["drawn"], declaration["tests"], declaration["statistics"]) == (2, [], False)
    assert len(declaration["findings"]) == 1


def test_a_declaration_is_judged_beside_decks_and_the_worst_decides(tmp_path: Path, capsys: Capsys) -> None:
    file = write(tmp_path / "decks.txt", decks_of("xoshiro256", 100))
    good, bad = (
        run(capsys, "chance", "--decks", str(file), "--state-bits", bits, "--json") for bits in ("256", "64")
    )
    assert [one["name"] for one in json.loads(good.out)["batteries"]] == ["shuffles", "declaration"]
    assert json.loads(good.out)["verdict"] == "inconclusive"
    assert (json.loads(bad.out)["verdict"], bad.code) == ("fail", FAIL)


@pytest.mark.parametrize(
    ("declared", "told"),
    [
        (("--scaling", "modulo"), "--scaling needs --source-bits"),
        (("--scaling", "magic", "--source-bits", "32"), "'magic' is not one of"),
        (("--scaling", "modulo", "--source-bits", "0"), "0 is not in the range"),
        (("--scaling", "modulo", "--source-bits", "-32"), "-32 is not in the range"),
        (("--scaling", "modulo", "--source-bits", "many"), "'many' is not a valid integer"),
        (("--scaling", "modulo", "--source-bits", "32", "--below", "1"), "1 is not in the range"),
        (("--scaling", "rejection", "--source-bits", "5"), "draw more bits"),
        (("--state-bits", "0"), "0 is not in the range"),
        (("--state-bits", "64", "--packs", "0"), "0 is not in the range"),
        (("--source-bits", "32"), "Error: "),
    ],
)
def test_what_makes_no_declaration_is_one_message(declared: tuple[str, ...], told: str, capsys: Capsys) -> None:
    ran = run(capsys, "chance", *declared)
    assert (ran.code, ran.out) == (USAGE, "")
    assert told in " ".join(ran.err.split())
    assert "Traceback" not in ran.err


def test_a_scan_alone_has_nothing_to_search(capsys: Capsys) -> None:
    ran = run(capsys, "chance", "--scan")
    assert (ran.code, ran.out) == (USAGE, "")
    assert ran.err.count("Error: ") == 1
