"""Each check by itself: an honest round without a finding, and the same round spoilt in one place, with just that one.

The findings are held whole, since the reports tell every field of them.
"""

from fractions import Fraction
from typing import Any

import pytest

from fairfelt.conformance.connections import Result
from fairfelt.conformance.finding import Finding
from fairfelt.conformance.record import Record
from fairfelt.rulesets.cards import HIDDEN
from tests.checked_rounds import (
    BANKED,
    CALL,
    DRAW,
    FOLD,
    answered,
    banked,
    found,
    holdem,
    one,
    played,
    six,
    spoilt,
)
from tests.helpers import HOLDEM, SIX, rules_of

LAST = -1


@pytest.mark.parametrize(
    ("record", "game"), [(six(), SIX), (holdem(), HOLDEM), (banked(), BANKED), (banked(25), BANKED)]
)
def test_an_honest_round_has_no_findings(record: Record, game: str) -> None:
    assert found(record, game) == ()


def test_a_finding_names_its_record() -> None:
    finding = Finding("a.b", "ledger", "one", "other", 3)
    assert finding.at("r7") == Finding("a.b", "ledger", "one", "other", 3, record="r7")


# The ledger


def test_a_settled_round_without_a_ledger_is_one_finding() -> None:
    record = spoilt(six(), LAST, lambda state: state.pop("ledger"))
    expected = one("money.ledger", "ledger", "a settled round carries its ledger", "no ledger")
    assert found(record, SIX)[: len(expected)] == expected


def test_a_missing_row_is_told_with_its_seat_and_amount_and_spares_the_stacks() -> None:
    record = spoilt(six(), LAST, lambda state: state["ledger"].pop(0))
    assert found(record, SIX) == one(
        "money.ledger", "ledger", "a row for ante of 10 at seat 2", "no such row", 2, wager="ante"
    )
    behind = spoilt(banked(), LAST, lambda state: state["ledger"].pop(2))
    assert found(behind, BANKED) == one(
        "money.ledger",
        "ledger",
        "a row for ante of 20 at ann behind seat 1",
        "no such row",
        1,
        wager="ante",
        bettor="ann",
    )


def test_a_row_told_twice_is_one_finding() -> None:
    record = spoilt(six(), LAST, lambda state: state["ledger"].append(state["ledger"][0]))
    assert found(record, SIX) == one("money.ledger", "ledger", "one row for ante at seat 2", "2 rows", 2, wager="ante")


def test_a_row_for_a_wager_that_nobody_placed_is_told_with_its_money() -> None:
    row = {"seat": 3, "bettor": "bob", "wager": "ante", "staked": 5, "returned": 7, "outcome": "win"}
    record = spoilt(six(), LAST, lambda state: state["ledger"].append(row))
    assert found(record, SIX) == one(
        "money.ledger",
        "ledger",
        "no row for ante at bob behind seat 3: nothing was placed there",
        "staked 5, returned 7",
        3,
        wager="ante",
        bettor="bob",
    )


def test_a_row_with_another_stake_is_told() -> None:
    def spoil(state: dict[str, Any]) -> None:
        state["ledger"][0]["staked"] = 9
        state["stacks"]["seat.2"] += 1

    assert found(spoilt(six(), LAST, spoil), SIX) == one(
        "money.ledger", "ledger", "ante staked 10", "staked 9", 2, wager="ante"
    )


# Stacks


def test_a_stack_changes_by_what_the_ledger_says() -> None:
    record = spoilt(six(), LAST, lambda state: state["stacks"].update({"seat.2": 124}))
    assert found(record, SIX) == one(
        "money.stacks", "stacks", "seat.2 had 100 and the ledger says +25, so 125", "the stack is 124", 2
    )


def test_a_stack_that_is_not_told_is_a_finding_and_stacks_that_are_not_told_at_all_are_none() -> None:
    record = spoilt(six(), LAST, lambda state: state.update(stacks={}))
    assert [finding.actual for finding in found(record, SIX)] == ["the stack is None"]
    assert found(spoilt(six(), LAST, lambda state: state.pop("stacks")), SIX) == ()


def test_the_stack_behind_a_seat_and_that_of_the_bank_are_told_by_their_names() -> None:
    behind = spoilt(banked(), LAST, lambda state: state["stacks"].update({"seat.1.ann": 91}))
    assert found(behind, BANKED) == one(
        "money.stacks", "stacks", "seat.1.ann had 50 and the ledger says +40, so 90", "the stack is 91", 1, bettor="ann"
    )
    bank = spoilt(banked(), LAST, lambda state: state["stacks"].update({"bank": 1939}))
    assert found(bank, BANKED) == one(
        "money.stacks", "stacks", "bank had 2000 and the ledger says -60, so 1940", "the stack is 1939", 8
    )


# The bank's books


