"""Which hands can meet: the interval of each hand under facts about cards, held against all hands that there are."""

from collections.abc import Mapping
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from fairfelt.rulesets.bounds import Interval, class_bounds, interval
from fairfelt.rulesets.rules import Fact, Hand


def toy(*names: str, classes: int = 6) -> dict[str, Hand]:
    """Hands of a ranking that has so many classes and nothing else."""
    ranking: Any = SimpleNamespace(classes=range(classes), index={(at,): at for at in range(classes)})
    return {name: Hand(name, ("seat",), ranking) for name in names}


BAR = Fact("bar", "floors", ("low", "mid", "high"), hand="a", floors=((2,), (4,)))
A_B = Fact("a-b", "against", ("win", "tie", "lose"), hand="a", other="b")
B_C = Fact("b-c", "against", ("win", "tie", "lose"), hand="b", other="c")


def fits(given: Mapping[Fact, str], classes: Mapping[str, int]) -> bool:
    def answer(fact: Fact) -> str:
        if fact.kind == "floors":
            return fact.values[sum((classes[fact.hand],) >= floor for floor in fact.floors)]
        mine, theirs = classes[fact.hand], classes[fact.other]
        return "win" if mine > theirs else "lose" if mine < theirs else "tie"

    return all(answer(fact) == value for fact, value in given.items())


@pytest.mark.parametrize("values", list(product(BAR.values, A_B.values, B_C.values)))
def test_intervals_are_those_of_all_hands_that_fit(values: tuple[str, ...]) -> None:
    given = dict(zip((BAR, A_B, B_C), values, strict=True))
    fitting = [
        classes for row in product(range(6), repeat=3) if fits(given, classes := dict(zip("abc", row, strict=True)))
    ]
    columns = {name: [row[name] for row in fitting] for name in "abc"}
    expected: dict[str, Interval] = {name: (min(column), max(column) + 1) for name, column in columns.items() if column}
    assert class_bounds(toy("a", "b", "c", "unused"), given) == (expected or None)


def test_a_chain_of_wins_runs_out_of_classes() -> None:
    hands = toy("a", "b", "c", classes=2)
    assert class_bounds(hands, {A_B: "win"}) == {"a": (1, 2), "b": (0, 1)}
    assert class_bounds(hands, {A_B: "win", B_C: "win"}) is None
    assert class_bounds(hands, {A_B: "lose", B_C: "lose"}) is None
    circle = Fact("c-a", "against", ("win", "tie", "lose"), hand="c", other="a")
    assert class_bounds(toy("a", "b", "c", classes=50), {A_B: "win", B_C: "win", circle: "win"}) is None


def test_lines_cut_intervals_from_a_floor_up_to_a_ceiling() -> None:
    hands = toy("a", "b")
    assert class_bounds(hands, {}, [("a", (1,), (4,))]) == {"a": (1, 4)}
    assert class_bounds(hands, {}, [("a", None, None)]) == {"a": (0, 6)}
    assert class_bounds(hands, {BAR: "mid"}, [("a", (3,), None), ("b", None, (2,))]) == {"a": (3, 4), "b": (0, 2)}
    assert class_bounds(hands, {BAR: "high"}, [("a", None, (4,))]) is None
    assert class_bounds(hands, {BAR: "low"}, iter([("a", (1,), None)])) == {"a": (1, 2)}


def test_a_floor_and_a_ceiling_are_indices_of_classes() -> None:
    ranking = toy("a")["a"].ranking
    assert [interval(ranking, *ends) for ends in ((None, None), ((0,), (5,)), ((3,), None), (None, (3,)))] == [
        (0, 6),
        (0, 5),
        (3, 6),
        (0, 3),
    ]


def test_what_one_comparison_cuts_is_carried_to_those_before_it() -> None:
    """The second win lifts b, and so a, whatever a third comparison that changes nothing says."""
    idle = Fact("d-e", "against", ("win", "tie", "lose"), hand="d", other="e")
    found = class_bounds(toy("a", "b", "c", "d", "e"), {A_B: "win", B_C: "win", idle: "tie"})
    assert found == {"a": (2, 6), "b": (1, 5), "c": (0, 4), "d": (0, 6), "e": (0, 6)}
