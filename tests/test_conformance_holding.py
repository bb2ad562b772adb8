"""Each engine that goes wrong about cards in the hand, fees, boxes or set hands is found where it errs, and only there.

An engine is judged by its own requirements and some neighbours; whole runs, marked long but for two, show echoes.
"""

import pytest

from tests.engines.vices.expected import Expected, each
from tests.helpers import Summary, certify, fault_titles, order_for, verdicts

DRAW, CHAIN = "six-card-draw", "holdem-1-3-6"
NEIGHBOURS = {
    DRAW: (
        "ask.after-buy",
        "ask.decide",
        "ask.dealer-exchange",
        "boxes.taken",
        "deal.cards",
        "money.ledger",
        "refuse.after-buy/card-count",
        "refuse.decide/relation",
        "settle.ante.fold",
        "settle.buy.fee",
    ),
    CHAIN: (
        "ask.set",
        "deal.packets",
        "money.ledger",
        "refuse.set/card-count",
        "settle.1x.wins",
        "settle.six-card-bonus.any/lower",
    ),
}
RAISE_LINES = (
    "royal-flush straight-flush four-of-a-kind full-house flush straight three-of-a-kind two-pair pair"
)
EXCHANGED = (
    "settle.ante.exchange-fails settle.raise.exchange-fails settle.ante.exchange-wins "
    f"{each('settle.raise.exchange-wins', RAISE_LINES)} "
    "settle.ante.exchange-ties settle.raise.exchange-ties settle.ante.exchange-loses settle.raise.exchange-loses "
    f"floor.dealer-then {each('compare.showdown-then', 'pair straight flush straight-flush')}"
)
KINDS = "high-card pair two-pair three-of-a-kind straight flush full-house four-of-a-kind straight-flush"
LEDGER = "The ledger has one row for each wager on the table, and no other"


def drawing(vice: str, fails: str, *faults: str, **more: object) -> Expected:
    return Expected(f"holding:{vice}", fails, faults, DRAW, **more)  # type: ignore[arg-type]


def setting(vice: str, fails: str, *faults: str, **more: object) -> Expected:
    return Expected(f"holding:{vice}", fails, faults, CHAIN, **more)  # type: ignore[arg-type]


def refused(question: str, what: str) -> str:
    return f"At “{question}”, {what} is refused and changes nothing"