def test_the_bank_loses_what_the_bettors_win() -> None:
    record = spoilt(banked(), LAST, lambda state: state["bank"].update(returned=941))
    assert found(record, BANKED) == one(
        "bank.zero-sum",
        "bank",
        "the bettors' ledger says that the bank won -60",
        "the bank staked 1000 and got 941 back",
        8,
    )


@pytest.mark.parametrize(
    ("told", "words"),
    [({"seat": 7}, "seat 7 banked 1000"), ({"staked": 999, "returned": 939}, "seat 8 banked 999")],
)
def test_the_bank_stands_in_the_books_with_its_seat_and_its_amount(told: dict[str, int], words: str) -> None:
    record = spoilt(banked(), LAST, lambda state: state["bank"].update(told))
    assert found(record, BANKED) == one("bank.books", "bank", "seat 8 banks 1000", words, 8)


def test_a_bank_that_is_not_told_is_no_finding() -> None:
    assert found(spoilt(banked(), LAST, lambda state: state.pop("bank")), BANKED) == ()


# Money


def paid(record: Record, row: int, returned: int, outcome: str | None = None) -> Record:
    """Return another amount for one row of the ledger, with stack and bank to match."""

    def spoil(state: dict[str, Any]) -> None:
        entry = state["ledger"][row]
        more = returned - entry["returned"]
        entry["returned"] = returned
        entry["outcome"] = outcome or entry["outcome"]
        name = f"seat.{entry['seat']}" + (f".{entry['bettor']}" if "bettor" in entry else "")
        if name in state["stacks"]:
            state["stacks"][name] += more
        if "bank" in state:
            state["bank"]["returned"] -= more
            state["stacks"]["bank"] -= more

    return spoilt(record, LAST, spoil)


def settled(record: Record, game: str) -> tuple[Finding, ...]:
    return tuple(finding for finding in found(record, game) if finding.kind in ("settlement", "bank"))


def test_wrong_money_is_told_with_what_was_owed() -> None:
    """One unit too many is like nothing that is known."""
    assert found(paid(six(), 0, 21), SIX) == one(
        "settle.ante.player-wins",
        "settlement",
        "ante of 10 returns 20 (win)",
        "returned 21 (win)",
        2,
        wager="ante",
        bonus=("pair", Fraction(1, 10)),
    )


def test_the_right_money_under_another_word_is_a_warning() -> None:
    assert found(paid(six(), 0, 20, "push"), SIX) == one(
        "settle.ante.player-wins",
        "settlement",
        "ante of 10 returns 20 (win)",
        "returned 20 (push)",
        2,
        wager="ante",
        warning=True,
    )


def test_one_fact_read_wrongly_explains_all_the_money() -> None:
    """As if the dealer had failed with ace-king: the ante pushes, and play is paid all the same."""
    (finding,) = found(paid(six(), 0, 10, "push"), SIX)
    assert finding.looks_like == "as if dealer were “fails” where the cards say “qualifies”"
    assert finding.suspects == ("dealer",)
    both = settled(paid(paid(six(), 0, 0, "lose"), 1, 0, "lose"), SIX)
    assert {finding.looks_like for finding in both} == {"as if showdown were “lose” where the cards say “win”"}
    assert [finding.wager for finding in both] == ["ante", "play"]


def test_another_line_of_the_table_explains_the_money() -> None:
    (finding,) = found(paid(holdem(), 0, 40), rules_of(HOLDEM))
    assert finding.rule == "settle.ante.dealer-fails/flush"
    assert finding.looks_like == "as if the hand were paid by the line “full-house” and not “flush”"
    assert finding.suspects == ()
    assert finding.bonus is None, "the pay table has a say"


def test_a_table_that_is_read_where_no_row_asks_for_it_explains_the_money() -> None:
    """A pair of aces or better is paid by aces up; after a fold that nobody claims it is lost."""
    folded = six(FOLD, {"seat": 2, "action": "decline"})
    (finding,) = settled(paid(folded, 1, 10, "win"), SIX)
    assert (finding.rule, finding.looks_like) == (
        "settle.aces-up.fold-unclaimed",
        "as if the wager were paid by its table all the same",
    )
    (other,) = settled(paid(folded, 1, 9, "win"), SIX)
    assert other.looks_like is None


@pytest.mark.parametrize(
    ("row", "money", "outcome", "words"),
    [
        (1, 10, "win", "as if the odds were paid “for one”: the stake did not come back"),
        (1, 10, "push", "as if the wager had pushed"),
        (1, 10, "returned", "as if the wager had pushed"),
        (1, 11, "win", None),
    ],
)
def test_a_slip_of_the_stake_explains_the_money(row: int, money: int, outcome: str, words: str | None) -> None:
    (finding,) = settled(paid(six(), row, money, outcome), SIX)
    assert finding.looks_like == words
    assert finding.warning is False


