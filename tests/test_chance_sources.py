"""Numbers, bits and rounds from any source: fair ones pass, bad ones fail, and what is doubtful is drawn once more."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fairfelt.stats.bits.answer import BitsError
from fairfelt.stats.bits.source import BYTES, bits_battery, judge_bits, known_generators
from fairfelt.stats.decision.rule import CERTAIN, LARGER, Judgement, Level
from fairfelt.stats.numbers.errors import NumbersError
from fairfelt.stats.numbers.plan import Plan
from fairfelt.stats.numbers.source import judge_numbers, numbers_battery
from fairfelt.stats.rounds.columns import Rounds, RoundsError
from fairfelt.stats.rounds.plan import RoundPlan, plan_rounds
from fairfelt.stats.rounds.source import judge_rounds, rounds_battery
from tests.rounds_dealt import PLAY, THREE, play, rules_of, shuffled

LEVEL = Level()
Numbers = NDArray[np.uint64]
Judged = tuple[Judgement, dict[str, Any]]


@dataclass
class Drawn:
    """Draws afresh, and remembers how much it was asked for."""

    make: Callable[[int], Iterable[Any]]
    asked: list[int] = field(default_factory=list)

    def __call__(self, units: int) -> Iterable[Any]:
        self.asked.append(units)
        return self.make(units)


def shown(judged: Judgement) -> set[str]:
    return {test.id for test in judged.tests if test.outcome == "bias shown"}


def confirmed(judged: Judgement) -> set[str]:
    return {test.id for test in judged.tests if test.confirmed}


# Numbers

SMALL = Plan(52, chunk=1 << 12)
NUMBERS = 8 * SMALL.chunk


def fair_numbers(count: int, seed: int = 1) -> Numbers:
    return np.random.default_rng(seed).integers(0, 52, count).astype(np.uint64)


def remainders(count: int, bits: int, seed: int = 1) -> Numbers:
    return (np.random.default_rng(seed).integers(0, 1 << bits, count) % 52).astype(np.uint64)


def a_little_too_many_zeros(count: int, seed: int = 1) -> Numbers:
    """Bad luck that a fair source may have, too small to be certain."""
    numbers = fair_numbers(count, seed)
    numbers[np.random.default_rng(seed + 1).random(count) < 0.006] = 0
    return numbers


def judge_of(numbers: Iterable[Numbers], again: Drawn | None = None, size: int = NUMBERS) -> Judged:
    return judge_numbers(numbers_battery(SMALL, size, LEVEL), LEVEL, SMALL, numbers, again)


def test_fair_numbers_pass_and_remainders_of_eight_bits_fail() -> None:
    good, data = judge_of([fair_numbers(NUMBERS)])
    assert (good.verdict, shown(good), good.drawn) == ("pass", set(), NUMBERS)
    assert (data["name"], data["unit"], data["tested"]) == ("random numbers", "numbers", NUMBERS)
    bad, data = judge_of([remainders(NUMBERS, 8)])
    assert bad.verdict == "fail"
    assert "numbers.chi-square" in shown(bad)
    assert "bias shown" in data["says"]


def test_numbers_are_the_same_however_they_come() -> None:
    whole = fair_numbers(NUMBERS)
    pieces = [judge_of(parts)[1]["digest"] for parts in ([whole], np.array_split(whole, 37), [[], *whole[None]])]
    assert pieces[0] == pieces[1] == pieces[2]
    assert judge_of([whole[::-1]])[1]["digest"] != pieces[0]


def test_numbers_left_over_are_not_counted() -> None:
    judged, _ = judge_of([fair_numbers(NUMBERS + SMALL.chunk - 1)])
    assert judged.drawn == NUMBERS


def test_too_few_numbers_are_not_decided_and_fewer_than_a_chunk_are_refused() -> None:
    judged, data = judge_of([fair_numbers(NUMBERS)], size=NUMBERS + 1)
    assert judged.verdict == "inconclusive"
    assert f"{NUMBERS + 1:,} numbers are registered" in data["says"]
    with pytest.raises(NumbersError, match="4,095 numbers are fewer than one chunk of 4,096"):
        judge_of([fair_numbers(SMALL.chunk - 1)])
    with pytest.raises(NumbersError, match="draw more"):
        judge_of([])


def test_doubtful_numbers_are_drawn_once_more_and_the_fresh_ones_decide() -> None:
    luck = Drawn(lambda count: [fair_numbers(count, 9)])
    judged, data = judge_of([a_little_too_many_zeros(NUMBERS)], luck)
    assert (judged.verdict, luck.asked, data["redrawn"]) == ("pass", [LARGER * NUMBERS], LARGER * NUMBERS)
    assert confirmed(judged)
    bias = Drawn(lambda count: [a_little_too_many_zeros(count, 9)])
    judged, _ = judge_of([a_little_too_many_zeros(NUMBERS)], bias)
    assert (judged.verdict, bias.asked) == ("fail", [LARGER * NUMBERS])
    assert shown(judged) <= confirmed(judged)


def test_numbers_beyond_doubt_fail_whatever_is_drawn_afterwards() -> None:
    again = Drawn(lambda count: [fair_numbers(count, 9)])
    judged, _ = judge_of([remainders(NUMBERS, 6)], again)
    assert judged.verdict == "fail"
    assert "numbers.chi-square" in shown(judged) - confirmed(judged)
    assert all(test.measure.p < CERTAIN for test in judged.tests if test.measure and test.id in shown(judged))


def test_each_test_of_numbers_is_named_by_a_document_and_what_is_not_asked_says_why() -> None:
    _, data = judge_of([fair_numbers(NUMBERS)])
    assert data["named_by"].keys() == {test["id"] for test in data["tests"]}
    assert all(data["named_by"].values())
    assert data["notes"][0].startswith("Numbers from 0 to 51, counted 4,096 at a time")
    two = Plan(2, chunk=1 << 12)
    coins = np.random.default_rng(1).integers(0, 2, NUMBERS).astype(np.uint64)
    _, data = judge_numbers(numbers_battery(two, NUMBERS, LEVEL), LEVEL, two, [coins])
    assert any(note.startswith("Not asked: mono-bit, since") for note in data["notes"])


# Bits


def fair_bytes(sequences: int, seed: int = 1) -> bytes:
    return np.random.Generator(np.random.PCG64(seed)).bytes(sequences * BYTES)


def leaning(sequences: int, chance: float, seed: int = 1) -> bytes:
    """Set so many more bits than half of them."""
    rng = np.random.default_rng(seed)
    bits = rng.random(sequences * BYTES * 8, np.float32) < 0.5 + chance
    return np.packbits(bits).tobytes()


def judge_bytes(pieces: Iterable[bytes], again: Drawn | None = None, size: int = 1) -> Judged:
    return judge_bits(bits_battery(size, LEVEL), LEVEL, pieces, again)


@cache
def fair_bits() -> Judged:
    return judge_bytes([fair_bytes(2)], size=2)


def test_fair_bits_pass_and_leaning_ones_fail() -> None:
    good, data = fair_bits()
    assert (good.verdict, good.drawn, good.findings) == ("pass", 2, ())
    assert data["unit"] == "sequences of a million bits"
    bad, _ = judge_bytes([leaning(1, 0.01)])
    assert bad.verdict == "fail"
    assert "bits.frequency" in shown(bad)


def test_bits_are_the_same_however_they_come() -> None:
    whole = fair_bytes(2)
    pieces = [whole[at : at + 77_777] for at in range(0, len(whole), 77_777)]
    assert judge_bytes(pieces, size=2)[1]["digest"] == fair_bits()[1]["digest"]


def test_too_few_bits_are_not_decided_and_fewer_than_a_sequence_are_refused() -> None:
    judged, data = judge_bytes([fair_bytes(1)], size=2)
    assert judged.verdict == "inconclusive"
    assert "2 sequences of a million bits are registered, 1 were drawn" in data["says"]
    with pytest.raises(BitsError, match="999,992 bits are fewer than one sequence of 1,000,000"):
        judge_bytes([fair_bytes(1)[:-1]])
    with pytest.raises(BitsError, match="0 bits are fewer"):
        judge_bytes([])


def test_doubtful_bits_are_drawn_once_more() -> None:
    lucky = leaning(1, 0.0022, seed=3)
    luck = Drawn(lambda sequences: [fair_bytes(sequences, 7)])
    judged, data = judge_bytes([lucky], luck)
    assert (shown(judged), luck.asked, data["redrawn"]) == (set(), [LARGER], LARGER)
    assert (judged.verdict == "fail", bool(confirmed(judged))) == (False, True)
    alone, _ = judge_bytes([lucky])
    assert (alone.verdict, shown(alone)) == ("fail", confirmed(judged))


def twister_bytes(order: str) -> bytes:
    """Write outputs of the Mersenne Twister as words of 32 bits."""
    twister = Random(7)
    words = np.array([twister.getrandbits(32) for _ in range(BYTES // 4)], np.uint32)
    return words.astype(f"{order}u4").tobytes()


@pytest.mark.parametrize("order", ["<", ">"])
def test_bytes_of_a_mersenne_twister_are_named_though_they_pass_every_test(order: str) -> None:
    judged, data = judge_bytes([twister_bytes(order)])
    assert judged.verdict == "fail"
    assert judged.findings[0].startswith("made by a known generator, Mersenne Twister: ")
    assert shown(judged) == set()
    assert any(note.startswith("Sought among the first words: ") for note in data["notes"])


def test_a_known_generator_fails_whatever_is_drawn_afterwards() -> None:
    again = Drawn(lambda sequences: [fair_bytes(sequences)])
    judged, _ = judge_bytes([twister_bytes("<")], again)
    assert (judged.verdict, again.asked) == ("fail", [])


def test_other_known_generators_are_named_and_good_bytes_are_not() -> None:
    assert known_generators(fair_bytes(1)) == ()
    assert known_generators(b"") == ()
    state, words = 12345, []
    for _ in range(2_000):
        state = (1664525 * state + 1013904223) % 2**32
        words.append(state)
    assert known_generators(np.array(words, "<u4").tobytes())
    assert known_generators(np.array(words, ">u4").tobytes())


def test_constants_are_told() -> None:
    battery = bits_battery(1, LEVEL)
    (_, exact), (_, legacy) = (
        judge_bits(battery, LEVEL, [fair_bytes(1)], None, constants) for constants in ("exact", "nist-legacy")
    )
    assert exact["notes"][0].startswith("Constants: exact.")
    assert legacy["notes"][0].startswith("Constants: nist-legacy")
    assert exact["digest"] != legacy["digest"]


# Rounds

ROUNDS, ACE = 6_000, 51


@cache
def plan() -> RoundPlan:
    return plan_rounds(rules_of(THREE), ROUNDS, (1,), PLAY, joint=False)


def dealt(decks: NDArray[np.uint8], first: int = 0) -> Rounds:
    """Play decks at two stakes in turn."""
    ante = np.where(np.arange(first, first + len(decks)) % 2, 10, 20)
    return play(plan(), decks, {"ante": ante, "play": ante, "pair-plus": 5, "six-card-bonus": 1}, first)


def fair_rounds(count: int, seed: int = 2) -> Rounds:
    return dealt(shuffled(count, seed))


def aces_on_top(count: int, chance: float, seed: int = 2) -> Rounds:
    """Put an ace on top of so many decks."""
    decks = shuffled(count, seed)
    for at in np.flatnonzero(np.random.default_rng(seed).random(count) < chance):
        lies = int((decks[at] == ACE).argmax())
        decks[at, [0, lies]] = decks[at, [lies, 0]]
    return dealt(decks)


def judge_played(rounds: Iterable[Rounds], again: Drawn | None = None, size: int = ROUNDS) -> Judged:
    sized = replace(plan(), rounds=size)
    return judge_rounds(rounds_battery(sized, LEVEL), LEVEL, sized, rounds, again)


def test_fair_rounds_pass_and_rounds_with_a_marked_card_fail() -> None:
    good, data = judge_played([fair_rounds(ROUNDS)])
    assert (good.verdict, good.drawn, shown(good)) == ("pass", ROUNDS, set())
    assert (data["name"], data["unit"]) == ("rounds", "rounds")
    bad, _ = judge_played([aces_on_top(ROUNDS, 0.2)])
    assert bad.verdict == "fail"
    assert "rounds.seat.cards" in shown(bad)


def test_money_is_told_beside_the_tests() -> None:
    _, data = judge_played([fair_rounds(ROUNDS)])
    assert data["money"]["title"].startswith("units won on ")
    assert {won["wager"] for won in data["won"]} <= set(rules_of(THREE).ruleset.wagers)
    assert all(won["rounds"] > 0 for won in data["won"])


def test_too_few_rounds_are_not_decided_and_none_are_refused() -> None:
    judged, data = judge_played([fair_rounds(ROUNDS)], size=ROUNDS + 1)
    assert judged.verdict == "inconclusive"
    assert f"{ROUNDS + 1:,} rounds are registered" in data["says"]
    with pytest.raises(RoundsError, match="there are no rounds"):
        judge_played([])


def pieces_of(count: int, each: int) -> Iterator[Rounds]:
    decks = shuffled(count, 2)
    for first in range(0, count, each):
        yield dealt(decks[first : first + each], first)


def test_rounds_are_drawn_once_more_where_they_are_doubtful() -> None:
    luck = Drawn(lambda count: [fair_rounds(count, 8)])
    judged, data = judge_played([aces_on_top(ROUNDS, 0.022)], luck)
    assert confirmed(judged)
    assert (judged.verdict, luck.asked, data["redrawn"]) == ("pass", [LARGER * ROUNDS], LARGER * ROUNDS)
    bias = Drawn(lambda count: [aces_on_top(count, 0.022, 8)])
    judged, _ = judge_played([aces_on_top(ROUNDS, 0.022)], bias)
    assert (judged.verdict, bias.asked) == ("fail", [LARGER * ROUNDS])


def test_pieces_of_rounds_add_up() -> None:
    judged, _ = judge_played(pieces_of(ROUNDS, 500))
    assert (judged.verdict, judged.drawn) == ("pass", ROUNDS)
