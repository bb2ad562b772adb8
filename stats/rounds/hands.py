"""Checks of the hands that cards make: how often each category comes, alone, with others, after the round before."""

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from fairfelt.stats.decision.measure import Measure
from fairfelt.stats.rounds.checks import Check, Count
from fairfelt.stats.rounds.columns import Chunk, Counts
from fairfelt.stats.rounds.joint import Joint
from fairfelt.stats.rounds.lying import HandLaw
from fairfelt.stats.rounds.tables import LEAST, binomial, contingency, goodness, with_covariance
from fairfelt.stats.rounds.traits import categories


def hand_checks(name: str, words: str, law: HandLaw, seat: int, rounds: int) -> Iterator[Check]:
    """Give the checks of one hand of one seat, or of the table; `rounds` are planned."""
    count = partial(count_categories, law, seat)
    shares, names = law.category_shares, law.categories
    title = f"Every category of {words} comes up as often as all {law.total:,} sets of {law.cards} cards have it"
    yield Check(f"{name}.category", title, count, partial(judge_shares, shares, names))
    yield from rare_checks(f"{name}.category", words, count, shares, names, rounds)
    title = f"The category of {words} does not depend on the one before"
    yield Check(f"{name}.follows", title, partial(count_following, law, seat), partial(judge_following, names))


def rare_checks(
    name: str,
    words: str,
    count: Count,
    shares: Sequence[float],
    names: Sequence[str],
    rounds: int,
) -> Iterator[Check]:
    """Give a check for each cell that planned rounds are too few for: chi-square would lose it among others."""
    for at, (one, share) in enumerate(zip(names, shares, strict=True)):
        if 0 < share * rounds < LEAST:
            title = f"{one} of {words} comes up as rarely as it should"
            yield Check(f"{name}.{one}", title, count, partial(judge_rare, at, share))


def count_categories(law: HandLaw, seat: int, chunk: Chunk) -> Counts:
    """Count rounds by category, lowest first."""
    return np.bincount(categories(law, chunk, seat), minlength=len(law.categories)).astype(np.int64)


def judge_shares(
    shares: Sequence[float], names: Sequence[str], id_: str, title: str, counts: Counts
) -> Measure | str:
    """Judge counts of independent rounds."""
    return goodness(id_, title, counts.ravel(), shares, names)


def judge_rare(at: int, share: float, id_: str, title: str, counts: Counts) -> Measure | str:
    """Judge one rare cell by itself."""
    number = int(counts.sum())
    return binomial(id_, title, int(counts[at]), number, share) if number else "no rounds"


def count_following(law: HandLaw, seat: int, chunk: Chunk) -> Counts:
    """Count pairs of rounds, one after the other in a chunk, by their categories."""
    found, many = categories(law, chunk, seat), len(law.categories)
    return np.bincount(found[:-1] * many + found[1:], minlength=many * many).reshape(many, many).astype(np.int64)


def judge_following(names: Sequence[str], id_: str, title: str, counts: Counts) -> Measure | str:
    """Judge transitions, which of independent rounds follow chi-square though pairs overlap (Bartlett, The frequency
    goodness of fit test for probability chains, 1951)."""
    return contingency(id_, title, counts, [f"after {name}" for name in names], names)


def joint_check(name: str, words: str, joint: Joint, mine: tuple[HandLaw, int], other: tuple[HandLaw, int]) -> Check:
    """Give the check of two hands of a round together."""
    rows, columns = mine[0].categories, other[0].categories
    names = tuple(f"{one} against {another}" for one in rows for another in columns)
    shares = tuple(joint.categories.ravel().tolist())
    title = f"{words} come up together as often as all {joint.total:,} deals have it"
    return Check(name, title, partial(count_together, mine, other), partial(judge_shares, shares, names))


def count_together(mine: tuple[HandLaw, int], other: tuple[HandLaw, int], chunk: Chunk) -> Counts:
    """Count rounds by the categories of two hands."""
    many = len(other[0].categories)
    cells = categories(*_at(mine, chunk)) * many + categories(*_at(other, chunk))
    return np.bincount(cells, minlength=len(mine[0].categories) * many).astype(np.int64)


def _at(hand: tuple[HandLaw, int], chunk: Chunk) -> tuple[HandLaw, Chunk, int]:
    return hand[0], chunk, hand[1]


def all_seats_check(name: str, law: HandLaw, seats: tuple[int, ...], joint: Joint) -> Check:
    """Give the check of one hand over all seats, whose hands hang together through the pack."""
    title = f"Every category of {law.hand.name} comes up as often over all {len(seats)} seats"
    judge = partial(judge_all_seats, law.category_shares, joint.categories, len(seats), law.categories)
    return Check(f"{name}.category", title, partial(count_all_seats, law, seats), judge)


def count_all_seats(law: HandLaw, seats: tuple[int, ...], chunk: Chunk) -> Counts:
    """Count hands of all seats by category."""
    return np.asarray(sum(count_categories(law, seat, chunk) for seat in seats), np.int64)


def judge_all_seats(
    shares: Sequence[float],
    together: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    seats: int,
    names: Sequence[str],
    id_: str,
    title: str,
    counts: Counts,
) -> Measure | str:
    """Judge counts over all seats of each round, with the covariance that the joint law of two hands gives."""
    chances = np.array(shares)
    rounds = int(counts.sum()) // seats
    product = np.outer(chances, chances)
    covariance = rounds * seats * (np.diag(chances) - product + (seats - 1) * (together - product))
    return with_covariance(id_, title, counts, rounds * seats * chances, covariance, names)
