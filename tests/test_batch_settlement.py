"""Columns of rounds are settled as the oracle settles each of them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import chain, groupby, product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairfelt.conformance.scenario import BackerPlan, SeatPlan, played, scenario
from fairfelt.rulesets.bank import Due, bank_pass
from fairfelt.rulesets.batch import OUTCOMES, Columns, Paid, settle_columns
from fairfelt.rulesets.batch_bank import pay_from_banks, settle_banked
from fairfelt.rulesets.batch_facts import kept_in_each
from fairfelt.rulesets.cards import SUITS
from fairfelt.rulesets.choose import Rules, choose, every_variant
from fairfelt.rulesets.evaluate import CARD, codes
from fairfelt.rulesets.loader import list_games, load, load_file
from fairfelt.rulesets.paths import Walk
from fairfelt.rulesets.paying import bank_won, policies_of, settlement
from fairfelt.rulesets.rankings import kept_cards
from fairfelt.rulesets.round import Round, cards_at, known_facts
from fairfelt.rulesets.rules import POLICIES, Hand, Result, Table
from fairfelt.rulesets.settle import Settled, settle_seat
from fairfelt.rulesets.ways import goal_on, seat_walks, targets
from fairfelt.rulesets.witness import Deal, deals, meets, random_deals
from tests.helpers import HOLDEM, rules_of
from tests.rulesets.samples import TINY, shipped_ranking

BANKED = "three-card-poker-6-card-bonus"
VARIANTS = [
    pytest.param(game, variant, tuple(options.items()), id=":".join([game, variant or "", *options.values()]))
    for game in list_games()
    for variant, options in every_variant(load(game))
]


@dataclass(frozen=True)
class Bets:
    """One bettor's round: what is known, what lies, what is staked."""

    known: Mapping[str, str]
    deal: Deal
    stakes: Mapping[str, int]

    @property
    def shape(self) -> tuple[tuple[str, int], ...]:
        return tuple(sorted((place, len(cards)) for place, cards in self.deal.items()))


Told = list[tuple[str, int, str, str]]


def by_the_oracle(rules: Rules, bets: Bets) -> Told:
    rows = settle_seat(rules, bets.known, bets.stakes, lambda place: bets.deal.get(place, ()))
    return told(rows)


def told(rows: tuple[Settled, ...]) -> Told:
    return sorted((row.requirement, row.returned, row.outcome, row.wager) for row in rows)


def in_columns(rules: Rules, bets: list[Bets]) -> Columns:
    """Write bets of one shape as columns, with every wager of the game."""
    asked = [fact for fact in rules.ruleset.facts.values() if fact.kind in ("decision", "dark", "anyone")]
    return Columns(
        {place: np.stack([codes(entry.deal[place]) for entry in bets]) for place, _ in bets[0].shape},
        {f.name: np.array([f.values.index(entry.known[f.name]) for entry in bets], np.int8) for f in asked},
        {name: np.array([entry.stakes.get(name, 0) for entry in bets], np.int64) for name in rules.ruleset.wagers},
    )


def lines_of(rules: Rules, paid: Mapping[str, Paid], at: int) -> Told:
    """Tell one row of columns as the oracle tells a round."""
    found = []
    for wager, column in paid.items():
        if column.outcome[at] < 0:
            continue
        table = next((table for table in rules.ruleset.tables if wager in table.wagers), None)
        name = table.rows[column.row[at]].name if table else "fee"
        line = f"/{rules.pay_tables[wager].lines[column.line[at]].name}" if column.line[at] >= 0 else ""
        outcome = OUTCOMES[column.outcome[at]]
        found.append((f"settle.{wager}.{name}{line}", int(column.returned[at]), outcome, wager))
    return sorted(found)


