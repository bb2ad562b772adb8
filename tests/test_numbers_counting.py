"""Chunks are counted alike in any order, patterns as they are defined, and bad input is told clearly."""

from itertools import pairwise, permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from fairfelt.stats.numbers.counting import Sums, chunk_sums
from fairfelt.stats.numbers.errors import NumbersError
from fairfelt.stats.numbers.judging import measures, unanswered
from fairfelt.stats.numbers.named import SOURCES, TITLES
from fairfelt.stats.numbers.plan import Plan, not_asked, registered
from fairfelt.stats.streams.sums import digest, merge


def drawn(below: int, count: int, seed: int = 1) -> NDArray[np.int64]:
    return np.random.default_rng(seed).integers(0, below, count)


@pytest.mark.parametrize("below", [2, 52, 5000, 1 << 32])
def test_chunks_add_up_to_the_same_bytes_in_any_order(below: int) -> None:
    plan, results = Plan(below, 4096), set()
    chunks = [chunk_sums(drawn(below, 4096, seed), plan) for seed in range(4)]
    for order in permutations(chunks):
        sums: Sums = {}
        for chunk in order:
            sums = merge(sums, chunk)
        results.add((digest(sums), tuple(measures(sums, plan))))
    grouped = merge(merge(chunks[3], chunks[1]), merge(chunks[0], chunks[2]))
    assert results == {(digest(grouped), tuple(measures(grouped, plan)))}
    assert digest(merge(chunks[0], chunks[0])) != digest(merge(chunks[0], chunks[1]))


def test_signed_and_unsigned_numbers_are_counted_alike() -> None:
    plan, numbers = Plan(52, 2048), drawn(52, 2048)
    assert digest(chunk_sums(numbers, plan)) == digest(chunk_sums(numbers.astype(np.uint64), plan))


def test_small_patterns_are_counted_as_they_are_defined() -> None:
    numbers = drawn(6, 300).tolist()
    sums = chunk_sums(np.array(numbers), Plan(6, 300))
    steps = [(after - before) % 6 for before, after in pairwise(numbers)]
    assert sums["adjacency"].tolist() == [steps.count(step) for step in range(6)]
    hands = [numbers[at : at + 5] for at in range(0, 300, 5)]
    equal = [sum(hand[a] == hand[b] for a in range(5) for b in range(a)) for hand in hands]
    assert sums["poker"].tolist() == [equal.count(pairs) for pairs in range(11)]
    blocks = [numbers[at : at + 4] for at in range(0, 300, 4)]
    assert sums["duplicates"].tolist()[:4] == [sum(4 - len(set(b)) == again for b in blocks) for again in range(4)]
    centred = [2 * number - 5 for number in numbers]
    for lag in (1, 16):
        around = sum(centred[at] * centred[(at + lag) % 300] for at in range(300))
        assert sums["serial-correlation"][lag - 1] == around
    words = [tuple(numbers[(at + step) % 300] for step in range(4)) for at in range(300)]
    assert sums["overlaps"].reshape(6, 6, 6, 6)[words[299]] == words.count(words[299])
    assert sums["mono-bit"].tolist() == [sum(number % 2 for number in numbers)]


def since_last(numbers: list[int], kinds: int) -> list[int]:
    """Count different numbers since each came last, the slow way."""
    order, found = list(range(kinds)), []
    for number in numbers:
        found.append(order.index(number))
        order.insert(0, order.pop(found[-1]))
    return found


def test_gaps_tell_how_many_others_came_in_between() -> None:
    numbers = [3, 1, 3, 3, 3, 0, 1, 2] * 40
    sums = chunk_sums(np.array(numbers), Plan(4, 320))
    recent = since_last(numbers[160:], 4)
    assert sums["gap"][-4:].tolist() == [recent.count(since) for since in range(4)]
    assert sums["gap"][:2].tolist() != [0, 0]


def test_all_names_are_asked_and_each_rule_finds_its_names() -> None:
    assert [id_ for id_, _ in registered(Plan(52))] == list(TITLES)
    assert len(TITLES) == 18
    by_rule = {rule: [id_ for id_ in TITLES if rule in SOURCES[id_]] for rules in SOURCES.values() for rule in rules}
    counts = {rule: len(ids) for rule, ids in by_rule.items()}
    assert (counts["GLI-19 3.2.2"], counts["25 CFR 547.14(b)(2)"], counts["58 Pa. Code 810a.5(c)"]) == (7, 10, 15)
    assert all(SOURCES.values())


def test_what_means_nothing_is_not_asked_and_says_why() -> None:
    assert dict(not_asked(Plan(2))).keys() == {"numbers.mono-bit"}
    small = dict(not_asked(Plan(52, 300)))
    assert "numbers.coupon-collector" in small and "chunks of" in small["numbers.coupon-collector"]
    assert not_asked(Plan(52)) == ()
    assert set(small) | {id_ for id_, _ in registered(Plan(52, 300))} == set(TITLES)


def test_tests_with_too_few_numbers_are_listed() -> None:
    plan = Plan(52, 400)
    sums = chunk_sums(drawn(52, 400), plan)
    few = dict(unanswered(sums, plan))
    assert "numbers.overlaps" in few and "numbers.serial-correlation" not in few
    answered = {measure.id for measure in measures(sums, plan)}
    assert answered | set(few) == {id_ for id_, _ in registered(plan)}
    assert not answered & set(few)


def test_a_sample_that_is_too_small_for_any_test_says_how_much_is_enough() -> None:
    plan = Plan(1000, 12)
    with pytest.raises(NumbersError, match="12 numbers are too few for any test; give 100 at least"):
        measures(chunk_sums(drawn(1000, 12), plan), plan)


@pytest.mark.parametrize(
    ("below", "chunk", "play", "told"),
    [
        (0, 100, 5, "numbers below 0 can't be tested"),
        (1, 100, 5, "numbers below 1 can't be tested"),
        ((1 << 64) + 1, 100, 5, "give a bound from 2"),
        (52, 0, 5, "holds nothing to test"),
        (52, 100, 1, "no pairs to compare"),
    ],
)
def test_a_plan_that_can_not_be_asked_is_refused(below: int, chunk: int, play: int, told: str) -> None:
    with pytest.raises(NumbersError, match=told):
        Plan(below, chunk, play)


@pytest.mark.parametrize(
    ("numbers", "told"),
    [
        (np.zeros(99, np.int64), "99"),
        (np.zeros(100), "float64"),
        (np.full(100, 52), "number 52 is not from 0 up to 51"),
        (np.full(100, -1), "number -1 is not from 0 up to 51"),
    ],
)
def test_a_wrong_chunk_is_refused(numbers: NDArray[np.int64], told: str) -> None:
    with pytest.raises(NumbersError, match=told):
        chunk_sums(numbers, Plan(52, 100))
