"""How fast columns of rounds are settled, on one core, beside the oracle that settles them one by one in the same run.

With `-s` the figures are printed, and they are always kept in `extra_info`. Nothing fails by speed.
"""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from fairfelt.rulesets.batch import Columns, settle_columns
from fairfelt.rulesets.batch_bank import pay_from_banks
from fairfelt.rulesets.cards import Card
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.evaluate import CARD
from fairfelt.rulesets.loader import list_games, load
from fairfelt.rulesets.settle import settle_seat
from fairfelt.rulesets.ways import goal_on, seat_walks
from fairfelt.rulesets.witness import place_sizes
from tests.helpers import rules_of

MANY, SOME, BETTORS = 1_000_000, 2_000, 5
BANKED = [game for game in list_games() if load(game).bank is not None]
Known = list[dict[str, str]]


def rounds(rules: Rules, count: int) -> tuple[Columns, Known]:
    """Deal rounds as cards come. Every bettor goes one of the ways through the round that assume nothing of the cards,
    with all wagers that stand at its end."""
    ways = [walk for walk in seat_walks(rules) if not goal_on(rules, walk).facts]
    most = max(len(walk.placed) for walk in ways)
    sizes = max((walk.sure for walk in ways if len(walk.placed) == most), key=lambda sure: sum(sure.values()))
    ways = [walk for walk in ways if walk.sure == sizes]
    rng = np.random.default_rng(0)
    taken, at, cards = rng.integers(0, len(ways), count), 0, {}
    deck = np.argsort(rng.random((count, len(CARD)), dtype=np.float32), axis=1).astype(np.uint8)
    for place, size in sizes.items():
        if place != "burn":
            cards[place] = np.ascontiguousarray(deck[:, at : at + size])
            at += size
    spots = {place: size for place, size in place_sizes(rules).items() if place not in sizes}
    first = 0
    for place, size in spots.items():
        cards[place] = np.ascontiguousarray(cards["seat"][:, first : first + size])
        first += size
    facts = {
        fact.name: np.array([fact.values.index(walk.known[fact.name]) for walk in ways], np.int8)[taken]
        for fact in rules.ruleset.facts.values()
        if fact.kind in ("decision", "dark", "anyone")
    }
    stakes = {
        wager: np.array([20 * (wager in walk.placed) for walk in ways], np.int64)[taken]
        for wager in rules.ruleset.wagers
        if any(wager in walk.placed for walk in ways)
    }
    return Columns(cards, facts, stakes), [dict(ways[way].known) for way in taken[:SOME]]


def one_by_one(rules: Rules, columns: Columns, known: Known) -> Callable[[], object]:
    """Get the first rounds ready for the oracle."""
    ready: list[tuple[dict[str, str], dict[str, int], dict[str, tuple[Card, ...]]]] = []
    for at, facts in enumerate(known):
        stakes = {wager: int(units[at]) for wager, units in columns.stakes.items() if units[at]}
        cards = {place: tuple(CARD[code] for code in codes[at]) for place, codes in columns.cards.items()}
        ready.append((facts, stakes, cards))
    return lambda: [settle_seat(rules, facts, stakes, cards.__getitem__) for facts, stakes, cards in ready]


def seconds(work: Callable[[], object], times: int = 5) -> float:
    """Measure one call on one core: the best of several."""
    work()
    found = []
    for _ in range(times):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found)


@pytest.mark.parametrize("game", list_games())
def test_rounds_settled_in_columns(benchmark: Any, game: str) -> None:
    rules = rules_of(game)
    columns, known = rounds(rules, MANY)
    speed = MANY / seconds(lambda: settle_columns(rules, columns))
    ratio = speed / (len(known) / seconds(one_by_one(rules, columns, known), times=2))
    benchmark.extra_info["million rounds a second and core"] = round(speed / 1e6, 2)
    benchmark.extra_info["ratio to one by one"] = round(ratio)
    print(f"\n{game}: {speed / 1e6:.1f} million rounds a second and core, {ratio:.0f} times one by one")
    benchmark(lambda: settle_columns(rules, columns))


@pytest.mark.parametrize("game", BANKED)
@pytest.mark.parametrize("amount", [10**9, 60], ids=["ample", "runs-out"])
def test_banks_paid_in_columns(benchmark: Any, game: str, amount: int) -> None:
    rules = rules_of(game)
    columns, _ = rounds(rules, MANY)
    paid, starts = settle_columns(rules, columns), np.arange(0, MANY + 1, BETTORS)
    amounts = np.full(len(starts) - 1, amount, np.int64)
    by_tables = seconds(lambda: settle_columns(rules, columns))
    by_banks = seconds(lambda: pay_from_banks(rules, columns.stakes, paid, starts, amounts))
    benchmark.extra_info["million bettors a second and core"] = round(MANY / by_banks / 1e6, 2)
    benchmark.extra_info["ratio to the tables alone"] = round(1 + by_banks / by_tables, 2)
    print(f"\n{game}, {amount}: {MANY / by_banks / 1e6:.1f} million bettors a second and core for the bank alone;")
    print(f"with the tables, {1 + by_banks / by_tables:.2f} times the tables alone")
    benchmark(lambda: pay_from_banks(rules, columns.stakes, paid, starts, amounts))
