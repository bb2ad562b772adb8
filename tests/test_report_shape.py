"""A summary that is malformed, or that contradicts itself, gives one clear message and no half report."""

from collections.abc import Callable
from typing import Any

import pytest
from rich.console import Console

from fairfelt.reports.html import render_report
from fairfelt.reports.junit import junit_xml
from fairfelt.reports.shape import checked
from fairfelt.reports.terminal import print_summary
from tests.report_samples import changed, sample_summary, summary_of


def test_sound_summary_is_returned_as_it_is() -> None:
    summary = sample_summary()
    assert checked(summary) is summary


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("verdict",), "fine", "summary.verdict is 'fine', not one of not-applicable, pass"),
        (("format",), 2, "summary.format is 2"),
        (("engine", "name"), None, "summary.engine.name is NoneType, not str"),
        (("requirements", 3, "rounds"), "many", r"summary.requirements\[3\].rounds is str, not int"),
        (
            ("faults", 1, "worst", "shown", "ledger", 0, "staked"),
            "ten",
            r"ledger\[0\].staked is str, not int",
        ),
        (("untested", 0), {}, r"summary.untested\[0\].clause is missing"),
        (("options",), {}, "summary.options is no list"),
        (("source",), [], "summary.source is no object"),
        (("counts", "pass"), 61, "summary.counts disagrees"),
        (("verdict",), "pass", "summary.verdict is 'pass', better than the 'engine-fault'"),
        (("requirements", 1), sample_summary()["requirements"][0], "names a requirement twice"),
    ],
)
def test_flaw_is_named_with_its_place(path: tuple[Any, ...], value: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        checked(changed(sample_summary(), *path, to=value))


def test_summary_may_be_worse_than_its_requirements_and_never_better() -> None:
    assert checked(summary_of({"settle.a": "pass"}, "fail"))
    with pytest.raises(ValueError, match="better than"):
        checked(summary_of({"settle.a": "fail"}, "pass"))


@pytest.mark.parametrize(
    "shown", [render_report, junit_xml, lambda held: print_summary(held, Console(quiet=True))]
)
def test_every_way_out_checks_first(shown: Callable[[dict[str, Any]], object]) -> None:
    with pytest.raises(ValueError, match="write the summary again by running the suite"):
        shown(changed(sample_summary(), "engine", to={}))
    shown(sample_summary())
