"""Cards are drawn by us alone: all 52, the hidden one, the joker, and whatever else an engine may send."""

from xml.etree import ElementTree

import pytest

from fairfelt.reports.cards import card_svg, card_text, card_words, cards_text
from fairfelt.reports.rounds import read_round
from fairfelt.rulesets.cards import full_deck
from tests.report_samples import qualifier_round, royal_round


def test_all_52_cards_are_drawn_and_no_two_alike() -> None:
    drawn = {card: card_svg(card) for card in full_deck()}
    assert len(set(drawn.values())) == 52
    for card, svg in drawn.items():
        picture = ElementTree.fromstring(svg)
        assert picture.get("role") == "img"
        assert picture.findtext("title") == card_words(card)
        assert picture.find("rect").get("fill") == "#fff"  # type: ignore[union-attr]
        assert len(svg) < 600
    assert len({card_words(card) for card in drawn}) == len({card_text(card) for card in drawn}) == 52


def test_cards_are_named_in_words() -> None:
    assert card_words("As") == "ace of spades"
    assert card_words("Td") == "ten of diamonds"
    assert card_words("??") == "card face down"
    assert cards_text(["Th", "Xj"]).replace("\ufe0e", "") == "10♥ joker"


def test_marked_card_stands_out_without_colour() -> None:
    plain, marked = card_svg("As"), card_svg("As", marked=True)
    assert "ace of spades, in the best hand" in marked and "best hand" not in plain
    assert ElementTree.fromstring(marked).get("viewBox") != ElementTree.fromstring(plain).get("viewBox")


def test_card_that_went_away_is_crossed_out_and_named_so() -> None:
    gone = card_svg("As", gone="given up")
    assert ElementTree.fromstring(gone).findtext("title") == "ace of spades, given up"
    assert "M3 3L47 67M47 3L3 67" in gone and "M3 3L47" not in card_svg("As")


@pytest.mark.parametrize("card", ["", "1s", "Ax", "<b>", "Asd", '"', "Xj"])
def test_what_is_no_card_is_shown_as_sent(card: str) -> None:
    picture = ElementTree.fromstring(card_svg(card))
    assert "ace" not in picture.findtext("title", "")
    assert picture.findtext("text") == ("JOKER" if card == "Xj" else card)


def test_best_five_are_marked_and_no_others() -> None:
    lines = {line.who: line for line in read_round(qualifier_round()).lines}
    marked = [held.card for group in lines["Seat 1"].groups for held in group.cards if held.best]
    assert sorted(marked) == sorted(["Kd", "Kc", "As", "Jd", "9s"])
    assert not any(held.best for group in lines["Seat 3"].groups for held in group.cards)


def test_seats_come_first_in_order_then_the_dealer_then_the_rest() -> None:
    assert [line.who for line in read_round(qualifier_round()).lines] == [
        "Seat 1",
        "Seat 3",
        "Dealer",
        "Burn",
    ]


def test_board_that_no_hand_uses_is_still_drawn() -> None:
    folded = {**royal_round(), "hands": {}}
    assert "Board" in [line.who for line in read_round(folded).lines]
    assert "Board" not in [line.who for line in read_round(royal_round()).lines]


def test_card_held_twice_in_a_shoe_is_marked_once() -> None:
    shown = {
        "places": {"seat.1": ["As", "As"]},
        "hands": {"seat.1": {"hand": {"cards": ["As"], "category": None}}},
    }
    (line,) = read_round(shown).lines
    assert [held.best for held in line.groups[0].cards] == [True, False]


def test_card_of_the_hand_that_lies_nowhere_is_shown_as_such() -> None:
    shown = {
        "places": {"seat.1": ["As"]},
        "hands": {"seat.1": {"hand": {"cards": ["As", "Kd"], "category": "x"}}},
    }
    assert [group.place for group in read_round(shown).lines[0].groups] == ["seat.1", "elsewhere"]


def test_long_transcript_is_cut_and_says_so() -> None:
    whole = read_round({"places": {}, "transcript": ["line"] * 80}).transcript
    cut = read_round({"places": {}, "transcript": ["line"] * 500 + ["x" * 9000]}).transcript
    assert len(whole) == 80 and not any("left out" in line for line in whole)
    assert "421 lines left out" in cut[40] and "7,000 characters left out" in cut[-1]
