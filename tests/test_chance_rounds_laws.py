"""The laws that whole rounds are held against: exact, merged by rule, left out with a reason where there is none."""

from collections import Counter
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from fairfelt.conformance.reference import ReferenceEngine
from fairfelt.rulesets.batch import Columns, settle_columns
from fairfelt.rulesets.cards import parse_cards
from fairfelt.rulesets.choose import choose
from fairfelt.rulesets.evaluate import codes
from fairfelt.rulesets.loader import load
from fairfelt.stats.exact import par, side
from fairfelt.stats.rounds.columns import Rounds, RoundsError, Seat
from fairfelt.stats.rounds.fixed import NO_POLICY, fixed_play
from fairfelt.stats.rounds.joint import Joint
from fairfelt.stats.rounds.money import Odds, odds_law, sum_tails
from fairfelt.stats.rounds.plan import measures, not_judged, plan_rounds, round_sums
from fairfelt.stats.rounds.tables import ALL_ALIKE, LEAST, TOO_FEW, binomial, contingency, goodness, merged_cells
from tests.rounds_dealt import DRAW, HOLDEM, PLAY, RAISE, SIX, THREE, judged, plan_of, play, rules_of, shuffled

SETTING = "holdem-1-3-6"
DEALS = comb(52, 3) * comb(49, 3)


def joint_of(game: str) -> Joint:
    joint = plan_of(game).joint
    assert joint is not None
    return joint


