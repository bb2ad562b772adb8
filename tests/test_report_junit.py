"""JUnit tells a CI server what the summary says: a case a requirement, nothing greener, valid XML always."""

from collections import Counter
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairfelt.reports.junit import junit_xml
from fairfelt.reports.words import ORDER
from tests.report_samples import SUPERSEDED, Summary, changed, sample_summary, summary_of, topped


def suite(summary: Summary) -> ElementTree.Element:
    (found,) = ElementTree.fromstring(junit_xml(summary).encode()).iter("testsuite")
    return found


def outcome(case: ElementTree.Element) -> str:
    return next((one.tag for one in case if one.tag in ("failure", "error", "skipped")), "green")


def test_counts_agree_with_the_requirements() -> None:
    summary = sample_summary()
    found = suite(summary)
    cases = found.findall("testcase")
    told = Counter(outcome(case) for case in cases)
    assert [case.get("name") for case in cases] == [one["id"] for one in summary["requirements"]]
    assert found.get("tests") == str(len(summary["requirements"]))
    assert found.get("failures") == str(told["failure"]) == str(summary["counts"]["fail"])
    assert found.get("errors") == str(told["error"])
    assert found.get("skipped") == str(told["skipped"])


@pytest.mark.parametrize(
    ("verdict", "expected"),
    [
        ("pass", "green"),
        ("warning", "green"),
        ("fail", "failure"),
        ("blocked", "error"),
        ("inconclusive", "error"),
        ("engine-fault", "error"),
        ("suite-error", "error"),
        ("known-failure", "skipped"),
        ("not-applicable", "skipped"),
    ],
)
def test_each_verdict_has_one_meaning(verdict: str, expected: str) -> None:
    (case,) = suite(summary_of({"settle.a": verdict}, verdict)).findall("testcase")
    assert outcome(case) == expected
    properties = {one.get("name"): one.get("value") for one in case.iter("property")}
    assert properties["verdict"] == verdict
    assert properties["clauses"] == "dealing-casino-holdem/fold"
    assert case.get("classname") == "casino-holdem.settle"


def test_failure_says_expected_actual_and_how_to_reproduce() -> None:
    failure = next(suite(sample_summary()).iter("failure"))
    assert "expected ante returns 30 (win); actual ante returned 10 (push)" in failure.get("message", "")
    assert "reproduce: fairfelt requests" in (failure.text or "")


def test_known_failure_is_skipped_with_its_issue_and_a_warning_is_told() -> None:
    cases = {case.get("name"): case for case in suite(sample_summary()).iter("testcase")}
    assert "ABC-12" in cases[SUPERSEDED].find("skipped").get("message", "")  # type: ignore[union-attr]
    assert "the money is right" in cases["casino-holdem.refuse.word"].findtext("system-out", "")


@pytest.mark.parametrize("verdict", ORDER)
def test_run_worse_than_its_requirements_is_not_green(verdict: str) -> None:
    found = suite(topped(verdict))
    extra = [case for case in found.findall("testcase") if case.get("name") == "verdict"]
    assert len(extra) == (verdict not in ("pass", "warning", "not-applicable"))
    assert all(outcome(case) != "green" for case in extra)


@given(text=st.text(alphabet=st.characters(), max_size=40))
@settings(max_examples=60, deadline=None)
def test_any_text_gives_valid_xml(text: str) -> None:
    summary = summary_of({"settle.a": "fail"}, "fail")
    for where in ("id", "title", "reason", "family"):
        summary = changed(summary, "requirements", 0, where, to=text)
    assert suite(summary).get("failures") == "1"


def test_control_characters_would_break_xml_if_they_were_kept() -> None:
    assert "\x1b" not in junit_xml(sample_summary())
    with pytest.raises(ElementTree.ParseError):
        ElementTree.fromstring(junit_xml(sample_summary()).replace("\N{REPLACEMENT CHARACTER}", "\x1b"))


def test_same_summary_gives_the_same_junit() -> None:
    assert junit_xml(sample_summary()) == junit_xml(sample_summary())
