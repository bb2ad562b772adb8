"""Seeds behind a few decks: a planted one is found from whichever order the pack lay in, and a good deck has none.

Ordinary tests search few generators and small windows, from one order; the whole search is one for `long`.
"""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from fairfelt.conformance.chance.declared import DeclarationError, first_decks, likely_orders, search_seeds
from fairfelt.stats.decision.rule import Verdict
from fairfelt.stats.generators import source as searching
from fairfelt.stats.generators.clock import Window
from fairfelt.stats.generators.found import GeneratorError
from fairfelt.stats.generators.orders import Way, shuffled
from fairfelt.stats.generators.scan import Scan, scan
from fairfelt.stats.generators.search import sources
from fairfelt.stats.generators.source import DECKS, judge_seeds
from fairfelt.stats.shuffles.count import Decks
from fairfelt.stats.shuffles.order import renumbered
from fairfelt.stats.shuffles.packs import Pack, standard_pack

AROUND = 1_750_000_000
PACK = standard_pack()
PLAIN = [("as told", PACK)]
MSVC = [each for each in sources() if each.name.startswith("Microsoft")]
DOWNWARD = Way("downward", "from the front")
Rows = Sequence[Sequence[int]]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search a few seconds, half a second, some hundred seeds, and the states of one generator."""
    monkeypatch.setattr(searching, "SMALL", Window(0, 299))
    monkeypatch.setattr(searching, "A_DAY", 100.0)
    monkeypatch.setattr(searching, "A_MINUTE", 0.1)

    def few(rows: Decks, start: Sequence[int], progress: Callable[[float], None]) -> Scan:
        return scan(rows, start, progress, chosen=MSVC, ways=[DOWNWARD])

    monkeypatch.setattr(searching, "scan", few)


def python_decks(*seeds: int, each: int = 1) -> Decks:
    """Shuffle so many decks with each seed by Python's random."""
    rows = []
    for seed in seeds:
        chance = Random(seed)
        for _ in range(each):
            deck = list(range(52))
            chance.shuffle(deck)
            rows.append(deck)
    return np.array(rows, np.uint8)


def msvc_decks(*seeds: int) -> Decks:
    """Shuffle a deck with each seed by remainders of what Microsoft's C library gives for it."""
    rows = []
    for seed in seeds:
        state = [seed]

        def below(bound: int, state: list[int] = state) -> int:
            state[0] = (214013 * state[0] + 2531011) % 2**32
            return (state[0] >> 16 & 0x7FFF) % bound

        rows.append(shuffled(DOWNWARD, range(52), below))
    return np.array(rows, np.uint8)


@cache
def good_decks() -> Decks:
    rng = np.random.Generator(np.random.PCG64(5))
    return np.array([rng.permutation(52) for _ in range(DECKS)], np.uint8)


def judged(
    decks: Decks, orders: Sequence[tuple[str, Pack]] = PLAIN, around: float = AROUND
) -> tuple[Verdict, dict[str, Any]]:
    return judge_seeds(decks, PACK, orders, around)


# What is found


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("decks", "told"),
    [
        (python_decks(42), "seed 42 of Python's random of a whole number"),
        (python_decks(7, 8, 9), "the next decks: consecutive seeds"),
        (python_decks(7, each=3), "the next decks: one stream"),
        (python_decks(AROUND + 60), f"seed {AROUND + 60} of Python's random"),
        (python_decks(AROUND * 1000 + 33), f"seed {AROUND * 1000 + 33} of Python's random"),
        (msvc_decks(123_456_789), "seed 123456789 of Microsoft C rand"),
        (msvc_decks(500, 501, 502), "the next decks: consecutive seeds"),
    ],
    ids=["small", "consecutive", "one stream", "a second", "a millisecond", "a state", "consecutive states"],
)
def test_a_planted_seed_is_found_and_told(decks: Decks, told: str) -> None:
    verdict, data = judged(decks)
    assert (verdict, data["verdict"]) == ("fail", "fail")
    assert any(told in finding for finding in data["findings"])
    assert all(finding.endswith("(the pack lay as told)") for finding in data["findings"])
    assert data["says"] == "; ".join(data["findings"])


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("seed", [AROUND + 101, AROUND * 1000 + 101, 300])
def test_a_seed_outside_of_what_is_searched_is_not_found(seed: int) -> None:
    verdict, data = judged(python_decks(seed))
    assert (verdict, data["findings"]) == ("pass", [])


@pytest.mark.usefixtures("small")
def test_a_seed_is_found_from_a_later_order_and_that_order_is_named() -> None:
    orders = likely_orders(PACK)
    name, lay = orders[2]
    decks = renumbered(python_decks(42), lay, PACK)
    verdict, data = judged(decks, orders[1:4])
    assert verdict == "fail"
    assert data["findings"][0].endswith(f"(the pack lay {name})")
    verdict, data = judged(decks, orders[:2])
    assert (verdict, data["findings"]) == ("pass", [])


@pytest.mark.usefixtures("small")
def test_only_the_first_decks_are_looked_at() -> None:
    mixed = np.concatenate([good_decks(), python_decks(42)])
    verdict, data = judged(mixed)
    assert (verdict, data["drawn"]) == ("pass", DECKS)
    verdict, data = judged(mixed[::-1])
    assert (verdict, data["drawn"]) == ("fail", DECKS)


# What isn't found


