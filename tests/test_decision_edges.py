"""What the decision rule tells and does at its edges: all fields of its data, and the values at which it turns."""

from math import inf
from typing import Any

import pytest

from fairfelt.stats.decision.bounds import CONFIDENCE, POWER, detectable, units_needed, upper_bound
from fairfelt.stats.decision.data import EFFECT_WORDS, judgement_data, rule_sentences
from fairfelt.stats.decision.measure import (
    Effect,
    Measure,
)
from fairfelt.stats.decision.parts import plain_part
from fairfelt.stats.decision.rule import CERTAIN, EPSILON, LARGER, Battery, Judgement, Level, holm, judge
from fairfelt.stats.decision.twice import UNUSED, Seen, Stopped, judge_twice

SIZES = [10**power * step for power in range(2, 10) for step in (1, 2, 5)]


def measure(
    id_: str = "a", p: float = 0.2, units: int = 900, effect: Effect = "spread", statistic: float = 60.0, looks: int = 1
) -> Measure:
    return Measure(id_, f"test {id_}", "made up", units, statistic, 1 - p / 2, p / 2, effect, 51, "worst at 3", looks)


def battery(ids: str = "ab", share: float = 1.0, size: int = 2000) -> Battery:
    return Battery("cards", "decks", {id_: f"test {id_}" for id_ in ids}, size, share)


# Plain data


def test_every_field_of_a_judgement_is_told_under_its_name() -> None:
    level = Level(0.01, together=True, source="asked for")
    judgement = judge(battery(share=0.5), level, [measure()], 900, None, ["a card too many"], spent=100)
    told = judgement_data(judgement, level)
    asked, unasked = told.pop("tests")
    del told["power"]
    assert told == {
        "name": "cards",
        "unit": "decks",
        "drawn": 1000,
        "tested": 900,
        "redrawn": 0,
        "registered": 2000,
        "verdict": "fail",
        "says": "a card too many",
        "level": {"alpha": 0.005, "together": True, "source": "asked for"},
        "false_reject": 0.005,
        "false_accept": pytest.approx(0.01),
        "findings": ["a card too many"],
        "notes": [],
        "looks_like": None,
        "heat": None,
        "resolves": [],
        "money": None,
    }
    of_the_measure: dict[str, Any] = {
        "law": "made up",
        "units": 900,
        "statistic": 60.0,
        "degrees": 51,
        "p": pytest.approx(0.2),
        "low": 0.9,
        "high": 0.1,
        "side": "too much",
        "effect": "spread",
        "effect_words": "of what each cell expects, root mean square",
        "detail": "worst at 3",
    }
    assert asked == {
        "id": "a",
        "title": "test a",
        "outcome": "inconclusive",
        "threshold": 0.0025,
        "bound": upper_bound(measure()),
        "epsilon": 0.02,
        "detectable": detectable("spread", 51, 900, 0.0025),
        "needs": units_needed("spread", 51, 0.02, 0.0025),
        "confirmed": False,
        "first": None,
        **of_the_measure,
    }
    assert unasked == {
        "id": "b",
        "title": "test b",
        "outcome": "not asked",
        "threshold": 0.0025,
        **dict.fromkeys(("bound", "epsilon", "detectable", "needs")),
        "confirmed": False,
        "first": None,
        **dict.fromkeys(of_the_measure),
    }


def test_a_first_sample_is_told_with_all_its_figures_and_no_number_stands_for_infinity() -> None:
    judgement = judge(
        battery("a"), Level(), [measure(p=1e-4, statistic=inf)], 900, lambda ids, units: [measure(p=0.5, units=units)]
    )
    (test,) = judgement_data(judgement, Level())["tests"]
    assert test["confirmed"]
    assert (test["first"]["statistic"], test["first"]["units"], test["first"]["effect"]) == (None, 900, "spread")
    assert (test["statistic"], test["units"]) == (60.0, 3600)
    endless = judge(battery("a"), Level(), [measure(statistic=inf)], 900)
    assert judgement_data(endless, Level())["tests"][0]["bound"] is None


@pytest.mark.parametrize(
    ("low", "high", "side"), [(0.9, 0.1, "too much"), (0.1, 0.9, "too little"), (0.5, 0.5, "too little")]
)
def test_a_measure_is_too_much_where_more_is_the_less_likely(low: float, high: float, side: str) -> None:
    one = Measure("a", "test a", "made up", 900, 60.0, low, high, "spread", 51)
    assert judgement_data(judge(battery("a"), Level(), [one], 900), Level())["tests"][0]["side"] == side


