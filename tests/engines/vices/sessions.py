"""Engines that are right in every round by itself, and wrong from round to round or when something is tried beside."""

from dataclasses import replace

from fairfelt.conformance.connections import Rejected
from fairfelt.conformance.reference import ReferenceEngine
from fairfelt.rulesets.rotation import Turns
from fairfelt.rulesets.round import Round
from tests.engines.vices.making import Ask, Json, book, move, rewrite, settled, vice


def is_open(reference: ReferenceEngine, name: str) -> bool:
    entry = reference._rounds.get(name)
    return entry is not None and not entry.void and not entry.state.settled


@vice
def counts_a_carried_stack_one_short(reference: ReferenceEngine) -> Ask:
    """Who comes back with what was left gets one unit less."""
    left: dict[str, int] = {}

    def ask(method: str, params: Json) -> Json:
        if method == "configure":
            left.clear()
        answer = reference.ask(method, params)
        if answer.get("phase") == "settled" and method != "round.replay":
            for seat in book(reference, params).seats:
                name = f"seat.{seat.number}"
                if seat.stack is not None and left.get(name) == seat.stack:
                    move(answer, seat.number, -1)
            left.update(answer["stacks"])
        return answer

    return ask


@vice
def counts_the_bank_from_its_first_round(reference: ReferenceEngine) -> Ask:
    """The bank's stack is told as if it still had what it began the session with."""
    began: dict[int, int] = {}

    def ask(method: str, params: Json) -> Json:
        if method == "configure":
            began.clear()
        answer = reference.ask(method, params)
        if answer.get("phase") == "settled" and "bank" in answer.get("stacks", {}):
            bank = book(reference, params).bank
            assert bank is not None and bank.stack is not None
            answer["stacks"]["bank"] += began.setdefault(bank.seat, bank.stack) - bank.stack
        return answer

    return ask


@vice
def takes_an_action_twice(reference: ReferenceEngine) -> Ask:
    """The same request again is answered with the round as it is."""
    last: Json = {}

    def ask(method: str, params: Json) -> Json:
        if method == "round.act" and params == last:
            return reference.ask("round.replay", {"round": params["round"]})
        answer = reference.ask(method, params)
        if method == "round.act":
            last.clear()
            last.update(params)
        return answer

    return ask


@vice
def pays_again_after_refusing(reference: ReferenceEngine) -> Ask:
    """An action on a settled round is refused, and the round told again pays one unit more."""
    more: dict[str, int] = {}

    def ask(method: str, params: Json) -> Json:
        name = params.get("round", "")
        if method == "round.act" and name in reference._rounds and not is_open(reference, name):
            more[name] = more.get(name, 0) + 1
        answer = reference.ask(method, params)
        if method == "round.replay":
            for row in answer.get("ledger", ()):
                row["returned"] += more.get(name, 0)
        return answer

    return ask


@vice
def opens_a_round_again(reference: ReferenceEngine) -> Ask:
    """A round whose cards are dealt is opened once more with other wagers."""

    def ask(method: str, params: Json) -> Json:
        if method == "round.start" and is_open(reference, params["round"]):
            del reference._rounds[params["round"]]
        return reference.ask(method, params)

    return ask


@vice
def drops_the_open_round(reference: ReferenceEngine) -> Ask:
    """With another round, the open one and its stakes are gone."""

    def ask(method: str, params: Json) -> Json:
        for name in list(reference._rounds) if method == "round.start" else ():
            if name != params["round"] and is_open(reference, name):
                del reference._rounds[name]
        return reference.ask(method, params)

    return ask


@vice
def settles_by_the_latest_table(reference: ReferenceEngine) -> Ask:
    """Pay tables that are sent during a round are used for it."""

    def ask(method: str, params: Json) -> Json:
        rounds = dict(reference._rounds)
        answer = reference.ask(method, params)
        if method == "configure" and "error" not in answer and reference._rules is not None:
            reference._rounds = {
                name: replace(entry, state=replace(entry.state, rules=reference._rules))
                for name, entry in rounds.items()
                if not entry.state.settled
            }
        return answer

    return ask


