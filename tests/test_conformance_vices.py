"""Each broken engine fails exactly the requirements that its one vice breaks, under the title that names it.

Too many failures would be an echo, too few blindness. Every engine is judged by its own requirements and some
neighbours; whole runs, which alone can show an echo, are made for a dozen and, marked long, for all.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from tests.helpers import HOLDEM, SIX, certify, faults, order_for, verdicts

NEIGHBOURS = (
    "ask.decide",
    "deal.flop",
    "deal.packets",
    "limit.ante/max",
    "limit.ante/step",
    "money.ledger",
    "money.stacks",
    "refuse.decide/wrong-seat",
    "round.abandon",
    "settle.ante.dealer-wins",
    "settle.ante.fold",
    "view.hidden",
)
HOLDEM_LINES = "royal-flush straight-flush four-of-a-kind full-house flush lower"
ACES_UP_LINES = "royal-flush straight-flush four-of-a-kind full-house flush straight three-of-a-kind two-pair pair-of-aces"
READINGS_OF_HANDS = "hands.player-hand hands.dealer-hand hands.rank-poker"


@dataclass(frozen=True)
class Expected:
    """What one vice leads to: ids within the game as words, and the titles of the faults that are gathered."""

    vice: str
    fails: str
    faults: tuple[str, ...]
    game: str = HOLDEM
    warns: str = ""
    blocks: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    whole: bool = False
    """Whether a whole run is made among the fast tests."""

    @property
    def verdicts(self) -> dict[str, str]:
        named = {"fail": self.fails, "warning": self.warns, "blocked": self.blocks}
        return {name: verdict for verdict, names in named.items() for name in names.split()}


def each(row: str, lines: str) -> str:
    """Write the ids of a row's pay lines."""
    return " ".join(f"{row}/{line}" for line in lines.split())


PAYING_ROWS = f"{each('settle.ante.dealer-fails', HOLDEM_LINES)} {each('settle.ante.player-wins', HOLDEM_LINES)}"

MONEY = [
    Expected(
        "money:pays_a_flush_as_a_straight_flush",
        "settle.ante.dealer-fails/flush settle.ante.player-wins/flush",
        ("Paid by the wrong line of the pay table: ante, flush as straight-flush",),
        whole=True,
    ),
    Expected(
        "money:pays_three_of_a_kind_short",
        "settle.aces-up.stays/three-of-a-kind settle.aces-up.fold-claimed/three-of-a-kind",
        ("Paid by the wrong line of the pay table: aces-up, three-of-a-kind",),
        SIX,
    ),
    Expected("money:pays_the_call_for_one", "settle.call.player-wins", ("Settled wrongly: player wins (call)",), whole=True),
    Expected(
        "money:pays_aces_up_for_one",
        f"{each('settle.aces-up.stays', ACES_UP_LINES)} {each('settle.aces-up.fold-claimed', ACES_UP_LINES)}",
        ("Several lines of the pay table are paid wrongly: aces-up",),
        SIX,
    ),
    Expected("money:pushes_a_lost_call", "settle.call.dealer-wins", ("Settled wrongly: dealer wins (call)",)),
    Expected("money:pays_a_tied_ante", "settle.ante.tie", ("Settled wrongly: tie (ante)",), whole=True),
    Expected(
        "money:returns_the_call_that_should_be_paid",
        "settle.call.dealer-fails-paid",
        ("Settled wrongly: dealer fails paid (call)",),
        options={"call-unqualified": "paid"},
    ),
    Expected("money:pays_the_call_that_should_be_returned", "settle.call.dealer-fails", ("Settled wrongly: dealer fails (call)",)),
    Expected(
        "money:loses_a_chip_above_500",
        f"limit.ante/max {PAYING_ROWS} settle.ante.tie settle.call.dealer-fails settle.call.player-wins settle.call.tie",
        ("Money goes wrong at some amounts only",),
        whole=True,
    ),
    Expected("money:pays_the_maximum_as_one_step_less", "limit.ante/max", ("Money goes wrong at some amounts only",)),
    Expected(
        "money:shorts_the_ante_beside_aces_up",
        "settle.ante.player-wins symmetry.scale symmetry.side-aces-up",
        (
            "Settled wrongly: player wins (ante)",
            "Twice the wagers win or lose twice the money",
            "Aces up changes nothing but its own result",
        ),
        SIX,
    ),
    Expected(
        "money:shorts_the_third_seat",
        "seats.each",
        ("With 2 to 7 seats each is dealt, asked and settled by itself",),
        whole=True,
    ),
    Expected(
        "money:pays_an_unclaimed_aces_up",
        "settle.aces-up.fold-unclaimed",
        ("Settled wrongly: fold unclaimed (aces-up)",),
        SIX,
    ),
    Expected(
        "money:keeps_a_claimed_aces_up",
        each("settle.aces-up.fold-claimed", ACES_UP_LINES),
        ("Settled wrongly: fold claimed (aces-up)",),
        SIX,
        warns="settle.aces-up.fold-claimed/lower",
        whole=True,
    ),
]

