"""How a requirement is played: every trial, what is drawn, sessions, bulk questions, and what breaks down."""


from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis import strategies as st

from fairfelt.conformance.certify import (
    AMOUNTS,
    GIVE_UP_AFTER,
    Outcome,
    Tally,
    execute,
)
from fairfelt.conformance.checks import Judged
from fairfelt.conformance.connections import Fault, Refusal, Result
from fairfelt.conformance.finding import Chapter, Finding
from fairfelt.conformance.plans import Plan
from fairfelt.conformance.profiles import PROFILES
from fairfelt.conformance.record import Record
from fairfelt.conformance.reference import ReferenceEngine
from fairfelt.conformance.scenario import Scenario, SeatPlan
from fairfelt.conformance.session import Table
from tests.certified import ALL, BROKEN, DECK, GAP, WRONG, bench, needing, table
from tests.checked_rounds import Answer, asked
from tests.helpers import SIX

# Playing


@dataclass
class Spoilt:
    """The reference engine, whose answers a function may change; it counts what it was asked."""

    spoil: Callable[[str, Mapping[str, Any], Answer], Answer] = lambda method, params, answer: answer
    seen: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.engine = ReferenceEngine()
        self.engine.ask("configure", {"game": SIX})

    def ask(self, method: str, params: Mapping[str, Any]) -> Answer:
        self.seen.append(method)
        return self.spoil(method, params, asked(self.engine, method, dict(params)))

    def close(self) -> None: ...


def scene(amount: int = 10, **wagers: int) -> Scenario:
    seat = SeatPlan(2, {"ante": amount, **wagers}, {"decide": "play"})
    return Scenario((seat,), tuple(DECK), {"seat.2": tuple(DECK[:6]), "dealer": tuple(DECK[6:])}, watched=2)


def paying(more: Callable[[int], int]) -> Spoilt:
    """Pay for an ante what a function makes of it."""

    def spoil(method: str, params: Mapping[str, Any], answer: Answer) -> Answer:
        if isinstance(answer, Result) and answer.value.get("ledger"):
            row = answer.value["ledger"][0]
            row["returned"] += more(row["staked"])
        return answer

    return Spoilt(spoil)


def broken(method: str, params: Mapping[str, Any], answer: Answer) -> Answer:
    return Fault("crash", "it died") if method == "round.act" else answer


def plan_of(*trials: tuple[Scenario, ...], concerns: str = WRONG.rule, **more: Any) -> Plan:
    return Plan(needing(), lambda: trials, lambda finding: finding.rule == concerns, **more)


@dataclass
class Played:
    outcome: Outcome
    tally: Tally
    kept: list[Record]


def run(plan: Plan, engine: Spoilt, tally: Tally | None = None, at: Table | None = None, **more: Any) -> Played:
    tally, kept = tally or Tally(), list[Record]()
    outcome = execute(plan, bench(**more), at or table(), engine, tally, kept.append)
    return Played(outcome, tally, kept)


def test_an_honest_engine_passes_and_every_round_is_kept_by_its_number() -> None:
    played = run(plan_of((scene(),), (scene(), scene(20))), Spoilt())
    assert played.outcome == Outcome(needing(), "pass", "", 3)
    assert [record.id for record in played.kept] == ["r000001", "r000002", "r000003"]
    assert {record.requirement for record in played.kept} == {needing().id}
    assert (played.tally.rounds, played.tally.faults, played.tally.elsewhere) == (3, 0, [])
    assert played.tally.taken == {"ante"}


def test_an_engine_that_pays_wrong_fails_with_each_trial_that_shows_it() -> None:
    played = run(plan_of((scene(),), (scene(20),)), paying(lambda staked: 1))
    assert (played.outcome.verdict, played.outcome.rounds, played.outcome.failing) == ("fail", 2, 2)
    assert [finding.actual for finding in played.outcome.findings] == ["returned 21 (win)", "returned 41 (win)"]
    assert [finding.record for finding in played.outcome.findings] == ["r000001", "r000002"]
    assert played.outcome.findings[0].looks_like is None


def test_what_belongs_to_other_requirements_is_kept_for_them_unless_this_one_fails() -> None:
    other = run(plan_of((scene(),), concerns="view.open"), paying(lambda staked: 1))
    assert other.outcome.verdict == "pass"
    assert [finding.rule for finding in other.tally.elsewhere] == [WRONG.rule]
    own = run(plan_of((scene(),)), paying(lambda staked: 1))
    assert own.tally.elsewhere == []


def test_a_breakdown_ends_the_trials_and_is_counted() -> None:
    engine = Spoilt(broken)
    played = run(plan_of((scene(),), (scene(20),)), engine)
    assert (played.outcome.verdict, played.outcome.reason) == ("engine-fault", "crash: it died")
    assert (played.tally.faults, len(played.kept), engine.seen.count("round.start")) == (1, 1, 1)


