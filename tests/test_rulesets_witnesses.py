"""Choose the row, build the cards: every result that the rules can reach is reached by a deal made for it."""

from random import Random

import pytest

from fairfelt.conformance.layout import arrange
from fairfelt.conformance.plans.plan import Bench, one_seat
from fairfelt.conformance.profiles import PROFILES
from fairfelt.conformance.scenario import any_bank, house_limits
from fairfelt.rulesets.cards import RANK_VALUE, full_deck
from fairfelt.rulesets.choose import Rules, choose, every_variant
from fairfelt.rulesets.loader import load, load_file
from fairfelt.rulesets.paying import settlement
from fairfelt.rulesets.play import act, awaiting, open_round
from fairfelt.rulesets.rankings import floor
from fairfelt.rulesets.round import Cards, cards_at
from fairfelt.rulesets.rules import DealStep, Ruleset
from fairfelt.rulesets.seating import Seat
from fairfelt.rulesets.settle import Settled
from fairfelt.rulesets.ways import Case, targets
from fairfelt.rulesets.witness import Deal, Goal, can_happen, deals, meets, place_sizes
from tests.rulesets.samples import GAMES, TINY, play_planned

STAKE = 6
Deals = dict[str, Deal]


def deal_for(rules: Rules, goal: Goal, known: Deals) -> Deal:
    """Find a deal for a goal; most variants share their goals, so `known` keeps what was found."""
    dealt = [step.id for step in rules.ruleset.steps if isinstance(step, DealStep) and can_happen(rules, step)]
    text = f"{sorted(goal.facts.items())} {sorted(goal.hands.items())} {sorted(goal.sizes.items())} {dealt}"
    if text not in known:
        found = deals(rules, goal, 1, seed=0)
        assert found, f"no deal shows {text}"
        known[text] = found[0]
    return known[text]


def play_case(rules: Rules, case: Case, deal: Deal) -> dict[str, Settled]:
    """Play the seat of a case with the cards of a deal, beside another where it needs one, and settle it."""
    bench = Bench(rules, house_limits(rules), PROFILES["ci"], seats=2)
    state = play_planned(rules, one_seat(bench, case.walk, deal))
    return {settled.wager: settled for settled in settlement(state) if settled.seat == 1}


def every_rules(ruleset: Ruleset) -> list[Rules]:
    return [choose(ruleset, variant, options, first_table=True) for variant, options in every_variant(ruleset)]


def assert_reached(rules: Rules, known: Deals) -> int:
    """Play every way to every target, and check that the settlement names exactly that row and line."""
    ways = [(target, case) for target, cases in targets(rules) for case in cases]
    for target, case in ways:
        settled = play_case(rules, case, deal_for(rules, case.goal, known))[target.wager]
        assert settled.requirement == target.id
        assert settled.row == target.row
        by_line = target.line.result.outcome if target.line else "win"
        assert settled.outcome == (target.result.outcome if by_line == "win" else by_line)
    return len(ways)


@pytest.mark.parametrize("game", GAMES)
def test_every_result_under_every_variant_is_reached_by_a_deal_made_for_it(game: str) -> None:
    known: Deals = {}
    for rules in every_rules(load(game)):
        assert assert_reached(rules, known) > len(rules.ruleset.wagers)


@pytest.mark.parametrize("game", ["many-forms", "two-packs"])
def test_every_result_of_a_game_of_several_packs_is_reached_too(game: str) -> None:
    rules = choose(load_file(TINY / f"{game}.yaml"))
    assert assert_reached(rules, {}) > len(rules.ruleset.wagers)


@pytest.mark.parametrize("game", GAMES)
def test_the_targets_are_all_rows_and_lines_of_some_variant(game: str) -> None:
    ruleset = load(game)
    reached = {target.id for rules in every_rules(ruleset) for target, _ in targets(rules)}
    rows = {f"settle.{wager}.{row.name}" for table in ruleset.tables for row in table.rows for wager in row.results}
    assert {target.partition("/")[0] for target in reached} == rows


