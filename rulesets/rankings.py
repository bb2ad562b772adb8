"""Hand rankings from data: what beats what, the classes of equal hands, and floors between them.

A ranking file names its categories from the top, each by what its cards must show. Everything else follows:
the best hand among more cards is the best over all choices of as many as take part.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import combinations, combinations_with_replacement
from typing import Literal

from fairfelt.rulesets.cards import RANK_VALUE, RANKS, SUITS, Card

Strength = tuple[int, ...]
"""Category counted from the bottom, then the ranks that decide within it. Compare only through `compare`."""

Showdown = Literal["win", "tie", "lose"]


@dataclass(frozen=True)
class Category:
    """One line of a ranking: the groups of equal rank, the run and the common suit that it asks for."""

    name: str
    groups: tuple[int, ...] = ()
    run: bool = False
    suited: bool = False


@dataclass(frozen=True)
class HandClass:
    """All hands that tie with each other: ranks from the most repeated down, suited or not."""

    strength: Strength
    category: str
    ranks: tuple[int, ...]
    suited: bool


@dataclass(frozen=True)
class Ranking:
    """A compiled ranking. `named` maps a name such as royal-flush to its floor; `packs` decides which classes exist."""

    name: str
    size: int
    categories: tuple[Category, ...]
    wheel: Literal["lowest", "second", "none"]
    named: Mapping[str, Strength] = field(default_factory=dict)
    packs: int = 1
    strength: Callable[[Sequence[Card]], Strength] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "strength", _strength_function(self))

    @cached_property
    def classes(self) -> tuple[HandClass, ...]:
        """Every class of equal hands, lowest first."""
        return _all_classes(self.size, self.categories, self.wheel, self.packs)

    @cached_property
    def index(self) -> dict[Strength, int]:
        """Where each strength stands in `classes`."""
        return {hand_class.strength: at for at, hand_class in enumerate(self.classes)}

    @cached_property
    def spans(self) -> dict[str, tuple[int, int]]:
        """Where each category's classes begin in `classes`, and where they end."""
        found: dict[str, tuple[int, int]] = {}
        for at, hand_class in enumerate(self.classes):
            found[hand_class.category] = (found.get(hand_class.category, (at, at))[0], at + 1)
        return found

    def category(self, strength: Strength) -> str:
        return self.categories[len(self.categories) - 1 - strength[0]].name

    def level(self, category: str) -> int:
        """Count a category from the bottom of the ranking."""
        names = [entry.name for entry in self.categories]
        return len(names) - 1 - names.index(category)


def compare(ranking: Ranking, hand: Sequence[Card], other: Sequence[Card]) -> Showdown:
    """Say whether `hand` wins, ties or loses against `other`."""
    mine, theirs = ranking.strength(hand), ranking.strength(other)
    return "win" if mine > theirs else "lose" if mine < theirs else "tie"


def floor(ranking: Ranking, category: str, ranks: Sequence[str] = ()) -> Strength:
    """Give the lowest strength of a category, or of its part that starts at these ranks (`pair`, `["4"]`)."""
    if category in ranking.named and not ranks:
        return ranking.named[category]
    if category in ranking.named:
        raise ValueError(f"{category} names its ranks already")
    run = ranking.categories[-1 - ranking.level(category)].run
    wanted = (ranking.level(category), *(_value(ranking, run, rank) for rank in ranks))
    at = bisect_left(ranking.classes, wanted, key=lambda hand_class: hand_class.strength)
    lowest = ranking.classes[at].strength if at < len(ranking.classes) else ()
    if lowest[: len(wanted)] == wanted:
        return lowest
    raise ValueError(f"no {category} starts with {'-'.join(ranks)}" if ranks else f"no hand shows {category}")


