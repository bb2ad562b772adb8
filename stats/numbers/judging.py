"""From the sums of chunks to one measure for each test."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from fairfelt.stats.decision.histograms import FEWEST, POOLED, by_mean
from fairfelt.stats.decision.measure import Measure, by_chi_square, by_count, by_tails
from fairfelt.stats.numbers.cells import PLACES, places
from fairfelt.stats.numbers.counting import Sums
from fairfelt.stats.numbers.errors import NumbersError
from fairfelt.stats.numbers.laws import Law, tables
from fairfelt.stats.numbers.moments import MOMENTS
from fairfelt.stats.numbers.named import TITLES
from fairfelt.stats.numbers.pearson import binomial_tails, fit, in_steps
from fairfelt.stats.numbers.plan import ORDERED, STRIDES, Plan, registered, stride_starts

FEWEST_NUMBERS = 100
"""Numbers below which no test is judged: sums aren't yet as good as normal, and hardly anything could be told."""
RARE = 0.01
"""Chance of a repeat in a block below which blocks with repeats are counted as rare events."""


def measures(sums: Sums, plan: Plan) -> list[Measure]:
    """Judge each test that the plan asks and for which enough numbers came, in the order of the plan.

    Raise NumbersError where there are too few numbers for any test.
    """
    found = _judged(sums, plan)
    told = [result for result in found.values() if isinstance(result, Measure)]
    if not told:
        numbers = int(sums["chunks"][0]) * plan.chunk
        least = max(FEWEST_NUMBERS, min(plan.least_chunk.values()))
        raise NumbersError(f"{numbers:,} numbers are too few for any test; give {least:,} at least")
    return told


def unanswered(sums: Sums, plan: Plan) -> tuple[tuple[str, str], ...]:
    """List the tests that the plan asks and for which too few numbers came: id and reason."""
    return tuple((id_, reason) for id_, reason in _judged(sums, plan).items() if isinstance(reason, str))


def _judged(sums: Sums, plan: Plan) -> dict[str, Measure | str]:
    laws, found, numbers = tables(plan), dict[str, Measure | str](), int(sums["chunks"][0]) * plan.chunk
    if numbers < FEWEST_NUMBERS:
        return {id_: f"fewer than {FEWEST_NUMBERS} numbers" for id_, _ in registered(plan)}
    for id_, title in registered(plan):
        name = id_.removeprefix("numbers.")
        if name in laws:
            found[id_] = _tabled(name, sums, laws[name], plan)
        else:
            found[id_] = MOMENTS[name](id_, title, sums[name], plan, numbers)
    return found


def _tabled(name: str, sums: Sums, laws: tuple[Law, ...], plan: Plan) -> Measure | str:
    id_ = f"numbers.{name}"
    title, counts = TITLES[id_], sums[name]
    seen = fit(counts, laws)
    if name == "duplicates" and seen.degrees == 0 and seen.units:
        return _few_blocks(id_, title, sums, laws[0])
    if seen.degrees == 0:
        return f"fewer than two cells expect {FEWEST:g} counts"
    detail = f"furthest off: {LABELS[name](plan, *seen.worst)}"
    if seen.degrees == 1 and len(laws) == 1:
        low, high = binomial_tails(seen.first[0], seen.units, seen.first[1])
        return by_tails(id_, title, seen.units, low, high, "binomial, exact", detail)
    measure = by_chi_square(id_, title, seen.units, seen.statistic, seen.degrees, detail)
    measure = in_steps(measure, 2 / seen.fewest)
    return replace(measure, law=f"{measure.law}; {POOLED}")


def _few_blocks(id_: str, title: str, sums: Sums, law: Law) -> Measure:
    counts = sums["duplicates"]
    blocks, again = int(counts.sum()), float(law[1:].sum())
    if again >= RARE:
        return by_mean(id_, title, counts, law)
    return by_count(id_, title, blocks, blocks - int(counts[0]), blocks * again, "blocks that hold a repeat")


def _numbers(plan: Plan, place: int) -> str:
    """Tell the numbers of a place."""
    if plan.below <= PLACES:
        return str(place)
    weights = places(plan.below).weights
    wide = weights[0]
    wider = sum(weight == wide for weight in weights)
    first = place * wide if place <= wider else wider * wide + (place - wider) * weights[-1]
    return f"{first} to {first + weights[place] - 1}"


def _order(code: int) -> str:
    ranks = [code // ORDERED**at % ORDERED for at in range(ORDERED)]
    return "".join(str(rank + 1) for rank in ranks)


def _phase(table: int) -> str:
    starts = stride_starts()
    stride = max(at for at, start in enumerate(starts[:-1]) if start <= table)
    return f"one in {STRIDES[stride]} numbers, from number {table - starts[stride] + 1} on"


Label = Callable[[Plan, int, int], str]
LABELS: Mapping[str, Label] = {
    "chi-square": lambda plan, _, cell: f"numbers {_numbers(plan, cell)}",
    "equidistribution": lambda _, table, __: ("pairs", "triples")[table],
    "coupon-collector": lambda plan, _, cell: f"full sets after {cell + plan.digits.count} numbers",
    "runs": lambda _, table, cell: f"{('rising', 'falling', 'low', 'high')[table]} runs of {cell + 1}",
    "duplicates": lambda plan, _, cell: f"{cell} repeats in {plan.block} numbers",
    "gap": lambda _, table, cell: f"{cell} {('', 'different ')[table]}others before a number comes back",
    "poker": lambda _, __, cell: f"hands of five with {cell} equal pairs",
    "permutation": lambda _, __, cell: f"order {_order(cell)}",
    "subsequences": lambda _, table, __: _phase(table),
    "adjacency": lambda plan, _, cell: f"steps, modulo {plan.below}, of {_numbers(plan, cell)}",
    "order-statistic": lambda plan, _, cell: f"class {cell + 1} of the largest of {plan.largest_of}",
    "poisson": lambda plan, _, cell: f"{cell} of one kind in {plan.window} numbers",
}
"""For each test in cells, what a reader may call the cell that is furthest off, by table and cell."""
