"""Engines that go wrong about cards in the hand, fees, the boxes of a guest, and hands set by a house way."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import product

from fairfelt.conformance.connections import Rejected
from fairfelt.conformance.layout import arrange
from fairfelt.conformance.reference import ReferenceEngine
from fairfelt.rulesets.cards import Card
from fairfelt.rulesets.rankings import Strength
from fairfelt.rulesets.round import Cards, Round, cards_at
from fairfelt.rulesets.rules import Action, AskStep, DealStep, Hand, Question, Ruleset, Step, Table
from tests.engines.vices.banking import reads
from tests.engines.vices.making import (
    Ask,
    Engine,
    Json,
    asked,
    book,
    move,
    refuse,
    rewrite,
    ruled,
    seen_as,
    settled,
    stepping,
    vice,
)

DRAW, CHAIN = "six-card-draw", "holdem-1-3-6"


def _named(change: Callable[[tuple[Card, ...], tuple[Card, ...]], tuple[Card, ...]]) -> Engine:
    """Take other cards than those that were given up: `change` gets them and what the seat holds."""

    @vice
    def engine(reference: ReferenceEngine) -> Ask:
        def ask(method: str, params: Json) -> Json:
            if method == "round.act" and "cards" in params and params["round"] in reference._rounds:
                held = cards_at(book(reference, params), f"seat.{params['seat']}")
                params["cards"] = list(change(tuple(params["cards"]), held))
            return reference.ask(method, params)

        return ask

    return engine


@_named
def takes_a_card_that_is_not_held(named: tuple[Card, ...], held: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card if card in held else held[0] for card in named)


@_named
def takes_a_card_named_twice(named: tuple[Card, ...], held: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(dict.fromkeys(named))


@_named
def takes_two_cards_for_one(named: tuple[Card, ...], held: tuple[Card, ...]) -> tuple[Card, ...]:
    return named[:1] if len(set(named)) == len(named) else named


def _asking(ruleset: Ruleset, name: str, change: Callable[[Question], Question]) -> Ruleset:
    def changed(step: Step) -> Step:
        if not isinstance(step, AskStep):
            return step
        return AskStep(tuple(change(question) if question.id == name else question for question in step.questions))

    return stepping(ruleset, changed)


def _offering(question: Question, name: str, change: Callable[[Action], Action]) -> Question:
    return replace(question, actions={**question.actions, name: change(question.actions[name])})


@ruled(DRAW)
def lets_dark_boxes_buy(rules: Ruleset) -> Ruleset:
    return _asking(rules, "decide", lambda asked: _offering(asked, "buy", lambda buy: replace(buy, guard=())))


@vice
def lets_dark_boxes_buy_unasked(_: ReferenceEngine) -> Ask:
    """Nobody is told that a dark box may buy, and it may."""
    engine = lets_dark_boxes_buy()
    dark: set[int] = set()

    def ask(method: str, params: Json) -> Json:
        if method == "round.start":
            dark.clear()
            dark.update(seat["seat"] for seat in params["seats"] if seat.get("dark"))
        answer = engine(method, params)
        waiting = answer.get("awaiting", {})
        if waiting.get("seat") in dark:
            waiting["legal"] = [entry for entry in waiting["legal"] if entry["action"] != "buy"]
        return answer

    return ask


lets_a_card_be_exchanged_twice = reads("exchange", "rising")
changes_the_dealers_hand_for_all = reads("dealer-exchange-for", "table")
replaces_the_highest_card = reads("dealer-card", "highest")


@vice
def draws_from_the_bottom(reference: ReferenceEngine) -> Ask:
    """A seat's drawn cards come from below, and nothing else does."""

    def ask(method: str, params: Json) -> Json:
        if params.get("action") in ("buy", "exchange") and params["round"] in reference._rounds:
            state, deck = book(reference, params), list(book(reference, params).cards.deck)
            at = len(state.dealt)
            deck[at], deck[-1] = deck[-1], deck[at]
            rewrite(reference, params, replace(state, cards=Cards(deck=tuple(deck))))
            try:
                return reference.ask(method, params)
            except Rejected:
                rewrite(reference, params, state)
                raise
        return reference.ask(method, params)

    return ask