@vice
def keeps_tables_that_it_refused(reference: ReferenceEngine) -> Ask:
    """A configuration during a round is refused, and the next round goes by it."""

    def ask(method: str, params: Json) -> Json:
        rounds = dict(reference._rounds)
        if method != "configure" or not any(is_open(reference, name) for name in rounds):
            return reference.ask(method, params)
        reference.ask(method, params)
        reference._rounds = rounds
        raise Rejected("illegal-action", "a round is open")

    return ask


@vice
def mixes_the_rest_after_an_interruption(reference: ReferenceEngine) -> Ask:
    """Once an open round was told again, the cards that are still to come come in another order."""

    def ask(method: str, params: Json) -> Json:
        answer = reference.ask(method, params)
        if method == "round.replay" and is_open(reference, params["round"]):
            state = book(reference, params)
            gone, rest = state.cards.deck[: len(state.dealt)], state.cards.deck[len(state.dealt) :]
            rewrite(reference, params, replace(state, cards=replace(state.cards, deck=(*gone, *rest[::-1]))))
        return answer

    return ask


@vice
def takes_actions_after_abandoning(reference: ReferenceEngine) -> Ask:
    """An abandoned round can be played on."""

    def ask(method: str, params: Json) -> Json:
        entry = reference._rounds.get(params.get("round", ""))
        if method == "round.act" and entry is not None and entry.void:
            reference._rounds[params["round"]] = replace(entry, void=False)
        return reference.ask(method, params)

    return ask


@vice
def pays_more_after_an_abandoned_round(reference: ReferenceEngine) -> Ask:
    """The round after an abandoned one returns one unit more."""
    more: dict[str, int] = {}
    abandoned = [0]

    def ask(method: str, params: Json) -> Json:
        if method == "round.start":
            more[params["round"]], abandoned[0] = abandoned[0], 0
        abandoned[0] |= method == "round.abandon"
        answer = reference.ask(method, params)
        if answer.get("phase") == "settled":
            answer["ledger"][0]["returned"] += more[params["round"]]
            move(answer, answer["ledger"][0]["seat"], more[params["round"]])
        return answer

    return ask


@vice
def forgets_the_round_before(reference: ReferenceEngine) -> Ask:
    """With the next round, the settled one can't be told any more."""

    def ask(method: str, params: Json) -> Json:
        for name in list(reference._rounds) if method == "round.start" else ():
            if name != params["round"] and not is_open(reference, name):
                del reference._rounds[name]
        return reference.ask(method, params)

    return ask


@vice
def tells_the_round_before_as_lost(reference: ReferenceEngine) -> Ask:
    """Once another round has begun, a settled one is told with nothing returned."""
    latest = [""]

    def ask(method: str, params: Json) -> Json:
        if method == "round.start":
            latest[0] = params["round"]
        answer = reference.ask(method, params)
        if method == "round.replay" and params["round"] != latest[0]:
            for row in answer.get("ledger", ()):
                row["returned"] = 0
        return answer

    return ask


@settled
def pays_less_beside_a_fold(row: Json, round_: Round) -> int:
    """A seat returns one unit less where another has folded."""
    others = [made for bettor, made in round_.choices.items() if bettor[0] != row["seat"]]
    folded = any(made.get("decide") == "fold" for made in others)
    return int(row["returned"] - (folded and row["returned"] > 0))


@vice
def never_moves_the_bank(reference: ReferenceEngine) -> Ask:
    """Whoever likes may bank, as often as they like."""

    def ask(method: str, params: Json) -> Json:
        reference._turns = Turns()
        return reference.ask(method, params)

    return ask


@vice
def moves_the_bank_too_soon(reference: ReferenceEngine) -> Ask:
    """Nobody banks a second round in a row."""

    def ask(method: str, params: Json) -> Json:
        if method == "round.start" and params.get("bank", {}).get("seat") == reference._turns.seat:
            raise Rejected("bank", "the bank moves on")
        if reference._turns.seat:
            reference._turns = replace(reference._turns, rounds=99)
        return reference.ask(method, params)

    return ask
