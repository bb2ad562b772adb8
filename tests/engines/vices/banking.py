"""Engines that go wrong about a player's bank, and about those who bet behind a seat."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from fairfelt.conformance.reference import ReferenceEngine
from fairfelt.conformance.scenario import AMPLE_BANK
from fairfelt.rulesets.bank import Due, bank_pass
from fairfelt.rulesets.loader import load
from fairfelt.rulesets.paying import due_by_the_tables, dues_of, policies_of, settlement
from fairfelt.rulesets.round import Bettor, Round
from tests.engines.vices.making import (
    Ask,
    Engine,
    Json,
    asked,
    book,
    configured,
    move,
    refuse,
    rewrite,
    told,
    vice,
)

BANKED = "three-card-poker-6-card-bonus"
Key = tuple[int, str, str]
"""Seat, bettor and wager."""


def reads(option: str, reading: str) -> Engine:
    """Play by another reading, and claim to play by the one that was asked for."""

    @configured
    def engine(params: Json) -> None:
        params.setdefault("options", {})[option] = reading

    return engine


caps_losses_only = reads("cap", "losses")
caps_all_that_changes_hands = reads("cap", "gross")
settles_wager_by_wager = reads("settle-by", "wager")
collects_folds_late = reads("folded-wagers", "in-turn")
covers_whole_wagers_or_nothing = reads("cover", "whole")
stops_once_the_bank_has_won_its_amount = reads("at-winning-cap", "stops")
counts_the_bank_anew_for_each_wager = reads("pool", "each-wager")
asks_bettors_who_follow = reads("backline-decides", "asked")
lets_bettors_follow_who_are_asked = reads("backline-decides", "follows")


@vice
def banks_without_end(reference: ReferenceEngine) -> Ask:
    """The bank pays whatever is due, and is told with the amount that it put up."""
    more: dict[str, int] = {}

    def ask(method: str, params: Json) -> Json:
        bank = params.get("bank") or {}
        if method == "round.start" and bank.get("amount", 0) >= 1:
            more[params["round"]] = AMPLE_BANK
            for name in {"amount", "stack"} & bank.keys():
                bank[name] += AMPLE_BANK
        answer = reference.ask(method, params)
        for name in {"staked", "returned"} & answer.get("bank", {}).keys():
            answer["bank"][name] -= more[params["round"]]
        if "bank" in answer.get("stacks", {}):
            answer["stacks"]["bank"] -= more[params["round"]]
        return answer

    return ask


@told
def writes_the_bank_one_unit_off(state: Json) -> None:
    if state["phase"] == "settled":
        state["bank"]["returned"] -= 1


@told
def writes_the_bank_down_at_another_seat(state: Json) -> None:
    if "bank" in state:
        state["bank"]["seat"] = 1 if state["bank"]["seat"] != 1 else 2


@told
def writes_the_bank_down_with_what_it_won(state: Json) -> None:
    """Its amount stands there once as staked and once with what came of it, and only the latter is right."""
    if "bank" in state:
        state["bank"]["staked"] = max(1, state["bank"]["returned"])


def _banked(change: Callable[[Json, int], object]) -> Engine:
    """Hear of another bank than the one that was named; `change` gets the request and the highest free seat, or the
    first where none is free."""

    @asked
    def engine(method: str, params: Json) -> Json:
        if method == "round.start":
            taken = {seat["seat"] for seat in params["seats"]}
            change(params, max({*range(1, load(BANKED).most_seats + 1)} - taken, default=1))
        return params

    return engine


@told
def counts_the_stack_of_the_bank_one_short(state: Json) -> None:
    if "bank" in state.get("stacks", {}):
        state["stacks"]["bank"] -= 1


@told
def counts_the_stack_of_a_bettor_one_short(state: Json) -> None:
    for name in state.get("stacks", {}):
        state["stacks"][name] -= name.count(".") == 2


@_banked
def takes_a_round_that_nobody_banks(params: Json, free: int) -> None:
    params["bank"] = params.get("bank") or {"seat": free, "amount": AMPLE_BANK}


@_banked
def takes_an_empty_bank(params: Json, _: int) -> None:
    if params.get("bank"):
        params["bank"]["amount"] = max(1, params["bank"]["amount"])


@_banked
def lets_a_playing_seat_bank(params: Json, free: int) -> None:
    if params.get("bank") and params["bank"]["seat"] in {seat["seat"] for seat in params["seats"]}:
        params["bank"]["seat"] = free


@_banked
def takes_a_bank_beyond_the_table(params: Json, free: int) -> None:
    if params.get("bank") and params["bank"]["seat"] > load(BANKED).most_seats:
        params["bank"]["seat"] = free


@_banked
def takes_a_bank_larger_than_its_stack(params: Json, _: int) -> None:
    bank = params.get("bank") or {}
    if bank.get("stack", 0) < bank.get("amount", 0):
        params["bank"] = {name: value for name, value in bank.items() if name != "stack"}


@vice
def asks_from_the_lowest_seat(reference: ReferenceEngine) -> Ask:
    """Cards come from the bank's left, and decisions from the house dealer's."""

    def ask(method: str, params: Json) -> Json:
        answer = reference.ask(method, params)
        if method == "round.start":
            state = book(reference, params)
            rewrite(reference, params, replace(state, seats=tuple(sorted(state.seats, key=lambda seat: seat.number))))
            answer = reference.ask("round.replay", {"round": params["round"]})
        return answer

    return ask


@vice
def begins_at_the_lowest_seat(_: ReferenceEngine) -> Ask:
    """Cards, decisions and settlement, wherever the bank sits: as if it sat beyond the last seat."""
    rules = load(BANKED)
    longer = ReferenceEngine({BANKED: replace(rules, most_seats=rules.most_seats + 1)})
    sits: dict[str, int] = {}

    def ask(method: str, params: Json) -> Json:
        bank, taken = params.get("bank") or {}, {seat["seat"] for seat in params.get("seats", ())}
        if bank.get("seat", 0) > rules.most_seats:
            refuse("bank")
        if bank and bank["seat"] not in taken:
            sits[params["round"]], bank["seat"] = bank["seat"], rules.most_seats + 1
        answer = longer.ask(method, params)
        if "bank" in answer:
            answer["bank"]["seat"] = sits.get(params["round"], answer["bank"]["seat"])
        return answer

    return ask


@told
def leaves_bettors_out_of_the_ledger(state: Json) -> None:
    if "ledger" in state:
        state["ledger"] = [row for row in state["ledger"] if "bettor" not in row]


def _paid(change: Callable[[Round], Mapping[Key, int]]) -> Engine:
    """Return other money; the stacks and the bank follow the ledger."""

    @vice
    def engine(reference: ReferenceEngine) -> Ask:
        def ask(method: str, params: Json) -> Json:
            answer = reference.ask(method, params)
            if answer.get("phase") == "settled":
                paid = change(book(reference, params))
                for row in answer["ledger"]:
                    key = row["seat"], row.get("bettor", ""), row["wager"]
                    _pay(answer, row, paid.get(key, row["returned"]))
            return answer

        return ask

    return engine


def _pay(answer: Json, row: Json, returned: int) -> None:
    more, stacks = returned - row["returned"], answer["stacks"]
    row["returned"] = returned
    answer["bank"]["returned"] -= more
    if "bank" in stacks:
        stacks["bank"] -= more
    if "bettor" not in row:
        move(answer, row["seat"], more)
    elif (name := f"seat.{row['seat']}.{row['bettor']}") in stacks:
        stacks[name] += more


@_paid
def pays_bettors_by_the_stake_of_the_seat(state: Round) -> Mapping[Key, int]:
    won = {(row.seat, row.wager): row.returned - row.staked for row in settlement(state) if not row.bettor}
    return {
        (row.seat, row.bettor, row.wager): row.staked + won[row.seat, row.wager]
        for row in settlement(state)
        if row.bettor and row.outcome == "win" and (row.seat, row.wager) in won
    }


@_paid
def keeps_what_is_not_covered(state: Round) -> Mapping[Key, int]:
    """A stake that the bank can't answer for is the bank's."""
    return {
        (row.seat, row.bettor, row.wager): max(0, row.returned - (row.staked - row.covered))
        for row in settlement(state)
        if row.covered is not None
    }


def _covered(first: Callable[[Bettor], object]) -> Engine:
    """Let the bank cover the bettors of each seat in another order."""

    def paid(state: Round) -> Mapping[Key, int]:
        assert state.bank is not None
        seats = [seat.number for seat in state.seats]

        def turn(due: Due) -> tuple[int, object]:
            return seats.index(due.seat), first((due.seat, due.bettor))

        dues = sorted(dues_of(due_by_the_tables(state)), key=turn)
        rules = state.rules
        covered, _ = bank_pass(dues, rules.ruleset.order.wagers, state.bank.amount, policies_of(rules.policies))
        return {(entry.due.seat, entry.due.bettor, entry.due.wager): entry.returned for entry in covered}

    return _paid(paid)


covers_bettors_before_their_seat = _covered(lambda bettor: (not bettor[1], bettor[1]))
covers_the_farthest_bettor_first = _covered(lambda bettor: [-ord(letter) for letter in bettor[1]])


@configured
def knows_no_limit_of_a_position(params: Json) -> None:
    params["limits"].pop("position", None)


@configured
def takes_less_at_a_position_than_it_may(params: Json) -> None:
    params["limits"]["position"]["max"] -= 1


def _behind(change: Callable[[Json], Json]) -> Engine:
    """Hear of other wagers behind a seat."""

    @asked
    def engine(method: str, params: Json) -> Json:
        for seat in params["seats"] if method == "round.start" else ():
            for backer in seat.get("backline", ()):
                backer["wagers"] = change(backer["wagers"])
        return params

    return engine


@_behind
def takes_side_wagers_alone_behind_a_seat(wagers: Json) -> Json:
    return {**({"ante": max(wagers.values())} if wagers else {}), **wagers}


@_behind
def takes_any_wager_behind_a_seat(wagers: Json) -> Json:
    return {name: max(amount, 10) for name, amount in wagers.items()}


@_behind
def takes_unknown_wagers_behind_a_seat(wagers: Json) -> Json:
    return {name: amount for name, amount in wagers.items() if name in load(BANKED).wagers}


@_behind
def overlooks_a_bettor_without_wagers(wagers: Json) -> Json:
    """He is taken to have meant the least Ante."""
    return wagers or {"ante": 10}
