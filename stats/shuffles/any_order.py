"""Test a small sample without knowing the order before the shuffle: try every usual one, and pay for having tried.

Of each test the order that stands out most is kept, its chance multiplied by the number of orders (Bonferroni). A guess
from decks set aside would cost a small sample more.
"""

from collections.abc import Iterator
from dataclasses import replace

from fairfelt.stats.decision.histograms import by_mean, by_shape, mean_z
from fairfelt.stats.decision.measure import Measure
from fairfelt.stats.shuffles.battery import HISTOGRAMS, measures
from fairfelt.stats.shuffles.count import Decks, count_shuffles
from fairfelt.stats.shuffles.order import distance, possible_orders, renumbered
from fairfelt.stats.shuffles.packs import Pack
from fairfelt.stats.streams.sums import Sums

_BY_ORDER = ("order", "unshuffled", *(f"{name}-{part}" for name in HISTOGRAMS for part in ("mean", "shape")))


def any_order_measures(decks: Decks, pack: Pack) -> tuple[list[Measure], str, Pack]:
    """Answer every registered test; name the order that stood out most."""
    orders = possible_orders(pack)
    counted = [(name, tried, count_shuffles(renumbered(decks, pack, tried), tried)) for name, tried in orders]
    name, best, sums = max(counted, key=lambda entry: distance(entry[2], entry[1]))
    size = len(pack.cards)
    found = {measure.id: measure for measure in measures(sums, best)}
    for measure in _strongest([sums for _, _, sums in counted], size):
        title = found[measure.id].title if measure.id in found else ""
        found[measure.id] = replace(measure, title=title)
    for id_ in _BY_ORDER:
        if f"shuffle.{id_}" in found:
            found[f"shuffle.{id_}"] = _paid(found[f"shuffle.{id_}"], len(orders))
    return list(found.values()), name, best


def _strongest(counted: list[Sums], size: int) -> Iterator[Measure]:
    for name, (_, law) in HISTOGRAMS.items():
        if not counted[0][name].sum():
            continue
        tables = [sums[name] for sums in counted]
        farthest = max(tables, key=lambda table: abs(mean_z(table, law(size))))
        yield by_mean(f"shuffle.{name}-mean", "", farthest, law(size))
        shapes = [shape for table in tables if (shape := by_shape(f"shuffle.{name}-shape", "", table, law(size)))]
        if shapes:
            # The worst fit, not the least likely: what is left possible must hold whichever order is the true one.
            yield max(shapes, key=lambda shape: shape.statistic)


def _paid(measure: Measure, orders: int) -> Measure:
    low, high = (min(1.0, chance * orders) for chance in (measure.low, measure.high))
    return replace(measure, low=low, high=high, law=f"{measure.law}; the farthest of {orders} orders of the pack")
