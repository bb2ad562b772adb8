"""Tables, requirements and findings from which outcomes are made, for the tests of certifying."""


from dataclasses import replace
from typing import Any

from fairfelt.conformance.finding import Finding
from fairfelt.conformance.plans import Bench
from fairfelt.conformance.profiles import PROFILES
from fairfelt.conformance.requirement import Requirement
from fairfelt.conformance.scenario import house_limits
from fairfelt.conformance.session import Table
from tests.helpers import SIX, rules_of

BASE = ("stepwise", "forced_deck")
ALL = {"stepwise": True, "forced_deck": True, "views": True, "multi_seat": 3, "bank": True}
DECK = ["As", "Ac", "9d", "7s", "4h", "2c", "Ad", "Ks", "9h", "8c", "7d", "3c"]
WRONG = Finding("settle.ante.player-wins", "settlement", "20", "21", 2, wager="ante")
WARNED, GAP = replace(WRONG, warning=True), Finding("accept", "gap", "it is taken", "refused: -32002")
BROKEN = Finding("protocol.conversation", "engine-fault", "an answer", "crash: it died\ncore")


def table(**more: Any) -> Table:
    given = {"capabilities": ALL, "limits_set": True, **more}
    return Table({"name": "made up"}, **given)  # type: ignore[arg-type]


def needing(*needs: str, family: str = "settle") -> Requirement:
    return Requirement(f"{SIX}.{family}.ante.player-wins", family, "a title", needs=(*BASE, *needs))


def bench(profile: str = "ci", **more: Any) -> Bench:
    return Bench(rules_of(SIX), house_limits(rules_of(SIX)), PROFILES[profile], **more)
