"""Best play in words, read off the choices that were made."""

from collections.abc import Iterator, Mapping
from itertools import groupby

import numpy as np

from fairfelt.rulesets.cards import RANKS
from fairfelt.rulesets.rankings import Ranking, describe
from fairfelt.stats.exact.duel import Choice, Duel
from fairfelt.stats.exact.hidden_tables import Array

MOST_STEPS = 3


def strategy(duel: Duel, plays: Mapping[tuple[int, ...], Array]) -> tuple[str, ...]:
    """Say how to play best. `plays` gives, by the ranks of the dealer's cards that are seen, how often each class of
    the seat's hand takes each choice.

    One seen card has a line for each rank, or for neighbours that are played alike; several have one line together.
    """
    if duel.shape.exposed == 1:
        lines = [(RANKS[ranks[0]], _line(duel, plays[ranks])) for ranks in sorted(plays)]
        return tuple(
            f"against {_from_to([rank for rank, _ in alike])}: {line}"
            for line, alike in ((line, list(group)) for line, group in groupby(lines, key=lambda entry: entry[1]))
        )
    return (_line(duel, sum(plays.values(), np.zeros_like(next(iter(plays.values()))))),)


def _from_to(ranks: list[str]) -> str:
    return ranks[0] if len(ranks) == 1 else f"{ranks[0]} to {ranks[-1]}"


def _line(duel: Duel, plays: Array) -> str:
    """Say it by floors where each class of hands makes one choice, and by what is sure elsewhere."""
    steps = list(_steps(plays))
    if len(steps) == 1 and steps[0][0] is not None:
        return f"always {_name(duel, steps[0][0])}"
    pure = [(choice, low) for choice, low in steps if choice is not None]
    if len(pure) == len(steps) <= MOST_STEPS:
        return ", ".join(
            f"{_name(duel, choice)} {class_words(duel.ranking, low)} or better" for choice, low in reversed(pure[1:])
        )
    return "; ".join(_sure(duel, steps, plays))


def _sure(duel: Duel, steps: list[tuple[int | None, int]], plays: Array) -> Iterator[str]:
    (lowest, _), (highest, top) = steps[0], steps[-1]
    bottom = steps[1][1] if lowest is not None and len(steps) > 1 else 0
    top = top if highest is not None else plays.shape[1]
    if highest is not None:
        yield f"{_name(duel, highest)} {class_words(duel.ranking, top)} or better"
    if lowest is not None:
        yield f"{_name(duel, lowest)} what is below {class_words(duel.ranking, bottom)}"
    between = plays[:, bottom:top].sum(axis=1)
    shares = " and ".join(
        f"{_name(duel, choice)} {100 * between[choice] / between.sum():.1f} %"
        for choice in np.flatnonzero(between).tolist()
    )
    yield f"between them it depends on the cards: {shares} of the time"


def _steps(plays: Array) -> Iterator[tuple[int | None, int]]:
    """Give runs of classes that make the same choice, or None for several, each with its lowest class."""
    taken = plays > 0
    classes = np.flatnonzero(taken.any(axis=0))
    choices = [int(taken[:, at].argmax()) if taken[:, at].sum() == 1 else None for at in classes]
    for choice, run in groupby(zip(choices, classes, strict=True), key=lambda entry: entry[0]):
        yield choice, int(next(run)[1])


def _name(duel: Duel, choice: int) -> str:
    """Name a choice by its action, and by what it stakes where the action leaves that open."""
    wanted = duel.choices[choice]
    alike = [other for other in duel.choices if other.action == wanted.action]
    return wanted.action if len(alike) == 1 else f"{wanted.action} {_stakes(wanted, alike)}"


def _stakes(wanted: Choice, alike: list[Choice]) -> str:
    varied = [wager for wager in wanted.stakes if len({other.stakes[wager] for other in alike}) > 1]
    return " and ".join(f"{wanted.stakes[wager]}x {wager}" for wager in varied)


def class_words(ranking: Ranking, at: int) -> str:
    """Say a class of hands: its category alone if it is the lowest of several there, and its ranks alone where no
    category has to be told."""
    hand = ranking.classes[at]
    category = next(entry for entry in ranking.categories if entry.name == hand.category)
    if not (category.groups or category.run or category.suited):
        return describe(ranking, hand.strength).removeprefix(f"{hand.category}, ").replace(" ", "-")
    return hand.category if at == ranking.spans[hand.category][0] else describe(ranking, hand.strength)
