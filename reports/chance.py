"""The tests of chance for readers in a terminal, and their numbers and verdicts in words, which the page shares."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from math import floor, log2
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from fairfelt.reports.words import plain
from fairfelt.stats.decision.bounds import CONFIDENCE

Raw = Mapping[str, Any]

SURE = f"{CONFIDENCE * 100:g} % sure"
OUTCOMES: Mapping[str, str] = {
    "bias shown": "What was drawn is too unlikely for a fair source.",
    "inconclusive": "No bias is shown, and one above the limit is not ruled out.",
    "not asked": "Too little was drawn to ask.",
    "bounded": "No bias is shown, and any above the limit is ruled out.",
}
"""What a test can come to, the worst first, and what that means."""
SIDES: Mapping[str, tuple[str, str]] = {
    "spread": ("too uneven", "too even"),
    "shift": ("too high", "too low"),
    "rate": ("too often", "too rarely"),
    "coincidence": ("too often", "too rarely"),
    "distance": ("too far off", "too close"),
    "unmeasured": ("too far off", "too even"),
}
NONE = "–"
_TONES = {"pass": "green", "fail": "red", "bias shown": "red", "bounded": "green"}
_MOST_OPEN, _MOST_BESIDE_BIAS, _WHEN_WELL = 12, 4, 3
_UP, _DOWN = Context(prec=2, rounding=ROUND_CEILING), Context(prec=3, rounding=ROUND_FLOOR)


def p_value(p: float | None) -> str:
    """Write a p-value or a threshold: `0.0123`, `3.1e-12`, `under 1e-300`; a dash where nothing was measured."""
    if p is None:
        return NONE
    if p < 1e-300:
        return "under 1e-300"
    if p >= 1e-4:
        return f"{p:.3g}"
    digits, power = f"{p:.1e}".split("e")
    return f"{digits}e{int(power)}"


def bias(size: float | None, effect: str | None, unit: str = "units") -> str:
    """Write the size of a bias in the words of its effect, rounded to the side that promises less.

    `size` is in the measure of `effect`, as in `stats.decision.measure`; `unit` is what is drawn, in the plural.
    """
    if size is None or effect is None:
        return NONE
    exact = Decimal(str(size))
    if effect == "spread":
        return f"{percent(size)} of what a cell expects"
    if effect == "shift":
        return f"{_plain(_UP.plus(exact))} standard deviations"
    if effect == "distance":
        return f"{_plain(_UP.plus(exact))} between distribution functions"
    if not size:
        return "never"
    if effect == "coincidence":
        return f"as often as 1 of 2^{floor(-log2(size) * 10) / 10:g} states would repeat"
    if size > 0.1:
        return f"{percent(size)} of all {unit}"
    return f"1 in {_plain(_DOWN.divide(Decimal(1), exact))} {unit}"


def percent(share: float) -> str:
    """Write a share of one as per cent, rounded up to two digits: `2.1 %`."""
    return f"{_plain(_UP.plus(Decimal(str(share)) * 100))} %"


def odds(chance: float) -> str:
    """Write a risk, rounded up: `1 time in 100`."""
    if not chance:
        return "never"
    times = _DOWN.divide(Decimal(1), Decimal(f"{chance:.4g}"))
    return f"1 time in {floor(times):,}" if times >= 10 else f"1 time in {_plain(times)}"


def counted(number: int, word: str) -> str:
    """Write a number of things: `1 test`, `32 tests`."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def headline(data: Raw) -> str:
    """Say the verdict in one line, as one would say it on the casino floor."""
    failing = [one for one in data["batteries"] if one["verdict"] == "fail"]
    open_ones = [one for one in data["batteries"] if one["verdict"] == "inconclusive"]
    if failing:
        return _failure(failing)
    if data["verdict"] == "fail":
        return "Bias shown"
    if open_ones:
        return f"Not decided: {'; '.join(_missing(one) for one in open_ones)}"
    if data["verdict"] == "inconclusive":
        return "Not decided"
    if any(one["tests"] for one in data["batteries"]):
        return "No bias shown"
    return "Nothing amiss" if any(_holds(one) for one in data["batteries"]) else "Nothing tested"


