"""A report tells how strong its checks are: from a clause to the mutants and back, and in red where one survived."""

import io
import re
from typing import Any

import pytest
from rich.console import Console

from fairfelt.conformance.profiles import PROFILES, STRENGTH
from fairfelt.conformance.proof_attached import Proof, with_proof
from fairfelt.reports.html import render_report
from fairfelt.reports.junit import junit_xml
from fairfelt.reports.shape import checked
from fairfelt.reports.strength import checks, strength
from fairfelt.reports.terminal import print_summary
from fairfelt.reports.view import anchor
from tests.helpers import certify, order_for
from tests.report_samples import Summary, changed, sample_summary
from tests.test_report_html import Outline, broken_links

GAME = "casino-holdem"
TIE, FOLD, GONE = f"{GAME}.settle.call.tie", f"{GAME}.settle.ante.fold", f"{GAME}.settle.call.elsewhere"
SETTLEMENTS = "conformance.checks.settlement.settlements"


def mutant(name: str, status: str = "killed", *by: str, **more: Any) -> dict[str, Any]:
    rule, _, edit = name.partition("~")
    words = f"{rule} is {edit} <b>"
    return {"id": name, "rule": rule, "edit": edit, "words": words, "status": status, "killed_by": list(by), **more}


PAID, LOST = mutant("settle.call.tie~paid", "killed", TIE), mutant("settle.call.tie~lost", "killed", TIE)
KEPT, FAR = mutant("settle.ante.fold~kept", "killed", FOLD), mutant("limit.call~off", "killed", GONE)
IDLE = mutant("limit.ante~idle", "equivalent", reason="no wager tells them apart")
SURVIVOR = mutant("deal.flop~late", "survived", reason="1 requirement passed", tried=[TIE])


def proof(*mutants: dict[str, Any], fails: tuple[str, ...] = (), of: int | None = None, **more: Any) -> Proof:
    statuses = [one["status"] for one in mutants]
    counts = {name: statuses.count(name) for name in ("killed", "equivalent", "survived")}
    whole = of is None or of == len(mutants)
    verdict = "not-proved" if counts["survived"] or fails else "proved" if whole else "in-part"
    told = {"verdict": verdict, "made": "before", "of": of or len(mutants), "quick": True, "seed": 3, "seconds": 19.6}
    return {**told, "counts": counts, "reference_fails": list(fails), "mutants": list(mutants), **more}


def proved(*mutants: dict[str, Any], **more: Any) -> Summary:
    """Attach a proof to the summary of an engine with faults, each requirement judged by one check."""
    held = {**sample_summary(), "not_judged": list(PROFILES["ci"].not_judged)}
    judged = [{**one, "checks": [SETTLEMENTS]} for one in held["requirements"]]
    return with_proof({**held, "requirements": judged}, proof(*(mutants or (PAID, LOST, KEPT, FAR, IDLE)), **more))


def told(summary: Summary) -> str:
    return Outline(render_report(summary)).text


def printed(summary: Summary) -> str:
    stream = io.StringIO()
    print_summary(summary, Console(file=stream, width=100))
    return stream.getvalue()


def row_of(page: str, name: str) -> str:
    """Give the row or entry with this id, up to the next one."""
    return page.split(f'id="{name}"', 1)[1].split('id="', 1)[0]


def test_a_run_without_a_proof_has_no_such_chapter() -> None:
    page = render_report(sample_summary())
    assert 'id="proof"' not in page and "Mutants" not in page
    assert "Strength of the checks" not in printed(sample_summary())
    assert strength(sample_summary()) is None


def test_every_mutant_has_its_entry_with_words_and_what_became_of_it() -> None:
    page = render_report(proved())
    for one in (PAID, LOST, KEPT, FAR, IDLE):
        entry = row_of(page, anchor("mutant", one["id"]))
        assert one["id"] in entry and one["words"].replace("<b>", "&lt;b&gt;") in entry
    assert "equivalent: no wager tells them apart" in row_of(page, anchor("mutant", IDLE["id"]))
    assert "settle.call.tie</a>" in row_of(page, anchor("mutant", PAID["id"]))
    assert anchor("mutant", SURVIVOR["id"]) not in page


def test_links_lead_from_requirement_to_mutant_and_back_and_none_is_dead() -> None:
    page = render_report(proved())
    assert broken_links(page) == []
    for one in (PAID, LOST):
        assert f'href="#{anchor("mutant", one["id"])}"' in row_of(page, anchor("req", TIE))
        assert f'href="#{anchor("req", TIE)}"' in row_of(page, anchor("mutant", one["id"]))
    assert anchor("mutant", KEPT["id"]) not in row_of(page, anchor("req", TIE))


def test_a_requirement_that_this_run_did_not_judge_is_named_without_a_link() -> None:
    entry = row_of(render_report(proved()), anchor("mutant", FAR["id"]))
    assert "settle.call.elsewhere" in entry and "href" not in entry.split("</li>")[0]


def test_links_lead_from_requirement_to_check_and_back() -> None:
    summary = proved()
    page = render_report(summary)
    assert f'href="#{anchor("check", SETTLEMENTS)}"' in row_of(page, anchor("req", TIE))
    assert f'href="#{anchor("req", TIE)}"' in row_of(page, anchor("check", SETTLEMENTS))
    (row,) = checks(summary)
    assert row.name == "checks.settlement.settlements" and row.killed == 3
    assert row.rounds == sum(one["rounds"] for one in summary["requirements"])
    assert checks(sample_summary()) == ()


