"""What a finding shows is the smallest round that shows it: least wagers, fewest seats and actions, plain cards."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import hypothesis
import pytest

import fairfelt.conformance.certify as certifying
import fairfelt.conformance.run as running
import fairfelt.rulesets.witness as witness
from fairfelt.conformance.record import Record
from fairfelt.conformance.run import Order
from fairfelt.rulesets.cards import Card, plainness
from tests.helpers import HOLDEM, SIX, Summary, certify, order_for


@dataclass(frozen=True)
class Example:
    """A vice, the requirement that finds it, and the round that the finding has to show.

    `seats` are the wagers of each seat, `acts` what happens after the start, `plain` how many suits the cards of the
    table may have and how much their ranks may come to.
    """

    vice: str
    requirement: str
    seats: tuple[Mapping[str, int], ...]
    acts: tuple[str, ...]
    plain: tuple[int, int]
    game: str = HOLDEM


ANTE: Mapping[str, int] = {"ante": 10}
EXAMPLES = (
    Example(
        "money:pays_the_call_for_one",
        "settle.call.player-wins",
        (ANTE,),
        ("call",),
        (2, 79),
    ),
    Example(
        "money:pays_a_flush_as_a_straight_flush",
        "settle.ante.player-wins/flush",
        (ANTE,),
        ("call",),
        (2, 97),
    ),
    Example(
        "money:loses_a_chip_above_500",
        "settle.call.player-wins",
        ({"ante": 255},),
        ("call",),
        (2, 79),
    ),
    Example(
        "money:pays_the_maximum_as_one_step_less",
        "limit.ante/max",
        ({"ante": 1000},),
        ("call",),
        (3, 83),
    ),
    Example(
        "money:shorts_the_third_seat",
        "seats.each",
        ({"ante": 15}, {"ante": 20}, {"ante": 25}),
        ("call", "fold", "call"),
        (4, 103),
    ),
    Example(
        "money:keeps_a_claimed_aces_up",
        "settle.aces-up.fold-claimed/flush",
        ({"ante": 10, "aces-up": 10},),
        ("fold", "claim"),
        (3, 75), SIX,
    ),
    Example(
        "reading:qualifies_from_fives",
        "floor.dealer",
        (ANTE,),
        ("call",),
        (4, 44),
    ),
    Example(
        "reading:ignores_the_last_kicker",
        "compare.showdown/pair",
        (ANTE,),
        ("call",),
        (4, 85),
    ),
    Example(
        "books:moves_stacks_wrong",
        "money.stacks",
        (ANTE,),
        ("fold",),
        (4, 77),
    ),
    Example(
        "table:accepts_a_wrong_seat",
        "refuse.decide/wrong-seat",
        ({"ante": 20},),
        ("fold",),
        (4, 77),
    ),
    Example(
        "sessions:counts_a_carried_stack_one_short",
        "session.money",
        (ANTE,),
        ("fold",),
        (3, 71),
    ),
    Example(
        "sessions:takes_an_action_twice",
        "session.second-action",
        (ANTE,),
        ("fold", "round.replay", "fold"),
        (3, 71),
    ),
    Example(
        "sessions:pays_more_after_an_abandoned_round",
        "session.abandon",
        (ANTE,),
        ("fold",),
        (3, 71),
    ),
    Example(
        "sessions:mixes_the_rest_after_an_interruption",
        "session.resume",
        (ANTE,),
        ("round.replay", "call", "round.replay"),
        (3, 71),
    ),
    Example(
        "sessions:forgets_the_round_before",
        "session.recall",
        (ANTE,),
        ("fold", "round.replay", "round.replay", "round.replay"),
        (3, 71),
    ),
    Example(
        "sessions:pays_less_beside_a_fold",
        "session.apart",
        (ANTE,),
        ("call",),
        (3, 71),
    ),
)


def found(example: Example, judge: Callable[..., Summary] = certify) -> Record:
    """Give the record of the round that the first finding points at."""
    records: dict[str, Record] = {}
    spec = f"python:tests.engines.vices.{example.vice}"
    summary = judge(
        order_for(spec, example.game, example.requirement), keep=lambda r: records.__setitem__(r.id, r)
    )
    (entry,) = summary["requirements"]
    assert entry["verdict"] == "fail"
    return records[entry["findings"][0]["record"]]


def seats(record: Record) -> tuple[dict[str, int], ...]:
    return tuple(seat["wagers"] for seat in record.exchanges[0].params["seats"])


def acts(record: Record) -> tuple[str, ...]:
    return tuple(str(exchange.params.get("action", exchange.method)) for exchange in record.exchanges[1:])


def cards(record: Record) -> tuple[Card, ...]:
    """Give the cards of the table: what lies unused in the deck shows nothing."""
    places: Mapping[str, Any] = record.exchanges[0].params["places"]
    return tuple(card for place, held in places.items() if place not in ("stub", "burn") for card in held)


def is_plain(record: Record, most: tuple[int, int]) -> bool:
    return all(has <= may for has, may in zip(plainness(cards(record)), most, strict=True))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one.vice)
def test_a_finding_shows_the_smallest_round_that_shows_it(example: Example) -> None:
    record = found(example)
    assert (seats(record), acts(record)) == (tuple(map(dict, example.seats)), example.acts)
    assert is_plain(record, example.plain)


def dealt_anew(order: Order, **more: Any) -> Summary:
    """Run without the rounds that other tests have dealt."""
    return running.run(order, **more)


@pytest.mark.parametrize(
    "vice",
    [
        "money:loses_a_chip_above_500",
        "sessions:mixes_the_rest_after_an_interruption",
        "sessions:pays_less_beside_a_fold",
    ],
)
def test_without_shrinking_the_round_is_not_the_smallest(vice: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The failing twin of what is drawn: the first round that failed is told as it came."""
    draws = hypothesis.Phase.generate
    monkeypatch.setattr(hypothesis, "Phase", SimpleNamespace(generate=draws, shrink=draws))
    example = next(one for one in EXAMPLES if one.vice == vice)
    record = found(example)
    smallest = seats(record) == tuple(map(dict, example.seats)) and acts(record) == example.acts
    assert not (smallest and is_plain(record, example.plain))


@pytest.mark.parametrize("vice", ["money:pays_a_flush_as_a_straight_flush", "reading:qualifies_from_fives"])
def test_without_the_plainest_first_the_cards_are_not_plain(vice: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The failing twin of what is dealt on purpose: the most colourful deal comes first."""
    for module in (witness, certifying):
        monkeypatch.setattr(module, "plainness", lambda held: tuple(-part for part in plainness(held)))
    example = next(one for one in EXAMPLES if one.vice == vice)
    assert not is_plain(found(example, dealt_anew), example.plain)
