"""Hold the figures that documents print against those computed, to the last printed digit."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.rules import Published
from fairfelt.stats.exact.figures import Estimate, Mathematics

MAIN = "main"
DECIMALS = 8


@dataclass(frozen=True)
class Claim:
    """A printed figure and what was computed; the sentence says both."""

    of: str
    figure: str
    says: str
    verdict: Literal["confirmed", "denied", "not decided"]
    found: float
    sentence: str


def claims(rules: Rules, found: Mathematics) -> tuple[Claim, ...]:
    """Judge each figure that the ruleset says is printed for these readings and pay tables.

    A printed figure is confirmed if the true one is less than one unit of its last digit away: printers cut and round.
    """
    return tuple(claim for entry in rules.ruleset.mathematics.published for claim in _judged(rules, entry, found))


def _judged(rules: Rules, entry: Published, found: Mathematics) -> Iterator[Claim]:
    if any(rules.readings[name] not in readings for name, readings in entry.only.items()):
        return
    if entry.of == MAIN:
        if any(rules.pay_tables[wager].id != table for wager, table in entry.pay_tables.items()):
            return
        yield _claim(entry, getattr(found.main, entry.figure.replace("-", "_"), None), "")
        return
    for wager in found.wagers:
        if wager.wager == entry.of and entry.pay_tables.get(entry.of, wager.table) == wager.table:
            yield _claim(entry, getattr(wager, entry.figure.replace("-", "_"), None), wager.table)


def _claim(entry: Published, figure: object, table: str) -> Claim:
    number, _, sign = entry.says.partition(" ")
    printed = Decimal(number)
    unit = Decimal(1).scaleb(int(printed.as_tuple().exponent))
    where = f"{entry.of} {entry.figure}" + (f" by {table}" if table else "")
    source = ", ".join(str(clause) for clause in entry.clauses)
    if isinstance(figure, Estimate) or not isinstance(figure, Fraction | float):
        sentence = f"not decided: {where} is printed as {entry.says} ({source}), and no exact figure is known"
        value = figure.value if isinstance(figure, Estimate) else float("nan")
        return Claim(entry.of, entry.figure, entry.says, "not decided", value, sentence)
    true = float(figure) * (100 if sign else 1)
    apart = abs(Fraction(printed) - Fraction(figure) * (100 if sign else 1))
    verdict: Literal["confirmed", "denied"] = "confirmed" if apart < Fraction(unit) else "denied"
    is_true = f"{true:.{DECIMALS}f}{' %' if sign else ''}"
    sentence = f"{verdict}: {where} is printed as {entry.says} ({source}); it is {is_true}"
    return Claim(entry.of, entry.figure, entry.says, verdict, float(figure), sentence)