@vice
def keeps_the_card_given_up(reference: ReferenceEngine) -> Ask:
    """The hand is made with it all the same."""

    def ask(method: str, params: Json) -> Json:
        answer = reference.ask(method, params)
        if "phase" in answer and "ledger" not in answer and method == "round.act":
            rewrite(reference, params, replace(book(reference, params), given_up={}))
        return answer

    return ask


@settled
def returns_fees(row: Json, _: Round) -> int:
    return int(row["staked"] if row["outcome"] == "paid" else row["returned"])


@vice
def charges_those_who_decline(reference: ReferenceEngine) -> Ask:
    def ask(method: str, params: Json) -> Json:
        answer = reference.ask(method, params)
        if answer.get("phase") == "settled":
            state = book(reference, params)
            for seat, bettor in state.bettors:
                if state.choices[seat, bettor]["dealer-exchange"] == "decline":
                    fee = state.placed[seat, bettor]["ante"]
                    row = {"wager": "exchange-dealer", "staked": fee, "returned": 0, "outcome": "paid"}
                    answer["ledger"].append({"seat": seat, **row})
                    move(answer, seat, -fee)
        return answer

    return ask


@ruled(DRAW)
def asks_folded_seats_for_the_dealers_exchange(rules: Ruleset) -> Ruleset:
    def anyone(asked: Question) -> Question:
        guard = tuple({name: values for name, values in case.items() if name != "stays"} for case in asked.guard)
        return replace(asked, guard=guard)

    (table,) = rules.tables
    names = [fact.name for fact in table.axes]
    everything = (dict(zip(names, values, strict=True)) for values in product(*(f.values for f in table.axes)))
    fold = next(at for at, row in enumerate(table.rows) if row.name == "fold")
    cells = (fold if of["stays"] == "out" else cell for cell, of in zip(table.cells, everything, strict=True))
    return replace(_asking(rules, "dealer-exchange", anyone), tables=(replace(table, cells=tuple(cells)),))


@vice
def asks_nobody_for_the_dealers_exchange(reference: ReferenceEngine) -> Ask:
    def ask(method: str, params: Json) -> Json:
        answer = reference.ask(method, params)
        while (waiting := answer.get("awaiting", {})).get("decision") == "dealer-exchange":
            decline = {"round": params["round"], "seat": waiting["seat"], "action": "decline"}
            after = reference.ask("round.act", decline)
            answer = {**after, "dealt": answer["dealt"] + after["dealt"]}
        return answer

    return ask


@vice
def shows_dark_boxes_their_cards(reference: ReferenceEngine) -> Ask:
    def ask(method: str, params: Json) -> Json:
        answer = reference.ask(method, params)
        for seat in book(reference, params).seats if "views" in answer else ():
            name = f"seat.{seat.number}"
            if seat.dark and name in answer["views"][name]:
                answer["views"][name][name] = list(cards_at(book(reference, params), name))
        return answer

    return ask


@ruled(DRAW)
def lets_a_guest_look_at_any_number_of_boxes(rules: Ruleset) -> Ruleset:
    assert rules.boxes is not None
    return replace(rules, boxes=replace(rules.boxes, light=None))


@ruled(DRAW)
def takes_unequal_boxes_of_a_guest(rules: Ruleset) -> Ruleset:
    assert rules.boxes is not None
    return replace(rules, boxes=replace(rules.boxes, equal=()))


@asked
def takes_an_unequal_dark_box(method: str, params: Json) -> Json:
    for seat in params["seats"] if method == "round.start" else ():
        if seat.get("dark"):
            seat.pop("guest", None)
    return params


@asked
def counts_dark_boxes_among_the_light(method: str, params: Json) -> Json:
    owners = [seat["guest"] for seat in params["seats"] if "guest" in seat] if method == "round.start" else []
    if any(owners.count(guest) > 2 for guest in owners):
        refuse("seat-limit", "a guest has two boxes at most")
    return params


Spots = dict[str, list[Card]]


