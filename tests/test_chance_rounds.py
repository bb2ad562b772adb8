"""Whole rounds by chance: fair rounds pass at the rates that p-values promise, and each unfairness has its own test."""

from collections.abc import Callable
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from fairfelt.rulesets.evaluate import evaluate
from fairfelt.stats.decision.measure import Measure
from fairfelt.stats.rounds.columns import Rounds
from fairfelt.stats.rounds.plan import RoundPlan, measures, money_figures, not_judged, round_sums
from fairfelt.stats.rounds.same import same_cards
from fairfelt.stats.streams.sums import merge
from tests.rounds_dealt import DRAW, EVERY_WAGER, ROUNDS, THREE, Decks, judged, plan_of, play, rules_of, shuffled

SURE = 1e-6
BATCHES, SHORT = 24, 6_000
ACE = 12
DEALER = slice(3, 6)
MINE = slice(0, 3)


def stakes_of(game: str, count: int, seed: int) -> dict[str, NDArray[np.int64]]:
    """Stake one of four amounts in each round, whatever the cards."""
    ante = np.random.default_rng([seed, 1]).choice(np.array([5, 10, 25, 100]), count)
    if game == DRAW:
        return {"ante": ante, "raise": 2 * ante}
    return {"ante": ante, "play": ante, "pair-plus": ante // 5, "six-card-bonus": ante // 5}


@pytest.mark.parametrize(("game", "seats"), [(THREE, 1), (THREE, 2), (DRAW, 1)])
def test_fair_rounds_pass_at_the_rates_that_p_values_promise(game: str, seats: int) -> None:
    plan = plan_of(game, seats, SHORT)
    found = [
        measure.p
        for seed in range(BATCHES)
        for measure in judged(plan, play(plan, shuffled(SHORT, seed), stakes_of(game, SHORT, seed))).values()
    ]
    assert len(found) > BATCHES * 20
    share = np.mean(np.array(found) < 0.05)
    assert 0.02 < share < 0.07, f"{share:.1%} of all fair measures lie below 5 %"
    assert np.mean(np.array(found) < 0.01) < 0.016
    assert min(found) > SURE


def dealt_anew(decks: Decks, where: NDArray[np.bool_], chance: NDArray[np.float64] | float, seed: int) -> Decks:
    """Deal some rounds again: where something holds, with a chance."""
    again = where & (np.random.default_rng([seed, 2]).random(len(decks)) < chance)
    return np.where(again[:, None], shuffled(len(decks), seed + 10_000), decks)


def with_more_aces(decks: Decks, place: slice, chances: NDArray[np.float64] | float, seed: int) -> Decks:
    """Put an ace of the stub in place of a card, where there is none, with a chance."""
    spoilt = decks.copy()
    lacks = (decks[:, place] >> 2 != ACE).all(axis=1) & (np.random.default_rng([seed, 3]).random(len(decks)) < chances)
    rows = np.flatnonzero(lacks)
    left = decks[rows, 12:] >> 2 == ACE
    rows, at = rows[left.any(axis=1)], 12 + left[left.any(axis=1)].argmax(axis=1)
    spoilt[rows, at], spoilt[rows, place.start] = decks[rows, place.start], decks[rows, at]
    return spoilt


def pairs_or_better(decks: Decks, place: slice) -> NDArray[np.bool_]:
    ranking = rules_of(THREE).ruleset.hands["player-hand"].ranking
    found: NDArray[np.bool_] = evaluate(ranking, decks[:, place]) >= ranking.spans["pair"][0]
    return found


def aces_for_the_dealer(decks: Decks, stake: NDArray[np.int64]) -> Decks:
    """A tenth more aces than 3 cards of 52 hold."""
    return with_more_aces(decks, DEALER, 0.034, 1)


def bonus_hits_less(decks: Decks, stake: NDArray[np.int64]) -> Decks:
    return dealt_anew(decks, pairs_or_better(decks, MINE), 0.08, 1)


def high_stakes_lose(decks: Decks, stake: NDArray[np.int64]) -> Decks:
    return dealt_anew(decks, pairs_or_better(decks, MINE) & (stake == 100), 0.25, 1)


def hands_come_again(decks: Decks, stake: NDArray[np.int64]) -> Decks:
    """Now and then, one round in a thousand, the deck was not shuffled."""
    spoilt = decks.copy()
    spoilt[1000::1000] = decks[999:-1:1000]
    return spoilt


def a_card_stays(decks: Decks, stake: NDArray[np.int64]) -> Decks:
    """In one round of fifty the seat's first card is that of the round before."""
    spoilt = decks.copy()
    for row in range(50, len(decks), 50):
        at = int(np.flatnonzero(spoilt[row] == spoilt[row - 1, 0])[0])
        spoilt[row, [0, at]] = spoilt[row, [at, 0]]
    return spoilt


def pairs_breed_pairs(decks: Decks, stake: NDArray[np.int64]) -> Decks:
    held = pairs_or_better(decks, MINE)
    after = np.concatenate([[False], held[:-1]])
    return dealt_anew(decks, after & ~held, 0.15, 1)


def winners_are_cooled(decks: Decks, stake: NDArray[np.int64]) -> Decks:
    """After a round that won, every fourth good hand is dealt anew."""
    rounds = play(plan_of(THREE), decks)
    seat = rounds.seats[1]
    won = np.sum(list(seat.returned.values()), axis=0) > np.sum(list(seat.staked.values()), axis=0)
    return dealt_anew(decks, pairs_or_better(decks, MINE) & np.concatenate([[False], won[:-1]]), 0.25, 1)


def drift(decks: Decks, stake: NDArray[np.int64]) -> Decks:
    """The seat's aces become more with time, from none too many to one in twelve rounds."""
    return with_more_aces(decks, MINE, np.linspace(0, 0.08, len(decks)), 1)


def good_hands_fade(decks: Decks, stake: NDArray[np.int64]) -> Decks:
    """Good hands are dealt anew ever more often, up to one in three."""
    return dealt_anew(decks, pairs_or_better(decks, MINE), np.linspace(0, 0.33, len(decks)), 1)


def good_hands_never_meet(decks: Decks, stake: NDArray[np.int64]) -> Decks:
    return dealt_anew(decks, pairs_or_better(decks, MINE) & pairs_or_better(decks, DEALER), 0.25, 1)


def luck_runs_together(decks: Decks, stake: NDArray[np.int64]) -> Decks:
    """Rounds that would lose with a pair or better are dealt anew now and then."""
    seat = play(plan_of(THREE), decks).seats[1]
    return dealt_anew(decks, pairs_or_better(decks, MINE) & (seat.returned["ante"] == 0), 0.2, 1)


def dealer_wins_more(decks: Decks, stake: NDArray[np.int64]) -> Decks:
    """One win in ten is dealt anew."""
    seat = play(plan_of(THREE), decks).seats[1]
    return dealt_anew(decks, seat.returned["ante"] > seat.staked["ante"], 0.1, 1)


def one_card_is_marked(decks: Decks, stake: NDArray[np.int64]) -> Decks:
    """The seat's ace of spades gives way to the deuce of spades in one round of five."""
    spoilt = decks.copy()
    for row in range(0, len(decks), 5):
        here, there = (int(np.flatnonzero(decks[row] == card)[0]) for card in (51, 3))
        if here < 3 <= there:
            spoilt[row, [here, there]] = spoilt[row, [there, here]]
    return spoilt


Spoil = Callable[[Decks, NDArray[np.int64]], Decks]
TWINS: list[tuple[Spoil, str]] = [
    (aces_for_the_dealer, "rounds.dealer.ranks"),
    (one_card_is_marked, "rounds.seat.cards"),
    (bonus_hits_less, "rounds.pair-plus.lines"),
    (bonus_hits_less, "rounds.player-hand.category"),
    (bonus_hits_less, "rounds.pair-plus.money"),
    (high_stakes_lose, "rounds.player-hand.category-by-stake"),
    (hands_come_again, "rounds.seat.repeats"),
    (a_card_stays, "rounds.seat.overlap"),
    (pairs_breed_pairs, "rounds.player-hand.follows"),
    (winners_are_cooled, "rounds.player-hand.category-by-result"),
    (drift, "rounds.seat.ranks-by-time"),
    (good_hands_fade, "rounds.player-hand.category-by-time"),
    (good_hands_never_meet, "rounds.player-hand.dealer-hand"),
    (luck_runs_together, "rounds.main.pair-plus"),
    (dealer_wins_more, "rounds.main.rows"),
    (dealer_wins_more, "rounds.ante.money"),
]
FAIR = shuffled(ROUNDS, 3)


@cache
def fair_measures() -> dict[str, Measure]:
    plan = plan_of(THREE)
    return judged(plan, play(plan, FAIR, stakes_of(THREE, ROUNDS, 3)))


@pytest.mark.parametrize(("spoil", "id_"), TWINS, ids=[f"{spoil.__name__}: {id_}" for spoil, id_ in TWINS])
def test_each_unfairness_is_caught_by_the_measure_named_for_it(spoil: Spoil, id_: str) -> None:
    plan, stakes = plan_of(THREE), stakes_of(THREE, ROUNDS, 3)
    found = judged(plan, play(plan, spoil(FAIR, stakes["ante"]), stakes))
    assert found[id_].p < SURE, found[id_]
    assert fair_measures()[id_].p > 1e-3


def test_a_seat_with_worse_cards_is_told_from_the_others() -> None:
    plan = plan_of(THREE, 2)
    poor = dealt_anew(FAIR, pairs_or_better(FAIR, slice(3, 6)), 0.1, 1)
    found = judged(plan, play(plan, poor))
    assert found["rounds.seat-2.player-hand.category"].p < SURE
    assert found["rounds.seats.player-hand.category"].p < SURE
    assert found["rounds.seat-1.player-hand.category"].p > 1e-3
    fair = judged(plan, play(plan, FAIR))
    assert fair["rounds.seats.player-hand.category"].p > 1e-3


def test_seats_that_never_hold_good_hands_at_once_are_found_by_their_joint_law() -> None:
    plan = plan_of(THREE, 2)
    both = pairs_or_better(FAIR, slice(0, 3)) & pairs_or_better(FAIR, slice(3, 6))
    found = judged(plan, play(plan, dealt_anew(FAIR, both, 0.25, 1)))
    assert found["rounds.seat-1.seat-2.player-hand"].p < SURE
    assert judged(plan, play(plan, FAIR))["rounds.seat-1.seat-2.player-hand"].p > 1e-3


def test_a_bonus_that_hits_when_the_other_does_is_found() -> None:
    plan = plan_of(THREE)
    ranking = plan.rules.ruleset.hands["six-cards"].ranking
    hits = evaluate(ranking, FAIR[:, :6]) >= ranking.spans["three-of-a-kind"][0]
    found = judged(plan, play(plan, dealt_anew(FAIR, hits & pairs_or_better(FAIR, MINE), 0.3, 1)))
    assert found["rounds.pair-plus.six-card-bonus"].p < SURE
    assert judged(plan, play(plan, FAIR))["rounds.pair-plus.six-card-bonus"].p > 1e-3


def test_too_many_of_a_rare_line_are_found() -> None:
    plan = plan_of(THREE)
    spoilt = FAIR.copy()
    royal = np.array([51, 47, 43, 39, 35, 31], np.uint8)
    for row in (5, 500, 5_000, 50_000, 51_000, 52_000):
        others = np.setdiff1d(np.arange(52, dtype=np.uint8), royal)
        spoilt[row] = np.concatenate([royal, others])
    found = judged(plan, play(plan, spoilt))
    assert found["rounds.six-card-bonus.lines.royal-flush"].p < 1e-4
    assert judged(plan, play(plan, FAIR))["rounds.six-card-bonus.lines.royal-flush"].p > 0.01


def test_a_draw_game_is_judged_by_the_cards_dealt_at_first() -> None:
    plan = plan_of(DRAW)
    stakes = stakes_of(DRAW, ROUNDS, 3)
    fair = judged(plan, play(plan, FAIR, stakes))
    lucky = judged(plan, play(plan, with_more_aces(FAIR, slice(5, 10), 0.034, 1), stakes))
    assert lucky["rounds.dealer.ranks"].p < SURE
    assert fair["rounds.dealer.ranks"].p > 1e-3
    ranking = rules_of(DRAW).ruleset.hands["dealer-hand"].ranking
    paired = evaluate(ranking, FAIR[:, 5:10]) >= ranking.spans["pair"][0]
    rich = judged(plan, play(plan, dealt_anew(FAIR, ~paired, 0.1, 1), stakes))
    assert rich["rounds.dealer-hand.category"].p < SURE
    assert rich["rounds.main.rows"].p < SURE
    assert fair["rounds.dealer-hand.category"].p > 1e-3
    assert fair["rounds.main.rows"].p > 1e-3


def test_chunks_add_up_to_the_whole() -> None:
    plan, stakes = plan_of(THREE), stakes_of(THREE, ROUNDS, 3)
    whole = round_sums(plan, play(plan, FAIR, stakes))
    cuts = [0, 20_000, 45_000, ROUNDS]
    parts = [
        round_sums(plan, play(plan, FAIR[a:b], {w: units[a:b] for w, units in stakes.items()}, first=a))
        for a, b in pairwise(cuts)
    ]
    added = merge(merge(parts[0], parts[1]), parts[2])
    apart = {name for name in whole if not np.array_equal(whole[name], added[name])}
    assert apart == {name for name in whole if name.endswith(("overlap", "repeats", "follows", "by-result"))}
    lost = whole["rounds.player-hand.follows"] - added["rounds.player-hand.follows"]
    assert lost.sum() == 2
    assert all(counts.dtype == np.int64 for counts in added.values())


def test_the_funnel_holds_the_money_of_fair_rounds_and_not_that_of_a_short_payer() -> None:
    plan, stakes = plan_of(THREE), stakes_of(THREE, ROUNDS, 3)
    rounds = play(plan, FAIR, stakes)
    fair = money_figures(plan, round_sums(plan, rounds))["rounds.ante.money"]
    assert len(fair.points) == 200
    assert fair.points[-1][:2] == (ROUNDS, int((rounds.seats[1].returned["ante"] - stakes["ante"]).sum()))
    inside = [abs(won - expected) < half for _, won, expected, half in fair.points]
    assert np.mean(inside) > 0.9
    assert fair.low < fair.expected / fair.staked < fair.high
    short = rounds.seats[1].returned["ante"].copy()
    short[::20] = 0
    rounds.seats[1].returned["ante"][:] = short
    sums = round_sums(plan, rounds)
    robbed = money_figures(plan, sums)["rounds.ante.money"]
    assert robbed.high < robbed.expected / robbed.staked
    assert {m.id: m for m in measures(plan, sums)}["rounds.ante.money"].p < SURE


def test_one_seed_must_deal_the_same_cards_whatever_is_staked() -> None:
    plan = plan_of(THREE)
    decks = FAIR[:2_000]
    low, high = play(plan, decks), play(plan, decks, {**EVERY_WAGER, "ante": 500, "play": 500})
    assert same_cards(low, high).p == 1
    other = decks.copy()
    other[1_234, :2] = other[1_234, 1::-1]
    found = same_cards(low, play(plan, other))
    assert (found.p, found.statistic, found.detail) == (0, 1, "first in round 1235, at seat 1")


def test_what_too_few_rounds_cannot_judge_is_told() -> None:
    plan = plan_of(THREE)
    few = round_sums(plan, play(plan, FAIR[:30]))
    assert not_judged(plan, few)["rounds.dealer.cards"] == "too few rounds"
    assert "rounds.dealer.cards" not in {measure.id for measure in measures(plan, few)}
    many = round_sums(plan, play(plan, FAIR))
    alike = {name for name in not_judged(plan, many) if name.endswith("-by-stake")}
    assert alike == {check.id for check in plan.checks if check.id.endswith("-by-stake")}
    assert set(not_judged(plan, many)) == alike, "all rounds stake alike, and nothing else is missing"


def test_a_row_that_the_policy_excludes_is_impossible() -> None:
    plan: RoundPlan = plan_of(THREE)
    rounds: Rounds = play(plan, FAIR[:5_000])
    rounds.seats[1].row["ante"][17] = 0
    found = judged(plan, rounds)["rounds.main.rows"]
    assert (found.p, found.detail) == (0, "1 times what can't happen: a row that can't settle it")
