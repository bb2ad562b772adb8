"""The report says all that the summary does, nothing better than it is, and runs and fetches nothing."""

import re
from html import escape
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairfelt.conformance.verdict import ORDER
from fairfelt.reports.html import render_report
from fairfelt.reports.view import anchor
from fairfelt.reports.words import HEADLINES
from tests.report_samples import EVIL, LONG, changed, qualifier_round, sample_summary, summary_of, topped

VOID = {"meta", "path", "rect", "br"}


class Outline(HTMLParser):
    """Collects what the checks below ask of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.unbalanced: list[str] = []
        self.words: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.unbalanced.append(tag)

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def all(self, name: str) -> list[str]:
        return [attrs[name] or "" for _, attrs in self.tags if name in attrs]


def reaches_out(page: str) -> list[str]:
    """List whatever could run or send a request."""
    found = [
        tag
        for tag, _ in Outline(page).tags
        if tag in {"script", "iframe", "object", "embed", "link", "img", "base"}
    ]
    found += [
        name
        for _, attrs in Outline(page).tags
        for name in attrs
        if name.startswith("on") or name in {"src", "style"}
    ]
    return found + re.findall(r"url\(|@import|https?://", page)


def broken_links(page: str) -> list[str]:
    ids = Outline(page).all("id")
    doubled = [one for one in set(ids) if ids.count(one) > 1]
    return doubled + [href for href in Outline(page).all("href") if href[:1] != "#" or href[1:] not in ids]


def test_same_summary_gives_the_same_bytes() -> None:
    page = render_report(sample_summary())
    assert page.encode() == render_report(sample_summary()).encode()
    assert page != render_report(changed(sample_summary(), "seed", to=1))


def test_page_runs_nothing_and_asks_for_nothing() -> None:
    page = render_report(sample_summary())
    assert reaches_out(page) == []
    assert "default-src 'none'; style-src 'unsafe-inline'; img-src data:" in page.replace("&#39;", "'")
    assert reaches_out(page.replace("<h1>", "<script>1</script><h1 onclick='x'>")) == ["script", "onclick"]


def test_names_with_markup_stay_names() -> None:
    page = render_report(sample_summary())
    assert EVIL not in page
    assert EVIL in Outline(page).text
    assert not any(tag == "script" for tag, _ in Outline(page).tags)


@pytest.mark.parametrize(
    "name", ["</style><script>alert(1)</script>", '"; } body { display: none', "\\", "\n", "}"]
)
def test_engine_name_cannot_leave_the_running_foot(name: str) -> None:
    page = render_report(changed(sample_summary(), "engine", "name", to=name))
    foot = re.findall(r'@bottom-left \{ content: "([^"]*)"; \} \}\n</style>', page)
    assert len(foot) == 1 and not set("<>{}\n") & set(foot[0])
    assert page.count("</style>") == 1


def test_page_is_well_formed_and_every_link_lands() -> None:
    page = render_report(sample_summary())
    outline = Outline(page)
    assert outline.unbalanced == [] and outline.open == []
    assert broken_links(page) == []
    assert broken_links(page.replace('id="fault-2"', "")) != []


def test_reading_that_no_regulator_confirmed_is_marked_where_it_stands_and_in_the_scope() -> None:
    summary = sample_summary()
    assert "not confirmed" not in render_report(summary)
    option = {**summary["options"][0], "unconfirmed": True}
    text = Outline(render_report({**summary, "options": [option, *summary["options"][1:]]})).text
    assert text.count("Reading not confirmed by a regulator") == 1
    assert f"no regulator has confirmed: {option['name']}={option['reading']}" in text


def test_every_requirement_has_its_row() -> None:
    summary = sample_summary()
    outline = Outline(render_report(summary))
    for one in summary["requirements"]:
        assert anchor("req", one["id"]) in outline.all("id")
        assert one["id"] in outline.text and one["title"] in outline.text
    assert anchor("req", "casino-holdem.never-asked") not in outline.all("id")


def test_every_finding_is_told() -> None:
    text = Outline(render_report(sample_summary())).text
    for one in sample_summary()["requirements"]:
        for finding in one["findings"]:
            for key in ("expected", "actual", "reproduce"):
                told = " ".join(finding[key].replace("\x1b", "\N{REPLACEMENT CHARACTER}").split())
                assert told in text
    silent = changed(sample_summary(), "requirements", to=sample_summary()["requirements"])
    for one in silent["requirements"]:
        one["findings"] = [] if one["verdict"] == "warning" else one["findings"]
    assert "reason relation, and the money is right" not in Outline(render_report(silent)).text


def test_every_fault_links_to_rows_and_back() -> None:
    summary = sample_summary()
    hrefs = Outline(render_report(summary)).all("href")
    for number, fault in enumerate(summary["faults"], 1):
        assert hrefs.count(f"#fault-{number}") >= 1 + len(fault["requirements"])
        assert all(f"#{anchor('req', name)}" in hrefs for name in fault["requirements"])


def test_requirement_outside_the_matrix_is_named_without_a_dead_link() -> None:
    page = render_report(changed(sample_summary(), "faults", 0, "requirements", to=["casino-holdem.gone"]))
    assert "gone" in Outline(page).text
    assert broken_links(page) == []


@pytest.mark.parametrize("verdict", ORDER)
def test_verdict_is_never_shown_better_than_the_summary_has_it(verdict: str) -> None:
    page = render_report(topped(verdict))
    shown = re.findall(r'<p class="stamp">.*?<strong>(.*?)</strong>', page)
    assert shown == [HEADLINES[verdict].words]
    assert shown[0].startswith("CONFORMS") == (verdict in ("pass", "warning"))


def test_green_without_a_passed_requirement_is_shown_as_nothing_tested() -> None:
    assert "CONFORMS" not in Outline(render_report(summary_of({}, "pass"))).text
    assert "NOTHING TESTED" in render_report(summary_of({"bank.a": "not-applicable"}, "pass"))
    assert "NOTHING TESTED" not in render_report(summary_of({"settle.a": "pass"}, "pass"))


def test_marks_are_words_as_well_as_colours() -> None:
    text = Outline(render_report(sample_summary())).text
    assert "ace of spades, in the best hand" in text
    assert "seven of hearts, in the best hand" not in text
    for judged in ("differs: \N{MINUS SIGN}10", "differs in word only", "differs: an entry too few"):
        assert judged in text
    honest = qualifier_round()
    for entry in honest["ledger"]:
        entry.update(actual=entry["expected"], actual_outcome=entry["expected_outcome"])
    summary = summary_of({"settle.a": "pass"}, "fail")
    summary["faults"] = sample_summary()["faults"][1:2]
    for told in ("worst", "first", "last"):
        summary["faults"][0][told]["shown"] = honest
    assert "differs" not in Outline(render_report(summary)).text


def test_unsigned_is_said() -> None:
    assert "Unsigned" in Outline(render_report(sample_summary())).text


def test_tables_have_captions_and_scopes() -> None:
    outline = Outline(render_report(sample_summary()))
    tags = [tag for tag, _ in outline.tags]
    assert tags.count("table") == tags.count("caption")
    assert all(attrs.get("scope") for tag, attrs in outline.tags if tag == "th")


def test_long_names_may_break_anywhere() -> None:
    page = render_report(sample_summary())
    assert LONG in page and re.search(r"body \{[^}]*overflow-wrap: anywhere", page)


@given(name=st.text(alphabet=st.characters(), max_size=30))
@settings(max_examples=40, deadline=None)
def test_any_engine_name_gives_a_page_that_can_be_written(name: str) -> None:
    summary = summary_of({"settle.a": "pass"}, "pass")
    page = render_report(changed(summary, "engine", "name", to=name))
    page.encode()
    assert Outline(page).unbalanced == []
    assert not re.search("[\x00\x1b\u202e\ud800-\udfff]", page)


@given(name=st.text(max_size=12), other=st.text(max_size=12))
def test_different_names_never_share_an_anchor(name: str, other: str) -> None:
    assert (anchor("req", name) == anchor("req", other)) == (name == other)
    assert escape(anchor("req", name)) == anchor("req", name)


def colours(css: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", css))


def contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    bright, dim = sorted((light(one), light(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def test_text_is_legible_in_light_and_dark() -> None:
    page = render_report(sample_summary())
    modes = re.findall(r":root \{(.*?)\}", page, re.S)[:2]
    assert len(modes) == 2
    for mode in modes:
        held = colours(mode)
        for ink in ("ink", "quiet", "felt", "bad", "open", "warn", "known"):
            for ground in ("paper", "sheet", *([f"{ink}-soft"] if f"{ink}-soft" in held else ["bad-soft"])):
                assert contrast(held[ink], held[ground]) >= 4.5, (ink, ground)
    assert contrast("#999999", "#ffffff") < 4.5