def best_cards(ranking: Ranking, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Pick the cards that make the hand, most repeated rank first."""
    target = ranking.strength(cards)
    size = min(ranking.size, len(cards))
    chosen = next(pick for pick in combinations(cards, size) if ranking.strength(pick) == target)
    repeats = Counter(card[0] for card in chosen)
    return tuple(sorted(chosen, key=lambda card: (-repeats[card[0]], -RANK_VALUE[card[0]])))


def kept_cards(ranking: Ranking, cards: Sequence[Card], worst: bool, suits: str) -> tuple[Card, ...]:
    """Pick the best cards by the ranking, or the worst; `suits`, lowest first, decides between equal ones.

    Without suits the first of equal cards are taken; fewer cards than the ranking ranks are all kept.
    """
    if len(cards) <= ranking.size:
        return tuple(cards)

    def worth(pick: tuple[Card, ...]) -> tuple[Strength, list[int]]:
        return ranking.strength(pick), sorted((suits.find(card[1]) for card in pick), reverse=True)

    picks = combinations(cards, ranking.size)
    return min(picks, key=worth) if worst else max(picks, key=worth)


def would_keep(
    ranking: Ranking, kept: Sequence[Card], others: Sequence[Card], card: Card, worst: bool, suits: str
) -> bool:
    """Say whether a hand that keeps these of its cards would keep a further one in place of some."""

    def worth(pick: Sequence[Card]) -> tuple[Strength, list[int]]:
        return ranking.strength(pick), sorted((suits.find(card[1]) for card in pick), reverse=True)

    best = worth(kept)
    picks = ((*part, card) for part in combinations((*kept, *others), ranking.size - 1))
    return any(worth(pick) < best if worst else worth(pick) > best for pick in picks)


def named_category(ranking: Ranking, strength: Strength) -> str:
    """Give the category, or the name that its very highest hand has of its own, as a royal flush."""
    top = ranking.classes[-1].strength
    return next(
        (name for name, at in ranking.named.items() if at == top == strength), ranking.category(strength)
    )


def describe(ranking: Ranking, strength: Strength) -> str:
    """Say a strength in words, as in `pair, 4 Q 9 2`."""
    run = ranking.categories[-1 - strength[0]].run
    names = {_value(ranking, run, rank): rank for rank in RANKS}
    ranks = " ".join(names[value] for value in strength[1:])
    return f"{ranking.category(strength)}, {ranks}"


def _strength_function(ranking: Ranking) -> Callable[[Sequence[Card]], Strength]:
    """Build the evaluator. Being suited never lowers a hand, since categories can ask for a suit but not against
    one; so the best is the better of the best by ranks alone and the best inside one suit."""
    size = ranking.size
    suited_matters = any(category.suited for category in ranking.categories)

    @cache
    def of_size(ranks: tuple[int, ...], suited: bool) -> Strength:
        return rank_hand(ranking, ranks, suited)

    @cache
    def by_ranks(ranks: tuple[int, ...]) -> Strength:
        return max(of_size(pick, False) for pick in set(combinations(ranks, min(size, len(ranks)))))

    def strength(cards: Sequence[Card]) -> Strength:
        best = by_ranks(tuple(sorted((RANK_VALUE[card[0]] for card in cards), reverse=True)))
        if not suited_matters:
            return best
        suits = [card[1] for card in cards]
        for suit in set(suits):
            if suits.count(suit) >= size:
                ranks = sorted((RANK_VALUE[card[0]] for card in cards if card[1] == suit), reverse=True)
                best = max(best, *(of_size(pick, True) for pick in combinations(ranks, size)))
        return best

    return strength


def rank_hand(ranking: Ranking, ranks: tuple[int, ...], suited: bool) -> Strength:
    groups = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    counts = tuple(count for _, count in groups)
    top = _run_top(ranking, ranks) if len(ranks) == ranking.size else None
    for position, category in enumerate(ranking.categories):
        fits_groups = counts[: len(category.groups)] == category.groups
        if fits_groups and (top is not None or not category.run) and (suited or not category.suited):
            level = len(ranking.categories) - 1 - position
            if category.run and top is not None:
                return level, top
            return (level, *(rank for rank, _ in groups)) if category.groups else (level, *ranks)
    raise ValueError(f"ranking {ranking.name} has no category for {ranks}: end it with one that asks nothing")


def _run_top(ranking: Ranking, ranks: tuple[int, ...]) -> int | None:
    """Give a number that orders the runs, or None. The wheel's place among them is the ranking's own."""
    distinct = sorted(set(ranks), reverse=True)
    if len(distinct) != len(ranks):
        return None
    if distinct[0] - distinct[-1] == len(ranks) - 1:
        return distinct[0] + (1 if ranking.wheel == "second" and distinct[0] == RANK_VALUE["A"] else 0)
    wheel = [RANK_VALUE["A"], *range(len(ranks), 1, -1)]
    if distinct == wheel and ranking.wheel != "none":
        return len(ranks) if ranking.wheel == "lowest" else RANK_VALUE["A"]
    return None


def _value(ranking: Ranking, run: bool, rank: str) -> int:
    """Give the number that a rank has in a strength: that of a run is its top, and a second wheel stands below A."""
    value = RANK_VALUE[rank]
    if not run or ranking.wheel != "second":
        return value
    return {RANK_VALUE["A"]: value + 1, ranking.size: RANK_VALUE["A"]}.get(value, value)


@lru_cache(maxsize=32)
def _all_classes(
    size: int, categories: tuple[Category, ...], wheel: Literal["lowest", "second", "none"], packs: int
) -> tuple[HandClass, ...]:
    """List the classes once for all games that rank by the same categories."""
    ranking = Ranking("", size, categories, wheel, packs=packs)
    found: dict[Strength, HandClass] = {}
    for ranks in combinations_with_replacement(range(RANK_VALUE["A"], 1, -1), ranking.size):
        repeats = Counter(ranks)
        if max(repeats.values()) > len(SUITS) * ranking.packs:
            continue
        for suited in (False, True) if max(repeats.values()) <= ranking.packs else (False,):
            strength = rank_hand(ranking, ranks, suited)
            ordered = tuple(sorted(ranks, key=lambda rank: (-repeats[rank], -rank)))
            found.setdefault(strength, HandClass(strength, ranking.category(strength), ordered, suited))
    return tuple(found[strength] for strength in sorted(found))
