"""The suite proves that it can fail: each broken rule is caught by the check that names it, or changes nothing."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import fairfelt.conformance.checks as checks
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.proving.bench import Proving, judged, proving, seated
from fairfelt.conformance.proving.catalogue import every_mutant
from fairfelt.conformance.proving.data import all_runs, is_proved, run_proof
from fairfelt.conformance.proving.money import mutants as money_mutants
from fairfelt.conformance.proving.prove import Fate, Used, prove, reference_fails
from fairfelt.conformance.proving.reach import Reach, money_differs, reach_of
from fairfelt.conformance.proving.terms import Mutant, Terms, with_table
from fairfelt.conformance.replay import Trace
from fairfelt.conformance.run import silent
from fairfelt.conformance.scenario import house_limits
from fairfelt.rulesets.choose import Rules, choose, every_variant
from fairfelt.rulesets.loader import list_games, load

TINY = Path(__file__).parent / "rulesets" / "tiny"
PACKS = TINY / "two-packs.yaml"
HOLDEM = "casino-holdem"


@cache
def rules_of(game: str) -> Rules:
    return choose(load(game), first_table=True)


def terms_of(game: str) -> Terms:
    return Terms(rules_of(game), house_limits(rules_of(game)))


@cache
def mutants_of(game: str) -> tuple[Mutant, ...]:
    return every_mutant(terms_of(game))


@cache
def reach_for(game: str) -> Reach:
    return reach_of(rules_of(game))


@cache
def money_of(game: str) -> tuple[Mutant, ...]:
    return tuple(money_mutants(terms_of(game), reach_for(game)))


@cache
def held_for(game: str) -> Proving:
    return proving(rules_of(game))


def fates(game: str, *ids: str, quick: bool = True) -> dict[str, Fate]:
    chosen = [mutant for mutant in mutants_of(game) if mutant.id in ids]
    assert len(chosen) == len(ids)
    return {fate.mutant.id: fate for fate in prove(held_for(game), chosen, quick, Used(), silent)}


def test_the_rows_of_the_games_alone_have_three_hundred_mutants_each_with_an_id_of_its_own() -> None:
    ids = [(game, mutant.id) for game in list_games() for mutant in money_of(game)]
    assert len(ids) == len(set(ids)) >= 300


@pytest.mark.long
def test_every_mutant_has_an_id_of_its_own() -> None:
    for game in list_games():
        assert max(Counter(mutant.id for mutant in mutants_of(game)).values()) == 1


@pytest.mark.parametrize("game", list_games())
def test_every_row_that_a_round_can_reach_is_broken_in_some_way(game: str) -> None:
    broken = {mutant.rule for mutant in money_of(game) if not mutant.same}
    terms, reach = terms_of(game), reach_for(game)
    rows = {
        f"settle.{spot.wager}.{table.rows[table.cells[spot.cell]].name}"
        for table in terms.rules.ruleset.tables
        for spot in reach.spots
        if spot.block == table.block
    }
    assert rows <= broken


def test_ids_are_the_same_each_time() -> None:
    first, again = [mutant.id for mutant in mutants_of(HOLDEM)], [m.id for m in every_mutant(terms_of(HOLDEM))]
    assert first == again
    assert {"settle.call.dealer-wins~pushed", "pays.ante/flush~up", "floor.dealer~card-1-lower"} <= set(first)


def test_a_mutant_claims_the_game_and_plays_it_by_other_rules() -> None:
    held = held_for(HOLDEM)
    (pushed,) = [mutant for mutant in mutants_of(HOLDEM) if mutant.id == "settle.call.dealer-wins~pushed"]
    assert pushed.words == "call, dealer wins: the stake goes back"
    plan = held.plans["settle.call.dealer-wins"]
    with seated(held) as true, seated(held, pushed.apply) as false:
        assert true.table.difference == false.table.difference == ""
        assert (judged(true, plan).verdict, judged(false, plan).verdict) == ("pass", "fail")


@pytest.mark.parametrize(
    ("name", "by"),
    [
        ("pays.ante/flush~up", "settle.ante.dealer-fails/flush"),
        ("settle.call.tie~paid", "settle.call.tie"),
        ("settle.call.player-wins~for-one", "settle.call.player-wins"),
        ("floor.dealer~card-1-lower", "floor.dealer"),
        ("ranking.poker~wheel-none", "compare.showdown/straight-flush"),
        ("ranking.poker~pair-ignores-from-4", "compare.showdown/pair"),
        ("limit.ante~most-5-higher", "limit.ante/above-max"),
        ("limit.ante~double-step", "limit.ante/step"),
        ("relation.call/before-deal~dropped", "relation.call/before-deal"),
        ("deal.river~missed", "deal.river"),
        ("deal.flop~board-down", "view.open"),
        ("ask.decide~call-more", "ask.decide"),
    ],
)
def test_a_broken_rule_is_named_by_its_own_requirement(name: str, by: str) -> None:
    assert fates(HOLDEM, name)[name].killed_by == (f"{HOLDEM}.{by}",)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("settle.call.tie-lost~paid", "no round under these options comes to it"),
        ("settle.ante.dealer-wins~decide-call-as-fold", "every wager that a round can reach is settled alike"),
        ("floor.dealer~card-2-higher", "no 7 cards show a hand between the two bars"),
        ("limit.ante~most-1-higher", "no wagers that the rules allow together are taken or refused otherwise"),
        ("deal.burn-before-flop~missed", "the step is not in force under these options"),
    ],
)
def test_an_edit_that_changes_nothing_is_computed_to(name: str, reason: str) -> None:
    fate = fates(HOLDEM, name)[name]
    assert (fate.status, fate.reason) == ("equivalent", reason)


def test_rows_that_pay_alike_may_change_places_and_others_may_not() -> None:
    terms = terms_of(HOLDEM)
    reach = reach_of(terms.rules)
    table = next(table for table in terms.rules.ruleset.tables if table.block == "call")

    def swapped(first: str, second: str) -> bool:
        names = [row.name for row in table.rows]
        one, other = names.index(first), names.index(second)
        cells = tuple({one: other, other: one}.get(at, at) for at in table.cells)
        return money_differs(reach, terms, with_table(replace(table, cells=cells))(terms))

    assert not swapped("dealer-fails-paid", "tie-lost")  # neither is reached
    assert swapped("tie", "dealer-wins")
    assert swapped("player-wins", "tie")


def test_a_pay_line_that_nobody_reaches_may_pay_anything() -> None:
    """Who beats a dealer with a pair holds a pair, so the draw game's line for less is never paid."""
    found = {mutant.id: mutant.same for mutant in money_of("six-card-draw")}
    assert found["pays.raise/lower~up"] and not found["pays.raise/pair~up"]


