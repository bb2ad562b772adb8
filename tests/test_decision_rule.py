"""The decision rule: Holm's order, one confirmation and no more, and what each outcome means."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairfelt.stats.decision import rule
from fairfelt.stats.decision.data import judgement_data, rule_sentences
from fairfelt.stats.decision.measure import Effect, Measure, by_count
from fairfelt.stats.decision.rule import CERTAIN, EPSILON, Battery, Judgement, Level, holm, judge
from fairfelt.stats.decision.twice import Seen, judge_twice

ONE_PER_CENT = Level(0.01)
EACH = Level(0.01, together=False, source="each at 99 %")
LETTERS = "abcdefghij"


def measured(id_: str, p: float, units: int = 1000, good: bool = False, statistic: float = 60.0) -> Measure:
    """Measure something of this two-sided p-value: too much, or too little where it is too good."""
    low, high = (p / 2, 1 - p / 2) if good else (1 - p / 2, p / 2)
    return Measure(id_, f"test {id_}", "made up", units, statistic, low, high, "spread", 51)


def quick(id_: str, p: float, units: int = 1000) -> Measure:
    """The same in a kind of effect whose bounds take no search, for simulations."""
    return Measure(id_, f"test {id_}", "made up", units, 0.02, 1 - p / 2, p / 2, "distance")


def battery(ids: str, size: int = 1000) -> Battery:
    return Battery("made up", "decks", {id_: f"test {id_}" for id_ in ids}, size)


@dataclass
class Redrawn:
    """A source that answers a confirmation with p-values that are known beforehand."""

    p: dict[str, float]
    make: Callable[[str, float, int], Measure] = measured
    asked: list[tuple[set[str], int]] = field(default_factory=list)

    def __call__(self, ids: Collection[str], units: int) -> Sequence[Measure]:
        self.asked.append((set(ids), units))
        return [self.make(id_, self.p[id_], units) for id_ in ids]


def judged(p: dict[str, float], confirm: Redrawn | None = None, level: Level = ONE_PER_CENT) -> Judgement:
    return judge(battery("".join(p)), level, [measured(id_, one) for id_, one in p.items()], 1000, confirm)


def simulated(p: dict[str, float], level: Level, confirm: Redrawn | None = None) -> Judgement:
    return judge(battery("".join(p)), level, [quick(id_, one) for id_, one in p.items()], 1000, confirm)


def outcome(judgement: Judgement, id_: str) -> rule.Tested:
    return next(test for test in judgement.tests if test.id == id_)


def shown(judgement: Judgement) -> set[str]:
    return {test.id for test in judgement.tests if test.outcome == "bias shown"}


# Holm


def test_holm_by_hand() -> None:
    """The textbook way: 0.05 / 4, 0.05 / 3, 0.05 / 2 and 0.05 / 1, until one is not under its own."""
    p = {"a": 0.01, "b": 0.04, "c": 0.03, "d": 0.005}
    found = holm({id_: measured(id_, one) for id_, one in p.items()}, 0.05, 4)
    assert found == pytest.approx({"d": 0.0125, "a": 0.05 / 3, "c": 0.025, "b": 0.025})
    assert {id_ for id_ in p if p[id_] < found[id_]} == {"d", "a"}


def test_a_test_that_comes_after_the_stop_is_not_rejected_though_it_would_be_under_its_own_threshold() -> None:
    p = {"a": 0.04, "b": 0.045}
    found = holm({id_: measured(id_, one) for id_, one in p.items()}, 0.05, 2)
    assert p["b"] < 0.05
    assert p["b"] > found["b"] == found["a"] == 0.025


def test_tests_that_were_registered_and_not_measured_count_in_the_family() -> None:
    assert judged({"a": 0.004, "b": 0.9}).verdict == "fail"
    many = judge(battery(LETTERS), ONE_PER_CENT, [measured("a", 0.004), measured("b", 0.9)], 1000)
    assert shown(many) == set()
    assert outcome(many, "a").threshold == pytest.approx(0.001)


P_VALUES = st.lists(st.floats(0, 1) | st.floats(0, 0.01), min_size=1, max_size=10)


@settings(deadline=None)
@given(P_VALUES, st.floats(0.001, 0.2), st.integers(0, 5))
def test_holm_rejects_at_least_what_bonferroni_rejects_and_no_more_than_each_alone(
    p: list[float], alpha: float, unmeasured: int
) -> None:
    found = dict(zip(LETTERS, p, strict=False))
    family = len(p) + unmeasured
    thresholds = holm({id_: measured(id_, one) for id_, one in found.items()}, alpha, family)
    rejected = {id_ for id_ in found if found[id_] < thresholds[id_]}
    assert {id_ for id_ in found if found[id_] < alpha / family} <= rejected
    assert rejected <= {id_ for id_ in found if found[id_] < alpha}
    kept = found.keys() - rejected
    assert all(found[one] <= found[other] for one in rejected for other in kept)


@settings(deadline=None)
@given(P_VALUES)
def test_the_order_in_which_tests_come_changes_nothing(p: list[float]) -> None:
    forward = {id_: measured(id_, one) for id_, one in zip(LETTERS, p, strict=False)}
    backward = dict(reversed(forward.items()))
    one, other = holm(forward, 0.01, len(p)), holm(backward, 0.01, len(p))
    rejected = {id_ for id_ in forward if forward[id_].p < one[id_]}
    assert rejected == {id_ for id_ in forward if forward[id_].p < other[id_]}


def uniform(times: int, tests: int, seed: int) -> list[dict[str, float]]:
    rng = np.random.default_rng(seed)
    return [dict(zip(LETTERS, row.tolist(), strict=False)) for row in rng.random((times, tests))]


def most(times: int, chance: float) -> float:
    """Five standard errors more than are expected."""
    return times * chance + 5 * float((times * chance * (1 - chance)) ** 0.5)


def test_a_fair_source_is_rejected_as_a_whole_no_more_often_than_the_level_says() -> None:
    samples = uniform(3000, 10, 1)
    together = sum(simulated(p, Level(0.05)).verdict == "fail" for p in samples)
    assert 100 <= together <= most(3000, 0.05)


def test_tests_each_at_the_level_reject_a_fair_source_far_more_often() -> None:
    alone = sum(simulated(p, Level(0.05, together=False)).verdict == "fail" for p in uniform(1000, 10, 1))
    assert alone > 300


def test_among_biased_tests_the_fair_ones_are_still_protected() -> None:
    wrong = 0
    for p in uniform(3000, 6, 2):
        biased = {"a": 1e-8, "b": 1e-7, "c": 1e-6}
        wrong += bool(shown(simulated({**p, **biased}, Level(0.05))) - biased.keys())
    assert wrong <= most(3000, 0.05)


# The confirmation


def test_what_is_rejected_is_drawn_once_more_four_times_as_large_and_nothing_else_is() -> None:
    again = Redrawn({"a": 0.001, "b": 0.5})
    judgement = judged({"a": 1e-4, "b": 1e-3, "c": 0.3}, again)
    assert again.asked == [({"a", "b"}, 4000)]
    assert (judgement.drawn, judgement.redrawn) == (1000, 4000)


def test_the_second_sample_alone_decides_and_both_are_told() -> None:
    judgement = judged({"a": 1e-8, "b": 1e-3, "c": 0.3}, Redrawn({"a": 0.5, "b": 1e-5}))
    cleared, confirmed, fair = (outcome(judgement, id_) for id_ in "abc")
    assert shown(judgement) == {"b"}
    assert cleared.first and cleared.first.p == pytest.approx(1e-8)
    assert cleared.measure and cleared.measure.p == pytest.approx(0.5)
    assert confirmed.first and confirmed.measure
    assert (confirmed.first.units, confirmed.measure.units) == (1000, 4000)
    assert cleared.confirmed and confirmed.confirmed and not fair.confirmed


def test_a_source_that_is_cleared_passes() -> None:
    judgement = judged({"a": 1e-4, "b": 0.4}, Redrawn({"a": 0.011}))
    assert judgement.verdict == "pass"


def test_without_a_confirmation_the_same_sample_fails() -> None:
    judgement = judged({"a": 1e-4, "b": 0.4})
    assert (judgement.verdict, shown(judgement), judgement.redrawn) == ("fail", {"a"}, 0)
    assert judgement.says == "bias shown: test a"


def test_what_is_drawn_again_is_a_family_of_its_own() -> None:
    """Two tests are drawn again, so the smaller p-value has to be under 0.01 / 2."""
    assert shown(judged({"a": 1e-4, "b": 1e-4, "c": 0.3}, Redrawn({"a": 0.006, "b": 0.9}))) == set()
    assert shown(judged({"a": 1e-4, "b": 1e-4, "c": 0.3}, Redrawn({"a": 0.004, "b": 0.9}))) == {"a"}
    assert shown(judged({"a": 1e-4, "b": 1e-4, "c": 0.3}, Redrawn({"a": 0.004, "b": 0.009}))) == {"a", "b"}


@pytest.mark.parametrize(("p", "drawn_again"), [(CERTAIN / 2, False), (CERTAIN * 2, True)])
def test_a_certain_failure_is_not_drawn_again(p: float, drawn_again: bool) -> None:
    again = Redrawn({"a": 0.5})
    judgement = judged({"a": p, "b": 0.4}, again)
    assert bool(again.asked) == drawn_again
    assert judgement.verdict == ("pass" if drawn_again else "fail")


def test_beside_a_certain_failure_a_doubtful_one_is_drawn_again_by_itself() -> None:
    again = Redrawn({"b": 0.5})
    judgement = judged({"a": 1e-12, "b": 1e-4, "c": 0.4}, again)
    assert again.asked == [({"b"}, 4000)]
    assert shown(judgement) == {"a"}


def test_where_nothing_is_rejected_nothing_is_drawn_again() -> None:
    again = Redrawn({})
    assert judged({"a": 0.02, "b": 0.4}, again).verdict == "pass"
    assert again.asked == []


def test_two_stages_reject_a_fair_source_as_rarely_as_the_level_squared() -> None:
    """At 20 % each, so that it shows: 4 % of fair sources fail, where one stage would fail 20 %."""
    rng = np.random.default_rng(3)
    level, failed, singly = Level(0.2), 0, 0
    for p in uniform(4000, 4, 4):
        again = Redrawn(dict(zip(LETTERS, rng.random(4).tolist(), strict=False)), quick)
        judgement = simulated(p, level, again)
        failed += judgement.verdict == "fail"
        singly += simulated(p, level).verdict == "fail"
    assert judgement.false_reject == pytest.approx(0.04, abs=1e-6)
    assert 4000 * 0.025 < failed <= most(4000, 0.04)
    assert singly > 4000 * 0.15


@pytest.mark.parametrize(("tests", "stages", "chance"), [(3, 1, 0.01), (3, 2, 0.0001), (10, 1, 0.01)])
def test_the_risk_of_a_false_reject_is_told(tests: int, stages: int, chance: float) -> None:
    judgement = judged(dict.fromkeys(LETTERS[:tests], 0.5), Redrawn({}) if stages == 2 else None)
    assert judgement.false_reject == pytest.approx(chance, abs=1e-7)
    assert judgement.false_accept == pytest.approx(1 - 0.99**stages)


def test_a_source_that_can_be_asked_again_is_asked_once_for_all_that_is_doubtful() -> None:
    drawn: list[int] = []

    def again(units: int) -> Seen:
        drawn.append(units)
        return Seen(tuple(measured(id_, p, units) for id_, p in {"a": 1e-6, "b": 0.5, "c": 1e-6}.items()), units)

    first = Seen(tuple(measured(id_, p) for id_, p in {"a": 1e-4, "b": 1e-4, "c": 0.5, "z": 1e-4}.items()), 1000)
    judgement, second = judge_twice(battery("abc"), ONE_PER_CENT, first, again)
    assert drawn == [4000]
    assert shown(judgement) == {"a"}
    assert outcome(judgement, "c").measure == first.measures[2]
    assert second and second.drawn == 4000
    once, nothing = judge_twice(battery("abc"), ONE_PER_CENT, first, None)
    assert (shown(once), nothing) == ({"a", "b"}, None)


def test_a_source_that_answers_no_pack_when_it_is_asked_again_fails() -> None:
    first = Seen((measured("a", 1e-4),), 1000)
    fine, broken = Seen((measured("a", 0.5),), 4000), Seen((measured("a", 0.5),), 4000, findings=("deck 7 is no pack",))
    assert judge_twice(battery("a"), ONE_PER_CENT, first, lambda units: fine)[0].verdict == "pass"
    judgement, _ = judge_twice(battery("a"), ONE_PER_CENT, first, lambda units: broken)
    assert judgement.verdict == "fail"
    assert judgement.findings == ("deck 7 is no pack",) and "deck 7 is no pack" in judgement.says


# Levels


def test_at_a_level_for_each_test_what_is_under_it_is_rejected() -> None:
    p = {"a": 0.009, "b": 0.0101, "c": 0.5}
    assert shown(judged(p, level=EACH)) == {"a"}
    assert shown(judged(p)) == set()
    assert outcome(judged(p, level=EACH), "c").threshold == 0.01


def test_at_a_level_for_each_test_the_risk_of_a_false_reject_grows_with_the_tests() -> None:
    level = Level(0.05, together=False)
    samples = uniform(1000, 10, 5)
    failed = sum(simulated(p, level).verdict == "fail" for p in samples)
    told = simulated(samples[0], level).false_reject
    assert told == pytest.approx(0.5), "a bound that holds even where tests hang together"
    independent = 1 - 0.95**10
    assert 1000 * independent - 5 * 15.5 < failed <= most(1000, independent)


def test_a_level_may_ask_some_tests_only() -> None:
    tests = {"shuffle.top": "the top card", "shuffle.order": "order", "bits.top": "the top bit"}
    assert Level(asked=("top",)).of(tests) == {"shuffle.top": "the top card", "bits.top": "the top bit"}
    assert Level(asked=()).of(tests) == {}
    assert Level().of(tests) == tests


def test_a_battery_that_shares_the_level_gets_its_part() -> None:
    half = Battery("made up", "decks", {"a": "test a"}, 1000, share=0.5)
    assert judge(half, ONE_PER_CENT, [measured("a", 0.006)], 1000).verdict == "pass"
    assert judge(half, ONE_PER_CENT, [measured("a", 0.004)], 1000).verdict == "fail"


# Outcomes


def test_what_is_too_good_to_be_true_is_rejected_like_what_is_too_bad() -> None:
    too_good = judge(battery("ab"), ONE_PER_CENT, [measured("a", 1e-5, good=True), measured("b", 0.4)], 1000)
    assert shown(too_good) == {"a"}
    assert judgement_data(too_good, ONE_PER_CENT)["tests"][0]["side"] == "too little"


def test_a_bias_is_bounded_where_the_sample_is_large_enough_and_inconclusive_where_not() -> None:
    few, many = (
        judge(battery("a"), ONE_PER_CENT, [measured("a", 0.4, units)], units).tests[0] for units in (1000, 1_000_000)
    )
    assert (few.outcome, many.outcome) == ("inconclusive", "bounded")
    assert few.bound and many.bound and few.bound > EPSILON["spread"] >= many.bound
    assert few.needs == many.needs
    # 51 degrees of freedom at two-sided 1 % and power 99 %, over the square of two per cent.
    assert few.needs == pytest.approx(71.6 / 0.02**2, rel=0.02)


def test_a_test_that_had_too_little_to_go_on_is_not_asked() -> None:
    judgement = judge(battery("ab"), ONE_PER_CENT, [measured("a", 0.4)], 1000)
    unasked = outcome(judgement, "b")
    assert (unasked.outcome, unasked.measure, unasked.bound, unasked.needs) == ("not asked", None, None, None)


def test_a_measure_that_was_not_registered_is_a_mistake_of_the_suite() -> None:
    with pytest.raises(AssertionError, match="z: measured, but not registered"):
        judge(battery("ab"), ONE_PER_CENT, [measured("a", 0.5), measured("z", 0.5)], 1000)


@pytest.mark.parametrize("effect", EPSILON)
def test_what_it_takes_to_rule_out_a_bias_grows_with_what_a_deck_gives(effect: Effect) -> None:
    """Of things that come several in a deck, as many decks fewer are needed."""
    one = Measure("a", "", "", 1000, 0.0, 0.5, 0.5, effect)
    ten = Measure("a", "", "", 10_000, 0.0, 0.5, 0.5, effect)
    decks = [judge(battery("a"), ONE_PER_CENT, [measure], 1000).tests[0].needs for measure in (one, ten)]
    assert decks[0] and decks[1]
    assert decks[0] / decks[1] == pytest.approx(10**0.5 if effect == "coincidence" else 10, rel=0.01)


def test_pairs_of_decks_grow_with_the_square_so_their_root_is_needed() -> None:
    """To rule out that decks repeat as often as 32-bit seeds do, 200,000 decks and not 20 billion pairs are told."""
    pairs = 1000 * 999 // 2
    measure = by_count("a", "", pairs, 0, pairs * 2.0**-64, effect="coincidence")
    needs = judge(battery("a"), ONE_PER_CENT, [measure], 1000).tests[0].needs
    assert needs == pytest.approx((2 * -np.log(0.01) * 2**32) ** 0.5, rel=0.01)


# Verdicts


def verdict(p: float, drawn: int, registered: int, ids: str = "a") -> tuple[str, str]:
    judgement = judge(battery(ids, registered), ONE_PER_CENT, [measured("a", p, drawn)], drawn)
    return judgement.verdict, judgement.says


def test_a_file_of_the_registered_size_passes() -> None:
    assert verdict(0.4, 1000, 1000) == ("pass", "no bias shown by 1,000 decks, of which 1,000 were registered")


def test_a_smaller_file_passes_only_where_every_bias_is_bounded() -> None:
    assert verdict(0.4, 999, 1000) == ("inconclusive", "1,000 decks are registered, 999 were drawn")
    bounded = "every bias is ruled out up to its limit, by 1,000,000 decks"
    assert verdict(0.4, 1_000_000, 10_000_000) == ("pass", bounded)


def test_decks_that_were_spent_on_learning_what_to_test_count_as_drawn() -> None:
    again = Redrawn({"a": 0.5})
    judgement = judge(battery("a", 1000), ONE_PER_CENT, [measured("a", 0.4, 900)], 900, again, spent=100)
    assert (judgement.verdict, judgement.drawn, judgement.spent) == ("pass", 900, 100)
    told = judgement_data(judgement, ONE_PER_CENT)
    assert (told["drawn"], told["tested"]) == (1000, 900)
    rejected = judge(battery("a", 1000), ONE_PER_CENT, [measured("a", 1e-4, 900)], 900, again, spent=100)
    assert again.asked == [({"a"}, 4000)]
    assert rejected.redrawn == 4000


def test_a_smaller_file_says_for_each_test_what_it_would_take() -> None:
    judgement = judge(battery("a", 10_000), ONE_PER_CENT, [measured("a", 0.4, 500)], 500)
    assert judgement.verdict == "inconclusive"
    assert judgement.tests[0].needs and judgement.tests[0].needs > 100_000


def test_a_file_of_the_registered_size_that_leaves_a_test_unasked_does_not_pass() -> None:
    assert verdict(0.4, 1000, 1000, "ab") == (
        "inconclusive",
        "1,000 decks are registered, 1,000 were drawn; too few for 1 of 2 tests",
    )


def test_a_small_file_that_shows_a_bias_fails() -> None:
    assert verdict(1e-5, 20, 1000)[0] == "fail"


def test_a_finding_fails_without_any_statistics() -> None:
    judgement = judge(battery("a"), ONE_PER_CENT, [measured("a", 0.4)], 1000, None, ["line 3 is no whole pack"])
    assert (judgement.verdict, judgement.says) == ("fail", "line 3 is no whole pack")


# Plain data


def test_a_judgement_is_told_as_plain_data_with_both_samples() -> None:
    judgement = judged({"a": 1e-4, "b": 0.4}, Redrawn({"a": 1e-6}))
    told = judgement_data(judgement, ONE_PER_CENT)
    assert (told["verdict"], told["drawn"], told["redrawn"], told["registered"]) == ("fail", 1000, 4000, 1000)
    first, fair = told["tests"]
    assert first["confirmed"] and first["p"] == pytest.approx(1e-6) and first["first"]["p"] == pytest.approx(1e-4)
    assert not fair["confirmed"] and fair["first"] is None
    sizes, effects = zip(*told["power"][0]["points"], strict=True)
    assert list(sizes) == sorted(sizes) and list(effects) == sorted(effects, reverse=True)


def test_what_was_not_asked_is_told_without_figures() -> None:
    told = judgement_data(judge(battery("ab"), ONE_PER_CENT, [measured("a", 0.4)], 1000), ONE_PER_CENT)
    assert told["tests"][1]["outcome"] == "not asked"
    assert told["tests"][1]["p"] is told["tests"][1]["statistic"] is None
    assert told["tests"][0].keys() == told["tests"][1].keys()
    assert [curve["id"] for curve in told["power"]] == ["a"]


def told_by(level: Level, *batteries: Battery, redraws: bool) -> str:
    parts = [judgement_data(judge(one, level, [], 0), level) for one in batteries]
    return " ".join(rule_sentences(level, parts, redraws))


def test_the_rule_is_told_in_sentences() -> None:
    words = told_by(ONE_PER_CENT, battery("ab", 2000), redraws=True)
    assert "2 tests and 2,000 decks" in words
    assert "Level: 0.01, taken together, by Holm's method" in words
    assert "4 times as large" in words and "under 1e-09 fails at once" in words
    assert "shared out" not in words


def test_the_rule_for_a_file_of_two_kinds_is_told_in_sentences() -> None:
    halves = [Battery(name, "decks", {name: name}, 1000, share=0.5) for name in ("one", "other")]
    words = told_by(EACH, *halves, redraws=False)
    assert "each for itself" in words and "A file is judged once" in words
    assert "shared out between the kinds of output: one 0.005, other 0.005." in words
