"""Each engine that goes wrong about a player's bank, or behind a seat, is found where it errs and nowhere else.

An engine is judged by its own requirements and some neighbours; whole runs, marked long but for two, show echoes.
"""

import pytest

from tests.engines.vices.expected import Expected
from tests.helpers import Summary, certify, fault_titles, order_for, verdicts

BANKED = "three-card-poker-6-card-bonus"
ALL_POLICIES = "bank.order bank.cap bank.at-winning-cap bank.cover bank.folded bank.pool backline.bank"
NEIGHBOURS = (
    "ask.decide",
    "backline.decides",
    "backline.settles",
    "bank.books",
    "bank.left",
    "bank.zero-sum",
    "deal.packets",
    "limit.position/max",
    "money.ledger",
    "refuse.bank/empty",
    "refuse.decide/wrong-seat",
    "settle.ante.fold",
)

ASKED_WHEN_DUE = "“decide” is asked when due, with fold or play at the right amounts"


def as_if(policy: str, other: str, due: str) -> str:
    return f"The bank's money is used wrongly: as if `{policy}` were “{other}” where this run has “{due}”"


def banking(vice: str, fails: str, *faults: str, **more: object) -> Expected:
    return Expected(f"banking:{vice}", fails, faults, BANKED, **more)  # type: ignore[arg-type]


