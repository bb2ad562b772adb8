"""Reading decks: what is a pack, what is none, and one clear message for what isn't even cards."""

import tracemalloc
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairfelt.rulesets.cards import full_deck
from fairfelt.stats.shuffles.observe import observe
from fairfelt.stats.shuffles.packs import JOKER, Pack, standard_pack
from fairfelt.stats.shuffles.reading import BLOCK, TOLD, DecksError, Read, file_decks, read_decks

PACK = standard_pack()
CARDS = full_deck()
GOOD = "".join(CARDS)
BACKWARDS = "".join(CARDS[::-1])
FORM = "write the cards of a deck together, rank AKQJT98765432 and suit cdhs, as in Td"


def written(tmp_path: Path, content: str | bytes) -> Path:
    path = tmp_path / "decks.txt"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def read(path: Path, pack: Pack = PACK) -> Read:
    """Read a whole file at once."""
    parts = list(file_decks(path, pack))
    findings = tuple(finding for part in parts for finding in part.findings)
    return Read(np.concatenate([part.decks for part in parts]), sum(part.count for part in parts), findings)


def refusal(path: Path, pack: Pack = PACK) -> str:
    with pytest.raises(DecksError) as refused:
        read(path, pack)
    return str(refused.value)


def lines(*decks: Sequence[str] | str) -> str:
    return "".join("".join(deck) + "\n" for deck in decks)


# Good files


def test_each_line_is_a_deck_numbered_by_the_order_of_the_pack(tmp_path: Path) -> None:
    found = read(written(tmp_path, lines(GOOD, BACKWARDS)))
    assert found.decks.tolist() == [list(range(52)), list(range(52))[::-1]]
    assert (str(found.decks.dtype), found.count, found.findings) == ("uint8", 2, ())


def test_a_mark_of_byte_order_is_no_card(tmp_path: Path) -> None:
    path = written(tmp_path, b"\xef\xbb\xbf" + f"{GOOD}\n".encode())
    assert sum(len(block.decks) for block in file_decks(path, standard_pack())) == 1


@settings(deadline=None)
@given(st.lists(st.permutations(CARDS), min_size=1, max_size=4))
def test_what_is_read_is_what_was_written(decks: list[list[str]]) -> None:
    found = read_decks(["".join(deck) for deck in decks], PACK)
    assert [[PACK.kinds[kind] for kind in deck] for deck in found.decks] == decks
    assert found.findings == ()


@pytest.mark.parametrize(
    "content",
    [
        f"{GOOD}\n{BACKWARDS}",
        f"{GOOD}\r\n{BACKWARDS}\r\n",
        f"\n\n{GOOD}\n  \n{BACKWARDS}\n\n",
        f"  {GOOD}\t\n{BACKWARDS} \n",
        f"{GOOD}\n\r\n{BACKWARDS}",
    ],
    ids=["no end of line at the end", "ends of lines as on Windows", "empty lines", "blanks around", "all of them"],
)
def test_the_way_in_which_lines_end_does_not_matter(tmp_path: Path, content: str) -> None:
    found = read(written(tmp_path, content))
    assert found.decks.tolist() == [list(range(52)), list(range(52))[::-1]]
    assert found.findings == ()


def test_one_deck_is_read_and_tested_without_a_fall(tmp_path: Path) -> None:
    found = observe(file_decks(written(tmp_path, GOOD), PACK), PACK, "as it was told")
    assert (found.drawn, found.findings) == (1, ())
    assert 0 < len(found.measures) < 32


def test_a_shoe_and_jokers_are_read_by_kinds(tmp_path: Path) -> None:
    pack = standard_pack(2, 2)
    deck = [*CARDS, JOKER, *CARDS, JOKER]
    found = read(written(tmp_path, lines(deck)), pack)
    assert found.decks.tolist() == [[*range(52), 52, *range(52), 52]]
    short = read(written(tmp_path, lines([*CARDS, *CARDS, JOKER, "As"])), pack)
    assert short.findings == ("decks.txt, line 1 is no whole pack: missing Xj, too many of As",)


