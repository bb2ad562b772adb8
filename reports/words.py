"""Verdicts in words, in one place, so that page, JUnit and terminal can never disagree about one."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from fairfelt.conformance.verdict import ORDER

WORDS = {
    "not-applicable": "not applicable",
    "pass": "passed",
    "warning": "warning",
    "known-failure": "known failure",
    "inconclusive": "inconclusive",
    "blocked": "blocked",
    "fail": "failed",
    "engine-fault": "engine fault",
    "suite-error": "suite error",
}
GREEN = frozenset({"pass", "warning"})

_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)


@dataclass(frozen=True)
class Headline:
    words: str
    means: str


HEADLINES = {
    "not-applicable": Headline(
        "NOTHING TESTED", "No requirement was both applicable and tested, so nothing is certified."
    ),
    "pass": Headline("CONFORMS", "Every applicable requirement was tested and passed."),
    "warning": Headline(
        "CONFORMS, WITH WARNINGS",
        "No requirement failed. A warning is no breach of the rules, but somebody should look at it.",
    ),
    "known-failure": Headline(
        "DOES NOT CONFORM (known failures)",
        "Every failure is on the list of known failures. A known failure is still one, and never certifies.",
    ),
    "inconclusive": Headline(
        "NOT DECIDED (inconclusive)", "The evidence is too thin to say that the engine conforms, or does not."
    ),
    "blocked": Headline(
        "NOT DECIDED (blocked)",
        "Not every requirement could be tested, and an untested one is not a passed one.",
    ),
    "fail": Headline("DOES NOT CONFORM", "The engine breaks at least one requirement."),
    "engine-fault": Headline(
        "DOES NOT CONFORM (engine fault)",
        "The engine crashed, hung, or answered with something that cannot be read.",
    ),
    "suite-error": Headline(
        "NO VERDICT (suite error)",
        "The suite itself failed. Nothing below may be taken as certified until it is mended.",
    ),
}


UNCONFIRMED = "Reading not confirmed by a regulator"

PARTIAL = Headline(
    "PASSES IN PART", "Only the requirements named were asked for. A partial run certifies nothing."
)


def worst(verdicts: Iterable[str]) -> str:
    """Return the worst verdict of all; `not-applicable` where there is none."""
    return max(verdicts, key=ORDER.index, default="not-applicable")


def overall(summary: Mapping[str, Any]) -> str:
    """Return the verdict to show: the summary's own, but no green one where nothing passed."""
    verdict = str(summary["verdict"])
    tested = any(one["verdict"] in GREEN for one in summary["requirements"])
    return "not-applicable" if verdict in GREEN and not tested else verdict


def headline(summary: Mapping[str, Any]) -> Headline:
    """Say the verdict of a whole run; a run of chosen requirements never conforms."""
    verdict = overall(summary)
    return PARTIAL if summary.get("partial") and verdict in GREEN else HEADLINES[verdict]


def tally(requirements: Iterable[Mapping[str, Any]]) -> tuple[tuple[str, int], ...]:
    """Count requirements by verdict, the worst first."""
    counts = Counter(one["verdict"] for one in requirements)
    return tuple((verdict, counts[verdict]) for verdict in reversed(ORDER) if counts[verdict])


def in_words(counts: Iterable[tuple[str, int]]) -> str:
    """Say a tally in one line: `3 failed, 1 blocked, 60 passed`."""
    return ", ".join(f"{number:,} {plural(WORDS[verdict], number)}" for verdict, number in counts) or "none"


def plural(word: str, number: int) -> str:
    """Bend the words that have a plural of their own; participles have none."""
    nouns = {
        "warning",
        "known failure",
        "engine fault",
        "suite error",
        "requirement",
        "finding",
        "fault",
        "round",
    }
    return f"{word}s" if word in nouns and number != 1 else word


def plain(text: str) -> str:
    """Replace what no document may hold: controls, lone surrogates, marks that turn the reading direction."""
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)