def test_rows_under_a_fixed_policy_are_as_two_counts_of_all_deals_have_them() -> None:
    joint = joint_of(THREE)
    by_deals = joint.spanning["six-cards"].ways
    assert int(by_deals.sum()) == DEALS
    assert np.array_equal(by_deals.sum(axis=3) * (joint.total // DEALS), joint.ways)
    laws, unknown = fixed_play(rules_of(THREE), PLAY, joint=joint)
    assert unknown == {}
    assert sum(laws["main"].rows.values()) == 1
    assert laws["main"].rows.keys() == {"dealer-fails", "player-wins", "tie", "dealer-wins"}
    assert laws["main"].mean("ante") == laws["main"].rows["dealer-fails"] + sum(
        laws["main"].rows[row] * sign for row, sign in (("player-wins", 1), ("dealer-wins", -1))
    )


def test_rows_under_a_fixed_policy_are_met_by_rounds_and_not_by_those_of_another_policy() -> None:
    laws, _ = fixed_play(rules_of(DRAW), RAISE, joint=joint_of(DRAW))
    decks, plan = shuffled(40_000, 9), plan_of(DRAW)
    seat = play(plan, decks, {"ante": 1, "raise": 2}).seats[1]
    law = laws["main"]
    counted = Counter(zip(seat.row["raise"].tolist(), seat.line["raise"].tolist(), strict=True))
    off = [
        (counted[place] - 40_000 * float(share)) / np.sqrt(40_000 * float(share))
        for place, share in zip(law.places, law.shares, strict=True)
        if share > Fraction(1, 1_000)
    ]
    assert len(off) >= 6
    assert max(map(abs, off)) < 4
    with_fees, why = fixed_play(rules_of(DRAW), {**RAISE, "decide": "buy", "after-buy": "raise"}, joint=joint_of(DRAW))
    assert with_fees == {}
    assert why == {"main": "cards are drawn or given up before it is settled"}


def test_a_folded_hand_loses_what_its_policy_forfeits_and_leaves_nothing_to_chance() -> None:
    laws, _ = fixed_play(rules_of(THREE), {"decide": "fold"}, joint=joint_of(THREE))
    assert laws["main"].rows == {"fold": 1}
    assert laws["pair-plus"].mean("pair-plus") == -1
    assert laws["pair-plus"].variance("pair-plus") == 0
    assert laws["six-card-bonus"].variance("six-card-bonus") > 0
    plan = plan_rounds(rules_of(THREE), 100, policy={"decide": "fold"}, joint=joint_of(THREE))
    assert plan.unjudged["rounds.ante.money"] == "the policy leaves nothing to chance"
    assert plan.unjudged["rounds.main.rows"] == "one row settles all"


def test_a_wager_with_a_pay_table_loses_its_house_edge_and_no_fixed_policy_beats_best_play() -> None:
    rules = rules_of(THREE)
    laws, _ = fixed_play(rules, PLAY, joint=joint_of(THREE))
    for wager in side.side_wagers(rules):
        figures = side.figures(rules, wager, rules.pay_tables[wager], None, None)
        assert laws[wager].mean(wager) == -Fraction(figures.house_edge)  # type: ignore[arg-type]
        assert float(laws[wager].variance(wager)) == pytest.approx(float(figures.standard_deviation) ** 2)  # type: ignore[arg-type]
    best = par.mathematics(rules).main.house_edge
    assert isinstance(best, Fraction)
    always = laws["main"].mean("ante") + laws["main"].mean("play")
    assert always < -best < 0
    assert always > -1, "always to play is better than always to fold"


def test_what_depends_on_play_is_left_out_where_no_policy_is_told() -> None:
    plan = plan_rounds(rules_of(THREE), 10_000, joint=joint_of(THREE))
    ids = {check.id for check in plan.checks}
    assert {"rounds.pair-plus.lines", "rounds.six-card-bonus.money", "rounds.player-hand.dealer-hand"} <= ids
    assert not ids & {"rounds.main.rows", "rounds.ante.money", "rounds.pair-plus.money"}
    assert {name for name, why in plan.unjudged.items() if why == NO_POLICY} == {
        "rounds.main.rows",
        "rounds.pair-plus.rows",
        "rounds.ante.money",
        "rounds.play.money",
        "rounds.pair-plus.money",
    }


def test_cards_that_a_seat_sets_or_draws_are_judged_before_that_and_no_later() -> None:
    setting = plan_rounds(rules_of(SETTING), 10_000)
    ids = {check.id for check in setting.checks}
    assert {"rounds.seat.cards", "rounds.board.ranks", "rounds.six-cards.category", "rounds.house.category"} <= ids
    assert "rounds.six-card-bonus.money" in ids
    assert setting.unjudged["rounds.hand-1x.category"] == "its cards are chosen, kept or changed during the round"
    assert "ranked alike" in setting.unjudged["rounds.3x.rows"]
    drawing = plan_rounds(rules_of(DRAW), 10_000, joint=joint_of(DRAW))
    assert drawing.lying.sizes == {"seat": 5, "dealer": 5}
    assert drawing.lying.hands["player-hand"].total == comb(52, 5)
    assert drawing.unjudged["rounds.main.rows"] == "cards are drawn or given up before it is settled"
    assert "rounds.player-hand.category" in {check.id for check in drawing.checks}


def test_a_board_that_may_not_be_dealt_out_is_judged_as_far_as_it_surely_lies() -> None:
    plan = plan_rounds(rules_of(HOLDEM), 10_000, joint=False)
    assert plan.lying.sizes == {"seat": 2, "dealer": 2, "board": 3}
    assert plan.lying.hands["player-hand"].total == comb(52, 5), "seat and flop"
    assert plan.unjudged["rounds.ante.rows"] == "not all cards that settle it lie in every round"
    assert plan.unjudged["rounds.call.rows"] == NO_POLICY, "only who likes the flop has called"
    assert "rounds.board.cards" in {check.id for check in plan.checks}
    called = plan_rounds(rules_of(HOLDEM), 10_000, policy={"decide": "call"}, joint=False)
    assert called.lying.sizes["board"] == 5
    assert called.unjudged["rounds.call.rows"] == "the joint law of two hands was not asked for"
    assert "rounds.player-hand.category" in {check.id for check in called.checks}


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "stakes"),
    [(HOLDEM, {"ante": 10, "call": 20}), (SIX, {"ante": 10, "play": 10, "aces-up": 5})],
)
def test_games_of_a_board_or_many_cards_are_met_by_fair_rounds(game: str, stakes: dict[str, int]) -> None:
    plan = plan_of(game, 2)
    found = judged(plan, play(plan, shuffled(60_000, 4), stakes))
    assert {"rounds.seat-2.ante.money", "rounds.seats.player-hand.category"} <= found.keys()
    assert min(measure.p for measure in found.values()) > 1e-4
    worse = shuffled(60_000, 4)
    seat = play(plan, worse, stakes).seats[2]
    again = (seat.returned["ante"] > 0) & (np.random.default_rng(4).random(len(worse)) < 0.1)
    spoilt = judged(plan, play(plan, np.where(again[:, None], shuffled(60_000, 5), worse), stakes))
    assert spoilt["rounds.seat-2.ante.money"].p < 1e-6