THREE_CARD = "three-card-poker-6-card-bonus"


@pytest.mark.parametrize(
    ("game", "name", "by"),
    [
        (THREE_CARD, "settle.pair-plus~lost-where-showdown-tie", "settle.pair-plus.stays/pair"),
        (THREE_CARD, "settle.ante.dealer-wins~forfeited", "bank.folded"),
        (THREE_CARD, "pays.pair-plus/straight~begins-higher", "settle.pair-plus.stays/straight"),
        (HOLDEM, "pays.ante/royal-flush~and-straight-flush", "settle.ante.dealer-fails/royal-flush"),
        (HOLDEM, "ranking.poker~two-pair-above-three-of-a-kind", "compare.showdown/three-of-a-kind"),
        ("six-card-poker", "ranking.poker~three-of-a-kind-ignores-from-1", "compare.showdown/three-of-a-kind"),
    ],
)
def test_small_wrong_edits_are_named_by_the_requirement_of_their_rule(game: str, name: str, by: str) -> None:
    assert fates(game, name)[name].killed_by == (f"{game}.{by}",)


def test_cards_turned_up_after_the_last_question_are_no_rule_that_is_judged() -> None:
    rules = {mutant.rule for mutant in mutants_of(HOLDEM)}
    assert not any(rule.startswith("show.") for rule in rules) and "deal.hole" in rules


def test_an_engine_that_needs_more_cards_than_there_are_is_no_mutant() -> None:
    crowded = choose(load("holdem-1-3-6"), None, {"packets": "every-position"}, first_table=True)
    ids = {mutant.id for mutant in every_mutant(Terms(crowded, house_limits(crowded)))}
    assert "seats~one-more" not in ids and "seats~one-fewer" in ids
    assert "seats~one-more" in {mutant.id for mutant in mutants_of("holdem-1-3-6")}


