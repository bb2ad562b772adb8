"""What each vice of the zoo leads to, in whole runs of profile `ci`."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.engines.vices.making import HOLDEM, SIX

HOLDEM_LINES = "royal-flush straight-flush four-of-a-kind full-house flush lower"
ACES_UP_LINES = (
    "royal-flush straight-flush four-of-a-kind full-house flush straight three-of-a-kind two-pair pair-of-aces"
)
LINES_BESIDE_A_SECOND = "royal-flush straight-flush four-of-a-kind full-house flush straight two-pair"
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
    alone: bool = True
    """Whether the rounds of its own requirements suffice to show it."""
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
        ("Wrong odds at one line of the pay table: aces-up, three-of-a-kind",),
        SIX,
    ),
    Expected(
        "money:pays_the_call_for_one", "settle.call.player-wins", ("Settled wrongly: player wins (call)",), whole=True
    ),
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
    Expected(
        "money:pays_the_call_that_should_be_returned",
        "settle.call.dealer-fails",
        ("Settled wrongly: dealer fails (call)",),
    ),
    Expected(
        "money:loses_a_chip_above_500",
        f"limit.ante/max {PAYING_ROWS} settle.ante.tie "
        f"{' '.join(f'settle.call.{row}' for row in ('dealer-fails', 'player-wins', 'tie'))}",
        ("Money goes wrong at some amounts only",),
        whole=True,
    ),
    Expected(
        "money:loses_the_odd_chip",
        f"{PAYING_ROWS} symmetry.scale",
        ("Money goes wrong at some amounts only", "Twice the wagers win or lose twice the money"),
    ),
    Expected("money:pays_the_maximum_as_one_step_less", "limit.ante/max", ("Money goes wrong at some amounts only",)),
    Expected(
        "money:pushes_the_ante_beside_aces_up",
        "settle.ante.player-wins symmetry.side-aces-up",
        ("Settled wrongly: player wins (ante)", "Aces up changes nothing but its own result"),
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
    Expected(
        "money:pays_a_second_combination",
        # three equal cards, or a pair of aces, and a second combination are together another line
        f"{each('settle.aces-up.stays', LINES_BESIDE_A_SECOND)} "
        f"{each('settle.aces-up.fold-claimed', LINES_BESIDE_A_SECOND)}",
        ("Several lines of the pay table are paid wrongly: aces-up",),
        SIX,
    ),
    Expected(
        "money:pays_ace_and_king_beside_equal_cards",
        "settle.aces-up.stays/three-of-a-kind settle.aces-up.fold-claimed/three-of-a-kind",
        ("Wrong odds at one line of the pay table: aces-up, three-of-a-kind",),
        SIX,
    ),
]

BAR = ("A bar for hands is read wrongly: dealer",)
COMPARED = "Hands are compared wrongly: showdown"
RANKED = ("Hands are ranked wrongly: poker",)

READING = [
    Expected("reading:qualifies_from_fives", "floor.dealer", BAR),
    Expected("reading:qualifies_from_threes", "floor.dealer", BAR),
    Expected(
        "reading:qualifies_from_a_pair",
        # a dealer who holds less than the player's high cards and yet qualifies is always near the bar
        "floor.dealer settle.ante.player-wins",
        BAR,
        SIX,
        warns="settle.ante.tie",
    ),
    Expected(
        "reading:qualifies_from_ace_queen", "floor.dealer", BAR, SIX, warns="settle.ante.dealer-fails-tie", whole=True
    ),
    Expected("reading:qualifies_strictly_above_the_lowest_fours", "floor.dealer", BAR),
    Expected(
        "reading:knows_no_wheel",
        f"settle.ante.dealer-fails/straight-flush settle.ante.player-wins/straight-flush floor.dealer "
        f"compare.showdown/straight compare.showdown/straight-flush {READINGS_OF_HANDS}",
        RANKED,
        whole=True,
    ),
    Expected(
        "reading:takes_the_wheel_for_ace_high",
        "settle.ante.dealer-fails/straight-flush settle.ante.player-wins/straight-flush "
        "compare.showdown/straight compare.showdown/straight-flush hands.rank-poker",
        RANKED,
    ),
    Expected(
        "reading:ignores_the_last_kicker",
        f"compare.showdown/pair compare.showdown/three-of-a-kind {READINGS_OF_HANDS}",
        RANKED,
    ),
    Expected(
        "reading:breaks_ties_by_suit",
        "settle.ante.tie settle.call.tie compare.showdown/three-of-a-kind compare.showdown/full-house",
        (COMPARED,),
    ),
    Expected(
        "reading:ignores_the_second_pair",
        "compare.showdown/two-pair hands.player-hand hands.dealer-hand hands.rank-poker",
        RANKED,
        alone=False,
    ),
]

LEDGER = ("The ledger has one row for each wager on the table, and no other",)
TWICE = "An action sent a second time is refused, and moves no money"
STACKS = "Stacks change by what the ledger says, to the unit"

BOOKS = [
    Expected("books:forgets_a_row", "money.ledger", LEDGER, whole=True),
    Expected("books:writes_a_row_twice", "money.ledger", LEDGER),
    Expected("books:writes_the_stake_one_off", "money.ledger", LEDGER),
    Expected("books:forfeits_the_ante_twice", "money.ledger", LEDGER),
    Expected("books:moves_stacks_wrong", "money.stacks", (STACKS,)),
    Expected(
        "books:writes_one_too_little",
        f"{PAYING_ROWS} money.stacks symmetry.scale",
        (
            "Several lines of the pay table are paid wrongly: ante",
            STACKS,
            "Twice the wagers win or lose twice the money",
        ),
    ),
    Expected("books:keeps_an_abandoned_stake", "round.abandon", ("An abandoned round gives every stake back",)),
    Expected(
        "books:forgets_a_card_in_the_recall",
        "round.recall",
        ("An open and a settled round are told again as they happened",),
    ),
    Expected(
        "books:doubles_the_ante_of_whoever_errs",
        "refuse.decide/wrong-seat refuse.decide/illegal-action refuse.decide/unknown-wager refuse.decide/relation "
        "relation.stack session.second-action",
        (
            "At “decide”, another seat acts out of turn is refused and changes nothing",
            "At “decide”, an action that is not offered is refused and changes nothing",
            "At “decide”, a wager that the game does not have is refused and changes nothing",
            "At “decide”, an amount that is not the multiple that the rule demands is refused and changes nothing",
            "A wager that the stack can't cover is refused",
            TWICE,
            "Refuses what the rules allow",
        ),
    ),
    Expected(
        "books:pays_twice_whoever_tries_again",
        "refuse.decide/wrong-seat refuse.decide/illegal-action refuse.decide/unknown-wager refuse.decide/relation "
        "session.second-action",
        (
            "At “decide”, another seat acts out of turn is refused and changes nothing",
            "At “decide”, an action that is not offered is refused and changes nothing",
            "At “decide”, a wager that the game does not have is refused and changes nothing",
            "At “decide”, an amount that is not the multiple that the rule demands is refused and changes nothing",
            TWICE,
        ),
    ),
]

DECIDE = ("“decide” is asked when due, with fold or call at the right amounts",)
CLAIM = ("“claim” is asked when due, with claim or decline at the right amounts",)
OWN_DEALING = ("300 rounds of the engine's own dealing are settled as it settles forced decks",)
LIMITS = ("Limits of the ante are not kept",)
COMPARISONS = each(
    "compare.showdown", "pair two-pair three-of-a-kind straight flush full-house four-of-a-kind straight-flush"
)
CLAIM_REFUSALS = each("refuse.claim", "wrong-seat illegal-action unknown-wager relation")
OTHER_CARDS = f"floor.dealer {COMPARISONS} seats.each"
"""What can't be compared where other cards are dealt than were planned."""

