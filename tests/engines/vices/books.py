"""Engines whose books are wrong: ledgers, stacks, and rounds that are not what they were."""

from dataclasses import replace

from fairfelt.conformance.reference import ReferenceEngine
from fairfelt.rulesets.round import Round
from tests.engines.vices.making import Ask, Json, book, move, rewrite, settled, told, vice


@told
def forgets_a_row(state: Json) -> None:
    if state["phase"] == "settled":
        state["ledger"] = [row for row in state["ledger"] if row["wager"] != "call"]


@told
def writes_a_row_twice(state: Json) -> None:
    if state["phase"] == "settled":
        state["ledger"].append(state["ledger"][-1])


@told
def writes_the_stake_one_off(state: Json) -> None:
    if state["phase"] == "settled":
        row = state["ledger"][0]
        row["staked"] += 1
        move(state, row["seat"], -1)


@told
def forfeits_the_ante_twice(state: Json) -> None:
    for row in state.get("ledger", ()):
        if row["wager"] == "ante" and row["outcome"] == "forfeit":
            move(state, row["seat"], -row["staked"])
            row["staked"] *= 2


@told
def moves_stacks_wrong(state: Json) -> None:
    for seat in state.get("stacks", {}) if state["phase"] == "settled" else ():
        state["stacks"][seat] -= 1


@told
def writes_one_too_little(state: Json) -> None:
    """The stack is right, and the ledger is not."""
    if state["phase"] == "settled":
        for row in state["ledger"]:
            row["returned"] -= row["wager"] == "ante" and row["outcome"] == "win"


@vice
def pays_less_the_second_time(reference: ReferenceEngine) -> Ask:
    """A deck that was seen before wins one unit less."""
    seen: set[str] = set()
    again: set[str] = set()

    def ask(method: str, params: Json) -> Json:
        answer = reference.ask(method, params)
        if method == "round.start":
            deal = str((params["seats"], params["deck"]))
            again.update([params["round"]] if deal in seen else [])
            seen.add(deal)
        if answer.get("phase") == "settled" and method != "round.replay" and params["round"] in again:
            for row in answer["ledger"]:
                if row["outcome"] == "win":
                    row["returned"] -= 1
                    move(answer, row["seat"], -1)
        return answer

    return ask


@vice
def pays_less_after_a_win(reference: ReferenceEngine) -> Ask:
    last_won = [False]

    def ask(method: str, params: Json) -> Json:
        answer = reference.ask(method, params)
        if answer.get("phase") == "settled" and method != "round.replay":
            shorten = last_won[0]
            last_won[0] = any(row["outcome"] == "win" for row in answer["ledger"])
            for row in answer["ledger"] if shorten else ():
                if row["outcome"] == "win":
                    row["returned"] -= 1
                    move(answer, row["seat"], -1)
        return answer

    return ask


@told
def keeps_an_abandoned_stake(state: Json) -> None:
    if state["phase"] == "void":
        for row in state["ledger"]:
            row["returned"] = 0
            move(state, row["seat"], -row["staked"])


@vice
def forgets_a_card_in_the_recall(reference: ReferenceEngine) -> Ask:
    def ask(method: str, params: Json) -> Json:
        answer = reference.ask(method, params)
        if method == "round.replay":
            del answer["dealt"][-1]
        return answer

    return ask


@settled
def pays_spades_better(row: Json, round_: Round) -> int:
    """Whose first card is a spade wins once more what was staked."""
    first = next(dealt.card for dealt in round_.dealt if dealt.to == f"seat.{row['seat']}")
    more = row["staked"] if row["outcome"] == "win" and first[1] == "s" else 0
    return int(row["returned"] + more)


@settled
def pays_no_more_than_forty_units(row: Json, _: Round) -> int:
    return min(int(row["returned"]), max(row["staked"], 40))


@vice
def doubles_the_ante_of_whoever_errs(reference: ReferenceEngine) -> Ask:
    def ask(method: str, params: Json) -> Json:
        try:
            return reference.ask(method, params)
        except Exception:
            if method == "round.act" and params["round"] in reference._rounds:
                state = book(reference, params)
                placed = {who: {**wagers, "ante": 2 * wagers["ante"]} for who, wagers in state.placed.items()}
                rewrite(reference, params, replace(state, placed=placed))
            raise

    return ask


@vice
def pays_twice_whoever_tries_again(reference: ReferenceEngine) -> Ask:
    """An action is refused, the next is taken, and what the round wins is won twice."""
    erred: set[str] = set()

    def ask(method: str, params: Json) -> Json:
        try:
            answer = reference.ask(method, params)
        except Exception:
            if method == "round.act":
                erred.add(params["round"])
            raise
        if answer.get("phase") == "settled" and params["round"] in erred:
            for row in answer["ledger"]:
                won = max(0, row["returned"] - row["staked"])
                row["returned"] += won
                move(answer, row["seat"], won)
        return answer

    return ask