@pytest.mark.usefixtures("small")
def test_good_decks_give_no_finding_and_what_was_searched_is_listed() -> None:
    verdict, data = judged(good_decks())
    assert (verdict, data["findings"], data["tests"], data["statistics"]) == ("pass", [], [], False)
    assert data["says"] == f"no seed of a known generator gives the first of {DECKS} decks"
    *searched, last = data["notes"]
    assert last == "What isn't listed was not searched. No seed found is no proof that there is none."
    assert all(note.startswith("Searched: ") for note in searched)
    assert any("Microsoft C rand: states of 31 bits: each of them tried, 2 times" in note for note in searched)
    assert any("Python's random of a whole number: each whole number from 0 to 299" in note for note in searched)
    assert any("each second since 1970, as a whole number, from 2025-06-15 15:05:00 UTC" in note for note in searched)
    assert any("each millisecond since 1970" in note for note in searched)


@pytest.mark.usefixtures("small")
def test_what_was_searched_from_several_orders_is_counted() -> None:
    _, one = judged(good_decks()[:1])
    _, three = judged(good_decks()[:1], [("one", PACK), ("two", PACK), ("three", PACK)])
    assert one["notes"][0].endswith(" 2 times: ways to shuffle, and orders.")
    assert three["notes"][0].endswith(" 6 times: ways to shuffle, and orders.")
    assert len(one["notes"]) == len(three["notes"])


@pytest.mark.usefixtures("small")
def test_a_deck_with_two_cards_exchanged_has_no_seed() -> None:
    decks = python_decks(42)
    decks[0, [20, 30]] = decks[0, [30, 20]]
    assert judged(decks)[0] == "pass"


@pytest.mark.usefixtures("small")
def test_how_much_is_done_never_falls_and_ends_at_one() -> None:
    seen: list[float] = []
    judge_seeds(good_decks(), PACK, [("one", PACK), ("two", PACK)], AROUND, seen.append)
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == (0.0, 1.0)


# As the command line asks for it


def test_a_pack_whose_order_is_not_told_is_tried_from_likely_ones() -> None:
    orders = likely_orders(PACK)
    assert len(orders) == len({order.cards for _, order in orders}) == 8
    assert {order.cards[0] for _, order in orders} == {"2c", "Ac", "Kc", "2s", "As", "Ks"}


def test_a_pack_with_no_usual_order_is_tried_as_it_is_listed() -> None:
    piquet = Pack(tuple(card for card in PACK.cards if card[0] in "789TJQKA"))
    assert likely_orders(piquet) == [("as the pack is listed", piquet)]


@pytest.mark.usefixtures("small")
def test_a_told_order_is_the_only_one_that_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def judge(decks: Decks, pack: Pack, orders: Sequence[tuple[str, Pack]], *_: Any) -> tuple[Verdict, dict[str, Any]]:
        asked.append([name for name, _ in orders])
        return judge_seeds(decks, pack, orders[:1], AROUND)

    monkeypatch.setattr(searching, "judge_seeds", judge)
    assert search_seeds(python_decks(42), PACK, True, lambda _: None)[0] == "fail"
    search_seeds(good_decks(), PACK, False, lambda _: None)
    assert asked == [["as told"], [name for name, _ in likely_orders(PACK)]]


@pytest.mark.usefixtures("small")
def test_the_clock_is_searched_around_now(monkeypatch: pytest.MonkeyPatch) -> None:
    decks = python_decks(AROUND + 60)
    monkeypatch.setattr("time.time", lambda: float(AROUND))
    assert search_seeds(decks, PACK, True, lambda _: None)[0] == "fail"
    monkeypatch.setattr("time.time", lambda: float(AROUND + 1_000))
    assert search_seeds(decks, PACK, True, lambda _: None)[0] == "pass"


def test_decks_of_a_shoe_can_not_be_searched_and_that_is_one_clear_message() -> None:
    shoe = standard_pack(2)
    decks = np.repeat(np.arange(52, dtype=np.uint8), 2)[None]
    with pytest.raises(GeneratorError, match="hold"):
        judge_seeds(decks, shoe, [("as told", shoe)], AROUND)
    with pytest.raises(DeclarationError, match="seeds can't be searched: "):
        search_seeds(decks, shoe, True, lambda _: None)


def test_the_first_decks_of_a_file_are_read(tmp_path: Path) -> None:
    path = tmp_path / "decks.txt"
    lines = ["".join(PACK.cards[card] for card in deck) for deck in good_decks()]
    path.write_text("\n\n".join(lines) + "\n", "ascii")
    assert np.array_equal(first_decks(path, PACK), good_decks())


# Whole searches


@pytest.mark.long
@pytest.mark.parametrize(
    ("decks", "told"),
    [
        (python_decks(99_999), "seed 99999 of Python's random of a whole number"),
        (python_decks(AROUND - 86_000), f"seed {AROUND - 86_000} of Python's random of a whole number"),
        (msvc_decks(2_000_000_000), "seed 2000000000 of Microsoft C rand"),
    ],
    ids=["small", "yesterday", "a state"],
)
def test_a_planted_seed_is_found_by_the_whole_search(decks: Decks, told: str) -> None:
    verdict, data = judged(decks)
    assert verdict == "fail"
    assert any(told in finding for finding in data["findings"])


@pytest.mark.long
def test_good_decks_have_no_seed_from_any_likely_order() -> None:
    verdict, data = search_seeds(good_decks(), PACK, False, lambda _: None)
    assert (verdict, data["findings"]) == ("pass", [])
    assert len(data["notes"]) > 60