def test_a_file_of_many_blocks_is_read_deck_by_deck(tmp_path: Path) -> None:
    """Lines are longer than what two blocks have in common, so some stand across the cut."""
    count = 2 * BLOCK // 105 + 1000
    path = written(tmp_path, lines(GOOD, BACKWARDS) * (count // 2))
    blocks = list(file_decks(path, PACK))
    assert len(blocks) >= 2
    decks = np.concatenate([block.decks for block in blocks])
    assert len(decks) == count // 2 * 2
    assert (decks[0::2] == np.arange(52)).all() and (decks[1::2] == np.arange(52)[::-1]).all()


def test_a_bad_line_far_down_is_named_by_its_number(tmp_path: Path) -> None:
    good = BLOCK // 105 + 5000
    path = written(tmp_path, f"{GOOD}\n" * good + "\n" + lines(CARDS[:51]) + lines(GOOD))
    found = read(path)
    assert found.findings == (
        f"decks.txt, line {good + 2} is no whole pack: 51 cards where the pack has 52, missing As",
    )
    assert (len(found.decks), found.count) == (good + 1, good + 2)


# Cards, but no pack: findings


@pytest.mark.parametrize(
    ("cards", "wrong"),
    [
        (CARDS[:51], "51 cards where the pack has 52, missing As"),
        ([*CARDS, "2c"], "53 cards where the pack has 52, too many of 2c"),
        ([*CARDS[:51], "2c"], "missing As, too many of 2c"),
        ([*CARDS[:51], JOKER], "missing As, too many of Xj"),
        (
            [*CARDS, JOKER],
            "53 cards where the pack has 52, too many of Xj; if the shoe is such, say --packs 1 --jokers 1",
        ),
        (["2c"] * 52, "missing 3c 4c 5c and 48 more, too many of 2c 2c 2c and 48 more"),
        (["As"], "1 card where the pack has 52, missing 2c 3c 4c and 48 more"),
    ],
    ids=["51 cards", "53 cards", "a card twice", "a joker for a card", "a joker more", "all of a kind", "one card"],
)
def test_cards_that_are_no_pack_are_a_finding_with_its_line(tmp_path: Path, cards: Sequence[str], wrong: str) -> None:
    found = read(written(tmp_path, lines(GOOD, cards, BACKWARDS)))
    assert found.findings == (f"decks.txt, line 2 is no whole pack: {wrong}",)
    assert found.decks.tolist() == [list(range(52)), list(range(52))[::-1]]
    assert found.count == 3


def test_a_pack_that_is_short_of_a_suit_finds_the_cards_it_does_not_have() -> None:
    spades = Pack(tuple(card for card in CARDS if card[1] == "s"))
    found = read_decks(["".join([*spades.cards[1:], "2h"])], spades)
    assert found.findings == ("deck 1 is no whole pack: missing 2s, too many of 2h",)


def test_a_deck_of_an_answer_is_named_by_its_number() -> None:
    found = read_decks([GOOD, GOOD[:-2], BACKWARDS], PACK, first=1001)
    assert found.findings[0].startswith("deck 1002 is no whole pack: 51 cards")
    assert len(found.decks) == 2


def test_of_many_broken_decks_a_few_are_told_and_the_others_counted(tmp_path: Path) -> None:
    found = observe(file_decks(written(tmp_path, lines(*[CARDS[:51]] * 100, GOOD)), PACK), PACK, "as it was told")
    assert len(found.findings) == TOLD + 1
    assert found.findings[-1] == "97 more decks are no whole packs"
    assert found.drawn == 1


def test_of_whole_packs_nothing_is_found(tmp_path: Path) -> None:
    assert observe(file_decks(written(tmp_path, lines(*[GOOD] * 5)), PACK), PACK).findings == ()


# Not even cards: refused

LOWER = GOOD.lower()
REFUSED = {
    "CSV": (",".join(CARDS), "155 characters where a deck has 104", "2c,3c,4c,5c,6c,7c,8c,9c,"),
    "blanks between cards": (" ".join(CARDS), "155 characters where a deck has 104", "2c 3c 4c 5c 6c 7c 8c 9c "),
    "lower case": (LOWER, "'tc' at place 9 is no card", LOWER[:24]),
    "suits in capitals": (GOOD.upper(), "'2C' at place 1 is no card", GOOD.upper()[:24]),
    "tens as 10": (GOOD.replace("T", "10"), "108 characters where a deck has 104", "2c3c4c5c6c7c8c9c10cJcQcK"),
    "a name of no card": (GOOD[:-2] + "1s", "'1s' at place 52 is no card", GOOD[:24]),
    "numbers": ("17", "2 characters where a deck has 104", "17"),
    "a header": ("deck", "4 characters where a deck has 104", "deck"),
    "half a card at the end": (GOOD[:-1], "103 characters where a deck has 104", GOOD[:24]),
    "JSON": (f'["{GOOD}"]', "108 characters where a deck has 104", '["2c3c4c5c6c7c8c9cTcJcQc'),
}


@pytest.mark.parametrize(("line", "why", "shown"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_cards_is_refused_with_its_line_and_how_to_write_it(
    tmp_path: Path, line: str, why: str, shown: str
) -> None:
    message = refusal(written(tmp_path, lines(GOOD, line, GOOD)))
    assert message == f"decks.txt, line 2: no deck ({why}): `{shown}`; {FORM}"


@pytest.mark.parametrize("content", ["", "\n", "\n\r\n   \n\t\n", " "], ids=["nothing", "a line", "blanks", "a blank"])
def test_a_file_without_a_deck_is_refused(tmp_path: Path, content: str) -> None:
    message = refusal(written(tmp_path, content))
    assert message == "decks.txt: holds no deck; write one deck a line, 104 characters each"


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    message = refusal(tmp_path / "nowhere.txt")
    assert message.endswith("nowhere.txt: can't be read: No such file or directory; name a file of one deck a line")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert "can't be read: Is a directory" in refusal(tmp_path)


BINARY = {
    "bytes of all kinds": np.random.default_rng(1).bytes(5000),
    "UTF-16": f"{GOOD}\n{GOOD}\n".encode("utf-16"),
    "compressed": b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03" + bytes(40),
    "letters of other scripts": "♠♣♥♦\n".encode() * 3,
    "as long as a deck": b"\xff\x00" * 52 + b"\n",
}


@pytest.mark.parametrize("content", BINARY.values(), ids=BINARY)
def test_a_file_of_something_else_is_refused_in_letters_that_can_be_shown(tmp_path: Path, content: bytes) -> None:
    message = refusal(written(tmp_path, content))
    assert message.startswith("decks.txt, line 1: no deck (") and message.endswith(FORM)
    assert message.isprintable()


@settings(deadline=None)
@given(st.lists(st.binary(max_size=120), min_size=1, max_size=5))
def test_whatever_bytes_come_are_a_deck_a_finding_or_refused(texts: list[bytes]) -> None:
    try:
        found = read_decks(texts, PACK)
    except DecksError as refused:
        assert "no deck" in str(refused)
    else:
        assert len(found.decks) + len(found.findings) == found.count == len(texts)


@settings(deadline=None, max_examples=50)
@given(st.lists(st.text(max_size=60), min_size=1, max_size=5))
def test_whatever_texts_come_are_a_deck_a_finding_or_refused(texts: list[str]) -> None:
    try:
        found = read_decks(texts, PACK)
    except DecksError as refused:
        assert "no deck" in str(refused)
    else:
        assert len(found.decks) + len(found.findings) == found.count == len(texts)


def test_a_file_of_zeros_without_an_end_of_line_is_refused_at_its_first_block(tmp_path: Path) -> None:
    """64 GB that take no room on the disk: to read them all would never end, to hold them would be seen below."""
    path = tmp_path / "zeros"
    with path.open("wb") as file:
        file.truncate(1 << 36)
    tracemalloc.start()
    try:
        message = refusal(path)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert message.startswith("zeros, line 1: no deck (") and message.isprintable()
    assert most < 4 * BLOCK


def test_a_long_line_behind_good_ones_is_refused_by_its_number(tmp_path: Path) -> None:
    path = written(tmp_path, f"{GOOD}\n{GOOD}\n".encode() + bytes(2 * BLOCK))
    assert refusal(path).startswith("decks.txt, line 3: no deck (")


def test_a_large_file_takes_memory_of_a_few_blocks(tmp_path: Path) -> None:
    path = written(tmp_path, lines(GOOD) * (6 * BLOCK // 105))
    tracemalloc.start()
    try:
        read_count = sum(block.count for block in file_decks(path, PACK))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert read_count == 6 * BLOCK // 105
    assert most < 12 * BLOCK
