"""A judgement as plain data, for reports and for programs, and the decision rule in sentences."""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from fairfelt.stats.decision.bounds import CONFIDENCE, POWER, detectable
from fairfelt.stats.decision.measure import Effect, Measure
from fairfelt.stats.decision.rule import CERTAIN, EPSILON, LARGER, Judgement, Level, Tested

EFFECT_WORDS: Mapping[Effect, str] = {
    "spread": "of what each cell expects, root mean square",
    "shift": "standard deviations of the mean",
    "rate": "of all",
    "coincidence": "of all pairs",
    "distance": "between the distribution functions",
    "unmeasured": "of no size that can be told",
}
_SIZES = tuple(10**power * step for power in range(2, 10) for step in (1, 2, 5))


def judgement_data(judgement: Judgement, level: Level) -> dict[str, Any]:
    """Write a judgement as plain data; `None` stands where nothing was measured."""
    battery = judgement.battery
    return {
        "name": battery.name,
        "unit": battery.unit,
        "drawn": judgement.drawn + judgement.spent,
        "tested": judgement.drawn,
        "redrawn": judgement.redrawn,
        "registered": battery.size,
        "verdict": judgement.verdict,
        "says": judgement.says,
        "level": {"alpha": level.alpha * battery.share, "together": level.together, "source": level.source},
        "false_reject": judgement.false_reject,
        "false_accept": judgement.false_accept,
        "findings": list(judgement.findings),
        "tests": [_test(test) for test in judgement.tests],
        "power": _power(judgement, level),
        "notes": [],
        "looks_like": None,
        "heat": None,
        "resolves": [],
        "money": None,
    }


def rule_sentences(level: Level, parts: Sequence[Mapping[str, Any]], redraws: bool) -> list[str]:
    """Tell the decision rule by which judged batteries were judged, as every report prints it."""
    tests = sum(len(part["tests"]) for part in parts)
    sizes = ", ".join(f"{part['registered']:,} {part['unit']}" for part in parts)
    each = "taken together, by Holm's method" if level.together else "each for itself"
    lines = [
        f"Registered before anything was drawn: {tests} tests and {sizes}.",
        f"Level: {level.alpha:.3g}, {each} ({level.source}).",
        "Tests are two-sided: too good is as suspicious as too bad.",
    ]
    shares = ", ".join(f"{part['name']} {part['level']['alpha']:.3g}" for part in parts)
    if any(part["level"]["alpha"] < level.alpha for part in parts):
        lines.append(f"The level is shared out between the kinds of output: {shares}.")
    if redraws:
        lines.append(
            f"What is rejected is drawn afresh once, {LARGER} times as large, and judged on that alone; both runs are"
            f" reported. A p-value under {CERTAIN:g} fails at once. There is no other repetition."
        )
    else:
        lines.append("A file is judged once, since nothing fresh can be drawn.")
    lines.append(
        f"A bias is ruled out where its upper bound, at {CONFIDENCE:.0%} confidence, lies under its limit: "
        + ", ".join(f"{EPSILON[effect]:.3g} {EFFECT_WORDS[effect]}" for effect in EPSILON)
        + f". What shows is told as the smallest bias that this sample finds with {POWER:.0%} power."
    )
    return lines


def _test(test: Tested) -> dict[str, Any]:
    measure = test.measure
    told: dict[str, Any] = {
        "id": test.id,
        "title": test.title,
        "outcome": test.outcome,
        "threshold": test.threshold,
        "bound": _finite(test.bound),
        "epsilon": test.epsilon,
        "detectable": test.detectable,
        "needs": test.needs,
        "confirmed": test.confirmed,
        "first": None if test.first is None else _measure(test.first),
    }
    return told | (_measure(measure) if measure else dict.fromkeys(_MEASURED))


def _finite(number: float | None) -> float | None:
    """Leave out what JSON has no number for."""
    return number if number is not None and isfinite(number) else None


_MEASURED = ("law", "units", "statistic", "degrees", "p", "low", "high", "side", "effect", "effect_words", "detail")


def _measure(measure: Measure) -> dict[str, Any]:
    return {
        "law": measure.law,
        "units": measure.units,
        "statistic": _finite(measure.statistic),
        "degrees": measure.degrees,
        "p": measure.p,
        "low": measure.low,
        "high": measure.high,
        "side": "too much" if measure.high < measure.low else "too little",
        "effect": measure.effect,
        "effect_words": EFFECT_WORDS[measure.effect],
        "detail": measure.detail,
    }


def _power(judgement: Judgement, level: Level) -> list[dict[str, Any]]:
    """Give, for each test, the smallest bias that so many units show with 99 % power: points of a curve."""
    strictest = level.alpha * judgement.battery.share / (max(1, len(judgement.battery.tests)) if level.together else 1)
    curves = []
    for test in judgement.tests:
        measure = test.measure
        if measure is None or measure.effect in ("coincidence", "unmeasured") or not judgement.drawn:
            continue
        each = measure.units / (judgement.redrawn if test.confirmed else judgement.drawn)
        level_of_one = strictest / measure.looks
        points = [[size, detectable(measure.effect, measure.degrees, size * each, level_of_one)] for size in _SIZES]
        curves.append({"id": test.id, "title": test.title, "effect": measure.effect, "points": points})
    return curves