MONEY = [
    banking(
        "banks_without_end",
        ALL_POLICIES,
        "The bank's money is used wrongly: as if the bank's money had no end",
        whole=True,
    ),
    banking("caps_losses_only", ALL_POLICIES, as_if("cap", "losses", "net")),
    banking(
        "caps_all_that_changes_hands",
        "bank.order bank.cap bank.at-winning-cap bank.folded backline.bank",
        as_if("cap", "gross", "net"),
    ),
    banking(
        "settles_wager_by_wager",
        "bank.order bank.at-winning-cap backline.bank",
        as_if("order", "wager", "seat"),
        whole=True,
    ),
    banking(
        "collects_folds_late",
        # wherever a seat has folded, the bank has less when it comes to the next
        "bank.order bank.at-winning-cap bank.folded backline.bank",
        as_if("folded", "in-turn", "at-once"),
    ),
    banking("covers_whole_wagers_or_nothing", ALL_POLICIES, as_if("cover", "whole", "partial")),
    banking(
        "stops_once_the_bank_has_won_its_amount",
        "bank.order bank.at-winning-cap bank.folded backline.bank",
        as_if("at-winning-cap", "stops", "pays-on"),
    ),
    banking("counts_the_bank_anew_for_each_wager", ALL_POLICIES, as_if("pool", "each-wager", "one")),
    banking("keeps_what_is_not_covered", ALL_POLICIES, "The bank's money is used wrongly"),
    banking(
        "covers_bettors_before_their_seat",
        "backline.bank",
        "The bank covers a seat before those behind it, and the nearest of them first",
    ),
    banking(
        "covers_the_farthest_bettor_first",
        "backline.bank",
        "The bank covers a seat before those behind it, and the nearest of them first",
    ),
]
BOOKS = [
    banking("writes_the_bank_one_unit_off", "bank.zero-sum", "What the bettors win the bank loses, to the unit"),
    banking(
        "writes_the_bank_down_at_another_seat",
        "bank.books",
        "The bank stands in the books with its seat and its amount",
    ),
    banking(
        "writes_the_bank_down_with_what_it_won",
        "bank.books bank.zero-sum",
        "The bank stands in the books with its seat and its amount",
        "What the bettors win the bank loses, to the unit",
    ),
    banking(
        "counts_the_stack_of_the_bank_one_short",
        "money.stacks backline.stacks session.abandon",
        "A round abandoned at any step moves no money, takes no action and leaves the next round as it was",
        "Stacks change by what the ledger says, to the unit",
        "The stacks of those behind a seat, and of the bank, change by what the ledger says",
    ),
    banking(
        "counts_the_stack_of_a_bettor_one_short",
        "backline.stacks",
        "The stacks of those behind a seat, and of the bank, change by what the ledger says",
    ),
    banking(
        "leaves_bettors_out_of_the_ledger",
        "backline.decides backline.settles money.ledger",
        "A bettor behind a seat wins and loses by its cards",
        "The ledger has one row for each wager on the table, and no other",
        "Who stands behind a seat does what the seat does",
    ),
    banking(
        "pays_bettors_by_the_stake_of_the_seat",
        # the seat's winnings are handed on whatever the bank has left
        "backline.settles backline.bank",
        "A bettor behind a seat wins and loses by its cards",
        "The bank covers a seat before those behind it, and the nearest of them first",
    ),
]
POSITION = [
    banking("takes_a_round_that_nobody_banks", "refuse.bank/missing", "A round that nobody banks is refused"),
    banking("takes_an_empty_bank", "refuse.bank/empty", "A bank that covers nothing is refused"),
    banking(
        "lets_a_playing_seat_bank",
        "refuse.bank/at-a-playing-seat",
        "A bank at a seat that places wagers is refused",
    ),
    banking(
        "takes_a_bank_beyond_the_table",
        "refuse.bank/beyond-the-table",
        "A bank at a seat that the table does not have is refused",
    ),
    banking(
        "takes_a_bank_larger_than_its_stack",
        "refuse.bank/stack",
        "A bank larger than its owner's stack is refused",
    ),
    banking(
        "asks_from_the_lowest_seat",
        "bank.left",
        "Wherever the bank sits, the seat at its left is dealt to first and acts first",
    ),
    banking(
        "begins_at_the_lowest_seat",
        "bank.left session.rotation",
        "The bank passes round the table by turns, over a session",
        "Wherever the bank sits, the seat at its left is dealt to first and acts first",
        warns="seats.limit",
    ),
]
NEEDS_AN_END = "backline.stacks backline.bank limit.position/max"
BACKLINE = [
    # A round that stops at a question has no end, so what needs its end is blocked beside it.
    banking(
        "asks_bettors_who_follow",
        "ask.decide backline.decides",
        "Who stands behind a seat does what the seat does",
        ASKED_WHEN_DUE,
        blocks=NEEDS_AN_END,
    ),
    banking(
        "lets_bettors_follow_who_are_asked",
        "ask.decide backline.decides backline.settles",
        "A bettor behind a seat wins and loses by its cards",
        "Who stands behind a seat decides after the seat",
        ASKED_WHEN_DUE,
        options={"backline-decides": "asked"},
        blocks=NEEDS_AN_END,
    ),
    banking("knows_no_limit_of_a_position", "limit.position/above-max", "Limits of the position are not kept"),
    banking("takes_less_at_a_position_than_it_may", "limit.position/max", "Refuses what the rules allow"),
    banking(
        "takes_side_wagers_alone_behind_a_seat",
        "backline.refuse/needs/pair-plus backline.refuse/needs/six-card-bonus",
        "Behind a seat, pair plus alone is refused",
        "Behind a seat, six card bonus alone is refused",
    ),
    banking(
        "takes_any_wager_behind_a_seat",
        "backline.refuse/limits",
        "Behind a seat, a wager below the least is refused",
    ),
    banking(
        "takes_unknown_wagers_behind_a_seat",
        "backline.refuse/unknown-wager",
        "Behind a seat, a wager that the game does not have is refused",
    ),
    banking(
        "overlooks_a_bettor_without_wagers",
        "backline.refuse/needed",
        "Behind a seat, no wager at all is refused",
    ),
]
ZOO = [*MONEY, *BOOKS, *POSITION, *BACKLINE]


def judged(expected: Expected, *only: str) -> Summary:
    spec = f"python:tests.engines.vices.{expected.vice}"
    return certify(order_for(spec, expected.game, *only, options=expected.options))


@pytest.mark.parametrize("expected", [one for one in ZOO if one.alone], ids=lambda one: one.vice)
def test_a_vice_of_a_bank_fails_its_own_requirements_and_not_their_neighbours(expected: Expected) -> None:
    summary = judged(expected, *expected.verdicts, *NEIGHBOURS)
    assert verdicts(summary) == expected.verdicts
    assert fault_titles(summary) == sorted(expected.faults)


@pytest.mark.parametrize(
    "expected",
    [pytest.param(one, id=one.vice, marks=() if one.whole else pytest.mark.long) for one in ZOO],
)
def test_a_whole_run_finds_a_vice_of_a_bank_where_it_belongs_and_nowhere_else(expected: Expected) -> None:
    summary = judged(expected)
    assert verdicts(summary) == expected.verdicts
    assert fault_titles(summary) == sorted(expected.faults)