def test_a_clause_counts_each_mutant_of_its_requirements_once() -> None:
    summary = proved()
    (clause,) = {each["id"] for one in summary["requirements"] if one["id"] == TIE for each in one["clauses"]}
    row = row_of(render_report(summary), anchor("clause", clause))
    assert 'data-label="Mutants" class="amount">2</td>' in row and "killed 2" in row
    doubled = changed(summary, "proof", "mutants", 0, "killed_by", to=[TIE, f"{GAME}.settle.ante.tie"])
    again = with_proof({**doubled, "not_judged": []}, doubled["proof"])
    assert 'data-label="Mutants" class="amount">2</td>' in row_of(render_report(again), anchor("clause", clause))


def test_the_families_of_rules_are_counted() -> None:
    found = strength(proved())
    assert found is not None
    counted = {one.name: (one.rules, len(one.mutants), one.counts["killed"]) for one in found.families}
    assert counted == {"settle": (2, 3, 3), "limit": (2, 2, 1)}
    line = "PROVED: every broken rule that can show is named (4 killed, 1 change nothing under these options)"
    assert line in told(proved())


def test_how_the_proof_was_made_is_told() -> None:
    text = told(proved())
    assert "A quick proof" in text and "with seed 3, in 20 seconds" in text and "Made before this run" in text
    other = told(proved(made="by-this-run", quick=False))
    assert "A full proof" in other and "Made by this run" in other


def test_a_survivor_is_shown_in_red_first_and_in_words() -> None:
    page = render_report(proved(SURVIVOR, PAID))
    chapter = page.split('id="proof"', 1)[1]
    assert '<div class="verdict v-fail">' in chapter
    assert "This says nothing against the engine, and its verdict stands." in chapter
    assert chapter.index(anchor("mutant", SURVIVOR["id"])) < chapter.index("<details>")
    entry = row_of(page, anchor("mutant", SURVIVOR["id"]))
    assert "survived: 1 requirement passed. Tried:" in entry and anchor("req", TIE) in entry
    assert 'class="lost"' in chapter and "NOT PROVED: 1 of 2 broken rules went unnamed" in page.split("<nav", 1)[0]
    sound = render_report(proved(PAID)).split('id="proof"', 1)[1]
    assert "v-fail" not in sound and "lost" not in sound and "verdict stands" not in sound


def test_a_reference_engine_that_fails_is_told() -> None:
    text = told(proved(PAID, fails=(FOLD,)))
    assert "NOT PROVED: the reference engine fails what killed the mutants" in text
    assert "The reference engine, which plays by the rules, fails settle.ante.fold" in text
    assert "The reference engine, which" not in told(proved(PAID))


def test_a_proof_of_chosen_mutants_says_that_it_is_one_in_part() -> None:
    text = told(proved(PAID, of=192))
    assert "PROVED IN PART: only 1 of the game's 192 broken rules was tried" in text
    assert "What the checks make of the other 191 is not known." in text
    assert "IN PART" not in told(proved(PAID))


def test_the_strength_of_the_checks_is_no_longer_left_open_where_it_was_judged() -> None:
    assert STRENGTH in told({**sample_summary(), "not_judged": list(PROFILES["ci"].not_judged)})
    assert STRENGTH not in told(proved()) and STRENGTH not in told(proved(SURVIVOR))
    assert STRENGTH in told(proved(PAID, of=192))


def test_the_verdict_of_the_engine_does_not_change() -> None:
    for summary in (proved(), proved(SURVIVOR)):
        assert (summary["verdict"], summary["exit_code"]) == ("engine-fault", 1)
        stamp = re.findall(r'<p class="stamp">.*?<strong>(.*?)</strong>', render_report(summary))
        assert stamp[0].startswith("DOES NOT CONFORM")
        assert junit_xml(summary) == junit_xml({**sample_summary(), "requirements": summary["requirements"]})


def test_the_terminal_tells_it_in_one_line_and_lists_survivors() -> None:
    line = "PROVED: every broken rule that can show is named (4 killed, 1 change nothing under these options) (quick)"
    assert f"Strength of the checks: {line}" in printed(proved()) and "survived" not in printed(proved())
    text = printed(proved(SURVIVOR, PAID))
    assert "NOT PROVED: 1 of 2 broken rules went unnamed" in text
    assert "The engine's verdict stands; it rests on checks that are not proved." in text
    assert f"survived {SURVIVOR['id']}: {SURVIVOR['words']}" in text


def test_the_contents_name_every_chapter_in_its_order() -> None:
    page = render_report(proved())
    listed = re.findall(r'<li><a href="#([\w-]+)"', page.split('class="contents"', 1)[1].split("</ol>", 1)[0])
    assert listed == re.findall(r'<h2 id="([\w-]+)"', page) and "proof" in listed


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("proof", "counts", "survived"), 1, "summary.proof.counts disagrees"),
        (("proof", "of"), 9, "summary.proof.verdict is 'proved', where its mutants come to 'in-part'"),
        (("proof", "reference_fails"), [FOLD], "come to 'not-proved'"),
        (("proof", "verdict"), "fine", "summary.proof.verdict is 'fine', not one of in-part, not-proved, proved"),
        (("proof", "mutants", 0, "killed_by"), [FOLD], "disagree on what casino-holdem.settle.* killed"),
        (("proof", "mutants", 0, "words"), 7, r"summary.proof.mutants\[0\].words is int, not str"),
    ],
)
def test_a_proof_that_contradicts_itself_gives_no_report(path: tuple[Any, ...], value: object, message: str) -> None:
    assert checked(proved())
    with pytest.raises(ValueError, match=message):
        checked(changed(proved(), *path, to=value))


def test_a_run_tells_which_code_provoked_and_judged_each_requirement() -> None:
    (entry,) = certify(order_for("reference", GAME, "settle.call.tie"))["requirements"]
    assert entry["provoked_by"] == ["conformance.plans.settling._dealt"]
    assert entry["checks"] == [SETTLEMENTS]
    assert "mutants_killed" not in entry
