"""Many settled rounds as plain columns: what a test of whole rounds is given, and what it reads of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.batch_facts import kept_in_each
from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.evaluate import Classes, Codes, evaluate

Units = NDArray[np.int64]
Counts = NDArray[np.int64]

MOST_UNITS = 1 << 31


class RoundsError(ValueError):
    """Columns that don't fit the game, or a plan that it can't serve; says what, where, and how to mend it."""


@dataclass(frozen=True)
class Seat:
    """One seat's part of many rounds, a row a round.

    `cards` are the seat's cards in the order in which they were dealt, by the codes of `evaluate`. `staked` and
    `returned` have units by wager, 0 where it is not placed. `row` and `line` are those of `settle_columns`; they are
    read only for wagers of the main game.
    """

    cards: Codes
    staked: Mapping[str, Units] = field(default_factory=dict)
    returned: Mapping[str, Units] = field(default_factory=dict)
    row: Mapping[str, NDArray[np.int16]] = field(default_factory=dict)
    line: Mapping[str, NDArray[np.int8]] = field(default_factory=dict)


@dataclass(frozen=True)
class Rounds:
    """Rounds in the order in which they were played: seats by number, and the cards that all share, by place.

    A round stands in one row only, with all its seats: rows of a log that share a dealer are no rounds of their own.
    `first` counts the rounds before these.
    """

    seats: Mapping[int, Seat]
    shared: Mapping[str, Codes] = field(default_factory=dict)
    first: int = 0


@dataclass(frozen=True)
class Chunk:
    """Rounds with what was found out about them. `sizes` says how many cards of each place are read."""

    rules: Rules
    rounds: Rounds
    sizes: Mapping[str, int]
    found: dict[tuple[str, int], Classes] = field(default_factory=dict)

    @property
    def count(self) -> int:
        return len(next(iter(self.rounds.seats.values())).cards)

    def seat(self, number: int) -> Seat:
        if number not in self.rounds.seats:
            there = ", ".join(str(one) for one in self.rounds.seats)
            raise RoundsError(f"seat {number} is planned and has no columns; there are seats {there}")
        return self.rounds.seats[number]

    def cards(self, place: str, seat: int) -> Codes:
        """Give the cards of a place as they were dealt at first; `seat` says whose, where seats have one each."""
        cards = self.seat(seat).cards if place == "seat" else self.rounds.shared.get(place)
        size = self.sizes[place]
        if cards is None or cards.ndim != 2 or cards.shape[1] < size or len(cards) != self.count:
            told = "none" if cards is None else f"an array of {cards.shape}"
            where = f"seat {seat}" if place == "seat" else place
            raise RoundsError(f"{where}: {self.count} rounds of at least {size} cards are needed, {told} is given")
        return cards[:, :size]

    def classes(self, hand: str, seat: int) -> Classes:
        """Give the class of a hand in each round."""
        entry = self.rules.ruleset.hands[hand]
        key = (hand, seat if "seat" in entry.places else 0)
        if key not in self.found:
            cards = np.concatenate([self.cards(part, seat) for part in entry.parts], axis=1)
            self.found[key] = evaluate(entry.ranking, kept_in_each(entry, cards) if entry.worst else cards)
        return self.found[key]

    def money(self, seat: int, wager: str) -> tuple[Units, Units]:
        """Give what was staked on a wager and what came back; raise RoundsError for amounts too large to add up."""
        columns, nothing = self.seat(seat), np.zeros(self.count, np.int64)
        staked, returned = columns.staked.get(wager, nothing), columns.returned.get(wager, nothing)
        if self.count and int(staked.max()) >= MOST_UNITS:
            raise RoundsError(f"seat {seat}: {staked.max()} units on {wager} are too large; count in larger units")
        return staked, returned

    def placed_before(self, seats: tuple[int, ...]) -> Units:
        """Add up what these seats staked before the deal: what an action places comes after the cards."""
        total = np.zeros(self.count, np.int64)
        for seat in seats:
            for wager in self.seat(seat).staked:
                if wager in self.rules.ruleset.wagers and not self.rules.ruleset.wagers[wager].by_action:
                    total += self.money(seat, wager)[0]
        return total

    def won(self, seats: tuple[int, ...]) -> Units:
        """Add up what these seats won or lost in each round."""
        total = np.zeros(self.count, np.int64)
        for seat in seats:
            for wager in self.seat(seat).staked:
                staked, returned = self.money(seat, wager)
                total += returned - staked
        return total
