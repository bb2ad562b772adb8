"""How findings become an outcome: what an engine claims and lacks, shows, and is charged with."""


from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from fairfelt.conformance.certify import (
    Outcome,
    Tally,
    _outcome,
    opened,
    settle_elsewhere,
    stakes_in,
    standing,
)
from fairfelt.conformance.connections import Fault, Refusal, Result
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.plans import Plan
from fairfelt.conformance.profiles import PROFILES
from fairfelt.conformance.record import Exchange, Record
from fairfelt.conformance.requirement import Requirement
from fairfelt.conformance.session import Table
from tests.certified import ALL, BROKEN, GAP, WARNED, WRONG, bench, needing, table
from tests.checked_rounds import Answer
from tests.helpers import SIX

# Opening, and what an engine lacks


@pytest.mark.parametrize(
    ("opening", "verdict", "reason"),
    [
        (table(), "pass", ""),
        (table(fault=True, trouble="hello: crash"), "engine-fault", "hello: crash"),
        (table(trouble="no game", broken_promise=True), "fail", "no game"),
        (table(trouble="no game"), "blocked", "no game"),
        (table(difference="other tables"), "fail", "other tables"),
    ],
)
def test_an_opening_is_judged_by_what_came_of_it(opening: Table, verdict: str, reason: str) -> None:
    assert opened(needing(), opening) == Outcome(needing(), verdict, reason)  # type: ignore[arg-type]


def stands(requirement: Requirement, at: Table, profile: str = "ci") -> tuple[str, str] | None:
    outcome = standing(requirement, at, bench(profile))
    assert outcome is None or outcome.requirement == requirement
    return None if outcome is None else (outcome.verdict, outcome.reason)


def test_a_table_that_was_not_opened_or_plays_by_other_rules_blocks() -> None:
    assert stands(needing(), table()) is None
    assert stands(needing(), table(trouble="no game")) == ("blocked", "not played: no game")
    assert stands(needing(), table(difference="other tables")) == (
        "blocked",
        "not played, since the engine plays by other rules: other tables",
    )


@pytest.mark.parametrize(
    ("need", "lack", "verdict", "reason"),
    [
        ("position", {}, "not-applicable", "the engine can't limit what stands on a position"),
        ("limits", {"limits_set": False}, "blocked", "the engine can't set limits"),
        ("steps", {"steps_set": False}, "blocked", "the engine can't set steps of limits"),
        ("recall", {}, "not-applicable", "the engine does not offer recall, and profile ci does not ask for it"),
    ],
)
def test_what_an_engine_can_not_do_is_blocked_or_no_matter(
    need: str, lack: Mapping[str, Any], verdict: str, reason: str
) -> None:
    assert stands(needing(need), table(**lack)) == (verdict, reason)


def test_a_capability_is_asked_for_by_the_profile() -> None:
    asked_for = next(iter(sorted(ask for ask in PROFILES["certificate"].asks if "|" not in ask)))
    lacking = table(capabilities={name: value for name, value in ALL.items() if name != asked_for})
    assert stands(needing(asked_for), lacking, "certificate") == (
        "blocked",
        f"the engine lacks the capability {asked_for}, which profile certificate asks for",
    )
    assert stands(needing(asked_for), table(capabilities={**ALL, asked_for: True}), "certificate") is None


@pytest.mark.parametrize("need", ["rng=below", "rng", "shuffle"])
def test_one_of_several_capabilities_is_asked_for_by_all_their_names(need: str) -> None:
    assert stands(needing(need), table(), "lab") == (
        "blocked",
        "the engine lacks the capability shuffle or rng, which profile lab asks for",
    )
    other = {"rng": "shuffle"}.get(need.partition("=")[0], "rng")
    assert stands(needing(need), table(capabilities={**ALL, other: "x"}), "lab") == (
        "not-applicable",
        f"the engine does not offer {need}, and profile lab does not ask for it",
    )


def test_an_engine_that_is_played_step_by_step_and_deals_by_itself_is_judged_as_it_deals() -> None:
    live = {name: value for name, value in ALL.items() if name != "forced_deck"}
    assert stands(needing(), table(capabilities=live)) is None
    neither = {name: value for name, value in live.items() if name != "stepwise"}
    found = stands(needing(), table(capabilities=neither))
    assert found is not None and found[0] == "blocked" and "stepwise" in found[1]
    assert stands(needing("position"), table(capabilities=live)) == (
        "not-applicable",
        "the engine can't limit what stands on a position",
    )


# From findings to an outcome


def outcome_of(*found: Finding, reached: int = 1, needs: tuple[str, ...] = (), **more: Any) -> Outcome:
    plan = Plan(needing(*needs), lambda: (), lambda finding: True)
    return _outcome(plan, reached, [(finding,) for finding in found], table(**more))


def told(outcome: Outcome) -> tuple[str, str, tuple[Finding, ...]]:
    return outcome.verdict, outcome.reason, outcome.findings


def test_findings_are_weighed_from_the_worst_down() -> None:
    assert told(outcome_of()) == ("pass", "", ())
    assert told(outcome_of(WARNED)) == ("warning", "", (WARNED,))
    assert told(outcome_of(WARNED, WRONG)) == ("fail", "", (WRONG,))
    assert told(outcome_of(GAP, WRONG)) == ("fail", "", (WRONG,))
    assert told(outcome_of(BROKEN, WRONG)) == ("engine-fault", "crash: it died", (BROKEN, WRONG))
    assert told(outcome_of(GAP)) == ("blocked", "the engine says that it can't: refused: -32002", (GAP,))