def differences(rules: Rules, bets: list[Bets], other: Rules | None = None) -> list[tuple[Bets, Told, Told]]:
    """Settle bets both ways, in columns by `other` rules if given, and list those that come out differently."""
    found = []
    for _, group in groupby(sorted(bets, key=lambda entry: entry.shape), key=lambda entry: entry.shape):
        alike = list(group)
        paid = settle_columns(other or rules, in_columns(rules, alike))
        for at, entry in enumerate(alike):
            wanted, got = by_the_oracle(rules, entry), lines_of(other or rules, paid, at)
            if wanted != got:
                found.append((entry, wanted, got))
    return found


def lying(rules: Rules, walk: Walk, deal: Deal) -> Deal:
    """Keep the cards of a deal that surely lie at the end of a way through the round."""
    spots = {place for question in rules.ruleset.questions for a in question.actions.values() for place in a.arranges}
    sure = {place: deal[place][:count] for place, count in walk.sure.items() if place in deal}
    return {**{place: deal[place] for place in spots & set(deal)}, **sure}


def staked_on(walk: Walk, amounts: tuple[int, ...]) -> dict[str, int]:
    return {wager: amounts[at % len(amounts)] for at, wager in enumerate(sorted(walk.placed))}


def random_bets(rules: Rules, seed: int, amounts: tuple[int, ...], of_each: int = 12) -> Iterator[Bets]:
    """Deal as cards come for every way through the round, where they allow it."""
    for walk in seat_walks(rules):
        goal = goal_on(rules, walk)
        for deal in random_deals(rules, of_each, str(seed), walk.sure.get("seat", 0)):
            if meets(rules, replace(goal, hands={}), deal):
                yield Bets(walk.known, lying(rules, walk, deal), staked_on(walk, amounts))


@cache
def planted_bets(game: str) -> dict[str, Bets]:
    """Plant a deal on each row and each pay line, by its requirement."""
    rules, found = rules_of(game), {}
    for target, cases in targets(rules):
        planted = ((case.walk, deals(rules, case.goal, 1, "batch", attempts=400)) for case in cases)
        walk, dealt = next((walk, dealt) for walk, dealt in planted if dealt)
        found[target.id] = Bets(walk.known, lying(rules, walk, dealt[0]), staked_on(walk, (7, 10, 12)))
    return found


AMOUNTS = st.tuples(*[st.integers(1, 2**40)] * 3)


@pytest.mark.parametrize(("game", "variant", "options"), VARIANTS)
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32), amounts=AMOUNTS)
def test_columns_settle_as_the_oracle_does(
    game: str, variant: str | None, options: tuple[tuple[str, str], ...], seed: int, amounts: tuple[int, ...]
) -> None:
    rules = rules_of(game, variant, options)
    assert differences(rules, list(random_bets(rules, seed, amounts))) == []


@pytest.mark.parametrize("path", sorted(TINY.glob("*.yaml")), ids=lambda path: path.stem)
def test_columns_settle_games_of_several_packs_and_with_parts_of_units(path: Path) -> None:
    ruleset = load_file(path)
    for variant, options in every_variant(ruleset):
        rules = choose(ruleset, variant, options, first_table=True)
        assert differences(rules, list(random_bets(rules, 1, (3, 5, 9)))) == []


@pytest.mark.parametrize("game", list_games())
def test_every_row_and_pay_line_is_settled_as_the_oracle_does(game: str) -> None:
    rules, planted = rules_of(game), planted_bets(game)
    assert differences(rules, list(planted.values())) == []
    for requirement, bets in planted.items():
        assert requirement in [name for name, *_ in by_the_oracle(rules, bets)]


def with_table(rules: Rules, at: int, table: Table) -> Rules:
    tables = (*rules.ruleset.tables[:at], table, *rules.ruleset.tables[at + 1 :])
    return replace(rules, ruleset=replace(rules.ruleset, tables=tables))


def with_other_results(rules: Rules, change: Callable[[Result], Result]) -> Iterator[tuple[str, Rules]]:
    """Change the result of one row for one wager and nothing else, each in turn."""
    for at, table in enumerate(rules.ruleset.tables):
        for number, row in enumerate(table.rows):
            for wager, result in row.results.items():
                changed = replace(row, results={**row.results, wager: change(result)})
                rows = (*table.rows[:number], changed, *table.rows[number + 1 :])
                yield f"settle.{wager}.{row.name}", with_table(rules, at, replace(table, rows=rows))