def test_rounds_that_the_reference_engine_plays_by_itself_pass() -> None:
    count = 400
    plan = plan_rounds(rules_of(THREE), count, policy=PLAY, joint=joint_of(THREE))
    rounds = played_by_reference(count)
    found = judged(plan, rounds)
    assert {"rounds.dealer.ranks", "rounds.main.rows", "rounds.ante.money"} <= found.keys()
    assert min(measure.p for measure in found.values()) > 1e-9, "its shuffles are not seeded"
    again = Rounds({1: first_of_all(rounds.seats[1])}, {p: cards[[0] * count] for p, cards in rounds.shared.items()})
    assert judged(plan, again)["rounds.dealer.ranks"].p < 1e-9


def played_by_reference(count: int) -> Rounds:
    """Ask the reference engine for rounds of its own dealing, and settle their columns in bulk."""
    engine = ReferenceEngine()
    engine.ask("configure", {"game": THREE})
    seats = [{"seat": 1, "wagers": {"ante": 10, "pair-plus": 10, "six-card-bonus": 10}}]
    answer = engine.ask("rounds.play", {"count": count, "seats": seats, "policy": PLAY})
    rows = [dict(zip(answer["columns"], row, strict=True)) for row in answer["rows"]]
    cards = {place: np.array([codes(parse_cards(row[place])) for row in rows]) for place in ("seat.1", "dealer")}
    wagers = rules_of(THREE).ruleset.wagers
    staked = {wager: np.array([row[f"seat.1.{wager}.staked"] for row in rows]) for wager in wagers}
    returned = {wager: np.array([row[f"seat.1.{wager}.returned"] for row in rows]) for wager in wagers}
    played = np.full(count, rules_of(THREE).ruleset.facts["decide"].values.index("play"), np.int8)
    columns = Columns({"seat": cards["seat.1"], "dealer": cards["dealer"]}, {"decide": played}, staked)
    paid = settle_columns(rules_of(THREE), columns)
    assert all(np.array_equal(paid[wager].returned, returned[wager]) for wager in wagers)
    row = {wager: one.row for wager, one in paid.items()}
    line = {wager: one.line for wager, one in paid.items()}
    return Rounds({1: Seat(cards["seat.1"], staked, returned, row, line)}, {"dealer": cards["dealer"]})


def first_of_all(seat: Seat) -> Seat:
    """Repeat the first round in the place of all."""
    at = [0] * len(seat.cards)
    staked, returned = ({w: units[at] for w, units in part.items()} for part in (seat.staked, seat.returned))
    row, line = {w: c[at] for w, c in seat.row.items()}, {w: c[at] for w, c in seat.line.items()}
    return Seat(seat.cards[at], staked, returned, row, line)


def test_tails_of_money_are_those_of_the_binomial_law_where_a_wager_wins_or_loses_one() -> None:
    law = odds_law([Fraction(2, 5), Fraction(3, 5)], [Fraction(1), Fraction(-1)])
    for wins in (340, 400, 433, 470):
        tails = sum_tails(law, 1_000, 2 * wins - 1_000)
        assert tails is not None
        assert tails[0] == pytest.approx(binom.cdf(wins, 1_000, 0.4), rel=1e-6)
        assert tails[1] == pytest.approx(binom.sf(wins - 1, 1_000, 0.4), rel=1e-6)


def test_tails_of_money_know_that_rare_large_wins_skew_it() -> None:
    shares, odds = [Fraction(1, 1_000), Fraction(999, 1_000)], [Fraction(500), Fraction(-1)]
    tails = sum_tails(odds_law(shares, odds), 500, 500 * 4 - 496)
    assert tails is not None
    assert tails[1] == pytest.approx(binom.sf(3, 500, 0.001), rel=1e-6), "four wins where one half is expected"
    z = (500 * 4 - 496 + 500 * 0.499) / np.sqrt(500 * float(odds_law(shares, odds).variance))
    from scipy.special import ndtr

    assert tails[1] > 1_000 * float(ndtr(-z)), "the normal law would cry wolf"


def test_a_sum_far_outside_its_range_has_no_chance_and_halves_of_a_unit_are_counted() -> None:
    law = odds_law([Fraction(1, 2), Fraction(1, 2)], [Fraction(3, 2), Fraction(-1)])
    assert law == Odds((3, -2), (Fraction(1, 2), Fraction(1, 2)), 2)
    assert law.mean == Fraction(1, 4)
    tails = sum_tails(law, 10_000, 30_000)
    assert tails is not None
    assert tails[1] < 1e-10
    assert tails[0] == pytest.approx(1)


