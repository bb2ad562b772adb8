"""What a seat and the dealer hold together: cards of one pack make hands of one round slightly dependent.

One count over all deals gives the exact chance of each band of the seat's hand with each band of the dealer's and each
showdown. The methods of best play make it, given a game in which there is nothing to choose.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from fairfelt.rulesets.choose import Rules
from fairfelt.rulesets.rankings import Ranking, Strength
from fairfelt.stats.exact import board, hidden, hidden_direct, hidden_ranks
from fairfelt.stats.exact.duel import Choice, Duel, Shape
from fairfelt.stats.exact.figures import Progress
from fairfelt.stats.rounds.columns import RoundsError
from fairfelt.stats.rounds.lying import HandLaw, Lying
from fairfelt.stats.rounds.spanning import spanning_ways, within_reach

FOLLOWS = "the joint law of two hands of a round"


@dataclass(frozen=True)
class Spanning:
    """How often bands of a hand of both hands' cards come with each cell of a joint law: `ways` has one more axis."""

    floors: tuple[int, ...]
    ways: NDArray[np.int64]


@dataclass(frozen=True)
class Joint:
    """How often bands of the seat's hand meet bands of the dealer's: `ways` by both and who wins, of `total` deals.

    Bands part categories, pay lines and the floors of facts; `floors` are their lowest classes.
    """

    digest: str
    """Of the rules that it was counted for."""
    sizes: Mapping[str, int]
    seat_hand: str
    dealer_hand: str
    ranking: Ranking
    seat_floors: tuple[int, ...]
    dealer_floors: tuple[int, ...]
    ways: NDArray[np.int64]
    total: int
    alike: bool
    """Seat and dealer hold as many cards, so that two seats' hands follow the same law."""
    spanning: Mapping[str, Spanning] = field(default_factory=dict)
    """By name, hands made of the cards of both."""

    @cached_property
    def categories(self) -> NDArray[np.float64]:
        """The chance of each category of the seat's hand with each of the dealer's, lowest first."""
        found: NDArray[np.float64] = self.ways.sum(axis=2) / self.total
        for axis, floors in enumerate((self.seat_floors, self.dealer_floors)):
            starts = np.searchsorted(floors, [start for start, _ in self.ranking.spans.values()])
            found = np.add.reduceat(found, starts, axis=axis)
        return found


def joint_law(rules: Rules, lying: Lying, progress: Progress = lambda _: None) -> Joint | str:
    """Count how a seat's hand meets the dealer's, or say why it can't be counted; it may take half a minute."""
    pair = _two_hands(lying)
    if isinstance(pair, str):
        return pair
    seat, dealer = pair
    on_board = lying.sizes["board"] if "board" in seat.hand.parts else 0
    own, theirs = (law.cards - on_board for law in pair)
    seat_floors, dealer_floors = _floors(rules, seat), _floors(rules, dealer)
    found = None
    for exposed in range(theirs + 1):
        shape = Shape(own, theirs, exposed, min(on_board, board.MOST_SEEN), max(0, on_board - board.MOST_SEEN))
        game = _nothing_to_choose(seat.hand.ranking, seat_floors, dealer_floors, shape)
        method = _method(game)
        if method is not None and (found is None or _seconds(game) < _seconds(found[0])):
            found = game, method
    if found is None:
        return f"{FOLLOWS} is out of reach of the methods that count"
    tally = found[1].tally(found[0], progress)
    if int(tally.ways.sum()) != tally.total:
        raise ArithmeticError(f"the cells add up to {int(tally.ways.sum()):,} of {tally.total:,} deals")
    return Joint(
        digest=rules.digest,
        sizes=lying.sizes,
        seat_hand=seat.hand.name,
        dealer_hand=dealer.hand.name,
        ranking=seat.hand.ranking,
        seat_floors=seat_floors,
        dealer_floors=dealer_floors,
        ways=tally.ways[0],
        total=tally.total,
        alike=own == theirs,
        spanning=dict(_spanning(rules, lying, found[0])),
    )


def known_law(rules: Rules, lying: Lying, joint: Joint) -> Joint:
    """Give a law that was counted before; raise RoundsError if it was for other rules or other cards."""
    if (joint.digest, joint.sizes) != (rules.digest, lying.sizes):
        cards = ", ".join(f"{place} {size}" for place, size in joint.sizes.items())
        told = f"the joint law is of other rules, or of other cards ({cards}) than lie by this policy"
        raise RoundsError(f"{told}; count it anew, with `joint=True`")
    return joint


def _spanning(rules: Rules, lying: Lying, game: Duel) -> Iterator[tuple[str, Spanning]]:
    shape = game.shape
    if shape.board + shape.board_later or not within_reach(shape.own, shape.dealer):
        return
    bands = game.seat_band.astype(np.int64), game.dealer_band.astype(np.int64)
    for name, law in lying.hands.items():
        if set(law.hand.parts) == {"seat", "dealer"}:
            floors = _floors(rules, law)
            span = np.searchsorted(floors, np.arange(len(law.hand.ranking.classes)), side="right") - 1
            yield name, Spanning(floors, spanning_ways(game.ranking, (shape.own, shape.dealer), bands, law, span))


def _two_hands(lying: Lying) -> tuple[HandLaw, HandLaw] | str:
    seats = [law for law in lying.hands.values() if "seat" in law.hand.parts and "dealer" not in law.hand.parts]
    dealers = [law for law in lying.hands.values() if "dealer" in law.hand.parts and "seat" not in law.hand.parts]
    for seat in seats:
        for dealer in dealers:
            shared = ("board" in seat.hand.parts) == ("board" in dealer.hand.parts)
            if seat.hand.ranking == dealer.hand.ranking and shared:
                return seat, dealer
    return "no hand of the seat and none of the dealer are ranked alike and lie in every round"


def _floors(rules: Rules, law: HandLaw) -> tuple[int, ...]:
    """List the lowest classes of the bands of a hand: its categories, and whatever facts and pay lines tell apart."""
    name, ranking = law.hand.name, law.hand.ranking
    told: list[Strength | None] = [
        line.floor for table in rules.pay_tables.values() if table.hand == name for line in table.lines
    ]
    told += [floor for fact in rules.ruleset.facts.values() if fact.hand == name for floor in fact.floors]
    found = {ranking.index[floor] for floor in told if floor is not None}
    return tuple(sorted({0, *found, *(start for start, _ in ranking.spans.values())}))


def _nothing_to_choose(ranking: Ranking, seat: tuple[int, ...], dealer: tuple[int, ...], shape: Shape) -> Duel:
    classes = np.arange(len(ranking.classes))
    return Duel(
        question="",
        choices=(Choice("", {}),),
        ranking=ranking,
        seat_band=(np.searchsorted(seat, classes, side="right") - 1).astype(np.int8),
        dealer_band=(np.searchsorted(dealer, classes, side="right") - 1).astype(np.int8),
        seat_floors=seat,
        dealer_floors=dealer,
        cells={},
        net=np.zeros((1, len(seat), len(dealer), 3), np.int64),
        scale=1,
        shape=shape,
        per=(),
    )


def _method(game: Duel) -> ModuleType | None:
    fits: tuple[ModuleType, ...] = (hidden, board)
    return next((method for method in fits if all(condition.holds for condition in method.conditions(game))), None)


def _seconds(game: Duel) -> float:
    if game.shape.board:
        return 0.0
    by_ranks = all(condition.holds for condition in hidden_ranks.conditions(game))
    return min(hidden_direct.seconds(game), hidden_ranks.seconds(game) if by_ranks else float("inf"))
