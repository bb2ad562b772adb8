"""The verdicts as JUnit XML, so that any CI server can show them."""

from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree as Xml

from fairfelt.reports.shape import checked
from fairfelt.reports.words import GREEN, HEADLINES, WORDS, overall, plain, worst

_ELEMENT = {
    "known-failure": "skipped",
    "not-applicable": "skipped",
    "inconclusive": "error",
    "blocked": "error",
    "engine-fault": "error",
    "suite-error": "error",
    "fail": "failure",
}


def junit_xml(summary: Mapping[str, Any]) -> str:
    """Render one test case a requirement as JUnit XML; raise ValueError for a malformed summary.

    A run whose verdict is worse than every requirement's gets one more case, `verdict`, so that it shows.
    """
    held = checked(summary)
    root = Xml.Element("testsuites", {"name": held["suite"]["name"]})
    suite = Xml.SubElement(root, "testsuite", {"name": plain(f"{held['suite']['name']} {held['game']}")})
    _properties(suite, _about(held))
    for one in held["requirements"]:
        _case(suite, held["game"], one)
    verdict = overall(held)
    if verdict not in {worst([one["verdict"] for one in held["requirements"]]), *GREEN}:
        case = Xml.SubElement(suite, "testcase", {"classname": plain(held["game"]), "name": "verdict"})
        _outcome(case, verdict, HEADLINES[verdict].words, HEADLINES[verdict].means)
    counts = {name: len(suite.findall(f"testcase/{tag}")) for name, tag in _COUNTED}
    suite.attrib.update(
        {"tests": str(len(suite.findall("testcase"))), **{k: str(v) for k, v in counts.items()}}
    )
    Xml.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{Xml.tostring(root, encoding="unicode")}\n'


_COUNTED = (("failures", "failure"), ("errors", "error"), ("skipped", "skipped"))


def _about(summary: Mapping[str, Any]) -> list[tuple[str, str]]:
    engine = summary["engine"]
    return [
        ("verdict", summary["verdict"]),
        ("engine", f"{engine['name']} {engine['version']}"),
        ("variant", summary["variant"] or "default"),
        ("profile", summary["profile"]),
        ("seed", str(summary["seed"])),
        ("ruleset_digest", summary["ruleset_digest"]),
        ("command", summary["command"]),
    ]


def _case(suite: Xml.Element, game: str, requirement: Mapping[str, Any]) -> None:
    verdict, name = requirement["verdict"], plain(requirement["id"])
    case = Xml.SubElement(
        suite, "testcase", {"classname": plain(f"{game}.{requirement['family']}"), "name": name}
    )
    clauses = " ".join(clause["id"] for clause in requirement["clauses"])
    _properties(case, [("requirement", requirement["id"]), ("verdict", verdict), ("clauses", clauses)])
    text = "\n\n".join(_told(finding) for finding in requirement["findings"])
    if verdict == "warning":
        Xml.SubElement(case, "system-out").text = plain(
            f"warning: {requirement.get('reason') or ''}\n{text}".strip()
        )
    elif verdict != "pass":
        _outcome(case, verdict, _message(requirement), f"{requirement['title']}\n\n{text}".strip())


def _outcome(case: Xml.Element, verdict: str, message: str, text: str) -> None:
    # Unknown to the table means unknown to us: an error, never a pass.
    attributes = {"message": plain(f"{WORDS[verdict]}: {message}")}
    tag = _ELEMENT.get(verdict, "error")
    if tag != "skipped":
        attributes["type"] = verdict
    Xml.SubElement(case, tag, attributes).text = plain(text)


def _message(requirement: Mapping[str, Any]) -> str:
    known = requirement.get("known")
    if known and requirement["verdict"] == "known-failure":
        return f"{known['issue']}, {known['reason']}"
    if requirement["findings"]:
        first = requirement["findings"][0]
        return f"expected {first['expected']}; actual {first['actual']}"
    return str(requirement.get("reason") or requirement["title"])


def _told(finding: Mapping[str, Any]) -> str:
    lines = [f"expected:  {finding['expected']}", f"actual:    {finding['actual']}"]
    lines += [f"{name + ':':<11}{finding[key]}" for name, key in _EXTRA if finding.get(key)]
    return "\n".join(lines)


_EXTRA = (("looks like", "looks_like"), ("record", "record"), ("reproduce", "reproduce"))


def _properties(parent: Xml.Element, pairs: list[tuple[str, str]]) -> None:
    holder = Xml.SubElement(parent, "properties")
    for name, value in pairs:
        Xml.SubElement(holder, "property", {"name": name, "value": plain(value)})