@given(st.lists(st.floats(0.001, 500), min_size=1, max_size=40))
def test_merging_leaves_no_rare_cell_and_loses_none(expected: list[float]) -> None:
    groups = merged_cells(np.array(expected))
    assert all(sum(expected[at] for at in group) >= LEAST * (1 - 1e-9) for group in groups)
    if sum(expected) >= LEAST + 1e-6:
        assert sorted(at for group in groups for at in group) == list(range(len(expected)))


@given(st.lists(st.lists(st.integers(0, 60), min_size=4, max_size=4), min_size=2, max_size=6))
def test_a_contingency_table_is_merged_by_its_sums_until_each_cell_is_expected_often_enough(
    rows: list[list[int]],
) -> None:
    table = np.array(rows, np.int64)
    found = contingency("", "", table, [f"row {at}" for at in range(len(rows))], list("abcd"))
    if isinstance(found, str):
        assert found in (TOO_FEW, ALL_ALIKE)
    else:
        assert found.units == table.sum()
        assert found.degrees <= 3 * (len(rows) - 1)
        assert found.statistic >= 0


def test_merging_keeps_a_test_at_its_level_where_plain_chi_square_is_far_off() -> None:
    shares = [0.9, 0.05, 0.03, 0.0199, 0.0001]
    drawn = np.random.default_rng(8).multinomial(1_000, shares, size=10_000)
    merged = [goodness("", "", counts, shares, list("abcde")) for counts in drawn]
    low = np.mean([measure.high < 0.001 for measure in merged if not isinstance(measure, str)])
    assert low < 0.004
    expected = 1_000 * np.array(shares)
    from scipy.special import chdtrc

    plain = np.mean(chdtrc(4, ((drawn - expected) ** 2 / expected).sum(axis=1)) < 0.001)
    assert plain > 0.006, "the cell expected a tenth of a time alone spoils it"


def test_binomial_tails_are_exact() -> None:
    found = binomial("", "", 3, 1_000, 1 / 2_000)
    assert found.high == pytest.approx(binom.sf(2, 1_000, 1 / 2_000))
    assert found.low == pytest.approx(binom.cdf(3, 1_000, 1 / 2_000))
    assert binomial("", "", 0, 1_000, 1 / 2_000).high == 1


def test_what_does_not_fit_is_told_in_one_message() -> None:
    rules = rules_of(THREE)
    with pytest.raises(RoundsError, match="policy decide: 'call' is no answer of three-card-poker-6-card-bonus"):
        plan_rounds(rules, 100, policy={"decide": "call"}, joint=False)
    with pytest.raises(RoundsError, match="no round with pair-plus can go as the policy says"):
        plan_rounds(rules, 100, policy=PLAY, wagers=["pair-plus"], joint=False)
    with pytest.raises(RoundsError, match="plan at least one round at one seat"):
        plan_rounds(rules, 100, seats=(1, 1), joint=False)
    with pytest.raises(RoundsError, match="the joint law is of other rules"):
        plan_rounds(rules_of(DRAW), 100, joint=joint_of(THREE))
    plan = plan_of(THREE, 2)
    rounds = play(plan, shuffled(50, 1))
    with pytest.raises(RoundsError, match="seat 2 is planned and has no columns; there are seats 1"):
        round_sums(plan, Rounds({1: rounds.seats[1]}, rounds.shared))
    with pytest.raises(RoundsError, match="dealer: 50 rounds of at least 3 cards are needed, none is given"):
        round_sums(plan, Rounds(rounds.seats))
    rich = play(plan, shuffled(50, 1), {"ante": 1 << 32, "play": 1 << 32})
    with pytest.raises(RoundsError, match="units on ante are too large; count in larger units"):
        round_sums(plan, rich)


def test_a_wager_that_is_never_placed_is_not_judged() -> None:
    plan = plan_of(THREE)
    sums = round_sums(plan, play(plan, shuffled(500, 1), {"ante": 1, "play": 1}))
    assert not_judged(plan, sums)["rounds.pair-plus.money"] == "it is never placed"
    assert "rounds.pair-plus.lines" not in {measure.id for measure in measures(plan, sums)}


def test_a_wager_that_a_choice_places_has_no_law_even_where_all_cards_are_dealt_out() -> None:
    dealt_out = choose(load(HOLDEM), options={"all-fold": "deal-out"}, first_table=True)
    plan = plan_rounds(dealt_out, 10_000, joint=False)
    assert plan.lying.sizes["board"] == 5
    assert plan.unjudged["rounds.call.rows"] == plan.unjudged["rounds.call.money"] == NO_POLICY