def test_a_push_that_was_taken_looks_lost() -> None:
    (finding,) = settled(paid(holdem(), 1, 0, "push"), HOLDEM)
    assert (finding.rule, finding.looks_like) == ("settle.call.dealer-fails", "as if the wager had lost")


def test_where_the_banks_money_decides_wrong_money_is_the_banks() -> None:
    assert settled(paid(banked(25), 0, 19), BANKED) == one(
        "bank.settles",
        "bank",
        "ante of 10 returns 20 (win)",
        "returned 19 (win)",
        1,
        wager="ante",
    )
    (ann,) = settled(paid(banked(25), 2, 24), BANKED)
    assert ann.expected == "ann's ante of 20 returns 25 (win, of which the bank covers 5)"
    assert (ann.seat, ann.bettor, ann.wager, ann.rule) == (1, "ann", "ante", "bank.settles")


def test_where_the_banks_money_suffices_to_the_unit_wrong_money_is_the_rows() -> None:
    """Sixty units move in all."""
    assert [finding.rule for finding in settled(paid(banked(60), 0, 19), BANKED)] == ["settle.ante.player-wins"]
    assert [finding.rule for finding in settled(paid(banked(59), 0, 19), BANKED)] == ["bank.settles"]


@pytest.mark.parametrize("word", ["push", "returned", "lose", "win", "forfeit"])
def test_what_the_bank_can_not_cover_goes_back_under_any_name(word: str) -> None:
    assert settled(paid(banked(25), 3, 20, word), BANKED) == ()
    (warned,) = settled(paid(banked(25), 3, 20, "paid"), BANKED)
    assert warned.warning


def test_money_paid_beyond_the_rules_is_told_with_the_seats_own_hand() -> None:
    (finding,) = settled(paid(banked(), 1, 45), BANKED)
    assert finding.bonus == ("pair", Fraction(25, 10))
    (less,) = settled(paid(banked(), 1, 5), BANKED)
    assert less.bonus is None


# Hands


def test_a_category_that_the_ranking_does_not_give_is_told() -> None:
    record = spoilt(six(), LAST, lambda state: state["hands"]["seat.2"]["player-hand"].update(category="two-pair"))
    (finding,) = found(record, SIX)
    assert (finding.rule, finding.kind) == ("hands.player-hand", "hands")
    assert finding.expected == "seat.2: pair from As Ac 9d 7s 4h 2c"
    assert finding.actual == "named two-pair"


@pytest.mark.parametrize("cards", ["As Ac 9d 7s", "As Ac 9d 7s 2c", "As Ac 9d 7s 4d", "As Ac 9d 7s 4h 2c"])
def test_cards_that_are_not_the_best_of_those_held_are_told(cards: str) -> None:
    hand = {"cards": cards.split()}
    record = spoilt(six(), LAST, lambda state: state["hands"]["seat.2"]["player-hand"].update(hand))
    assert found(record, SIX) == one(
        "hands.player-hand", "hands", "seat.2: the best 5 of As Ac 9d 7s 4h 2c", f"named {cards}"
    )


@pytest.mark.parametrize(("says", "finds"), [(True, False), (False, True)])
def test_what_an_engine_says_of_qualifying_is_held_against_the_cards(says: bool, finds: bool) -> None:
    record = spoilt(six(), LAST, lambda state: state["hands"]["dealer"]["dealer-hand"].update(qualifies=says))
    assert found(record, SIX) == (
        one(
            "hands.dealer-hand",
            "hands",
            "dealer: Ad Ks 9h 8c 7d 3c qualifies",
            "the engine says that it fails",
        )
        if finds
        else ()
    )


def test_a_hand_that_the_rules_do_not_name_and_hands_that_are_not_told_are_no_findings() -> None:
    assert found(spoilt(six(), LAST, lambda state: state["hands"]["seat.2"].update(bonus={"category": "x"})), SIX) == ()
    assert found(spoilt(six(), LAST, lambda state: state.pop("hands")), SIX) == ()


def test_a_royal_flush_may_be_named_by_its_own_name_or_its_category() -> None:
    cards = {"seat.1": "Ah Kh", "dealer": "8c Ad", "board": "Qh Jh Th 2c 5d"}
    record = played(HOLDEM, [{"seat": 1, "wagers": {"ante": 10}}], cards, CALL)
    assert found(record, HOLDEM) == ()

    def named(category: str) -> tuple[Finding, ...]:
        def spoil(state: dict[str, Any]) -> None:
            for hand in state["hands"]["seat.1"].values():
                hand["category"] = category

        return found(spoilt(record, LAST, spoil), HOLDEM)

    assert named("royal-flush") == named("straight-flush") == ()
    assert len(named("flush")) == 1


# Dealing

