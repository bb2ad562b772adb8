"""Exclude combinations of card facts that the order of hands makes impossible.

Every hand is an interval of classes. A floor cuts the interval, a showdown ties two intervals to each other; a
combination whose intervals run empty can't be dealt, and its cell needs no row.
"""

from collections.abc import Iterable, Mapping

from fairfelt.rulesets.rankings import Ranking, Strength
from fairfelt.rulesets.rules import Fact, Hand

Interval = tuple[int, int]
"""Lowest class and the one after the highest, as indices into the ranking's classes."""


def class_bounds(
    hands: Mapping[str, Hand],
    given: Mapping[Fact, str],
    lines: Iterable[tuple[str, Strength | None, Strength | None]] = (),
) -> dict[str, Interval] | None:
    """Give the interval of each hand under these fact values, or None if they exclude each other.

    `lines` adds intervals by hand: from a floor (None: the bottom) up to a ceiling (None: the top).
    """
    lines = tuple(lines)
    used = {hand for fact in given for hand in (fact.hand, fact.other)} | {name for name, _, _ in lines}
    bounds = {name: (0, len(hand.ranking.classes)) for name, hand in hands.items() if name in used}
    for fact, value in given.items():
        if fact.kind == "floors":
            at = fact.values.index(value)
            low = fact.floors[at - 1] if at else None
            high = fact.floors[at] if at < len(fact.floors) else None
            _cut(bounds, hands[fact.hand], low, high)
    for name, low, high in lines:
        _cut(bounds, hands[name], low, high)
    changed = True
    while changed:
        changed = False
        for fact, value in given.items():
            if fact.kind == "against":
                changed |= _tie_together(bounds, fact.hand, fact.other, value)
        if any(low >= high for low, high in bounds.values()):
            return None
    return bounds


def interval(ranking: Ranking, low: Strength | None, high: Strength | None) -> Interval:
    """Turn a floor and a ceiling into class indices."""
    return (
        ranking.index[low] if low is not None else 0,
        ranking.index[high] if high is not None else len(ranking.classes),
    )


def _cut(bounds: dict[str, Interval], hand: Hand, low: Strength | None, high: Strength | None) -> None:
    bottom, top = interval(hand.ranking, low, high)
    was = bounds[hand.name]
    bounds[hand.name] = (max(was[0], bottom), min(was[1], top))


def _tie_together(bounds: dict[str, Interval], mine: str, theirs: str, value: str) -> bool:
    (low, high), (other_low, other_high) = before = bounds[mine], bounds[theirs]
    if value == "win":
        low, other_high = max(low, other_low + 1), min(other_high, high - 1)
    elif value == "lose":
        other_low, high = max(other_low, low + 1), min(high, other_high - 1)
    else:
        low = other_low = max(low, other_low)
        high = other_high = min(high, other_high)
    bounds[mine], bounds[theirs] = (low, high), (other_low, other_high)
    return (bounds[mine], bounds[theirs]) != before and low < high and other_low < other_high
