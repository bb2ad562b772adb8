"""Choose the row, build the cards: every result that the rules can reach is reached by a deal made for it."""

from random import Random

import pytest

from fairfelt.rulesets.cards import full_deck
from fairfelt.rulesets.choose import Rules, choose, every_variant
from fairfelt.rulesets.loader import load, load_file
from fairfelt.rulesets.paying import settlement
from fairfelt.rulesets.play import act, awaiting, open_round
from fairfelt.rulesets.rankings import floor
from fairfelt.rulesets.round import Cards
from fairfelt.rulesets.rules import Ruleset
from fairfelt.rulesets.seating import Seat
from fairfelt.rulesets.settle import Settled
from fairfelt.rulesets.ways import Case, choices_of, stakes_of, targets
from fairfelt.rulesets.witness import Deal, Goal, deals, meets, place_sizes
from tests.rulesets.samples import GAMES, TINY

STAKE = 6


Deals = dict[str, Deal]


def deal_for(rules: Rules, goal: Goal, known: Deals) -> Deal:
    """Find a deal for a goal; most variants share their goals, so `known` keeps what was found."""
    text = f"{sorted(goal.facts.items())} {sorted(goal.hands.items())}"
    if text not in known:
        found = deals(rules, goal, 1, seed=0)
        assert found, f"no deal shows {text}"
        known[text] = found[0]
    return known[text]


def play_case(rules: Rules, case: Case, deal: Deal) -> dict[str, Settled]:
    """Play the one seat of a case with the cards of a deal, and settle it."""
    burnt = [card for card in full_deck() if card not in {card for cards in deal.values() for card in cards}]
    places = {"seat.1" if place == "seat" else place: cards for place, cards in deal.items()}
    stakes = dict.fromkeys(stakes_of(rules, case.walk), STAKE)
    state = open_round(rules, (Seat(1, stakes),), Cards(places={**places, "burn": tuple(burnt)}), {})
    choices = choices_of(rules, case.walk)
    while asked := awaiting(state):
        legal = {entry.action: entry.wagers for entry in asked.legal}
        action = choices.pop(asked.question.id)
        state = act(state, 1, action, {wager: least for wager, (least, _, _) in legal[action].items()})
    assert not choices, f"never asked: {choices}"
    return {settled.wager: settled for settled in settlement(state)[1]}


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


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_deals(game: str) -> None:
    rules = choose(load(game), first_table=True)
    wanted = Goal({"showdown": "tie"})
    assert deals(rules, wanted, 2, seed="a") == deals(rules, wanted, 2, seed="a")
    assert deals(rules, wanted, 2, seed="a") != deals(rules, wanted, 2, seed="b")


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_uses_each_card_once_and_fills_every_place(game: str) -> None:
    rules = choose(load(game), first_table=True)
    for deal in deals(rules, Goal({"showdown": "win", "dealer": "qualifies"}), 5, seed=2):
        cards = [card for held in deal.values() for card in held]
        assert len(cards) == len(set(cards))
        assert {place: len(held) for place, held in deal.items()} == place_sizes(rules)
        assert meets(rules, Goal({"showdown": "win"}), deal)
        assert not meets(rules, Goal({"showdown": "lose"}), deal)


def test_random_rounds_land_only_in_results_that_are_listed_as_reachable() -> None:
    rng = Random("reachable")
    for game in GAMES:
        rules = choose(load(game), first_table=True)
        listed = {target.id for target, _ in targets(rules)}
        for _ in range(200):
            deck = list(full_deck())
            rng.shuffle(deck)
            stakes = {name: STAKE for name, wager in rules.ruleset.wagers.items() if not wager.by_action}
            state = open_round(rules, (Seat(1, stakes),), Cards(deck=tuple(deck)), {})
            while asked := awaiting(state):
                entry = rng.choice(asked.legal)
                state = act(state, 1, entry.action, {wager: least for wager, (least, _, _) in entry.wagers.items()})
            assert {settled.requirement for settled in settlement(state)[1]} <= listed
