"""Nothing that the rules declare goes unjudged without a reason, and nothing is judged that they don't declare."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import fairfelt.conformance.run as running
from fairfelt.conformance.checks import BY_OBSERVED_CARDS
from fairfelt.conformance.checks.dealing import dealing
from fairfelt.conformance.checks.refusals import faults
from fairfelt.conformance.cli.explain_ids import all_plans, bench_of
from fairfelt.conformance.plans import Bench, Plan, every_plan
from fairfelt.conformance.profiles import PROFILES
from fairfelt.conformance.run import Order, run
from fairfelt.conformance.tracing.declared import Declared, of_the_rules
from fairfelt.conformance.tracing.laws import of_every_game
from fairfelt.conformance.tracing.origin import CHECKS, origin_of
from fairfelt.conformance.tracing.trace import Tracing, of_requirements, of_summary, trace
from fairfelt.rulesets.choose import Rules, choose, every_variant
from fairfelt.rulesets.loader import list_games, load
from tests.helpers import HOLDEM, SIX, Summary, rules_of

GAMES = list_games()
VENDORS = "python:fairfelt.conformance.examples.python_engine:Engine"
SMALL = replace(PROFILES["ci"], name="small", deals=1, draws=1, live=5, sessions=1, moves=2)
"""As little as `ci` can play and still ask everything."""


@cache
def plans_of(game: str) -> Mapping[str, Plan]:
    return all_plans(bench_of(rules_of(game)))


def judged_by_plans(game: str) -> dict[str, tuple[str, ...]]:
    """Take every plan of a game for played."""
    return of_requirements(plan.requirement for plan in plans_of(game).values())


def planned(rules: Rules) -> Tracing:
    """Trace a game under some choices as if every plan were played."""
    plans = all_plans(bench_of(rules)).values()
    return trace(rules, of_requirements(plan.requirement for plan in plans))


def ran(rules: Rules, *only: str, spec: str = "reference") -> Summary:
    return run(Order(spec, rules, SMALL, only=tuple(f"{rules.ruleset.game}.{name}" for name in only)))


def traced(rules: Rules, summary: Summary) -> Tracing:
    judged, aside = of_summary(summary)
    return trace(rules, judged, aside, chance=False)


def without(name: str) -> Callable[[Bench], Iterator[Plan]]:
    """Stand in for the plans of a game, of which one has gone missing."""

    def fewer(bench: Bench) -> Iterator[Plan]:
        return (plan for plan in every_plan(bench) if plan.requirement.id != bench.id(name))

    return fewer


def status_of(tracing: Tracing, name: str) -> tuple[str, str]:
    entry = next(entry for entry in tracing.entries if entry.declared.id == name)
    return entry.status, entry.reason


@pytest.mark.parametrize("game", GAMES)
def test_every_part_of_a_game_has_a_requirement_or_a_reason(game: str) -> None:
    tracing = trace(rules_of(game), judged_by_plans(game))
    assert (tracing.untested, tracing.unknown) == ((), ())
    assert all(entry.reason for entry in tracing.entries if entry.status == "excluded")
    assert all(entry.reason for entry in tracing.clauses if entry.status == "excluded")


SLOWLY_DEALT = ("six-card-draw", "three-card-poker-6-card-bonus")


@pytest.mark.parametrize("game", [pytest.param(g, marks=pytest.mark.long if g in SLOWLY_DEALT else ()) for g in GAMES])
def test_that_holds_under_every_variant_and_reading(game: str) -> None:
    for variant, options in every_variant(rules_of(game).ruleset):
        tracing = planned(rules_of(game, variant, tuple(options.items())))
        assert (tracing.untested, tracing.unknown) == ((), ()), (variant, options)


@pytest.mark.parametrize("game", [pytest.param(g, marks=() if g == SIX else pytest.mark.long) for g in GAMES])
def test_what_a_run_of_the_reference_engine_judged_is_all_that_the_rules_declare(game: str) -> None:
    rules = rules_of(game)
    tracing = traced(rules, ran(rules))
    assert (tracing.untested, tracing.unknown) == ((), ())


def test_a_row_whose_plan_has_gone_missing_is_untested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "every_plan", without("settle.call.tie"))
    rules = rules_of(HOLDEM)
    tracing = traced(rules, ran(rules, "settle.call.tie", "settle.ante.tie"))
    assert status_of(tracing, "settle.ante.tie") == ("tested", "")
    assert status_of(tracing, "settle.call.tie") == ("untested", "")
    # the reading of the option that decides the tied call is then judged by nothing either
    assert f"{HOLDEM}.option.tie" in tracing.untested


@pytest.mark.parametrize("game", GAMES)
def test_whatever_plan_goes_missing_is_missed(game: str) -> None:
    rules = rules_of(game)
    judged = judged_by_plans(game)
    entries = trace(rules, judged).entries
    for name in judged:
        alone = [entry for entry in entries if entry.judged_by == (name,) and entry.declared.by == ()]
        assert [f"{game}.{entry.declared.id}" for entry in alone] == [name]
    shorter = {name: cited for name, cited in judged.items() if name != f"{game}.view.open"}
    assert f"{game}.view.open" in trace(rules, shorter).untested


def test_an_outcome_that_nobody_declared_is_unknown() -> None:
    rules = rules_of(SIX)
    judged = judged_by_plans(SIX)
    judged[f"{SIX}.settle.ante.lucky-dip"] = ()
    tracing = trace(rules, judged)
    assert tracing.unknown == (f"{SIX}.settle.ante.lucky-dip",)
    assert not tracing.whole


def test_a_clause_that_no_requirement_cites_is_untested() -> None:
    rules = rules_of(HOLDEM)
    ruleset = rules.ruleset
    clause = replace(next(iter(ruleset.clauses.values())), id=f"{ruleset.source}/forgotten")
    longer = replace(rules, ruleset=replace(ruleset, clauses={**ruleset.clauses, clause.id: clause}))
    assert planned(longer).untested == (clause.id,)


def test_a_new_row_is_declared_before_anyone_plans_it() -> None:
    """A row that is put into the compiled rules alone has no plan yet, so it is untested."""
    rules = rules_of(SIX)
    table = rules.ruleset.tables[0]
    row = replace(table.rows[0], name="second-thoughts")
    tables = (replace(table, rows=(*table.rows, row)), *rules.ruleset.tables[1:])
    longer = replace(rules, ruleset=replace(rules.ruleset, tables=tables))
    named = [entry for entry in trace(longer, judged_by_plans(SIX)).entries if "second-thoughts" in entry.declared.id]
    assert named and all(entry.status != "tested" for entry in named)


def test_a_game_of_one_s_own_is_traced_as_well() -> None:
    """Many forms has all that shipped games have not: rounding, relations of every kind, several multiples."""
    rules = choose(load(str(Path(__file__).parent / "rulesets" / "tiny" / "many-forms.yaml")), first_table=True)
    assert planned(rules).whole
    assert status_of(planned(rules), "rounding") == ("tested", "")


def test_what_could_not_be_asked_of_an_engine_is_excluded_with_its_reason() -> None:
    rules = rules_of(HOLDEM)
    tracing = traced(rules, ran(rules, "live.rounds-play", spec=VENDORS))
    assert status_of(tracing, "live.rounds-play")[0] == "excluded"
    assert "does not offer rounds_play" in status_of(tracing, "live.rounds-play")[1]


def test_what_was_blocked_is_not_tested() -> None:
    rules = rules_of(HOLDEM)
    tracing = traced(rules, ran(rules, "seats.each", spec="python:tests.engines.vices.table:burns_a_card_too_many"))
    assert f"{HOLDEM}.seats.each" in tracing.untested


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("settle.call.tie-lost", "only under option.tie=ante-pushes"),
        ("ask.claim", "under these choices nobody is asked it"),
        ("deal.burn-before-flop", "only under option.burn=before-flop-and-river"),
        ("compare.showdown/high-card", "where two hands of high-card meet, no row asks which is better"),
        ("order", "where the house banks, no result depends on who is settled first"),
    ],
)
def test_a_reason_says_what_excludes_a_part(name: str, reason: str) -> None:
    assert status_of(planned(rules_of(HOLDEM)), name) == ("excluded", reason)


def test_ids_are_declared_once() -> None:
    for game in GAMES:
        rules = rules_of(game)
        ids = [part.id for part in _parts(rules)]
        assert len(ids) == len(set(ids))


def _parts(rules: Rules) -> Iterable[Declared]:
    return (*of_every_game(rules, chance=True), *of_the_rules(rules))


@pytest.mark.parametrize("game", GAMES)
def test_every_requirement_names_the_code_that_provokes_and_judges_it(game: str) -> None:
    rules = rules_of(game)
    for plan in plans_of(game).values():
        origin = origin_of(plan, rules.ruleset)
        assert origin.plan and origin.checks, plan.requirement.id
        assert all(name.startswith("conformance.") for name in (*origin.plan, *origin.checks))


def test_every_check_has_its_place_in_the_trace() -> None:
    assert {check for check, _, _ in CHECKS} == {*BY_OBSERVED_CARDS, dealing} - {faults}


def test_the_code_of_a_row_is_the_check_of_settlements() -> None:
    rules = rules_of(HOLDEM)
    origin = origin_of(plans_of(HOLDEM)[f"{HOLDEM}.settle.ante.tie"], rules.ruleset)
    assert origin.plan == ("conformance.plans.settling._dealt",)
    assert origin.checks == ("conformance.checks.settlement.settlements",)


def test_the_summary_of_a_run_names_the_code_that_the_trace_names() -> None:
    rules = rules_of(HOLDEM)
    for entry in ran(rules, "settle.ante.tie", "ask.decide", "round.repeat")["requirements"]:
        origin = origin_of(plans_of(HOLDEM)[entry["id"]], rules.ruleset)
        assert (entry["provoked_by"], entry["checks"]) == (list(origin.plan), list(origin.checks))
        assert entry["checks"]
