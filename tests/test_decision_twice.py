"""What is doubtful is looked at once more, afresh; what the fresh sample shows decides, and there is no third."""

from dataclasses import dataclass, field, replace

import pytest

from fairfelt.stats.decision.measure import Measure, by_normal
from fairfelt.stats.decision.parts import plain_part
from fairfelt.stats.decision.rule import CERTAIN, LARGER, Battery, Level
from fairfelt.stats.decision.twice import Seen, Stopped, judge_twice

TITLES = {"one": "the first test", "two": "the second test", "three": "the third test"}
BATTERY = Battery("decks", "decks", TITLES, 1_000)
DOUBTFUL, CERTAINLY = 4.5, 8.0


def measured(**z: float) -> tuple[Measure, ...]:
    """Measure some tests of a thousand decks as so many standard deviations off; the others as half of one."""
    return tuple(by_normal(id_, title, 1_000, z.get(id_, 0.5), "normal") for id_, title in TITLES.items())


def seen(drawn: int = 1_000, **z: float) -> Seen:
    return Seen(measured(**z), drawn)


@dataclass
class Source:
    """Gives a fresh sample, and remembers what it was asked for."""

    fresh: Seen
    asked: list[int] = field(default_factory=list)

    def __call__(self, units: int) -> Seen:
        self.asked.append(units)
        return replace(self.fresh, drawn=units)


def test_a_sample_without_doubt_is_looked_at_once() -> None:
    source = Source(seen())
    judged, second = judge_twice(BATTERY, Level(), seen(), source)
    assert (judged.verdict, second, source.asked) == ("pass", None, [])


def test_bad_luck_is_looked_at_once_more_and_passes() -> None:
    source = Source(seen())
    judged, second = judge_twice(BATTERY, Level(), seen(one=DOUBTFUL), source)
    assert (judged.verdict, judged.redrawn, source.asked) == ("pass", LARGER * 1_000, [LARGER * 1_000])
    assert second is not None
    assert second.drawn == LARGER * 1_000
    assert [test.confirmed for test in judged.tests] == [True, False, False]


def test_a_bias_that_shows_again_fails() -> None:
    source = Source(seen(one=DOUBTFUL))
    judged, _ = judge_twice(BATTERY, Level(), seen(one=DOUBTFUL), source)
    assert (judged.verdict, source.asked) == ("fail", [LARGER * 1_000])
    assert judged.says == "bias shown: the first test"


def test_several_doubtful_tests_share_one_fresh_sample() -> None:
    source = Source(seen())
    judged, _ = judge_twice(BATTERY, Level(), seen(one=DOUBTFUL, three=-DOUBTFUL), source)
    assert source.asked == [LARGER * 1_000]
    assert [test.confirmed for test in judged.tests] == [True, False, True]


def test_a_new_doubt_in_the_fresh_sample_is_not_asked_about() -> None:
    """Only what was doubtful is looked at: else a fair source would be tried twice by every test."""
    source = Source(seen(two=CERTAINLY))
    judged, _ = judge_twice(BATTERY, Level(), seen(one=DOUBTFUL), source)
    assert (judged.verdict, source.asked) == ("pass", [LARGER * 1_000])
    (two,) = [test for test in judged.tests if test.id == "two"]
    assert (two.confirmed, two.outcome != "bias shown") == (False, True)


def test_what_is_certain_fails_at_once() -> None:
    source = Source(seen())
    first = seen(one=CERTAINLY)
    assert first.measures[0].p < CERTAIN
    judged, second = judge_twice(BATTERY, Level(), first, source)
    assert (judged.verdict, second, source.asked) == ("fail", None, [])


def test_a_source_that_can_not_draw_again_is_judged_on_what_there_is() -> None:
    judged, second = judge_twice(BATTERY, Level(), seen(one=DOUBTFUL), None)
    assert (judged.verdict, judged.redrawn, second) == ("fail", 0, None)


def test_what_is_wrong_with_the_fresh_sample_fails_whatever_its_numbers_say() -> None:
    broken = replace(seen(), findings=("deck 7 is no whole pack: missing As",))
    judged, _ = judge_twice(BATTERY, Level(), seen(one=DOUBTFUL), Source(broken))
    assert judged.verdict == "fail"
    assert judged.findings == ("deck 7 is no whole pack: missing As",)
    assert judged.says.endswith("deck 7 is no whole pack: missing As")
    whole, _ = judge_twice(BATTERY, Level(), seen(one=DOUBTFUL), Source(seen()))
    assert (whole.verdict, whole.findings) == ("pass", ())


