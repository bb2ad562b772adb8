"""Where a requirement is judged: the functions that provoke it, and those that find what breaks it.

Both are read off the plan itself, so that what is told can't fall behind the code.
"""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from fairfelt.conformance.checks.bank import bank
from fairfelt.conformance.checks.dealing import dealing, stated
from fairfelt.conformance.checks.hands import hands
from fairfelt.conformance.checks.interruption import interruption
from fairfelt.conformance.checks.ledger import ledger
from fairfelt.conformance.checks.questions import questions
from fairfelt.conformance.checks.refusals import refusals
from fairfelt.conformance.checks.settlement import settlements
from fairfelt.conformance.checks.stacks import stacks
from fairfelt.conformance.checks.views import views
from fairfelt.conformance.finding import Finding, Kind
from fairfelt.conformance.plans import Plan
from fairfelt.conformance.plans.plan import nothing_across
from fairfelt.rulesets.rules import DealStep, Ruleset

Check = Callable[..., Any]
CHECKS: tuple[tuple[Check, Kind, tuple[str, ...]], ...] = (
    (settlements, "settlement", ("settle", "bank.settles")),
    (refusals, "refusal", ("refuse", "accept")),
    (questions, "legal-actions", ("ask",)),
    (dealing, "dealing", ("deal", "deal.order", "deal.once")),
    (stated, "dealing", ("deal.stated",)),
    (ledger, "ledger", ("money.ledger",)),
    (stacks, "stacks", ("money.stacks",)),
    (views, "view", ("view.hidden", "view.open")),
    (hands, "hands", ("hands",)),
    (interruption, "void", ("round.abandon", "round.recall")),
    (bank, "bank", ("bank.zero-sum", "bank.books")),
)
"""What each check finds: a kind, and rules; `settle`, `ask`, `deal` and `hands` stand for one rule a row, question,
step or hand. That an engine breaks down counts everywhere and is left out."""


@dataclass(frozen=True)
class Origin:
    """Names of functions, `module.function` without the package."""

    plan: tuple[str, ...]
    checks: tuple[str, ...]


def origin_of(plan: Plan, ruleset: Ruleset) -> Origin:
    """Name what provokes a requirement, and what finds that it is broken."""
    found = [check for check, kind, rules in CHECKS if _counts(plan, ruleset, kind, rules)]
    across = [] if plan.across is nothing_across else [plan.across]
    if plan.bulk is not None or plan.sessions is not None or plan.opening:
        found, across = [], list(_makers(plan))
    return Origin(_named(_makers(plan)), _named((*found, *across)))


def _makers(plan: Plan) -> Iterator[Check]:
    if plan.sessions is not None:
        yield from [move.make for move in _closed_over(plan.sessions, "moves") or ()] or [plan.sessions]
    elif plan.bulk is not None:
        asked = plan.bulk if inspect.isfunction(plan.bulk) else None
        yield (_closed_over(asked, "judge") if asked else None) or plan.bulk
    else:
        yield plan.essentials


def _closed_over(function: Any, name: str) -> Any:
    return inspect.getclosurevars(function).nonlocals.get(name)


def _counts(plan: Plan, ruleset: Ruleset, kind: Kind, rules: tuple[str, ...]) -> bool:
    """Ask the plan whether it counts a finding of this kind under one of these rules."""
    suspects = tuple(ruleset.facts)
    return any(
        plan.concerns(Finding(rule, kind, "", "", suspects=suspects))
        for name in rules
        for rule in (name, *_within(name, plan, ruleset))
    )


def _within(name: str, plan: Plan, ruleset: Ruleset) -> tuple[str, ...]:
    if name == "ask":
        return tuple(f"ask.{question.id}" for question in ruleset.questions)
    if name == "deal":
        steps = [step.id for step in ruleset.steps if isinstance(step, DealStep)]
        return tuple(f"deal.{step}" for step in (*steps, *(question.id for question in ruleset.questions)))
    if name == "hands":
        return tuple(f"hands.{hand}" for hand in ruleset.hands)
    return (plan.requirement.id.split(".", 1)[1],) if name == "settle" and plan.requirement.family == "settle" else ()


def _named(functions: Any) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_name(function) for function in functions))


def _name(function: Any) -> str:
    while True:
        if isinstance(function, partial):
            # A wrapper that only passes a rule on tells less than what it wraps.
            function = next((part for part in function.args if callable(part)), function.func)
        elif hasattr(function, "__wrapped__"):
            function = function.__wrapped__
        else:
            break
    outer = function.__qualname__.split(".<locals>")[0]
    return f"{function.__module__.removeprefix('fairfelt.')}.{outer}"