DECK = "As Ac 9d 7s 4h 2c Ad Ks 9h 8c 7d 3c 2d 2h"


def dealt(packs: str = DECK) -> Record:
    return six(deck=packs)


def test_a_forced_deck_is_dealt_to_the_places_of_the_rules() -> None:
    assert found(dealt(), SIX) == ()


def swapped(state: dict[str, Any]) -> None:
    cards = state["dealt"]
    cards[0]["card"], cards[11]["card"] = cards[11]["card"], cards[0]["card"]


def test_cards_that_go_to_another_place_are_told_by_their_step() -> None:
    kinds = [finding for finding in found(spoilt(dealt(), 0, swapped), SIX) if finding.kind == "dealing"]
    assert kinds == [
        Finding("deal.packets", "dealing", "seat.2 gets As Ac 9d 7s 4h 2c", "seat.2 got 3c Ac 9d 7s 4h 2c"),
        Finding("deal.packets", "dealing", "dealer gets Ad Ks 9h 8c 7d 3c", "dealer got Ad Ks 9h 8c 7d As"),
    ]


def test_a_card_that_is_dealt_twice_is_told() -> None:
    record = spoilt(dealt(), 0, lambda state: state["dealt"].append({"to": "burn", "card": "As"}))
    kinds = [finding for finding in found(record, SIX) if finding.kind == "dealing"]
    assert kinds[0] == Finding("deal.once", "dealing", "As is dealt once", "As was dealt 2 times")


def test_an_order_of_its_own_is_a_warning() -> None:
    record = spoilt(dealt(), 0, lambda state: state["dealt"].sort(key=lambda card: card["to"]))
    assert found(record, SIX) == one(
        "deal.order",
        "dealing",
        "cards come in the order of the rules",
        "every place got its cards, in another order",
        warning=True,
    )


def test_a_place_that_gets_no_card_or_one_too_many_is_told() -> None:
    none = spoilt(dealt(), 0, lambda state: state.update(dealt=state["dealt"][:6]))
    assert found(none, SIX)[-1] == Finding(
        "deal.packets", "dealing", "dealer gets Ad Ks 9h 8c 7d 3c", "dealer got no card"
    )
    more = spoilt(dealt(), 0, lambda state: state["dealt"].append({"to": "board", "card": "2d"}))
    assert [f for f in found(more, SIX) if f.kind == "dealing"] == list(
        one("deal.order", "dealing", "board gets no card", "board got 2d")
    )


def test_a_hidden_card_waits_for_its_reveal_and_must_be_told_by_the_end() -> None:
    record = spoilt(dealt(), 0, lambda state: state["dealt"][11].update(card=HIDDEN))
    assert found(record, SIX) == one(
        "deal.stated",
        "dealing",
        "the cards at dealer are told once they are turned up",
        "told as Ad Ks 9h 8c 7d ??",
    )


def test_the_card_that_gives_way_is_held_against_the_rules() -> None:
    cards = {"seat.1": "As Ad 9c 7h 4s", "dealer": "Qs Td 9h 8c 7d", "dealer-after": "2c"}
    acts = [
        {"seat": 1, "action": "raise", "wagers": {"raise": 20}},
        {"seat": 1, "action": "exchange-dealer", "wagers": {"exchange-dealer": 10}},
    ]
    deck = "As Ad 9c 7h 4s Qs Td 9h 8c 7d 2c"
    record = played(DRAW, [{"seat": 1, "wagers": {"ante": 10}}], cards, *acts, deck=deck)
    assert found(record, DRAW) == ()
    last = record.exchanges[LAST].answer
    assert isinstance(last, Result)
    (card,) = last.value["dealt"]
    assert (card["card"], card["replaces"]) == ("2c", "7d")
    record = spoilt(record, LAST, lambda state: state["dealt"][0].update(replaces="8c"))
    assert [f for f in found(record, DRAW) if f.kind == "dealing"] == list(
        one("deal.replacement", "dealing", "2c at dealer takes the place of 7d", "it takes that of 8c")
    )


def test_a_round_that_another_engine_put_a_question_in_is_charged_to_the_question() -> None:
    """The engine asks for a claim that these options don't know, and is answered: one finding, and not two."""
    rules = rules_of(SIX, None, (("claim", "automatic"),))
    asked: dict[str, Any] = {"seat": 2, "decision": "claim", "legal": [{"action": "claim"}, {"action": "decline"}]}
    record = six(FOLD, {"seat": 2, "action": "claim"}, options=(("claim", "automatic"),))
    record = spoilt(record, 1, lambda state: state.update(phase="decision", awaiting=asked))
    settled_answer = six(FOLD, options=(("claim", "automatic"),)).exchanges[1].answer
    record = answered(record, 2, settled_answer)
    assert [finding.rule for finding in found(record, rules)] == ["ask.decide"]