TABLE = [
    Expected("table:offers_a_raise", "ask.decide", DECIDE),
    Expected("table:offers_three_times_the_ante", "ask.decide", DECIDE),
    Expected("table:asks_from_the_last_seat", "ask.decide", DECIDE, blocks="session.apart", alone=False),
    Expected(
        "table:forgets_to_ask_for_a_claim",
        "ask.claim",
        CLAIM,
        SIX,
        warns="refuse.round-over",
        blocks=f"{CLAIM_REFUSALS} "
        f"{each('settle.aces-up.fold-claimed', ACES_UP_LINES)} settle.aces-up.fold-claimed/lower "
        "settle.aces-up.fold-unclaimed",
        whole=True,
    ),
    Expected(
        "table:asks_only_winners_for_a_claim",
        "ask.claim",
        CLAIM,
        SIX,
        warns="refuse.round-over",
        blocks=f"{CLAIM_REFUSALS} settle.aces-up.fold-claimed/lower",
    ),
    Expected(
        "table:asks_those_who_stay_for_a_claim",
        "ask.claim live.rounds-play",
        (*CLAIM, *OWN_DEALING),
        SIX,
        blocks=f"{each('settle.aces-up.stays', ACES_UP_LINES)} settle.aces-up.stays/lower",
    ),
    Expected(
        "table:accepts_a_wrong_seat",
        "refuse.decide/wrong-seat session.second-action",
        ("At “decide”, another seat acts out of turn is refused and changes nothing", TWICE),
    ),
    Expected(
        "table:accepts_half_the_call",
        "refuse.decide/relation",
        ("At “decide”, an amount that is not the multiple that the rule demands is refused and changes nothing",),
    ),
    Expected("table:accepts_less_than_the_minimum", "limit.ante/below-min", LIMITS),
    Expected("table:accepts_more_than_the_maximum", "limit.ante/above-max", LIMITS),
    Expected("table:accepts_amounts_off_step", "limit.ante/step", LIMITS),
    Expected("table:refuses_the_maximum", "limit.ante/max", ("Refuses what the rules allow",)),
    Expected(
        "table:accepts_aces_up_alone",
        "relation.aces-up/needs",
        ("Aces up: placing it without ante is refused",),
        SIX,
    ),
    Expected("table:accepts_a_card_twice", "deal.duplicate-card", ("A deck that holds a card twice is refused",)),
    Expected(
        "table:takes_actions_after_the_end",
        "refuse.round-over session.second-action",
        ("A settled round, and one never started, take no action", TWICE),
    ),
    Expected(
        "table:gives_one_reason_for_everything",
        "",
        (),
        warns="refuse.decide/wrong-seat refuse.decide/unknown-wager refuse.decide/relation refuse.round-over "
        "limit.ante/below-min limit.ante/above-max limit.ante/step relation.ante/needed relation.unknown-wager "
        "relation.stack deal.duplicate-card seats.limit",
    ),
    Expected(
        "table:deals_from_the_bottom",
        "deal.hole deal.flop deal.river",
        ("Dealt wrongly: Hole: 2 to each seat and the dealer; Flop: 3 to the board; River: 2 to the board",),
        blocks=f"{OTHER_CARDS} {each('settle.ante.dealer-fails', HOLDEM_LINES)} "
        f"{each('settle.ante.player-wins', 'royal-flush straight-flush four-of-a-kind full-house lower')} "
        "settle.call.dealer-fails",
    ),
    Expected(
        "table:deals_the_river_before_the_decision",
        "deal.river view.hidden",
        ("Dealt wrongly: River: 2 to the board", "Nobody sees a face-down card before its time"),
    ),
    Expected(
        "table:burns_a_card_too_many",
        "deal.flop deal.river",
        ("Dealt wrongly: Flop: 3 to the board; River: 2 to the board",),
        blocks=OTHER_CARDS,
        whole=True,
    ),
    Expected(
        "table:swaps_the_hole_cards",
        "deal.hole",
        ("Dealt wrongly: Hole: 2 to each seat and the dealer",),
        blocks=f"{OTHER_CARDS} {each('settle.ante.dealer-fails', HOLDEM_LINES.removesuffix(' lower'))} "
        f"{each('settle.ante.player-wins', HOLDEM_LINES)} "
        "settle.ante.dealer-wins settle.call.player-wins settle.call.dealer-wins",
    ),
    Expected(
        "table:deals_a_card_twice",
        "deal.flop deal.once",
        ("Dealt wrongly: Flop: 3 to the board; No card is dealt twice",),
        blocks=OTHER_CARDS,
    ),
    Expected("table:shows_hidden_cards", "view.hidden", ("Nobody sees a face-down card before its time",)),
    Expected("table:hides_own_cards", "view.open", ("A seat sees its own cards and those face up",)),
    Expected("table:tells_the_dealer_first", "", (), warns="deal.order"),
]

LIVE = [
    Expected("live:pays_less_when_it_deals", "live.rounds-play", OWN_DEALING, whole=True),
    Expected("live:tells_a_card_twice", "live.rounds-play", OWN_DEALING),
]

ZOO = [*MONEY, *READING, *BOOKS, *TABLE, *LIVE]
