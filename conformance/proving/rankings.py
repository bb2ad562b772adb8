"""Rankings that read hands wrongly: the wheel, kickers, suits, categories exchanged, cards that are not looked at."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

from fairfelt.conformance.plans.plan import plain_words
from fairfelt.rulesets.cards import RANK_VALUE, SUITS, Card
from fairfelt.rulesets.rankings import Category, Ranking, Strength, best_cards, rank_hand


@dataclass(frozen=True)
class Misread:
    """A wrong ranking. `categories` are those in which it shows; `exchanged` if these two changed places, and
    `ignored` is the position from which ranks count for nothing."""

    edit: str
    words: str
    ranking: Ranking
    categories: tuple[str, ...]
    exchanged: bool = False
    ignored: int = 0


ACE = RANK_VALUE["A"]


def misreadings(ranking: Ranking, most_cards: int) -> Iterator[Misread]:
    """List wrong rankings; `most_cards` is the number of cards that its largest hand is made from."""
    yield from _wheels(ranking)
    yield from _exchanged(ranking)
    yield from _ranks_ignored(ranking)
    everything = tuple(category.name for category in ranking.categories)
    words = "equal hands are told apart by the suit of their first card"
    if ranking.size > 1:
        yield Misread("suits-break-ties", words, _by_suit(ranking), everything)
    if most_cards > ranking.size > 1:  # a single card is chosen one by one
        words = f"only the first {ranking.size} of up to {most_cards} cards count"
        yield Misread("first-cards-only", words, _first_only(ranking), everything)


def seen_as(ranking: Ranking, read: Callable[[Sequence[Card]], Strength]) -> Ranking:
    """Give a ranking that reads hands by another function; its classes stay."""
    changed = replace(ranking)
    changed.__dict__.update(strength=read, classes=ranking.classes, index=ranking.index, spans=ranking.spans)
    return changed


def runs_of(ranking: Ranking) -> tuple[str, ...]:
    return tuple(category.name for category in ranking.categories if category.run)


def _wheels(ranking: Ranking) -> Iterator[Misread]:
    if not runs_of(ranking):
        return
    upwards = tuple(category.name for category in reversed(ranking.categories))
    words = {
        "none": "the ace does not stand below the two, so there is no lowest straight",
        "second": "the ace-low straight ranks just below the ace-high one",
        "lowest": "the ace-low straight is the lowest",
    }
    for wheel, said in words.items():
        if wheel != ranking.wheel:
            changed = replace(ranking, wheel=wheel)  # type: ignore[arg-type]
            yield Misread(f"wheel-{wheel}", said, changed, runs_of(ranking) if ranking.wheel != "none" else upwards)
    if ranking.wheel == "lowest":
        said = "the ace-low straight counts as the ace-high one"
        yield Misread("wheel-highest", said, _ace_high(ranking), runs_of(ranking))
    yield Misread("wheel-wraps", "a run may go on from the ace to the two", _wrapping(ranking), upwards)


def _ace_high(ranking: Ranking) -> Ranking:
    runs = {ranking.level(name) for name in runs_of(ranking)}

    def read(cards: Sequence[Card]) -> Strength:
        right = ranking.strength(cards)
        return (right[0], ACE) if right[0] in runs and right[1] == ranking.size else right

    return seen_as(ranking, read)


def _wrapping(ranking: Ranking) -> Ranking:
    ring = [*range(2, ACE + 1)]
    ends = {
        frozenset(ring[(top - down) % len(ring)] for down in range(ranking.size)): ring[top]
        for top in range(ranking.size - 2)
    }
    plain, suited = (
        next((category.name for category in ranking.categories if category.run and category.suited is suit), None)
        for suit in (False, True)
    )

    def read(cards: Sequence[Card]) -> Strength:
        best = ranking.strength(cards)
        for pick in combinations(cards, ranking.size):
            top = ends.get(frozenset(RANK_VALUE[card[0]] for card in pick))
            name = suited if len({card[1] for card in pick}) == 1 and suited else plain
            if top is not None and name is not None:
                best = max(best, (ranking.level(name), top))
        return best

    return seen_as(ranking, read)


def _exchanged(ranking: Ranking) -> Iterator[Misread]:
    """Let each category change places with the one below it, where hands of both are still told apart."""
    categories = ranking.categories
    for at, (high, low) in enumerate(pairwise(categories)):
        if low == categories[-1] or takes(low, high):
            continue
        order = (*categories[:at], low, high, *categories[at + 2 :])
        words = f"{plain_words(low.name)} beats {plain_words(high.name)}"
        changed = replace(ranking, categories=order)
        yield Misread(f"{low.name}-above-{high.name}", words, changed, (high.name, low.name), exchanged=True)


def takes(category: Category, other: Category) -> bool:
    """Say whether all hands of another category have what this one asks for, as a full house has three of a kind."""
    same_start = other.groups[: len(category.groups)] == category.groups
    return same_start and category.run <= other.run and category.suited <= other.suited


def _ranks_ignored(ranking: Ranking) -> Iterator[Misread]:
    """Count nothing from some rank of a hand on: a kicker, the second pair, or all ranks of a category."""
    lengths = {entry.category: len(entry.strength) for entry in ranking.classes}
    for category, length in lengths.items():
        for position in range(1, length):
            what = "its rank counts" if length == 2 else f"rank {position} and those after it count"
            words = f"{plain_words(category)}: {what} for nothing"
            edit = f"{category}-ignores-from-{position}"
            changed = _ignoring(ranking, ranking.level(category), position)
            yield Misread(edit, words, changed, (category,), ignored=position)


def _ignoring(ranking: Ranking, level: int, position: int) -> Ranking:
    lowest: dict[Strength, Strength] = {}
    for entry in ranking.classes:
        lowest.setdefault(entry.strength[:position], entry.strength)

    def read(cards: Sequence[Card]) -> Strength:
        right = ranking.strength(cards)
        return lowest.get(right[:position], right) if right[0] == level else right

    return seen_as(ranking, read)


def _by_suit(ranking: Ranking) -> Ranking:
    def read(cards: Sequence[Card]) -> Strength:
        right = ranking.strength(cards)
        return (*right, -SUITS.index(best_cards(ranking, cards)[0][1])) if cards else right

    return seen_as(ranking, read)


def _first_only(ranking: Ranking) -> Ranking:
    return seen_as(ranking, lambda cards: ranking.strength(cards[: ranking.size]))


def moved(ranking: Ranking, changed: Ranking, floor: Strength) -> Strength:
    """Find a floor again in a changed ranking: the lowest hand of its category stays that, others keep their ranks."""
    at = ranking.index[floor]
    held = ranking.classes[at]
    low, _ = ranking.spans[held.category]
    if at == low and held.category in changed.spans:
        return changed.classes[changed.spans[held.category][0]].strength
    return rank_hand(changed, held.ranks, held.suited)