def is_noticed(rules: Rules, bets: list[Bets], other: Rules) -> bool:
    try:
        return bool(differences(rules, bets, other))
    except LookupError:
        return True


@pytest.mark.parametrize("game", list_games())
def test_other_odds_in_any_row_are_noticed(game: str) -> None:
    rules, planted = rules_of(game), planted_bets(game)
    for requirement, other in with_other_results(rules, lambda result: Result("win", result.odds + 7)):
        bets = [entry for name, entry in planted.items() if name.split("/")[0] == requirement]
        assert not bets or is_noticed(rules, bets, other), requirement


@pytest.mark.parametrize("game", list_games())
def test_another_row_in_any_cell_is_noticed(game: str) -> None:
    rules, planted = rules_of(game), planted_bets(game)
    for at, table in enumerate(rules.ruleset.tables):
        cells = tuple((cell + 1) % len(table.rows) if cell >= 0 else cell for cell in table.cells)
        other = with_table(rules, at, replace(table, cells=cells))
        for requirement, entry in planted.items():
            settled_here = any(requirement.startswith(f"settle.{wager}.") for wager in table.wagers)
            assert not settled_here or len(table.rows) == 1 or is_noticed(rules, [entry], other), requirement


# Hands inside hands

FEW_CARDS = st.sampled_from([rank + suit for rank in "A2K3" for suit in SUITS])
"""Few ranks, so that equal choices are common."""


@settings(deadline=None)
@given(
    name=st.sampled_from(["one-card", "two-card", "three-card"]),
    worst=st.booleans(),
    suits=st.one_of(st.just(""), st.permutations(SUITS).map("".join)),
    hands=st.lists(st.lists(FEW_CARDS, min_size=6, max_size=6, unique=True), min_size=1, max_size=8),
)
def test_the_cards_that_a_hand_keeps_are_those_that_it_keeps_alone(
    name: str, worst: bool, suits: str, hands: list[list[str]]
) -> None:
    hand = Hand("kept", ("seat",), shipped_ranking(name), ("seat",), worst, suits)
    kept = kept_in_each(hand, np.stack([codes(cards) for cards in hands]))
    wanted = [kept_cards(hand.ranking, cards, worst, suits) for cards in hands]
    assert [tuple(CARD[code] for code in row) for row in kept] == wanted


def test_another_order_of_suits_keeps_other_cards() -> None:
    cards = codes(["As", "Ah", "Ad", "Kd", "Qd", "2c"])[None]
    high, low = (Hand("kept", ("seat",), shipped_ranking("two-card"), suits=suits) for suits in ("cdhs", "shdc"))
    assert [CARD[code] for code in kept_in_each(high, cards)[0]] == ["As", "Ah"]
    assert [CARD[code] for code in kept_in_each(low, cards)[0]] == ["Ah", "Ad"]


# Parts of a unit

ODDS = st.fractions(0, 40, max_denominator=30)


def with_odds(odds: Fraction, rounding: str | None) -> Rules:
    """Pay a called Ante of Casino Hold'em by these odds where the dealer fails, as no row of the game does."""
    rules = rules_of(HOLDEM)
    pays = next(o for name, o in with_other_results(rules, lambda r: replace(r, odds=odds)) if name == FAILS)
    return replace(pays, ruleset=replace(pays.ruleset, rounding=rounding))  # type: ignore[arg-type]


FAILS = "settle.ante.dealer-fails"


@settings(deadline=None)
@given(odds=ODDS, stake=st.integers(1, 2**40), rounding=st.sampled_from(["up", "down"]))
def test_parts_of_a_unit_are_rounded_as_the_oracle_rounds_them(odds: Fraction, stake: int, rounding: str) -> None:
    rules = with_odds(odds, rounding)
    bets = [replace(entry, stakes=dict.fromkeys(entry.stakes, stake)) for entry in planted_at(FAILS)]
    assert differences(rules, bets) == []


