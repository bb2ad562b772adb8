"""Engines that deal, show, ask or refuse wrongly."""

from dataclasses import replace
from itertools import product

from fairfelt.conformance.connections import Rejected
from fairfelt.conformance.reference import ReferenceEngine
from fairfelt.rulesets.cards import HIDDEN
from fairfelt.rulesets.loader import load
from fairfelt.rulesets.play import awaiting
from fairfelt.rulesets.round import seat_cards
from fairfelt.rulesets.rules import AskStep, DealStep, Question, Ruleset, Step, Table
from tests.engines.vices.making import (
    HOLDEM,
    SIX,
    Ask,
    Json,
    asked,
    book,
    configured,
    refuse,
    rewrite,
    ruled,
    stepping,
    told,
    vice,
)

NEVER = ({"decide": frozenset[str]()},)


@told
def offers_a_raise(state: Json) -> None:
    if "awaiting" in state:
        state["awaiting"]["legal"].append({"action": "raise"})


@told
def offers_three_times_the_ante(state: Json) -> None:
    for action in state.get("awaiting", {}).get("legal", ()):
        for span in action.get("wagers", {}).values():
            span["max"] = span["max"] // 2 * 3


@vice
def asks_from_the_last_seat(reference: ReferenceEngine) -> Ask:
    def ask(method: str, params: Json) -> Json:
        answer = reference.ask(method, params)
        if method == "round.start":
            state = book(reference, params)
            rewrite(reference, params, replace(state, seats=state.seats[::-1]))
            answer = reference.ask("round.replay", {"round": params["round"]})
        return answer

    return ask


@ruled(SIX)
def forgets_to_ask_for_a_claim(rules: Ruleset) -> Ruleset:
    def change(step: Step) -> Step:
        if not isinstance(step, AskStep):
            return step
        return AskStep(tuple(replace(q, guard=NEVER) if q.id == "claim" else q for q in step.questions))

    return stepping(rules, change)


@vice
def asks_only_winners_for_a_claim(reference: ReferenceEngine) -> Ask:
    def ask(method: str, params: Json) -> Json:
        answer = reference.ask(method, params)
        waiting = answer.get("awaiting", {})
        if method == "round.act" and waiting.get("decision") == "claim" and not _wins(waiting["seat"], params):
            declined = reference.ask(
                "round.act", {"round": params["round"], "seat": waiting["seat"], "action": "decline"}
            )
            return {**declined, "dealt": answer["dealt"] + declined["dealt"]}
        return answer

    def _wins(seat: int, params: Json) -> bool:
        state = book(reference, params)
        table = state.rules.pay_tables["aces-up"]
        ranking = state.rules.ruleset.hands[table.hand].ranking
        return table.line(ranking.strength(seat_cards(state, seat, "seat"))).result.outcome == "win"

    return ask


@vice
def accepts_a_wrong_seat(reference: ReferenceEngine) -> Ask:
    def ask(method: str, params: Json) -> Json:
        if method == "round.act" and params["round"] in reference._rounds:
            waiting = awaiting(book(reference, params))
            params["seat"] = waiting.seat if waiting else params["seat"]
        return reference.ask(method, params)

    return ask


@vice
def accepts_half_the_call(reference: ReferenceEngine) -> Ask:
    def ask(method: str, params: Json) -> Json:
        if method == "round.act" and params["round"] in reference._rounds and "call" in params.get("wagers", {}):
            due = 2 * book(reference, params).placed[params["seat"], ""]["ante"]
            if params["wagers"]["call"] == due // 2:
                params["wagers"]["call"] = due
        return reference.ask(method, params)

    return ask


@configured
def accepts_less_than_the_minimum(params: Json) -> None:
    params["limits"]["ante"].update(min=params["limits"]["ante"]["step"])


@configured
def accepts_more_than_the_maximum(params: Json) -> None:
    del params["limits"]["ante"]["max"]


@configured
def accepts_amounts_off_step(params: Json) -> None:
    params["limits"]["ante"]["step"] = 1


@configured
def refuses_the_maximum(params: Json) -> None:
    params["limits"]["ante"]["max"] -= 1


@asked
def accepts_aces_up_alone(method: str, params: Json) -> Json:
    for seat in params["seats"] if method == "round.start" else ():
        if "aces-up" in seat["wagers"]:
            seat["wagers"].setdefault("ante", seat["wagers"]["aces-up"])
    return params


