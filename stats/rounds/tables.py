"""Statistics of counts: against a known law, of two things that should have nothing to do with each other, of tails.

Pearson's statistic follows chi-square closely only where every cell is expected some ten times, so rarer cells are
merged by fixed rules that look at no cell's own count.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from fairfelt.stats.decision.measure import Measure, by_chi_square, by_tails

LEAST = 10.0
"""The expected count below which cells are merged."""
TOO_FEW = "too few rounds"
ALL_ALIKE = "there is nothing to compare: all rounds are alike in it"
Floats = NDArray[np.float64]
Counts = NDArray[np.int64]


def goodness(
    id_: str, title: str, counts: Counts, shares: Sequence[float], names: Sequence[str]
) -> Measure | str:
    """Hold counts of independent rounds against the exact chances of their cells, whose last may be 0: what can't
    happen. Give a reason where no two cells are expected often enough."""
    number = int(counts.sum())
    chances = np.array(shares, float)
    impossible = int(counts[chances == 0].sum())
    if impossible:
        where = names[int(np.flatnonzero((chances == 0) & (counts > 0))[0])]
        detail = f"{impossible:,} times what can't happen: {where}"
        return Measure(id_, title, "exact: its chance is 0", number, float(impossible), 1.0, 0.0, "rate", 1, detail)
    expected = number * chances
    groups = merged_cells(expected)
    if len(groups) < 2:
        return TOO_FEW
    seen = np.array([counts[group].sum() for group in groups], float)
    wanted = np.array([expected[group].sum() for group in groups])
    parts = (seen - wanted) ** 2 / wanted
    worst = groups[int(parts.argmax())]
    label = names[worst[0]] if len(worst) == 1 else f"{len(worst)} rare cells together"
    times = f"{seen[parts.argmax()]:,.0f} times where {wanted[parts.argmax()]:,.1f} are expected"
    detail = f"furthest off: {label}, {times}"
    measure = by_chi_square(id_, title, number, float(parts.sum()), len(groups) - 1, detail)
    return replace(measure, law=f"{measure.law}; the rarest cells merged until each is expected {LEAST:.0f} times")


def merged_cells(expected: Floats) -> list[list[int]]:
    """Merge cells, the rarest first, until each group is expected `LEAST` times; what is left joins the last group."""
    groups: list[list[int]] = []
    open_: list[int] = []
    total = 0.0
    for at in map(int, np.argsort(expected, kind="stable")):
        if expected[at] > 0:
            open_.append(at)
            total += float(expected[at])
        if total >= LEAST:
            groups.append(open_)
            open_, total = [], 0.0
    if open_ and groups:
        groups[-1] += open_
    return groups


def contingency(
    id_: str, title: str, table: Counts, rows: Sequence[str], columns: Sequence[str], factor: float = 1.0
) -> Measure | str:
    """Test that the columns of a table are met as often in each row.

    `factor` is the spread of a count relative to that of independent draws: below 1 for cards dealt without
    replacement. `units` are the independent draws that would tell as much. Give a reason where too little is left
    after merging.
    """
    margins = [_margin(table.sum(axis=1), rows), _margin(table.sum(axis=0), columns)]
    if not all(len(margin) > 1 for margin in margins):
        return ALL_ALIKE
    number = int(table.sum())
    while all(len(margin) > 1 for margin in margins):
        least = [min(total for total, _ in margin) for margin in margins]
        if least[0] * least[1] >= LEAST * number:
            break
        relative = [value * len(margin) for value, margin in zip(least, margins, strict=True)]
        at = int(relative[1] < relative[0])
        margins[at] = _with_rarest_merged(margins[at])
    if not all(len(margin) > 1 for margin in margins):
        return TOO_FEW
    groups = [[group for _, group in margin] for margin in margins]
    seen = np.array([[table[np.ix_(row, column)].sum() for column in groups[1]] for row in groups[0]], float)
    wanted = seen.sum(axis=1, keepdims=True) * seen.sum(axis=0, keepdims=True) / number
    parts = (seen - wanted) ** 2 / wanted
    row, column = np.unravel_index(int(parts.argmax()), parts.shape)
    cell = f"{_label(rows, groups[0][int(row)])} with {_label(columns, groups[1][int(column)])}"
    detail = f"furthest off: {cell}, {seen[row, column]:,.0f} times where {wanted[row, column]:,.1f} are expected"
    degrees = (len(groups[0]) - 1) * (len(groups[1]) - 1)
    measure = by_chi_square(id_, title, int(number / factor), float(parts.sum()) / factor, degrees, detail)
    rule = "; rare rows and columns merged by their sums until each cell is expected 10 times"
    dealt = f"; divided by {factor:.4f}, as cards of a round are dealt without replacement" if factor != 1 else ""
    return replace(measure, law=measure.law + rule + dealt)


def _margin(totals: Counts, names: Sequence[str]) -> list[tuple[int, list[int]]]:
    return [(int(total), [at]) for at, total in zip(range(len(names)), totals, strict=True) if total]


def _with_rarest_merged(margin: list[tuple[int, list[int]]]) -> list[tuple[int, list[int]]]:
    """Merge the rarest entry with the rarer of its neighbours: rows and columns stand in a sensible order."""
    at = min(range(len(margin)), key=lambda one: margin[one][0])
    beside = [one for one in (at - 1, at + 1) if 0 <= one < len(margin)]
    first, second = sorted((at, min(beside, key=lambda one: margin[one][0])))
    both = (margin[first][0] + margin[second][0], margin[first][1] + margin[second][1])
    return [*margin[:first], both, *margin[second + 1 :]]


def _label(names: Sequence[str], group: list[int]) -> str:
    return names[group[0]] if len(group) == 1 else f"{names[group[0]]} to {names[group[-1]]}"


def with_covariance(
    id_: str, title: str, counts: Counts, expected: Floats, covariance: Floats, names: Sequence[str]
) -> Measure | str:
    """Hold counts against what is expected of them, with their exact covariance, which lacks one rank: they have a
    fixed sum."""
    groups = merged_cells(expected)
    if len(groups) < 2:
        return TOO_FEW
    merge = np.array([[float(at in group) for at in range(len(counts))] for group in groups[1:]])
    off = merge @ (counts - expected)
    spread = merge @ covariance @ merge.T
    statistic = float(off @ np.linalg.solve(spread, off))
    scaled = (counts - expected) / np.sqrt(np.maximum(np.diag(covariance), 1e-300))
    worst = int(np.abs(scaled).argmax())
    detail = f"furthest off: {names[worst]}, {counts[worst]:,} times where {expected[worst]:,.1f} are expected"
    measure = by_chi_square(id_, title, int(counts.sum()), statistic, len(groups) - 1, detail)
    return replace(measure, law=f"{measure.law}, with the exact covariance of hands of one round")


def binomial(id_: str, title: str, count: int, number: int, chance: float) -> Measure:
    """Hold a count of something rare against its exact binomial tails."""
    from scipy.special import betainc

    high = float(betainc(count, number - count + 1, chance)) if count else 1.0
    low = float(betainc(number - count, count + 1, 1 - chance)) if count < number else 1.0
    detail = f"{count:,} times where {number * chance:.3g} are expected"
    law = f"binomial, exact: {number:,} times a chance of {chance:.4g}"
    return by_tails(id_, title, number, low, high, law, detail)