def test_a_breakdown_ends_the_rounds_of_a_trial() -> None:
    played = run(plan_of((scene(), scene(20))), Spoilt(broken))
    assert len(played.kept) == 1


def test_an_engine_that_broke_down_too_often_is_left_alone() -> None:
    for faults, verdict in ((GIVE_UP_AFTER - 1, "pass"), (GIVE_UP_AFTER, "blocked")):
        played = run(plan_of((scene(),)), Spoilt(), Tally(faults=faults))
        assert played.outcome.verdict == verdict
    assert played.outcome.reason == "the engine broke down 20 times before, so nothing more was played"
    assert (played.kept, played.outcome.requirement) == ([], needing())


def test_an_exception_of_the_suite_is_its_own_error_with_its_place() -> None:
    def raises() -> Iterable[tuple[Scenario, ...]]:
        raise KeyError("a seat")

    outcome = run(Plan(needing(), raises, lambda finding: True), Spoilt()).outcome
    assert outcome.verdict == "suite-error" and outcome.requirement == needing()
    assert outcome.reason.startswith("KeyError: 'a seat' (in raises, line ")
    assert outcome.reason.endswith("); please report this")


def test_an_opening_and_a_lack_are_judged_without_a_round() -> None:
    opening = Plan(needing(), lambda: ((scene(),),), lambda finding: True, opening=True)
    assert run(opening, Spoilt(), at=table(difference="other")).outcome == Outcome(needing(), "fail", "other")
    assert run(plan_of((scene(),)), Spoilt(), at=table(trouble="no game")).outcome.verdict == "blocked"


def test_what_an_engine_does_not_offer_is_not_played() -> None:
    played = run(replace(plan_of((scene(),)), requirement=needing("recall")), Spoilt())
    assert (played.outcome.verdict, played.kept) == ("not-applicable", [])


def test_a_plan_that_no_round_reaches_is_blocked() -> None:
    played = run(plan_of((scene(),), reached=lambda judged: False), Spoilt())
    assert (played.outcome.verdict, played.outcome.reason) == ("blocked", "no round reached it")


def test_the_rounds_of_a_trial_are_compared_only_where_all_were_played() -> None:
    seen: list[int] = []

    def across(judged: tuple[Judged, ...]) -> Iterable[Finding]:
        seen.append(len(judged))
        return [WRONG]

    assert run(plan_of((scene(), scene(20)), across=across), Spoilt()).outcome.findings == (WRONG,)
    run(plan_of((scene(), scene(20)), across=across), Spoilt(broken))
    assert seen == [2]


def test_what_the_rules_allow_and_the_engine_refuses_counts_wherever_it_is_met() -> None:
    def refuse(method: str, params: Mapping[str, Any], answer: Answer) -> Answer:
        return Refusal(-32001, "limits", "no", None) if method == "round.act" else answer

    played = run(plan_of((scene(),), concerns="view.open"), Spoilt(refuse))
    assert [(finding.rule, finding.kind) for finding in played.outcome.findings] == [("accept", "refusal")]


def without_aces_up(method: str, params: Mapping[str, Any], answer: Answer) -> Answer:
    lacks = method == "round.start" and "aces-up" in params["seats"][0]["wagers"]
    return Refusal(-32002, None, "no aces up", None) if lacks else answer


def test_a_wager_that_an_engine_lacks_is_excused_where_other_rounds_show_the_rule() -> None:
    played = run(plan_of((scene(),), (scene(**{"aces-up": 10}),)), Spoilt(without_aces_up))
    assert (played.outcome.verdict, played.outcome.rounds) == ("pass", 1)
    assert played.outcome.reason == "by rounds without aces-up, which the engine does not have"
    assert played.tally.lacking == {"aces-up"}
    alone = run(plan_of((scene(**{"aces-up": 10}),)), Spoilt(without_aces_up))
    assert (alone.outcome.verdict, alone.outcome.reason) == (
        "blocked",
        "the engine says that it can't: refused: -32002 no aces up",
    )


def test_rounds_are_drawn_once_the_essentials_pass_and_shrunk_to_the_least_that_fails() -> None:
    plan = plan_of((scene(),), more=lambda: st.integers(2, 40).map(lambda steps: (scene(5 * steps),)))
    passed = run(plan, Spoilt()).outcome
    assert (passed.verdict, passed.failing) == ("pass", 0)
    (finding,) = run(plan, paying(lambda staked: staked >= 50)).outcome.findings
    assert (finding.actual, finding.looks_like) == ("returned 101 (win)", AMOUNTS)
    early = run(plan, paying(lambda staked: 1))
    assert (early.outcome.failing, early.outcome.rounds) == (1, 1), "nothing is drawn where the essentials fail"