@pytest.mark.parametrize(("together", "strictest"), [(True, 0.0025), (False, 0.005)])
def test_a_curve_of_power_is_taken_at_the_strictest_level_of_its_test(together: bool, strictest: float) -> None:
    level = Level(0.01, together)
    judgement = judge(battery(share=0.5), level, [measure(units=1800, looks=2)], 900)
    (curve,) = judgement_data(judgement, level)["power"]
    points = curve.pop("points")
    assert curve == {"id": "a", "title": "test a", "effect": "spread"}
    assert points == [[size, detectable("spread", 51, 2.0 * size, strictest / 2)] for size in SIZES]


def test_a_curve_of_a_confirmed_test_goes_by_what_a_unit_gave_in_the_second_sample() -> None:
    """Twice as much came of each deck as in the first sample."""
    first = [measure(p=1e-4)]
    judgement = judge(battery("a"), Level(), first, 900, lambda ids, units: [measure(p=0.5, units=2 * units)])
    (curve,) = judgement_data(judgement, Level())["power"]
    assert curve["points"][0] == [100, detectable("spread", 51, 200.0, 0.01)]


def test_no_curve_is_drawn_of_what_grows_otherwise_than_the_sample_or_has_no_size() -> None:
    three = [measure("a"), measure("b", effect="coincidence"), measure("c", effect="unmeasured"), measure("d")]
    told = judgement_data(judge(battery("abcd"), Level(), three, 900), Level())
    assert [curve["id"] for curve in told["power"]] == ["a", "d"]
    assert judgement_data(judge(battery("a"), Level(), [measure()], 0, spent=900), Level())["power"] == []


def test_the_sentences_of_the_rule_count_the_tests_of_all_parts() -> None:
    parts = [judgement_data(judge(battery("ab"), Level(), [], 0), Level()) for _ in range(2)]
    registered, level, sides, again, ruled_out = rule_sentences(Level(source="asked for"), parts, redraws=True)
    assert registered == "Registered before anything was drawn: 4 tests and 2,000 decks, 2,000 decks."
    assert level.endswith("(asked for).")
    assert "two-sided" in sides and "once" in again
    assert all(f"{size:.3g} {EFFECT_WORDS[effect]}" in ruled_out for effect, size in EPSILON.items())
    assert "99% confidence" in ruled_out and "99% power" in ruled_out


def test_a_shared_level_is_told_and_one_that_is_not_shared_is_not() -> None:
    whole, half = (judgement_data(judge(battery(share=share), Level(), [], 0), Level()) for share in (1.0, 0.5))
    assert len(rule_sentences(Level(), [whole], redraws=False)) == 5
    assert rule_sentences(Level(), [whole, half], redraws=False)[3].endswith("cards 0.01, cards 0.005.")


@pytest.mark.parametrize("findings", [[], ["it can be foretold", "it repeats"]])
def test_a_part_without_statistics_has_the_form_of_a_judged_one(findings: list[str]) -> None:
    verdict, told = plain_part("seeds", "numbers", 12, findings, ["a clock was tried"], "nothing was found")
    judged = judgement_data(judge(battery(), Level(), [], 0), Level())
    assert told.keys() == judged.keys() | {"statistics"}
    assert verdict == ("fail" if findings else "pass")
    assert told == {
        "name": "seeds",
        "unit": "numbers",
        "drawn": 12,
        "tested": 12,
        "redrawn": 0,
        "registered": 12,
        "verdict": verdict,
        "statistics": False,
        "says": "it can be foretold; it repeats" if findings else "nothing was found",
        "level": {"alpha": 0.0, "together": True, "source": "no statistics"},
        "false_reject": 0.0,
        "false_accept": 0.0,
        "findings": findings,
        "tests": [],
        "power": [],
        "notes": ["a clock was tried"],
        "looks_like": None,
        "heat": None,
        "resolves": [],
        "money": None,
    }


# The rule


def test_the_numbers_of_the_rule_are_those_that_it_is_known_by() -> None:
    """No mutant changes a constant, so they are held here."""
    assert (CERTAIN, LARGER, CONFIDENCE, POWER, UNUSED) == (1e-9, 4, 0.99, 0.99, 200)
    assert EPSILON == {"spread": 0.02, "shift": 0.02, "rate": 1e-4, "coincidence": 2**-32, "distance": 0.01}
    assert Level() == Level(0.01, True, "the suite's own default", None)
    assert (Battery("", "", {}, 1).share, Measure("", "", "", 1, 0.0, 0.5, 0.5, "rate").looks) == (1.0, 1)
    assert Seen((), 0) == Seen((), 0, 0, (), frozenset(), 0)


def judged(measures: list[Measure], ids: str = "ab", **more: Any) -> Judgement:
    return judge(battery(ids, **more), Level(), measures, 2000)