CARDS = [
    drawing(
        "takes_a_card_that_is_not_held",
        "refuse.after-buy/card-not-held",
        refused("after-buy", "a card that the seat does not hold"),
        whole=True,
    ),
    drawing("takes_a_card_named_twice", "refuse.after-buy/duplicate-card", refused("after-buy", "a card named twice")),
    drawing(
        "takes_two_cards_for_one", "refuse.after-buy/card-count", refused("after-buy", "too few cards or too many")
    ),
    drawing(
        "lets_a_card_be_exchanged_twice",
        "ask.after-exchange refuse.after-exchange/not-offered",
        "“after-exchange” is asked when due, with fold or raise or exchange at the right amounts",
        refused("after-exchange", "an action that is offered in other cases only"),
        warns="refuse.after-exchange/relation",
    ),
    drawing(
        "draws_from_the_bottom",
        "deal.decide deal.after-buy",
        "Dealt wrongly: Drawn at “decide”: the next card of the deck, to the seat; "
        "Drawn at “after-buy”: the next card of the deck, to the seat",
    ),
    drawing(
        "keeps_the_card_given_up",
        "hands.player-hand settle.raise.player-wins/straight-flush settle.raise.player-wins/pair "
        "settle.raise.exchange-wins/pair settle.raise.exchange-wins/three-of-a-kind",
        "The player hand is named by its cards and category",
        "Settled wrongly: exchange wins (raise)",
        "Settled wrongly: player wins (raise)",
        alone=False,
    ),
]
FEES = [
    drawing(
        "returns_fees",
        "settle.buy.fee settle.exchange.fee settle.exchange-dealer.fee",
        "Settled wrongly: fee (buy, exchange, exchange-dealer)",
    ),
    drawing("charges_those_who_decline", "money.ledger", LEDGER),
]
BOXES = [
    drawing(
        "lets_dark_boxes_buy",
        "ask.decide refuse.decide/not-offered",
        "“decide” is asked when due, with fold or raise or buy or exchange at the right amounts",
        refused("decide", "an action that is offered in other cases only"),
    ),
    drawing(
        "lets_dark_boxes_buy_unasked",
        "refuse.decide/not-offered",
        refused("decide", "an action that is offered in other cases only"),
    ),
    drawing("shows_dark_boxes_their_cards", "view.hidden", "Nobody sees a face-down card before its time"),
    drawing("lets_a_guest_look_at_any_number_of_boxes", "boxes.light", "Boxes: a guest may not look at 3 boxes"),
    drawing(
        "takes_unequal_boxes_of_a_guest",
        "boxes.equal boxes.equal-dark",
        "Boxes: a dark box of a guest is wagered on like the others",
        "Boxes: the boxes of one guest are wagered on alike",
    ),
    drawing(
        "takes_an_unequal_dark_box",
        "boxes.equal-dark",
        "Boxes: a dark box of a guest is wagered on like the others",
    ),
    drawing("counts_dark_boxes_among_the_light", "boxes.taken", "Refuses what the rules allow"),
]
EXCHANGE_OF_THE_DEALER = [
    drawing(
        "asks_folded_seats_for_the_dealers_exchange",
        "ask.dealer-exchange",
        "“dealer-exchange” is asked when due, with exchange-dealer or decline at the right amounts",
        blocks="boxes.taken",  # an echo: a folded box is asked, so its round has no end
    ),
    drawing(
        "asks_nobody_for_the_dealers_exchange",
        "ask.dealer-exchange",
        "“dealer-exchange” is asked when due, with exchange-dealer or decline at the right amounts",
        warns="refuse.round-over",
        blocks=f"{each('refuse.dealer-exchange', 'wrong-seat illegal-action unknown-wager relation')} "
        f"settle.exchange-dealer.fee settle.ante.dealer-fails settle.raise.dealer-fails {EXCHANGED}",
    ),
    drawing(
        "changes_the_dealers_hand_for_all",
        "settle.ante.dealer-fails settle.raise.dealer-fails",
        "Settled wrongly: dealer fails (ante, raise)",
    ),
    drawing(
        "replaces_the_highest_card",
        f"deal.replacement hands.exchanged-hand {EXCHANGED}",
        "Dealt wrongly: Replacement: 1 to the dealer",
        "The exchanged hand is named by its cards and category",
        "A bar for hands is read wrongly: dealer then",
        "Settled wrongly: exchange fails (ante, raise)",
        "Hands are compared wrongly: showdown then",
    ),
]
SETTING = [
    setting(
        "takes_seven_cards", "refuse.set/card-count", refused("set", "too few cards or too many"), whole=True
    ),
    setting("takes_three_cards_at_a_spot", "refuse.set/card-count", refused("set", "too few cards or too many")),
    setting("takes_a_card_at_two_spots", "refuse.set/duplicate-card", refused("set", "a card named twice")),
    setting(
        "takes_a_card_of_another", "refuse.set/card-not-held", refused("set", "a card that the seat does not hold")
    ),
    setting("takes_one_base_wager_alone", "relation.base/whole", "1x, 3x, 6x: placing some of them only is refused"),
    setting("takes_unequal_base_wagers", "relation.base/equal", "1x, 3x, 6x: different amounts is refused"),
]
HANDS = [
    setting(
        "goes_on_after_a_loss",
        "settle.3x.ended-1x settle.6x.ended-1x settle.6x.ended-3x",
        "Settled wrongly: ended 1x (3x, 6x)",
        "Settled wrongly: ended 3x (6x)",
    ),
    setting(
        "ends_the_chain_at_a_tie",
        "settle.3x.wins settle.3x.ties settle.6x.wins settle.6x.ties",
        "Settled wrongly: ties (3x, 6x)",
        "Settled wrongly: wins (3x, 6x)",
    ),
    setting(
        "keeps_the_lowest_suits",
        "hands.house-hand compare.showdown-6x/flush house-way.house",
        "Hands are compared wrongly: showdown 6x",
        "The house hand is named by its cards and category",
        "The house keeps the cards that its rule names, of equal ones the higher suits",
    ),
    setting(
        "keeps_high_cards_before_a_pair",
        "hands.house hands.house-hand settle.1x.ties settle.1x.loses settle.3x.loses settle.6x.wins settle.6x.ended-1x "
        f"{each('compare.showdown-1x', 'two-pair three-of-a-kind straight flush full-house four-of-a-kind')} "
        f"{each('compare.showdown-3x', 'pair straight flush full-house')} "
        f"{each('compare.showdown-6x', 'pair two-pair three-of-a-kind')} "
        "house-way.house",
        "Hands are compared wrongly: showdown 1x",
        "Hands are compared wrongly: showdown 3x",
        "Hands are compared wrongly: showdown 6x",
        "Settled wrongly: loses (1x, 3x)",
        "The house hand is named by its cards and category",
        "The house is named by its cards and category",
        "The house keeps the cards that its rule names, of equal ones the higher suits",
    ),
    setting(
        "makes_the_bonus_hand_from_the_board",
        f"hands.six-cards {each('settle.six-card-bonus.any', 'full-house flush straight three-of-a-kind lower')}",
        "Settled wrongly: any (six-card-bonus)",
        "The six cards is named by its cards and category",
        alone=False,
    ),
    setting(
        "burns_no_card",
        "deal.burn deal.board",
        "Dealt wrongly: Burn: 1 to the burn; Board: 5 to the board",
        blocks=f"{' '.join(each(f'compare.showdown-{spot}', KINDS) for spot in ('1x', '3x', '6x'))} "
        "house-way.house seats.each",
    ),
]
ZOO = [*CARDS, *FEES, *BOXES, *EXCHANGE_OF_THE_DEALER, *SETTING, *HANDS]


def judged(expected: Expected, *only: str) -> Summary:
    spec = f"python:tests.engines.vices.{expected.vice}"
    return certify(order_for(spec, expected.game, *only, options=expected.options))


@pytest.mark.parametrize("expected", [one for one in ZOO if one.alone], ids=lambda one: one.vice)
def test_a_vice_fails_its_own_requirements_and_not_their_neighbours(expected: Expected) -> None:
    summary = judged(expected, *expected.verdicts, *NEIGHBOURS[expected.game])
    assert verdicts(summary) == expected.verdicts
    assert fault_titles(summary) == sorted(expected.faults)


@pytest.mark.parametrize(
    "expected",
    [pytest.param(one, id=one.vice, marks=() if one.whole else pytest.mark.long) for one in ZOO],
)
def test_a_whole_run_finds_a_vice_where_it_belongs_and_nowhere_else(expected: Expected) -> None:
    summary = judged(expected)
    assert verdicts(summary) == expected.verdicts
    assert fault_titles(summary) == sorted(expected.faults)