def test_what_is_drawn_and_is_no_money_is_not_put_down_to_amounts() -> None:
    def spoil(method: str, params: Mapping[str, Any], answer: Answer) -> Answer:
        if isinstance(answer, Result) and answer.value.get("ledger") and answer.value["ledger"][0]["staked"] >= 50:
            answer.value["ledger"][0]["staked"] += 1
        return answer

    drawn = plan_of((scene(),), concerns="money.ledger", more=lambda: st.just((scene(50),)))
    (finding,) = run(drawn, Spoilt(spoil)).outcome.findings
    assert (finding.kind, finding.looks_like) == ("ledger", None)


def test_a_breakdown_ends_the_drawing() -> None:
    def late(method: str, params: Mapping[str, Any], answer: Answer) -> Answer:
        return Fault("crash", "it died") if method == "round.act" and params["round"] > "r000001" else answer

    engine = Spoilt(late)
    plan = plan_of((scene(),), more=lambda: st.integers(2, 40).map(lambda steps: (scene(5 * steps),)))
    played = run(plan, engine)
    assert played.outcome.verdict == "engine-fault"
    assert (engine.seen.count("round.start"), played.tally.faults) == (2, 1)


def test_a_table_is_opened_again_before_each_round_where_turns_are_counted() -> None:
    engine = Spoilt()
    run(plan_of((scene(),), (scene(),)), engine, opened={"game": SIX})
    assert [method for method in engine.seen if method in ("configure", "round.start")] == [
        "configure",
        "round.start",
    ] * 2


def spoiling(*rows: tuple[int, int, str | None]) -> Spoilt:
    """Change rows of the ledger: so much more money, and perhaps another word."""

    def spoil(method: str, params: Mapping[str, Any], answer: Answer) -> Answer:
        if isinstance(answer, Result) and answer.value.get("ledger"):
            for at, more, word in rows:
                row = answer.value["ledger"][at]
                row.update(returned=row["returned"] + more, outcome=word or row["outcome"])
        return without_aces_up(method, params, answer)

    return Spoilt(spoil)


def test_beside_a_warning_others_are_charged_and_beside_a_failure_they_are_not() -> None:
    warned = run(plan_of((scene(),)), spoiling((0, 0, "push"), (1, 3, None)))
    assert warned.outcome.verdict == "warning"
    assert [finding.rule for finding in warned.tally.elsewhere] == ["settle.play.player-wins"]
    failed = run(plan_of((scene(),)), spoiling((0, 1, None), (1, 3, None)))
    assert (failed.outcome.verdict, failed.tally.elsewhere) == ("fail", [])


def test_beside_a_gap_others_are_charged() -> None:
    def spoil(method: str, params: Mapping[str, Any], answer: Answer) -> Answer:
        if isinstance(answer, Result) and answer.value.get("views"):
            answer.value["views"] = {}
        return Refusal(-32002, None, "no", None) if method == "round.act" else answer

    played = run(plan_of((scene(),)), Spoilt(spoil))
    assert played.outcome.verdict == "blocked"
    assert [finding.rule for finding in played.tally.elsewhere] == ["accept", "view.open"]


def test_what_is_claimed_must_show_once_a_round_has_come_to_its_end() -> None:
    open_ = replace(scene(), abandon_at="decide")
    for trials, verdict in (([scene()], "fail"), ([scene(), open_], "fail"), ([open_], "blocked")):
        plan = plan_of(*((trial,) for trial in trials), reached=lambda judged: False)
        outcome = run(replace(plan, requirement=needing("views")), Spoilt()).outcome
        assert outcome.verdict == verdict, outcome.reason


def test_a_round_that_an_engine_declines_for_no_lack_of_a_wager_is_not_excused() -> None:
    def decline(method: str, params: Mapping[str, Any], answer: Answer) -> Answer:
        large = method == "round.start" and params["seats"][0]["wagers"]["ante"] > 10
        return Refusal(-32002, None, "too much for me", None) if large else answer

    outcome = run(plan_of((scene(),), (scene(20),)), Spoilt(decline)).outcome
    assert outcome.verdict == "blocked"
    assert outcome.reason == "the engine says that it can't: refused: -32002 too much for me"


def test_a_warning_says_without_which_wager_it_was_reached() -> None:
    outcome = run(plan_of((scene(),), (scene(**{"aces-up": 10}),)), spoiling((0, 0, "push"))).outcome
    assert (outcome.verdict, outcome.reason) == (
        "warning",
        "by rounds without aces-up, which the engine does not have",
    )


# What is asked in bulk, over sessions, or of an engine that deals by itself