def test_findings_of_both_samples_are_told() -> None:
    first = replace(seen(one=DOUBTFUL), findings=("a card is missing",))
    judged, _ = judge_twice(BATTERY, Level(), first, Source(replace(seen(), findings=("a card came twice",))))
    assert judged.findings == ("a card is missing", "a card came twice")
    assert "a card is missing" in judged.says
    assert "a card came twice" in judged.says


def test_a_source_that_stops_before_the_fresh_sample_fails_and_that_is_told() -> None:
    def gone(_: int) -> Seen:
        raise Stopped("the shoe is empty")

    judged, second = judge_twice(BATTERY, Level(), seen(one=DOUBTFUL), gone)
    assert judged.verdict == "fail"
    assert judged.findings == ("the confirmatory run could not be drawn: the shoe is empty",)
    assert second is not None
    assert second.drawn == 0
    assert judge_twice(BATTERY, Level(), seen(), gone)[0].verdict == "pass"


def test_a_doubt_that_the_fresh_sample_does_not_answer_stays_a_doubt() -> None:
    """What was rejected and not measured again is neither shown nor cleared."""
    silent = Source(Seen(measured()[1:], 1_000))
    judged, _ = judge_twice(BATTERY, Level(), seen(one=DOUBTFUL), silent)
    assert (judged.verdict, judged.says) == ("inconclusive", "the confirmatory run could not answer: the first test")
    answering = Source(seen())
    assert judge_twice(BATTERY, Level(), seen(one=DOUBTFUL), answering)[0].verdict == "pass"


@pytest.mark.parametrize(("tested", "spent", "verdict"), [(900, 100, "pass"), (900, 99, "inconclusive")])
def test_what_was_spent_on_learning_counts_towards_the_registered_size(tested: int, spent: int, verdict: str) -> None:
    judged, _ = judge_twice(BATTERY, Level(), replace(seen(tested), spent=spent), None)
    assert (judged.verdict, judged.drawn, judged.spent) == (verdict, tested, spent)


def test_the_fresh_sample_is_larger_than_all_that_was_drawn_at_first() -> None:
    source = Source(seen())
    judge_twice(BATTERY, Level(), replace(seen(900, one=DOUBTFUL), spent=100), source)
    assert source.asked == [LARGER * 1_000]


def test_tests_that_a_level_does_not_ask_are_left_out() -> None:
    level = Level(0.05, False, "a jurisdiction", ("one",))
    battery = Battery("decks", "decks", level.of(TITLES), 1_000)
    judged, _ = judge_twice(battery, level, seen(two=CERTAINLY), Source(seen()))
    assert (judged.verdict, [test.id for test in judged.tests]) == ("pass", ["one"])
    judged, _ = judge_twice(battery, level, seen(one=CERTAINLY), Source(seen()))
    assert judged.verdict == "fail"


# Parts without statistics


def test_a_part_without_findings_passes_and_says_what_holds() -> None:
    verdict, data = plain_part("declaration", "declared facts", 2, [], ["one note"], "what is declared holds")
    assert (verdict, data["verdict"], data["says"]) == ("pass", "pass", "what is declared holds")
    assert (data["statistics"], data["tests"], data["notes"]) == (False, [], ["one note"])


def test_a_part_with_findings_fails_and_says_them() -> None:
    verdict, data = plain_part("seeds", "decks", 3, ["seed 5", "seed 7"], [], "no seed")
    assert (verdict, data["verdict"], data["says"]) == ("fail", "fail", "seed 5; seed 7")
    assert data["findings"] == ["seed 5", "seed 7"]


def test_a_part_has_all_that_a_judged_battery_has() -> None:
    from fairfelt.stats.decision.data import judgement_data

    judged, _ = judge_twice(BATTERY, Level(), seen(), None)
    _, part = plain_part("seeds", "decks", 3, [], [], "no seed")
    assert part.keys() - {"statistics"} == judgement_data(judged, Level()).keys()
