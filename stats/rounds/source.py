"""Judge whole rounds from any source: count, test, play again what is doubtful, and say all of it as plain data."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from fairfelt.stats.decision.data import judgement_data
from fairfelt.stats.decision.rule import Battery, Judgement, Level
from fairfelt.stats.decision.twice import Seen, judge_twice
from fairfelt.stats.rounds.columns import Rounds, RoundsError
from fairfelt.stats.rounds.money import Money
from fairfelt.stats.rounds.plan import RoundPlan, measures, money_figures, not_judged, round_sums
from fairfelt.stats.rounds.tables import ALL_ALIKE
from fairfelt.stats.streams.sums import Sums, digest, merge

Play = Callable[[int], Iterable[Rounds]]
"""Plays so many rounds, in pieces of any size."""


def rounds_battery(plan: RoundPlan, level: Level, share: float = 1.0) -> Battery:
    """Register the tests of a plan that the level asks, for as many rounds as are planned."""
    return Battery("rounds", "rounds", level.of({check.id: check.title for check in plan.checks}), plan.rounds, share)


def judge_rounds(
    battery: Battery, level: Level, plan: RoundPlan, rounds: Iterable[Rounds], again: Play | None = None
) -> tuple[Judgement, dict[str, Any]]:
    """Judge rounds as they come; raise RoundsError for columns that don't fit the plan, and for no rounds."""
    first, sums = _seen(plan, rounds)
    judged, _ = judge_twice(battery, level, first, (lambda size: _seen(plan, again(size))[0]) if again else None)
    notes = [_policy_words(plan.policy)]
    notes += [f"Not judged: {what}, since {why}." for what, why in not_judged(plan, sums).items()]
    figures = {name: figure for name, figure in money_figures(plan, sums).items() if figure.rounds}
    told = {
        "notes": notes,
        "money": _funnel(next(iter(figures.values()))) if figures else None,
        "won": [_won(name, figure) for name, figure in figures.items()],
        "digest": digest(sums),
    }
    return judged, judgement_data(judged, level) | told


def _seen(plan: RoundPlan, rounds: Iterable[Rounds]) -> tuple[Seen, Sums]:
    sums: Sums = {}
    drawn = 0
    for part in rounds:
        count = len(next(iter(part.seats.values())).cards)
        if count:
            sums = merge(sums, round_sums(plan, part))
            drawn += count
    if not drawn:
        raise RoundsError("there are no rounds; play or give some hundred at least")
    idle = frozenset(name for name, why in not_judged(plan, sums).items() if why == ALL_ALIKE)
    return Seen(tuple(measures(plan, sums)), drawn, idle=idle), sums


def _policy_words(policy: Mapping[str, str] | None) -> str:
    if not policy:
        return "Choices are free, so what depends on them is not judged."
    choices = ", ".join(f"{question}: {action}" for question, action in policy.items())
    return f"Every question has the same answer ({choices}), so that exact laws follow from cards alone."


def _funnel(figure: Money) -> dict[str, Any]:
    rows = [[rounds, mean - half, mean, mean + half, won] for rounds, won, mean, half in figure.points]
    return {"title": f"units won on {figure.wager}", "funnel": rows}


def _won(name: str, figure: Money) -> dict[str, Any]:
    return {
        "id": name,
        "wager": figure.wager,
        "rounds": figure.rounds,
        "staked": figure.staked,
        "won": figure.won,
        "expected": figure.expected,
        "deviation": figure.deviation,
        "a_unit_wins_at_least": figure.low,
        "a_unit_wins_at_most": figure.high,
    }
