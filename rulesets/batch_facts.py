"""Answer facts for columns of rounds: hands are evaluated in bulk, and each answer is the place of a fact's value."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.cards import SUITS
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.evaluate import Classes, Codes, evaluate
from fairfelt.rulesets.rules import NOT_STAKED, Fact, Hand

Answers = NDArray[np.int8]


@dataclass(frozen=True)
class Columns:
    """Bettors' wagers of one game, a row each, all of one shape: the same places hold the same number of cards.

    `cards` has the codes of the cards by place (`seat`, `dealer`, `board`, a spot, the name of a changed place).
    `facts` has what is not read from cards: the place of each answer in the fact's values. Options come from the
    rules, and stakes say what is staked. `stakes` has units by wager, 0 where it is not placed.
    """

    cards: Mapping[str, Codes]
    facts: Mapping[str, NDArray[np.int8]]
    stakes: Mapping[str, NDArray[np.int64]]


@dataclass(frozen=True)
class Part:
    """Some rows, from `start` on, with what was found out about them."""

    rules: Rules
    columns: Columns
    start: int
    rows: int
    classes: dict[str, Classes | None] = field(default_factory=dict)
    answers: dict[str, Answers] = field(default_factory=dict)


def answers_to(part: Part, fact: Fact) -> Answers:
    """Give the place of the fact's value in each row; raise ValueError where a column lacks that it needs."""
    if fact.name not in part.answers:
        part.answers[fact.name] = _answer(part, fact)
    return part.answers[fact.name]


def classes_of(part: Part, name: str) -> Classes | None:
    """Give the class of a hand in each row, or None where its cards don't lie."""
    if name not in part.classes:
        hand = part.rules.ruleset.hands[name]
        cards = _cards_of(part, hand)
        lies = cards is not None and cards.shape[1] >= hand.ranking.size
        part.classes[name] = evaluate(hand.ranking, cards) if cards is not None and lies else None
    return part.classes[name]


def is_unread(part: Part, fact: Fact) -> bool:
    """Say whether the cards that a fact looks at don't lie, so that its answer means nothing."""
    hands = [hand for hand in (fact.hand, fact.other) if hand and fact.name not in part.columns.facts]
    return fact.reads_cards and any(classes_of(part, hand) is None for hand in hands)


def _answer(part: Part, fact: Fact) -> Answers:
    columns = part.columns
    if fact.name in columns.facts:
        return columns.facts[fact.name]
    if fact.kind == "option":
        return np.full(part.rows, fact.values.index(part.rules.known[fact.name]), np.int8)
    if fact.kind == "staked":
        return _is_staked(part, fact.wager).view(np.int8)
    if not fact.reads_cards:
        raise ValueError(f"{part.rules.ruleset.game} can't be settled without a column of facts for {fact.name!r}")
    answers = _of_cards(part, fact)
    if NOT_STAKED in fact.values:
        answers[~_is_staked(part, fact.wager)] = fact.values.index(NOT_STAKED)
    return answers


def _is_staked(part: Part, wager: str) -> NDArray[np.bool_]:
    stakes = part.columns.stakes
    return stakes[wager] > 0 if wager in stakes else np.zeros(part.rows, np.bool_)


def _of_cards(part: Part, fact: Fact) -> Answers:
    mine = classes_of(part, fact.hand)
    theirs = classes_of(part, fact.other) if fact.kind == "against" else mine
    answers = np.zeros(part.rows, np.int8)
    if mine is None or theirs is None:
        return answers
    if fact.kind == "against":
        win, tie, lose = (fact.values.index(value) for value in ("win", "tie", "lose"))
        np.copyto(answers, np.array([lose, tie, win], np.int8)[1 + np.sign(mine - theirs)])
        return answers
    for floor in fact.floors:
        answers += mine >= part.rules.ruleset.hands[fact.hand].ranking.index[floor]
    return answers


def _cards_of(part: Part, hand: Hand) -> Codes | None:
    """Gather the cards that a hand is made from, as `hand_cards` does for one."""
    hands, found = part.rules.ruleset.hands, []
    for name in hand.parts:
        cards = _cards_of(part, hands[name]) if name in hands else part.columns.cards.get(name)
        if cards is None:
            return None
        found.append(kept_in_each(hands[name], cards) if name in hands else cards)
    return np.concatenate(found, axis=1) if len(found) > 1 else found[0]


def kept_in_each(hand: Hand, cards: Codes) -> Codes:
    """Pick the cards that a hand keeps in each row, as `kept_cards` does for one: the first of equal choices."""
    size = hand.ranking.size
    if cards.shape[1] <= size:
        return cards
    picks = np.array(list(combinations(range(cards.shape[1]), size)))
    # So many cards compare by their suits, the highest first, as do these sums: no lower suit fills up a higher one.
    suits = np.array([(size + 1) ** (hand.suits.find(suit) + 1) for suit in SUITS], np.int64)
    worth = np.empty((len(picks), len(cards)), np.int64)
    for at, pick in enumerate(picks):
        held = cards[:, pick]
        worth[at] = evaluate(hand.ranking, held) * np.int64((size + 1) ** 5) + suits[held & 3].sum(axis=1)
    best = worth.argmin(axis=0) if hand.worst else worth.argmax(axis=0)
    kept: Codes = np.take_along_axis(cards, picks[best], axis=1)
    return kept
