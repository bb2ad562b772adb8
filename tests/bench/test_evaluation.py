"""How fast hands are evaluated, beside other evaluators in the same run: phevaluator, eval7 and pokerkit.

They rank a hand a call, from cards that are made ready for them before the clock starts; ours ranks an array. With `-s`
the figures are printed, and they are always kept in `extra_info`. Nothing fails by speed.
"""

import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Literal

import numpy as np
import pytest

from fairfelt.rulesets.evaluate import CARD, Codes, evaluate
from fairfelt.rulesets.rankings import Ranking
from tests.rulesets.samples import shipped_ranking

MANY, SOME = 1_000_000, 20_000
Prepared = Callable[[], object]


def hands_of(cards: int, count: int = MANY) -> Codes:
    rng = np.random.default_rng(cards)
    order = np.argsort(rng.random((count, len(CARD)), dtype=np.float32), axis=1)
    return np.ascontiguousarray(order[:, :cards].astype(np.uint8))


def phevaluator(hands: Codes) -> Prepared:
    from phevaluator import evaluate_cards  # type: ignore[import-untyped]

    ready = [tuple(map(int, hand)) for hand in hands]
    return lambda: [evaluate_cards(*hand) for hand in ready]


def eval7(hands: Codes) -> Prepared:
    import eval7 as other  # type: ignore[import-untyped]

    ready = [[other.Card(CARD[code]) for code in hand] for hand in hands]
    return lambda: [other.evaluate(hand) for hand in ready]


def pokerkit(hands: Codes) -> Prepared:
    from pokerkit import Card, StandardHighHand  # type: ignore[import-not-found,unused-ignore]

    ready = [tuple(next(Card.parse(CARD[code])) for code in hand) for hand in hands]
    return lambda: [StandardHighHand.from_game(hand).entry for hand in ready]


OTHERS = {"phevaluator": (phevaluator, SOME), "eval7": (eval7, SOME), "pokerkit": (pokerkit, SOME // 20)}


def a_second(work: Prepared, hands: int, times: int = 5) -> float:
    """Measure hands a second: the best of several runs."""
    work()
    found = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return hands / min(found)


def ours(ranking: Ranking, hands: Codes, how: Literal["compiled", "numpy"]) -> Prepared:
    return lambda: evaluate(ranking, hands, how)


@pytest.mark.parametrize("how", ["compiled", "numpy"])
@pytest.mark.parametrize(("name", "cards"), [("three-card", 3), ("poker", 5), ("poker", 6), ("poker", 7)])
def test_hands_evaluated_in_bulk(benchmark: Any, name: str, cards: int, how: Literal["compiled", "numpy"]) -> None:
    work = ours(shipped_ranking(name), hands_of(cards), how)
    speed = a_second(work, MANY)
    benchmark.extra_info["million hands a second"] = round(speed / 1e6, 1)
    print(f"\n{name}, {cards} cards, {how}: {speed / 1e6:.0f} million hands a second")
    benchmark(work)


@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("other", OTHERS)
def test_hands_evaluated_in_bulk_beside_another_evaluator(benchmark: Any, other: str, cards: int) -> None:
    if find_spec(other) is None:
        pytest.skip(f"compares with {other}: pip install 'fairfelt[bench]'")
    prepare, count = OTHERS[other]
    hands = hands_of(cards)
    theirs = a_second(prepare(hands[:count]), count)
    work = ours(shipped_ranking("poker"), hands, "compiled")
    speed = a_second(work, MANY)
    benchmark.extra_info[f"ratio to {other}"] = round(speed / theirs, 1)
    benchmark.extra_info[f"hands a second, {other}"] = round(theirs)
    print(f"\n{cards} cards: {speed:,.0f} hands a second, {speed / theirs:,.0f} times {other} with {theirs:,.0f}")
    benchmark(work)