def means(data: Raw) -> str:
    """Say in a sentence or two what stands behind the verdict."""
    tests = [test for battery in data["batteries"] for test in battery["tests"]]
    counts = Counter(test["outcome"] for test in tests)
    found = sum(len(battery["findings"]) for battery in data["batteries"])
    if not tests and not found:
        says = [battery["says"] for battery in data["batteries"] if _holds(battery)]
        words = f"{'; '.join(says)}. No sample was tested."
        return words[0].upper() + words[1:] if says else "No test was asked, so nothing is certified."
    if data["verdict"] == "fail":
        said = [f"{counted(found, 'finding')} {'needs' if found == 1 else 'need'} no statistics."] if found else []
        if counts["bias shown"]:
            risk = sum(battery["false_reject"] or 0 for battery in data["batteries"])
            shows = "shows" if counts["bias shown"] == 1 else "show"
            said.append(f"{counts['bias shown']} of {counted(len(tests), 'test')} {shows} a bias.")
            said.append(f"A fair source would come to this at most {odds(min(1.0, risk))}.")
        return " ".join(said)
    if data["verdict"] == "inconclusive":
        return "No bias is shown so far, but too little was drawn to certify that there is none."
    rest = len(tests) - counts["bounded"]
    said = [f"None of {counted(len(tests), 'test')} shows a bias."]
    if not rest:
        said.append("Each rules out any above its limit.")
    elif counts["bounded"]:
        rules = f"{counts['bounded']} {'rules' if counts['bounded'] == 1 else 'rule'} out"
        said.append(f"{rules} any above the limit; {rest} would have shown only a larger one.")
    else:
        said.append("They would have shown only one above the limit.")
    return " ".join(said)


def tone(data: Raw) -> str:
    """Give the verdict to show: the one that was reached, but no pass where nothing was tested."""
    tested = any(one["tests"] or _holds(one) for one in data["batteries"])
    return "inconclusive" if data["verdict"] == "pass" and not tested else str(data["verdict"])


def verdict_words(battery: Raw) -> str:
    """Say what one battery comes to."""
    if battery["verdict"] == "pass" and not battery["tests"]:
        return "nothing amiss" if _holds(battery) else "nothing tested"
    if battery["verdict"] == "fail":
        return "bias shown" if any(test["outcome"] == "bias shown" for test in battery["tests"]) else "faulty"
    return {"pass": "no bias shown", "inconclusive": "not decided"}[battery["verdict"]]


def _holds(battery: Raw) -> bool:
    """Say whether a part that needs no statistics, such as a declaration, holds."""
    return battery["verdict"] == "pass" and not battery.get("statistics", True)


def tallied(tests: Iterable[Raw]) -> str:
    """Count tests by outcome, the worst first: `16 bias shown, 3 bounded`."""
    counts = Counter(test["outcome"] for test in tests)
    return ", ".join(f"{counts[outcome]:,} {outcome}" for outcome in OUTCOMES if counts[outcome]) or "none"


def ordered(tests: Iterable[Raw]) -> list[Raw]:
    """Sort tests for reading: by outcome, the worst first, then by p-value."""
    order = list(OUTCOMES)
    return sorted(tests, key=lambda test: (order.index(test["outcome"]), 2 if test["p"] is None else test["p"]))


def drawn_words(battery: Raw) -> str:
    """Say how much was drawn of how much was registered: `19,000 of 40,000 registered decks`."""
    drawn, registered, unit = battery["drawn"], battery["registered"], battery["unit"]
    first = f"{drawn:,} of {registered:,} registered {unit}" if drawn < registered else f"{drawn:,} {unit}"
    return f"{first}, then {battery['redrawn']:,} fresh ones" if battery["redrawn"] else first


def side(test: Raw) -> str:
    """Say to which side a test is off: `too even`, `too often`; nothing where nothing was measured."""
    return SIDES[test["effect"]][test["side"] != "too much"] if test["effect"] and test["side"] else ""


def needed(test: Raw, battery: Raw) -> int | None:
    """Give how much would have to be drawn to settle an open test, where that is more than was drawn."""
    drawn = battery["redrawn"] if test["confirmed"] else battery["drawn"]
    needs: int | None = test["needs"]
    return needs if needs is not None and test["outcome"] == "inconclusive" and needs > drawn else None


def takes(battery: Raw) -> list[str]:
    """Say what it would take to decide, and to rule out every bias up to its limit."""
    unit, missing = battery["unit"], battery["registered"] - battery["drawn"]
    unasked = sum(test["outcome"] == "not asked" for test in battery["tests"])
    said = []
    if battery["verdict"] == "inconclusive" and missing > 0:
        said.append(f"{missing:,} more {unit} would complete what was registered.")
    if unasked:
        said.append(f"{counted(unasked, 'test')} could not be asked of so few {unit}.")
    most = max((needed(test, battery) or 0 for test in battery["tests"]), default=0)
    if most and battery["verdict"] != "fail":
        said.append(f"Ruling out every bias above its limit would take {most:,} {unit}.")
    return said