def test_a_p_value_at_its_threshold_is_not_rejected() -> None:
    """A threshold is a p-value under which a test is rejected, and Holm's order stops there."""
    assert holm({"a": measure("a", 0.25), "b": measure("b", 0.25)}, 0.5, 2) == {"a": 0.25, "b": 0.25}
    assert judge(battery("a"), Level(0.25), [measure(p=0.25)], 2000).verdict == "pass"
    assert holm({"a": measure("a", 0.1), "b": measure("b", 0.4)}, 0.5, 2) == {"a": 0.25, "b": 0.5}


def test_a_family_is_never_smaller_than_one() -> None:
    assert holm({"a": measure("a", 0.001), "b": measure("b", 0.002)}, 0.01, 1) == {"a": 0.01, "b": 0.01}


def test_a_p_value_of_just_certain_is_drawn_again() -> None:
    tails = CERTAIN / 2
    one = Measure("a", "test a", "made up", 900, 60.0, 1.0, tails, "spread", 51)
    assert one.p == CERTAIN
    judgement = judge(battery("a"), Level(), [one], 2000, lambda ids, units: [measure(p=0.5, units=units)])
    assert (judgement.redrawn, judgement.verdict) == (8000, "pass")


def test_each_test_is_told_with_its_own_place_in_the_order() -> None:
    tests = judge(battery("abc"), Level(), [measure("a", 1e-4), measure("b", 0.4)], 2000).tests
    assert [test.threshold for test in tests] == [0.01 / 3, 0.005, 0.01 / 3]


def test_tests_each_for_itself_have_the_whole_level_each() -> None:
    asked, unasked = judge(battery("ab"), Level(together=False), [measure("a")], 900).tests
    assert (asked.threshold, unasked.threshold) == (0.01, 0.01)
    assert asked.detectable == detectable("spread", 51, 900, 0.01)


def test_what_shows_is_told_by_the_kind_of_its_effect() -> None:
    judgement = judge(battery("a"), Level(), [measure(effect="rate", statistic=0.0)], 900)
    assert judgement.tests[0].detectable == detectable("rate", 51, 900, 0.01)
    (curve,) = judgement_data(judgement, Level())["power"]
    assert curve["points"][0] == [100, detectable("rate", 51, 100.0, 0.01)]


def test_a_confirmation_at_its_threshold_clears() -> None:
    first = [measure(p=0.125)]
    again = judge(battery("a"), Level(0.25), first, 2000, lambda ids, units: [measure(p=0.25, units=units)])
    assert again.verdict == "pass"
    assert again.tests[0].threshold == 0.25


def test_the_figures_of_a_confirmed_test_are_those_of_the_second_sample() -> None:
    judgement = judge(battery("ab"), Level(), [measure("a", 1e-4)], 900, lambda ids, units: [measure("a", 0.5, units)])
    test, other = judgement.tests
    assert test.threshold == 0.01
    assert test.detectable == detectable("spread", 51, 3600, 0.005)
    assert test.needs == units_needed("spread", 51, 0.02, 0.005)
    assert other.threshold == 0.005


def test_a_confirmation_that_does_not_answer_leaves_it_open() -> None:
    judgement = judge(battery("ab"), Level(), [measure("a", 1e-4), measure("b")], 2000, lambda ids, units: [])
    assert judgement.verdict == "inconclusive"
    assert judgement.says == "the confirmatory run could not answer: test a"
    assert judgement.tests[0].measure == measure("a", 1e-4)


def test_each_of_many_looks_pays_for_the_others() -> None:
    one, two = (judged([measure(looks=looks)], "a").tests[0] for looks in (1, 2))
    assert one.detectable == detectable("spread", 51, 900, 0.01)
    assert two.detectable == detectable("spread", 51, 900, 0.005)
    assert two.needs is not None and one.needs is not None and two.needs > one.needs


def test_what_has_no_size_is_shown_or_inconclusive() -> None:
    shown, open_ = (judged([measure(p=p, effect="unmeasured")], "a").tests[0] for p in (1e-4, 0.5))
    assert (shown.outcome, open_.outcome) == ("bias shown", "inconclusive")
    assert (shown.measure, shown.first, shown.threshold) == (measure(p=1e-4, effect="unmeasured"), None, 0.01)
    assert (shown.id, shown.title, shown.epsilon, shown.bound) == ("a", "test a", None, None)


def test_a_first_sample_of_what_has_no_size_is_kept() -> None:
    first = measure(p=1e-4, effect="unmeasured")
    judgement = judge(battery("a"), Level(), [first], 900, lambda ids, units: [measure(p=0.5, effect="unmeasured")])
    assert judgement.tests[0].first == first


