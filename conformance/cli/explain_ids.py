"""Find a requirement by its id, and help the one who mistyped it or chose other readings."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from itertools import takewhile

import click

from fairfelt.conformance.plans import Bench, Plan, every_plan
from fairfelt.conformance.profiles import PROFILES
from fairfelt.conformance.scenario import house_limits
from fairfelt.rulesets.choose import ChoiceError, Rules, choose, every_variant
from fairfelt.rulesets.rules import Ruleset

_LAB = PROFILES["lab"]
PROFILE = replace(
    PROFILES["ci"],
    shuffles=_LAB.shuffles,
    starts=_LAB.starts,
    numbers=_LAB.numbers,
    bits=_LAB.bits,
    played=_LAB.played,
)
"""Examples are few, as in `ci`, and chance is there, as from `lab` on."""


def bench_of(rules: Rules) -> Bench:
    """Set up the table at which examples are played: all its seats, the house's limits."""
    return Bench(rules, house_limits(rules), PROFILE, seats=rules.ruleset.most_players)


def all_plans(bench: Bench) -> dict[str, Plan]:
    """List the plans of a game by the id of their requirement."""
    return {plan.requirement.id: plan for plan in every_plan(bench)}


def full_id(game: str, name: str) -> str:
    """Put the game before an id that lacks it."""
    return name if name.startswith(f"{game}.") else f"{game}.{name}"


def find_plan(rules: Rules, plans: dict[str, Plan], name: str) -> Plan:
    """Give the plan of a requirement; raise UsageError with what was probably meant."""
    wanted = full_id(rules.ruleset.game, name)
    if wanted in plans:
        return plans[wanted]
    parts = _parts(wanted, plans)
    if parts:
        raise click.UsageError(f"{name!r} is judged in {len(parts)} parts; name one of them:\n  " + "\n  ".join(parts))
    elsewhere = _elsewhere(rules, wanted)
    if elsewhere:
        raise click.UsageError(f"{name!r} is no requirement under these choices; choose {elsewhere}")
    close = get_close_matches(wanted, plans, n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"see `fairfelt explain --game {rules.ruleset.game}` for the ids"
    raise click.UsageError(f"{name!r} is no requirement of {rules.ruleset.game}; {hint}")


def _parts(wanted: str, ids: Iterable[str]) -> list[str]:
    """List the requirements below an id, such as those of a row's pay lines."""
    return [name for name in ids if name.startswith((f"{wanted}/", f"{wanted}."))]


def _elsewhere(rules: Rules, wanted: str) -> str:
    """Say with which choice the requirement exists, if with any."""
    for variant, options in every_variant(rules.ruleset):
        ids = _early_ids(rules.ruleset, variant, options)
        if wanted in ids or _parts(wanted, ids):
            readings = " ".join(f"--option {name}={reading}" for name, reading in options.items())
            return f"--variant {variant}" if variant else readings or "the default readings"
    return ""


def _early_ids(ruleset: Ruleset, variant: str | None, options: Mapping[str, str]) -> list[str]:
    """List the ids up to the comparisons, which come late, cost most, and are the same under every reading."""
    try:
        other = choose(ruleset, variant, options, first_table=True)
    except ChoiceError:
        return []
    plans = every_plan(bench_of(other))
    return [
        plan.requirement.id for plan in takewhile(lambda p: p.requirement.family not in ("floor", "compare"), plans)
    ]