def planted_at(requirement: str) -> list[Bets]:
    return [entry for name, entry in planted_bets(HOLDEM).items() if name.split("/")[0] == requirement]


def test_another_rounding_is_noticed() -> None:
    odds, bets = Fraction(1, 3), planted_at(FAILS)
    bets = [replace(entry, stakes=dict.fromkeys(entry.stakes, 10)) for entry in bets]
    assert differences(with_odds(odds, "up"), bets, with_odds(odds, "down"))


def test_a_part_of_a_unit_needs_a_rounding_rule() -> None:
    rules, bets = with_odds(Fraction(1, 3), None), planted_at(FAILS)[:1]
    with pytest.raises(ArithmeticError, match="needs a rounding rule"):
        settle_columns(rules, in_columns(rules, [replace(bets[0], stakes={"ante": 10, "call": 20})]))
    assert differences(rules, [replace(bets[0], stakes={"ante": 9, "call": 18})]) == []


# What does not fit

A_ROUND = Columns(
    {
        "seat": np.array([[0, 1], [0, 1]], np.uint8),
        "dealer": np.array([[4, 8], [4, 8]], np.uint8),
        "board": np.array([[13, 18, 23], [13, 18, 23]], np.uint8),
    },
    {"decide": np.zeros(2, np.int8), "claim": np.zeros(2, np.int8)},
    {"ante": np.array([10, 20]), "call": np.array([0, 0])},
)


def test_a_combination_that_the_rules_exclude_is_named_with_its_row() -> None:
    columns = replace(A_ROUND, stakes={"ante": np.array([10, 20]), "call": np.array([0, 40])})
    claimed = replace(columns, facts={**columns.facts, "claim": np.array([0, 1], np.int8)})
    with pytest.raises(LookupError, match=r"row 1: ante: no rule settles ante where .*decide is fold"):
        settle_columns(rules_of(HOLDEM), claimed)
    assert settle_columns(rules_of(HOLDEM), A_ROUND)["ante"].returned.tolist() == [0, 0]