def print_chance(data: Raw, console: Console) -> None:
    """Print verdict, and for each battery what is shown or open, or the least likely tests where all is well."""
    _line(console, headline(data), f"bold {_TONES.get(tone(data), 'yellow')}")
    _line(console, means(data))
    console.print()
    about = [data["source"], data["game"] or "", f"{data['suite']['name']} {data['suite']['version']}"]
    _line(console, ", ".join(filter(None, about)))
    if data["rule"]:
        _line(console, next((line for line in data["rule"] if line.startswith("Level")), data["rule"][0]))
    for battery in data["batteries"]:
        console.print()
        _battery(console, battery)
    console.print()
    _line(console, f"Again: {data['command']}")
    _line(console, f"Digest: {data['digest']}")


def _battery(console: Console, battery: Raw) -> None:
    tests = battery["tests"]
    style = f"bold {_TONES.get(battery['verdict'], 'yellow')}"
    _line(console, f"{battery['name']}: {verdict_words(battery)}, {drawn_words(battery)}", style)
    if battery["looks_like"]:
        _line(console, f"  looks like {battery['looks_like']}", "bold")
    for finding in battery["findings"]:
        _line(console, f"  finding: {finding}", "bold")
    if tests:
        _line(console, f"  all tests: {len(tests):,} ({tallied(tests)})")
    chosen, left = _chosen(battery)
    table = Table.grid(padding=(0, 2))
    for test in chosen:
        outcome = Text(f"  {test['outcome']:<12}", _TONES.get(test["outcome"], "yellow"), no_wrap=True)
        p = Text(f"{p_value(test['p']):<12}", no_wrap=True)
        table.add_row(outcome, p, Text(plain(_said(test, battery))))
    if chosen:
        _line(console, f"  {'outcome':<14}{'p-value':<14}largest bias that is left, {SURE}, or how it shows", "dim")
        console.print(table)
    if left:
        _line(console, f"  … and {left} more {'test is' if left == 1 else 'tests are'} open: the report shows all")
    for words in takes(battery):
        _line(console, f"  {words}")
    for words in battery["notes"]:
        _line(console, f"  {words}", "dim")


def _chosen(battery: Raw) -> tuple[Sequence[Raw], int]:
    """Give the tests that a terminal shows, and how many more are open."""
    tests = ordered(battery["tests"])
    if battery["verdict"] == "pass":
        measured = [test for test in tests if test["p"] is not None]
        return sorted(measured, key=lambda test: float(test["p"]))[:_WHEN_WELL], 0
    shown = [test for test in tests if test["outcome"] == "bias shown"]
    undecided = [test for test in tests if test["outcome"] in ("inconclusive", "not asked")]
    most = _MOST_BESIDE_BIAS if shown else _MOST_OPEN
    return [*shown, *undecided[:most]], max(0, len(undecided) - most)


def _said(test: Raw, battery: Raw) -> str:
    unit = battery["unit"]
    runs = f" (first run: p {p_value(test['first']['p'])})" if test["first"] else ""
    if test["outcome"] == "not asked":
        return f"{test['title']}: too few {unit} were drawn"
    if test["outcome"] == "bias shown":
        off = "; ".join(filter(None, [side(test), test["detail"]]))
        return f"{test['title']}{runs}: {off}"
    needs = needed(test, battery)
    more = f"; needs {needs:,} {unit}" if needs else ""
    return f"{test['title']}{runs}: {bias(test['bound'], test['effect'], unit)}{more}"


def _failure(failing: Sequence[Raw]) -> str:
    shown = [test for one in failing for test in one["tests"] if test["outcome"] == "bias shown"]
    findings = [finding for one in failing for finding in one["findings"]]
    looks = next((one["looks_like"] for one in failing if one["looks_like"]), None)
    if looks:
        return f"Bias shown: looks like {looks.split(':')[0]}"
    first, many = (findings[0], findings) if findings else (shown[0]["title"] if shown else "", shown)
    more = f" and {len(many) - 1} more" if len(many) > 1 else ""
    word = "Faulty" if findings else "Bias shown"
    return f"{word}: {first}{more}" if first else word


def _missing(battery: Raw) -> str:
    if battery["drawn"] < battery["registered"]:
        return f"{battery['drawn']:,} of {battery['registered']:,} registered {battery['unit']}"
    unasked = sum(test["outcome"] == "not asked" for test in battery["tests"])
    return f"{unasked} of {counted(len(battery['tests']), 'test')} of {battery['name']} not asked"


def _plain(number: Decimal) -> str:
    """Write a decimal without an exponent and without zeros at its end, thousands set apart."""
    text = f"{number:,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _line(console: Console, text: str, style: str = "") -> None:
    # Never markup, never wrapped: sources choose some of these words, and commands must survive a copy.
    console.print(Text(plain(text), style), soft_wrap=True)