def test_a_small_game_of_its_own_is_proved_and_another_by_the_rows_of_money() -> None:
    game = str(PACKS)
    chosen = [m for m in mutants_of(game) if m.rule.partition(".")[0] in ("pays", "settle", "limit", "deal", "seats")]
    used = Used()
    found = Counter(fate.status for fate in prove(held_for(game), chosen, True, used, silent))
    assert found["survived"] == 0 and found["killed"] > 30
    assert reference_fails(held_for(game), used) == ()


def _blind(_: Trace) -> Iterator[Finding]:
    return iter(())


def without(check: str) -> tuple[Any, ...]:
    return tuple(_blind if entry.__name__ == check else entry for entry in checks.BY_OBSERVED_CARDS)


@pytest.mark.parametrize(
    ("check", "name"),
    [
        ("settlements", "settle.call.tie~paid"),
        ("refusals", "limit.ante~most-5-higher"),
        ("views", "deal.flop~board-down"),
    ],
)
def test_a_blind_suite_is_told(monkeypatch: pytest.MonkeyPatch, check: str, name: str) -> None:
    monkeypatch.setattr(checks, "BY_OBSERVED_CARDS", without(check))
    fate = fates(HOLDEM, name)[name]
    assert fate.status == "survived" and fate.tried and "passed" in fate.reason


def test_a_survivor_that_shows_elsewhere_is_told_with_where() -> None:
    """A check for another rule does not count as naming this one."""
    (mutant,) = [mutant for mutant in mutants_of(HOLDEM) if mutant.id == "settle.call.tie~paid"]
    astray = replace(mutant, expects=("deal.flop",))
    (fate,) = prove(held_for(HOLDEM), [astray], False, Used(), silent)
    assert fate.status == "survived" and f"{HOLDEM}.settle.call.tie" in fate.noticed_by


def test_a_reference_that_fails_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(trace: Trace) -> Iterator[Finding]:
        if trace.settled is not None:
            yield Finding("settle.call.tie", "settlement", "anything", "something else")

    monkeypatch.setattr(checks, "BY_OBSERVED_CARDS", (*checks.BY_OBSERVED_CARDS, wrong))
    run = run_proof(rules_of(HOLDEM), True, 0, silent, ("settle.call.tie~paid",))
    assert run["counts"]["killed"] == 1 and run["reference_fails"] == [f"{HOLDEM}.settle.call.tie"]
    assert not is_proved(run)


@pytest.mark.parametrize("game", list_games())
def test_every_mutant_of_a_game_is_killed_or_changes_nothing(game: str) -> None:
    run = run_proof(rules_of(game), True, 0, silent)
    assert survivors(run) == [] and run["reference_fails"] == []
    assert run["of"] == len(run["mutants"]) > 190


def survivors(run: dict[str, Any]) -> list[str]:
    return [entry["id"] for entry in run["mutants"] if entry["status"] == "survived"]


CHOICES = [(game, variant, changed) for game in list_games() for variant, changed in every_variant(load(game))]


@pytest.mark.long
@pytest.mark.parametrize(("game", "variant", "changed"), CHOICES)
def test_every_mutant_is_killed_or_changes_nothing_in_every_variant(
    game: str, variant: str | None, changed: dict[str, str]
) -> None:
    run = run_proof(choose(load(game), variant, changed, first_table=True), False, 0, silent)
    assert survivors(run) == [] and run["reference_fails"] == []


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(map(str, TINY.glob("*.yaml"))))
def test_every_mutant_of_a_game_of_ones_own_is_killed_or_changes_nothing(game: str) -> None:
    run = run_proof(rules_of(game), True, 0, silent)
    assert survivors(run) == [] and run["reference_fails"] == []


def test_a_mutant_that_survives_under_one_choice_has_survived() -> None:
    def run(*statuses: str) -> dict[str, Any]:
        about = {"format": 1, "fairfelt_version": "1", "game": "g", "quick": True, "seed": 0, "of": 3}
        mutants = [{"id": name, "status": status} for name, status in zip("abc", statuses, strict=False)]
        return {**about, "mutants": mutants, "reference_fails": ["g.x"] if "survived" in statuses else []}

    told = all_runs([run("killed", "equivalent"), run("survived", "equivalent", "equivalent")], 1.5)
    assert told["counts"] == {"killed": 0, "equivalent": 2, "survived": 1}
    assert {entry["id"]: entry["status"] for entry in told["mutants"]}["a"] == "survived"
    assert (told["of"], told["reference_fails"], len(told["runs"])) == (3, ["g.x"], 2)
    assert all_runs([run("killed"), run("equivalent")], 1.0)["counts"]["killed"] == 1