def test_a_royal_flush_is_dealt_on_purpose() -> None:
    rules = choose(load("six-card-poker"))
    ranking = rules.ruleset.hands["player-hand"].ranking
    royal = ranking.index[floor(ranking, "royal-flush")]
    found = deals(rules, Goal(hands={"player-hand": (royal, royal + 1)}), 3, seed=1)
    assert len(found) == 3
    assert all(ranking.strength(deal["seat"]) == ranking.classes[-1].strength for deal in found)


def test_a_goal_that_contradicts_itself_has_no_deal() -> None:
    rules = choose(load("six-card-poker"))
    ranking = rules.ruleset.hands["player-hand"].ranking
    low, high = (ranking.index[floor(ranking, name)] for name in ("high-card", "pair"))
    wanted = Goal(
        {"dealer": "qualifies", "showdown": "win"}, {"player-hand": (low, low + 1), "dealer-hand": (high, high + 1)}
    )
    assert deals(rules, wanted, 1, seed=1) == ()


def a_showdown(rules: Rules) -> str:
    return next(fact.name for fact in rules.ruleset.facts.values() if fact.kind == "against")


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_deals(game: str) -> None:
    rules = choose(load(game), first_table=True)
    wanted = Goal({a_showdown(rules): "tie"})
    assert deals(rules, wanted, 2, seed="a") == deals(rules, wanted, 2, seed="a")
    assert deals(rules, wanted, 2, seed="a") != deals(rules, wanted, 2, seed="b")


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_uses_each_card_once_and_fills_every_place(game: str) -> None:
    rules = choose(load(game), first_table=True)
    showdown, sizes = a_showdown(rules), place_sizes(rules)
    spots = {spot for q in rules.ruleset.questions for action in q.actions.values() for spot in action.arranges}
    other_names = {"dealer-after", *spots}
    found = deals(rules, Goal({showdown: "win"}), 5, seed=2)
    assert len(found) == 5
    for deal in found:
        cards = [card for place, held in deal.items() if place not in other_names for card in held]
        assert len(cards) == len(set(cards))
        assert {place: len(held) for place, held in deal.items()} == {place: sizes[place] for place in deal}
        assert meets(rules, Goal({showdown: "win"}), deal)
        assert not meets(rules, Goal({showdown: "lose"}), deal)


def test_an_exchange_changes_the_lowest_of_the_dealers_cards_and_no_other() -> None:
    rules = choose(load("six-card-draw"))
    for deal in deals(rules, Goal({"dealer": "fails", "dealer-then": "qualifies"}), 5, seed=3):
        gone, come = set(deal["dealer"]) - set(deal["dealer-after"]), set(deal["dealer-after"]) - set(deal["dealer"])
        assert gone == {min(deal["dealer"], key=lambda card: RANK_VALUE[card[0]])}
        assert len(come) == 1
        assert not come & set(deal["seat"])


def test_random_rounds_land_only_in_results_that_are_listed_as_reachable() -> None:
    rng = Random("reachable")
    for game in GAMES:
        rules = choose(load(game), first_table=True)
        listed = {target.id for target, _ in targets(rules)}
        for _ in range(200):
            deck = list(full_deck())
            rng.shuffle(deck)
            stakes = {name: STAKE for name, wager in rules.ruleset.wagers.items() if not wager.by_action}
            state = open_round(rules, (Seat(1, stakes),), Cards(deck=tuple(deck)), {}, any_bank(rules, [1]))
            while asked := awaiting(state):
                entry = rng.choice(asked.legal)
                wagers = {wager: least for wager, (least, _, _) in entry.wagers.items()}
                held = rng.sample(cards_at(state, "seat.1"), len(cards_at(state, "seat.1")))
                cards = arrange(entry.arranges, held) if entry.arranges else tuple(held[: entry.gives_up])
                state = act(state, 1, entry.action, wagers, cards)
            assert {settled.requirement for settled in settlement(state) if settled.row} <= listed
