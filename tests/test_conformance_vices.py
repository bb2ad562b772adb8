"""Each broken engine fails exactly the requirements that its one vice breaks, under the title that names it.

Too many failures would be an echo, too few blindness. Every engine is judged by its own requirements and some
neighbours; whole runs, which alone can show an echo, are made for a dozen and, marked long, for all.
"""

import pytest

from tests.engines.vices.expected import ZOO, Expected
from tests.helpers import Summary, certify, fault_titles, order_for, verdicts

NEIGHBOURS = (
    "ask.decide",
    "deal.flop",
    "deal.packets",
    "limit.ante/max",
    "money.ledger",
    "refuse.decide/wrong-seat",
    "settle.ante.fold",
)


def judged(expected: Expected, *only: str) -> Summary:
    spec = f"python:tests.engines.vices.{expected.vice}"
    return certify(order_for(spec, expected.game, *only, options=expected.options))


@pytest.mark.parametrize("expected", [one for one in ZOO if one.alone], ids=lambda one: one.vice)
def test_a_vice_fails_its_own_requirements_and_not_their_neighbours(expected: Expected) -> None:
    summary = judged(expected, *expected.verdicts, *NEIGHBOURS)
    assert verdicts(summary) == expected.verdicts
    assert summary["exit_code"] == bool(expected.fails)


@pytest.mark.parametrize(
    "expected",
    [pytest.param(one, id=one.vice, marks=() if one.whole else pytest.mark.long) for one in ZOO],
)
def test_a_whole_run_finds_a_vice_where_it_belongs_and_nowhere_else(expected: Expected) -> None:
    summary = judged(expected)
    assert verdicts(summary) == expected.verdicts
    assert fault_titles(summary) == sorted(expected.faults)


LAWS = ("symmetry.suits", "symmetry.scale", "symmetry.seats", "round.repeat")


@pytest.mark.parametrize(
    ("vice", "law"),
    [
        ("pays_spades_better", "symmetry.suits"),
        ("pays_no_more_than_forty_units", "symmetry.scale"),
        ("pays_less_the_second_time", "round.repeat"),
        ("pays_less_after_a_win", "round.repeat"),
    ],
)
def test_a_law_is_broken_by_the_engine_that_breaks_it_alone(vice: str, law: str) -> None:
    for name in LAWS:
        summary = certify(order_for(f"python:tests.engines.vices.books:{vice}", "casino-holdem", name))
        if name == law:
            assert verdicts(summary) == {law: "fail"}
        elif law != "round.repeat":
            # an engine that answers differently each time breaks other comparisons too
            assert verdicts(summary) == {}


@pytest.mark.long
@pytest.mark.parametrize("vice", ["pays_less_the_second_time", "pays_less_after_a_win"])
def test_in_a_whole_run_too_a_round_is_repeated_that_was_never_played_before(vice: str) -> None:
    """Many requirements share rounds: to such an engine, all of theirs may be the second time."""
    summary = judged(Expected(f"books:{vice}", "", ()))
    assert verdicts(summary)["round.repeat"] == "fail"
    assert "The same deck and decisions give the same round" in fault_titles(summary)
