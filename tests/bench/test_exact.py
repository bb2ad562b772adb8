"""What exact mathematics costs, set beside playing through all deals at the speed of the bulk evaluator.

With `-s` the ratios are printed, and they are always kept in `extra_info`. Nothing fails by speed.
"""

import time

import numpy as np
import pytest

from fairfelt.rulesets.choose import choose
from fairfelt.rulesets.evaluate import evaluate
from fairfelt.rulesets.loader import load
from fairfelt.stats.exact.par import Found, exact_method

HANDS = 1_000_000


@pytest.mark.parametrize("game", ["casino-holdem", "three-card-poker-6-card-bonus", "six-card-poker"])
def test_exact_figures_take_a_small_part_of_the_time_of_all_deals(
    benchmark: pytest.FixtureRequest, game: str
) -> None:
    found = exact_method(choose(load(game), first_table=True))
    assert isinstance(found, Found)
    shape = found.duel.shape
    cards = shape.own + shape.board + shape.board_later
    deck = np.random.default_rng(1).permuted(np.tile(np.arange(52, dtype=np.uint8), (HANDS, 1)), axis=1)[:, :cards]
    evaluate(found.duel.ranking, deck)
    start = time.process_time()
    evaluate(found.duel.ranking, deck)
    a_hand = (time.process_time() - start) / HANDS
    start = time.process_time()
    tally = benchmark.pedantic(found.method.tally, (found.duel,), rounds=1)  # type: ignore[attr-defined]
    took = time.process_time() - start
    assert int(tally.ways.sum()) == tally.total
    ratio = 2 * tally.total * a_hand / took
    benchmark.extra_info["all deals, two hands each, over exact method"] = round(ratio)  # type: ignore[attr-defined]
    print(f"\n{game}: {took:.1f} s of CPU; evaluating both hands of all deals takes {ratio:,.0f} times as long")