def test_a_bound_at_its_limit_rules_a_bias_out(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = upper_bound(measure())
    monkeypatch.setitem(EPSILON, "spread", limit)  # type: ignore[arg-type]
    assert judged([measure()], "a").tests[0].outcome == "bounded"


def test_an_idle_test_keeps_no_sample_from_passing_and_an_unasked_one_does() -> None:
    assert judge(battery("ab"), Level(), [measure("a")], 2000, idle={"b"}).verdict == "pass"
    assert judge(battery("ab"), Level(), [measure("a")], 2000).verdict == "inconclusive"
    shown = judge(battery("ab"), Level(), [measure("a"), measure("b", 1e-9)], 2000, idle={"b"})
    assert shown.verdict == "fail", "idle is only what was not asked"


@pytest.mark.parametrize("together", [True, False])
def test_a_battery_of_no_tests_decides_nothing(together: bool) -> None:
    level = Level(together=together)
    judgement = judge(battery(""), level, [], 2000)
    assert (judgement.verdict, judgement.says) == ("inconclusive", "no test of cards is asked")
    assert judgement_data(judgement, level)["tests"] == []


def test_findings_and_biases_are_told_together() -> None:
    judgement = judge(battery("ab"), Level(), [measure("a", 1e-4), measure("b", 1e-4)], 2000, None, ["a gap"])
    assert judgement.says == "a gap; bias shown: test a; bias shown: test b"


def test_the_risk_of_two_stages_counts_what_fails_at_once() -> None:
    def confirm(ids: object, units: int) -> list[Measure]:
        return []

    together = judge(battery("abc"), Level(0.1), [], 900, confirm)
    alone = judge(battery("abc"), Level(0.1, together=False), [], 900, confirm)
    assert together.false_reject == pytest.approx(0.01 + 3e-9, rel=1e-12)
    assert alone.false_reject == pytest.approx(3 * (0.01 + 1e-9), rel=1e-12)
    assert judge(battery("abc"), Level(0.1), [], 900).false_reject == pytest.approx(0.1, rel=1e-12)
    assert judge(battery("abc"), Level(0.1, together=False), [], 900).false_reject == pytest.approx(0.3, rel=1e-12)
    assert judge(battery("abc"), Level(0.5, together=False), [], 900).false_reject == 1
    assert together.false_accept == pytest.approx(1 - 0.99**2)


def test_a_level_asks_by_the_last_part_of_an_id() -> None:
    assert Level(asked=("top",)).of({"a.b.top": "", "top.b": "", "top": ""}) == {"a.b.top": "", "top": ""}


# Looking twice


def test_a_source_that_stops_while_it_is_asked_again_fails_and_says_so() -> None:
    def again(units: int) -> Seen:
        raise Stopped("the engine left")

    judgement, second = judge_twice(battery("a"), Level(), Seen((measure(p=1e-4),), 2000), again)
    assert judgement.verdict == "fail"
    assert judgement.findings == ("the confirmatory run could not be drawn: the engine left",)
    assert judgement.says.endswith("; the confirmatory run could not be drawn: the engine left")
    assert second is not None and (second.drawn, second.measures) == (0, ())


@pytest.mark.parametrize(("unused", "verdict"), [(UNUSED, "pass"), (UNUSED + 1, "inconclusive")])
def test_two_per_cent_at_the_end_may_stay_untested_and_no_more(unused: int, verdict: str) -> None:
    judgement, _ = judge_twice(battery("a"), Level(), Seen((measure(),), 2000, unused=unused), None)
    assert judgement.verdict == verdict
    assert judgement.says.startswith("2 % at the end") == (verdict == "inconclusive")


def test_what_stays_untested_hides_no_fault() -> None:
    seen = Seen((measure(p=1e-9),), 2000, unused=5000)
    assert judge_twice(battery("a"), Level(), seen, None)[0].verdict == "fail"
    much = Seen((measure(),), 2000, unused=650)
    assert judge_twice(battery("a"), Level(), much, None)[0].says.startswith("6.5 % at the end")


def test_a_sample_hands_on_what_was_spent_found_and_idle() -> None:
    seen = Seen((measure("a"), measure("z")), 900, spent=1100, idle=frozenset("b"))
    judgement, second = judge_twice(battery("ab"), Level(), seen, None)
    assert (judgement.verdict, judgement.drawn, judgement.spent, second) == ("pass", 900, 1100, None)
    found = Seen((measure("a"), measure("b")), 2000, findings=("a gap",))
    assert judge_twice(battery("ab"), Level(), found, None)[0].findings == ("a gap",)