def test_an_outcome_counts_rounds_and_trials_that_failed() -> None:
    outcome = outcome_of(WRONG, WRONG, WARNED, reached=7)
    assert (outcome.requirement, outcome.rounds, outcome.failing) == (needing(), 7, 3)


def test_what_an_engine_claims_it_must_show() -> None:
    never = ("fail", "the engine claims views and never showed it", ())
    assert told(outcome_of(reached=0, needs=("views",))) == never
    assert told(outcome_of(reached=0)) == ("blocked", "no round reached it", ())
    assert told(outcome_of(reached=0, needs=("multi_seat",)))[0] == "blocked", "a table of several seats has shown them"
    assert told(outcome_of(reached=0, needs=("steps", "limits", "position"), position_set=True))[0] == "blocked"
    assert told(outcome_of(reached=0, needs=("recall",)))[0] == "blocked", "what is not claimed need not be shown"


def test_where_no_round_came_to_its_end_nothing_that_is_claimed_had_to_show() -> None:
    plan = Plan(needing("views"), lambda: (), lambda finding: True)
    assert _outcome(plan, 0, [], table(), shown=False).verdict == "blocked"
    assert _outcome(plan, 0, [], table(), shown=True).verdict == _outcome(plan, 0, [], table()).verdict == "fail"


def test_a_gap_in_what_an_engine_claims_is_a_fault_unless_it_warns() -> None:
    words = "the engine claims views and then says that it can't"
    assert told(outcome_of(GAP, needs=("bank", "views"))) == ("fail", words, (GAP,))
    assert outcome_of(replace(GAP, warning=True), needs=("views",)).verdict == "blocked"
    assert outcome_of(replace(GAP, warning=True), GAP, needs=("views",)).verdict == "fail"


# What a run remembers


def opening(answer: Answer, *wagers: str) -> Record:
    params = {"seats": [{"seat": 1, "wagers": dict.fromkeys(wagers, 5)}]}
    return Record("r1", "", (Exchange("round.start", params, answer),))


def test_a_wager_is_lacking_where_it_was_declined_and_never_taken() -> None:
    tally = Tally()
    tally.learn(opening(Refusal(-32002, None, "", None), "ante", "side"))
    assert tally.lacking == {"ante", "side"}
    tally.learn(opening(Result({}), "ante"))
    assert tally.lacking == {"side"}
    tally.learn(opening(Refusal(-32001, "limits", "", None), "bonus"))
    tally.learn(opening(Fault("crash", ""), "bonus"))
    assert tally.lacking == {"side"}
    tally.learn(opening(Refusal(-32001, "unknown-wager", "", None), "bonus"))
    assert tally.lacking == {"side", "bonus"}
    tally.learn(opening(Result({}), "side"))
    tally.learn(opening(Result({}), "bonus"))
    assert tally.lacking == frozenset() and tally.taken == {"ante", "side", "bonus"}
    assert stakes_in({"seats": [{"wagers": {"a": 1}}, {"wagers": {"b": 1}}]}) == {"a", "b"}


def charged(outcome: Outcome, *found: Finding, misread: str | None = None) -> Outcome:
    others = [Outcome(Requirement(f"{SIX}.{misread}", misread.split(".")[0], ""), "fail")] if misread else []
    (charged_, *_) = settle_elsewhere([outcome, *others], Tally(elsewhere=list(found)), SIX)
    return charged_


@pytest.mark.parametrize("verdict", ["pass", "warning"])
def test_what_was_found_elsewhere_is_charged_to_what_it_belongs_to(verdict: Any) -> None:
    before = Outcome(needing(), verdict, "", 5)
    assert charged(before, WRONG, WRONG) == Outcome(
        needing(), "fail", "found in rounds that were played for other requirements", 5, 2, (WRONG, WRONG)
    )
    for found in (WARNED, replace(GAP, rule=WRONG.rule), replace(WRONG, rule="settle.play.tie")):
        assert charged(before, found) == before


@pytest.mark.parametrize("verdict", ["fail", "blocked", "engine-fault", "not-applicable"])
def test_what_is_judged_already_is_charged_with_nothing_more(verdict: Any) -> None:
    before = Outcome(needing(), verdict, "before")
    assert charged(before, WRONG) == before


@pytest.mark.parametrize(
    ("failed", "finding", "verdict"),
    [
        ("compare.showdown", WRONG, "pass"),
        ("floor.dealer", WRONG, "pass"),
        ("seats.alike", WRONG, "pass"),
        ("settle.play.tie", WRONG, "fail"),
        ("compare.showdown", replace(WRONG, kind="view"), "fail"),
        ("backline.settles", replace(WRONG, bettor="ann"), "pass"),
        ("backline.settles", WRONG, "fail"),
        ("bank.left", replace(WRONG, kind="legal-actions"), "pass"),
        ("bank.left", replace(WRONG, bettor="ann"), "fail"),
        ("bank.books", replace(WRONG, kind="legal-actions"), "fail"),
    ],
)
def test_what_has_its_root_elsewhere_does_not_count(failed: str, finding: Finding, verdict: str) -> None:
    before = Outcome(needing(), "pass", "", 5)
    assert charged(before, finding, misread=failed).verdict == verdict