def bulk(*answers: Finding | Chapter, needs: tuple[str, ...] = ()) -> Outcome:
    def ask(connection: Any) -> tuple[Finding | Chapter, ...]:
        assert isinstance(connection, Spoilt)
        return answers

    return run(Plan(needing(*needs), lambda: (), lambda finding: True, bulk=ask), Spoilt()).outcome


def test_a_bulk_question_passes_fails_or_stays_open_with_its_chapter() -> None:
    assert bulk() == Outcome(needing(), "pass", "", 1)
    assert bulk(WRONG) == Outcome(needing(), "fail", "", 1, 1, (WRONG,))
    opened_ = Chapter("inconclusive", "too few", {"a": 1})
    assert bulk(opened_) == Outcome(needing(), "inconclusive", "too few", 1, shows={"a": 1})
    assert bulk(Chapter("pass", "fine", {"a": 1})) == Outcome(needing(), "pass", "", 1, shows={"a": 1})
    failed = bulk(WRONG, opened_)
    assert (failed.verdict, failed.reason, failed.shows) == ("fail", "", {"a": 1})
    assert bulk(GAP, needs=("views",)).reason == "the engine claims views and then says that it can't"


def test_sessions_are_judged_by_what_they_find_and_what_they_find_of_others() -> None:
    def sessions(found: tuple[Finding, ...]) -> Callable[[Any], tuple[Finding, ...]]:
        def play(house: Any) -> tuple[Finding, ...]:
            assert house.requirement == needing().id and house.lacking == frozenset({"x"})
            assert house.bench.game == SIX and house.table.can("views")
            house.keep(Record(house.connection.ask("hello", {"protocol": 1}).value["engine"]["language"], "", ()))
            assert [house.name(), house.name()] == ["r000001", "r000002"]
            house.reached += 4
            house.elsewhere.append(WRONG)
            return found

        return play

    for found, verdict, elsewhere, faults in (
        ((), "pass", [WRONG], 0),
        ((WRONG,), "fail", [], 0),
        ((BROKEN,), "engine-fault", [], 1),
    ):
        tally = Tally(declined={frozenset({"x"})}, faults=3)
        played = run(Plan(needing(), lambda: (), lambda _: True, sessions=sessions(found)), Spoilt(), tally)
        assert (played.outcome.verdict, played.outcome.rounds) == (verdict, 4)
        assert (played.outcome.findings, played.outcome.failing) == (found, len(found))
        assert (tally.elsewhere, tally.faults, tally.rounds) == (elsewhere, 3 + faults, 2)
        assert [record.id for record in played.kept] == ["Python"]
    silent = Plan(needing("views"), lambda: (), lambda _: True, sessions=lambda house: ())
    assert run(silent, Spoilt()).outcome.reason == "the engine claims views and never showed it"


LIVE = {name: value for name, value in ALL.items() if name != "forced_deck"}


def test_an_engine_that_deals_by_itself_is_judged_by_its_own_rounds() -> None:
    at, tally = table(capabilities=LIVE), Tally()
    played = run(plan_of(), Spoilt(), tally, at)
    assert (played.outcome.verdict, played.outcome.reason) == ("pass", "by rounds as the engine dealt them")
    assert played.outcome.rounds == len(tally.live) == len(played.kept) == PROFILES["ci"].live
    assert played.outcome.requirement == needing()
    again = run(plan_of(reached=lambda judged: False), Spoilt(), tally, at)
    assert again.kept == [], "the rounds are played once for all requirements"
    assert again.outcome.requirement == needing()
    assert (again.outcome.verdict, again.outcome.reason) == (
        "blocked",
        f"none of {PROFILES['ci'].live} rounds, dealt as they came, reached it",
    )


def test_an_engine_that_deals_by_itself_fails_by_what_belongs_to_the_requirement() -> None:
    at = table(capabilities=LIVE)
    played = run(plan_of(), paying(lambda staked: 1), at=at)
    assert (played.outcome.verdict, played.outcome.reason) == ("fail", "")
    assert {finding.rule for finding in played.outcome.findings} == {"settle.ante.player-wins"}
    assert played.outcome.requirement == needing()
    assert played.outcome.failing == len(played.outcome.findings) > 0
    assert played.outcome.rounds == PROFILES["ci"].live
    elsewhere = Plan(needing(family="deal"), lambda: (), lambda _: True)
    assert run(elsewhere, Spoilt(), at=at).outcome == Outcome(
        needing(family="deal"), "blocked", "needs forced decks, which the engine does not take"
    )


def test_an_engine_that_breaks_down_over_its_own_rounds_is_left_alone() -> None:
    tally = Tally()
    outcome = run(plan_of(), Spoilt(broken), tally, table(capabilities=LIVE)).outcome
    assert tally.faults == len(tally.live) == GIVE_UP_AFTER == outcome.rounds