def _set(change: Callable[[Spots, tuple[Card, ...]], Spots]) -> Engine:
    """Take another arrangement than the one that was named."""

    @vice
    def engine(reference: ReferenceEngine) -> Ask:
        def ask(method: str, params: Json) -> Json:
            if params.get("action") == "set" and "cards" in params and params["round"] in reference._rounds:
                held = cards_at(book(reference, params), f"seat.{params['seat']}")
                params["cards"] = change(params["cards"], held)
            return reference.ask(method, params)

        return ask

    return engine


def _in_pairs(cards: Iterable[Card]) -> Spots:
    arranged = arrange({"1x": 2, "3x": 2, "6x": 2}, cards)
    return {spot: list(part) for spot, part in arranged.items()}


def _all(spots: Spots) -> list[Card]:
    return [card for part in spots.values() for card in part]


@_set
def takes_seven_cards(spots: Spots, held: tuple[Card, ...]) -> Spots:
    return _in_pairs(held) if len(_all(spots)) == 7 else spots


@_set
def takes_three_cards_at_a_spot(spots: Spots, held: tuple[Card, ...]) -> Spots:
    return _in_pairs(held) if set(_all(spots)) == set(held) and spots.keys() == _in_pairs(held).keys() else spots


@_set
def takes_a_card_at_two_spots(spots: Spots, held: tuple[Card, ...]) -> Spots:
    named = _all(spots)
    return _in_pairs(held) if len(set(named)) < len(named) == 6 else spots


@_set
def takes_a_card_of_another(spots: Spots, held: tuple[Card, ...]) -> Spots:
    return _in_pairs(held) if len(_all(spots)) == 6 and not set(_all(spots)) <= set(held) else spots


def _chained(rules: Ruleset, change: Callable[[str], str]) -> Ruleset:
    """Let what came before in the chain be read otherwise: `change` gets how an earlier comparison ended."""

    def reread(table: Table) -> Table:
        def read(values: Mapping[str, str]) -> int:
            earlier = {name: change(value) for name, value in values.items() if name != f"showdown-{table.block}"}
            try:
                return table.rows.index(table.row({**values, **earlier}))
            except LookupError:
                return -1  # wagers that are never placed apart

        names = [fact.name for fact in table.axes]
        everything = product(*(fact.values for fact in table.axes))
        return replace(table, cells=tuple(read(dict(zip(names, values, strict=True))) for values in everything))

    tables = tuple(reread(table) if table.block in ("3x", "6x") else table for table in rules.tables)
    return replace(rules, tables=tables)


@ruled(CHAIN)
def goes_on_after_a_loss(rules: Ruleset) -> Ruleset:
    return _chained(rules, lambda ended: "win" if ended == "lose" else ended)


@ruled(CHAIN)
def ends_the_chain_at_a_tie(rules: Ruleset) -> Ruleset:
    return _chained(rules, lambda ended: "lose" if ended == "tie" else ended)


def _holding(rules: Ruleset, name: str, change: Callable[[Hand], Hand]) -> Ruleset:
    return replace(rules, hands={**rules.hands, name: change(rules.hands[name])})


@ruled(CHAIN)
def keeps_the_lowest_suits(rules: Ruleset) -> Ruleset:
    return _holding(rules, "house", lambda hand: replace(hand, suits=hand.suits[::-1]))


@ruled(CHAIN)
def keeps_high_cards_before_a_pair(rules: Ruleset) -> Ruleset:
    def unpaired(strength: Strength) -> Strength:
        category, *ranks = strength
        return (0, *ranks, *ranks) if category else strength

    return _holding(rules, "house", lambda hand: replace(hand, ranking=seen_as(hand.ranking, unpaired)))


@ruled(CHAIN)
def burns_no_card(rules: Ruleset) -> Ruleset:
    burn = next(step for step in rules.steps if isinstance(step, DealStep) and step.id == "burn")
    return replace(rules, steps=tuple(step for step in rules.steps if step != burn))


@ruled(CHAIN)
def makes_the_bonus_hand_from_the_board(rules: Ruleset) -> Ruleset:
    places = ("seat", "board")
    return _holding(rules, "six-cards", lambda hand: replace(hand, parts=places, places=places))


takes_one_base_wager_alone = reads("base-wagers", "any")


@ruled(CHAIN)
def takes_unequal_base_wagers(rules: Ruleset) -> Ruleset:
    return replace(rules, groups=tuple(replace(group, equal=False) for group in rules.groups))