BAR = ("A bar for hands is read wrongly: dealer",)
COMPARED = "Hands are compared wrongly: showdown"
NAMED = ("The player hand is named by its cards and category", "The dealer hand is named by its cards and category")
RANKED = "All 7,462 classes of poker hands are in order"

READING = [
    Expected("reading:qualifies_from_fives", "floor.dealer", BAR),
    Expected("reading:qualifies_from_threes", "floor.dealer", BAR),
    Expected("reading:qualifies_from_a_pair", "floor.dealer", BAR, SIX),
    Expected("reading:qualifies_from_ace_queen", "floor.dealer", BAR, SIX, whole=True),
    Expected("reading:qualifies_strictly_above_the_lowest_fours", "floor.dealer", BAR),
    Expected(
        "reading:knows_no_wheel",
        f"settle.ante.dealer-fails/straight-flush settle.ante.player-wins/straight-flush floor.dealer "
        f"compare.showdown/straight compare.showdown/straight-flush {READINGS_OF_HANDS}",
        (*NAMED, "Paid by the wrong line of the pay table: ante, straight-flush as flush", COMPARED, *BAR, RANKED),
        whole=True,
    ),
    Expected(
        "reading:takes_the_wheel_for_ace_high",
        "settle.ante.dealer-fails/straight-flush settle.ante.player-wins/straight-flush "
        "compare.showdown/straight compare.showdown/straight-flush hands.rank-poker",
        ("Paid by the wrong line of the pay table: ante, straight-flush as royal-flush", COMPARED, RANKED),
    ),
    Expected(
        "reading:ignores_the_last_kicker",
        f"compare.showdown/pair compare.showdown/three-of-a-kind {READINGS_OF_HANDS}",
        (*NAMED, COMPARED, RANKED),
    ),
    Expected("reading:ignores_the_second_pair", "compare.showdown/two-pair hands.dealer-hand hands.rank-poker", (NAMED[1], COMPARED, RANKED)),
]
ZOO = [*MONEY, *READING]


@pytest.mark.parametrize("expected", ZOO, ids=lambda expected: expected.vice)
def test_a_vice_fails_its_own_requirements_and_not_their_neighbours(expected: Expected) -> None:
    only = {*expected.verdicts, *NEIGHBOURS}
    summary = certify(order_for(spec(expected), expected.game, *only, options=expected.options))
    assert verdicts(summary) == expected.verdicts
    assert summary["exit_code"] == 1


WHOLE = [
    pytest.param(expected, id=expected.vice, marks=() if expected.whole else pytest.mark.long) for expected in ZOO
]


@pytest.mark.parametrize("expected", WHOLE)
def test_a_whole_run_finds_a_vice_where_it_belongs_and_nowhere_else(expected: Expected) -> None:
    summary = certify(order_for(spec(expected), expected.game, options=expected.options))
    assert verdicts(summary) == expected.verdicts
    told = [fault for fault in summary["faults"] if fault["verdict"] != "warning"]
    assert sorted(fault["title"] for fault in told) == sorted(expected.faults)
    assert set(faults(summary)) >= set(expected.faults)


def spec(expected: Expected) -> str:
    return f"python:tests.engines.vices.{expected.vice}"
