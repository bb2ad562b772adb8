"""Rounds with a bank, bettors behind seats, draws, arranged hands and dark boxes, as a reader sees them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from fairfelt.conformance.connections import connect
from fairfelt.conformance.connections.answers import Answer, Connection, Result
from fairfelt.conformance.driver import play
from fairfelt.conformance.plans import Bench
from fairfelt.conformance.plans.plan import amounts, deals_on, staying_walk
from fairfelt.conformance.profiles import PROFILES
from fairfelt.conformance.pytest_tell import failure_html, failure_text
from fairfelt.conformance.reference import ReferenceEngine
from fairfelt.conformance.scenario import BackerPlan, Scenario, house_limits, scenario, seat_plan
from fairfelt.conformance.session import open_table
from fairfelt.conformance.shown import shown
from fairfelt.reports.html import render_report
from fairfelt.reports.rounds import Line, Round, read_round
from fairfelt.rulesets.cards import full_deck
from fairfelt.rulesets.choose import choose
from fairfelt.rulesets.loader import load
from fairfelt.rulesets.paths import Walk
from fairfelt.rulesets.seating import BankSeat
from fairfelt.rulesets.ways import choices_of, seat_walks
from tests.report_samples import sample_summary

Spoil = Callable[[dict[str, Any]], None]


def bench_of(game: str, **readings: str) -> Bench:
    rules = choose(load(game), options=readings, first_table=True)
    return Bench(rules, house_limits(rules), PROFILES["ci"], seats=rules.ruleset.most_players)


class Spoilt:
    """The reference engine, each State spoilt on its way."""

    def __init__(self, spoil: Spoil) -> None:
        self.engine, self.spoil = ReferenceEngine(), spoil

    def ask(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        answer = self.engine.ask(method, dict(params))
        self.spoil(answer)
        return answer


class Held:
    """An engine under a connection, as the driver wants it."""

    def __init__(self, spoil: Spoil) -> None:
        self.engine = Spoilt(spoil)

    def ask(self, method: str, params: Mapping[str, Any]) -> Answer:
        return Result(self.engine.ask(method, params))

    def close(self) -> None: ...


def data_of(bench: Bench, planned: Scenario, spoil: Spoil | None = None) -> dict[str, Any]:
    """Play a scenario and describe the round."""
    engine: Connection = Held(spoil) if spoil else connect("reference", reference=ReferenceEngine)
    open_table(engine, bench.rules, bench.limits)
    record = play(engine, bench.rules, planned, "r000001", f"{bench.game}.settle")
    return shown(bench.rules, bench.limits, record)


def line(laid: Round, who: str, hand: str) -> Line:
    return next(one for one in laid.lines if (one.who, one.hand) == (who, hand))


def plain(text: str) -> str:
    return text.replace("\ufe0e", "")


# Another player banks


def banked(bench: Bench) -> Scenario:
    """Seat 1 wins with two bettors behind it against a bank of 30, which is gone after the first wagers."""
    walk = staying_walk(bench)
    deal = deals_on(bench, walk, 1, {"dealer": "qualifies", "showdown": "win"})[0]
    seat = seat_plan(bench.rules, walk, amounts(bench, 2))
    behind = (BackerPlan("ann", {"ante": 40}), BackerPlan("bob", {"ante": 100}))
    return scenario(bench.rules, (replace(seat, backline=behind),), deal, bank=BankSeat(8, 30))


@pytest.fixture(scope="module")
def with_bank() -> Round:
    bench = bench_of("three-card-poker-6-card-bonus")
    return read_round(data_of(bench, banked(bench)))


def test_the_bank_is_named_with_its_money_and_what_comes_back(with_bank: Round) -> None:
    assert with_bank.bank == "Seat 8 banks 30 and plays the dealer's cards"
    last = with_bank.ledger[-1]
    assert (last.wager, last.seat, last.staked, last.expected, last.actual) == ("the bank", "8", "30", "0", "0")


def test_each_bettor_behind_a_seat_has_rows_of_his_own(with_bank: Round) -> None:
    assert [entry.seat for entry in with_bank.ledger] == [
        *("1", "1"),
        *("1, ann behind it", "1, ann behind it"),
        *("1, bob behind it", "1, bob behind it"),
        "8",
    ]
    assert "with ann, bob behind it" in [one.note for one in with_bank.lines]


def test_what_the_bank_covers_is_told(with_bank: Round) -> None:
    by_spot = {(entry.seat, entry.wager): entry.expected for entry in with_bank.ledger}
    assert by_spot["1", "ante"] == "40 (win)"
    assert by_spot["1", "play"] == "30 (win, 10 covered)"
    assert by_spot["1, bob behind it", "ante"] == "100 (returned, 0 covered)"


def test_an_engine_that_ignores_the_cap_differs_in_each_row_and_in_the_bank() -> None:
    def pay_in_full(answer: dict[str, Any]) -> None:
        for row in answer.get("ledger", ()):
            row.update(returned=2 * row["staked"], outcome="win")
            row.pop("covered", None)
        if answer.get("ledger"):
            answer["bank"]["returned"] = 7

    bench = bench_of("three-card-poker-6-card-bonus")
    laid = read_round(data_of(bench, banked(bench), pay_in_full))
    told = {(entry.seat, entry.wager): (entry.actual, entry.judged) for entry in laid.ledger}
    assert told["1", "ante"] == ("40 (win)", "same")
    assert told["1, bob behind it", "ante"] == ("200 (win)", "differs: +100")
    assert told["8", "the bank"] == ("7", "differs: +7")


def test_a_bank_that_the_engine_leaves_out_is_no_difference() -> None:
    def say_nothing(answer: dict[str, Any]) -> None:
        answer.pop("bank", None)

    bench = bench_of("three-card-poker-6-card-bonus")
    last = read_round(data_of(bench, banked(bench), say_nothing)).ledger[-1]
    assert (last.actual, last.judged, last.tone) == ("not told", "not told", "same")


def test_a_hand_of_two_holders_shows_the_cards_of_both(with_bank: Round) -> None:
    six = line(with_bank, "Seat 1", "six cards")
    assert [(group.place, len(group.cards)) for group in six.groups] == [("seat.1", 3), ("dealer", 3)]
    assert sum(held.best for group in six.groups for held in group.cards) == 5


def test_a_row_for_a_wager_that_nobody_placed_is_shown_as_not_due() -> None:
    def invent(answer: dict[str, Any]) -> None:
        if answer.get("ledger"):
            answer["ledger"].append({"seat": 1, "wager": "tip", "staked": 5, "returned": 5, "outcome": "push"})

    bench = bench_of("three-card-poker-6-card-bonus")
    tip = next(
        entry for entry in read_round(data_of(bench, banked(bench), invent)).ledger if entry.wager == "tip"
    )
    assert (tip.expected, tip.judged) == ("no entry", "differs: not due")


# Draws, exchanges, fees, dark boxes


def way(bench: Bench, **wanted: str) -> Walk:
    return next(
        walk
        for walk in seat_walks(bench.rules)
        if wanted.items() <= {**walk.known, **choices_of(bench.rules, walk)}.items()
    )


@pytest.fixture(scope="module")
def with_draws() -> Round:
    bench = bench_of("six-card-draw")
    drawing = way(
        bench, **{"after-buy": "exchange", "after-exchange": "raise", "dealer-exchange": "exchange-dealer"}
    )
    deal = deals_on(bench, drawing, 1, {"dealer-then": "qualifies", "showdown-then": "win"})[0]
    dark = way(bench, box="dark", decide="raise")
    seats = (
        replace(seat_plan(bench.rules, drawing, amounts(bench, 1), 1), guest="ann"),
        replace(seat_plan(bench.rules, dark, amounts(bench, 1), 2), guest="ann"),
    )
    return read_round(data_of(bench, scenario(bench.rules, seats, deal)))


def test_a_card_that_was_given_up_stays_in_the_picture_and_is_marked(with_draws: Round) -> None:
    own = line(with_draws, "Seat 1", "player hand")
    (gone,) = [held for held in own.groups[0].cards if held.gone]
    assert (gone.gone, gone.best, len(own.groups[0].cards)) == ("given up", False, 7)
    assert own.says.endswith("given up")


def test_the_card_that_was_replaced_counts_before_and_not_after(with_draws: Round) -> None:
    before, after = line(with_draws, "Dealer", "dealer hand"), line(with_draws, "Dealer", "exchanged hand")
    assert [held.gone for held in before.groups[0].cards] == [""] * 5
    (gone,) = [held.card for held in after.groups[0].cards if held.gone]
    assert gone in [held.card for held in before.groups[0].cards] and after.says.endswith("replaced")


def test_a_dark_box_and_its_owner_are_named(with_draws: Round) -> None:
    assert {one.who: one.note for one in with_draws.lines if one.note} == {
        "Seat 1": "of ann",
        "Seat 2": "dark box, of ann",
    }


def test_fees_stand_in_the_ledger_as_paid(with_draws: Round) -> None:
    fees = {entry.wager: entry.expected for entry in with_draws.ledger if "fee" in entry.row}
    assert fees == {"buy": "0 (paid)", "exchange": "0 (paid)", "exchange-dealer": "0 (paid)"}


def test_the_card_that_is_given_up_is_told_with_the_decision(with_draws: Round) -> None:
    assert any("exchange, placing exchange 30, giving up " in action for action in with_draws.actions)


# Six cards in three hands


@pytest.fixture(scope="module")
def with_spots() -> Round:
    bench = bench_of("holdem-1-3-6")
    walk = max(seat_walks(bench.rules), key=lambda walk: len(walk.placed))
    deal = deals_on(bench, walk, 1, {"showdown-1x": "win"})[0]
    seats = (seat_plan(bench.rules, walk, amounts(bench, 1)),)
    return read_round(data_of(bench, scenario(bench.rules, seats, deal)))


@pytest.mark.parametrize("spot", ["1x", "3x", "6x"])
def test_each_spot_is_a_small_hand_beside_the_board(spot: str, with_spots: Round) -> None:
    groups = line(with_spots, "Seat 1", f"hand {spot}").groups
    assert [(group.place, len(group.cards)) for group in groups] == [(spot, 2), ("board", 5)]


def test_the_house_shows_all_its_cards_and_which_two_it_keeps(with_spots: Round) -> None:
    (cards,) = line(with_spots, "Dealer", "house").groups
    assert len(cards.cards) == 6 and sum(held.best for held in cards.cards) == 2
    assert [group.place for group in line(with_spots, "Dealer", "house hand").groups] == ["house", "board"]


def test_many_cards_of_empty_positions_are_written_and_not_drawn() -> None:
    places = {"seat.1": ["As"], "discard": full_deck()[:30]}
    discard = next(one for one in read_round({"places": places}).lines if one.who == "Discard")
    assert not discard.drawn and len(discard.says.split()) == 30


def test_an_arrangement_is_told_spot_by_spot(with_spots: Round) -> None:
    assert plain(with_spots.actions[0]).startswith("Seat 1, at “set”: set, setting 1x ")


# The pages that show them


def test_page_and_card_of_a_test_show_the_same_round() -> None:
    bench = bench_of("three-card-poker-6-card-bonus")
    drawn = data_of(bench, banked(bench))
    summary = sample_summary()
    fault = summary["faults"][0]
    for name in ("first", "worst", "last"):
        fault[name] = {**fault[name], "shown": drawn}
    failed = next(one for one in summary["requirements"] if one["findings"])
    failed = {**failed, "failing": 1, "findings": [{**failed["findings"][0], "shown": drawn}]}
    for page in (render_report(summary), failure_html(failed), failure_text(failed)):
        assert "Seat 8 banks 30" in page
        assert "1, bob behind it" in page
        assert "100 (returned, 0 covered)" in page