def test_cards_that_decide_must_lie() -> None:
    called = {**A_ROUND.facts, "decide": np.array([0, 1], np.int8)}
    with pytest.raises(LookupError, match=r"row 1: ante: .* as the cards of dealer and showdown.* are missing"):
        settle_columns(rules_of(HOLDEM), replace(A_ROUND, facts=called, cards={"seat": A_ROUND.cards["seat"]}))
    without = settle_columns(rules_of(HOLDEM), replace(A_ROUND, cards={"seat": A_ROUND.cards["seat"]}))
    assert [OUTCOMES[code] for code in without["ante"].outcome] == ["forfeit", "forfeit"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"stakes": {"ante": np.array([10])}}, "'ante' has 1 rows, and 'seat' has 2"),
        ({"stakes": {"pair": np.array([10, 10])}}, "'pair' is no wager of casino-holdem"),
        ({"facts": {"claim": np.zeros(2, np.int8)}}, "without a column of facts for 'decide'"),
        ({"cards": {"seat": np.array([[0, 1], [0, 52]], np.uint8)}}, "52 at 'seat' is no card"),
    ],
)
def test_columns_that_do_not_fit_are_refused(change: dict[str, Mapping[str, np.ndarray]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        settle_columns(rules_of(HOLDEM), replace(A_ROUND, **change))


def test_a_stake_too_large_to_count_with_is_refused() -> None:
    columns = replace(A_ROUND, stakes={"ante": np.array([10, 2**60])})
    with pytest.raises(OverflowError, match="too large"):
        settle_columns(rules_of(HOLDEM), columns)


# Banks

READINGS = ("order", "cap", "at-winning-cap", "cover", "folded", "pool")
EVERY_POLICY = [dict(zip(READINGS, words, strict=True)) for words in product(*(POLICIES[name] for name in READINGS))]
MONEY = st.one_of(st.integers(0, 30), st.integers(0, 2**40))
WAGER = st.tuples(MONEY, st.sampled_from(["win", "lose", "push", "forfeit"]), MONEY)
"""Staked, how it ends, and what a win pays."""


def banked_by(policies: Mapping[str, str], from_right: bool = False) -> Rules:
    rules = rules_of(BANKED)
    bank, order = rules.ruleset.bank, rules.ruleset.order
    assert bank is not None
    ruleset = replace(rules.ruleset, bank=replace(bank, policies=policies), order=replace(order, from_right=from_right))
    return replace(rules, ruleset=ruleset)


@dataclass(frozen=True)
class Tables:
    """Bettors of several tables as the tables of the rules settle them: by bettor and wager what WAGER says."""

    bettors: list[list[list[tuple[int, str, int]]]]
    amounts: list[int]

    def one_by_one(self, rules: Rules) -> tuple[list[tuple[int, int]], list[int]]:
        """Give what came back and what played, by bettor and wager, and what the banks won."""
        wagers, lines, all_won = rules.ruleset.order.wagers, [], []
        for bettors, amount in zip(self.bettors, self.amounts, strict=True):
            seats = range(len(bettors))
            dues = [
                Due(seat, "", wager, staked, returned(staked, ends, pays), ends == "forfeit")
                for seat in (reversed(seats) if rules.ruleset.order.from_right else seats)
                for wager, (staked, ends, pays) in zip(wagers, bettors[seat], strict=True)
                if staked
            ]
            paid, won = bank_pass(dues, wagers, amount, policies_of(rules.policies))
            found = {(entry.due.seat, entry.due.wager): entry for entry in paid}
            for seat, wager in product(seats, wagers):
                entry = found.get((seat, wager))
                pushes = entry is not None and entry.due.returned == entry.due.staked
                lines.append((entry.returned, entry.due.staked if pushes else entry.covered) if entry else (0, 0))
            all_won.append(won)
        return lines, all_won

    def at_once(self, rules: Rules) -> tuple[list[tuple[int, int]], list[int]]:
        wagers = rules.ruleset.order.wagers
        rows = [bettor for bettors in self.bettors for bettor in bettors]
        stakes = {wager: np.array([row[at][0] for row in rows], np.int64) for at, wager in enumerate(wagers)}
        paid = {wager: _column([row[at] for row in rows]) for at, wager in enumerate(wagers)}
        starts = np.cumsum([0, *(len(bettors) for bettors in self.bettors)])
        banked = pay_from_banks(rules, stakes, paid, starts, np.array(self.amounts, np.int64))
        lines = [
            (int(banked.paid[wager].returned[at]), int(banked.covered[wager][at]))
            for at in range(len(rows))
            for wager in wagers
        ]
        return lines, banked.won.tolist()


def returned(staked: int, ends: str, pays: int) -> int:
    return {"win": staked + pays, "push": staked}.get(ends, 0)


def _column(wagers: list[tuple[int, str, int]]) -> Paid:
    nothing = np.zeros(len(wagers), np.int16)
    return Paid(
        np.array([returned(*entry) if entry[0] else 0 for entry in wagers], np.int64),
        nothing,
        nothing.astype(np.int8),
        np.array([OUTCOMES.index(ends) if staked else -1 for staked, ends, _ in wagers], np.int8),
    )


BETTORS = st.lists(st.lists(WAGER, min_size=4, max_size=4), min_size=1, max_size=4)
TABLES = st.lists(st.tuples(BETTORS, st.one_of(st.integers(1, 60), st.integers(1, 2**41))), min_size=1, max_size=3)


@settings(deadline=None, max_examples=60)
@given(tables=TABLES, from_right=st.booleans())
def test_banks_pay_columns_as_they_pay_single_rounds_under_every_policy(
    tables: list[tuple[list[list[tuple[int, str, int]]], int]], from_right: bool
) -> None:
    drawn = Tables([bettors for bettors, _ in tables], [amount for _, amount in tables])
    for policies in EVERY_POLICY:
        rules = banked_by(policies, from_right)
        assert drawn.at_once(rules) == drawn.one_by_one(rules), policies


RUNS_OUT = Tables(
    [
        [
            [(50, "win", 50), (50, "win", 50), (10, "lose", 0), (10, "win", 7)],
            [(40, "forfeit", 0), (0, "win", 0), (80, "win", 240), (10, "lose", 0)],
            [(90, "lose", 0), (90, "lose", 0), (30, "win", 90), (20, "win", 200)],
            [(90, "lose", 0), (60, "win", 60), (35, "win", 90), (0, "win", 0)],
        ]
    ],
    [100],
)


@pytest.mark.parametrize("policy", READINGS)
def test_another_reading_of_a_policy_is_noticed(policy: str) -> None:
    apart = [
        (first, {**first, policy: word})
        for first in EVERY_POLICY
        for word in POLICIES[policy]
        if word != first[policy]
    ]
    assert any(RUNS_OUT.at_once(banked_by(a)) != RUNS_OUT.one_by_one(banked_by(b)) for a, b in apart)


def full_table(rules: Rules, amount: int, seed: int) -> Round:
    rng, stakes = Random(seed), {"ante": 20, "pair-plus": 15, "six-card-bonus": 10}
    seats = []
    for number in range(1, 8):
        behind = tuple(BackerPlan(f"b{at}", stakes, {}) for at in range(rng.randint(0, 2)))
        seats.append(SeatPlan(number, stakes, {"decide": rng.choice(["fold", "play"])}, backline=behind))
    planned = scenario(rules, tuple(seats), {}, filler=seed)
    assert planned.bank is not None
    state = played(rules, replace(planned, bank=replace(planned.bank, amount=amount)))
    assert state is not None
    return state


def bets_of(rules: Rules, state: Round) -> list[Bets]:
    return [
        Bets(
            known_facts(state, bettor),
            {"seat": cards_at(state, f"seat.{bettor[0]}"), "dealer": cards_at(state, "dealer")},
            state.placed[bettor],
        )
        for bettor in state.bettors
    ]


@pytest.mark.parametrize(("variant", "options"), every_variant(load(BANKED)))
@settings(deadline=None, max_examples=4)
@given(seed=st.integers(1, 2**32), amount=st.sampled_from([30, 75, 400, 10**9]))
def test_whole_tables_with_a_bank_are_settled_as_the_rules_settle_each(
    variant: str | None, options: dict[str, str], seed: int, amount: int
) -> None:
    rules = rules_of(BANKED, variant, tuple(options.items()))
    states = [full_table(rules, amount, seed + at) for at in range(3)]
    bets = [bets_of(rules, state) for state in states]
    starts = np.cumsum([0, *map(len, bets)])
    banked = settle_banked(rules, in_columns(rules, list(chain(*bets))), starts, np.full(3, amount, np.int64))
    assert banked.won.tolist() == [bank_won(state) for state in states]
    for state, start in zip(states, starts, strict=False):
        ledger = settlement(state)
        for at, bettor in enumerate(state.bettors):
            own = tuple(row for row in ledger if (row.seat, row.bettor) == bettor)
            assert lines_of(rules, banked.paid, start + at) == told(own)
            covered = {row.wager: row.staked if row.covered is None else row.covered for row in own}
            assert {wager: banked.covered[wager][start + at] for wager in covered} == covered


def test_rounds_and_banks_that_do_not_fit_are_refused() -> None:
    rules, bets = rules_of(BANKED), bets_of(rules_of(BANKED), full_table(rules_of(BANKED), 100, 1))
    columns, end = in_columns(rules, bets), len(bets)
    for starts, amounts, message in (
        ([0, end], [0], "a bank of 0 units"),
        ([0, end - 1], [100], f"end at row {end}"),
        ([0, end], [100, 100], "2 banks need 3 starts"),
    ):
        with pytest.raises(ValueError, match=message):
            settle_banked(rules, columns, np.array(starts), np.array(amounts))
    with pytest.raises(ValueError, match="the house banks casino-holdem"):
        settle_banked(rules_of(HOLDEM), A_ROUND, np.array([0, 2]), np.array([100]))