@asked
def accepts_a_card_twice(method: str, params: Json) -> Json:
    if method == "round.start" and len(set(params["deck"])) < len(params["deck"]):
        params["deck"] = list(dict.fromkeys(params["deck"]))
    return {name: value for name, value in params.items() if name != "places"}


@vice
def takes_actions_after_the_end(reference: ReferenceEngine) -> Ask:
    def ask(method: str, params: Json) -> Json:
        if method == "round.act" and params["round"] in reference._rounds and book(reference, params).settled:
            return reference.ask("round.replay", {"round": params["round"]})
        return reference.ask(method, params)

    return ask


@vice
def gives_one_reason_for_everything(reference: ReferenceEngine) -> Ask:
    def ask(method: str, params: Json) -> Json:
        try:
            return reference.ask(method, params)
        except Rejected:
            refuse("illegal-action")
            raise

    return ask


@asked
def deals_from_the_bottom(method: str, params: Json) -> Json:
    if method == "round.start" and len(set(params["deck"])) == len(params["deck"]):
        params["deck"] = params["deck"][::-1]
        del params["places"]
    return params


@ruled(HOLDEM)
def deals_the_river_before_the_decision(rules: Ruleset) -> Ruleset:
    river = next(step for step in rules.steps if isinstance(step, DealStep) and step.id == "river")
    rest = [step for step in rules.steps if step != river]
    at = next(at for at, step in enumerate(rest) if isinstance(step, AskStep))
    return replace(rules, steps=(*rest[:at], replace(river, guard=()), *rest[at:]))


@ruled(HOLDEM)
def burns_a_card_too_many(rules: Ruleset) -> Ruleset:
    at = next(at for at, step in enumerate(rules.steps) if isinstance(step, DealStep) and step.id == "flop")
    burn = DealStep("burn", 1, ("burn",), False, {}, (), ())
    return replace(rules, steps=(*rules.steps[:at], burn, *rules.steps[at:]))


@ruled(HOLDEM)
def swaps_the_hole_cards(rules: Ruleset) -> Ruleset:
    """The dealer gets the first card of each pair."""

    def change(step: Step) -> Step:
        return replace(step, places=step.places[::-1]) if isinstance(step, DealStep) and step.id == "hole" else step

    return stepping(rules, change)


@vice
def deals_a_card_twice(_: ReferenceEngine) -> Ask:
    """The first card of the deck comes back as the third card of the flop."""
    double = ReferenceEngine({HOLDEM: replace(load(HOLDEM), packs=2)})

    def ask(method: str, params: Json) -> Json:
        if method == "round.start":
            deck = params["deck"]
            if len(set(deck)) < len(deck):
                refuse("duplicate-card")
            last = 2 * (len(params["seats"]) + 1) + 2
            deck[last] = deck[0]
        return double.ask(method, params)

    return ask


@told
def shows_hidden_cards(state: Json) -> None:
    for place in ("dealer",):
        for seen in state["views"].values():
            if place in seen:
                seen[place] = [card["card"] for card in state["dealt"] if card["to"] == place] or seen[place]


@told
def hides_own_cards(state: Json) -> None:
    for seat, seen in state["views"].items():
        seen[seat] = [HIDDEN] * len(seen[seat])


@told
def tells_the_dealer_first(state: Json) -> None:
    state["dealt"].sort(key=lambda dealt: dealt["to"] != "dealer")


@ruled(SIX)
def asks_those_who_stay_for_a_claim(rules: Ruleset) -> Ruleset:
    """Whoever placed the side wager is asked, folded or not; who stayed is paid whatever the answer."""

    def anyone(question: Question) -> Question:
        guard = tuple({name: values for name, values in case.items() if name != "decide"} for case in question.guard)
        return replace(question, guard=guard) if question.id == "claim" else question

    def change(step: Step) -> Step:
        return AskStep(tuple(map(anyone, step.questions))) if isinstance(step, AskStep) else step

    def stays(table: Table) -> Table:
        everything = product(*(fact.values for fact in table.axes))
        at = next(at for at, row in enumerate(table.rows) if row.name == "stays")
        cells = tuple(at if "play" in of else cell for cell, of in zip(table.cells, everything, strict=True))
        return replace(table, cells=cells)

    tables = tuple(stays(table) if table.block == "aces-up" else table for table in rules.tables)
    return replace(stepping(rules, change), tables=tables)
